"""The client in houses over real sockets: it plays, is cut off, comes back, and is told each thing once."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
import trio

from core.records import fold
from core.sessions.limits import Budget
from frontends.telnet.output import Why
from parlour.client import Event, Gone, House, Lost, Over, Refused, State, Table, connect
from tests.examples import slow
from tests.frontends.programs.client.backends import BOTH, on
from tests.frontends.programs.client.lines import line
from tests.frontends.programs.sockets import Doors, doors


async def play_through(table: Table) -> None:
    """Make the first move there is, and no second hand of mille, until the game is over."""
    async for state in table.turns():
        await table.play("stop" if "stop" in state.moves else state.moves[0])


async def read_through(table: Table) -> list[Any]:
    return [news async for news in table]


async def play_and_read(table: Table) -> list[Any]:
    """What is told of a game while one plays it: a table keeps no more than `MOST_NEWS` that nobody has read."""
    told: list[Any] = []

    async def read() -> None:
        told.extend(await read_through(table))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(read)
        await play_through(table)
    return told


def records(news: list[Any]) -> list[int]:
    """Of which records events came, in that order."""
    return [one.at for one in news if isinstance(one, Event) and one.kind != "talk"]


async def plays(house: Doors, table: str) -> int:
    """How many moves the journal has."""
    found = await house.service.journal.read(f"table/{table}")
    return fold.verify(f"table/{table}", found).now.plays


@BOTH
@pytest.mark.parametrize("game", ["mille", "elixir"])
async def test_game_is_played_to_its_end(backend: str, game: str) -> None:
    async def program(address: str) -> list[Any]:
        async with connect(address, name="Robo") as house:
            table = await house.open(game, level="easy")
            return await play_and_read(table)

    async with doors(budget=Budget(records_a_minute=1e6)) as house:
        news = await on(backend, program, f"127.0.0.1:{house.programs}")
    assert isinstance(news[-1], Over)
    assert news[-1].text
    assert records(news) == sorted(set(records(news)))


@BOTH
@pytest.mark.parametrize("pieces", [*slow(5), 15])
async def test_line_that_breaks_again_and_again_changes_nothing(backend: str, pieces: int) -> None:
    async def program(address: str, uncut: str) -> tuple[list[Any], list[Any], str]:
        seen: list[Any] = []
        watching = anyio.Event()

        async def look_on(id: str) -> None:
            async with connect(uncut, name="Bert") as house:
                table = await house.watch(id)
                watching.set()
                seen.extend(await read_through(table))

        async with connect(address, name="Robo") as house:
            table = await house.open("elixir", level="easy")
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(look_on, table.id)
                await watching.wait()
                told = await play_and_read(table)
            return told, seen, table.id

    calls = 1
    while calls == 1:  # An embrace may end a game before the line breaks.
        async with doors() as house, line(house.programs) as cut:
            cut.cut_after = pieces
            told, seen, id = await on(backend, program, cut.address, f"127.0.0.1:{house.programs}")
            moves = await plays(house, id)
        calls = cut.calls
    assert records(told) == records(seen)
    assert cut.passed.count(b'"type":"play"') >= moves // 2
    assert isinstance(told[-1], Over)


@BOTH
async def test_move_is_made_once_however_often_it_is_sent(backend: str) -> None:
    async def program(address: str) -> tuple[str, list[int]]:
        async with connect(address, name="Robo") as house:
            table = await house.open("pileon", deal=7)
            at, text = table.state.at, table.state.moves[0]
            made: list[int] = []

            async def send() -> None:
                made.append(await table.play(text, at=at, id="mine"))

            async with anyio.create_task_group() as tasks:
                for _ in range(3):
                    tasks.start_soon(send)
            await send()
        async with connect(address, code=table.state.code) as house:
            table = await house.resume(table.id)
            return table.id, [*made, await table.play(text, at=at, id="mine")]

    async with doors() as house:
        id, made = await on(backend, program, f"127.0.0.1:{house.programs}")
        assert await plays(house, id) == 1
    assert len(made) == 5
    assert len(set(made)) == 1


@BOTH
async def test_what_was_not_acknowledged_is_sent_again_if_it_does_no_harm(backend: str) -> None:
    async def program(address: str, hold: Any, cut: Any) -> str:
        async with connect(address, name="Robo") as house:
            table = await house.open("pileon", deal=7)
            for ask in (lambda: table.play(table.state.moves[0]), lambda: house.list(mine=True)):
                hold()
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(ask)
                    await anyio.to_thread.run_sync(cut)
            hold()
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(anyio.to_thread.run_sync, cut)
                with pytest.raises(Lost):
                    await table.resign()
            return table.id

    async with doors() as house, line(house.programs) as held:
        token = trio.lowlevel.current_trio_token()

        def hold() -> None:
            held.heard, held.is_held = trio.Event(), True

        async def hear_and_cut() -> None:
            await held.heard.wait()
            held.is_held = False
            held.cut()

        def cut() -> None:
            trio.from_thread.run(hear_and_cut, trio_token=token)

        id = await on(backend, program, held.address, hold, cut)
        assert await plays(house, id) == 1
    assert [held.passed.count(f'"type":"{type}"'.encode()) for type in ("play", "list", "resign")] == [2, 2, 1]


@BOTH
async def test_guest_comes_back_to_all_tables_and_to_those_that_are_watched(backend: str) -> None:
    async def program(address: str, cut: Any) -> list[tuple[str, bool]]:
        async with connect(address, name="Anna") as anna, connect(address, name="Bert") as bert:
            tables = [await anna.open(game, deal=7) for game in ("pileon", "terrace")]
            watched = await bert.watch(tables[0].id)
            await anyio.to_thread.run_sync(cut)
            for table in tables:
                await table.play(table.state.moves[0])
            while watched.since < tables[0].since:
                await bert.wait(watched.changed)
            return [(table.state.players[0].name, table.state.seat == 0) for table in (*tables, watched)]

    async with doors() as house, line(house.programs) as held:
        token = trio.lowlevel.current_trio_token()
        found = await on(backend, program, held.address, lambda: trio.from_thread.run_sync(held.cut, trio_token=token))
    assert found == [("~Anna[bot]", True), ("~Anna[bot]", True), ("~Anna[bot]", False)]
    assert held.calls >= 4


@BOTH
async def test_registered_one_comes_back_by_the_password(backend: str) -> None:
    async def program(address: str, cut: Any) -> str:
        async with connect(address, name="Robo") as house:
            await house.ask("register", password="correct horse battery")
        async with connect(address, name="Robo", password="correct horse battery") as house:
            table = await house.open("pileon", deal=7)
            await anyio.to_thread.run_sync(cut)
            await table.play(table.state.moves[0])
            return table.state.players[0].name

    async with doors() as house, line(house.programs) as held:
        token = trio.lowlevel.current_trio_token()
        cut = lambda: trio.from_thread.run_sync(held.cut, trio_token=token)  # noqa: E731
        assert await on(backend, program, held.address, cut) == "Robo[bot]"


@BOTH
async def test_two_programs_seek_accept_talk_and_resign(backend: str) -> None:
    async def program(address: str) -> tuple[list[Any], Any]:
        async with connect(address, name="Anna") as anna, connect(address, name="Bert") as bert:
            hers = await anna.seek("elixir")
            async for notice in bert.notices():
                if notice.kind == "opened":
                    break
            his = await bert.accept("Anna")
            await his.say("Well met.")
            async for state in hers.turns():
                await hers.play(state.moves[0])
                break
            await hers.resign()
            return await read_through(his), notice

    async with doors() as house:
        news, notice = await on(backend, program, f"127.0.0.1:{house.programs}")
    assert "Anna" in notice.text
    assert [one.facts["text"] for one in news if isinstance(one, Event) and one.kind == "talk"] == ["Well met."]
    assert isinstance(news[-1], Over)


@BOTH
async def test_invitation_is_accepted_and_the_list_names_the_table(backend: str) -> None:
    async def program(address: str) -> bool:
        async with connect(address, name="Anna") as anna, connect(address, name="Bert") as bert:
            hers = await anna.invite("Bert", "mille")
            his = await bert.accept()
            listed = [one["table"] for one in await bert.list(game="mille")]
            await his.leave()
            return hers.id == his.id and listed == [hers.id] and not bert.tables

    async with doors() as house:
        assert await on(backend, program, f"127.0.0.1:{house.programs}")


@BOTH
async def test_luck_of_ones_own_is_given_where_it_counts(backend: str) -> None:
    async def program(address: str) -> None:
        async with connect(address, name="Anna") as anna, connect(address, name="Bert") as bert:
            hers = await anna.open("mille", opponent="person")
            await bert.join(hers.id)
            await anna.open("pileon")
            await anna.seek("mille")
            await anna.invite("Bert", "elixir")
            await bert.accept()

    async with doors() as house, line(house.programs) as heard:
        await on(backend, program, heard.address)
    sent = [json.loads(one) for one in heard.passed.splitlines()]
    given = [(one["type"], one.get("luck", "")) for one in sent if one["type"] not in ("hello", "bye")]
    ways = ("open", "join", "open", "open", "seek", "invite", "accept")
    assert [(way, len(luck)) for way, luck in given] == list(zip(ways, (32, 32, 32, 0, 32, 32, 32), strict=True))
    assert len({luck for _, luck in given}) == 7


@BOTH
async def test_seat_that_is_taken_from_elsewhere_is_gone(backend: str) -> None:
    async def program(address: str) -> list[Any]:
        async with connect(address, name="Anna") as house:
            table = await house.open("pileon", deal=7)
            async with connect(address, code=table.state.code) as other:
                await (await other.resume(table.id)).play(table.state.moves[0])
                return await read_through(table)

    async with doors() as house:
        news = await on(backend, program, f"127.0.0.1:{house.programs}")
    assert isinstance(news[-1], Gone)
    assert news[-1].code == "taken"


@BOTH
async def test_refusals_have_their_word_and_their_sentence(backend: str) -> None:
    async def program(address: str) -> list[str]:
        codes: list[str] = []

        async def meet(name: str, game: str, move: str) -> None:
            try:
                async with connect(address, name=name) as house:
                    await (await house.open(game)).play(move)
            except Refused as refused:
                codes.append(refused.code if str(refused) else "")

        await meet("Anna", "chess", "e4")
        await meet("Anna", "mille", "e4")
        await meet("?", "mille", "p")
        return codes

    async with doors() as house:
        assert await on(backend, program, f"127.0.0.1:{house.programs}") == ["refused", "illegal", "name"]


@BOTH
async def test_who_is_shut_out_is_told_so_and_does_not_come_back(backend: str) -> None:
    async def program(address: str, shut_out: Any) -> str:
        async with connect(address, name="Anna") as house:
            table = await house.open("mille")
            await anyio.to_thread.run_sync(shut_out)
            with pytest.raises(Refused) as told:
                await read_through(table)
            assert isinstance(told.value, Refused)
            return told.value.code

    async with doors() as house, line(house.programs) as heard:
        token = trio.lowlevel.current_trio_token()

        def show_out() -> None:
            for caller in tuple(house.house.callers):
                house.house.show_out(caller, Why.KICKED)

        code = await on(backend, program, heard.address, lambda: trio.from_thread.run_sync(show_out, trio_token=token))
    assert (code, heard.calls) == ("shut_out", 1)


@BOTH
async def test_nobody_there_and_somebody_else_there_are_errors_at_once(backend: str) -> None:
    async def program(address: str) -> None:
        async with connect(address, name="Anna"):
            pass

    async with doors() as house:
        nobody = "127.0.0.1:1"
        for address in (nobody, f"127.0.0.1:{house.telnet}"):
            with pytest.raises(OSError, match=r"connect|programs"):
                await on(backend, program, address)


@BOTH
async def test_who_gives_up_waiting_leaves_nothing_behind(backend: str) -> None:
    async def program(address: str) -> House:
        async with connect(address, name="Anna") as house:
            table = await house.open("elixir")
            for _ in range(100):
                with anyio.move_on_after(0):
                    await table.say("hello")
                with anyio.move_on_after(0):
                    await anext(table)
            state = table.state
            assert isinstance(state, State)
            await table.leave()
            return house

    async with doors() as house:
        left = await on(backend, program, f"127.0.0.1:{house.programs}")
    assert (left._asked, left.tables) == ([], {})


@BOTH
async def test_who_is_late_with_a_move_looks_again(backend: str) -> None:
    async def program(address: str) -> tuple[Any, ...]:
        async with connect(address, name="Anna") as anna, connect(address, name="Bert") as bert:
            hers = await anna.open("mille", opponent="person")
            his = await bert.join(hers.id)
            player, other = (hers, his) if hers.state.is_mine else (his, hers)
            while not player.state.is_mine:
                await player.house.wait(player.changed)
            at, before = player.state.at, player.state
            await player.play("p")
            player.state = before  # As if it had not heard of it yet.
            late = await player.play("p")
            codes = []
            for play in (lambda: player.play("p", at=at), lambda: other.play("p")):
                try:
                    await play()
                except Refused as refused:
                    codes.append(refused.code)
            return (late, *codes)

    async with doors() as house:
        assert await on(backend, program, f"127.0.0.1:{house.programs}") == (0, "moved_on", "illegal")
