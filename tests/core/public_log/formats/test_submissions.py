"""Checkpoints that are sent to a witness: how they are written, and what it answers to each (C2SP tlog-witness)."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import attrs
import pytest

from core.base.game import Refused
from core.public_log.directory import OwnDirectory, in_directory
from core.public_log.formats.checkpoints import Checkpoint, SignedCheckpoint, read_checkpoint
from core.public_log.formats.signed_notes import COSIGNS, SIGNS, Note, PrivateKey, PublicKey, decoded
from core.public_log.formats.submissions import SIZE, Submission, Verdict, judged, read_submission
from core.public_log.witnessing import cosigned
from tests.core.public_log.houses import KEY

OWN = PrivateKey("witness.example/w1", COSIGNS, bytes([1]) * 32)
EXAMPLE = """\
old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
""".encode()  # noqa: E501
"""The request of the specification, with one of its two signatures."""


@attrs.define
class Witness:
    """A witness that remembers in memory."""

    logs: tuple[PublicKey, ...] = (KEY.public,)
    last: SignedCheckpoint | None = None

    def sign(self, signed: SignedCheckpoint) -> Note:
        return cosigned(signed, OWN, 7)

    def judge(self, raw: bytes) -> Verdict:
        found = judged(raw, {log.name: log for log in self.logs}, lambda log: self.last, self.sign)
        self.last = found.kept or self.last
        return found


def grown(path: Path, *leaves: bytes) -> OwnDirectory:
    directory = OwnDirectory(path, KEY)
    deque(directory.load())
    directory.append(leaves)
    return directory


def submission(path: Path, old: int) -> Submission:
    files = in_directory(path)
    signed = files.checkpoint(KEY.public)
    assert signed is not None
    return Submission(old, files.consistency(old, signed.checkpoint.size), str(signed.note).encode())


def test_request_of_the_specification_is_read_and_written() -> None:
    found = read_submission(EXAMPLE)
    assert (found.old, len(found.proof)) == (20852014, 4)
    assert found.proof[0] == decoded("PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=")
    assert found.checkpoint.startswith(b"example.com/behind-the-sofa\n20852163\n")
    assert bytes(found) == EXAMPLE
    assert bytes(read_submission(b"old 0\n\nx")) == b"old 0\n\nx"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"old 1",
        b"old 01\n\nx",
        b"old -1\n\nx",
        b"new 1\n\nx",
        b"old 1\nxx\n\nx",
        b"old 1\n" + b"AAAA\n" * 64 + b"\n",
    ],
)
def test_what_is_no_submission_is_refused(raw: bytes) -> None:
    with pytest.raises(Refused):
        read_submission(raw)
    assert Witness().judge(raw).status == 400


def test_witness_signs_what_grows_and_its_answer_is_its_signature(tmp_path: Path) -> None:
    witness = Witness()
    grown(tmp_path, b"a", b"b", b"c")
    first = witness.judge(bytes(submission(tmp_path, 0)))
    assert first.status == 200
    grown(tmp_path, b"d", b"e")
    second = witness.judge(bytes(submission(tmp_path, 3)))
    assert (second.status, second.kept is not None) == (200, True)
    note = in_directory(tmp_path).checkpoint(KEY.public)
    assert note is not None
    both = f"{note.note}{second.body}".encode()
    (seen,) = read_checkpoint(both, KEY.public, [OWN.public]).witnesses
    assert (seen.key, seen.time) == (OWN.public, 7)
    assert witness.judge(bytes(submission(tmp_path, 5))).status == 200  # the same once more


def test_who_does_not_know_what_was_signed_last_is_told_its_size(tmp_path: Path) -> None:
    witness = Witness()
    grown(tmp_path, b"a", b"b", b"c")
    assert witness.judge(bytes(attrs.evolve(submission(tmp_path, 2)))) == Verdict(409, "0\n", SIZE)
    witness.judge(bytes(submission(tmp_path, 0)))
    grown(tmp_path, b"d")
    for old in (0, 1, 4):
        assert witness.judge(bytes(submission(tmp_path, old))) == Verdict(409, "3\n", SIZE)


def test_unknown_logs_and_false_signatures_are_told_apart(tmp_path: Path) -> None:
    grown(tmp_path, b"a")
    asked = submission(tmp_path, 0)
    other = PrivateKey("other.example/log", SIGNS, bytes(32)).public
    assert Witness((other,)).judge(bytes(asked)).status == 404
    same_name = PrivateKey(KEY.name, SIGNS, bytes(32)).public
    assert Witness((same_name,)).judge(bytes(asked)).status == 403
    forged = asked.checkpoint.replace(b"\n1\n", b"\n2\n")
    assert Witness().judge(bytes(attrs.evolve(asked, checkpoint=forged))).status == 403
    assert Witness().judge(bytes(attrs.evolve(asked, old=2))).status == 400


def test_proof_that_does_not_hold_is_not_signed(tmp_path: Path) -> None:
    witness = Witness()
    grown(tmp_path / "a", b"a", b"b", b"c")
    asked = submission(tmp_path / "a", 0)
    assert witness.judge(bytes(attrs.evolve(asked, proof=(bytes(32),)))).status == 422
    witness.judge(bytes(asked))
    grown(tmp_path / "b", b"a", b"x", b"c", b"d")
    assert witness.judge(bytes(submission(tmp_path / "b", 3))).status == 422
    assert witness.last is not None
    assert witness.last.checkpoint.size == 3


def test_log_with_two_pasts_of_one_size_leaves_evidence(tmp_path: Path) -> None:
    witness = Witness()
    grown(tmp_path / "a", b"a", b"b")
    grown(tmp_path / "b", b"a", b"x")
    witness.judge(bytes(submission(tmp_path / "a", 0)))
    found = witness.judge(bytes(submission(tmp_path / "b", 2)))
    assert (found.status, found.kept) == (409, None)
    assert found.evidence == read_checkpoint(submission(tmp_path / "b", 2).checkpoint, KEY.public).note


def test_empty_log_has_the_root_of_no_leaves() -> None:
    note = Checkpoint(KEY.name, 0, bytes(32)).signed(KEY)
    assert Witness().judge(bytes(Submission(0, (), str(note).encode()))).status == 409
