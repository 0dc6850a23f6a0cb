"""Tournaments as tests hold them: people come, go and play in any order that was drawn, and all of it is recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import count

import attrs
from hypothesis import strategies as st

from core.base.game import Refused
from core.tournaments.events import Announced, GameEnded, TournamentEvent
from core.tournaments.tournament import Tournament, advance, after, end_game, enter, withdraw
from tests.core.folded import folded

STARTS = 10_000
TERMS = Announced("ev", "p0", "elixir", (), 60, STARTS, 0, 0, 180, 32)
ARENA = attrs.evolve(TERMS, length=600)
RESULTS = ((2, 0), (0, 2), (1, 1), (0, 0))


@attrs.define
class Held:
    """A tournament that is held, with its records."""

    events: list[tuple[TournamentEvent, float]]
    at: float = 0.0
    _tables: Iterable[int] = attrs.field(factory=count, init=False)
    now: Tournament = attrs.field(init=False)
    """As it stands."""

    def __attrs_post_init__(self) -> None:
        self.now = folded(after, self.events)

    def do(self, decide: Callable[[Tournament], Iterable[TournamentEvent]]) -> bool:
        """Record what follows. Returns: whether anything does; nothing where it is refused."""
        try:
            decided = tuple(decide(self.now))
        except Refused:
            return False
        self.events += [(event, self.at) for event in decided]
        for event in decided:
            self.now = after(self.now, event, self.at)
        return bool(decided)

    def go_on(self, free: Iterable[str] = ()) -> bool:
        """Do what is due by itself."""
        those = frozenset(free)
        return self.do(lambda now: advance(now, self.at, those, lambda: f"t{next(iter(self._tables))}"))

    def end(self, number: int, result: tuple[int, int], absent: tuple[str, ...] = ()) -> bool:
        """The game of that place among those under way is over."""
        under_way = self.now.under_way
        if not under_way:
            return False
        game = under_way[number % len(under_way)]
        return self.do(lambda now: end_game(now, GameEnded(game.table, "points", *result, absent)))


def announced(terms: Announced = TERMS) -> Held:
    """One that nobody has entered."""
    return Held([(terms, 0.0)])


def begun(persons: Iterable[str], terms: Announced = TERMS) -> Held:
    """One that these have entered and that has begun, with its first round."""
    held = announced(terms)
    for person in persons:
        held.do(partial(enter, person=person))
    held.at = float(terms.starts_at)
    held.go_on()
    held.go_on(persons)
    return held


def persons(count: int) -> tuple[str, ...]:
    """So many."""
    return tuple(f"p{number}" for number in range(count))


STEPS = st.lists(
    st.tuples(st.sampled_from(("end", "end", "end", "no show", "withdraw", "enter", "later")), st.integers(0, 99)),
    max_size=60,
)


@st.composite
def tournaments(draw: st.DrawFn, terms: Announced = TERMS) -> Held:
    """Any tournament, with whatever people did in it."""
    those = persons(draw(st.integers(0, 20)))
    held = begun(draw(st.permutations(those)), attrs.evolve(terms, rounds=draw(st.integers(0, 25))))
    for step, number in draw(STEPS):
        person = those[number % len(those)] if those else "p0"
        match step:
            case "end":
                held.end(number, RESULTS[number % 4])
            case "no show":
                _no_show(held, number)
            case "withdraw":
                held.do(partial(withdraw, person=person))
            case "enter":
                held.do(partial(enter, person=person))
            case _:
                held.at += 60.0
        while held.go_on(those[number % 3 :]) and not held.now.is_arena:
            pass
    return held


def _no_show(held: Held, number: int) -> None:
    under_way = held.now.under_way
    if under_way:
        absent = under_way[number % len(under_way)].persons[number % 2 :]
        held.end(number, (0, 0) if len(absent) == 2 else (2, 0), absent)


def finish(held: Held) -> Tournament:
    """Everything that is under way is played out."""
    held.at += 10_000
    while not held.now.is_over:
        if not held.go_on() and not held.end(0, (2, 0)):
            break
    return held.now
