"""`parlour programs` in a shell."""

from __future__ import annotations

import json

from frontends.programs.protocol.schema import schema
from tests.frontends.shell import child


def test_schema_is_printed() -> None:
    assert child("programs", "--schema") == (0, schema(), "")


def test_requests_are_answered_and_nothing_else_is_printed() -> None:
    asked = '{"type":"hello","protocol":1,"name":"Robo"}\n{"type":"open","id":"a","game":"pileon","deal":7}\nroll\n'
    status, out, error = child("--journal", "memory:", "programs", typed=asked)
    assert (status, error) == (0, "")
    assert [json.loads(line)["type"] for line in out.splitlines()] == ["welcome", "ack", "state", "refused"]


def test_training_deals_the_same_for_the_same_luck_and_is_for_memory_only() -> None:
    asked = (
        '{"type":"hello","protocol":1}\n'
        + '{"type":"open","game":"mille","opponent":"hotseat","luck":"1"}\n' * 2
        + '{"type":"open","game":"mille","opponent":"hotseat","luck":"2"}\n'
    )
    status, out, error = child("--journal", "memory:", "programs", "--training", typed=asked)
    assert (status, error) == (0, "")
    hands = [one["view"]["hands"] for one in map(json.loads, out.splitlines()) if one["type"] == "state"]
    assert hands[0] == hands[1] != hands[2]
    status, out, error = child("programs", "--training", typed=asked)
    assert (status, out) == (2, "")
    assert "memory" in error
