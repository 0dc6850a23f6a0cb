"""Those who look on and have the same before them: what one of a crowd is shown next, all of them are.

A thousand may watch a game. Most of them have the same picture before them and nothing of their own: they do nothing
just now, they are asked nothing, nobody has told them anything. Pictures are shared by those who see the same, so all
who have one are shown the same next. Therefore they are one listener of the table: one of them is told what happens as
anybody is, and what stands on that one's screen then is shown to the others by their terminals alone. Not even a field
of theirs is touched: fetched from memory a thousand times, those few were a tenth of what a delivery cost.

So while somebody is in a crowd, what they see lies with the crowd, and their own fields for it are old. Who is to do or
to see anything of their own steps out before, which makes them true again. Whatever can happen to a room does that
where it begins: `heed`, `picture`, `note`, `begin_again` and `give_up_seats`. A picture that is drawn with nothing of
one's own in it leads into the crowd again.
"""

from __future__ import annotations

from typing import Any

import attrs

from core.delayed import is_free_to_watch
from core.live import LiveTable, News
from core.table import TableView
from frontends.screens.picture import Picture
from frontends.seats import NO_SEATS
from frontends.terminal import Terminal
from frontends.visit.noticing import Heard
from frontends.visit.paced import Paced


@attrs.frozen
class Sight:
    """What somebody who looks on has before them."""

    table: TableView
    input: Any
    heard: Heard
    message: tuple[str, ...]
    shown: Picture


class Onlooking(Paced):
    """A room at a table, in which the person may be one of a crowd."""

    heard: Heard
    """What happened and was said lately, as everybody who looks from here is told it."""
    message: tuple[str, ...]
    """What stands in the message rows, in sentences."""
    shown: Picture | None = None
    """The picture that was drawn last."""
    is_shut_out = False
    """Whether the person may not be here any more: nothing more is shown, and the visit leaves the table."""
    crowd: Crowd | None = None
    """The crowd that the person is in; then `table`, `input`, `heard`, `message` and `shown` are old."""

    def on_news(self, live: LiveTable, news: News) -> None:
        """The table has moved on, or somebody has said something. Must not wait."""
        raise NotImplementedError

    def step_out(self) -> None:
        """Be told for oneself what happens from now on. Who is in no crowd may do so, too."""
        if (crowd := self.crowd) is not None:
            crowd.release(self)
            self.live.listeners[self] = self.on_news
            seen = crowd.seen
            self.table, self.input, self.heard = seen.table, seen.input, seen.heard
            self.message, self.shown = seen.message, seen.shown

    def step_in(self) -> None:
        """Be one of those who have just this picture before them, unless one has anything else."""
        live, shown = self.live, self.shown
        if shown is None or self not in live.listeners or self._has_own():
            return
        crowd = live.kept.get(shown)
        if crowd is None:
            crowd = Crowd(live, Sight(self.table, self.input, self.heard, self.message, shown))
            crowd.gather()
        del live.listeners[self]
        crowd.admit(self)

    def _has_own(self) -> bool:
        """Whether what the person is shown next may differ from what others are who have the same picture.

        Who does not hear everybody never has: what they hear is theirs alone, and so is each picture with it.
        """
        if self.held is not NO_SEATS or self.visit.is_heeding or self.table.clocks is not None:
            return True
        return bool(self.frames) or self.message is not self.heard.told


@attrs.define(eq=False)
class Crowd:
    """Those at a table who have one and the same picture before them; a listener of the table while there are any."""

    live: LiveTable
    seen: Sight
    _members: dict[Onlooking, Terminal] = attrs.field(factory=dict, init=False)

    def gather(self) -> None:
        """Be found by those who are shown this picture, and hear what happens."""
        self.live.kept[self.seen.shown] = self
        self.live.listeners[self] = self.on_news

    def scatter(self) -> None:
        """Be found no more, and hear nothing."""
        self.live.kept.pop(self.seen.shown, None)
        self.live.listeners.pop(self, None)

    def admit(self, one: Onlooking) -> None:
        """One more has this picture before them."""
        one.crowd = self
        self._members[one] = one.visit.terminal

    def release(self, one: Onlooking) -> None:
        """One of them is told for themselves from now on."""
        one.crowd = None
        del self._members[one]
        if not self._members:
            self.scatter()

    def on_news(self, live: LiveTable, news: News) -> None:
        """Tell one of them what happens, and show the others what that one is shown; must not wait.

        Where something of it may be for that one alone, each is told.
        """
        one = next(reversed(self._members))
        one.step_out()
        one.on_news(live, news)
        if self._members and one.crowd is not None and _is_for_all(live, news):
            self._follow(one.crowd)
            return
        for one in tuple(self._members):
            one.step_out()
            one.on_news(live, news)

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
                _show_singly(one, terminal, picture)


def _show_singly(one: Onlooking, terminal: Terminal, picture: Picture) -> None:
    try:
        terminal.show(picture)
    except Exception as fault:
        one.visit.fail(fault)


def _is_for_all(live: LiveTable, news: News) -> bool:
    """Whether all are shown it in the same way, and nobody has to leave for it: of several events some are shown a
    sequence of pictures, and where not everybody may look on each is asked."""
    return len(news.events) < 2 and is_free_to_watch(live.current)
