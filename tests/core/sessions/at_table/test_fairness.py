"""What is said about the fairness of the chance."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import LONGEST_LUCK, commitment
from core.base.game import SPECTATOR, Seat
from core.base.message import Message, Name, english
from core.moderation.bans import Kind, Muted, Subject
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.fairness import grouped, promise, proof
from core.table import LONGEST_NAME, Holder, Resign, Table, view_table
from tests.core.sessions import houses as sessions
from tests.core.tables import HOUSE_SEED, begun, when
from tests.frontends.terminals import SEED, open_house

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
            opened = await tables.open_table(own, Order("mille", {}, "person", luck=f"of {own.name}"))
            joined = await tables.join(other, opened.id, f"of {other.name}")
            seats = [await house.sit(own, opened), await house.sit(other, joined)]
            told = {seat.session.name: lines_of(proof(seat.view))[2] for seat in seats}
            assert '~Anna gave "of Anna"' in told["Anna"]
            assert '~Bert gave "of Bert"' in told["Anna"]
            assert "~Anna gave hidden words" in told["Bert"]
            assert '~Bert gave "of Bert"' in told["Bert"]
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


async def test_what_the_house_promises_is_what_the_next_table_keeps() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        promised = await anna.told("fair")
        told = await anna.told("new mille luck=tortoise", "fair")
        digits = promised.splitlines()[1].strip()
        assert f"Digits of the house seed: {digits}\n" in told
        assert 'Luck: ~Anna gave "tortoise", Comp gave none.' in told
