"""Programs that seal their luck: the ticket, revealing it, what is refused, and the minute they have for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.base.chance import sealed_luck, table_seed
from core.base.game import Refused
from core.public_log.formats.signed_notes import SIGNS, PrivateKey
from core.public_log.tickets import check_ticket, read_ticket
from core.records import fold
from core.table import REVEAL_WITHIN
from tests.frontends.programs.programs import Robot, Robots, robots

KEY = PrivateKey("parlour.example.org/log", SIGNS, bytes(range(32)))
NONCE = "5a" * 32


def sealed(luck: str, nonce: str = NONCE) -> str:
    return sealed_luck(bytes.fromhex(nonce), luck)


async def two_sealed(house: Robots, **more: Any) -> tuple[Robot, Robot, str]:
    """Anna and Bert, who have sealed "tortoise" and "hare" at a table of mille."""
    anna, bert = await house.guest("Anna"), await house.guest("Bert")
    table = (await anna.ask("open", game="mille", opponent="person", sealed=sealed("tortoise"), **more))["table"]
    await bert.ask("join", table=table, sealed=sealed("hare"))
    return anna, bert, table


async def test_game_begins_when_both_have_revealed_what_they_sealed() -> None:
    async with robots() as house:
        anna, bert, table = await two_sealed(house)
        for robot in (anna, bert):
            assert (robot.state["begun"], 0 < robot.state["reveal"] <= REVEAL_WITHIN) == (False, True)
        assert [player["sealed"] for player in bert.state["players"]] == [sealed("tortoise"), sealed("hare")]
        assert "tortoise" not in str(bert.told)
        assert (await anna.ask("reveal", table=table, nonce=NONCE, luck="tortoise"))["type"] == "ack"
        assert (anna.state["begun"], "reveal" in anna.state, "reveal" in bert.state) == (False, False, True)
        assert (await bert.ask("reveal", table=table, nonce=NONCE, luck="hare"))["type"] == "ack"
        assert bert.state.get("begun", True)
        kinds = [one["kind"] for one in bert.of("event")]
        assert kinds == ["table.luck_revealed", "table.luck_revealed", "mille.dealt"]
        records = await house.house.service.records(table)
        verified = fold.verify(f"table/{table}", records)
        assert verified.seed == table_seed(verified.setup.house_seed, ("tortoise", "hare"))


async def test_against_the_computer_luck_is_revealed_at_once() -> None:
    async with robots() as house:
        anna = await house.guest("Anna")
        table = (await anna.ask("open", game="elixir", level="easy", sealed=sealed("x")))["table"]
        assert "reveal" in anna.state
        await anna.ask("reveal", table=table, nonce=NONCE, luck="x")
        assert anna.state.get("begun", True)


async def test_ticket_is_signed_before_anything_is_revealed_and_is_that_of_the_game(tmp_path: Path) -> None:
    async with robots() as house:
        key = tmp_path / "key"
        key.write_text(KEY.text)
        house.house.service.tickets.key = key
        anna = await house.guest("Anna")
        opened = await anna.ask("open", game="mille", sealed=sealed("tortoise"))
        ticket = read_ticket(opened["ticket"].encode(), KEY.public)
        again = await anna.ask("resume", table=opened["table"])
        assert again["ticket"] == opened["ticket"]
        async with house.house.service.table(opened["table"], attended=False) as live:
            book = live.table.setup.book
            check_ticket(ticket, opened["table"], book, [sealed("tortoise"), ""])
            with pytest.raises(Refused, match="other luck"):
                check_ticket(ticket, opened["table"], book, [sealed("hare"), ""])


async def test_house_without_a_key_says_that_it_gives_no_ticket(tmp_path: Path) -> None:
    async with robots() as house:
        anna = await house.guest("Anna")
        house.house.service.tickets.key = tmp_path / "none"
        opened = await anna.ask("open", game="mille", sealed=sealed("tortoise"))
        assert "ticket" not in opened
        assert opened["said"][0]["text"].startswith("This house gives no tickets")
        assert "said" not in await anna.ask("open", game="mille")


async def test_refusals_have_words_for_why() -> None:
    async with robots() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        for game in ("pileon", "signora"):
            assert (await anna.ask("open", game=game, sealed=sealed("x")))["code"] == "sealing"
        assert (await anna.ask("open", game="mille", luck="x", sealed=sealed("x")))["code"] == "sealing"
        assert (await anna.ask("open", game="mille", sealed="x"))["code"] == "malformed"
        table = (await anna.ask("open", game="mille", opponent="person", sealed=sealed("x")))["table"]
        revealed = {"table": table, "nonce": NONCE, "luck": "x"}
        assert (await anna.ask("reveal", **revealed))["code"] == "too_early"
        assert (await bert.ask("reveal", **revealed))["code"] == "not_there"
        await bert.ask("join", table=table, luck="hare")
        assert (await bert.ask("reveal", **revealed))["code"] == "illegal"
        assert (await anna.ask("reveal", **{**revealed, "luck": "y"}))["code"] == "other_luck"
        for type in ("abandon", "resign"):
            assert (await bert.ask(type, table=table))["code"] == "illegal"
        assert (await anna.ask("unseek"))["type"] == "ack"
        assert "outcome" not in anna.state
        assert [(await anna.ask("reveal", **revealed))["type"] for _ in range(2)] == ["ack", "ack"]
        assert (await anna.ask("reveal", **{**revealed, "luck": "y"}))["code"] == "other_luck"
        assert anna.state.get("begun", True)
