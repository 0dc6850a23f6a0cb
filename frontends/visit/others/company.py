"""One person in the house: what the others know of them, and what they are told of the others."""

from __future__ import annotations

import logging
import math
from functools import partial
from typing import Protocol

import attrs

from core.base.game import Refused
from core.base.message import Message, message
from core.house.service import Service
from core.presence.roster import HEARS_ALL, Attention, Claim, Kind, Notice, Present
from frontends.locale.language import Language
from frontends.server.visitor_limits import Allowance
from frontends.terminal.terminal import Terminal
from frontends.visit.door.names_taken import RENAMED, name_again, take_name
from frontends.visit.door.visitor import Visitor
from frontends.visit.place import NOWHERE, Place
from frontends.visit.table.seats import NO_SEATS
from journal import JournalError

_LOG = logging.getLogger("parlour.visit")
CALLS = frozenset({Kind.TELL, Kind.INVITED, Kind.TURN, Kind.HOUSE})
"""Kinds of notices that stay in a screen's message rows until the person does something."""
KEPT = 20
"""Lines of notices that can be read again."""
HOW_TO_TYPE = message("Press : to type.")
"""What follows a sentence that says what to type, where keys count."""
ELSEWHERE = message("You have sat down at this table from elsewhere, so you look on here; go takes the seat back.")


class Person(Protocol):
    """What a visit's company needs of it."""

    service: Service
    terminal: Terminal
    visitor: Visitor
    name: str
    allowance: Allowance
    heard_at: float
    room: Place
    on_screen: bool

    @property
    def company(self) -> Company:
        """Its place among the others."""

    @property
    def words(self) -> Language:
        """The person's language."""

    def be_called(self, name: str) -> None:
        """Have a name in the house from now on."""

    def ring(self) -> None:
        """Ring the bell, for those who like it."""

    def hear(self, notice: Notice) -> None:
        """Be told something of the others."""

    def give_up(self, claim: Claim) -> None:
        """Let another visit have what only one can have."""

    async def identify(self) -> str:
        """The person's id; now they have to have one."""

    def say(self, said: Message | str) -> None:
        """Tell the person something, where the mode shows it."""

    def redraw_soon(self) -> None:
        """Show everything as it is now, when it is the terminal's turn."""


@attrs.define(eq=False)
class Company:
    """A visit's place among the others."""

    present: Present | None = None
    """What the house knows of the visit, once the person has a name."""
    attention: Attention = HEARS_ALL
    heard: tuple[str, ...] = ()
    """The last notices, in sentences, the newest last."""
    told: int = 0
    """How many there were in all."""
    was_told_by: str = ""
    """The name of whoever told the person something last."""
    called_after: float = -math.inf
    """The visit's `heard_at` when the person was last told something that wants an answer: as long as it is the same,
    they have done nothing since."""

    def show_up(self, visit: Person) -> None:
        """Let the house know who and where the person is, now that something of it may have changed."""
        if visit.room is NOWHERE:
            self.leave(visit)
        elif visit.name:
            service, now, is_new = visit.service, visit.service.now(), self.present is None
            present = self.present or Present(visit.name, visit, now, share=visit.allowance.network)
            if is_new:
                service.presence.come(present)
            self.present, before = present, (present.table, present.seats)
            here = visit.room.here
            table, held = (here.id, here.held) if here else ("", NO_SEATS)
            is_guest = visit.visitor.is_guest
            service.presence.change(
                present, name=visit.name, person=visit.visitor.id, is_guest=is_guest, table=table,
                seats=held.seats, stands_in=bool(held.stand_in),
            )  # fmt: skip
            present.attention = self.attention
            if is_new:
                service.announcer.come(present)
            if before[0] != table:
                service.announcer.moved(present, *before)

    def leave(self, visit: Person, *, lost: bool = False) -> None:
        """The visit is over; `lost` where the person has not taken leave."""
        if self.present is not None:
            visit.service.presence.go(self.present, lost=lost)
            visit.service.announcer.go(self.present, lost=lost)
            visit.service.last_seen.note(self.present)
            self.present = None

    def give_up(self, visit: Person, claim: Claim) -> None:
        """Another visit has what only one can have: look on, or be called otherwise. Must not wait."""
        match claim:
            case Claim.SEATS:
                if visit.room.give_up_seats():
                    self.show_up(visit)
                    self.hear(visit, Notice(Kind.HOUSE, ELSEWHERE, rings=True))
            case Claim.NAME:
                visit.service.start(partial(self._give_name_up, visit))

    async def _give_name_up(self, visit: Person) -> None:
        """Be called otherwise: a guest in another house came by the same name at the same moment."""
        taken = visit.name
        try:
            name = await name_again(visit, taken)
            # Meanwhile they may have registered the name, or taken another, or left.
            if name == taken or visit.name != taken or not visit.visitor.is_guest or self.present is None:
                return
            await take_name(visit, name)
        except (Refused, JournalError) as error:
            _LOG.warning("Two guests may be called alike: %s", error)
            return
        visit.say(RENAMED.filled(taken=taken, name=name))

    def hear(self, visit: Person, notice: Notice) -> None:
        """Show a notice as one line, wherever the person is; what is half typed or asked stays. Must not wait."""
        if not self.attention.hears(notice):
            return
        if notice.rings:
            visit.ring()
        sentence = visit.words.say_to_all(notice.said)
        self.keep(sentence)
        if notice.kind is Kind.TELL:
            self.was_told_by = notice.name
        if notice.kind in CALLS:
            self.called_after = visit.heard_at
        elif self.called_after == visit.heard_at and visit.on_screen:
            # As a message it would take the place of what wants an answer; beside a large board it has its own.
            visit.redraw_soon()
            return
        asks_on_screen = visit.on_screen and notice.kind in (Kind.INVITED, Kind.OPENED)
        visit.say(f"{sentence} {visit.words.say(HOW_TO_TYPE)}" if asks_on_screen else sentence)

    def keep(self, sentence: str) -> None:
        """Have something among what can be read again."""
        self.heard = (*self.heard, sentence)[-KEPT:]
        self.told += 1

    def attend(self, attention: Attention) -> None:
        """Hear this much from now on. Who hears all is known by that object: what they are told is made once."""
        self.attention = HEARS_ALL if attention == HEARS_ALL else attention
        if self.present is not None:
            self.present.attention = self.attention
