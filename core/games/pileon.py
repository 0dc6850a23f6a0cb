"""Pileon: fifteen piles, all cards open, bring the four cards of every rank together.

The rules are those of AisleRiot's game of this name. Piles are numbered 1 to 15 here as for the player; a
pile is written bottom card first, its last card is the one in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from core.cards import PACK, RANK_NAMES, name, rank
from core.chance import Dice
from core.game import Game, Options, Outcome, Play, Refused, Takeback, plain

PILES = 15
FULL = 4
"""Cards that a pile can hold, and cards of one rank."""
DEALT_PILES = 13

Piles = tuple[tuple[str, ...], ...]


@attrs.frozen
class Dealt:
    """Four cards at a time lie on piles 1 to 13; piles 14 and 15 are empty."""

    cards: tuple[str, ...]
    """In the order in which they left the pack."""


@attrs.frozen
class Moved:
    """Cards of one rank went from the top of a pile to another pile."""

    source: int
    target: int
    cards: tuple[str, ...]
    completes: bool
    """Whether the target now holds all four of the rank, and is frozen."""


Event = Dealt | Moved


@attrs.frozen
class Move:
    """Take so many cards from the top of one pile to another."""

    source: int
    target: int
    count: int


@attrs.frozen
class State:
    """All there is: what lies where. A pile is frozen exactly when it holds four cards of one rank."""

    piles: Piles = ()
    """Fifteen, once the cards are dealt."""


@attrs.frozen
class View:
    """Everything lies open, so all viewers see the same."""

    seat: int | None
    turn: tuple[int, ...]
    piles: Piles
    score: int
    stuck: bool
    """Lost unless moves are taken back: no move can lead to anything."""


def start(_options: Options) -> State:
    """An empty table."""
    return State()


def begin(_options: Options, dice: Dice) -> tuple[Event, ...]:
    """Shuffle and deal."""
    return (Dealt(dice.shuffled(PACK)),)


def decide(state: State, play: Play) -> tuple[Event, ...]:
    """Move the cards, or say why they do not go there."""
    move: Move = play.move
    if objection := why_not(state.piles, move):
        raise Refused(objection)
    source, target = state.piles[move.source - 1], state.piles[move.target - 1]
    cards = source[-move.count :]
    return (Moved(move.source, move.target, cards, completes=is_frozen(target + cards)),)


def evolve(state: State, event: Event) -> State:
    """What lies where after it."""
    match event:
        case Dealt(cards):
            dealt = tuple(cards[4 * i : 4 * i + 4] for i in range(DEALT_PILES))
            return State(dealt + ((),) * (PILES - DEALT_PILES))
        case Moved(source, target, cards):
            piles = list(state.piles)
            piles[source - 1] = piles[source - 1][: -len(cards)]
            piles[target - 1] += cards
            return State(tuple(piles))


def view(state: State, seat: int | None) -> View:
    """The piles, for anybody; only the player has the turn."""
    won = _won(state.piles)
    return View(
        seat=seat,
        turn=(0,) if state.piles and not won else (),
        piles=state.piles,
        score=FULL * sum(map(is_frozen, state.piles)),
        stuck=bool(state.piles) and not won and _proposal(state.piles) is None,
    )


def moves(view: View) -> Mapping[str, Move]:
    """Every legal move; any part of a run counts as one."""
    if view.seat not in view.turn:
        return {}
    return {text(move): move for move in _legal(view.piles)}


def read(view: View, typed: str) -> Move:
    """Two or three numbers; without the third, as many cards of the run as fit."""
    words = plain(typed).split()
    if len(words) not in (2, 3) or not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise Refused(f'"{plain(typed)[:40]}" is not a move; type from which pile to which pile, such as 3 14.')
    source, target, *count = map(int, words)
    if not (1 <= source <= PILES and 1 <= target <= PILES):
        raise Refused(f"Piles are numbered 1 to {PILES}.")
    return Move(source, target, count[0] if count else max(1, fitting(view.piles, source, target)))


def tell(event: Event, _seat: int | None) -> str:
    """What was moved where."""
    match event:
        case Dealt():
            return "The cards are dealt."
        case Moved(source, target, cards, completes):
            number = (f"The {name(cards[0])}", f"Two {plural(cards[0])}", f"Three {plural(cards[0])}")
            sentence = f"{number[len(cards) - 1]} from pile {source} to pile {target}"
            return sentence + (f": all four {plural(cards[0])}, frozen." if completes else ".")


def outcome(state: State) -> Outcome | None:
    """A win, once every pile is frozen or empty. A stuck game is not over: moves can be taken back."""
    return Outcome((0,), "All thirteen ranks are together: 52 points, won.") if _won(state.piles) else None


def hint(view: View) -> str | None:
    """The move that AisleRiot would propose, and what speaks for it."""
    proposal = _proposal(view.piles) if view.turn else None
    if proposal is None:
        return None
    source, target = proposal
    if view.piles[target - 1]:
        return f"Move {_onto(view.piles, source, target)}: {_gain(view.piles[source - 1], source)}."
    also = _proposal(view.piles, spaces=False)
    tip = f"pile {target} is empty and takes any card" + (f", or {_onto(view.piles, *also)}" if also else "")
    return f"Move something onto an empty slot: {tip}."


def text(move: Move) -> str:
    """A move as it is typed in full."""
    return f"{move.source} {move.target} {move.count}"


def plural(card: str) -> str:
    """The rank of a card, of which there are several: "sixes"."""
    word = RANK_NAMES[rank(card) - 1]
    return word + ("es" if word == "six" else "s")


def run(pile: tuple[str, ...]) -> int:
    """How many cards from the top have the same rank; 0 for an empty pile."""
    count = 0
    while count < len(pile) and pile[-1 - count][0] == pile[-1][0]:
        count += 1
    return count


def is_frozen(pile: tuple[str, ...]) -> bool:
    """Whether all four of a rank are together; then nothing leaves the pile any more."""
    return run(pile) == FULL


def fitting(piles: Piles, source: int, target: int) -> int:
    """How many cards at most may go from one pile to the other; 0 when none may."""
    giver, taker = piles[source - 1], piles[target - 1]
    if source == target or not giver or is_frozen(giver) or (taker and taker[-1][0] != giver[-1][0]):
        return 0
    return min(run(giver), FULL - len(taker))


def why_not(piles: Piles, move: Move) -> str:
    """Why the rules forbid a move, in one sentence; empty when they allow it."""
    if not piles or _won(piles):
        return "This game is over; deal a new one."
    if 1 <= move.count <= fitting(piles, move.source, move.target):
        return ""
    return (
        why_not_take(piles, move.source, move.count)
        or ("Choose another pile to move the cards to." if move.source == move.target else "")
        or _target_objection(piles, move)
    )


def why_not_take(piles: Piles, number: int, count: int) -> str:
    """Why so many cards cannot be taken off a pile; empty when they can."""
    pile = piles[number - 1]
    if not pile:
        return f"Pile {number} is empty; take cards from another one."
    if is_frozen(pile):
        return f"Pile {number} is frozen; its {plural(pile[-1])} stay where they are."
    if count < 1:
        return "Move one card at least."
    if count > run(pile):
        equal = "only the top card" if run(pile) == 1 else f"only the top {run(pile)} cards"
        return f"Of pile {number} {equal} can be moved."
    return ""


def _target_objection(piles: Piles, move: Move) -> str:
    pile, number = piles[move.target - 1], move.target
    card = piles[move.source - 1][-1]
    if is_frozen(pile):
        return f"Pile {number} is frozen and takes no cards."
    if pile and pile[-1][0] != card[0]:
        return f"The {name(card)} does not go onto the {name(pile[-1])}; it needs an equal rank or an empty pile."
    if len(pile) == FULL:
        return f"Pile {number} is full; a pile holds four cards."
    left = FULL - len(pile)
    return f"Pile {number} has room for only {left} more ({move.source} {number} {left})."


def _legal(piles: Piles) -> Iterator[Move]:
    for source in range(1, PILES + 1):
        for target in range(1, PILES + 1):
            for count in range(1, fitting(piles, source, target) + 1):
                yield Move(source, target, count)


def _won(piles: Piles) -> bool:
    return bool(piles) and all(is_frozen(pile) for pile in piles if pile)


def _proposal(piles: Piles, spaces: bool = True) -> tuple[int, int] | None:
    """Source and target of the hint, in AisleRiot's order of search; None means that nothing helps.

    Without spaces the search passes over the empty piles, which AisleRiot never does.
    """
    for source in range(1, PILES + 1):
        if (target := _target_for(piles, source, spaces)) is not None:
            return source, target
    return None


def _target_for(piles: Piles, source: int, spaces: bool) -> int | None:
    """An empty pile wherever the search meets one, or where the last cards go that must leave."""
    pile = piles[source - 1]
    if not pile:
        return source if spaces else None
    need = 1 if run(pile) == len(pile) else run(pile)
    for target, taker in enumerate(piles, 1):
        if target == source or not (taker or spaces):
            continue
        if not taker:
            return target
        if len(taker) < FULL and taker[-1][0] == pile[-1][0]:
            if need <= FULL - len(taker):
                return target
            need -= FULL - len(taker)
    return None


def _onto(piles: Piles, source: int, target: int) -> str:
    card, onto = piles[source - 1][-1], piles[target - 1][-1]
    return f"the {name(card)} onto the {name(onto)} ({source} {target})"


def _gain(pile: tuple[str, ...], number: int) -> str:
    """What it is good for to take away the cards on top of a pile."""
    below = pile[: -run(pile)]
    if below:
        return f"without its {plural(pile[-1])} pile {number} shows the {name(below[-1])}"
    return f"without its {plural(pile[-1])} pile {number} is empty"


GAME = Game(
    name="pileon",
    title="Pileon",
    rules=1,
    seats=1,
    events={"dealt": Dealt, "moved": Moved},
    start=start,
    begin=begin,
    decide=decide,
    evolve=evolve,
    view=view,
    moves=moves,
    read=read,
    tell=tell,
    outcome=outcome,
    notation=(
        "3 14     from pile 3 to pile 14: as many cards of equal rank as fit\n"
        "3 14 2   from pile 3 to pile 14: two cards\n"
        "Cards go onto a card of equal rank or an empty pile; a pile holds four.\n"
        "Four of one rank on a pile are frozen and count 4 points; 52 points win."
    ),
    takeback=Takeback.FREE,
    numbered=True,
    hint=hint,
)
