"""JSON beside the text, and figures for crawlers: what is offered, agreed, understood and sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.telnet.wire import mssp
from frontends.telnet.wire.codes import Option, Verb, negotiate, subnegotiate
from frontends.telnet.wire.events import Answer, Crawled, Supports
from frontends.telnet.wire.gmcp import Gmcp
from frontends.telnet.wire.protocol import Wire
from frontends.terminal.side_channel import Package
from tests.examples import examples
from tests.frontends.telnet.pair import answers, told

GMCP, MSSP = Option.GMCP, Option.MSSP
NAME, TABLE, STATE, MEDIA = Package


def wire_with(*sent: bytes) -> Wire:
    """A wire whose client has agreed to GMCP, and said something more."""
    wire = Wire()
    wire.start()
    wire.feed(negotiate(Verb.WONT, Option.TTYPE) + negotiate(Verb.DO, GMCP) + b"".join(sent))
    return wire


def said(text: str) -> bytes:
    return subnegotiate(GMCP, text.encode())


# What is offered.


def test_client_that_does_not_negotiate_is_offered_nothing():
    wire = Wire()
    assert wire.start() == b"\xff\xfd\x18\r\0"
    assert answers(wire.feed(b"Anna\n")) == b""


def test_client_that_negotiates_is_offered_both():
    wire = Wire()
    wire.start()
    offered = answers(wire.feed(negotiate(Verb.WONT, Option.TTYPE)))
    assert offered.endswith(negotiate(Verb.WILL, MSSP) + negotiate(Verb.WILL, GMCP))
    assert wire.feed(negotiate(Verb.DONT, MSSP) + negotiate(Verb.DONT, GMCP)) == ()
    assert wire.tell(NAME, b"{}") == b""


def test_crawler_is_told_once_however_often_it_asks():
    wire = Wire()
    wire.start()
    assert told(wire.feed(negotiate(Verb.DO, MSSP))) == [Crawled()]
    again = wire.feed((negotiate(Verb.DONT, MSSP) + negotiate(Verb.DO, MSSP)) * 5)
    assert told(again) == []


def test_figures_are_names_and_values_and_nothing_between_them():
    told = mssp.told((("NAME", ("The \x01Parlour\x02",)), ("GAMES", ("mille", "pileon"))))
    assert told == b"\xff\xfa\x46\x01NAME\x02The Parlour\x01GAMES\x02mille\x02pileon\xff\xf0"


# What the client understands.


@pytest.mark.parametrize(
    ("sent", "packages"),
    [
        (['Core.Supports.Set ["Char 1", "Room 1"]'], {NAME}),
        (['core.supports.set ["PARLOUR 1"]'], {TABLE, STATE}),
        (['Core.Supports.Set ["Parlour.State 1"]'], {STATE}),
        (['Core.Supports.Set ["Client.Media 1"]'], {MEDIA}),
        (['Core.Supports.Set ["Char 1"]', 'Core.Supports.Add ["Parlour.Table 1"]'], {NAME, TABLE}),
        (['Core.Supports.Set ["Char 1", "Parlour 1"]', 'Core.Supports.Remove ["Parlour"]'], {NAME}),
        (['Core.Supports.Set ["Char 1"]', 'Core.Supports.Set ["Parlour 1"]'], {TABLE, STATE}),
    ],
)
def test_packages_are_those_that_were_named_with_all_in_them(sent, packages):
    gmcp, last = Gmcp(), None
    for one in sent:
        last = gmcp.hear(one.encode())
    assert last == Supports(frozenset(packages))


@pytest.mark.parametrize(
    "garbage",
    [
        "", " ", "Core", "Core.Hello {", 'Core.Hello {"client": "Mudlet"}', "Core.Supports.Set", "Core.Supports.Set {}",
        "Core.Supports.Set [1, null]", 'Core.Supports.Set ["Room 1"]', "Core.Supports.Add " + "[" * 900, "x" * 1000,
        'Core.Supports.Add ["\\ud800"]', 'Core.Supports.Remove ["Char"]',
    ],
)  # fmt: skip
def test_garbage_means_nothing(garbage):
    assert Gmcp().hear(garbage.encode()) is None


@examples(500, quick=50)
@given(st.binary(max_size=200), st.sampled_from(["set", "add", "remove", "ping", "hello"]))
def test_nothing_breaks_it_and_little_is_kept(rest, verb):
    gmcp = Gmcp()
    for name in (b"", b"core.supports.", b"Core."):
        gmcp.hear(name + verb.encode() + b" " + rest)
    gmcp.hear(b'Core.Supports.Add ["' + b'","'.join(b"P%d" % number for number in range(500)) + b'"]')
    assert len(gmcp._named) <= 8


def test_what_is_said_before_gmcp_is_agreed_on_means_nothing():
    wire = Wire()
    wire.start()
    assert told(wire.feed(negotiate(Verb.WONT, Option.TTYPE) + said('Core.Supports.Set ["Char 1"]')))[-1:] != [
        Supports(frozenset({NAME}))
    ]


def test_ping_is_answered_by_no_more_than_it_took_to_ask():
    wire = wire_with()
    sent = said("Core.Ping") * 1000
    answered = answers(wire.feed(sent))
    assert answered == sent


def test_json_is_sent_under_its_name_with_each_255_doubled():
    assert wire_with().tell(NAME, b'{"name":"\xff"}') == b'\xff\xfa\xc9Char.Name {"name":"\xff\xff"}\xff\xf0'


def test_client_that_refuses_later_is_told_nothing_more():
    wire = wire_with(said('Core.Supports.Set ["Char 1"]'))
    events = wire.feed(negotiate(Verb.DONT, GMCP))
    assert events == (Answer(negotiate(Verb.WONT, GMCP)), Supports(frozenset()))
    assert wire.tell(NAME, b"{}") == b""
