"""A shell around a conversation without any I/O: one table as a value, and lists of what was put out and asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from core.chance import deal_seed
from core.game import Refused, Seat
from core.games import GAMES
from core.live import viewer_of
from core.message import english
from core.table import (
    Begin,
    Cause,
    Chair,
    Command,
    Move,
    RecordInfo,
    Setup,
    Table,
    TableView,
    decide,
    evolve,
    open_table,
    tell,
    view_table,
)
from core.talk import Said
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import (
    Adapt,
    Ask,
    Effects,
    HangUp,
    Leave,
    Prefill,
    Refresh,
    Rename,
    Request,
    Ring,
    Say,
    Show,
    Submit,
    UseScreen,
    Write,
)
from frontends.dialogue.results import Entered, Failed, Moved, Outdated, Renamed, Result, Submitted
from frontends.screens.picture import Look
from frontends.terminal import Closed, Key, Line, Prompt, Resized

SEED = bytes(range(32))
BOT = Chair(bot="Comp")
ANNA, BERT = Chair("anna"), Chair("bert")
NAMES = {"anna": "Anna", "bert": "Bert", "carl": "Carl"}
"""By the ids of persons."""

Asked = tuple[int, Command]
"""A seat and what it asks."""


def by(seat: int, command: Command) -> Asked:
    """What somebody asks of the table."""
    return seat, command


def says(person: str, seat: int | None, text: str) -> Said:
    """Something that is said at the table."""
    return Said(person.lower(), seat, text, 1)


def a_table(name: str, *chairs: Chair, deal: int | None = None, clock: int = 0, **options: str) -> Table:
    """A table with the game dealt and these people seated."""
    game = GAMES[name]
    chosen = {option.name: option.choices[0] for option in game.options} | options
    seed = SEED if deal is None else deal_seed(deal)
    table = open_table(Setup("tst01", game, chosen, seed, deal, clock), RecordInfo(1, 1000.0))
    table = attrs.evolve(table, chairs=chairs or (ANNA,))
    return after(table, Begin())[0] if table.is_full else table


def at(table: Table, state: Any) -> Table:
    """The table with the game in this state."""
    return attrs.evolve(table, now=attrs.evolve(table.now, state=state))


def moves(table: Table, seat: int = 0) -> list[str]:
    """The texts of a seat's legal moves."""
    return list(table.game.moves(table.game.view(table.state, Seat(seat))))


def placed(shell: Shell) -> None:
    """Whoever is to move in a game of El-Ixir rolls and puts down a block."""
    seat = shell.table.turn[0]
    shell.happen(by(seat, Move("roll")))
    shell.happen(by(seat, Move(moves(shell.table, seat)[0])))


def after(table: Table, *asked: Asked | Begin) -> tuple[Table, list[Any]]:
    """The table after some commands, and what happened. Raises: Refused."""
    happened: list[Any] = []
    for one in asked:
        seat, command = (None, one) if isinstance(one, Begin) else one
        at = table.at + 1
        cause = Cause(f"d{table.seq}", seat, table.seq, command)
        events = decide(table, command, seat, at)
        for number, event in enumerate(events):
            table = evolve(table, event, RecordInfo(table.seq + 1, at, cause if number == 0 else None))
        happened += events
    return table, happened


def names_of(table: Table) -> tuple[str, ...]:
    """What those are called who sit at a table."""
    return tuple(chair.bot or NAMES.get(chair.person, "") for chair in table.chairs)


def view_of(table: Table, seat: int | None) -> TableView:
    """The table as somebody sees it."""
    return view_table(table, viewer_of(seat), names_of(table))


def told_of(table: Table, events: Sequence[Any], seat: int | None) -> tuple[str, ...]:
    """What happened, in sentences."""
    messages = (tell(table, event, viewer_of(seat)) for event in events)
    return tuple(english(message, names_of(table)) for message in messages if message)


class Shell:
    """Carries out a conversation's effects on a table that is a value; other requests it only notes."""

    def __init__(
        self,
        table: Table | None = None,
        seats: tuple[int, ...] = (0,),
        *,
        look: Look | None = None,
        screen: bool = False,
        name: str = "Anna",
        code: str = "tst01-abcdef",
        told: tuple[str, ...] = (),
        is_back: bool = False,
        answers: Sequence[Result | None] = (),
        **more: Any,
    ) -> None:
        """At a table, or without one in the lobby. `answers` are what is answered to the requests that are noted."""
        self.talk = Conversation(look or Look(), screen=screen, name=name, **more)
        self.seats = seats
        self.answers = list(answers)
        self.text, self.prompt, self.picture, self.prefilled = "", Prompt(""), "", ""
        self._unseen: list[Any] = []
        self.rung, self.painted = 0, 0
        self.on_screen = False
        self.look: Look | None = None
        self.requests: list[Request] = []
        self.status: int | None = None
        self.perform(self.talk.start())
        if table is not None:
            self.table = table
            self.enter(seats, code if seats else "", told, is_back)
        self.text, self.rung = "" if table is None else self.text, 0

    def enter(self, seats: tuple[int, ...], code: str = "", told: tuple[str, ...] = (), is_back: bool = False) -> None:
        self.text, self.requests = "", []
        self.perform(self.talk.answer(Entered("tst01", view_of(self.table, self.eyes), seats, code, told, is_back)))

    @property
    def eyes(self) -> int | None:
        turn = self.table.turn
        return next((seat for seat in self.seats if seat in turn), self.seats[0] if self.seats else None)

    # What the person does.

    def type(self, *lines: str) -> None:
        for line in lines:
            self.perform(self.talk.receive(Line(line)))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.perform(self.talk.receive(Key(key)))

    def resize(self, look: Look) -> None:
        self.perform(self.talk.receive(Resized(look)))

    def hang_up(self) -> None:
        self.perform(self.talk.receive(Closed()))

    def tick(self) -> None:
        self.perform(self.talk.tick())

    # What others do.

    def happen(self, *asked: Asked | Said) -> None:
        """Somebody asks something of the table, and it is recorded; or somebody says something."""
        self.table, events = after(self.table, *(one for one in asked if not isinstance(one, Said)))
        said = tuple(f"{NAMES[one.person]}: {one.text}" for one in asked if isinstance(one, Said))
        told = told_of(self.table, events, self.eyes)
        self.perform(self.talk.answer(Moved(view_of(self.table, self.eyes), (*told, *said), said)))

    def go_on_unseen(self, *asked: Asked) -> None:
        """Something happens at the table of which no news has come yet."""
        self.table, self._unseen = after(self.table, *asked)

    def answer(self, result: Result) -> None:
        self.perform(self.talk.answer(result))

    # What follows.

    def perform(self, effects: Effects) -> None:
        for effect in effects:
            if isinstance(effect, Write | Ask | Show | Prefill | Ring | UseScreen | Adapt | Refresh):
                self._put_out(effect)
                continue
            result = self._do(effect)
            if result is not None:
                self.perform(self.talk.answer(result))
            if isinstance(result, Failed | Outdated):
                return

    def _put_out(self, effect: Write | Ask | Show | Prefill | Ring | UseScreen | Adapt | Refresh) -> None:
        match effect:
            case Write(text):
                assert not self.on_screen, f"written over a picture: {text}"
                self.text += text + "\n"
            case Ask(prompt):
                assert not self.on_screen, "asked in screen manner"
                self.prompt = prompt
            case Show(picture, repaint):
                assert self.on_screen, "drawn in line manner"
                self.picture = picture.text()
                self.painted += repaint
            case Prefill(text):
                assert not self.on_screen, "prefilled in screen manner"
                self.prefilled = text
            case Ring():
                self.rung += 1
            case UseScreen(screen):
                assert screen != self.on_screen
                self.on_screen = screen
            case Adapt(look):
                self.look = look
            case Refresh():
                for now in self.talk.redraw():
                    self._put_out(now)

    def _do(self, request: Request) -> Result | None:
        self.requests.append(request)
        match request:
            case HangUp(status):
                self.status = status
                return None
            case Leave():
                return None
            case Submit(command, seat, seen, then, line, hand):
                if self.answers:
                    return self.answers.pop(0)
                if seen is not None and self.table.has_moved_on(command, seen):
                    told = told_of(self.table, self._unseen, self.eyes)
                    self.perform(self.talk.answer(Moved(view_of(self.table, self.eyes), told)))
                    return Outdated("The game has moved on meanwhile.", line, hand)
                try:
                    self.happen(by(seat, command))
                except Refused as refused:
                    return Failed(str(refused))
                return Submitted(then) if then else None
            case Rename(name):
                return Renamed(name)
            case Say(text):
                here = self.eyes
                self.happen(says(self.table.chairs[here].person if here is not None else self.talk.name, here, text))
                return None
            case _:
                return self.answers.pop(0) if self.answers else None

    # What was put out.

    @property
    def bottom(self) -> str:
        """The last row of the screen."""
        return self.picture.split("\n")[-1]

    def new_text(self) -> str:
        """What was written since this was asked last."""
        text, self.text = self.text, ""
        return text

    @property
    def commands(self) -> list[Asked | Say]:
        """What was asked of the table and by which seat, and what was said there."""
        asked = (request for request in self.requests if isinstance(request, Submit | Say))
        return [by(one.by, one.command) if isinstance(one, Submit) else one for one in asked]
