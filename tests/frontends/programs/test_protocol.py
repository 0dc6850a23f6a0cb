"""The protocol without a house: requests, answers, lines, sentences, and the schema that is published."""

from __future__ import annotations

import json
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.message import Person, Who, counted, in_context, message
from frontends.locale.language import language
from frontends.programs.door.handlers import HANDLERS
from frontends.programs.protocol.answers import ANSWERS
from frontends.programs.protocol.answers.answer import Said
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.lines import LONGEST, Garbage, Lines, read, written
from frontends.programs.protocol.requests import REQUESTS
from frontends.programs.protocol.requests.identity import Hello
from frontends.programs.protocol.requests.moves import Play
from frontends.programs.protocol.schema import KEPT, schema
from frontends.programs.protocol.version import OLDEST, PROTOCOL
from frontends.programs.protocol.wording import said


def test_schema_is_the_one_that_is_kept() -> None:
    assert schema() == KEPT.read_text(), (
        "the protocol has changed: raise PROTOCOL in version.py, say in README.md how the numbers before it are "
        "served, and write it anew: parlour programs --schema > frontends/programs/schema.json"
    )


def test_schema_has_the_number_and_every_request_and_answer() -> None:
    kept = json.loads(KEPT.read_text())
    assert (kept["protocol"], kept["oldest"]) == (PROTOCOL, OLDEST)
    assert len(kept["in"]["anyOf"]) == len(REQUESTS)
    assert len(kept["out"]["anyOf"]) == len(ANSWERS)
    assert kept["$defs"]["Code"]["enum"] == sorted(code.value for code in Code)


def test_every_request_does_something() -> None:
    assert set(HANDLERS) == set(REQUESTS)


def test_a_request_is_read() -> None:
    assert read(b'{"type":"hello","protocol":1,"name":"Robo"}') == Hello(protocol=1, name="Robo")
    line = b'{"id":"a","at":7,"text":"roll","table":"d2uht","type":"play"}'
    assert read(line) == Play(id="a", table="d2uht", at=7, text="roll")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"roll", Code.GARBAGE),
        (b'{"type":"hello"', Code.GARBAGE),
        (b'{"type":"say","table":"a","text":"\xff"}', Code.GARBAGE),
        (b"[" * 5000, Code.MALFORMED),
        (b"[]", Code.MALFORMED),
        (b'{"protocol":1}', Code.MALFORMED),
        (b'{"type":"dance"}', Code.MALFORMED),
        (b'{"type":"hello","protocol":"1"}', Code.MALFORMED),
        (b'{"type":"hello","protocol":1,"nmae":"Robo"}', Code.MALFORMED),
        (b'{"type":"play","table":"d2uht","at":1,"text":"roll"}', Code.MALFORMED),
        (b'{"type":"play","id":"","table":"d2uht","at":1,"text":"roll"}', Code.MALFORMED),
        (b'{"type":"play","id":"a","table":"d2uht","at":-1,"text":"roll"}', Code.MALFORMED),
        (b'{"type":"list","page":0}', Code.MALFORMED),
        (b'{"type":"hello","protocol":1,"name":"' + b"x" * 65 + b'"}', Code.MALFORMED),
        (b'"' + b"x" * LONGEST + b'"', Code.TOO_LONG),
    ],
)
def test_what_is_no_request_is_garbage(line: bytes, code: Code) -> None:
    found = read(line)
    assert isinstance(found, Garbage)
    assert found.code is code


def test_garbage_has_the_id_of_what_was_meant() -> None:
    found = read(b'{"type":"join","id":"q7","tabel":"a"}')
    assert isinstance(found, Garbage)
    assert found.id == "q7"
    assert "tabel" in str(found.said)


@given(st.lists(st.binary(max_size=20).filter(lambda line: line.strip() and b"\n" not in line)), st.data())
def test_lines_are_cut_the_same_however_they_come(lines: list[bytes], data: st.DataObject) -> None:
    octets = b"\r\n".join(lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(octets)))))
    cut = Lines()
    found: list[bytes] = []
    for start, end in pairwise([0, *cuts, len(octets)]):
        found += cut.feed(octets[start:end])
    assert [*found, *cut.end()] == [line.strip() for line in lines]


def test_line_that_is_too_long_is_one_line_and_is_not_kept() -> None:
    cut = Lines()
    for _ in range(100):
        assert not list(cut.feed(b"x" * LONGEST))
    assert len(cut._begun) == LONGEST + 1
    first, second = cut.feed(b"x\nroll\n")
    assert isinstance(found := read(first), Garbage)
    assert found.code is Code.TOO_LONG
    assert second == b"roll"


def test_answers_are_lines_without_what_is_as_usual() -> None:
    assert written(Ack(id="a", at=7), Ack()) == b'{"type":"ack","id":"a","at":7}\n{"type":"ack"}\n'


def test_sentence_has_template_arguments_and_text_in_the_language() -> None:
    one = said(message("{who} picks a card.", who=Who(1)), language("fr"), ("Anna", "~Bert"))
    assert one.id == "{who} picks a card."
    assert one.text == language("fr").say(message("{who} picks a card.", who="~Bert"))
    assert one.args == {"who": Said("{who}", "~Bert", {"who": "~Bert"}, seat=1)}


def test_sentence_of_any_arguments_can_be_written() -> None:
    inner = in_context("pile", "discard")
    whole = counted("{n} card of {whose}: {which}", "{n} cards of {whose}: {which}", 2,
                    whose=Person("x"), which=(inner, "roll", 3))  # fmt: skip
    one = said(whole, language("en"))
    assert (one.many, one.args["n"]) == ("{n} cards of {whose}: {which}", 2)
    assert json.loads(msgspec.json.encode(one))["args"]["which"][0] == {
        "id": "discard", "text": "discard", "context": "pile"
    }  # fmt: skip
