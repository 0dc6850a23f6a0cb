"""Catalogues that are missing, broken or not complete: English is spoken, and one sentence says why."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from core.base.message import Message, english, message
from frontends.locale.catalogue import opened
from frontends.locale.language import Language
from tests.catalogue.files import as_mo, read


def with_bytes(folder: Path, content: bytes | None) -> tuple[Language, str]:
    """A language called Klingon whose catalogue is these bytes, or is missing; and what is said to be wrong with it."""
    where = folder / "xx" / "LC_MESSAGES"
    where.mkdir(parents=True)
    if content is not None:
        (where / "parlour.mo").write_bytes(content)
    catalogue, trouble = opened("xx", "Klingon", folder)
    return Language("xx", catalogue), english(trouble) if trouble else ""


@cache
def complete() -> bytes:
    return as_mo(read("fr"))


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "no catalogue": lambda _: b"this is no catalogue",
    "cut short": lambda whole: whole[:1000],
    "cut in its last sentence": lambda whole: whole[:-5],
    "a table of places beyond its end": lambda whole: whole[:12] + b"\xff\xff\xff\x7f" * 2 + whole[20:],
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_catalogue_is_a_sentence_and_english_is_spoken(kind: str, tmp_path: Path) -> None:
    words, trouble = with_bytes(tmp_path, BROKEN[kind](complete()))
    assert trouble.startswith("The catalogue for Klingon cannot be read (")
    assert words.say(message("You resigned.")) == "You resigned."


def test_missing_catalogue_is_a_sentence_and_english_is_spoken(tmp_path: Path) -> None:
    words, trouble = with_bytes(tmp_path, None)
    assert trouble == "There is no catalogue for Klingon, so English is spoken: run make messages."
    assert words.say(message("You resigned.")) == "You resigned."


def test_complete_catalogue_needs_no_sentence(tmp_path: Path) -> None:
    words, trouble = with_bytes(tmp_path, complete())
    assert trouble == ""
    assert words.say(message("You resigned.")) == "Vous avez abandonné."


@pytest.mark.parametrize("left", [1, 2])
def test_half_translated_catalogue_says_how_much_is_missing(left: int, tmp_path: Path) -> None:
    catalog = read("fr")
    for id in ("You resigned.", "You declined.")[:left]:
        catalog[id].string = ""
    words, trouble = with_bytes(tmp_path, as_mo(catalog))
    assert trouble.startswith(f"{left} sentence")
    assert words.say(message("You resigned.")) == "You resigned."
    assert words.say(message("You sit down.")) == "Vous vous asseyez."


def test_word_that_means_two_things_is_two_in_other_languages(tmp_path: Path) -> None:
    catalog = read("fr")
    catalog.add("deal", "donne", context="cards")
    catalog["deal"].string = "distribuer"
    words, _ = with_bytes(tmp_path, as_mo(catalog))
    assert words.say(Message("deal", context="cards")) == "donne"
    assert words.say(Message("deal")) == "distribuer"
    assert words.say(Message("deal", context="wood")) == "deal"
