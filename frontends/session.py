"""One person in the house: carries out what the conversation asks, between a terminal and the service.

Everything a table does reaches the person through one callback that never waits, so a slow terminal delays nobody:
what is put out goes straight to the terminal, which keeps what it cannot send yet.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import trio

from core import talk
from core.game import Refused, Viewer, seat_of
from core.live import LiveTable, MovedOn, News
from core.service import Service
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import (
    Adapt,
    Ask,
    Effect,
    Effects,
    HangUp,
    Prefill,
    Refresh,
    Request,
    Ring,
    Show,
    Submit,
    UseScreen,
    Write,
)
from frontends.dialogue.results import Broken, Failed, Moved, Outdated, Result
from frontends.dialogue.seat import AtTable
from frontends.terminal import Closed, Input, Terminal
from frontends.visit import Visit
from frontends.visitor import Visitor
from journal import Damaged, JournalError

_LOG = logging.getLogger("parlour")
BROKEN = "Something is wrong with that table, and it has been noted. You have left it; its game is kept."


class Session:
    """A conversation, its terminal, and the person's visit."""

    def __init__(self, service: Service, talk: Conversation, terminal: Terminal, visitor: Visitor) -> None:
        self.talk = talk
        self.terminal = terminal
        self.visit = Visit(service, talk, visitor, self._on_news)
        self.status: int | None = None
        self._is_asking = False
        """Whether the table is deciding what the person has asked for."""
        self._overtaken: tuple[int, int] | None = None
        """What the person had given when news came, by the terminal's count, and the record they had seen then."""
        self._waiting = trio.CancelScope()
        self._is_broken = False
        """Whether the person could not be shown what happened at their table."""

    async def run(self) -> int:
        """Converse until the person leaves. Returns: what a command line exits with."""
        try:
            await self._follow_up(self.talk.start)
            while self.status is None:
                await self._take_turn()
        finally:
            with trio.CancelScope(shield=True):
                await self.visit.leave()
        return self.status or 0

    def announce(self, sentence: str) -> None:
        """Tell the person something that concerns everybody in the house."""
        for effect in self.talk.room.complain(sentence):
            self._put_out(effect)

    async def _take_turn(self) -> None:
        """What follows from the person's next input, or from the pace running out before it."""
        received = None
        with trio.CancelScope() as self._waiting:
            if self._is_broken:
                self._waiting.cancel()
            received = await self._receive()
        if self._is_broken:
            await self._retreat()
        if received is not None:
            await self._follow_up(lambda: self._heed(received))
        elif not self._waiting.cancelled_caught:
            await self._follow_up(self.talk.tick)

    async def _receive(self) -> Input | None:
        """The next input; None when the pace has run out."""
        pace = self.talk.pace
        if pace is None:
            return await self.terminal.receive()
        with trio.move_on_after(pace):
            return await self.terminal.receive()
        return None

    def _heed(self, received: Input) -> Effects:
        if isinstance(received, Closed):
            self.status = 0
        if self._overtaken and self.terminal.count_taken() > self._overtaken[0]:
            self._overtaken = None
        self.talk.seen = self._overtaken[1] if self._overtaken else None
        return self.talk.receive(received)

    async def _follow_up(self, begin: Callable[[], Effects]) -> None:
        """Carry out what follows. A fault of ours in it costs the person the table, not the visit."""
        try:
            await self.perform(begin())
        except Exception:
            _LOG.exception("Somebody could not be shown what they asked for.")
            await self._retreat()

    async def _retreat(self) -> None:
        """Leave the table that cannot be shown."""
        self._is_broken = False
        await self.visit.leave()
        await self.perform(self.talk.answer(Broken(BROKEN)))

    async def perform(self, effects: Effects) -> None:
        """Carry out effects in order; what they lead to comes before what is left of them.

        What fails ends the effects it is one of: nothing is done or said that relied on it.
        """
        for effect in effects:
            match effect:
                case Write() | Ask() | Show() | Prefill() | Ring() | UseScreen() | Adapt() | Refresh():
                    self._put_out(effect)
                case HangUp(status):
                    self.status = status
                case _:
                    result = await self._try(effect)
                    if result is not None:
                        await self.perform(self.talk.answer(result))
                    if isinstance(result, Failed | Outdated):
                        return

    def _put_out(self, effect: Effect) -> None:
        match effect:
            case Show(picture, repaint):
                self.terminal.show(picture, repaint)
            case Refresh():
                for now in self.talk.redraw():
                    self._put_out(now)
            case Write(text):
                self.terminal.write(text + "\n")
            case Ask(prompt):
                self.terminal.ask(prompt)
            case Prefill(text):
                self.terminal.prefill(text)
            case Ring():
                self.terminal.ring()
            case UseScreen(screen):
                self.terminal.use_screen(screen)
            case Adapt(look):
                self.terminal.adapt(look)
            case _:
                raise ValueError(effect)

    async def _try(self, request: Request) -> Result | None:
        try:
            self._is_asking = isinstance(request, Submit)
            return await self.visit.do(request)
        except MovedOn as error:
            line, hand = (request.line, request.hand) if isinstance(request, Submit) else ("", None)
            return Outdated(str(error), line, hand)
        except Refused as refused:
            return Failed(str(refused))
        except Damaged as damaged:
            _LOG.warning("%s", damaged)
            return Failed(f"That cannot be shown: {damaged}")
        except JournalError as error:
            return Failed(f"The journal could not do that: {error}")
        finally:
            self._is_asking = False

    def _on_news(self, live: LiveTable, news: News) -> None:
        self._note_overtaken()
        try:
            viewer = self.visit.viewer(live)
            for effect in self.talk.answer(_shared(live, news, viewer)):
                self._put_out(effect)
        except Exception:
            _LOG.exception("Somebody at table %s could not be shown what happened.", live.id)
            self._is_broken = True
            self._waiting.cancel()

    def _note_overtaken(self) -> None:
        """Remember which position the person had seen who has typed something that is not read yet.

        A house that stood still, or is busy, finds news and keys in the same moment; the keys were meant for what the
        person saw before. What somebody types after a move of their own, without waiting for its outcome, is not
        meant: they know what they have asked for.
        """
        room = self.talk.room
        if self._overtaken is None and not self._is_asking and isinstance(room, AtTable) and room.seats:
            given = self.terminal.count_given()
            if given > self.terminal.count_taken():
                self._overtaken = (given, room.table.seq)


def _shared(live: LiveTable, news: News, viewer: Viewer) -> Moved:
    """What happened, as all who look from there are told it."""
    if news.said:
        return _moved(live, news, viewer)
    # What is shared is forgotten with the next event, so these are the events it was made for.
    return live.share(("moved", viewer), lambda: _moved(live, news, viewer))


def _moved(live: LiveTable, news: News, viewer: Viewer) -> Moved:
    said = tuple(live.quote(line) for line in news.said if talk.is_heard(line, seat_of(viewer)))
    return Moved(live.view(viewer), (*live.tell(news.events, viewer), *said), said)
