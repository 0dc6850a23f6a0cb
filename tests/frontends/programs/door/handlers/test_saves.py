"""What is kept of games: bookmarks to go on from, and games as text."""

from __future__ import annotations

from frontends.programs.door.program import Program
from tests.frontends.programs.programs import Robot, Robots, in_turn, robots
from tests.frontends.programs.test_stdio import at_home


def at_the_machine(house: Robots) -> Robot:
    """A program at home."""
    program: Program = at_home(house.house)
    program.outlet = robot = Robot(program)
    house.house.stack.push_async_callback(program.close, lost=False)
    return robot


async def test_marks_of_a_seat_are_listed_and_gone_on_from_as_practice() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        table = anna.state["table"]
        await in_turn(anna, bert).play()
        await anna.ask("mark", table=table, name="here")
        (saved,) = (await anna.ask("saves"))["tables"]
        assert (saved["table"], saved["code"]) == (table, anna.state["code"])
        assert saved["marks"] == [{"name": "here", "moves": 1}]
        practice = await anna.ask("fork", name="here")
        assert practice["table"] not in ("", table)
        assert (await anna.ask("fork", name="there", code=saved["code"]))["type"] == "refused"
        assert (await anna.ask("saves", code="d2uht-aaaa-bbbb-ccccc"))["type"] == "refused"


async def test_who_has_no_seat_has_no_saves() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        assert "tables" not in await robot.ask("saves")
        assert (await robot.ask("fork", name="here"))["code"] == "code"


async def test_game_goes_as_text_from_one_journal_to_another() -> None:
    async with robots() as here, robots() as there:
        one, other = at_the_machine(here), at_the_machine(there)
        for robot in (one, other):
            await robot.ask("hello", protocol=1)
        table = (await one.ask("open", game="pileon", deal=7))["table"]
        for _ in range(40):
            if one.state["moves"]:
                await one.play()
                await one.ask("takeback", table=table)
        pieces = [await one.ask("export", table=table)]
        while following := pieces[-1].get("next"):
            pieces.append(await one.ask("export", table=table, **{"from": following}))
        assert len(pieces) > 1
        for number, piece in enumerate(pieces, 1):
            more = number < len(pieces)
            answer = await other.ask("import", text=piece["text"], more=more)
            assert answer.get("table", "") == ("" if more else table)
        await other.ask("resume", table=table)
        assert other.state["view"] == one.state["view"]
        assert (await other.ask("import", text="roll"))["type"] == "refused"


async def test_in_a_house_no_game_is_taken_out_or_brought_in() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        table = (await robot.ask("open", game="pileon"))["table"]
        assert (await robot.ask("export", table=table))["type"] == "refused"
        assert (await robot.ask("import", text="x", more=True))["type"] == "refused"
        assert not robot.program.brought
