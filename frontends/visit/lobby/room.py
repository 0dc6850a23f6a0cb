"""The lobby, where people choose what to do, in typed lines."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import Message, message
from core.base.suggestions import meant
from core.base.text import clean, plain
from core.games import LISTED
from core.people.persons import GUEST, PROGRAM
from core.sessions import operators
from core.sessions.arrival import order_words, resumption, table_access, tables
from core.sessions.identity import registration as naming
from core.sessions.lists import table_lists
from core.sessions.others.company import table_meant
from frontends.terminal.terminal import Given, Key, Line, Prompt
from frontends.visit.action import Action, Topic, typed_words
from frontends.visit.destination import Destination, ToLobby
from frontends.visit.door import identity
from frontends.visit.door.room import BANNER, QUIT, leave
from frontends.visit.everywhere import preferences
from frontends.visit.everywhere.calls import SAY
from frontends.visit.everywhere.others import ACTIONS as WITH_OTHERS
from frontends.visit.everywhere.rules import RULES
from frontends.visit.everywhere.sharing import OPEN
from frontends.visit.everywhere.statistics import BEST, FINGER, STATS
from frontends.visit.help import HELP
from frontends.visit.lesson import lesson_list
from frontends.visit.lobby import own_games, reminders
from frontends.visit.lobby.bots import ABOUT, BOT
from frontends.visit.lobby.solitaire import DAILY, offer, solitaire
from frontends.visit.lobby.tables import HISTORY, LIST
from frontends.visit.replay import together
from frontends.visit.room import Room, standing_prompt
from frontends.visit.table import arrival
from frontends.visit.table.actions import slow_games
from frontends.visit.visit import Visit


async def new(lobby: Lobby, rest: str) -> Destination | None:
    """A new table."""
    return await arrival.open_table(lobby.visit, order_words.read_open(rest.split()))


async def join(lobby: Lobby, rest: str) -> Destination | None:
    """The free seat of a table."""
    names, luck = order_words.split_luck(lobby.options_in_english(rest))
    return await tables.join(lobby.visit.session, _one(names, JOIN), luck, arrival.luck_asked_by(lobby.visit))


async def watch(lobby: Lobby, rest: str) -> Destination | None:
    """Watch a table."""
    session = lobby.visit.session
    return await tables.watch(session, await table_meant(session, _one(rest.split(), WATCH)))


async def resume(lobby: Lobby, rest: str) -> Destination | None:
    """Back to a seat; without a code, to the last one."""
    words = rest.split() or list(lobby.visit.session.codes[-1:])
    return await resumption.resume(lobby.visit.session, _one(words, RESUME).lower())


async def replay(lobby: Lobby, rest: str) -> Destination | None:
    """Step through a game, from its start or from a move on, alone or with others; without its name the last one."""
    visit = lobby.visit
    rest, names = together.split_names(rest, visit.words)
    id, _, move = rest.partition(" ")
    if not id and visit.session.left is not None:
        id, _ = visit.session.left
    recording = await table_access.recall(visit.session, _one([id] if id else [], REPLAY))
    return await together.show(visit, recording, ToLobby(), arrival.moment(recording, move.strip()), names)


async def saves(lobby: Lobby, rest: str) -> None:
    """The saves of a seat; without a code, of all seats of this visit."""
    codes = rest.lower().split() or lobby.visit.session.codes
    if not codes:
        raise Refused("Type saves and the code you got at the table.")
    found = [await resumption.saves(lobby.visit.session, code) for code in codes]
    await lobby.visit.read(*(line for one in found for line in arrival.listed_saves(one)))


async def go_back(lobby: Lobby, rest: str) -> Destination | None:
    """A save, as a new game."""
    code, _, name = rest.partition(" ")
    if not name.strip():
        raise Refused("Type return, the code of your seat, and the name of the save.")
    return await resumption.fork(lobby.visit.session, code.lower(), plain(name), lobby.visit.words.say)


async def fair(lobby: Lobby, rest: str) -> None:
    """What fixes the seeds of tables, and which is the next."""
    await lobby.visit.read(*await tables.next_seed(lobby.visit.session))


async def rename(lobby: Lobby, rest: str) -> None:
    """Be called otherwise."""
    visit = lobby.visit
    await naming.rename(visit.session, rest)
    if visit.beside is not None:
        visit.beside.introduce()
    visit.say(message("Hello, {name}.", name=visit.session.name))


async def order(lobby: Lobby, rest: str) -> None:
    """What an operator wants done."""
    await lobby.visit.read(*await operators.order(lobby.visit.session, rest or "help"))


def _one(words: list[str], wanted: Message) -> str:
    if len(words) != 1:
        raise Refused(wanted)
    return words[0]


TALK_MARKS = "' "
"""What stands before words that are said, here as at a table."""
LOBBY = message("lobby>")
JOIN = message("Type join and the table's name, as list shows it.")
WATCH = message("Type watch and the name of a table or of a player.")
REPLAY = message("Type replay and the table's name, as list shows it.")
RESUME = message("Type resume and the code you got at the table.")

ACTIONS: tuple[Action[Lobby], ...] = (
    Action(
        "new",
        new,
        message("play: against the computer, or a solitaire"),
        topic=Topic.MOVES,
        aliases=("play",),
        takes="GAME ...",
        has_own_words=True,
        more=lambda _: order_words.names(),
    ),
    LIST,
    HISTORY,
    DAILY,
    Action(
        "solitaire",
        solitaire,
        message("your unfinished solitaires, and how to begin one"),
        topic=Topic.MOVES,
        takes="[NUMBER]",
    ),
    Action(
        "join",
        join,
        message("sit down at a table"),
        topic=Topic.PEOPLE,
        takes="ID",
        more=lambda lobby: lobby.listed,
    ),
    Action(
        "watch",
        watch,
        message("watch a table or a player"),
        topic=Topic.WATCHING,
        takes="ID or NAME",
        aliases=("observe",),
        more=lambda lobby: lobby.listed,
    ),
    Action(
        "resume", resume, message("back to your seat, with the code you got there"), topic=Topic.SAVING, takes="CODE"
    ),
    Action("saves", saves, message("your saves at a table, with your code"), topic=Topic.SAVING, takes="CODE"),
    Action("return", go_back, message("practise from a save, with a new deal"), topic=Topic.SAVING, takes="CODE NAME"),
    Action(
        "replay",
        replay,
        message("step through a game, alone or with others"),
        topic=Topic.SAVING,
        takes="[ID [MOVE]] [with NAMES]",
        more=lambda lobby: (*lobby.listed, *together.completed(lobby)),
    ),
    OPEN,
    SAY,
    STATS,
    FINGER,
    BEST,
    Action("fair", fair, message("how the house promises a fair shuffle")),
    Action("name", rename, message("change your name"), takes="NAME"),
    *own_games.ACTIONS,
    *identity.ACTIONS,
    BOT,
    RULES,
    lesson_list.LEARN,
    *WITH_OTHERS,
    slow_games.VACATION,
    reminders.REMIND,
    *preferences.ACTIONS,
    Action(
        "admin",
        order,
        message("orders to the house, from the people who run it"),
        takes="ORDER",
        unless=lambda lobby: None if operators.may_order(lobby.visit.session) else operators.NOT_MARKED,
    ),
    HELP,
    QUIT,
)


class Lobby(Room):
    """The room in which people choose what to do."""

    actions = ACTIONS
    common: tuple[str, ...] = ("new", "list", "join", "seek", "who", "say", "learn", "go", "watch", "quit")

    def help_about(self, topic: Topic) -> list[str]:
        """Of games: which there are, and what may be typed after them; of people: the mark of a guest."""
        match topic:
            case Topic.MOVES:
                about = message("GAME is one of: {games}.", games=order_words.names())
            case Topic.PEOPLE:
                about = message(
                    "{mark} before a name: a guest, not registered. {bot} after it: a program.",
                    mark=GUEST, bot=PROGRAM,
                )  # fmt: skip
                bots = message(
                    "After seek or invite: bots=no to play only people, bots=rated to play a bot for bot ratings."
                )
                return [self.text(about), self.text(bots), ""]
            case Topic.BOTS:
                return [*map(self.text, ABOUT), ""]
            case Topic.TIME:
                about = message("After new, seek or invite: clock=60 for each move, clock=10m+5s for the whole game.")
            case _:
                return []
        return [self.text(about), ""]

    def prompt(self) -> Prompt:
        """The lobby's prompt, with every whole line that makes sense."""
        return Prompt(standing_prompt(LOBBY, self.visit.words), self.lines)

    async def handle(self, received: Given) -> Destination | None:
        """A command with what belongs to it."""
        match received:
            case Line(text) if text.startswith("'"):
                return await self._read(f"say {text.lstrip(TALK_MARKS)}")
            case Line(text):
                return await self._read(text)
            case Key("c-d"):
                return await leave(self, "")
            case Key("c-c"):
                raise Refused("Type quit to leave the house.")
            case _:
                return None

    async def _read(self, text: str) -> Destination | None:
        if text.strip():
            return await self.act(text)
        self.visit.redraw()
        return None

    def unknown(self, text: str) -> Message:
        """What to say to a line that is no command: a game may be meant."""
        word = text.split()[0]
        if word.lower() in order_words.names():
            return message("To play {game}, type new {game}.", game=word.lower())
        if (elsewhere := self.elsewhere(word)) is not None:
            return elsewhere
        near = meant(word, typed_words(ACTIONS, self.visit.words))
        return message('"{word}" is not a command here{near}; type help.', word=clean(word, 20), near=near)


async def enter_lobby(visit: Visit) -> None:
    """Come to where one chooses what to do next."""
    room, is_new = Lobby(visit), not visit.has_been_in_lobby
    visit.enter(room)
    banner = (BANNER,) if is_new and not visit.look.reader else ()
    visit.has_been_in_lobby = True
    games = tuple(game.title for game in LISTED.values())
    welcome = message("Welcome to the lobby, {name}. Games: {games}.", name=visit.session.name, games=games)
    commands = message("Type new mille to play, list for tables, who for people, help for all the rest.")
    is_told = is_new or not visit.look.reader  # what is read aloud each time is noise
    visit.write(*banner, welcome, *((commands,) if is_told else ()))
    if is_new and visit.settings.has_files:  # At home people come back to their own games.
        await table_lists.wait_for_all(visit.session)
        await own_games.catch_up(visit)
        await solitaire(room, "")
        await own_games.show(visit, [one.id for one in await table_lists.solitaires(visit.session)])
    elif is_new and visit.session.visitor.id:
        await table_lists.wait_for_all(visit.session)
        await own_games.catch_up(visit)
        await offer(visit)
        await own_games.show(visit)
    visit.redraw()
