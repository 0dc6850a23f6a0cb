"""A lesson in Terrace: the base card, the reserve, the foundations, spaces and the lock, building in columns."""

from core.base.message import message
from core.games.features.lesson import Lesson, Scene, Step
from core.games.terrace import GAME, Carry, played
from core.games.terrace.board import FOUNDATIONS, State, View, pile

DEAL = 39
OPTIONS = {"variant": "terrace"}


def _opening() -> State:
    """The deal, before anything is chosen."""
    state: State = GAME.dealt(OPTIONS, DEAL)
    return state


def _begun() -> State:
    """The deal, its base chosen."""
    return played(_opening(), "b 1")


def _building(view: View) -> tuple[str, ...]:
    """Every card that can be built on another, that of the lesson first."""
    moves = ((text, move) for text, move in GAME.moves(view).items() if isinstance(move, Carry))
    return ("t1 t4", *(text for text, move in moves if move.target[0] == "t" and pile(view, move.target)))


def _to_any(place: str) -> tuple[str, ...]:
    """From a place to whichever foundation."""
    return (f"{place} f", *(f"{place} {foundation}" for foundation in FOUNDATIONS))


_NOT_ON_A_COLUMN = message("It fits, but no card goes on a base card in a column. Move it up.")
_BURIED = message("Two cards of that rank are buried in the reserve: the foundations would wait long for them.")
_NO_FOUR = message("No four is buried, either; but a six frees the seven of clubs at once.")
_SIXES = ("t5", "t9")

BASE = Scene(
    _opening,
    (
        Step(
            message(
                "All 104 cards go up to eight foundations, which all start with the same rank: choose it among "
                "four cards. The seven of clubs is on top of the reserve, so a six is good."
            ),
            ("b 1", *_to_any("t1")),
            (
                *((text, _NO_FOUR) for text in _to_any("t2")),
                *((text, _BURIED) for place in ("t3", "t4") for text in _to_any(place)),
            ),
            message("You could, but look at the reserve first: which card takes its seven of clubs?"),
        ),
        Step(
            message(
                "The six of diamonds is on a foundation, every column has a card, and one was turned to the "
                "waste. Now look at another game that began with this six."
            ),
        ),
    ),
)

PLAY = Scene(
    _begun,
    (
        Step(
            message(
                "Foundations build up in alternating colours: the black seven goes on the red six. Reserve "
                "cards can go to foundations only, so use every chance."
            ),
            _to_any("r"),
            (("up", message("That moves several cards at once. Let us go one by one.")),),
            message("You could, but first look at the reserve: it decides the game."),
        ),
        Step(
            message("The sixes in columns 5 and 9 have the base rank: each begins another foundation."),
            tuple(text for place in _SIXES for text in _to_any(place)),
            (("t5 t3", _NOT_ON_A_COLUMN), ("t9 t3", _NOT_ON_A_COLUMN)),
            message("Later. Play the sixes in columns 5 and 9 first."),
        ),
        Step(
            message("Now the other one."),
            tuple(text for place in reversed(_SIXES) for text in _to_any(place)),
            (("t5 t3", _NOT_ON_A_COLUMN), ("t9 t3", _NOT_ON_A_COLUMN)),
            message("Later. Play the other six first."),
        ),
        Step(
            message("The card on the waste is a six, too: send it up."),
            _to_any("w"),
            (),
            message("You could, but every six on a foundation makes room. Play the one on the waste first."),
        ),
        Step(
            message(
                "The waste was empty, so a card was turned by itself; and because two columns are empty, the stock is "
                "locked until you use that card. Only the waste fills empty columns: put the jack into one, or on the "
                "queen."
            ),
            ("w t5", "w t9", "w t2"),
            (),
            message("That is allowed even now. But first unlock the stock: use the waste card."),
        ),
        Step(
            message(
                "That opened the stock and turned a card; as a column is still empty, the stock is locked again. "
                "Columns build down in alternating colours, one card at a time: the black four goes on the red five."
            ),
            ("t1 t4",),
            (),
            message("You could, but let us build in the columns."),
            depends=_building,
        ),
        Step(
            message("The seven of hearts in column 3 is red, and a black six waits for it."),
            _to_any("t3"),
            (),
            message("You could, but look at column 3."),
        ),
        Step(
            message("The eight of clubs, now on top of the reserve, goes on the red seven."),
            _to_any("r"),
            (),
            message("Look at the reserve first."),
        ),
        Step(
            message(
                "Two reserve cards are up already. In a game, type hint when you are stuck, undo to take back, "
                "why to see what blocks you, and rules for the six other games."
            ),
        ),
    ),
    seed=1,
)

LESSON = Lesson(GAME, (BASE, PLAY), OPTIONS)
