"""What is said of accounts for programs."""

from frontends.programs.protocol.answers.answer import Answer


class Token(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `newbot` and `newtoken`: with what a program of one's own says `hello`. It is told only here."""

    id: str = ""
    name: str
    token: str


class Programs(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `bots`."""

    id: str = ""
    names: list[str]
