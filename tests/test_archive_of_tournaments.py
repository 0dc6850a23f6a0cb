"""Every tournament in the archive is read by this version, and comes to the standings it had."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.house.tournaments import read
from core.records import fold
from core.tournaments.events import EVENTS, stream_of
from core.tournaments.standings import standings
from core.tournaments.tournament import Stage
from journal.game_lines import read_lines
from tests.archive.tournaments import PLACE, SCENES, write
from tests.core.parlour import a_service

FILES = sorted(PLACE.glob("*.jsonl"))
STANDINGS = {
    "round-robin": ((1, "carl", 5), (2, "anna", 4), (3, "bert", 3)),
    "no-shows": ((1, "anna", 6), (2, "bert", 4), (3, "dora", 2), (4, "carl", 0)),
    "arena": ((1, "anna", 2), (1, "bert", 2), (1, "carl", 2)),
    "cancelled": ((1, "bert", 0),),
}
"""By file each one's place, id and half points."""

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def test_archive_holds_everything_that_can_happen():
    kinds = {record.kind for path in FILES for record in read_lines(path).records}
    assert kinds == EVENTS.keys()
    assert {path.stem for path in FILES} == SCENES.keys()


@each_file
async def test_tournament_that_is_brought_in_has_the_standings_it_had(path: Path):
    lines = read_lines(path)
    fold.decode(lines.header.stream, lines.records)
    async with a_service() as service:
        await service.journal.append(lines.header.stream, 0, lines.records)
        tournament = await read(service, lines.header.stream.removeprefix(stream_of("")))
    assert tournament.stage is (Stage.CANCELLED if path.stem == "cancelled" else Stage.OVER)
    assert tuple((one.place, one.person, one.points) for one in standings(tournament)) == STANDINGS[path.stem]


@each_file
def test_scene_gives_the_same_bytes_each_time(path: Path, tmp_path: Path):
    assert write(path.stem, tmp_path).read_bytes() == path.read_bytes()
