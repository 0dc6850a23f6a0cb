"""The keys of mille (rules sheet 8)."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.message import english
from core.games.mille import GAME
from core.games.mille.cards import Card
from core.games.mille.state import State
from frontends.screens.controls import Pressed
from frontends.screens.mille.inputs import InputState, bar, idle, is_score_open, press, settle
from tests.core.games.mille.positions import after, ended, given
from tests.core.games.test_mille import few, random_hands, seeds
from tests.frontends.screens.mille_boards import ASKED, HIT, chosen
from tests.frontends.tables import view_of

PLAYING = given("Go", "Repairs", "Stop", "100")
"""Ann is rolling and has picked: she can use the 100 and the 25s, and Stop on Bob."""
UNPICKED = after(given("Repairs"), "d p", "p", "d p")
OVER = ended(given())
STOPPED = after(OVER, "stop")
NOTHING = InputState()
KEYS = (
    *"pudowyn0123456 xPUDOWYNhmq?'", "enter", "escape", "tab", "backspace", "delete", "left", "right", "up", "down",
    "home", "c-u", "c-j", "click deck", "click discard", "click side 0", "click side 1", "click score", "double deck",
    "click 3", "double 3", "click P", "click ",
)  # fmt: skip


def typed(*keys: str, state: State = PLAYING, seat: int | None = 0, input: InputState = NOTHING) -> Pressed:
    """What comes of the last of these keys."""
    view = view_of(GAME, state, seat)
    pressed = Pressed(input)
    for key in keys:
        pressed = press(pressed.input, key, view)
    return pressed


def said(pressed: Pressed) -> str:
    return english(pressed.message) if pressed.message else ""


@pytest.mark.parametrize(("key", "move"), [("p", "p"), ("P", "p"), ("o", "o"), ("O", "o")])
def test_single_keys_move(key: str, move: str) -> None:
    assert typed(key) == Pressed(NOTHING, move=move)


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (("u", "3", "enter"), "u 3"),
        (("U", "3", " "), "u 3"),
        (("d", "p", "enter"), "d p"),
        (("D", "P", "c-j"), "d p"),
        (("d", "0", "enter"), "d p"),
        (("u", "enter", " ", "6", "enter"), "u 6"),
        (("u", "3", "4", "enter"), "u 4"),
        (("u", "d", "3", "enter"), "d 3"),
    ],
)
def test_slot_is_confirmed(keys: tuple[str, ...], move: str) -> None:
    assert typed(*keys[:-1]).move is None
    assert typed(*keys).move == move


@pytest.mark.parametrize("key", ["escape", "c-u", "backspace", "delete"])
def test_command_is_taken_back(key: str) -> None:
    assert typed("u", key) == Pressed(NOTHING)


def test_escape_between_two_commands_commits_nothing() -> None:
    keys = ("u", "escape", "d", "4", "enter")
    assert [typed(*keys[: count + 1]).move for count in range(len(keys))] == [None, None, None, None, "d 4"]


def test_escape_takes_command_and_slot_back() -> None:
    assert typed("u", "4", "escape") == Pressed(NOTHING)
    assert typed("u", "4", "escape", "enter").move is None
    assert not typed("escape").known


@pytest.mark.parametrize("key", ["backspace", "delete"])
def test_erasing_takes_the_slot_back_before_its_command(key: str) -> None:
    assert typed("d", "5", key) == Pressed(InputState(command="d"))
    assert typed("d", "5", key, "4", "enter").move == "d 4"
    assert typed("d", "5", key, key) == Pressed(NOTHING)


def test_card_is_chosen_by_its_slot_and_used_with_enter() -> None:
    assert typed("3") == Pressed(chosen(PLAYING, 3))
    assert typed("3", "enter").move == "u 3"
    assert typed("3", "d", "enter").move == "d 3"


def test_arrows_go_round_the_hand() -> None:
    assert typed("right").input.slot == 0
    assert typed("down", "right").input.slot == 1
    assert typed("left").input.slot == 6
    assert typed("left", "right").input.slot == 0
    assert typed("up", "enter").move == "u 6"


def test_tab_goes_to_the_next_card_that_can_be_used() -> None:
    assert [typed(*("tab",) * count).input.slot for count in (1, 2, 3, 5, 6)] == [2, 3, 4, 6, 2]


def test_tab_after_d_goes_to_the_next_card_that_can_be_discarded() -> None:
    state = given("Extra Tank", "Go", "Right of Way", "25")
    assert [typed("d", *("tab",) * count, state=state).input.slot for count in (1, 2)] == [1, 3]


def test_enter_picks_while_that_is_due_and_nothing_is_chosen() -> None:
    assert typed("enter", state=UNPICKED) == Pressed(NOTHING, move="p")
    assert typed("enter").input.slot == 2


def test_enter_does_not_pick_away_a_coup_fourre() -> None:
    pressed = typed("enter", state=HIT)
    assert pressed == Pressed(chosen(HIT, 3))
    assert typed("enter", "enter", state=HIT).move == "u 3"
    assert typed("p", state=HIT).move == "p"


def test_empty_slot_cannot_be_chosen() -> None:
    pressed = typed("u", "p", state=UNPICKED)
    assert said(pressed) == "There is no card in slot P."
    assert pressed.input == InputState(command="u")


@pytest.mark.parametrize("key", ["x", "h", "m", "M", "R", "T", "L", "q", "?", "'", "/", "c-l", "c-z", "7", "home", "n"])
def test_other_keys_are_left_to_the_table(key: str) -> None:
    assert typed("u", key) == Pressed(InputState(command="u"), known=False)
    assert typed(key) == Pressed(NOTHING, known=False)


def test_w_unfolds_the_score_and_folds_it() -> None:
    view = view_of(GAME, PLAYING, 0)
    for has_room in (False, True):
        assert is_score_open(NOTHING, view, has_room) == has_room
        assert is_score_open(typed("w").input, view, has_room) != has_room
        assert is_score_open(typed("w", "W").input, view, has_room) == has_room
        assert is_score_open(NOTHING, view_of(GAME, OVER, 0), has_room)
        assert not is_score_open(typed("w", state=OVER).input, view_of(GAME, OVER, 0), has_room)
    assert typed("click score", "double score").input == typed("w").input
    assert typed("w", "u", "3", "enter").input.turned == "playing"


@pytest.mark.parametrize(("key", "move"), [("y", "yes"), ("Y", "yes"), ("n", "no"), ("N", "no")])
def test_extension_is_answered_with_a_key(key: str, move: str) -> None:
    assert typed(key, state=ASKED) == Pressed(NOTHING, move=move)


def test_another_hand_is_answered_with_a_key() -> None:
    for seat in (0, 1):
        assert typed("y", state=OVER, seat=seat) == Pressed(NOTHING, move="another")
        assert typed("n", state=OVER, seat=seat) == Pressed(NOTHING, action="stop")


@pytest.mark.parametrize("state", [ASKED, OVER])
def test_questions_come_before_moves(state: State) -> None:
    for key in ("p", "u", "d", "o", "enter", " ", "tab", "left", "3"):
        assert said(typed(key, state=state)) == "Answer the question first, with y or n."
    for key in ("s", "q", "escape", "b", "f", "a", "?"):
        assert typed(key, state=state) == Pressed(NOTHING, known=False)


@pytest.mark.parametrize("key", ["p", "u", "d", "o"])
def test_nobody_moves_out_of_turn(key: str) -> None:
    assert said(typed(key, seat=1)) == "It is not your turn."
    assert said(typed(key, state=ASKED, seat=1)) == "It is not your turn."
    assert typed(key, seat=None) == Pressed(NOTHING, known=False)
    assert typed(key, state=STOPPED) == Pressed(NOTHING, known=False)


def test_click_chooses_a_card_and_another_uses_it() -> None:
    assert typed("click 3") == Pressed(chosen(PLAYING, 3))
    assert typed("click 3", "click 3").move == "u 3"
    assert typed("click 3", "double 3").move == "u 3"
    assert typed("click 3", "click 4") == Pressed(chosen(PLAYING, 4))


def test_click_on_the_side_a_card_goes_to_uses_it() -> None:
    assert typed("click 3", "click side 0").move == "u 3"
    assert typed("click 2", "click side 1").move == "u 2"
    assert typed("click 2", "click side 0") == Pressed(NOTHING)


def test_click_on_the_discard_pile_discards() -> None:
    assert typed("click 1", "click discard").move == "d 1"
    assert typed("click discard") == Pressed(NOTHING)
    assert typed("d", "click 1").move == "d 1"


def test_click_elsewhere_puts_the_card_back() -> None:
    assert typed("click 1", "click ") == Pressed(NOTHING)


def test_click_on_the_deck_picks_once() -> None:
    assert typed("click deck", state=UNPICKED).move == "p"
    assert typed("double deck", state=UNPICKED) == Pressed(NOTHING)


def test_clicks_of_those_who_wait_do_nothing() -> None:
    for seat in (1, None):
        assert typed("click 3", seat=seat) == Pressed(NOTHING)


def test_choice_stays_while_it_can_be_finished() -> None:
    half = replace(chosen(PLAYING, 3), command="d", turned="playing")
    assert settle(half, view_of(GAME, PLAYING, 0)) == half
    assert settle(half, view_of(GAME, PLAYING, 1)) == InputState(turned="playing")
    assert settle(half, view_of(GAME, OVER, 0)) == InputState(turned="playing")


def test_choice_ends_when_another_card_lies_in_its_slot() -> None:
    half = InputState(slot=3, card=Card.STOP)
    assert settle(half, view_of(GAME, PLAYING, 0)) == NOTHING


def test_folded_score_opens_again_after_the_next_hand() -> None:
    folded = InputState(turned="over")
    assert settle(folded, view_of(GAME, OVER, 0)) == folded
    assert settle(folded, view_of(GAME, PLAYING, 0)) == NOTHING


def shown(input: InputState, state: State, seat: int | None = 0) -> str:
    return ", ".join(f"{key} {english(label)}" for key, label in bar(input, view_of(GAME, state, seat)))


def test_bar_names_the_keys_that_matter() -> None:
    assert shown(NOTHING, UNPICKED) == "p pick, Tab choose, o order, w score"
    assert shown(NOTHING, PLAYING) == "Tab choose, u use, d discard, o order, w score"
    assert shown(chosen(PLAYING, 3), PLAYING) == "Enter use, Esc back, d discard, o order, w score"
    assert shown(chosen(PLAYING, 3, command="d"), PLAYING) == "Enter discard, Esc back, u use, o order, w score"
    assert shown(InputState(command="u"), PLAYING) == "P 1-6 which card, Tab next, Esc back"
    assert shown(NOTHING, ASKED) == "y yes, n no, w score"
    assert shown(NOTHING, OVER) == "y yes, n no, w score"
    assert shown(NOTHING, PLAYING, 1) == "w score"


@few
@for_all(seeds, st.lists(st.sampled_from(KEYS), min_size=1, max_size=40), st.sampled_from((0, 1, None)))
def test_every_key_gives_a_move_that_can_be_read_and_escape_never_one(
    seed: bytes, keys: list[str], seat: int | None
) -> None:
    for state in random_hands(seed, 80)[::9]:
        view = view_of(GAME, state, seat)
        input = idle(view)
        for key in keys:
            assert press(input, "escape", view).move is None
            pressed = press(input, key, view)
            if pressed.move is not None:
                assert seat in view.turn
                GAME.read(view, pressed.move)
            if not pressed.known:
                assert pressed == Pressed(input, known=False)
            input = pressed.input


@few
@for_all(seeds)
def test_tab_and_enter_play_only_what_is_legal(seed: bytes) -> None:
    for state in random_hands(seed, 120)[::4]:
        view = view_of(GAME, state, state.turn)
        moves = GAME.moves(view)
        if any(text.startswith("u") for text in moves):
            assert typed("tab", "enter", state=state, seat=state.turn).move in moves
