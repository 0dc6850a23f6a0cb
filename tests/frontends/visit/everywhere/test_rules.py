"""The rules inside a visit: in the lobby, at a table, in a replay, in help, and in a shell."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from core.base.game import Game, Options, Refused
from core.games import GAMES
from frontends.__main__ import parlour
from frontends.screens.rulebook import asked, page_of, rules_text
from frontends.terminal.picture import Look
from tests.core.games.features.test_rulebooks import EVERY, of
from tests.frontends.screens.test_rulebook import LOOKS
from tests.frontends.terminals import open_house


async def test_lobby_shows_the_rules_of_a_game_that_is_named() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        assert "exactly 700 miles" in " ".join((await anna.told("rules mille")).split())
        assert "13 cards are dealt face up" in await anna.told("rules general's patience play")
        assert "Type rules and one of: mille" in " ".join((await anna.told("rules")).split())
        assert "did you mean mille" in await anna.told("rules mile")


@pytest.mark.parametrize("in_pages", [True, False])
@EVERY
def test_what_others_have_read_makes_no_difference(game: Game, options: Options, in_pages: bool) -> None:
    for look in (*LOOKS.values(), *LOOKS.values()):
        page = look.rows - 1 if in_pages else 0
        assert page_of(game, options, "", look, in_pages=in_pages) == rules_text(
            game, of(game, options), look, page=page
        )


async def test_table_shows_the_rules_of_its_own_variant() -> None:
    async with open_house() as house:
        live = await house.set_up("terrace", "Anna", deal=7, options={"variant": "redheads"})
        anna = await house.seat("Anna", live)
        assert "The rules of Redheads" in await anna.told("rules")
        assert (await anna.told("rules scoring")).startswith("Scoring\n")
        assert "have no such part" in await anna.told("rules mille variants")


async def test_rules_are_read_page_by_page_on_a_screen() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        anna = await house.seat("Anna", live, screen=True)
        await anna.told("rules")
        assert anna.screen.startswith("The rules of Mille")
        assert "page 1 of" in anna.bottom
        before = anna.screen
        await anna.pressed(" ")
        assert "page 2 of" in anna.bottom
        assert anna.screen != before
        assert "The rules of Mille" not in await anna.pressed("escape")


async def test_help_in_lines_names_the_word_for_the_rules() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        text = await anna.told("?")
        assert "rules [GAME] [PART]" in text
        assert "The rules of Pileon" not in text


async def test_replay_shows_the_rules_of_what_is_replayed() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        await anna.told("replay")
        assert "The rules of Pileon" in await anna.told("rules")


async def test_reader_is_told_the_position_in_words() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", look=Look(reader=True))
        text = await anna.told("rules pileon example")
        assert "Pile 1 has king of diamonds" in text
        assert "│" not in text


def test_words_name_a_game_a_part_or_both() -> None:
    mille = GAMES["mille"]
    assert asked((mille, {}), []) == (mille, {}, "")
    assert asked((mille, {}), ["scoring"]) == (mille, {}, "scoring")
    assert asked(None, ["signora", "goal"]) == (GAMES["terrace"], {"variant": "signora"}, "goal")
    with pytest.raises(Refused, match="Type rules and one of"):
        asked(None, ["goal"])


def test_shell_prints_the_rules() -> None:
    result = CliRunner().invoke(parlour, ["rules", "wood", "scoring"], standalone_mode=False)
    assert result.output.startswith("Scoring\n\nEach card on the foundations scores one point")


def test_shell_says_which_games_there_are() -> None:
    result = CliRunner().invoke(parlour, ["rules", "chess"], standalone_mode=False)
    assert result.return_value == 2
    assert "parlour: There is no game" in result.output
