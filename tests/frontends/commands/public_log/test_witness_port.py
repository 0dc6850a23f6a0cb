"""A witness at a port, and a log that sends it its checkpoints."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import httpx
import pytest
import trio

from core.public_log.directory import WITNESSED, OwnDirectory, read_file
from core.public_log.formats.checkpoints import SignedCheckpoint, read_checkpoint
from core.public_log.formats.signed_notes import COSIGNS, PrivateKey
from core.public_log.formats.submissions import LONGEST
from core.public_log.witnessing import cosigned, place_of
from frontends.commands.public_log.witness import remembered
from frontends.commands.public_log.witness_port import EVIDENCE, WitnessPort
from frontends.commands.public_log.witnesses import Asked, keep_witnessed
from tests.core.public_log.houses import KEY

OWN = PrivateKey("witness.example/w1", COSIGNS, bytes([1]) * 32)


async def listening(nursery: trio.Nursery, out: Path) -> str:
    """The address of a witness of one log."""
    port = WitnessPort(
        [KEY.public], out, lambda log: remembered(out, log, OWN), lambda signed: cosigned(signed, OWN, 7)
    )
    number: int = await nursery.start(port.run, "127.0.0.1", 0)
    return f"http://127.0.0.1:{number}"


def grown(path: Path, *leaves: bytes) -> OwnDirectory:
    directory = OwnDirectory(path, KEY)
    deque(directory.load())
    directory.append(leaves)
    return directory


def witnessed(path: Path) -> SignedCheckpoint:
    return read_checkpoint((path / WITNESSED).read_bytes(), KEY.public, [OWN.public])


async def test_log_is_signed_as_it_grows_also_by_one_who_has_forgotten_how_far(
    nursery: trio.Nursery, tmp_path: Path
) -> None:
    address = await listening(nursery, tmp_path / "out")
    asked = Asked(f"{address}/", OWN.public)
    for leaves, size in (((b"a", b"b", b"c"), 3), ((b"d",), 4), ((b"e", b"f"), 6)):
        directory = grown(tmp_path / "log", *leaves)
        await keep_witnessed(directory, KEY.public, (), [asked], once=True)
        found = witnessed(tmp_path / "log")
        assert (found.checkpoint.size, [one.key for one in found.witnesses]) == (size, [OWN.public])
        asked = Asked(address, OWN.public) if size == 4 else asked
    shown = await trio.to_thread.run_sync(httpx.get, f"{address}/{place_of(KEY.name)}")
    assert shown.content == read_file(tmp_path / "out" / place_of(KEY.name))
    await keep_witnessed(grown(tmp_path / "log", b"g"), KEY.public, [address], (), once=True)


async def test_log_that_changed_its_past_is_not_signed_and_kept_as_evidence(
    nursery: trio.Nursery, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = await listening(nursery, tmp_path / "out")
    asked = Asked(address, OWN.public)
    await keep_witnessed(grown(tmp_path / "a", b"a", b"b"), KEY.public, (), [asked], once=True)
    await keep_witnessed(grown(tmp_path / "b", b"a", b"x"), KEY.public, (), [Asked(address, OWN.public)], once=True)
    await keep_witnessed(grown(tmp_path / "c", b"a", b"x", b"c"), KEY.public, (), [asked], once=True)
    said = capsys.readouterr().err
    assert said.count("The witness witness.example/w1 does not sign this log") == 2
    assert f"The log {KEY.name} has changed its past" in said
    assert not (tmp_path / "b" / WITNESSED).exists()
    place = tmp_path / "out" / place_of(KEY.name)
    assert place.with_name(EVIDENCE).read_bytes() == (tmp_path / "b" / "checkpoint").read_bytes()


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/add-checkpoint", b"", 400),
        ("POST", "/add-checkpoint", b"x" * (LONGEST + 1), 400),
        ("POST", "/", b"old 0\n\nx", 404),
        ("GET", "/add-checkpoint", b"", 404),
        ("GET", f"/{place_of('unknown')}", b"", 404),
        ("PUT", "/add-checkpoint", b"", 400),
    ],
)
async def test_other_requests_are_answered_so(
    nursery: trio.Nursery, tmp_path: Path, method: str, path: str, body: bytes, status: int
) -> None:
    address = await listening(nursery, tmp_path / "out")
    async with httpx.AsyncClient() as client:
        assert (await client.request(method, address + path, content=body)).status_code == status


async def test_witness_that_does_not_answer_is_told_of_and_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = Asked("http://127.0.0.1:1", OWN.public)
    await keep_witnessed(grown(tmp_path, b"a"), KEY.public, (), [asked], once=True)
    assert "does not answer as a witness does" in capsys.readouterr().err
    assert (asked.size, (tmp_path / WITNESSED).exists()) == (0, False)
