"""Recorded games: record by record, and seen together."""

from __future__ import annotations

from typing import Any

from frontends.programs.door.handlers.replays import LARGEST
from tests.frontends.programs.programs import Robot, Robots, in_turn, robots


async def a_game(house: Robots, moves: int = 40) -> tuple[Robot, Robot, str]:
    """Anna and Bert have played a while, and given up."""
    anna, bert = await house.two_at()
    for _ in range(moves):
        if "outcome" not in anna.state:
            await in_turn(anna, bert).play()
    table = anna.state["table"]
    if "outcome" not in anna.state:
        await anna.ask("resign", table=table)
    return anna, bert, table


async def test_whole_game_is_read_in_few_requests_and_is_that_of_single_records() -> None:
    async with robots() as house:
        anna, _, table = await a_game(house)
        pages: list[dict[str, Any]] = [await anna.ask("replay", table=table, seat=0, **{"from": 0})]
        while following := pages[-1].get("next"):
            pages.append(await anna.ask("replay", table=table, seat=0, **{"from": following}))
        found = [one for page in pages for one in page["moments"]]
        assert [one["at"] for one in found] == list(range(pages[0]["first"], pages[0]["last"] + 1))
        assert len(pages) <= 3
        one = await anna.ask("replay", table=table, seat=0, at=found[7]["at"])
        assert (one["view"], one.get("said", [])) == (found[7]["view"], found[7].get("said", []))
        assert max(len(line) for line in anna.octets.splitlines()) < LARGEST + 4096


async def test_part_of_a_game_without_views() -> None:
    async with robots() as house:
        anna, _, table = await a_game(house, 5)
        page = await anna.ask("replay", table=table, views=False, to=6, **{"from": 5})
        assert [sorted(one) for one in page["moments"]] == [["at", "move", "said"]] * 2
        assert "next" not in page
        assert (await anna.ask("replay", table=table, **{"from": 10_000}))["moments"] == []


async def test_nobody_takes_the_eyes_of_another_while_a_game_goes_on() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        table = anna.state["table"]
        await in_turn(anna, bert).play()
        for seat, found in ((0, 0), (1, None)):
            page = await anna.ask("replay", table=table, seat=seat, **{"from": 0})
            assert page.get("seat") == found
            assert page["moments"][-1]["view"].get("seat") == found
        assert (await bert.ask("replay", table=table, seat=0)).get("seat") is None


async def test_replay_is_seen_together_and_stands_where_one_leads() -> None:
    async with robots() as house:
        anna, bert, table = await a_game(house)
        shown = await anna.ask("show", table=table, names=["Bert"], at=7)
        assert (shown["at"], shown["leader"]) == (7, "~Anna[bot]")
        seen = await bert.ask("accept")
        assert (seen["at"], seen["leader"], seen["others"]) == (7, "~Anna[bot]", ["~Anna[bot]"])
        assert (await bert.ask("lead", at=8))["type"] == "refused"
        await anna.ask("lead", at=9)
        assert bert.of("moment")[-1]["at"] == 9
        await anna.ask("say", replay=True, text="Here it was lost.")
        assert [one["said"]["args"]["text"] for one in bert.of("notice") if one["kind"] == "talk"] == [
            "Here it was lost."
        ]
        await anna.ask("handover", name="Bert")
        assert (await bert.ask("lead", at=8))["at"] == anna.of("moment")[-1]["at"] == 8
        await bert.ask("unfollow")
        assert anna.of("moment")[-1]["leader"] == "~Anna[bot]"
        assert (await bert.ask("unfollow"))["type"] == "refused"


async def test_more_people_are_asked_to_it_and_who_is_slow_is_told_later() -> None:
    async with robots() as house:
        anna, bert, table = await a_game(house, 3)
        await anna.ask("show", table=table, names=["Bert"])
        await bert.ask("accept")
        carl = await house.guest("Carl")
        await anna.ask("show", table=table, names=["Carl"])
        carl.is_slow = True
        await carl.ask("accept")
        before = len(carl.of("moment"))
        await anna.ask("lead", at=8)
        assert len(carl.of("moment")) == before
        carl.is_slow = False
        carl.program.catch_up()
        assert carl.of("moment")[-1]["at"] == bert.of("moment")[-1]["at"]
