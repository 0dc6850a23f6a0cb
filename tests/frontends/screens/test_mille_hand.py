"""The keys of mille (rules sheet 8)."""

from __future__ import annotations

import pytest

from core.games.mille import GAME, State
from frontends.screens.controls import Pressed, Wish
from frontends.screens.mille_hand import Hand, idle, press, settle
from tests.core.games.mille.positions import after, ended, given, tableau
from tests.frontends.tables import view_of

PLAYING = given("Go")
ASKED = after(given("100", own=tableau("Go", distances=("100",) * 6)), "u p")
OVER = ended(given())
STOPPED = after(OVER, "stop")


def typed(*keys: str, state: State = PLAYING, seat: int | None = 0, hand: Hand | None = None) -> Pressed:
    """What comes of the last of these keys."""
    view = view_of(GAME, state, seat)
    pressed = Pressed(hand or idle(view))
    for key in keys:
        pressed = press(pressed.hand, key, view)
    return pressed


@pytest.mark.parametrize(("key", "move"), [("p", "p"), ("P", "p"), ("o", "o"), ("O", "o")])
def test_single_keys_move(key: str, move: str) -> None:
    assert typed(key) == Pressed(Hand(), move=move)


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (("u", "3", "enter"), "u 3"),
        (("U", "3", " "), "u 3"),
        (("d", "p", "enter"), "d p"),
        (("D", "P", "c-j"), "d p"),
        (("d", "0", "enter"), "d p"),
        (("u", "enter", " ", "6", "enter"), "u 6"),
    ],
)
def test_slot_is_confirmed(keys: tuple[str, ...], move: str) -> None:
    assert typed(*keys[:-1]).move is None
    assert typed(*keys) == Pressed(Hand(), move=move)


def test_command_and_slot_are_echoed() -> None:
    assert typed("u").hand.echo == "U"
    assert typed("d", "0").hand.echo == "D P"


def test_wrong_slot_is_echoed_with_the_bell_until_the_next_key() -> None:
    slipped = typed("u", "x")
    assert (slipped.hand.echo, slipped.bell) == ("U X", True)
    assert typed("u", "x", "c-g").hand.echo == "U ^G"
    assert typed("u", "x", "4").hand.echo == "U 4"
    assert typed("u", "x", "4", "enter").move == "u 4"


@pytest.mark.parametrize("key", ["backspace", "delete", "c-u"])
def test_erase_and_kill_before_the_slot_take_the_command_back(key: str) -> None:
    assert typed("u", key) == Pressed(Hand())


@pytest.mark.parametrize("key", ["backspace", "delete"])
def test_erase_after_the_slot_takes_the_slot_back(key: str) -> None:
    assert typed("d", "5", key) == Pressed(Hand(command="D"))
    assert typed("d", "5", key, "4", "enter").move == "d 4"


def test_kill_after_the_slot_takes_the_command_back() -> None:
    assert typed("d", "5", "c-u") == Pressed(Hand())


@pytest.mark.parametrize("key", ["x", "3", "p", "escape"])
def test_other_keys_after_the_slot_only_beep(key: str) -> None:
    assert typed("d", "5", key) == Pressed(Hand(command="D", slot="5"), bell=True)


@pytest.mark.parametrize("key", ["enter", "c-j", " ", "backspace", "delete", "c-u"])
def test_idle_keys_are_ignored(key: str) -> None:
    assert typed(key) == Pressed(Hand())


@pytest.mark.parametrize(
    ("key", "wish"),
    [
        ("q", Wish.QUIT), ("Q", Wish.QUIT), ("c-c", Wish.QUIT), ("s", Wish.SAVE), ("S", Wish.SAVE),
        ("r", Wish.REPAINT), ("c-l", Wish.REPAINT), ("?", Wish.HELP),
    ],
)  # fmt: skip
def test_wishes_have_their_keys(key: str, wish: Wish) -> None:
    assert typed(key) == Pressed(Hand(), wish=wish)


def test_w_toggles_the_window() -> None:
    assert typed("w").hand == Hand(full=True)
    assert typed("w", "W").hand == Hand()
    assert typed("w", "u", "3", "enter").hand == Hand(full=True)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("x", "unknown command: X"),
        ("7", "unknown command: 7"),
        ("c-b", "unknown command: ^B"),
        ("e", "E: command not implemented"),
    ],
)
def test_other_keys_are_named_with_the_bell(key: str, message: str) -> None:
    assert typed(key) == Pressed(Hand(), message=message, bell=True, known=False)


@pytest.mark.parametrize(("key", "move"), [("y", "yes"), ("Y", "yes"), ("n", "no"), ("N", "no")])
def test_extension_is_answered_with_a_key(key: str, move: str) -> None:
    assert typed(key, state=ASKED) == Pressed(Hand(), move=move)


def test_another_hand_is_answered_with_a_key() -> None:
    for seat in (0, 1):
        assert typed("y", state=OVER, seat=seat) == Pressed(Hand(), move="another")
        assert typed("n", state=OVER, seat=seat) == Pressed(Hand(), wish=Wish.STOP)


@pytest.mark.parametrize("state", [ASKED, OVER])
def test_questions_know_save_repaint_and_quit(state: State) -> None:
    assert typed("s", state=state).wish is Wish.SAVE
    assert typed("c-l", state=state).wish is Wish.REPAINT
    assert typed("c-c", state=state).wish is Wish.QUIT


@pytest.mark.parametrize("state", [ASKED, OVER])
@pytest.mark.parametrize("key", ["w", "x", "q", "enter", "p"])
def test_questions_echo_other_keys_with_the_bell(state: State, key: str) -> None:
    pressed = typed(key, state=state)
    assert (pressed.bell, pressed.move, pressed.wish) == (True, None, None)
    assert pressed.hand.echo == (key.upper() if len(key) == 1 else key)
    assert typed(key, "y", state=state).move is not None


def test_talking_is_possible_at_questions() -> None:
    assert not typed("'", state=OVER).known


@pytest.mark.parametrize("key", ["p", "u", "d", "o"])
def test_nobody_moves_out_of_turn(key: str) -> None:
    assert typed(key, seat=1) == Pressed(Hand(), message="It is not your turn.", bell=True)
    assert typed(key, seat=None) == Pressed(Hand(), message="You are looking on.", bell=True)
    assert typed(key, state=STOPPED) == Pressed(Hand(), message="The session is over.", bell=True)


def test_opponent_of_who_is_asked_waits() -> None:
    assert typed("y", state=ASKED, seat=1).move is None


def test_new_session_can_be_had_when_one_is_over() -> None:
    assert typed("n", state=STOPPED).wish is Wish.NEW
    assert typed("q", state=STOPPED).wish is Wish.QUIT
    assert not typed("n").known


def test_half_typed_command_stays_while_it_can_be_finished() -> None:
    half = Hand(full=True, command="U", slot="3")
    assert settle(half, view_of(GAME, PLAYING, 0)) == half
    assert settle(half, view_of(GAME, PLAYING, 1)) == Hand(full=True)
    assert settle(half, view_of(GAME, OVER, 0)) == Hand(full=True)
