"""What clients tell of their environment, well and badly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.telnet.wire.codes import Option, Verb, negotiate, subnegotiate
from frontends.telnet.wire.environment import ASKED, LONGEST_VALUE, MOST_PARTS, Variables
from frontends.telnet.wire.events import Answer, Environment
from frontends.telnet.wire.protocol import Wire

ENVIRON = Option.NEW_ENVIRON


def heard(*payloads: bytes) -> dict[str, str]:
    """What is known after some payloads."""
    known: dict[str, str] = {}
    variables = Variables()
    for payload in payloads:
        if (told := variables.hear(payload)) is not None:
            known = dict(told.variables)
    return known


def test_only_a_few_variables_are_asked_for_by_both_their_kinds():
    question = Variables().ask()
    assert question.startswith(b"\xff\xfa\x27\x01")
    assert question.endswith(b"\xff\xf0")
    for name in ASKED:
        assert question.count(b"\x00" + name.encode()) == 1
        assert question.count(b"\x03" + name.encode()) == 1


@pytest.mark.parametrize(
    ("payload", "known"),
    [
        (b"\x00\x00LANG\x01fr_FR.UTF-8", {"LANG": "fr_FR.UTF-8"}),
        (b"\x00\x03LANG\x01fr\x03ACCESSIBLE\x011", {"LANG": "fr", "ACCESSIBLE": "1"}),
        (b"\x02\x00COLORTERM\x01truecolor", {"COLORTERM": "truecolor"}),
        (b"\x00\x00LANG\x00TERM\x01vt100", {"TERM": "vt100"}),
        (b"\x00\x00LANG\x01", {}),
        (b"\x00\x00USER\x01anna\x00DISPLAY\x01:0", {}),
        (b"\x00\x00LANG\x01a\x02\x01b\x02\x02", {"LANG": "ab"}),
        (b"\x00\x00LA\x02NG\x01fr", {"LANG": "fr"}),
        (b"\x00\x00LANG\x01fr\x01de", {"LANG": "fr"}),
        (b"\x00LANG\x01fr", {}),
        (b"\x00\x01fr\x00TERM\x01x", {"TERM": "x"}),
        (b"\x00", {}),
        (b"", {}),
        (b"\x01\x00LANG\x01fr", {}),
        (b"\x00\x00LANG\x01fr\x02", {"LANG": "fr"}),
        (b"\x00\x00LANG\x01f\x1b[31mr\n", {"LANG": "f[31mr"}),
        (b"\x00\x00LANG\x01\xffr", {"LANG": "\ufffdr"}),
    ],
)
def test_variables_are_read_as_they_are_told(payload, known):
    assert heard(payload) == known


def test_later_words_count_and_what_is_not_repeated_stays():
    assert heard(b"\x00\x00LANG\x01fr\x00TERM\x01xterm", b"\x02\x00LANG\x01de") == {"LANG": "de", "TERM": "xterm"}
    assert heard(b"\x00\x00LANG\x01fr", b"\x02\x00LANG") == {}


def test_nothing_new_is_nothing():
    variables = Variables()
    assert variables.hear(b"\x00\x00LANG\x01fr") == Environment((("LANG", "fr"),))
    assert variables.hear(b"\x00\x00LANG\x01fr") is None


def test_values_are_cut_and_no_more_variables_are_looked_at_than_make_sense():
    assert len(heard(b"\x00\x00LANG\x01" + b"x" * 900)["LANG"]) == LONGEST_VALUE
    assert heard(b"\x00" + b"\x00A\x01b" * MOST_PARTS + b"\x00LANG\x01fr") == {}


@given(st.lists(st.sampled_from([b"\x00", b"\x01", b"\x02", b"\x03", b"LANG", b"TERM", b"\xff", b"x"]), max_size=60))
def test_whatever_comes_is_short_names_that_were_asked_for(pieces):
    for name, value in heard(b"\x00" + b"".join(pieces)).items():
        assert name in ASKED
        assert 0 < len(value) <= LONGEST_VALUE
        assert value.isprintable()


def test_client_is_asked_when_it_agrees_and_its_answer_may_come_octet_by_octet():
    wire = Wire()
    wire.feed(wire.start())
    events = wire.feed(negotiate(Verb.WILL, ENVIRON))
    assert events[-1] == Answer(Variables().ask())
    answer = subnegotiate(ENVIRON, b"\x00\x03ACCESSIBLE\x011\x00LANG\x01fr")
    told = [event for octet in answer for event in wire.feed(bytes((octet,)))]
    assert told == [Environment((("ACCESSIBLE", "1"), ("LANG", "fr")))]


def test_client_is_known_when_it_has_told_its_names_and_its_variables_or_refused():
    wire = Wire()
    wire.start()
    assert not wire.is_known
    wire.feed(negotiate(Verb.WONT, Option.TTYPE))
    assert not wire.is_known
    wire.feed(negotiate(Verb.WILL, ENVIRON))
    assert not wire.is_known
    wire.feed(subnegotiate(ENVIRON, b"\x00"))
    assert wire.is_known
    refused = Wire()
    refused.start()
    refused.feed(negotiate(Verb.WONT, Option.TTYPE) + negotiate(Verb.WONT, ENVIRON))
    assert refused.is_known
