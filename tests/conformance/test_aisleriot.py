"""Recorded games of AisleRiot against our rules, and proof that the comparison would notice."""

from __future__ import annotations

import os
from math import inf
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.games.terrace.board import State
from tests.conformance import aisleriot
from tests.conformance.aisleriot import Replay, Seen, Tally
from tests.conformance.terrace import TERRACE
from tests.examples import slow

RECORDINGS = Path(os.environ.get("RECORDINGS") or Path(__file__).parents[3] / "shared" / "conformance")


@pytest.mark.skipif(
    not any(RECORDINGS.glob(aisleriot.PATTERN)),
    reason=f"no {aisleriot.PATTERN} in {RECORDINGS}: set RECORDINGS to the folder with the recorded games",
)
@pytest.mark.parametrize("most", [2, *slow(inf)], ids=["two", "all"])
@pytest.mark.parametrize("adapter", aisleriot.adapters(), ids=lambda adapter: type(adapter).__name__)
def test_it_arrives_at_every_recorded_position(adapter: aisleriot.Adapter, most: float) -> None:
    found = aisleriot.tallies(RECORDINGS, (adapter,), most)
    assert all(tally.steps for tally in found.values()), "a variant has no recordings"
    assert [line for tally in found.values() for line in tally.differences[: aisleriot.SHOWN]] == []


class Writer:
    """Writes a recording as the program would: our rules, and by hand what only the program does."""

    def __init__(self, state: State) -> None:
        self.states = [state]
        self.steps: list[dict[str, Any]] = []

    def position(self, state: State, phase: str = "running", can_redo: bool = False) -> dict[str, Any]:
        seen = TERRACE.observe(state)
        ended = "won" if seen.won else "over" if seen.stuck else phase
        return {**seen.fields, "state": ended, "can_undo": len(self.states) > 1, "can_redo": can_redo}

    def played(self, *move: Any, state: State | None = None) -> None:
        self.states.append(TERRACE.play(self.states[-1], move) if state is None else state)
        self.steps.append({"move": list(move), "ok": True, "after": self.position(self.states[-1])})

    def refused(self, *move: Any) -> None:
        self.steps.append({"move": list(move), "ok": False, "after": self.position(self.states[-1])})


class FromBoard:
    """The adapter of Terrace for games that start in the middle."""

    variants = TERRACE.variants
    quirk = staticmethod(TERRACE.quirk)
    play = staticmethod(TERRACE.play)
    observe = staticmethod(TERRACE.observe)
    adopt = staticmethod(TERRACE.adopt)

    def __init__(self, state: State) -> None:
        self.state = state

    def opening(self, variant: str, order: tuple[str, ...]) -> State:
        return self.state


def replayed(writer: Writer, adapter: aisleriot.Adapter) -> Tally:
    first = Writer(writer.states[0]).position(writer.states[0], "begin")
    tally = Tally()
    game = {"variant": "Wood", "seed": 0, "deal_order": (), "start": first, "steps": writer.steps}
    Replay(game, adapter, tally).run()
    return tally


def board(variant: str = "wood", **piles: Any) -> State:
    columns = piles.pop("columns", (("9c",), ("8d",)))
    foundations = piles.pop("foundations", (("Kc",),))
    return State(variant, columns=columns, foundations=foundations + ((),) * (8 - len(foundations)), base=13, **piles)


def test_it_finds_no_difference_in_what_the_rules_do() -> None:
    writer = Writer(board(stock=("2c", "3c", "Kd"), waste=("5c",)))
    writer.played("click", 0)
    writer.played("dblclick", 1)
    writer.refused("drop", 11, 1, 12)
    writer.played("drop", 12, 1, 11)
    assert (replayed(writer, FromBoard(writer.states[0])).differences, len(writer.steps)) == ([], 4)


def test_it_follows_undo_and_redo() -> None:
    writer = Writer(board(stock=("2c", "3c"), waste=("5c",)))
    writer.played("click", 0)
    undone = writer.states.pop()
    writer.steps.append({"move": ["undo"], "ok": True, "after": writer.position(writer.states[-1], can_redo=True)})
    writer.states.append(undone)
    writer.steps.append({"move": ["redo"], "ok": True, "after": writer.position(undone)})
    assert replayed(writer, FromBoard(writer.states[0])).differences == []


def test_it_counts_a_fan_of_the_reserve_as_q1() -> None:
    writer = Writer(board(reserve=("2c", "9d", "Ad")))
    fanned = replace(writer.states[0], reserve=("2c",), foundations=(("Kc", "9d", "Ad"), *((),) * 7))
    writer.played("drop", 2, 2, 3, state=fanned)
    tally = replayed(writer, FromBoard(writer.states[0]))
    assert (tally.differences, tally.quirks["Q1"], tally.quirks["Q1 seen"]) == ([], 1, 1)


def test_it_counts_a_hop_between_foundations_as_q2() -> None:
    writer = Writer(board(foundations=(("Kc",), ("Kd", "Ac"), ("Kh",))))
    hopped = replace(writer.states[0], foundations=(("Kc",), ("Kd",), ("Kh", "Ac"), *((),) * 5))
    writer.played("dblclick", 4, state=hopped)
    tally = replayed(writer, FromBoard(writer.states[0]))
    assert (tally.differences, tally.quirks["Q2"]) == ([], 1)


def test_it_counts_a_redeal_that_locks_as_q3() -> None:
    writer = Writer(board("generals-patience", waste=("2c", "3c"), columns=((), ("8d",))))
    locked = replace(writer.states[0], waste=(), stock=("3c", "2c"), redeals=1, locked=True)
    writer.played("click", 0, state=locked)
    tally = replayed(writer, FromBoard(writer.states[0]))
    assert (tally.differences, tally.quirks["Q3"]) == ([], 1)


@pytest.mark.parametrize("field", [*aisleriot.FIELDS, "state", "can_undo", "can_redo"])
def test_it_notices_any_field_that_differs(field: str) -> None:
    writer = Writer(board(stock=("2c", "3c"), waste=("5c",)))
    writer.played("click", 0)
    recorded = writer.steps[0]["after"]
    wrong = {"vars": {"BASE-VAL": 1, "stock-locked": False}, "piles": ["", *recorded["piles"][1:]]}.get(field, "wrong")
    writer.steps[0]["after"] = {**recorded, field: wrong}
    (difference,) = replayed(writer, FromBoard(writer.states[0])).differences
    assert difference == f"Wood 0 step 1: {field}: recorded {wrong!r}, ours {recorded[field]!r}"


def test_it_notices_what_only_one_side_accepts() -> None:
    writer = Writer(board(stock=("2c", "3c"), waste=("5c",)))
    writer.played("drop", 11, 1, 12, state=writer.states[0])
    writer.refused("click", 0)
    first, second = replayed(writer, FromBoard(writer.states[0])).differences
    assert "accepted by the program, refused by us" in first
    assert "refused by the program, accepted by us" in second


class Careless(FromBoard):
    """Rules with a mistake: a space does not lock the stock."""

    @staticmethod
    def observe(state: State) -> Seen:
        return TERRACE.observe(replace(state, locked=False))


def test_it_notices_a_mistake_in_the_rules() -> None:
    writer = Writer(board(stock=("2c", "3c"), waste=("5c",), columns=((), ("8d",))))
    writer.played("click", 0)
    tally = replayed(writer, Careless(writer.states[0]))
    assert [line.partition(": ")[2].partition(":")[0] for line in tally.differences] == [
        "vars",
        "dealable",
        "click",
    ]
