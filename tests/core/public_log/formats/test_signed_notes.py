"""Signed notes: as Go's package note publishes them, and nothing else is taken for one."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.public_log.formats.signed_notes import (
    COSIGNS,
    SIGNS,
    Note,
    PrivateKey,
    PublicKey,
    is_name,
    read_note,
    read_private_key,
    read_public_key,
    signers_of,
)
from tests.examples import examples

# From golang.org/x/mod/sumdb/note, note_test.go and example_test.go.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_OWN = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
PETER_SIGNED = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
ENOCH_SIGNED = (
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
)
# From the specification, c2sp.org/signed-note.
FOO = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
FOO_NOTE = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""
# From the specification, c2sp.org/tlog-cosignature.
COSIGNED = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
BY_LOG = (
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8="
)
BY_WITNESS = (
    "— witness.example.com/w1 "
    "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA=="
)
# From github.com/transparency-dev/formats, log/note_test.go.
PAIRS = [
    (
        "Log+2271c621+AemuH5ooBpEPcr+W8onrjA1NfuzBVHdezakU81Ekarvs",
        "PRIVATE+KEY+Log+2271c621+AdEIq9FLRQni54Wg68T96VJO+iayOaulswav2DUMKgvQ",
    ),
    (
        "KnownAgain+4893b26c+AQ+LR7BFF/F/dkpIBjBpSvT0crkteizuUkavAoGeaYMj",
        "PRIVATE+KEY+KnownAgain+4893b26c+ARhZda/l25zjGZswYLDZsLNRzNpmv5wYTN9IoTr1OJ2+",
    ),
]


def names(raw: str, *keys: str) -> list[str]:
    """Who has signed a note, of those whose keys are known."""
    return [signed.key.name for signed in signers_of(read_note(raw.encode()), map(read_public_key, keys))]


def test_published_note_is_signed_again_to_the_byte() -> None:
    assert str(Note(TEXT, (read_private_key(PETERS_OWN).sign(TEXT),))) == f"{TEXT}\n{PETER_SIGNED}"


@pytest.mark.parametrize(("public", "private"), [(PETER, PETERS_OWN), *PAIRS])
def test_published_keys_belong_together_and_are_written_again(public: str, private: str) -> None:
    key = read_private_key(private)
    assert (str(key.public), key.text) == (public, private)
    assert read_public_key(public) == key.public


def test_published_signatures_are_right() -> None:
    both = f"{TEXT}\n{PETER_SIGNED}{ENOCH_SIGNED}"
    assert names(both, PETER, ENOCH) == ["PeterNeumann", "EnochRoot"]
    assert names(both, PETER) == ["PeterNeumann"]
    assert names(both) == []
    assert names(FOO_NOTE, FOO) == ["example.com/foo"]


def test_signature_that_comes_twice_counts_once() -> None:
    assert names(f"{TEXT}\n{PETER_SIGNED}{PETER_SIGNED}", PETER) == ["PeterNeumann"]


def test_false_signature_of_a_known_key_is_refused() -> None:
    false = PETER_SIGNED[:60] + "ABCD" + PETER_SIGNED[60:]
    with pytest.raises(Refused, match="signature of PeterNeumann is not right"):
        names(f"{TEXT}\n{false}", PETER)
    with pytest.raises(Refused, match="signature of PeterNeumann is not right"):
        names(f"Other {TEXT}\n{PETER_SIGNED}", PETER)
    assert names(f"{TEXT}\n{false}", ENOCH) == []


@pytest.mark.parametrize(
    "raw",
    [
        TEXT.encode(),
        f"{TEXT}\n".encode(),
        f"{TEXT}\n{PETER_SIGNED[:-1]}".encode(),
        f"\x01{TEXT}\n{PETER_SIGNED}".encode(),
        b"\xff" + f"{TEXT}\n{PETER_SIGNED}".encode(),
        f"{TEXT}\n— Bad Name {PETER_SIGNED[15:]}".encode(),
        f"{TEXT}\n{PETER_SIGNED}Unexpected line.\n".encode(),
        f"{TEXT}\n{PETER_SIGNED * 101}".encode(),
        f"{TEXT * 1000}\n{PETER_SIGNED}".encode(),
        b"",
    ],
)
def test_published_malformed_notes_are_refused(raw: bytes) -> None:
    with pytest.raises(Refused, match="not a signed note"):
        read_note(raw)


def changed(text: str) -> list[str]:
    """A key with each of its characters changed, as Go's tests do, and all of its pieces that leave something out."""
    others = [f"{text[:at]}{chr(ord(one) + 1)}{text[at + 1 :]}" for at, one in enumerate(text)]
    return [*others, *(text[begin:end] for begin in range(len(text)) for end in range(begin, len(text) + 1))][:-1]


def test_changed_keys_are_refused() -> None:
    for text in {*changed(PETER)} - {PETER}:
        with pytest.raises(Refused, match="not the key of a log"):
            read_public_key(text)
    for text in {*changed(PETERS_OWN)[:200]} - {PETERS_OWN}:
        with pytest.raises(Refused, match="not the private key"):
            read_private_key(text)


@pytest.mark.parametrize(
    "text",
    [
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",  # a key too long
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",  # an unknown type
    ],
)
def test_published_wrong_keys_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="not the key of a log"):
        read_public_key(text)


def test_witness_signs_the_time_too() -> None:
    """As c2sp.org/tlog-cosignature says: it signs two lines above the text, and its signature begins with the time."""
    key = PrivateKey("witness.example/w1", COSIGNS, bytes(32))
    signature = key.sign("log.example\n3\nAAAA\n", 1_679_315_147)
    plain = PrivateKey("witness.example/w1", SIGNS, bytes(32))
    above = plain.sign("cosignature/v1\ntime 1679315147\nlog.example\n3\nAAAA\n")
    assert signature.value == (1_679_315_147).to_bytes(8, "big") + above.value
    assert key.public.time_of("log.example\n3\nAAAA\n", signature) == 1_679_315_147
    assert key.public.id != plain.public.id


def test_published_checkpoint_with_a_cosignature_is_read() -> None:
    """The example of c2sp.org/tlog-cosignature, whose keys are not published: its time is."""
    note = read_note(f"{COSIGNED}{BY_LOG}\n{BY_WITNESS}\n".encode())
    log, witness = note.signatures
    assert (log.name, witness.name) == ("example.com/behind-the-sofa", "witness.example.com/w1")
    assert int.from_bytes(witness.value[:8], "big") == 1_679_315_147
    assert (len(log.value), len(witness.value)) == (64, 72)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u00a0b", "a\nb", "x" * 201])
def test_key_cannot_have_every_name(name: str) -> None:
    assert not is_name(name)


@examples(2000, 200)
@given(st.binary(max_size=200))
def test_wrong_bytes_give_one_sentence(raw: bytes) -> None:
    whole = f"{TEXT}\n{PETER_SIGNED}".encode()
    for text in (raw, whole[: len(raw)] + raw + whole[len(raw) :], whole[: len(raw)] + raw):
        with suppress(Refused):
            signers_of(read_note(text), [read_public_key(PETER)])
    for read in (read_public_key, read_private_key):
        with pytest.raises(Refused):
            read(raw.decode("latin-1"))


def test_key_that_signs_nothing_is_no_key_of_another_type() -> None:
    key = read_public_key(PETER)
    with pytest.raises(Refused, match="not right"):
        PublicKey(key.name, COSIGNS, key.raw).time_of(TEXT, read_note(f"{TEXT}\n{PETER_SIGNED}".encode()).signatures[0])
