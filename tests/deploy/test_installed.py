"""Parlour installed beside a distribution that has packages named as our folders are: neither is in the other's way."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import Any, cast

import pytest
import trio

from frontends.telnet.terminal_rescue import RESTORE
from tests.deploy.installed import FOREIGN, Environment, build_foreign, build_parlour, make_environment, run
from tests.frontends.served import come_in, serving
from tests.frontends.telnet import certificates
from tests.frontends.telnet.by_tls import call
from tests.frontends.telnet.clients import Bare, Drawing, connect

IMPORT_THEIRS = "import core, frontends, journal"
IMPORT_OURS = "looked_at = list(sys.path); import parlour; assert sys.path == looked_at"
THEIRS_ARE_THEIRS = "assert {core.WHOSE, frontends.WHOSE, journal.WHOSE} == {'foreign'}"
ALONE = "assert not {'core', 'frontends', 'journal'} & set(sys.modules)"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Ours, and somebody else's."""
    place = tmp_path_factory.mktemp("wheels")
    return build_parlour(place / "ours"), build_foreign(place / "foreign")


@pytest.fixture(scope="module")
def both(wheels: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Where both are installed, ours first."""
    environment = make_environment(tmp_path_factory.mktemp("both") / "environment")
    for wheel in wheels:
        environment.install(wheel)
    return environment


@pytest.mark.parametrize(
    "lines",
    [
        (IMPORT_OURS, ALONE, IMPORT_THEIRS, THEIRS_ARE_THEIRS),
        (IMPORT_THEIRS, IMPORT_OURS, THEIRS_ARE_THEIRS, f"{IMPORT_THEIRS}; {THEIRS_ARE_THEIRS}"),
    ],
    ids=["before", "after"],
)
def test_import_changes_nothing_for_who_imports(both: Environment, tmp_path: Path, lines: tuple[str, ...]) -> None:
    run(both.python, "-c", "\n".join(("import sys", *lines)), at=tmp_path)


def test_game_is_played_listed_and_verified(both: Environment, tmp_path: Path) -> None:
    journal = f"sqlite:{tmp_path}/parlour.db"
    said = run(both.parlour, "--journal", journal, "play", "pileon", "--lines", at=tmp_path, typed="1 14\nquit\ny\n")
    table = re.search(r"table (\w+)\.", said)
    assert table is not None
    assert table[1] in run(both.parlour, "--journal", journal, "list", at=tmp_path)
    assert table[1] in run(both.python, "-P", "-m", "parlour", "--journal", journal, "list", at=tmp_path)
    run(both.parlour, "--journal", journal, "verify", table[1], at=tmp_path)


def test_program_is_whole_where_folders_of_these_names_lie_about(both: Environment, tmp_path: Path) -> None:
    for name in FOREIGN:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('not ours')\n")
    assert "mille" in run(both.python, "-m", "parlour", "rules", "mille", at=tmp_path).lower()


def test_processes_that_search_find_the_program(both: Environment, tmp_path: Path) -> None:
    words = ("observatory", "pileon", "--deals", "1..2", "--budget", "1000", "--workers", "1")
    assert "shown winnable" in run(both.parlour, *words, at=tmp_path)


def test_sentences_are_in_peoples_languages(both: Environment, tmp_path: Path) -> None:
    words = ("--journal", "memory:", "play", "mille", "--lines", "--language", "fr")
    assert "Vous" in run(both.parlour, *words, at=tmp_path, typed="quit\n")


def test_shell_completes_words_and_games(both: Environment, tmp_path: Path) -> None:
    assert "parlour" in run(both.parlour, at=tmp_path, _PARLOUR_COMPLETE="bash_source")
    typed = {"COMP_WORDS": "parlour play mi", "COMP_CWORD": "2", "_PARLOUR_COMPLETE": "bash_complete"}
    assert "plain,mille" in run(both.parlour, at=tmp_path, **typed)


def test_client_is_imported_without_the_program(both: Environment, tmp_path: Path) -> None:
    lines = ("import sys, parlour.client, parlour.client.examples.random_player", ALONE)
    run(both.python, "-c", "\n".join(lines), at=tmp_path)


def test_environment_plays_the_installed_program(both: Environment, tmp_path: Path) -> None:
    lines = (
        "from parlour.client.environments.pettingzoo_env import env",
        "game = env('mille')",
        "game.reset(seed=1)",
        "assert game.observe(game.agent_selection)['observation'].any()",
        "game.close()",
    )
    run(both.python, "-c", "\n".join(lines), at=tmp_path)


def test_door_for_language_models_is_a_command(both: Environment, tmp_path: Path) -> None:
    assert "HOST:PORT" in run(both.place / "bin" / "parlour-mcp", "--help", at=tmp_path)


def test_manual_page_is_installed_beside_the_command(both: Environment) -> None:
    assert (both.place / "share" / "man" / "man1" / "parlour.1").exists()


async def test_house_serves_all_who_call_and_puts_terminals_right(both: Environment, tmp_path: Path) -> None:
    made = certificates.make(tmp_path)
    words = ("--journal", "memory:", "--telnets", "127.0.0.1:0", "--cert", made.certificate, "--key", made.key)
    async with serving(*words, program=(both.parlour,)) as house:
        async with await connect(house.port) as stream:
            anna = Bare(stream)
            await come_in(anna, "Anna")
            await anna.ask("new pileon winnable", "The cards are dealt")  # by a worker, who looks for such a deal
        port = re.search(r"-connect 127\.0\.0\.1:(\d+)", house.said)
        assert port is not None
        secure = await call(made, int(port[1]))
        bert = Drawing(cast(Any, secure))
        await come_in(bert, "Bert")
        await bert.send("new pileon deal=7")
        await bert.see("Arrows choose")
        house.process.send_signal(signal.SIGKILL)
        await bert.end()
        assert bert.raw.endswith(RESTORE)
        await trio.aclose_forcefully(secure)


def test_uninstalling_the_other_leaves_ours_whole(wheels: tuple[Path, Path], tmp_path: Path) -> None:
    environment = make_environment(tmp_path / "environment")
    ours, foreign = wheels
    environment.install(foreign)
    environment.install(ours)
    environment.uninstall("foreign")
    (record,) = environment.packages.glob("parlour-*.dist-info/RECORD")
    listed = [line.partition(",")[0] for line in record.read_text().splitlines()]
    assert [file for file in listed if not (environment.packages / file).exists()] == []
    words = ("--journal", "memory:", "play", "mille", "--lines")
    assert "A hand is dealt" in run(environment.parlour, *words, at=tmp_path, typed="quit\n")
