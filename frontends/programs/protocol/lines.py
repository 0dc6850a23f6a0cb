"""Bytes to requests, answers to bytes: without I/O."""

from collections.abc import Iterator

import attrs
import msgspec

from core.base.message import Message, message
from frontends.programs.protocol.answers.answer import Answer
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.requests import AnyRequest
from frontends.programs.protocol.requests.request import Request

LONGEST = 1 << 16
"""Bytes of a line."""
NOT_JSON = message("That is not a line of JSON: {why}.")
NO_REQUEST = message("That is not a request: {why}.")
TOO_LONG = message("That line is too long: send {most} bytes at most.", most=LONGEST)


@attrs.frozen
class Garbage:
    """A line that asks nothing."""

    code: Code
    said: Message
    id: str = ""
    """Of the request that was meant, if it can be read."""


class _Named(msgspec.Struct):
    id: str = ""


_read = msgspec.json.Decoder(AnyRequest).decode
_read_id = msgspec.json.Decoder(_Named).decode
_encode = msgspec.json.Encoder().encode


def read(line: bytes) -> Request | Garbage:
    """What a line asks."""
    if len(line) > LONGEST:
        return Garbage(Code.TOO_LONG, TOO_LONG)
    try:
        request: Request = _read(line)
    except msgspec.ValidationError as error:
        return Garbage(Code.MALFORMED, NO_REQUEST.filled(why=str(error)), _id_in(line))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Garbage(Code.GARBAGE, NOT_JSON.filled(why=str(error)))
    return request


def _id_in(line: bytes) -> str:
    try:
        return _read_id(line).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


def written(*answers: Answer) -> bytes:
    """The lines of some answers."""
    return b"".join(_encode(answer) + b"\n" for answer in answers)


class Lines:
    """Cuts what comes into lines; one that is longer than may be is shortened to a byte more than that."""

    __slots__ = ("_begun",)

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, octets: bytes) -> Iterator[bytes]:
        """The lines that are whole now, without their ends; empty ones are passed over."""
        *whole, rest = octets.split(b"\n")
        for line in whole:
            if self._begun:
                line, self._begun = bytes(self._begun) + line, bytearray()
            if line := line[: LONGEST + 2].strip():
                yield line
        self._begun += rest[: LONGEST + 1 - len(self._begun)]

    def end(self) -> Iterator[bytes]:
        """The line that has no end, once nothing more comes."""
        line, self._begun = bytes(self._begun).strip(), bytearray()
        if line:
            yield line
