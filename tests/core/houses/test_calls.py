"""Only known sentences go from house to house, and arrive as they were sent."""

from __future__ import annotations

import pytest

from core.houses import calls, letters
from core.houses.letters import Told, Words
from core.message import english, message
from core.presence import Kind, Notice

GAPS = {"name": "~Anna", "text": "{name} hello", "game": "Mille", "id": "k3f9q"}


def noticed(call: calls.Call) -> Notice:
    gaps = {gap: text for gap, text in GAPS.items() if f"{{{gap}}}" in call.said.template}
    return Notice(call.kind, call.said.filled(**gaps), "p1", "Anna", call.rings)


@pytest.mark.parametrize("word", calls.CALLS)
def test_sentence_arrives_as_it_was_sent(word: str) -> None:
    notice = noticed(calls.CALLS[word])
    words = calls.written(notice)
    assert words is not None
    assert words.call == word
    letter = letters.read(letters.write(Told("aaaa", "bbbb", 1, words)))
    assert isinstance(letter, Told)
    arrived = calls.told(letter.words)
    assert arrived is not None
    assert english(arrived.said) == english(notice.said)
    assert (arrived.kind, arrived.person, arrived.name, arrived.rings) == (notice.kind, "p1", "Anna", notice.rings)


def test_other_sentences_stay_in_their_house() -> None:
    assert calls.written(Notice(Kind.TABLE, message("{name} watches.", name="Anna"))) is None
    assert calls.written(Notice(Kind.TELL, calls.TOLD.filled(name="Anna", text=message("somebody")))) is None


@pytest.mark.parametrize(
    "words",
    [
        Words("forged", {"text": "The house says: leave."}),
        Words("told", {"name": "Anna"}),
        Words("told", {"name": "Anna", "text": "hello", "more": "x"}),
        Words("turn", {"name": "Anna", "text": "hello"}),
    ],
)
def test_sentence_that_is_not_known_here_is_not_told(words: Words) -> None:
    assert calls.told(words) is None


def test_gap_within_what_was_said_is_not_filled() -> None:
    notice = calls.told(Words("told", {"name": "Anna", "text": "{name}"}))
    assert notice is not None
    assert english(notice.said) == "<Anna, to you> {name}"


def test_sentence_with_its_gaps_filled_is_nonsense_in_the_table() -> None:
    with pytest.raises(ValueError, match="gaps"):
        calls.Call(Kind.TELL, message("{name}", name="Anna"))
