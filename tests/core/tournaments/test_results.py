"""What a table that is over is for its tournament."""

from __future__ import annotations

import attrs
import pytest

from core.books.seed_books import BookSeeds
from core.table import REVEAL_WITHIN, Begin, Close, CloseUnbegun, EndUnrevealed, Move, Resign, RunOut, Sit, Table
from core.tournaments.events import GameEnded
from core.tournaments.results import result_of
from tests.core.recorded import ID, Recorder, opening

PATIENCE = 180.0


def kept() -> Recorder:
    """A table of El-Ixir with both seats kept."""
    return Recorder(attrs.evolve(opening("elixir"), table=ID, clock=60, reserved=("anna", "bert"), tournament="bcdf"))


def begun() -> Recorder:
    made = kept()
    for seat, person in enumerate(("anna", "bert")):
        made.ask(None, Sit(seat, person))
    made.ask(None, Begin())
    return made


def result(made: Recorder) -> tuple[str, int, int, tuple[str, ...]] | None:
    table: Table = made.table
    found = result_of(table, PATIENCE)
    assert found is None or isinstance(found, GameEnded)
    return None if found is None else (found.reason, found.first, found.second, found.absent)


def test_game_that_goes_on_has_no_result():
    assert result(kept()) is None
    assert result(begun()) is None


@pytest.mark.parametrize(("came", "points"), [((), (0, 0)), ((0,), (2, 0)), ((1,), (0, 2))])
def test_who_did_not_come_in_time_has_lost(came: tuple[int, ...], points: tuple[int, int]):
    made, persons = kept(), ("anna", "bert")
    for seat in came:
        made.ask(None, Sit(seat, persons[seat]))
    made.ask(None, CloseUnbegun(), later=PATIENCE)
    absent = tuple(person for seat, person in enumerate(persons) if seat not in came)
    assert result(made) == ("no_show", *points, absent)


@pytest.mark.parametrize("command", [CloseUnbegun(), Close()])
def test_table_that_is_closed_before_its_time_is_drawn(command: Close | CloseUnbegun):
    made = kept()
    made.ask(None, command, later=PATIENCE - 1)
    assert result(made) == ("void", 1, 1, ())


@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("moves", [0, 8])
def test_who_resigns_has_lost_however_early(loser: int, moves: int):
    made = begun()
    made.play(moves)
    made.ask(loser, Resign())
    assert result(made) == ("resigned", 2 * loser, 2 - 2 * loser, ())
    assert made.table.outcome is not None
    assert made.table.outcome.winners == (1 - loser,)


def test_who_runs_out_of_time_has_lost():
    made = begun()
    made.ask(None, RunOut(made.table.turn[0]), later=100)
    assert result(made) == ("timeout", 0, 2, ())


@pytest.mark.parametrize(("sealing", "first", "second"), [((0,), 0, 2), ((1,), 2, 0), ((0, 1), 0, 0)])
def test_who_does_not_reveal_their_luck_has_lost(sealing: tuple[int, ...], first: int, second: int):
    """Though the game has not begun, and both came."""
    seeds = BookSeeds(bytes(32), 16)
    numbered = attrs.evolve(kept().opened, house_seed=seeds[3].hex(), book=seeds.numbered("abcdefgh", 3))
    made = Recorder(numbered)
    for seat, person in enumerate(("anna", "bert")):
        made.ask(None, Sit(seat, person, sealed="00" * 32 if seat in sealing else ""))
    made.ask(None, EndUnrevealed(), later=REVEAL_WITHIN)
    assert result(made) == ("unrevealed", first, second, ())


def test_game_that_is_closed_is_drawn():
    made = begun()
    made.ask(0, Move("roll"))
    made.ask(None, Close())
    assert result(made) == ("closed", 1, 1, ())
