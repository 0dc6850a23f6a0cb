"""The public log as a shell runs it: kept by a house, checked by strangers, signed by witnesses."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import attrs
import pytest

from core.public_log.directory import OwnDirectory
from core.public_log.leaves import Book, Opening, written
from core.public_log.tickets import ticket_for
from core.records import fold
from journal.game_lines import read_lines
from tests.archive.__main__ import PLACE
from tests.core.public_log.houses import KEY
from tests.core.public_log.test_logged_game import NODE, VERIFIER
from tests.frontends.shell import Parlour, child
from tests.journal.stores.nats.nodes import started

NAME = "house.example/log"
SAYS = "This game, its deal and its end are in the log of house.example/log as of its first "


def key_in(text: str) -> str:
    found = re.search(r"Its key, for everybody: (\S+)", text)
    assert found is not None
    return found[1]


@pytest.fixture
def played_out(home: Path, parlour: Parlour) -> tuple[str, str]:
    """A game that is over in a house with a log: its id, and the key of the log."""
    _, text, _ = child("play", "mille", "--lines", typed="p\nresign\ny\nquit\n")
    id = re.findall(r"table (\w+)\.", text)[0]
    status, told, _ = parlour("log", "--out", home / "log", "--name", NAME, "--once")
    assert status == 0
    return id, key_in(told)


def test_stranger_checks_a_game_with_nothing_but_the_export_and_the_key(
    home: Path, parlour: Parlour, played_out: tuple[str, str]
) -> None:
    id, key = played_out
    file, noted = home / "game.jsonl", home / "key.txt"
    assert parlour("export", id, file, "--log", home / "log")[0] == 0
    noted.write_text(f"{key}\n")
    shutil.rmtree(home / "log")
    for known in (key, noted):
        status, answer, _ = parlour("verify", file, "--log", known)
        assert status == 0
        assert answer.endswith("by the house's own word: no witness you named has signed.\n")
        assert SAYS in answer
    if NODE:
        done = subprocess.run([NODE, str(VERIFIER), str(file), key], check=True, capture_output=True, text=True)
        assert done.stdout.startswith("game, deal and end are in the log of house.example/log, among its first ")
    status, answer, error = parlour("verify", file, "--log", key.replace("house", "mouse"))
    assert (status, answer) == (1, "")
    assert "That is not the key of a log or witness" in error


def test_ticket_says_whether_a_game_is_the_one_somebody_had_sealed_luck_for(home: Path, parlour: Parlour) -> None:
    file = PLACE / "mille-sealed-running.jsonl"
    lines = read_lines(file)
    table = fold.read(lines.header.stream, lines.records)
    assert table.setup.book is not None
    ticket = ticket_for(table.id, table.setup.book, 1, table.chairs[1].sealed)
    kept, key = home / "ticket", str(KEY.public)
    kept.write_text(str(ticket.signed(KEY)))
    status, answer, _ = parlour("verify", file, "--ticket", kept, "--log", key)
    assert status == 0
    assert "The luck of seat 1 was sealed, and not revealed before all seats were taken." in answer
    assert f"It is the game of the ticket that {KEY.name} has signed: table mille14, number 3 of book" in answer
    assert answer.endswith("The file carries no proof that the game is in the log.\n")
    kept.write_text(str(attrs.evolve(ticket, number=4).signed(KEY)))
    status, answer, error = parlour("verify", file, "--ticket", kept, "--log", key)
    assert (status, answer) == (1, "")
    assert "not the game of the ticket: its seed is not number 4 of book" in error
    assert "--ticket needs --log KEY" in parlour("verify", file, "--ticket", kept)[2]
    kept.write_text("lost")
    assert "That is not a signed note" in parlour("verify", file, "--ticket", kept, "--log", key)[2]


def test_export_without_proofs_and_a_game_of_the_journal_say_what_to_do(
    home: Path, parlour: Parlour, played_out: tuple[str, str]
) -> None:
    id, key = played_out
    file = home / "game.jsonl"
    parlour("export", id, file)
    assert "carries no proof that it is in a log: export the" in parlour("verify", file, "--log", key)[2]
    assert "--log checks a file" in parlour("verify", id, "--log", key)[2]
    status, _, error = parlour("export", id, home / "again.jsonl", "--log", home / "none")
    assert (status, "does not say yet" in error) == (1, True)


def test_witness_signs_and_is_named(home: Path, parlour: Parlour, played_out: tuple[str, str]) -> None:
    id, key = played_out
    log, seen, file = home / "log", home / "seen", home / "game.jsonl"
    status, told, _ = parlour("witness", log, "--log", key, "--out", seen, "--name", "w.example/w1", "--once")
    assert status == 0
    assert parlour("log", "--out", log, "--witnessed", seen, "--once")[0] == 0
    parlour("export", id, file, "--log", log)
    answer = parlour("verify", file, "--log", key, "--witness", key_in(told))[1]
    assert re.search(rf"{SAYS}\d+ entries, seen by w\.example/w1 at 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.\n$", answer)


def test_moments_of_a_log_are_compared(home: Path, parlour: Parlour, played_out: tuple[str, str]) -> None:
    """Given an export, a checkpoint that was kept, and the log itself later on."""
    id, key = played_out
    log, kept, file = home / "log", home / "kept", home / "game.jsonl"
    parlour("export", id, file, "--log", log)
    kept.write_bytes((log / "checkpoint").read_bytes())
    child("play", "mille", "--lines", typed="p\nresign\ny\nquit\n")
    parlour("log", "--out", log, "--once")
    for old in (file, kept, log):
        status, answer, _ = parlour("log", "--consistent", old, log, "--log", key)
        assert status == 0
        assert "only grew" in answer
    later = shutil.copy(log / "checkpoint", home / "later")
    assert "The later one must be the log itself" in parlour("log", "--consistent", kept, later, "--log", key)[2]
    status, answer, _ = parlour("log", "--audit", log, "--log", key)
    assert status == 0
    assert re.search(r"games: 2, not over: 0; each number once\.\n$", answer)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "Say one of --out DIR, --consistent A B and --audit DIR."),
        (("--audit", "log"), "--log KEY is needed"),
        (("--out", "log", "--once"), "This log has no name yet"),
        (("--audit", "none", "--log", "none"), "not the key of a log"),
    ],
)
def test_words_that_do_not_fit_are_told(home: Path, parlour: Parlour, words: tuple[str, ...], why: str) -> None:
    status, _, error = parlour("log", *words)
    assert status in (1, 2)
    assert why in error


def test_witness_does_not_sign_a_log_that_changed_and_keeps_it_as_evidence(home: Path, parlour: Parlour) -> None:
    log, seen, key = home / "log", home / "seen", str(KEY.public)
    OwnDirectory(log, KEY).append([b"a", b"b"])
    words = ("witness", log, "--log", key, "--out", seen, "--name", "w.example/w1", "--once")
    assert parlour(*words)[0] == 0
    (signed,) = seen.rglob("checkpoint")
    before = signed.read_bytes()
    shutil.rmtree(log)
    OwnDirectory(log, KEY).append([b"a", b"x", b"c"])
    status, _, error = parlour(*words)
    assert (status, "has changed its past" in error) == (1, True)
    assert signed.read_bytes() == before
    assert signed.with_name("changed").read_bytes() == (log / "checkpoint").read_bytes()


def test_log_on_the_web_is_read_like_a_directory(home: Path, parlour: Parlour) -> None:
    log = home / "log"
    own = OwnDirectory(log, KEY)
    own.append([written(Book("k3m9x2pq", "9f" * 32, 4))])
    before = (home / "before").write_bytes((log / "checkpoint").read_bytes())
    assert before
    own.append([written(Opening("k3m9x2pq", 1, "9f" * 32))])
    with served(home) as address:
        status, answer, _ = parlour("log", "--audit", f"{address}/log/", "--log", str(KEY.public))
        assert (status, "nothing is said of number 0" in answer) == (1, True)
        words = ("--consistent", home / "before", f"{address}/log", "--log", str(KEY.public))
        assert parlour("log", *words)[0] == 0
        assert "There is no log in" in parlour("log", "--audit", f"{address}/none", "--log", str(KEY.public))[2]
    assert "does not answer as a log does" in parlour("log", "--audit", address, "--log", str(KEY.public))[2]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A web server for a directory, in a thread."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_forgetting_leaves_the_log_whole(home: Path, parlour: Parlour, played_out: tuple[str, str]) -> None:
    id, key = played_out
    file, name = home / "game.jsonl", "Zora"
    child("play", "mille", "--lines", "--name", name, typed="p\nresign\ny\nquit\n")
    parlour("log", "--out", home / "log", "--once")
    before = (home / "log" / "checkpoint").read_bytes()
    assert parlour("forget", name, "--yes")[0] == 0
    parlour("log", "--out", home / "log", "--once")
    assert (home / "log" / "checkpoint").read_bytes() == before
    parlour("export", id, file, "--log", home / "log")
    assert SAYS in parlour("verify", file, "--log", key)[1]


def test_log_of_a_journal_on_nats_has_its_key_where_it_is_said(
    home: Path, parlour: Parlour, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with started(tmp_path_factory.mktemp("nats")) as nodes:
        url, key = nodes.url(), home / "house.key"
        child("play", "mille", "--lines", "--journal", url, typed="p\nresign\ny\nquit\n")
        words = ("log", "--journal", url, "--out", home / "log", "--name", NAME, "--once")
        assert "--key FILE is needed" in parlour(*words)[2]
        assert not (home / "log").exists()
        assert parlour(*words, "--key", key)[0] == 0
        child("play", "mille", "--lines", "--journal", url, typed="p\nresign\ny\nquit\n")
        status, told, _ = parlour(*words, "--key", key)
    assert (status, key.stat().st_mode & 0o777) == (0, 0o600)
    status, answer, _ = parlour("log", "--audit", home / "log", "--log", key_in(told))
    assert (status, "books: 2, not used up: 0, games: 2, not over: 0; each number once" in answer) == (0, True)
