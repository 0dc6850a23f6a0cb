"""One game and the log: the proofs that an export carries, and how anybody checks them without asking anyone. Pure.

An export of a game that is over carries three proofs, of its book's root, its opening and its end, all in the log of
one checkpoint. The leaves themselves are not in it: they follow from the game's records, so the proofs hold for this
game and no other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from core.base.chance import commitment
from core.base.game import Refused
from core.base.merkle_tree import is_included, leaf_hash
from core.public_log.formats.checkpoints import SignedCheckpoint, read_checkpoint
from core.public_log.formats.proofs import read_proof
from core.public_log.formats.signed_notes import PublicKey
from core.public_log.house_leaves import book_leaf, closing_leaf, opening_leaf, seed_of, table_opened
from core.public_log.leaves import Book, Closing, Opening, written
from core.table import BookNumber
from journal import Record

BOOK, OPENING, CLOSING = "book", "opening", "closing"
"""What the proofs are called in the header of an export."""


@attrs.frozen
class GameLeaves:
    """What a log says of a game that is over."""

    book: Book
    opening: Opening
    closing: Closing

    def by_name(self) -> Mapping[str, bytes]:
        """The leaves as they are written, by the names of their proofs."""
        return {BOOK: written(self.book), OPENING: written(self.opening), CLOSING: written(self.closing)}


def leaves_of(stream: str, records: Sequence[Record]) -> GameLeaves:
    """What a log says of a game, by its records. Raises: Refused for a game of which no log says anything."""
    number = table_opened(stream, records[0])
    if number is None:
        raise Refused("This game has no number of a book, so no log says anything of it.")
    closing = closing_leaf(number, records[-1])
    if closing is None:
        raise Refused("This game is not over: its end is in no log yet.")
    if not _is_in_book(number, seed_of(records[0])):
        raise Refused("The seed of this game is not the one in its book.")
    return GameLeaves(book_leaf(number), opening_leaf(number, records[0]), closing)


def _is_in_book(number: BookNumber, seed: bytes) -> bool:
    """Whether the seed's commitment stands in the book under the game's number."""
    proof, leaf = [bytes.fromhex(hash) for hash in number.proof], leaf_hash(bytes.fromhex(commitment(seed)))
    return is_included(bytes.fromhex(number.root), number.size, number.number, leaf, proof)


def checkpoint_in(carried: object) -> bytes:
    """The checkpoint of the proofs that an export carries. Raises: Refused."""
    if isinstance(carried, dict) and isinstance(found := carried.get(CLOSING), str):
        return read_proof(found).checkpoint
    raise Refused("This file carries no proof that it is in a log: export the game with --log DIR.")


def check(
    stream: str, records: Sequence[Record], carried: object, log: PublicKey, witnesses: Sequence[PublicKey] = ()
) -> SignedCheckpoint:
    """Check the proofs that an export carries.

    Returns: the checkpoint as of which the game, its deal and its end are in the log.
    Raises: Refused, with what is missing or wrong.
    """
    leaves = leaves_of(stream, records).by_name()
    if not isinstance(carried, dict) or not all(isinstance(carried.get(name), str) for name in leaves):
        raise Refused("This file carries no proof that it is in a log: export the game with --log DIR.")
    proofs = {name: read_proof(carried[name]) for name in leaves}
    signed = read_checkpoint(proofs[CLOSING].checkpoint, log, witnesses)
    if any(proof.checkpoint != proofs[CLOSING].checkpoint for proof in proofs.values()):
        raise Refused("The proofs in this file are of different moments of the log.")
    if not all(proof.holds(leaves[name], signed.checkpoint) for name, proof in proofs.items()):
        raise Refused("This game is not what the log of {name} says of it.", name=log.name)
    if not proofs[BOOK].index < proofs[OPENING].index < proofs[CLOSING].index:
        raise Refused(
            "The log of {name} names this game before its book, or its end before its opening.", name=log.name
        )
    return signed
