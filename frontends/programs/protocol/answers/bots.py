"""What is said of accounts for programs."""

from frontends.programs.protocol.answers.answer import Response


class Token(Response, frozen=True, kw_only=True):
    """The answer to `newbot` and `newtoken`: with what a program of one's own says `hello`. It is told only here."""

    name: str
    token: str


class Programs(Response, frozen=True, kw_only=True):
    """The answer to `bots`."""

    names: list[str]
