"""Deciding every move of a recorded game again, for those who want to know that it is what the rules give.

Records and seeds stay in here; what comes out may be shown.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from core.books.daily_chains_service import chains_of
from core.books.seed_books import BookSeeds
from core.books.seed_books_service import read_book, told_secret
from core.games.features.titles import title_at
from core.records import fold
from core.replay.recorded_games import game_of
from core.table import BookNumber, DuelGame, SealedDay, Setup
from journal import Damaged, Journal, Record, sentence
from journal.blocking_threads import Threads
from journal.game_lines import Lines

_PROOFS = Threads("proofs", 1)


class Proof(Struct, frozen=True):
    """What was found when every move of a game was decided again."""

    game: str
    """The game's title."""
    records: int
    house_seed: str
    """In hexadecimal once the game is over; empty before."""
    is_over: bool
    """Whether the game is over."""
    end: str
    """The hash of the last record in hexadecimal, which no other records have."""
    opened_as: str
    """The id that the table was opened with."""
    book: BookNumber | None = None
    """Where the house seed comes from; None where it is from no book."""
    needs_book: bool = False
    """Whether there is none though every new table has one: it was opened before there were books, or is said to be."""
    noted_book: bool = False
    """Whether what was noted before was the root of the book or duel, and not the commitment to its seed alone."""
    is_in_journal: bool = False
    """Whether the journal has that book, with the number taken by this table and no other; or that sealed day."""
    daily: SealedDay | None = None
    """Whose deal it is, where that is the deal of a day which a house had sealed."""
    deal: int | None = None
    """The number of the deal, where deals have numbers."""
    sealed: tuple[str, ...] = ()
    """By seat the digest of the luck that was sealed; empty for luck that was given at once."""
    secret: str = ""
    """That of the book in hexadecimal, once it is closed and all of its games are over; all of its seeds follow."""
    duel: DuelGame | None = None
    """Which game of a duel it is. Where the seed is none of those that a house had fixed, who ran the duel drew it."""


async def prove(journal: Journal, id: str, promised: str = "", end: str = "") -> Proof:
    """Decide every move of a table again, and compare what was noted of it before, both in hexadecimal.

    `promised` is the beginning of its commitment, `end` that of the hash of a record that was once the last; empty
    for none.

    Raises: Refused when there is no such table; Damaged with the first record that is wrong.
    """
    await game_of(journal, id)
    stream = fold.stream_of(id)
    records = await journal.read(stream)
    proof = await _PROOFS.run(_proof, stream, records, promised, end)
    if proof.daily is not None:
        return replace(proof, is_in_journal=await _has_day(journal, stream, proof.daily))
    if proof.book is None:
        return proof
    if not await _has_number(journal, stream, proof.book, proof.opened_as):
        return proof
    secret = await told_secret(journal, proof.book.id)
    if secret and BookSeeds(bytes.fromhex(secret), proof.book.size).root != proof.book.root:
        raise Damaged(stream, 1, sentence("the secret of its book {book} gives other seeds", book=proof.book.id))
    return replace(proof, is_in_journal=True, secret=secret)


async def _has_day(journal: Journal, stream: str, sealed: SealedDay) -> bool:
    """Whether the journal has that day, as a game from elsewhere has not. Raises: Damaged where it says otherwise."""
    chains = await chains_of(journal)
    if chains.has(sealed):
        return True
    if any(one.beacon == sealed.beacon for one in chains.published(date.min)):
        raise Damaged(stream, 1, sentence("{day} has another secret in this journal", day=sealed.day))
    return False


async def _has_number(journal: Journal, stream: str, number: BookNumber, table: str) -> bool:
    """Whether the journal has that book, as a game from elsewhere does not. Raises: Damaged where it says otherwise."""
    book, _ = await read_book(journal, number.id)
    if book is None:
        return False
    if (book.root, book.size) != (number.root, number.size):
        raise Damaged(stream, 1, sentence("book {book} of this journal is another one", book=number.id))
    if number.number >= len(book.tables) or book.tables[number.number] != table:
        raise Damaged(stream, 1, sentence("number {number} of its book is not its own", number=number.number))
    return True


def prove_file(lines: Lines, promised: str = "", end: str = "") -> Proof:
    """The same for a game in a file. Raises: Damaged."""
    return _proof(lines.header.stream, lines.records, promised, end)


def _proof(stream: str, records: Sequence[Record], promised: str, end: str) -> Proof:
    table = fold.verify(stream, records, promised=promised)
    last = records[-1]
    # A game may have gone on since its end was noted.
    if end and not any(record.hash.startswith(end) for record in records):
        raise Damaged(stream, last.seq, "neither it nor an earlier record is the end that was noted")
    setup = table.setup
    return Proof(
        title_at(setup), len(records), setup.house_seed.hex() if table.ended else "",
        bool(table.ended), last.hash, setup.opened_as,
        setup.book, _needs_book(setup),
        bool(promised) and any(root.startswith(promised) for root in _roots(setup)),
        daily=setup.daily, deal=setup.deal, sealed=tuple(chair.sealed for chair in table.chairs), duel=setup.duel,
    )  # fmt: skip


def _needs_book(setup: Setup) -> bool:
    return setup.book is None and setup.deal is None and setup.origin is None and not setup.is_of_house_duel


def _roots(setup: Setup) -> Iterator[str]:
    """The root under which its seed is, of a book or of a duel."""
    if setup.book is not None:
        yield setup.book.root
    if setup.duel is not None and setup.duel.sealed is not None:
        yield setup.duel.sealed.root
