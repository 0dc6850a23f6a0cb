"""What clients tell of themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.telnet.wire.codes import Option, Verb, negotiate, subnegotiate
from frontends.telnet.wire.events import Answer, Environment, Mtts
from frontends.telnet.wire.protocol import Wire
from frontends.telnet.wire.questions import (
    LONGEST_VALUE,
    MOST_PARTS,
    VARIABLES,
    CharacterSet,
    TerminalTypes,
    Variables,
    window,
)

SEND = subnegotiate(Option.TTYPE, b"\x01")


def interview(*names: bytes) -> tuple[tuple[str, ...], Mtts, bool, int]:
    """Let a client answer with one name after another; also how often it was asked."""
    types = TerminalTypes()
    asked = 0
    for name in names:
        if not types.ask():
            break
        asked += 1
        named = types.hear(b"\x00" + name)
    assert named is not None
    return named.names, named.mtts, named.complete, asked


@given(st.binary(min_size=4, max_size=4))
def test_window_is_always_within_reason(payload):
    size = window(payload)
    assert size is not None
    assert 5 <= size[0] <= 80
    assert 20 <= size[1] <= 255


@pytest.mark.parametrize(
    ("payload", "size"),
    [
        (b"\x00\x50\x00\x18", (24, 80)),
        (b"\x00\xff\x00\x28", (40, 255)),
        (b"\x00\x00\x00\x00", (24, 80)),
        (b"\x00\x00\x00\x19", (25, 80)),
        (b"\xff\xff\xff\xff", (80, 255)),
        (b"\x00\x01\x00\x01", (5, 20)),
        (b"", None),
        (b"\x00\x50\x00", None),
        (b"\x00\x50\x00\x18\x00", None),
    ],
)
def test_zero_means_the_default_and_nonsense_nothing(payload, size):
    assert window(payload) == size


def test_interview_ends_when_a_name_is_repeated():
    assert interview(b"XTERM-256COLOR", b"XTERM-256COLOR", b"more") == (("XTERM-256COLOR",), Mtts(0), True, 2)


def test_third_name_of_a_mud_client_says_what_it_can_do():
    names, mtts, complete, asked = interview(b"TINTIN++", b"xterm-256color", b"MTTS 271", b"MTTS 271")
    assert names == ("TINTIN++", "xterm-256color", "MTTS 271")
    assert mtts == Mtts.ANSI | Mtts.VT100 | Mtts.UTF8 | Mtts.COLOURS_256 | Mtts.TRUECOLOUR
    assert (complete, asked) == (True, 4)


def test_interview_ends_with_the_fourth_name():
    names, _, complete, asked = interview(b"TINYFUGUE", b"ANSI-ATTR", b"ANSI", b"UNKNOWN", b"AND", b"SO", b"ON")
    assert (len(names), complete, asked) == (4, True, 4)


def test_screen_reader_is_known_by_its_bit():
    _, mtts, _, _ = interview(b"MUSHREADER", b"ANSI", b"mtts 69")
    assert Mtts.SCREEN_READER in mtts


@pytest.mark.parametrize("name", [b"MTTS", b"MTTS x", b"MTTS -1", b"MTTS 99999999999999999999", b"MTTS \xb2"])
def test_number_that_is_none_says_nothing(name):
    assert interview(name)[1] == Mtts(0)


def test_name_is_cut_and_cleaned():
    assert interview(b"x\x1b[31m\xffy")[0] == ("x[31m\ufffdy",)
    assert interview(b"x" * 1000)[0] == ("x" * 64,)


def test_empty_name_ends_the_interview():
    assert interview(b"") == ((), Mtts(0), True, 1)


def test_name_that_nobody_asked_for_is_not_heard():
    types = TerminalTypes()
    assert types.hear(b"\x00XTERM") is None
    assert types.ask() == SEND
    assert types.ask() == b""
    assert types.hear(b"\x01") is None
    named = types.hear(b"\x00XTERM")
    assert named is not None
    assert not named.complete
    assert types.hear(b"\x00VT100") is None


def test_client_that_gives_up_is_believed_once():
    types = TerminalTypes()
    named = types.give_up()
    assert named is not None
    assert (named.names, named.complete) == ((), True)
    assert types.give_up() is None
    assert types.ask() == b""


@pytest.mark.parametrize(
    ("payload", "utf8", "answer"),
    [
        (b"\x01;UTF-8", True, b"\x02UTF-8"),
        (b"\x01 ISO-8859-1 utf-8", True, b"\x02utf-8"),
        (b"\x01;ISO-8859-1", None, b"\x03"),
        (b"\x01", None, b"\x03"),
    ],
)
def test_client_may_propose_utf8_and_gets_its_own_word_back(payload, utf8, answer):
    assert CharacterSet().hear(payload) == (utf8, subnegotiate(Option.CHARSET, answer))


@pytest.mark.parametrize(("payload", "utf8"), [(b"\x02UTF-8", True), (b"\x03", False)])
def test_client_answers_our_question(payload, utf8):
    charset = CharacterSet()
    assert charset.hear(payload) == (None, b"")
    assert charset.ask() == subnegotiate(Option.CHARSET, b"\x01;UTF-8")
    assert charset.hear(payload) == (utf8, b"")
    assert charset.hear(payload) == (None, b"")


def test_proposal_that_crosses_our_question_is_rejected():
    charset = CharacterSet()
    charset.ask()
    assert charset.hear(b"\x01;UTF-8") == (None, subnegotiate(Option.CHARSET, b"\x03"))


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
    for name in VARIABLES:
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
        assert name in VARIABLES
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
