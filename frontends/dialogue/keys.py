"""What a key means at a table in screen manner: first to what lies over the board, then to the game, then to all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.table import Move
from frontends.dialogue import demo
from frontends.dialogue.effects import Effects, Refresh, Ring
from frontends.dialogue.stage import fits
from frontends.screens.controls import Pressed, Wish

if TYPE_CHECKING:
    from frontends.dialogue.seat import AtTable


def press_key(room: AtTable, key: str) -> Effects:
    """What follows from a key."""
    if room.pages:
        room.pages = room.pages.after(key, room.talk.look)
        return (Refresh(),)
    if room.demo.is_running:
        return demo.heed(room, key)
    if room.table.outcome and key in _WHEN_OVER:
        return _WHEN_OVER[key](room)
    room.forget_said()
    if not room.table.begun:
        return _press_common(room, key, "The game begins when all seats are taken.")
    if not fits(room.face, room.talk.look):
        return _press_common(room, key, "The board does not fit: L changes to lines of text.")
    pressed = room.face.press(room.hand, key, room.table.view)
    return take(room, pressed) if pressed.known else _press_common(room, key, pressed.message)


def take(room: AtTable, pressed: Pressed) -> Effects:
    """What came of a key to the game's screen: other hands, a message, a wish, a move."""
    before, room.hand, room.note = room.hand, pressed.hand, pressed.message
    effects: Effects = (Ring(),) if pressed.bell else ()
    if pressed.wish is not None:
        return (*effects, *room.wishes.grant(pressed.wish))
    if pressed.move is not None and room.seat is not None:
        return (*effects, *room.redraw(), room.submit(Move(pressed.move), hand=before))
    return (*effects, Refresh())


def _press_common(room: AtTable, key: str, message: str) -> Effects:
    if key in _WISHES:
        return room.wishes.grant(_WISHES[key])
    if key == "T":
        return room.tell_about()
    return room.complain(message or f"{shown(key)} does nothing here; ? shows what the keys do.")


def shown(key: str) -> str:
    """A key as people call it."""
    if key.startswith("c-"):
        return f"Ctrl-{key[2:].upper()}"
    return {" ": "Space"}.get(key, key.capitalize() if len(key) > 1 else key)


_WISHES = {
    "?": Wish.HELP,
    "'": Wish.CHAT,
    "L": Wish.LINES,
    "q": Wish.QUIT,
    "Q": Wish.QUIT,
    "c-c": Wish.QUIT,
    "c-l": Wish.REPAINT,
    "n": Wish.NEW,
    "X": Wish.RESIGN,
    "u": Wish.UNDO,
    "U": Wish.UNDO,
    "y": Wish.REDO,
    "R": Wish.RESTART,
}
_WHEN_OVER: dict[str, Callable[[AtTable], Effects]] = {
    "n": lambda room: room.wishes.new(""),
    "r": lambda room: room.wishes.replay(),
    "q": lambda room: room.quit(),
}
