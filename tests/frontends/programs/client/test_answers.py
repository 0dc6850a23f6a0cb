"""What the client reads is in the schema that the house publishes, and unknown things do no harm."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from frontends.programs.protocol.schema import KEPT
from parlour.client import Answer, Event, Gone, Over, State
from parlour.client.answers import Outcome, Player, Said, read
from parlour.client.house import FINAL, PASSING, PROTOCOL
from parlour.client.table import AGAIN

SCHEMA: dict[str, Any] = json.loads(KEPT.read_text())
NAMES = {State: ("State",), Event: ("Event", "Notice"), Over: ("Over",), Gone: ("Gone",), Player: ("Player",),
         Outcome: ("Outcome",), Said: ("Said",)}  # fmt: skip


@pytest.mark.parametrize("kind", NAMES, ids=lambda kind: kind.__name__)
def test_fields_are_those_of_the_schema(kind: type[msgspec.Struct]) -> None:
    known = {field for name in NAMES[kind] for field in SCHEMA["$defs"][name]["properties"]}
    common = {field.encode_name for field in msgspec.structs.fields(Answer)}
    assert {field.encode_name for field in msgspec.structs.fields(kind)} - common <= known


def test_numbers_and_codes_are_those_of_the_schema() -> None:
    assert SCHEMA["protocol"] == PROTOCOL
    assert {*AGAIN, *FINAL, *PASSING} <= set(SCHEMA["$defs"]["Code"]["enum"])


def test_unknown_types_and_fields_are_passed_over_and_kept() -> None:
    assert read(b'{"type":"comet","id":"q1","tail":3}').fields["tail"] == 3
    gone = read(b'{"type":"gone","code":"closing","said":{"id":"Bye.","text":"Bye."},"soon":true}')
    assert isinstance(gone, Gone)
    assert (gone.code, gone.text, gone.fields["soon"]) == ("closing", "Bye.", True)


def test_null_is_as_good_as_not_said() -> None:
    state = read(b'{"type":"state","table":"t","at":3,"game":"mille","players":[],"seat":null,"moves":null,"view":{}}')
    assert isinstance(state, State)
    assert (state.seat, state.moves, state.is_mine) == (None, [], False)
