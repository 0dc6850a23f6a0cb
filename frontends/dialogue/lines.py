"""What a typed line means at a table: a move, or one of the words that every table knows."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from core.game import Refused, plain
from core.table import LONGEST_NAME, Move
from core.words import clean
from frontends.dialogue import demo, wording
from frontends.dialogue.effects import Effects, Refresh, ShowStatistics
from frontends.dialogue.fairness import proof
from frontends.dialogue.lobby import COMMANDS
from frontends.dialogue.wanted import meant
from frontends.screens.controls import Wish

if TYPE_CHECKING:
    from frontends.dialogue.seat import AtTable


def read_line(room: AtTable, text: str) -> Effects:
    """What follows from a line."""
    typed = plain(text)
    if room.demo.is_running:
        return _read_in_demo(room, typed, text)
    if not typed:
        return (Refresh(),)
    if typed in ("n", "no") and "stop" in room.moves():
        return room.wishes.grant(Wish.STOP)
    if room.seat is not None and room.is_my_turn and _objection(room, typed) is None:
        return (room.submit(Move(typed), line=text),)
    try:
        return _read_word(room, text.strip())
    except Refused as refused:
        return room.complain(str(refused))


def _read_in_demo(room: AtTable, typed: str, text: str) -> Effects:
    """While the computer plays, a line changes the speed, or it stops the demonstration and is heeded."""
    heeded = demo.heed(room, typed)
    if not typed or room.demo.is_running:
        return heeded
    # The line may change the manner, so nothing is refreshed before it is carried out.
    return (*(effect for effect in heeded if not isinstance(effect, Refresh)), *read_line(room, text))


def _objection(room: AtTable, typed: str) -> str | None:
    """Why a text is no move at all; None when it is one, be it legal or not."""
    try:
        room.game.read(room.table.view, typed)
    except Refused as refused:
        return str(refused)
    return None


def _read_word(room: AtTable, text: str) -> Effects:
    word, _, rest = text.partition(" ")
    word, rest = word.lower(), rest.strip()
    if text.startswith("'"):
        return room.wishes.say(text[1:].strip())
    if word in WISHES and not rest:
        return room.wishes.grant(WISHES[word])
    if word in WORDS:
        return WORDS[word](room, rest)
    return _complain(room, text)


def _complain(room: AtTable, text: str) -> Effects:
    """The line was neither a word nor a move that can be made now."""
    word = text.partition(" ")[0].lower()
    if word in COMMANDS and room.talk.errand is None:
        return room.complain(f"{word.capitalize()} is for the lobby: quit takes you there.")
    if room.seats and not room.table.outcome:
        objection = _objection(room, plain(text))
        if room.is_my_turn and objection:
            return room.complain(objection)
        if objection is None:
            return room.complain(f"It is not your turn: {wording.whose_turn(room.table)}.")
    near = meant(word, (*WORDS, *WISHES))
    return room.complain(f'"{clean(text, 20)}" is no command here{near}; type ? for those.')


def _list_moves(room: AtTable) -> Effects:
    listed = ", ".join(room.moves())
    sentence = f"You can play: {listed}." if listed else "There is nothing you can play now."
    return room.say("\n".join(textwrap.wrap(sentence, max(20, room.talk.look.columns - 1))))


def _set_look(room: AtTable, **changes: bool) -> Effects:
    """Other colours or characters."""
    adapted = room.talk.adapt(**changes)
    return (adapted, *(room.redraw(repaint=True) if room.talk.on_screen else room.say("It shall be so.")))


def _set_colour(room: AtTable, word: str) -> Effects:
    return _set_look(room, colour=word.lower() not in ("off", "no"))


WORDS: dict[str, Callable[[AtTable, str], Effects]] = {
    "look": lambda room, _: room.look(),
    "l": lambda room, _: room.look(),
    "r": lambda room, _: room.look(),
    "moves": lambda room, _: _list_moves(room),
    "say": lambda room, words: room.wishes.say(words),
    "talk": lambda room, _: room.tell_all(),
    "mark": lambda room, name: room.wishes.mark(name),
    "marks": lambda room, _: room.wishes.marks(),
    "return": lambda room, name: room.wishes.go_back(name),
    "new": lambda room, words: room.wishes.new(words),
    "replay": lambda room, _: room.wishes.replay(),
    "demo": lambda room, word: demo.start(room, word.lower()),
    "stats": lambda room, name: (ShowStatistics(clean(name, LONGEST_NAME)),),
    "fair": lambda room, _: room.read_out(proof(room.table)),
    "table": lambda room, _: room.tell_about(),
    "code": lambda room, _: room.tell_about(),
    "screen": lambda room, _: room.change_manner(screen=True),
    "lines": lambda room, _: room.change_manner(screen=False),
    "ascii": lambda room, _: _set_look(room, utf8=False),
    "utf8": lambda room, _: _set_look(room, utf8=True),
    "colour": _set_colour,
    "color": _set_colour,
}
"""Words that every table knows, some with more after them."""
WISHES = {
    "undo": Wish.UNDO,
    "redo": Wish.REDO,
    "restart": Wish.RESTART,
    "hint": Wish.HINT,
    "save": Wish.SAVE,
    "s": Wish.SAVE,
    "resign": Wish.RESIGN,
    "help": Wish.HELP,
    "?": Wish.HELP,
    "quit": Wish.QUIT,
    "q": Wish.QUIT,
    "winnable": Wish.WINNABLE,
}
"""Words for wishes."""
