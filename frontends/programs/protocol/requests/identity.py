"""Who one is."""

from typing import Annotated

from msgspec import Meta

from frontends.programs.protocol.requests.request import Name, Request, Text


class Hello(Request, frozen=True, kw_only=True):
    """The first request: a guest's name, a registered one with its password, the code of a seat, or a bot's token."""

    protocol: Annotated[int, Meta(ge=1, le=10**6)]
    name: Name = ""
    password: Text = ""
    """Or the code that an operator gave in its place; then `new` is the password from now on."""
    new: Text = ""
    code: Name = ""
    token: Name = ""
    """Of a program for which somebody made an account."""
    language: Name = ""
    """Its code or its name, as people type it; that of the templates if it is left out."""
    moves: bool = True
    """Whether each state lists the legal moves; nothing is computed for a program that does without."""
    past: bool = False
    """Whether views have what happened before, too, which events told: for a program that remembers nothing."""


class Register(Request, frozen=True, kw_only=True):
    """Keep one's name."""

    password: Text


class Password(Request, frozen=True, kw_only=True):
    """Change one's password."""

    password: Text
    """The present one."""
    new: Text


class Language(Request, frozen=True, kw_only=True):
    """Be answered in another language, now and later."""

    language: Name


class Rename(Request, frozen=True, kw_only=True):
    """Take another name."""

    name: Name


class Forget(Request, frozen=True, kw_only=True):
    """Have everything dropped that is one's own, and leave."""


class Bye(Request, frozen=True, kw_only=True):
    """Leave."""
