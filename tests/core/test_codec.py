"""Events and records: nothing is lost, older shapes are brought up to date, what comes from outside is checked."""

import pytest

from core import codec
from core.codec import KINDS, UPCASTS
from core.table import Opened, Said, Seated
from journal import Damaged, Draft, seal

AT = "2026-11-20T20:15:03.120Z"


def record(draft: Draft):
    return seal(None, [draft], AT)[0]


def test_kinds_are_written_names():
    assert all(kind.count(".") == 1 and kind == kind.lower() for kind in KINDS)


@pytest.mark.parametrize(
    "event", [Seated(1, "Bért", code="x"), Said("Anna", None, "ho"), Opened("a", "mille", 1, (), "00")]
)
def test_decoding_what_was_encoded_gives_the_event(event):
    stored = record(codec.encode(event, {"seat": 0, "id": "x"}))
    assert codec.decode(stored) == event


def test_play_goes_with_the_record():
    stored = record(codec.encode(Said("Anna", 0, "ho"), {"seat": 0, "move": "u 3", "id": "x"}))
    assert codec.stamp(stored) == codec.stamp(stored)
    assert (codec.stamp(stored).seat, codec.stamp(stored).move) == (0, "u 3")


@pytest.mark.parametrize(
    "data",
    [
        {"seat": "1", "name": "Bert", "is_bot": False, "code": ""},
        {"seat": 1.0, "name": "Bert", "is_bot": False, "code": ""},
        {"seat": 1, "name": 5, "is_bot": False, "code": ""},
        {"seat": 1, "name": "Bert", "is_bot": 0, "code": ""},
        {"seat": 1, "name": "Bert", "is_bot": False, "code": "", "more": 1},
        {"name": "Bert"},
        [],
        None,
    ],
)
def test_wrong_data_from_outside_is_refused_with_the_number(data):
    with pytest.raises(Damaged, match="Record 1 of game"):
        codec.check("game", record(Draft("table.seated", data)))


def test_unknown_kind_is_refused():
    stored = record(Draft("chess.moved", {}))
    with pytest.raises(Damaged, match="is unknown here"):
        codec.check("game", stored)
    with pytest.raises(ValueError, match="a newer Parlour may know it"):
        codec.decode(stored)


def test_older_kinds_are_upcast_step_by_step(monkeypatch):
    monkeypatch.setitem(UPCASTS, "table.joined", lambda old: ("table.sat", {"seat": old["chair"], "who": old["who"]}))
    monkeypatch.setitem(UPCASTS, "table.sat", lambda old: ("table.seated", {"seat": old["seat"], "name": old["who"]}))
    stored = record(Draft("table.joined", {"chair": 1, "who": "Bert"}))
    codec.check("game", stored)
    assert codec.decode(stored) == Seated(1, "Bert")


def test_times_survive():
    assert codec.time_text(codec.seconds(AT)) == AT
