"""One connection as a terminal, over a pair of real sockets: pictures, windows, the mouse, and who is read to."""

from __future__ import annotations

import socket
from typing import Any

import attrs
import pytest
import trio
import trio.testing

from core.base.message import message
from frontends.telnet.connection import Connection
from frontends.telnet.output import Why
from frontends.telnet.wire.codes import IAC, Command, Option, Verb, negotiate, subnegotiate
from frontends.telnet.wire.events import Mtts, Named
from frontends.terminal.double_clicks import DOUBLE_CLICK
from frontends.terminal.paint import FRAME, MOUSE_OFF, MOUSE_ON
from frontends.terminal.picture import Look
from frontends.terminal.terminal import Clicked, Closed, Dropped, Input, Key, Line, Prompt, Resized
from tests.frontends.telnet.connected import (
    ECHO,
    ENTER,
    ENVIRON,
    NAWS,
    SGA,
    TTYPE,
    connected,
    in_characters,
    meet,
    on_screen,
    picture,
    receive,
)
from tests.frontends.telnet.pair import Client as Telnet

# Pictures in time.


async def test_pictures_that_follow_quickly_replace_each_other_and_the_last_is_sent_in_its_time(autojump_clock: Any):
    async with on_screen() as (connection, client):
        connection.show(picture(1))
        assert b"picture 1 row 23" in client.hear()
        for number in range(2, 100):
            connection.show(picture(number))
        assert client.hear() == b""
        started = trio.current_time()
        await trio.lowlevel.wait_readable(client.sock)
        assert trio.current_time() - started == pytest.approx(FRAME)
        assert client.hear().count(b"99") == 24


async def test_many_are_shown_a_picture_at_once_but_for_those_who_have_no_board():
    async with on_screen() as (connection, client), on_screen() as (other, others), connected() as (third, thirds):
        Connection.show_all([connection, third, other], picture(1))
        assert client.hear() == others.hear() != b""
        assert thirds.hear() == b""
        assert connection.out.sent == other.out.sent
        Connection.show_all([third], picture(2))
        assert thirds.hear() == b""


async def test_nobody_is_sent_more_than_30_pictures_a_second(autojump_clock: Any):
    async with on_screen() as (connection, client):
        sent = 0
        for number in range(500):
            connection.show(picture(number))
            sent += bool(client.hear())
            await trio.sleep(0.01)
        assert 140 <= sent <= 151, "in five seconds"


async def test_picture_that_is_shown_already_is_not_sent_again():
    async with on_screen() as (connection, client):
        board = picture(1)
        connection.show(board)
        client.hear()
        connection.show(board)
        assert client.hear() == b""


async def test_picture_held_back_is_not_painted_over_the_text_that_follows_the_board(autojump_clock: Any):
    async with on_screen() as (connection, client):
        connection.show(picture(1))
        connection.show(picture(2))
        connection.use_screen(False)
        connection.write("over\n")
        client.hear()
        await trio.sleep(1)
        assert client.hear() == b""


# Windows.


async def test_of_a_burst_of_window_sizes_only_the_latest_is_told(autojump_clock: Any):
    async with on_screen() as (connection, client):
        for _ in range(3):
            await trio.sleep(1)
            client.say(b"".join(subnegotiate(NAWS, bytes((0, 60 + number, 0, 20))) for number in range(100)) + b"x")
            assert await receive(connection, 2) == [
                Resized(Look(20, 159, colour=True, utf8=True, single_keys=True)), Key("x")
            ]  # fmt: skip
            client.say(subnegotiate(NAWS, bytes((0, 50, 0, 20))) + b"y")
            assert await receive(connection) == [Key("y")], "its time has not come"
            started = trio.current_time()
            assert await receive(connection) == [Resized(connection.look)]
            assert trio.current_time() - started == pytest.approx(1 / connection.pace.traffic.sizes_a_second)
            assert connection.look.columns == 50


async def test_what_a_terminal_can_do_is_told_without_delay():
    async with connected() as (connection, client):
        client.say(subnegotiate(NAWS, bytes((0, 60, 0, 20))) + b"a\n")
        assert (await receive(connection, 2))[1] == Line("a")
        await trio.sleep(0)
        client.say(subnegotiate(Option.CHARSET, b"\1;UTF-8"))
        connection.wire._options.hear(Verb.WILL, Option.CHARSET)
        assert await receive(connection) == [Resized(connection.look)]
        assert connection.look.utf8


async def test_sizes_are_not_counted_as_given():
    async with connected() as (connection, client):
        client.say(subnegotiate(NAWS, bytes((0, 60, 0, 20))) + b"a\n")
        assert connection.count_given() == 1
        await receive(connection, 2)
        assert connection.count_taken() == 1


# The mouse.


def click(row: int, column: int) -> bytes:
    return f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m".encode()


async def test_mouse_is_told_while_a_board_is_shown_and_no_longer():
    async with in_characters() as (connection, client):
        connection.use_mouse(True)
        assert client.hear() == b"", "not in line mode"
        connection.use_screen(True)
        connection.use_mouse(True)
        assert client.hear().endswith(MOUSE_ON)
        client.say(click(3, 7) + b"\x1b[<64;1;1M\x1b[<65;1;1M")
        assert await receive(connection, 3) == [Clicked(3, 7), Key("wheel up"), Key("wheel down")]
        connection.use_screen(False)
        assert client.hear().startswith(MOUSE_OFF)
        connection.ask(Prompt("> "))
        client.say(click(3, 7) + b"\x1b[<64;1;1M" + b"go" + ENTER)
        assert await receive(connection) == [Line("go")]
        assert client.hear().endswith(b"> go\r\n")


async def test_mouse_is_told_when_the_terminal_turns_out_to_have_one():
    async with connected() as (connection, client):
        connection.use_screen(True)
        connection.use_mouse(True)
        assert MOUSE_ON not in client.hear()
        connection._learn(Named(("XTERM",), Mtts(0), True))
        assert MOUSE_ON in client.hear()
        connection.use_screen(False)
        assert client.hear().startswith(MOUSE_OFF)
        connection.use_screen(True)
        assert client.hear().endswith(MOUSE_ON)


async def test_two_quick_clicks_on_one_cell_are_a_double_click(autojump_clock: Any):
    async with on_screen() as (connection, client):
        client.say(click(1, 1) * 3)
        assert await receive(connection, 3) == [Clicked(1, 1), Clicked(1, 1, True), Clicked(1, 1)]
        await trio.sleep(2 * DOUBLE_CLICK)
        client.say(click(1, 1))
        assert await receive(connection) == [Clicked(1, 1)]
        client.say(click(1, 2) + click(1, 1))
        assert await receive(connection, 2) == [Clicked(1, 2), Clicked(1, 1)]


async def test_what_is_let_go_elsewhere_was_dragged_there() -> None:
    async with on_screen() as (connection, client):
        client.say(b"\x1b[<0;2;2M\x1b[<0;9;7m")
        assert await receive(connection, 2) == [Clicked(1, 1), Dropped(6, 8)]


async def test_terminal_that_may_know_no_mouse_is_told_nothing_of_it():
    async with connected() as (connection, client):
        await meet(connection, client, Telnet(names=(b"VT220",)))
        assert connection.look.single_keys
        connection.use_screen(True)
        connection.use_mouse(True)
        assert MOUSE_ON not in client.hear()


# Those who are read to.


@pytest.mark.parametrize("by_choice", [False, True])
async def test_who_is_read_to_gets_plain_lines_and_edits_them_at_home(by_choice: bool):
    async with connected() as (connection, client):
        telnet = Telnet(will=frozenset({TTYPE, ENVIRON}), variables=() if by_choice else ((b"ACCESSIBLE", b"1"),))
        await meet(connection, client, telnet)
        if by_choice:
            assert connection.look.single_keys
            connection.adapt(attrs.evolve(connection.look, reader=True))
            await meet(connection, client, telnet)
        assert connection.look.reader
        assert not connection.look.single_keys
        client.heard = b""
        for sentence in ("Bea sits down.\n", "Bea plays 75.\n"):
            connection.ask(Prompt("> "))
            connection.write(sentence)
            connection.ask(Prompt("> "))
        client.say(b"look\r\n")
        assert await receive(connection) == [Line("look")]
        connection.prefill("u 3")
        connection.ask(Prompt("> "))
        connection.ring()
        heard = client.hear().replace(bytes((IAC, Command.GA)), b"")
        assert heard == b"> \r\nBea sits down.\r\nBea plays 75.\r\nYou had typed: u 3\r\n> \a"


async def test_key_that_comes_before_the_client_has_gone_back_to_lines_is_echoed_plainly():
    async with in_characters() as (connection, client):
        connection.ask(Prompt("> "))
        connection.adapt(attrs.evolve(connection.look, reader=True))
        client.hear()
        client.say(b"qx\x7fuit\x1b[D" + ENTER)
        assert await receive(connection) == [Line("quit")]
        assert client.hear() == b"qxuit\r\n"


async def test_who_is_not_read_to_any_more_has_single_keys_again():
    async with in_characters() as (connection, client):
        telnet = Telnet(will=frozenset({TTYPE}))
        for reader in (True, False):
            connection.adapt(attrs.evolve(connection.look, reader=reader))
            telnet.on |= {(Verb.DO, ECHO), (Verb.DO, SGA)} if reader else set()
            await meet(connection, client, telnet)
            assert connection.look.single_keys is not reader


# Prompts.


async def test_prompt_that_stood_before_the_client_was_known_is_marked_then():
    async with connected() as (connection, client):
        connection.ask(Prompt("Your name: "))
        assert client.hear() == b"Your name: "
        client.say(negotiate(Verb.WONT, TTYPE) + b"Anna\r\n")
        assert Line("Anna") in await receive(connection, 2)
        assert bytes((IAC, Command.GA)) in client.hear()


# The end.


async def test_who_has_said_everything_still_hears_the_answers():
    async with connected() as (connection, client):
        client.say(b"list\n")
        client.sock.shutdown(socket.SHUT_WR)
        assert await receive(connection) == [Line("list")]
        connection.write("nothing\n")
        assert await receive(connection) == [Closed()]
        assert client.hear() == b"nothing\r\n"
        assert connection.why is Why.HUNG_UP


async def test_who_is_shown_out_gets_the_terminal_back_and_a_sentence():
    async with on_screen() as (connection, client):
        connection.use_mouse(True)
        connection.show(picture(1))
        async with trio.open_nursery() as nursery:
            received: list[Input] = []

            async def wait() -> None:
                received.extend(await receive(connection))

            nursery.start_soon(wait)
            await trio.testing.wait_all_tasks_blocked()
            connection.part(Why.IDLE, message("Good night."))
        assert received == [Closed()]
        assert connection.why is Why.IDLE
        heard = client.hear()
        assert MOUSE_OFF in heard
        assert heard.rstrip().endswith(b"Good night.")
        connection.part(Why.CLOSING, message("Once more."))
        assert connection.why is Why.IDLE


async def test_connection_that_is_reset_is_lost():
    async with connected() as (connection, client):
        connection.write("x")
        client.sock.close()
        connection.write("y")
        assert connection.why is Why.LOST
        assert await receive(connection) == [Closed()]


async def test_input_that_nobody_waits_for_any_more_is_not_lost():
    async with connected() as (connection, client):
        client.say(b"a\nb\n")
        assert connection.count_given() == 2
        with trio.CancelScope() as gave_up:
            gave_up.cancel()
            await connection.receive()
        assert gave_up.cancelled_caught
        assert await receive(connection, 2) == [Line("a"), Line("b")]
