"""What operators have ruled: read from its stream and followed, so that it holds in every house on a journal.

The service's half of `bans`.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence

import attrs

from core.base.game import Refused
from core.base.message import Message
from core.moderation import bans
from core.moderation.bans import STREAM, AdminEvent, Muted, Rulings, Subject
from core.records import fold, owned_stream
from core.records.follower import follow
from journal import Damaged, Journal, JournalError, Record

_LOG = logging.getLogger("parlour")
Orders = Callable[[str, str], Awaitable[Sequence[Message]]]
"""Does what a person orders, in their words, and who they are. Raises: Refused, JournalError."""
Carry = Callable[[AdminEvent], None]
"""Does what follows from something an operator did, in whichever process. Must not wait."""


@attrs.define
class ModerationService:
    """The rulings of a journal. Where nobody calls `open`, as at home, there are none."""

    _journal: Journal
    _now: Callable[[], float]
    _owner_of: Callable[[str], str] = lambda _: ""
    """Who answers for a program, by ids; nobody for a person. What is ruled of them holds for it, too."""
    rulings: Rulings = bans.NO_RULINGS
    is_draining: bool = False
    """Whether no tables are opened any more, because the house is going to close."""
    orders: Orders | None = None
    """Where marked persons give orders; None where nobody takes any."""
    _last: Record | None = None
    _carry: Carry | None = None

    @property
    def _seq(self) -> int:
        """The number of the last record that is known."""
        return self._last.seq if self._last else 0

    async def open(self, carry: Carry) -> None:
        """Know what was ruled until now; what comes is passed on from then on. Raises: JournalError."""
        try:
            self._fold(await self._journal.read(STREAM))
        except Damaged as damage:
            _LOG.error("What operators have ruled is not known: %s", damage)
        self._carry = carry

    async def follow(self) -> None:
        """Know what is ruled in other processes, until cancelled."""
        try:
            await follow(self._journal, STREAM, lambda: self._seq, self._take)
        except JournalError as error:
            _LOG.warning("What operators rule elsewhere is not heard of any more: %s", error)

    async def _take(self, records: Sequence[Record]) -> None:
        self._fold(records)

    def _fold(self, records: Sequence[Record]) -> None:
        new = [record for record in records if record.seq > self._seq]
        for record, (event, _) in zip(new, fold.decode(STREAM, new), strict=True):
            self._last, self.rulings = record, bans.evolve(self.rulings, event)
            if self._carry is not None:
                self._carry(event)

    async def record(self, event: AdminEvent) -> None:
        """Write down what an operator does; it holds, and is carried out, once that is stored.

        Raises: Refused, JournalError.
        """

        async def attempt() -> Sequence[Record] | None:
            records = await owned_stream.append(self._journal, self._now, STREAM, self._last, [event])
            # What the follower has folded already is passed over.
            self._fold(records or await self._journal.read(STREAM, self._seq))
            return records or None

        await owned_stream.retry(attempt)

    def objection(self, person: str, address: str) -> Message | None:
        """Why somebody may not come in; None when they may. Either may be empty."""
        rulings, owner, now = self.rulings, self._owner_of(person), self._now()
        found = rulings.ban_on(person, address, now) or (rulings.ban_on(owner, "", now) if owner else None)
        return None if found is None else bans.refusal(found)

    def covers(self, subject: Subject, person: str, address: str) -> bool:
        """Whether a visitor is meant, or whoever answers for them."""
        return subject.covers(person, address) or subject.covers(self._owner_of(person), "")

    def _mute_on(self, person: str, address: str) -> Muted | None:
        rulings, owner, now = self.rulings, self._owner_of(person), self._now()
        return rulings.mute_on(person, address, now) or (rulings.mute_on(owner, "", now) if owner else None)

    def is_heard(self, person: str, address: str) -> bool:
        """Whether others hear what somebody says, who does not know otherwise. Raises: Refused for who may not talk."""
        found = self._mute_on(person, address)
        if found is not None and not found.quiet:
            raise Refused(bans.refusal(found))
        return found is None

    def is_muted(self, person: str, address: str) -> bool:
        """Whether others are shown nothing that somebody writes, who may not know it."""
        return self._mute_on(person, address) is not None

    def is_muted_quietly(self, person: str, address: str) -> bool:
        """Whether others are told nothing of what somebody does, who does not know it."""
        found = self._mute_on(person, address)
        return found is not None and found.quiet

    def is_heard_of(self, person: str) -> bool:
        """Whether others learn whom somebody invites: not if that one is muted quietly, by who they are."""
        found = self._mute_on(person, "")
        return found is None or not found.quiet
