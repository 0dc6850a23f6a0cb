"""Actions as rows: what is made of them, and that every room's rows go together."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.base.message import Message, english, message
from frontends.locale.language import LANGUAGES, language
from frontends.locale.typed_words import PLACEHOLDERS, own_word, usage
from frontends.screens import screen_of
from frontends.screens.controls import EVERYWHERE
from frontends.visit.action import (
    Action,
    completions,
    help_lines,
    keyed,
    named,
    offered,
    shown_keys,
    typed_words,
    words_of,
)
from frontends.visit.door import room as door
from frontends.visit.lesson import room as lesson
from frontends.visit.lobby import room as lobby
from frontends.visit.replay import room as replay
from frontends.visit.table.actions import all_actions as table

ENGLISH = language("en")
TABLES = {"door": door.ACTIONS, "lobby": lobby.ACTIONS, "table": table.ACTIONS, "replay": replay.ACTIONS}
EVERY = pytest.mark.parametrize("actions", TABLES.values(), ids=TABLES)


async def run(room: Any, rest: str) -> None:
    """Do nothing."""


class Shut:
    """A room in which nothing can be sung."""


def why_not(room: Shut) -> Message:
    return message("Nobody sings here.")


ROWS: tuple[Action[Any], ...] = (
    Action("walk", run, message("go a few steps"), aliases=("w",), keys=("w", "c-w"), takes="WHERE"),
    Action("sing", run, message("sing"), keys=("s",), unless=why_not),
    Action("eat", run, message("eat"), more=lambda _: ("bread\tfresh", "cake")),
)


def test_word_and_alias_name_an_action_however_they_are_written() -> None:
    assert named(ROWS, "walk") is named(ROWS, "W") is ROWS[0]
    assert named(ROWS, "wal") is None


def test_key_names_an_action_and_a_games_own_key_comes_first() -> None:
    assert keyed(ROWS, "c-w", {}, Shut()) is ROWS[0]
    assert keyed(ROWS, "w", {"w": "eat"}, Shut()) is ROWS[2]
    assert keyed(ROWS, "x", {}, Shut()) is None


def test_key_of_several_actions_is_for_the_one_that_can_be_done() -> None:
    other = Action[Any]("sit", run, message("sit"), keys=("s",))
    assert keyed((*ROWS, other), "s", {}, Shut()) is other
    assert keyed(ROWS, "s", {}, Shut()) is ROWS[1]


def test_what_cannot_be_done_is_not_offered() -> None:
    assert offered(ROWS, Shut()) == [ROWS[0], ROWS[2]]
    assert "sing" not in completions(ROWS, Shut())
    assert not any("sing" in line for line in help_lines(ROWS, Shut(), ENGLISH))


def test_completions_are_whole_lines() -> None:
    assert completions(ROWS, Shut()) == ("walk", "eat", "eat bread\tfresh", "eat cake")


def test_help_is_a_line_each_with_keys_where_keys_count() -> None:
    assert help_lines(ROWS, Shut(), ENGLISH) == ["walk WHERE  go a few steps", "eat         eat"]
    assert help_lines(ROWS, Shut(), ENGLISH, shortcuts={"e": "eat"}) == [
        "w Ctrl-W  walk WHERE  go a few steps",
        "e         eat         eat",
    ]


@EVERY
@pytest.mark.parametrize("code", list(LANGUAGES))
def test_help_names_what_is_understood_in_a_language(actions: tuple[Action[Any], ...], code: str) -> None:
    words = language(code)
    for action in actions:
        assert named(actions, own_word(action.word, words), words) is action
        assert set(re.findall("[A-Z]+", action.takes)) <= {said.template for said in PLACEHOLDERS}


def test_help_says_in_the_language_what_is_typed_after_a_word() -> None:
    french = language("fr")
    assert usage("notices", "[KIND on or off]", french) == "annonces [SORTE activé ou désactivé]"
    assert usage("new", "GAME ...", french) == "nouvelle JEU ..."
    assert usage("new", "GAME ...", ENGLISH) == "new GAME ..."


def test_keys_that_a_game_adds_are_shown_after_the_usual_ones() -> None:
    assert shown_keys(ROWS[0], {}) == "w Ctrl-W"
    assert shown_keys(ROWS[2], {"e": "eat"}) == "e"


@EVERY
def test_no_two_rows_of_a_room_have_a_word_or_a_key_in_common(actions: tuple[Action[Any], ...]) -> None:
    words = words_of(actions)
    assert sorted(words) == sorted(set(words))
    # A key may mean one thing while it can be done, and another when it cannot.
    free = [key for action in actions for key in action.keys if action.word not in ("yes", "no", "rematch")]
    assert sorted(free) == sorted(set(free))


@EVERY
def test_every_row_says_what_it_is_for(actions: tuple[Action[Any], ...]) -> None:
    for action in actions:
        assert english(action.help).strip()
        assert len(english(action.help)) <= 70
        assert action.word == action.word.lower()


@EVERY
def test_every_room_has_help_and_a_way_out(actions: tuple[Action[Any], ...]) -> None:
    for word in ("?", "help", "quit"):
        assert named(actions, word) is not None


def test_shortcuts_of_screens_are_for_actions_that_there_are() -> None:
    for game in ("mille", "elixir", "pileon", "terrace", "chess"):
        for one_key in (False, True):
            for word in screen_of(game, one_key=one_key).shortcuts.values():
                assert named(table.ACTIONS, word) is not None


@pytest.mark.parametrize("actions", [table.ACTIONS, lesson.ACTIONS])
def test_keys_that_are_the_same_everywhere_are_those_of_one_table(actions: tuple[Action[Any], ...]) -> None:
    for word, keys in EVERYWHERE.items():
        if (action := named(actions, word)) is not None and word != "hint":
            assert action.keys == keys
        same = (word, "yes", "no", "rematch")  # These answer a question, and begin again what is over.
        others = [action for action in actions if action.word not in same and word not in action.aliases]
        assert not any(key in action.keys for key in keys for action in others)


def test_words_of_ones_own_language_are_completed_and_named() -> None:
    french = language("fr")
    undo = Action[Any]("undo", run, message("take back"))
    assert completions((undo,), Shut(), french) == ("undo", "annuler")
    assert named((undo,), "ANNULER", french) is undo
    assert named((undo,), "annuler") is None
    assert named((undo,), "undo", french) is undo
    assert typed_words((undo,), french) == ("undo", "annuler")
