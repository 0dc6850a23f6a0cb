"""At a table, playing or watching: what is shown there, and how it follows what happens.

`AtTable.on_news` is called by the live table whenever it has moved on, from whatever task stored the move. It never
waits: it changes what is shown and returns. Everything the person does is awaited in the visit's own task, one thing
after the other.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from core.base.game import Game, Refused, Viewer
from core.base.message import Message, Name, called, message
from core.live.live_table import LiveTable, MovedOn, News
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import Seat, TableRef
from core.sessions.session import Sitting
from core.table import Command, TableView
from frontends.screens import screen_of
from frontends.screens.controls import KeyHelp, Scene, Screen
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Prompt
from frontends.visit.action import Action, completions
from frontends.visit.stage import PICTURES, Question, Stage, board_of, has_panel, picture_of, text_picture
from frontends.visit.table import clock_display, codes
from frontends.visit.table.crowd import Onlooking, Owed
from frontends.visit.table.notices import Seen, hear, lately
from frontends.visit.text import wording
from frontends.visit.text.fairness import grouped, proof
from frontends.visit.text.key_bar import CURTAIN_BAR, OVER_BAR, OVER_FOR_TWO_BAR, STUCK_BAR, key_bar
from frontends.visit.text.key_names import said_keys
from frontends.visit.text.yes_no import YES_OR_NO
from frontends.visit.visit import Visit
from journal import JournalError

T = TypeVar("T")
_LOG = logging.getLogger("parlour.visit")
FIRST_HINT = message("Type board for the position, moves for what you can play, ? for help.")
"""What a screen reader reads out at the first table."""
ANOTHER = message("Another hand? Type another, or stop.")
"""What a screen reader reads out where the board would say it."""


class AtTable(Onlooking):
    """At a table; `own` is what the person has there."""

    is_drawn = True

    def __init__(self, visit: Visit, own: Seat, actions: Sequence[Action[AtTable]]) -> None:
        super().__init__(visit)
        self.own = own
        self.live = live = own.live
        self.actions = actions
        self.id = live.id
        self.game: Game = own.game
        self.face: Screen = screen_of(self.game.name, one_key=visit.settings.one_key)
        self.shortcuts = self.face.shortcuts
        self.table: TableView = live.view(self.viewer)
        self.input = live.share(("idle", self.face, self.viewer), lambda: self.face.idle(self.table.view))
        self.message = ()
        self.heard = lately(live, own.held, self.viewer, visit.words, visit.session.attention)
        self.hint = ""
        """The move that was proposed last, in the position it was proposed in."""
        self.judged: int | None = None
        """The record that brought the position of which the person has asked whether it can be won."""
        self.described = 0
        """The record up to which the position was put into words last, in line mode."""
        self.curtain = False
        """Whether the board is hidden until the other player has taken the keyboard."""
        self.saved: Any = None
        """The view as it was saved last."""
        self._told_before = visit.company.told
        self.seen = Seen(visit.terminal)

    # Who looks.

    @property
    def held(self) -> Held:
        """What the person has here."""
        return self.own.held

    @property
    def code(self) -> str:
        """With which a guest comes back."""
        return self.own.code

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats the person plays at; empty for those who watch."""
        return self.own.held.seats

    @property
    def stand_in(self) -> str:
        """The person's id where they play for whose seat it is; empty else."""
        return self.own.held.stand_in

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes the person sees."""
        return self.own.viewer

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes the table is shown; None for those who watch."""
        return self.table.seat

    @property
    def is_my_turn(self) -> bool:
        """Whether one may move now."""
        return self.seat is not None and self.seat in self.table.turn

    @property
    def is_lent(self) -> bool:
        """Whether somebody else plays at the person's own seat."""
        chair = self.live.table.chairs[self.seat] if self.seat is not None else None
        return chair is not None and bool(chair.stand_in) and not self.stand_in and self.table.outcome is None

    @property
    def over(self) -> Message:
        """That the game is over, and what one can do now."""
        return wording.over(self.table, self.seats, on_screen=self.visit.on_screen)

    @property
    def names(self) -> tuple[Name, ...]:
        """The players' names by seat."""
        return self.table.names

    @property
    def seq(self) -> int:
        """The table's last record."""
        return self.own.seq

    @property
    def sitting(self) -> Sitting:
        """This."""
        return self

    @property
    def here(self) -> TableRef:
        """What leads back to this table."""
        return self.own.ref

    def text(self, said: Message) -> str:
        """A message in the person's language, with the players' names."""
        return self.visit.words.say(said, self.names)

    # Following the table.

    @contextmanager
    def following(self) -> Iterator[None]:
        """Be told what happens, from the moment in which the table was looked at."""
        try:
            with self.own.following(self, self.on_news):
                yield
        finally:
            self.step_out()
            self.owed = None
            self.live.listeners.pop(self, None)  # Who steps out of a crowd listens again.

    def lose(self) -> bool:
        """Look on from now on, because the person plays from elsewhere; whether they do. Must not wait."""
        self.step_out()
        if self.is_shut_out:
            return False
        if not self.own.lose():
            if (objection := self.own.objection()) is not None:
                self._shut_out(objection)
            return False
        self.table, self.curtain, self.hint = self.live.view(self.viewer), False, ""
        self.input = self.face.idle(self.table.view)
        self.frames = ()
        self.begin_again()
        return True

    def on_news(self, live: LiveTable, news: News) -> None:
        """The table has moved on, or somebody has said something. Must not wait."""
        if self.held.seats:
            self.seen.note_news(self.table.seq)
        if self.is_shut_out:
            return
        if (objection := news.fault or self.own.objection()) is not None:
            self._shut_out(objection)
        elif news.events or news.said:
            with self.contained():
                self.take(live, news)
                if self.held.seats or self.visit.is_heeding:
                    # At once, for what is typed next is meant for this position.
                    self.catch_up()
                else:
                    self.visit.terminal.soon(self.catch_up)

    @contextmanager
    def contained(self) -> Iterator[None]:
        """What goes wrong in showing something ends the visit at this table, and nothing else."""
        try:
            yield
        except Exception as fault:
            _LOG.exception("Somebody at table %s could not be shown what happened.", self.id)
            self.visit.fail(fault)

    def _shut_out(self, why: Refused | JournalError) -> None:
        """Show nothing any more, and keep nothing that can be said again: it may be of a seat that was lent."""
        self.is_shut_out = True
        self.frames = ()
        self.visit.last_said = ""
        if self.visit.on_screen:
            self.visit.redraw(repaint=True)
        self.visit.fail(why)

    def take(self, live: LiveTable, news: News) -> None:
        """Know what has happened; it is shown by `catch_up`."""
        # A thousand may watch: what all of them are shown is made once, and here it is only looked up.
        before, visit, viewer = self.table, self.visit, self.viewer
        self.table = table = live.view(viewer)
        self.heard = heard = hear(live, news, viewer, visit.look.words, visit.session.attention, self.stand_in)
        if table is not before:
            self._settle(before)
        if heard.told:
            self.message = heard.told
        self.owed = Owed(before, heard.told) if self.owed is None else self.owed.and_then(heard.told)
        if visit.on_screen and len(news.events) > 1 and table is not before and visit.settings.motion:
            self.begin_motion(live, viewer)
        if table.asks is not None and before.asks is None and self.asker is not None:
            visit.ring()

    def catch_up(self) -> None:
        """Show what has happened since something was shown last. Must not wait."""
        owed, self.owed = self.owed, None
        if owed is None or self.is_shut_out:
            return
        with self.contained():
            visit, table = self.visit, self.table
            if not visit.on_screen:
                self._write_news(owed.before, owed.told)
            visit.redraw()
            if table.clocks is not None and table is not owed.before:
                self.heed_clocks()
                visit.wake()

    def _settle(self, before: TableView) -> None:
        """The input state after the table has moved on; with other eyes it is another one."""
        self.hint = ""
        if self.table.seat != before.seat:
            self.input = self.face.idle(self.table.view)
            self.curtain = self.game.hides and before.begun and self.table.outcome is None
        elif self.face.settle:
            self.input = self.face.settle(self.input, self.table.view)
        if self.frames or self.face.pace is not None:
            self.frames = ()
            self.wind()

    @property
    def asker(self) -> int | None:
        """The other player's seat who asks to take back a move and waits for this person's answer."""
        asker = self.table.asks
        mine = any(seat != asker for seat in self.seats)
        return asker if asker is not None and mine and asker not in self.seats and not self.table.outcome else None

    # Asking something of the table.

    async def submit(self, command: Command, *, seat: int | None = None, line: str = "", input: Any = None) -> bool:
        """Ask something of the table, by the seat that is shown unless another of the person's is named.

        Returns, raises, and keeps what was typed (`line`) or chosen (`input`) as `attempt` does.
        """

        async def ask(seen: int) -> bool:
            await self.own.submit(command, seen=seen, seat=self.seat if seat is None else seat)
            return True

        return bool(await self.attempt(ask, line=line, input=input))

    async def attempt(self, ask: Callable[[int], Awaitable[T]], *, line: str = "", input: Any = None) -> T | None:
        """Ask something of the table, in the position that is shown: `ask` is given its last record.

        Returns: what came of it; None when the game had moved on: then the new position is shown, and what was typed
        (`line`) or chosen (`input`) is kept. Raises: Refused, JournalError.
        """
        with self.seen.asking():
            try:
                return await ask(self.seen.of(self.table.seq))
            except MovedOn as moved_on:
                self._on_moved_on(moved_on, line, input)
                return None

    def _on_moved_on(self, moved_on: MovedOn, line: str, input: Any) -> None:
        visit = self.visit
        if visit.on_screen:
            if input is not None and self.is_my_turn:
                self.input = self.face.settle(input, self.table.view) if self.face.settle else input
        else:
            if self.described < self.table.seq:
                self.describe()
            visit.terminal.prefill(line)
        visit.complain(visit.explain(moved_on))

    # In line mode.

    def enter(self) -> None:
        """Show where one is, what happened lately, and the position."""
        visit = self.visit
        greeting = [self.text(wording.greeting(self.table, bool(self.seats)))]
        if self.code and codes.back(self) and not visit.settings.has_files:
            greeting.append(self.text(message("To come back later: {way}", way=codes.back(self))))
        if self.stand_in:
            owner = called(self.live.service.directory.shown_name(self.live.table.chairs[self.seats[0]].person))
            greeting.append(self.text(message("You play for {name}: back gives the seat back.", name=owner)))
        if visit.on_screen:
            # Where there is no room for all of it, the last sentence stays: the code, which is told but once.
            self.message = (*self.heard.told, *greeting)
            visit.redraw(repaint=True)
        else:
            self._write_greeting(greeting)
        if self.table.clocks is not None:
            self.heed_clocks()

    def _write_greeting(self, greeting: list[str]) -> None:
        visit = self.visit
        visit.write(" ".join(greeting))
        if self.table.deal is None and not visit.look.reader:  # 32 digits read out are no greeting; fair says them
            visit.write(self.text(message("Commitment: {digits}", digits=grouped(self.table.commitment))))
        if self.heard.is_back and self.heard.told:
            visit.write(self.text(message("Since your last move:")))
        for sentence in self.heard.told:
            visit.write(sentence)
        if visit.look.reader and self.table.begun:
            self._introduce()
        else:
            self.describe()
        self._write_end()
        visit.redraw()

    def _introduce(self) -> None:
        """What a screen reader says of the position on coming to it; the rest is said on request."""
        self.described = self.table.seq
        self.visit.write(self.text(self.face.score(self.table)))
        self.visit.write(self.text(self.face.hand(self.table)))
        if not self.visit.has_been_told:
            self.visit.has_been_told = True
            self.visit.write(self.text(FIRST_HINT))

    def begin_again(self) -> None:
        """Show the table anew in another mode or language."""
        self.step_out()
        self.heard = lately(self.live, self.held, self.viewer, self.visit.words, self.visit.session.attention)
        if self.visit.on_screen:
            self.visit.redraw(repaint=True)
        else:
            self.describe()
            self.visit.redraw()
        if self.table.clocks is not None:
            self.heed_clocks()

    def _write_news(self, before: TableView, told: tuple[str, ...]) -> None:
        """What happened, the position where it counts, and the end of the game."""
        for sentence in told:
            self.visit.write(sentence)
        if self.visit.look.reader:  # A screen reader reads the position on request only.
            if self.may_stop and not before.outcome and self.table.view != before.view:
                self.visit.write(self.text(ANOTHER))
        elif not self.visit.is_waiting and wording.is_worth_describing(before, self.table):
            self.describe(told)
        if not before.outcome:
            self._write_end()

    def describe(self, told: Sequence[str] = ()) -> None:
        """The position in words, without what was told just before; until the game has begun, what is waited for."""
        self.described = self.table.seq
        self.visit.write("\n".join(line for line in self.position() if line not in told))

    def position(self) -> list[str]:
        """The position in words, in lines; behind a curtain, nothing."""
        if not self.table.begun:
            return [self.text(line) for line in wording.waiting(self.table, codes.joining(self), codes.kept_for(self))]
        if self.curtain:
            return [self.text(wording.pass_on(self.table))]
        return list(self.face.describe(self.table, self.visit.look))

    def _write_end(self) -> None:
        if self.table.outcome:
            for line in (*proof(self.table), self.over):
                self.visit.write(self.text(line))

    def prompt(self) -> Prompt:
        """Whose turn it is, with what can be typed, for completion."""
        is_read_out, words = self.visit.look.reader, self.visit.words
        if self.asker is not None:
            return Prompt("y/n> " if is_read_out else f"{self._request(self.asker)} ")
        if self.curtain:
            passing = f"{said_keys('enter', words)}>" if is_read_out else self.text(wording.pass_on(self.table))
            return Prompt(f"{passing} ")
        before = wording.LENT if self.is_lent else wording.prompt(self.table, bool(self.seats))
        standing = self.text(wording.status(self.table, self.face.score(self.table) if self.table.begun else None))
        typed = (*self.moves(), *completions(self.actions, self))
        return Prompt(f"{self.text(before)} " if before else "", typed, standing)

    def _request(self, asker: int) -> str:
        return f"{self.text(wording.request(self.table, asker))} {self.text(YES_OR_NO)}"

    # In screen mode.

    def note(self, sentence: str) -> None:
        """Have this in the message rows until something replaces it."""
        self.step_out()
        self.message = (sentence,)

    def picture(self, question: Question | None, look: Look) -> Picture:
        """The board with all around it; drawn once for everybody who sees the same."""
        if self.crowd is not None:
            self.step_out()
        if self.is_shut_out:
            return text_picture((), Stage(question=question), look)
        now = self.table
        table = self.frames[0] if self.frames else now
        if now.asks is not None and question is None and self.asker is not None:
            question = Question(self._request(self.asker))
        clocks = clock_display.face(now, self.live.now(), look) if now.clocks else ()
        reserved = clock_display.width(clocks) + 2 if clocks else 0
        key = (  # all that the picture is made of: whoever has the same shares it
            table, self.input, self.hint, self.message, question, self.curtain, self.heard, self._notices(look), look,
            self.face, self.held, reserved,
        )  # fmt: skip
        shown = PICTURES.get(key, lambda: self._drawn(table, question, look, reserved))
        self.shown = shown = clock_display.with_clocks(shown, clocks) if clocks else shown
        self.step_in()
        return shown

    def _drawn(self, table: TableView, question: Question | None, look: Look, reserved: int) -> Picture:
        if table.begun and not self.curtain:
            log = () if has_panel(look) else self.heard.log  # else it would stand there twice
            scene = Scene(table, self.input, self.hint, log, self.live.facts(self.viewer))
            board = board_of(self.face, scene, look)
            return picture_of(board, self._stage(question, reserved, look), look)
        stage = self._stage(question, reserved, look)
        if not table.begun:
            lines = [*wording.waiting(table, codes.joining(self), codes.kept_for(self)), message(""), *proof(table)]
            return text_picture([self.text(line) for line in lines], stage, look)
        return text_picture([self.text(wording.pass_on(self.table))], stage, look)

    def _stage(self, question: Question | None, reserved: int, look: Look) -> Stage:
        talk = (*self.heard.talk, *self._notices(look))
        return Stage(self.message, "", self._bar(), question, self.heard.log, talk, reserved)

    def _notices(self, look: Look) -> tuple[str, ...]:
        """What the person was told of others since they came to the table, where there is room for it. What they heard
        before is not shown, or every board in a crowd would be another one."""
        company = self.visit.company
        count = company.told - self._told_before
        return company.heard[-count:] if count and has_panel(look) else ()

    def _bar(self) -> tuple[KeyHelp, ...]:
        """The keys that matter now: the game's, then the table's, and help last."""
        if self.curtain:
            return CURTAIN_BAR
        own = self.face.bar(self.input, self.table.view) if self.table.begun and self.is_my_turn else ()
        over = OVER_FOR_TWO_BAR if wording.is_against_person(self.table, self.seats) else OVER_BAR
        first = over if self.table.outcome else STUCK_BAR if self.stuck else ()
        return key_bar(first, own, self.actions, self.shortcuts, self)

    # What there is.

    def moves(self) -> tuple[str, ...]:
        """The texts of the legal moves."""
        return tuple(self.game.moves(self.table.view)) if self.is_my_turn and self.table.begun else ()

    @property
    def may_stop(self) -> bool:
        """Whether the person is asked whether they want another hand."""
        return "stop" in self.moves()

    @property
    def stuck(self) -> bool:
        """Whether the game says that nothing can be played any more."""
        return self.table.is_stuck
