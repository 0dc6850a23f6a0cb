"""Pictures of mille. `python -m tests.frontends.screens.pictures mille` writes those in files anew."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.game import EVERYONE, Viewer
from core.games.mille import GAME
from core.games.mille.cards import PACK, SAFETIES, Card
from core.games.mille.state import State
from frontends.locale.language import LANGUAGES
from frontends.screens.controls import LEAST, Scene
from frontends.screens.mille import SCREEN
from frontends.screens.mille.inputs import InputState, idle
from frontends.terminal.picture import Canvas, Look, Picture
from tests.core.games.mille.positions import BLANK, after, cards, ended, given, tableau
from tests.core.games.test_mille import few, random_hands, seeds
from tests.frontends.screens.mille_boards import ASKED, HIT, PICKED, chosen, scene_of, table_of
from tests.frontends.screens.pictures import MOST, SIZES, compare, compare_sizes, drawn, require_sound_everywhere

LOG = (
    "You pick Repairs.", "You play 50 miles.", "Bob picks a card.", "Bob plays Flat Tire on you.", "You pick 25.",
)  # fmt: skip
OVER = after(
    given(
        "100", "Go", "Gasoline", "25", "Gasoline", "Spare Tire", "75",
        own=tableau("Go", distances=("50", "50", "75", "75", "75", "75", *("100",) * 5), safeties=("Puncture Proof",)),
        other=tableau("Go", distances=("100",) * 4 + ("200",), safeties=("Driving Ace",)),
        end=1000, deck=PACK[:55],
    ),
    "u p",
)  # fmt: skip
STOPPED = after(ended(PICKED), "stop")
ALL_FOUR = given(
    own=tableau("Go", safeties=("Extra Tank", "Puncture Proof", "Driving Ace", "Right of Way")), other=BLANK
)
SMALL = Look(*LEAST)
ASCII = Look(rows=21, columns=80, utf8=False, colour=False)
VIEWERS = (0, 1, None)


def picture(scene: Scene, look: Look | None = None) -> Picture:
    return drawn(SCREEN, scene, look or Look(rows=21, columns=80))


def text(scene: Scene, look: Look | None = None) -> str:
    return picture(scene, look).text()


def test_board_after_a_hazard_looks_as_in_the_files() -> None:
    compare_sizes(SCREEN, scene_of(PICKED, log=LOG))


def test_end_of_a_hand_looks_as_in_the_files() -> None:
    compare_sizes(SCREEN, scene_of(OVER, log=("You play 100 miles.",)), "-over")


def test_other_boards_look_as_in_the_files() -> None:
    compare("mille-smallest", picture(scene_of(HIT, log=LOG, hint="u 3"), SMALL))
    compare("mille-smallest-open", picture(scene_of(PICKED, log=LOG, turned="playing"), SMALL))
    compare("mille-watching", picture(scene_of(PICKED, None, log=LOG)))
    compare("mille-stopped", picture(scene_of(STOPPED, 1, log=LOG, turned="over")))
    board = given("25", "Stop", "Go", "200", own=tableau("Go"), other=tableau("Go", distances=("75",)))
    scene = attrs.evolve(scene_of(board, hint="u 1"), input=chosen(board, 3))
    compare("mille-plain", picture(scene, ASCII))


def rows_of(picture: Picture, row: int, column: int, rows: int, columns: int) -> list[str]:
    return [line[column : column + columns].rstrip() for line in picture.rows[row : row + rows]]


def find(picture: Picture, wanted: str) -> tuple[int, int]:
    """Where a text stands first."""
    return next((row, line.index(wanted)) for row, line in enumerate(picture.rows) if wanted in line)


def test_viewer_is_always_on_the_left() -> None:
    assert rows_of(picture(scene_of(PICKED, 0)), 0, 0, 1, 8) == ["► You"]
    assert rows_of(picture(scene_of(PICKED, 1)), 0, 0, 1, 8) == ["  You"]
    assert rows_of(picture(scene_of(PICKED, None)), 0, 0, 1, 8) == ["► Ann"]


def test_hand_of_the_other_is_not_on_the_board() -> None:
    state = given(hands=(cards(*("25",) * 7), cards(*("Repairs",) * 6)))
    for look in (Look(rows=rows, columns=columns) for columns, rows in SIZES):
        assert "Repairs" not in text(scene_of(state, 0), look)
        assert "Repairs" not in text(scene_of(state, None), look)
        assert "Repairs" in text(scene_of(state, 1), look)


def test_both_hands_are_shown_to_the_eyes_of_everybody() -> None:
    state = given("Go", hands=(cards("Go"), cards("Repairs", "Stop")))
    shown = text(scene_of(state, EVERYONE))
    assert "Bob's hand: Repairs, Stop." in shown
    assert "│   Go    │" in shown


@pytest.mark.parametrize(
    ("before", "move", "viewer", "marked"),
    [
        (given("Stop"), "u p", 1, "Stop"),
        (given("Stop"), "u p", None, "Stop"),
        (given("Speed Limit"), "u p", 1, "Speed"),
        (given("Repairs"), "d p", 1, "Repairs"),
        (given("75"), "u p", 1, "+75"),
        (given("Go", own=BLANK, other=BLANK), "u p", 1, "  Go  "),
        (given("Extra Tank"), "u p", 1, "●Extra Tank"),
    ],
)
def test_last_move_of_the_other_is_marked(before: State, move: str, viewer: int | None, marked: str) -> None:
    shown = picture(scene_of(after(before, move), viewer))
    row, column = find(shown, marked)
    column += len(marked) // 2
    assert shown.styles[row][column].reverse
    assert not any(style.reverse for line in picture(scene_of(before, viewer)).styles for style in line)


def test_mark_of_a_hazard_goes_when_it_is_cured_or_answered() -> None:
    assert "◄" in text(scene_of(PICKED))
    assert "◄" not in text(scene_of(after(HIT, "u 3")))
    assert "◄" not in text(scene_of(after(PICKED, "d 1")))


def test_marks_do_not_need_colour_or_more_than_ascii() -> None:
    shown = text(scene_of(PICKED), ASCII)
    assert "+battle-<+" in shown
    assert "+=3=======+" in shown


def frames_of(scene: Scene) -> str:
    """The left upper corners of the hand's cards."""
    shown = picture(scene)
    row = next(spot.row for spot in shown.spots if spot.name == "6")
    return "".join(sign for sign in shown.rows[row] if sign in "┌┏╔")


def test_usable_and_chosen_cards_have_frames_of_their_own() -> None:
    state = given("100", "Repairs", "Go", "Stop", "25")
    assert frames_of(scene_of(state)) == "┏┌┌┏┏┏┏"
    shown = picture(attrs.evolve(scene_of(state), input=chosen(state, 3)))
    assert "╔═3═" in shown.text()
    assert shown.cursor is not None
    assert shown.rows[shown.cursor[0]][shown.cursor[1]] == "3"


def test_target_of_the_chosen_card_lights_up() -> None:
    state = given("Stop", "75", "Go", own=tableau("Go"), other=tableau("Go"))
    onto_bob = text(attrs.evolve(scene_of(state), input=chosen(state, 0)))
    assert find(picture(attrs.evolve(scene_of(state), input=chosen(state, 0))), "┏battle")[1] > 40
    assert "▒" in text(attrs.evolve(scene_of(state), input=chosen(state, 1))).split("\n")[1][:35]
    away = picture(attrs.evolve(scene_of(state), input=chosen(state, 2, command="d")))
    assert "┏discard" in away.text()
    assert "┏" not in onto_bob.split("\n")[3][:35]


@pytest.mark.parametrize(
    ("state", "hint", "lit"),
    [
        (HIT, "p", "deck━━━»"),
        (HIT, "u 3", "»3"),
        (PICKED, "d 1", "»1"),
        (PICKED, "d 1", "discard»"),
        (ASKED, "no", "n"),
        (ended(PICKED), "another", "y"),
    ],
)
def test_proposed_move_lights_up(state: State, hint: str, lit: str) -> None:
    shown = picture(scene_of(state, hint=hint))
    row, column = find(shown, "(y/n)") if len(lit) == 1 else find(shown, lit)
    column += {"y": 1, "n": 3}.get(lit, len(lit) - 1)
    assert shown.styles[row][column].reverse


def test_question_ends_with_its_keys_and_the_cursor() -> None:
    shown = picture(scene_of(ASKED))
    assert "Extend the trip to 1000 miles? (y/n)" in shown.text()
    row, column = find(shown, "(y/n)")
    assert shown.cursor == (row, column + 6)


def under(shown: Picture) -> str:
    assert shown.cursor is not None
    return shown.spot(*shown.cursor)


def test_cursor_stands_where_the_action_is() -> None:
    unpicked = after(given("Repairs"), "d p", "p", "d p")
    assert under(picture(scene_of(unpicked))) == "deck"
    assert under(picture(scene_of(HIT))) == "3"
    assert under(picture(scene_of(PICKED))) == "3"
    assert under(picture(scene_of(given(), 1))) == "side 0"
    assert under(picture(scene_of(after(PICKED, "d 1"), 0))) == "side 1"


@pytest.mark.parametrize("size", SIZES)
def test_everything_can_be_clicked_on(size: tuple[int, int]) -> None:
    columns, rows = size
    spots = {spot.name for spot in picture(scene_of(PICKED), Look(rows=rows, columns=columns)).spots}
    assert spots == {"deck", "discard", "side 0", "side 1", "score", *"P123456"}


def test_score_is_folded_until_it_is_wanted_or_the_hand_is_over() -> None:
    look = Look(rows=17, columns=60)
    assert "Shut-Out" not in text(scene_of(PICKED), look)
    assert "Shut-Out" in text(scene_of(PICKED, turned="playing"), look)
    assert "Shut-Out" in text(scene_of(ended(PICKED)), look)
    assert "Shut-Out" not in text(scene_of(ended(PICKED), turned="over"), look)


@pytest.mark.parametrize("size", [(60, 21), (80, 20), (80, 21), (84, 40)])
def test_score_stands_in_full_where_there_is_room_until_it_is_folded(size: tuple[int, int]) -> None:
    look = Look(rows=size[1], columns=size[0])
    assert "Shut-Out" in text(scene_of(PICKED), look)
    assert "Shut-Out" not in text(scene_of(PICKED, turned="playing"), look)


@pytest.mark.parametrize("size", [(40, 17), *SIZES])
def test_distances_that_lie_are_shown_and_how_many_200s(size: tuple[int, int]) -> None:
    own = tableau("Go", distances=("200", "100", "75", "100", "25"))
    shown = text(scene_of(given(own=own, other=tableau(distances=("200", "200")))), Look(rows=size[1], columns=size[0]))
    for part in ("200:●○", "100:2", "75:1", "25:1", "200:●●"):
        assert part in shown
    assert "50:" not in shown
    assert "200:#." in text(scene_of(given(own=own)), Look(rows=size[1], columns=size[0], utf8=False))


@pytest.mark.parametrize("size", [(40, 17), *SIZES])
def test_safeties_have_places_of_their_own_that_do_not_move(size: tuple[int, int]) -> None:
    look = Look(rows=size[1], columns=size[0])
    none, all_four = picture(scene_of(given()), look), picture(scene_of(ALL_FOUR), look)
    for name in ("Extra Tank", "Puncture Proof", "Driving Ace", "Right of Way"):
        assert find(none, name) == find(all_four, name)


def test_unfolded_score_hides_neither_hand_nor_need() -> None:
    for columns, rows in ((40, 17), *SIZES):
        shown = text(scene_of(PICKED, turned="" if rows >= 20 else "playing"), Look(rows=rows, columns=columns))
        for part in ("Hand Total", "You need Spare Tire.", "Repairs", "Puncture"):
            assert part in shown


def place_of_messages(scene: Scene, rows: int, columns: int) -> tuple[int, int, int, int] | None:
    canvas = Canvas(Look(rows=rows, columns=columns))
    SCREEN.draw(scene, canvas)
    return canvas.message_place


def test_wide_board_has_a_place_for_messages_beside_what_is_to_be_done() -> None:
    scene = scene_of(PICKED)
    assert place_of_messages(scene, 21, 80) == (7, 41, 3, 38)
    row, column, rows, columns = place_of_messages(scene, 21, 80) or (0, 0, 0, 0)
    assert not "".join(rows_of(picture(scene), row, column, rows, columns))
    assert place_of_messages(scene, 19, 40) is None


@pytest.mark.parametrize("size", [(40, 17), *SIZES])
def test_all_four_safeties_fit(size: tuple[int, int]) -> None:
    columns, rows = size
    shown = text(scene_of(ALL_FOUR), Look(rows=rows, columns=columns))
    assert "All 4 Safeties" in shown or "Driving" in shown


def test_three_safeties_and_the_other_one_fit_the_smallest_board() -> None:
    own = tableau("Go", safeties=("Extra Tank", "Puncture Proof", "Driving Ace"), coups=cards("Puncture Proof"))
    shown = text(scene_of(given(own=own, other=tableau("Go", safeties=("Right of Way",)))), SMALL)
    for name in ("●   Extra Tank   ○", "* Puncture Proof ○", "●  Driving Ace   ○", "○  Right of Way  ●", "Points"):
        assert name in shown


def test_road_ends_where_the_trip_does() -> None:
    done = given(own=tableau("Go", distances=("100",) * 7), other=tableau("Go", distances=("25",)), finisher=0)
    lines = text(scene_of(done, turned="over")).split("\n")
    assert lines[1][:34].rstrip() == lines[1][:34]
    assert lines[1][33] == "►"
    assert lines[0][:34].endswith("700/700")


def test_long_names_are_cut_and_stay_apart() -> None:
    names = ("Bartholomew the Long of Rutland", "Catherine the Great of Russia")
    shown = text(scene_of(PICKED, None, names=names), SMALL).split("\n")[0]
    assert shown == "► Bartholo… 225/700    Catherin… 100/700"


def test_how_it_ended_is_said_in_full_on_the_smallest_board() -> None:
    names = ("Bartholomew", "Bob")
    assert " You win the session, one game to none.\n" in text(scene_of(STOPPED, 0, names=names, turned="over"), SMALL)
    shown = text(scene_of(STOPPED, None, names=names, turned="over"), SMALL)
    assert " Bartholomew wins the session by one\n game to none.\n" in shown


def test_hostile_names_are_only_names() -> None:
    shown = text(scene_of(PICKED, None, names=("{card}", "{who}")))
    assert "{card} needs Spare Tire." in shown


def test_game_that_has_not_begun_can_be_drawn() -> None:
    assert "The game has not begun." in text(scene_of(GAME.start({})))


@st.composite
def inputs(draw: st.DrawFn, state: State, seat: int | None) -> InputState:
    """An input state that keys can lead to."""
    turned = draw(st.sampled_from(("", "playing", "over")))
    hand: tuple[Card, ...] = state.hands[seat] if seat == state.turn else ()
    slot = draw(st.sampled_from((None, *range(7 - len(hand), 7))))
    command = draw(st.sampled_from(("", "u", "d")))
    return InputState(turned=turned) if slot is None else chosen(state, slot, seat or 0, command=command, turned=turned)


@few
@for_all(seeds, st.data())
def test_every_board_can_be_drawn_at_every_size(seed: bytes, data: st.DataObject) -> None:
    rows = data.draw(st.integers(LEAST[0], MOST[0]))
    columns = data.draw(st.integers(LEAST[1], MOST[1]))
    names = ("Ännä", "Bøbø")
    for state in random_hands(seed, 260)[data.draw(st.integers(0, 30)) :: 31]:
        for viewer in VIEWERS:
            table = table_of(state, viewer, names)
            moves = ("", *GAME.moves(table.view))
            hint = data.draw(st.sampled_from(moves))
            scene = Scene(table, data.draw(inputs(state, viewer)), hint, ("Ünd ßö wéïtér.",) * 3)
            require_sound_everywhere(SCREEN, scene, rows, columns)


@pytest.mark.parametrize("viewer", [0, EVERYONE])
def test_ended_session_can_be_drawn_at_every_size(viewer: Viewer | int) -> None:
    for rows in range(LEAST[0], MOST[0] + 1, 4):
        for columns in range(LEAST[1], MOST[1] + 1, 5):
            for turned in ("", "over"):
                table = table_of(STOPPED, viewer, ("Ännä", "Bøbø"))
                scene = Scene(table, replace(idle(table.view), turned=turned))
                require_sound_everywhere(SCREEN, scene, rows, columns)


def test_names_of_cards_can_be_read_whole_in_other_languages_on_the_usual_and_the_smallest_board() -> None:
    scene = scene_of(given("Repairs", "Spare Tire", "Puncture Proof", "Right of Way", own=BLANK))
    usual = text(scene, Look(rows=21, columns=80, language="fr"))
    assert all(part in usual for part in ("Répara-", "tions", "Incre-", "vable", "Priori-", "taire"))
    small = text(scene, attrs.evolve(SMALL, language="fr"))
    assert all(name in small for name in ("Réparations", "Roue de secours", "Increvable", "Prioritaire"))
    usual = text(scene, Look(rows=21, columns=80, language="de"))
    assert all(part in usual for part in ("Reparatur", "Ersatz-", "reifen", "Pannen-", "sicher", "Vorfahrt"))
    small = text(scene, attrs.evolve(SMALL, language="de"))
    assert all(name in small for name in ("Reparatur", "Ersatzreifen", "Pannensicher", "Vorfahrt"))


SPEED = (Card.SPEED_LIMIT, Card.END_OF_LIMIT)


@pytest.mark.parametrize(("rows", "columns"), [(21, 80), (17, 60), (19, 40)])
@pytest.mark.parametrize("card", list(Card))
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_card_is_cut_in_any_language_wherever_it_lies(code: str, card: Card, rows: int, columns: int) -> None:
    lies = tableau(speed=card) if card in SPEED else tableau(battle=card) if card not in SAFETIES else BLANK
    scene = scene_of(given(*[card.value] * 6, own=lies, other=lies, discard=card))
    assert "…" not in text(scene, Look(rows=rows, columns=columns, language=code))


def test_small_words_make_room_in_narrow_boxes() -> None:
    scene = scene_of(given(own=tableau(speed=Card.END_OF_LIMIT)))
    assert "Fin limite" in text(scene, Look(rows=17, columns=60, language="fr"))
