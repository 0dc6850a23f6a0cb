"""What a log says of the daily deals: chains, the secrets of days, and where a stranger sees that they do not fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations

from core.base.hash_chain import hashed
from core.base.message import Message, message
from core.public_log.leaves import Day, Days


def faults_of_days(chains: Sequence[Days], days: Mapping[str, Sequence[str]]) -> Iterator[Message]:
    """What no house does that keeps to the rules, one sentence for each; `days` has the secrets by day."""
    for one, other in combinations(chains, 2):
        if one.from_ <= other.to and other.from_ <= one.to:
            yield message("The deals of {day} were fixed a second time.", day=max(one.first, other.first))
    proved = {day for chain in chains for day in _proved(chain, days)}
    for day, secrets in sorted(days.items()):
        if len(secrets) > 1:
            yield message("{day} has two secrets.", day=day)
        for secret in secrets:
            if Day(day, secret) not in proved:
                yield message("The secret of {day} is not one of its chain.", day=day)


def _proved(chain: Days, days: Mapping[str, Sequence[str]]) -> Iterator[Day]:
    """The days whose secrets lead to the beacon. Each is hashed to the one before, so all cost as many as one."""
    link, at = chain.beacon, chain.from_ - timedelta(1)
    for day in sorted(days):
        if chain.first <= day <= chain.to.isoformat():
            steps = (date.fromisoformat(day) - at).days
            found = next((one for one in days[day] if hashed(bytes.fromhex(one), steps).hex() == link), "")
            if found:
                link, at = found, date.fromisoformat(day)
                yield Day(day, found)
