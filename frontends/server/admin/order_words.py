"""Whom operators mean and until when, in the words they type. Without I/O."""

import ipaddress
import re
from datetime import UTC, datetime

import attrs

from core.base.game import Refused
from core.base.text import clean
from core.moderation.bans import FOR_EVER, LATEST, Kind, Subject

LONGEST_REASON = 200
"""Characters of a reason, and of a note."""
_TERMS = re.compile(r"(.*?)(?:(?:^|\s+)because\s+(.*?))?(?:(?:^|\s+)note\s+(.*))?", re.DOTALL)
_QUIETLY = re.compile(r"(?:^|\s+)quietly(?=\s|$)")
_UNITS = {"minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}
_SPAN = re.compile(r"(\d{1,5}) ?(minute|hour|day|week)s?")


@attrs.frozen
class Terms:
    """What is said of a ban or a mute."""

    whom: str
    until: int
    """In seconds since the epoch; see `FOR_EVER`."""
    reason: str = ""
    note: str = ""
    quiet: bool = False


def read_terms(rest: str, now: float) -> Terms:
    """Of "Anna quietly for 2 days because REASON note NOTE": all but whom may be left out. Raises: Refused."""
    found = _TERMS.fullmatch(rest)
    assert found is not None
    before, quietly = _QUIETLY.subn("", found[1])
    whom, until = split_time(before, now)
    reason, note = (clean(text or "", LONGEST_REASON) for text in (found[2], found[3]))
    return Terms(whom, until, reason, note, bool(quietly))


def split_time(rest: str, now: float) -> tuple[str, int]:
    """What was typed, and until when it is to be: "until 2026-12-01", "for 2 hours"; for ever where nothing is said.

    `now` is in seconds since the epoch, and so is the answer. Raises: Refused.
    """
    found = re.fullmatch(r"(.*)(?:\s+|^)(until|for)\s+(.*)", rest, re.DOTALL)
    if found is None:
        return rest.strip(), FOR_EVER
    before, word, text = found[1].strip(), found[2], found[3].strip()
    until = _moment(text) if word == "until" else _span(text, now)
    if until <= now:
        raise Refused("{time} is past: give a time in the future.", time=text)
    return before, until


def _moment(text: str) -> int:
    try:
        time = datetime.fromisoformat(text.removesuffix(" UTC"))
    except ValueError as error:
        raise Refused('"{text}" is not a time: write it as 2026-12-01, or 2026-12-01 20:15.', text=text) from error
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    return min(int(time.timestamp()), LATEST)


def _span(text: str, now: float) -> int:
    found = _SPAN.fullmatch(text)
    if found is None:
        raise Refused('"{text}" is not a length of time: write it as 30 minutes, 2 hours, 3 days or 1 week.', text=text)
    return min(int(now) + int(found[1]) * _UNITS[found[2]], LATEST)


MAPPED_BITS = 96
"""Of an address of version 6, before one of version 4 that is mapped into it."""


def read_place(text: str) -> Subject | None:
    """An address or a network; None for what is neither."""
    try:
        network = ipaddress.ip_network(text.partition("%")[0], strict=False)
    except ValueError:
        return None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen >= MAPPED_BITS:
        mapped = network.network_address.ipv4_mapped  # as callers from there are known
        network = ipaddress.ip_network((mapped, network.prefixlen - MAPPED_BITS)) if mapped else network
    if network.num_addresses == 1:
        return Subject(Kind.ADDRESS, str(network.network_address))
    return Subject(Kind.NETWORK, str(network))
