"""A NATS user who may not use all that a journal needs is told what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from journal import JournalError
from journal.stores.nats.client.address import read_address
from journal.stores.nats.client.connection import Connection
from journal.stores.nats.client.jetstream import Failed, JetStream
from tests.journal.samples import grow
from tests.journal.stores.nats.houses import house
from tests.journal.stores.nats.nodes import Nodes, started
from tests.patience import PATIENCE

API, STORED, FLOW, HOUSES, INBOX = "$JS.API.>", "house.>", "$JS.FC.>", "house-houses", "_INBOX.>"
NOTICE = "The NATS user may not speak to other houses; let it publish and subscribe to house-houses."


def user(publish: tuple[str, ...], subscribe: tuple[str, ...]) -> str:
    """Settings with one user, who may use these subjects."""
    rights = f"permissions: {{ publish: {list(publish)}, subscribe: {list(subscribe)} }}"
    return f"authorization {{ users: [{{ user: ann, password: s3cret, {rights} }}] }}"


def url(nodes: Nodes) -> str:
    return nodes.url("house").replace("//", "//ann:s3cret@")


async def test_rights_that_are_said_to_be_needed_are_enough(tmp_path: Path) -> None:
    with started(tmp_path, more=user((API, FLOW, STORED, HOUSES), (INBOX, HOUSES))) as nodes:
        async with house(url(nodes)) as journal:
            assert journal.notices == ()
            with trio.fail_after(PATIENCE):
                async with journal.follow("table/game") as follower:
                    await grow(journal, "table/game", 3)
                    assert await anext(aiter(follower))
            assert journal._jetstream.connection.denied == set()
            assert await journal.head("tried") == 0


@pytest.mark.parametrize(
    ("publish", "subscribe", "subject"),
    [
        ((STORED, HOUSES), (INBOX, HOUSES), r"\$JS\.API\.STREAM\.INFO\.house"),
        ((API, FLOW, HOUSES), (INBOX, HOUSES), r"house\.s\.tried"),
        ((API, FLOW, STORED, HOUSES), (HOUSES,), r"_INBOX\.\w+\.\*"),
    ],
    ids=["jetstream", "stored", "answers"],
)
async def test_user_without_a_right_is_told_which(
    tmp_path: Path, publish: tuple[str, ...], subscribe: tuple[str, ...], subject: str
) -> None:
    sentence = (
        rf"deny us {subject}; let the user publish to \$JS\.API\.>, \$JS\.FC\.>, house\.> and "
        r"house-houses, and subscribe to _INBOX\.> and house-houses\.$"
    )
    with (
        started(tmp_path, more=user(publish, subscribe)) as nodes,
        pytest.raises(JournalError, match=sentence),
    ):
        async with house(url(nodes)):
            pass


@pytest.mark.parametrize(
    ("publish", "subscribe"),
    [((API, FLOW, STORED), (INBOX, HOUSES)), ((API, FLOW, STORED, HOUSES), (INBOX,))],
    ids=["speak", "listen"],
)
async def test_user_who_cannot_speak_to_other_houses_is_told_so(
    tmp_path: Path, publish: tuple[str, ...], subscribe: tuple[str, ...]
) -> None:
    with started(tmp_path, more=user(publish, subscribe)) as nodes:
        async with house(url(nodes)) as journal:
            assert [str(notice) for notice in journal.notices] == [NOTICE]


async def test_account_without_jetstream_is_said(tmp_path: Path) -> None:
    accounts = (
        "accounts { A { users: [{ user: ann, password: s3cret }] }, "
        "B { jetstream: enabled, users: [{ user: bob, password: s3cret }] } }"
    )
    with started(tmp_path, more=accounts) as nodes:
        address = read_address(url(nodes).removeprefix("nats:"))
        connection = Connection(address)
        jetstream = JetStream(connection, address.name, "here", PATIENCE)
        with trio.fail_after(PATIENCE):
            async with connection.running():
                with pytest.raises(Failed) as refused:
                    await jetstream.api("STREAM.INFO.house")
    assert str(jetstream.no_answer_error(refused.value)) == (
        "The account of the NATS user at here has no JetStream; enable it for that account in the servers' settings."
    )
