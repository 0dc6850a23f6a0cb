"""Hostile journals: honest games changed at random, all hashes made right again, so that only the gate can tell."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, TypeVar

import attrs

from core.base.chance import Dice
from core.base.event_families import KINDS
from core.games import GAMES
from core.table import Mark, Redo, Resign, TakeHint, Undo
from journal import Draft, Record, seal
from tests.core.recorded import ID, Recorder, copy_of, recorder

T = TypeVar("T")


class Chooser:
    """Choices that are the same for the same number."""

    def __init__(self, number: int) -> None:
        self._dice = Dice(number.to_bytes(32, "big"), "mutations", 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self._dice.below(len(items))]

    def randint(self, low: int, high: int) -> int:
        return low + self._dice.below(high - low + 1)

    def randrange(self, stop: int) -> int:
        return self._dice.below(stop)

    def random(self) -> float:
        return self._dice.below(1 << 53) / (1 << 53)


def _deep(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


HOSTILE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 7, 57, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**60, 1.5, -0.0, 1e308,
    "", "x", "p", "u 3", "Go", "25", "200", "Ah", "c7", "zz99", "f9", "t1", "not hex", "00" * 32, "é", "{0}", "%s",
    "\x00", "\u202e", "x" * 5000, [], {}, [[]], [0, 1], ["25"] * 7, ["25"] * 2000,
    [["Go"], ["Go"]], {"x": 1}, {"move": {"text": "p"}},
    _deep(30), "mille", "elixir", "resigned", "points",
)  # fmt: skip
TIMES = ("0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z", "2026-11-20T20:15:03.120Z")


def honest() -> list[Recorder]:
    """Games with everything in them that can be recorded."""
    made = []
    for name, game in GAMES.items():
        for option in game.options or (None,):
            for choice in option.choices if option else ("",):
                one = recorder(name) if not option else _with_option(name, option.name, choice)
                one.play(25)
                made.append(one)
    made += [_takebacks("pileon"), _takebacks("terrace"), _against_computer()]
    for name in GAMES:
        original = recorder(name)
        original.play(6)
        copied = copy_of(original)
        copied.play(6)
        made.append(copied)
    return made


def _with_option(name: str, option: str, choice: str) -> Recorder:
    from core.table import Begin, Sit
    from tests.core.recorded import opening

    made = Recorder(attrs.evolve(opening(name), options=((option, choice),)))
    made.ask(None, Sit(0, "p0", "", "luck"))
    made.ask(None, Begin())
    return made


def _takebacks(name: str) -> Recorder:
    made = recorder(name)
    made.play(5)
    for command in (Mark("here"), Undo(), Undo(), Redo(), TakeHint()):
        made.ask(0, command)
    made.play(3)
    made.ask(0, Resign())
    return made


def _against_computer() -> Recorder:
    made = recorder("mille", bot=True)
    made.play(12)
    made.ask(0, Undo())
    made.play(4)
    return made


def mutated(games: Sequence[Sequence[Record]], rng: Chooser, id: str = ID) -> list[Record]:
    """One of the games, as that of a table of this id, with one to three things changed in it."""
    drafts = [_draft(record) for record in rng.choice(games)]
    drafts[0].data = {**drafts[0].data, "table": id}
    for _ in range(rng.randint(1, 3)):
        rng.choice(CHANGES)(drafts, games, rng)
    return _sealed(drafts)


@attrs.define
class _Free:
    kind: str
    data: Any
    play: Any
    at: str


def _draft(record: Record) -> _Free:
    return _Free(record.kind, record.data, record.play, record.at)


def _sealed(drafts: Sequence[_Free]) -> list[Record]:
    last, records = None, []
    for draft in drafts:
        (last,) = seal(last, [Draft(draft.kind, draft.data, draft.play)], draft.at)
        records.append(last)
    return records


def _change_data(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    draft = rng.choice(drafts)
    draft.data = _changed(draft.data, rng)


def _change_play(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    draft = rng.choice([draft for draft in drafts if draft.play] or drafts)
    draft.play = _changed(draft.play, rng) or None


def _changed(value: Any, rng: Chooser) -> Any:
    """A JSON value with something in it replaced, left out or doubled."""
    value = copy.deepcopy(value)
    match value:
        case dict() if value and rng.random() < 0.9:
            key = rng.choice(list(value))
            if rng.random() < 0.1:
                del value[key]
            else:
                value[key] = _changed(value[key], rng)
            return value
        case list() if value and rng.random() < 0.7:
            place = rng.randrange(len(value))
            if rng.random() < 0.2:
                value.insert(place, value[place])
            elif rng.random() < 0.2:
                del value[place]
            else:
                value[place] = _changed(value[place], rng)
            return value
        case int() if not isinstance(value, bool) and rng.random() < 0.5:
            return value + rng.choice((-1, 1, 2, -2))
        case _:
            return copy.deepcopy(rng.choice(HOSTILE))


def _change_time(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    rng.choice(drafts).at = rng.choice(TIMES)


def _change_kind(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    rng.choice(drafts).kind = rng.choice((*KINDS, "mille.unknown", "x"))


def _swap(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    one, two = rng.randrange(len(drafts)), rng.randrange(len(drafts))
    drafts[one], drafts[two] = drafts[two], drafts[one]


def _leave_out(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    del drafts[rng.randrange(len(drafts))]
    if not drafts:
        _take_from_another(drafts, games, rng)


def _double(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    place = rng.randrange(len(drafts))
    drafts.insert(place, copy.deepcopy(drafts[place]))


def _take_from_another(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    drafts.insert(rng.randint(0, len(drafts)), _draft(rng.choice(rng.choice(games))))


def _merge(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    rng.choice(drafts).play = None


def _cut(drafts: list[_Free], games: Sequence[Sequence[Record]], rng: Chooser) -> None:
    del drafts[max(1, rng.randrange(len(drafts))) :]


CHANGES = (
    _change_data, _change_data, _change_data, _change_play, _change_play, _change_time, _change_kind, _swap,
    _leave_out, _double, _take_from_another, _merge, _cut,
)  # fmt: skip
