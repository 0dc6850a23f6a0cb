"""Watchers who see the same: what one of a crowd is shown or told next, all of them are.

A thousand may watch a game. Most of them have the same picture before them, or were told the same words last, and have
nothing of their own: they do nothing just now, they are asked nothing, nobody has told them anything. Pictures are
shared by those who see the same, so all who have one are shown the same next; in line mode it is the text that was
written last, with all else that makes a difference. Therefore they are one listener of the table: one of them is told
what happens as anybody is, and what stands on that one's screen then is shown to the others by their terminals alone.
Not even a field of theirs is touched: fetched from memory a thousand times, those few were a tenth of what a delivery
cost.

So while somebody is in a crowd, what they see lies with the crowd, and their own fields for it are old. Who is to do or
to see anything of their own steps out before, which makes them true again. Whatever can happen to a room does that
where it begins: `handle`, `picture`, `prompt`, `note`, `begin_again` and `_on_over`, and a visit before it writes.
A picture that is drawn, or a text that is written, with nothing of one's own in it leads into the crowd again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import msgspec

from core.live.delayed_view import is_free_to_watch
from core.live.live_table import LiveTable, News
from core.sessions.at_table.held_seats import NO_SEATS
from core.table import TableView
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Terminal
from frontends.visit.table.animation import Paced
from frontends.visit.table.notices import Heard


class Written(msgspec.Struct, frozen=True):
    """What somebody was told last in line mode: where all of this is the same, so is what is written next."""

    heard: Heard
    look: Look
    prompt: str
    text: str
    """As it was written; empty where there was nothing to say."""
    said: str
    """What is said again on request."""
    described: int
    """The record up to which the position was put into words last."""


class Sight(msgspec.Struct, frozen=True):
    """What a watcher sees."""

    table: TableView
    input: Any
    heard: Heard
    message: tuple[str, ...]
    shown: Picture | Written


class Owed(msgspec.Struct, frozen=True):
    """What somebody knows already and is still to be shown."""

    before: TableView
    """The table as it was shown last."""
    told: tuple[str, ...]
    """What has happened and was said since, in sentences."""

    def and_then(self, told: tuple[str, ...]) -> Owed:
        """With what happened after it."""
        return Owed(self.before, (*self.told, *told))


@attrs.define(eq=False)
class Crowd:
    """Those at a table who have one and the same before them; a listener of the table while there are any."""

    live: LiveTable
    seen: Sight
    owed: Owed | None = attrs.field(default=None, init=False)
    """What all of them know and are still to be shown; while there is something, nobody joins them."""
    _members: dict[Onlooker, Terminal] = attrs.field(factory=dict, init=False)

    def gather(self) -> None:
        """Be found by who has the same before them, and hear what happens."""
        self.live.kept[self.seen.shown] = self
        self.live.listeners[self] = self.on_news

    def scatter(self) -> None:
        """Be found no more, and hear nothing."""
        self._hide()
        self.live.listeners.pop(self, None)

    def _hide(self) -> None:
        """Be found no more."""
        if self.live.kept.get(self.seen.shown) is self:
            del self.live.kept[self.seen.shown]

    def admit(self, one: Onlooker) -> None:
        """One more has the same before them."""
        one.crowd = self
        self._members[one] = one.visit.terminal

    def release(self, one: Onlooker) -> None:
        """One of them is told for themselves from now on."""
        one.crowd = None
        del self._members[one]
        if not self._members:
            self.scatter()

    def on_news(self, live: LiveTable, news: News) -> None:
        """Know what happens, as each of them would; it is shown to all in one turn. Must not wait.

        Where something of it may be for one alone, each is told.
        """
        if len(self._members) == 1 or not self._is_for_all(news):
            self._tell_each(live, news)
            return
        self._hide()
        one, owed, self.owed = next(iter(self._members)), self.owed, None
        one.step_out()
        one.owed = owed
        try:
            one.take(news)
        except Exception:  # What goes wrong there may go well for others.
            self.owed = owed
            one.on_news(live, news)
            self._tell_each(live, news)
            return
        self.owed, one.owed = one.owed, None
        self.seen = one.sight(self.seen.shown)
        del live.listeners[one]
        self.admit(one)
        one.visit.terminal.soon(self.catch_up)

    def _tell_each(self, live: LiveTable, news: News) -> None:
        for one in tuple(self._members):
            one.step_out()
            one.on_news(live, news)

    def catch_up(self) -> None:
        """Show one of them what happened, and the others what that one is shown. Must not wait."""
        if not self._members or self.owed is None:
            return
        one = next(iter(self._members))
        owed, self.owed = self.owed, None
        one.step_out()
        one.owed = owed
        one.catch_up()
        if self._members and one.crowd is not None and self._has_same_prompt(one.crowd):
            self._follow(one.crowd)
            return
        for other in tuple(self._members):
            other.step_out()
            other.owed = owed
            other.catch_up()

    def _has_same_prompt(self, ahead: Crowd) -> bool:
        """Whether a prompt, if there is one, stays as it is: only what stands above it is written for all."""
        before, now = self.seen.shown, ahead.seen.shown
        return not isinstance(before, Written) or (isinstance(now, Written) and now.prompt == before.prompt)

    def _follow(self, ahead: Crowd) -> None:
        """Have before them what a crowd has in which one of them is now, and be one crowd with it."""
        self.scatter()
        ahead.scatter()
        self.seen = ahead.seen
        self._show(self.seen.shown)
        self.gather()
        for one in ahead._members:
            self.admit(one)

    def _show(self, shown: Picture | Written) -> None:
        try:
            _show_all(tuple(self._members.values()), shown)
        except Exception:  # One person's screen is no concern of the others.
            for one, terminal in self._members.items():
                try:
                    _show_all((terminal,), shown)
                except Exception as fault:
                    one.visit.fail(fault)

    def _is_for_all(self, news: News) -> bool:
        """Whether all are shown it in the same way, and nobody has to leave for it: of several events some are shown a
        sequence of pictures, and where not everybody may watch, each is asked."""
        is_shown_at_once = len(news.events) < 2 or isinstance(self.seen.shown, Written)
        return news.fault is None and is_shown_at_once and is_free_to_watch(self.live.current)


def _show_all(terminals: Sequence[Terminal], shown: Picture | Written) -> None:
    kind = type(terminals[0])
    if isinstance(shown, Picture):
        kind.show_all(terminals, shown)
    elif shown.text:
        kind.write_all(terminals, shown.text)


class Onlooker(Paced):
    """Somebody at a table, who may be in a crowd."""

    crowd: Crowd | None = None
    """The crowd that the person is in; then `table`, `input`, `heard`, `message` and `shown` are old."""
    owed: Owed | None = None
    """What is known here and not shown yet."""
    heard: Heard
    """What happened and was said lately, as everybody who looks from here is told it."""
    message: tuple[str, ...] = ()
    """What stands in the message rows, in sentences."""
    described = 0
    """The record up to which the position was put into words last, in line mode."""

    def on_news(self, live: LiveTable, news: News) -> None:
        """The table has moved on, or somebody has said something. Must not wait."""

    def take(self, news: News) -> None:
        """Know what has happened; it is shown by `catch_up`."""

    def catch_up(self) -> None:
        """Show what has happened since something was shown last. Must not wait."""

    def step_out(self) -> None:
        """Be told for oneself what happens from now on. Who is in no crowd may do so, too."""
        if (crowd := self.crowd) is not None:
            crowd.release(self)
            self.live.listeners[self] = self.on_news
            self._see(crowd.seen)
            if (owed := crowd.owed) is not None:
                self.owed = owed
                self.visit.terminal.soon(self.catch_up)

    def step_in(self, shown: Picture | Written) -> None:
        """Be one of those who have just this before them, unless one has anything else."""
        live = self.live
        if self not in live.listeners or self._has_own():
            return
        crowd = live.kept.get(shown)
        if crowd is None:
            crowd = Crowd(live, self.sight(shown))
            crowd.gather()
        del live.listeners[self]
        crowd.admit(self)

    def sight(self, shown: Picture | Written) -> Sight:
        """What the person knows, and what they have before them."""
        return Sight(self.table, self.input, self.heard, self.message, shown)

    def _see(self, seen: Sight) -> None:
        self.table, self.input, self.heard, self.message = seen.table, seen.input, seen.heard, seen.message
        if isinstance(seen.shown, Picture):
            self.shown = seen.shown
        else:
            self.described, self.visit.last_said = seen.shown.described, seen.shown.said

    def _has_own(self) -> bool:
        """Whether what the person is shown next may differ from what others are who have the same before them.

        Who does not hear everybody never has: what they hear is theirs alone, and so is each picture with it.
        """
        if self.own.held is not NO_SEATS or self.visit.is_handling or self.owed or self.table.clocks is not None:
            return True
        return bool(self.frames) or self.visit.typed.half.is_shown or self.message is not self.heard.told
