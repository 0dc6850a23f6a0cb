"""Talk beside tables, and what one hears."""

from __future__ import annotations

from trio.testing import wait_all_tasks_blocked

from tests.frontends.programs.programs import Robot, robots


def heard(robot: Robot, kind: str) -> list[str]:
    return [one["said"]["args"]["text"] for one in robot.of("notice") if one["kind"] == kind]


async def test_lobby_hears_what_is_said_there_and_who_is_at_a_table_does_not() -> None:
    async with robots() as house:
        anna, bert, carl = [await house.guest(name) for name in ("Anna", "Bert", "Carl")]
        await carl.ask("open", game="pileon")
        assert (await anna.ask("say", text="Good evening."))["type"] == "ack"
        await wait_all_tasks_blocked()
        assert [heard(one, "lobby") for one in (anna, bert, carl)] == [["Good evening."], ["Good evening."], []]


async def test_channel_is_heard_by_who_listens_wherever_they_are_until_they_leave_it() -> None:
    async with robots() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        await bert.ask("open", game="pileon")
        listening = await bert.ask("channel", name="help")
        assert (listening["channels"], listening["own"]) == ({"help": 1}, ["help"])
        await anna.ask("say", channel="help", text="How do I begin?")
        await wait_all_tasks_blocked()
        assert heard(bert, "channel") == ["How do I begin?"]
        assert (await anna.ask("channel"))["channels"] == {"help": 2}
        assert "own" not in await bert.ask("channel", name="help", on=False)
        assert (await bert.ask("channel", name="help", on=False))["type"] == "refused"
        assert (await bert.ask("channel", name="x1"))["type"] == "refused"


async def test_what_one_hears_can_be_asked_and_changed() -> None:
    async with robots() as house:
        anna = await house.guest("Anna")
        assert await anna.ask("notices") == {"type": "attention", "id": "q2"}
        await anna.ask("ignore", name="Bert")
        changed = await anna.ask("notices", kind="came", on=False)
        assert (changed["off"], changed["ignored"]) == (["came"], ["bert"])


async def test_watchers_of_a_table_are_named() -> None:
    async with robots() as house:
        anna, _ = await house.two_at()
        carl = await house.guest("Carl")
        assert (await carl.ask("watch", table="Anna"))["table"] == anna.state["table"]
        assert (await anna.ask("watchers", table=anna.state["table"]))["names"] == ["~Carl[bot]"]


async def test_somebody_is_called_to_the_table_where_one_waits() -> None:
    async with robots() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        await anna.ask("open", game="pileon")
        table = (await anna.ask("open", game="mille", opponent="person"))["table"]
        assert (await anna.ask("call", table=table, name="Bert"))["type"] == "ack"
        assert (await bert.ask("accept", luck="tortoise"))["table"] == table
        assert bert.state["players"][1] == {"name": "~Bert[bot]", "bot": True, "luck": "tortoise"}
        assert (await anna.ask("call", table=table, name="Bert"))["code"] == "illegal"
