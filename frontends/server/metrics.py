"""Figures of a house for its operators, in Prometheus's form: what it does, and how long things take.

Loaded only where they are wanted: they need prometheus-client. What is counted is counted where it happens, at a cost
of some microseconds a move; the other figures are looked up when Prometheus asks.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs
import trio
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from core.correspondence.reminders import MAIL, WEBHOOK
from core.house.service import Service
from core.scheduling import worker_pool
from frontends.server import logs
from journal import Journal, Record, blocking_threads

LAG_EVERY = 0.5
"""Seconds between two looks at how late the event loop is."""
TABLE = "table/"
MOVE = b'"command":{"move":'
APPEND_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Figures:
    """All figures of one house. `visitors` says how many are in, `programs` how many of them are programs."""

    form = CONTENT_TYPE_LATEST
    """What `show` answers, by its media type."""

    def __init__(self, service: Service, visitors: Callable[[], int], programs: Callable[[], int] = lambda: 0) -> None:
        """From now on what is appended to the service's tables and their talk is measured."""
        self.registry = CollectorRegistry()
        self.moves = Counter("parlour_moves", "Moves that are stored.", registry=self.registry)
        self.appends = Histogram(
            "parlour_append_seconds", "From asking the journal to store something until it is durable.",
            buckets=APPEND_SECONDS, registry=self.registry,
        )  # fmt: skip
        self.lag = Histogram(
            "parlour_loop_lag_seconds", "How late the event loop comes to what is due.",
            buckets=LAG_SECONDS, registry=self.registry,
        )  # fmt: skip
        self.registry.register(_Looked(service, visitors, programs))
        service.journal = _Measured(service.journal, self.moves.inc, self.appends.observe)

    async def watch_loop(self) -> None:
        """See how late the event loop is, until cancelled."""
        while True:
            due = trio.current_time() + LAG_EVERY
            await trio.sleep_until(due)
            self.lag.observe(max(0.0, trio.current_time() - due))

    def show(self) -> bytes:
        """All figures as they are now."""
        return generate_latest(self.registry)


@attrs.frozen
class _Looked(Collector):
    """The figures that are looked up when they are asked for."""

    service: Service
    visitors: Callable[[], int]
    programs: Callable[[], int]

    def collect(self) -> Iterator[Metric]:
        """The figures as they are now."""
        yield GaugeMetricFamily("parlour_visitors", "Connections in the house.", self.visitors())
        yield GaugeMetricFamily("parlour_programs", "Those of them that are programs.", self.programs())
        presence = self.service.presence.here()
        yield GaugeMetricFamily("parlour_people", "Those of them who have said a name.", len(presence))
        neighbours = self.service.neighbours
        yield GaugeMetricFamily("parlour_other_houses", "Other houses on the journal.", neighbours.count)
        unread = "Letters of other houses that this one could not use."
        yield CounterMetricFamily("parlour_letters_unread", unread, neighbours.unread)
        yield GaugeMetricFamily("parlour_tables", "Tables that somebody is at.", self.service.tables_in_play)
        load = worker_pool.load()
        questions = GaugeMetricFamily("parlour_worker_questions", "What is asked of the workers.", labels=["state"])
        questions.add_metric(["working"], load.working)
        questions.add_metric(["waiting"], load.waiting)
        yield questions
        yield GaugeMetricFamily("parlour_workers", "Questions that are worked on at the same time.", load.workers)
        gauge = GaugeMetricFamily("parlour_threads", "Threads of each kind of work.", labels=["kind", "state"])
        for kind, one in blocking_threads.loads().items():
            gauge.add_metric([kind, "working"], one.working)
            gauge.add_metric([kind, "waiting"], one.waiting)
        yield gauge
        for event, name, text, label in _COUNTED:
            counted = CounterMetricFamily(f"parlour_{name}", text, labels=[label])
            for (happened, why), count in logs.counts().items():
                if happened == event:
                    counted.add_metric([why], count)
            yield counted


_COUNTED = (
    ("left", "visits", "Visits that are over, by why.", "why"),
    ("refused", "refused", "Callers who were not let in, by why.", "why"),
    (
        "budget", "budgets_exceeded", "Wishes refused because somebody's share was used up, by what it is a share of.",
        "why",
    ),
    (MAIL, "mails", "Mails, by what came of it: sent, failed, or refused to who asked for a code too often.", "result"),
    (WEBHOOK, "webhooks", "The same of webhooks.", "result"),
)  # fmt: skip
"""What the log counts: what happened, what the figure is called, what it says, and by what it is counted."""


@attrs.define
class _Measured:
    """A journal whose appends are measured; everything else goes to the journal itself."""

    _journal: Journal
    _count_move: Callable[[], None]
    _observe: Callable[[float], None]

    async def append(
        self, stream: str, after: int, records: Sequence[Record], known: Callable[[], int] | None = None
    ) -> int:
        """See `Journal`."""
        begun = time.perf_counter()
        head = await self._journal.append(stream, after, records, known)
        self._observe(time.perf_counter() - begun)
        if records and MOVE in records[0].raw_play and stream.startswith(TABLE):
            self._count_move()
        return head

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)
