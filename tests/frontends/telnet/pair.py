"""A telnet client without I/O, written apart from the wire, and a line between the two."""

from __future__ import annotations

import attrs

from frontends.telnet.wire.codes import IAC, Option, Verb, negotiate, subnegotiate
from frontends.telnet.wire.events import Answer, Met, WireEvent
from frontends.telnet.wire.protocol import Wire
from frontends.telnet.wire.questions import Variables

DO, DONT, WILL, WONT = Verb.DO, Verb.DONT, Verb.WILL, Verb.WONT
ECHO, SGA, NAWS, TTYPE = Option.ECHO, Option.SGA, Option.NAWS, Option.TTYPE


def answers(events: tuple[WireEvent, ...]) -> bytes:
    return b"".join(event.octets for event in events if isinstance(event, Answer))


def told(events: tuple[WireEvent, ...]) -> list[WireEvent]:
    """All but the answers, and that it has begun to answer."""
    return [event for event in events if not isinstance(event, Answer | Met)]


@attrs.define
class Client:
    """A telnet client that agrees to some options and answers what it is asked; written apart from the wire."""

    will: frozenset[int] = frozenset({TTYPE, NAWS})
    do: frozenset[int] = frozenset({ECHO, SGA})
    names: tuple[bytes, ...] = (b"XTERM",)
    variables: tuple[tuple[bytes, bytes], ...] = ()
    on: set[tuple[Verb, int]] = attrs.Factory(set)
    asked: int = 0
    sent: int = 0

    def hear(self, octets: bytes) -> bytes:
        """What the client says to what the server sent; text is shown and forgotten."""
        answer = b""
        at = octets.find(IAC)
        while at >= 0:
            if octets[at + 1] < 250:  # GA, NOP and the like
                at = octets.find(IAC, at + 2)
                continue
            end = octets.index(b"\xff\xf0", at) + 2 if octets[at + 1] == 250 else at + 3
            answer += self._hear(octets[at:end])
            at = octets.find(IAC, end)
        self.sent += len(answer)
        return answer

    def _hear(self, command: bytes) -> bytes:
        _, code, option, *_ = command
        if code == DO:
            extra = subnegotiate(NAWS, b"\x00\x64\x00\x1e") if option == NAWS and NAWS in self.will else b""
            return self._settle(WILL if option in self.will else WONT, option) + extra
        if code == WILL:
            return self._settle(DO if option in self.do else DONT, option)
        if code in (DONT, WONT):
            return self._settle(WONT if code == DONT else DONT, option)
        if command == subnegotiate(TTYPE, b"\x01"):
            self.asked += 1
            return subnegotiate(TTYPE, b"\x00" + self.names[min(self.asked, len(self.names)) - 1])
        if command == Variables().ask():
            values = b"".join(b"\x00" + name + b"\x01" + value for name, value in self.variables)
            return subnegotiate(Option.NEW_ENVIRON, b"\x00" + values)
        return b""

    def _settle(self, verb: Verb, option: int) -> bytes:
        """Say what is new; a refusal of what is off is always new, since it answers a request."""
        place = (WILL if verb in (WILL, WONT) else DO, option)
        is_yes = verb in (WILL, DO)
        if is_yes == (place in self.on) and is_yes:
            return b""
        (self.on.add if is_yes else self.on.discard)(place)
        return negotiate(verb, option)


def converse(wire: Wire, client: Client, octets: bytes) -> list[WireEvent]:
    """Send something to the client and let both talk until they have nothing more to say."""
    events: list[WireEvent] = []
    for _ in range(50):
        if not octets:
            return events
        came = wire.feed(client.hear(octets))
        events += told(came)
        octets = answers(came)
    raise AssertionError("they never stop")
