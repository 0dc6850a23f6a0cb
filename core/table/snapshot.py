"""A game as it stood after a decision: one cell for each, which shares everything with its past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import astuple


class Snapshot(msgspec.Struct, frozen=True, eq=False):
    """The game as it stood after a decision; equal to another whatever came before. Made fast, as a `Table` is.

    Not with `gc=False`, as others are: a chain of such structs is freed by recursion in C, and a long one overflows the
    stack of the process.
    """

    seq: int
    """The decision's last record."""
    state: Any
    plays: int = 0
    """Decisions in force, this one included."""
    by: int | None = None
    """The seat whose decision it was."""
    reveals: bool = False
    """Whether something came out that no takeback by consent may cross."""
    draws: int = 0
    """How often the dice were taken from, up to here. To go back to a snapshot brings the same chance again."""
    previous: Snapshot | None = None
    """The snapshot this one followed; None for the beginning."""

    def chain(self) -> Iterator[Snapshot]:
        """This snapshot, and all that it followed, back to the beginning."""
        snapshot: Snapshot | None = self
        while snapshot is not None:
            yield snapshot
            snapshot = snapshot.previous

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and astuple(self)[:-1] == astuple(other)[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other  # Said, because msgspec would compare identities.

    def __hash__(self) -> int:
        return hash(astuple(self)[:-1])

    def __repr__(self) -> str:
        return f"Snapshot(seq={self.seq}, plays={self.plays})"  # Neither what is hidden nor the whole past.
