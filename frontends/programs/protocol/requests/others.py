"""Other people."""

from typing import Literal

from frontends.programs.protocol.requests.request import Name, Request, Text


class Say(Request, frozen=True, kw_only=True):
    """Talk at a table, in a channel or beside a replay; where none is named, in the lobby."""

    text: Text
    table: Name = ""
    channel: Name = ""
    replay: bool = False


class Channel(Request, frozen=True, kw_only=True):
    """Listen to a channel for this visit, or no more; without a name, hear which there are."""

    name: Name = ""
    on: bool = True


class Tell(Request, frozen=True, kw_only=True):
    """Tell one person something."""

    name: Name
    text: Text


class Shout(Request, frozen=True, kw_only=True):
    """Tell everybody something."""

    text: Text


class Ignore(Request, frozen=True, kw_only=True):
    """Hear nothing from somebody."""

    name: Name


class Hear(Request, frozen=True, kw_only=True):
    """Hear them again."""

    name: Name


class Notices(Request, frozen=True, kw_only=True):
    """Be told things of a kind, or no more; without a kind, hear what one is told."""

    kind: Literal[
        "", "came", "left", "opened", "turn", "ended", "table", "away", "tell", "shout", "talk", "lobby", "channel",
        "invited",
    ] = ""  # fmt: skip
    on: bool = True


class Report(Request, frozen=True, kw_only=True):
    """Tell those who run the house what somebody does."""

    name: Name
    text: Text
