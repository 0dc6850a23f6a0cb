"""A house as a program is in it: requests and their answers, over one connection after the other."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from ssl import SSLContext, create_default_context
from typing import Any, cast

import anyio
import attrs
import msgspec
from anyio.abc import ByteStream, TaskStatus
from anyio.streams.buffered import BufferedByteReceiveStream

from parlour.client.answers import Answer, Event, Gone, Lost, Over, Refused, Said, State, read
from parlour.client.table import AGAIN, Each, Table
from parlour.client.transport import reached

PROTOCOL, LONGEST, MOST_NOTICES = 1, 1 << 22, 256
"""The number that is spoken, bytes of a line, notices that wait to be read."""
FIRST_PAUSE, LONGEST_PAUSE, FAREWELL = 0.2, 30.0, 2.0
"""Seconds between tries to come back, each time about twice as many, and in which the house takes leave."""
FINAL = ("garbage", "shut_out", "taken")
"""Codes of `gone` after which one does not come back."""
PASSING = (*AGAIN, "failed", "name")
"""Codes of refusals that may not be met again; a name is free once the house knows that its holder is gone."""
BROKEN = (OSError, anyio.EndOfStream, anyio.IncompleteRead, anyio.BrokenResourceError, anyio.ClosedResourceError,
          anyio.DelimiterNotFound, msgspec.MsgspecError)  # fmt: skip
NO_LUCK = "leave out luck="
"""How a refusal ends where nobody gives any: with deals that have numbers, and in duels."""


@attrs.define(eq=False)
class _Asked:
    """A request that is not answered yet; `again` says that it does no harm to send it twice, `now` that it may be sent
    before one is in the house."""

    id: str
    type: str
    line: bytes
    again: bool
    now: bool
    is_sent: bool = False
    answer: Any = None
    done: anyio.Event = attrs.field(factory=anyio.Event)

    def end(self, answer: Answer | Exception) -> None:
        self.answer = answer
        self.done.set()


class House:
    """The house that `connect` has reached. All that is asked raises Refused; and Lost where the connection breaks
    before the answer comes, unless it does no harm to ask again, which is done then."""

    def __init__(self, where: str | Sequence[str], hello: dict[str, Any], context: SSLContext | None = None) -> None:
        self._where, self._hello, self._context = where, hello, context
        self.welcome: Answer | None = None
        self.tables: dict[str, Table] = {}
        """Where one is."""
        self.new_id: Callable[[], str] = lambda: secrets.token_hex(12)
        """An id that no other request has, of whatever process."""
        self._asked: list[_Asked] = []
        self._notices: deque[Event] = deque(maxlen=MOST_NOTICES)
        self._changed = anyio.Event()
        self._is_in = False
        self._failure: Exception | None = None

    async def open(self, game: str, **order: Any) -> Table:
        """Open a table: `opponent`, `level`, `options`, `clock`, `deal` and the rest of `open` in the schema."""
        return await self._sit("open", game=game, **order)

    async def join(self, table: str) -> Table:
        """Take the free seat of a table."""
        return await self._sit("join", table=table)

    async def watch(self, table: str) -> Table:
        """Look on."""
        return await self._go("watch", table=table)

    async def resume(self, table: str, since: int = 0) -> Table:
        """Back to a seat, by the table's id or the seat's code; what happened after record `since` comes first."""
        return await self._go("resume", table=table, since=since)

    async def seek(self, game: str, **order: Any) -> Table:
        """Open a table that anybody may join."""
        return await self._sit("seek", game=game, **order)

    async def invite(self, name: str, game: str, **order: Any) -> Table:
        """Open a table whose other seat is kept for somebody."""
        return await self._sit("invite", name=name, game=game, **order)

    async def accept(self, name: str = "") -> Table:
        """Go where one is invited, or to somebody who looks for an opponent."""
        return await self._sit("accept", name=name)

    async def _sit(self, type: str, **fields: Any) -> Table:
        """Go to a table with luck of one's own, so that nobody has to trust the house's; it is given here alone."""
        try:
            return await self._go(type, **({"luck": secrets.token_hex(16)} | fields))
        except Refused as refused:
            if not refused.template.endswith(NO_LUCK):
                raise
            return await self._go(type, **fields)

    async def _go(self, type: str, **fields: Any) -> Table:
        answer = await self.ask(type, **fields)
        if not answer.table:
            raise Refused("refused", answer.text)
        table = self.tables[answer.table]
        while not table.state.at:
            if table.is_over:
                raise Lost("The connection broke on the way to the table.")
            await self.wait(table.changed)
        return table

    async def list(self, **query: Any) -> list[dict[str, Any]]:
        """A page of tables: `page`, `game`, `mine`, `everything`, `player`."""
        return list((await self.ask("list", again=True, **query)).fields["tables"])

    def notices(self) -> AsyncIterator[Event]:
        """What is told of other people; of many that nobody reads the oldest are dropped."""

        async def find() -> Event:
            while not self._notices:
                await self.wait(self._changed)
            return self._notices.popleft()

        return Each(find)

    async def ask(self, type: str, *, again: bool = False, id: str = "", now: bool = False, **fields: Any) -> Answer:
        """Any request; `again` says that it does no harm to send it twice, `now` that it goes before all others."""
        self._check()
        id = id or self.new_id()
        asked = _Asked(id, type, msgspec.json.encode({"type": type, "id": id, **fields}) + b"\n", again, now)
        self._asked.append(asked)
        self._wake()
        try:
            await asked.done.wait()
        finally:
            self._asked.remove(asked)
        if isinstance(asked.answer, Exception):
            raise asked.answer
        return cast("Answer", asked.answer)

    async def wait(self, changed: anyio.Event) -> None:
        """Wait until something has changed. Raises what ended the stay for good."""
        await changed.wait()
        self._check()

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _wake(self) -> None:
        self._changed, changed = anyio.Event(), self._changed
        changed.set()

    def fail(self, why: Exception) -> None:
        """Be in the house no more: all who wait are told why."""
        self._failure = self._failure or why
        for asked in self._asked:
            asked.end(self._failure)
        for table in self.tables.values():
            table.changed.set()
        self._changed.set()

    # One connection after the other.

    async def stay(self, *, task_status: TaskStatus[None]) -> None:
        """Be in the house until cancelled. Raises what goes wrong before the first welcome."""
        pause, why = FIRST_PAUSE, ""
        while self._failure is None:
            try:
                async with reached(self._where, self._context) as stream:
                    await self._visit(stream, task_status)
            except* BROKEN as group:
                why = str(group.exceptions[0])
            if self.welcome is None:
                raise self._failure or ConnectionError(f"There is no door for programs, or it is closed: {why}")
            pause = FIRST_PAUSE if self._is_in else min(2 * pause, LONGEST_PAUSE)
            self._lose()
            await anyio.sleep(pause / 2 + pause * secrets.randbelow(1000) / 1000)

    async def _visit(self, stream: ByteStream, task_status: TaskStatus[None]) -> None:
        is_first = self.welcome is None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._write, stream)
            tasks.start_soon(self._read, stream)
            try:
                await self._come_back()
                if is_first:
                    task_status.started()
            except Refused as refused:
                if is_first or refused.code not in PASSING:
                    self.fail(refused)
                tasks.cancel_scope.cancel()

    async def _write(self, stream: ByteStream) -> None:
        while True:
            changed = self._changed
            for asked in [one for one in self._asked if not one.is_sent and (self._is_in or one.now)]:
                asked.is_sent = True
                await stream.send(asked.line)
            await changed.wait()

    async def _read(self, stream: ByteStream) -> None:
        lines = BufferedByteReceiveStream(stream)
        while True:
            self._take(read(await lines.receive_until(b"\n", LONGEST)))

    def _take(self, answer: Answer) -> None:
        asked = next((one for one in self._asked if one.id == answer.id and not one.done.is_set()), None)
        match answer:
            case State() | Event() | Over() if answer.table in self.tables:
                self.tables[answer.table].hear(answer)
            case Event(type="notice"):
                self._notices.append(answer)
                self._wake()
            case Gone():
                self._leave(answer)
            case Answer(type="ack", table=id) if asked is not None and id and id not in self.tables:
                self.tables[id] = Table(self, id, is_watched=asked.type == "watch")
        if asked is not None:
            said = answer.said if answer.type == "refused" else None
            asked.end(Refused(answer.fields["code"], answer.text, said.id) if isinstance(said, Said) else answer)

    def _leave(self, gone: Gone) -> None:
        if gone.code in FINAL and not gone.table:
            self.fail(Refused(gone.code, gone.text))
        if gone.code == "failed" or not gone.table:
            raise ConnectionError(gone.text)  # It is worth another try.
        if (table := self.tables.pop(gone.table, None)) is not None:
            table.hear(gone)

    async def _come_back(self) -> None:
        """Say hello, go to where one was, and ask what nobody has answered. Raises: Refused."""
        self.welcome = await self._say_hello()
        for table in tuple(self.tables.values()):
            type, at = ("watch", table.id) if table.is_watched else ("resume", table.state.code or table.id)
            try:
                await self.ask(type, now=True, table=at, since=table.since)
            except Refused as refused:
                if refused.code in PASSING:
                    raise
                self._leave(Gone(type="gone", table=table.id, code=refused.code, said=Said("", str(refused))))
        self._is_in = True
        self._wake()

    async def _say_hello(self) -> Answer:
        codes = [table.state.code for table in self.tables.values() if table.state.code]
        for code in [] if self._hello.keys() & {"password", "token"} else codes[:1]:
            try:  # A guest is known by the code of a seat, and may not have the name any more.
                return await self.ask("hello", now=True, **{**self._hello, "name": "", "code": code})
            except Refused as refused:
                if refused.code != "code":
                    raise
        return await self.ask("hello", now=True, **self._hello)

    def _lose(self) -> None:
        """The connection is no more: what may have been done is not known, what can be asked again will be."""
        self._is_in = False
        for asked in self._asked:
            if asked.again:
                asked.is_sent = False
            elif asked.is_sent:
                asked.end(Lost("The connection broke before the house answered."))


@asynccontextmanager
async def connect(
    where: str | Sequence[str], *, tls: bool = False, ssl_context: SSLContext | None = None, **hello: Any
) -> AsyncIterator[House]:
    """Be in a house for a block: `where` is HOST:PORT or the words of a command that speaks on its standard streams;
    `hello` is a guest's `name`, `name` and `password`, the `code` of a seat or a `token`, and `language` or `moves`.
    HOST:PORT is reached by TLS with `tls`, or with a context of one's own, as `anyio.connect_tcp` has it.

    Raises: OSError where nobody is there at first; Refused.
    """
    context = ssl_context or (create_default_context() if tls else None)
    house = House(where, {"protocol": PROTOCOL, **hello}, context)
    raised: BaseException | None = None
    async with anyio.create_task_group() as tasks:
        try:
            await tasks.start(house.stay)
            yield house
            with anyio.move_on_after(FAREWELL), suppress(Refused, Lost):
                await house.ask("bye")
        except Exception as error:  # Raised below as it is, not in a group of one.
            raised = error
        finally:
            house.fail(Lost("You left the house."))
            tasks.cancel_scope.cancel()
    if raised is not None:
        raise raised
