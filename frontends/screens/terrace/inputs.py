"""What is chosen at Terrace, and what a key or a click makes of that."""

import attrs
from msgspec.structs import replace

from core.base.message import Message, in_context, message
from core.games.terrace import Carry, Deal, Up, allowed, moves, read
from core.games.terrace.board import COLUMNS, FOUNDATIONS, View, pile
from frontends.screens.controls import ENTER, KeyHelp, Pressed, pressed

_TOP_ROW = ("s", "w", *FOUNDATIONS)
_FRESH_MOST = 6
"""Places that one step can change before it counts as a new deal, in which nothing is marked."""


@attrs.frozen(cache_hash=True)
class InputState:
    """Where the cursor is, and which card is chosen."""

    at: str = "t1"
    across: int = 0
    """Where it was last in a row of several places, counted from 0: it returns there."""
    held: str = ""
    """The place whose card is chosen to be moved; empty while none is."""
    lit: bool = False
    """Whether everything that can move is lit."""
    fresh: tuple[str, ...] = ()
    """The places to which cards came with the last step."""
    shown: View | None = attrs.field(default=None, eq=False, repr=False)
    """The position at the last step. It does not count when two input states are compared, so that everybody who
    sees the same shares one picture."""


def idle(view: View) -> InputState:
    """At the first column, nothing chosen."""
    return InputState(shown=view)


def settle(state: InputState, view: View) -> InputState:
    """Marks where cards came to lie, and gives up a card that can no longer be moved."""
    held = state.held if state.held in movable(view) else ""
    fresh = _arrivals(state.shown, view) if state.shown != view else state.fresh
    return attrs.evolve(state, held=held, lit=False, fresh=fresh, shown=view)


def _arrivals(before: View | None, view: View) -> tuple[str, ...]:
    """The places with a card on top that was not there before; none when nearly all have changed."""
    if before is None or before.variant != view.variant:
        return ()
    fresh = []
    for place in ("w", *FOUNDATIONS, *COLUMNS[: len(view.columns)]):
        was, now = pile(before, place), pile(view, place)
        if was != now and len(now) >= len(was):
            fresh.append(place)
    return tuple(fresh) if len(fresh) <= _FRESH_MOST else ()


def movable(view: View) -> dict[str, tuple[str, ...]]:
    """The places whose card can move, with the places it can move to."""
    found: dict[str, tuple[str, ...]] = {}
    for move in moves(view).values():
        if isinstance(move, Carry):
            found[move.source] = (*found.get(move.source, ()), move.target)
    return found


_LOOKING_ON = message("You are only watching.")
_OVER = message("This game is over: n deals another one.")
_BASE_FIRST = message("Choose the base card first: one of the columns 1 to 4.")
_NOTHING_UP = message("There is no card to send up.")
_NOT_SAFE = message("No card is safe enough to send up; f sends up the one you choose.")


def press(state: InputState, key: str, view: View) -> Pressed:
    """One key or click."""
    action, _, place = key.rpartition(" ") if key != " " else ("", "", "")
    if view.seat not in view.turn:  # a watcher, or the player when the game is won
        if action in ("click", "double") or key in ("enter", " ", "d", "a", "f") or _place(key, view):
            return _refused(state, _LOOKING_ON if view.turn else _OVER)
        return Pressed(state, known=False)
    if action in ("click", "double"):
        return (_click if action == "click" else _double)(state, place, view)
    if place := _place(key, view):
        return _use(_moved(state, place), view)
    match key:
        case "up" | "down" | "left" | "right" | "home" | "end":
            return Pressed(_moved(state, _beside(state, key, view)))
        case "enter" | " ":
            return _use(state, view)
        case "d":
            return _deal(state, view)
        case "a":
            return Pressed(_released(state), move="up") if "up" in moves(view) else _refused(state, _NOT_SAFE)
        case "f":
            return _raise(state, view)
        case "v":
            return Pressed(attrs.evolve(state, held="", lit=not state.lit))
        case "tab":
            return Pressed(_moved(state, _next_useful(state, view)))
        case "escape" | "backspace" if state.held or state.lit:
            return Pressed(_released(state))
        case _:
            return Pressed(state, known=False)


def _place(key: str, view: View) -> str:
    """The place that a key names; empty for other keys."""
    if key in ("0", "r"):
        return "w" if key == "0" else "r"
    return f"t{key}" if f"t{key}" in COLUMNS[: len(view.columns)] else ""


def _released(state: InputState) -> InputState:
    return attrs.evolve(state, held="", lit=False)


def _moved(state: InputState, place: str) -> InputState:
    row = _TOP_ROW if place in _TOP_ROW else COLUMNS
    across = row.index(place) if place in row else state.across
    return attrs.evolve(state, at=place, across=across, lit=False)


def _beside(state: InputState, key: str, view: View) -> str:
    """The place in the direction of an arrow, or the same one at the edge."""
    rows = (_TOP_ROW, ("r",), COLUMNS[: len(view.columns)])
    here = next(number for number, row in enumerate(rows) if state.at in row)
    if key in ("up", "down"):
        row = rows[max(0, here - 1) if key == "up" else min(len(rows) - 1, here + 1)]
        return state.at if state.at in row else row[min(state.across, len(row) - 1)]
    row = rows[here]
    step = {"left": -1, "right": 1, "home": -len(row), "end": len(row)}[key]
    return row[min(len(row) - 1, max(0, row.index(state.at) + step))]


def _next_useful(state: InputState, view: View) -> str:
    """The next place that takes the chosen card; while none is chosen, one whose card can move, or an open stock."""
    able = movable(view)
    stock = () if allowed.closed(view, view.stock) else ("s",)
    useful = able.get(state.held, ()) if state.held else (*able, *stock)
    order = ("r", *COLUMNS, "w", "s", *FOUNDATIONS)
    start = order.index(state.at)
    return next((place for place in (*order[start + 1 :], *order) if place in useful), state.at)


def _use(state: InputState, view: View) -> Pressed:
    """Choose the card under the cursor, or move the chosen one there; chosen twice it goes up."""
    if state.at == "s" and not state.held:
        return _deal(state, view)
    if not state.held:
        return _take(state, view)
    return _raise(state, view) if state.at == state.held else _drop(state, state.at, view)


def _deal(state: InputState, view: View) -> Pressed:
    if why := allowed.closed(view, view.stock):
        return _refused(_released(state), why if view.base else _BASE_FIRST)
    return Pressed(_released(state), move="d")


def _take(state: InputState, view: View) -> Pressed:
    if state.at in FOUNDATIONS:
        return _refused(state, message("Cards on the foundations stay there."))
    if state.at in movable(view):
        return Pressed(attrs.evolve(state, held=state.at, lit=False))
    if not pile(view, state.at):
        return _refused(state, message("There is no card on {place}.", place=allowed.place_name(state.at)))
    if not view.base:
        return _refused(state, _BASE_FIRST)
    return _refused(state, allowed.worded(message("No place takes {card} now."), view, state.at, "f"))


def _raise(state: InputState, view: View) -> Pressed:
    """The chosen card, or else the one under the cursor, to the first foundation that takes it."""
    source = state.held or state.at
    if f"{source} f" in moves(view):
        return Pressed(_released(state), move=f"{source} f")
    if source in ("s", *FOUNDATIONS) or not pile(view, source):
        return _refused(state, _NOTHING_UP)
    why = allowed.worded(message("No foundation takes {card} now."), view, source, "f")
    if state.held:
        return _refused(_released(state), why)
    taken = _take(state, view)
    return taken if taken.message else _refused(state, why)


def _drop(state: InputState, target: str, view: View) -> Pressed:
    """The chosen card to a place; another foundation will do where one does not take it."""
    if not view.base and target not in FOUNDATIONS:
        return _refused(state, message("The base card goes to a foundation."))
    usual = allowed.foundation(view, state.held)
    why = allowed.objection(view, state.held, target)
    if target in FOUNDATIONS and usual and (why or target == usual):
        return Pressed(_released(state), move=f"{state.held} f")
    return _refused(state, why) if why else Pressed(_released(state), move=f"{state.held} {target}")


def _click(state: InputState, place: str, view: View) -> Pressed:
    """Choose a card, move the chosen one, or give it up where it cannot go."""
    if place not in (*_TOP_ROW, "r", *COLUMNS[: len(view.columns)]):
        return Pressed(_released(state))
    there = _moved(state, place)
    if not state.held or place != state.held:
        result = _use(there, view)
        return replace(result, input=_released(result.input)) if state.held else result
    return Pressed(_released(there))


def drag(state: InputState, source: str, target: str, view: View) -> Pressed:
    """Bring the card on top of one place to another."""
    if source in ("s", *FOUNDATIONS) or not target:
        return Pressed(_released(state))
    taken = _take(_moved(_released(state), source), view)
    return taken if taken.message else _click(taken.input, target, view)


def _double(state: InputState, place: str, view: View) -> Pressed:
    """Send a card up, or else choose it."""
    if f"{place} f" in moves(view):
        return Pressed(_released(_moved(state, place)), move=f"{place} f")
    return _click(_released(state), place, view)


def strokes(view: View, typed: str) -> Message:
    """What to press for a move."""
    match read(view, typed):
        case Deal():
            return pressed("d")
        case Up():
            return pressed("a")
        case Carry(source, target) if target in FOUNDATIONS and target != allowed.foundation(view, source):
            return pressed(_KEY_OF.get(source, source[1:]), message("go to that foundation"), ENTER)
        case Carry(source, target):
            return pressed(_KEY_OF.get(source, source[1:]), "f" if target in FOUNDATIONS else target[1:])


_KEY_OF = {"w": "0", "r": "r"}
"""Keys of places that are no columns."""


def _refused(state: InputState, why: Message) -> Pressed:
    return Pressed(state, message=why, bell=True)


KEYS: tuple[KeyHelp, ...] = (
    ("arrows", message("go to another place")),
    ("Tab", message("the next useful place")),
    ("Enter", message("choose the card; then put it elsewhere, or Enter again: up")),
    ("1-9 0 r", message("that column, the waste, the reserve: choose its card, or put one there")),
    ("f", message("this card to the foundations")),
    ("a", message("all safe cards to the foundations")),
    ("d", message("deal a card; once in General's Patience, turn the waste over")),
    ("v", message("show everything that can move")),
    ("Esc", message("put the chosen card back")),
)


def bar(state: InputState, view: View) -> tuple[KeyHelp, ...]:
    """The keys that matter now, the most useful first."""
    if view.seat not in view.turn:
        return ()
    if state.held:
        place = message("send up") if state.at == state.held else message("put it here")
        on_top = in_context("onto the foundations", "up")
        return (
            ("Tab", message("next place")),
            ("Enter", place),
            ("f", on_top),
            ("Esc", message("put back")),
        )
    deal = (("d", message("deal")),) if not allowed.closed(view, view.stock) else ()
    up = (("a", message("all up")),) if "up" in moves(view) else ()
    take = (("Tab", message("next card")), ("Enter", message("take"))) if movable(view) else ()
    return (*take, *deal, *up, ("v", message("what can move")))
