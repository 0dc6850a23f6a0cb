"""One connection as a terminal, over a pair of real sockets: text, prompts, keys, and its end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import attrs
import pyte
import pytest
import trio
import trio.testing

from frontends.telnet.connection import Connection
from frontends.telnet.output import MOST_UNSENT, Why
from frontends.telnet.wire.codes import IAC, Command, Verb, negotiate, subnegotiate
from frontends.terminal.paint import FRAME
from frontends.terminal.picture import Look
from frontends.terminal.terminal import Closed, Key, Line, Prompt, Resized
from tests.frontends.telnet.connected import (
    ECHO,
    ENTER,
    ENVIRON,
    NAWS,
    OFFER,
    TTYPE,
    Client,
    connected,
    converse,
    in_characters,
    meet,
    named,
    picture,
    read_on,
    receive,
    until,
)
from tests.frontends.telnet.pair import Client as Telnet
from tests.patience import PATIENCE


async def test_bare_client_gets_text_and_a_prompt_and_sends_lines():
    async with connected() as (connection, client):
        connection.write("hello\n")
        connection.ask(Prompt("lobby> "))
        assert client.hear() == b"hello\r\nlobby> "
        client.say(b"list\nquit\r\n")
        assert await receive(connection, 2) == [Line("list"), Line("quit")]


async def test_client_is_asked_what_it_is_before_it_is_greeted(autojump_clock: Any):
    async with connected() as (connection, client):
        started = trio.current_time()
        await connection.meet(0.4)
        assert trio.current_time() - started == pytest.approx(0.4)
        assert client.hear() == negotiate(Verb.DO, TTYPE) + b"\r\0"


async def test_client_that_has_told_everything_is_greeted_at_once():
    async with connected() as (connection, client):
        telnet = Telnet(will=frozenset({TTYPE, NAWS, ENVIRON}), variables=((b"LANG", b"fr_FR.UTF-8"),))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(converse, client, telnet)
            with trio.fail_after(PATIENCE):
                await connection.meet(1000)
            nursery.cancel_scope.cancel()
        assert connection.look == Look(30, 100, colour=True, utf8=True, single_keys=True, language="fr")


async def test_text_above_a_prompt_begins_on_a_line_of_its_own_and_the_prompt_comes_again():
    async with connected() as (connection, client):
        connection.ask(Prompt("your move> "))
        connection.write("Bert sits down.\n")
        connection.ask(Prompt("your move> "))
        assert client.text() == "your move> \nBert sits down.\nyour move> "


async def test_same_prompt_is_not_shown_twice_and_another_one_in_a_line_of_its_own():
    async with connected() as (connection, client):
        connection.ask(Prompt("a> "))
        connection.ask(Prompt("a> ", lambda: ("words",)))
        connection.ask(Prompt("b> "))
        assert client.text() == "a> \nb> "


async def test_without_a_prompt_text_scrolls_without_gaps():
    async with connected() as (connection, client):
        for sentence in ("Comp picks a card.\n", "Comp plays Go.\n"):
            connection.ask(Prompt(""))
            connection.write(sentence)
        connection.ask(Prompt("your move> "))
        assert client.text() == "Comp picks a card.\nComp plays Go.\nyour move> "


async def test_typed_line_ends_the_prompts_line():
    async with connected() as (connection, client):
        connection.ask(Prompt("> "))
        client.say(b"look\n")
        await receive(connection)
        connection.write("nothing\n")
        connection.ask(Prompt("> "))
        assert client.hear() == b"> nothing\r\n> "


async def test_keys_are_echoed_and_edited_into_lines():
    async with in_characters() as (connection, client):
        connection.ask(Prompt("> "))
        client.say(b"lisr\x7ft" + ENTER)
        assert await receive(connection) == [Line("list")]
        assert client.hear().endswith(b"> lisr\b \bt\r\n")


async def test_long_question_stands_above_the_line_it_is_answered_in_and_is_not_said_twice():
    async with in_characters() as (connection, client):
        connection.look = attrs.evolve(connection.look, columns=40)
        question = Prompt("Leave the table? The game is saved. (y/n) ")
        connection.ask(question)
        assert client.text() == "\r\x1b[KLeave the table?\n\r\x1b[KThe game is saved. (y/n) "
        connection.write("Bea plays 75.\n")
        connection.ask(question)
        assert client.text() == "\r\x1b[KBea plays 75.\n\r\x1b[KThe game is saved. (y/n) "


async def test_half_typed_line_survives_text_that_comes_meanwhile():
    async with in_characters() as (connection, client):
        connection.ask(Prompt("> "))
        client.say(b"li")
        await read_on(connection)
        client.hear()
        connection.write("Bert sits down.\n")
        connection.ask(Prompt("> "))
        assert client.text() == "\r\x1b[KBert sits down.\n\r\x1b[K> li"
        client.say(b"st" + ENTER)
        assert await receive(connection) == [Line("list")]


READER = Telnet(will=frozenset({TTYPE, ENVIRON}), variables=((b"TERM", b"XTERM"), (b"ACCESSIBLE", b"1")))
PAINTER = Telnet(will=frozenset({TTYPE}))
KINDS: tuple[tuple[Telnet | None, str | None, bytes], ...] = (
    (None, "watching> ", b""), (None, "", b""), (None, None, b""),
    (PAINTER, "watching> ", b""), (PAINTER, "watching> ", b"li"), (PAINTER, "watching> ", b"ls"),
    (PAINTER, "another> ", b""), (PAINTER, None, b""), (READER, "watching> ", b""), (READER, "watching> ", b"x"),
)  # fmt: skip
"""What a client can do, what it was asked, and what is half typed there."""


async def test_each_of_many_is_written_what_they_would_be_written_singly():
    async with AsyncExitStack() as stack:
        made = [await stack.enter_async_context(asked(*kind)) for kind in (*KINDS, *KINDS, *KINDS)]
        together, singly = made[: 2 * len(KINDS)], made[2 * len(KINDS) :]
        for text in ("Anna plays.\n", "Bert plays: é.\nNow it is Anna's turn.\n"):
            Connection.write_all([connection for connection, _ in together], text)
            for connection, _ in singly:
                connection.write(text)
                connection.ask(Prompt(connection.editor.prompt))
            heard = [client.hear() for _, client in singly]
            assert [client.hear() for _, client in together] == [*heard, *heard]
            assert len(set(heard)) > 4
        for connection, client in (*together, *singly):
            client.say(b"st" + ENTER)
            (line,) = await receive(connection)
            assert isinstance(line, Line)
            client.heard += line.text.encode()
        said = [client.heard for _, client in singly]
        assert [client.heard for _, client in together] == [*said, *said]


@asynccontextmanager
async def asked(telnet: Telnet | None, prompt: str | None, typed: bytes) -> AsyncIterator[tuple[Connection, Client]]:
    """Somebody in line mode, who has typed a part of a line after a prompt."""
    async with connected() as (connection, client):
        if telnet is not None:
            await meet(connection, client, Telnet(will=telnet.will, variables=telnet.variables))
        if prompt is not None:
            connection.ask(Prompt(prompt))
        client.say(typed)
        await read_on(connection)
        client.hear()
        client.heard = b""
        yield connection, client


async def test_text_for_many_is_kept_for_those_who_do_not_read():
    async with connected(buffer=4096) as (slow, client), connected() as (other, others):
        while slow.out.unsent is None:
            slow.write("x" * 1000 + "\n")
        Connection.write_all([slow, other], "Anna plays.\n")
        assert others.hear() == b"Anna plays.\r\n"
        with trio.fail_after(PATIENCE):
            while not client.heard.endswith(b"x\r\nAnna plays.\r\n"):
                client.hear()
                await trio.lowlevel.checkpoint()


async def test_keys_typed_ahead_are_for_the_mode_in_which_they_are_taken():
    async with in_characters() as (connection, client):
        connection.ask(Prompt("> "))
        client.say(b"new" + ENTER + b"qy" + b"list" + ENTER)
        assert await receive(connection) == [Line("new")]
        connection.use_screen(True)
        assert await receive(connection, 2) == [Key("q"), Key("y")]
        connection.use_screen(False)
        connection.ask(Prompt("> "))
        assert await receive(connection) == [Line("list")]


async def test_line_half_typed_when_single_keys_are_agreed_on_goes_on_as_keys():
    async with connected() as (connection, client):
        client.say(b"anna\nbe")
        assert await receive(connection) == [Line("anna")]
        await meet(connection, client, Telnet())
        connection.ask(Prompt("> "))
        client.say(b"rt" + ENTER)
        assert await receive(connection) == [Line("bert")]


async def test_single_keys_are_offered_once_per_connection():
    async with connected() as (connection, client):
        await meet(
            connection,
            client,
            Telnet(will=frozenset({TTYPE}), do=frozenset(), names=(b"XTERM", b"XTERM-256COLOR", b"MTTS 13")),
        )
        assert connection.look == Look(colour=True, utf8=True, single_keys=False)
        assert client.heard.count(OFFER) == 1


@pytest.mark.parametrize("name", [b"DUMB", b"UNKNOWN", b"MTTS 64"])
async def test_single_keys_are_not_offered_to_those_who_cannot_draw_or_see(name: bytes):
    async with connected() as (connection, client):
        await meet(connection, client, Telnet(names=(name,)))
        assert negotiate(Verb.WILL, ECHO) not in client.heard


async def test_window_size_is_told():
    async with connected() as (connection, client):
        client.say(negotiate(Verb.WILL, NAWS) + subnegotiate(NAWS, bytes((0, 100, 0, 30))))
        (resized,) = await receive(connection)
        assert isinstance(resized, Resized)
        assert (resized.look.rows, resized.look.columns) == (30, 100)


async def test_what_the_person_chose_stands_against_what_the_terminal_says():
    async with connected() as (connection, client):
        connection.adapt(Look(colour=False, utf8=False))
        client.say(negotiate(Verb.WILL, TTYPE) + named(b"XTERM"))
        (resized,) = await receive(connection)
        assert isinstance(resized, Resized)
        assert (resized.look.colour, resized.look.utf8) == (False, False)
        client.hear()
        connection.write("♣\n")
        assert client.hear() == b"?\r\n"


async def test_picture_is_painted_and_then_only_what_changed(autojump_clock: Any):
    async with in_characters() as (connection, client):
        connection.use_screen(True)
        client.hear()
        connection.show(picture(1))
        whole = len(client.hear())
        await trio.sleep(2 * FRAME)
        connection.show(picture(2))
        assert len(client.hear()) < whole / 4
        await trio.sleep(2 * FRAME)
        connection.show(picture(2), repaint=True)
        assert len(client.hear()) > whole / 2


async def test_client_that_has_not_read_gets_the_latest_picture_whole():
    async with connected(buffer=4096) as (connection, client):
        connection.look = Look()
        connection.use_screen(True)
        connection.show(picture(0))
        while connection.out.unsent is None:
            connection.write("x" * 100 + "\n")
        for number in range(400):
            connection.show(picture(number))
        connection.show(picture(999))
        screen = pyte.Screen(80, 24)
        painter = pyte.ByteStream(screen)

        def is_shown() -> bool:
            painter.feed(client.hear())
            return "picture 999 row 23" in screen.display[23]

        await until(is_shown)
        assert all(f"picture 999 row {row} " in screen.display[row] for row in range(24))
        assert len(client.heard) < MOST_UNSENT
        assert connection.out.ended is None


async def test_text_for_a_client_that_does_not_read_is_kept_in_order():
    async with connected(buffer=4096) as (connection, client):
        sentences = [f"sentence {number}\n" for number in range(2000)]
        for sentence in sentences:
            connection.write(sentence)
        assert connection.out.unsent is not None
        with trio.fail_after(PATIENCE):
            while len(client.heard) < sum(map(len, sentences)) + len(sentences):
                client.hear()
                await trio.lowlevel.checkpoint()
        assert client.heard.decode().replace("\r\n", "\n") == "".join(sentences)


async def test_client_that_lets_too_much_text_pile_up_is_dropped():
    async with connected(buffer=4096) as (connection, _):
        for _ in range(100):
            connection.write("x" * 4000 + "\n")
        assert connection.out.ended is Why.TOO_SLOW
        assert await receive(connection, 2) == [Closed(), Closed()]
        connection.write("more\n")
        connection.keep_alive()


async def test_too_long_a_line_is_dropped_with_a_sentence_and_the_bell():
    async with connected() as (connection, client):
        connection.ask(Prompt("> "))
        client.say(b"x" * 5000 + b"\nok\n")
        assert await receive(connection) == [Line("ok")]
        assert client.hear().endswith(b"\aThat line is too long: type a shorter one.\r\n> ")


async def test_ctrl_d_on_an_empty_line_and_ctrl_c_are_keys_and_ctrl_z_is_nothing():
    async with in_characters() as (connection, client):
        connection.ask(Prompt("> "))
        client.say(b"ab\x1a\x03\x04")
        assert await receive(connection, 2) == [Key("c-c"), Key("c-d")]
        assert client.hear().endswith(b"> ab^C\r\n\r\n")


async def test_ctrl_d_is_a_key_for_clients_that_edit_by_themselves():
    async with connected() as (connection, client):
        client.say(b"\x04" + bytes((IAC, Command.EOF)))
        assert await receive(connection, 2) == [Key("c-d"), Key("c-d")]


async def test_interrupt_in_line_mode_is_ctrl_c():
    async with connected() as (connection, client):
        client.say(bytes((IAC, Command.IP)))
        assert await receive(connection) == [Key("c-c")]


async def test_keep_alive_says_nothing_to_those_who_would_show_it():
    async with connected() as (connection, client):
        connection.keep_alive()
        assert client.hear() == b""
        client.say(negotiate(Verb.WONT, TTYPE) + b"\n")
        await receive(connection, 2)
        client.hear()
        connection.keep_alive()
        assert client.hear() == bytes((IAC, Command.NOP))


async def test_drain_waits_until_all_is_sent():
    async with connected(buffer=4096) as (connection, client):
        connection.write("x" * 20_000)
        assert connection.out.unsent is not None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connection.out.drain)
            await until(lambda: client.hear() is None or len(client.heard) == 20_000)
        assert connection.out.unsent is None


async def test_wrong_door_gets_an_answer_and_is_closed():
    async with connected() as (connection, client):
        client.say(b"GET / HTTP/1.1\r\n")
        assert await receive(connection) == [Closed()]
        assert b"HTTP/1.1" in client.hear()


async def test_bell_and_change_of_mode_are_sent():
    async with in_characters() as (connection, client):
        connection.ring()
        assert client.hear() == b"\a"
        connection.use_screen(True)
        connection.use_screen(False)
        connection.ask(Prompt("> "))
        assert client.hear().endswith(b"> ")


async def in_lines(connection: Connection, client: Any) -> None:
    """Let the client speak telnet, and want nothing but lines."""
    client.say(b"".join(negotiate(Verb.WONT, option) for option in (TTYPE, NAWS, ENVIRON)))
    assert isinstance((await receive(connection))[0], Resized)
    client.hear()


async def test_client_that_edits_its_lines_is_told_to_hide_a_secret_and_shows_the_next_line_again():
    async with connected() as (connection, client):
        await in_lines(connection, client)
        connection.ask(Prompt("Password: ", is_secret=True))
        assert client.hear().startswith(negotiate(Verb.WILL, ECHO))
        client.say(negotiate(Verb.DO, ECHO) + b"secret\r\n")
        assert await receive(connection) == [Line("secret")]
        assert client.text() == "\n"
        connection.ask(Prompt("lobby> "))
        assert client.hear() == negotiate(Verb.WONT, ECHO) + b"lobby> " + bytes((IAC, Command.GA))
        client.say(negotiate(Verb.DONT, ECHO) + b"list\r\n")
        assert await receive(connection) == [Line("list")]
        assert client.hear() == b""


async def test_single_keys_of_a_secret_are_not_shown():
    async with in_characters() as (connection, client):
        connection.ask(Prompt("Password: ", is_secret=True))
        client.hear()
        client.say(b"secret" + ENTER)
        assert await receive(connection) == [Line("secret")]
        assert client.text() == "\n"
        connection.ask(Prompt("lobby> "))
        client.say(b"\x1b[A" + ENTER)
        assert await receive(connection) == [Line("")]
        assert "secret" not in client.text()


async def test_only_a_client_that_speaks_telnet_can_be_told_to_hide():
    async with connected() as (connection, client):
        connection.ask(Prompt("Password: ", is_secret=True))
        assert not connection.hides
        assert client.hear() == b"Password: "
        await in_lines(connection, client)
        assert connection.hides
