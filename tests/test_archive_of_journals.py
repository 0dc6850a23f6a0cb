"""Journals of all versions that were ever on main: each is read, replayed, verified, brought in and played on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from core.base.chance import SHORT_COMMITMENT, commitment
from core.base.event_families import KINDS
from core.base.message import english
from core.games import GAMES
from core.house.service import Service
from core.live.live_table import LiveTable
from core.records import fold
from core.replay import transfer
from core.replay.recording import Recording
from core.table import Command, Move, Undo
from core.table.opening import Player
from journal import Record
from journal.game_lines import read_lines, write_lines
from tests.archive.__main__ import PLACE, main
from tests.archive.scenes import SCENES
from tests.core.parlour import a_service, moves, submit

FILES = sorted(PLACE.glob("*.jsonl"))
LARGEST = 60_000
"""Bytes of a file."""
PLAYED_ON = 4
"""Moves that are made in a running game."""

RUNNING = [path for path in FILES if path.stem.endswith("-running")]

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def events(files: Iterable[Path]) -> list[Record]:
    return [record for path in files for record in read_lines(path).records]


# What is in it.


def test_archive_holds_everything_that_can_happen():
    kinds = {kind for kind in KINDS if kind.startswith("table.")}
    kinds |= {f"{game.name}.{word}" for game in GAMES.values() for word in game.events}
    assert kinds <= {record.kind for record in events(FILES)}


def test_archive_holds_every_command():
    given = {name for record in events(FILES) if record.has_play for name in record.play["command"]}
    assert len(given) == len(get_args(Command))


@pytest.mark.parametrize("name", GAMES)
def test_archive_holds_of_every_game_and_variant_one_that_runs_and_one_that_is_over(name: str):
    tables = [fold.read(lines.header.stream, lines.records) for lines in map(read_lines, FILES)]
    of_game = [table for table in tables if table.game.name == name]
    for option in GAMES[name].options:
        over = {table.setup.options[option.name] for table in of_game if table.ended}
        runs = {table.setup.options[option.name] for table in of_game if not table.ended}
        assert over == runs == set(option.choices)
    assert {bool(table.ended) for table in of_game} == {True, False}
    assert any(table.setup.is_practice for table in of_game)
    assert any(table.restored for table in of_game)


# Each of its files.


@each_file
def test_file_is_small_and_has_the_name_of_a_scene_that_says_whether_it_runs(path: Path):
    assert path.stat().st_size < LARGEST
    assert path.stem in SCENES
    lines = read_lines(path)
    assert (path in RUNNING) == (fold.read(lines.header.stream, lines.records).ended is None)


@each_file
def test_file_is_verified_against_what_its_players_were_shown(path: Path):
    lines = read_lines(path)
    table = fold.verify(lines.header.stream, lines.records)
    if table.setup.deal is None:
        promised = commitment(table.setup.house_seed)
        assert fold.verify(lines.header.stream, lines.records, promised=promised) == table
        assert fold.verify(lines.header.stream, lines.records, promised=promised[:SHORT_COMMITMENT]) == table
    assert fold.read(lines.header.stream, lines.records) == table


@each_file
def test_file_is_replayed_from_every_perspective(path: Path):
    lines = read_lines(path)
    seats = tuple(range(fold.read(lines.header.stream, lines.records).game.seats))
    recording = Recording(fold.id_of(lines.header.stream), lines.records, lines.header.names, own=seats)
    assert recording.first <= len(recording)
    assert all(recording.first <= chapter <= len(recording) for chapter in recording.chapters)
    assert bool(recording.ending()) == bool(recording.outcome)
    for viewer in recording.perspectives:
        assert english(recording.perspective_name(viewer), recording.names)
        for seq in range(recording.first, len(recording) + 1):
            view = recording.view(seq, viewer)
            assert view.seq == seq
            recording.game.moves(view.view)
            recording.told(seq, viewer)
    told = [said for seq in range(1, len(recording) + 1) for said in recording.told(seq, viewer)]
    assert all(english(said, recording.names).endswith((".", "!", "?")) for said in told)


@each_file
async def test_file_that_is_brought_in_is_written_out_again_byte_by_byte(path: Path, tmp_path: Path):
    async with a_service() as service:
        id = await transfer.restore(service, read_lines(path))
        await export(service, id, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


async def export(service: Service, id: str, file: Path) -> None:
    records = await service.records(id)
    header = transfer.header(service, fold.read(fold.stream_of(id), records))
    write_lines(file, records, header)


@pytest.mark.parametrize("path", RUNNING, ids=lambda path: path.stem)
async def test_game_that_runs_is_played_on(path: Path):
    async with a_service() as service:
        lines = read_lines(path)
        id = await transfer.restore(service, lines)
        async with service.table(id, attended=False) as live:
            await play_on(service, live)
        records = await service.records(id)
        assert records[: len(lines.records)] == lines.records
        assert len(records) > len(lines.records)
        fold.verify(fold.stream_of(id), records)


async def play_on(service: Service, live: LiveTable) -> None:
    """Take free seats, make some moves, and take one back where that is free."""
    for seat, chair in enumerate(live.table.chairs):
        if not chair.is_taken:
            await service.sit(live, seat, Player(f"new{seat}"))
    for _ in range(PLAYED_ON):
        if live.table.turn:
            seat = live.table.turn[0]
            await submit(live, Move(moves(live, seat)[0]), seat)
    if live.table.takes_back_freely:
        await submit(live, Undo(), 0)


# Writing it.


def test_scene_gives_the_same_bytes_each_time_and_no_file_is_written_twice(tmp_path: Path, capsys):
    names = ["mille-timeout", "elixir-running"]
    for place in ("here", "there"):
        assert main(names, tmp_path / place) == 0
    for name in names:
        here, there = (tmp_path / place / f"{name}.jsonl" for place in ("here", "there"))
        assert here.read_bytes() == there.read_bytes()
    assert main(names, tmp_path / "here") == 1
    assert "exists already" in capsys.readouterr().err


def test_scene_that_is_not_there_is_named(tmp_path: Path, capsys):
    assert main(["no-such"], tmp_path) == 2
    assert "no scene no-such" in capsys.readouterr().err
