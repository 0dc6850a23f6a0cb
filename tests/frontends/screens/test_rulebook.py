"""Rules as lines: whatever the window, every line fits, and pictures stay in one piece."""

from __future__ import annotations

import re

import pytest

from core.base.game import Game, Options
from core.games import GAMES
from frontends.locale.language import PSEUDO
from frontends.screens import OWN
from frontends.screens.rulebook import page_of, rules_text
from frontends.terminal.picture import Look
from tests.core.games.features.test_rulebooks import EVERY, PLAYED, of
from tests.examples import slow
from tests.frontends.screens.plain_words import names_of_fields

LOOKS = {
    "usual": Look(),
    "narrow": Look(rows=20, columns=40),
    "wide": Look(rows=50, columns=200),
    "ascii": Look(utf8=False),
    "reader": Look(reader=True),
}
DRAWN = frozenset("│┌┐└┘─━┃┏┓┗┛═║╔╗╚╝┄▒░█◆◇●○")


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@EVERY
def test_every_line_fits_the_window_and_no_word_is_broken(game: Game, options: Options, look: Look) -> None:
    text = rules_text(game, of(game, options), look)
    assert max(map(len, text.split("\n"))) <= min(look.columns, 80)
    if look.reader or not look.utf8:
        assert not DRAWN & set(text)


@EVERY
def test_position_is_drawn_by_the_games_own_screen_and_told_to_a_reader(game: Game, options: Options) -> None:
    looks = Look(), Look(reader=True)
    drawn, told = (page_of(game, options, "example", look, in_pages=False) for look in looks)
    assert bool(DRAWN & set(drawn)) == (game.name in OWN)
    assert drawn != told or game.name not in OWN


@pytest.mark.parametrize("rows", [24, *slow(20, 30, 50)])
@EVERY
def test_no_page_ends_within_a_position(game: Game, options: Options, rows: int) -> None:
    look, page = Look(rows=rows), rows - 1
    lines = rules_text(game, of(game, options), look, page=page).split("\n")
    pictures = [number // page for number, line in enumerate(lines) if DRAWN & set(line)]
    assert len(set(pictures)) == (game.name in OWN)


def test_table_that_is_too_wide_is_listed() -> None:
    game = GAMES["terrace"]
    looks = Look(columns=80), Look(columns=60)
    wide, narrow = (page_of(game, {"variant": "wood"}, "variants", look, in_pages=False) for look in looks)
    assert "Wood                   10       9        dealt   colours" in wide
    assert "Wood. Reserve: 10, Columns: 9, Base: dealt" in " ".join(narrow.split())


@EVERY
def test_nothing_in_it_stays_english(game: Game, options: Options) -> None:
    text = rules_text(game, of(game, options), Look(language=PSEUDO, reader=True, columns=200))
    words = set(re.findall(r"[^\W\d_]{4,}", text))
    titles = {word for one, chosen in PLAYED for word in re.findall(r"\w+", of(one, chosen).title)}
    assert {word for word in words if word.isascii()} <= titles | names_of_fields(game.name)
