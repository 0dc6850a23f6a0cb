"""Watchers who see the same picture: what one of a crowd is shown next, all of them are.

A thousand may watch a game. Most of them have the same picture before them and nothing of their own: they do nothing
just now, they are asked nothing, nobody has told them anything. Pictures are shared by those who see the same, so all
who have one are shown the same next. Therefore they are one listener of the table: one of them is told what happens as
anybody is, and what stands on that one's screen then is shown to the others by their terminals alone. Not even a field
of theirs is touched: fetched from memory a thousand times, those few were a tenth of what a delivery cost.

So while somebody is in a crowd, what they see lies with the crowd, and their own fields for it are old. Who is to do or
to see anything of their own steps out before, which makes them true again. Whatever can happen to a room does that
where it begins: `handle`, `picture`, `note`, `begin_again` and `_on_over`. A picture that is drawn with nothing of
one's own in it leads into the crowd again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from core.live.delayed_view import is_free_to_watch
from core.live.live_table import LiveTable, News
from core.table import TableView
from frontends.terminal.picture import Picture
from frontends.terminal.terminal import Terminal
from frontends.visit.table.notices import Heard

if TYPE_CHECKING:
    from frontends.visit.table.at_table import AtTable


@attrs.frozen
class Sight:
    """What a watcher sees."""

    table: TableView
    input: Any
    heard: Heard
    message: tuple[str, ...]
    shown: Picture


@attrs.frozen
class Owed:
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
    """Those at a table who have one and the same picture before them; a listener of the table while there are any."""

    live: LiveTable
    seen: Sight
    owed: Owed | None = attrs.field(default=None, init=False)
    """What all of them know and are still to be shown; while there is something, nobody joins them."""
    _members: dict[AtTable, Terminal] = attrs.field(factory=dict, init=False)

    def gather(self) -> None:
        """Join the watchers of this picture, and hear what happens."""
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

    def admit(self, one: AtTable) -> None:
        """One more has this picture before them."""
        one.crowd = self
        self._members[one] = one.visit.terminal

    def release(self, one: AtTable) -> None:
        """One of them is told for themselves from now on."""
        one.crowd = None
        del self._members[one]
        if not self._members:
            self.scatter()

    def on_news(self, live: LiveTable, news: News) -> None:
        """Know what happens, as each of them would; it is shown to all in one turn. Must not wait.

        Where something of it may be for one alone, each is told.
        """
        if len(self._members) == 1 or not _is_for_all(live, news):
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
        self.seen = one.sight
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
        if self._members and one.crowd is not None:
            self._follow(one.crowd)
            return
        for other in tuple(self._members):
            other.step_out()
            other.owed = owed
            other.catch_up()

    def _follow(self, ahead: Crowd) -> None:
        """Have before them what a crowd has in which one of them is now, and be one crowd with it."""
        self.scatter()
        ahead.scatter()
        self.seen = ahead.seen
        self._show(self.seen.shown)
        self.gather()
        for one in ahead._members:
            self.admit(one)

    def _show(self, picture: Picture) -> None:
        terminals = self._members.values()
        try:
            type(next(iter(terminals))).show_all(terminals, picture)
        except Exception:  # One person's screen is no concern of the others.
            for one, terminal in self._members.items():
                try:
                    terminal.show(picture)
                except Exception as fault:
                    one.visit.fail(fault)


def _is_for_all(live: LiveTable, news: News) -> bool:
    """Whether all are shown it in the same way, and nobody has to leave for it: of several events some are shown a
    sequence of pictures, and where not everybody may watch, each is asked."""
    return news.fault is None and len(news.events) < 2 and is_free_to_watch(live.current)
