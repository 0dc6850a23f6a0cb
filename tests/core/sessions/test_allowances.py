"""What people may do in a house: their own share and their address's, with a sentence for those who exceed it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import attrs
import pytest
import trio
import trio.testing

from core.base.durations import DAY
from core.base.game import Refused
from core.base.token_bucket import Bucket, Rate
from core.games.features.guides import LESSONS
from core.sessions.allowances import REMEMBERED, UNLIMITED, Allowance, Allowances, Asker, Recorder
from core.sessions.limits import OVERDRAWN, Budget, Limit
from core.table.opening import Player
from journal import JournalError
from tests.frontends.terminals import House, ListTerminal, open_house, quiet

TIGHT = Budget(
    people_of_an_address=2, tables_an_hour=3, tables_waiting=2, records_a_minute=4, talk_a_minute=3, talk_at_once=2,
    tells_a_minute=3, tells_at_once=2, shouts_a_minute=0.5, shouts_at_once=1,
    copies_an_hour=1, bookmarks=2, watchers=1, replays_a_minute=1, solver_seconds_an_hour=60, solver_seconds_at_once=10,
)  # fmt: skip


def spend(allowance: Allowance, kind: Limit, person: str, times: int) -> str:
    """Spend so often; the answer is what was said to the first time that was refused."""
    try:
        for _ in range(times):
            allowance.spend(kind, person)
    except Refused as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize("kind", Limit)
async def test_every_share_ends_with_a_sentence_and_comes_back(kind: Limit, autojump_clock: Any) -> None:
    allowance = Allowances(TIGHT).allowance("a")
    said = spend(allowance, kind, "anna", 1000)
    assert said.startswith(OVERDRAWN[kind].template.partition("{")[0])
    assert "{" not in said
    await trio.sleep(3601)
    assert spend(allowance, kind, "anna", 1) == ""


async def test_person_has_one_share_from_wherever_they_come() -> None:
    budgets = Allowances(TIGHT)
    assert spend(budgets.allowance("a"), Limit.TABLES, "anna", 3) == ""
    assert spend(budgets.allowance("b"), Limit.TABLES, "anna", 1) != ""
    assert spend(budgets.allowance("b"), Limit.TABLES, "bert", 1) == ""


async def test_address_has_that_of_several_and_no_more_whoever_they_are() -> None:
    allowance = Allowances(TIGHT).allowance("a")
    assert [spend(allowance, Limit.TABLES, f"person{number}", 1) for number in range(6)] == [""] * 6
    assert spend(allowance, Limit.TABLES, "another", 1) != ""


async def test_those_nobody_knows_yet_have_a_share_each() -> None:
    budgets = Allowances(attrs.evolve(TIGHT, people_of_an_address=50))
    one, two = budgets.allowance("a"), budgets.allowance("a")
    assert spend(one, Limit.TALK, "", 2) == ""
    assert spend(one, Limit.TALK, "", 1) != ""
    assert spend(two, Limit.TALK, "", 2) == ""


async def test_network_has_that_of_several_addresses_and_no_more() -> None:
    budgets = Allowances(attrs.evolve(TIGHT, addresses_of_a_network=2))
    shares = [budgets.allowance(f"2001:db8:1:{number}::/64", "2001:db8:1::/48") for number in range(5)]
    assert [spend(share, Limit.TABLES, f"person{number}", 3) for number, share in enumerate(shares[:4])] == [""] * 4
    assert spend(shares[4], Limit.TABLES, "person4", 1) != ""
    assert spend(budgets.allowance("2001:db8:2:1::/64", "2001:db8:2::/48"), Limit.TABLES, "person4", 1) == ""


async def test_what_is_refused_costs_neither_share() -> None:
    budgets = Allowances(TIGHT)
    spend(budgets.allowance("a"), Limit.TABLES, "anna", 50)
    assert [spend(budgets.allowance("a"), Limit.TABLES, name, 1) for name in ("bert", "carl", "dora")] == [""] * 3


async def test_search_that_took_long_is_paid_for_before_the_next(autojump_clock: Any) -> None:
    asker = Asker(Allowances(TIGHT).allowance("a"), "anna")
    asker.check()
    asker.charge(70)
    with pytest.raises(Refused, match="let the computer search a lot: try again in 60 minutes"):
        asker.check()
    await trio.sleep(3601)
    asker.check()


class Tables:
    """Tables that people open, and that wait until somebody has sat down."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self.waiting: set[str] = set()
        self._numbers = count(1)
        self.refused = 0

    async def open(self) -> str:
        await trio.sleep(1)
        self.waiting.add(table := f"t{next(self._numbers)}")
        return table

    async def fail(self) -> str:
        await trio.sleep(1)
        raise JournalError("The disk is full.")

    async def waits(self, table: str) -> bool:
        await trio.sleep(1)
        return table in self.waiting

    async def opened(self, person: str = "anna") -> None:
        """Somebody opens a table, if they may."""
        try:
            await self.allowance.open_waiting(person, self.open, self.waits)
        except Refused:
            self.refused += 1

    async def opened_at_once(self, many: int) -> None:
        async with trio.open_nursery() as nursery:
            for _ in range(many):
                nursery.start_soon(self.opened)


async def test_tables_that_wait_are_counted_until_somebody_sits_down(autojump_clock: Any) -> None:
    tables = Tables(Allowances(TIGHT).allowance("a"))
    await tables.opened()
    await tables.opened()
    with pytest.raises(Refused, match="2 of your tables are already waiting"):
        await tables.allowance.open_waiting("anna", tables.open, tables.waits)
    tables.waiting.remove("t1")
    await tables.opened()
    assert (len(tables.waiting), tables.refused) == (2, 0)


async def test_of_many_tables_that_are_opened_at_one_moment_no_more_are_than_may_wait(autojump_clock: Any) -> None:
    tables = Tables(Allowances(TIGHT).allowance("a"))
    await tables.opened_at_once(5)
    assert (len(tables.waiting), tables.refused) == (2, 3)
    tables.waiting.clear()
    await tables.opened_at_once(5)
    assert (len(tables.waiting), tables.refused) == (2, 6)


async def test_tables_of_a_network_that_wait_are_those_of_several_addresses(autojump_clock: Any) -> None:
    budgets = Allowances(attrs.evolve(TIGHT, tables_waiting=1, addresses_of_a_network=2))
    tables = Tables(UNLIMITED)
    for number in range(5):
        tables.allowance = budgets.allowance(f"2001:db8:1:{number}::/64", "2001:db8:1::/48")
        await tables.opened(f"person{number}")
    assert (len(tables.waiting), tables.refused) == (4, 1)


async def test_table_that_could_not_be_opened_takes_no_place(autojump_clock: Any) -> None:
    budgets = Allowances(TIGHT)
    tables = Tables(budgets.allowance("a"))
    for _ in range(3):
        with pytest.raises(JournalError):
            await tables.allowance.open_waiting("anna", tables.fail, tables.waits)
    assert not budgets.waiting
    await tables.opened_at_once(2)
    assert (len(tables.waiting), tables.refused) == (2, 0)


async def test_only_those_are_remembered_who_opened_a_table_last(autojump_clock: Any) -> None:
    budgets = Allowances(TIGHT)
    for number in range(REMEMBERED):
        tables = Tables(budgets.allowance(f"address{number}"))
        await tables.allowance.open_waiting(f"person{number}", tables.open, tables.waits)
    assert len(budgets.waiting) == REMEMBERED
    assert [one.table for one in budgets.waiting[f"person{REMEMBERED - 1}"]] == ["t1"]
    assert "person0" not in budgets.waiting


def new_name(allowance: Allowance) -> str:
    """What is said to somebody who registers; empty when they may."""
    try:
        allowance.take_new_name()
    except Refused as refused:
        return str(refused)
    return ""


async def test_names_are_counted_by_address_and_hour_and_by_network_and_day(autojump_clock: Any) -> None:
    budgets = Allowances(attrs.evolve(TIGHT, names_an_hour=3, names_a_day=10))
    networks = [[budgets.allowance(f"{network}.{number}", network) for number in range(5)] for network in "ab"]
    assert [new_name(networks[0][0]) == "" for _ in range(4)] == [True, True, True, False]
    assert "register in 60 minutes, and play as a guest until then" in new_name(networks[0][0])
    assert [new_name(one) for one in networks[0][1:] for _ in range(2)][:7] == [""] * 7
    assert "register in 24 hours" in new_name(networks[0][4])
    assert new_name(networks[1][0]) == ""
    await trio.sleep(3600)
    assert new_name(networks[0][0]) != ""
    await trio.sleep(23 * 3600)
    assert new_name(networks[0][0]) == ""


async def test_file_that_is_read_again_says_how_many_names_there_are(autojump_clock: Any) -> None:
    budgets = Allowances(attrs.evolve(TIGHT, names_an_hour=1, names_a_day=1))
    allowance = budgets.allowance("a")
    assert [new_name(allowance) == "" for _ in range(2)] == [True, False]
    budgets.set_budget(attrs.evolve(TIGHT, names_an_hour=2, names_a_day=2))
    assert [new_name(allowance) == "" for _ in range(2)] == [True, False]


def test_nothing_is_counted_at_home() -> None:
    for kind in Limit:
        assert spend(UNLIMITED, kind, "anna", 1000) == ""


# Codes and passwords.


class Codes:
    """Codes that are typed; each is looked at until the test says whether all of them are right."""

    def __init__(self, budgets: Allowances) -> None:
        self.budgets = budgets
        self.looked_at = list[str]()
        self.refused = list[str]()
        self.are_right = False
        self.ends = trio.Event()

    async def type(self, address: str, of: str) -> None:
        async def look() -> bool:
            self.looked_at.append(f"{of} from {address}")
            await self.ends.wait()
            return self.are_right

        try:
            await self.budgets.allowance(address).look_at(of, look)
        except Refused as refused:
            self.refused.append(str(refused))


async def typed_at_once(nursery: trio.Nursery, codes: Codes, *comers: tuple[str, str]) -> None:
    for address, of in comers:
        nursery.start_soon(codes.type, address, of)
        await trio.testing.wait_all_tasks_blocked()


async def test_file_that_is_read_again_says_how_many_tries_there_are() -> None:
    budgets = Allowances(attrs.evolve(TIGHT, tries_a_minute=1))
    budgets.set_budget(attrs.evolve(TIGHT, tries_a_minute=2))
    share = budgets.allowance("192.0.2.1")

    async def is_right() -> bool:
        return False

    assert [await share.look_at("person/anna", is_right) for _ in range(2)] == [False, False]
    with pytest.raises(Refused):
        await share.look_at("person/anna", is_right)


async def test_strangers_do_not_wait_for_each_others_codes(nursery: trio.Nursery) -> None:
    codes = Codes(Allowances(TIGHT))
    await typed_at_once(nursery, codes, ("a", "table/x"), ("a", "table/y"), ("b", "table/x"), ("c", "table/z"))
    assert codes.looked_at == ["table/x from a", "table/z from c"]
    nursery.cancel_scope.cancel()


@pytest.mark.parametrize("comers", [[("a", f"table/{n}") for n in range(9)], [(f"a{n}", "table/x") for n in range(9)]])
async def test_of_many_wrong_ones_at_once_no_more_are_looked_at_than_one_by_one(comers: list[tuple[str, str]]) -> None:
    codes = Codes(Allowances(attrs.evolve(TIGHT, tries_a_minute=2)))
    async with trio.open_nursery() as nursery:
        await typed_at_once(nursery, codes, *comers)
        codes.ends.set()
    assert (len(codes.looked_at), len(codes.refused)) == (2, 7)


async def test_right_ones_cost_too_but_only_where_they_are_typed(autojump_clock: Any) -> None:
    codes = Codes(Allowances(attrs.evolve(TIGHT, people_of_an_address=1, checks_a_minute=3)))
    codes.are_right = True
    codes.ends.set()
    for number in range(4):
        await codes.type("a", f"person/{number}")
    assert codes.refused == ["You typed many codes and passwords: try again in 20 seconds."]
    await codes.type("b", "person/0")
    await trio.sleep(20)
    await codes.type("a", "person/0")
    assert len(codes.refused) == 1


# In a visit.


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house() as house:
        yield house


def come(house: House, name: str, budgets: Allowances) -> ListTerminal:
    return house.enter(name, allowance=budgets.allowance("a"))


async def test_tables_of_a_visitor_are_counted(house: House) -> None:
    anna = come(house, "Anna", Allowances(TIGHT))
    for _ in range(2):
        await anna.told("new mille person", "quit", "y")
    await anna.say("new mille person", "2 of your tables are already waiting")
    await anna.told("new pileon", "quit", "y")
    await anna.say("new pileon", "You opened many tables")


async def test_no_more_tables_of_an_address_wait_however_quickly_they_are_opened(house: House) -> None:
    budgets = Allowances(attrs.evolve(TIGHT, tables_waiting=1))
    people = [come(house, name, budgets) for name in ("Anna", "Bert", "Carl", "Dora")]
    await quiet()
    for one in people:
        one.type("new mille person")
    await quiet()
    assert len(await house.tables()) == 2
    assert sum("2 of your tables are already waiting" in one.words for one in people) == 2


async def test_lessons_are_counted_as_tables_and_leave_the_pupil_where_they_are(house: House) -> None:
    anna = come(house, "Anna", Allowances(attrs.evolve(TIGHT, tables_an_hour=2)))
    await anna.told("fair", "learn mille", "quit", "new pileon deal=7")
    for line in ("learn elixir", "go 2"):
        await anna.say(line, "You opened many tables")
    here = house.visits[anna].room.here
    assert here is not None
    assert len(await house.tables()) == 2


@pytest.mark.parametrize("screen", [False, True])
async def test_next_part_of_a_lesson_is_gone_on_with_as_soon_as_it_may_be(house: House, screen: bool) -> None:
    budgets = Allowances(Budget(tables_an_hour=1))
    anna = house.enter("Anna", allowance=budgets.allowance("a"), screen=screen)
    steps = LESSONS["elixir"].scenes[0].steps
    await anna.told("fair", "learn elixir")
    for step in steps:
        if screen:
            await anna.pressed("S" if step.wanted else "enter")
        else:
            await anna.told(step.wanted[0] if step.wanted else "")
    if screen:
        await anna.pressed("enter")
    assert "You opened many tables" in anna.words
    budgets.set_budget(Budget())
    await (anna.pressed("enter") if screen else anna.told(""))
    assert "Lesson in El-Ixir, part 2 of 6." in anna.words


async def test_ways_to_be_reminded_are_counted_as_records(house: House, mock_clock: Any) -> None:
    anna = come(house, "Anna", Allowances(TIGHT))
    await anna.told("fair", *["remind off"] * 4)
    assert "That was too fast" in await anna.told("remind off")


async def test_planned_replies_are_counted_as_records(house: House, mock_clock: Any) -> None:
    live = await house.set_up("elixir", "Anna", "Bert", clock=3 * DAY)
    bert = await house.seat("Bert", live, allowance=Allowances(TIGHT).allowance("a"))
    await bert.told(*["if any then roll", "if off"] * 2)
    assert "That was too fast" in await bert.told("if any then roll")
    assert "You have no plan" in await bert.told("if")


async def test_vacation_is_counted_at_each_table(house: House, autojump_clock: Any) -> None:
    live = await house.set_up("elixir", "Anna", "Bert", clock=3 * DAY)
    for _ in range(2):
        await house.set_up("elixir", "Anna", Player(live.table.chairs[1].person), clock=3 * DAY)
    bert = await house.seat("Bert", live, allowance=Allowances(TIGHT).allowance("a"))
    await bert.say("vacation 1 days", "You are on vacation")
    assert "That was too fast" in await bert.told("vacation off")


async def test_records_and_bookmarks_at_a_table_are_counted(house: House, mock_clock: Any) -> None:
    anna = come(house, "Anna", Allowances(TIGHT))
    await anna.told("new pileon deal=7", "mark one", "mark two")
    assert "You have 2 bookmarks here already" in await anna.told("mark three")
    assert 'Marked as "one"' in await anna.told("mark one")
    await anna.told("1 14")
    assert "That was too fast. Try again in 15 seconds." in await anna.told("undo")


async def test_talk_is_counted(house: House, mock_clock: Any) -> None:
    anna = come(house, "Anna", Allowances(TIGHT))
    await anna.told("new mille", "say one", "say two")
    assert "You talked a lot: you can talk again in 20 seconds." in await anna.told("say three")
    assert "three" not in await anna.told("talk")


async def test_replays_are_counted(house: House, mock_clock: Any) -> None:
    anna = come(house, "Anna", Allowances(TIGHT))
    await anna.told("new pileon deal=7", "1 14", "replay", "quit")
    assert "You asked for many replays" in await anna.told("replay")


async def test_so_many_look_on_and_no_more(house: House) -> None:
    budgets = Allowances(attrs.evolve(TIGHT, watchers=1))
    anna, bert, carl = (come(house, name, budgets) for name in ("Anna", "Bert", "Carl"))
    await anna.told("new pileon deal=7")
    (table,) = await house.tables()
    assert "You are watching table" in await bert.told(f"watch {table}")
    assert "no room for more watchers" in await carl.told(f"watch {table}")


class Standing(Recorder):
    """Tokens of one limit, on a clock that stands still; who was refused is noted."""

    def __init__(self, rate: Rate, of_address: float, of_network: float) -> None:
        self.exceeded = list[str]()
        self.shares = Allowances(Budget(), self, lambda: 0.0)
        self.shares.begin({Limit.TALK: rate}, of_address, of_network)

    def refused(self, what: str) -> None:
        self.exceeded.append(what)

    def locked_out(self, address: str, what: str) -> None:
        raise AssertionError(address)

    def share(self, address: str = "a", network: str = "n") -> Allowance:
        return self.shares.allowance(address, network)


@pytest.mark.parametrize(
    ("factors", "another"),
    [((9, 9), ("anna", "b", "m")), ((1, 9), ("bert", "a", "m")), ((1, 1), ("bert", "b", "n"))],
    ids=["person", "address", "network"],
)
def test_whichever_share_is_used_up_refuses_and_then_nothing_is_taken_from_the_others(
    factors: tuple[float, float], another: tuple[str, str, str]
) -> None:
    house = Standing(Rate(1, 0.1), *factors)
    house.share().spend(Limit.TALK, "anna")
    person, *place = another
    with pytest.raises(Refused, match="You talked a lot: you can talk again in 10 seconds"):
        house.share(*place).spend(Limit.TALK, person)
    assert house.exceeded == ["talk"]
    assert all(bucket.is_full(0.0) for bucket in unspent(house, another))


def unspent(house: Standing, another: tuple[str, str, str]) -> list[Bucket]:
    """The buckets of another visit that the first one has not spent from."""
    spent = "anna", "a", "n"
    buckets = zip(house.shares.left[Limit.TALK], another, spent, strict=True)
    return [kept.of(key, 0.0) for kept, key, used in buckets if key != used]


def test_what_was_used_already_is_owed_by_all() -> None:
    house = Standing(Rate(1, 0.1), 9, 9)
    house.share().charge(Limit.TALK, "anna", 9)
    for person, address, network in (("anna", "b", "m"), ("bert", "a", "m"), ("bert", "b", "n")):
        with pytest.raises(Refused):
            house.share(address, network).spend(Limit.TALK, person)


def test_shares_that_begin_anew_are_whole_for_those_who_are_here() -> None:
    house = Standing(Rate(1, 0.1), 1, 1)
    share = house.share()
    share.spend(Limit.TALK, "anna")
    house.shares.begin({Limit.TALK: Rate(2, 0.1)}, 1, 1)
    share.spend(Limit.TALK, "anna", 2)
