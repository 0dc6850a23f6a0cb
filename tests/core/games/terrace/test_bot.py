"""The computer player of Terrace."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import Seat
from core.base.lazy_import import Imported
from core.games.features.bots import BOTS
from core.games.terrace import GAME, played
from core.games.terrace.board import VARIANTS, State, hidden
from core.games.terrace.bot import choose
from tests.core.games.terrace.test_play import positions
from tests.core.games.test_terrace import ORDER, deal, look, nearly_won
from tests.examples import examples, slow


def dice(number: int = 1) -> Dice:
    return Dice(bytes(16), "stonemason", number)


def played_out(state: State) -> State:
    for _ in range(400):
        if GAME.outcome(state) or not (text := choose(look(state), dice())):
            return state
        assert text in GAME.moves(look(state))
        state = played(state, text)
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("variant", ["signora", *slow(*(one for one in VARIANTS if one != "signora"))])
def test_it_plays_every_variant_to_an_end(variant: str) -> None:
    ended = played_out(deal(variant, 5))
    assert ended.score == 104 or "d" not in GAME.moves(look(ended))
    assert ended.score > 15


@pytest.mark.slow
def test_it_wins_more_than_a_few() -> None:
    assert sum(played_out(deal("wood", number)).score == 104 for number in range(1, 6)) >= 2


@examples(15, quick=4)
@given(positions)
def test_it_plays_on_from_any_position_by_what_it_sees(state: State) -> None:
    text = choose(look(state), dice())
    assert text == choose(look(GAME.redeal(state, Seat(0), dice(2))), dice())
    assert text in GAME.moves(look(state)) or (text == "" and "d" not in GAME.moves(look(state)))


def test_it_finishes_a_game_that_is_as_good_as_won() -> None:
    assert choose(look(nearly_won()), dice()) == "t1 f"


@examples(15, quick=4)
@given(positions)
def test_it_knows_which_cards_it_has_not_seen(state: State) -> None:
    view = look(state)
    seen = [card for pile in (view.waste, view.reserve, *view.foundations, *view.columns) for card in pile]
    assert sorted((*hidden(view), *seen)) == sorted(ORDER)
    assert hidden(view) == hidden(look(replace(state, stock=state.stock[::-1])))


def test_it_is_listed_and_can_be_sent_to_a_worker() -> None:
    bot = BOTS["terrace"]
    assert bot.choose == Imported("core.games.terrace.bot", "choose")
    assert bot.slow
    assert pickle.loads(pickle.dumps(bot)) == bot
