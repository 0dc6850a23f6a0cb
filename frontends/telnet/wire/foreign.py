"""Other protocols that knock at a telnet port: browsers, scanners, and clients that took the wrong door."""

import re

from frontends.telnet.wire.events import Foreign

TLS_HELLO = 0x16
"""The first octet of a TLS connection (a handshake record, RFC 8446 section 5.1)."""
TLS_ALERT = b"\x15\x03\x01\x00\x02\x02\x28"
"""A fatal handshake_failure, so that the client need not wait for anything."""
HTTP = re.compile(r"[A-Z]{3,7} \S+ HTTP/\d|(?:GET|HEAD|POST|PUT|OPTIONS) (?:/|\*|https?:)")
SSH = re.compile(r"SSH-\d")

TEXT = "This is a telnet service: please connect with a telnet client.\r\n"
HTTP_ANSWER = (
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n"
    f"Content-Length: {len(TEXT)}\r\n\r\n{TEXT}"
)


def foreign_line(line: str) -> Foreign | None:
    """What the first line of a connection gives away; its beginning is enough."""
    if HTTP.match(line):
        return Foreign("http", HTTP_ANSWER.encode("ascii"))
    return Foreign("ssh", TEXT.encode("ascii")) if SSH.match(line) else None
