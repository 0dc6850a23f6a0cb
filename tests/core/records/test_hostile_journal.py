"""A service on a journal that holds games of nobody's rules: they are named, and everything else goes on."""

from __future__ import annotations

import os
from collections.abc import Awaitable
from functools import partial

import pytest
import trio

from core.base.game import SPECTATOR, Refused
from core.base.message import english
from core.correspondence.conditional_moves import PlansDropped
from core.correspondence.vacations import Wishes
from core.games import GAMES
from core.house import erasure
from core.house.service import Service
from core.live.automatic_play import wishes_of
from core.live.unattended_games import plans_of
from core.people import talk
from core.people.persons import Claimed, Named
from core.people.talk import Said
from core.projections import GameSummary, TableState
from core.records import codec
from core.replay import transfer
from core.table.opening import Player
from journal import Damaged, Draft, Header, JournalError, Record, seal
from journal.game_lines import Lines
from tests.core.parlour import a_service, actor, move
from tests.core.records.mutations import Chooser, honest, mutated
from tests.patience import PATIENCE

FILES = int(os.environ.get("PARLOUR_FUZZ", "2000")) // 10
"""Forged files that are brought in; `make fuzz` tries 10,000."""
FORGED = 50
"""Streams in the journal that nobody's rules would have made."""


@pytest.fixture(scope="module")
def games() -> list[list[Record]]:
    return [recorder.records for recorder in honest()]


async def damaged_house(service: Service, games: list[list[Record]]) -> dict[str, str]:
    """Put mutated streams into the journal. Returns: what opening each of them says; empty when it can be opened."""
    choose, said = Chooser(7), {}
    for number in range(FORGED):
        id = f"bad{number:02}"
        await service.journal.append(f"table/{id}", 0, mutated(games, choose, id))
        said[id] = ""
        try:
            async with service.table(id, attended=False) as live:
                live.tell(tuple(live.recent), SPECTATOR)
        except (Refused, JournalError) as error:
            said[id] = str(error)
    return said


async def test_forged_games_are_named_and_take_nothing_with_them(games, tmp_path):
    async with a_service(f"sqlite:{tmp_path / 'parlour.db'}", views=tmp_path / "views.db") as service:
        anna = await service.directory.create("Anna")
        honest_id = await service.open(GAMES["pileon"], {}, [Player(anna.id)], deal=7)
        said = await damaged_house(service, games)
        assert any(said.values())
        async with service.table(honest_id) as live:
            await move(live, 3)
        await service.views.caught_up.wait()
        await service.views.wait_for(honest_id, live.table.seq)
        listed: dict[str, GameSummary] = {}
        page = await service.views.tables(limit=20)
        while True:
            listed |= {one.id: one for one in page.items}
            if page.next is None:
                break
            page = await service.views.tables(after=page.next, limit=20)
        assert honest_id in listed
        damaged = {id for id, one in listed.items() if one.state is TableState.DAMAGED}
        assert damaged | {stream.stream.removeprefix("table/") for stream in await service.views.damaged()} >= {
            id for id, sentence in said.items() if sentence
        }
        assert any("in progress" in english(line) for line in await service.views.show_statistics(anna.id, "Anna"))
        assert not service.views.notices


async def test_forged_files_are_refused_with_a_sentence(games):
    choose = Chooser(8)
    async with a_service() as service:
        for number in range(FILES):
            lines = Lines(Header(f"table/bad{number}", {"p0": "Anna"}), tuple(mutated(games, choose, f"bad{number}")))
            for bring in (transfer.restore(service, lines), transfer.go_on(service, lines, "p0")):
                assert "\n" not in await answer(bring)


async def answer(asked: Awaitable[object]) -> str:
    """The sentence of a refusal; empty when it was done."""
    try:
        await asked
    except (Refused, JournalError) as error:
        return str(error)
    return ""


async def test_forged_persons_and_talk_do_no_harm():
    async with a_service() as service:
        (record,) = seal(None, [Draft("person.named", {"name": 5})], "2026-11-20T20:15:03.120Z")
        await service.journal.append("person/p0", 0, [record])
        id = await service.open(GAMES["pileon"], {}, [Player("p0")], deal=7)
        (record,) = seal(None, [Draft("talk.said", {"at": "x"})], "2026-11-20T20:15:03.120Z")
        await service.journal.append(f"talk/{id}", 0, [record])
        async with service.table(id) as live:
            await move(live)
            assert live.names == ("somebody",)
            with pytest.raises(JournalError):
                await live.say("p0", 0, "hello")
            await move(live)
        await service.views.caught_up.wait()
        assert await erasure.forget(service, "p1") == 1


async def put(service: Service, stream: str, *drafts: Draft) -> None:
    """Append records to a stream, whatever it holds."""
    before = await service.journal.read(stream)
    records = seal(before[-1] if before else None, drafts, "2026-11-20T20:15:03.120Z")
    await service.journal.append(stream, len(before), records)


async def test_records_of_other_streams_are_damage_and_nothing_fails_on_them():
    async with a_service() as service:
        id = await service.open(GAMES["elixir"], {}, [Player("anna"), Player("bert")])
        for stream in ("person/anna", f"plans/{id}", "owner"):
            await put(service, stream, codec.encode(Said("anna", None, "hello", 1)))
        for stream in ("name/carl", "slow/bert", f"talk/{id}"):
            await put(service, stream, codec.encode(Named("Bert")))
        await service.directory.learn(["anna"])
        assert service.directory.name("anna") == "somebody"
        assert await wishes_of(service, "bert") == Wishes()
        directory = service.directory
        async with service.table(id) as live:
            for ask in (
                directory.find_owner,
                partial(directory.find_holder, "Carl"),
                live.load_talk,
                partial(plans_of, actor(live, 0)),
            ):
                with pytest.raises(Damaged, match="another stream"):
                    await ask()
            await move(live)


async def test_promised_seed_that_is_none_is_damage():
    async with a_service() as service:
        await put(service, "person/anna", Draft("person.seed_promised", {"house_seed": "zz"}))
        for ask in (service.directory.promise("anna"), service.directory.take_promised("anna")):
            with pytest.raises(Damaged):
                await ask


@pytest.mark.parametrize("event", [Named("x"), Claimed("x"), PlansDropped(0)])
async def test_record_of_another_stream_in_the_talk_ends_the_talk_and_not_the_house(event, caplog):
    async with a_service() as service:
        id = await service.open(GAMES["elixir"], {}, [Player("anna"), Player("bert")])
        async with service.table(id) as live:
            await live.say("anna", 0, "hello")
            await put(service, talk.stream_of(live.id), codec.encode(event))
            with trio.fail_after(PATIENCE):
                while "is not heard any more" not in caplog.text:
                    await trio.lowlevel.checkpoint()
            await move(live)
            assert [said.text for said in live.said] == ["hello"]
        async with service.table(id) as live:
            await move(live)
