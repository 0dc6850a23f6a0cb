"""One game and the log: what a stranger finds with nothing but an export and a key, in Python and in JavaScript."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.public_log.directory import OwnDirectory
from core.public_log.formats.checkpoints import SignedCheckpoint
from core.public_log.formats.signed_notes import COSIGNS, SIGNS, PrivateKey
from core.public_log.leaves import Opening, written
from core.public_log.logged_game import CLOSING, check, checkpoint_in, leaves_of
from journal import Draft, Record, open_journal, seal
from journal.game_lines import Lines, read_lines, write_lines
from tests.core.public_log.houses import AT, KEY, House, ended, publish
from tests.examples import examples

NODE = shutil.which("node")
VERIFIER = Path(__file__).parent / "log_verifier.js"
WITNESS = PrivateKey("witness.example/w1", COSIGNS, bytes(32))
STREAM = "table/bbbbb"


@attrs.frozen
class Exported:
    """A game that was played among others, with the proofs of a log."""

    records: tuple[Record, ...]
    log: dict[str, str]

    def write(self, path: Path) -> Lines:
        write_lines(path, self.records, {"stream": STREAM, "log": self.log}, overwrite=True)
        return read_lines(path)


@pytest.fixture
def game(tmp_path: Path) -> Exported:
    return trio.run(exported, tmp_path)


async def exported(tmp_path: Path) -> Exported:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        for table in ("aaaaa", "bbbbb", "ccccc", "ddddd"):
            await house.play_out(book, table)
        records = await journal.read(STREAM)
        await publish(journal, tmp_path)
    directory = OwnDirectory(tmp_path / "log", KEY)
    return Exported(records, dict(directory.proofs(leaves_of(STREAM, records).by_name())))


def checked(game: Exported, key: PrivateKey = KEY, witnesses: Sequence[PrivateKey] = ()) -> SignedCheckpoint:
    return check(STREAM, game.records, game.log, key.public, [witness.public for witness in witnesses])


def test_game_its_deal_and_its_end_are_in_the_log(game: Exported, tmp_path: Path) -> None:
    """Given what was written to a file and read from it again."""
    lines = game.write(tmp_path / "game.jsonl")
    signed = check(STREAM, lines.records, lines.header.log, KEY.public)
    assert (signed.checkpoint.origin, signed.checkpoint.size, signed.witnesses) == (KEY.name, 9, ())
    assert checkpoint_in(lines.header.log) == str(signed.note).encode()


def test_witness_that_has_signed_is_named(game: Exported) -> None:
    note = checkpoint_in(game.log).decode()
    line = WITNESS.sign(note[: note.index("\n\n") + 1], 1_795_687_300).line
    cosigned = Exported(game.records, {name: text + line for name, text in game.log.items()})
    assert [(one.key, one.time) for one in checked(cosigned, witnesses=[WITNESS]).witnesses] == [
        (WITNESS.public, 1_795_687_300)
    ]
    assert checked(cosigned).witnesses == ()


def sealed(records: Sequence[Record], change: Callable[[int, Any], Any]) -> tuple[Record, ...]:
    """The records with other data, and all hashes computed again, as a house may do that has the whole file."""
    drafts = [Draft(record.kind, change(record.seq, record.data), record.play) for record in records]
    return seal(None, drafts, AT)


def other_winner(seq: int, data: Any) -> Any:
    return data | {"winners": [0]} if "winners" in data else data


def other_luck(seq: int, data: Any) -> Any:
    return data | {"luck": "hare"} if "luck" in data else data


def other_number(seq: int, data: Any) -> Any:
    return data | {"book": data["book"] | {"number": 0}} if "book" in data else data


def other_seed(seq: int, data: Any) -> Any:
    return data | {"house_seed": "00" * 32} if "book" in data else data


def another_proof(seq: int, data: Any) -> Any:
    return data | {"book": data["book"] | {"proof": ["00" * 32]}} if "book" in data else data


def no_proof_of_the_seed(seq: int, data: Any) -> Any:
    return data | {"book": data["book"] | {"proof": ["zz"]}} if "book" in data else data


FORGERIES = [
    (other_winner, "not what the log"),
    (other_luck, "not what the log"),
    (other_number, "not the one in its book"),
    (other_seed, "not the one in its book"),
    (another_proof, "not the one in its book"),
    (no_proof_of_the_seed, "no number of a book"),
]


@pytest.mark.parametrize(("change", "why"), FORGERIES)
def test_game_that_was_changed_is_found_out(game: Exported, change: Callable[[int, Any], Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        checked(Exported(sealed(game.records, change), game.log))


def test_other_end_is_found_out(game: Exported) -> None:
    cut = (*game.records[:-1], *seal(game.records[-2], [ended("won", (0,))], AT))
    with pytest.raises(Refused, match="not what the log"):
        checked(Exported(cut, game.log))


def test_game_that_is_not_over_or_has_no_number_is_in_no_log(game: Exported) -> None:
    with pytest.raises(Refused, match="not over"):
        leaves_of(STREAM, game.records[:-1])
    plain = sealed(game.records, lambda _, data: {key: data[key] for key in data if key != "book"})
    with pytest.raises(Refused, match="no number of a book"):
        leaves_of(STREAM, plain)
    with pytest.raises(Refused, match="no number of a book"):
        leaves_of("table/zzzzz", game.records)


def test_log_of_another_key_does_not_count(game: Exported) -> None:
    with pytest.raises(Refused, match="not signed by the log"):
        checked(game, PrivateKey(KEY.name, SIGNS, bytes(32)))


@pytest.mark.parametrize("log", [None, 7, {}, [], {"book": 1, "opening": 2, "closing": 3}])
def test_file_without_proofs_says_so(game: Exported, log: Any) -> None:
    with pytest.raises(Refused, match="carries no proof"):
        check(STREAM, game.records, log, KEY.public)
    with pytest.raises(Refused, match="carries no proof"):
        checkpoint_in(log)


def test_proofs_of_different_moments_do_not_count(game: Exported) -> None:
    with pytest.raises(Refused, match="different moments"):
        checked(Exported(game.records, game.log | {"book": game.log["book"] + WITNESS.sign("x", 1).line}))


def test_proofs_cannot_be_exchanged(game: Exported) -> None:
    with pytest.raises(Refused, match="not what the log"):
        checked(Exported(game.records, game.log | {"opening": game.log["closing"]}))


def test_game_of_which_the_log_does_not_say_the_end_yet_has_no_proof(tmp_path: Path, game: Exported) -> None:
    directory = OwnDirectory(tmp_path / "log", KEY)
    with pytest.raises(Refused, match="does not say yet"):
        directory.proofs({"opening": written(Opening("k3m9x2pq", 7, "00" * 32))})


def test_two_logs_for_two_strangers_are_found_by_nobody_without_a_witness(tmp_path: Path) -> None:
    """Given a house that plays a game twice, with different ends, and shows each stranger another log."""
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        other = trio.run(exported, tmp_path / place)
        assert checked(other).witnesses == ()


def test_bundle_is_small(game: Exported) -> None:
    assert len(json.dumps(game.log)) < 50_000


@examples(300, 50)
@given(st.data())
def test_wrong_proofs_give_one_sentence(data: st.DataObject) -> None:
    """Given texts as they may stand in a header, whole and cut and mixed."""
    records = seal(None, [Draft("table.opened", {"table": "bbbbb"})], AT)
    text = data.draw(st.text(max_size=60))
    for log in (dict.fromkeys(("book", "opening", CLOSING), text), {CLOSING: text}, text):
        with pytest.raises(Refused):
            check(STREAM, records, log, KEY.public)


def run_node(path: Path) -> str:
    assert NODE
    done = [NODE, str(VERIFIER), str(path), str(KEY.public)]
    return subprocess.run(done, check=True, capture_output=True, text=True).stdout


if NODE:

    def test_another_language_finds_the_same(game: Exported, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        game.write(path)
        assert run_node(path) == f"game, deal and end are in the log of {KEY.name}, among its first 9 entries\n"

    @pytest.mark.slow  # It starts a process for each.
    @pytest.mark.parametrize("change", [change for change, _ in FORGERIES])
    def test_another_language_finds_forgeries_out(
        game: Exported, tmp_path: Path, change: Callable[[int, Any], Any]
    ) -> None:
        path = tmp_path / "game.jsonl"
        Exported(sealed(game.records, change), game.log).write(path)
        with pytest.raises(subprocess.CalledProcessError):
            run_node(path)
