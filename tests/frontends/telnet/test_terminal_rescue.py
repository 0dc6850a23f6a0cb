"""The process that puts terminals right when the house is killed: here its line is cut instead."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import closing

import pyte

from frontends.telnet.terminal_rescue import RESTORE, open_rescue
from frontends.terminal.paint import MOUSE_OFF
from tests.frontends.logged import logged
from tests.frontends.telnet.children import children, started
from tests.patience import PATIENCE


def rest(theirs: socket.socket) -> bytes:
    """All that comes until the other end is closed."""
    theirs.settimeout(PATIENCE)
    return b"".join(iter(lambda: theirs.recv(4096), b""))


async def test_terminals_that_are_lent_when_the_house_ends_are_put_right():
    ours, theirs = socket.socketpair()
    with closing(theirs):
        async with open_rescue() as rescue:
            rescue.lend(ours)
            ours.close()
        assert rest(theirs) == RESTORE


async def test_those_that_were_taken_back_or_never_lent_are_left_alone():
    pairs = [socket.socketpair() for _ in range(3)]
    async with open_rescue() as rescue:
        for ours, _ in pairs[:2]:
            rescue.lend(ours)
        rescue.take_back(pairs[0][0])
        for ours, _ in pairs:
            ours.close()
    assert [rest(theirs) for _, theirs in pairs] == [b"", RESTORE, b""]
    for _, theirs in pairs:
        theirs.close()


async def test_number_that_is_lent_again_is_another_terminal():
    first, second = socket.socketpair(), socket.socketpair()
    async with open_rescue() as rescue:
        rescue.lend(first[0])
        number = first[0].fileno()
        first[0].close()
        with second[0].dup() as again:
            assert again.fileno() == number
            rescue.lend(again)
        second[0].close()
        assert rest(first[1]) == b""
    assert rest(second[1]) == RESTORE
    first[1].close()
    second[1].close()


async def test_client_that_reads_nothing_keeps_nobody_from_being_helped():
    deaf, other = socket.socketpair(), socket.socketpair()
    deaf[0].setblocking(False)
    try:
        while True:
            deaf[0].send(bytes(65536))
    except BlockingIOError:
        pass
    async with open_rescue() as rescue:
        for ours, _ in (deaf, other):
            rescue.lend(ours)
            ours.close()
    assert rest(other[1]) == RESTORE
    for _, theirs in (deaf, other):
        theirs.close()


async def test_house_goes_on_when_the_process_is_gone_and_another_one_has_what_was_lent() -> None:
    before = children()
    pairs = [socket.socketpair() for _ in range(3)]
    with logged() as log:
        async with open_rescue() as rescue:
            process = await started(before)
            rescue.lend(pairs[0][0])
            os.kill(process, signal.SIGKILL)
            rescue.lend(pairs[1][0])
            rescue.lend(pairs[2][0])
            rescue.take_back(pairs[2][0])
            await started(before | {process})
            for ours, _ in pairs:
                ours.close()
    assert [rest(theirs) for _, theirs in pairs] == [RESTORE, RESTORE, b""]
    assert log.getvalue().count("event=rescue-ended") == 1
    for _, theirs in pairs:
        theirs.close()


def test_what_is_sent_undoes_all_that_boards_may_have_done():
    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    stream.feed(b"\x1b[?25l\x1b[1;31;7m\x1b[?7l\x1b[3;10H")
    stream.feed(RESTORE)
    assert MOUSE_OFF in RESTORE
    assert not screen.cursor.hidden
    assert (screen.cursor.y, screen.cursor.x) == (23, 0)
    assert screen.cursor.attrs == pyte.Screen(80, 24).cursor.attrs
    assert pyte.modes.DECAWM in screen.mode
