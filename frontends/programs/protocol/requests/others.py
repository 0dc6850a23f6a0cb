"""Other people."""

from typing import Literal

from frontends.programs.protocol.requests.request import Name, Request, Text


class Tell(Request, frozen=True, kw_only=True, tag=str.lower):
    """Tell one person something."""

    name: Name
    text: Text


class Shout(Request, frozen=True, kw_only=True, tag=str.lower):
    """Tell everybody something."""

    text: Text


class Ignore(Request, frozen=True, kw_only=True, tag=str.lower):
    """Hear nothing from somebody."""

    name: Name


class Hear(Request, frozen=True, kw_only=True, tag=str.lower):
    """Hear them again."""

    name: Name


class Notices(Request, frozen=True, kw_only=True, tag=str.lower):
    """Be told things of a kind, or no more."""

    kind: Literal[
        "came", "left", "opened", "turn", "ended", "table", "away", "tell", "shout", "talk", "lobby", "channel",
        "invited",
    ]  # fmt: skip
    on: bool


class Report(Request, frozen=True, kw_only=True, tag=str.lower):
    """Tell those who run the house what somebody does."""

    name: Name
    text: Text
