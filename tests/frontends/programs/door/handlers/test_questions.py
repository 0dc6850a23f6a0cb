"""What is asked about a game, and what the computer does for a player."""

from __future__ import annotations

from tests.frontends.programs.programs import Robot, in_turn, robots


async def a_solitaire(robot: Robot, game: str = "pileon", **more: object) -> str:
    return str((await robot.ask("open", game=game, **more))["table"])


async def test_why_says_why_a_move_is_not_allowed() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        mover = in_turn(anna, bert)
        told = await mover.ask("why", table=mover.state["table"], text="u 1")
        assert told["said"][0]["text"]
        waiting = await house.guest("Carl")
        table = (await waiting.ask("open", game="mille", opponent="person"))["table"]
        assert (await waiting.ask("why", table=table))["said"]["text"] == "The game has not begun yet."


async def test_solution_of_a_deal_begins_at_the_deal_and_the_game_does_not_count() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        table = await a_solitaire(robot, deal=7)
        await robot.play()
        found = await robot.ask("demo", table=table, solution=True)
        assert found["winnable"] is True
        assert robot.state["at"] == found["at"]
        while "outcome" not in robot.state:
            assert (await robot.ask("demo", table=table))["at"] == robot.state["at"]
        assert robot.state["outcome"]["winners"] == [0]
        assert (await robot.ask("demo", table=table))["said"]["text"] == "This game is over."
        assert robot.program.places[table].seat.live.table.demonstrated


async def test_solution_that_is_published_comes_as_its_moves() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        table = await a_solitaire(robot, "signora", deal=1)
        found = await robot.ask("demo", table=table, solution=True)
        for move in found["moves"][1:]:
            await robot.play(move)
        assert robot.state["outcome"]["winners"] == [0]


async def test_computer_makes_a_move_for_who_plays_alone_and_not_against_a_person() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        table = await a_solitaire(robot)
        before = robot.state["at"]
        assert (await robot.ask("demo", table=table))["at"] > before
        anna, bert = await house.two_at()
        assert (await in_turn(anna, bert).ask("demo", table=anna.state["table"]))["code"] == "illegal"


async def test_whether_a_solitaire_can_be_won_is_said_and_where_it_was_lost() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        table = await a_solitaire(robot, deal=7)
        told = await robot.ask("winnable", table=table)
        assert told["said"][0]["id"].startswith("You can still win")
        carl = await house.guest("Carl")
        await carl.ask("watch", table=table)
        assert (await carl.ask("winnable", table=table))["code"] == "watching"
        assert (await robot.ask("where", table=table))["code"] == "illegal"
        await robot.play()
        await robot.ask("resign", table=table)
        lost = await robot.ask("where", table=table)
        assert lost["said"]
        again = await robot.ask("restart", table=table)
        assert again["table"] != table
        assert robot.state["deal"] == 7


async def test_moves_that_cost_most_come_with_their_records() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        table = str((await robot.ask("open", game="elixir", level="easy"))["table"])
        await robot.play("roll")
        await robot.play(robot.state["moves"][0])
        await robot.ask("resign", table=table)
        found = await robot.ask("where", table=table)
        assert all(at < robot.state["at"] for at in found.get("at", ()))
        assert found["said"]


async def test_what_a_game_came_to_is_told_and_shared_once_it_is_over() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        table = await a_solitaire(robot, daily=True, game="signora")
        assert (await robot.ask("summary", table=table))["type"] == "refused"
        assert (await robot.ask("share", table=table))["deal"].startswith("signora-")
        await robot.play()
        await robot.ask("resign", table=table)
        told = await robot.ask("summary", table=table)
        assert told["said"]
        assert (told["daily"]["moves"], told["daily"].get("won")) == (1, None)
        shared = await robot.ask("share", table=table)
        assert "Parlour daily" in shared["said"]["text"] or "Parlour" in shared["said"]["text"]
        assert (await robot.ask("shared", code=shared["game"])) == {"type": "ack", "id": "q9", "table": table}
        dealt = await robot.ask("shared", code=shared["deal"])
        assert robot.state["table"] == dealt["table"] != table


async def test_several_moves_are_taken_back_of_a_game_that_one_plays_alone() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        table, view = await a_solitaire(robot, deal=7), robot.state["view"]
        for _ in range(3):
            await robot.play()
        await robot.ask("takeback", table=table, moves=3)
        assert robot.state["view"] == view
