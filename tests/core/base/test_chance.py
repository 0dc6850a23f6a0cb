"""Chance: it is as specified, fair, and the same for anybody who recomputes it.

The vectors were made by a program of its own, from the specification alone.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import SHORT_COMMITMENT, Dice, commitment, deal_seed, sealed_luck, table_seed
from core.table import Mark, Redo, Restart, Return, Table, Undo
from journal.game_lines import write_lines
from tests.archive.__main__ import PLACE
from tests.archive.recorder import ANNA, Recorder, computer, from_book, opened, well

HERE = Path(__file__).parent
PATH = HERE / "chance_vectors.json"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(PATH.read_text())
SEED = bytes(range(32))
NODE = shutil.which("node")


def recomputed() -> None:
    for vector in VECTORS["commitments"]:
        assert commitment(bytes.fromhex(vector["house_seed"])) == vector["commitment"]
    for vector in VECTORS["table_seeds"]:
        assert table_seed(bytes.fromhex(vector["house_seed"]), vector["luck"]).hex() == vector["seed"]
    for vector in VECTORS["sealed_luck"]:
        assert sealed_luck(bytes.fromhex(vector["nonce"]), vector["luck"]) == vector["digest"]
    for vector in VECTORS["deal_seeds"]:
        assert deal_seed(int(vector["number"])).hex() == vector["seed"]
    for vector in VECTORS["below"]:
        dice = Dice(bytes.fromhex(vector["seed"]), vector["game"], int(vector["draw"]))
        assert [dice.below(int(k)) for k in vector["k"]] == list(map(int, vector["result"]))
    for vector in VECTORS["shuffles"]:
        dice = Dice(bytes.fromhex(vector["seed"]), vector["game"], int(vector["draw"]))
        assert list(dice.shuffled(range(len(vector["order"])))) == vector["order"]


def recomputed_by_node() -> None:
    assert run_node(str(PATH)).startswith(f"{sum(map(len, VECTORS.values()))} vectors")


def run_node(*arguments: str) -> str:
    """What the verifier in another language says; raises CalledProcessError when it objects."""
    assert NODE
    script = str(HERE / "chance_verifier.js")
    return subprocess.run([NODE, script, *arguments], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("recompute", [recomputed, *([recomputed_by_node] if NODE else [])])
def test_vectors_are_recomputed(recompute: Callable[[], None]) -> None:
    recompute()


def test_vectors_meet_a_rejection() -> None:
    assert any(vector["taken"] > len(vector["k"]) for vector in VECTORS["below"])


def exported(folder: Path) -> Path:
    """A game of mille of several hands as it is exported, in which deals were taken back and made again."""
    made = opened("game1", "mille", ANNA, computer("mille"))
    while (before := hands_of(made)) < 3:
        made.play(1, on)
        if hands_of(made) > before:
            made.ask(0, Mark("new hand"))
            made.ask(0, Undo())
            assert hands_of(made) == before
            made.ask(0, Redo())
    made.play(3, on)
    made.ask(0, Return("new hand"))
    made.play(3, on)
    made.ask(0, Restart())
    while hands_of(made) < 2:
        made.play(1, on)
    path = folder / "game.jsonl"
    write_lines(path, made.records, {"stream": "table/game1", "names": made.names}, overwrite=True)
    return path


def with_number(folder: Path, number: int) -> Path:
    """A game whose seed has a number of a book, as it is exported."""
    made = from_book("game2", "mille", ANNA, computer("mille"), number=number)
    made.play(6, on)
    path = folder / "numbered.jsonl"
    write_lines(path, made.records, {"stream": "table/game2", "names": made.names}, overwrite=True)
    return path


@pytest.mark.skipif(not NODE, reason="needs node")
def test_number_of_a_book_is_verified_by_others(tmp_path: Path) -> None:
    for number in (0, 5, 15):
        path = with_number(tmp_path, number)
        book = json.loads(path.read_text().splitlines()[1])["data"]["book"]
        for digits in (noted(path), wrap(book["root"][:SHORT_COMMITMENT], 4)):
            assert run_node("--mille", str(path), *digits).startswith("1 deals")
        with pytest.raises(subprocess.CalledProcessError):
            run_node("--mille", str(path), "0" * 32)
        with pytest.raises(subprocess.CalledProcessError):
            run_node("--mille", forged(path, f'"number":{number}', f'"number":{(number + 1) % 16}'))


@pytest.mark.skipif(not NODE, reason="needs node")
def test_sealed_luck_is_verified_by_others(tmp_path: Path) -> None:
    path = Path(shutil.copy(PLACE / "mille-sealed-running.jsonl", tmp_path))
    assert run_node("--mille", str(path)).startswith("1 deals")
    with pytest.raises(subprocess.CalledProcessError):
        run_node("--mille", forged(path, "tortoise", "tortoises"))


def on(table: Table, dice: Dice) -> str:
    """The move of the computer player, who leaves it to persons whether there is another hand."""
    return well(table, dice) or "another"


def hands_of(made: Recorder) -> int:
    return int(made.table.state.dealt)


def forged(path: Path, old: str, new: str) -> str:
    """The same file with a part of it replaced."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


def noted(path: Path) -> list[str]:
    """The commitment as it was shown before the game."""
    return wrap(commitment(bytes.fromhex(house_seed(path)))[:SHORT_COMMITMENT], 4)


def house_seed(path: Path) -> str:
    return str(json.loads(path.read_text(encoding="utf-8").splitlines()[1])["data"]["house_seed"])


def deals_are_verified(folder: Path) -> None:
    path = exported(folder)
    dealt = path.read_text(encoding="utf-8").count('"kind":"mille.dealt"')
    assert dealt > 3
    assert run_node("--mille", str(path), *noted(path)) == f"{dealt} deals are as specified\n"


def deals_of_the_archive_are_verified(folder: Path) -> None:
    paths = sorted(PLACE.glob("mille*.jsonl"))
    verified = [run_node("--mille", str(path)) for path in paths]
    assert verified == [
        f"{path.read_text(encoding='utf-8').count('mille.dealt')} deals are as specified\n" for path in paths
    ]


def forgeries_are_found_out(folder: Path) -> None:
    path = exported(folder)
    promised, seed = noted(path), house_seed(path)
    for old, new in ((ANNA.luck, "hare"), (seed, seed[::-1]), ("Accident", "Repairs"), ("taken_back", "hinted")):
        with pytest.raises(subprocess.CalledProcessError):
            run_node("--mille", forged(exported(folder), old, new), *promised)


def too_short_commitment_is_refused(folder: Path) -> None:
    path = exported(folder)
    with pytest.raises(subprocess.CalledProcessError, match="1") as caught:
        run_node("--mille", str(path), *noted(path)[:4])
    assert "32 digits" in caught.value.stderr


LOOKS = [
    deals_are_verified,
    deals_of_the_archive_are_verified,
    forgeries_are_found_out,
    too_short_commitment_is_refused,
]


if NODE:

    @pytest.mark.slow  # It starts a process for each game.
    @pytest.mark.parametrize("look", LOOKS)
    def test_another_language_verifies_a_game(look: Callable[[Path], None], tmp_path: Path) -> None:
        look(tmp_path)


@given(st.lists(st.text(max_size=3), max_size=2), st.lists(st.text(max_size=3), max_size=2))
def test_other_luck_gives_another_seed(luck: list[str], other: list[str]) -> None:
    assert (table_seed(SEED, luck) == table_seed(SEED, other)) == (luck == other)


@given(st.binary(min_size=16, max_size=32), st.integers(1, 2**63), st.integers(1, 2**64))
def test_number_lies_below_and_repeats(seed: bytes, draw: int, k: int) -> None:
    first, again = Dice(seed, "g", draw).below(k), Dice(seed, "g", draw).below(k)
    assert 0 <= first < k
    assert first == again


@given(st.binary(min_size=16, max_size=32), st.lists(st.integers(), max_size=60))
def test_shuffle_keeps_every_item(seed: bytes, items: list[int]) -> None:
    assert Counter(Dice(seed, "g", 1).shuffled(items)) == Counter(items)


def test_draws_differ_between_games_numbers_and_seeds() -> None:
    streams = [Dice(SEED, "a", 1), Dice(SEED, "b", 1), Dice(SEED, "a", 2), Dice(bytes(32), "a", 1)]
    assert len({dice.below(2**64) for dice in streams}) == len(streams)


def test_dice_know_whether_they_were_used() -> None:
    dice = Dice(SEED, "g", 1)
    assert not dice.is_used
    dice.below(1)
    assert dice.is_used


def test_every_order_of_three_is_equally_likely() -> None:
    orders = Counter(Dice(SEED, "g", draw).shuffled("abc") for draw in range(1, 6001))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


@pytest.mark.parametrize("k", [0, -1, 2**64 + 1])
def test_nonsense_is_refused(k: int) -> None:
    with pytest.raises(ValueError, match=str(k)):
        Dice(SEED, "g", 1).below(k)
