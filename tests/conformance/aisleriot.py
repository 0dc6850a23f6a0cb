"""Replays recorded games of AisleRiot's own rule modules through our rules and compares every position.

A recording is one JSON object a line: `variant`, `deal_order`, the position after the deal, and every step with
the position it led to. What an `Adapter` observes must equal what was recorded, field by field. Where our rules
leave out a slip of the program, the adapter foresees what the slip adds to the recorded position, or names the
step that is one; both are counted, and nothing else may differ.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any, Protocol

import attrs

from core.base.game import Refused

PATTERN = "aisleriot*.jsonl.gz"
SHOWN = 5
"""Differences that are printed for each game."""

Observed = Mapping[str, Any]
"""A position in the recorded form: the fields of `FIELDS` that the game has."""

FIELDS = ("piles", "score", "flip", "vars", "status", "dealable", "grabs", "drops", "dbl", "click", "hint")


@attrs.frozen
class Seen:
    """What our rules say of a position, in the recorded form."""

    fields: Observed
    """A subset of `FIELDS`; lists of moves sorted."""
    won: bool
    stuck: bool
    """Neither won nor with a move worth a hint: the program calls it over."""
    oddities: tuple[str, ...] = ()
    """The slips that show in the fields: they were added on purpose, as the program would have them."""


class Adapter(Protocol):
    """What a game gives to the replay. States are the game's own."""

    @property
    def variants(self) -> Sequence[str]:
        """Names of the variants in recordings."""

    def opening(self, variant: str, order: tuple[str, ...]) -> Any:
        """The position after the deal; `order` is the order in which the cards leave the shuffled deck."""

    def quirk(self, state: Any, move: Sequence[Any]) -> str:
        """The name of the slip that this recorded move is in this position, such as "Q1"; empty for none."""

    def play(self, state: Any, move: Sequence[Any]) -> Any:
        """The position after a recorded move other than undo and redo. Raises Refused, as the rules do."""

    def observe(self, state: Any) -> Seen:
        """A position in the recorded form."""

    def adopt(self, state: Any, recorded: Mapping[str, Any]) -> Any:
        """Our state put to a recorded position, after a slip."""


@attrs.define
class Tally:
    """What came of the games of one variant."""

    games: int = 0
    steps: int = 0
    quirks: Counter[str] = attrs.field(factory=Counter)
    """Steps that are slips by name, and positions in which a slip shows by name and "seen"."""
    differences: list[str] = attrs.field(factory=list)


def recordings(directory: Path) -> Iterator[dict[str, Any]]:
    """The recorded games of a folder, in the order of the files."""
    for path in sorted(directory.glob(PATTERN)):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


class Replay:
    """One recorded game going through our rules, with the undo list that the program keeps around them."""

    def __init__(self, game: Mapping[str, Any], adapter: Adapter, tally: Tally) -> None:
        self.game, self.adapter, self.tally = game, adapter, tally
        self.state = adapter.opening(game["variant"], tuple(game["deal_order"]))
        self.past: list[Any] = []
        self.future: list[Any] = []

    def run(self) -> None:
        """Every step; after a difference the game goes on from the recorded position."""
        self.compare(self.game["start"], "begin", 0)
        for number, step in enumerate(self.game["steps"], 1):
            self.tally.steps += 1
            self.step(step, number)
            self.compare(step["after"], "running", number, judged=step["move"][0] != "undo")

    def step(self, step: Mapping[str, Any], number: int) -> None:
        """One recorded step."""
        move = step["move"]
        match move:
            case _ if not step["ok"]:
                self.refused(move, number)
            case ["undo"]:
                self.future.append(self.state)
                self.state = self.past.pop()
            case ["redo"]:
                self.past.append(self.state)
                self.state = self.future.pop()
            case _:
                self.past.append(self.state)
                self.future.clear()
                self.state = self.moved(move, step["after"], number)

    def refused(self, move: Sequence[Any], number: int) -> None:
        """A step that the program did not accept: our rules must not, either."""
        try:
            accepted = {"undo": bool(self.past), "redo": bool(self.future)}.get(move[0])
            if accepted is None:
                self.adapter.play(self.state, move)
            elif not accepted:
                return
            self.differ(number, f"{move}: refused by the program, accepted by us")
        except Refused:
            return

    def moved(self, move: Sequence[Any], after: Mapping[str, Any], number: int) -> Any:
        """The position after a move, or after a slip that our rules do not have."""
        if quirk := self.adapter.quirk(self.state, move):
            self.tally.quirks[quirk] += 1
            return self.adapter.adopt(self.state, after)
        try:
            return self.adapter.play(self.state, move)
        except Refused as refused:
            self.differ(number, f"{move}: accepted by the program, refused by us: {refused}")
            return self.adapter.adopt(self.state, after)

    def compare(self, recorded: Mapping[str, Any], phase: str, number: int, *, judged: bool = True) -> None:
        """Our position against the recorded one; `judged`: whether the program has tested for the end."""
        seen = self.adapter.observe(self.state)
        self.tally.quirks.update(f"{oddity} seen" for oddity in seen.oddities)
        ended = "won" if seen.won else "over" if seen.stuck else phase
        ours = {
            **seen.fields,
            "state": ended if judged else "running",
            "can_undo": bool(self.past),
            "can_redo": bool(self.future),
        }
        wrong = [key for key, value in ours.items() if value != recorded[key]]
        for key in wrong:
            self.differ(number, f"{key}: recorded {recorded[key]!r}, ours {ours[key]!r}")
        if wrong:
            self.state = self.adapter.adopt(self.state, recorded)

    def differ(self, number: int, what: str) -> None:
        """Note a difference."""
        self.tally.differences.append(f"{self.game['variant']} {self.game['seed']} step {number}: {what}")


def tallies(directory: Path, adapters: Sequence[Adapter], most: float = inf) -> dict[str, Tally]:
    """The recorded games of the adapters' variants, replayed, at most so many of each; by variant."""
    by_variant = {variant: adapter for adapter in adapters for variant in adapter.variants}
    found = {variant: Tally() for variant in by_variant}
    for game in recordings(directory):
        adapter, tally = by_variant.get(game["variant"]), found.get(game["variant"], Tally())
        if adapter and tally.games < most:
            tally.games += 1
            Replay(game, adapter, tally).run()
    return found


def report(found: Mapping[str, Tally]) -> Iterator[str]:
    """The tallies as lines."""
    for variant, tally in found.items():
        quirks = ", ".join(f"{name} {count}" for name, count in sorted(tally.quirks.items())) or "no quirks"
        counts = f"{tally.games:4} games {tally.steps:6} steps {len(tally.differences):4} differences"
        yield f"{variant:22} {counts}   {quirks}"
        yield from (f"    {difference}" for difference in tally.differences[:SHOWN])


def adapters() -> tuple[Adapter, ...]:
    """Every game that is recorded in this form."""
    from tests.conformance.pileon import PILEON
    from tests.conformance.terrace import TERRACE

    return (TERRACE, PILEON)


def run(directory: Path) -> int:
    """Replay a folder, print what came of it, and count the differences that nothing explains."""
    found = tallies(directory, adapters())
    for line in report(found):
        print(line)
    return sum(len(tally.differences) for tally in found.values())


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1])) > 0)
