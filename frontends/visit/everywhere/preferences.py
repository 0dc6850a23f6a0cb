"""How a person likes the house to look and to speak: the same words in every room."""

from __future__ import annotations

import attrs

from core.base.game import Refused
from core.base.message import Message, message
from core.sessions.preferences import keep
from frontends.locale.language import LANGUAGES
from frontends.terminal.terminal import Line
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.dialogue import OFF as NO
from frontends.visit.dialogue import ON as YES
from frontends.visit.room import Room
from frontends.visit.text.key_names import TYPE_KEYS
from frontends.visit.text.wording import NO_SINGLE_KEYS

ON, OFF = ("", "on", "yes"), ("off", "no")


async def screen(room: Room, rest: str) -> None:
    """Draw boards in place from now on."""
    visit = room.visit
    if not visit.look.single_keys:
        raise Refused(NO_SINGLE_KEYS)
    if visit.look.reader:
        raise Refused("Boards are drawn for eyes: type reader off first.")
    visit.choose_mode(screen=True)
    await keep(visit.session, "screen", YES)
    if not visit.can_draw:
        raise Refused("The window is too small for boards: make it 40 columns and 20 rows at least.")
    if not visit.on_screen:
        visit.say(message("Boards are drawn in place from now on, with single keys."))


async def lines(room: Room, rest: str) -> None:
    """Scroll text from now on."""
    was_drawn = room.visit.on_screen
    room.visit.choose_mode(screen=False)
    await keep(room.visit.session, "screen", NO)
    if not was_drawn:
        room.visit.say(message("Everything is text from now on, line by line."))


async def reader(room: Room, rest: str) -> None:
    """Speak to a screen reader, or not any more."""
    reader = _switch(rest, "reader")
    visit = room.visit
    visit.change_look(attrs.evolve(visit.look, reader=reader))
    await keep(visit.session, "reader", YES if reader else NO)
    if reader:
        visit.say(message("For a screen reader from now on: what changes is told, board says the rest, ? helps."))
    else:
        visit.say(message("No longer for a screen reader."))


async def ascii(room: Room, rest: str) -> None:
    """Use plain characters only."""
    room.visit.change_look(attrs.evolve(room.visit.look, utf8=False))
    await keep(room.visit.session, "utf8", NO)
    room.visit.say(message("Plain ASCII from now on."))


async def utf8(room: Room, rest: str) -> None:
    """Use all characters."""
    room.visit.change_look(attrs.evolve(room.visit.look, utf8=True))
    await keep(room.visit.session, "utf8", YES)
    room.visit.say(message("UTF-8 from now on: {suits}", suits="♣ ♦ ♥ ♠"))


async def colour(room: Room, rest: str) -> None:
    """With colours or without."""
    on = _switch(rest, "colour")
    room.visit.change_look(attrs.evolve(room.visit.look, colour=on))
    await keep(room.visit.session, "colour", YES if on else NO)
    room.visit.say(message("Colours are on.") if on else message("Colours are off."))


async def language(room: Room, rest: str) -> None:
    """Another language."""
    code = rest.lower()
    if code not in LANGUAGES:
        known = tuple(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise Refused("Type language and one of: {known}.", known=known)
    room.visit.change_look(attrs.evolve(room.visit.look, language=code))
    await keep(room.visit.session, "language", code)
    room.visit.say(message("English from now on.") if code == "en" else message("In your language from now on."))


async def mouse(room: Room, rest: str) -> None:
    """Heed the mouse, or leave it to the terminal."""
    visit = room.visit
    on = _switch(rest, "mouse")
    visit.settings = attrs.evolve(visit.settings, mouse=on)
    if visit.on_screen:
        visit.terminal.use_mouse(on)
    await keep(visit.session, "mouse", YES if on else NO)
    visit.say(message("The mouse plays, too.") if on else message("The mouse is your terminal's own again."))


async def motion(room: Room, rest: str) -> None:
    """Show what happens in one go as a sequence, or at once."""
    visit = room.visit
    on = _switch(rest, "motion")
    visit.settings = attrs.evolve(visit.settings, motion=on)
    await keep(visit.session, "motion", YES if on else NO)
    visit.say(message("What happens in one go is shown step by step.") if on else message("Nothing moves by itself."))


async def bell(room: Room, rest: str) -> None:
    """Ring the bell, or leave it alone."""
    visit = room.visit
    on = _switch(rest, "bell")
    visit.settings = attrs.evolve(visit.settings, bell=on)
    await keep(visit.session, "bell", YES if on else NO)
    visit.say(message("The bell rings.") if on else message("The bell is silent."))


def _switch(rest: str, word: str) -> bool:
    """On or off. Raises: Refused."""
    if rest.lower() not in ON + OFF:
        raise Refused("Type {word} on, or {word} off.", word=word)
    return rest.lower() in ON


def unless_drawn_to(room: Room) -> Message | None:
    """Why boards cannot be drawn."""
    return None if room.visit.look.single_keys else NO_SINGLE_KEYS


async def type_(room: Room, rest: str) -> Destination | None:
    """A line as in line mode, where keys count: not every word has one, and others may ask for an answer in words."""
    line = rest or await room.visit.ask(message("Type a word, or a move:"))
    return await room.heed(Line(line)) if line else None


def unless_drawn(room: Room) -> Message | None:
    """Why nobody has to be asked for a line."""
    return None if room.visit.on_screen else message("Just type the word.")


TYPE: Action[Room] = Action(
    "type",
    type_,
    message("any word of this list, or a move"),
    keys=TYPE_KEYS,
    takes="LINE",
    label=message("type"),
    unless=unless_drawn,
)
"""The row of rooms that are drawn."""
ACTIONS: tuple[Action[Room], ...] = (
    Action("screen", screen, message("draw boards in place, with single keys"), unless=unless_drawn_to),
    Action("lines", lines, message("scroll lines of text"), keys=("L",)),
    Action("reader", reader, message("for a screen reader; reader off"), takes="[off]"),
    Action("language", language, message("English, French"), takes="CODE", more=lambda _: tuple(LANGUAGES)),
    Action("colour", colour, message("with or without colour"), aliases=("color",), takes="[off]"),
    Action("ascii", ascii, message("plain characters only")),
    Action("utf8", utf8, message("suits and lines, too")),
    Action("mouse", mouse, message("play with the mouse, or leave it to the terminal"), takes="[off]"),
    Action("motion", motion, message("show step by step what happens in one go"), takes="[off]"),
    Action("bell", bell, message("hear the bell, or not"), takes="[off]"),
)
