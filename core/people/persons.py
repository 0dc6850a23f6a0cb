"""Persons: what is known of them, each in a stream of their own, `person/ID`, which can be dropped whole.

Tables and talk hold a person's id only, so that a name can change, and be forgotten, without touching a game. Names
that are claimed stand in `name/SKELETON`, where the last claim counts, so that no two persons hold names that read
alike. Whose journal it is stands in `owner`: an id like any other, so that a game from a friend's journal is the
friend's.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import attrs
import msgspec

from core.base.chance import SEED_BYTES
from core.base.event_families import kinds_of, register
from core.base.message import SOMEBODY

T = TypeVar("T")

MOST_HOMES = 5
"""Networks by which a person is known; the oldest makes room."""
SALT_BYTES, DIGEST_BYTES = 8, 2
GUEST = "~"
"""What stands before the name of somebody who has not registered it. No name has it in it."""
PROGRAM = "[bot]"
"""What stands behind the name of a program, wherever it is shown. No name of a house has it in it."""


def shown_as(name: str, *, is_guest: bool, is_program: bool) -> str:
    """A name as others are shown it."""
    return (GUEST if is_guest else "") + name + (PROGRAM if is_program else "")


def unmarked(shown: str) -> str:
    """The name in what others are shown."""
    return shown.removeprefix(GUEST).removesuffix(PROGRAM)


def stream_of(id: str) -> str:
    """The stream of a person."""
    return f"person/{id}"


class Named(msgspec.Struct, frozen=True, gc=False):
    """A person is called so from now on."""

    name: str


class CodeGiven(msgspec.Struct, frozen=True, gc=False):
    """A person was given a secret with which to come back."""

    digest: str
    """SHA-256 of it, in hexadecimal."""


@attrs.frozen
class PasswordSet:
    """A person has registered, or has another password: with it they come back, and with no code any more."""

    digest: str = attrs.field(repr=False)
    """See `passwords`."""


class Preferred(msgspec.Struct, frozen=True, gc=False):
    """A person likes something so from now on, wherever they come from."""

    name: str
    value: str
    """Empty for whatever the terminal says."""


class LessonDone(msgspec.Struct, frozen=True, gc=False):
    """A person has gone through the first parts of a lesson."""

    game: str
    parts: int
    """How many of them; 0 when it was begun."""


class SeedPromised(msgspec.Struct, frozen=True, gc=False):
    """The house drew the seed of the person's next table, and showed its commitment. Holds the secret."""

    house_seed: str
    """In hexadecimal."""

    def __post_init__(self) -> None:
        if re.fullmatch(rf"[0-9a-f]{{{2 * SEED_BYTES}}}", self.house_seed) is None:
            raise ValueError("it has a seed that is none")


class SeedUsed(msgspec.Struct, frozen=True, gc=False):
    """The seed that was promised goes to a table; written before the table is opened, so that no seed serves twice."""


class CameFrom(msgspec.Struct, frozen=True, gc=False):
    """A person came in with a right password or code from a network that was not known as theirs; kept in `homes`."""

    salt: str
    digest: str
    """A short one, which many networks share."""


@attrs.frozen
class WrongPasswords:
    """Wrong passwords were typed for a person; none once they have been told."""

    count: int
    since: int
    """When the first of them was, in seconds since the epoch."""


@attrs.frozen
class ResetGiven:
    """An operator gave a person a code with which they set another password, once."""

    digest: str = attrs.field(repr=False)
    """SHA-256 of it, in hexadecimal."""
    until: int
    """When it ends, in seconds since the epoch."""


class EndsTold(msgspec.Struct, frozen=True, gc=False):
    """A person has seen, or was told, how every game of theirs ended that was over by then."""

    until: int
    """In milliseconds since the epoch."""


class MadeProgram(msgspec.Struct, frozen=True, gc=False):
    """This is a program, from its first games on."""

    owner: str = ""
    """The id of the person who answers for it; empty for a guest who came by the door for programs."""


@attrs.frozen
class TokenSet:
    """A program has another token, with which alone it comes in."""

    digest: str = attrs.field(repr=False)
    """SHA-256 of it, in hexadecimal. A token is 128 random bits, which nobody guesses however fast they try, so it
    needs no slow digest, as a password does that somebody thought up."""


class ProgramsKept(msgspec.Struct, frozen=True, gc=False):
    """A person answers for these programs from now on, and for no others."""

    programs: tuple[str, ...]
    """Their ids. An id counts only if that program names this person as its owner."""


class Claimed(msgspec.Struct, frozen=True, gc=False):
    """A name, or the journal itself, belongs to a person. See `name_claims` for how long."""

    person: str
    """The person's id."""


PersonEvent = (
    Named | CodeGiven | PasswordSet | Preferred | LessonDone | SeedPromised | SeedUsed | CameFrom | WrongPasswords
    | ResetGiven | EndsTold | MadeProgram | TokenSet | ProgramsKept
)  # fmt: skip
EVENTS = kinds_of("person", PersonEvent)
"""By kind."""
register("person", EVENTS)
register("name", {"name.claimed": Claimed})
register("owner", {"name.claimed": Claimed})


@attrs.frozen
class Person:
    """A person as the fold of their stream."""

    id: str
    name: str = SOMEBODY
    digest: str = attrs.field(default="", repr=False)
    """SHA-256 of the secret with which they come back; empty for those who need none."""
    password: str = attrs.field(default="", repr=False)
    """The digest of their password; empty for those who have not registered."""
    preferences: tuple[tuple[str, str], ...] = ()
    """What they like, by name, each name once."""
    lessons: tuple[tuple[str, int], ...] = ()
    """How many parts they have done of the lessons, by the name of the game."""
    promised: str = attrs.field(default="", repr=False)
    """The house seed of their next table, in hexadecimal; empty while none was promised."""
    homes: tuple[CameFrom, ...] = ()
    """The networks from which they came last, each once."""
    wrong: WrongPasswords = WrongPasswords(0, 0)
    """What others tried, as far as it is stored and they were not told."""
    reset: ResetGiven | None = None
    """With what they may set another password."""
    told: int = 0
    """Up to when they know how their games ended, in milliseconds since the epoch; 0 while nothing is noted."""
    is_program: bool = False
    owner: str = ""
    """Of a program the id of the person who answers for it; empty for a guest's."""
    token: str = attrs.field(default="", repr=False)
    """SHA-256 of the token with which a program comes in; empty for all others."""
    programs: tuple[str, ...] = ()
    """The ids of programs that they made, some of which may be gone."""
    seq: int = 0
    """The last record of their stream; 0 for somebody who is not known, or forgotten."""

    @property
    def is_known(self) -> bool:
        """Whether they have a stream."""
        return self.seq > 0

    @property
    def is_guest(self) -> bool:
        """Whether they came over the net and have not registered their name. At home nobody is a guest."""
        return bool(self.digest) and not self.password

    @property
    def shown_name(self) -> str:
        """What others are shown: the name, with a mark where it is not registered, and with another for a program."""
        return shown_as(self.name, is_guest=self.is_guest, is_program=self.is_program)

    def can_reset(self, secret: str, now: float) -> bool:
        """Whether this is the code with which they may set another password now, in seconds since the epoch."""
        return self.reset is not None and now < self.reset.until and self.reset.digest == digest_of(secret)

    def has_token(self, secret: str) -> bool:
        """Whether this is the secret in the token of a program."""
        return bool(self.token) and self.token == digest_of(secret)

    def has_secret(self, secret: str) -> bool:
        """Whether this is the secret they were given."""
        return bool(self.digest) and self.digest == digest_of(secret)


def evolve(person: Person, event: PersonEvent, seq: int) -> Person:
    """Fold one event of a person's stream."""
    return attrs.evolve(person, seq=seq, **_changes(person, event))


def _changes(person: Person, event: PersonEvent) -> dict[str, Any]:
    match event:
        case Named(name):
            return {"name": name}
        case CodeGiven(digest):
            return {"digest": digest}
        case PasswordSet(digest):
            return {"password": digest, "digest": "", "reset": None}
        case Preferred(name, value):
            return {"preferences": _with(person.preferences, name, value)}
        case LessonDone(game, parts):
            return {"lessons": _with(person.lessons, game, parts)}
        case SeedPromised(house_seed):
            return {"promised": house_seed}
        case SeedUsed():
            return {"promised": ""}
        case CameFrom():
            return {"homes": (*person.homes, event)[-MOST_HOMES:]}
        case WrongPasswords():
            return {"wrong": event}
        case ResetGiven():
            return {"reset": event}
        case EndsTold(until):
            return {"told": until}
        case MadeProgram() | TokenSet() | ProgramsKept():
            return _changes_about_programs(event)


def _changes_about_programs(event: MadeProgram | TokenSet | ProgramsKept) -> dict[str, Any]:
    match event:
        case MadeProgram(owner):
            return {"is_program": True, "owner": owner}
        case TokenSet(digest):
            return {"token": digest}
        case ProgramsKept(programs):
            return {"programs": programs}


def _with(pairs: tuple[tuple[str, T], ...], name: str, value: T) -> tuple[tuple[str, T], ...]:
    return tuple({**dict(pairs), name: value}.items())


def evolve_all(person: Person, recorded: Iterable[tuple[Any, int]]) -> Person:
    """Fold events with their numbers."""
    for event, seq in recorded:
        person = evolve(person, event, seq)
    return person


def digest_of(secret: str) -> str:
    """What the journal keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


# Networks from which a person came in: as much as is needed to know one again, and too little to tell which it was.
# Of each a salted digest of two bytes is kept, in the person's own stream. Of the 16 million networks of IPv4 some 256
# have the same one, so whoever reads the journal learns from it which networks it was not, and no more.


def home_in(network: str, salt: str) -> CameFrom:
    """What is kept of a network from which somebody came in; `salt` is `SALT_BYTES` drawn for it, in hexadecimal."""
    return CameFrom(salt, _home_digest(salt, network))


def is_home(homes: Sequence[CameFrom], network: str) -> bool:
    """Whether somebody came in from there before; of others one in some 13,000 is taken for it, with five homes."""
    return bool(network) and any(home.digest == _home_digest(home.salt, network) for home in homes)


def _home_digest(salt: str, network: str) -> str:
    return hashlib.sha256(f"{salt} {network}".encode()).digest()[:DIGEST_BYTES].hex()
