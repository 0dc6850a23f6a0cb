"""Events, commands and records: nothing is lost, names stay, everything is checked."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.event_families import KINDS
from core.base.game import Game
from core.games import GAMES
from core.games.elixir.events import Placed
from core.games.pileon import Moved
from core.people.talk import Said
from core.records import codec, fold
from core.table import Answer, Cause, Close, Mark, Move, Open, Opened, Origin, Resign, Restore, RunOut, Seated, Sit
from core.table.events import Resigned
from journal import Damaged, Draft, Newer, Record, seal
from tests.patience import PATIENCE

AT = "2026-11-20T20:15:03.120Z"


def record(draft: Draft) -> Record:
    return seal(None, [draft], AT)[0]


def test_kinds_are_written_names():
    assert all(kind.count(".") == 1 and kind == kind.lower() for kind in KINDS)


KINDS_OF_TABLES = (
    "opened", "seated", "begun", "restored", "resigned", "ran_out", "stand_in_asked", "stand_in_refused",
    "stand_in_agreed", "stand_in_accepted", "stand_in_declined", "seat_lent", "seat_returned", "clock_paused",
    "clock_resumed", "clock_corrected", "went_away", "came_back", "takeback_asked", "takeback_refused", "taken_back",
    "redone", "marked", "returned", "hinted", "watching_set", "admitted", "ended", "luck_revealed",
)  # fmt: skip
COMMANDS = (
    "open", "sit", "begin", "restore", "move", "planned", "substitute", "ask_stand_in", "answer_stand_in",
    "take_seat_back", "lend_seat", "accept_stand_in", "decline_stand_in", "resign", "run_out", "pause", "resume",
    "correct", "go_away", "come_back", "close", "close_unbegun", "undo", "redo", "restart", "answer", "mark", "return",
    "take_hint", "set_watching", "admit", "abandon", "reveal_luck", "end_unrevealed",
)  # fmt: skip


def test_events_of_a_game_are_read_whether_it_is_loaded_or_not():
    code = (
        "from core.records import codec, fold; from core.base.event_families import KINDS, events_in;"
        "before = events_in('table/t'); assert 'pileon.moved' not in KINDS; form = codec._form_of('pileon.moved');"
        "assert KINDS['pileon.moved'] is form and form in before; print(form.__name__)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "Moved\n"


def test_what_is_written_of_tables_is_called_as_it_ever_was():
    assert {kind for kind in KINDS if kind.startswith("table.")} == {f"table.{kind}" for kind in KINDS_OF_TABLES}
    assert set(codec._COMMANDS) == set(COMMANDS)


@pytest.mark.parametrize(
    "event",
    [
        Seated(1, "bert", "", "lück"),
        Seated(1, "bert", "", "lück", muted=True),
        Said("anna", None, "ho", 7),
        Opened("abcde", "mille", 1, (), "00"),
        Opened("abcde", "mille", 1, (("a", "b"),), "00", None, 60, ("x", ""), Origin("abcde", 4), 0, {"a": [1, None]}),
    ],
)
def test_decoding_what_was_encoded_gives_the_event(event):
    assert codec.decode(record(codec.encode(event))) == event


def test_fields_are_written_in_the_order_of_the_alphabet():
    assert record(codec.encode(Moved(3, 14, ("Ah",), completes=False))).raw == (
        b'{"cards":["Ah"],"completes":false,"source":3,"target":14}'
    )
    assert record(codec.encode(Placed(1, ("a1",)))).raw == b'{"seat":1,"tiles":["a1"]}'


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_position_is_read_only_as_it_is_written(game: Game) -> None:
    state = game.start({option.name: option.choices[0] for option in game.options})
    state = game.fold(state, game.begin({}, Dice(bytes(16), game.name, 1)))
    written = msgspec.json.decode(msgspec.json.encode(codec.write_position(game, state)))
    assert codec.read_position(game, written) == state
    wrongs: tuple[Any, ...] = ({**written, "zzz": 1}, [], None, dict.fromkeys(written))
    for wrong in wrongs:
        with pytest.raises(ValueError, match="is not one of"):
            codec.read_position(game, wrong)
    with pytest.raises(ValueError, match="is not written like one of"):
        codec.read_position(game, dict(list(written.items())[:-1]))


@pytest.mark.parametrize(
    "command",
    [
        Open(), Sit(0, "anna", luck="x"), Move("u 3"), Move("p", demo=True), Resign(), RunOut(1), Answer(yes=True),
        Mark("é"), Mark("é", muted=True), Restore(Origin("abcde", 3)), Close(),
    ],
)  # fmt: skip
def test_cause_goes_with_the_record(command):
    cause = Cause("d1", 1, 6, command)
    assert codec.info(record(codec.encode(resigned(), cause))).cause == cause
    assert codec.info(record(codec.encode(resigned()))).cause is None


def resigned() -> Any:
    return Resigned(0)


def test_numbers_of_a_seat_are_written_so_that_others_can_read_them():
    stored = record(codec.encode(resigned(), Cause("d1", 0, 6, Move("u 3"))))
    assert stored.play == {"id": "d1", "by": 0, "seen": 6, "command": {"move": {"demo": False, "text": "u 3"}}}


GOOD = {"bot": "", "luck": "", "person": "bert", "seat": 1}


@pytest.mark.parametrize(
    "data",
    [
        GOOD | {"seat": "1"},
        GOOD | {"seat": 1.0},
        GOOD | {"seat": True},
        GOOD | {"seat": -1},
        GOOD | {"seat": 57},
        GOOD | {"seat": 10**60},
        GOOD | {"person": 5},
        GOOD | {"person": None},
        GOOD | {"zzz": 1},
        dict(reversed(GOOD.items())),
        {"seat": 1},
        [],
        None,
    ],
)
def test_data_that_is_not_exactly_that_of_its_kind_is_refused(data):
    with pytest.raises(ValueError, match=r"table\.seated"):
        codec.decode(record(Draft("table.seated", data)))
    assert codec.decode(record(Draft("table.seated", GOOD))) == Seated(1, "bert", "", "")


CAUSE = {"id": "d1", "by": 0, "seen": 3, "command": {"resign": {}}}


@pytest.mark.parametrize(
    "play",
    [
        CAUSE | {"id": "no such id!"},
        CAUSE | {"id": ""},
        CAUSE | {"id": "x" * 41},
        CAUSE | {"by": "0"},
        CAUSE | {"seen": -1},
        CAUSE | {"seen": 2**60},
        CAUSE | {"command": {}},
        CAUSE | {"command": {"resign": {}, "undo": {}}},
        CAUSE | {"command": {"fly": {}}},
        CAUSE | {"command": {"resign": {"seat": 1}}},
        CAUSE | {"more": 1},
        {"id": "d1"},
        [],
        "x",
    ],
)
def test_cause_that_is_not_exactly_one_is_refused(play):
    with pytest.raises(ValueError, match="its cause"):
        codec.info(record(Draft("table.resigned", {"seat": 0}, play)))


def test_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="is unknown here"):
        codec.decode(record(Draft("chess.moved", {})))


@pytest.mark.parametrize(
    ("kind", "data", "play"),
    [
        ("chess.moved", {}, None),
        ("table.seated", GOOD | {"mood": "good"}, None),
        ("table.resigned", {"seat": 0}, CAUSE | {"command": {"fly": {}}}),
    ],
)
def test_what_only_a_newer_version_knows_is_told_from_damage(kind, data, play):
    with pytest.raises(Newer, match="A newer Parlour has continued table/b"):
        fold.decode("table/b", [record(Draft(kind, data, play))])


@pytest.mark.parametrize("data", [{"seat": 1}, GOOD | {"seat": 57}, dict(reversed(GOOD.items())), []])
def test_damage_is_not_taken_for_a_newer_version(data):
    with pytest.raises(Damaged) as damaged:
        fold.decode("table/b", [record(Draft("table.seated", data))])
    assert not isinstance(damaged.value, Newer)


@given(st.floats(0, 4e9))
def test_whole_milliseconds_survive_being_written(at):
    whole = codec.whole_milliseconds(at)
    assert abs(whole - at) < 0.0011
    assert codec.seconds(codec.time_text(whole)) == whole


def test_time_that_never_was_is_refused():
    with pytest.raises(ValueError, match="month"):
        codec.seconds("2026-13-01T00:00:00.000Z")


def test_readers_are_made_one_at_a_time_whatever_thread_wants_them() -> None:
    """Two that are made at once have crashed a house: msgspec shares what it has made half."""
    codec._reader.cache_clear()
    wanted = threading.Thread(target=codec._reader, args=(Opened,))
    with codec._MAKING:
        wanted.start()
        wanted.join(0.05)
        assert codec._reader.cache_info().currsize == 0
    wanted.join(PATIENCE)
    assert codec._reader.cache_info().currsize == 1
