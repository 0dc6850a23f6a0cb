"""The door, where people say who they are: a name, or one of a few commands that are no names."""

from functools import cache

from core.base.game import Refused
from core.base.message import message
from core.people.directory import is_like_code
from core.sessions.arrival import resumption
from frontends.locale.language import LANGUAGES, Language
from frontends.terminal.terminal import Given, Key, Line, Prompt
from frontends.visit.action import Action, do, help_lines, named
from frontends.visit.destination import Destination, Out, ToLobby
from frontends.visit.door.identity import come_in
from frontends.visit.everywhere import preferences
from frontends.visit.room import Room, standing_prompt
from frontends.visit.visit import Visit

BANNER = """\
  ___  _   ___ _    ___  _   _ ___
 | _ \\/_\\ | _ \\ |  / _ \\| | | | _ \\
 |  _/ _ \\|   / |_| (_) | |_| |   /
 |_|/_/ \\_\\_|_\\____\\___/ \\___/|_|_\\
"""
NAME = message("Your name:")


def _is_meant(action: Action[Room], rest: str) -> bool:
    """Whether a line is that command: "Reader of Books" may be a name; what must be followed by a code never is."""
    if action.takes.startswith("["):
        return rest.lower() in preferences.SAYS_ON + preferences.SAYS_OFF
    return not rest or bool(action.takes)


async def come_back(door: Room, rest: str) -> Destination | None:
    """Back to a seat without saying a name: the code knows it."""
    if not rest:
        raise Refused("Type resume and the code you got at the table.")
    return await resumption.resume(door.visit.session, rest.lower())


async def help_(door: Room, rest: str) -> None:
    """What can be typed here."""
    visit = door.visit
    visit.write(message("Type a name for yourself, or the code of your seat. Or one of:"))
    for line in help_lines(ACTIONS, door, visit.words, columns=visit.look.columns):
        visit.write(f"  {line}")
    visit.redraw()


async def leave(room: Room, rest: str) -> Out:
    """Out of the house."""
    room.visit.farewell(message("Good-bye."))
    return Out()


QUIT: Action[Room] = Action("quit", leave, message("leave"), aliases=("exit", "bye", "logout", "q"))
ACTIONS: tuple[Action[Room], ...] = (
    Action("resume", come_back, message("back to your seat, with the code you got there"), takes="CODE"),
    Action("help", help_, message("this list"), aliases=("?",)),
    QUIT,
    *(action for action in preferences.ACTIONS if action.word in ("reader", "language", "ascii", "colour")),
)


class Door(Room):
    """The room in which people say who they are."""

    actions = ACTIONS

    def prompt(self) -> Prompt:
        """The question."""
        return Prompt(standing_prompt(NAME, self.visit.words), self.lines)

    async def handle(self, received: Given) -> Destination | None:
        """A name, which may be anything that can be read, unless it is a command."""
        match received:
            case Line(text):
                return await self._read(text.strip())
            case Key("c-c" | "c-d"):
                return await leave(self, "")
            case _:
                return None

    async def _read(self, text: str) -> Destination | None:
        word, _, rest = text.partition(" ")
        action = named(self.actions, word, self.visit.words)
        rest = self.in_english(rest.strip()) if action is not None and action.has_own_words else rest.strip()
        if action is not None and _is_meant(action, rest):
            return await do(action, self, rest)
        if not text:
            self.visit.redraw()
            return None
        if is_like_code(text):
            return await come_back(self, text)
        await come_in(self.visit, text)
        return ToLobby()


async def door(visit: Visit) -> Destination:
    """Ask for a name; a person who is known already goes on at once.

    What is read out by a screen reader can be chosen before anything else is said.
    """
    visit.enter(Door(visit))
    if visit.session.name:
        return ToLobby()
    with visit.terminal.together():
        visit.write(*_welcome(visit.words, visit.look.reader))
        visit.redraw()
    return await visit.converse()


@cache
def _welcome(words: Language, is_reader: bool) -> tuple[str, ...]:
    """What is said to all who come, put together once for those of one language."""
    said = [words.text("You need not sign up: just type a name."), _other_languages(words)]
    if not is_reader:
        said.insert(0, words.text("Parlour, a games parlour. With a screen reader, type reader first."))
    return tuple(said)


def _other_languages(words: Language) -> str:
    """How to have everything in each of the other languages, said in none: who reads this may know only that name."""
    others = (code for code in LANGUAGES if code != words.code)
    return "  ".join(f"{LANGUAGES[code].name}: language {code}" for code in others)
