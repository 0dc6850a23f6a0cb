"""The door, where people say who they are, and the lobby, where they choose what to do. Both are typed lines."""

from __future__ import annotations

from collections.abc import Callable

from core.bots import BOTS
from core.game import Refused, plain
from core.games import GAMES
from core.people import SOMEBODY
from core.table import LONGEST_NAME
from core.words import clean
from frontends.dialogue import wanted
from frontends.dialogue.effects import (
    Effects,
    Fork,
    Join,
    ListTables,
    Recall,
    Refresh,
    Rename,
    Resume,
    ShowPromise,
    ShowStatistics,
    Watch,
    Write,
)
from frontends.dialogue.results import Failed, Renamed, Result
from frontends.dialogue.room import Room
from frontends.terminal import Prompt

BANNER = """\
  ___  _   ___ _    ___  _   _ ___
 | _ \\/_\\ | _ \\ |  / _ \\| | | | _ \\
 |  _/ _ \\|   / |_| (_) | |_| |   /
 |_|/_/ \\_\\_|_\\____\\___/ \\___/|_|_\\   a games parlour
"""
RESERVED = ("computer", SOMEBODY, *(bot.name.lower() for bot in BOTS.values()))
"""Names that are not for persons, in lower case."""


def is_reserved(name: str) -> bool:
    """Whether a name is not for persons."""
    return name.lower() in RESERVED


HELP = """\
new GAME            play against the computer, or a solitaire; GAME is one of
                    {games}
new GAME person     open a table and wait for somebody
new GAME hotseat    both of you at this keyboard
new GAME deal=N     a solitaire's deal by its number
new GAME winnable   a solitaire that can be won
new GAME clock=60   with 60 seconds for a move
new GAME luck=WORD  with a word of your own, of which the deal is made, too
list, list 2        who is playing; list all, list mine, list GAME
join ID, watch ID   take the free seat of a table; look on
join ID luck=WORD   with luck of your own
fair                what the house commits to before it knows your luck
resume CODE         back to your seat, with the code you were given
saves CODE          the saves you made at that seat
return CODE NAME    a save, to practise on from there with a new deal
replay ID           step through a game
stats, stats NAME   what you, or somebody, have played and won
screen, lines       draw the board in place, with single keys; or scroll text
ascii, utf8         plain characters only; or suits and lines
colour on, off      with or without colour
name NAME           be called otherwise
quit                leave
"""
UNNAMED = "That name belongs to the house: please take another."


class Door(Room):
    """Who is it?"""

    def enter(self) -> Effects:
        """The banner, and the question; those who are known are let through."""
        if self.talk.errand is not None:
            return (self.talk.errand,)
        greeting = Write(BANNER)
        if self.talk.name:
            return (greeting, *self.talk.home())
        return (greeting, Write("Nothing to sign up for: just say what we may call you."), Refresh())

    def prompt(self) -> Prompt:
        """The question."""
        return Prompt("Your name: ")

    def line(self, text: str) -> Effects:
        """A name, which may be anything that can be read."""
        name = clean(text, LONGEST_NAME)
        if not name:
            return (Refresh(),)
        if is_reserved(name):
            return self.complain(UNNAMED)
        self.talk.name = name
        return self.talk.home()

    def answer(self, result: Result) -> Effects:
        """What the person came for cannot be had."""
        if isinstance(result, Failed):
            return self.talk.hang_up(result.sentence, status=1)
        return super().answer(result)


class Lobby(Room):
    """What shall it be?"""

    def enter(self) -> Effects:
        """A word of welcome with what can be done."""
        games = ", ".join(game.title for game in GAMES.values())
        return (
            Write(f"Welcome to the lobby, {self.talk.name}. On the tables: {games}."),
            Write("Type new mille to play at once, list to see who is here, help for all the rest."),
            Refresh(),
        )

    def prompt(self) -> Prompt:
        """The lobby's prompt, with every whole line that makes sense."""
        orders = [f"new {name}" for name in wanted.names()]
        return Prompt("lobby> ", (*orders, *(word for word in COMMANDS if word not in _SHORT)))

    def line(self, text: str) -> Effects:
        """A command with what belongs to it."""
        words = text.split()
        if not words:
            return (Refresh(),)
        command = COMMANDS.get(words[0].lower())
        if command is None:
            return self.complain(_unknown(words[0]))
        try:
            return command(self, words[1:])
        except Refused as refused:
            return self.complain(str(refused))

    def answer(self, result: Result) -> Effects:
        """What was asked for, or what did not work."""
        if isinstance(result, Renamed):
            self.talk.name = result.name
            return self.say(f"Hello, {result.name}.")
        return super().answer(result)

    def open(self, words: list[str]) -> Effects:
        """A new table."""
        order = wanted.read_open(words)
        patience = (Write("Looking for a deal that can be won: one moment."),) if order.winnable else ()
        return (*patience, order)

    def show_list(self, words: list[str]) -> Effects:
        """Who is playing."""
        return (ListTables(wanted.read_query(words)),)

    def join(self, words: list[str]) -> Effects:
        """The free seat of a table."""
        names, luck = wanted.split_luck(words)
        return (Join(_one(names, "join and the table's name, as list shows it"), luck),)

    def show_promise(self, words: list[str]) -> Effects:
        """What the house commits to."""
        return (ShowPromise(),)

    def watch(self, words: list[str]) -> Effects:
        """Look on."""
        return (Watch(_one(words, "watch and the table's name, as list shows it")),)

    def resume(self, words: list[str]) -> Effects:
        """Back to a seat; without a code, to the last one."""
        if not words and self.talk.codes:
            words = [self.talk.codes[-1]]
        return (Resume(_one(words, "resume and the code you were given at the table").lower()),)

    def replay(self, words: list[str]) -> Effects:
        """Step through a game."""
        return (Recall(_one(words, "replay and the table's name, as list shows it")),)

    def saves(self, words: list[str]) -> Effects:
        """The saves of a seat; without a code, of all seats of this visit."""
        codes = [word.lower() for word in words] or list(self.talk.codes)
        if not codes:
            raise Refused("Type saves and the code you were given at the table.")
        return tuple(Fork(code, "") for code in codes)

    def go_back(self, words: list[str]) -> Effects:
        """A save, as a new game."""
        if len(words) < 2:
            raise Refused("Type return, the code of your seat, and the name of the save.")
        return (Fork(words[0].lower(), plain(" ".join(words[1:]))),)

    def show_statistics(self, words: list[str]) -> Effects:
        """What the person, or somebody else, has played and won."""
        return (ShowStatistics(clean(" ".join(words), LONGEST_NAME)),)

    def rename(self, words: list[str]) -> Effects:
        """Be called otherwise."""
        name = clean(" ".join(words), LONGEST_NAME)
        if not name:
            raise Refused("Type name and what we may call you.")
        if is_reserved(name):
            raise Refused(UNNAMED)
        return (Rename(name),)

    def set_screen(self, words: list[str]) -> Effects:
        """Draw boards in place from now on."""
        if not self.talk.look.single_keys:
            raise Refused("Your client sends whole lines only; telnet, PuTTY and the like can do more.")
        return (
            *self.talk.choose_manner(screen=True),
            *self.say("Boards are drawn in place from now on, with single keys."),
        )

    def set_lines(self, words: list[str]) -> Effects:
        """Scroll text from now on."""
        return (
            *self.talk.choose_manner(screen=False),
            *self.say("Everything is text from now on, line by line."),
        )

    def help(self, words: list[str]) -> Effects:
        """All commands."""
        games = _wrapped(wanted.names(), 58)
        return self.say(HELP.format(games=("\n" + " " * 20).join(games)))

    def quit(self, words: list[str]) -> Effects:
        """Leave the house."""
        return self.talk.hang_up()

    def set_look(self, utf8: bool) -> Effects:
        """Use only plain characters, or all."""
        sentence = "UTF-8 from now on: ♣ ♦ ♥ ♠." if utf8 else "Plain ASCII from now on."
        return (self.talk.adapt(utf8=utf8), *self.say(sentence))

    def set_colour(self, words: list[str]) -> Effects:
        """With colours or without."""
        on = not words or words[0].lower() not in ("off", "no")
        return (self.talk.adapt(colour=on), *self.say("Colours are on." if on else "Colours are off."))


def _unknown(word: str) -> str:
    """What to say to a word the lobby does not know."""
    if word.lower() in wanted.names():
        return f"To play {word.lower()}, type new {word.lower()}."
    return f'"{clean(word, 20)}" is nothing the lobby knows{wanted.meant(word, COMMANDS)}; type help.'


def _one(words: list[str], wanted_words: str) -> str:
    if len(words) != 1:
        raise Refused("Type {words}.", words=wanted_words)
    return words[0]


def _wrapped(words: tuple[str, ...], width: int) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        lines[-1] += ","
        if len(lines[-1]) + len(word) + 2 > width:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return lines


COMMANDS: dict[str, Callable[[Lobby, list[str]], Effects]] = {
    "new": Lobby.open,
    "play": Lobby.open,
    "fair": Lobby.show_promise,
    "list": Lobby.show_list,
    "who": Lobby.show_list,
    "join": Lobby.join,
    "watch": Lobby.watch,
    "resume": Lobby.resume,
    "replay": Lobby.replay,
    "saves": Lobby.saves,
    "return": Lobby.go_back,
    "stats": Lobby.show_statistics,
    "name": Lobby.rename,
    "screen": Lobby.set_screen,
    "lines": Lobby.set_lines,
    "ascii": lambda lobby, _: lobby.set_look(False),
    "utf8": lambda lobby, _: lobby.set_look(True),
    "colour": Lobby.set_colour,
    "color": Lobby.set_colour,
    "help": Lobby.help,
    "?": Lobby.help,
    "quit": Lobby.quit,
    "exit": Lobby.quit,
    "bye": Lobby.quit,
    "q": Lobby.quit,
}
_SHORT = ("play", "who", "color", "?", "exit", "bye", "q")
"""Other words for the same; they are not offered."""
