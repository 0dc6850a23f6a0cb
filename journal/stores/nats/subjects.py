"""Names of streams as subjects, and the places of messages as positions of records.

A journal called NAME keeps the stream `table/abc` under `NAME.s.table.abc`, and notes that it was opened under
`NAME.opened.table`, so that lists need not look at what was played. Messages between houses go over
`NAME-houses`, which JetStream does not keep.
"""

from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes

from journal.chain import is_name

_NO_FAMILY = "%%"
_EMPTY = "%"
"""No word is encoded as one of these: after a percent sign there are two digits."""
_BITS = 16
DECISION_LIMIT = (1 << _BITS) - 1
"""Records in one decision at the most, so that each has a position of its own."""


@lru_cache(maxsize=4096)
def subject_of(name: str, stream: str) -> str:
    """The subject of a stream."""
    kind, slash, rest = stream.partition("/")
    return f"{name}.s.{_word(kind)}.{_word(rest)}" if slash else f"{name}.s.{_word(stream)}"


def all_subjects(name: str) -> str:
    """What all subjects of a journal match."""
    return f"{name}.>"


def houses_subject(name: str) -> str:
    """The subject of messages between the houses on a journal: none of those that are kept."""
    return f"{name}-houses"


def stream_subjects(name: str) -> str:
    """What the subjects of all streams begin with."""
    return f"{name}.s."


def opened_subject(name: str, stream: str) -> str:
    """Where it is noted that a stream was opened."""
    kind, slash, _ = stream.partition("/")
    return f"{name}.opened.{_word(kind) if slash else _NO_FAMILY}"


def opened_subjects(name: str, prefix: str) -> str:
    """Where it is noted that streams with a prefix were opened, among others perhaps."""
    return opened_subject(name, prefix) if "/" in prefix else f"{name}.opened.*"


@lru_cache(maxsize=4096)
def stream_of(name: str, subject: str) -> str | None:
    """The stream of a subject; None for one that belongs to none."""
    words = subject.removeprefix(f"{name}.s.").split(".")
    try:
        stream = "/".join(unquote_to_bytes("" if word == _EMPTY else word).decode() for word in words)
    except UnicodeError:
        return None
    # What is not encoded just as we do it was put there by others.
    return stream if is_name(stream) and subject_of(name, stream) == subject else None


def _word(text: str) -> str:
    # Dots stand between words. Only letters, digits, - and _ are left as they are.
    return quote(text, safe="", errors="surrogatepass").replace(".", "%2E").replace("~", "%7E") or _EMPTY


def position(place: int, index: int) -> int:
    """The position of the record with an index, from 0, in the message at a place of the stream of JetStream."""
    return place << _BITS | index


def place_of(position: int) -> tuple[int, int]:
    """The place and the index of a position."""
    return position >> _BITS, position & DECISION_LIMIT
