"""Being away from games that take days."""

from typing import Literal

from frontends.programs.protocol.requests.request import Name, Request, Text


class Vacation(Request, frozen=True, kw_only=True):
    """Have one's clocks stand still, or run again, or hear whether they do."""

    text: Name = ""
    """As in "10 days", "until 2026-12-24", or "off"."""


class Remind(Request, frozen=True, kw_only=True):
    """Choose how to be told of one's turn while one is away, or hear how one is."""

    by: Literal["", "off", "webhook", "mail"] = ""
    address: Text = ""
    code: Name = ""
    """That was mailed to the address; without it, one is mailed."""
