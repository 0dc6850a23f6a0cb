"""A table as those see it who look on some moves late: a live table of its own, which holds back what is new.

What they know is always what they knew of a shorter record of the same game, so nothing that is shown or told needs to
ask whether it may be. Talk of players is held back until the move at which it was said.
"""

from collections.abc import Sequence, Set

from msgspec.structs import replace

from core.base.game import Refused, Viewer
from core.live.live_table import LiveTable, News
from core.people.talk import Said
from core.records import fold
from core.replay.delay import shown
from core.table import Table, TableView, WatchingSet
from journal import Record

_TWIN = "delayed"
"""Where a live table keeps the delayed one."""


async def for_watchers(live: LiveTable) -> LiveTable:
    """The table as those see it who look on: the same, unless players have said that it is late. Raises: Damaged."""
    while _is_late(live.table):
        if isinstance(twin := live.kept.get(_TWIN), Delayed):
            return twin
        delay = live.table.delay
        records = tuple(await live.service.journal.read(live.stream))
        count = shown(fold.decode(live.stream, records), delay, over=False)
        table = await live.service.fold_again(live.id, records[count - 1].seq)
        while records[-1].seq < live.table.seq:  # It moved on meanwhile.
            records += tuple(await live.service.journal.read(live.stream, records[-1].seq))
        # From here on nothing waits, so that all who look on share one. Meanwhile the game may have ended, of which a
        # late table that is made now would never hear, or the players may have said something else.
        if _is_late(live.table) and live.table.delay == delay and _TWIN not in live.kept:
            live.kept[_TWIN] = Delayed(live, table, records[:count], records[count:])
    return live


def _is_late(table: Table) -> bool:
    return table.delay > 0 and not table.ended


def not_admitted(table: Table, own: Set[str]) -> Refused | None:
    """Why somebody may not look on, by the ids of their persons."""
    if table.watching != "invited" or table.ended or own & table.admitted or _plays(table, own):
        return None
    return Refused("Only people a player admits may watch table {id}.", id=table.id)


def is_free_to_watch(table: Table) -> bool:
    """Whether anybody may look on, and at once."""
    return table.ended is not None or (table.watching != "invited" and not table.delay)


def shut_out(live: LiveTable, own: Set[str]) -> Refused | None:
    """Why somebody who looks on has to leave, by the ids of their persons: the players have said so since."""
    table = live.current
    if (objection := not_admitted(table, own)) is not None:
        return objection
    if table.delay and not (table.ended or isinstance(live, Delayed) or _plays(table, own)):
        return Refused("Watchers at table {id} now see moves late. To go on watching: watch {id}", id=table.id)
    return None


def _plays(table: Table, own: Set[str]) -> bool:
    """Whether somebody plays here, and looks on only because they do so from elsewhere: they know all there is."""
    return any(chair.people & own for chair in table.chairs)


class Delayed(LiveTable):
    """A live table that follows another one, some moves late."""

    def __init__(self, live: LiveTable, table: Table, records: Sequence[Record], held: Sequence[Record]) -> None:
        """`records` are those in `table`, `held` those after it."""
        super().__init__(live.service, live.id, table, records)
        self._full = live
        self._held = list(fold.decode(self.stream, held))
        self._unheard: list[Said] = []
        self._hears = live.conversation.is_loaded
        if self._hears:
            self._take_said(tuple(live.said))
        live.listeners[self] = self._on_news

    def _on_news(self, live: LiveTable, news: News) -> None:
        if not self.listeners:  # Nobody looks on any more; who comes next has another one made.
            live.listeners.pop(self, None)
            live.kept.pop(_TWIN, None)
            return
        if news.fault is not None:
            self._announce(news)
        known = self._held[-1][1].seq if self._held else self.table.seq
        self._held += [one for one in live.latest if one[1].seq > known]
        count = shown(self._held, live.table.delay, over=bool(live.table.ended))
        released, self._held = self._held[:count], self._held[count:]
        if released:
            self._advance(released, self._after(self.table, released))
            self._wake()
        self._take_said(news.said)
        if any(isinstance(event, WatchingSet) for event in news.events):
            self._announce(News())  # Whoever may not look on any more leaves now, and not some moves later.

    @property
    def current(self) -> Table:
        """The table that it follows."""
        return self._full.table

    def _take_said(self, said: Sequence[Said]) -> None:
        lines = [*self._unheard, *said]
        heard = tuple(line for line in lines if line.seat is None or line.at <= self.table.seq)
        self._unheard = [line for line in lines if line.seat is not None and line.at > self.table.seq]
        self.said.extend(heard)
        if heard and self._hears:
            self._announce(News(said=heard))

    def _view(self, table: Table, viewer: Viewer) -> TableView:
        # Clocks that ran on here from where they stood some moves ago would seem to run out.
        view = super()._view(table, viewer)
        if self._full.table.ended or table.clocks is None:
            return view
        return replace(view, clocks=table.clocks.standing(table.at))

    def forget_talk(self) -> None:
        """Keep nothing of talk that was dropped, nor of what nobody has heard yet."""
        self.said.clear()
        self._unheard.clear()

    async def load_talk(self) -> None:
        """Read the last lines of talk of the table that it follows."""
        await self._full.load_talk()
        if not self._hears:
            self._take_said(tuple(self._full.said))
            self._hears = True

    async def say(self, person: str, seat: int | None, text: str) -> None:
        """Say something among those who look on. Raises: Refused, JournalError."""
        await self._full.say(person, seat, text)
