"""What is said of luck is true by whichever way two come to a table, and whether each gives luck and how."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from itertools import product
from typing import TypeAlias

import pytest

from core.base.chance import sealed_luck
from core.base.game import SPECTATOR
from core.base.message import Message, english
from core.sessions.arrival import tables
from core.sessions.arrival.orders import ASK, Luck, Order, Sealed
from core.sessions.at_table import fairness
from core.sessions.at_table.sealed_luck import is_sealed, reveal
from core.sessions.at_table.seat import Seat, TableRef, at
from core.sessions.others import invitations, rematch
from core.table import Resign
from tests.core.sessions.houses import House, open_house

NONCE = "5a" * 32
GAME = "elixir"
HOWS = ("none", "clear", "ask", "sealed")
"""How somebody gives luck."""
Said: TypeAlias = dict[str, str]
"""By what is said of when the luck was given, whose it was and which words are shown."""


async def asked(said: tuple[Message, ...]) -> str:
    """Somebody who is asked for luck once they were shown the number."""
    assert "These digits fixed all" in english(said[0])
    return "words"


def luck_of(how: str) -> Luck:
    digest = sealed_luck(bytes.fromhex(NONCE), "words")
    given: dict[str, Luck] = {"none": "", "clear": "words", "ask": ASK, "sealed": Sealed(digest)}
    return given[how]


Pair: TypeAlias = tuple[Seat, Seat]


async def joined(house: House, first: str, second: str) -> Pair:
    anna, bert = await house.guests("Anna", "Bert")
    waits = await tables.open_table(anna, Order(GAME, {}, "person", luck=luck_of(first)), ask=asked)
    return await seats(house, waits, await tables.join(bert, waits.id, luck_of(second), asked), anna, bert)


async def invited(house: House, first: str, second: str) -> Pair:
    anna, bert = await house.guests("Anna", "Bert")
    waits = await invitations.invite(anna, "Bert", Order(GAME, {}, luck=luck_of(first)), ask=asked)
    there = await invitations.accept(bert, "Anna", luck_of(second), asked)
    assert isinstance(there, TableRef)
    return await seats(house, waits, there, anna, bert)


async def sought(house: House, first: str, second: str) -> Pair:
    anna, bert = await house.guests("Anna", "Bert")
    waits = await invitations.seek(anna, Order(GAME, {}, luck=luck_of(first)), ask=asked)
    own = await house.stack.enter_async_context(at(anna, waits))
    there = await invitations.accept(bert, "", luck_of(second), asked)
    assert isinstance(there, TableRef)
    return own, await house.sit(bert, there)


async def again(house: House, first: str, second: str) -> Pair:
    before = await joined(house, "none", "none")
    await before[0].submit(Resign())
    waits, there = [
        await rematch.rematch(seat, luck=luck_of(how), ask=asked)
        for seat, how in zip(before, (first, second), strict=True)
    ]
    return await seats(house, waits, there, before[0].session, before[1].session)


async def seats(house: House, first: TableRef, second: TableRef, *those: object) -> Pair:
    anna, bert = those
    return await house.sit(anna, first), await house.sit(bert, second)  # type: ignore[arg-type]


def expected(first: str, second: str, *, shown: bool) -> Said:
    """Luck that came with `new` or `invite` was known before the number; what is given later was not."""
    words = '"words"' if shown else "(not shown)"
    kinds = {"sealed": ("sealed", words), "ask": ("after", '"words"')}
    said = {}
    for name, how, clear in (("Anna", first, "before"), ("Bert", second, "after")):
        if how != "none":
            kind, told = kinds.get(how, (clear, '"words"'))
            said[name] = f"{kind} {told}"
    return said


LABELS = {
    "Sealed luck": "sealed", "Luck before the number": "before", "Luck after the number": "after",
    "Before the number": "before", "After the number": "after", "After it": "after",
}  # fmt: skip
PART = re.compile(r"([A-Z][a-z ]+): (.*?)\.(?: |$)")
GIVEN = re.compile(r'~?(Anna|Bert|you) ("words"|\(not shown\))')


def said_of(seat: Seat, own: str) -> Said:
    """What is told about luck, read again; the sentence has nothing else in it."""
    line = english(fairness.proof(seat.view)[2], seat.view.names)
    if line == "You gave no luck: the house alone decides, by its book.":
        return {}
    found = {}
    for label, given in PART.findall(line):
        for name, words in GIVEN.findall(given):
            found[own if name == "you" else name] = f"{LABELS[label]} {words}"
    assert not PART.sub("", line), line
    return found


@pytest.mark.parametrize("come", [joined, invited, sought, again])
async def test_what_is_said_is_true_for_every_way_and_every_luck(
    come: Callable[[House, str, str], Awaitable[Pair]],
) -> None:
    for first, second in product(HOWS, HOWS):
        async with open_house() as house:
            pair = await come(house, first, second)
            names = ("Anna", "Bert")
            assert pair[0].view.begun == ("sealed" not in (first, second))
            for seat, name in zip(pair, names, strict=True):
                assert said_of(seat, name) == expected(first, second, shown=False), (first, second)
            for seat in pair:
                if is_sealed(seat):
                    await reveal(seat, NONCE, "words")
            assert pair[0].view.begun
            for seat, name in zip(pair, names, strict=True):
                assert said_of(seat, name) == expected(first, second, shown=True), (first, second)
            lines = [english(line) for line in fairness.proof(pair[0].live.view(SPECTATOR))]
            claims = [line for line in lines if "is a secret until all sit" in line]
            assert len(claims) == ("sealed" in (first, second))
            assert all(line.startswith("Only") == ({first, second} != {"sealed"}) for line in claims)
