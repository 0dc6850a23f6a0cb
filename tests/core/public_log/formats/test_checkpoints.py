"""Checkpoints: what is written as the specification says is read, and nothing else."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.base.merkle_tree import EMPTY_ROOT
from core.public_log.formats.checkpoints import Checkpoint, read_checkpoint, read_text
from core.public_log.formats.signed_notes import COSIGNS, Note, PrivateKey
from tests.core.public_log.houses import KEY
from tests.examples import examples

WITNESS = PrivateKey("witness.example/w1", COSIGNS, bytes(32))
# The note text of c2sp.org/tlog-checkpoint.
PUBLISHED = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"


def test_published_checkpoint_is_read_and_written_again() -> None:
    found = read_text(PUBLISHED)
    assert (found.origin, found.size, found.text) == ("example.com/behind-the-sofa", 20_852_163, PUBLISHED)
    assert read_text(f"{PUBLISHED}more\n") == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        PUBLISHED[:-1],
        PUBLISHED.replace("2085", "02085"),
        PUBLISHED.replace("2085", "-2085"),
        PUBLISHED.replace("2085", "0x2085"),
        PUBLISHED.replace("2085", "٢085"),
        PUBLISHED.replace("20852163", "9" * 19),
        PUBLISHED.replace("20852163", "9" * 5000),
        PUBLISHED.replace("=", ""),
        PUBLISHED.replace("CsUYa", "CsUYaAAAA"),
        PUBLISHED.replace("example.com/behind-the-sofa", ""),
        f"{PUBLISHED}\n",
    ],
)
def test_other_texts_are_no_checkpoints(text: str) -> None:
    with pytest.raises(Refused, match="not the checkpoint of a log"):
        read_text(text)


def test_checkpoint_counts_with_the_signature_of_its_log_and_names_its_witnesses() -> None:
    checkpoint = Checkpoint(KEY.name, 0, EMPTY_ROOT)
    note = checkpoint.signed(KEY)
    signed = Note(note.text, (*note.signatures, WITNESS.sign(note.text, 7)))
    found = read_checkpoint(str(signed).encode(), KEY.public, [WITNESS.public])
    assert found.checkpoint == checkpoint
    assert [(one.key, one.time) for one in found.witnesses] == [(WITNESS.public, 7)]
    assert read_checkpoint(str(signed).encode(), KEY.public).witnesses == ()


def test_checkpoint_of_another_log_or_without_its_signature_is_refused() -> None:
    other = Checkpoint("other.example/log", 0, EMPTY_ROOT).signed(KEY)
    with pytest.raises(Refused, match="not signed by the log"):
        read_checkpoint(str(other).encode(), KEY.public)
    text = Checkpoint(KEY.name, 0, EMPTY_ROOT).text
    with pytest.raises(Refused, match="not signed by the log"):
        read_checkpoint(str(Note(text, (WITNESS.sign(text, 7),))).encode(), KEY.public, [WITNESS.public])


def test_keys_of_logs_and_witnesses_are_not_exchanged() -> None:
    raw = str(Checkpoint(KEY.name, 0, EMPTY_ROOT).signed(KEY)).encode()
    with pytest.raises(Refused, match="exchange the two"):
        read_checkpoint(raw, WITNESS.public)
    with pytest.raises(Refused, match="exchange the two"):
        read_checkpoint(raw, KEY.public, [KEY.public])


@examples(2000, 200)
@given(st.text(max_size=120), st.integers(0, 80))
def test_wrong_text_gives_one_sentence(text: str, at: int) -> None:
    for whole in (text, PUBLISHED[:at] + text + PUBLISHED[at:], PUBLISHED[:at] + text):
        with suppress(Refused):
            assert read_text(whole).text in whole
