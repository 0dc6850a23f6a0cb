"""What operators do to a house, in the stream `admin`: who may not come in or not talk, and who may do what they do.

Whoever did it stands in each record. Persons stand here by their ids only, as at tables.
"""

import enum
import ipaddress
from datetime import UTC, datetime
from functools import lru_cache
from typing import TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from core.base.event_families import kinds_of, register
from core.base.message import Message, message

STREAM = "admin"
FOR_EVER = 0
"""The end of what has none."""


class Kind(enum.Enum):
    """What a ban or a mute is about."""

    PERSON = "person"
    ADDRESS = "address"
    NETWORK = "network"


class Subject(msgspec.Struct, frozen=True, gc=False):
    """Somebody, or all who come from somewhere."""

    kind: Kind
    value: str
    """A person's id, an address, or a network such as 192.0.2.0/24 or 2001:db8::/64."""

    def covers(self, person: str, address: str) -> bool:
        """Whether a visitor is meant; both are empty where they are not known."""
        if self.kind is Kind.PERSON:
            return bool(person) and person == self.value
        return _is_within(address, self.value)


def _is_within(address: str, network: str) -> bool:
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
        if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped is not None:
            known = known.ipv4_mapped
        return known in _network(network)
    except ValueError:
        return False


@lru_cache(maxsize=4096)
def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    return ipaddress.ip_network(text)


class Banned(msgspec.Struct, frozen=True, gc=False):
    """They may not come in until a time, in seconds since the epoch."""

    subject: Subject
    until: int
    by: str
    reason: str = ""
    """Told to whom it concerns."""
    note: str = ""
    """For operators only."""


class Unbanned(msgspec.Struct, frozen=True, gc=False):
    """They may come in again."""

    subject: Subject
    by: str


class Muted(msgspec.Struct, frozen=True, gc=False):
    """They may not talk until a time."""

    subject: Subject
    until: int
    by: str
    reason: str = ""
    note: str = ""
    quiet: bool = False
    """Whether they are not told: they see what they say, and nobody else hears it."""


class Unmuted(msgspec.Struct, frozen=True, gc=False):
    """They may talk again."""

    subject: Subject
    by: str


class Marked(msgspec.Struct, frozen=True, gc=False):
    """A person may do what operators do, over telnet."""

    person: str
    by: str


class Unmarked(msgspec.Struct, frozen=True, gc=False):
    """A person may not any more."""

    person: str
    by: str


class Kicked(msgspec.Struct, frozen=True, gc=False):
    """They were shown out; they may come again at once."""

    subject: Subject
    by: str


class Announced(msgspec.Struct, frozen=True, gc=False):
    """Everybody in the house was told something."""

    text: str
    by: str


class Closed(msgspec.Struct, frozen=True, gc=False):
    """A table was closed; its own stream says so, too."""

    table: str
    by: str


class DrainBegun(msgspec.Struct, frozen=True, gc=False):
    """The house opens no new tables, and stops when it is empty or at a time."""

    until: int
    by: str


class DrainEnded(msgspec.Struct, frozen=True, gc=False):
    """The house goes on as before."""

    by: str


class Reloaded(msgspec.Struct, frozen=True, gc=False):
    """The settings were read again."""

    by: str


class BackedUp(msgspec.Struct, frozen=True, gc=False):
    """A backup of the journal was made."""

    file: str
    by: str


class PasswordReset(msgspec.Struct, frozen=True, gc=False):
    """A person was given a code with which to set another password; it stands, as a digest, in their own stream."""

    person: str
    by: str


AdminEvent: TypeAlias = (
    Banned | Unbanned | Muted | Unmuted | Marked | Unmarked | Kicked | Announced | Closed | DrainBegun | DrainEnded
    | Reloaded | BackedUp | PasswordReset
)  # fmt: skip
EVENTS = kinds_of("admin", AdminEvent)
"""By kind."""
register(STREAM, EVENTS, {Banned: (b',"note":"","reason":""',), Muted: (b',"note":"","quiet":false,"reason":""',)})


class Rulings(msgspec.Struct, frozen=True):
    """All that holds now, as the fold of the stream."""

    bans: tuple[Banned, ...] = ()
    mutes: tuple[Muted, ...] = ()
    admins: frozenset[str] = frozenset()
    """The ids of persons who may do what operators do."""

    def ban_on(self, person: str, address: str, now: float) -> Banned | None:
        """Why somebody may not come in; None when they may."""
        return next((ban for ban in self.bans if _holds(ban, person, address, now)), None)

    def mute_on(self, person: str, address: str, now: float) -> Muted | None:
        """Why somebody may not talk, or is not heard; None when they are. One of which they know comes first."""
        found = [mute for mute in self.mutes if _holds(mute, person, address, now)]
        return min(found, key=lambda mute: mute.quiet, default=None)


NO_RULINGS = Rulings()
_Ruling = TypeVar("_Ruling", Banned, Muted)


def _holds(ruling: Banned | Muted, person: str, address: str, now: float) -> bool:
    return (ruling.until == FOR_EVER or now < ruling.until) and ruling.subject.covers(person, address)


def evolve(rulings: Rulings, event: AdminEvent) -> Rulings:
    """Fold one event of the stream."""
    match event:
        case Banned(subject):
            return replace(rulings, bans=(*_without(rulings.bans, subject), event))
        case Unbanned(subject):
            return replace(rulings, bans=_without(rulings.bans, subject))
        case Muted(subject):
            return replace(rulings, mutes=(*_without(rulings.mutes, subject), event))
        case Unmuted(subject):
            return replace(rulings, mutes=_without(rulings.mutes, subject))
        case Marked(person):
            return replace(rulings, admins=rulings.admins | {person})
        case Unmarked(person):
            return replace(rulings, admins=rulings.admins - {person})
        case _:
            return rulings


def _without(those: tuple[_Ruling, ...], subject: Subject) -> tuple[_Ruling, ...]:
    return tuple(one for one in those if one.subject != subject)


def refusal(ruling: Banned | Muted) -> Message:
    """What somebody is told who is meant by a ruling."""
    time, is_for_ever = time_of(ruling.until), ruling.until == FOR_EVER
    if isinstance(ruling, Banned):
        said = message("You are banned here until {time}: come back then.", time=time)
        said = message("You are banned here.") if is_for_ever else said
    else:
        said = message("You cannot talk here until {time}, but you can go on playing.", time=time)
        said = message("You cannot talk here any more, but you can go on playing.") if is_for_ever else said
    return message("{said} Reason: {reason}", said=said, reason=ruling.reason) if ruling.reason else said


LATEST = 253402300799
"""The last second of the year 9999, after which times cannot be written."""


def time_of(seconds: int) -> str:
    """A time as operators and persons read it; of those after the year 9999 the last one before."""
    return f"{datetime.fromtimestamp(min(seconds, LATEST), UTC):%Y-%m-%d %H:%M} UTC"
