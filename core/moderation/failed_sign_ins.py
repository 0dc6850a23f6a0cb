"""Wrong passwords that are typed for a person: counted until the person comes in, and is told.

Each counts in the memory of the house; when there are 1, 2, 4, 8, ... of them that is stored, so that strangers make no
journal grow, and a restart forgets at most every second one.
"""

from collections.abc import Callable

from core.base.recent import Recent
from core.people.directory import Directory
from core.people.persons import Person, WrongPasswords

REMEMBERED = 10_000
"""Persons whose wrong passwords are counted one by one: those for whom one was typed last."""
NONE = WrongPasswords(0, 0)


class FailedSignIns:
    """What strangers have tried in a house."""

    def __init__(self, directory: Directory, now: Callable[[], float]) -> None:
        self._directory, self._now = directory, now
        self._counted: Recent[str, WrongPasswords] = Recent(REMEMBERED)

    async def note_wrong(self, id: str) -> None:
        """Somebody typed a wrong password for a person. Raises: JournalError."""
        before = self._latest(await self._directory.person(id))
        since = before.since if before.count else int(self._now())
        after = self._counted[id] = WrongPasswords(before.count + 1, since)
        if after.count & before.count == 0:  # a power of two
            await self._directory.note_wrong(id, after)

    async def tell(self, id: str) -> WrongPasswords:
        """What was tried since the person was told last, which they are told now. Raises: JournalError."""
        found = self._latest(await self._directory.person(id))
        self._counted.pop(id, None)
        await self._directory.note_wrong(id, NONE)
        return found

    def _latest(self, person: Person) -> WrongPasswords:
        """What is known here or stored; what another house has told them meanwhile is counted no more."""
        counted = self._counted.get(person.id, NONE)
        return counted if counted.since == person.wrong.since and counted.count else person.wrong
