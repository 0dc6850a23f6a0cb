"""What somebody at a table has noticed by the time they do something: what they have heard, and what they have seen.

`Heard` is what happened and was said, in sentences. All who look from one seat in one language are told the same, so it
is made once for them all.

`Seen` is which position a person saw when they typed what is carried out now. A house that stood still, or is busy,
finds news and keys in the same moment; the keys were meant for the position that the person saw before. What somebody
types after a move of their own, without waiting for its outcome, is not meant: they know what they have asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from core.base.game import Viewer
from core.base.message import Message
from core.live.live_table import LiveTable, News
from core.presence.roster import HEARS_ALL, Attention
from core.sessions.at_table.held_seats import Held
from frontends.locale.language import Language
from frontends.terminal.terminal import Terminal
from frontends.visit.table.missed import missed

REMEMBERED = 40
"""Sentences that stand beside a board, or are read again."""
MOST = 32
"""So many positions are told apart, for what was typed and waits to be taken."""


@attrs.frozen(eq=False)
class Heard:
    """What somebody has heard by now. Compared by identity, so that pictures can be looked up by it."""

    told: tuple[str, ...] = ()
    """What has happened and was said just now, in sentences."""
    log: tuple[str, ...] = ()
    """What happened lately, the newest last."""
    talk: tuple[str, ...] = ()
    """What was said lately, the newest last."""
    is_back: bool = False
    """Whether `told` is what happened since the person's own last move."""


def lately(live: LiveTable, held: Held, viewer: Viewer, words: Language, attention: Attention = HEARS_ALL) -> Heard:
    """What somebody hears who comes to a table with what they have there: what they have missed."""
    told, is_back = missed(live, held, viewer, attention)
    log, talk = _log(live, viewer, words, held.stand_in), _talk(live, viewer, words, attention)
    return Heard(_said(told, live, words), log, talk, is_back)


def hear(
    live: LiveTable, news: News, viewer: Viewer, words: Language, attention: Attention = HEARS_ALL, reader: str = ""
) -> Heard:
    """What somebody hears of some news; `reader` is their id if they stand in at the seat."""
    if news.said:
        return _hear_talk(live, news, viewer, words, attention, reader)
    # What is shared is forgotten with the next event, so these are the events it was made for.
    shared = live.share(("heard", viewer, words.code, reader), lambda: _hear_events(live, news, viewer, words, reader))
    if attention is HEARS_ALL:
        return shared
    return attrs.evolve(shared, talk=_talk(live, viewer, words, attention))  # Few listen to less than all.


def _hear_events(live: LiveTable, news: News, viewer: Viewer, words: Language, reader: str) -> Heard:
    told = _said(live.tell(live.latest if news.events else (), viewer, reader), live, words)
    key = ("log", viewer, words.code, reader)
    before = live.kept.get(key)
    # Where nobody has looked from here in this language, the log is made of what the table has at hand.
    is_next = before is not None and before[0] == live.table.seq - len(news.events)
    log = (*before[1], *told)[-REMEMBERED:] if before is not None and is_next else _log(live, viewer, words, reader)
    live.kept[key] = (live.table.seq, log)
    return Heard(told, log, _talk(live, viewer, words))


def _hear_talk(
    live: LiveTable, news: News, viewer: Viewer, words: Language, attention: Attention, reader: str
) -> Heard:
    if attention is not HEARS_ALL:
        return _said_now(live, news, viewer, words, attention, reader)
    key = viewer, words.code, reader
    if key not in news.kept:
        news.kept[key] = _said_now(live, news, viewer, words, attention, reader)
    heard: Heard = news.kept[key]
    return heard


def _said_now(live: LiveTable, news: News, viewer: Viewer, words: Language, attention: Attention, reader: str) -> Heard:
    told = _said([live.quote(line) for line in live.heard(news.said, viewer, attention)], live, words)
    return Heard(told, _log(live, viewer, words, reader), _talk(live, viewer, words, attention))


def _log(live: LiveTable, viewer: Viewer, words: Language, reader: str) -> tuple[str, ...]:
    key = ("log", viewer, words.code, reader)
    kept = live.kept.get(key)
    if kept is not None and kept[0] == live.table.seq:
        log: tuple[str, ...] = kept[1]
        return log
    log = _said(live.tell(tuple(live.recent), viewer, reader), live, words)[-REMEMBERED:]
    live.kept[key] = (live.table.seq, log)
    return log


def _talk(live: LiveTable, viewer: Viewer, words: Language, attention: Attention = HEARS_ALL) -> tuple[str, ...]:
    """The last lines of talk that the viewer hears."""
    last = live.said[-1] if live.said else None
    if last is None:
        return ()
    if attention is not HEARS_ALL:
        return _said([live.quote(line) for line in live.heard(live.said, viewer, attention)], live, words)
    key = ("talk", viewer, words.code)
    kept = live.kept.get(key)
    if kept is not None and kept[0] is last:
        lines: tuple[str, ...] = kept[1]
        return lines
    lines = _said([live.quote(line) for line in live.heard(live.said, viewer)], live, words)[-REMEMBERED:]
    live.kept[key] = (last, lines)
    return lines


def _said(messages: tuple[Message, ...] | list[Message], live: LiveTable, words: Language) -> tuple[str, ...]:
    return tuple(words.say(said, live.names) for said in messages)


class Seen:
    """Which position was seen when; counts what was typed, and taken of it, as the person's terminal does."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._overtaken: tuple[tuple[int, int], ...] = ()
        """For each time that news came while something typed was still to be taken: how much had been typed by then, by
        the terminal's count, and the last record that the person had seen."""
        self._seen: int | None = None
        self._is_asking = False
        """Whether the table is deciding what the person has asked for."""

    @contextmanager
    def asking(self) -> Iterator[None]:
        """The table decides what the person has asked for."""
        self._is_asking = True
        try:
            yield
        finally:
            self._is_asking = False

    def note_news(self, seq: int) -> None:
        """News come to somebody who has seen the position after record `seq`."""
        if self._is_asking:
            return
        given, before = self._terminal.count_given(), self._overtaken
        if given <= self._terminal.count_taken() or (before and given <= before[-1][0]):
            return
        if len(before) == MOST:
            *_, (_, seq) = before  # Better meant for a position that is too old than for one that was not seen.
        self._overtaken = (*before[: MOST - 1], (given, seq))

    def note_input(self) -> None:
        """An input was taken: find out which position it was meant for."""
        if not self._overtaken:
            self._seen = None
            return
        taken = self._terminal.count_taken()
        self._overtaken = tuple(one for one in self._overtaken if one[0] >= taken)
        self._seen = self._overtaken[0][1] if self._overtaken else None

    def of(self, shown: int) -> int:
        """The last record that the person had seen when they typed this, if they are shown record `shown` now."""
        return shown if self._seen is None else min(self._seen, shown)
