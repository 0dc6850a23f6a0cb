"""Accounts for programs, made by the person who answers for them."""

from frontends.programs.protocol.requests.request import Name, Request


class Newbot(Request, frozen=True, kw_only=True, tag=str.lower):
    """Make an account for a program of one's own."""

    name: Name


class Newtoken(Request, frozen=True, kw_only=True, tag=str.lower):
    """Have another token for a program of one's own."""

    name: Name


class Dropbot(Request, frozen=True, kw_only=True, tag=str.lower):
    """End a program of one's own."""

    name: Name


class Bots(Request, frozen=True, kw_only=True, tag=str.lower):
    """The programs of one's own."""
