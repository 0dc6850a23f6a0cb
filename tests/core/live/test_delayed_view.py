"""Looking on late: what is known there is what was known of a shorter record of the same game."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.game import SPECTATOR, Seat
from core.games import GAMES
from core.house.erasure import forget
from core.house.service import Service, open_service
from core.live.delayed_view import Delayed, for_watchers, shut_out
from core.live.live_table import LiveTable, News
from core.records import fold
from core.replay.delay import shown
from core.table import Admit, Move, Resign, SetWatching, Table, view_table
from core.table.opening import Player
from journal import open_journal
from tests.core.parlour import submit
from tests.core.replay.test_recorded_games import recalled


async def play(live: LiveTable, moves: int) -> None:
    for _ in range(moves):
        if live.table.ended:
            return
        seat = live.turn[0]
        legal = list(live.table.game.moves(live.view(Seat(seat)).view))
        await submit(live, Move(legal[live.table.seq * 7 % len(legal)]), seat)


async def a_table(service: Service, game: str) -> str:
    for id, name in (("anna", "Anna"), ("bert", "Bert")):
        await service.directory.introduce(id, name)
    return await service.open(GAMES[game], {}, [Player("anna"), Player("bert")])


@pytest.mark.parametrize("game", ["mille", "elixir"])
@pytest.mark.parametrize("delay", [1, 3])
async def test_view_is_that_of_the_shorter_record_for_those_who_look_on_and_for_a_replay(game: str, delay: int) -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, game)
        async with service.table(id, attended=False) as live:
            await play(live, 4)
            await submit(live, SetWatching("open", delay), 0)
            late = await for_watchers(live)
            assert isinstance(late, Delayed)
            assert await for_watchers(live) is late
            news: list[News] = []
            late.listeners["test"] = lambda _, what: news.append(what)
            for _ in range(12):
                await play(live, 1)
                records = await journal.read(live.stream)
                count = shown(fold.decode(live.stream, records), delay, over=False)
                assert (late.table.seq, late.turn) == (count, fold.read(live.stream, records[:count]).turn)
                expected = view_table(fold.read(live.stream, records[:count]), SPECTATOR, live.names)
                assert late.view(SPECTATOR).view == expected.view
                replay = await recalled(service, id)
                assert len(replay) == count
                own = await recalled(service, id, 0)
                assert len(own) == len(records)
            assert news
            await submit(live, Resign(), 0)
            assert late.table.ended
            assert late.table.seq == live.table.seq


async def test_talk_of_players_is_as_late_as_the_move_at_which_it_was_said() -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, "elixir")
        async with service.table(id, attended=False) as live:
            await submit(live, SetWatching("open", 2), 0)
            late = await for_watchers(live)
            late.listeners["test"] = lambda _, what: None
            await late.load_talk()
            await submit(live, Move("roll"), 0)
            await live.say("anna", 0, "what a roll")
            await late.say("carl", None, "psst")
            assert [line.text for line in late.said] == ["psst"]
            await play(live, 3)
            assert [line.text for line in late.said] == ["psst", "what a roll"]


async def test_late_table_has_the_talk_that_was_read_without_waiting_for_it() -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, "elixir")
        async with service.table(id, attended=False) as live:
            await submit(live, SetWatching("open", 1), 0)
            await live.say("anna", 0, "before")
            await play(live, 1)
            await live.say("anna", 0, "after")
            late = await for_watchers(live)
            assert [line.text for line in late.said] == ["before"]
            await late.load_talk()
            assert [line.text for line in late.said] == ["before"]
            late.listeners["test"] = lambda _, what: None
            await play(live, 1)
            assert [line.text for line in late.said] == ["before", "after"]


async def test_somebody_who_is_called_otherwise_is_so_for_those_who_look_on_late() -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, "elixir")
        async with service.table(id, attended=False) as live:
            await submit(live, SetWatching("open", 1), 0)
            late = await for_watchers(live)
            assert late.names == ("Anna", "Bert")
            await service.rename("anna", "Anne")
            assert late.names == live.names == ("Anne", "Bert")


async def test_talk_that_was_dropped_is_gone_for_those_who_look_on_late() -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, "elixir")
        async with service.table(id, attended=False) as live:
            await submit(live, SetWatching("open", 1), 0)
            late = await for_watchers(live)
            late.listeners["test"] = lambda _, what: None
            await late.load_talk()
            await late.say("bert", None, "psst")
            await play(live, 1)
            await live.say("anna", 0, "not heard yet")
            await forget(service, "bert")
            assert not late.said
            await late.say("carl", None, "hello")
            await play(live, 3)
            assert [line.text for line in late.said] == ["hello"]


async def test_nothing_is_late_where_nobody_said_so_and_whoever_may_not_look_on_is_told() -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, "elixir")
        async with service.table(id, attended=False) as live:
            assert await for_watchers(live) is live
            assert shut_out(live, {"carl"}) is None
            await submit(live, SetWatching("invited", 0), 0)
            assert shut_out(live, {"carl"}) is not None
            await submit(live, Admit("carl"), 1)
            assert shut_out(live, {"carl"}) is None
            await submit(live, SetWatching("open", 1), 0)
            assert shut_out(live, {"carl"}) is not None
            assert shut_out(await for_watchers(live), {"carl"}) is None


async def test_late_table_is_let_go_of_when_nobody_looks_on() -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, "elixir")
        async with service.table(id, attended=False) as live:
            await submit(live, SetWatching("open", 1), 0)
            late = await for_watchers(live)
            await play(live, 1)
            assert late not in live.listeners
            assert await for_watchers(live) is not late


async def test_clocks_are_shown_late_as_they_stood_and_standing_still() -> None:
    now = [1_793_000_000.0]
    async with open_journal("memory:") as journal, open_service(journal, now=lambda: now[0]) as service:
        for id, name in (("anna", "Anna"), ("bert", "Bert")):
            await service.directory.introduce(id, name)
        id = await service.open(GAMES["elixir"], {}, [Player("anna"), Player("bert")], clock=60)
        async with service.table(id, attended=False) as live:
            assert live.view(SPECTATOR).clocks is not None
            await submit(live, SetWatching("open", 1), 0)
            late = await for_watchers(live)
            late.listeners["test"] = lambda _, what: None
            for _ in range(6):
                now[0] += 7
                await play(live, 1)
                clocks, own = late.view(SPECTATOR).clocks, late.table.clocks
                assert clocks
                assert own
                assert clocks.running == ()
                for seat in (0, 1):
                    stood = own.left_at(seat, late.table.at)
                    assert clocks.left_at(seat, now[0]) == clocks.left_at(seat, now[0] + 1000) == stood
            await submit(live, Resign(), 0)
            assert late.view(SPECTATOR).clocks == live.view(SPECTATOR).clocks


async def test_game_that_ends_while_the_late_table_is_made_is_shown_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, "elixir")
        async with service.table(id, attended=False) as live:
            await submit(live, SetWatching("open", 2), 0)
            await play(live, 5)
            fold_again = service.fold_again

            async def and_then_resign(*asked: Any) -> Table:
                table = await fold_again(*asked)
                await submit(live, Resign(), 0)
                return table

            monkeypatch.setattr(service, "fold_again", and_then_resign)
            late = await for_watchers(live)
            assert late.table.ended
            assert late.table.seq == live.table.seq


async def test_late_table_is_as_late_as_was_said_while_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await a_table(service, "elixir")
        async with service.table(id, attended=False) as live:
            await submit(live, SetWatching("open", 1), 0)
            await play(live, 6)
            fold_again = service.fold_again

            async def and_then_be_later(*asked: Any) -> Table:
                table = await fold_again(*asked)
                if live.table.delay == 1:
                    await submit(live, SetWatching("open", 3), 0)
                return table

            monkeypatch.setattr(service, "fold_again", and_then_be_later)
            late = await for_watchers(live)
            records = await journal.read(live.stream)
            assert late.table.seq == shown(fold.decode(live.stream, records), 3, over=False)
