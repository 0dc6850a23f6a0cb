"""The screen of one connection: the first picture at once, then thirty a second at most, and the last one always."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import pairwise

import pyte
import pytest
import trio
import trio.testing

from frontends.telnet.output import Later, Sender
from frontends.telnet.screen import Painter, Screen, show_all
from frontends.terminal.paint import FRAME
from frontends.terminal.picture import Look, Picture
from tests.frontends.pictures import of_lines

LOOK = Look(rows=5, columns=20)


def picture(text: str) -> Picture:
    return of_lines([text], LOOK)


@asynccontextmanager
async def screen() -> AsyncIterator[tuple[Screen, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.setblocking(False)
        async with trio.open_nursery() as nursery:
            later = Later()
            await nursery.start(later.run)
            shown: list[Screen] = []
            sender = Sender(ours, later, lambda: shown[0].catch_up())
            shown.append(Screen(sender, later, LOOK, lambda act: act()))
            yield shown[0], theirs
            nursery.cancel_scope.cancel()


def got(theirs: socket.socket) -> str:
    try:
        return theirs.recv(1 << 20).decode()
    except BlockingIOError:
        return ""


async def test_first_picture_is_sent_at_once_and_the_same_one_is_not_sent_again(autojump_clock: trio.testing.MockClock):
    async with screen() as (shown, theirs):
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
    async with screen() as (shown, theirs):
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
    async with screen() as (shown, theirs):
        pictures = [picture(str(number % 7)) for number in range(7)]
        sent = 0
        for number in range(1000):
            for _ in range(20):
                shown.show(pictures[number % 7], repaint=False)
            await trio.sleep(0.001)
            sent += bool(got(theirs))
        assert 28 <= sent <= 31


def in_every_state(screens: Sequence[Screen], shown: Picture) -> None:
    """Bring screens into all states: new, with nothing else to wait for, held back, with a client that does not read,
    with other characters, with this picture, and cleared."""
    _, waiting, held_back, unread, plain, same, cleared = screens
    waiting.show(picture("one"), repaint=False)
    for text in ("one", "two"):
        held_back.show(picture(text), repaint=False)
    unread.show(picture("one"), repaint=False)
    unread.out.send(b"x" * (1 << 24))
    plain.look = Look(rows=5, columns=20, colour=False, utf8=False)
    plain.show(picture("one"), repaint=False)
    same.show(shown, repaint=False)
    cleared.show(picture("one"), repaint=False)
    cleared.clear()


def show_each(screens: Sequence[Screen], shown: Picture) -> None:
    for one in screens:
        one.show(shown, repaint=False)


async def got_by_all(show: Callable[[Sequence[Screen], Picture], None], later: float) -> list[list[str]]:
    """What each of screens in every state is sent, at once and then, when they are shown a picture."""
    new = picture("♠ new")
    async with AsyncExitStack() as stack:
        pairs = [await stack.enter_async_context(screen()) for _ in range(7)]
        screens = [one for one, _ in pairs]
        in_every_state(screens, new)
        await trio.sleep(later)
        show(screens, new)
        found = []
        for wait in (0, FRAME * 1.1, 1):
            await trio.sleep(wait)
            found.append([got(theirs) for _, theirs in pairs])
    return found


@pytest.mark.parametrize("later", [0, FRAME * 1.1])
async def test_many_are_shown_a_picture_as_each_of_them_would_be(later: float, autojump_clock: trio.testing.MockClock):
    assert await got_by_all(show_all, later) == await got_by_all(show_each, later)


async def test_screen_that_was_left_is_not_drawn_on(autojump_clock: trio.testing.MockClock):
    async with screen() as (shown, theirs):
        shown.show(picture("one"), repaint=False)
        shown.show(picture("two"), repaint=False)
        shown.clear()
        got(theirs)
        await trio.sleep(1)
        assert got(theirs) == ""


def sized(text: str, rows: int = 24, columns: int = 80) -> Picture:
    return of_lines([text], Look(rows=rows, columns=columns))


def test_the_same_step_is_painted_once():
    painter, one, two = Painter(), sized("one"), sized("two")
    assert painter.paint(one, two, True, True) is painter.paint(one, two, True, True)
    assert painter.paint(None, two, True, True) is not painter.paint(one, two, True, True)


def test_characters_are_those_that_the_terminal_reads():
    painter, ace = Painter(), sized("A♠ é…")
    assert "A♠ é…".encode() in painter.paint(None, ace, True, True)
    assert b"A? e." in painter.paint(None, ace, True, False)


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (200, 400)])
def test_pictures_are_remembered_up_to_so_many_cells(rows, columns):
    painter = Painter(200_000)
    pictures = [sized(str(number), rows, columns) for number in range(60)]
    for before, after in pairwise(pictures):
        painter.paint(before, after, True, True)
    assert painter.cells <= 200_000


def test_what_is_painted_leads_from_picture_to_picture():
    painter, screen = Painter(), pyte.Screen(80, 24)
    terminal = pyte.ByteStream(screen)
    before = None
    for number in range(5):
        after = sized(f"move {number}")
        terminal.feed(painter.paint(before, after, True, True))
        before = after
        assert screen.display[0].rstrip() == f"move {number}"
