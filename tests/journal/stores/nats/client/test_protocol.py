"""The protocol of NATS clients, byte by byte."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journal.stores.nats.client.protocol import (
    LINE_LIMIT,
    PING,
    PONG,
    Complaint,
    Event,
    Info,
    Message,
    Parser,
    Ping,
    Pong,
    ProtocolError,
    connect,
    header,
    publish,
    subscribe,
    unsubscribe,
)

GREETING = b'INFO {"version":"2.15.1","max_payload":1048576,"headers":true,"jetstream":true,"unknown":[1]} \r\n'
HEADED = b"HMSG a.b 7 r 27 32\r\nNATS/1.0 503 None\r\nA: b\r\n\r\nhello\r\n"
TALK = b"".join(
    (
        GREETING,
        b"PING\r\n",
        b"MSG a.b 1 5\r\nhello\r\n",
        b"+OK\r\n",
        b"MSG a.\xc3\xa9 12 _INBOX.x.9 0\r\n\r\n",
        HEADED,
        b"PONG\r\n",
        b"MSG a.b 1 9\r\nMSG a 1\r\n\r\n",
        b"-ERR 'Unknown Protocol Operation'\r\n",
    )
)
EVENTS: list[Event] = [
    Info("2.15.1", 1048576, headers=True, jetstream=True),
    Ping(),
    Message("a.b", 1, "", b"", b"hello"),
    Message("a.é", 12, "_INBOX.x.9", b"", b""),
    Message("a.b", 7, "r", b"NATS/1.0 503 None\r\nA: b\r\n\r\n", b"hello"),
    Pong(),
    Message("a.b", 1, "", b"", b"MSG a 1\r\n"),
    Complaint("Unknown Protocol Operation"),
]  # fmt: skip


def test_talk_is_understood() -> None:
    parser = Parser()
    assert parser.feed(TALK) == EVENTS
    assert parser.is_empty


def test_every_byte_may_come_alone() -> None:
    parser = Parser()
    assert [event for n in range(len(TALK)) for event in parser.feed(TALK[n : n + 1])] == EVENTS


@given(st.lists(st.integers(0, len(TALK))))
def test_pieces_make_no_difference(cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(TALK)]
    parser = Parser()
    found = [event for begin, end in itertools.pairwise(places) for event in parser.feed(TALK[begin:end])]
    assert found == EVENTS


@given(
    st.text("ab.>é", min_size=1),
    st.text("xy.1"),
    st.binary(),
    st.dictionaries(st.text("AB-", min_size=1), st.text("c d")),
)
def test_what_is_published_is_delivered(subject: str, reply: str, payload: bytes, fields: dict[str, str]) -> None:
    written = header(fields) if fields else b""
    # What a server makes of a published message is the same line with the number of the subscription.
    verb, line = publish(subject, payload, reply, written).split(b" ", 1)
    name, rest = line.split(b" ", 1)
    (message,) = Parser().feed(verb.replace(b"PUB", b"MSG") + b" " + name + b" 3 " + rest)
    assert message == Message(subject, 3, reply, written, payload)
    assert isinstance(message, Message)
    assert {name: message.field(name) for name in fields} == {name: value.strip() for name, value in fields.items()}


def test_status_and_fields_of_a_header() -> None:
    (message,) = Parser().feed(HEADED)
    assert isinstance(message, Message)
    assert (message.status, message.description, message.field("A"), message.field("B")) == (503, "None", "b", "")
    plain = Message("a", 1, "", header({"Nats-Sequence": 12, "B": ""}), b"")
    assert (plain.status, plain.description, plain.field("Nats-Sequence"), plain.field("B")) == (0, "", "12", "")


@pytest.mark.parametrize(
    "garbage",
    [
        b"HTTP/1.1 400 Bad Request\r\n",
        b"\r\n",
        b"INFO {}\r\n",
        b"INFO [\r\n",
        b'INFO {"version":2,"max_payload":1}\r\n',
        b"INFO " + b"[" * 5000 + b"\r\n",
        b"MSG a 1\r\n",
        b"MSG a 1 r 5 5\r\n",
        b"MSG a 1 -5\r\nabcde\r\n",
        b"MSG a x 5\r\nabcde\r\n",
        b"MSG a 1 999999999999999\r\n",
        b"MSG a 1 200000000\r\n",
        b"MSG \xff 1 5\r\nabcde\r\n",
        b"MSG a 1 5\r\nabcdefg\r\n",
        b"HMSG a 1 6 5\r\nabcde\r\n",
        b"HMSG a 1 5\r\nabcde\r\n",
        b"x" * (LINE_LIMIT + 1),
    ],
)
def test_garbage_ends_the_connection(garbage: bytes) -> None:
    with pytest.raises(ProtocolError):
        Parser().feed(garbage)


@given(
    st.lists(
        st.sampled_from([b"MSG ", b"HMSG ", b"a", b" 1", b" 5", b"\r\n", b"PING", b"INFO {", b'"', b"-ERR", b"\xff"])
    )
)
def test_whatever_comes_is_an_event_or_an_error(pieces: list[bytes]) -> None:
    parser = Parser()
    try:
        for piece in pieces:
            parser.feed(piece)
    except ProtocolError:
        return
    assert parser.feed(b"") == []


def test_login_says_only_what_it_is_given() -> None:
    verb, options = connect().split(b" ", 1)
    assert verb == b"CONNECT"
    assert json.loads(options) == {
        "name": "parlour", "lang": "python-trio", "version": "1", "verbose": False, "pedantic": False,
        "headers": True, "no_responders": True, "protocol": 1,
    }  # fmt: skip
    secrets = json.loads(connect(user="u", password='"', token="t", tls=True).split(b" ", 1)[1])
    assert [secrets[name] for name in ("user", "pass", "auth_token", "tls_required")] == ["u", '"', "t", True]


@pytest.mark.parametrize("subject", ["", "a b", "a\r\nPUB", "a\tb", "a\0"])
def test_subject_can_smuggle_nothing(subject: str) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        publish(subject, b"")
    with pytest.raises(ValueError, match="cannot be"):
        subscribe(subject, 1)
    if subject:
        with pytest.raises(ValueError, match="cannot be"):
            publish("a", b"", subject)


def test_header_can_smuggle_nothing() -> None:
    with pytest.raises(ValueError, match="cannot be headers"):
        header({"A": "b\r\nNats-Rollup: all"})


def test_commands_are_lines() -> None:
    assert subscribe("a.>", 3) + unsubscribe(3) + PING + PONG == b"SUB a.> 3\r\nUNSUB 3\r\nPING\r\nPONG\r\n"
    assert publish("a", b"xy") == b"PUB a  2\r\nxy\r\n"
