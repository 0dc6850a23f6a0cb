"""Wrong codes and passwords, slowed: so many a minute, then none is looked at for a while. Without a clock or I/O."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

import attrs

MINUTE = 60.0
REMEMBERED = 10_000
"""Pairs of an address and what it has opened that are known: those that were last."""
_FEW = 4096
"""Keys that are kept in any case."""


@attrs.define
class _Key:
    """The wrong tries that go with an address, a table or a person."""

    times: list[float] = attrs.field(factory=list)
    """Of the last minute."""
    locked_until: float = 0.0


class Tries:
    """The tries of a house. Times are seconds on any clock that does not run backwards.

    What is right never counts, so a crowd that comes back with its codes is let in; the caller looks at one after the
    other, so that many wrong ones at once are as slow as one by one.
    """

    def __init__(self, a_minute: int, lockout: float) -> None:
        """`lockout` is in seconds."""
        self._keys: dict[str, _Key] = {}
        self._opened: OrderedDict[tuple[str, str], None] = OrderedDict()
        self.heed(a_minute, lockout)

    def heed(self, a_minute: int, lockout: float) -> None:
        """Go by other figures from now on; what is locked stays so for as long as it was told."""
        self._a_minute, self._lockout = a_minute, lockout

    def note_right(self, address: str, of: str) -> None:
        """What opens something was known at an address."""
        self._opened[address, of] = None
        self._opened.move_to_end((address, of))
        if len(self._opened) > REMEMBERED:
            self._opened.popitem(last=False)

    def is_known(self, address: str, of: str) -> bool:
        """Whether it was opened from there."""
        return (address, of) in self._opened

    def holding_up(self, address: str, of: str, home: str = "") -> tuple[str, ...]:
        """The keys whose lockouts hold there. FailedSignIns' wrong tries lock out no address from which it was opened.

        `home` is the network of the address, if it was opened from there before: of strangers only those of that
        network lock it out there.
        """
        if self.is_known(address, of):
            return (address,)
        return (address, f"{of} from {home}" if home else of)

    def wait(self, keys: Iterable[str], now: float) -> float:
        """The seconds for which none may be looked at; 0.0 where one may."""
        return max([0.0, *(self._keys[key].locked_until - now for key in keys if key in self._keys)])

    def note_wrong(self, keys: Iterable[str], now: float) -> tuple[str, ...]:
        """One was wrong. Returns: the keys that are locked from now on."""
        self._let_go(now)
        locked = []
        for key in keys:
            one = self._keys.setdefault(key, _Key())
            one.times = [*(at for at in one.times if now - at < MINUTE), now]
            if len(one.times) >= self._a_minute:
                one.locked_until, one.times = now + self._lockout, []
                locked.append(key)
        return tuple(locked)

    def _let_go(self, now: float) -> None:
        if len(self._keys) > _FEW:
            self._keys = {
                key: one
                for key, one in self._keys.items()
                if now < one.locked_until or any(now - at < MINUTE for at in one.times)
            }
