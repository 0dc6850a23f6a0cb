"""Tournaments, by programs."""

from __future__ import annotations

from core.house.tournaments import Steward
from tests.frontends.programs.programs import Robot, Robots, in_turn, robots

PASSWORD = "a long enough secret"


async def member(house: Robots, name: str) -> Robot:
    robot = await house.guest(name)
    assert (await robot.ask("register", password=PASSWORD))["type"] == "ack"
    return robot


async def test_tournament_is_announced_listed_entered_left_and_called_off() -> None:
    async with robots() as house:
        anna, bert = await member(house, "Anna"), await member(house, "Bert")
        page = await anna.ask("announce", game="elixir", clock="10m+5s", rounds=3, delay=600)
        held = page["tournament"]
        assert (held["stage"], held["by"], held["clock"], held["rounds"]) == ("announced", "Anna[bot]", "10m+5s", 3)
        await house.house.service.views.settle()
        assert [one["name"] for one in (await bert.ask("tournaments"))["coming"]] == [held["name"]]
        assert [one["name"] for one in (await bert.ask("enter"))["standings"]] == ["Bert[bot]"]
        assert (await anna.ask("enter", name=held["name"]))["tournament"]["players"] == 2
        left = await bert.ask("withdraw", name=held["name"])
        assert left["tournament"]["players"] == 1
        assert (await bert.ask("cancel", name=held["name"]))["type"] == "refused"
        assert (await anna.ask("cancel", name=held["name"]))["tournament"]["stage"] == "cancelled"
        assert (await anna.ask("tournament", name=held["name"]))["tournament"]["stage"] == "cancelled"
        assert (await anna.ask("tournament", name="nosuch"))["type"] == "refused"


async def test_round_is_played_from_the_call_to_the_standings() -> None:
    async with robots() as house:
        service = house.house.service
        now, steward = [service.now()], Steward(service)
        service.now = lambda: now[0]
        anna, bert = await member(house, "Anna"), await member(house, "Bert")
        name = (await anna.ask("announce", game="elixir", delay=600))["tournament"]["name"]
        for one in (anna, bert):
            await one.ask("enter", name=name)
        now[0] += 601
        for _ in range(2):
            await service.views.settle()
            await steward.mind()
        (game,) = (await anna.ask("tournament", name=name))["games"]
        (called,) = [one for one in anna.of("notice") if one["kind"] == "invited"]
        assert called["said"]["args"]["id"] == name
        assert (await anna.ask("accept"))["table"] == game["table"]
        assert (await bert.ask("join", table=game["table"]))["table"] == game["table"]
        for _ in range(4):
            await in_turn(anna, bert).play()
        await bert.ask("resign", table=game["table"])
        await service.views.settle()
        await steward.mind()
        page = await bert.ask("tournament", name=name)
        assert page["tournament"]["stage"] == "over"
        assert [(one["place"], one["name"], one.get("points", 0)) for one in page["standings"]] == [
            (1, "Anna[bot]", 2), (2, "Bert[bot]", 0),
        ]  # fmt: skip
        assert page["games"][0]["reason"] == "resigned"


async def test_arena_begins_at_a_time_of_day() -> None:
    async with robots() as house:
        anna = await member(house, "Anna")
        held = (await anna.ask("announce", game="mille", arena=1800, start="20:00"))["tournament"]
        assert (held["arena"], held["start"] % 86400) == (1800, 20 * 3600)
        assert (await anna.ask("announce", game="pileon"))["type"] == "refused"


async def test_guest_is_refused() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        assert (await robot.ask("announce", game="mille"))["type"] == "refused"


async def test_ladder_names_who_stands_where() -> None:
    async with robots() as house:
        anna, bert = await member(house, "Anna"), await member(house, "Bert")
        table = (await anna.ask("open", game="elixir", opponent="person"))["table"]
        await bert.ask("join", table=table)
        for _ in range(4):
            for one in (anna, bert):
                if one.state.get("moves"):
                    await one.play()
        await bert.ask("resign", table=table)
        await house.house.service.views.settle()
        found = await bert.ask("ladder", game="elixir", bots=True)
        assert [(one["place"], one["name"]) for one in found["places"]] == [(1, "Anna[bot]"), (2, "Bert[bot]")]
        assert (await bert.ask("ladder", game="elixir")).get("places", []) == [], "that of people"
        assert (found["own"], found["above"]) == (2, ["Anna[bot]"])
