"""Words typed in the person's own language: what they mean, and that none of them means two things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from core.base.message import Message, in_context, message
from core.games import GAMES
from core.games.deals.grades import Grade
from core.games.features.bots import ALL as BOTS
from core.games.features.rulebook import TOPICS
from core.sessions.arrival import order_words
from frontends.locale.language import LANGUAGES, PSEUDO, language, without_accents
from frontends.locale.typed_words import AFTER, TYPED, forms_of, in_english, means, own_forms, spellings, with_own_forms
from frontends.visit.action import Action, Topic, named, words_of
from frontends.visit.door import room as at_door
from frontends.visit.everywhere.calls import KINDS
from frontends.visit.lesson import room as at_lesson
from frontends.visit.lobby import room as in_lobby
from frontends.visit.replay import room as at_replay
from frontends.visit.table.actions import all_actions as at_table
from frontends.visit.table.actions.demonstration import SPEEDS

ROOMS: dict[str, Sequence[Action[Any]]] = {
    "door": at_door.ACTIONS, "lobby": in_lobby.ACTIONS, "table": at_table.ACTIONS, "lesson": at_lesson.ACTIONS,
    "replay": at_replay.ACTIONS,
}  # fmt: skip
FRENCH, GERMAN = language("fr"), language("de")
each_language = pytest.mark.parametrize("code", [*LANGUAGES])
each_game = pytest.mark.parametrize("game", [*GAMES])


def forms(action: Action[Any], code: str) -> set[str]:
    """All that may be typed for an action in a language, as it is compared."""
    return {form for word in words_of((action,)) for form in means(word, language(code))}


def phrases(vocabulary: Sequence[Message], code: str) -> Iterator[tuple[str, str]]:
    """What may be typed for words of a game, and what each means."""
    for said in vocabulary:
        for form in own_forms(said, language(code)):
            for spelling in spellings(form):
                yield spelling, said.template.lower()


@each_language
@pytest.mark.parametrize("room", [*ROOMS])
def test_every_word_of_a_language_leads_to_one_action_of_a_room(room: str, code: str) -> None:
    actions = ROOMS[room]
    for action in actions:
        for form in forms(action, code):
            assert named(actions, form, language(code)) is action, (form, action.word)
            others = [other.word for other in actions if other is not action and form in forms(other, code)]
            assert not others, (form, action.word)


@each_language
@each_game
def test_no_word_of_a_language_means_two_things_in_a_game(game: str, code: str) -> None:
    meant: dict[str, str] = {}
    for form, word in phrases((*GAMES[game].words, *AFTER), code):
        assert meant.setdefault(form, word) == word, form


@each_language
@each_game
def test_no_word_of_a_language_is_a_move_and_an_action(game: str, code: str) -> None:
    english = words_of(at_table.ACTIONS)
    for form, word in phrases(GAMES[game].words, code):
        action = named(at_table.ACTIONS, form, language(code))
        assert action is None or word in words_of((action,)), form
        assert form not in english or form == word, form


@each_language
def test_every_word_of_a_language_is_longer_than_a_key(code: str) -> None:
    said = {form for form, _ in phrases(AFTER, code)}
    said |= {form for actions in ROOMS.values() for action in actions for form in forms(action, code)}
    assert [form for form in said if len(form) < 2 or form in order_words.names()] == []


def test_all_that_is_typed_after_words_has_forms_in_other_languages() -> None:
    words = {said.template for said in AFTER}
    assert words >= {*TOPICS, *map(str, Topic), *order_words.OPPONENTS, *SPEEDS} - {""}
    assert words >= {"winnable", "daily", "deal", "grade", "level", "clock", "luck", *(bot.level for bot in BOTS)}
    assert words >= {grade.value for grade in Grade} | {kind.value for kind in KINDS}
    assert words >= {option.name for game in GAMES.values() for option in game.options}


@pytest.mark.parametrize(
    ("typed", "code", "meant"),
    [
        ("u feu vert", "fr", "u go"), ("utiliser Feu Vert", "fr", "use go"), ("d crevaison", "fr", "d flat tire"),
        ("u fin de limite", "fr", "u end of limit"), ("u go", "fr", "u go"), ("u 3", "fr", "u 3"),
        ("oui", "fr", "yes"), ("mille grade=moyenne", "fr", "mille grade=fair"),
        ("défausser as du volant", "fr", "discard driving ace"),

        ("mille chance=demander", "fr", "mille luck=ask"), ("mille glück=Fragen", "de", "mille luck=ask"),
        ("chance=ask", "fr", "luck=ask"), ("luck=fragen", "en", "luck=fragen"),

        ("Difficulte=Moyenne niveau=FORT", "fr", "grade=fair level=strong"), ("chance=facile", "fr", "luck=facile"),
        ("aide", "en", "aide"), ("oui", "en", "oui"), ("oui", "qps", "oui"), ("", "fr", ""),
        ("zuege", "de", "moves"), ("züge", "de", "moves"), ("schwierigkeit=schwer", "de", "grade=hard"),
    ],
)  # fmt: skip
def test_typed_text_is_put_into_english(typed: str, code: str, meant: str) -> None:
    assert in_english(typed, (*GAMES["mille"].words, *AFTER), language(code)) == meant


def test_word_without_a_form_of_its_own_is_typed_in_english() -> None:
    assert own_forms(in_context(TYPED, "utf8"), GERMAN) == ()
    assert own_forms(message("Feu vert"), FRENCH) == ()
    assert with_own_forms(frozenset({"undo"}), language(PSEUDO)) == {"undo"}


def test_forms_are_typed_with_accents_and_without() -> None:
    assert forms_of("undo", GERMAN) == ("zurücknehmen", "rückgängig")
    assert {"zurücknehmen", "zurucknehmen", "zuruecknehmen"} <= with_own_forms(frozenset({"undo"}), GERMAN)
    assert without_accents(" Schließen ") == "schliessen"
    assert without_accents("jusqu\N{RIGHT SINGLE QUOTATION MARK}au") == "jusqu'au"
