"""Terrace in seven variants: two packs, a reserve that only the foundations take, and a stock that may lock.

The rules are those of AisleRiot 3.22 without its slips: only the top card of the reserve is in play, cards on
foundations stay there, a new game starts unlocked, and turning the waste over does not lock the stock. After the
redeal the first card waits to be turned by the player, as it does there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from core.cards import PACK, name
from core.chance import Dice
from core.game import Game, Option, Options, Outcome, Play, Refused, Takeback, plain
from core.games.terrace import allowed
from core.games.terrace.board import (
    CANDIDATES,
    COLUMNS,
    FOUNDATIONS,
    FULL,
    RANK,
    VARIANTS,
    Pile,
    State,
    Variant,
    View,
    pile,
    put,
    taken,
)


@attrs.frozen
class Dealt:
    """The cards were laid out."""

    reserve: Pile
    """The card in play last."""
    first: str
    """The card dealt to the first foundation; empty when the player chooses the base."""
    columns: Pile
    """One card for each of the first columns."""
    stock: Pile
    """The card that is turned next stands last."""


@attrs.frozen
class BaseSet:
    """The rank on which all foundations start was settled: 1 for the ace to 13 for the king."""

    rank: int


@attrs.frozen
class Moved:
    """The player moved a card. Places are w, r, f1 to f8, t1 to t9."""

    card: str
    source: str
    target: str
    onto: str
    """The card it came to lie on; empty for an empty place."""


@attrs.frozen
class Filled:
    """A space was filled by itself; the source is r, w or s, the stock."""

    card: str
    source: str
    target: str


@attrs.frozen
class Turned:
    """A card was turned from the stock to the waste."""

    card: str


@attrs.frozen
class Redealt:
    """The waste was turned over to be the stock again."""


@attrs.frozen
class Locked:
    """A card was turned while there was a space: the stock gives no more for now."""


@attrs.frozen
class Unlocked:
    """The waste card was used or the last space was filled: the stock gives again."""


Event = Dealt | BaseSet | Moved | Filled | Turned | Redealt | Locked | Unlocked


@attrs.frozen
class Carry:
    """Move the top card of a place to another; the target f, without a number, is for a card that none takes."""

    source: str
    target: str


@attrs.frozen
class Deal:
    """Turn a card of the stock, or turn the waste over."""


@attrs.frozen
class Up:
    """Move every card that is safe there to the foundations."""


Move = Carry | Deal | Up


def start(options: Options) -> State:
    """The empty table of the chosen variant."""
    variant = options.get("variant", next(iter(VARIANTS)))
    return State(variant, columns=((),) * VARIANTS[variant].columns)


def begin(options: Options, dice: Dice) -> tuple[Event, ...]:
    """Shuffle the two packs and lay out."""
    return lay_out(start(options).rules, dice.shuffled(PACK + PACK))


def lay_out(rules: Variant, order: Pile) -> tuple[Event, ...]:
    """The opening of a deal, given the 104 cards in the order in which they leave the pack."""
    reserve, rest = order[: rules.reserve], order[rules.reserve :]
    if rules.chosen:
        return (Dealt(reserve, "", rest[:CANDIDATES], rest[CANDIDATES:][::-1]),)
    first, columns, rest = rest[0], rest[1 : rules.columns + 1], rest[rules.columns + 1 :]
    return (Dealt(reserve, first, columns, rest[::-1]), BaseSet(RANK[first]), Turned(rest[0]))


def decide(state: State, play: Play) -> tuple[Event, ...]:
    """A deal, one card, or every safe card, with all that follows by itself."""
    if state.score == FULL:
        raise Refused("The game is won; open a new one to play on.")
    move: Move = play.move
    match move:
        case Deal():
            if why := allowed.closed(state, len(state.stock)):
                raise Refused(why)
            return _deal(state)
        case Carry(source, target):
            if why := allowed.objection(state, source, target):
                raise Refused(allowed.worded(why, state, source, target))
            return _carry(state, source, target)
        case Up():
            if not (events := _up(state)):
                raise Refused("No card is safe enough to go up by itself; name the one you want, as in t3 f.")
            return events


def _deal(state: State) -> tuple[Event, ...]:
    """One card, which locks the stock while there is a space; or the redeal, which never does.

    Where spaces are filled by themselves there is none as long as the stock has cards: it is never locked.
    """
    if not state.stock:
        return (Redealt(),)
    return (Turned(state.stock[-1]), *((Locked(),) if () in state.columns else ()))


def _carry(state: State, source: str, target: str) -> tuple[Event, ...]:
    """One card, then what follows, in the programs' order: base and first columns, lock, spaces, empty waste."""
    card, onto = pile(state, source)[-1], pile(state, target)
    events: tuple[Event, ...] = (Moved(card, source, target, onto[-1] if onto else ""),)
    if not state.base:
        events += (BaseSet(RANK[card]), *_fillings(_fold(state, events), "s"))
    after = _fold(state, events)
    if after.locked and (source == "w" or () not in after.columns):
        events += (Unlocked(),)
    events += _fillings(after, state.rules.fill)
    after = _fold(state, events)
    return events if after.waste or allowed.closed(after, len(after.stock)) else events + _deal(after)


def _fillings(state: State, sources: str) -> tuple[Event, ...]:
    """The spaces filled from left to right, each from the first source that has a card left."""
    left = {"r": list(state.reserve), "w": list(state.waste), "s": list(state.stock)}
    events: list[Event] = []
    for place, column in zip(COLUMNS, state.columns, strict=False):
        source = next((source for source in sources if left[source]), None)
        if source and not column:
            events.append(Filled(left[source].pop(), source, place))
    return tuple(events)


def _up(state: State) -> tuple[Event, ...]:
    """One safe card after the other until there is none."""
    events: tuple[Event, ...] = ()
    while step := next(allowed.safe(state, len(state.stock)), None):
        more = _carry(state, *step)
        state, events = _fold(state, more), events + more
    return events


def _fold(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: State, event: Event) -> State:
    """Fold one event in."""
    match event:
        case Dealt(reserve, first, columns, stock):
            laid = tuple((card,) for card in columns) + state.columns[len(columns) :]
            foundations = ((first,) if first else (), *state.foundations[1:])
            return attrs.evolve(state, reserve=reserve, foundations=foundations, columns=laid, stock=stock)
        case BaseSet(base):
            return attrs.evolve(state, base=base)
        case Moved(card, source, target) | Filled(card, source, target):
            return put(taken(state, source), target, card)
        case Turned(card):
            return put(taken(state, "s"), "w", card)
        case Redealt():
            return attrs.evolve(state, stock=state.waste[::-1], waste=(), redeals=state.redeals + 1)
        case Locked():
            return attrs.evolve(state, locked=True)
        case Unlocked():
            return attrs.evolve(state, locked=False)


def view(state: State, seat: int | None) -> View:
    """Everything but the order of the stock."""
    won = state.score == FULL
    return View(
        variant=state.variant,
        waste=state.waste,
        reserve=state.reserve,
        foundations=state.foundations,
        columns=state.columns,
        base=state.base,
        locked=state.locked,
        redeals=state.redeals,
        stock=len(state.stock),
        stuck=not won and allowed.propose(state, len(state.stock)) is None,
        seat=seat,
        turn=() if won else (0,),
    )


def moves(view: View) -> Mapping[str, Move]:
    """Every legal move; `t3 f` names the first foundation that takes the card, `t3 f2` any other that does."""
    if view.seat not in view.turn:
        return {}
    listed: dict[str, Move] = {"up": Up()} if next(allowed.safe(view, view.stock), None) else {}
    for source in allowed.sources(view):
        targets = tuple(allowed.takers(view, source))
        for target in targets:
            usual = target == targets[0] and target in FOUNDATIONS
            listed[f"{source} {'f' if usual else target}"] = Carry(source, target)
    if not allowed.closed(view, view.stock):
        listed["d"] = Deal()
    return listed


_DEALS = ("d", "deal")
_CARRY = re.compile(r"(?P<source>[swr]|[tf]?[1-9]) ?(?P<target>[swrf]|[tf]?[1-9])")
_RISE = re.compile(r"(?P<source>w|t?[1-9])")
_BASE = re.compile(r"b ?(?P<column>[1-9])")


def read(view: View, text: str) -> Move:
    """A typed text as a move. Numbers alone are columns; a column or w alone means from there to a foundation."""
    text = plain(text)
    if text in _DEALS:
        return Deal()
    if text == "up":
        return Up()
    if base := _BASE.fullmatch(text):
        if view.base:
            raise Refused("The base card is chosen already; type one like t3 f, w t4 or d.")
        return _to(view, f"t{base['column']}", "f")
    if rise := _RISE.fullmatch(text):
        return _to(view, _place(rise["source"]), "f")
    if not (carry := _CARRY.fullmatch(text)):
        raise Refused(f'"{text[:40]}" is not a move here; type one like t3 f, w t4 or d.')
    return _to(view, _place(carry["source"]), _place(carry["target"]))


def _place(text: str) -> str:
    return f"t{text}" if text.isdigit() else text


def _to(view: View, source: str, target: str) -> Move:
    if "f9" in (source, target):
        raise Refused("There are eight foundations: f1 to f8.")
    if target == "f" and source in allowed.sources(view):
        return Carry(source, allowed.foundation(view, source) or "f")
    return Carry(source, target)


def tell(event: Event, seat: int | None) -> str:
    """The same sentence for everybody: all but the stock lies open."""
    match event:
        case Dealt(first=first):
            return f"Dealt the {name(first)} to the first foundation." if first else "Dealt; choose the base card."
        case BaseSet(rank):
            return f"The foundations start with {allowed.base_name(rank)}."
        case Moved(card, target=target, onto=onto):
            empty = (
                "onto an empty foundation" if target[0] == "f" else f"into the space in {allowed.place_name(target)}"
            )
            return f"Moved the {name(card)} {f'onto the {name(onto)}' if onto else empty}."
        case Filled(card, source, target):
            return f"The {name(card)} filled {allowed.place_name(target)} from {allowed.place_name(source)}."
        case Turned(card):
            return f"Turned the {name(card)}."
        case Redealt():
            return "Turned the waste over: it is the stock again."
        case Locked():
            return "The stock is locked until the waste card is used."
        case Unlocked():
            return "The stock is open again."


def outcome(state: State) -> Outcome | None:
    """A game ends only by being won: one that is stuck can still be taken back."""
    return Outcome((0,), "All 104 cards are on the foundations.") if state.score == FULL else None


def hint(view: View) -> str | None:
    """A move and why."""
    proposal = None if view.score == FULL else allowed.propose(view, view.stock)
    return f"{allowed.sentence(view, proposal)}: {proposal.reason}." if proposal else None


NOTATION = """\
d            turn a card of the stock; in General's Patience, once, turn the waste over
b 3          choose the base card from column 3
t3 t5        move the top card of column 3 to column 5; 3 5 for short
w t4, w f    move the waste card to column 4, to a foundation; r f: the reserve card
t3 f         the first foundation that takes the card; 3 for short, and w alone
t3 f2        another foundation that takes it, by its number
up           move every card up that can do no harm there, in one go"""

GAME = Game(
    name="terrace",
    title="Terrace",
    rules=1,
    seats=1,
    events={
        "dealt": Dealt,
        "base_set": BaseSet,
        "moved": Moved,
        "filled": Filled,
        "turned": Turned,
        "redealt": Redealt,
        "locked": Locked,
        "unlocked": Unlocked,
    },
    start=start,
    begin=begin,
    decide=decide,
    evolve=evolve,
    view=view,
    moves=moves,
    read=read,
    tell=tell,
    outcome=outcome,
    notation=NOTATION,
    options=(Option("variant", tuple(VARIANTS), "which of the seven games of the Terrace family is played"),),
    takeback=Takeback.FREE,
    numbered=True,
    hint=hint,
)
