"""Taking a stream of octets apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.telnet.wire.codes import Command, Verb, escape, negotiate, subnegotiate
from frontends.telnet.wire.octets import Negotiated, Octets, Subnegotiated, Token

LONGEST = 16


def tokens(*chunks: bytes) -> list[Token]:
    """What the chunks mean, runs of data joined."""
    octets = Octets(LONGEST)
    joined: list[Token] = []
    for chunk in chunks:
        for token in octets.feed(chunk):
            if isinstance(token, bytes) and joined and isinstance(joined[-1], bytes):
                joined[-1] += token
            else:
                joined.append(token)
    return joined


@given(st.binary(min_size=1))
def test_escaped_data_is_the_data(data):
    assert tokens(escape(data)) == [data]


@given(st.integers(0, 239), st.binary(max_size=LONGEST - 1))
def test_subnegotiation_is_told_as_it_was_meant(option, payload):
    assert tokens(b"a" + subnegotiate(option, payload) + b"b") == [b"a", Subnegotiated(option, payload), b"b"]


@given(st.lists(st.sampled_from([b"\xff", b"\xfa", b"\xf0", b"\xfb", b"\xfe", b"\x00", b"a", b"\xf4"]), max_size=60))
def test_chunks_make_no_difference_and_little_is_kept(pieces):
    octets = Octets(LONGEST)
    for piece in pieces:
        list(octets.feed(piece))
        assert len(octets._held) <= 2 * (LONGEST + 1) + 3  # an octet 255 is kept doubled
    assert tokens(*pieces) == tokens(b"".join(pieces))


def test_commands_are_told_apart_from_data():
    stream = b"one" + negotiate(Verb.DO, 1) + b"\xff\xf4" + b"\xff\xff" + b"two"
    assert tokens(stream) == [b"one", Negotiated(Verb.DO, 1), Command.IP, b"\xfftwo"]


@pytest.mark.parametrize("code", [0, 65, 238, 242, 245])
def test_unknown_command_is_passed_over(code):
    assert tokens(b"a\xff" + bytes((code,)) + b"b") == [b"ab"]


def test_subnegotiation_that_is_too_long_is_read_to_its_end_and_dropped():
    assert tokens(subnegotiate(31, b"x" * LONGEST) + b"on") == [b"on"]


def test_subnegotiation_without_option_is_dropped():
    assert tokens(b"\xff\xfa\xff\xf0on") == [b"on"]


def test_command_in_a_subnegotiation_ends_it_and_counts():
    assert tokens(b"\xff\xfa\x18\x00XT\xff\xfb\x1fon") == [Negotiated(Verb.WILL, 31), b"on"]
    assert tokens(b"\xff\xfa\x18\x00XT\xff\xfa\x1f1234\xff\xf0") == [Subnegotiated(31, b"1234")]


def test_octet_that_should_have_been_doubled_spoils_only_its_subnegotiation():
    assert tokens(b"\xff\xfa\x1f\x00\xff\x00\x18\xff\xf0on") == [Subnegotiated(31, b"\x00\x18"), b"on"]
