"""Wrong codes and passwords, slowed: so many a minute, then none is looked at for a while. Without a clock or I/O."""

from collections.abc import Iterable

from core.base.quota import Ledger, Quota
from core.base.recent import Recent

MINUTE = 60.0
REMEMBERED = 10_000
"""Pairs of an address and what it has opened that are known: those that were last."""
_FEW = 4096
"""Locked keys that are kept in any case."""


class Tries:
    """The tries of a house. Times are seconds on any clock that does not run backwards.

    What is right never counts, so a crowd that comes back with its codes is let in; the caller looks at one after the
    other, so that many wrong ones at once are as slow as one by one.
    """

    def __init__(self, a_minute: int, lockout: float) -> None:
        """`lockout` is in seconds."""
        self._wrong = Ledger()
        self._locked: dict[str, float] = {}
        """Until when none is looked at, by key."""
        self._opened: Recent[tuple[str, str], None] = Recent(REMEMBERED)
        self.set_figures(a_minute, lockout)

    def set_figures(self, a_minute: int, lockout: float) -> None:
        """Go by other figures from now on; what is locked stays so for as long as it was told."""
        self._a_minute, self._lockout = a_minute, lockout

    def note_right(self, address: str, of: str) -> None:
        """What opens something was known at an address."""
        self._opened[address, of] = None

    def is_known(self, address: str, of: str) -> bool:
        """Whether it was opened from there."""
        return (address, of) in self._opened

    def holding_up(self, address: str, of: str, home: str = "") -> tuple[str, ...]:
        """The keys whose lockouts hold there. Wrong tries of strangers lock out no address from which it was opened.

        `home` is the network of the address, if it was opened from there before: of strangers only those of that
        network lock it out there.
        """
        if self.is_known(address, of):
            return (address,)
        return (address, f"{of} from {home}" if home else of)

    def wait(self, keys: Iterable[str], now: float) -> float:
        """The seconds for which none may be looked at; 0.0 where one may."""
        return max([0.0, *(self._locked[key] - now for key in keys if key in self._locked)])

    def note_wrong(self, keys: Iterable[str], now: float) -> tuple[str, ...]:
        """One was wrong. Returns: the keys that are locked from now on."""
        quotas = {key: Quota(key, self._a_minute, MINUTE) for key in keys}
        self._wrong.note(quotas.values(), now)
        locked = tuple(key for key, quota in quotas.items() if self._wrong.wait(quota, now))
        for key in locked:
            self._wrong.forget(key)
            self._locked[key] = now + self._lockout
        if len(self._locked) > _FEW:
            self._locked = {key: until for key, until in self._locked.items() if now < until}
        return locked
