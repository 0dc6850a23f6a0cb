"""What a house does itself, over real sockets: visits in which nothing is played."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager

import attrs
import pytest
import trio
from trio.testing import MockClock

from core.base.message import message
from frontends.server import logs
from frontends.server.config import Config, Limits
from frontends.telnet.callers.admission import MOST_NOTED
from frontends.telnet.callers.listeners import listen
from frontends.telnet.server import House
from frontends.telnet.wire.protocol import Wire
from frontends.terminal.paint import MOUSE_OFF, MOUSE_ON
from tests.frontends.logged import logged
from tests.frontends.telnet import echo
from tests.frontends.telnet.clients import Bare, Drawing, connect
from tests.frontends.telnet.echo import QUICK, empty
from tests.patience import PATIENCE


@asynccontextmanager
async def an_echo(limits: Limits = QUICK) -> AsyncIterator[tuple[House[echo.Echo], int]]:
    """A house in which nothing is played."""
    async with trio.open_nursery() as nursery:
        house = echo.house(limits)
        listeners = listen("127.0.0.1", 0)
        with listeners[0]:
            await nursery.start(house.serve, listeners)
            yield house, listeners[0].getsockname()[1]
            nursery.cancel_scope.cancel()


# Who comes in, and who does not.


async def test_what_is_not_telnet_sees_no_garbage():
    async with an_echo() as (_, port), await connect(port) as stream:
        anna = Drawing(stream, terminal=b"DUMB")
        anna._agree = lambda verb, option: b""  # type: ignore[method-assign]
        await anna.see("Your name:")
        assert re.sub(rb"\xff\xfd\x18\r\0", b"", anna.raw) == b"Your name: "
        await anna.send("Anna")
        await anna.expect("Hello, Anna")


async def test_garbage_is_survived():
    async with an_echo() as (_, port):
        for garbage in (bytes(range(256)) * 8, b"\xff\xfa" * 3000, b"\xff" * 5000, b"\x1b[" * 2000, b"A" * 50_000):
            async with await connect(port) as stream:
                await stream.send_all(garbage)
                await stream.send_eof()
                await Bare(stream).end()
        async with await connect(port) as stream:
            await Bare(stream).expect("Your name: ")


@pytest.mark.parametrize(
    ("hello", "protocol"),
    [(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "http"), (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "tls")],
)
async def test_browsers_and_tls_get_an_answer_and_are_shown_out(hello: bytes, protocol: str):
    with logged() as log:
        async with an_echo() as (house, port), await connect(port) as stream:
            await stream.send_all(hello)
            await Bare(stream).end()
            await empty(house)
    assert re.search(rf"why=wrong-protocol .* protocol={protocol}\n", log.getvalue())


async def test_one_address_cannot_fill_the_house():
    with logged() as log:
        async with an_echo(Limits(connections_of_one_address=2)) as (house, port):
            async with await connect(port) as one, await connect(port) as two:
                await Bare(one).expect("Your name: ")
                await Bare(two).expect("Your name: ")
                async with await connect(port) as three:
                    refused = Bare(three)
                    await refused.expect("Too many people are here from your address: try again")
                    await refused.end()
            await empty(house)
            async with await connect(port) as again:
                await Bare(again).expect("Your name: ")
    assert "event=refused address=127.0.0.1 why=many-of-address\n" in log.getvalue()


async def test_flood_of_callers_does_not_flood_the_log(mock_clock: MockClock):
    before = logs.counts()["refused", "many-of-address"]
    with logged() as log:
        async with (
            an_echo(attrs.evolve(QUICK, connections_of_one_address=1)) as (house, port),
            await connect(port) as one,
        ):
            await Bare(one).expect("Your name: ")
            for _ in range(MOST_NOTED + 15):
                async with await connect(port) as other:
                    await Bare(other).end()
            assert house.visitors == 1
    assert log.getvalue().count("event=refused") == MOST_NOTED
    assert logs.counts()["refused", "many-of-address"] == before + MOST_NOTED + 15


async def test_everybody_who_is_in_is_told_what_concerns_them_all():
    async with an_echo() as (house, port), await connect(port) as one, await connect(port) as two:
        people = [Bare(one), Bare(two)]
        for person in people:
            await person.expect("Your name: ")
        house.announce(message("The {what} is lost.", what="journal"))
        for person in people:
            await person.expect(r"The journal is lost\.")


# Who leaves, and why.


@pytest.mark.parametrize(
    ("typed", "why"), [("quit\n", "left"), ("", "hung-up"), ("fail\n", "error")]
)  # fmt: skip
async def test_one_line_when_somebody_comes_and_one_when_they_leave(typed: str, why: str):
    with logged() as log:
        async with an_echo() as (house, port), await connect(port) as stream:
            anna = Bare(stream)
            await anna.ask("Secret", "Hello, Secret")
            await stream.send_all(typed.encode())
            await stream.send_eof()
            await anna.end()
            await empty(house)
    came, left = log.getvalue().splitlines()
    assert came.endswith(" info event=came visitor=1 address=127.0.0.1")
    received = len(f"Secret\n{typed}")
    assert re.search(
        rf"event=left visitor=1 address=127\.0\.0\.1 why={why} seconds=\d+\.\d received={received} sent=\d+", left
    )
    assert "Secret" not in log.getvalue()
    assert "what was typed" not in log.getvalue()
    assert (" error=ValueError at=" in left) == (why == "error")


async def test_fault_in_one_visit_is_told_to_that_visitor_and_ends_no_other():
    with logged():
        async with an_echo() as (_, port), await connect(port) as one, await connect(port) as two:
            anna, bert = Bare(one), Bare(two)
            await anna.expect("Your name: ")
            await bert.ask("fail", "Something went wrong in the house, and it has been noted: please come again")
            await bert.end()
            await anna.ask("Anna", "Hello, Anna")


class Wordless(Wire):
    """A wire on which no text can be sent."""

    def encode(self, text: str, *, in_cells: bool = False) -> bytes:
        raise LookupError


def without_words(house: House[echo.Echo], number: int) -> None:
    """Nothing can be written to somebody any more: any fault will do."""
    (caller,) = (one for one in house.callers if one.number == number)
    caller.connection.wire = Wordless()


def without_rescue(house: House[echo.Echo], number: int) -> None:
    """Somebody's terminal cannot be left as it was found."""
    (caller,) = (one for one in house.callers if one.number == number)
    caller.connection.rescue, caller.connection._on_screen = object(), True


@pytest.mark.parametrize("break_", [without_words, without_rescue])
async def test_fault_while_somebody_is_hung_up_on_ends_no_other_visit(break_: Callable[[House[echo.Echo], int], None]):
    with logged() as log:
        async with an_echo() as (house, port), await connect(port) as one, await connect(port) as two:
            anna, bert = Bare(one), Bare(two)
            await anna.expect("Your name: ")
            await bert.ask("Bert", "Hello, Bert")
            break_(house, 2)
            await bert.send("fail")
            await bert.end()
            await anna.ask("Anna", "Hello, Anna")
            assert house.visitors == 1
    assert "event=not-told visitor=2 error=" in log.getvalue()
    assert "event=left visitor=2 address=127.0.0.1 why=error" in log.getvalue()


async def test_fault_while_the_silent_are_shown_out_ends_no_other_visit(autojump_clock):
    with logged() as log:
        async with an_echo(Limits(door_seconds=10)) as (house, port), await connect(port) as one:
            anna = Bare(one)
            await anna.ask("Anna", "Hello, Anna")
            async with await connect(port) as two, await connect(port) as three:
                bert, carl = Bare(two), Bare(three)
                await bert.expect("Your name: ")
                await carl.expect("Your name: ")
                without_words(house, 2)
                await bert.end()
                await carl.expect("You gave no name in time")
            await anna.ask("still here", "line still here")
    assert "event=left visitor=2 address=127.0.0.1 why=no-name-in-time" in log.getvalue()


async def test_fault_while_somebody_makes_room_keeps_no_newcomer_out():
    with logged():
        async with an_echo(Limits(door_places=1)) as (house, port), await connect(port) as one:
            anna = Bare(one)
            await anna.expect("Your name: ")
            without_words(house, 1)
            async with await connect(port) as two:
                await Bare(two).ask("Bert", "Hello, Bert")
            await anna.end()


async def test_house_closes_though_somebody_cannot_be_told_so():
    with logged() as log:
        async with an_echo() as (house, port):
            anna, bert = Bare(await connect(port)), Bare(await connect(port))
            await anna.expect("Your name: ")
            await bert.ask("Bert", "Hello, Bert")
            without_words(house, 1)
        await bert.expect("The house is closing")
        for person in (anna, bert):
            await person.end()
            await person.stream.aclose()
    assert log.getvalue().count("why=house-closing") == 2


async def test_one_who_cannot_be_told_keeps_the_news_from_nobody():
    with logged() as log:
        async with an_echo() as (house, port), await connect(port) as one, await connect(port) as two:
            anna, bert = Bare(one), Bare(two)
            await anna.ask("Anna", "Hello, Anna")
            await bert.ask("Bert", "Hello, Bert")
            first = house.callers[0].visit
            assert first is not None
            first.terminal = None  # type: ignore[assignment]  # any fault will do
            house.announce(message("Dinner is ready."))
            await bert.expect("Dinner is ready.")
    assert "event=not-told visitor=1 error=AttributeError" in log.getvalue()


@pytest.mark.parametrize(("proxies", "introduction"), [([], b""), (["127.0.0.1"], b"PROXY UNKNOWN\r\n")])
async def test_fault_about_one_who_is_not_in_yet_ends_nobody_elses_visit(proxies: list[str], introduction: bytes):
    house = House(echo.Echo, echo.attend, Config(limits=QUICK), proxies=frozenset(proxies), object_to=echo.fails(1))
    with logged() as log, (listener := listen("127.0.0.1", 0)[0]):
        async with trio.open_nursery() as nursery:
            await nursery.start(house.serve, [listener])
            for says in ("", "Your name: "):
                async with await connect(listener.getsockname()[1]) as stream:
                    await stream.send_all(introduction)
                    await (Bare(stream).expect(says) if says else Bare(stream).end())
            nursery.cancel_scope.cancel()
    assert log.getvalue().count("event=refused address=127.0.0.1 why=error error=MemoryError at=") == 1


async def test_storm_of_one_network_keeps_nobody_of_another_waiting():
    house = echo.house(attrs.evolve(QUICK, connections_of_one_address=100))
    (listener,) = listen("127.0.0.1", 0)
    with ExitStack() as stack:
        stack.enter_context(listener)
        for number in range(61):
            source = ("127.9.9.9", 0) if number == 60 else None
            stack.enter_context(socket.create_connection(listener.getsockname(), source_address=source))
        async with trio.open_nursery() as nursery:
            await nursery.start(house.serve, [listener])
            with trio.fail_after(PATIENCE):
                while house.visitors < 61:
                    await trio.lowlevel.checkpoint()
            came = [caller.address for caller in house.callers]
            nursery.cancel_scope.cancel()
    assert came.index("127.9.9.9") < 60


async def test_who_was_not_greeted_yet_makes_room_no_sooner_than_who_spoke():
    limits = Limits(door_places=2, meeting_seconds=60)
    async with an_echo(limits) as (house, port), await connect(port) as first, await connect(port):
        await first.send_all(b"An")
        while not (house.visitors == 2 and house.callers[0].connection.received):
            await trio.lowlevel.checkpoint()
        async with await connect(port):
            await Bare(first).expect("Others want to come in")


async def test_who_hung_up_before_being_let_in_is_counted_and_costs_no_visit():
    before = logs.counts()["refused", "hung-up"]
    house = echo.house(QUICK)
    (listener,) = listen("127.0.0.1", 0)
    with listener:
        for _ in range(50):
            socket.create_connection(listener.getsockname()).close()
        async with trio.open_nursery() as nursery:
            await nursery.start(house.serve, [listener])
            async with await connect(listener.getsockname()[1]) as stream:
                await Bare(stream).expect("Your name: ")
            nursery.cancel_scope.cancel()
    assert logs.counts()["refused", "hung-up"] == before + 50


async def test_those_who_say_no_name_are_shown_out(autojump_clock):
    with logged() as log:
        async with an_echo(Limits(door_seconds=10)) as (house, port), await connect(port) as stream:
            silent = Bare(stream)
            await silent.end()
            assert "Your name: \nYou gave no name in time" in silent.text
            assert house.visitors == 0
    assert "why=no-name-in-time seconds=1" in log.getvalue()


async def test_those_who_type_nothing_for_hours_are_shown_out_and_kept_alive_until_then(autojump_clock):
    with logged() as log:
        async with an_echo(Limits(idle_seconds=1000, keep_alive_seconds=100)) as (house, port):
            async with await connect(port) as stream:
                anna = Drawing(stream)
                await anna.ask("Anna", "Hello, Anna")
                await anna.send("board")
                await anna.see("begins")
                while await anna.receive():
                    pass
                assert 8 <= anna.raw.count(b"\xff\xf1") <= 10
                assert "You typed nothing for a long time" in anna.shown
            await empty(house)
    assert "why=idle seconds=100" in log.getvalue()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not have all of these options")
async def test_kernel_gives_up_on_a_client_whose_machine_has_vanished_in_two_minutes():
    async with an_echo() as (house, port), await connect(port) as stream:
        await Bare(stream).expect("Your name: ")
        (caller,) = house.callers
        idle, pause, probes, unheard = (
            caller.connection.sock.getsockopt(socket.IPPROTO_TCP, option)
            for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT)
        )
        assert idle + probes * pause <= 120
        assert 30_000 <= unheard <= 60_000


async def test_house_that_closes_says_so_and_leaves_terminals_as_they_were():
    with logged() as log:
        async with trio.open_nursery() as nursery:
            async with an_echo(Limits()) as (_, port):
                anna = Drawing(await connect(port))
                await anna.expect("Your name: ")
                await anna.ask("Anna", "Hello, Anna")
                await anna.send("board")
                await anna.see("begins")
            await anna.end()
            nursery.cancel_scope.cancel()
        await anna.stream.aclose()
    assert anna.raw.count(MOUSE_ON) == anna.raw.count(MOUSE_OFF) == 1
    assert "The house is closing." in anna.shown
    assert "why=house-closing" in log.getvalue()
