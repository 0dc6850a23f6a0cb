"""What is said about the fairness of the chance: what the house committed to, who gave luck and when, how to check.

No sentence claims an order of things that the records of the table do not show.
"""

from collections.abc import Iterator, Sequence

from core.base.chance import LONGEST_LUCK, SHORT_COMMITMENT
from core.base.message import Message, Name, counted, message
from core.base.text import clean
from core.books.daily_chains import Published
from core.books.seed_books import BookInUse
from core.table import (
    BookNumber,
    DuelGame,
    PlayerView,
    SealedDay,
    SealedPair,
    Setup,
    TableView,
    owner_of,
)

LONGEST_SHOWN, LONGEST_BESIDE_WHEN = 13, 9
"""Characters of a name or a luck that are shown, so that those of two players fit into a line; and where it is said
beside them when the luck was given."""

_ENOUGH = message("Note these 32 digits: they prove which seed was drawn.")
_CHECK = message('To check the finished game: parlour verify FILE --commitment "THE 32 DIGITS"')
_DIGITS = message("  {digits}")
_NO_LUCK = message("Both games of a pair have the same seed, and nobody gives luck.")


def grouped(commitment: str) -> str:
    """The part of a commitment that is enough to be noted: 32 hexadecimal digits in groups of four."""
    digits = commitment[:SHORT_COMMITMENT]
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def _fixed_by(digits: str, said: Message) -> tuple[Message, Message]:
    """What digits fix, and in a line of their own those to note."""
    return said, _DIGITS.filled(digits=grouped(digits))


def promise(commitment: str) -> tuple[Message, ...]:
    """What the house promised of the chance at somebody's next table, before it had books, in five lines."""
    return (
        *_fixed_by(commitment, message("The seed of your next table is drawn. These digits prove it later:")),
        _ENOUGH,
        message("The deal comes from that seed and your luck: new mille luck=WORDS"),
        _CHECK,
    )


def next_seed(book: BookInUse) -> tuple[Message, ...]:
    """From where the seed of the next table comes, in five lines."""
    next_one = message("The next seed is number {number} of book {book}. These digits fix all {size}:")
    return (
        *_fixed_by(book.root, next_one.filled(number=book.next, book=book.id, size=book.size)),
        message("At the table, fair says which number it took, and of which book."),
        message("To give luck once you know the number: new mille luck=ask"),
        _CHECK,
    )


def before_luck(setup: Setup) -> tuple[Message, ...]:
    """What somebody is shown who wants to know which seed a table has before they give luck."""
    if setup.duel is not None and setup.duel.sealed is not None:
        return (*of_pair(setup.duel, setup.duel.sealed), _ENOUGH)
    if setup.book is None:
        return (_commitment(setup.commitment), _ENOUGH)
    return (*taken(setup.book), _ENOUGH)


def taken(number: BookNumber) -> tuple[Message, ...]:
    """Which seed a table has, in two lines, the second being the digits to note."""
    said = message("The seed is number {number} of book {book}. These digits fixed all {size}:")
    return _fixed_by(number.root, said.filled(number=number.number, book=number.id, size=number.size))


def proof(table: TableView) -> tuple[Message, ...]:
    """What proves that the chance at a table is fair, in five lines at most; in six where luck is sealed."""
    if table.deal is not None:
        same = message("Deal {deal}: everybody who asks for that number gets the same.", deal=table.deal)
        return (same, *_day(table.daily)) if table.daily else (same,)
    if table.duel is not None and table.duel.sealed is not None:
        told = message("The duel tells all seeds when it is over: duel {id}", id=table.duel.id)
        return (*of_pair(table.duel, table.duel.sealed), _NO_LUCK, _CHECK, told)
    seed = message("House seed: {seed}", seed=table.house_seed)
    last = seed if table.house_seed else message("You see the house seed when the game is over.")
    if table.book is not None:
        sealed = (_sealed(table),) if any(player.sealed for player in table.players) else ()
        return (*taken(table.book), luck(table), *sealed, _CHECK, last)
    return (_commitment(table.commitment), _ENOUGH, message("Luck: {given}.", given=_all_luck(table)), _CHECK, last)


def of_pair(duel: DuelGame, sealed: SealedPair) -> tuple[Message, ...]:
    """Which seed a game of a duel has that a house holds, in two lines, the second being the digits to note."""
    said = message("The seed is that of pair {pair} of duel {id}. These digits fixed all {size}:")
    return _fixed_by(sealed.root, said.filled(pair=duel.pair, id=duel.id, size=sealed.size))


def _day(sealed: SealedDay) -> tuple[Message, ...]:
    """Why nobody outside the house could know a deal of a day before."""
    said = message("It is the deal of {day}. These digits fixed it before {start}:")
    return (
        *_fixed_by(sealed.beacon, said.filled(day=sealed.day, start=sealed.first)),
        message("Until {day} nobody outside the house could know it.", day=sealed.day),
        _CHECK,
    )


def sealed_until(sealed: SealedDay) -> tuple[Message, ...]:
    """That nobody could know the deals of a day before, in two lines."""
    said = message("Nobody could know them before: these digits sealed them. For more: fair")
    return _fixed_by(sealed.beacon, said)


def days(chains: Sequence[Published], today: SealedDay | None) -> Iterator[Message]:
    """What fixes the deals of the days, and how to check that of today."""
    for chain in chains:
        said = message("These digits, the beacon, fix the daily deals from {start} to {until}:")
        yield from _fixed_by(chain.beacon, said.filled(start=chain.first.isoformat(), until=chain.last.isoformat()))
    if today is not None:
        times = counted("once", "{n} times", today.hashes)
        yield message("Hashed {times}, the secret of {day} gives the beacon:", times=times, day=today.day)
        yield _DIGITS.filled(digits=today.secret)


def _sealed(table: TableView) -> Message:
    """What sealed luck proves: for a seat that has none, nothing."""
    if all(player.sealed or player.is_bot or not player.name for player in table.players):
        return message("Sealed luck is a secret until all sit: so nobody alone chooses the deal.")
    return message("Only sealed luck is a secret until all sit: other luck the house knows at once.")


def luck(table: TableView) -> Message:
    """What luck was given at a table with a seed from a book, and when."""
    sealed = tuple(
        _words_of(player, is_own=seat == table.seat) for seat, player in enumerate(table.players) if player.sealed
    )
    given = [(seat, player) for seat, player in enumerate(table.players) if player.luck != "" and not player.sealed]
    early = tuple(_words_of(player, is_own=seat == table.seat) for seat, player in given if player.early)
    late = tuple(_words_of(player, is_own=seat == table.seat) for seat, player in given if not player.early)
    if sealed and early:
        return message("Sealed luck: {given}. Before the number: {more}.", given=sealed, more=early)
    if sealed and late:
        return message("Sealed luck: {given}. After the number: {more}.", given=sealed, more=late)
    if sealed:
        return message("Sealed luck: {given}.", given=sealed)
    if early and late:
        return message("Luck before the number: {given}. After it: {more}.", given=early, more=late)
    if early:
        return message("Luck before the number: {given}.", given=early)
    if late:
        return message("Luck after the number: {given}.", given=late)
    if not all(player.name for player in table.players):
        return message("Luck: nobody has given any yet.")
    if table.seat is None:
        return message("Nobody gave luck: the house alone decides, by its book.")
    return message("You gave no luck: the house alone decides, by its book.")


def _words_of(player: PlayerView, *, is_own: bool) -> Message:
    """The luck of a player, so short that it fits into a line with another one's and with when it was given."""
    name = message("you") if is_own and not player.is_lent else owner_of(player.name)
    name = _cut(name, LONGEST_BESIDE_WHEN) if isinstance(name, str) else name
    if player.is_unrevealed:
        return message("{name} (not shown)", name=name)
    if player.luck is None:
        return message("{name} (hidden words)", name=name)
    if not player.luck:
        return message("{name} (none)", name=name)
    return message('{name} "{luck}"', name=name, luck=_cut(player.luck, LONGEST_BESIDE_WHEN))


def _all_luck(table: TableView) -> tuple[Message, ...]:
    """What luck was given by whom: by whose seat it is, whoever plays for them now."""
    return tuple(
        _given(_cut(owner) if isinstance(owner, str) else owner, player.luck)
        for player in table.players
        if (owner := owner_of(player.name))
    )


def _commitment(digits: str) -> Message:
    return message("Digits of the house seed: {digits}", digits=grouped(digits))


def _given(name: Name, luck: str | None) -> Message:
    if luck is None:
        return message("{name} gave hidden words", name=name)
    if not luck:
        return message("{name} gave none", name=name)
    return message('{name} gave "{luck}"', name=name, luck=_cut(luck))


def _cut(text: str, longest: int = LONGEST_SHOWN) -> str:
    # Luck is whatever a client added, here or in another house: it may hold anything that a terminal heeds.
    text = clean(text, LONGEST_LUCK)
    return text if len(text) <= longest else f"{text[: longest - 2]}.."
