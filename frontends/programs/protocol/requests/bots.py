"""Accounts for programs, made by the person who answers for them."""

from frontends.programs.protocol.requests.request import Name, Request


class Newbot(Request, frozen=True, kw_only=True):
    """Make an account for a program of one's own."""

    name: Name


class Newtoken(Request, frozen=True, kw_only=True):
    """Have another token for a program of one's own."""

    name: Name


class Dropbot(Request, frozen=True, kw_only=True):
    """End a program of one's own."""

    name: Name


class Bots(Request, frozen=True, kw_only=True):
    """The programs of one's own."""
