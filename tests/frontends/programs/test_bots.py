"""Programs with accounts at their door: made there, in with a token, shown as programs, at several tables at once."""

from __future__ import annotations

from frontends.programs.protocol.version import PROTOCOL
from tests.frontends.programs.programs import Robot, Robots, robots


async def person(house: Robots, name: str) -> Robot:
    """Somebody registered, who comes by this door with their own password."""
    account = await house.house.registered(name)
    account.leave()
    robot = house.enter()
    robot.program.session.visitor.become(account.visitor.id, "")
    robot.program.session.be_called(name)
    robot.program.protocol = PROTOCOL
    return robot


async def bot(house: Robots, owner: Robot, name: str = "Robo") -> Robot:
    """A program that somebody made, and that has said hello."""
    token = (await owner.ask("newbot", name=name))["token"]
    robot = house.enter()
    welcome = await robot.ask("hello", protocol=PROTOCOL, token=token)
    assert (welcome["name"], welcome["bot"], welcome.get("guest")) == (name, True, None)
    return robot


async def test_person_makes_bots_and_ends_them_and_bots_have_none() -> None:
    async with robots() as house:
        anna = await person(house, "Anna")
        robo = await bot(house, anna)
        assert (await anna.ask("bots"))["names"] == ["Robo"]
        assert (await robo.ask("bots"))["code"] == "refused"
        token = (await anna.ask("newtoken", name="Robo"))["token"]
        assert (robo.program.is_over, robo.heard[-1]["code"], robo.woken) == (True, "shut_out", 1)
        assert (await anna.ask("dropbot", name="robo[bot]"))["type"] == "ack"
        assert (await house.enter().ask("hello", protocol=PROTOCOL, token=token))["code"] == "token"


async def test_bot_is_shown_as_one_and_so_is_a_guest_of_this_door() -> None:
    async with robots() as house:
        anna = await person(house, "Anna")
        robo = await bot(house, anna)
        await house.guest("Gast")
        await house.house.service.views.settle()
        people = (await anna.ask("who"))["people"]
        assert [(one["name"], one.get("bot"), one.get("owner")) for one in people] == [
            ("Anna", None, None), ("Robo[bot]", True, "Anna"), ("~Gast[bot]", True, None),
        ]  # fmt: skip
        table = (await robo.ask("seek", game="elixir", bots="rated"))["table"]
        await anna.ask("join", table=table)
        players = [(one["name"], one.get("bot")) for one in anna.state["players"]]
        assert (players, anna.state["bots"]) == ([("Robo[bot]", True), ("Anna", None)], "rated")


async def test_bot_plays_at_several_tables_at_once() -> None:
    async with robots() as house:
        anna = await person(house, "Anna")
        robo = await bot(house, anna)
        opened = [(await robo.ask("seek", game="elixir"))["table"] for _ in range(3)]
        for table in opened:
            await anna.ask("join", table=table)
        for state in [one for one in robo.of("state") if one.get("begun", True) and 0 in one.get("turn", ())]:
            played = await robo.ask("play", table=state["table"], at=state["at"], text=state["moves"][0])
            assert played["type"] == "ack"
        assert set(robo.program.places) == set(opened)


async def test_bot_that_plays_takes_part_in_more_games_by_every_way() -> None:
    async with robots() as house:
        anna, bert = await person(house, "Anna"), await person(house, "Bert")
        robo = await bot(house, anna)
        first = (await robo.ask("seek", game="elixir"))["table"]
        await anna.ask("join", table=first)
        sought = (await robo.ask("seek", game="mille"))["table"]
        called = (await robo.ask("invite", name="Bert", game="mille"))["table"]
        offered = (await bert.ask("invite", name=robo.program.session.name, game="elixir"))["table"]
        assert (await robo.ask("accept", name="Bert"))["table"] == offered
        assert set(robo.program.places) == {first, sought, called, offered}
