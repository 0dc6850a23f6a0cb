"""Whoever has used least comes first, in each group and among the groups."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from core.scheduling.fair_queue import FORGIVEN, HEAVY, MOST, SMALL, Account, FairQueue

T = TypeVar("T")


def account(queue: FairQueue[T], *keys: str) -> Account:
    queue.add(made := Account(), *keys)
    return made


def pop(queue: FairQueue[T], now: float) -> tuple[Account, T]:
    """Take the next turn."""
    return (one := queue.next(now)), queue.take(one, now)


def test_who_has_used_little_comes_in_the_order_of_arrival():
    queue = FairQueue[str]()
    for number in range(5):
        one = account(queue, "net", f"address {number % 2}")
        one.charge(SMALL / 10 * number, 0)
        queue.push(one, str(number), 0)
    other = account(queue, "other net", "address")
    queue.push(other, "other", 0)
    assert [pop(queue, 0)[1] for _ in range(6)] == ["0", "other", "1", "2", "3", "4"]
    assert not queue.length


def test_eighth_connection_of_one_address_waits_for_the_other_seven_and_nobody_else_does():
    queue = FairQueue[str]()
    many = [account(queue, "net", "address") for _ in range(8)]
    neighbour = account(queue, "net", "another address")
    stranger = account(queue, "another net", "address")
    for one in many:
        one.charge(0.1, 0)
        queue.push(one, "many", 0)
    queue.push(neighbour, "neighbour", 0)
    queue.push(stranger, "stranger", 0)
    order = [pop(queue, 0)[1] for _ in range(10)]
    assert order == ["stranger", "neighbour", *["many"] * 8]


def test_who_comes_alone_waits_in_a_crowd_only_for_the_first_caller_of_each_network():
    queue = FairQueue[str]()
    for caller in ("first", "second", "third"):
        for number in range(20):
            queue.push(account(queue, f"net {number}", "address"), caller, 0)
    queue.push(account(queue, "another net", "address"), "alone", 0)
    order = []
    while queue.length:
        one, item = pop(queue, 0)
        order.append(item)
        one.charge(0.0015, 0)  # What it takes to greet somebody.
    assert order.index("alone") == 20


def test_turns_of_one_account_come_in_their_order_and_with_those_of_others_between():
    queue = FairQueue[str]()
    ann, bob = account(queue, "net", "a"), account(queue, "net", "b")
    for number in range(3):
        queue.push(ann, f"ann {number}", 0)
    for number in range(3):
        queue.push(bob, f"bob {number}", 0)
    order = []
    while queue.length:
        one, item = pop(queue, 0)
        order.append(item)
        one.charge(1, 0)
    assert order == ["ann 0", "bob 0", "ann 1", "bob 1", "ann 2", "bob 2"]


def test_what_is_charged_while_somebody_waits_counts():
    queue = FairQueue[str]()
    ann, bob = account(queue, "a", "a"), account(queue, "b", "b")
    queue.push(ann, "ann", 0)
    queue.push(bob, "bob", 0)
    ann.charge(1, 0)
    assert [pop(queue, 0)[1], pop(queue, 0)[1]] == ["bob", "ann"]


def test_debts_are_forgiven_in_time_and_outlive_connections():
    queue = FairQueue[str]()
    first = account(queue, "net", "address")
    first.charge(1, 0)
    assert first.is_heavy(0)
    first.close()
    again = account(queue, "net", "address")
    assert again.debt(0) == 0
    assert again.is_heavy(0)
    assert not again.is_heavy((1 - HEAVY) / FORGIVEN + 1)


def test_many_networks_that_use_little_each_make_nobody_heavy():
    queue = FairQueue[str]()
    guests = [account(queue, "inside", f"net {number}", "address") for number in range(30)]
    for guest in guests:
        guest.charge(HEAVY / 2, 0)
    assert not any(guest.is_heavy(0) for guest in guests)
    neighbour = account(queue, "inside", "net 0", "another address")
    neighbour.charge(HEAVY * 2 / 3, 0)
    assert guests[0].is_heavy(0)  # by their network
    assert not guests[1].is_heavy(0)


def test_who_comes_new_is_before_others_by_no_more_than_so_much():
    queue = FairQueue[str]()
    old, new = account(queue, "old", "old"), account(queue, "new", "new")
    for _ in range(100):
        queue.push(old, "old", 0)
        pop(queue, 0)
        old.charge(0.5, 0)
    used = 0.0
    queue.push(old, "old", 0)
    while True:
        queue.push(new, "new", 0)
        if pop(queue, 0)[1] == "old":
            break
        new.charge(0.1, 0)
        used += 0.1
    assert used <= MOST + 0.5 + 0.1


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.floats(0.001, 0.2)), min_size=1, max_size=60))
def test_everything_that_waits_comes_once(pushed: list[tuple[int, int, float]]):
    queue = FairQueue[int]()
    accounts: dict[tuple[int, int], Account] = {}
    taken = []
    for number, (network, address, seconds) in enumerate(pushed):
        if (network, address) not in accounts:
            accounts[network, address] = account(queue, f"net {network}", f"address {address}")
        queue.push(accounts[network, address], number, number / 10)
        if number % 3 == 0:
            one, item = pop(queue, number / 10)
            one.charge(seconds, number / 10)
            taken.append(item)
    while queue.length:
        taken.append(pop(queue, 100)[1])
    assert sorted(taken) == list(range(len(pushed)))


@given(st.lists(st.floats(0.001, 0.05), min_size=2, max_size=6))
def test_those_who_always_wait_get_equal_shares_whatever_their_turns_take(costs: list[float]):
    queue = FairQueue[str]()
    accounts = [account(queue, f"net {number}", "address") for number in range(len(costs))]
    for one in accounts:
        queue.push(one, "", 0)
    now = 0.0
    for _ in range(2000):
        one, _ = pop(queue, now)
        cost = costs[accounts.index(one)]
        one.charge(cost, now)
        now += cost
        queue.push(one, "", now)
    # What is small is counted for nobody; beyond that nobody is ahead by more than a turn.
    spent = [one.spent for one in accounts]
    assert max(spent) - min(spent) <= SMALL + 2 * max(costs)


def test_who_comes_now_and_then_is_before_a_crowd_that_always_waits():
    queue = FairQueue[str]()
    crowd = [account(queue, f"net {number}", "address") for number in range(30)]
    player = account(queue, "home", "address")
    for one in crowd:
        queue.push(one, "crowd", 0)
    now, waited = 0.0, list[int]()
    for _ in range(50):
        for _ in range(40):
            one, _ = pop(queue, now)
            one.charge(0.003, now)
            now += 0.003
            queue.push(one, "crowd", now)
        queue.push(player, "player", now)
        before = 0
        while (one := pop(queue, now)[0]) is not player:
            one.charge(0.003, now)
            queue.push(one, "crowd", now)
            before += 1
        player.charge(0.003, now)
        waited.append(before)
    assert max(waited[5:]) <= 1


def test_groups_that_owe_nothing_are_forgotten():
    queue = FairQueue[str]()
    for number in range(5000):
        one = account(queue, f"net {number}", "address")
        one.close()
    assert len(queue._everybody._groups) < 1000
