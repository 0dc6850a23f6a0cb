"""Languages: each viewer's own, with catalogues that say everything."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.base.message import Who, counted, english, message
from frontends.locale.language import LANGUAGES, PSEUDO, language, language_code, offered, sentence, wanted_language
from journal import Damaged, JournalError
from journal import sentence as journal_sentence
from tests.catalogue.extract import sources

FRENCH, PSEUDO_ENGLISH = language("fr"), language(PSEUDO)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_says_its_own_sentence(code: str) -> None:
    said = {"en": "You pick Spare Tire.", "fr": "Vous piochez\xa0: Roue de secours.", "de": "Du ziehst Ersatzreifen."}
    spoken = language(code).say(message("You pick {card}.", card=message("Spare Tire")))
    assert spoken == said[code]


@pytest.mark.parametrize(("n", "said"), [(0, "0 case"), (1, "1 case"), (2, "2 cases"), (21, "21 cases")])
def test_french_counts_in_its_own_way(n: int, said: str) -> None:
    assert FRENCH.say(counted("{n} tile", "{n} tiles", n)) == said


@pytest.mark.parametrize(("n", "said"), [(0, "0 tiles"), (1, "1 tile"), (2, "2 tiles")])
def test_english_counts_as_its_templates_do(n: int, said: str) -> None:
    assert language("en").say(counted("{n} tile", "{n} tiles", n)) == said


@pytest.mark.parametrize(
    "said", [message("No, {who}.", who=Who(0)), counted("{n} such thing", "{n} such things", 2), message("")]
)
def test_what_no_catalogue_knows_is_said_in_english(said) -> None:
    assert FRENCH.say(said, ("Ann",)) == english(said, ("Ann",))


@given(st.text(max_size=8), st.integers(-3, 9))
def test_pseudo_language_leaves_no_plain_letter_but_in_gaps(name: str, n: int) -> None:
    plain = counted("{who} takes one tile and the {card}.", "{who} takes {n} tiles and the {card}.", n, who="", card="")
    spoken = PSEUDO_ENGLISH.say(plain)
    assert not any(character.isascii() and character.isalpha() for character in spoken)
    assert PSEUDO_ENGLISH.text("{name} sits down.", name=name) == f"{name} šïŧš ðøŵñ."


def test_pseudo_language_is_as_long_as_english_and_not_offered() -> None:
    text = "The Quick Brown Fox Jumps Over The Lazy Dog; the quick brown fox jumps over the lazy dog."
    assert len(PSEUDO_ENGLISH.text(text)) == len(text)
    assert PSEUDO not in LANGUAGES


def test_forgotten_person_is_somebody_in_every_language() -> None:
    said = message("{who} resigned.", who=Who(0))
    assert FRENCH.say(said, ("somebody",)) == "quelqu\N{RIGHT SINGLE QUOTATION MARK}un a abandonné."
    assert FRENCH.say(said, ("Somebody Else",)) == "Somebody Else a abandonné."


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("fr", "fr"), ("FR", "fr"), ("français", "fr"), ("Francais", "fr"), ("french", "fr"), ("fr_CA.UTF-8", "fr"),
        ("fr-BE", "fr"), ("fr@euro", "fr"), ("en_GB", "en"), ("English", "en"), ("anglais", "en"), ("qps", "qps"),
        ("de_AT", "de"), ("allemand", "de"), ("Deutsch", "de"), ("C", ""), ("POSIX", ""),
        ("nl", ""), ("", ""), ("frisian", ""), ("__", ""), ("C.UTF-8", ""),
    ],
)  # fmt: skip
def test_language_is_known_by_code_locale_and_name(typed: str, code: str) -> None:
    assert language_code(typed) == code


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LC_ALL": "fr_FR", "LC_MESSAGES": "en_US"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
        ({"LANG": "de_DE"}, "de"),
        ({"LANG": "nl_NL"}, "en"),
    ],
)
def test_environment_asks_as_posix_says(environ: dict[str, str], code: str) -> None:
    assert wanted_language(environ) == code


@given(st.text(max_size=20))
def test_any_text_asks_for_a_language_that_there_is(text: str) -> None:
    assert language(wanted_language({"LANG": text})).code in (*LANGUAGES, PSEUDO)
    assert language(text).code in (*LANGUAGES, PSEUDO)


def test_errors_are_said_in_a_language() -> None:
    assert sentence(Refused("That seat is taken."), FRENCH) == "Cette place est prise."
    assert sentence(Refused(message("{who} resigned.", who=Who(1))), FRENCH, ("Ann", "Bea")) == "Bea a abandonné."
    full = JournalError("The disk of {path} is full; make space and try again.", path="{why}")
    assert sentence(full, FRENCH).startswith("Le disque de {why} est plein")
    assert sentence(ValueError("as it is"), FRENCH) == "as it is"


def test_errors_in_errors_are_said_in_the_same_language() -> None:
    error = Damaged("table/a", 2, journal_sentence("its number is {number}", number=7))
    assert sentence(error, FRENCH) == (
        "L\N{RIGHT SINGLE QUOTATION MARK}enregistrement 2 de table/a est abîmé\xa0: son numéro est 7."
    )
    assert sentence(error, language("en")) == str(error)


def test_languages_are_offered_by_code_and_by_their_own_name() -> None:
    assert offered()[:2] == ("en (English)", "fr (français)")
    assert all(language(code).trouble is None for code in LANGUAGES)


def test_no_language_is_named_in_the_program_but_in_the_table() -> None:
    named = re.compile("|".join(f'"{code}"' for code in LANGUAGES))
    found = [path.name for path in sources() if named.search(path.read_text(encoding="utf-8"))]
    assert found == ["language.py"]
