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

from core.base.game import Game, Refused
from core.base.message import Message, Name, called, message
from core.live.decision import MovedOn
from core.live.live_table import LiveTable, News
from core.sessions.at_table.seat import Seat, TableRef
from core.table import Command, TableView
from frontends.screens.controls import KeyHelp, Scene
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Prompt
from frontends.visit.action import Action
from frontends.visit.stage import PICTURES, Question, Stage, board_of, has_panel, picture_of, text_picture, unsaid
from frontends.visit.table import clock_display, codes, waiting
from frontends.visit.table.crowd import Onlooker, Owed, Written
from frontends.visit.table.notices import Ear, Seen
from frontends.visit.text import game_over, wording
from frontends.visit.text.key_bar import CURTAIN_BAR, key_bar
from frontends.visit.text.key_names import said_keys
from frontends.visit.text.yes_no import YES_OR_NO
from frontends.visit.visit import Visit
from journal import JournalError

T = TypeVar("T")
_LOG = logging.getLogger("parlour.visit")


class AtTable(Onlooker):
    """At a table; `own` is what the person has there."""

    is_drawn = True
    is_shut_out = False
    """Whether the person may not be here any more: nothing more is shown, and the visit leaves the table."""

    def __init__(self, visit: Visit, own: Seat, actions: Sequence[Action[AtTable]]) -> None:
        super().__init__(visit, own)
        self.actions = actions
        self.id = own.id
        self.game: Game = own.game
        self.shortcuts = self.face.shortcuts
        self.heard = self._ear.lately(own.held)
        self.hint = ""
        """The move that was proposed last, in the position it was proposed in."""
        self.judged: int | None = None
        """The record that brought the position of which the person has asked whether it can be won."""
        self.curtain = False
        """Whether the board is hidden until the other player has taken the keyboard."""
        self.saved: Any = None
        """The view as it was saved last."""
        self._overheard_before = visit.overheard_count
        self.seen = Seen(visit.terminal, lambda: visit.typed.waiting)

    # Who looks.

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats the person plays at; empty for watchers."""
        return self.own.seats

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes the table is shown; None for watchers."""
        return self.table.seat

    @property
    def is_my_turn(self) -> bool:
        """Whether one may move now."""
        return self.table.begun and self.seat is not None and self.seat in self.table.turn

    @property
    def is_lent(self) -> bool:
        """Whether somebody else plays at the person's own seat."""
        chair = self.live.table.chairs[self.seat] if self.seat is not None else None
        return chair is not None and bool(chair.stand_in) and not self.own.stand_in and self.table.outcome is None

    @property
    def over(self) -> Message:
        """That the game is over, and what one can do now."""
        return game_over.over(self.table, self.seats).said(on_screen=self.visit.on_screen)

    @property
    def names(self) -> tuple[Name, ...]:
        """The players' names by seat."""
        return self.live.names

    @property
    def sitting(self) -> Seat:
        """What the person has here."""
        return self.own

    @property
    def here(self) -> TableRef:
        """What leads back to this table."""
        return self.own.ref

    @property
    def played(self) -> tuple[Game, TableView]:
        """The game, and how the person sees it."""
        return self.game, self.table

    @property
    def _ear(self) -> Ear:
        visit, own = self.visit, self.own
        return Ear(self.live, own.viewer, visit.look.words, visit.session.attention, own.stand_in)

    # Following the table.

    @contextmanager
    def following(self) -> Iterator[None]:
        """Be told what happens, from the moment in which the table was looked at."""
        try:
            with self.own.following(self, self.on_news), self.own.until_over(self._on_over):
                yield
        finally:
            self.step_out()
            self.owed = None
            self.live.listeners.pop(self, None)  # Who steps out of a crowd listens again.

    def _on_over(self, why: Exception) -> None:
        """The person has sat down here from elsewhere, or a seat that was lent is not theirs any more: watch from now
        on, if they may. Must not wait."""
        self.step_out()
        if self.is_shut_out:
            return
        if self.own.is_over and (objection := self.own.objection()) is not None:
            self._shut_out(objection)
            return
        self.table, self.curtain, self.hint = self.own.view, False, ""
        self.input = self.face.idle(self.table.view)
        self.frames = ()
        self.begin_again()

    def on_news(self, live: LiveTable, news: News) -> None:
        """The table has moved on, or somebody has said something. Must not wait."""
        if self.own.held.seats:
            self.seen.note_news(self.table.seq)
        if self.is_shut_out:
            return
        if (objection := news.fault or self.own.objection()) is not None:
            self._shut_out(objection)
        elif news.events or news.said:
            try:
                self.take(news)
                if news.events and self.seen.is_asking:
                    return  # Shown as one by `attempt`, with what the computer answers.
                if self.own.held.seats or self.visit.is_handling:
                    # At once, for what is typed next is meant for this position.
                    self.catch_up()
                else:
                    self.visit.terminal.soon(self.catch_up)
            except Exception as fault:
                self._fail(fault)

    def _fail(self, fault: Exception) -> None:
        """What goes wrong in showing something ends the visit at this table, and nothing else."""
        _LOG.error("Somebody at table %s could not be shown what happened.", self.id, exc_info=fault)
        self.visit.fail(fault)

    def _shut_out(self, why: Refused | JournalError) -> None:
        """Show nothing any more, and keep nothing that can be said again: it may be of a seat that was lent."""
        self.is_shut_out = True
        self.frames = ()
        self.visit.last_said = ""
        if self.visit.on_screen:
            self.visit.redraw(repaint=True)
        self.visit.fail(why)

    def take(self, news: News) -> None:
        """Know what has happened; it is shown by `catch_up`."""
        # A thousand may watch: what all of them are shown is made once, and here it is only looked up.
        before, visit = self.table, self.visit
        self.heard = heard = self._ear.hear(news)
        self.message = heard.told or self.message
        self.owed = Owed(before, heard.told) if self.owed is None else self.owed.and_then(heard.told)
        if news.goes_on and not visit.on_screen:
            return  # In lines the position is looked at once all is told that came in one go.
        self.table = table = self.own.view
        if table is not before:
            self._settle(before)
        if visit.on_screen and self.seats and table is not before and not before.outcome:
            self.message = (*self.message, *map(self.text, self._at_end()))
        if visit.on_screen and len(news.events) > 1 and table is not before and visit.settings.motion:
            self.begin_motion()
        if before.asks is None and self.asker is not None:
            visit.ring()

    def catch_up(self) -> None:
        """Show what has happened since something was shown last. Must not wait."""
        owed, self.owed = self.owed, None
        if owed is None or self.is_shut_out:
            return
        try:
            with self.visit.terminal.together():
                self._show(owed)
        except Exception as fault:
            self._fail(fault)

    def _show(self, owed: Owed) -> None:
        visit, table = self.visit, self.table
        text = self._write_news(owed.before, owed.told) if not visit.on_screen else ""
        visit.redraw()
        if not visit.on_screen:
            self.step_in(self._written(text))
        if table.clocks is not None and table is not owed.before:
            self.check_clocks()
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
        if (asker := self.table.asks) is None:
            return None
        is_mine_to_answer = self.seats and asker not in self.seats and not self.table.outcome
        return asker if is_mine_to_answer else None

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
        try:
            with self.seen.asking(self.catch_up):
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
        said: list[Message | str] = [wording.greeting(self.table, bool(self.seats)), *self._first_words()]
        if self.own.code and not visit.settings.has_files and (way := codes.back(self)):
            said.append(message("To come back later: {way}", way=way))
        if self.own.stand_in:
            owner = called(self.live.service.directory.shown_name(self.live.table.chairs[self.seats[0]].person))
            said.append(message("You play for {name}. To give the seat back: back", name=owner))
        greeting = tuple(map(visit.text, said))
        if visit.on_screen:
            # Where there is no room for all of it, the last sentence stays: the code, which is told but once.
            self.message = (*self.heard.told, *greeting, *(map(self.text, self._at_end()) if self.seats else ()))
            visit.redraw(repaint=True)
        else:
            self._write_greeting(greeting)
        self.check_clocks()

    def _write_greeting(self, greeting: tuple[str, ...]) -> None:
        visit = self.visit
        since = (message("Since your last move:"),) if self.heard.is_back and self.heard.told else ()
        visit.write(" ".join(greeting), *since, *self.heard.told)
        if visit.look.reader and self.table.begun:
            self._introduce()
        else:
            self.describe(self.heard.told)
        for said in self._at_end():
            visit.write(said)
        visit.redraw()

    def _introduce(self) -> None:
        """What a screen reader says of the position on coming to it; the rest is said on request."""
        self.described = self.table.seq
        self.visit.write(self.face.score(self.table))
        self.visit.write(self.face.hand(self.table))
        if not self.visit.has_been_told:
            self.visit.has_been_told = True
            self.visit.write(wording.FIRST_HINT)

    def begin_again(self) -> None:
        """Show the table anew in another mode or language."""
        self.step_out()
        self.heard = self._ear.lately(self.own.held)
        if self.visit.on_screen:
            self.visit.redraw(repaint=True)
        else:
            self.describe()
            self.visit.redraw()
        self.check_clocks()

    def _write_news(self, before: TableView, told: tuple[str, ...]) -> str:
        """Write what happened, the position where it counts, and the end of the game: all as one text, which is
        returned."""
        said: list[Message | str] = [*told]
        if self.visit.look.reader:  # A screen reader reads the position on request only.
            said += self.undone(before)
            if self.may_stop and not before.outcome and self.table.view != before.view:
                said.append(wording.ANOTHER)
        elif not self.visit.is_waiting and wording.is_worth_describing(before, self.table, self.live.before.turn):
            said.append(self._described(told))
        if not before.outcome and (self.table.outcome or not before.is_stuck):
            said += self._at_end()
        return self.visit.write(*said) if said else ""

    def _written(self, text: str) -> Written:
        """All that makes a difference to what is written next, when this text was written last."""
        visit = self.visit
        return Written(self.heard, visit.look, self.prompt().text, text, visit.last_said, self.described)

    def describe(self, told: Sequence[str] = ()) -> None:
        """The position in words, without what was told just before; until the game has begun, what is waited for."""
        self.visit.write(self._described(told))

    def _described(self, told: Sequence[str]) -> str:
        self.described = self.table.seq
        return "\n".join(line for line in self.position() if line not in told)

    def position(self) -> list[str]:
        """The position in words, in lines; behind a curtain, nothing."""
        return list(self._instead(self.table) or self.face.describe(self.table, self.visit.look))

    def _instead(self, table: TableView) -> tuple[str, ...]:
        """What stands where the board will be, until the game has begun or the curtain is lifted; empty after that."""
        if not table.begun:
            return waiting.lines(self)
        return (self.text(wording.pass_on(self.table)),) if self.curtain else ()

    def _at_end(self) -> tuple[Message, ...]:
        end = game_over.at_end(self.table, self.seats)
        if end is None or (end is game_over.STUCK and not self.seats):
            return ()
        return (end.said(on_screen=self.visit.on_screen),)

    def prompt(self) -> Prompt:
        """Whose turn it is, with what can be typed, for completion."""
        self.step_out()
        is_read_out, words = self.visit.look.reader, self.visit.words
        if self.asker is not None:
            return Prompt("y/n> " if is_read_out else f"{self._request(self.asker)} ")
        if self.curtain:
            passing = f"{said_keys('enter', words)}>" if is_read_out else self.text(wording.pass_on(self.table))
            return Prompt(f"{passing} ")
        before = wording.LENT if self.is_lent else wording.prompt(self.table, bool(self.seats))
        return Prompt(f"{self.text(before)} " if before else "", self.lines, self.standing)

    def lines(self) -> tuple[str, ...]:
        """The moves and all other lines that make sense now."""
        self.step_out()
        return (*self.moves(), *super().lines())

    def standing(self) -> str:
        """The score, and whose turn it is."""
        self.step_out()
        return self.text(wording.status(self.table, self.face.score(self.table) if self.table.begun else None))

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
        if question is None and (asker := self.asker) is not None:
            question = Question(self._request(asker))
        clocks = clock_display.face(now, self.live.now(), look) if now.clocks else ()
        reserved = clock_display.width(clocks) + 2 if clocks else 0
        key = (  # all that the picture is made of: whoever has the same shares it
            table, self.input, self.hint, self.message, question, self.curtain, self.heard, self._notices(look), look,
            self.face, self.own.held, reserved, self._instead(table),
        )  # fmt: skip
        shown = PICTURES.get(key, lambda: self._drawn(table, question, look, reserved))
        self.shown = shown = clock_display.with_clocks(shown, clocks) if clocks else shown
        self.step_in(shown)
        return shown

    def _drawn(self, table: TableView, question: Question | None, look: Look, reserved: int) -> Picture:
        if lines := self._instead(table):
            return text_picture(lines, self._stage(question, reserved, look), look)
        log = () if has_panel(look) else unsaid(self.heard.log, self.message)  # else it would stand there twice
        scene = Scene(table, self.input, self.hint, log, lambda: self.live.facts(self.own.viewer))
        return picture_of(board_of(self.face, scene, look), self._stage(question, reserved, look), look)

    def _stage(self, question: Question | None, reserved: int, look: Look) -> Stage:
        talk = (*self.heard.talk, *self._notices(look))
        return Stage(self.message, "", self._bar(), question, self.heard.log, talk, reserved)

    def _notices(self, look: Look) -> tuple[str, ...]:
        """What the person was told of others since they came to the table, where there is room for it. What they heard
        before is not shown, or every board in a crowd would be another one."""
        count = self.visit.overheard_count - self._overheard_before
        return self.visit.overheard[-count:] if count and has_panel(look) else ()

    def _bar(self) -> tuple[KeyHelp, ...]:
        """The keys that matter now: the game's, then the table's, and help last."""
        if self.curtain:
            return CURTAIN_BAR
        own = self.face.bar(self.input, self.table.view) if self.is_my_turn else ()
        end = game_over.at_end(self.table, self.seats)
        return key_bar(end.keys if end else (), own, self.actions, self)

    # What there is.

    def moves(self) -> tuple[str, ...]:
        """The texts of the legal moves."""
        return tuple(self.own.moves)

    @property
    def may_stop(self) -> bool:
        """Whether the person is asked whether they want another hand."""
        return "stop" in self.moves()
