"""Standard input, output and error that are closed, full, or read by nobody; and files that are none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.frontends.cli.teletype import ROOT
from tests.frontends.shell import Parlour, child
from tests.patience import PATIENCE

CLOSED_INPUT = "parlour: Standard input is closed, so nothing can be typed: {}.\n"
FULL = "parlour: Nothing can be written to standard output (No space left on device): let it go elsewhere.\n"
CLOSED_OUTPUT = "parlour: Nothing can be written to standard output (closed): let it go elsewhere.\n"


def shell(command: str, **environment: str) -> tuple[int, bytes, str]:
    """Runs a command of the shell in which `parlour` stands for this program: status, output, standard error."""
    done = subprocess.run(
        ["sh", "-c", command.replace("parlour", f"'{sys.executable}' -m frontends")],
        stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT, env={**os.environ, **environment}, timeout=PATIENCE,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "", "LANG": "C"}])
def test_who_reads_no_utf8_gets_ascii(home: Path, locale: dict[str, str]) -> None:
    for command, said in (
        ("play terrace --lines", b"Cartes distribuees ; choisissez"),
        ("rules mille", b"\nLes regles du jeu"),
    ):
        status, output, error = shell(f"parlour {command} --language fr", **locale)
        assert (status, error) == (0, "")
        assert output.isascii()
        assert said in b"\n" + output


@pytest.mark.parametrize("command", ["play", "play mille --lines", "watch abcde", "replay abcde"])
def test_nothing_is_begun_where_nothing_can_be_typed_or_seen(home: Path, command: str) -> None:
    instead = "let it come from a terminal, a pipe or a file"
    assert shell(f"parlour {command} <&-") == (2, b"", CLOSED_INPUT.format(instead))
    assert shell(f"parlour {command} >&-") == (1, b"", CLOSED_OUTPUT)


def test_question_that_cannot_be_answered_is_not_asked(home: Path) -> None:
    shell("parlour play pileon --lines --name Anna")
    assert shell("parlour forget Anna <&-")[2] == CLOSED_INPUT.format("use --yes if you are sure")


@pytest.mark.parametrize("command", ["--help", "--version", "list --all", "stats", "rules mille", "play mille --lines"])
def test_output_that_is_not_taken_is_a_failure_in_one_sentence(home: Path, command: str) -> None:
    assert shell(f"parlour {command} >/dev/full") == (1, b"", FULL)


@pytest.mark.parametrize("command", ["--help", "list", "rules mille", "play mille --lines"])
def test_reader_who_has_enough_is_told_nothing(home: Path, command: str) -> None:
    """The reader is gone before anything is written."""
    given, taken = os.pipe()
    os.close(given)
    with os.fdopen(taken, "wb") as pipe:
        process = subprocess.run(
            [sys.executable, "-m", "frontends", *command.split()],
            stdin=subprocess.DEVNULL, stdout=pipe, stderr=subprocess.PIPE, cwd=ROOT, timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert (process.returncode, process.stderr) == (1, b"")


def test_everything_is_done_without_standard_error(home: Path) -> None:
    assert shell("parlour list 2>&-") == (0, b"Nobody is playing now. For old games, too: parlour list --all\n", "")
    assert shell("parlour nothing 2>/dev/full") == (2, b"", "")


def test_no_device_is_replaced_by_a_file(home: Path, mille: str) -> None:
    pipe = home / "pipe"
    os.mkfifo(pipe)
    sentence = f"parlour: {pipe} is not a file; choose another.\n"
    for command in (
        ("export", mille, pipe, "--force"),
        ("backup", pipe, "--force"),
        ("play", "mille", "--journal", f"sqlite:{pipe}"),
        ("list", "--journal", f"sqlite:{pipe}"),
        ("observatory", "pileon", "--file", pipe, "--resume"),
    ):
        assert child(*command) == (1, "", sentence)
        assert pipe.is_fifo()


def test_name_that_no_file_can_have_is_refused_in_one_sentence(parlour: Parlour) -> None:
    name = "x" * 300
    for command in (("play", f"./{name}"), ("backup", name), ("scrub", f"sqlite:{name}")):
        assert parlour(*command) == (1, "", f"parlour: The name of {name} is too long; choose a shorter one.\n")


def test_journal_that_is_not_there_is_not_made_to_be_compared(parlour: Parlour, tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    sentence = f"parlour: {missing} is not there; check the name of the journal.\n"
    assert parlour("scrub", f"sqlite:{missing}") == (1, "", sentence)
    assert not missing.exists()
