"""Lists: one's own games, what ended while one was away, the deals of the day, history, and rules."""

from __future__ import annotations

from core.games import GAMES, NUMBERED
from core.sessions.lists import daily
from tests.frontends.programs.programs import robots


async def test_unfinished_games_and_offers_are_listed_with_whose_turn_it_is() -> None:
    async with robots() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        table = (await anna.ask("open", game="pileon", deal=7))["table"]
        await anna.ask("open", game="signora", deal=12)
        offered = (await bert.ask("invite", name="Anna", game="mille", clock="60", luck="tortoise"))["table"]
        await house.house.service.views.settle()
        found = await anna.ask("games")
        assert {one["table"] for one in found["tables"]} >= {table}
        (offer,) = found["offers"]
        assert (offer["table"], offer["name"], offer["game"]) == (offered, "~Bert[bot]", "Mille clock=60s")
        solitaires = (await anna.ask("solitaires"))["solitaires"]
        assert {(one["title"], one["deal"]) for one in solitaires} == {("Pileon", 7), ("Signora", 12)}


async def test_history_is_a_list_of_games_that_are_over() -> None:
    async with robots() as house:
        anna = await house.guest("Anna")
        table = (await anna.ask("open", game="pileon"))["table"]
        await anna.play()
        await anna.ask("open", game="pileon")
        await anna.ask("resign", table=table)
        await house.house.service.views.settle()
        assert [one["table"] for one in (await anna.ask("list", mine=True, state="ended"))["tables"]] == [table]
        assert (await anna.ask("list", state="waiting"))["tables"] == []


async def test_what_ended_while_one_was_away_is_told_once() -> None:
    async with robots() as house:
        anna, bert = await house.two_at("elixir")
        table, code = anna.state["table"], anna.state["code"]
        for _ in range(4):
            for one in (anna, bert):
                if one.state.get("moves"):
                    await one.play()
        await anna.program.close(lost=True)
        await bert.ask("resign", table=table)
        await house.house.service.views.settle()
        again = house.enter()
        await again.ask("hello", protocol=1, code=code)
        (said,) = (await again.ask("missed"))["said"]
        assert said["text"].startswith("While you were away:")
        assert (await again.ask("missed"))["said"] == []


async def test_deals_of_the_day_come_with_how_everybody_fared() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        today = daily.today(robot.program.session).isoformat()
        found = await robot.ask("daily")
        assert found["day"] == today
        assert set(found["deals"]) == set(NUMBERED)
        table = (await robot.ask("open", game="signora", daily=True))["table"]
        assert robot.state["deal"] == found["deals"]["signora"]
        await robot.play()
        await robot.ask("resign", table=table)
        await house.house.service.views.settle()
        standings = await robot.ask("daily", game="signora")
        assert [(one["name"], one["moves"]) for one in standings["results"]] == [("~Robo[bot]", 1)]
        assert standings["table"] == table
        assert (await robot.ask("daily", day="2999-01-01"))["type"] == "refused"
        assert (await robot.ask("daily", day="2999-99-99"))["type"] == "refused"
        assert (await robot.ask("daily", game="mille"))["type"] == "refused"


async def test_rules_of_every_game_come_as_sentences_or_one_part_of_them() -> None:
    async with robots() as house:
        robot = await house.guest("Robo", language="fr")
        for name in GAMES:
            book = await robot.ask("rules", game=name)
            assert all(section["said"] or section["topic"] == "example" for section in book["sections"])
        part = await robot.ask("rules", game="mille", part="scoring")
        assert {section["topic"] for section in part["sections"]} == {"scoring"}
