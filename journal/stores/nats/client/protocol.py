"""The protocol of NATS clients without I/O: bytes to events, and commands to bytes.

A server speaks in lines; a message is a line with sizes and then so many bytes. Nothing here waits or connects.
"""

import re
from collections.abc import Mapping

import msgspec

LINE_LIMIT = 1 << 16
"""Bytes of a line; a server that names hundreds of others in its greeting stays far below."""
MESSAGE_LIMIT = 1 << 27
"""Bytes of a message; servers take 64 megabytes at the most."""

_NAME = "parlour"
"""The name by which servers know their clients."""
_END = b"\r\n"
_STATUS = re.compile(rb"NATS/1\.0 ([0-9]{3})(?: +([^\r]*))?\r\n")
_DENIED = re.compile(r'permissions violation for (?:publish|subscription) to "([^"]+)"', re.IGNORECASE)
_head = re.compile(
    rb"(H)?MSG[ \t]+(\S+[ \t]+[0-9]{1,11})(?:[ \t]+(\S+))??(?(1)[ \t]+([0-9]{1,11}))[ \t]+([0-9]{1,11})\r\n"
).match
"""The line before a message: subject and number of the subscription, reply, bytes of the header, of all of it."""


class ProtocolError(Exception):
    """The other side does not speak the protocol; the connection cannot go on."""


class Info(msgspec.Struct, frozen=True):
    """What a server says about itself, first of all and whenever it changes."""

    version: str
    max_payload: int
    """Bytes that a message may have, headers included."""
    server_name: str = ""
    headers: bool = False
    jetstream: bool = False
    auth_required: bool = False
    tls_required: bool = False
    tls_available: bool = False
    tls_verify: bool = False
    """Whether it wants a certificate of its clients, too."""
    ldm: bool = False
    """Whether it is about to stop and wants its clients to leave."""


class Message(msgspec.Struct, frozen=True, gc=False):
    """A message that was delivered. A structure of msgspec for the same reason as a record of a journal."""

    subject: str
    sid: int
    """The number that the subscription was given by us."""
    reply: str
    """Where an answer is expected, or the place in a delivery; empty for none."""
    header: bytes
    """From `NATS/1.0` to the empty line; empty for none."""
    payload: bytes

    @property
    def status(self) -> int:
        """The status of a message from the server itself, such as 503 when nobody listens; 0 for any other."""
        found = _STATUS.match(self.header)
        return int(found[1]) if found else 0

    @property
    def description(self) -> str:
        """What the server says to its status."""
        found = _STATUS.match(self.header)
        return (found[2] or b"").decode(errors="replace") if found else ""

    def field(self, name: str) -> str:
        """The value of a header; empty when it is not there."""
        return header_field(self.header, name)


def header_field(header: bytes, name: str) -> str:
    """The value of a header, by its name as it was written; empty when it is not there."""
    begin = header.find(b"\r\n%b:" % name.encode())
    if begin < 0:
        return ""
    begin += len(name) + 3
    return header[begin : header.find(_END, begin)].strip().decode(errors="replace")


class Ping(msgspec.Struct, frozen=True):
    """To be answered with PONG."""


class Pong(msgspec.Struct, frozen=True):
    """The answer to PING."""


class Complaint(msgspec.Struct, frozen=True):
    """What the server did not like; most complaints are its last words."""

    text: str

    @property
    def denied(self) -> str:
        """The subject that the user has no right to, if that is it; else empty."""
        found = _DENIED.match(self.text)
        return found[1] if found else ""


Event = Info | Message | Ping | Pong | Complaint

_info = msgspec.json.Decoder(Info).decode


class Parser:
    """Takes bytes as they arrive, in any pieces, and gives the events that are complete."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        """What has arrived beyond the events given."""
        self._missing = 1
        """So many bytes at least have to arrive before there can be another event."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing has arrived beyond the events given."""
        return not self._pieces

    def feed(self, data: bytes) -> list[Event]:
        """The events that are complete now. Raises: ProtocolError."""
        self._pieces.append(data)
        self._missing -= len(data)
        if self._missing > 0:
            return []
        try:
            events, rest, self._missing = _complete(b"".join(self._pieces))
        except UnicodeError as error:
            raise ProtocolError("a subject is not UTF-8") from error
        self._pieces = [rest] if rest else []
        return events


def _complete(buffer: bytes) -> tuple[list[Event], bytes, int]:
    """The events that are complete, what is there beyond them, and how many bytes at least the next one still needs.

    Raises: ProtocolError, UnicodeError.
    """
    events: list[Event] = []
    begin = 0
    while True:
        if head := _head(buffer, begin):
            _, to, reply, part, whole = head.groups()
            start = head.end()
            middle, end = start + int(part or 0), start + int(whole)
            if middle > end or end - start > MESSAGE_LIMIT:
                raise ProtocolError(f"{head[0][:80]!r} has a size that cannot be")
            if buffer[end : end + len(_END)] != _END:
                missing = end + len(_END) - len(buffer)
                if missing <= 0:
                    raise ProtocolError("a message does not end where it should")
                return events, buffer[begin:], missing
            subject, sid = to.split()
            answer = reply.decode() if reply else ""
            events.append(Message(subject.decode(), int(sid), answer, buffer[start:middle], buffer[middle:end]))
        elif (end := buffer.find(_END, begin)) >= 0:
            if (event := _event(buffer[begin:end])) is not None:
                events.append(event)
        elif len(buffer) - begin > LINE_LIMIT:
            raise ProtocolError("a line is too long")
        else:
            return events, buffer[begin:], 1
        begin = end + len(_END)


def _event(line: bytes) -> Event | None:
    """What a line without a payload says; nothing for +OK."""
    verb, _, rest = line.partition(b" ")
    match verb:
        case b"PING":
            return Ping()
        case b"PONG":
            return Pong()
        case b"INFO":
            try:
                return _info(rest)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                raise ProtocolError("its INFO is not that of a server") from error
        case b"-ERR":
            return Complaint(rest.decode(errors="replace").strip(" '"))
        case b"+OK":
            return None
        case _:
            raise ProtocolError(f"{line[:80]!r} is no line of a NATS server")


PING = b"PING\r\n"
PONG = b"PONG\r\n"


def connect(*, user: str = "", password: str = "", token: str = "", tls: bool = False) -> bytes:
    """Log in. Requests that nobody listens to are answered at once, and INFO may come again later."""
    login = {"user": user, "pass": password, "auth_token": token, "tls_required": tls}
    options = {
        "name": _NAME,
        **{name: value for name, value in login.items() if value},
        "lang": "python-trio",
        "version": "1",
        "verbose": False,
        "pedantic": False,
        "headers": True,
        "no_responders": True,
        "protocol": 1,
    }
    return b"CONNECT " + msgspec.json.encode(options) + _END


def header(fields: Mapping[str, str | int]) -> bytes:
    """Headers as `publish` takes them. Raises: ValueError for a line end in one."""
    lines = [f"{name}: {value}" for name, value in fields.items()]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError(f"{lines} cannot be headers")
    return "\r\n".join(["NATS/1.0", *lines, "\r\n"]).encode()


def publish(subject: str, payload: bytes, reply: str = "", header: bytes = b"") -> bytes:
    """A message. Raises: ValueError for what cannot be a subject."""
    if not _is_subject(subject) or (reply and not _is_subject(reply)):
        raise ValueError(f"{subject!r} and {reply!r} cannot be subjects")
    if header:
        line = f"HPUB {subject} {reply} {len(header)} {len(header) + len(payload)}\r\n"
    else:
        line = f"PUB {subject} {reply} {len(payload)}\r\n"
    return b"%b%b%b\r\n" % (line.encode(), header, payload)


def _is_subject(subject: str) -> bool:
    # A line end in one would begin a command of its own.
    return subject != "" and subject.isprintable() and " " not in subject


def subscribe(subject: str, sid: int) -> bytes:
    """Ask for the messages of a subject under a number."""
    if not _is_subject(subject):
        raise ValueError(f"{subject!r} cannot be a subject")
    return f"SUB {subject} {sid}\r\n".encode()


def unsubscribe(sid: int) -> bytes:
    """Ask for no more of them."""
    return f"UNSUB {sid}\r\n".encode()
