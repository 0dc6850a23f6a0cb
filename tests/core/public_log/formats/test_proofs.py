"""Proofs as texts: as C2SP tlog-proof has them."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.public_log.formats.proofs import Proof, read_proof
from tests.examples import examples

HASHES = tuple(sha256(word).digest() for word in (b"hash1", b"hash2"))
LINES = "".join(f"{b64encode(hash).decode()}\n" for hash in HASHES)
# From github.com/transparency-dev/formats, proof/tlog_proof_test.go.
WRITTEN = {
    f"c2sp.org/tlog-proof@v1\nindex 5\n{LINES}\ntest checkpoint\n": Proof(5, HASHES, b"test checkpoint\n"),
    "c2sp.org/tlog-proof@v1\nindex 0\n\ncheckpoint\n": Proof(0, (), b"checkpoint\n"),
}
EXTRA = f"c2sp.org/tlog-proof@v1\nextra {b64encode(b'extra information').decode()}\nindex 5\n{LINES}\ntest checkpoint\n"
REFUSED = [
    "wrong-header\nindex 0\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\n\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\nindex notanumber\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\nindex -5\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\nindex 0\n!!notbase64!!\n\ncheckpoint\n",
    f"c2sp.org/tlog-proof@v1\nindex 0\n{b64encode(bytes(64)).decode()}\n\ncheckpoint\n",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_published_proof_is_read_and_written_again(text: str) -> None:
    assert read_proof(text) == WRITTEN[text]
    assert str(WRITTEN[text]) == text


def test_published_extra_data_is_left_aside() -> None:
    assert read_proof(EXTRA) == Proof(5, HASHES, b"test checkpoint\n")


@pytest.mark.parametrize("text", REFUSED)
def test_published_malformed_proofs_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="not a proof"):
        read_proof(text)


@examples(2000, 200)
@given(st.text(max_size=150), st.integers(0, 120))
def test_wrong_text_gives_one_sentence(text: str, at: int) -> None:
    whole = next(iter(WRITTEN))
    for mixed in (text, whole[:at] + text, whole[:at] + text + whole[at:], "\n" + text):
        with suppress(Refused):
            read_proof(mixed)
