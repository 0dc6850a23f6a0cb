"""What players played and won, from the records alone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import attrs
from hypothesis import given
from hypothesis import strategies as st

from core import codec, statistics
from core.attendants import play_for
from core.games import GAMES
from core.service import Player, open_service
from core.statistics import Ending, Kind, Statistics, Tally, include, include_all, players, results, show, tallies
from core.table import (
    Continued,
    Ended,
    Hinted,
    Mark,
    Move,
    Opened,
    Redo,
    Resign,
    Restart,
    Return,
    Seated,
    TakeHint,
    TakenBack,
    Undo,
)
from journal import Draft, Record, open_journal, seal

PILEON = Kind("pileon", (), "")
START = 1_800_000_000.0
MOVE = Draft("pileon.moved", {}, {"seat": 0, "move": "1 14 1"})
"""Statistics need no positions: the move stands for any."""
DEMO = Draft("pileon.moved", {}, {"seat": 0, "move": "1 14 1", "demo": True})
UNDO = codec.encode(TakenBack(0, 2), {"seat": 0, "command": "undo"})
HINT = codec.encode(Hinted(0), {"seat": 0, "command": "takehint"})
WON = codec.encode(Ended((0,), "Won."))
LOST = codec.encode(Ended((), "Ann gave up."))


@attrs.frozen
class Recorded:
    """A stream of drafts, one a second."""

    stream: str
    records: tuple[Record, ...]


def a_game(
    stream: str, *drafts: Draft, at: float = 0, names: Sequence[str] = ("Ann",), game: str = "pileon", bot: str = ""
) -> Recorded:
    """A game that was opened so many seconds after the start; then a record every second."""
    opened = codec.encode(Opened(stream, game, 1, (), "00" * 16), {"command": "open"})
    seated = [codec.encode(Seated(seat, name, name == bot), {"seat": seat}) for seat, name in enumerate(names)]
    records: list[Record] = []
    for second, draft in enumerate((opened, *seated, *drafts)):
        records += seal(records[-1] if records else None, [draft], codec.time_text(START + at + second))
    return Recorded(stream, tuple(records))


def of(*games: Recorded) -> Statistics:
    folded = Statistics()
    for game in games:
        folded = include_all(folded, game.stream, game.records)
    return folded


def tally(*games: Recorded, kind: Kind = PILEON) -> Tally:
    return tallies(of(*games), "Ann")[kind]


def test_win_counts_with_its_moves_and_time() -> None:
    found = tally(a_game("a", MOVE, MOVE, WON), a_game("b", MOVE, MOVE, MOVE, MOVE, WON, at=100))
    assert (found.played, found.won, found.lost) == (2, 2, 0)
    assert found.all_wins is not None
    assert found.all_wins.best_moves == 2
    assert found.all_wins.average_moves == 3
    assert found.all_wins.best_seconds == 4
    assert found.all_wins.average_seconds == 5


def test_dealt_game_without_a_move_is_not_played() -> None:
    assert results(of(a_game("a", HINT))) == ()


def test_game_given_up_is_lost() -> None:
    assert tally(a_game("a", MOVE, LOST)).lost == 1


def test_game_in_progress_is_neither_won_nor_lost() -> None:
    found = tally(a_game("a", MOVE))
    assert (found.played, found.running) == (0, 1)


def test_game_left_for_another_is_lost_even_after_a_restart() -> None:
    restart = codec.encode(TakenBack(0, 2), {"seat": 0, "command": "restart"})
    found = tally(a_game("a", MOVE, restart), a_game("b", MOVE, at=100))
    assert (found.lost, found.running) == (1, 1)


def test_new_deal_without_a_move_leaves_the_old_game_in_progress() -> None:
    assert tally(a_game("a", MOVE), a_game("b", at=100)).running == 1


def test_game_that_is_gone_on_with_is_in_progress_again() -> None:
    left = a_game("a", MOVE)
    again = seal(left.records[-1], [MOVE], codec.time_text(START + 200))
    found = tally(Recorded("a", left.records + tuple(again)), a_game("b", MOVE, WON, at=100))
    assert (found.lost, found.running, found.won) == (0, 1, 1)


def test_game_of_another_kind_does_not_end_one() -> None:
    found = of(a_game("a", MOVE), a_game("b", MOVE, at=100, game="terrace"))
    assert [result.ending for result in results(found)] == [Ending.RUNNING, Ending.RUNNING]


def test_streak_ends_with_a_lost_game_and_the_best_one_stays() -> None:
    ends = (WON, WON, WON, LOST, WON, WON)
    found = tally(*(a_game(f"g{number}", MOVE, end, at=100 * number) for number, end in enumerate(ends)))
    assert (found.streak, found.best_streak) == (2, 3)


def test_streak_follows_the_last_moves_not_the_order_of_the_streams() -> None:
    assert tally(a_game("a", MOVE, LOST, at=100), a_game("b", MOVE, WON)).streak == 0


def test_win_with_undo_or_hint_is_not_perfect() -> None:
    wins = (
        a_game("a", MOVE, WON),
        a_game("b", MOVE, UNDO, MOVE, MOVE, WON, at=100),
        a_game("c", HINT, MOVE, MOVE, MOVE, WON, at=200),
    )
    found = tally(*wins)
    assert found.all_wins is not None
    assert found.perfect_wins is not None
    assert (found.all_wins.wins, found.perfect_wins.wins) == (3, 1)
    assert (found.all_wins.average_moves, found.perfect_wins.average_moves) == (2, 1)


def test_win_of_a_game_made_of_another_is_not_perfect() -> None:
    continued = codec.encode(Continued("x"), {"command": "continue"})
    seated = codec.encode(Seated(0, "Ann"), {"seat": 0})
    assert tally(a_game("a", MOVE, continued, seated, MOVE, WON)).perfect_wins is None
    assert results(of(a_game("b", MOVE, continued, seated))) == ()


def test_win_with_moves_of_the_computer_is_a_demonstration() -> None:
    found = tally(a_game("a", MOVE, WON), a_game("b", MOVE, DEMO, WON, at=100), a_game("c", DEMO, LOST, at=200))
    assert (found.won, found.demonstrated, found.lost, found.streak) == (1, 1, 1, 0)


def test_two_seats_count_for_both_against_their_kind_of_opponent() -> None:
    second = Draft("mille.played", {}, {"seat": 1, "move": "p"})
    persons = a_game("a", second, codec.encode(Ended((1,), "")), names=("Ann", "Ben"), game="mille")
    drawn = a_game("b", second, codec.encode(Ended((), "")), names=("Ann", "Ben"), game="mille", at=100)
    computer = a_game("c", second, WON, names=("Ann", "Bot"), bot="Bot", game="mille", at=200)
    left = a_game("d", second, names=("Ann", "Bot"), bot="Bot", game="mille", at=300)
    ann, ben = (tallies(of(persons, drawn, computer, left), name) for name in ("Ann", "Ben"))
    assert [kind.opponent for kind in ann] == ["computer", "person"]
    against_computer, against_person = ann.values()
    assert (against_person.won, against_person.lost, against_person.drawn) == (0, 1, 1)
    assert (against_computer.won, against_computer.running) == (1, 1)
    assert [(found.won, found.drawn) for found in ben.values()] == [(1, 1)]


def test_players_are_persons_by_name_without_regard_to_capitals() -> None:
    games = (
        a_game("a", MOVE, WON, names=("ben",)),
        a_game("b", MOVE, WON, names=("Ann",), at=100),
        a_game("c", MOVE, LOST, names=("ANN",), at=200),
        a_game("d", MOVE, WON, names=("Bot",), bot="Bot", at=300),
    )
    assert players(of(*games)) == ("Ann", "ben")
    assert tallies(of(*games), "ann")[PILEON].played == 2


def test_record_that_was_included_counts_once() -> None:
    game = a_game("a", MOVE, MOVE, WON)
    once = of(game)
    assert results(include_all(once, game.stream, game.records)) == results(once)


def test_unknown_games_and_events_are_passed_over() -> None:
    unknown = Draft("table.danced", {}, {"seat": 0})
    assert tally(a_game("a", MOVE, unknown, WON)).won == 1
    records = a_game("b", MOVE, WON).records
    data = {**records[0].data, "game": "whist"}
    other = seal(None, [Draft("table.opened", data)], records[0].at)
    assert results(of(Recorded("b", (*other, *records[1:])))) == ()


@given(st.lists(st.sampled_from([MOVE, DEMO, UNDO, HINT, WON, LOST]), max_size=8), st.integers(0, 10))
def test_records_one_by_one_and_all_at_once_come_to_the_same(drafts: list[Draft], cut: int) -> None:
    game = a_game("a", *itertools.takewhile(lambda draft: draft not in (WON, LOST), drafts), WON)
    singly = Statistics()
    for record in game.records:
        singly = include(singly, game.stream, record)
    parts = include_all(Statistics(), game.stream, game.records[:cut])
    assert results(singly) == results(of(game))
    assert results(include_all(parts, game.stream, game.records[cut:])) == results(singly)


async def test_figures_are_those_that_the_player_saw() -> None:
    clock = itertools.count(int(START), 7)
    async with open_journal("memory:") as journal, open_service(journal, lambda: float(next(clock))) as service:
        id, _ = await service.open(GAMES["pileon"], {}, [Player("Ann")], deal=7)
        async with service.table(id) as live:
            for command in (
                Move(0, "1 14"), Mark(0, "here"), Move(0, "3 14"), Undo(0), Redo(0), TakeHint(0), Return(0, "here"),
                Restart(0), Redo(0), Move(0, "3 14"), Move(0, "3 15"), Resign(0),
            ):  # fmt: skip
                await live.submit(command)
            sight = live.sight(0)
        (result,) = results(include_all(Statistics(), id, await journal.read(id)))
    assert (result.moves, result.seconds, result.ending) == (sight.plays, sight.elapsed, Ending.LOST)
    assert sight.undos == 3
    assert not result.perfect


async def test_demonstrated_moves_are_told_apart() -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id, _ = await service.open(GAMES["pileon"], {}, [Player("Ann")], deal=7)
        async with service.table(id) as live:
            await live.submit(Move(0, "1 14"))
            by_hand = await journal.read(id)
            await play_for(live, 0)
        statistics_before = include_all(Statistics(), id, by_hand)
        assert not statistics_before.courses[id].demonstrated
        assert include_all(statistics_before, id, await journal.read(id)).courses[id].demonstrated


def test_statistics_are_shown_in_lines() -> None:
    games = (
        a_game("a", MOVE, MOVE, WON),
        a_game("b", HINT, MOVE, MOVE, MOVE, WON, at=100),
        a_game("c", MOVE, LOST, at=200),
        a_game("d", MOVE, at=300),
        a_game("e", Draft("mille.played", {}, {"seat": 0, "move": "p"}), WON, names=("Ann", "Bot"), bot="Bot",
               game="mille", at=400),
    )  # fmt: skip
    assert show(of(*games), "ann") == (
        f"{GAMES['mille'].title} against the computer",
        "  1 played, 1 won (100%), 0 lost",
        "  won in a row: 1 now, 1 at best",
        "Pileon",
        "  3 played, 2 won (67%), 1 lost, 1 in progress",
        "  won in a row: 0 now, 2 at best",
        "  all wins        2   best 2 moves, 0:04   average 2.5 moves, 0:05",
        "  without help    1   best 2 moves, 0:04   average 2.0 moves, 0:04",
    )


def test_stranger_has_no_statistics() -> None:
    assert show(Statistics(), "Zoe") == ("Zoe has played nothing yet.",)
    assert statistics.players(Statistics()) == ()
