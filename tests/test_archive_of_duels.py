"""Every duel in the archive is read, replayed and verified by this version, and comes to the score it had."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from core.duels.duel import Duel, Stage
from core.duels.events import EVENTS
from core.duels.results import result_of
from core.duels.rules import side_at
from core.duels.score import Score
from core.house import duels
from core.house.service import Service
from core.people.persons import EVENTS as OF_PERSONS
from core.records import fold
from core.replay.proof import prove
from core.replay.recording import Recording
from journal import Record
from journal.game_lines import Lines, read_lines
from tests.archive.duels import PLACE, SCENES, write
from tests.core.parlour import a_service

FOLDERS = sorted(PLACE.iterdir())
LARGEST = 100_000
"""Bytes of a folder."""
ENDS = {
    "played": ["", "resigned", "timeout", "illegal", "absent", "absent"],
    "stopped": ["resigned", "closed", "closed"],
}
"""By folder how its games ended, in the order in which they were called."""

each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def files(folder: Path) -> list[Lines]:
    return [read_lines(path) for path in sorted(folder.glob("*.jsonl"))]


@asynccontextmanager
async def brought_in(folder: Path) -> AsyncIterator[tuple[Service, Duel]]:
    """A house with all streams of a duel, and that duel."""
    async with a_service() as service:
        for lines in files(folder):
            await service.journal.append(lines.header.stream, 0, lines.records)
        (id,) = (path.stem.removeprefix("duel-") for path in folder.glob("duel-*.jsonl"))
        yield service, await duels.read(service, id)


def test_archive_holds_everything_that_can_happen():
    kinds = {record.kind for folder in FOLDERS for lines in files(folder) for record in lines.records}
    assert EVENTS.keys() <= kinds
    assert {"person.made_program", "person.token_set", "person.programs_kept"} <= kinds & OF_PERSONS.keys()
    assert {folder.name for folder in FOLDERS} == SCENES.keys()


@each_folder
def test_folder_is_small(folder: Path):
    assert sum(path.stat().st_size for path in folder.iterdir()) < LARGEST


@each_folder
async def test_duel_that_is_brought_in_has_the_results_that_follow_from_its_tables(folder: Path):
    async with brought_in(folder) as (service, duel):
        assert duel.stage is Stage.OVER
        assert [one.reason for one in duel.results] == ENDS[folder.name]
        for game in duel.games.values():
            stream = fold.stream_of(game.table)
            table = fold.verify(stream, await service.journal.read(stream))
            number = table.setup.duel
            assert number is not None
            fault = game.fault and (side_at(number, game.fault[0]), game.fault[1])
            assert result_of(table, number, fault) == game.result
        assert counts(duel.score) == (None if duel.reason else (3, 3, 0, 3))


def counts(score: Score | None) -> tuple[int, ...] | None:
    return (score.pairs, score.wins, score.draws, score.losses) if score else None


@each_folder
async def test_each_game_is_proved_to_have_the_seed_that_was_fixed_for_its_pair(folder: Path):
    async with brought_in(folder) as (service, duel):
        for game in duel.games.values():
            proof = await prove(service.journal, game.table, duel.terms.root[:32])
            assert proof.is_over
            assert proof.noted_book
            assert proof.duel is not None
            assert await duels.vouch(service.journal, proof.duel, game.table) == duels.Vouched(True, duel.secret)


@each_folder
async def test_each_game_is_replayed_from_every_perspective(folder: Path):
    async with brought_in(folder) as (service, duel):
        for game in duel.games.values():
            check_replay(game.table, await service.journal.read(fold.stream_of(game.table)))


def check_replay(id: str, records: Sequence[Record]) -> None:
    recording = Recording(id, records, {}, own=(0, 1))
    for viewer in recording.perspectives:
        for seq in range(recording.first, len(recording) + 1):
            assert recording.view(seq, viewer).seq == seq
            recording.told(seq, viewer)


@each_folder
async def test_house_lists_the_duel_and_knows_who_played_and_for_whom(folder: Path):
    async with brought_in(folder) as (service, duel):
        await service.views.settle()
        assert [one.id for one in await service.views.past_duels(9)] == [duel.id]
        assert await service.views.open_duels() == ()
        programs = [side.person for side in duel.terms.sides if side.person]
        found = [await service.directory.person(id) for id in programs]
        assert [(one.shown_name, one.owner) for one in found] == (
            [("Robo[bot]", "anna"), ("Tina[bot]", "bert")][: len(programs)]
        )


@each_folder
def test_scene_gives_the_same_bytes_each_time(folder: Path, tmp_path: Path):
    again = write(folder.name, tmp_path)
    assert {path.name for path in again.iterdir()} == {path.name for path in folder.iterdir()}
    assert all((again / path.name).read_bytes() == path.read_bytes() for path in folder.iterdir())
