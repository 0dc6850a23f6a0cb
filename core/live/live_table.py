"""A table in play in one process: the fold of its stream, and who watches; its talk is a `Conversation`.

It is kept up to date by a follower of its stream. What is asked is decided on the fold and appended at the version it
stands at; when somebody else was quicker the append conflicts, and nothing happened.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
import trio

from core.base.game import Refused, Viewer
from core.base.message import Message, Name, introduced, message
from core.live import repeated_moves
from core.live.conversation import Conversation
from core.live.decision import Busy, Decided, MovedOn, Reply, decided, no_reply, records_of, with_replies
from core.people import talk
from core.people.talk import Said, quoted
from core.presence.roster import HEARS_ALL, Attention, Kind
from core.records import codec, fold
from core.records.follower import follow
from core.records.house_clock import SLACK
from core.table import (
    Cause,
    Chair,
    Command,
    Table,
    TableView,
    causes,
    commands,
    events,
    evolve_all,
    followed,
    tell,
    view_table,
    without_old_past,
)
from journal import Conflict, Damaged, JournalError, OutcomeUnknown, Record

if TYPE_CHECKING:
    from core.house.service import Service

_LOG = logging.getLogger("parlour")
RETRIES = 20
"""How often a decision is tried again because somebody else was first."""
RECENT = 24
"""Records that are kept at hand, for somebody who comes to a table."""

_WENT_BACK = (events.TakenBack, events.Redone, events.Returned)
_NOT_THEIRS = message("That seat is not yours. To watch: watch {id}")
_NAMES = (events.Seated, events.StandInAsked, events.StandInAgreed, events.SeatLent)
"""Events that name a person."""

T = TypeVar("T")


@attrs.frozen
class News:
    """What has just happened at a table."""

    events: tuple[Any, ...] = ()
    said: tuple[Said, ...] = ()
    fault: Damaged | None = None
    """Why nothing more is heard of the table; everybody has to leave it."""
    goes_on: bool = False
    """Whether more news follow before anything else: what the computer answers at once."""
    kept: dict[object, Any] = attrs.field(factory=dict, init=False, eq=False, repr=False)
    """What those who are told keep of it for the others who are, each by its own key."""


Listener = Callable[["LiveTable", News], None]
"""Called after a live table has moved on. Must not wait."""


class LiveTable:
    """A table in play in this process. Use it inside `async with service.table(id)`."""

    def __init__(self, service: Service, id: str, table: Table, records: Sequence[Record]) -> None:
        """`records` are the last ones in `table`, one at least."""
        self.service = service
        self.id = id
        self.stream = fold.stream_of(id)
        self.last = records[-1]
        self.table = without_old_past(table)
        self.recent: deque[fold.Recorded] = deque(fold.decode(self.stream, records[-RECENT:]), RECENT)
        """The last records. Who comes to the table reads them here, in the same moment in which it begins to listen: so
        each thing is told once and in order, whatever other processes append meanwhile."""
        self.users = 0
        self.listeners: dict[object, Listener] = {}
        self.attending: set[object] = set()
        """The visits of this house in which somebody plays here; those who only look on are none of them."""
        self.attended = False
        """Whether the computer players and the clock of the table go on in this process."""
        self.follower, self.background = trio.CancelScope(), trio.CancelScope()
        """Of the tasks that work for the table."""
        self.reply: Reply = no_reply
        """What computer players answer to a move at once; nothing where they do not go on in this process."""
        self.deciding = 0
        """Decisions under way, asked for but not yet stored."""
        self.lead = max(0.0, self.table.at - service.now())
        """Seconds by which the time at the table is ahead of the house's; less than none where it is behind."""
        self.conversation = Conversation(service, id, lambda said: self._announce(News(said=said)), self.forget_talk)
        self._moved, self._reseated = trio.Event(), trio.Event()
        self._awaited: dict[trio.Event, Callable[[], bool]] = {}
        """What each of those waits for who are not woken by every record."""
        self._named: tuple[Sequence[Chair], tuple[Name, ...]] = (), ()
        """The chairs that were looked at last, and what those are called who sit there."""
        self._shared: dict[object, Any] = {}
        self.kept: dict[object, Any] = {}
        """What others in core and front-ends keep of the table, each by its own key; gone when the table is closed."""
        self.before = self.table
        """The table before the last news."""
        self.latest: Sequence[fold.Recorded] = ()
        """What the last news were."""

    def share(self, key: object, make: Callable[[], T]) -> T:
        """What many want of the table as it stands: made once, and forgotten when the table moves on."""
        if key not in self._shared:
            self._shared[key] = make()
        shared: T = self._shared[key]
        return shared

    @property
    def current(self) -> Table:
        """The table as it stands for its players; what it says of who may look on holds at once."""
        return self.table

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move now; empty when the game is over."""
        return self.table.turn

    @property
    def names(self) -> tuple[Name, ...]:
        """The players' names by seat; empty for a free seat."""
        if self._named[0] is not self.table.chairs:
            self._named = self.table.chairs, self.service.names_at(self.table.chairs)
        return self._named[1]

    @property
    def people(self) -> frozenset[str]:
        """The ids of all who are named here: players, those for whom a seat is kept, and who spoke lately."""
        return frozenset({*self.table.people, *self.table.setup.reserved, *(line.person for line in self.said)} - {""})

    def now(self) -> float:
        """What time it is at the table, in seconds since the epoch: the house's time, unless the table is ahead of it.

        Its records may have been made when this machine's clock was ahead, or by another house. Then time goes on from
        the last record: so no clock that differs makes a player's time longer or shorter, but in the one moment in
        which a house opens a table that another one has left.
        """
        return self.service.now() + self.lead

    def _set_clock(self, records: Sequence[Record]) -> None:
        """Go on from the time of records that another house has made just now, where that differs too much."""
        ahead = codec.info(records[-1]).at - self.service.now()
        self.lead = 0.0 if -SLACK <= ahead <= 0 else ahead
        for cause in (info.cause for info in map(codec.info, records)):
            if cause is not None:
                self.service.on_recorded(cause.id, ahead)

    def view(self, viewer: Viewer) -> TableView:
        """What a viewer may know now; the same object for all who look from the same seat."""
        return self.share(viewer, lambda: self._view(self.table, viewer))

    def _view(self, table: Table, viewer: Viewer) -> TableView:
        return view_table(table, viewer, self.names)

    def facts(self, viewer: Viewer) -> tuple[Any, ...]:
        """The game's last events as a viewer may know them, as far as they are at hand.

        Of what came before somebody took back a move there is nothing: it may not be so any more.
        """

        def make() -> tuple[Any, ...]:
            recent = [event for event, _ in self.recent]
            back = max((number for number, event in enumerate(recent, 1) if isinstance(event, _WENT_BACK)), default=0)
            own = tuple(self.table.game.events.values())
            with codec.Gate(self.stream, self.table.seq):
                known = [self.table.game.reveal(event, viewer) for event in recent[back:] if isinstance(event, own)]
            return tuple(fact for fact in known if fact is not None)

        return self.share(("facts", viewer), make)

    def steps(self, viewer: Viewer) -> tuple[TableView, ...]:
        """The way to the present position: what a viewer may know after each event of the last news, where it differs.

        The last of them shows what is shown now.
        """
        if len(self.latest) == 1:
            return (self.view(viewer),)

        def make() -> tuple[TableView, ...]:
            table = self.before
            found: list[TableView] = []
            for one in self.latest:
                table = self._after(table, (one,))
                view = self._view(table, viewer)
                if not found or view.view != found[-1].view:
                    found.append(view)
            return tuple(found)

        return self.share(("steps", viewer), make)

    def forget_names(self) -> None:
        """Look up anew what the players are called, because somebody has changed a name."""
        self._named = (), ()
        self._shared.clear()
        for one in self._made_of_it():
            one.forget_names()

    def forget_talk(self) -> None:
        """Keep nothing of talk that was dropped."""
        for one in self._made_of_it():
            one.forget_talk()

    def _made_of_it(self) -> Iterator[LiveTable]:
        """The tables that follow this one for those who may not know all of it yet."""
        return (one for one in self.kept.values() if isinstance(one, LiveTable))

    def tell(self, recorded: Sequence[fold.Recorded], viewer: Viewer, reader: str = "") -> tuple[Message, ...]:
        """What happened, told to a viewer; to be said with `names`. Raises: Damaged for what cannot be told.

        `reader` is the id of who reads it, where they stand in at the viewer's seat; empty for all others.
        """
        return tuple([said for _, said in self.tell_each(recorded, viewer, reader)])

    def tell_each(
        self, recorded: Sequence[fold.Recorded], viewer: Viewer, reader: str = ""
    ) -> list[tuple[int, Message]]:
        """What `tell` says, each sentence with the record that it is about, counted from 1."""
        with codec.Gate(self.stream, self.table.seq):
            happened = followed(self.table, [event for event, _ in recorded])
            told = [
                (info.seq, tell(self.table, event, viewer, cause, reader))
                for event, (_, info), cause in zip(happened, recorded, causes(recorded), strict=True)
            ]
        return [(seq, introduced(said, self.service.directory.shown_name)) for seq, said in told if said]

    def quote(self, said: Said) -> Message:
        """A line of talk as it is shown."""
        return quoted(self.service.directory.shown_name(said.person), said.text)

    def heard(self, said: Iterable[Said], viewer: Viewer, attention: Attention = HEARS_ALL) -> list[Said]:
        """The lines of talk that somebody hears who looks from there and pays this much attention."""
        lines = [line for line in said if talk.is_heard(line, viewer.number)]
        if attention is HEARS_ALL:
            return lines
        if Kind.TALK.value in attention.off:
            return []
        return [line for line in lines if not attention.ignores(self.service.directory.name(line.person))]

    async def wait_moved(self) -> None:
        """Return when the table has moved on from where it stands now."""
        await self._moved.wait()

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Return when the table has moved on from where it stands now, and something holds: so nobody is woken by each
        record for what comes seldom. `holds` is asked after each, and must be quick."""
        self._awaited[woken := trio.Event()] = holds
        try:
            await woken.wait()
        finally:
            del self._awaited[woken]

    async def wait_reseated(self) -> None:
        """Return when who sits at the table, or what was agreed about that, is another than now. No move wakes it."""
        await self._reseated.wait()

    # The game.

    async def submit(self, command: Command, seen: int | None = None) -> None:
        """Do what the house wants; who plays at a seat has an `Actor`, with which the same is done for the seat.

        `seen` is the last record that was seen when that was decided, by default all of them. A refusal is about the
        position that was seen, so the store is not asked whether there is a newer one.

        Raises: Refused with a sentence for the one who asked; MovedOn; Busy; JournalError.
        """
        await self._submit(command, None, seen)

    async def _submit(self, command: Command, by: int | None, seen: int | None, stand_in: str = "") -> None:
        """Decide, append, and fold what was appended. `by` is the seat that asks, None the house; `stand_in` the id of
        a person who asks for whose seat it is."""
        seen = self.table.seq if seen is None else seen
        await self._carry_out(Cause(next(self.service.decisions), by, seen, command, stand_in))

    async def _submit_once(self, command: Command, by: int, seen: int, stand_in: str, name: str) -> int:
        """The same, unless it was done before: see `repeated_moves`. Returns: the first record of what came of it."""
        decision = repeated_moves.marked(next(self.service.decisions), by, stand_in, name)
        cause = Cause(decision, by, seen, command, stand_in)
        if (found := await repeated_moves.find(self, cause)) is None:
            await self._carry_out(cause)
            found = await repeated_moves.find(self, cause, deep=True)
        assert found is not None
        return found.seq

    async def _carry_out(self, cause: Cause) -> None:
        self.deciding += 1
        try:
            for _ in range(RETRIES):
                if await self._decide(cause):
                    return
        finally:
            self.deciding -= 1
        raise Busy("Somebody else was quicker: try again.")

    async def _decide(self, cause: Cause) -> bool:
        """Decide once, on the table as it stands; the answer is whether what follows is stored."""
        if not self.table.has_past_for(cause.command, cause.by):
            await self._fold_again()
        table, last = self.table, self.last
        if table.has_moved_on(cause.command, cause.seen):
            if await repeated_moves.find(self, cause, deep=True) is not None:
                return True
            raise MovedOn
        at = max(codec.whole_milliseconds(self.now()), table.at)
        # Now, because nothing may fail any more once they are stored.
        decisions = tuple(with_replies(self.stream, decided(self.stream, table, cause, at), at, self.reply))
        await self._learn([event for one in decisions for event, _ in one.recorded])
        records = records_of(last, decisions, at)
        try:
            await self.service.journal.append(self.stream, table.seq, records, self._reached)
        except (Conflict, OutcomeUnknown):
            return await self._is_stored(cause, table.seq)
        if self.table is table:
            self._fold_decided(records, decisions)
        else:  # The follower was quicker; what it has folded is passed over.
            self._fold(records, [one for decision in decisions for one in decision.recorded])
        return True

    async def _is_stored(self, cause: Cause, after: int) -> bool:
        """Fold what stands after a record, and see whether it is what was decided for that place.

        An append is stored directly after the record that it expects, or never: as soon as anything stands there, it
        is known for good whether that is ours. After a lost answer there may be nothing, and ours still on its way:
        then it is decided again for the same place, which only one of the two can get. If the first one does, the
        second ends in a conflict, and the first is found here by the name of the decision, which both have.
        """
        found = await self.service.journal.read(self.stream, after)
        await self._take(found)
        return any(info.cause is not None and info.cause.id == cause.id for info in map(codec.info, found))

    async def begin_if_ready(self) -> None:
        """Begin the game once every seat is taken and no luck is sealed, unless somebody else has begun it."""
        while self.table.is_ready and not self.table.begun and not self.table.ended:
            try:
                await self.submit(commands.Begin())
            except Refused:
                await self.catch_up()

    async def catch_up(self) -> None:
        """Fold what others have appended."""
        await self._take(await self.service.journal.read(self.stream, self.table.seq))

    async def _take(self, records: Sequence[Record]) -> None:
        """Fold records from the store; those that are folded already are passed over."""
        if new := [record for record in records if record.seq > self.table.seq]:
            recorded = fold.decode(self.stream, new)
            await self._learn([event for event, _ in recorded])
            if not all(self.table.has_past_of(event) for event, _ in recorded):
                await self._fold_again()
            if new[-1].seq > self.table.seq:
                self._set_clock(new)
            self._fold(new, recorded)

    async def _fold_again(self) -> None:
        """Have the whole past at hand again, to go back to it."""
        while self.table.is_shortened:
            seq = self.table.seq
            whole = await self.service.fold_again(self.id, seq)
            if self.table.seq == seq:  # Else the table has moved on while its past was read.
                self.table = whole

    async def _learn(self, events: Sequence[Any]) -> None:
        """Find out what those are called who have sat down, or may, before anybody is shown that they have."""
        if known := {event.person for event in events if isinstance(event, _NAMES) and event.person}:
            await self.service.directory.learn(known)

    def _fold_decided(self, records: Sequence[Record], decisions: Sequence[Decided]) -> None:
        """Fold what was decided on the table as it stands, one decision after the other. Never waits, so that nobody
        sees half of it."""
        self.last = records[-1]
        for one in decisions:
            self._advance(one.recorded, one.after, goes_on=one is not decisions[-1])
            self.service.on_moved(self)
        self._wake()

    def _fold(self, records: Sequence[Record], recorded: Sequence[fold.Recorded]) -> None:
        """Fold what is not folded yet, and tell the listeners. Never waits, so that nobody sees half of it."""
        if (folded := self.table.seq + 1 - records[0].seq) > 0:
            records, recorded = records[folded:], recorded[folded:]
        if not records:
            return
        self.last = records[-1]
        self._advance(recorded, self._after(self.table, recorded))
        self.service.on_moved(self)
        self._wake()

    def _advance(self, recorded: Sequence[fold.Recorded], after: Table, *, goes_on: bool = False) -> None:
        """Stand where the table stands after some more events, and tell the listeners; `goes_on` is that of `News`."""
        self.before, self.latest = self.table, recorded
        self.table = without_old_past(after)
        self.recent.extend(recorded)
        self._shared.clear()
        if self.table.chairs is not self.before.chairs:
            reseated, self._reseated = self._reseated, trio.Event()
            reseated.set()
        self._announce(News(tuple([event for event, _ in recorded]), goes_on=goes_on))

    def _wake(self) -> None:
        """Wake those who wait for the table to move on."""
        moved, self._moved = self._moved, trio.Event()
        moved.set()
        for woken, holds in self._awaited.items():
            if holds():
                woken.set()

    def _after(self, table: Table, recorded: Sequence[fold.Recorded]) -> Table:
        """A table after events that have been decoded. Raises: Damaged."""
        with codec.Gate(self.stream, recorded[0][1].seq):
            return evolve_all(table, recorded)

    def _announce(self, news: News) -> None:
        for listener in tuple(self.listeners.values()):
            try:
                listener(self, news)
            except Exception:  # one person's screen is no concern of the others
                _LOG.exception("Somebody at table %s was not shown what happened.", self.id)

    async def follow(self) -> None:
        """Fold what other processes append, until the table is closed."""
        with self.follower:
            try:
                await follow(self.service.journal, self.stream, self._reached, self._take)
            except JournalError as error:
                _LOG.warning("Table %s does not hear of other processes any more: %s", self.id, error)
                if isinstance(error, Damaged):  # Of a journal that is lost the house tells everybody, and ends.
                    self._announce(News(fault=error))

    def _reached(self) -> int:
        return self.table.seq

    def close(self) -> None:
        """End everything that works for the table in this process."""
        for scope in (self.follower, self.background):
            scope.cancel()
        self.conversation.close()

    # Talk.

    @property
    def said(self) -> deque[Said]:
        """The last lines of talk, once `load_talk` has read them."""
        return self.conversation.said

    async def load_talk(self) -> None:
        """Read the last lines of talk, and hear those that come, unless that is done already."""
        await self.conversation.load()

    async def say(self, person: str, seat: int | None, text: str) -> None:
        """Say something, as a player or (seat None) as a spectator. Raises: Refused, JournalError."""
        if seat is not None and person not in self.table.chairs[seat].people:
            raise Refused(_NOT_THEIRS.filled(id=self.id))
        await self.conversation.say(person, seat, text, self.table.seq)


class Actor:
    """The right to act at a seat of a table: nothing is done for a seat without one."""

    __slots__ = ("_stand_in", "live", "seat")

    def __init__(self, live: LiveTable, seat: int, persons: Collection[str] | None = None, stand_in: str = "") -> None:
        """For those persons, of whom one has the seat or, as `stand_in`, plays there for whose it is; None is the
        computer.

        Raises: Refused where the seat is not theirs, for its number could be made up.
        """
        chair = live.table.chairs[seat] if 0 <= seat < len(live.table.chairs) else Chair()
        lent_to = chair.stand_in.person
        holder = chair.person if not stand_in else lent_to if lent_to == stand_in else ""
        if not (chair.holder.bot if persons is None else holder and holder in persons):
            raise Refused(_NOT_THEIRS.filled(id=live.id))
        self.live, self.seat, self._stand_in = live, seat, stand_in

    async def submit(self, command: Command, seen: int | None = None) -> None:
        """Do what the player wants. Raises: as `LiveTable.submit`."""
        await self.live._submit(command, self.seat, seen, self._stand_in)

    async def submit_once(self, command: Command, seen: int, name: str) -> int:
        """The same of a command that has a name of its own, which is done once however often it is asked for.

        Returns: the first record of what came of it. Raises: UsedBefore besides.
        """
        return await self.live._submit_once(command, self.seat, seen, self._stand_in, name)
