"""One presence in the house: who somebody is, where they come from, what they may still do, and where they are.

A session knows no terminal. What befalls it while it does nothing (a notice, a seat that is taken over, another name)
its `Audience` is told by calls that never wait.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeVar

import attrs
import trio

from core.base.game import Refused
from core.base.message import Argument, Message, message
from core.house.service import Service
from core.presence.roster import HEARS_ALL, Attention, Claim, Kind, Notice, Present
from core.sessions import preferences
from core.sessions.allowances import UNLIMITED, Allowance, Asker
from core.sessions.at_table.held_seats import NO_SEATS, Held
from core.sessions.identity import free_names
from core.sessions.identity.visitor import Visitor
from core.sessions.limits import Limit

T = TypeVar("T")
NAMELESS = message("Type a name.")
ELSEWHERE = message("You sat down at this table in another window. To take the seat back: go")
_NOBODY: frozenset[str] = frozenset()
_NOTHING: Mapping[str, Any] = {}
"""Shared, because each empty set has 216 bytes of its own, and each empty mapping 64."""


class Audience:
    """Whoever is behind a session, a terminal or a program; here nobody. Only `unless_gone` may wait."""

    __slots__ = ()

    def hear(self, notice: Notice) -> None:
        """Be told something of the others, which the session listens to."""

    def be_told(self, said: Message) -> None:
        """Be told something about oneself."""

    def shut_out(self, said: Message) -> None:
        """The session may not be here any more."""

    def adapt(self) -> None:
        """Go by the session's preferences, of which some have just come."""

    async def unless_gone(self, work: Callable[[], Awaitable[T]]) -> T:
        """What some work gives for which others may have to be waited; given up as soon as they are gone."""
        return await work()


SILENT = Audience()


class Sitting(Protocol):
    """What a session has at the table where it is."""

    @property
    def id(self) -> str:
        """The table's."""

    @property
    def held(self) -> Held:
        """The seats; none for those who look on."""

    @property
    def seq(self) -> int:
        """The last record there."""

    def lose(self) -> bool:
        """The seats were taken from elsewhere. Returns: whether the session looks on from now on. Must not wait."""


@attrs.define(eq=False, weakref_slot=False)
class Session:
    """What a person may do goes through one of these. With slots: a house full of people holds many of them."""

    service: Service
    visitor: Visitor
    allowance: Allowance = UNLIMITED
    address: str = ""
    """Where the person calls from; empty at home."""
    is_home: bool = False
    """Whether the journal is the person's own, with everything in it."""
    is_private: bool = False
    """Whether the journal holds nothing but one game of theirs: then they may see all of it."""
    keeps: bool = True
    """Whether the journal outlives the session."""
    audience: Audience = SILENT
    given: frozenset[str] = _NOBODY
    """Preferences that are as the door says, whatever the person has kept."""
    name: str = ""
    """Empty until the person has said one."""
    heard_at: float = attrs.field(init=False)
    """When the person last did anything, in seconds since the epoch."""
    persons: frozenset[str] = attrs.field(default=_NOBODY, init=False)
    """The ids of all whom the person has been: with several seats, or with a code, more than one."""
    codes: tuple[str, ...] = attrs.field(default=(), init=False)
    """Of the seats taken in this session, the last one last."""
    left: tuple[str, int] | None = attrs.field(default=None, init=False)
    """The table that was left last, or turned down, and its last record then."""
    preferred: Mapping[str, str] = attrs.field(default=_NOTHING, init=False)
    """See `preferences`."""
    chosen: frozenset[str] = attrs.field(default=_NOBODY, init=False)
    """The preferences that were chosen in this session."""
    is_known: bool = attrs.field(default=False, init=False)
    """Whether the person was here before this session, as far as that turned out."""
    caught_up: frozenset[str] = attrs.field(default=_NOBODY, init=False)
    """The ids of those whom the person is who know how their games ended; see `missed_ends`."""
    lessons: Mapping[str, int] = attrs.field(default=_NOTHING, init=False)
    """By game, how many parts of its lesson are done, as far as that was asked for; see `lessons`."""
    attention: Attention = attrs.field(default=HEARS_ALL, init=False)
    was_told_by: str = attrs.field(default="", init=False)
    """The name of whoever told the person something last."""
    mistyped: Mapping[str, int] = attrs.field(default=_NOTHING, init=False)
    """Wrong passwords in this session, by the id of whoever they were typed for."""
    present: Present | None = attrs.field(default=None, init=False)
    """How others see the person, once they have a name."""
    at: Sitting | None = attrs.field(default=None, init=False)
    """Where `present` is: None in the lobby."""
    _beside: dict[Present, Sitting] | None = attrs.field(default=None, init=False)
    """Tables beside that one, where the person is at several at once; each has a presence of its own."""
    _gives_name_up: bool = attrs.field(default=False, init=False)
    _last_notice: Notice | None = attrs.field(default=None, init=False)
    _is_over: bool = attrs.field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        self.heard_at = self.service.now()

    # Who somebody is.

    async def found(self) -> str:
        """The person's id; empty as long as the journal does not know them."""
        return await self.visitor.found(self.name)

    async def own_ids(self) -> frozenset[str]:
        """The ids that are known to be the person's; nobody is made for that."""
        found = await self.found()
        return self.persons | ({found} if found else frozenset())

    async def identify(self) -> str:
        """The person's id; now they have to have one. Raises: Refused for who has no name yet, JournalError."""
        if not self.name:
            raise Refused(NAMELESS)
        was_known = bool(self.visitor.id)
        id = await self.visitor.known_as(self.name)
        self.persons |= {id}
        if not was_known:
            if not self.is_home:  # Somebody new, who has missed nothing.
                self.caught_up |= {id}
            await preferences.keep_chosen(self)
        self.show_up()
        return id

    def be_called(self, name: str) -> None:
        """Have a name in the house from now on."""
        self.name = name
        self.show_up()

    # What somebody may still do.

    def spend(self, limit: Limit, cost: float = 1.0) -> None:
        """Count something the person wants. Raises: Refused for those who have wanted too much of it."""
        self.allowance.spend(limit, self.visitor.id, cost)

    async def wait_to_spend(self, limit: Limit, cost: float = 1.0) -> None:
        """The same for who may wait until it can be had, as a program that plays a long duel."""
        while (wait := self.allowance.until(limit, self.visitor.id, cost)) > 0:
            await trio.sleep(wait)
        self.spend(limit, cost)

    @property
    def asker(self) -> Asker:
        """On whose behalf solvers search here."""
        return Asker(self.allowance, self.visitor.id)

    @property
    def objection(self) -> Message | None:
        """Why the person may not stay in the house; None for those who may."""
        return self.service.moderation.objection(self.visitor.id, self.address)

    @property
    def is_muted(self) -> bool:
        """Whether others are shown nothing that the person writes, who may not know it."""
        return self.service.moderation.is_muted(self.visitor.id, self.address)

    def tell_lobby(self, template: Message, **gaps: Argument) -> None:
        """Tell all lobbies of something that the person has opened, unless nobody is to hear of them."""
        is_told = not self.service.moderation.is_muted_quietly(self.visitor.id, self.address)
        if is_told and self.present is not None:
            self.service.announcer.opened(self.present, template.filled(name=self.present.shown, **gaps))

    # Where somebody is.

    def note_input(self) -> None:
        """The person has just done something."""
        self.heard_at = self.service.now()
        if self.present is not None and self.present.is_away:
            self.service.announcer.heard(self.present)

    def be_at(self, at: Sitting | None) -> None:
        """Be at a table, or in the lobby."""
        self.at = at
        self.show_up()

    def show_up(self) -> None:
        """Let the house know who and where the person is, now that something of it may have changed."""
        if not self.name or self._is_over:  # They may leave while the journal is told of a name, or of who they are.
            return
        if is_new := self.present is None:
            self.present = Present(self.name, self, self.service.now(), share=self.allowance.network)
            self.service.presence.come(self.present)
        assert self.present is not None
        before = self.present.table, self.present.seats
        self._show(self.present, self.at)
        for present, at in (self._beside or {}).items():
            self._show(present, at)
        if is_new:
            self.service.announcer.come(self.present)
        self._announce_move(self.present, *before)

    def _show(self, present: Present, at: Sitting | None) -> None:
        held = at.held if at else NO_SEATS
        self.service.presence.change(
            present, name=self.name, person=self.visitor.id, is_guest=self.visitor.is_guest, table=at.id if at else "",
            seats=held.seats, stands_in=bool(held.stand_in), is_program=self.visitor.is_program,
        )  # fmt: skip
        present.attention = self.attention

    def _announce_move(self, present: Present, table: str, seats: tuple[int, ...]) -> None:
        if present.table != table:
            self.service.announcer.moved(present, table, seats)

    def be_beside(self, at: Sitting) -> Present:
        """Be at one more table, with a presence for it that `end_beside` ends."""
        present = Present(self.name, self, self.service.now(), share=self.allowance.network)
        self.service.presence.come(present)
        self._beside = {**(self._beside or {}), present: at}
        self._show(present, at)
        self._announce_move(present, "", ())
        return present

    def end_beside(self, present: Present, *, lost: bool = False) -> None:
        """Be at that table no longer; nothing where the session is over."""
        if self._beside and present in self._beside:
            self._beside = {one: at for one, at in self._beside.items() if one is not present}
            table, seats = present.table, present.seats
            self.service.presence.go(present, lost=lost)
            present.table, present.seats = "", ()
            self._announce_move(present, table, seats)

    def leave(self, *, lost: bool = False) -> None:
        """The session is over; `lost` where the person has not taken leave."""
        for present in tuple(self._beside or ()):
            self.end_beside(present, lost=lost)
        if self.present is not None:
            self.service.presence.go(self.present, lost=lost)
            self.service.announcer.go(self.present, lost=lost)
            self.service.last_seen.note(self.present)
            self.present = None
        self._is_over = True
        self.audience = SILENT  # Else a session and its door would keep one another.

    # What befalls somebody.

    def hear(self, notice: Notice) -> None:
        """Be told something of the others. Who is found at several tables is told it once. Must not wait."""
        if notice is self._last_notice or not self.attention.hears(notice):
            return
        self._last_notice = notice if self._beside else None
        if notice.kind is Kind.TELL:
            self.was_told_by = notice.name
        self.audience.hear(notice)

    def shut_out(self, said: Message) -> None:
        """Be told that the session may not be here any more, which ends it. Must not wait."""
        self.audience.shut_out(said)

    def listen(self, attention: Attention) -> None:
        """Hear this much from now on. Who hears all is known by that object: what they are told is made once."""
        self.attention = HEARS_ALL if attention == HEARS_ALL else attention
        for present in (self.present, *(self._beside or ())):
            if present is not None:
                present.attention = self.attention

    def give_up(self, claim: Claim, present: Present) -> None:
        """Another session has what only one can have: look on there, or be called otherwise. Must not wait."""
        at = self.at if present is self.present else (self._beside or {}).get(present)
        if claim is Claim.SEATS and at is not None and at.lose():
            self.show_up()
            self.hear(Notice(Kind.HOUSE, ELSEWHERE, rings=True))
        elif claim is Claim.NAME and not self._gives_name_up:
            self._gives_name_up = True
            self.service.start(self._give_name_up)

    async def _give_name_up(self) -> None:
        # Once at a time: several claims in a row would each find the name taken that the one before is just taking.
        try:
            await free_names.give_name_up(self)
        finally:
            self._gives_name_up = False
