"""What is said about the fairness of the chance."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import LONGEST_LUCK, commitment
from core.base.game import SPECTATOR, Seat, Viewer
from core.base.message import Message, Name, english
from core.books.seed_books import BookInUse, BookSeeds
from core.moderation.bans import Kind, Muted, Subject
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.fairness import grouped, next_seed, promise, proof
from core.table import LONGEST_NAME, Begin, Holder, Resign, Sit, Table, view_table
from tests.core.sessions import houses as sessions
from tests.core.tables import HOUSE_SEED, begun, opened, when
from tests.frontends.terminals import SEED, open_house, quiet

NAMES = ("Anna", "Bert")
NAME = st.characters(categories=["L", "N", "P", "S"])


def lines_of(said: tuple[Message, ...]) -> list[str]:
    return [english(line) for line in said]


def proved(table: Table, viewer: object = SPECTATOR, names: tuple[Name, ...] = NAMES) -> list[str]:
    return lines_of(proof(view_table(table, viewer, names)))  # type: ignore[arg-type]


def test_commitment_is_shown_in_groups_that_can_be_noted() -> None:
    shown = grouped(commitment(SEED))
    assert shown.replace(" ", "") == commitment(SEED)[:32]
    assert list(map(len, shown.split())) == [4] * 8


def test_promise_fits_into_five_lines() -> None:
    lines = lines_of(promise(commitment(SEED)))
    assert len(lines) == 5
    assert max(map(len, lines)) <= 80
    assert grouped(commitment(SEED)) in " ".join(lines)


@given(st.text(NAME, min_size=1, max_size=LONGEST_NAME), st.text(max_size=LONGEST_LUCK), st.booleans())
def test_proof_fits_into_five_lines_whatever_luck_was_given(name: str, luck: str, over: bool) -> None:
    dealt = begun("mille")
    table = replace(dealt, chairs=tuple(attrs.evolve(chair, luck=luck) for chair in dealt.chairs))
    lines = proved(when(table, (0, Resign())) if over else table, names=(name, name))
    assert len(lines) == 5
    assert max(map(len, lines)) <= 80
    assert all(line.isprintable() for line in lines)


def test_proof_says_who_gave_what_and_tells_the_seed_at_the_end_only() -> None:
    table = begun("mille", luck=("tortoise", ""))
    assert 'Luck: Anna gave "tortoise", Bert gave none.' in proved(table, Seat(1))
    assert HOUSE_SEED.hex() not in " ".join(proved(table, Seat(1)))
    assert f"House seed: {HOUSE_SEED.hex()}" in proved(when(table, (0, Resign())))


def test_luck_is_of_whose_seat_it_is_whoever_plays_there_now() -> None:
    table = begun("mille", luck=("tortoise", "hare"))
    lent = attrs.evolve(table.chairs[0], stand_in=Holder("carl"))
    table = replace(table, chairs=(lent, table.chairs[1]))
    names = tuple(chair.named(str.title) for chair in table.chairs)
    (line,) = (line for line in proved(table, names=names) if line.startswith("Luck"))
    assert "Carl" not in line
    assert line.count("gave") == 2


@pytest.mark.parametrize("quiet", [False, True])
async def test_words_of_who_is_muted_are_shown_to_them_alone(quiet: bool) -> None:
    async with sessions.open_house() as house:
        anna, bert = await house.guest("Anna", "192.0.2.9"), await house.guest("Bert")
        muted = Subject(Kind.ADDRESS, "192.0.2.9")
        await house.service.moderation.record(Muted(muted, 0, "shell:root", quiet=quiet))
        for own, other in ((anna, bert), (bert, anna)):
            waits = await tables.open_table(own, Order("mille", {}, "person", luck=f"of {own.name}"))
            joined = await tables.join(other, waits.id, f"of {other.name}")
            seats = [await house.sit(own, waits), await house.sit(other, joined)]
            told = {seat.session.name: lines_of(proof(seat.view))[2] for seat in seats}
            assert 'you "of Anna"' in told["Anna"]
            assert '~Bert "of Bert"' in told["Anna"]
            assert "~Anna (hidden words)" in told["Bert"]
            assert 'you "of Bert"' in told["Bert"]
            await seats[0].submit(Resign())
            assert "of Anna" not in lines_of(proof(seats[[own, other].index(bert)].view))[2]


def test_deal_with_a_number_is_its_own_proof() -> None:
    (line,) = lines_of(proof(view_table(begun("pileon", deal=7), SPECTATOR, ("Anna",))))
    assert line == "Deal 7: everybody who asks for that number gets the same."


@pytest.mark.parametrize("screen", [False, True])
async def test_table_that_waits_shows_how_to_join_and_no_digits(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", None)
        anna = await house.seat("Anna", live, screen=screen)
        assert "waiting for a second player." in anna.words
        assert f"type: join {live.id}" in anna.words
        assert "Deck" not in anna.words
        assert grouped(commitment(SEED)) not in anna.words


async def test_what_is_committed_is_shown_at_a_table_that_waits_to_whoever_asks() -> None:
    async with open_house() as house:
        anna = await house.seat("Anna", await house.set_up("mille", "Anna", None))
        assert grouped(commitment(SEED)) in await anna.told("fair")


# Tables with a seed from a book.

BOOK = BookSeeds(bytes(range(32)), 1024)
Given = tuple[str, bool]
"""Luck, and whether it was known before the number was taken."""


def numbered(*given: Given, number: int = 7) -> Table:
    """A table with a number of a book, at which so many seats are taken."""
    table = opened("mille", house_seed=BOOK[number], book=BOOK.numbered("abcdefgh", number))
    for seat, (luck, early) in enumerate(given):
        table = when(table, (None, Sit(seat, f"p{seat}", luck=luck, early=early)))
    return when(table, (None, Begin())) if table.is_full else table


@given(st.text(NAME, min_size=1, max_size=LONGEST_NAME), st.text(max_size=LONGEST_LUCK), st.booleans())
def test_what_is_said_of_a_book_fits_into_five_lines_whatever_luck_was_given(name: str, luck: str, over: bool) -> None:
    dealt = numbered(("", False), ("", False), number=1023)
    chairs = tuple(attrs.evolve(chair, luck=luck, early=seat == 0) for seat, chair in enumerate(dealt.chairs))
    table = replace(dealt, chairs=chairs)
    lines = proved(when(table, (0, Resign())) if over else table, names=(name, name))
    assert len(lines) == 5
    assert max(map(len, lines)) <= 80
    assert all(line.isprintable() for line in lines)


def test_next_seed_is_said_in_five_lines() -> None:
    lines = lines_of(next_seed(BookInUse("abcdefgh", BOOK.root, 1024, 1023)))
    assert len(lines) == 5
    assert max(map(len, lines)) <= 80
    assert grouped(BOOK.root) in " ".join(lines)


def test_book_and_number_are_said_and_when_luck_was_given() -> None:
    number, digits, luck, *_ = proved(numbered(("tortoise", True), ("hare", False)))
    assert number == "The seed is number 7 of book abcdefgh. These digits fixed all 1024:"
    assert digits.strip() == grouped(BOOK.root)
    assert luck == 'Luck before the number: Anna "tortoise". After it: Bert "hare".'


NONE: Given = ("", False)


@pytest.mark.parametrize(
    ("given", "viewer", "said"),
    [
        ((NONE, NONE), Seat(0), "You gave no luck: the house alone decides, by its book."),
        ((NONE, NONE), SPECTATOR, "Nobody gave luck: the house alone decides, by its book."),
        ((NONE,), Seat(0), "Luck: nobody has given any yet."),
        ((NONE, ("hare", False)), Seat(0), 'Luck after the number: Bert "hare".'),
    ],
)
def test_without_luck_it_is_said_who_decides(given: tuple[Given, ...], viewer: Viewer, said: str) -> None:
    names = (*NAMES[: len(given)], *("",) * (2 - len(given)))
    assert proved(numbered(*given), viewer, names)[2] == said


ALONE = "You gave no luck: the house alone decides, by its book."


@pytest.mark.parametrize("asks_first", [False, True])
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["new mille luck=tortoise"], 'Luck before the number: you "tortoise".'),
        (["new mille"], ALONE),
        (["new mille luck=ask", "tortoise"], 'Luck after the number: you "tortoise".'),
        (["new mille luck=ask", ""], ALONE),
    ],
)
async def test_what_is_said_is_true_for_every_order(typed: list[str], said: str, asks_first: bool) -> None:
    """Luck that came with the order was known when the number was taken; other luck was not."""
    async with open_house() as house:
        anna = house.enter("Anna")
        shown = await anna.told("fair") if asks_first else ""
        told = await anna.told(*typed, "fair")
        async with house.service.table(await house.only_table(), attended=False) as live:
            book = live.table.setup.book
        assert book is not None
        assert said in told
        assert f"The seed is number {book.number} of book {book.id}. These digits fixed all 16:" in told
        assert (f"The next seed is number {book.number} of book {book.id}." in shown) == asks_first
        assert (f"\n  {grouped(book.root)}\n" in shown) == asks_first


async def test_luck_is_asked_for_after_the_number_was_shown_and_before_anybody_sits_there() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        asked = await anna.told("new mille luck=ask")
        assert "The seed is number 0 of book" in asked
        assert anna.prompt.text.startswith("Your luck, or Enter for none:")
        id = await house.only_table()
        async with house.service.table(id, attended=False) as live:
            assert [chair.holder for chair in live.table.chairs] == [Holder(), Holder(bot="Comp")]
            bert = house.enter("Bert")
            assert f"Table {id} has no free seat." in await bert.told(f"join {id}")
            assert not live.table.begun
            await anna.told("tortoise")
            assert live.table.chairs[0].luck == "tortoise"
            assert live.table.begun


async def test_table_is_closed_where_the_one_who_is_asked_for_luck_is_gone() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new mille luck=ask")
        anna.hang_up()
        await quiet()
        async with house.service.table(await house.only_table(), attended=False) as live:
            assert live.table.ended
            assert live.table.ended.reason == "nobody_came"


async def test_luck_of_who_joins_is_given_after_the_number_also_when_it_is_asked_for() -> None:
    async with open_house() as house:
        anna, bert, carl = (house.enter(name) for name in ("Anna", "Bert", "Carl"))
        await anna.told("new mille person")
        (first,) = await house.tables()
        assert 'Luck after the number: you "hare".' in await bert.told(f"join {first} luck=hare", "fair")
        await anna.told("new mille person luck=tortoise", "y")
        second, _ = await house.tables()
        assert "The seed is number 1 of book" in await carl.told(f"join {second} luck=ask")
        told = await carl.told("hare", "fair")
        assert 'Luck before the number: ~Anna "tortoise". After it: you "hare".' in told


async def test_what_the_house_promised_before_is_what_the_next_table_keeps() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("fair")
        (person,) = [one.person for one in house.service.presence.named("Anna")]
        await house.service.directory.promise_again(person, SEED)
        told = await anna.told("fair", "new mille luck=tortoise", "fair")
        assert told.count(grouped(commitment(SEED))) >= 2
        assert 'Luck: ~Anna gave "tortoise", Comp gave none.' in told
