"""Stepping through a recorded game, in either mode: a thin room around the replay player, which knows no clock.

Several may see one replay together: then one of them has the controls, and the others are shown where it stands, each
in a recording of what they may see.
"""

import logging
import math
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import trio

from core.base.game import Game
from core.base.message import Message, Name, counted, in_context, message
from core.games.features.titles import title_of
from core.replay.player import Player, Position
from core.sessions.at_table.seat import TableRef
from core.sessions.others.replays_together import Seeing, seeing, showing_of
from core.table import TableView
from frontends.screens import screen_of
from frontends.screens.controls import EVERYWHERE, KeyHelp
from frontends.terminal.pages import is_talk
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Clicked, Given, Key, Line, Prompt
from frontends.visit.action import Action, Topic, keyed
from frontends.visit.destination import Destination, ToReplay
from frontends.visit.everywhere import preferences
from frontends.visit.everywhere.rules import RULES, WHY
from frontends.visit.help import HELP
from frontends.visit.replay import together
from frontends.visit.replay.painting import NOT_BEGUN, moment, status
from frontends.visit.room import Room
from frontends.visit.stage import Question
from frontends.visit.text import wording
from frontends.visit.visit import Visit

_LOG = logging.getLogger("parlour.visit")
STAYS = 5.0
"""Seconds for which those who follow can read what they were told, while somebody else moves on."""
REMEMBERED = 40
"""Lines of talk that stand beside a board."""
MOST_OWED = 32
"""Steps of somebody else that are told in lines; of more, the last ones."""


class AtReplay(Room):
    """A recorded game, somewhere between its first record and its last."""

    is_drawn = True
    has_accept_key = False  # + is faster.
    common: tuple[str, ...] = ("play", "next", "back", "hand", "go", "perspective", "faster", "say", "leave")
    own: Seeing
    """What the person does as one of those who see it; set by `seen`."""

    def __init__(self, visit: Visit, going: ToReplay) -> None:
        super().__init__(visit)
        self.actions = ACTIONS
        self.recording = going.recording
        self.player = Player(going.recording)
        if going.seq is not None:
            self.player = self.player.go(going.seq)
        if going.showing is not None:
            self.player = self.player.at(going.showing.position)
        self._going = going
        self._showing = going.showing or showing_of(self.player)
        self.back = going.back
        self.face = screen_of(self.recording.game.name)
        self.message = ""
        self.talk: tuple[str, ...] = ()
        """What was said to the person since they came, the newest last."""
        self._noted_at = -math.inf
        """When `message` came, on trio's clock."""
        self._unchosen = self.player
        """The player as it was before the last key."""
        self._owed: deque[Position] = deque(maxlen=MOST_OWED)
        """Where somebody else has moved on to, and the person has not been shown it yet."""

    @contextmanager
    def seen(self) -> Iterator[None]:
        """See it, and be shown what somebody else shows, until the block ends. Raises: Refused."""
        with seeing(self.visit.session, self._showing, self._on_moved) as self.own:
            try:
                yield
            finally:
                self._owed.clear()
                del self.own  # Else this room and what calls it would keep one another.

    @property
    def names(self) -> tuple[Name, ...]:
        """The players' names by seat."""
        return self.recording.names

    @property
    def played(self) -> tuple[Game, TableView]:
        """The game, and how it stood."""
        return self.recording.game, self.player.table

    @property
    def here(self) -> TableRef | None:
        """What leads back to the table from which the person came."""
        return self.back if isinstance(self.back, TableRef) else None

    @property
    def quiet_topics(self) -> frozenset[Topic]:
        """Nothing of other people where there are none."""
        return frozenset() if self.visit.session.service.presence.has_company() else frozenset({Topic.PEOPLE})

    def help_above(self) -> list[str]:
        """Who leads, and who else sees it."""
        lines = [self.text(one) for one in together.about(self)]
        return [*lines, ""] if lines else []

    async def handle(self, received: Given) -> Destination | None:
        """A command; an empty line is a step, or a pause."""
        match received:
            case Line(text) if text.strip().startswith(EVERYWHERE["say"][0]):
                return await self.act(f"say {text.strip()[1:]}")
            case Line(text) if text.strip():
                return await self.act(text)
            case Line():
                self.go(self.player.pause() if self.player.playing else self.player.step(1))
            case Key(key) if self.visit.on_screen:
                self._forget_message()
                return await self.press(key)
            case Key("c-c" | "c-d"):
                return self.back
            case Clicked() if key := self.key_at(received):
                self._forget_message()
                return await self.press(key)
        return None

    def chooses(self, key: str) -> bool:
        """Whether it leads to another record, or to other eyes; others would see it go there and back again."""
        if self.own.others:
            return False
        action = keyed(self.actions, key, self.shortcuts, self)
        self._unchosen = self.player
        return action is not None and action.word in MOVING

    def unchoose(self) -> None:
        """Back to the record at which the last key was pressed."""
        self.go(self._unchosen)

    def go(self, player: Player) -> None:
        """Move on, for all who see it. Raises: Refused where somebody else leads."""
        self.own.lead(player)
        self._show(player)

    def _on_moved(self) -> None:
        """Somebody else has moved on, or leads now. Must not wait."""
        self._owed.append(self._showing.position)
        self.visit.terminal.soon(self._catch_up)

    def _catch_up(self) -> None:
        """Show where somebody else has moved on to: in lines step by step. Must not wait."""
        owed = tuple(self._owed)
        self._owed.clear()
        if not owed:
            return  # The person may have left meanwhile.
        if trio.current_time() >= self._noted_at + STAYS:
            self.message = ""
        try:
            for position in owed[-1:] if self.visit.on_screen else owed:
                # Whoever else leads now, nothing is to be told in lines where it stands as before.
                if (player := self.player.at(position)) != self.player or self.visit.on_screen:
                    self._show(player)
        except Exception as fault:
            _LOG.exception("Somebody could not be shown the replay of table %s.", self.recording.id)
            self.visit.fail(fault)

    def _show(self, player: Player) -> None:
        """Show the player as it is now; in lines, what happened there, and the position where it stops."""
        before, self.player = self.player, player
        self._wind()
        if self.visit.on_screen:
            self.visit.redraw()
            return
        has_stopped = before.playing and not player.playing
        if player.seq == before.seq and player.viewer == before.viewer and not has_stopped:
            # What ends with the ending of a game has its full stop.
            self.visit.say(f"{self.text(status(self.player)).removesuffix('.')}.")
            return
        if player.seq != before.seq:
            self.tell()
        if not player.playing:
            self.describe()
        self.visit.redraw()

    def tick(self) -> None:
        """The next record that has something to show, while it plays."""
        if self.player.playing and self.own.leads:
            self.go(self.player.tick())
        else:
            self._wind()

    def _wind(self) -> None:
        pace = self.player.pace if self.own.leads else None
        self.due = trio.current_time() + pace if pace is not None else math.inf

    # Showing.

    def enter(self) -> None:
        """What this is, and the first position."""
        if self.visit.on_screen:
            if self._told:
                self.note(" ".join(map(self.text, self._told)))
            self.visit.redraw(repaint=True)
            return
        recording = self.recording
        kind = wording.kind(self.player.go(len(recording)).table)
        moves = counted("{n} move", "{n} moves", recording.moves)
        title = title_of(recording.game.name, recording.options)
        what = message(
            "{game}, table {id}{kind}: {moves}. Type ? for help.",
            game=title,
        )
        self.visit.write(what.filled(id=recording.id, kind=kind, moves=moves))
        for one in self._told:
            self.visit.write(one)
        self.tell()
        self.describe()
        self.visit.redraw()

    @property
    def _told(self) -> list[Message]:
        """What those are told who come to see it with others."""
        return [*((self._going.told,) if self._going.told else ()), *together.about(self)]

    def begin_again(self) -> None:
        """Show it in another mode or language."""
        if not self.visit.on_screen:
            self.describe()
        self.visit.redraw(repaint=True)

    def tell(self) -> None:
        """What the record shown did, in lines."""
        for said in self.player.told:
            self.visit.write(f"[{self.player.table.plays}] {self.text(said)}")

    def describe(self) -> None:
        """The position in words, in lines."""
        table = self.player.table
        if not table.begun:
            self.visit.write(NOT_BEGUN)
        elif not self.visit.look.reader:
            self.visit.write("\n".join(self.face.describe(table, self.visit.look)))

    def note(self, sentence: str) -> None:
        """Have this in the message row until the next key; what somebody says stays for a while, and in the panel."""
        self.message, self._noted_at = sentence, trio.current_time()
        if is_talk(sentence):
            self.talk = (*self.talk, sentence)[-REMEMBERED:]

    def _forget_message(self) -> None:
        if not is_talk(self.message) or trio.current_time() >= self._noted_at + STAYS:
            self.message = ""

    def prompt(self) -> Prompt:
        """Where the replay stands."""
        if self.player.playing:
            return Prompt("", self.lines, self.standing)
        where = message("replay {move}/{moves}>", move=self.player.table.plays, moves=self.recording.moves)
        return Prompt(f"{self.text(where)} ", self.lines, self.standing)

    def standing(self) -> str:
        """The status in the person's words."""
        return self.text(status(self.player))

    def picture(self, question: Question | None, look: Look) -> Picture:
        """The board as it stood, what happened then, and how far the game is."""
        told = (self.message,) if self.message else ()
        self.shown = moment(self.player, look, told=told, bar=self._bar(), question=question, talk=self.talk)
        return self.shown

    def _bar(self) -> tuple[KeyHelp, ...]:
        """The keys that matter; of hands only in games that have several."""
        has_hands = len(self.recording.chapters) > 1
        bar = tuple((key, label) for key, label in BAR if key != "]" or has_hands)
        if not self.own.others:
            return bar
        return (*bar[:-2], TALK, *bar[-2:]) if self.own.leads else (TALK, *bar[-2:])


MOVING = frozenset(("play", "next", "back", "hand", "previous", "start", "end", "perspective"))
"""Words of actions that change nothing but what is looked at."""


async def replay(visit: Visit, going: ToReplay) -> Destination:
    """Step through a recorded game until one has seen enough."""
    room = AtReplay(visit, going)
    with room.seen():
        visit.enter(room)
        room.enter()
        return await visit.converse()


# Actions.


def _led(
    word: str,
    run: Callable[[AtReplay, str], Awaitable[Destination | None]],
    help: Message,
    keys: tuple[str, ...] = (),
    aliases: tuple[str, ...] = (),
    **more: Any,
) -> Action[AtReplay]:
    """A row for what only those can do who have the controls."""
    return Action(word, run, help, keys=keys, aliases=aliases, topic=Topic.WATCHING, unless=together.led, **more)


def _moved(change: Callable[[Player], Player]) -> Callable[[AtReplay, str], Awaitable[None]]:
    """An action that shows the player as it is after a change."""

    async def act(at: AtReplay, rest: str) -> None:
        at.go(change(at.player))

    return act


async def hand(at: AtReplay, rest: str) -> None:
    """The next hand, or with "back" the one before; "over" and a name hand over the controls."""
    word, _, name = rest.partition(" ")
    if word.lower() == together.OVER:
        await together.hand_over(at, name)
        return
    at.go(at.player.chapter(-1 if rest == "back" else 1))


async def go(at: AtReplay, rest: str) -> None:
    """To a move, a time, or what was said."""
    wanted = rest or await at.visit.ask(message("Go to which move, time (3:25), or words that were said?"))
    if wanted:
        at.go(at.player.seek(wanted))


async def board(at: AtReplay, rest: str) -> None:
    """The position again."""
    if not at.visit.on_screen:
        at.visit.write("\n".join(at.face.describe(at.player.table, at.visit.look)))
    at.visit.redraw(repaint=True)


async def leave(at: AtReplay, rest: str) -> Destination | None:
    """Back to where one came from."""
    return at.back


BAR: tuple[KeyHelp, ...] = (
    ("Space", in_context("a recording", "play")),
    ("n", message("next")),
    ("b", message("back")),
    ("]", message("next hand")),
    ("g", message("go to")),
    ("e", message("perspective")),
    ("q", message("leave")),
    ("?", message("help")),
)
TALK: KeyHelp = (EVERYWHERE["say"][0], message("talk"))

ACTIONS: tuple[Action[AtReplay], ...] = (
    _led(
        "play",
        _moved(lambda player: player.pause() if player.playing else player.play()),
        message("play, pause"),
        (" ", "p"),
        ("toggle", "p"),
    ),
    _led("pause", _moved(Player.pause), message("pause")),
    _led(
        "next",
        _moved(lambda player: player.step(1)),
        message("one step forward"),
        ("right", "l", "n", "enter", "wheel down"),
        ("n",),
    ),
    _led(
        "back",
        _moved(lambda player: player.step(-1)),
        message("one step back"),
        ("left", "h", "b", "backspace", "wheel up"),
        ("b",),
    ),
    _led(
        "hand",
        hand,
        message("the next hand; hand back: the start of this one, or the one before"),
        ("down", "j", "]", "page down"),
        takes="[back]",
        has_own_words=True,
    ),
    _led(
        "previous",
        _moved(lambda player: player.chapter(-1)),
        message("this hand's start, or the hand before"),
        ("up", "k", "[", "page up"),
    ),
    _led("start", _moved(lambda player: player.go(1)), message("the start of the game"), ("home",)),
    _led("end", _moved(lambda player: player.go(len(player.recording))), message("the end of the game"), ("end",)),
    _led(
        "go",
        go,
        message("go to a move, a time such as 3:25, or words that were said"),
        ("g",),
        takes="WHERE",
    ),
    _led("faster", _moved(lambda player: player.faster(1)), message("faster"), ("+", "="), ("+",)),
    _led("slower", _moved(lambda player: player.faster(-1)), message("slower"), ("-",), ("-",)),
    _led("perspective", _moved(Player.look), message("the next perspective"), ("e",), ("eyes", "e")),
    Action("board", board, message("the position again"), topic=Topic.WATCHING, aliases=("look", "l"), keys=("c-l",)),
    *together.ACTIONS,
    *together.REST,
    RULES,
    WHY,
    HELP,
    Action(
        "leave",
        leave,
        message("leave the replay"),
        aliases=("quit", "exit", "q"),
        keys=("q", "Q", "escape", "c-c", "c-d"),
    ),
    preferences.TYPE,
    *preferences.ACTIONS,
)
