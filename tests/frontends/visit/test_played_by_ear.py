"""Whole games played in reader mode by somebody who knows only what the lines say, in a house that runs as it does."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from frontends.terminal.picture import Look
from tests.frontends.terminals import ListTerminal, open_house

READER = Look(reader=True)
OFFER = re.compile(r"(?:^|, )((?:[a-z0-9]+ ?){1,3}): ")
"""What to type, before what it does."""


class Ear:
    """Somebody who types, and hears what is answered; every answer to a question has to be short."""

    def __init__(self, terminal: ListTerminal) -> None:
        self.terminal = terminal

    async def says(self, line: str) -> str:
        """What is told once a line was typed, as one text."""
        before = len(self.terminal.text)
        await self.terminal.told(line)
        await self.terminal.wait(lambda: len(self.terminal.text) > before and self.is_due())
        return self.terminal.text[before:]

    async def asks(self, question: str) -> str:
        """A short answer."""
        told = await self.says(question)
        assert len(told.splitlines()) <= 2, (question, told)
        assert len(" ".join(told.split())) <= 160, (question, told)
        assert max(map(len, told.splitlines())) < 80
        return " ".join(told.split())

    async def offers(self) -> list[str]:
        """All that can be played, as it is to be typed, page by page."""
        found: list[str] = []
        question = "moves"
        while question:
            answer = await self.asks(question)
            offered, _, more = answer.removeprefix("You can play ").partition(". For more: ")
            found += [typed.strip() for typed in OFFER.findall(offered)]
            question = more
        return found

    def is_due(self) -> bool:
        """Whether it is the person's turn, or the game is over, as the prompt says."""
        return self.terminal.prompt.text.strip() in ("your move>", "over>", "stuck>", ">")


@asynccontextmanager
async def at(order: str) -> AsyncIterator[Ear]:
    """Somebody who has come in and typed what they want to play."""
    async with open_house() as house:
        anna = house.enter("Anna", look=READER)
        await anna.wait(lambda: "Welcome to the lobby" in anna.text)
        ear = Ear(anna)
        await ear.says(f"new {order}")
        yield ear


async def test_hand_of_mille_is_played_by_ear() -> None:
    async with at("mille") as ear:
        for _ in range(120):
            offered = await ear.offers()
            assert offered, ear.terminal.text[-500:]
            if "another" in offered or "stop" in offered:
                break
            road = await ear.asks("road")
            assert re.match(r"You: \d+ of \d+ miles", road)
            assert (await ear.asks("hand")).startswith("Your hand: ")
            assert "safeties" in await ear.asks("safeties")
            used = [typed for typed in offered if typed.startswith("u ")]
            choice = next((typed for typed in ("p", "yes", *used, *offered) if typed in offered), "")
            if choice.startswith("u "):
                assert f"To use it: {choice}" in await ear.asks(f"card {choice[2:]}")
            await ear.says(choice)
        assert "Type another, or stop." in ear.terminal.text
        assert "stop" in await ear.offers()


async def test_pileon_is_played_by_ear_until_it_is_won_or_stuck() -> None:
    async with at("pileon deal=7") as ear:
        for _ in range(200):
            if ear.terminal.prompt.text.strip() in ("over>", "stuck>"):
                break
            hint = " ".join((await ear.says("hint")).split())
            typed = re.search(r"Type ([\d ]+)\.$", hint)
            choice = typed[1] if typed else (await ear.offers())[0]
            source, target = choice.split()[:2]
            assert (await ear.asks(f"pile {source}")).startswith(f"Pile {source} has ")
            told = await ear.says(choice)
            assert f"from pile {source} to pile {target}" in " ".join(told.split())
        assert ear.terminal.prompt.text.strip() in ("over>", "stuck>")


async def test_elixir_is_played_by_ear_to_its_end() -> None:
    async with at("elixir") as ear:
        for _ in range(300):
            if ear.terminal.prompt.text.strip() == "over>":
                break
            offered = await ear.offers()
            assert offered
            if offered != ["roll"]:
                number = offered[0].split()[0]
                assert (await ear.asks(f"tile {number}")).startswith(f"{number} is ")
                assert (await ear.asks("row 7")).startswith("Row 7")
            await ear.says(offered[0])
        assert ear.terminal.prompt.text.strip() == "over>"
        assert "This game is over." in ear.terminal.text
        assert not re.search(r"\b[0-9a-f]{16,}\b", ear.terminal.text)
        assert all(len(line) < 80 for line in ear.terminal.text.splitlines())
