"""Wrong codes and passwords, slowed: so many tries a minute, then none for a while. Without a clock or I/O."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

MINUTE = 60.0
_FEW = 4096
"""Keys that are kept in any case."""


@attrs.define
class _Key:
    """The tries that go with an address, a table or a person."""

    times: list[float] = attrs.field(factory=list)
    """Of the tries of the last minute that were not right."""
    locked_until: float = 0.0


class Tries:
    """The tries of a house. Times are seconds on any clock that does not run backwards."""

    def __init__(self, a_minute: int, lockout: float) -> None:
        """`lockout` is in seconds."""
        self._a_minute, self._lockout = a_minute, lockout
        self._keys: dict[str, _Key] = {}

    def take(self, keys: Iterable[str], now: float) -> tuple[float, tuple[str, ...]]:
        """Count a try before it is known whether it is right, so that many at once are as slow as one by one.

        Returns: the seconds for which none is allowed, 0.0 for one that is; and the keys that are locked since now.
        """
        self._let_go(now)
        found = {key: self._keys.setdefault(key, _Key()) for key in keys}
        for one in found.values():
            one.times = [at for at in one.times if now - at < MINUTE]
        locked = tuple(
            key for key, one in found.items() if len(one.times) >= self._a_minute and now >= one.locked_until
        )
        for key in locked:
            found[key].locked_until, found[key].times = now + self._lockout, []
        wait = max(0.0, *(one.locked_until - now for one in found.values()))
        if not wait:
            for one in found.values():
                one.times.append(now)
        return wait, locked

    def forgive(self, keys: Iterable[str]) -> None:
        """The last try was right: it does not count."""
        for key in keys:
            if (one := self._keys.get(key)) and one.times:
                one.times.pop()

    def _let_go(self, now: float) -> None:
        if len(self._keys) > _FEW:
            self._keys = {
                key: one
                for key, one in self._keys.items()
                if now < one.locked_until or any(now - at < MINUTE for at in one.times)
            }
