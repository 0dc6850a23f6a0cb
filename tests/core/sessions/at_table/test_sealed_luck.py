"""Sealing luck by sessions: by each way to a table, what is hidden until it is revealed, and who may not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from core.base.chance import sealed_luck
from core.base.game import Refused
from core.base.message import english
from core.moderation.bans import Kind, Muted, Subject
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order, Sealed
from core.sessions.at_table import fairness
from core.sessions.at_table.sealed_luck import is_sealed, reveal, seconds_left, ticket
from core.sessions.at_table.seat import Seat, TableRef, at
from core.sessions.others import invitations, rematch
from core.table import REVEAL_WITHIN, Resign
from tests.core.sessions.houses import House, open_house

NONCE = "5a" * 32
GAME = "elixir"


def sealed(luck: str) -> Sealed:
    return Sealed(sealed_luck(bytes.fromhex(NONCE), luck))


async def joined(house: House) -> tuple[Seat, Seat]:
    anna, bert = await house.guest("Anna"), await house.guest("Bert")
    waits = await tables.open_table(anna, Order(GAME, {}, "person", luck=sealed("of Anna")))
    there = await tables.join(bert, waits.id, sealed("of Bert"))
    return await house.sit(anna, waits), await house.sit(bert, there)


async def invited(house: House) -> tuple[Seat, Seat]:
    anna, bert = await house.guest("Anna"), await house.guest("Bert")
    waits = await invitations.invite(anna, "Bert", Order(GAME, {}, luck=sealed("of Anna")))
    there = await invitations.accept(bert, "Anna", sealed("of Bert"))
    assert isinstance(there, TableRef)
    return await house.sit(anna, waits), await house.sit(bert, there)


async def sought(house: House) -> tuple[Seat, Seat]:
    anna, bert = await house.guest("Anna"), await house.guest("Bert")
    waits = await invitations.seek(anna, Order(GAME, {}, luck=sealed("of Anna")))
    own = await house.stack.enter_async_context(at(anna, waits))
    there = await invitations.accept(bert, "Anna", sealed("of Bert"))
    assert isinstance(there, TableRef)
    return own, await house.sit(bert, there)


async def again(house: House) -> tuple[Seat, Seat]:
    before = await joined(house)
    for seat in before:
        await reveal(seat, NONCE, f"of {seat.session.name}")
    await before[0].submit(Resign())
    refs = [await rematch.rematch(seat, luck=sealed(f"of {seat.session.name}")) for seat in before]
    one, other = [await house.sit(seat.session, ref) for seat, ref in zip(before, refs, strict=True)]
    return one, other


def luck_said(seat: Seat) -> str:
    return english(fairness.proof(seat.view)[2], seat.view.names)


@pytest.mark.parametrize("come", [joined, invited, sought, again])
async def test_luck_is_sealed_by_each_way_to_a_table(come: Callable[[House], Awaitable[tuple[Seat, Seat]]]) -> None:
    async with open_house() as house:
        seats = await come(house)
        for seat in seats:
            assert is_sealed(seat)
            assert 0 < (seconds_left(seat) or 0) <= REVEAL_WITHIN
            assert not seat.view.begun
            assert luck_said(seat).startswith("Sealed luck: ")
            assert "of " not in luck_said(seat)
        for seat in seats:
            await reveal(seat, NONCE, f"of {seat.session.name}")
        for seat in seats:
            assert seat.view.begun
            assert (is_sealed(seat), seconds_left(seat)) == (False, None)
            assert all(f'"of {name}"' in luck_said(seat) for name in ("Anna", "Bert"))
            await reveal(seat, NONCE, f"of {seat.session.name}")  # again, which changes nothing


async def test_what_fair_says_is_true_where_only_one_seat_has_sealed() -> None:
    async with open_house() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        waits = await tables.open_table(anna, Order(GAME, {}, "person", luck=sealed("tortoise")))
        own = await house.sit(anna, waits)
        assert luck_said(own) == "Sealed luck: you (not shown)."
        other = await house.sit(bert, await tables.join(bert, waits.id, "hare"))
        said = [english(line, own.view.names) for line in fairness.proof(own.view)]
        assert said[2] == 'Sealed luck: you (not shown). After the number: ~Bert "hare".'
        assert said[3] == "Only sealed luck is a secret until all sit: other luck the house knows at once."
        await reveal(own, NONCE, "tortoise")
        assert luck_said(other) == 'Sealed luck: ~Anna "tortoise". After the number: you "hare".'


async def test_luck_that_came_with_the_order_stays_early_beside_sealed_luck() -> None:
    async with open_house() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        waits = await tables.open_table(anna, Order(GAME, {}, "person", luck="tortoise"))
        there = await house.sit(bert, await tables.join(bert, waits.id, sealed("")))
        await reveal(there, NONCE, "")
        assert luck_said(there) == 'Sealed luck: you (none). Before the number: ~Anna "tortoise".'


async def test_words_of_who_is_muted_are_shown_to_them_alone() -> None:
    async with open_house() as house:
        anna, bert = await house.guest("Anna", "192.0.2.9"), await house.guest("Bert")
        await house.service.moderation.record(Muted(Subject(Kind.ADDRESS, "192.0.2.9"), 0, "shell:root"))
        waits = await tables.open_table(anna, Order(GAME, {}, "person", luck=sealed("tortoise")))
        there = await house.sit(bert, await tables.join(bert, waits.id))
        own = await house.sit(anna, waits)
        await reveal(own, NONCE, "tortoise")
        assert "tortoise" in luck_said(own)
        assert luck_said(there) == "Sealed luck: ~Anna (hidden words)."


async def test_who_looks_on_reveals_nothing_and_gets_no_ticket() -> None:
    async with open_house() as house:
        seats = await joined(house)
        carl = await house.guest("Carl")
        watching = await house.sit(carl, await tables.watch(carl, seats[0].id))
        for ask in (lambda: reveal(watching, NONCE, "of Anna"), lambda: ticket(watching)):
            with pytest.raises(Refused, match="watching"):
                await ask()
        assert seconds_left(watching) is None
        with pytest.raises(Refused, match="gives no tickets"):
            await ticket(seats[0])


async def test_at_home_nothing_is_sealed() -> None:
    async with open_house() as house:
        home = house.owner("Anna")
        with pytest.raises(Refused, match="At home luck cannot be sealed"):
            await tables.open_table(home, Order(GAME, {}, "computer", luck=sealed("x")))


async def test_house_that_has_begun_since_gives_a_whole_minute_and_says_so() -> None:
    async with open_house() as house:
        one, _ = await joined(house)
        service, late = house.service, one.live.table.full_at + 40
        service.now = lambda: late
        assert (seconds_left(one) or 0) < REVEAL_WITHIN
        service.began = late
        assert (seconds_left(one) or 0) >= REVEAL_WITHIN
