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
