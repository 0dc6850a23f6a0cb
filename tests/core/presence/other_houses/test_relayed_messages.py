"""Only known sentences go from house to house, and arrive as they were sent."""

from __future__ import annotations

import pytest

from core.base.message import english, message
from core.presence.other_houses import letters, relayed_messages
from core.presence.other_houses.letters import Told, Words
from core.presence.roster import Kind, Notice

GAPS = {
    "name": "~Anna", "text": "{name} hello", "game": "Mille", "id": "k3f9q", "channel": "help", "time": "20:00 UTC",
}  # fmt: skip


def noticed(call: relayed_messages.Call) -> Notice:
    gaps = {gap: text for gap, text in GAPS.items() if f"{{{gap}}}" in call.said.template}
    return Notice(call.kind, call.said.filled(**gaps), "p1", "Anna", call.rings)


@pytest.mark.parametrize("word", relayed_messages.CALLS)
def test_sentence_arrives_as_it_was_sent(word: str) -> None:
    notice = noticed(relayed_messages.CALLS[word])
    words = relayed_messages.written(notice)
    assert words is not None
    assert words.call == word
    letter = letters.read(letters.write(Told("aaaa", "bbbb", 1, words)))
    assert isinstance(letter, Told)
    arrived = relayed_messages.told(letter.words)
    assert arrived is not None
    assert english(arrived.said) == english(notice.said)
    assert (arrived.kind, arrived.person, arrived.name, arrived.rings) == (notice.kind, "p1", "Anna", notice.rings)


def test_other_sentences_stay_in_their_house() -> None:
    assert relayed_messages.written(Notice(Kind.TABLE, message("{name} is watching.", name="Anna"))) is None
    assert (
        relayed_messages.written(Notice(Kind.TELL, relayed_messages.TOLD.filled(name="Anna", text=message("somebody"))))
        is None
    )


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
    assert relayed_messages.told(words) is None


def test_gap_within_what_was_said_is_not_filled() -> None:
    notice = relayed_messages.told(Words("told", {"name": "Anna", "text": "{name}"}))
    assert notice is not None
    assert english(notice.said) == "<Anna, to you> {name}"


def test_sentence_with_its_gaps_filled_is_nonsense_in_the_table() -> None:
    with pytest.raises(ValueError, match="gaps"):
        relayed_messages.Call(Kind.TELL, message("{name}", name="Anna"))
