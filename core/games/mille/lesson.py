"""A lesson in mille: Go first, hazards and remedies, the coup fourré, the end of a trip."""

from collections.abc import Callable
from typing import Any

from core.base.message import message
from core.base.text import plain
from core.games.features.lesson import Lesson, Scene, Step
from core.games.mille import GAME
from core.games.mille.cards import MILES, PACK, Card
from core.games.mille.moves import Move, Verb
from core.games.mille.state import Phase, State, Tableau
from core.games.mille.views import View


def meaning(view: Any, text: str) -> Any:
    """A move by its card, as it is the same from whatever slot."""
    assert isinstance(view, View)
    move: Move = GAME.read(view, plain(text))
    if move.verb in (Verb.USE, Verb.DISCARD) and view.seat is not None:
        return move.verb, view.position(view.seat).card(move.slot)
    return (move.verb,)


def _miles(battle: Card | None = None, *distances: Card, **more: Any) -> Tableau:
    return Tableau(battle, distances=distances, miles=sum(MILES[card] for card in distances), **more)


def _given(hand: tuple[Card, ...], own: Tableau, other: Tableau) -> Callable[[], State]:
    """A position in which the pupil is to move, and all other cards are in the deck or the teacher's hand."""

    def state() -> State:
        rest = list(PACK)
        shown = (own, other)
        laid = (card for one in shown for card in (*one.distances, *one.safeties, one.battle, one.speed) if card)
        for card in (*hand, *laid):
            rest.remove(card)
        return State(Phase.PLAY, 1, 0, (hand, tuple(rest[:6])), shown, tuple(rest[6:]))

    return state


_GO, _100, _200 = Card.GO, Card.MILES_100, Card.MILES_200
_PICK = message("Pick first.")

GO = Scene(
    _given(
        (_GO, _GO, _100, Card.MILES_75, Card.MILES_25, Card.GASOLINE), _miles(), _miles(_GO, Card.MILES_50)
    ),
    (
        Step(
            message(
                "A race of 700 miles, with cards. You have six. Every turn you first pick a seventh."
            ),
            ("p",),
            otherwise=_PICK,
        ),
        Step(
            message(
                "You can play miles only on a Go, and you have none on the table yet. Play one."
            ),
            ("u go",),
            (("u 100", message("You cannot drive without a Go.")),),
            message("That can wait: without a Go you cannot play miles."),
            ("p", "u stop"),
        ),
        Step(
            message("The Teacher played Stop on your Go: you are stopped again. Pick a card."),
            ("p",),
            otherwise=_PICK,
        ),
        Step(
            message("Another Go answers the Stop, and you have kept one."),
            ("u go",),
            (("u 100", message("You are stopped: play another Go before any miles.")),),
            message("You need a Go first."),
            ("p", "d"),
        ),
    ),
    seed=2,
)  # fmt: skip

COUP = Scene(
    _given(
        (Card.EXTRA_TANK, _200, _100, Card.MILES_50, Card.SPARE_TIRE, Card.STOP),
        _miles(Card.OUT_OF_GAS, _100, fresh=True), _miles(_GO, Card.MILES_75),
    ),
    (
        Step(
            message(
                "You are out of gas, and have Extra Tank, the safety against it. Play it before you pick: that "
                "is a coup fourré."
            ),
            ("u extra tank",),
            (("p", message(
                "If you pick now, Extra Tank still helps, but you lose the 300 points of the coup fourré."
            )),),
            message("Not now: play the safety first."),
        ),
        Step(
            message(
                "400 points: 100 for the safety, 300 for the coup fourré. You roll again without a Go, and "
                "nobody can play Out of Gas on you in this hand. A safety does not end your turn: pick a card."
            ),
            ("p",),
            otherwise=_PICK,
        ),
        Step(
            message("Now attack. The Teacher is rolling, and you have a Stop."),
            ("u stop",),
            (),
            message("You could, but the Teacher would drive on. Stop them first."),
        ),
    ),
)  # fmt: skip

REMEDY = Scene(
    _given(
        (Card.REPAIRS, _GO, _200, Card.MILES_50, Card.MILES_25, Card.FLAT_TIRE, Card.END_OF_LIMIT),
        _miles(Card.ACCIDENT, _100, _200), _miles(Card.STOP, _100),
    ),
    (
        Step(
            message(
                "You had an Accident, have no safety against it and have picked already. You need two cards: "
                "Repairs first."
            ),
            ("u repairs",),
            (("u go", message("Go does not help against an Accident: first Repairs, then Go.")),),
            message("Repair your car first."),
        ),
        Step(
            message(
                "Your car is repaired, but you need a Go on your next turn. With Right of Way on the table, "
                "the remedy alone would be enough."
            ),
        ),
    ),
)  # fmt: skip

FINISH = Scene(
    _given(
        (_100, Card.MILES_25, Card.MILES_75, Card.GASOLINE, Card.REPAIRS, Card.SPARE_TIRE, Card.SPEED_LIMIT),
        _miles(_GO, _100, _100, _100, _100, _100, _100), _miles(_GO, _200, _200),
    ),
    (
        Step(
            message("You have 600 miles, and need exactly 700. Finish the trip."),
            ("u 100",),
            (),
            message("That does not finish the trip. You need exactly 100 miles."),
        ),
        Step(
            message(
                "At 700 you may extend the trip to 1000 miles. That is risky without a safety on the table: answer no."
            ),
            ("no",),
            (),
            message("With an extension you could lose the points you have won."),
        ),
        Step(
            message(
                "You get 700 for the miles, 400 for the trip, and 300 more for a safe trip without 200s. Games "
                "go on to 5000 points. To read all the rules, type rules; to see where points come from, type "
                "why."
            ),
        ),
    ),
)  # fmt: skip

LESSON = Lesson(GAME, (GO, COUP, REMEDY, FINISH), meaning=meaning)
