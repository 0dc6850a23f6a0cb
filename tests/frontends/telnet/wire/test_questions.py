"""What clients tell of themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.telnet.wire.codes import Option, subnegotiate
from frontends.telnet.wire.events import Mtts
from frontends.telnet.wire.questions import CharacterSet, TerminalTypes, window

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
