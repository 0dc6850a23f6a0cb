"""A shell around a conversation without any I/O: one table as a value, and lists of what was put out and asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from core.chance import Dice
from core.game import Refused
from core.games import GAMES
from core.table import Chair, Command, Move, Opened, Said, Stamp, Table, decide, evolve, open_table, sight, tell
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import (
    Adapt,
    Ask,
    Effects,
    HangUp,
    Leave,
    Refresh,
    Request,
    Ring,
    Show,
    Submit,
    UseScreen,
    Write,
)
from frontends.dialogue.results import Entered, Failed, Moved, Result, Submitted
from frontends.screens.picture import Look
from frontends.terminal import Closed, Key, Line, Prompt, Resized

SEED = bytes(range(16))
BOT = Chair("Comp", is_bot=True)
ANNA, BERT = Chair("Anna"), Chair("Bert")


def a_table(name: str, *chairs: Chair, deal: int | None = None, **options: str) -> Table:
    """A table with the game dealt and these people seated."""
    game = GAMES[name]
    chosen = {option.name: option.choices[0] for option in game.options} | options
    opened = Opened("tst01", name, game.rules, tuple(chosen.items()), SEED.hex(), deal)
    table = open_table(game, opened, Stamp(1, 1000.0))
    for seq, event in enumerate(game.begin(chosen, Dice(SEED, name, 1)), 2):
        table = evolve(table, event, Stamp(seq, 1000.0))
    return attrs.evolve(table, chairs=chairs or (ANNA,))


def at(table: Table, state: Any) -> Table:
    """The table with the game in this state."""
    return attrs.evolve(table, now=attrs.evolve(table.now, state=state))


def moves(table: Table, seat: int = 0) -> list[str]:
    """The texts of a seat's legal moves."""
    return list(table.game.moves(table.game.view(table.state, seat)))


def placed(shell: Shell) -> None:
    """Whoever is to move in a game of El-Ixir rolls and puts down a block."""
    seat = shell.table.turn[0]
    shell.happen(Move(seat, "roll"))
    shell.happen(Move(seat, moves(shell.table, seat)[0]))


def after(table: Table, *commands: Command) -> tuple[Table, list[Any]]:
    """The table after some commands, and what happened."""
    happened: list[Any] = []
    for command in commands:
        at = table.at + 1
        events = decide(table, command, Dice(table.seed, table.game.name, table.seq + 1), at)
        move = command.text if isinstance(command, Move) else None
        for number, event in enumerate(events):
            seat = getattr(command, "seat", None) if number == 0 else None
            table = evolve(table, event, Stamp(table.seq + 1, at, seat, move if number == 0 else None))
        happened += events
    return table, happened


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
        self.text, self.prompt, self.picture = "", Prompt(""), ""
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
        self.perform(self.talk.answer(Entered("tst01", sight(self.table, self.eyes), seats, code, told, is_back)))

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

    def happen(self, *commands: Command) -> None:
        """Somebody asks something of the table, and it is recorded."""
        self.table, events = after(self.table, *commands)
        told = tuple(sentence for event in events if (sentence := tell(self.table, event, self.eyes)))
        said = tuple(tell(self.table, event, self.eyes) for event in events if isinstance(event, Said))
        self.perform(self.talk.answer(Moved(sight(self.table, self.eyes), told, tuple(filter(None, said)))))

    def answer(self, result: Result) -> None:
        self.perform(self.talk.answer(result))

    # What follows.

    def perform(self, effects: Effects) -> None:
        for effect in effects:
            if isinstance(effect, Write | Ask | Show | Ring | UseScreen | Adapt | Refresh):
                self._put_out(effect)
                continue
            result = self._do(effect)
            if result is not None:
                self.perform(self.talk.answer(result))
            if isinstance(result, Failed):
                return

    def _put_out(self, effect: Write | Ask | Show | Ring | UseScreen | Adapt | Refresh) -> None:
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
            case Submit(command, then):
                if self.answers:
                    return self.answers.pop(0)
                try:
                    self.happen(command)
                except Refused as refused:
                    return Failed(str(refused))
                return Submitted(then) if then else None
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
    def commands(self) -> list[Command]:
        """What was asked of the table."""
        return [request.command for request in self.requests if isinstance(request, Submit)]
