"""`parlour serve` as operators and visitors have it: a process with people at its sockets, and what it logs."""

from __future__ import annotations

import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from string import ascii_lowercase
from typing import Any, cast

import pytest
import trio

from frontends.commands import serve
from frontends.telnet.terminal_rescue import RESTORE
from frontends.terminal.paint import MOUSE_OFF, MOUSE_ON
from journal import open_journal
from tests.frontends.served import CODE, Serving, come_in, serving, visitors
from tests.frontends.shell import Parlour
from tests.frontends.telnet import certificates
from tests.frontends.telnet.by_tls import bare, call
from tests.frontends.telnet.clients import IAC, NAWS, SB, SE, Bare, Drawing, connect
from tests.patience import PATIENCE

LINE = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (debug|info|warning|error)( [a-z]+=(\S+|"[^"]*"))+')
"""What is written for each thing that happens."""
FILES, PEOPLE = 35, 32
"""Descriptors that a small house may have, and how many people come, for all of whom they are too few."""


@pytest.mark.parametrize("level", ["debug", "info"])
async def test_each_who_comes_and_leaves_is_a_line_with_the_reason_and_nothing_secret(
    tmp_path: Path, level: str
) -> None:
    url = f"sqlite:{tmp_path / 'a.db'}"
    async with serving("--journal", url, "--log-level", level) as house:
        async with visitors(house, Bare, Drawing, Bare) as (anna, bert, carl):
            await come_in(anna, "Annabella")
            code = (await anna.ask("new mille person", CODE))[1]
            await come_in(bert, "Bertolucci")
            await bert.ask(f"join {code[:5]}", "q leave")
            await anna.ask("say xylophone", "xylophone")
            await anna.ask("zzyzx", "zzyzx")
            await anna.send("quit")
            await anna.ask("y", "lobby> ")
            await anna.ask(f"resume {code}", "Mille")
            await carl.send("GET / HTTP/1.0\r\n")
            await carl.end()
            await anna.ask("quit", "y/n")
            await anna.ask("y", "lobby> ")
            await anna.send("quit")
            await anna.end()
            await bert.stream.send_eof()
            await bert.end()
        await house.wait_log("event=left", 3)
        house.process.send_signal(signal.SIGTERM)
        await house.process.wait()
    lines = house.log.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert house.log.count("event=came") == house.log.count("event=left") == 3
    left = {why for line in lines if "event=left" in line for why in re.findall(r"why=(\S+)", line)}
    assert left == {"left", "hung-up", "wrong-protocol"}
    for secret in ("annabella", "bertolucci", "xylophone", "zzyzx", "quit", "get /", *code.split("-")[1:]):
        assert secret not in house.log.lower()


def test_who_plays_waits_for_no_module_to_be_loaded() -> None:
    command = [sys.executable, "-m", "tests.frontends.opened_house"]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() == []


async def test_less_is_logged_when_less_is_wanted() -> None:
    async with serving("--journal", "memory:", "--log-level", "warning") as house:
        async with visitors(house, Bare) as (anna,):
            await come_in(anna, "Anna")
            await anna.send("quit")
            await anna.end()
        house.process.send_signal(signal.SIGINT)
        assert await house.process.wait() == 0
    assert house.log == ""


async def test_everybody_is_told_that_the_house_closes() -> None:
    async with serving("--journal", "memory:") as house, visitors(house, Bare, Drawing) as (anna, bert):
        await come_in(anna, "Anna")
        house.process.send_signal(signal.SIGTERM)
        for person in (anna, bert):
            await person.expect("The house is closing")
            await person.end()
        assert await house.process.wait() == 0
        assert house.log.count("why=house-closing") == 2


async def test_want_of_descriptors_is_logged_once_and_waited_out() -> None:
    async with serving("--journal", "memory:", files=FILES) as house, AsyncExitStack() as stack:
        streams = [await stack.enter_async_context(await connect(house.port)) for _ in range(PEOPLE)]
        await house.wait_log('event=no-room why="Too many open files"')
        await Bare(streams[0]).expect("Your name: ")
        come = house.log.count("event=came")
        assert PEOPLE / 2 < come < PEOPLE
        for stream in streams[:come]:
            await stream.aclose()
        await house.wait_log("event=came", PEOPLE)
        last = Bare(streams[-1])
        await come_in(last, "Zoe")
        assert house.log.count("event=no-room") == 1


async def searching(house: Serving, client: type[Bare], stack: AsyncExitStack) -> Bare:
    """Somebody whose search for a deal takes long enough to be told about; some deals are won at once."""
    for letter in ascii_lowercase:
        person = client(await stack.enter_async_context(await connect(house.port)))
        await come_in(person, f"Anna{letter}")
        looking = r"Looking for a deal that can be won\."
        said = await person.ask("new generals-patience winnable", rf"{looking}|resume")
        if re.fullmatch(looking, said[0]):
            return person
    raise AssertionError("every deal was won at once")


@pytest.mark.parametrize(("client", "typed"), [(Bare, b"\n"), (Drawing, b"\r\0"), (Drawing, b"\x03")])
async def test_search_for_a_deal_is_ended_by_an_empty_line_or_a_key(client: type[Bare], typed: bytes) -> None:
    async with serving("--journal", "memory:") as house, AsyncExitStack() as stack:
        anna = await searching(house, client, stack)
        await anna.stream.send_all(typed)
        await anna.expect(r"The search was stopped\.")
        await anna.ask("fair", "commit")


async def resize(person: Drawing, rows: int, columns: int) -> None:
    """Give somebody another window."""
    person.screen.resize(rows, columns)
    size = bytes((0, columns, 0, rows))
    await person.stream.send_all(bytes((IAC, SB, NAWS)) + size + bytes((IAC, SE)))


async def test_window_that_is_too_small_gets_words_until_it_is_larger() -> None:
    async with serving("--journal", "memory:") as house, await connect(house.port) as stream:
        anna = Drawing(stream, 19, 39)
        await anna.see("Your name:")
        await anna.send("Anna")
        await anna.see("lobby>")
        await anna.send("new pileon deal=7")
        await anna.see("your move>")
        await anna.press("1 1")
        await anna.see("your move> 1 1")
        await resize(anna, 20, 40)
        await anna.see("Arrows choose")
        await resize(anna, 19, 40)
        await anna.expect(r"too\s+small")
        await anna.see("your move> 1 1")
        await anna.send("4")
        await anna.see("Pile 14: 2♠")


async def test_operator_learns_why_the_lists_are_not_where_they_were_wanted(tmp_path: Path) -> None:
    other, nowhere = tmp_path / "notes.txt", tmp_path / "none" / "lists"
    other.write_text("Something else.")
    for views, said in ((other, "is not a file of Parlour's lists"), (nowhere, "cannot be opened")):
        async with serving("--journal", f"sqlite:{tmp_path / 'a.db'}", "--views", views) as house:
            await house.wait_log(f"warning .*{views}.* {said}.*kept in memory")
    assert other.read_text() == "Something else."


async def test_house_does_what_one_that_was_killed_has_left_of_forgetting_somebody(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'a.db'}"
    async with serving("--journal", url) as house, visitors(house, Bare) as (anna,):
        await come_in(anna, "Annabella")
        await anna.ask("forget me", r"\(y/n\)")
        await anna.ask("y", "You are forgotten here")
        house.process.send_signal(signal.SIGKILL)
        await house.process.wait()
    async with open_journal(url) as journal:
        assert not await journal.is_compact()
    async with serving("--journal", url):
        pass
    async with open_journal(url) as journal:
        assert await journal.is_compact()


async def test_terminals_are_put_right_when_the_house_is_killed() -> None:
    async with serving("--journal", "memory:") as house, visitors(house, Drawing, Drawing, Drawing) as people:
        playing, back, inside = people
        for person, name in zip(people, ("Anna", "Bert", "Carl"), strict=True):
            await come_in(person, name)
        for person in (playing, back):
            assert isinstance(person, Drawing)
            await person.send("new pileon deal=7")
            await person.see("Arrows choose")
            await person.wait(partial(has_mouse, person))
        await back.stream.send_all(b"q")
        await back.see(r"\(y/n\)")
        await back.stream.send_all(b"y")
        await back.see("lobby>")
        sent = [person.raw for person in people]
        house.process.send_signal(signal.SIGKILL)
        for person in people:
            await person.end()
        assert [person.raw.startswith(before) for person, before in zip(people, sent, strict=True)] == [True] * 3
        assert playing.raw.endswith(RESTORE)
        assert not has_mouse(playing)
        assert [person.raw for person in (back, inside)] == sent[1:]


async def test_terminals_by_tls_are_put_right_too(tmp_path: Path) -> None:
    made = certificates.make(tmp_path)
    words = ("--telnets", "127.0.0.1:0", "--cert", made.certificate, "--key", made.key)
    async with serving("--journal", "memory:", *words) as house:
        port = re.search(r"-connect 127\.0\.0\.1:(\d+)", house.said)
        assert port is not None
        streams = [await call(made, int(port[1])) for _ in range(2)]
        anna, bert = [Drawing(cast(Any, stream)) for stream in streams]
        await come_in(anna, "Anna")
        await come_in(bert, "Bert")
        await anna.send("new pileon deal=7")
        await anna.see("Arrows choose")
        await anna.wait(partial(has_mouse, anna))
        sent = bert.raw
        house.process.send_signal(signal.SIGKILL)
        for person in (anna, bert):
            await person.end()
        assert anna.raw.endswith(RESTORE)
        assert bert.raw == sent
        for stream in streams:
            await trio.aclose_forcefully(stream)


async def test_house_that_closes_leaves_nobody_to_put_terminals_right() -> None:
    async with serving("--journal", "memory:") as house, visitors(house, Drawing) as (anna,):
        assert isinstance(anna, Drawing)
        await come_in(anna, "Anna")
        await anna.send("new pileon deal=7")
        await anna.see("Arrows choose")
        house.process.send_signal(signal.SIGTERM)
        await anna.end()
        assert await house.process.wait() == 0
        assert RESTORE not in anna.raw
        assert not has_mouse(anna)


def has_mouse(person: Bare) -> bool:
    """Whether clicks are told, by what was sent last about that."""
    return person.raw.rfind(MOUSE_ON) > person.raw.rfind(MOUSE_OFF)


@contextmanager
def hang_up_is(action: signal.Handlers) -> Iterator[None]:
    """What SIGHUP does to processes started meanwhile: nohup, under which tests may run, has it ignored."""
    before = signal.signal(signal.SIGHUP, action)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


async def test_house_says_good_bye_when_its_terminal_is_closed() -> None:
    with hang_up_is(signal.SIG_DFL):
        async with serving("--journal", "memory:") as house, visitors(house, Bare) as (anna,):
            await come_in(anna, "Annabella")
            house.process.send_signal(signal.SIGHUP)
            await anna.expect("The house is closing.")
            with trio.fail_after(PATIENCE):
                assert await house.process.wait() == 0


async def test_house_that_is_to_outlive_its_terminal_does() -> None:
    with hang_up_is(signal.SIG_IGN):
        async with serving("--journal", "memory:") as house, visitors(house, Bare) as (anna,):
            house.process.send_signal(signal.SIGHUP)
            await come_in(anna, "Annabella")


@pytest.mark.parametrize("files", [14, 24])
def test_too_few_files_are_a_sentence(tmp_path: Path, files: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "frontends", "serve", "--telnet", "127.0.0.1:0", "--journal", f"sqlite:{tmp_path}/a.db"],
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, files)),
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.endswith("parlour: Too many files are open; raise the limit (ulimit -n) and try again.\n")
    assert "Traceback" not in done.stderr


def test_house_may_have_as_many_connections_as_the_system_lets_it() -> None:
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(few, most - 1), most))
    try:
        serve.allow_many_connections()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))


async def test_people_come_in_by_tls_where_that_is_wanted(tmp_path: Path) -> None:
    made = certificates.make(tmp_path)
    doors = ("--telnets", "127.0.0.1:0", "--cert", made.certificate, "--key", made.key)
    async with serving("--journal", "memory:", *doors) as house:
        port = int(house.said.split("-connect 127.0.0.1:")[1].split()[0])
        secure = await call(made, port)
        anna = bare(secure)
        await come_in(anna, "Annabella")
        house.process.send_signal(signal.SIGTERM)
        await anna.expect("The house is closing.")
        await secure.aclose()
        with trio.fail_after(PATIENCE):
            assert await house.process.wait() == 0


async def test_programs_come_in_by_tls_beside_people_by_one_certificate(tmp_path: Path) -> None:
    made = certificates.make(tmp_path)
    doors = ("--telnets", "127.0.0.1:0", "--programs-tls", "127.0.0.1:0", "--cert", made.certificate, "--key", made.key)
    async with serving("--journal", "memory:", *doors) as house:
        people, programs = map(int, re.findall(r"-connect 127\.0\.0\.1:(\d+)", house.said))
        secure, robot = await call(made, people), await call(made, programs)
        anna = bare(secure)
        await come_in(anna, "Annabella")
        await robot.send_all(
            b'{"type":"hello","protocol":1,"name":"Robo"}\n{"type":"tell","name":"Annabella","text":"Hi."}\n'
        )
        await anna.expect(r"<~Robo\[bot\], to you> Hi\.")
        for stream in (secure, robot):
            await trio.aclose_forcefully(stream)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--telnets", "127.0.0.1:0"), "--telnets or --programs-tls, --cert and --key belong together"),
        (("--programs-tls", "127.0.0.1:0"), "--telnets or --programs-tls, --cert and --key belong together"),
        (("--cert", "a"), "--telnets or --programs-tls, --cert and --key belong together"),
        (("--key", "b"), "--telnets or --programs-tls, --cert and --key belong together"),
        (("--cert", "a", "--key", "b"), "--telnets or --programs-tls, --cert and --key belong together"),
        (("--telnets", "nowhere", "--cert", "a", "--key", "b"), "--telnets needs HOST:PORT"),
        (("--metrics", "nowhere"), "--metrics needs HOST:PORT"),
        (("--proxy", "balancer"), "--proxy needs an address"),
    ],
)
def test_doors_that_cannot_be_are_refused(parlour: Parlour, words: tuple[str, ...], sentence: str) -> None:
    status, _, error = parlour("serve", "--journal", "memory:", *words)
    assert (status, sentence in error) == (2, True)


def test_certificate_that_is_none_is_named(parlour: Parlour) -> None:
    status, _, error = parlour(
        "serve",
        "--journal",
        "memory:",
        "--telnet",
        "127.0.0.1:0",
        "--telnets",
        "127.0.0.1:0",
        "--cert",
        "a",
        "--key",
        "b",
    )
    assert (status, "The certificate a cannot be used with its key: No such file" in error) == (1, True)
