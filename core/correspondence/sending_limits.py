"""What the house may send to the world outside, and how often, so that nobody can have it pester strangers. Pure.

Codes that confirm a mail address, and webhooks that people choose, are refused beyond the figures: for one person, for
where they go, for the network they are asked from, and for the house. Reminders that are due are never refused: they
wait until there is room.

All is counted in memory. Codes are counted from the journal, too (`note_code`), as far as it knows of them: by person,
address and house. So a restart, or another house on the journal, gives nobody more of them. Networks are not in the
journal, which keeps no visitors' addresses.
"""

from collections.abc import Iterable

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
        digest = id.removeprefix(CODE)[:_DIGITS]
        self._note(self._code_quotas(person, digest, network), now)

    def note_code(self, id: str, person: str, at: float) -> None:
        """The journal says that a code was mailed. Those that are known are not counted twice."""
        if id not in self._codes:
            self.take_code(id, person, "", at)

    def forget_codes(self, before: float) -> None:
        """Forget the codes that were mailed before a time."""
        self._codes = {id: at for id, at in self._codes.items() if at > before}

    def _code_quotas(self, person: str, digest: str, network: str) -> tuple[Objection, ...]:
        figures = self.quotas
        return (
            *_objection(
                ("code", "person", person), figures.codes_of_a_person_a_day, DAY,
                message("You asked for too many codes today: try again in {time}."),
            ),
            *_objection(
                ("code", "address", digest), figures.codes_of_an_address_a_day, DAY,
                message("Too many codes went to that address today: try again in {time}, or use another address."),
            ),
            *_objection(
                ("code", "network", network), figures.codes_of_a_network_a_day, DAY,
                message("Your network asked for too many codes today: try again in {time}."),
            ),
            *_objection(
                ("code", "of", "all"), figures.codes_an_hour, HOUR,
                message("Too many codes were sent just now: try again in {time}."),
            ),
        )  # fmt: skip

    # Webhooks that are chosen: each has a name looked up.

    def take_webhook(self, person: str, address: str, network: str, now: float) -> None:
        """Somebody chooses a webhook. Raises: Refused, with what to do next; then nothing is counted."""
        figures, host = self.quotas, destination("webhook", address)
        objections = (
            *_objection(
                ("webhook", "person", person), figures.webhooks_of_a_person_a_day, DAY,
                message("You tried too many webhooks today: try again in {time}."),
            ),
            *_objection(
                ("webhook", "host", host), figures.webhooks_of_a_host_a_day, DAY,
                message("That host was chosen too often today: try again in {time}, or use another host."),
            ),
            *_objection(
                ("webhook", "network", network), figures.webhooks_of_a_network_a_day, DAY,
                message("Your network tried too many webhooks today: try again in {time}."),
            ),
            *_objection(
                ("webhook", "of", "all"), figures.webhooks_an_hour, HOUR,
                message("Too many webhooks were tried here just now: try again in {time}."),
            ),
        )  # fmt: skip
        self._check(objections, now)
        self._note(objections, now)

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
            Quota(("reminder", "person", reminder.person), figures.reminders_of_a_person_an_hour, HOUR),
            Quota(("reminder", "host", host), figures.reminders_of_a_host_an_hour, HOUR),
            Quota(("reminder", "of", "all"), figures.reminders_an_hour, HOUR),
        )

    def _check(self, objections: Iterable[Objection], now: float) -> None:
        for quota, said in objections:
            if wait := self._ledger.wait(quota, now):
                raise Exceeded(said.filled(time=to_wait(wait)))

    def _note(self, objections: Iterable[Objection], now: float) -> None:
        self._ledger.note([quota for quota, _ in objections], now)


def _objection(key: tuple[str, str, str], most: int, seconds: float, said: Message) -> tuple[Objection, ...]:
    """A quota, and what is said where it is used up; none where the last part of its key is empty, and so not known."""
    return ((Quota(key, most, seconds), said),) if key[-1] else ()


def code_id(address: str, word: str) -> str:
    """The id of a code that is mailed to an address; the word is one of its own."""
    return f"{CODE}{digest_of_mailbox(address)}.{word}"


def digest_of_mailbox(address: str) -> str:
    """What all addresses of one mailbox have in common."""
    return digest_of(mailbox(address))[:_DIGITS]
