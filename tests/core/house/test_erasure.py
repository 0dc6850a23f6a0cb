"""Forgetting a person: nothing of theirs is left in any file, and every game still verifies."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from core.base.message import SOMEBODY
from core.games import GAMES
from core.house import erasure
from core.records import fold
from core.replay.recording import Recording
from core.table import Resign
from core.table.opening import Player
from tests.core.parlour import a_service, move, submit

NAME, TALK = "Annabelle", "remember my secret phrase"


def bytes_of(directory: Path) -> bytes:
    """Everything in the files of a directory."""
    return b"".join(file.read_bytes() for file in sorted(directory.iterdir()) if file.is_file())


async def test_forgotten_person_leaves_no_byte_and_no_game_is_touched(tmp_path):
    url = f"sqlite:{tmp_path / 'parlour.db'}"
    async with a_service(url, views=tmp_path / "views.db") as service:
        anna = await service.directory.holder(NAME)
        bert = await service.directory.create("Bert")
        id = await service.open(GAMES["mille"], {}, [Player(anna.id), Player(bert.id)])
        other = await service.open(GAMES["pileon"], {}, [Player(bert.id)])
        async with service.table(id) as live:
            await move(live, 5)
            await live.say(anna.id, 0, TALK)
            await live.say(bert.id, 1, "what?")
            await submit(live, Resign(), 0)
        async with service.table(other) as live:
            await live.say(bert.id, 0, "alone here")
            await live.say(anna.id, None, TALK)
        untouched = await service.records(id)
        assert NAME.encode() in bytes_of(tmp_path)
        assert TALK.encode() in bytes_of(tmp_path)
        dropped = await erasure.forget(service, anna.id)
        assert dropped == 3
    async with a_service(url, views=tmp_path / "views.db") as service:
        await service.views.caught_up.wait()
        left = bytes_of(tmp_path).lower()
        assert NAME.lower().encode() not in left
        assert TALK.encode() not in left
        records = await service.records(id)
        assert records == untouched
        assert fold.verify(f"table/{id}", records).ended
        await service.directory.learn([anna.id, bert.id])
        assert service.directory.name(anna.id) == SOMEBODY
        assert service.directory.name(bert.id) == "Bert"
        recording = Recording(id, records, {bert.id: "Bert"})
        assert recording.names == (SOMEBODY, "Bert")


async def test_forgetting_again_does_no_harm():
    async with a_service() as service:
        anna = await service.directory.create("Anna")
        assert await erasure.forget(service, anna.id) == 1
        assert await erasure.forget(service, anna.id) == 1


async def test_house_in_which_others_play_forgets_somebody_though_another_program_reads(tmp_path):
    path = tmp_path / "parlour.db"
    async with a_service(f"sqlite:{path}", views=tmp_path / "views.db") as service:
        anna = await service.directory.holder(NAME)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin")
            other.execute("select * from record").fetchone()
            assert await erasure.forget(service, anna.id, at_once=False) == 1
            await service.open(GAMES["pileon"], {}, [Player("bert")])
        assert NAME.encode() in bytes_of(tmp_path), "what another program still reads"
    assert NAME.encode() not in bytes_of(tmp_path)
