"""Whom one plays with."""

from frontends.programs.protocol.requests.arrival import Order
from frontends.programs.protocol.requests.request import AtTable, Name, Request, Sealed, Text


class Seek(Order, frozen=True, kw_only=True):
    """Look for an opponent."""


class Unseek(Request, frozen=True, kw_only=True):
    """Look for one no more."""


class Invite(Order, frozen=True, kw_only=True):
    """Open a table whose other seat is kept for somebody."""

    name: Name


class Call(AtTable, frozen=True, kw_only=True):
    """Ask somebody to the table where one waits for anybody."""

    name: Name


class Accept(Request, frozen=True, kw_only=True):
    """Go where one is invited, or, with a name, where somebody looks for an opponent."""

    name: Name = ""
    luck: Text = ""
    sealed: Sealed = ""


class Decline(Request, frozen=True, kw_only=True):
    """Say no to an invitation."""

    name: Name = ""


class Rematch(AtTable, frozen=True, kw_only=True):
    """Play the same again with the other one."""

    swap: bool = False
    luck: Text = ""
    sealed: Sealed = ""
