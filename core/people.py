"""Persons: what is known of them, each in a stream of their own, `person/ID`, which can be dropped whole.

Tables and talk hold a person's id only, so that a name can change, and be forgotten, without touching a game. Names
that are claimed stand in `name/SKELETON`, one claim each, so that no two persons hold names that read alike. Whose
journal it is stands in `owner`: an id like any other, so that a game from a friend's journal is the friend's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import attrs

SOMEBODY = "somebody"
"""What a person is called who has been forgotten. Nobody else can have this name; languages have their own word."""


@attrs.frozen
class Named:
    """A person is called so from now on."""

    name: str


@attrs.frozen
class CodeGiven:
    """A person was given a secret with which to come back."""

    digest: str
    """SHA-256 of it, in hexadecimal."""


@attrs.frozen
class SeedPromised:
    """The house drew the seed of the person's next table, and showed its commitment. Holds the secret."""

    house_seed: str
    """In hexadecimal."""


@attrs.frozen
class SeedUsed:
    """The seed that was promised goes to a table; written before the table is opened, so that no seed serves twice."""


@attrs.frozen
class Claimed:
    """A name, or the journal itself, belongs to a person; the only record of its stream."""

    person: str
    """The person's id."""


PersonEvent = Named | CodeGiven | SeedPromised | SeedUsed
EVENTS: dict[str, type] = {
    "person.named": Named,
    "person.code_given": CodeGiven,
    "person.seed_promised": SeedPromised,
    "person.seed_used": SeedUsed,
    "name.claimed": Claimed,
}
"""By kind."""


@attrs.frozen
class Person:
    """A person as the fold of their stream."""

    id: str
    name: str = SOMEBODY
    digest: str = attrs.field(default="", repr=False)
    """SHA-256 of the secret with which they come back; empty for those who need none."""
    promised: str = attrs.field(default="", repr=False)
    """The house seed of their next table, in hexadecimal; empty while none was promised."""
    seq: int = 0
    """The last record of their stream; 0 for somebody who is not known, or forgotten."""

    @property
    def is_known(self) -> bool:
        """Whether they have a stream."""
        return self.seq > 0

    def has_secret(self, secret: str) -> bool:
        """Whether this is the secret they were given."""
        return bool(self.digest) and self.digest == digest_of(secret)


def evolve(person: Person, event: PersonEvent, seq: int) -> Person:
    """Fold one event of a person's stream."""
    match event:
        case Named(name):
            return attrs.evolve(person, name=name, seq=seq)
        case CodeGiven(digest):
            return attrs.evolve(person, digest=digest, seq=seq)
        case SeedPromised(house_seed):
            return attrs.evolve(person, promised=house_seed, seq=seq)
        case SeedUsed():
            return attrs.evolve(person, promised="", seq=seq)


def evolve_all(person: Person, recorded: Iterable[tuple[Any, int]]) -> Person:
    """Fold events with their numbers."""
    for event, seq in recorded:
        person = evolve(person, event, seq)
    return person


def digest_of(secret: str) -> str:
    """What the journal keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
