"""What operators have of those who wanted more than they may."""

from __future__ import annotations

from frontends.server import logs
from frontends.server.limit_log import LimitLog
from tests.frontends.logged import logged


def test_what_is_refused_is_counted_by_its_limit_and_not_logged() -> None:
    before = logs.counts()["budget", "replays"]
    with logged() as stream:
        LimitLog().refused("replays")
    assert (logs.counts()["budget", "replays"] - before, stream.getvalue()) == (1, "")


def test_lockout_is_a_warning_with_where_it_came_from() -> None:
    with logged() as stream:
        LimitLog().locked_out("192.0.2.7", "table/abcde")
    assert stream.getvalue().split(" ", 1)[1] == "warning event=locked-out address=192.0.2.7 what=table/abcde\n"
