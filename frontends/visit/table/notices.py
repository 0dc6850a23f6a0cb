"""What somebody at a table has noticed by the time they do something: what they have heard, and what they have seen.

`Heard` is what happened and was said, in sentences. All who look from one seat in one language are told the same, so it
is made once for them all.

`Seen` is which position a person saw when they typed what is carried out now. A house that stood still, or is busy,
finds news and keys in the same moment; the keys were meant for the position that the person saw before. What somebody
types after a move of their own, without waiting for its outcome, is not meant: they know what they have asked for.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from core.base.game import Viewer
from core.base.message import Message
from core.live.live_table import LiveTable, News
from core.people.talk import Said
from core.presence.roster import HEARS_ALL, Attention
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.missed import missed
from frontends.locale.language import Language
from frontends.terminal.terminal import Terminal

REMEMBERED = 40
"""Sentences that stand beside a board, or are read again."""
MOST = 32
"""So many positions are told apart, for what was typed and waits to be taken."""


class Heard(Struct, frozen=True, eq=False):
    """What somebody has heard by now. Compared by identity, so that pictures can be looked up by it."""

    told: tuple[str, ...] = ()
    """What has happened and was said just now, in sentences."""
    log: tuple[str, ...] = ()
    """What happened lately, the newest last."""
    talk: tuple[str, ...] = ()
    """What was said lately, the newest last."""
    is_back: bool = False
    """Whether `told` is what happened since the person's own last move."""


class Ear(Struct, frozen=True):
    """Through whose eyes, in which language, and with how much attention somebody is told what happens at a table."""

    live: LiveTable
    viewer: Viewer
    words: Language
    attention: Attention = HEARS_ALL
    reader: str = ""
    """The id of the person who is told, if they stand in at the seat."""

    def lately(self, held: Held) -> Heard:
        """What somebody hears who comes to the table, with what they have there: what they have missed."""
        told, is_back = missed(self.live, held, self.viewer, self.attention)
        return Heard(self._said(told), self._log(), self._talk(), is_back)

    def hear(self, news: News) -> Heard:
        """What somebody hears of some news."""
        if news.said:
            return self._hear_talk(news)
        # What is shared is forgotten with the next event, so these are the events it was made for.
        key = ("heard", self.viewer, self.words.code, self.reader)
        shared = self.live.share(key, lambda: self._hear_events(news))
        if self.attention is HEARS_ALL:
            return shared
        return replace(shared, talk=self._talk())  # Few listen to less than all.

    def _hear_events(self, news: News) -> Heard:
        live, key = self.live, ("log", self.viewer, self.words.code, self.reader)
        told = self._said(live.tell(live.latest if news.events else (), self.viewer, self.reader))
        before = live.kept.get(key)
        # Where nobody has looked from here in this language, the log is made of what the table has at hand.
        if before is not None and before[0] == live.table.seq - len(news.events):
            live.kept[key] = (live.table.seq, (*before[1], *told)[-REMEMBERED:])
        everybody = self if self.attention is HEARS_ALL else replace(self, attention=HEARS_ALL)
        return Heard(told, self._log(), everybody._talk())

    def _hear_talk(self, news: News) -> Heard:
        key = self.viewer, self.words.code, self.reader
        if self.attention is HEARS_ALL and key in news.kept:
            kept: Heard = news.kept[key]
            return kept
        heard = Heard(self._quoted(news.said), self._log(), self._talk())
        if self.attention is HEARS_ALL:
            news.kept[key] = heard
        return heard

    def _log(self) -> tuple[str, ...]:
        """What happened lately."""
        live, key = self.live, ("log", self.viewer, self.words.code, self.reader)
        kept = live.kept.get(key)
        if kept is None or kept[0] != live.table.seq:
            log = self._said(live.tell(tuple(live.recent), self.viewer, self.reader))[-REMEMBERED:]
            live.kept[key] = kept = (live.table.seq, log)
        lines: tuple[str, ...] = kept[1]
        return lines

    def _talk(self) -> tuple[str, ...]:
        """The last lines of talk that the person hears."""
        live = self.live
        if not live.said:
            return ()
        if self.attention is not HEARS_ALL:
            return self._quoted(live.said)
        key, last = ("talk", self.viewer, self.words.code), live.said[-1]
        kept = live.kept.get(key)
        if kept is None or kept[0] is not last:
            live.kept[key] = kept = (last, self._quoted(live.said)[-REMEMBERED:])
        lines: tuple[str, ...] = kept[1]
        return lines

    def _quoted(self, said: Iterable[Said]) -> tuple[str, ...]:
        return self._said(map(self.live.quote, self.live.heard(said, self.viewer, self.attention)))

    def _said(self, told: Iterable[Message]) -> tuple[str, ...]:
        return tuple(self.words.say(one, self.live.names) for one in told)


class Seen:
    """Which position was seen when; counts what was typed, and taken of it, as the person's terminal does."""

    def __init__(self, terminal: Terminal, count_held: Callable[[], int] = int) -> None:
        """`count_held` counts what was taken and is still to be done."""
        self._terminal, self._count_held = terminal, count_held
        self._overtaken: tuple[tuple[int, int], ...] = ()
        """For each time that news came while something typed was still to be taken: how much had been typed by then, by
        the terminal's count, and the last record that the person had seen."""
        self.is_asking = False
        """Whether the table is deciding what the person has asked for."""

    @contextmanager
    def asking(self, show: Callable[[], object]) -> Iterator[None]:
        """The table decides what the person has asked for; what came of it is shown at the end by `show`."""
        self.is_asking = True
        try:
            yield
        finally:
            self.is_asking = False
            show()

    def note_news(self, seq: int) -> None:
        """News come to somebody who has seen the position after record `seq`."""
        if self.is_asking or (given := self._terminal.count_given()) <= self._count_done():
            return
        before = self._still_meant()
        if before and given <= before[-1][0]:
            return
        if len(before) == MOST:
            *_, (_, seq) = before  # Better meant for a position that is too old than for one that was not seen.
        self._overtaken = (*before[: MOST - 1], (given, seq))

    def of(self, shown: int) -> int:
        """The last record that the person had seen when they typed what was taken last, if they are shown record
        `shown` now."""
        before = self._still_meant()
        return min(before[0][1], shown) if before else shown

    def _still_meant(self) -> tuple[tuple[int, int], ...]:
        """What is known of positions for which something typed was meant that was taken last, or is still to be."""
        if self._overtaken:
            done = self._count_done()
            self._overtaken = tuple(one for one in self._overtaken if one[0] >= done)
        return self._overtaken

    def _count_done(self) -> int:
        """How much of what was typed is done, or being done."""
        return self._terminal.count_taken() - self._count_held()
