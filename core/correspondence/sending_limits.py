"""What the house may send to the world outside, and how often, so that nobody can have it pester strangers. Pure.

Codes that confirm a mail address, and webhooks that people choose, are refused beyond the figures: for one person, for
where they go, for the network they are asked from, and for the house. Reminders that are due are never refused: they
wait until there is room.

All is counted in memory. Codes are counted from the journal, too (`note_code`), as far as it knows of them: by person,
address and house. So a restart, or another house on the journal, gives nobody more of them. Networks are not in the
journal, which keeps no visitors' addresses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import attrs

from core.base.durations import DAY, HOUR, to_wait
from core.base.figures import figure
from core.base.game import Refused
from core.base.message import Message, message
from core.base.quota import Ledger, Quota
from core.correspondence.reminders import Reminder, destination, mailbox
from core.people.persons import digest_of

CODE = "code."
"""How the ids of codes that were mailed begin; then the digest of the mailbox, and a word of its own."""
_DIGITS = 16
Objection = tuple[Quota, Message]
_Things = Literal["code", "webhook", "reminder"]


@attrs.frozen
class Quotas:
    """The figures. A day is the last 24 hours, an hour the last 60 minutes."""

    codes_of_a_person_a_day: int = figure(3, "Codes mailed for one person.", least=1)
    codes_of_an_address_a_day: int = figure(3, "To one address, its tag and dots taken off.", least=1)
    codes_of_a_network_a_day: int = figure(20, "For those of one network, a /24 of IPv4 or a /48 of IPv6.", least=1)
    codes_an_hour: int = figure(100, "For everybody together.", least=1)
    webhooks_of_a_person_a_day: int = figure(10, "Webhooks that one person tries.", least=1)
    webhooks_of_a_host_a_day: int = figure(20, "That are at one host.", least=1)
    webhooks_of_a_network_a_day: int = figure(20, "That those of one network try.", least=1)
    webhooks_an_hour: int = figure(100, "That everybody tries together.", least=1)
    reminders_of_a_person_an_hour: int = figure(20, "Reminders sent to one person; the rest waits.", least=1)
    reminders_of_a_host_an_hour: int = figure(120, "To one host, or one mail address; the rest waits.", least=1)
    reminders_an_hour: int = figure(600, "To everybody together; the rest waits.", least=1)


class Exceeded(Refused):
    """One more would be too many."""


class SendingLimits:
    """What was sent, and what may be sent yet. Times are seconds since the epoch."""

    def __init__(self, quotas: Quotas = Quotas()) -> None:
        self.quotas = quotas
        self._ledger = Ledger()
        self._codes: dict[str, float] = {}
        """By id, when it was mailed; of the last day."""

    # Codes by mail.

    def check_code(self, person: str, address: str, network: str, now: float) -> None:
        """Raises Refused, with what to do next, where one more code would be too many."""
        self._check(self._code_quotas(person, digest_of_mailbox(address), network), now)

    def take_code(self, id: str, person: str, network: str, now: float) -> None:
        """A code is being mailed; `id` is one of `code_id`."""
        self._codes[id] = now
        self._ledger.note(_quotas(self._code_quotas(person, _digest_in(id), network)), now)

    def note_code(self, id: str, person: str, at: float) -> None:
        """The journal says that a code was mailed. Those that are known are not counted twice."""
        if id not in self._codes:
            self.take_code(id, person, "", at)

    def forget_codes(self, before: float) -> None:
        """Let go of codes that were mailed before a time."""
        self._codes = {id: at for id, at in self._codes.items() if at > before}

    def _code_quotas(self, person: str, digest: str, network: str) -> tuple[Objection, ...]:
        figures = self.quotas
        found = [
            (_quota("code", "person", person, figures.codes_of_a_person_a_day, DAY), _CODES_OF_A_PERSON),
            (_quota("code", "address", digest, figures.codes_of_an_address_a_day, DAY), _CODES_OF_AN_ADDRESS),
            (_quota("code", "house", "", figures.codes_an_hour, HOUR), _CODES),
        ]
        if network:
            found.insert(
                2, (_quota("code", "network", network, figures.codes_of_a_network_a_day, DAY), _CODES_OF_A_NETWORK)
            )
        return tuple(found)

    # Webhooks that are chosen: each has a name looked up.

    def take_webhook(self, person: str, address: str, network: str, now: float) -> None:
        """Somebody chooses a webhook. Raises: Refused, with what to do next; then nothing is counted."""
        figures, host = self.quotas, destination("webhook", address)
        quotas = [
            (_quota("webhook", "person", person, figures.webhooks_of_a_person_a_day, DAY), _WEBHOOKS_OF_A_PERSON),
            (_quota("webhook", "host", host, figures.webhooks_of_a_host_a_day, DAY), _WEBHOOKS_OF_A_HOST),
            (_quota("webhook", "house", "", figures.webhooks_an_hour, HOUR), _WEBHOOKS),
        ]
        if network:
            quota = _quota("webhook", "network", network, figures.webhooks_of_a_network_a_day, DAY)
            quotas.insert(2, (quota, _WEBHOOKS_OF_A_NETWORK))
        self._check(quotas, now)
        self._ledger.note(_quotas(quotas), now)

    # Reminders that are due.

    def take_reminder(self, reminder: Reminder, now: float) -> bool:
        """Count a reminder that is to be sent now; False, and nothing is counted, when it has to wait."""
        quotas = self._reminder_quotas(reminder)
        if any(self._ledger.wait(quota, now) for quota in quotas):
            return False
        self._ledger.note(quotas, now)
        return True

    def reminded_lately(self, reminder: Reminder, now: float) -> int:
        """How many reminders its person was sent within the hour."""
        return self._ledger.count(self._reminder_quotas(reminder)[0], now)

    def _reminder_quotas(self, reminder: Reminder) -> tuple[Quota, ...]:
        figures, host = self.quotas, destination(reminder.by, reminder.address)
        return (
            _quota("reminder", "person", reminder.person, figures.reminders_of_a_person_an_hour, HOUR),
            _quota("reminder", "host", host, figures.reminders_of_a_host_an_hour, HOUR),
            _quota("reminder", "house", "", figures.reminders_an_hour, HOUR),
        )

    def _check(self, quotas: Sequence[Objection], now: float) -> None:
        for quota, said in quotas:
            if wait := self._ledger.wait(quota, now):
                raise Exceeded(said.filled(time=to_wait(wait)))


def code_id(address: str, word: str) -> str:
    """The id of a code that is mailed to an address; the word is one of its own."""
    return f"{CODE}{digest_of_mailbox(address)}.{word}"


def digest_of_mailbox(address: str) -> str:
    """What all addresses of one mailbox have in common."""
    return digest_of(mailbox(address))[:_DIGITS]


def _digest_in(id: str) -> str:
    return id.removeprefix(CODE)[:_DIGITS]


def _quota(thing: _Things, by: str, value: str, most: int, seconds: float) -> Quota:
    return Quota((thing, by, value), most, seconds)


def _quotas(objections: Iterable[Objection]) -> tuple[Quota, ...]:
    return tuple(quota for quota, _ in objections)


_CODES_OF_A_PERSON = message("You asked for too many codes today: try again in {time}.")
_CODES_OF_AN_ADDRESS = message(
    "Too many codes went to that address today: try again in {time}, or use another address."
)
_CODES_OF_A_NETWORK = message("Too many codes were asked for from your network today: try again in {time}.")
_CODES = message("The house mailed too many codes just now: try again in {time}.")
_WEBHOOKS_OF_A_PERSON = message("You tried too many webhooks today: try again in {time}.")
_WEBHOOKS_OF_A_HOST = message("That host was chosen too often today: try again in {time}, or use another host.")
_WEBHOOKS_OF_A_NETWORK = message("Too many webhooks were tried from your network today: try again in {time}.")
_WEBHOOKS = message("Too many webhooks were tried here just now: try again in {time}.")
