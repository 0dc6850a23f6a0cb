"""Catalogues: everything that is said in the sources is said in every language; `make messages` brings them there."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Message

from frontends.locale.catalogue import LOCALE
from tests.catalogue.extract import ROOT, extracted, found_in, sources, untranslatable
from tests.catalogue.files import TRANSLATED, as_mo, gaps, held_together, read, strings, untranslated
from tests.catalogue.remarks import GAP, HOLDS, about

each_language = pytest.mark.parametrize("code", TRANSLATED)


def translated(code: str) -> list[Message]:
    return [said for said in read(code) if said.id]


@each_language
def test_every_sentence_is_translated(code: str) -> None:
    catalogue = read(code)
    assert [said.id for said in untranslated(catalogue) + [said for said in catalogue if said.id and said.fuzzy]] == []
    those = {(said.context, said.id) for said in translated(code)}
    assert [said.id for said in extracted() if said.id and (said.context, said.id) not in those] == []


@each_language
def test_every_translation_has_the_gaps_of_its_sentence(code: str) -> None:
    for said in translated(code):
        one, many = (said.id, said.id) if isinstance(said.id, str) else said.id
        for string in filter(None, strings(said)):
            # A singular that leaves its number out in English, as "One pile", may do so in other languages.
            assert gaps(string) in ((gaps(one), gaps(many)) if string == strings(said)[0] else (gaps(many),)), said.id
            assert not set(GAP.sub("", string)) & set("{}"), said.id


@each_language
def test_every_translation_begins_and_ends_as_its_sentence(code: str) -> None:
    for said in translated(code):
        english = said.id if isinstance(said.id, str) else said.id[0]
        for string in filter(None, strings(said)):
            # French has a blank before a colon.
            assert string.startswith((" ", ":")) == english.startswith((" ", ":")), said.id
            assert string.replace("\n", "").isprintable(), said.id
            assert string.endswith(".") == english.endswith(".") or string.endswith("!"), said.id


@each_language
def test_catalogue_that_is_read_is_the_one_that_is_written(code: str) -> None:
    folder = LOCALE / code / "LC_MESSAGES"
    assert (folder / "parlour.mo").read_bytes() == as_mo(read(code)), "run make messages"


def test_no_line_is_broken_before_punctuation_that_french_sets_off() -> None:
    assert held_together("Oui : « le {n} » ; 7 %, non ?") == "Oui\xa0: «\xa0le {n}\xa0»\xa0; 7\xa0%, non\xa0?"
    assert held_together("Votre nom :") == "Votre nom :"
    assert held_together("p  piocher") == "p  piocher"


@each_language
def test_letters_on_cards_take_one_column_each_and_are_four(code: str) -> None:
    letters = [str(said.string) for said in translated(code) if said.context == "on a card"]
    assert sorted(map(len, letters)) == [1, 1, 1, 1] == [len(letters.count(letter) * "x") for letter in letters]


def test_what_fills_a_gap_is_said_to_translators() -> None:
    assert {gap for said in extracted() if said.id for gap in gaps("".join(said.id))} - HOLDS.keys() == set()


def test_remark_above_a_sentence_is_for_its_translators() -> None:
    source = (
        '"""A room."""\n# Translators: said by\n# a teacher.\nmessage("Well done, {name}.")\n# Why.\nmessage("No.")'
    )
    praise, refusal = found_in(source, "core/x.py")
    assert [praise.remark, refusal.remark] == ["said by a teacher.", ""]
    assert [*about(praise, source)] == ["In: A room.", "{name}: the name of a player, or of somebody else"]


def test_no_template_is_made_while_the_program_runs() -> None:
    paths = [(path, path.relative_to(ROOT).as_posix()) for path in sources()]
    assert [where for path, name in paths for where in untranslatable(path.read_text(encoding="utf-8"), name)] == []


def test_sentences_are_found_wherever_they_stand() -> None:
    source = (
        'message("a", x=1); counted("b", "c", n); Refused("d" if x else "e"); canvas.say(1, 2, "f", style)\n'
        'words.text("g" "h"); Damaged(stream, 1, "i"); super().__init__("j"); message(name); say("k"); print("l"); '
        'in_context("m", "n"); Action("o", run, message("p")); each_in_context("q", "r", "s")'
    )
    found = {(said.one, said.many) for said in found_in(source, "core/x.py") if not said.context}
    assert found == {
        ("a", ""), ("b", "c"), ("d", ""), ("e", ""), ("f", ""), ("gh", ""), ("i", ""), ("j", ""), ("p", ""),
    }  # fmt: skip
    contexts = {(said.context, said.one) for said in found_in(source, "core/x.py") if said.context}
    assert contexts == {("m", "n"), ("typed", "o"), ("q", "r"), ("q", "s")}
    assert list(untranslatable(source, "core/x.py")) == ["core/x.py:2"]
