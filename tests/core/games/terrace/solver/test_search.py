"""The search that knows the stock, and its proofs, against the rules themselves and against trying everything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.cards import PACK
from core.base.chance import Dice, deal_seed
from core.games.terrace import GAME, Up, played
from core.games.terrace.board import RANK, RED, VARIANTS, State
from core.games.terrace.solver import searched, settle, solve, spotted
from core.games.terrace.solver.packed_board import Spot, carry, coded, frame_of
from core.games.terrace.solver.packed_board import closed as is_closed
from core.games.terrace.solver.packed_board import deal as dealt_on
from core.games.terrace.solver.planning import Effort
from core.games.terrace.solver.positions import Position
from core.games.terrace.solver.sides import standard
from core.games.terrace.solver.steps import steps_between
from core.games.terrace.solver.unwinnable import exhausted, waits_for_itself
from tests.core.games.terrace.test_play import positions
from tests.core.games.test_terrace import deal as dealt
from tests.core.games.test_terrace import look
from tests.examples import examples

AMPLE = 20_000
WITHOUT_FILL = tuple(name for name, rules in VARIANTS.items() if not rules.fill)


def small(variant: str, number: int, low: int, reserve: int, columns: int) -> State:
    """A game with a few cards only: all below a height are up, the others lie anywhere; base and ranks are real.

    There are so many columns, and so many cards in the reserve.
    """
    dice = Dice(deal_seed(number), "small", 1)
    base = 1 + dice.below(13)
    height = {card: (RANK[card] - base) % 13 for card in PACK}
    up = [[card for card in sorted(PACK, key=height.__getitem__) if card[1] == suit] for suit in "cdhs"]
    foundations = [tuple(pile[:low]) for pile in up for _ in (0, 1)]
    if not VARIANTS[variant].in_suit:
        foundations = [_alternating(base, low, first) for first in ("c", "d", "h", "s") for _ in (0, 1)]
    rest = dice.shuffled(card for card in PACK + PACK if height[card] >= low)
    kept, laid, stock = rest[:reserve], rest[reserve : reserve + columns], rest[reserve + columns :]
    return State(
        variant,
        reserve=kept,
        foundations=tuple(foundations),
        columns=tuple((card,) for card in laid),
        base=base,
        waste=stock[:1],
        stock=stock[1:][::-1],
    )


def _alternating(base: int, count: int, first: str) -> tuple[str, ...]:
    """The lowest cards of a foundation that alternates between this suit and its neighbour of the other colour."""
    other = {"c": "d", "d": "c", "h": "s", "s": "h"}[first]
    ranks = "A23456789TJQK"
    return tuple(ranks[(base - 1 + at) % 13] + (other if at % 2 else first) for at in range(count))


smalls = st.builds(
    small,
    st.sampled_from(tuple(VARIANTS)),
    number=st.integers(1, 1_000_000),
    low=st.just(11),
    reserve=st.integers(0, 10),
    columns=st.integers(1, 3),
)


def can_be_won(state: State, most: int = 500) -> bool | None:
    """By visiting every position that the rules allow, with no thought at all; None when there are too many."""
    seen, waiting = {_key(state)}, [state]
    while waiting:
        now = waiting.pop()
        if GAME.outcome(now):
            return True
        if len(seen) > most:
            return None
        for then in _following(now):
            if _key(then) not in seen:
                seen.add(_key(then))
                waiting.append(then)
    return False


def _following(state: State) -> Iterator[State]:
    for text, move in GAME.moves(look(state)).items():
        if not isinstance(move, Up):
            yield played(state, text)


def _key(state: State) -> object:
    """The position, without what never matters again: where a column or foundation stands, and what is beneath."""
    tops = sorted(pile[-1] if state.rules.in_suit else (len(pile), RED[pile[-1]]) for pile in state.foundations)
    return replace(state, columns=tuple(sorted(state.columns)), foundations=((),) * 8), tuple(tops)


def found(state: State) -> list[Position] | None:
    deal = searched(state)
    return exhausted(deal, deal.position(spotted(state)), AMPLE, Effort())


@examples(30)
@given(smalls)
def test_visiting_every_position_says_the_same_as_the_rules(state: State) -> None:
    expected = can_be_won(state)
    assume(expected is not None)
    assert (found(state) != []) == expected


def crossed(variant: str, number: int, missing: int, more: int) -> State:
    """A small game whose reserve shows a card above those, but for so many, of which one has to go up before it."""
    state = small(variant, number, 11, 0, 3)
    dice = Dice(deal_seed(number), "crossed", 1)
    loose = dice.shuffled((*state.waste, *state.stock, *(card for column in state.columns for card in column)))
    frame, codes = frame_of(variant), {card: coded(frame_of(variant), (card,), state.base)[0] for card in loose}
    upper = next(card for card in loose if codes[card] % 13 == 12)
    lower = [card for card in loose if codes[card] == codes[upper] - 1][: frame.copies - missing]
    others = list(loose)
    for card in (upper, *lower):
        others.remove(card)
    reserve = (*dice.shuffled((*lower, *others[:more])), upper)
    laid, stock = others[more : more + 3], others[more + 3 :]
    columns = tuple((card,) for card in laid)
    return replace(state, reserve=reserve, columns=columns, waste=(stock[0],), stock=tuple(stock[1:]))


@examples(30)
@given(
    st.builds(
        crossed,
        st.sampled_from(tuple(VARIANTS)),
        number=st.integers(1, 1_000_000),
        missing=st.sampled_from((0, 0, 1)),
        more=st.integers(0, 2),
    )
)
def test_a_reserve_that_waits_for_itself_is_lost(state: State) -> None:
    spot = spotted(state)
    if waits_for_itself(frame_of(state.variant), spot[2], spot[4]):
        assert can_be_won(state) is not True


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_small_reserve_waits_for_itself_unless_it_fills_spaces(variant: str) -> None:
    spots = [spotted(crossed(variant, number, missing=0, more=1)) for number in range(1, 9)]
    waits = [waits_for_itself(frame_of(variant), spot[2], spot[4]) for spot in spots]
    assert all(waits) != (variant == "redheads")
    spots = [spotted(crossed(variant, number, missing=1, more=0)) for number in range(1, 9)]
    assert not any(waits_for_itself(frame_of(variant), spot[2], spot[4]) for spot in spots)


LOST_BY_SEARCH = (
    ("terrace", 3), ("generals-patience", 1), ("signora", 3), ("redheads", 0), ("redheads", 9),
)  # fmt: skip


@pytest.mark.parametrize(("variant", "number"), LOST_BY_SEARCH)
def test_a_game_that_only_a_search_proves_lost_is_lost(variant: str, number: int) -> None:
    state = small(variant, number, 10, 14, 1)
    spot = spotted(state)
    assert not waits_for_itself(frame_of(variant), spot[2], spot[4])
    assert found(state) == []
    assert can_be_won(state, most=30_000) is False


def test_a_position_is_settled_as_won_lost_or_unknown() -> None:
    lost = settle(small("wood", 3, 10, 14, 1), AMPLE)
    won = settle(small("wood", 3, 11, 4, 3), AMPLE)
    assert (lost.winnable, lost.proof, won.winnable, won.proof) == (False, "search", True, "")
    assert lost.effort > 0


def test_no_more_beams_are_tried_than_can_find_something() -> None:
    lost = settle(small("terrace", 3, 10, 14, 1), 200_000)
    assert (lost.winnable, lost.proof) == (False, "search")
    assert lost.effort < 100_000


@pytest.mark.parametrize("variant", WITHOUT_FILL)
def test_a_reserve_that_waits_for_itself_is_found(variant: str) -> None:
    frame = frame_of(variant)
    late, early = (1, 0)
    reserve = bytes([early] * frame.copies + [late])
    up = bytes(52 if frame.in_suit else 26)
    assert waits_for_itself(frame, reserve, up)
    assert not waits_for_itself(frame, reserve[1:], up)
    assert not waits_for_itself(frame, reserve[::-1], up)


def test_a_reserve_that_fills_spaces_need_not_wait() -> None:
    assert not waits_for_itself(frame_of("redheads"), bytes([0, 0, 0, 0, 1]), bytes(26))


@examples(20)
@given(positions)
def test_what_a_position_leads_to_can_be_reached_on_the_table(state: State) -> None:
    if not state.base:
        return
    deal, spot = searched(state), spotted(state)
    position = deal.position(spot)
    for then in {*deal.promising(position), *deal.every(position)}:
        steps, reached = steps_between(deal, spot, then)
        assert steps
        assert deal.position(reached) == then


@examples(20)
@given(positions)
def test_whatever_the_rules_allow_is_among_what_is_tried(state: State) -> None:
    if not state.base:
        return
    deal = searched(state)
    position = deal.position(spotted(state))
    tried = set(deal.every(position)) | {position}
    for then in _following(state):
        assert deal.position(spotted(then)) in tried


@examples(20)
@given(positions)
def test_a_deal_is_closed_when_the_rules_close_it(state: State) -> None:
    if state.base:
        deal, spot = searched(state), spotted(state)
        position = deal.position(spot)
        assert deal.closed(position) == is_closed(deal.frame, spot)
        if not deal.closed(position):
            assert deal.dealt(position) == deal.position(dealt_on(spot))


def test_exchanging_tops_leads_to_the_same_position() -> None:
    frame = frame_of("wood")
    apart, exchanged = (bytes([9, 8, 7]), bytes([8])), (bytes([9, 8]), bytes([8, 7]))
    assert standard(frame, apart) == standard(frame, exchanged)
    assert standard(frame, (bytes([9]), bytes([7]))) == (bytes([7]), bytes([9]))
    spot: Spot = (b"", b"", b"", tuple(sorted(apart)), bytes(26), False, 0)
    assert carry(frame, spot, (bytes([9, 8, 7]), bytes([8])))[3] == tuple(sorted(exchanged))


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant != "generals-patience"])
def test_a_win_can_be_played_over(variant: str) -> None:
    won = 0
    for number in range(1, 5):
        state = dealt(variant, number)
        solution = solve(state, 2_500)
        for text in solution:
            assert text in GAME.moves(look(state))
            state = played(state, text)
        assert bool(solution) == (GAME.outcome(state) is not None)
        won += bool(solution)
    assert won


def test_a_lost_deal_of_generals_patience_is_proved_at_once() -> None:
    settled = settle(dealt("generals-patience", 1), 0)
    assert (settled.winnable, settled.proof, settled.effort) == (False, "reserve", 0)


def test_without_a_budget_nothing_is_known() -> None:
    assert settle(dealt("wood", 1), 0).winnable is None
