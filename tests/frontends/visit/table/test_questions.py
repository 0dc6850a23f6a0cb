"""Small questions: answered in two lines and 160 characters, whatever lies on the table, in every language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import SPECTATOR, Seat
from core.base.message import message
from core.games import GAMES
from core.laws.random_play import Position, play
from core.table import Move, PlayerView, TableView
from frontends.locale.language import language
from frontends.screens import screen_of
from frontends.screens.controls import how_to
from frontends.terminal.pages import wrapped
from frontends.terminal.picture import Look
from frontends.visit.table.questions import ACTIONS
from tests.core.parlour import moves, submit
from tests.examples import examples
from tests.frontends.terminals import COMP, open_house

MOST = 160
LONGEST_NAME = "Wilhelmina-Maria"
ASKED = {"column": ("1", "9", "x"), "pile": ("1", "15", ""), "card": ("1", "6", "p", ""), "row": ("1", "7", "14"),
         "tile": ("1", "2", "c7", "")}  # fmt: skip
CODES = st.sampled_from(["en", "fr"])


def table_of(name: str, position: Position, seat: int | None) -> TableView:
    game = GAMES[name]
    view = game.view(position.state, SPECTATOR if seat is None else Seat(seat))
    players = tuple(PlayerView(f"{LONGEST_NAME[:15]}{number}") for number in range(game.seats))
    return TableView("t", name, position.options, 7, players, view.seat, view, view.turn, None, 1, "", "", plays=120)


def is_short(said: str) -> bool:
    return 0 < len(said) <= MOST and len(wrapped(said, 79)) <= 2 and "..." not in said


def test_every_question_of_the_screens_is_a_word() -> None:
    known = {action.word for action in ACTIONS}
    for game in GAMES:
        assert screen_of(game).questions.keys() <= known
        assert screen_of(game).questions, game


@examples(200, quick=30)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 250), st.binary(min_size=32, max_size=32), CODES, st.booleans())
def test_answers_are_short_in_every_position(name: str, length: int, seed: bytes, code: str, reader: bool) -> None:
    face, position, look = screen_of(name), play(GAMES[name], seed, length), Look(language=code, reader=reader)
    for seat in (0, None):
        table = table_of(name, position, seat)
        said = [face.hand(table), face.score(table)]
        said += [
            answer(table, look, rest) for word, answer in face.questions.items() for rest in ASKED.get(word, ("",))
        ]
        advise = GAMES[name].hint
        if advise and seat is not None and (hint := advise(table.view)) is not None and hint.move:
            how = how_to(face, table.view, hint.move, on_screen=False)
            said.append(message("{said} {how}", said=hint.said, how=how))
        for one in said:
            text = language(code).say(one, table.names)
            assert is_short(text), (len(text), text)


@examples(100, quick=20)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 250), st.binary(min_size=32, max_size=32), CODES)
def test_what_is_offered_can_be_typed_and_is_offered_once(name: str, length: int, seed: bytes, code: str) -> None:
    game, face, position = GAMES[name], screen_of(name), play(GAMES[name], seed, length)
    assert face.offers is not None
    for seat in game.turn(position.state):
        view = game.view(position.state, Seat(seat))
        typed = [typed for typed, _ in face.offers(view)]
        legal = game.moves(view)
        assert bool(typed) == bool(legal)
        assert len(typed) == len(set(typed))
        assert all(game.read(view, one) in legal.values() for one in typed)


async def test_undo_says_what_was_taken_back_and_what_lies_on_top() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, look=Look(reader=True))
        top = live.view(Seat(0)).view.piles[0][-1]
        await anna.told("2 15", "1 14")
        told = await anna.told("undo")
        assert told.startswith("You take back a move.\nBack on pile 1, from pile 14: ")
        assert told.endswith("Pile 14 now: empty.\n")
        assert live.view(Seat(0)).view.piles[0][-1] == top


async def test_column_waste_reserve_stock_and_foundations_are_answered() -> None:
    async with open_house() as house:
        live = await house.set_up("terrace", "Anna", deal=7)
        anna = await house.seat("Anna", live, look=Look(reader=True))
        await submit(live, Move("t1 f"), 0)
        assert (await anna.told("column 3")).startswith("Column 3: ")
        assert (await anna.told("waste")).startswith("Waste")
        assert (await anna.told("reserve")).startswith("Reserve, 11 cards, on top: ")
        assert "in the stock." in await anna.told("stock")
        assert (await anna.told("foundations")).startswith("Foundations: ")
        assert "There is no such thing in this game." in await anna.told("safeties")


async def test_road_safeties_card_and_moves_are_answered() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, look=Look(reader=True))
        assert (await anna.told("road")).startswith("You: 0 of 700 miles, you need Go. Comp: 0 of 700 miles, needs Go.")
        assert await anna.told("safeties") == "You have no safeties. Comp has no safeties.\n"
        assert (await anna.told("card 1")).startswith("1: ")
        assert await anna.told("moves") == "You can play p: pick a card, o: order the hand.\n"
        await anna.told("p")
        first = await anna.told("moves")
        assert "For more: moves 2" in " ".join(first.split())
        assert await anna.told("moves 2") != first
        assert len((await anna.told("moves all")).splitlines()) > 2
        assert await anna.told("moves 99") == "There is no page 99.\n"


@pytest.mark.parametrize("reader", [False, True])
async def test_no_digits_come_unasked_at_the_end(reader: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, look=Look(reader=reader))
        told = await anna.told("resign", "y")
        assert live.table.ended
        assert live.table.setup.house_seed.hex()[:8] not in told.replace(" ", "")
        assert live.table.setup.house_seed.hex()[:8] in (await anna.told("fair")).replace(" ", "")


async def test_demonstration_shows_no_prompt_to_a_reader_until_it_is_over() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, look=Look(reader=True))
        before = len(anna.prompts)
        anna.type("demo fast")
        await anna.wait_text("The computer plays.")
        await anna.told("stop")
        assert set(anna.prompts[before:-1]) <= {"", anna.prompts[-1]}
        assert "> " not in anna.prompts[before:]


async def test_reader_hears_no_position_after_a_demonstration() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, look=Look(reader=True))
        anna.type("demo fast")
        await anna.wait_text("The computer plays.")
        told = await anna.told("stop")
        assert "The demonstration is over." in told
        assert "Pile 1" not in told


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_moves_have_two_lines_however_they_break(game: str) -> None:
    async with open_house() as house:
        players = ("Anna", "Bert")[: GAMES[game].seats]
        live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None)
        anna = await house.seat("Anna", live, look=Look(reader=True))
        for number in range(40):
            listed = moves(live) if live.turn else ()
            if not listed:
                break
            if live.turn == (0,):
                for page in ("", " 2", " 3"):
                    told = await anna.told(f"moves{page}")
                    assert len(told.splitlines()) <= 2, told
                    assert len(" ".join(told.split())) <= MOST
            await submit(live, Move(listed[number * 7 % len(listed)]), live.turn[0])
