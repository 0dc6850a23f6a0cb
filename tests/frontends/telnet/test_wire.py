"""The telnet protocol without I/O: with a client that negotiates, with one that does not, and with bad company."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from frontends.telnet.wire.codes import Option, Verb, negotiate, subnegotiate
from frontends.telnet.wire.events import (
    Answer,
    Encoded,
    Foreign,
    Mode,
    Mtts,
    Named,
    Sized,
    TooLong,
    WireEvent,
)
from frontends.telnet.wire.lines import Lines
from frontends.telnet.wire.octets import Octets
from frontends.telnet.wire.options import Options
from frontends.telnet.wire.protocol import WELCOME, WELCOME_SINGLY, Wire
from frontends.telnet.wire.questions import Variables
from frontends.terminal.terminal import Key, Line
from tests.examples import examples
from tests.frontends.telnet.pair import Client, answers, converse, told

DO, DONT, WILL, WONT = Verb.DO, Verb.DONT, Verb.WILL, Verb.WONT
ECHO, SGA, NAWS, TTYPE, TM = Option.ECHO, Option.SGA, Option.NAWS, Option.TTYPE, Option.TM
NAME = subnegotiate(TTYPE, b"\x00XTERM")
AGREED = negotiate(DO, ECHO) + negotiate(DO, SGA)
OFFERED = negotiate(WILL, Option.MSSP) + negotiate(WILL, Option.GMCP)


def keys(*names: str) -> list[WireEvent]:
    return [Key(name) for name in names]


def met() -> Wire:
    """A wire whose client has shown that it speaks telnet, and no more."""
    wire = Wire()
    wire.start()
    wire.feed(negotiate(WONT, TTYPE))
    return wire


def singly() -> Wire:
    """A wire whose client sends single keys."""
    wire = met()
    wire.use_characters()
    assert told(wire.feed(AGREED)) == [Mode(True)]
    return wire


# A client that negotiates.


def test_client_tells_its_terminal_and_its_window():
    wire, client = Wire(), Client(names=(b"XTERM",))
    events = converse(wire, client, wire.start() + wire.encode("Welcome\n"))
    assert events == [Sized(30, 100), Named(("XTERM",), Mtts(0), False), Named(("XTERM",), Mtts(0), True)]
    assert wire.speaks_telnet


def test_mud_client_tells_that_it_reads_utf8():
    wire = Wire()
    events = converse(wire, Client(names=(b"TINTIN++", b"xterm", b"MTTS 4")), wire.start())
    assert Encoded(True) in events
    assert wire.encode("♠") == "♠".encode()


def test_client_without_terminal_types_is_known_for_it():
    wire = Wire()
    assert converse(wire, Client(will=frozenset()), wire.start()) == [Named((), Mtts(0), True)]


def test_single_keys_are_used_when_the_client_agrees_to_both_options():
    wire, client = Wire(), Client()
    converse(wire, client, wire.start())
    assert converse(wire, client, wire.use_characters()) == [Mode(True)]
    assert told(wire.feed(b"a\x1b[A\r\0")) == keys("a", "up", "enter")
    assert converse(wire, client, wire.use_lines()) == [Mode(False)]
    assert told(wire.feed(b"a\r\n")) == [Line("a")]


@pytest.mark.parametrize("agreed", [set(), {ECHO}, {SGA}])
def test_client_that_refuses_one_option_is_told_to_forget_the_other(agreed):
    wire, client = Wire(), Client(do=frozenset(agreed))
    converse(wire, client, wire.start())
    assert converse(wire, client, wire.use_characters()) == [Mode(False)]
    assert client.on == {(WILL, TTYPE), (WILL, NAWS)}
    assert told(wire.feed(b"a\r\n")) == [Line("a")]


def test_single_keys_wished_for_too_early_are_asked_for_when_the_client_has_spoken():
    wire, client = Wire(), Client()
    assert wire.use_characters() == b""
    assert Mode(True) in converse(wire, client, wire.start())


def test_client_may_go_back_to_lines_by_itself():
    wire = singly()
    events = wire.feed(negotiate(DONT, ECHO))
    assert told(events) == [Mode(False)]
    assert answers(events) == negotiate(WONT, ECHO) + negotiate(WONT, SGA)


@given(st.lists(st.booleans(), max_size=12))
def test_changing_ones_mind_in_haste_ends_with_the_last_one(wants):
    wire, client = Wire(), Client()
    converse(wire, client, wire.start())
    said = b"".join(wire.use_characters() if want else wire.use_lines() for want in wants)
    converse(wire, client, said)
    assert wire.characters == (wants[-1] if wants else False)


def test_what_is_typed_ahead_stays_in_order_and_in_its_mode():
    wire = met()
    wire.use_characters()
    events = wire.feed(b"one\r\nhal" + AGREED + b"f\x7f" + negotiate(DONT, ECHO) + b"two\r\n")
    assert told(events) == [
        Line("one"),
        Mode(True),
        *keys("h", "a", "l", "f", "backspace"),
        Mode(False),
        Line("two"),
    ]


def test_single_keys_begin_with_the_second_agreement():
    wire = met()
    assert wire.use_characters() == negotiate(WILL, ECHO) + negotiate(WILL, SGA)
    assert told(wire.feed(negotiate(DO, SGA) + b"a\n")) == [Line("a")]
    assert told(wire.feed(negotiate(DO, ECHO) + b"a\n")) == [Mode(True), *keys("a", "enter")]


# What real clients were seen to send.


def test_inetutils_telnet():
    """GNU inetutils telnet 2.4 in a terminal of 100x30, then 255x40, asked for single keys and for lines again."""
    wire = Wire()
    wire.use_characters()
    assert wire.start() == b"\xff\xfd\x18\r\0"
    assert (
        answers(wire.feed(b"\xff\xfb\x18"))
        == b"\xff\xfd\x1f\xff\xfd\x27" + OFFERED + b"\xff\xfb\x01\xff\xfb\x03\xff\xfa\x18\x01\xff\xf0"
    )
    came = wire.feed(b"\xff\xfb\x1f\xff\xfa\x1f\x00d\x00\x1e\xff\xf0\xff\xfd\x01\xff\xfd\x03")
    assert came == (Sized(30, 100), Mode(True))
    came = wire.feed(b"\xff\xfa\x18\x00XTERM-256COLOR\xff\xf0")
    assert came == (Named(("XTERM-256COLOR",), Mtts(0), False), Answer(b"\xff\xfa\x18\x01\xff\xf0"))
    came = wire.feed(b"\xff\xfa\x18\x00XTERM-256COLOR\xff\xf0")
    assert came == (Named(("XTERM-256COLOR",), Mtts(0), True),)
    assert list(wire.feed(b"ha\x1b[Dx\x7f\r\x00")) == keys("h", "a", "left", "x", "backspace", "enter")
    assert wire.feed(b"\xff\xfa\x1f\x00\xff\xff\x00(\xff\xf0") == (Sized(40, 255),)
    assert wire.use_lines() == b"\xff\xfc\x01\xff\xfc\x03"
    assert wire.feed(b"\xff\xfe\x01\xff\xfe\x03") == (Mode(False),)
    assert wire.feed(b"now a line\r\n") == (Line("now a line"),)
    assert wire.feed(b"junk\xff\xf4\xff\xfd\x06") == (Key("c-c"), Answer(b"\xff\xfb\x06"))
    assert wire.feed(b"after\r\n") == (Line("after"),)


PUTTY_FIRST = b"\xff\xfb\x1f\xff\xfb\x20\xff\xfb\x18\xff\xfb\x27\xff\xfd\x01\xff\xfb\x03\xff\xfd\x03"
"""WILL NAWS, TSPEED, TTYPE, NEW-ENVIRON; DO ECHO; WILL and DO SGA, before anything was asked."""


def test_plink_stays_in_lines_until_it_is_asked():
    wire = Wire()
    wire.start()
    said = answers(wire.feed(PUTTY_FIRST))
    assert (
        said
        == b"\xff\xfd\x1f\xff\xfd\x27"
        + OFFERED
        + b"\xff\xfe\x20"
        + b"\xff\xfa\x18\x01\xff\xf0"
        + Variables().ask()
        + (b"\xff\xfc\x01" + b"\xff\xfd\x03" + b"\xff\xfc\x03")
    )
    assert told(wire.feed(b"line\n")) == [Line("line")]
    wire.use_characters()
    assert told(wire.feed(AGREED + b"key\r\0")) == [Mode(True), *keys("k", "e", "y", "enter")]


def test_plink_takes_our_offer_for_the_answer_to_its_own():
    wire = Wire()
    wire.use_characters()
    wire.start()
    events = wire.feed(PUTTY_FIRST)
    assert told(events) == [Mode(True)]
    assert answers(events).count(negotiate(WILL, ECHO)) == 1


def test_nc_is_never_sent_more_than_one_question():
    wire = Wire()
    assert wire.start() + wire.use_characters() + wire.keep_alive() == negotiate(DO, TTYPE) + b"\r\0"
    assert wire.feed(b"hello\nworld\n") == (Line("hello"), Line("world"))
    assert wire.encode("> ") + wire.mark() == b"> "


def test_tintin_ends_a_line_twice_after_single_keys_and_gives_an_empty_line():
    assert met().feed(b"look\r\r\n") == (Line("look"), Line(""))


def test_tinyfugue_refuses_single_keys():
    wire, client = Wire(), Client(do=frozenset({ECHO}), names=(b"TINYFUGUE", b"ANSI-ATTR", b"ANSI", b"UNKNOWN"))
    events = converse(wire, client, wire.start())
    assert events[-1] == Named(("TINYFUGUE", "ANSI-ATTR", "ANSI", "UNKNOWN"), Mtts(0), True)
    assert converse(wire, client, wire.use_characters()) == [Mode(False)]


@pytest.mark.parametrize("end", [b"\r\n", b"\r\0", b"\n", b"\r"])
def test_every_end_of_line_of_every_client_is_one(end):
    assert met().feed(b"one" + end + b"two" + end) == (Line("one"), Line("two"))
    assert list(singly().feed(b"1" + end + b"2" + end)) == keys("1", "enter", "2", "enter")


def test_binary_is_accepted_but_never_asked_for():
    wire = met()
    assert answers(wire.feed(negotiate(WILL, Option.BINARY))) == negotiate(DO, Option.BINARY)
    assert wire.encode("\r") == b"\r\0"
    assert answers(wire.feed(negotiate(DO, Option.BINARY))) == negotiate(WILL, Option.BINARY)
    assert wire.encode("\r") == b"\r"


def test_character_set_is_settled_when_the_client_brings_it_up():
    wire = met()
    assert answers(wire.feed(negotiate(WILL, Option.CHARSET))) == negotiate(DO, Option.CHARSET)
    events = wire.feed(subnegotiate(Option.CHARSET, b"\x01;UTF-8"))
    assert events == (Answer(subnegotiate(Option.CHARSET, b"\x02UTF-8")), Encoded(True))
    asked = answers(wire.feed(negotiate(DO, Option.CHARSET)))
    assert asked == negotiate(WILL, Option.CHARSET) + subnegotiate(Option.CHARSET, b"\x01;UTF-8")
    assert wire.feed(subnegotiate(Option.CHARSET, b"\x03")) == (Encoded(False),)


# Commands.


def test_timing_mark_is_answered_every_time_and_nothing_else_about_it():
    wire = met()
    assert wire.feed(negotiate(DO, TM) * 2) == (Answer(negotiate(WILL, TM)),) * 2
    assert wire.feed(negotiate(DONT, TM) + negotiate(WILL, TM)) == ()


def test_client_that_asks_whether_we_are_there_is_told():
    assert met().feed(b"\xff\xf6") == (Answer(b"[Yes]\r\n"),)


@pytest.mark.parametrize("interrupt", [b"\xff\xf4", b"\xff\xf3", b"\x03"])
def test_interrupt_forgets_the_line_or_is_a_key(interrupt):
    assert met().feed(b"junk" + interrupt + b"a\n") == (Key("c-c"), Line("a"))
    assert list(singly().feed(b"a" + interrupt)) == keys("a", "c-c")


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (b"ab\xff\xf7c", "ac"),
        (b"ab\x7f\bc", "c"),
        (b"ab\xff\xf8c", "c"),
        (b"ab\x15c", "c"),
        (b"a\tb\x1b[Ac\x01", "a bc"),
    ],
)
def test_line_is_edited_where_the_client_does_not(typed, line):
    assert met().feed(typed + b"\n") == (Line(line),)


def test_erase_commands_are_keys_in_single_keys():
    assert list(singly().feed(b"\xff\xf7\xff\xf8")) == keys("backspace", "c-u")


def test_commands_may_sit_anywhere():
    assert list(singly().feed(b"\x1b\xff\xf1[\xff\xf1A\xc3\xff\xf1\xa9\r\xff\xf1\n")) == keys("up", "é", "enter")


@pytest.mark.parametrize("noise", [b"\xff\xf1", b"\xff\xf9", b"\xff\xef", b"\xff\x00", b"\xff\xf0", b"\xff\xf5"])
def test_commands_without_meaning_here_are_passed_over(noise):
    assert met().feed(b"a" + noise + b"b\n") == (Line("ab"),)


def test_escape_key_waits_for_a_pause():
    wire = singly()
    assert wire.feed(b"\x1b") == ()
    assert wire.awaits_more
    assert list(wire.flush()) == keys("escape")
    assert not wire.awaits_more
    assert wire.flush() == ()


def test_text_is_decoded_as_it_comes_and_nonsense_is_replaced():
    wire = met()
    assert wire.feed(b"caf\xc3") == ()
    assert wire.feed(b"\xa9 \xff\xff\xfe\n") == (Line("café \ufffd\ufffd"),)


# Windows.


def test_window_is_told_when_it_changes_and_no_other_time():
    wire = Wire()
    usual, unknown = subnegotiate(NAWS, b"\x00\x50\x00\x19"), subnegotiate(NAWS, bytes(4))
    assert told(wire.feed(usual + usual + unknown + subnegotiate(NAWS, b"\x00\x50"))) == [Sized(25, 80), Sized(24, 80)]


# Text.


@pytest.mark.parametrize(
    ("text", "octets"),
    [
        ("a\nb", b"a\r\nb"),
        ("a\r\nb", b"a\r\nb"),
        ("a\rb", b"a\r\0b"),
        ("\r\r\n", b"\r\0\r\n"),
        ("7♥", b"7?"),
        ("coup fourré", b"coup fourre"),
    ],
)
def test_text_is_encoded_for_a_client_of_which_nothing_is_known(text, octets):
    assert Wire().encode(text) == octets


def test_text_is_utf8_when_the_client_reads_it():
    wire = Wire()
    wire.utf8 = True
    assert wire.encode("7♥\n") == "7♥\r\n".encode()
    assert wire.encode("\udc80") == b"?"


def test_prompt_is_marked_for_clients_that_look_for_it():
    assert met().encode("> ") + met().mark() == b"> \xff\xf9"
    assert singly().encode("> ") + singly().mark() == b"> "
    assert met().keep_alive() == b"\xff\xf1"


# Limits, and those who try them.


def held(wire: Wire) -> int:
    """Octets and characters that are kept for later."""
    return len(wire._octets._held) + wire._keyboard.held + len(wire._lines.text)


def test_long_line_is_dropped_with_one_notice():
    wire = Wire(lines=Lines(10))
    assert wire.feed(b"0123456789\n") == (Line("0123456789"),)
    assert wire.feed(b"0123456789a" + b"b" * 5000) == (TooLong(),)
    assert held(wire) == 0
    assert wire.feed(b"\x7f\x15rest\nnext\n") == (Line("next"),)


def test_interrupt_ends_a_long_line():
    assert Wire(lines=Lines(3)).feed(b"12345\x03ok\n") == (TooLong(), Key("c-c"), Line("ok"))


def test_patience_ends():
    wire = Wire(options=Options(WELCOME_SINGLY, WELCOME, 10))
    said = answers(wire.feed(b"".join(negotiate(WILL, option) for option in range(100, 200))))
    assert len(said) == 3 * 14, "the questions for window and environment, and two offers, are our own"
    assert wire.feed(b"\xff\xf6" + subnegotiate(Option.CHARSET, b"\x01;UTF-8")) == ()
    assert wire.feed(b"still here\n") == (Line("still here"),)


@pytest.mark.parametrize(
    ("sent", "kind", "answer"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "tls", b"\x15\x03\x01"),
        (b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", "http", b"HTTP/1.1 400 "),
        (b"POST /login HTTP/1.1\r\n", "http", b"HTTP/1.1 400 "),
        (b"GET /" + b"x" * 2000, "http", b"HTTP/1.1 400 "),
        (b"CONNECT example.org:443 HTTP/1.1\r\n", "http", b"HTTP/1.1 400 "),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "ssh", b"This is a telnet service"),
    ],
)
def test_other_protocols_are_recognised_and_nothing_more_is_heard_of_them(sent, kind, answer):
    wire = Wire()
    (event,) = wire.feed(sent)
    assert isinstance(event, Foreign)
    assert event.kind == kind
    assert event.answer.startswith(answer)
    assert wire.feed(b"more\r\n\xff\xf6") == ()


@pytest.mark.parametrize("line", ["GET", "get / please", "Gerda", "GET lost", "a GET / HTTP/1.0", "new SSH-2.0"])
def test_person_is_not_taken_for_a_program(line):
    assert Wire().feed(line.encode() + b"\n") == (Line(line),)


def test_only_the_beginning_of_a_connection_can_be_foreign():
    assert Wire().feed(b"me\n\x16GET / HTTP/1.0\n") == (Line("me"), Line("GET / HTTP/1.0"))
    assert told(met().feed(b"GET / HTTP/1.0\n")) == [Line("GET / HTTP/1.0")]


FRAGMENTS = st.one_of(
    st.sampled_from(
        [
            b"\r\n", b"\r\0", b"\n", b"\r", b"\x1b", b"\x1b[A", b"\x1bOB", b"\x1b[3~", b"\x7f", b"\x03", b"\x15",
            AGREED, NAME, negotiate(DONT, ECHO), negotiate(DO, TM), negotiate(WILL, TTYPE), negotiate(WILL, NAWS),
            subnegotiate(NAWS, b"\x00\xff\x00\x18"), subnegotiate(TTYPE, b"\x00MTTS 4"), b"\xff\xfa\x18\x00XT",
            negotiate(DO, Option.CHARSET), subnegotiate(Option.CHARSET, b"\x01;UTF-8"), b"\xff\xf4", b"\xff\xf6",
            negotiate(DO, Option.GMCP), subnegotiate(Option.GMCP, b'core.supports.set ["char"]'), OFFERED,
            subnegotiate(Option.GMCP, b"Core.Ping"), b'\xff\xfa\xc9Core.Supports.Set ["', negotiate(DO, Option.MSSP),
            b"GET / HTTP/1.1\r\n", "é♠".encode(), b"\xc3", b"x" * 40, b"\xff", b"enter",
        ]
    ),
    st.binary(max_size=6),
    st.text(st.characters(codec="ascii", categories=["L"]), max_size=8).map(str.encode),
)  # fmt: skip
STREAMS = st.lists(FRAGMENTS, max_size=25).map(b"".join)


def small() -> Wire:
    """With limits that are easily reached."""
    wire = Wire(lines=Lines(24), octets=Octets(16), options=Options(WELCOME_SINGLY, WELCOME, 12))
    wire.use_characters()
    wire.start()
    return wire


@given(STREAMS)
@example(b"\x1b[A" + negotiate(WONT, TTYPE) + AGREED + b"\x1b[A\r\n")
def test_chunks_make_no_difference(stream):
    whole, split = small(), small()
    assert whole.feed(stream) == tuple(event for octet in stream for event in split.feed(bytes((octet,))))
    assert whole.flush() == split.flush()
    assert held(whole) == held(split)


ENDS = st.sampled_from([b"\r\n", b"\r\0", b"\n", b"\r", b""])
LINES = st.tuples(st.text(st.characters(codec="ascii"), max_size=30).map(str.encode), ENDS).map(b"".join)


@given(st.lists(st.one_of(LINES, LINES, FRAGMENTS), max_size=12))
@example([b"first\n", b"d 1\r\n", b"d 1\r", b"\n", b"d 1\r\0", b"x" * 25 + b"\n", b"ha", b"lf\n"])
def test_line_that_comes_whole_means_what_it_means_in_pieces(chunks):
    whole, split = small(), small()
    for chunk in chunks:
        assert whole.feed(chunk) == tuple(event for octet in chunk for event in split.feed(bytes((octet,))))
        assert held(whole) == held(split)


@given(STREAMS)
def test_whatever_comes_little_is_kept_and_little_is_answered(stream):
    wire = small()
    answered = 0
    for octet in stream:
        answered += len([event for event in wire.feed(bytes((octet,))) if isinstance(event, Answer)])
        assert held(wire) <= 24 + (2 * 17 + 3) + 32
    timing_marks = stream.count(negotiate(DO, TM))
    own = 1 + 4 + 1 + 1 + 1  # the first questions, terminal types, character set, environment, single keys given up
    assert answered <= 12 + own + timing_marks


@examples(40)
@given(st.binary(max_size=400))
def test_garbage_never_raises(stream):
    for wire in (Wire(), singly()):
        wire.feed(stream)
        wire.flush()
        wire.encode(stream.decode("latin-1"))


@given(st.booleans(), st.booleans())
def test_two_servers_that_meet_fall_silent(one, other):
    wires = Wire(), Wire()
    sent = []
    for wire, want in zip(wires, (one, other), strict=True):
        sent.append(wire.start() + (wire.use_characters() if want else b""))
    for _ in range(20):
        sent = [answers(wires[0].feed(sent[1])), answers(wires[1].feed(sent[0]))]
    assert sent == [b"", b""]


def test_bomb_in_a_subnegotiation_is_not_kept():
    wire = met()
    wire.feed(b"\xff\xfa\x18")
    for _ in range(100):
        wire.feed(b"x" * 10_000)
        assert held(wire) <= 1025 + 2  # and what began it
    assert told(wire.feed(b"\xff\xf0still here\n")) == [Line("still here")]
