"""Who is in the other houses, as far as their letters tell: without I/O and without a clock.

Each house counts the changes of who is in it. Who has heard of all of them knows who is there; who has missed one asks
for everybody, and takes the whole answer in place of what was known. So letters may be lost, doubled, and come in any
order: what is older than what is known is passed over, and the next word of the house shows what is missing.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from core.presence.other_houses.letters import ON_A_PAGE, Beat, Bye, Came, Letter, Page, Seen, Went

MOST_HOUSES = 64
MOST_PEOPLE = 10_000
"""Visits of one house that are known; of more others are not told."""
DOUBT, SILENCE = 2, 8
"""Looks in a row, without a word of a house between two of them, after which it may be gone, and after which it is."""


class Change(Struct, frozen=True):
    """Something has changed in another house."""

    house: str
    number: int
    visit: Seen | None
    """How the visit is now; None when it is over."""
    is_news: bool = True
    """Whether it has happened just now; else it is only found out now."""
    lost: bool = False
    """Of a visit that is over: whether the line was lost."""


class Heard(Struct, frozen=True):
    """What follows from a letter."""

    changes: tuple[Change, ...] = ()
    is_new: bool = False
    """Whether the house was not known before, so that it does not know of this one, either."""
    wants_all: bool = False
    """Whether something was missed, so that the house has to be asked who is in."""


class _House(Struct):
    version: int = 0
    visits: dict[int, Seen] = field(default_factory=dict)
    silence: int = 0
    pages: dict[int, tuple[Seen, ...]] = field(default_factory=dict)
    pages_of: tuple[int, int] = (0, 0)
    """The version that the pages tell of, and how many there are."""


class Roll:
    """The other houses."""

    def __init__(self, own: str) -> None:
        """`own` is what this house is called; its own letters say nothing new to it."""
        self._own = own
        self._houses: dict[str, _House] = {}

    @property
    def houses(self) -> tuple[str, ...]:
        """The houses that are known to be there."""
        return tuple(self._houses)

    def visits(self, house: str) -> Mapping[int, Seen]:
        """Who is in a house, by number."""
        return self._houses[house].visits if house in self._houses else {}

    def is_doubtful(self, house: str) -> bool:
        """Whether a house has said nothing for a while, so that it may be gone with all who were in it."""
        return house not in self._houses or self._houses[house].silence > DOUBT

    def hear(self, letter: Letter) -> Heard:
        """Take in a letter."""
        if letter.house == self._own:
            return Heard()
        if isinstance(letter, Bye):
            return Heard(self._gone(letter.house))
        is_new = letter.house not in self._houses
        if is_new and len(self._houses) >= MOST_HOUSES:
            return Heard()
        house = self._houses.setdefault(letter.house, _House())
        house.silence = 0
        changes: tuple[Change, ...] = ()
        wants_all = False
        match letter:
            case Beat(_, version):
                wants_all = version > house.version
            case Came(_, version) | Went(_, version):
                wants_all = version > house.version + 1
                changes = _follow(house, letter) if version == house.version + 1 else ()
            case Page():
                changes = _collect(house, letter)
            case _:
                pass
        return Heard(changes, is_new, wants_all)

    def look(self) -> tuple[Change, ...]:
        """Count who has said nothing since the last look; who did so too often is gone."""
        changes: list[Change] = []
        for name, house in tuple(self._houses.items()):
            house.silence += 1
            if house.silence > SILENCE:
                changes += self._gone(name)
        return tuple(changes)

    def _gone(self, name: str) -> tuple[Change, ...]:
        house = self._houses.pop(name, None)
        return tuple(Change(name, number, None, lost=True) for number in house.visits) if house else ()


def _follow(house: _House, letter: Came | Went) -> tuple[Change, ...]:
    """Take in the next change."""
    house.version = letter.version
    match letter:
        case Came(name, _, visit):
            if visit.number not in house.visits and len(house.visits) >= MOST_PEOPLE:
                return ()
            house.visits[visit.number] = visit
            return (Change(name, visit.number, visit),)
        case Went(name, _, number, lost):
            is_known = house.visits.pop(number, None) is not None
            return (Change(name, number, None, lost=lost),) if is_known else ()


def _collect(house: _House, letter: Page) -> tuple[Change, ...]:
    """Keep a page; once all are there they replace what was known."""
    if letter.version <= house.version:
        return ()
    which = letter.version, letter.pages
    if house.pages_of != which:
        if house.pages_of[0] > letter.version:
            return ()
        house.pages_of, house.pages = which, {}
    if letter.page < letter.pages:
        house.pages[letter.page] = letter.visits
    if len(house.pages) < letter.pages:
        return ()
    everybody = {visit.number: visit for page in sorted(house.pages) for visit in house.pages[page]}
    before, house.visits = house.visits, dict(list(everybody.items())[:MOST_PEOPLE])
    house.version, house.pages = letter.version, {}
    over = [Change(letter.house, number, None, is_news=False) for number in before if number not in house.visits]
    here = [
        Change(letter.house, number, visit, is_news=False)
        for number, visit in house.visits.items()
        if before.get(number) != visit
    ]
    return (*over, *here)


def pages_of(house: str, version: int, visits: tuple[Seen, ...]) -> tuple[Page, ...]:
    """All who are in a house, in letters."""
    chunks = [visits[first : first + ON_A_PAGE] for first in range(0, len(visits), ON_A_PAGE)] or [()]
    chunks = chunks[: MOST_PEOPLE // ON_A_PAGE]
    return tuple(Page(house, version, page, len(chunks), chunk) for page, chunk in enumerate(chunks))
