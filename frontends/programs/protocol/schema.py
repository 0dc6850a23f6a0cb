"""The protocol as JSON Schema: what is published, and kept in `schema.json` so that no change goes unnoticed."""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from frontends.programs.protocol.answers import AnyAnswer
from frontends.programs.protocol.requests import AnyRequest
from frontends.programs.protocol.version import OLDEST, PROTOCOL

KEPT = Path(__file__).parent.parent / "schema.json"


def schema() -> str:
    """The text of the schema: `in` is what a program sends, `out` what it is sent."""
    (into, out), types = msgspec.json.schema_components((AnyRequest, AnyAnswer), ref_template="#/$defs/{name}")
    for described in (one for one in types.values() if "description" in one):
        described["description"] = cleandoc(described["description"])  # As Python does it itself from 3.13 on.
    whole: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Parlour's protocol for programs: one JSON object a line",
        "protocol": PROTOCOL,
        "oldest": OLDEST,
        "in": into,
        "out": out,
        "$defs": types,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
