"""How a person likes the house to look and to speak: the same words in every room."""

from collections.abc import Callable
from typing import Any

import attrs
from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message, message
from core.sessions.preferences import keep
from frontends.locale.language import LANGUAGES, language_code, offered
from frontends.terminal.side_channel import Package
from frontends.terminal.terminal import Line
from frontends.visit.action import Action, Topic, always
from frontends.visit.destination import Destination
from frontends.visit.half_typed import TYPE_A_WORD
from frontends.visit.room import Room
from frontends.visit.settings import LOOKS, OFF, ON
from frontends.visit.text.key_names import TYPE_KEYS
from frontends.visit.text.wording import NO_SINGLE_KEYS
from frontends.visit.visit import Visit

SAYS_ON, SAYS_OFF = ("", "on", "yes"), ("off", "no")
"""What is typed after a word to turn it on, or off."""


async def screen(room: Room, rest: str) -> None:
    """Draw boards in place from now on."""
    visit = room.visit
    if visit.look.reader:
        raise Refused("A screen reader cannot read boards: type reader off first.")
    visit.choose_mode(screen=True)
    await keep(visit.session, "screen", ON)
    if not visit.can_draw:
        raise Refused("The window is too small for boards: make it at least 40 columns by 20 rows.")
    if not visit.on_screen:
        visit.say(message("Screen mode: boards stay in place, single keys play."))


async def lines(room: Room, rest: str) -> None:
    """Scroll text from now on."""
    was_drawn = room.visit.on_screen
    room.visit.choose_mode(screen=False)
    await keep(room.visit.session, "screen", OFF)
    if not was_drawn:
        room.visit.say(message("Line mode: everything is text, line by line."))


async def language(room: Room, rest: str) -> None:
    """Another language."""
    code = language_code(rest)
    if code not in LANGUAGES:
        raise Refused("Type language and one of: {known}.", known=offered())
    # Translators: say the name of your own language: "Ab jetzt auf Deutsch."
    await _have(room.visit, "language", code, message("English from now on."))
    if (trouble := room.visit.words.trouble) is not None:
        room.visit.say(trouble)


async def ascii(room: Room, rest: str) -> None:
    """Use plain characters only."""
    await _have(room.visit, "utf8", False, message("Plain ASCII from now on."))


async def utf8(room: Room, rest: str) -> None:
    """Use all characters."""
    await _have(room.visit, "utf8", True, message("UTF-8 from now on: {suits}", suits="♣ ♦ ♥ ♠"))


def _switch(
    preference: str,
    help: Message,
    on: Message,
    off: Message,
    *,
    aliases: tuple[str, ...] = (),
    unless: Callable[[Room], Message | None] = always,
) -> Action[Room]:
    """A row that turns a preference on or off, and says one or the other."""

    async def switch(room: Room, rest: str) -> None:
        if rest.lower() not in SAYS_ON + SAYS_OFF:
            raise Refused("Type {word} on, or {word} off.", word=preference)
        is_on = rest.lower() in SAYS_ON
        await _have(room.visit, preference, is_on, on if is_on else off)

    return Action(
        preference, switch, help, topic=Topic.LOOKS, aliases=aliases, takes="[off]", has_own_words=True, unless=unless
    )


async def _have(visit: Visit, preference: str, value: bool | str, said: Message) -> None:
    """Look or behave otherwise from now on, keep that for later visits, and say it."""
    change: dict[str, Any] = {preference: value}
    if preference in LOOKS:
        visit.change_look(attrs.evolve(visit.look, **change))
    else:
        visit.settings = replace(visit.settings, **change)
        visit.use_mouse()
    await keep(visit.session, preference, value if isinstance(value, str) else ON if value else OFF)
    visit.say(said)


def plays_sounds(visit: Visit) -> bool:
    """Whether the client has said that it can."""
    return visit.beside is not None and Package.MEDIA in visit.beside.channel.packages


async def type_(room: Room, rest: str) -> Destination | None:
    """A line as in line mode, where keys count: not every word has one, and others may ask for an answer in words."""
    line = rest or await room.visit.ask(TYPE_A_WORD)
    return await room.handle(Line(line)) if line else None


TYPE: Action[Room] = Action(
    "type",
    type_,
    message("any word of this list, or a move"),
    keys=TYPE_KEYS,
    takes="LINE",
    label=message("type"),
    unless=lambda room: None if room.visit.on_screen else message("Just type the word."),
)
"""The row of rooms that are drawn."""
ACTIONS: tuple[Action[Room], ...] = (
    Action(
        "screen",
        screen,
        message("draw boards in place, with single keys"),
        topic=Topic.LOOKS,
        unless=lambda room: None if room.visit.look.single_keys else NO_SINGLE_KEYS,
    ),
    Action("lines", lines, message("show everything as lines of text"), topic=Topic.LOOKS, keys=("L",)),
    _switch(
        "reader",
        message("for a screen reader; reader off"),
        message("Screen reader mode: changes are told, board says the rest, ? helps."),
        message("Screen reader mode is off."),
    ),
    Action(
        "language",
        language,
        message("read and type in {languages}", languages=tuple(spoken.name for spoken in LANGUAGES.values())),
        topic=Topic.LOOKS,
        takes="CODE",
        more=lambda _: tuple(LANGUAGES),
    ),
    _switch(
        "colour",
        message("with or without colour"),
        message("Colours are on."),
        message("Colours are off."),
        aliases=("color",),
    ),
    Action("ascii", ascii, message("plain characters only"), topic=Topic.LOOKS),
    Action("utf8", utf8, message("suits and lines, too"), topic=Topic.LOOKS),
    _switch(
        "mouse",
        message("play with the mouse, or leave it to the terminal"),
        message("You can play with the mouse, too."),
        message("The mouse belongs to your terminal again."),
    ),
    _switch(
        "motion",
        message("show changes step by step, or at once"),
        message("Changes are shown step by step."),
        message("Changes are shown at once."),
    ),
    _switch("bell", message("hear the bell, or not"), message("The bell rings."), message("The bell is silent.")),
    _switch(
        "sounds",
        message("have your client play sounds, or not"),
        message("Your client plays a sound with what the bell rings for."),
        message("Your client plays no sounds."),
        unless=lambda room: None if plays_sounds(room.visit) else message("Your client cannot play sounds."),
    ),
)
