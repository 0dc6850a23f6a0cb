"""What somebody has missed who comes back, and what was saved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec.structs import replace

from core.base.game import SPECTATOR, Seat, Viewer
from core.base.message import english
from core.games import GAMES
from core.house.service import open_service
from core.live.live_table import LiveTable
from core.sessions.arrival.resumption import Saves
from core.sessions.at_table.held_seats import (
    NO_SEATS,
    Held,
)
from core.sessions.at_table.missed import MOST_TOLD, missed
from core.table import (
    Move,
    Undo,
)
from core.table.opening import Player
from frontends.visit.table.arrival import listed_saves
from journal import open_journal
from tests.core.parlour import submit
from tests.frontends.recorded import play


def told_by(live: LiveTable, seats: tuple[int, ...], viewer: Viewer) -> tuple[str, ...]:
    """What somebody has missed, in sentences."""
    return tuple(english(said, live.names) for said in missed(live, Held(seats), viewer)[0])


@asynccontextmanager
async def a_live_table(name: str) -> AsyncIterator[LiveTable]:
    """A game that Anna and Bert have just begun."""
    async with open_journal("memory:") as journal, open_service(journal) as service:
        for id, person in (("anna", "Anna"), ("bert", "Bert"), ("carl", "Carl")):
            await service.directory.introduce(id, person)
        players = [Player("anna"), Player("bert")][: GAMES[name].seats]
        async with service.table(await service.open(GAMES[name], {}, players)) as live:
            await service.directory.learn(["carl"])
            await live.load_talk()
            yield live


async def test_what_was_missed_begins_after_ones_own_last_decision():
    async with a_live_table("elixir") as live:
        await submit(live, Move("roll"), 0)
        await live.say("bert", 1, "hurry")
        assert told_by(live, (0,), Seat(0)) == ("<Bert> hurry",)
        assert missed(live, Held((0,)), Seat(0))[1] is True
        assert missed(live, Held((1,)), Seat(1))[1] is False


async def test_those_who_have_not_played_yet_are_told_what_happened_lately():
    async with a_live_table("mille") as live:
        await play(live, 4)
        told, is_back = told_by(live, (), SPECTATOR), missed(live, NO_SEATS, SPECTATOR)[1]
        assert told[0] == "A hand is dealt; Anna starts."
        assert not is_back
        assert not any("sits down" in sentence for sentence in told)


async def test_only_the_last_sentences_are_told():
    async with a_live_table("mille") as live:
        await play(live, 40)
        assert len(missed(live, NO_SEATS, SPECTATOR)[0]) == MOST_TOLD


async def test_what_was_missed_is_what_one_may_know():
    async with a_live_table("mille") as live:
        await submit(live, Move("p"), 0)
        assert told_by(live, (), SPECTATOR)[-1] == "Anna picks a card."
        assert told_by(live, (1,), Seat(1))[-1] == "Anna picks a card."


async def test_talk_stands_where_it_was_said_and_players_do_not_hear_spectators():
    async with a_live_table("elixir") as live:
        await live.say("anna", 0, "before")
        await submit(live, Move("roll"), 0)
        await live.say("carl", None, "psst")
        await live.say("bert", 1, "after")
        told = told_by(live, (), SPECTATOR)
        assert [sentence.split()[0] for sentence in told] == ["<Anna>", "Anna", "<Carl>", "<Bert>"]
        assert "<Carl> psst" not in told_by(live, (1,), Seat(1))


async def test_question_for_a_takeback_is_among_what_was_missed():
    async with a_live_table("elixir") as live:
        await play(live, 2)
        await submit(live, Undo(), 0)
        assert told_by(live, (1,), Seat(1))[-1] == "Anna asks to take back the last move."


def test_saves_are_listed_with_what_to_type():
    found = Saves("tst01", "Mille", "x-1", ())
    assert [english(line) for line in listed_saves(found)] == ["There are no saves at table tst01."]
    found = replace(found, marks=(("start", 0), ("later", 1)))
    assert [english(line) for line in listed_saves(found)] == [
        "Saves at table tst01, Mille:",
        "  start, after move 0: return x-1 start",
        "  later, after move 1: return x-1 later",
    ]
