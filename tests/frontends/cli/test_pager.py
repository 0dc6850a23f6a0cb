"""A text in a pager, which has the terminal in a mode of its own."""

from __future__ import annotations

import shlex
import signal
import sys

import pytest

from frontends.cli.pager import own_pager
from tests.frontends.cli.teletype import Teletype

RAW = "import sys, tty, signal; tty.setraw(1); sys.stdout.write(sys.stdin.read(12)); sys.stdout.flush(); signal.pause()"
"""A pager that puts nothing right when it is ended."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_ended_ends_the_pager_and_leaves_the_terminal_as_it_was(number: signal.Signals) -> None:
    pager = shlex.join((sys.executable, "-c", RAW))
    with Teletype("-m", "frontends", "rules", "mille", environment={"PAGER": pager}) as tty:
        tty.wait(lambda: any("The rules of" in line for line in tty.lines))
        assert not tty.sane
        tty.child.send_signal(number)
        assert tty.wait_end() == 128 + number
        assert tty.sane


def test_pager_that_reads_no_further_is_no_fault() -> None:
    with Teletype("-m", "frontends", "rules", "mille", environment={"PAGER": "head -1"}) as tty:
        assert tty.wait_end() == 0
        assert any("The rules of" in line for line in tty.lines)


@pytest.mark.parametrize(("variable", "words"), [("cat -n", ("cat", "-n")), ("nosuch -x", ()), ("'open", ())])
def test_pager_is_what_the_person_says_where_there_is_such_a_program(
    variable: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", variable)
    assert tuple(own_pager()) == words
