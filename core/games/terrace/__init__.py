"""Terrace in seven variants: two packs, a reserve that only the foundations take, and a stock that may lock.

The rules are those of AisleRiot 3.22 without its slips: only the top card of the reserve is in play, cards on
foundations stay there, a new game starts unlocked, and turning the waste over does not lock the stock. After the
redeal the first card waits to be turned by the player, as it does there.
"""

import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from core.base.cards import PACK
from core.base.chance import SEED_BYTES, Dice
from core.base.game import (
    EVERYONE,
    Game,
    Hint,
    Option,
    Options,
    Outcome,
    Play,
    Refused,
    Seat,
    Viewer,
    evolved_once,
)
from core.base.message import Message, in_context, message
from core.base.text import plain, quoted
from core.games.terrace import allowed
from core.games.terrace.board import (
    CANDIDATES,
    COLUMNS,
    FOUNDATIONS,
    FULL,
    RANK,
    VARIANTS,
    Open,
    Pile,
    State,
    Variant,
    View,
    check,
    pile,
    put,
    taken,
)
from core.games.terrace.events import BaseSet, Dealt, Event, Filled, Locked, Moved, Redealt, Turned, Unlocked
from core.games.terrace.telling import reveal, tell


class Carry(Struct, frozen=True):
    """Move the top card of a place to another; the target f, without a number, is for a card that none takes."""

    source: str
    target: str


class Deal(Struct, frozen=True):
    """Turn a card of the stock, or turn the waste over."""


class Up(Struct, frozen=True):
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
        raise Refused("You have won: open a new game to play on.")
    move: Move = play.move
    match move:
        case Deal():
            if why := allowed.closed(state, len(state.stock)):
                raise Refused(why)
            return _deal(state)
        case Carry(source, target):
            if why := allowed.objection(state, source, target):
                raise Refused(why)
            return _carry(state, source, target)
        case Up():
            if not (events := _up(state)):
                raise Refused("No card can safely go up; name the one you want, as in t3 f.")
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
        events += (BaseSet(RANK[card]), *_fillings(GAME.fold(state, events), "s"))
    after = GAME.fold(state, events)
    if after.locked and (source == "w" or () not in after.columns):
        events += (Unlocked(),)
    events += _fillings(after, state.rules.fill)
    after = GAME.fold(state, events)
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
        state, events = GAME.fold(state, more), events + more
    return events


@evolved_once
def evolve(state: State, event: Event) -> State:
    """Fold one event in. Raises ValueError for what cannot have happened."""
    match event:
        case Dealt(reserve, first, columns, stock):
            if state.reserve or state.stock or len(columns) > len(state.columns):
                raise ValueError("this cannot have been dealt here")
            laid = tuple((card,) for card in columns) + state.columns[len(columns) :]
            foundations = ((first,) if first else (), *state.foundations[1:])
            return replace(state, reserve=reserve, foundations=foundations, columns=laid, stock=stock)
        case BaseSet(base):
            return replace(state, base=base)
        case Moved(card, source, target, onto):
            return put(taken(state, source, card), target, card, onto)
        case Filled(card, source, target):
            return put(taken(state, source, card), target, card, onto="")
        case Turned(card):
            return replace(taken(state, "s", card), waste=(*state.waste, card))
        case Redealt():
            if state.stock:
                raise ValueError("the waste cannot be turned over onto a stock")
            return replace(state, stock=state.waste[::-1], waste=(), redeals=state.redeals + 1)
        case Locked():
            return replace(state, locked=True)
        case Unlocked():
            return replace(state, locked=False)


def view(state: State, viewer: Viewer) -> View:
    """Everything but the order of the stock."""
    playing = turn(state)
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
        stuck=bool(playing) and allowed.is_stuck(state, len(state.stock)),
        seat=viewer.number,
        turn=playing,
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


def sight(state: State, seat: Seat) -> Open:
    """What lies open; the stock is of no use to read a move."""
    return state


def read(view: Open, text: str) -> Move:
    """A typed text as a move. Numbers alone are columns; a column or w alone means from there to a foundation."""
    text = plain(text)
    if text in _DEALS:
        return Deal()
    if text == "up":
        return Up()
    if base := _BASE.fullmatch(text):
        if view.base:
            raise Refused("You have chosen the base card already; type a move like t3 f, w t4 or d.")
        return _to(view, f"t{base['column']}", "f")
    if rise := _RISE.fullmatch(text):
        return _to(view, _place(rise["source"]), "f")
    if not (carry := _CARRY.fullmatch(text)):
        raise Refused('"{typed}" is not a move; type one like t3 f, w t4 or d.', typed=quoted(text))
    return _to(view, _place(carry["source"]), _place(carry["target"]))


def _place(text: str) -> str:
    return f"t{text}" if text.isdigit() else text


def _to(view: Open, source: str, target: str) -> Move:
    if "f9" in (source, target):
        raise Refused("The foundations are f1 to f8.")
    if target == "f" and source in allowed.sources(view):
        return Carry(source, allowed.foundation(view, source) or "f")
    return Carry(source, target)


def outcome(state: State) -> Outcome | None:
    """A game ends only by being won: one that is stuck can still be taken back."""
    return Outcome("complete", (0,)) if state.score == FULL else None


def conclude(outcome: Outcome, seat: int | None = None) -> Message:
    """A game ends only by being won."""
    return message("All 104 cards are on the foundations.")


def redeal(state: State, viewer: Viewer, dice: Dice) -> State:
    """The stock in another order, unless its order was seen when the waste was turned over."""
    if viewer is EVERYONE or state.redeals:
        return state
    return replace(state, stock=dice.shuffled(state.stock))


def turn(state: State) -> tuple[int, ...]:
    """The player, until the game is won."""
    return () if state.score == FULL else (0,)


def standing(state: State) -> tuple[int, ...]:
    """How many cards are up."""
    return (state.score,)


def hint(view: View) -> Hint | None:
    """A move and why. While the base card is not chosen there are several, and none is named."""
    proposal = allowed.propose(view, view.stock) if view.turn else None
    if proposal is None:
        return None
    said = message("{move}: {reason}.", move=allowed.sentence(view, proposal), reason=proposal.reason)
    if not proposal.target:
        return Hint(said, "d")
    return Hint(said, f"{proposal.source} {proposal.target}" if proposal.source else "")


NOTATION = message(
    "d            turn a card from the stock; in General's Patience, once, turn the waste over\n"
    "b 3          choose the base card from column 3\n"
    "t3 t5        move the top card of column 3 to column 5; 3 5 for short\n"
    "w t4, w f    move the waste card to column 4, to a foundation; r f: the reserve card\n"
    "t3 f         the first foundation that takes the card; 3 for short, and w alone\n"
    "t3 f2        another foundation that takes it, by its number\n"
    "up           move up all cards that are safe to move up, in one go"
)

GAME = Game(
    name="terrace",
    title="Terrace",
    rules=1,
    seats=1,
    state=State,
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
    sight=sight,
    reveal=reveal,
    tell=tell,
    outcome=outcome,
    conclude=conclude,
    redeal=redeal,
    turn=turn,
    standing=standing,
    notation=NOTATION,
    words=(in_context("typed", "up"), in_context("typed", "deal")),
    options=(Option("variant", tuple(VARIANTS), message("which of the seven games of the Terrace family is played")),),
    draws=(Dealt,),
    hides=True,
    numbered=True,
    check=check,
    hint=hint,
)


NO_DICE = Dice(bytes(SEED_BYTES), GAME.name, 1)
"""Nothing is drawn once the cards are dealt."""


def played(state: State, text: str) -> State:
    """The position after a typed move, with all that follows by itself. Raises: Refused."""
    after: State = GAME.fold(state, GAME.decide_typed(state, 0, text, NO_DICE))
    return after
