"""At a table whose game has ended: nobody is to move, and every key says what can be done now."""

from __future__ import annotations

import pytest

from core.games import GAMES
from core.table import Close, Resign
from frontends.visit.text.game_over import AGAINST_COMPUTER, AGAINST_PERSON, LOST, STUCK
from tests.core.games.test_pileon import NOTHING_HELPS, given_piles
from tests.core.parlour import submit, until
from tests.frontends.terminals import COMP, House, ListTerminal, open_house


async def given_up(house: House, game: str, **more: object) -> ListTerminal:
    """Anna, at a table where it was her turn when she gave up."""
    players = ("Anna", "Bert")[: GAMES[game].seats]
    live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None)
    await submit(live, Resign(), 0)
    return await house.seat("Anna", live, **more)


@pytest.mark.parametrize("key", ["enter", " ", "tab", "left", "1", "p", "u", "d", "o", "z"])
async def test_every_key_says_what_can_be_done_now(key: str) -> None:
    async with open_house() as house:
        anna = await given_up(house, "mille", screen=True)
        await anna.pressed(key)
        assert anna.message == AGAINST_PERSON.on_screen.template


@pytest.mark.parametrize("key", ["enter", " "])
@pytest.mark.parametrize("game", GAMES)
async def test_no_key_plays_on(game: str, key: str) -> None:
    async with open_house() as house:
        anna = await given_up(house, game, screen=True)
        await anna.pressed(key)
        assert anna.message.startswith("This game is over: ")


async def test_board_asks_nobody_for_a_card() -> None:
    async with open_house() as house:
        anna = await given_up(house, "mille", screen=True)
        assert "Pick a card." not in anna.screen
        assert "►" not in anna.screen.split("\n")[0]
        assert "You resigned before both had moved: nobody wins." in anna.screen.split("\n")[8]
        assert (await anna.pressed("w")) != ""
        assert "total" in anna.screen.lower()


async def test_solitaire_that_was_given_up_is_no_win() -> None:
    async with open_house() as house:
        for game in ("pileon", "terrace"):
            anna = await given_up(house, game, screen=True)
            assert "win" not in anna.screen
            assert "perfect" not in anna.screen


LOST_BAR = "R same deal  n new  W where  A solution  r replay  q leave"


@pytest.mark.parametrize("game", ["pileon", "terrace"])
async def test_solitaire_that_was_given_up_can_be_dealt_again(game: str) -> None:
    async with open_house() as house:
        anna = await given_up(house, game, screen=True)
        assert anna.bottom.startswith(LOST_BAR)
        assert LOST.on_screen.template in " ".join(anna.screen.split())
        (before,) = await house.tables()
        await anna.pressed("R")
        (again,) = set(await house.tables()) - {before}
        async with house.service.table(again, attended=False) as live:
            assert (live.table.setup.deal, live.table.ended, live.table.now.plays) == (7, None, 0)


@pytest.mark.parametrize("screen", [False, True])
async def test_solution_of_a_solitaire_that_was_given_up_is_shown_at_another_table(
    screen: bool, work_done_here: None, autojump_clock: object
) -> None:
    async with open_house() as house:
        anna = await given_up(house, "pileon", screen=screen)
        (before,) = await house.tables()
        await (anna.pressed("A", "y") if screen else anna.told("demo solution", "y"))
        (again,) = set(await house.tables()) - {before}
        async with house.service.table(again, attended=False) as live:
            await until(live, lambda: live.table.outcome)
            assert live.table.outcome is not None
            assert (live.table.outcome.winners, live.table.demonstrated) == ((0,), frozenset({0}))


async def test_stuck_solitaire_says_what_can_be_done() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7, state=given_piles(*NOTHING_HELPS))
        anna = await house.seat("Anna", live, screen=True)
        assert anna.bottom.startswith("b undo  R restart  W where  A solution  n new  q leave")
        assert STUCK.on_screen.template in " ".join(anna.screen.split())
        other = await house.seat("Anna", live)
        assert STUCK.in_lines.template in " ".join(other.text.split())


async def test_game_against_the_computer_is_played_again_with_one_key() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", COMP)
        await submit(live, Resign(), 0)
        anna = await house.seat("Anna", live, screen=True)
        assert anna.bottom.startswith("R again  W where  n new  r replay")
        await anna.pressed("R")
        assert len(await house.tables()) == 2


async def test_person_who_types_is_told_of_a_rematch_too() -> None:
    async with open_house() as house:
        anna = await given_up(house, "mille")
        assert AGAINST_COMPUTER.in_lines.template in anna.words
        assert "Pick a card." not in anna.text


async def test_table_that_was_closed_before_it_began_says_so() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna")
        anna = await house.seat("Anna", live, screen=True)
        assert anna.bottom.startswith("q leave  ' talk")
        await submit(live, Close(), None)
        await anna.pressed("z")
        assert "This table was closed." in anna.screen
        assert "waiting for a second player" not in anna.screen
        assert anna.bottom.startswith("n new  r replay")


async def test_nothing_of_a_game_is_offered_before_it_begins() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna")
        anna = await house.seat("Anna", live)
        for word in ("demo", "hint", "undo", "redo", "restart"):
            assert await anna.told(word) == "The game has not begun yet.\n"


async def test_words_without_a_key_are_typed_after_a_colon() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, screen=True)
        await anna.pressed(":")
        assert anna.bottom.startswith("Type a word, or a move:")
        await anna.pressed(*"turn", "enter")
        assert "your turn" in anna.message.lower()
        await anna.pressed(":", "p", "enter")
        assert live.table.now.plays == 1
        await anna.pressed("r", ":", *"why", "enter")
        assert anna.on_screen
