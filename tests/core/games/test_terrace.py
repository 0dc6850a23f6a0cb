"""The rules of Terrace in its seven variants."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from core.base.cards import PACK
from core.base.chance import Dice, deal_seed
from core.base.game import SPECTATOR, Play, Refused, Seat
from core.base.message import english
from core.games import GAMES
from core.games.terrace import GAME, Carry, Deal, Up, lay_out
from core.games.terrace.board import COLUMNS, VARIANTS, State, View
from core.games.terrace.events import BaseSet, Dealt, Event, Filled, Locked, Moved, Redealt, Turned, Unlocked
from core.games.terrace.telling import DealtOpenly, Fact
from tests.core.games.sentences import hinted

ORDER = PACK + PACK
each_variant = pytest.mark.parametrize("variant", VARIANTS)


def deal(variant: str, number: int) -> State:
    options = {"variant": variant}
    return fold(GAME.start(options), GAME.begin(options, Dice(deal_seed(number), "terrace", 1)))


def fold(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def given_board(variant: str = "wood", base: str = "K", columns: str = "", **piles: Any) -> State:
    """A position: columns as "7c 6d, -, 9h" (- a space), the ones left out hold an ace of clubs each; other piles
    as "7c 6d", foundations with commas, too."""
    count = VARIANTS[variant].columns
    laid = [tuple(column.replace("-", "").split()) for column in columns.split(",")] if columns else []
    laid += [("Ac",)] * (count - len(laid))
    risen = [tuple(pile.split()) for pile in piles.pop("foundations", "").split(",")]
    risen += [()] * (8 - len(risen))
    named: dict[str, Any] = {
        name: tuple(value.split()) if isinstance(value, str) else value for name, value in piles.items()
    }
    return State(variant, columns=tuple(laid), foundations=tuple(risen), base="A23456789TJQK".index(base) + 1, **named)


def look(state: State) -> View:
    view: View = GAME.view(state, Seat(0))
    return view


def when(state: State, typed: str) -> tuple[Event, ...]:
    events: tuple[Event, ...] = GAME.decide(
        state, Play(0, GAME.read(look(state), typed), Dice(bytes(16), "terrace", 2))
    )
    return events


def after(state: State, typed: str) -> State:
    return fold(state, when(state, typed))


def refusal(state: State, typed: str) -> str:
    with pytest.raises(Refused) as refused:
        when(state, typed)
    return str(refused.value)


def hint(state: State) -> str | None:
    return hinted(GAME, look(state))


def test_it_is_offered_in_seven_variants_that_may_be_taken_back() -> None:
    assert GAMES["terrace"] is GAME
    assert GAME.options[0].choices == tuple(VARIANTS)
    assert len(VARIANTS) == 7


@pytest.mark.parametrize(
    ("variant", "reserve", "columns", "stock"),
    [
        ("terrace", 11, 4, 89),
        ("generals-patience", 13, 4, 87),
        ("falling-stars", 11, 9, 82),
        ("signora", 11, 9, 82),
        ("redheads", 21, 8, 73),
        ("blondes-and-brunettes", 10, 8, 84),
        ("wood", 10, 9, 83),
    ],
)
def test_it_is_laid_out_by_the_table(variant: str, reserve: int, columns: int, stock: int) -> None:
    view = look(deal(variant, 1))
    assert (len(view.reserve), sum(map(bool, view.columns)), view.stock) == (reserve, columns, stock)
    assert len(view.columns) == VARIANTS[variant].columns
    assert bool(view.base) == bool(view.waste) == bool(view.score) == (not VARIANTS[variant].chosen)


def test_the_cards_are_dealt_to_the_reserve_the_base_the_columns_and_the_waste() -> None:
    dealt, base, turned = lay_out(VARIANTS["wood"], ORDER)
    assert dealt == Dealt(ORDER[:10], ORDER[10], ORDER[11:20], ORDER[:19:-1])
    assert (base, turned) == (BaseSet(11), Turned(ORDER[20]))


def test_the_chosen_base_has_the_empty_columns_filled_and_a_card_turned() -> None:
    state = fold(GAME.start({"variant": "terrace"}), lay_out(VARIANTS["terrace"], ORDER))
    assert when(state, "b 3") == (
        Moved(ORDER[13], "t3", "f1", ""),
        BaseSet(1),
        *(Filled(ORDER[15 + nth], "s", place) for nth, place in enumerate(("t3", *COLUMNS[4:]))),
        Turned(ORDER[21]),
    )
    assert look(after(state, "b 3")).stock == 82


def test_only_the_base_can_be_chosen_first() -> None:
    state = deal("terrace", 1)
    texts = {f"t{column} f{'' if number == 1 else number}" for column in range(1, 5) for number in range(1, 9)}
    assert set(GAME.moves(look(state))) == texts
    assert refusal(state, "d") == refusal(state, "r f") == refusal(state, "t1 t2")
    assert refusal(state, "d") == "Choose the base card first: type b 1, b 2, b 3 or b 4."
    assert refusal(state, "b 5") == "No card is on column 5; type ? to see what can move."


def test_the_base_is_chosen_once() -> None:
    assert refusal(after(deal("terrace", 1), "b 1"), "b 2").startswith("You have chosen the base card already")


def test_a_foundation_starts_with_the_base_in_any_suit() -> None:
    state = given_board(columns="Kd,Qc", foundations="Kc")
    assert when(state, "t1 f") == (Moved("Kd", "t1", "f2", ""),)
    assert refusal(state, "t2 f2") == "An empty foundation takes only a king."


def test_a_foundation_goes_up_round_the_corner_in_alternating_colours() -> None:
    state = given_board(columns="Ad,Ah 2c,As", foundations="Kc,Kd")
    assert "t1 f" in GAME.moves(look(state))
    assert refusal(state, "t3 f1") == (
        "Foundations alternate in colour: the ace of spades does not go on the king of clubs."
    )
    assert refusal(state, "t2 f1").startswith("Foundations build up one by one")


def test_a_foundation_of_generals_patience_goes_up_in_suit() -> None:
    state = given_board("generals-patience", columns="Ad,Ac", foundations="Kc,Kd")
    assert (when(state, "t1 f")[0], when(state, "t2 f")[0]) == (
        Moved("Ad", "t1", "f2", "Kd"),
        Moved("Ac", "t2", "f1", "Kc"),
    )
    assert refusal(state, "t1 f1").startswith("Foundations build up in suit")


def test_a_full_foundation_is_closed() -> None:
    full = " ".join(f"{rank}{suit}" for rank, suit in zip("KA23456789TJQ", "cd" * 7, strict=False))
    state = given_board(columns="Kd", foundations=full)
    assert refusal(state, "t1 f1") == "That foundation is complete; choose an empty one."
    assert when(state, "t1 f") == (Moved("Kd", "t1", "f2", ""),)


def test_columns_build_down_round_the_corner_in_alternating_colours() -> None:
    state = given_board(base="5", columns="Ad,Kc,Kh,Qh 9c", waste="8d")
    assert when(state, "2 1") == (Moved("Kc", "t2", "t1", "Ad"),)
    assert when(state, "w t4") == (Moved("8d", "w", "t4", "9c"),)
    assert refusal(state, "3 1") == (
        "Columns build down in alternating colours: the king of hearts does not go on the ace of diamonds."
    )


def test_nothing_is_built_on_a_base_card_in_the_columns() -> None:
    assert refusal(given_board(columns="Kd,Qc"), "2 1") == "In the columns, no card goes on a king."


def test_a_base_card_is_built_like_any_other() -> None:
    assert when(given_board(columns="Ad,Kc"), "2 1") == (Moved("Kc", "t2", "t1", "Ad"),)


def test_the_reserve_goes_to_foundations_only() -> None:
    state = given_board(columns="Kc,-", reserve="2c Qd", waste="9c")
    assert refusal(state, "r t1") == refusal(state, "r t2") == "Reserve cards can only go to a foundation."
    assert when(replace(state, reserve=("2c", "Kd")), "r f") == (Moved("Kd", "r", "f1", ""),)


def test_a_space_is_filled_from_the_waste_only() -> None:
    state = given_board(columns="-,9c", waste="Th 2d", stock="3c")
    assert refusal(state, "2 1") == "Only the waste card may fill an empty column."
    assert when(state, "w t1") == (Moved("2d", "w", "t1", ""),)


def test_foundations_and_the_stock_give_no_cards() -> None:
    state = given_board(columns="Ad", foundations="Kc", stock="2c")
    assert refusal(state, "f1 t1") == refusal(state, "s t1") == refusal(state, "t1 w")


@pytest.mark.parametrize("typed", ["", "x", "r", "s", "t0 f", "t3 t10", "b", "up up", "d 2", "w w w"])
def test_what_is_not_written_like_a_move_is_none(typed: str) -> None:
    assert "is not a move" in refusal(given_board(), typed)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("t3 t5", Carry("t3", "t5")),
        ("3 5", Carry("t3", "t5")),
        ("35", Carry("t3", "t5")),
        ("W T4", Carry("w", "t4")),
        ("w", Carry("w", "f1")),
        ("2", Carry("t2", "f")),
        ("t2 f2", Carry("t2", "f2")),
        ("deal", Deal()),
        ("d", Deal()),
        ("up", Up()),
    ],
)
def test_moves_may_be_typed_short(typed: str, move: object) -> None:
    state = given_board(columns="Qc", waste="Kd", foundations=",Kc")
    assert GAME.read(look(state), typed) == move


def test_places_that_are_not_there_are_refused() -> None:
    state = given_board("redheads", columns="Kd")
    assert refusal(state, "t1 t9") == "The columns are t1 to t8."
    assert refusal(state, "t1 f9") == "The foundations are f1 to f8."
    assert refusal(state, "t9 t1") == "No card is on column 9; type ? to see what can move."


def test_a_card_turned_beside_a_space_locks_the_stock() -> None:
    state = given_board(columns="-", waste="9c", stock="4d 3c")
    assert when(state, "d") == (Turned("3c"), Locked())
    assert refusal(after(state, "d"), "d") == "The stock is locked until you use the waste card."
    assert when(given_board(waste="9c", stock="4d 3c"), "d") == (Turned("3c"),)


def test_the_waste_card_used_or_no_space_left_unlocks_it() -> None:
    locked = given_board(columns="9d,-,-", waste="9c Kc 8c", stock="4d", locked=True)
    assert when(locked, "w t1") == (Moved("8c", "w", "t1", "9d"), Unlocked())
    assert when(locked, "w t2") == (Moved("8c", "w", "t2", ""), Unlocked())
    other = given_board(columns="9d,Tc,-", waste="9c 7c", stock="4d", locked=True)
    assert when(other, "1 2") == (Moved("9d", "t1", "t2", "Tc"),)
    full = given_board(reserve="2c Kd", waste="9c", stock="4d", locked=True)
    assert when(full, "r f") == (Moved("Kd", "r", "f1", ""), Unlocked())


def test_an_empty_waste_is_refilled_and_locks_again_beside_a_space() -> None:
    state = given_board(columns="-", waste="Kc", stock="4d 3c", locked=True)
    assert when(state, "w f") == (Moved("Kc", "w", "f1", ""), Unlocked(), Turned("3c"), Locked())
    assert when(state, "w t1") == (Moved("Kc", "w", "t1", ""), Unlocked(), Turned("3c"))


def test_an_empty_waste_stays_empty_while_the_stock_is_locked() -> None:
    state = given_board(columns="-,9d,Tc", stock="4d 3c", locked=True)
    assert when(state, "2 3") == (Moved("9d", "t2", "t3", "Tc"),)


def test_signora_fills_spaces_from_the_waste_and_then_the_stock() -> None:
    state = given_board("signora", columns="Kd,Kc", waste="9c", stock="4d 3c 2c")
    assert when(state, "1 f") == (Moved("Kd", "t1", "f1", ""), Filled("9c", "w", "t1"), Turned("2c"))
    assert when(replace(state, waste=()), "1 f") == (
        Moved("Kd", "t1", "f1", ""),
        Filled("2c", "s", "t1"),
        Turned("3c"),
    )


def test_redheads_fills_spaces_from_the_reserve_first() -> None:
    state = given_board("redheads", columns="Kd", reserve="5c 6c", waste="9c", stock="4d")
    assert when(state, "1 f") == (Moved("Kd", "t1", "f1", ""), Filled("6c", "r", "t1"))
    bare = replace(state, reserve=())
    assert when(bare, "1 f") == (Moved("Kd", "t1", "f1", ""), Filled("9c", "w", "t1"), Turned("4d"))
    spent = replace(bare, waste=(), stock=())
    assert when(spent, "1 f") == (Moved("Kd", "t1", "f1", ""),)


def test_generals_patience_turns_the_waste_over_once() -> None:
    state = given_board("generals-patience", waste="2c 3c 9d")
    assert when(state, "d") == (Redealt(),)
    over = after(state, "d")
    assert over.stock == ("9d", "3c", "2c")
    assert when(over, "d") == (Turned("2c"),)
    assert refusal(after(over, "d"), "d") == ("After a redeal, play each card before you turn the next.")
    again = given_board("generals-patience", waste="2c", redeals=1)
    assert refusal(again, "d").startswith("The stock is empty")


def test_the_other_variants_never_turn_it_over() -> None:
    assert refusal(given_board(waste="2c 3c 9d"), "d") == ("The stock is empty: play the cards on the table.")


def test_turning_the_waste_over_beside_a_space_locks_nothing() -> None:
    state = after(given_board("generals-patience", columns="-", waste="2c 3c 9d"), "d")
    assert not state.locked
    assert when(state, "d") == (Turned("2c"), Locked())


def test_after_the_redeal_a_played_card_is_followed_by_the_next() -> None:
    state = given_board("generals-patience", columns="3d", waste="2c", stock="9d 3c", redeals=1)
    assert when(state, "w t1") == (Moved("2c", "w", "t1", "3d"), Turned("3c"))


def test_a_new_game_starts_unlocked() -> None:
    assert not any(look(deal(variant, 1)).locked for variant in VARIANTS)


def test_up_moves_every_safe_card_at_once() -> None:
    kings = "Kc,Ks,Kc,Ks,Kd,Kh,Kd,Kh"
    state = given_board(columns="5c Ad,5c Ah,5c 2c,5c Ad", reserve="9c Ah", waste="3d As Ac", foundations=kings)
    moved = [event.card for event in when(state, "up") if isinstance(event, Moved)]
    assert moved == ["Ah", "Ad", "Ah", "Ad", "2c", "Ac", "As"]


def test_up_leaves_what_may_still_be_built_on_or_is_waited_for() -> None:
    state = given_board(columns="5c 2c,5c 9d", foundations="Kd As,Kc Ad,Kh Ac,Kd As")
    assert "t1 f" in GAME.moves(look(state))
    assert "up" not in GAME.moves(look(state))
    assert refusal(state, "up").startswith("No card can safely go up")


def test_up_asks_in_suit_for_both_cards_below_and_all_that_could_be_built() -> None:
    waiting = "Kc Ac,Kc Ac,Ks As,Kd,Kd,Kh,Kh"
    state = given_board("generals-patience", columns="5c 2c,5c 2s", foundations=waiting)
    assert [event.card for event in when(state, "up") if isinstance(event, Moved)] == ["2c"]
    fewer = given_board("generals-patience", columns="5c 2c,5c 2s", foundations=waiting.removesuffix(",Kh"))
    assert "t1 f" in GAME.moves(look(fewer))
    assert "up" not in GAME.moves(look(fewer))


def test_up_leaves_the_last_card_of_a_column_until_no_space_must_be_filled() -> None:
    kept = given_board(columns="Kd", waste="9c")
    assert "t1 f" in GAME.moves(look(kept))
    assert "up" not in GAME.moves(look(kept))
    assert when(given_board(columns="Kd"), "up") == (Moved("Kd", "t1", "f1", ""),)


HINTS = [
    ("7c 8d, Ad, 5h", "Kc", "3c", "8c Ah", "Move the ace of hearts onto the king of clubs"),
    ("7c 8d, Ad, 5h", "Kc", "Ah", "8c", "Move the ace of diamonds onto the king of clubs"),
    ("7c 8d, 5d, 5h", "Kc", "Ah", "8c", "Move the ace of hearts onto the king of clubs"),
    ("7c 8d, 9c, 5h", "Kc", "4c", "8c", "Move the four of clubs onto the five of hearts"),
    ("8d, 9c, 5h", "Kc", "4c", "8c", "Move the eight of diamonds onto the nine of clubs"),
    ("7c Kd 8d, 9c, 5h", "Kc", "4c", "8c", "Move the eight of diamonds onto the nine of clubs"),
    ("7c 8d, -, 5h", "Kc", "9c", "8c", "Move the nine of clubs into an empty column"),
    ("7c 8d, 5d, 5h", "Kc", "9c", "8c", "Turn a card from the stock"),
    ("7c 8d, 5d, 5h", "Kc", "9c", "8c Kd", "Move the king of diamonds onto an empty foundation"),
]


@pytest.mark.parametrize(("columns", "foundations", "waste", "reserve", "sentence"), HINTS)
def test_the_hint_is_the_first_that_applies(
    columns: str, foundations: str, waste: str, reserve: str, sentence: str
) -> None:
    state = given_board(columns=columns, foundations=foundations, waste=waste, reserve=reserve, stock="2c")
    told = hint(state)
    assert told is not None
    assert told.partition(":")[0] == sentence


def test_the_hint_gives_its_reason() -> None:
    state = given_board(columns="7c Kd 8d, 9c, 5h", foundations="Kc", waste="4c", stock="2c")
    assert hint(state) == "Move the eight of diamonds onto the nine of clubs: the king of diamonds can then go up."


def test_a_hint_names_its_move_unless_there_are_several() -> None:
    assert GAME.hint
    hints = [GAME.hint(look(state)) for state in (deal("terrace", 1), given_board(stock="5c"))]
    assert [hint.move for hint in hints if hint] == ["", "d"]


def test_the_first_hint_is_to_choose_a_base() -> None:
    assert hint(deal("terrace", 1)) == "Choose the base card: all eight foundations start with its rank."


def test_a_game_without_a_hint_is_stuck_but_not_over() -> None:
    state = given_board(columns="7c 8d, 9c", foundations="Kc", reserve="9d", waste="9s")
    assert look(state).stuck
    assert look(state).turn == (0,)
    assert hint(state) is None
    assert GAME.outcome(state) is None
    assert set(GAME.moves(look(state))) == {"t1 t2"}


def nearly_won() -> State:
    """Eight foundations, and the queen that is missing on the last."""
    suits = ("cd", "sh", "dc", "hs") * 2
    full = [tuple(map("".join, zip("KA23456789TJQ", pair * 7, strict=False))) for pair in suits]
    return State("wood", foundations=(*full[:7], full[7][:-1]), columns=((full[7][-1],), *((),) * 8), base=13)


def test_a_game_is_won_when_all_cards_are_up() -> None:
    assert GAME.outcome(nearly_won()) is None
    won = after(nearly_won(), "up")
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert (look(won).score, look(won).turn, GAME.moves(look(won)), hint(won)) == (104, (), {}, None)
    assert not look(won).stuck
    assert refusal(won, "d") == "You have won: open a new game to play on."


def test_a_spectator_sees_the_same_and_has_no_move() -> None:
    state = deal("wood", 1)
    assert replace(look(state), seat=None) == GAME.view(state, SPECTATOR)
    assert GAME.moves(GAME.view(state, SPECTATOR)) == {}


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (DealtOpenly((), "9c", (), 0), "Dealt the nine of clubs to the first foundation."),
        (DealtOpenly((), "", (), 0), "Cards dealt; choose the base card."),
        (BaseSet(1), "The foundations start with an ace."),
        (Moved("5s", "t1", "t2", "6h"), "Moved the five of spades onto the six of hearts."),
        (Moved("5s", "t1", "f2", ""), "Moved the five of spades onto an empty foundation."),
        (Moved("5s", "w", "t2", ""), "Moved the five of spades into the empty column 2."),
        (Filled("5s", "r", "t2"), "Filled column 2 with the five of spades from the reserve."),
        (Turned("5s"), "Turned the five of spades."),
        (Redealt(), "Turned the waste over: it is the stock again."),
        (Locked(), "The stock is locked until you use the waste card."),
        (Unlocked(), "The stock is open again."),
    ],
)
def test_what_happens_is_told_in_words(fact: Fact, sentence: str) -> None:
    assert english(GAME.tell(fact, Seat(0))) == english(GAME.tell(fact, SPECTATOR)) == sentence
