"""Input at Pileon: which pile is chosen, what was taken up, and what a key makes of that."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from core.base.message import Argument, Message, counted, message
from core.games.pileon import OVER, PILES, Move, View, fitting, read, text, why_not, why_not_take
from frontends.screens.controls import ENTER, KeyHelp, Pressed

ACROSS = 4
"""Piles in a row, on boards of every size, so that the arrows mean the same on all of them."""

KEYS: tuple[KeyHelp, ...] = (
    ("Arrows", message("choose a pile")),
    ("Tab", message("go to the next useful pile")),
    ("Enter", message("take the cards on top; then drop them on another pile")),
    ("1 2 3 4", message("take that many; without a number, as many as fit")),
    ("Escape", message("put back what you took")),
)
_CHOOSING: tuple[KeyHelp, ...] = (
    ("Arrows", message("choose")),
    ("Enter", message("take")),
    ("Tab", message("next")),
)
_HOLDING: tuple[KeyHelp, ...] = (
    ("Enter", message("drop")),
    ("Tab", message("next place")),
    ("Esc", message("put back")),
    ("1-4", message("how many")),
)
_STUCK: tuple[KeyHelp, ...] = (
    ("b", message("take back")),
    ("R", message("start again")),
    ("n", message("new deal")),
)
_OVER: tuple[KeyHelp, ...] = (("n", message("new deal")),)
_ARROWS = {"left": -1, "right": 1, "up": -ACROSS, "down": ACROSS}


class Choice(Struct, frozen=True, cache_hash=True):
    """The pile that is chosen, and the cards that were taken up. Piles count from 1."""

    at: int = 1
    source: int | None = None
    """The pile from which cards were taken."""
    count: int | None = None
    """How many; None is as many as fit where they go."""


def idle(_view: View) -> Choice:
    """The first pile is chosen, and nothing taken."""
    return Choice()


def settle(choice: Choice, view: View) -> Choice:
    """Nothing is held any more where those cards cannot be moved now."""
    is_loose = choice.source is None or why_not_take(view.piles, choice.source, choice.count or 1) is None
    return choice if is_loose else Choice(choice.at)


def bar(choice: Choice, view: View) -> tuple[KeyHelp, ...]:
    """The keys that matter now."""
    if not view.turn:
        return _OVER
    if choice.source is not None:
        return _HOLDING
    return (*_STUCK, *_CHOOSING) if view.stuck else _CHOOSING


def press(choice: Choice, key: str, view: View) -> Pressed:
    """One key, or a click on the pile of a number."""
    if key in _ARROWS:
        return Pressed(replace(choice, at=_beside(choice.at, key)))
    mouse, _, name = key.partition(" ")
    match mouse or key:
        case "enter" | " ":
            return _take_or_drop(choice, view)
        case "1" | "2" | "3" | "4":
            return _take(choice, view, choice.source or choice.at, int(key))
        case "tab":
            return Pressed(replace(choice, at=_next_useful(choice, view)))
        case "escape" | "backspace":
            return Pressed(Choice(choice.at), known=choice.source is not None)
        case "home" | "end":
            return Pressed(replace(choice, at=1 if key == "home" else PILES))
        case "click":
            return _click(choice, view, name)
        case "double":
            return _double_click(choice, view, name)
        case _:
            return Pressed(choice, known=False)


def _beside(at: int, key: str) -> int:
    """The pile in the direction of an arrow, or the same one at the edge."""
    to = at + _ARROWS[key]
    if key in ("up", "down"):
        return min(PILES, to) if 1 <= to <= PILES + 1 else at
    return to if (to - 1) // ACROSS == (at - 1) // ACROSS and to <= PILES else at


def _take_or_drop(choice: Choice, view: View) -> Pressed:
    if choice.source is None:
        return _take(choice, view, choice.at, None)
    if choice.source == choice.at:
        return Pressed(Choice(choice.at))
    return _drop(choice, view)


def _drop(choice: Choice, view: View) -> Pressed:
    """Move what was taken to the chosen pile, or say why it does not go there."""
    source, target = choice.source or 0, choice.at
    most = fitting(view.piles, source, target)
    move = Move(source, target, choice.count or max(1, most))
    objection = why_not(view.piles, move)
    if 0 < most < move.count:  # what the rules say of that tells what to type, which is no help where keys choose
        objection = counted(
            "Pile {number} has room for only one more card.",
            "Pile {number} has room for only {n} more cards.",
            most,
            number=target,
        )
    if objection:
        return Pressed(choice, message=objection, bell=True)
    return Pressed(Choice(target), move=text(move))


def _take(choice: Choice, view: View, source: int, count: int | None) -> Pressed:
    """Take cards up, or say why not."""
    objection: Message | None
    if not view.turn:
        objection = OVER
    elif view.seat not in view.turn:
        objection = message("You are only watching.")
    else:
        objection = why_not_take(view.piles, source, count or 1)
    if objection:
        return Pressed(choice, message=objection, bell=True)
    return Pressed(Choice(choice.at, source, count))


def _click(choice: Choice, view: View, name: str) -> Pressed:
    """Take the cards of that pile, or drop there what was taken; anywhere else it is put back."""
    if not _is_pile(name):
        return Pressed(Choice(choice.at))
    pressed = _take_or_drop(replace(choice, at=int(name)), view)
    if pressed.message is None or choice.source is None:
        return pressed
    return replace(pressed, input=Choice(int(name)))


def drag(choice: Choice, source: str, target: str, view: View) -> Pressed:
    """Bring the cards on top of one pile to another: as many as were taken there, else as many as fit."""
    if not (_is_pile(source) and _is_pile(target)):
        return Pressed(Choice(choice.at))
    number = int(source)
    taken = _take(Choice(number), view, number, choice.count if choice.source == number else None)
    return taken if taken.message else _click(taken.input, view, target)


def _double_click(choice: Choice, view: View, name: str) -> Pressed:
    """Bring the cards that the first click took to where the most of them fit onto their like, or put them back.

    Where the first click dropped cards the second one does nothing.
    """
    if not _is_pile(name) or choice.source != int(name):
        return Pressed(choice)
    source = int(name)
    best = max(takers(view, source), key=lambda target: fitting(view.piles, source, target), default=source)
    return _take_or_drop(replace(choice, at=best), view)


def strokes(view: View, typed: str) -> Message:
    """What to press for a move."""
    move = read(view, typed)
    take: Argument = ENTER if move.count == fitting(view.piles, move.source, move.target) else str(move.count)
    said = message("Go to pile {source}, press {take}, go to pile {target}, press Enter.")
    return said.filled(source=move.source, take=take, target=move.target)


def _is_pile(name: str) -> bool:
    return name.isascii() and name.isdigit() and 1 <= int(name) <= PILES


def _next_useful(choice: Choice, view: View) -> int:
    """The next pile that takes what is held; or one whose cards go onto their like, or at least to an empty pile."""
    order = [(choice.at + step - 1) % PILES + 1 for step in range(1, PILES + 1)]
    if choice.source is not None:
        return next((number for number in order if takes(view, choice, number)), choice.at)
    candidates = (number for spaces in (False, True) for number in order if any(takers(view, number, spaces)))
    return next(candidates, choice.at)


def takes(view: View, choice: Choice, number: int) -> int:
    """How many of the held cards a pile takes; 0 when it takes none, or not as many as were asked for."""
    if choice.source is None:
        return 0
    most = fitting(view.piles, choice.source, number)
    return (choice.count or most) if most >= (choice.count or 1) else 0


def takers(view: View, number: int, spaces: bool = False) -> Iterator[int]:
    """The piles with cards on which the top of a pile fits; or the empty ones to which it can go."""
    others = (other for other, pile in enumerate(view.piles, 1) if spaces is not bool(pile))
    return (other for other in others if fitting(view.piles, number, other))
