"""The screen of one connection: the first picture at once, then thirty a second at most, and the last one always."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
import trio.testing

from frontends.screens.picture import Look, Picture
from frontends.telnet.board import FRAME, Board
from frontends.telnet.sending import Later, Sender
from tests.frontends.pictures import of_lines

LOOK = Look(rows=5, columns=20)


def picture(text: str) -> Picture:
    return of_lines([text], LOOK)


@asynccontextmanager
async def board() -> AsyncIterator[tuple[Board, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.setblocking(False)
        async with trio.open_nursery() as nursery:
            later = Later()
            await nursery.start(later.run)
            shown: list[Board] = []
            sender = Sender(ours, later, lambda: shown[0].catch_up())
            shown.append(Board(sender, later, LOOK))
            yield shown[0], theirs
            nursery.cancel_scope.cancel()


def got(theirs: socket.socket) -> str:
    try:
        return theirs.recv(1 << 20).decode()
    except BlockingIOError:
        return ""


async def test_first_picture_is_sent_at_once_and_the_same_one_is_not_sent_again(autojump_clock: trio.testing.MockClock):
    async with board() as (shown, theirs):
        hello = picture("hello")
        shown.show(hello, repaint=False)
        assert "hello" in got(theirs)
        await trio.sleep(1)
        shown.show(hello, repaint=False)
        assert got(theirs) == ""
        shown.show(hello, repaint=True)
        assert "hello" in got(theirs)


async def test_of_pictures_that_come_too_quickly_the_last_one_is_sent_in_its_time(
    autojump_clock: trio.testing.MockClock,
):
    async with board() as (shown, theirs):
        shown.show(picture("one"), repaint=False)
        got(theirs)
        for text in ("two", "three", "four"):
            shown.show(picture(text), repaint=False)
        assert got(theirs) == ""
        await trio.sleep(FRAME * 1.1)
        assert got(theirs).count("four") == 1
        await trio.sleep(1)
        assert got(theirs) == ""


async def test_twenty_thousand_pictures_in_a_second_are_sent_as_thirty(autojump_clock: trio.testing.MockClock):
    async with board() as (shown, theirs):
        pictures = [picture(str(number % 7)) for number in range(7)]
        sent = 0
        for number in range(1000):
            for _ in range(20):
                shown.show(pictures[number % 7], repaint=False)
            await trio.sleep(0.001)
            sent += bool(got(theirs))
        assert 28 <= sent <= 31


async def test_screen_that_was_left_is_not_drawn_on(autojump_clock: trio.testing.MockClock):
    async with board() as (shown, theirs):
        shown.show(picture("one"), repaint=False)
        shown.show(picture("two"), repaint=False)
        shown.clear()
        got(theirs)
        await trio.sleep(1)
        assert got(theirs) == ""
