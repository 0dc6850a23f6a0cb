"""A duel as the fold of its records: every pair twice, one game after the other, whatever comes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.duels import duel as rules
from core.duels.duel import ANSWER_WITHIN, NOBODY_CAME, Stage, after, agree, decline, note_fault, stop
from core.duels.rules import ABSENT, CLOSED, ILLEGAL
from core.duels.score import score_of
from tests.core.duels.played import START, Played, begun
from tests.core.folded import folded
from tests.examples import examples


@examples(100)
@given(st.data(), st.integers(1, 6), st.integers(1, 4))
def test_every_pair_is_played_twice_the_second_game_after_the_first(data: st.DataObject, pairs: int, at_once: int):
    played = begun(pairs=pairs, at_once=at_once)
    ended: list[tuple[int, int]] = []
    while games := played.duel.under_way:
        assert len(games) <= at_once
        assert all((game.pair, 1) in ended for game in games if game.game == 2)
        game = data.draw(st.sampled_from(games))
        ended.append((game.pair, game.game))
        played.end(game.table, data.draw(st.integers(0, 2)))
    assert sorted(ended) == [(pair, number) for pair in range(1, pairs + 1) for number in (1, 2)]
    assert played.duel.stage is Stage.OVER
    assert played.duel.score == score_of(played.duel.results)
    assert folded(after, ((event, START) for event in played.events)) == played.duel


@examples(100)
@given(st.data())
def test_deal_is_told_only_once_both_games_of_its_pair_are_over_and_the_secret_at_the_end(data: st.DataObject):
    played = begun(pairs=4, at_once=3)
    while games := played.duel.under_way:
        assert played.duel.secret == ""
        over = {(one.pair, one.game) for one in played.duel.results}
        for pair in range(1, 5):
            assert played.duel.tells(pair) == {(pair, 1), (pair, 2)}.issubset(over)
        played.end(data.draw(st.sampled_from(games)).table)
    assert (played.duel.secret, played.duel.tells(4)) == (played.duel.terms.secret, True)


def test_duel_waits_until_all_who_are_asked_have_agreed():
    played = begun(asks=(0, 1))
    assert (played.duel.stage, played.duel.games) == (Stage.ASKED, {})
    played.do(*agree(played.duel, 1, "bert"))
    played.mind()
    assert played.duel.stage is Stage.ASKED
    with pytest.raises(Refused, match="Nobody has to agree"):
        agree(played.duel, 1, "bert")
    played.do(*agree(played.duel, 0, "robo"))
    played.mind()
    assert (played.duel.stage, len(played.duel.under_way)) == (Stage.RUNNING, 2)
    with pytest.raises(Refused, match="Nobody has to agree"):
        decline(played.duel, 0, "robo")


def test_duel_that_is_declined_or_not_answered_is_not_played():
    declined, late = begun(asks=(0,)), begun(asks=(0,))
    declined.do(*decline(declined.duel, 0, "robo"))
    late.at += ANSWER_WITHIN + 1
    late.mind()
    assert [(one.duel.stage, one.duel.reason) for one in (declined, late)] == [
        (Stage.OVER, rules.DECLINED), (Stage.OVER, rules.UNANSWERED),
    ]  # fmt: skip
    with pytest.raises(Refused, match="This duel is over"):
        agree(late.duel, 0, "robo")


def test_stopped_duel_is_over_once_its_games_are_closed_and_those_count_for_nothing():
    played = begun(at_once=1)
    for points in (2, 0, 2):
        played.end(played.duel.under_way[0].table, points)
    played.do(*stop(played.duel, "anna"))
    played.mind()
    assert (played.duel.stage, played.duel.secret) == (Stage.STOPPING, "")
    with pytest.raises(Refused, match="This duel is over"):
        stop(played.duel, "anna")
    played.end(played.duel.under_way[0].table, 1, CLOSED)
    assert played.duel.stage is Stage.OVER
    assert played.duel.score is not None
    assert (played.duel.score.pairs, played.duel.score.wins, played.duel.score.losses) == (1, 1, 1)


def test_duel_to_whose_games_nobody_comes_is_stopped():
    played = begun(pairs=9, at_once=1)
    for _ in range(NOBODY_CAME):
        played.end(played.duel.under_way[0].table, 0, ABSENT, 0)
    assert (played.duel.stage, played.duel.reason, len(played.duel.games)) == (Stage.OVER, rules.LEFT, NOBODY_CAME)


def test_game_has_one_fault_and_one_result():
    played = begun(at_once=1)
    table = played.duel.under_way[0].table
    played.do(*note_fault(played.duel, table, 1, ILLEGAL))
    assert note_fault(played.duel, table, 0, ABSENT) == ()
    game = played.duel.at(table)
    assert game is not None
    assert game.fault == (1, ILLEGAL)
    played.end(table, 2, ILLEGAL, 1)
    before = played.duel
    played.end(table, 0)
    assert played.duel.results[:1] == before.results[:1]
    assert note_fault(played.duel, "other", 0, ABSENT) == ()


def test_records_that_no_house_writes_are_damage():
    played = begun()
    for events in (played.events[1:], [*played.events, played.events[0]], [*played.events, played.events[1]]):
        with pytest.raises(ValueError, match=r"begins|second time"):
            folded(after, ((event, START) for event in events))


def test_played_is_minded_again_without_effect():
    played: Played = begun()
    before = played.duel
    played.mind()
    assert played.duel == before
