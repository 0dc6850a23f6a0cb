"""Who somebody is in the journal: over the net a guest with a secret, at home the owner or a named person."""

from typing import TypeAlias

from core.people.directory import Directory, code_of, draw_secret


class Guest:
    """Somebody from outside: another person in each session, unless they come back with a code or a password."""

    __slots__ = ("_directory", "_secret", "id", "is_program")

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self.id = ""
        """Empty as long as the journal does not know them."""
        self.is_program = False
        """Whether this is a program: who comes by the door for programs, unless they turn out to be somebody else."""
        self._secret: str | None = None
        """None until it is needed: who only looks in never has one."""

    @property
    def is_guest(self) -> bool:
        """Whether they come back with a code; those who have registered need none."""
        return self._secret != ""

    @property
    def secret(self) -> str:
        """With what the guest comes back, drawn when it is first asked for; empty for who has registered."""
        if self._secret is None:
            self._secret = draw_secret()
        return self._secret

    async def found(self, name: str) -> str:
        """The guest's id, if they have one; nothing is written."""
        return self.id

    async def known_as(self, name: str) -> str:
        """The guest's id, made with the first call."""
        if not self.id:
            made = await self._directory.create(name, self.secret, is_program=self.is_program)
            self.id = self.id or made.id  # Somebody who invites this guest may have been quicker.
        return self.id

    def become(self, id: str, secret: str, *, is_program: bool = False) -> None:
        """Be the person whose code was typed, or, without a secret, whose password or token."""
        self.id, self._secret, self.is_program = id, secret, is_program


class Resident:
    """Somebody at home: the owner of the journal, or whoever holds the name they have chosen there."""

    secret = ""
    is_guest = False
    is_program = False

    def __init__(self, directory: Directory, *, is_owner: bool) -> None:
        self._directory = directory
        self._is_owner = is_owner
        self.id = ""

    async def found(self, name: str) -> str:
        """The owner's id, or that of whoever holds the name; empty for nobody, and nothing is written."""
        if not self.id:
            find = self._directory.find_owner() if self._is_owner else self._directory.find_holder(name)
            self.id = await find or ""
        return self.id

    async def known_as(self, name: str) -> str:
        """The resident's id; it is looked up, or made, by the name."""
        if not self.id:
            known = await (self._directory.owner(name) if self._is_owner else self._directory.holder(name))
            self.id = known.id
        return self.id

    def become(self, id: str, secret: str, *, is_program: bool = False) -> None:
        """Nothing: at home nobody needs a code to be somebody."""


Visitor: TypeAlias = Guest | Resident
"""The person of a session; nobody in the journal until something has to be theirs."""


def code_at(visitor: Visitor, table: str) -> str:
    """What the visitor notes to come back to a table; empty for those who need nothing."""
    return code_of(table, visitor.secret) if visitor.is_guest else ""
