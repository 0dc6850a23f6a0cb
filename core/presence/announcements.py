"""Telling many: who comes and goes, what was opened. A few at a time, and summed up where it would be too much.

What is for the whole lobby is told to some of them after one another, so that a full house does not hold up a game.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import trio
from msgspec import Struct

from core.base.durations import MINUTE, roughly
from core.base.message import Message, counted, message
from core.base.recent import Recent
from core.base.token_bucket import Bucket, Buckets, Rate
from core.games.features.titles import title_at
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice, Presence, Present
from core.table import SeatLent, SeatReturned
from core.table.state import Setup

if TYPE_CHECKING:
    from core.live.live_table import LiveTable

ONE_BY_ONE = Rate(at_once=5, a_second=1 / 10)
"""Comings, goings and new tables that a lobby is told of one by one; what is more is summed up."""
GOINGS = Rate(at_once=8, a_second=1 / 10)
"""Times that those at tables are told of one person's coming and going."""
SLICE = 25
"""People who are told something before everybody else gets a turn."""
ROUND = 5.0
"""Seconds between two looks for who is away, and for what is summed up."""
AWAY = 3 * MINUTE
"""Seconds after which those who wait for a player are told that the player does nothing."""
PAUSE = 1.0
"""Seconds in which somebody whose turn it is may be on the way to the table."""
TOGETHER = 0.25
"""Seconds in which all turns that are due are told at once: in a full house one is due every few milliseconds."""
REMEMBERED = 1000
"""People who lost the line and may be back."""
CROWD = 10
"""People at a table from whom on nobody is told of each who comes to watch."""


class _Turn(Struct, frozen=True):
    """A turn that somebody is to be told of."""

    due: float
    """On trio's clock."""
    table: str
    seat: int
    person: str
    setup: Setup
    is_ours: bool
    """Whether it follows from what was decided in this house, which then tells other houses."""


class Announcer:
    """Tells those whom it concerns. Everything but `run` returns at once."""

    def __init__(
        self, presence: Presence, in_play: Callable[[str], LiveTable | None], now: Callable[[], float]
    ) -> None:
        self._presence, self._in_play, self._now = presence, in_play, now
        self._bucket = Bucket(ONE_BY_ONE)
        self._goings = Buckets(GOINGS)
        self._many: Counter[Kind] = Counter()
        """What was not told one by one."""
        self._lost: Recent[str, None] = Recent(REMEMBERED)
        """Who lost the line, by id or name."""
        self._queue: deque[tuple[Notice, deque[Present]]] = deque()
        self._turns: OrderedDict[tuple[str, int], _Turn] = OrderedDict()
        """By table and seat: of several turns of one only the last is told."""
        self._waiting = trio.Event()
        self._next_look = math.inf
        """When to look around, on trio's clock."""
        self._alarm = trio.CancelScope()
        """Ends when something is due."""

    # In the house.

    def come(self, present: Present) -> None:
        """Somebody has come into the house."""
        is_back = self._lost.pop(_key(present), "") is None
        said = message("{name} is back.") if is_back else message("{name} is here.")
        self.tell_lobby(present.notice(Kind.CAME, said.filled(name=present.shown)), present)

    def go(self, present: Present, *, lost: bool) -> None:
        """Somebody has left the house, or lost the line."""
        if lost:
            self._lost[_key(present)] = None
        said = message("{name} lost the connection.") if lost else message("{name} left.")
        said = said.filled(name=present.shown)
        self.tell_lobby(present.notice(Kind.LEFT, said), present)
        if present.table:
            self._tell_table(present, present.table, said)

    def opened(self, present: Present, said: Message) -> None:
        """Somebody has opened a table that others may join."""
        notice = present.notice(Kind.OPENED, said)
        self.tell_lobby(notice, present)
        self._presence.elsewhere.spread(notice)

    def shout(self, notice: Notice) -> None:
        """Tell everybody something, in whichever house they are."""
        self.spread(notice, self._presence.here())
        self._presence.elsewhere.spread(notice)

    def talk(self, notice: Notice, channel: str = "") -> None:
        """Tell those in the lobby, or those who listen to a channel, what somebody says, in all houses."""
        self.pass_on_talk(notice, channel)
        self._presence.elsewhere.spread(notice)

    def pass_on_talk(self, notice: Notice, channel: str = "") -> None:
        """Tell those in this house what was said in the lobby or in a channel."""
        self.spread(notice, self._presence.listening(channel) if channel else self._presence.in_lobby())

    def tell_lobby(self, notice: Notice, but: Present | None = None) -> None:
        """Tell those in the lobby of this house, one by one or summed up."""
        if self._bucket.take(self._now()):
            self.spread(notice, self._presence.in_lobby(), but)
        else:
            self._many[notice.kind] += 1
            self._look_around_soon()

    def spread(self, notice: Notice, those: Iterable[Present], but: Present | None = None) -> None:
        """Tell many in this house something, some of them after one another."""
        self._queue.append((notice, deque(one for one in those if one is not but)))
        self._waiting.set()

    # At tables.

    def moved(self, present: Present, table: str, seats: tuple[int, ...]) -> None:
        """Somebody went from one table, or the lobby, to another; `table` and `seats` are those before."""
        if table:
            left = message("{name} left the table.") if seats else message("{name} stopped watching.")
            self._tell_table(present, table, left.filled(name=present.shown))
        if present.table:
            here = message("{name} is at the table.") if present.seats else message("{name} is watching.")
            self._tell_table(present, present.table, here.filled(name=present.shown))
        self._look_around_soon()

    def _tell_table(self, present: Present, table: str, said: Message, kind: Kind = Kind.TABLE) -> None:
        own = {present, *self._presence.of(present.person)}  # nobody is told of themselves, come from elsewhere
        # Those at the table in other houses are told there.
        those = [one for one in self._presence.at(table) if not one.house and one not in own]
        if kind is Kind.AWAY:  # It says whose turn it is, which those who look on late do not know yet.
            those = [one for one in those if one.seats]
        if len(those) >= CROWD and not present.seats:
            return
        now = self._now()
        if not self._goings.of(_key(present), now).take(now):
            return
        if those:
            self.spread(present.notice(kind, said), those)

    def heard(self, present: Present) -> None:
        """Somebody who was away does something again."""
        present.is_away = False
        self._tell_table(present, present.table, message("{name} is back.", name=present.shown), Kind.AWAY)

    def note_turn(self, live: LiveTable, *, is_ours: bool = True) -> None:
        """Tell those whose turn it has become, if they are not at the table a moment later.

        `is_ours` is False for what was decided in another house.
        """
        before, chairs = live.before.turn, live.table.chairs
        if live.table.setup.is_practice or (live.turn == before and chairs is live.before.chairs):
            return  # Nothing has changed hands.
        # Who is lent a seat, or has it back, in the middle of its turn was not there to be told that the turn came.
        given = {event.seat for event, _ in live.latest if isinstance(event, SeatLent | SeatReturned)}
        for seat in live.turn:
            if seat in before and seat not in given:
                continue
            self._turns.pop((live.id, seat), None)
            person = chairs[seat].holder.person
            if self._presence.of(person):
                due = math.ceil((trio.current_time() + PAUSE) / TOGETHER) * TOGETHER
                self._turns[live.id, seat] = _Turn(due, live.id, seat, person, live.table.setup, is_ours)
                self._wake_by(due)

    def _tell_turns(self) -> None:
        """Tell those who are due, unless they have come or moved meanwhile."""
        while self._turns and self._next_turn <= trio.current_time():
            _, turn = self._turns.popitem(last=False)
            live = self._in_play(turn.table)
            if turn.seat in live.turn if live is not None else turn.is_ours:
                here = {one.house for one in self._presence.at(turn.table)}
                # Those in another house are told from here, unless theirs has the table open and does it itself.
                those = [
                    one
                    for one in self._presence.of(turn.person)
                    if one.table != turn.table and (not one.house or (turn.is_ours and one.house not in here))
                ]
                if those:  # Mostly they are there.
                    said = relayed_messages.TURN.filled(id=turn.table, game=title_at(turn.setup))
                    self._presence.tell(Notice(Kind.TURN, said, rings=True), those)

    @property
    def _next_turn(self) -> float:
        """When the next turn is to be told, on trio's clock."""
        return next((turn.due for turn in self._turns.values()), math.inf)

    # What takes time.

    async def run(self) -> None:
        """Tell what is to be told, until cancelled."""
        self._look_around()
        while True:
            self._tell_turns()
            if trio.current_time() >= self._next_look:
                self._look_around()
            with trio.CancelScope(deadline=min(self._next_turn, self._next_look)) as self._alarm:
                await self._tell_all()

    def _look_around(self) -> None:
        """Do what is due for the whole house; seldom, because all tables are looked at."""
        self._sum_up()
        self._look_for_away()
        is_wanted = bool(self._many) or self._presence.has_company()
        self._next_look = trio.current_time() + ROUND if is_wanted else math.inf

    def _look_around_soon(self) -> None:
        self._next_look = min(self._next_look, trio.current_time() + ROUND)
        self._wake_by(self._next_look)

    def _wake_by(self, time: float) -> None:
        """Go on no later than this. One alarm serves many notices: each is kept by trio until long afterwards."""
        if time < self._alarm.deadline:
            self._alarm.deadline = time

    async def _tell_all(self) -> None:
        while True:
            while self._queue:
                notice, those = self._queue[0]
                self._presence.tell(notice, [those.popleft() for _ in range(min(SLICE, len(those)))])
                if not those:
                    self._queue.popleft()
                await trio.lowlevel.checkpoint()
            self._waiting = trio.Event()
            await self._waiting.wait()

    def _sum_up(self) -> None:
        """Say how many it were, as soon as something may be said again."""
        for kind in tuple(self._many):
            if self._bucket.take(self._now()):
                self.spread(Notice(kind, _summed(kind, self._many.pop(kind))), self._presence.in_lobby())

    def _look_for_away(self) -> None:
        now = self._now()
        for table in self._presence.tables():
            if (live := self._in_play(table)) is None:
                continue
            for one in self._presence.at(table):
                idle = now - one.heard_at
                awaited = any(seat in live.turn for seat in one.seats)
                if awaited and idle >= AWAY and not one.is_away:
                    one.is_away = True
                    said = message("{name} has been idle for {time}.", name=one.shown, time=roughly(idle))
                    self._tell_table(one, table, said, Kind.AWAY)


def _key(present: Present) -> str:
    return present.person or present.name


def _summed(kind: Kind, n: int) -> Message:
    match kind:
        case Kind.CAME:
            return counted("{n} more person came.", "{n} more people came.", n)
        case Kind.LEFT:
            return counted("{n} more person left.", "{n} more people left.", n)
        case _:
            return counted("{n} more table was opened: type list.", "{n} more tables were opened: type list.", n)
