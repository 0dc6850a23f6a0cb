"""What is said of the program and of the house."""

from collections.abc import Sequence

from frontends.programs.protocol.answers.answer import Answer, Response, Said
from frontends.programs.protocol.answers.codes import Code


class Welcome(Response, frozen=True, kw_only=True):
    """The answer to `hello`."""

    protocol: int
    name: str
    guest: bool = False
    bot: bool = False
    """Whether it is shown as a program; only people who come with a password of their own are not."""
    language: str
    table: str = ""
    """Where the code leads: `resume` goes there."""
    games: list[str]
    said: Sequence[Said] = []


class Ack(Response, frozen=True, kw_only=True):
    """It is done, and stored if there was something to store. What followed from it was sent before."""

    at: int = 0
    """Of a move, its first record; the same when it is sent again."""
    table: str = ""
    ticket: str = ""
    """For sealed luck: the house's signature over the table, its number and that digest. Keep it before you reveal."""
    said: Sequence[Said] = []


class Told(Response, frozen=True, kw_only=True):
    """Sentences that were asked for."""

    table: str = ""
    said: Sequence[Said]


class Refused(Response, frozen=True, kw_only=True):
    """Nothing was done."""

    code: Code
    said: Said


class Gone(Answer, frozen=True, kw_only=True):
    """The program is not at a table any more; without a table, not in the house."""

    table: str = ""
    code: Code
    said: Said


class Notice(Answer, frozen=True, kw_only=True):
    """Something concerning other people, or everybody."""

    kind: str
    name: str = ""
    """From whom it comes."""
    said: Said
