"""Reminders of correspondence games: how somebody wants them, what they say, and whether they were sent. Pure.

A reminder has the same id however often it is sent, so that whoever gets it twice knows it. Before it is sent its try
is written down: then no other house tries at the same time, and one that dies while it tries is known to have tried.
These tries are in `reminders/ID` of each person. What a reminder says is what everybody in the house may know: the
game, the table, and whose turn it is.
"""

from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from core.base.event_families import register
from core.base.message import Message, message
from core.table import tell_left

LONGEST_ADDRESS = 200
"""Characters of an address to which reminders go."""
LONGEST_ID = 100
OFF, WEBHOOK, MAIL = "", "webhook", "mail"
"""How somebody is reminded."""
PATIENCE = 60.0
"""Seconds from a try to the next one; doubled after each."""
MOST_TRIES = 8
"""Tries after which a reminder is given up: some two hours."""


def stream_of(person: str) -> str:
    """Where it stands what became of a person's reminders."""
    return f"reminders/{person}"


class ReminderChosen(Struct, frozen=True, gc=False):
    """A person is reminded in this way from now on."""

    by: str
    address: str

    def __post_init__(self) -> None:
        if self.by not in (OFF, WEBHOOK, MAIL) or len(self.address) > LONGEST_ADDRESS:
            raise ValueError("it has a way or an address that no reminder is sent by")


NOT_REMINDED = ReminderChosen(OFF, "")


def _check_id(id: str) -> None:
    if len(id) > LONGEST_ID:
        raise ValueError("it has an id that is too long")


class ReminderTried(Struct, frozen=True, gc=False):
    """A reminder is being sent."""

    id: str

    def __post_init__(self) -> None:
        _check_id(self.id)


class ReminderSent(Struct, frozen=True, gc=False):
    """A reminder has arrived, as far as the house can know."""

    id: str

    def __post_init__(self) -> None:
        _check_id(self.id)


EVENTS: dict[str, type] = {"reminder.tried": ReminderTried, "reminder.sent": ReminderSent}
"""By kind."""
register("reminders", EVENTS)
CHOICES: dict[str, type] = {"slow.reminder_chosen": ReminderChosen}
"""By kind; these are in `slow/ID` with a person's vacations, and are folded there (`vacations.Wishes`)."""
register("slow", CHOICES)


class Reminder(Struct, frozen=True):
    """What a person is reminded of: it is their turn in a correspondence game."""

    table: str
    seat: int
    turned: int
    """The record with which the turn came."""
    person: str
    """The person's id."""
    game: str
    """The game's title."""
    by: str
    """How it is sent: "webhook" or "mail"."""
    address: str
    due: float
    """When the time runs out, in seconds since the epoch."""

    @property
    def id(self) -> str:
        """The same for every try, and no other reminder's."""
        return f"{self.table}.{self.turned}.{self.seat}"

    def said(self, now: float) -> Message:
        """The reminder in a sentence."""
        return message(
            "It is your turn at table {table}: {game}. You have {time} left.",
            table=self.table, game=self.game, time=tell_left(self.due - now),
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """The reminder for a program."""
        return {"id": self.id, "event": "your turn", "table": self.table, "game": self.game, "due": int(self.due)}


def may_try(tries: int, tried_at: float, now: float) -> bool:
    """Whether a reminder is to be tried now that was tried so often, at last then, in seconds since the epoch."""
    return tries < MOST_TRIES and (not tries or now >= tried_at + PATIENCE * 2 ** (tries - 1))


def destination(by: str, address: str) -> str:
    """To whom something goes, as far as it can be told without looking anything up: a host, or a mailbox."""
    if by != WEBHOOK:
        return mailbox(address)
    try:
        return (urlsplit(address).hostname or address).rstrip(".")
    except ValueError:
        return address


def mailbox(address: str) -> str:
    """An address with tag and dots taken off, in small letters: a.b+x@example.org is ab@example.org."""
    local, _, host = address.casefold().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{host.rstrip('.')}"


class NotSent(Exception):
    """It did not arrive; the text says why, for the log."""


class Carrier(Protocol):
    """A way to reach people."""

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        """Send a sentence in the language of a code (empty: none chosen), and the same for a program.

        Raises: NotSent.
        """

    async def check(self, address: str) -> None:
        """Raise Refused, with what to type instead, for an address that cannot be one."""


Carriers = Mapping[str, Carrier]
"""By how somebody is reminded: "webhook", "mail"."""
