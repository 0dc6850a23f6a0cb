"""What may be sent to the world outside: by person, destination, network and house."""

from __future__ import annotations

import attrs
import pytest

from core.base.durations import DAY, HOUR
from core.base.game import Refused
from core.base.message import english
from core.correspondence.reminders import Reminder, destination, mailbox
from core.correspondence.sending_limits import Exceeded, Quotas, SendingLimits, code_id, digest_of_mailbox

NOW = 1_793_000_000.0
VICTIM = "victim@example.org"


def ask(postage: SendingLimits, person: str, address: str, network: str, at: float = NOW, word: str = "w") -> None:
    """Have a code mailed, if one may be."""
    postage.check_code(person, address, network, at)
    postage.take_code(code_id(address, f"{word}{person}{at}"), person, network, at)


def mailed(postage: SendingLimits, *asked: tuple[str, str, str]) -> int:
    """How many codes are mailed to those who ask for them so."""
    count = 0
    for n, (person, address, network) in enumerate(asked):
        try:
            ask(postage, person, address, network, word=str(n))
        except Exceeded:
            continue
        count += 1
    return count


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.b+x@example.org", "ab@example.org"),
        ("Victim@Example.ORG", "victim@example.org"),
        ("v.i.c.t.i.m+1+2@example.org", "victim@example.org"),
        ("victim@example.org.", "victim@example.org"),
    ],
)
def test_addresses_of_one_mailbox_are_one(one: str, other: str) -> None:
    assert mailbox(one) == mailbox(other)
    assert digest_of_mailbox(one) == digest_of_mailbox(other)


def test_addresses_of_two_mailboxes_are_two() -> None:
    assert len({*map(mailbox, ["ab@example.org", "ab@example.com", "ba@example.org"])}) == 3


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://Example.org:8080/a?b", "example.org"),
        ("http://example.org./", "example.org"),
        ("http://[::1]:80/", "::1"),
        ("http://[", "http://["),
    ],
)
def test_webhooks_are_counted_by_their_host(address: str, host: str) -> None:
    assert destination("webhook", address) == host


def test_one_person_is_mailed_three_codes_a_day_whatever_the_address() -> None:
    postage = SendingLimits()
    assert mailed(postage, *(("anna", f"a{n}@example.org", "net") for n in range(10))) == 3
    with pytest.raises(Refused, match="You asked for too many codes today") as refused:
        ask(postage, "anna", "new@example.org", "net", NOW + HOUR)
    assert "23 hours" in english(refused.value.message)
    ask(postage, "anna", "new@example.org", "net", NOW + DAY)


def test_one_mailbox_is_mailed_three_codes_a_day_whoever_asks() -> None:
    postage = SendingLimits()
    people = [(f"p{n}", f"vic.tim+{n}@example.org", f"net{n}") for n in range(10)]
    assert mailed(postage, *people) == 3
    with pytest.raises(Refused, match="went to that address"):
        ask(postage, "other", VICTIM, "other")


def test_one_network_is_mailed_twenty_codes_a_day_whoever_asks_for_whatever_address() -> None:
    postage = SendingLimits()
    assert mailed(postage, *((f"p{n}", f"a{n}@example.org", "net") for n in range(50))) == 20
    with pytest.raises(Refused, match="Your network asked for too many codes"):
        ask(postage, "other", "other@example.org", "net")
    ask(postage, "other", "other@example.org", "elsewhere")


def test_house_mails_a_hundred_codes_an_hour() -> None:
    postage = SendingLimits()
    assert mailed(postage, *((f"p{n}", f"a{n}@example.org", f"net{n}") for n in range(150))) == 100
    with pytest.raises(Refused, match="Too many codes were sent"):
        ask(postage, "other", "other@example.org", "other", NOW + HOUR - 1)
    ask(postage, "other", "other@example.org", "other", NOW + HOUR)


def test_where_nobody_has_a_network_it_is_not_counted() -> None:
    assert mailed(SendingLimits(), *((f"p{n}", f"a{n}@example.org", "") for n in range(50))) == 50


def test_what_the_journal_says_counts_once() -> None:
    postage = SendingLimits()
    ask(postage, "anna", VICTIM, "net", NOW)
    id = code_id(VICTIM, f"wanna{NOW}")
    for _ in range(5):
        postage.note_code(id, "anna", NOW)
    postage.note_code(code_id("Vic.tim+2@example.org", "w2"), "bert", NOW - HOUR)
    ask(postage, "carl", VICTIM, "net", NOW)
    with pytest.raises(Refused, match="23 hours, or use another"):
        ask(postage, "dora", VICTIM, "net", NOW)
    postage.forget_codes(NOW - DAY)
    postage.note_code(id, "anna", NOW)
    ask(postage, "dora", VICTIM, "net", NOW + DAY - HOUR)


def test_webhooks_that_are_chosen_have_shares_of_each_kind() -> None:
    quotas = Quotas(webhooks_of_a_person_a_day=2, webhooks_of_a_host_a_day=3, webhooks_an_hour=5)
    postage = SendingLimits(attrs.evolve(quotas, webhooks_of_a_network_a_day=4))

    def choose(person: str, host: str, network: str) -> None:
        postage.take_webhook(person, f"http://{host}/hook", network, NOW)

    choose("a", "one", "net")
    choose("a", "one", "net")
    with pytest.raises(Exceeded, match="You tried"):
        choose("a", "two", "net")
    choose("b", "one", "net")
    with pytest.raises(Exceeded, match="That host"):
        choose("b", "ONE", "net")
    choose("b", "two", "net")
    with pytest.raises(Exceeded, match="Your network tried too many webhooks"):
        choose("c", "three", "net")
    choose("c", "three", "other")
    with pytest.raises(Exceeded, match="webhooks were tried here"):
        choose("d", "four", "third")


def reminder(person: str, host: str, table: str = "k3f9x") -> Reminder:
    return Reminder(table, 0, 5, person, "El-Ixir", "webhook", f"https://{host}/{person}", NOW + DAY)


def test_reminders_have_shares_of_person_host_and_house() -> None:
    postage = SendingLimits(Quotas(reminders_of_a_person_an_hour=2, reminders_of_a_host_an_hour=3, reminders_an_hour=4))
    assert [postage.take_reminder(reminder("anna", "one"), NOW) for _ in range(3)] == [True, True, False]
    assert postage.reminded_lately(reminder("anna", "two"), NOW) == 2
    assert [postage.take_reminder(reminder("bert", "one"), NOW) for _ in range(2)] == [True, False]
    assert [postage.take_reminder(reminder(name, name), NOW) for name in ("carl", "dora")] == [True, False]
    assert postage.take_reminder(reminder("dora", "dora"), NOW + HOUR)
