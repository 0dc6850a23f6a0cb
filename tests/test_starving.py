"""Each kind of blocking work in turn has all its threads stuck: only what needs them waits, and all else goes on."""

from __future__ import annotations

import ast
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import attrs
import pytest
import trio

from core.games import GAMES
from core.house.service import Service
from core.people import talk
from core.people.directory import draw_word
from core.people.passwords import digest_of
from core.projections import daily_standings
from core.projections.daily_games import Entry
from core.public_log import ticket_office
from core.records import whole_table
from core.records.whole_table import folded
from core.replay import proof, recorded_games, transfer
from core.scheduling.worker_pool import in_worker
from core.sessions.lists import results
from frontends.server import notifications as sending
from frontends.server.config import Reminders
from frontends.server.notifications.mail import Mail
from frontends.server.notifications.webhook import Webhook
from journal import Journal, Record, blocking_threads, open_journal
from journal.blocking_threads import StandingThread, Threads
from journal.game_lines import read_lines
from journal.operations.backup import back_up
from journal.operations.repair import put_back
from journal.stores.nats.client.resolver import connect_tcp
from tests.core.parlour import ANNA, BERT, a_service, move
from tests.examples import slow
from tests.frontends.server.notifications.servers import TURN, mail_server, web_server
from tests.journal.samples import records
from tests.patience import PATIENCE
from tests.test_layout import SOURCES

AT_HOME = {
    "laws", "prompt", "questions", "public log", "log reads", "witnesses", "witnessed logs", "submissions",
    "standard input", "standard output",
}  # fmt: skip
"""Kinds of programs without a house: in which one person is alone, or a log is kept or looked at."""


@attrs.frozen
class House:
    """A house on a file, and servers that it sends to."""

    service: Service
    folder: Path
    file: Journal
    """Another journal, in a file of lines."""
    table: str
    """A game that was played."""
    played: tuple[Record, ...]
    web: int
    """The port of a web server."""
    hook: Webhook
    mail: Mail

    @property
    def url(self) -> str:
        return f"sqlite:{self.folder / 'parlour.db'}"


async def append(house: House) -> None:
    stream = talk.stream_of(draw_word(8))
    await house.service.journal.append(stream, 0, records(1))


async def take_in(house: House) -> None:
    await append(house)
    await house.service.views.settle()


async def list_tables(house: House) -> None:
    await house.service.views.tables()


async def read(house: House) -> None:
    await house.service.journal.read("talk/any")


async def look_through(house: House) -> None:
    await house.service.journal.streams()


async def append_to_file(house: House) -> None:
    await house.file.append("table/a", await house.file.head("table/a"), records(1))


async def fold(house: House) -> None:
    await folded(house.table, house.played)


async def recall(house: House) -> None:
    history = await recorded_games.history_of(house.service, house.table)
    await recorded_games.recording_of(house.service, house.table, history)


async def prove(house: House) -> None:
    await proof.prove(house.service.journal, house.table)


async def decide_again(house: House) -> None:
    await daily_standings._decided_again(house.service, Entry(house.table, "anna", is_over=False))


async def sum_up(house: House) -> None:
    await results._THREADS.run(len, house.played)


async def sign_ticket(house: House) -> None:
    await ticket_office._SIGNING.run(len, house.table)


async def export(house: House) -> None:
    await transfer.export(house.service, house.table, house.folder / "game.jsonl", overwrite=True)


async def bring_in(house: House) -> None:
    await transfer._verified(read_lines(house.folder / "saved.jsonl"))


async def make_backup(house: House) -> None:
    await back_up(house.url, house.folder / "backup.db", overwrite=True)


async def repair(house: House) -> None:
    await put_back(house.service.journal, "talk/repaired", records(2), anew=True)


async def choose_webhook(house: House) -> None:
    await house.hook.check(f"http://localhost:{house.web}/")


async def send_webhook(house: House) -> None:
    house.hook._trusted = None  # as before the first one
    await house.hook.send(f"http://localhost:{house.web}/", "id", TURN, "", {})


async def send_mail(house: House) -> None:
    await house.mail.send("anna@example.org", "id", TURN, "", {})


async def reach_node(house: House) -> None:
    await (await connect_tcp("localhost", house.web)).aclose()


async def sign_in(house: House) -> None:
    await digest_of("correct horse battery")


async def think(house: House) -> None:
    assert await in_worker(len, "abc") == 3


Work = Callable[[House], Awaitable[None]]
WORK: dict[Work, set[str]] = {
    append: {"journal writes"},
    read: {"journal reads"},
    look_through: {"journal pages"},
    append_to_file: {"journal file"},
    take_in: {"journal writes", "journal pages", "projections"},
    list_tables: {"lists"},
    fold: {"long tables"},
    recall: {"replays", "journal reads"},
    prove: {"proofs", "journal reads"},
    decide_again: {"standings", "journal reads"},
    sum_up: {"summaries"},
    sign_ticket: {"tickets"},
    export: {"exports", "long tables", "journal reads"},
    bring_in: {"imports"},
    make_backup: {"backups"},
    repair: {"repairs", "journal reads", "journal writes"},
    choose_webhook: {"lookups of hosts"},
    send_webhook: {"lookups to send", "certificates"},
    send_mail: {"mail"},
    reach_node: {"lookups of nodes"},
    sign_in: set(),
    think: set(),
}
"""What is done in a house, and the kinds of threads that it needs."""
KINDS = sorted(set().union(*WORK.values()))


@asynccontextmanager
async def a_house(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house in which a game was played, and even short games count as long."""
    monkeypatch.setattr(whole_table, "LONG", 0)
    monkeypatch.setattr(recorded_games, "LONG", 1)
    for sender in (sending.mail, sending.webhook):  # Else what waits for threads here might be given up.
        monkeypatch.setattr(sender, "SECONDS", PATIENCE)
    monkeypatch.chdir(folder)
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(a_service(f"sqlite:{folder / 'parlour.db'}", views=folder / "views"))
        file = await stack.enter_async_context(open_journal(f"file:{folder / 'one.jsonl'}"))
        web = await stack.enter_async_context(web_server())
        mail = await stack.enter_async_context(mail_server())
        id = await opened.open(GAMES["elixir"], {}, [ANNA, BERT])
        async with opened.table(id, attended=False) as live:
            await move(live, 3)
        await transfer.export(opened, id, folder / "saved.jsonl")
        settings = Reminders(smtp=f"127.0.0.1:{mail.port}", mail_from="house@example.org", mail_tls=False)
        hook, mailer = Webhook(allows_internal=True), Mail(settings)
        house = House(opened, folder, file, id, await opened.records(id), web.port, hook, mailer)
        await opened.views.settle()
        yield house


def of_kind(kind: str) -> list[Threads | StandingThread]:
    """The threads of a kind that there are; those of journals that were closed before may be known still."""
    known = [one for one in blocking_threads._KNOWN if one.kind == kind]
    standing = [one for one in known if isinstance(one, StandingThread) and one._line.fileno() >= 0]
    return [*standing, *(one for one in known if isinstance(one, Threads))]


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await trio.sleep(0)


@asynccontextmanager
async def stuck(kind: str) -> AsyncIterator[None]:
    """All threads of a kind wait for something that does not come before the end of the block."""
    gate = threading.Event()
    async with trio.open_nursery() as nursery:
        for one in of_kind(kind):
            for _ in range(one.most):
                nursery.start_soon(one.run, gate.wait)
        try:
            await until(lambda: all(not one.limiter.available_tokens for one in of_kind(kind)))
            yield
        finally:
            gate.set()


@pytest.mark.parametrize("kind", [*KINDS[::3], *slow(*(kind for kind in KINDS if kind not in KINDS[::3]))])
async def test_only_what_needs_the_kind_that_is_stuck_waits_for_it(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def do(work: Work, house: House) -> None:
        await work(house)
        done.append(work.__name__)

    with trio.fail_after(PATIENCE):
        async with a_house(tmp_path, monkeypatch) as house, trio.open_nursery() as nursery, stuck(kind):
            held_up = [work for work, needs in WORK.items() if kind in needs]
            for work in held_up:
                nursery.start_soon(do, work, house)
            await until(lambda: any(one.limiter.statistics().tasks_waiting for one in of_kind(kind)))
            others = [work for work in WORK if work not in held_up]
            for work in others:
                await do(work, house)
            assert done == [work.__name__ for work in others]
    assert set(done) == {work.__name__ for work in WORK}


async def test_nothing_but_the_start_of_processes_waits_for_the_threads_of_trio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    limiter = trio.to_thread.current_default_thread_limiter()

    async def wait() -> None:
        await trio.to_thread.run_sync(gate.wait)

    with trio.fail_after(PATIENCE):
        async with a_house(tmp_path, monkeypatch) as house, trio.open_nursery() as nursery:
            for _ in range(int(limiter.total_tokens)):
                nursery.start_soon(wait)
            await until(lambda: not limiter.available_tokens)
            for work in WORK:
                if work is not think:
                    await work(house)
            gate.set()


MAKERS = ("Threads", "StandingThread", "Lookups")


def kinds_in(path: Path) -> set[str]:
    """The kinds of threads that a module makes."""
    text = path.read_text()
    tree = ast.parse(text if any(f"{maker}(" in text for maker in MAKERS) else "")
    made = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    kinds = [node.args[0] for node in made if node.func.id in MAKERS and node.args]  # type: ignore[attr-defined]
    return {"projections" if isinstance(kind, ast.Name) else ast.literal_eval(kind) for kind in kinds}


def test_every_kind_of_the_house_is_put_to_the_law() -> None:
    kinds: set[str] = set().union(*map(kinds_in, SOURCES))
    assert kinds - AT_HOME == set(KINDS)
