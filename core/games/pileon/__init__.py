"""Pileon: fifteen piles, all cards open, bring the four cards of every rank together.

The rules are those of AisleRiot's game of this name. Piles are numbered 1 to 15 here as for the player; a
pile is written bottom card first, its last card is the one in play.
"""

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from core.base.cards import PACK, RANKS, Card, definite, name, plural, require_packs
from core.base.chance import Dice
from core.base.game import Game, Hint, Options, Outcome, Play, Refused, Viewer, as_it_is, evolved_once
from core.base.message import Argument, Message, message
from core.base.text import plain, quoted

PILES = 15
FULL = 4
"""Cards that a pile can hold, and cards of one rank."""
DEALT_PILES = 13
OVER = message("This game is over: deal a new one.")
_CARDS = frozenset(PACK)

Pile = tuple[Card, ...]
Piles = tuple[Pile, ...]
Number = Annotated[int, Meta(ge=1, le=PILES)]
"""Of a pile."""


class Dealt(Struct, frozen=True, gc=False):
    """Four cards at a time lie on piles 1 to 13; piles 14 and 15 are empty."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=len(PACK))]
    """In the order in which they left the pack."""

    def __post_init__(self) -> None:
        require_packs(self.cards, 1)


class Moved(Struct, frozen=True, gc=False):
    """Cards of one rank went from the top of a pile to another pile."""

    source: Number
    target: Number
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=FULL - 1)]
    completes: bool
    """Whether the target now holds all four of the rank, and is frozen."""


Event = Dealt | Moved


class Move(Struct, frozen=True, gc=False):
    """Take so many cards from the top of one pile to another."""

    source: int
    target: int
    count: int


class State(Struct, frozen=True, gc=False):
    """All there is: what lies where. A pile is frozen exactly when it holds four cards of one rank."""

    piles: Piles = ()
    """Fifteen, once the cards are dealt."""


class View(Struct, frozen=True, gc=False):
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


@evolved_once
def evolve(state: State, event: Event) -> State:
    """What lies where after it. Raises ValueError for what cannot have happened."""
    match event:
        case Dealt(cards):
            dealt = [cards[first : first + FULL] for first in range(0, FULL * DEALT_PILES, FULL)]
            return State((*dealt, *((),) * (PILES - DEALT_PILES)))
        case Moved(source, target, cards):
            piles = list(state.piles)
            if piles[source - 1][-len(cards) :] != cards or len(piles[target - 1]) + len(cards) > FULL:
                raise ValueError("these cards cannot have been moved there")
            piles[source - 1] = piles[source - 1][: -len(cards)]
            piles[target - 1] += cards
            return State(tuple(piles))


def check(state: State) -> None:
    """Raises ValueError for what is no position of Pileon."""
    sizes = tuple(map(len, state.piles))
    if len(sizes) not in (0, PILES) or max(sizes, default=0) > FULL or not set().union(*state.piles) <= _CARDS:
        raise ValueError("this is not a position of Pileon")


def view(state: State, viewer: Viewer) -> View:
    """The piles, for anybody; only the player has the turn."""
    playing = turn(state)
    return View(
        seat=viewer.number,
        turn=playing,
        piles=state.piles,
        score=standing(state)[0],
        stuck=bool(playing) and _is_stuck(state.piles),
    )


def moves(view: View) -> Mapping[str, Move]:
    """Every legal move; any part of a run counts as one."""
    if view.seat not in view.turn:
        return {}
    found: dict[str, Move] = {}
    takers: dict[str, list[tuple[int, int]]] = {}
    spaces = [(number, FULL) for number, pile in enumerate(view.piles, 1) if not pile]
    givers = [(number, pile[-1][0], run(pile)) for number, pile in enumerate(view.piles, 1) if pile]
    for number, rank, _ in givers:
        if room := FULL - len(view.piles[number - 1]):
            takers.setdefault(rank, [*spaces]).append((number, room))
    for source, rank, most in givers:
        for target, room in sorted(takers.get(rank, spaces)) if most < FULL else ():
            if target != source:
                found |= _UP_TO[source, target][min(most, room)]
    return found


_TYPED = re.compile(r"([0-9]{1,3}) ([0-9]{1,3})(?: ([0-9]{1,3}))?")


def read(view: View | State, typed: str) -> Move:
    """Two or three numbers; without the third, as many cards of the run as fit."""
    if not (found := _TYPED.fullmatch(plain(typed))):
        raise Refused('"{typed}" is not a move; type two piles, from and to, such as 3 14.', typed=quoted(typed))
    source, target, count = int(found[1]), int(found[2]), found[3]
    if not (1 <= source <= PILES and 1 <= target <= PILES):
        raise Refused("Choose piles from 1 to {count}.", count=PILES)
    return Move(source, target, int(count) if count else max(1, fitting(view.piles, source, target)))


def tell(fact: Event, viewer: Viewer) -> Message:
    """What was moved where."""
    match fact:
        case Dealt():
            return message("The cards are dealt.")
        case Moved(source, target, cards, completes):
            moved: dict[str, Argument] = {"cards": some(cards), "source": source, "target": target}
            if completes:
                told = message("{cards} from pile {source} to pile {target}: all four {ranks}, frozen.")
                return told.filled(**moved, ranks=plural(cards[0]))
            return message("{cards} from pile {source} to pile {target}.", **moved)


def some(cards: tuple[Card, ...]) -> Message:
    """One to three cards of a rank, at the beginning of a sentence."""
    if len(cards) == 1:
        return message("The {card}", card=name(cards[0]))
    several = message("Two {ranks}") if len(cards) == 2 else message("Three {ranks}")
    return several.filled(ranks=plural(cards[0]))


def outcome(state: State) -> Outcome | None:
    """A win, once every pile is frozen or empty. A stuck game is not over: moves can be taken back."""
    return Outcome("together", (0,)) if _won(state.piles) else None


def conclude(outcome: Outcome, seat: int | None = None) -> Message:
    """A game ends only by being won."""
    return message("All thirteen ranks are together: you win with 52 points.")


def turn(state: State) -> tuple[int, ...]:
    """The player, until the game is won."""
    return (0,) if state.piles and not _won(state.piles) else ()


def standing(state: State) -> tuple[int, ...]:
    """The points."""
    return (FULL * sum(map(is_frozen, state.piles)),)


def hint(view: View) -> Hint | None:
    """The move that AisleRiot would propose, and what speaks for it."""
    proposal = _proposal(view.piles) if view.turn else None
    if proposal is None:
        return None
    source, target = proposal
    if view.piles[target - 1]:
        onto, gain = _onto(view.piles, source, target), _gain(view.piles[source - 1], source)
        return Hint(message("Move {onto}: {gain}.", onto=onto, gain=gain), f"{source} {target}")
    also = _proposal(view.piles, spaces=False)
    if also is None:
        return Hint(message("Move a card to pile {target}: it is empty and takes any card.", target=target))
    said = message("Move a card to pile {target}: it is empty and takes any card. Or move {onto}.")
    return Hint(said.filled(target=target, onto=_onto(view.piles, *also)))


def text(move: Move) -> str:
    """A move as it is typed in full."""
    return f"{move.source} {move.target} {move.count}"


def _up_to(source: int, target: int) -> tuple[Mapping[str, Move], ...]:
    made = [Move(source, target, count) for count in range(1, FULL)]
    return tuple({text(move): move for move in made[:most]} for most in range(FULL))


_UP_TO = {(source, target): _up_to(source, target) for source in range(1, PILES + 1) for target in range(1, PILES + 1)}
"""By the two piles, the moves of at most so many cards: made once, as most of the time for `moves` went into it."""


def run(pile: Pile) -> int:
    """How many cards from the top have the same rank; 0 for an empty pile."""
    if len(pile) < 2 or pile[-2][0] != pile[-1][0]:  # Most piles, and each is asked in every position.
        return len(pile[-1:])
    count = 2
    while count < len(pile) and pile[-1 - count][0] == pile[-1][0]:
        count += 1
    return count


def is_frozen(pile: Pile) -> bool:
    """Whether all four of a rank are together; then nothing leaves the pile any more."""
    return len(pile) == FULL and pile[0][0] == pile[-1][0] and run(pile) == FULL


def tops(piles: Piles) -> dict[str, list[int]]:
    """By rank, the piles that show it on top; without those that are frozen."""
    found: dict[str, list[int]] = {}
    for number, pile in enumerate(piles, 1):
        if pile and not is_frozen(pile):
            found.setdefault(pile[-1][0], []).append(number)
    return found


def fitting(piles: Piles, source: int, target: int) -> int:
    """How many cards at most may go from one pile to the other; 0 when none may."""
    giver, taker = piles[source - 1], piles[target - 1]
    if source == target or not giver or is_frozen(giver) or (taker and taker[-1][0] != giver[-1][0]):
        return 0
    return min(run(giver), FULL - len(taker))


def why_not(piles: Piles, move: Move) -> Message | None:
    """Why the rules forbid a move; None when they allow it."""
    if not piles or _won(piles):
        return OVER
    if 1 <= move.count <= fitting(piles, move.source, move.target):
        return None
    if refusal := why_not_take(piles, move.source, move.count):
        return refusal
    if move.source == move.target:
        return message("Choose another pile to move the cards to.")
    return _target_objection(piles, move)


def why_not_take(piles: Piles, number: int, count: int) -> Message | None:
    """Why so many cards cannot be taken off a pile; None when they can."""
    pile = piles[number - 1]
    if not pile:
        return message("Pile {number} is empty: take cards from another one.", number=number)
    if is_frozen(pile):
        return message("Pile {number} is frozen: its {ranks} cannot be moved.", number=number, ranks=plural(pile[-1]))
    if count < 1:
        return message("Move at least one card.")
    if count > run(pile) == 1:
        return message("You can move only the top card of pile {number}.", number=number)
    if count > run(pile):
        return message("You can move only the top {count} cards of pile {number}.", number=number, count=run(pile))
    return None


def _target_objection(piles: Piles, move: Move) -> Message:
    pile, number, card = piles[move.target - 1], move.target, piles[move.source - 1][-1]
    if is_frozen(pile):
        return message("Pile {number} is frozen and takes no more cards.", number=number)
    if pile and pile[-1][0] != card[0]:
        why = message("You cannot move {card} onto {onto}: choose the same rank or an empty pile.")
        return why.filled(card=definite(card), onto=definite(pile[-1]))
    if len(pile) == FULL:
        return message("Pile {number} is full: it has four cards already.", number=number)
    why = message("Pile {number} has room for only {left} more: type {source} {number} {left}")
    return why.filled(number=number, left=FULL - len(pile), source=move.source)


def _won(piles: Piles) -> bool:
    for pile in piles:  # Mostly the first pile says no, and a generator would take longer to be made.
        if pile and not is_frozen(pile):
            return False
    return bool(piles)


def _proposal(piles: Piles, spaces: bool = True) -> tuple[int, int] | None:
    """Source and target of the hint, in AisleRiot's order of search; None means that nothing helps.

    Without spaces the search passes over the empty piles, which AisleRiot never does.
    """
    found = ((source, _target_for(piles, source, spaces)) for source in range(1, PILES + 1))
    return next(((source, target) for source, target in found if target is not None), None)


def _is_stuck(piles: Piles) -> bool:
    """Whether there is no proposal: neither an empty pile, nor room for a run on others of its rank.

    Each view asks this, and to look for the proposal itself takes ten times as long.
    """
    if () in piles:
        return False
    room = dict.fromkeys(RANKS, 0)
    for pile in piles:
        room[pile[-1][0]] += FULL - len(pile)
    for pile in piles:
        left = room[pile[-1][0]] - (FULL - len(pile))
        if left and (left >= (count := run(pile)) or count == len(pile)):
            return False
    return True


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


def _onto(piles: Piles, source: int, target: int) -> Message:
    card, onto = definite(piles[source - 1][-1]), definite(piles[target - 1][-1])
    return message("{card} onto {onto} ({source} {target})", card=card, onto=onto, source=source, target=target)


def _gain(pile: tuple[Card, ...], number: int) -> Message:
    """What it is good for to take away the cards on top of a pile."""
    below, ranks = pile[: -run(pile)], plural(pile[-1])
    if below:
        said = message("without its {ranks}, pile {number} shows {card}")
        return said.filled(ranks=ranks, number=number, card=definite(below[-1]))
    return message("without its {ranks}, pile {number} is empty", ranks=ranks, number=number)


GAME = Game(
    name="pileon",
    title="Pileon",
    rules=1,
    seats=1,
    state=State,
    events={"dealt": Dealt, "moved": Moved},
    start=start,
    begin=begin,
    decide=decide,
    evolve=evolve,
    view=view,
    moves=moves,
    read=read,
    sight=as_it_is,
    reveal=as_it_is,
    tell=tell,
    outcome=outcome,
    conclude=conclude,
    redeal=as_it_is,
    turn=turn,
    standing=standing,
    notation=message(
        "3 14     from pile 3 to pile 14: as many cards of the same rank as fit\n"
        "3 14 2   from pile 3 to pile 14: two cards\n"
        "Cards go onto a card of the same rank or an empty pile; a pile holds four.\n"
        "Four of one rank on a pile are frozen and count 4 points; 52 points win."
    ),
    draws=(Dealt,),
    numbered=True,
    check=check,
    hint=hint,
)
