"""Who is in the other houses, whatever becomes of the letters on the way."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import msgspec
from hypothesis import given
from hypothesis import strategies as st

from core.presence.other_houses.letters import LONGEST, Ask, Beat, Bye, Came, Letter, Page, Seen, Went
from core.presence.other_houses.roster import DOUBT, MOST_HOUSES, SILENCE, Change, Roll, pages_of

NAMES = ("aaaa", "bbbb", "cccc")


@attrs.define
class House:
    """What a house knows of its own people, and of the others."""

    name: str
    roll: Roll
    version: int = 0
    here: dict[int, Seen] = attrs.field(factory=dict)
    known: dict[tuple[str, int], Seen] = attrs.field(factory=dict)
    """What follows from the changes alone, as presence is kept."""

    def change(self, number: int, name: str | None) -> Letter | None:
        if name is None and number not in self.here:
            return None
        self.version += 1
        if name is None:
            del self.here[number]
            return Went(self.name, self.version, number)
        self.here[number] = Seen(number, name)
        return Came(self.name, self.version, self.here[number])

    def hear(self, letter: Letter) -> list[Letter]:
        heard = self.roll.hear(letter)
        self.apply(heard.changes)
        answers: list[Letter] = [Beat(self.name, self.version)] if heard.is_new else []
        if heard.wants_all:
            answers.append(Ask(self.name, letter.house))
        if isinstance(letter, Ask) and letter.whom == self.name:
            answers += pages_of(self.name, self.version, tuple(self.here.values()))
        return answers

    def apply(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            if change.visit is None:
                del self.known[change.house, change.number]
            else:
                self.known[change.house, change.number] = change.visit


def houses() -> list[House]:
    return [House(name, Roll(name)) for name in NAMES]


def deliver(those: list[House], letters: list[Letter]) -> None:
    """Everybody hears everything, and the answers to it."""
    while letters:
        letter = letters.pop(0)
        for house in those:
            letters += house.hear(letter)


def beat(those: list[House]) -> None:
    deliver(those, [Beat(house.name, house.version) for house in those])


def expect_all_known(those: list[House]) -> None:
    for house in those:
        everybody = {(other.name, number): seen for other in those if other is not house
                     for number, seen in other.here.items()}  # fmt: skip
        assert house.known == everybody
        assert {(name, number) for name in house.roll.houses for number in house.roll.visits(name)} == set(everybody)


CHANGES = st.tuples(st.integers(0, 2), st.integers(1, 4), st.sampled_from(["Anna", "Bert", None]))
FATES = st.lists(st.integers(0, 3), min_size=3, max_size=3)
"""How often each of three houses hears a letter at once; what is 0 it hears late, and 3 not at all."""


@given(st.lists(st.tuples(CHANGES, FATES), max_size=30), st.randoms(use_true_random=False))
def test_letters_lost_doubled_and_late_are_made_good_with_the_next_word_of_each_house(steps, chance) -> None:
    those = houses()
    late: list[tuple[House, Letter]] = []
    for (who, number, name), fates in steps:
        letters = [letter] if (letter := those[who].change(number, name)) else []
        while letters:
            letter = letters.pop(0)
            for house, fate in zip(those, fates, strict=True):
                if fate == 0:
                    late.append((house, letter))
                for _ in range(fate % 3):
                    letters += house.hear(letter)
    chance.shuffle(late)
    for house, letter in late:
        house.hear(letter)
    beat(those)
    expect_all_known(those)


@given(st.lists(CHANGES, max_size=30))
def test_letters_that_all_arrive_need_no_asking(steps) -> None:
    those = houses()
    beat(those)
    for who, number, name in steps:
        if letter := those[who].change(number, name):
            assert [answer for house in those for answer in house.hear(letter)] == []
            expect_all_known(those)


@given(st.permutations(range(7)), st.lists(st.integers(0, 6), max_size=5))
def test_pages_come_in_any_order_and_more_than_once(order, again) -> None:
    everybody = tuple(Seen(number, "Anna") for number in range(1, 651))
    pages = pages_of("aaaa", 650, everybody)
    assert len(pages) == 7
    roll = Roll("bbbb")
    changes = [change for page in (*order, *again) for change in roll.hear(pages[page]).changes]
    assert sorted(change.number for change in changes) == list(range(1, 651))
    assert all(not change.is_news for change in changes)
    assert dict(roll.visits("aaaa")) == {visit.number: visit for visit in everybody}


def test_pages_fit_in_letters() -> None:
    everybody = tuple(
        Seen(2**53, "\U0001d400" * 24, "p" * 40, True, "t" * 40, "g" * 40, (15,) * 8, 2**53, 1e9 / 3, 1e9 / 7)
        for _ in range(100)
    )
    (page,) = pages_of("a" * 20, 2**53, everybody)
    assert len(msgspec.json.encode(page)) <= LONGEST


def test_page_of_an_older_count_is_passed_over() -> None:
    roll = Roll("bbbb")
    roll.hear(Page("aaaa", 5, 0, 1, (Seen(1, "Anna"),)))
    assert roll.hear(Page("aaaa", 4, 0, 1, ())).changes == ()
    assert roll.hear(Page("aaaa", 6, 0, 2, (Seen(2, "Bert"),))).changes == ()
    assert roll.hear(Page("aaaa", 5, 1, 2, ())).changes == ()
    assert list(roll.visits("aaaa")) == [1]


def test_house_that_says_nothing_is_gone_and_so_are_its_people() -> None:
    roll = Roll("bbbb")
    roll.hear(Came("aaaa", 1, Seen(1, "Anna")))
    looks = [roll.look() for _ in range(SILENCE)]
    assert looks == [()] * SILENCE
    assert roll.look() == (Change("aaaa", 1, None, lost=True),)
    assert roll.houses == ()


def test_house_that_says_nothing_for_a_while_may_be_gone() -> None:
    roll = Roll("bbbb")
    assert roll.is_doubtful("aaaa")
    roll.hear(Beat("aaaa", 0))
    for _ in range(DOUBT):
        roll.look()
        assert not roll.is_doubtful("aaaa")
    roll.look()
    assert roll.is_doubtful("aaaa")
    roll.hear(Beat("aaaa", 0))
    assert not roll.is_doubtful("aaaa")


def test_house_that_says_something_now_and_then_stays() -> None:
    roll = Roll("bbbb")
    for version in range(1, 50):
        roll.hear(Beat("aaaa", 0))
        for _ in range(SILENCE):
            assert roll.look() == ()
        assert roll.hear(Beat("aaaa", version)).is_new is False


def test_house_that_is_closed_is_gone_at_once() -> None:
    roll = Roll("bbbb")
    roll.hear(Came("aaaa", 1, Seen(1, "Anna")))
    assert roll.hear(Bye("aaaa")).changes == (Change("aaaa", 1, None, lost=True),)
    assert roll.houses == ()


def test_only_so_many_houses_are_known() -> None:
    roll = Roll("bbbb")
    for number in range(2 * MOST_HOUSES):
        roll.hear(Beat(f"house{number}", 1))
    assert len(roll.houses) == MOST_HOUSES


def test_own_letters_say_nothing_new() -> None:
    roll = Roll("bbbb")
    for letter in (Came("bbbb", 1, Seen(1, "Anna")), Beat("bbbb", 9), Bye("bbbb")):
        assert roll.hear(letter).changes == ()
    assert roll.houses == ()


LETTERS: Callable[[], st.SearchStrategy[Letter]] = lambda: st.one_of(  # noqa: E731
    st.builds(Beat, st.sampled_from(NAMES), st.integers(0, 9)),
    st.builds(Came, st.sampled_from(NAMES), st.integers(0, 9), st.builds(Seen, st.integers(0, 3), st.just("Anna"))),
    st.builds(Went, st.sampled_from(NAMES), st.integers(0, 9), st.integers(0, 3)),
    st.builds(
        Page, st.sampled_from(NAMES), st.integers(0, 9), st.integers(0, 3), st.integers(1, 3),
        st.lists(st.builds(Seen, st.integers(0, 3), st.just("Anna")), max_size=2).map(tuple),
    ),
    st.builds(Bye, st.sampled_from(NAMES)),
)  # fmt: skip


@given(st.lists(st.none() | LETTERS(), max_size=60))
def test_any_letters_leave_what_is_told_of_changes_true_of_who_is_there(steps) -> None:
    house = House("zzzz", Roll("zzzz"))
    for letter in steps:
        if letter is None:
            house.apply(house.roll.look())
        else:
            house.hear(letter)
        there = {(name, number): seen for name in house.roll.houses for number, seen in house.roll.visits(name).items()}
        assert house.known == there
