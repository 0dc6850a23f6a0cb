"""Catalogues: everything that is said in the sources is said in every language; `make messages` brings them there."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Message

from frontends.locale.language import LOCALE
from tests.catalogue.extract import ROOT, extracted, found_in, sources, untranslatable
from tests.catalogue.files import GAP, TRANSLATED, as_mo, gaps, held_together, read, strings

each_language = pytest.mark.parametrize("code", TRANSLATED)


def translated(code: str) -> dict[str, Message]:
    return {said.id if isinstance(said.id, str) else said.id[0]: said for said in read(code) if said.id}


@each_language
def test_every_sentence_is_translated(code: str) -> None:
    catalogue = translated(code)
    missing = []
    for said in extracted():
        first = said.id if isinstance(said.id, str) else said.id[0]
        found = catalogue.get(first)
        if first and (found is None or found.id != said.id or found.fuzzy or not all(strings(found))):
            missing.append(said.id)
    assert missing == []


@each_language
def test_every_translation_has_the_gaps_of_its_sentence(code: str) -> None:
    for said in translated(code).values():
        one, many = (said.id, said.id) if isinstance(said.id, str) else said.id
        for string in filter(None, strings(said)):
            # A singular that leaves its number out in English, as "One pile", may do so in other languages.
            assert gaps(string) in ((gaps(one), gaps(many)) if string == strings(said)[0] else (gaps(many),)), said.id
            assert not set(GAP.sub("", string)) & set("{}"), said.id


@each_language
def test_every_translation_begins_and_ends_as_its_sentence(code: str) -> None:
    for said in translated(code).values():
        english = said.id if isinstance(said.id, str) else said.id[0]
        for string in filter(None, strings(said)):
            # French has a blank before a colon.
            assert string.startswith(" ") == english.startswith((" ", ":")), said.id
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


def test_no_template_is_made_while_the_program_runs() -> None:
    paths = [(path, path.relative_to(ROOT).as_posix()) for path in sources()]
    assert [where for path, name in paths for where in untranslatable(path.read_text(encoding="utf-8"), name)] == []


def test_sentences_are_found_wherever_they_stand() -> None:
    source = (
        'message("a", x=1); counted("b", "c", n); Refused("d" if x else "e"); canvas.say(1, 2, "f", style)\n'
        'words.text("g" "h"); Damaged(stream, 1, "i"); super().__init__("j"); message(name); say("k"); print("l")'
    )
    found = {(said.one, said.many) for said in found_in(source, "core/x.py")}
    assert found == {
        ("a", ""), ("b", "c"), ("d", ""), ("e", ""), ("f", ""), ("gh", ""), ("i", ""), ("j", ""),
    }  # fmt: skip
    assert list(untranslatable(source, "core/x.py")) == ["core/x.py:2"]
