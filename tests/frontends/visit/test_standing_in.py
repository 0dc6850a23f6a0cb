"""Stand-ins, as people type them."""

from __future__ import annotations

import pytest

from tests.frontends.terminals import COMP, House, ListTerminal, open_house


async def two(house: House) -> tuple[ListTerminal, ListTerminal]:
    live = await house.set_up("elixir", "Anna", "Bert")
    return await house.seat("Anna", live), await house.seat("Bert", live)


async def test_both_agree_and_the_owner_comes_back() -> None:
    async with open_house() as house:
        anna, bert = await two(house)
        await anna.told("standin computer")
        assert "Anna asks whether Adept may play for them: type allow or refuse." in bert.words
        assert "Adept plays for Anna now." in " ".join((await bert.told("allow")).split())
        assert "type back" in await anna.told("roll")
        assert "Anna plays again." in await anna.told("back")
        assert "You roll" in await anna.told("roll")


async def test_absence_is_agreed_or_refused() -> None:
    async with open_house() as house:
        anna, bert = await two(house)
        await anna.told("standin computer after 2d")
        assert "after 2 days without a move" in bert.words
        assert "Anna is to play without a stand-in." in await bert.told("refuse")
        await anna.told("standin computer strong after 2d")
        assert "without a move" in " ".join((await bert.told("allow")).split())


@pytest.mark.parametrize("line", ["standin", "standin Bert", "standin computer after soon", "standin computer a b c"])
async def test_what_makes_no_sense_is_refused(line: str) -> None:
    async with open_house() as house:
        anna, _ = await two(house)
        assert "standin computer" in await anna.told(line)


async def test_what_nobody_asked_cannot_be_answered() -> None:
    async with open_house() as house:
        anna, bert = await two(house)
        assert "Nobody asks you" in await bert.told("allow")
        assert "have your seat already" in await anna.told("back")


async def test_against_the_computer_nobody_is_asked() -> None:
    async with open_house() as house:
        anna = await house.seat("Anna", await house.set_up("mille", "Anna", COMP))
        assert "plays for Anna now" in await anna.told("standin computer")
