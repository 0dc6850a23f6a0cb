"""Programs over real sockets: beside people, behind a balancer, slow ones, silent ones, and those who send garbage."""

from __future__ import annotations

import json
import socket
from typing import Any

import trio
import trio.testing

from core.base.message import message
from core.moderation.bans import Banned, Kind, Subject
from core.sessions.limits import Budget
from frontends.programs.connection import SLOW
from frontends.programs.door.program import Program
from frontends.server.config import Limits, Traffic
from frontends.server.metrics import Figures
from frontends.telnet.output import Why
from tests.frontends.programs.sockets import doors
from tests.frontends.served import come_in
from tests.frontends.telnet.clients import Bare, connect
from tests.patience import PATIENCE

MUCH: dict[str, Any] = dict.fromkeys(
    ("inputs_at_once", "inputs_a_second", "read_at_once", "read_a_second", "sent_at_once", "sent_a_second"), 1e8
)
"""Traffic that a test does not want to wait for."""


async def test_program_and_person_play_a_game() -> None:
    async with doors() as house, house.client() as robot, await connect(house.telnet) as stream:
        anna = Bare(stream)
        await come_in(anna, "Anna")
        await robot.hello("Robo")
        await robot.ask("seek", game="elixir")
        await anna.ask("accept", r"~Robo\[bot\]")
        state = await robot.wait(type="state", begun=None, turn=[0])
        assert [one["name"] for one in state["players"]] == ["~Robo[bot]", "~Anna"]
        await robot.ask("play", table=state["table"], at=state["at"], text="roll")
        await anna.expect(r"~Robo\[bot\] rolls")
        await robot.ask("say", table=state["table"], text="Well met.")
        await anna.expect(r"<~Robo\[bot\]> Well met.")
        await robot.ask("resign", table=state["table"])
        assert (await robot.wait(type="over"))["outcome"] == {"reason": "resigned_early", "figures": [0]}
        assert house.house.programs == 1


async def test_lines_that_come_at_once_are_all_answered_in_order_also_by_who_sends_no_more() -> None:
    async with doors() as house, house.client() as robot:
        hello = b'{"type":"hello","id":"q0","protocol":1,"name":"Robo"}\n'
        asked = b"".join(b'{"type":"who","id":"w%d"}\n' % number for number in range(30))
        await robot.stream.send_all(hello + asked + b'{"type":"stats","id":"last"}')
        await robot.stream.send_eof()
        await robot.end()
        assert [one["id"] for one in robot.heard] == ["q0", *(f"w{number}" for number in range(30)), "last"]


async def test_who_reads_slowly_keeps_a_bounded_part_and_delays_nobody() -> None:
    async with doors(traffic=Traffic(**MUCH)) as house, house.client() as slow, house.client() as quick:
        await slow.hello("Slow")
        await quick.hello("Quick")
        (caller,) = [one for one in house.house.callers if one.visit and one.visit.session.name == "Slow"]
        # The kernel would keep many megabytes, which take minutes to make on a busy machine.
        slow.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 14)
        caller.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 14)
        request = json.dumps({"type": "hello", "id": "x" * 64, "protocol": 1}).encode() + b"\n"
        async with trio.open_nursery() as nursery:
            nursery.start_soon(slow.stream.send_all, request * 100_000)
            with trio.fail_after(PATIENCE):
                while not caller.connection.is_slow:
                    assert (await quick.ask("who"))["count"] == 2
            assert SLOW < len(caller.connection.out.unsent) < 2 * SLOW
            assert (await quick.ask("who"))["count"] == 2
            assert await slow.receive()
            nursery.cancel_scope.cancel()


async def test_garbage_ends_with_a_farewell_and_others_notice_nothing() -> None:
    async with doors() as house, house.client() as robot, house.client() as other:
        await other.hello("Robo")
        await robot.stream.send_all(b"GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: y\r\nAccept: z\r\nX: y\r\n\r\n")
        await robot.end()
        assert [one["type"] for one in robot.heard] == ["refused"] * 5 + ["gone"]
        assert (await other.ask("who"))["count"] == 1


async def test_who_says_no_hello_is_shown_out() -> None:
    async with doors(limits=Limits(door_seconds=0.1, round_seconds=0.1)) as house, house.client() as robot:
        await robot.end()
        assert [one["code"] for one in robot.heard] == ["closing"]


async def test_operators_reach_programs_as_they_reach_people() -> None:
    async with doors() as house, house.client() as robot:
        await robot.hello("Robo")
        house.house.announce(message("The house stays open after all."))
        assert (await robot.wait(type="notice", kind="house"))["said"]["text"] == "The house stays open after all."
        (caller,) = house.house.callers
        house.house.show_out(caller, Why.KICKED)
        await robot.end()
        assert (robot.heard[-1]["type"], robot.heard[-1]["code"]) == ("gone", "shut_out")


async def test_who_may_not_come_in_is_told_why_in_one_line() -> None:
    async with doors(limits=Limits(connections_of_one_address=1)) as house, house.client() as first:
        await first.hello("Robo")
        async with house.client() as second:
            await second.end()
            assert [(one["type"], one["code"]) for one in second.heard] == [("gone", "limit")]
        await house.service.moderation.record(Banned(Subject(Kind.ADDRESS, "127.0.0.1"), 0, "shell", "", ""))
        async with house.client() as third:
            await third.end()
            assert [(one["type"], one["code"]) for one in third.heard] == [("gone", "shut_out")]


async def test_balancer_says_who_comes() -> None:
    async with doors(proxies=frozenset({"127.0.0.1"})) as house, house.client() as robot:
        await robot.stream.send_all(b"PROXY TCP4 192.0.2.7 127.0.0.1 4242 2424\r\n")
        await robot.hello("Robo")
        assert [caller.address for caller in house.house.callers] == ["192.0.2.7"]


async def test_seat_of_a_program_that_hangs_up_can_be_taken_up_again() -> None:
    async with doors() as house:
        async with house.client() as robot:
            await robot.hello("Robo")
            await robot.ask("open", game="elixir")
            code, at = (state := await robot.wait(type="state"))["code"], state["at"]
        async with house.client() as robot:
            welcome = await robot.ask("hello", protocol=1, code=code)
            await robot.ask("resume", table=welcome["table"], since=at)
            assert (await robot.wait(type="state"))["moves"] == ["roll"]


async def test_seat_that_is_taken_up_elsewhere_is_said_to_be_gone_without_being_asked() -> None:
    async with doors() as house, house.client() as one, house.client() as other:
        await one.hello("Robo")
        await one.ask("open", game="elixir")
        state = await one.wait(type="state")
        await other.ask("hello", protocol=1, code=state["code"])
        await other.ask("resume", table=state["table"])
        gone = await one.wait(type="gone")
        assert (gone["table"], gone["code"]) == (state["table"], "taken")
        assert (await one.ask("who"))["type"] == "people"


async def test_who_reads_slowly_at_a_table_is_given_where_it_stands() -> None:
    more: dict[str, Any] = {"traffic": Traffic(**MUCH), "budget": Budget(records_a_minute=1e6)}
    async with doors(**more) as house, house.client() as slow, house.client() as anna, house.client() as bert:
        for one, name in ((slow, "Slow"), (anna, "Anna"), (bert, "Bert")):
            await one.hello(name)
        table = (await anna.ask("open", game="mille", opponent="person"))["table"]
        await bert.ask("join", table=table)
        await slow.ask("watch", table=table)
        (caller,) = [one for one in house.house.callers if one.visit and one.visit.session.name == "Slow"]
        assert isinstance(caller.visit, Program)
        caller.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        slow.stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        watching = caller.visit.places[table]
        while not watching.is_behind:
            for one in (anna, bert):
                while one.state["seat"] in one.state.get("turn", ()):
                    await one.ask("play", table=table, at=one.state["at"], text=one.state["moves"][0])
            await trio.testing.wait_all_tasks_blocked()
            await anna.ask("look", table=table)
            await bert.ask("look", table=table)
        last = anna.state["at"]
        assert (await slow.wait(type="state", reason="slow"))["at"] == last
        assert (await slow.ask("who"))["count"] == 3


async def test_figures_count_programs() -> None:
    async with doors() as house, house.client() as robot:
        await robot.hello("Robo")
        figures = Figures(house.service, lambda: house.house.visitors, lambda: house.house.programs)
        assert b"\nparlour_programs 1.0\n" in figures.show()
