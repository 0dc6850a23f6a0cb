"""What players do besides playing moves no draw; and what a stranger finds in a game that was changed and sealed anew.

Whoever holds an exported game can compute all of its hashes again, so the chain alone finds none of that.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from core.base.chance import Dice, commitment
from core.base.game import Refused
from core.games import GAMES
from core.records import codec, fold
from core.replay import transfer
from core.replay.proof import Proof, prove_file
from core.table import (
    Answer,
    Cause,
    Command,
    Mark,
    Move,
    Resign,
    RunOut,
    Sit,
    Table,
    TakeHint,
    Undo,
    decide,
)
from core.table.events import TakebackAsked
from journal import Damaged, Record, seal
from journal.game_lines import Lines, read_lines, write_lines
from tests.clock import BEGIN
from tests.core.parlour import ANNA, BERT, a_service, move, submit
from tests.core.recorded import left_out, resealed
from tests.core.tables import after, begun, moves
from tests.examples import examples, slow

HARMLESS: tuple[tuple[int | None, Command], ...] = (
    (0, Mark("x")),
    (0, Mark("y")),
    (0, TakeHint()),
    (0, Answer(yes=False)),
    (1, Answer(yes=False)),
    (1, Mark("z")),
    (0, Move("nonsense")),
    (0, Move("u 9")),
    (1, Move("p")),
    (None, Sit(0, person="p9")),
    (None, RunOut(0)),
)
"""What can be asked of a table, by whom, without moving on the game."""


def drawn(table: Table, events: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(event for event in events if isinstance(event, table.game.draws))


def add_harmless(table: Table, choose: Dice, most: int) -> Table:
    """The table after some harmless commands, and a takeback that is asked for and refused; what is refused is not
    recorded, as at any table."""
    for _ in range(choose.below(most + 1)):
        by, command = HARMLESS[choose.below(len(HARMLESS))]
        if (by or 0) < len(table.chairs) and not _moves_on(table, by, command):
            try:
                table, _ = after(table, by, command)
            except Refused:
                continue
    return _ask_back(table) if choose.below(3) == 0 else table


def _moves_on(table: Table, by: int | None, command: Command) -> bool:
    return isinstance(command, Move) and by in table.turn and command.text in moves(table, by)


def _ask_back(table: Table) -> Table:
    if len(table.chairs) < 2 or table.takes_back_freely:
        return table
    try:
        asked, events = after(table, 1 - table.turn[0] if table.turn else 0, Undo())
    except Refused:
        return table
    assert isinstance(events[0], TakebackAsked)
    return after(asked, 1 - events[0].seat, Answer(yes=False))[0]


def play(name: str, seed: bytes, length: int, noise: int) -> tuple[list[Any], Table]:
    """Random moves, the same for the same seed whatever the noise; the draws, and the table."""
    table = begun(name, house_seed=seed, luck=("hare", "tortoise"))
    chooses, noises = Dice(seed, "moves", 1), Dice(seed, "noise", 1)
    found: list[Any] = []
    for _ in range(length):
        table = add_harmless(table, noises, noise)
        if not table.turn:
            break
        seat = table.turn[0]
        texts = moves(table, seat)
        if not texts:
            break
        table, events = after(table, seat, Move(texts[chooses.below(len(texts))]))
        found += drawn(table, events)
    return found, table


@pytest.mark.parametrize("name", GAMES)
@examples(20)
@given(seed=st.binary(min_size=32, max_size=32), length=st.integers(1, 80), noise=st.integers(1, 6))
def test_nothing_but_luck_and_seed_moves_a_draw(name, seed, length, noise):
    quiet, first = play(name, seed, length, 0)
    noisy, second = play(name, seed, length, noise)
    assert quiet == noisy
    assert first.state == second.state


@pytest.mark.parametrize("attempts", [100, *slow(2_000)])
def test_grinder_finds_nothing(attempts: int):
    """Somebody who knows the seed tries many ways of adding harmless things before a roll, and finds one roll only."""
    table = begun("elixir", luck=("hare", "tortoise"))
    rolls = set()
    for attempt in range(attempts):
        ground = add_harmless(table, Dice(attempt.to_bytes(32, "big"), "grinder", 1), 12)
        rolls.add(decide(ground, Move("roll"), 0, ground.at))
    assert len(rolls) == 1


def test_order_of_the_hand_does_not_move_the_next_deal():
    """Even a move of the game that deals nothing changes nothing of the next deal."""
    table = begun("mille", luck=("hare", "tortoise"))
    for _ in range(3):
        table, _ = after(table, 0, Move("o"))
    assert table.now.draws == 1


def test_other_luck_gives_other_chance():
    """The grinder would find something, if there was anything to find: luck moves the roll."""
    rolls = {
        decide(begun("elixir", luck=(f"luck {number}", "")), Move("roll"), 0, 2000.0)[0].tiles for number in range(50)
    }
    assert len(rolls) > 40


# What `verify` says to an exported game that was changed and sealed anew.

SHOWN = 32
"""Digits of a commitment, and of the end of a game, that people note."""
Forge = Callable[[list[Record]], list[Record]]


@pytest.fixture
async def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lines:
    """A game of two persons in a file: those that open it, twelve moves, two equal saves amid them, and a
    resignation, which is a decision of two records. Always with the same rolls: after others the last move may be one
    that the resignation needs."""

    monkeypatch.setattr(secrets, "token_bytes", lambda _: bytes(range(1, 33)))
    file = tmp_path / "game.jsonl"
    # A second from one look at the clock to the next, so that no two decisions have the same time.
    async with a_service(now=count(BEGIN).__next__) as service:
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        async with service.table(id, attended=False) as live:
            await move(live, 6)
            for _ in range(2):
                await submit(live, Mark("here"), 0)
            await move(live, 6)
            await submit(live, Resign(), live.table.turn[0])
        await transfer.export(service, id, file)
    return read_lines(file)


def proved(whole: Lines, records: list[Record], folder: Path, **noted: str) -> Proof:
    """What is found in a file that has other records. Raises: Damaged."""
    file = folder / "forged.jsonl"
    write_lines(file, records, asdict(whole.header), overwrite=True)
    return prove_file(read_lines(file), **noted)


def of_kind(records: list[Record], kind: str) -> list[int]:
    return [record.seq for record in records if record.kind == kind]


def exchanged(records: list[Record], one: int, other: int, *fields: str) -> list[Record]:
    """Two records with some of their fields in one another's place."""
    values = {seq: {field: getattr(records[seq - 1], field) for field in fields} for seq in (one, other)}
    return resealed(records, {one: values[other], other: values[one]})


def without_last_record(records: list[Record]) -> list[Record]:
    return records[:-1]


def without_a_roll(records: list[Record]) -> list[Record]:
    return left_out(records, (of_kind(records, "elixir.rolled")[1],))


def without_a_turn(records: list[Record]) -> list[Record]:
    return left_out(records, (of_kind(records, "elixir.rolled")[1], of_kind(records, "elixir.placed")[1]))


def without_luck(records: list[Record]) -> list[Record]:
    return left_out(records, (of_kind(records, "table.seated")[0],))


def with_two_moves_exchanged(records: list[Record]) -> list[Record]:
    one, other = of_kind(records, "elixir.placed")[:2]
    return exchanged(records, one, other, "data", "play")


def with_two_saves_and_what_they_saw_exchanged(records: list[Record]) -> list[Record]:
    one, other = of_kind(records, "table.marked")
    return exchanged(records, one, other, "data", "play")


def with_two_times_exchanged(records: list[Record]) -> list[Record]:
    one, other = of_kind(records, "table.marked")
    return exchanged(records, one, other, "at")


def with_a_save_twice(records: list[Record]) -> list[Record]:
    one, other = of_kind(records, "table.marked")
    return resealed(records, {other: {"play": records[one - 1].play}})


SEEN = {
    without_last_record: "more or fewer records than the rules give it",
    without_a_roll: "the rules refuse it",
    without_a_turn: "the rules refuse it",
    without_luck: "the rules refuse it",
    with_two_moves_exchanged: "another position than the one its player saw",
    with_two_saves_and_what_they_saw_exchanged: "another position than the one its player saw",
    with_two_times_exchanged: "its time is not that of its decision",
    with_a_save_twice: "its decision was recorded before",
}
"""Changes after which something does not follow from the rules, and what is said of it."""


@pytest.mark.parametrize(("forge", "why"), SEEN.items())
async def test_what_the_rules_find_in_a_game_sealed_anew(forge: Forge, why: str, whole: Lines, tmp_path: Path) -> None:
    with pytest.raises(Damaged, match=why):
        proved(whole, forge(list(whole.records)), tmp_path)


def without_last_decision(records: list[Record]) -> list[Record]:
    return records[:-2]


def without_last_move(records: list[Record]) -> list[Record]:
    return left_out(records, (records[-3].seq,))


def without_a_save(records: list[Record]) -> list[Record]:
    return left_out(records, (of_kind(records, "table.marked")[0],))


def with_two_equal_saves_exchanged(records: list[Record]) -> list[Record]:
    one, other = of_kind(records, "table.marked")
    first, second = records[one - 1].play, records[other - 1].play
    assert records[one - 1].data == records[other - 1].data
    changes = {one: {**second, "seen": first["seen"]}, other: {**first, "seen": second["seen"]}}
    return resealed(records, {seq: {"play": play} for seq, play in changes.items()})


def with_other_times(records: list[Record]) -> list[Record]:
    return resealed(records, {r.seq: {"at": codec.time_text(codec.info(r).at + 3600)} for r in records[3:]})


def with_moves_that_nobody_made(records: list[Record]) -> list[Record]:
    table = fold.fold(f"table/{codec.decode(records[0]).table}", None, records[:-2])
    seat = table.turn[0]
    command = Move(moves(table, seat)[-1])
    events = decide(table, command, seat, table.at)
    cause = Cause("forged", seat, table.seq, command)
    drafts = [codec.encode(event, None if number else cause) for number, event in enumerate(events)]
    return [*records[:-2], *seal(records[-3], drafts, records[-3].at)]


UNSEEN = (
    without_last_decision, without_last_move, without_a_save, with_two_equal_saves_exchanged, with_other_times,
    with_moves_that_nobody_made,
)  # fmt: skip
"""Changes after which everything still follows from the rules."""


@pytest.mark.parametrize("forge", UNSEEN)
async def test_what_only_a_noted_end_finds_in_a_game_sealed_anew(forge: Forge, whole: Lines, tmp_path: Path) -> None:
    promised = commitment(bytes.fromhex(codec.decode(whole.records[0]).house_seed))[:SHOWN]
    end = prove_file(whole, promised).end
    forged = forge(list(whole.records))
    assert proved(whole, forged, tmp_path, promised=promised).end != end
    with pytest.raises(Damaged, match="is the end that was noted"):
        proved(whole, forged, tmp_path, promised=promised, end=end[:SHOWN])


async def test_game_without_its_last_decision_is_said_not_to_be_over(whole: Lines, tmp_path: Path) -> None:
    assert prove_file(whole).house_seed
    assert proved(whole, without_last_decision(list(whole.records)), tmp_path).house_seed == ""


async def test_names_in_the_header_are_proved_by_nothing(whole: Lines) -> None:
    end = prove_file(whole).end
    other = replace(whole, header=replace(whole.header, names=dict.fromkeys(whole.header.names, "Eve")))
    assert prove_file(other, end=end) == prove_file(whole)


async def test_end_that_was_noted_earlier_holds_while_a_game_goes_on(whole: Lines, tmp_path: Path) -> None:
    early = proved(whole, list(whole.records[:9]), tmp_path).end
    assert prove_file(whole, end=early[:SHOWN]).end == whole.records[-1].hash
    changed = with_other_times(list(whole.records))
    with pytest.raises(Damaged, match="is the end that was noted"):
        proved(whole, changed, tmp_path, end=early[:SHOWN])
