"""What operators read."""

from __future__ import annotations

import io
import logging
import re
import time
from collections.abc import Iterator
from functools import partial

import pytest

from frontends.server import logs
from tests.frontends.logged import logged


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    with logged() as stream:
        yield stream


def test_event_is_one_line_of_pairs_in_the_order_they_were_given(log: io.StringIO):
    logs.note(logging.INFO, "left", visitor=12, address="2001:db8::1", why="hung-up", seconds=61.26)
    time, rest = log.getvalue().split(" ", 1)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", time)
    assert rest == "info event=left visitor=12 address=2001:db8::1 why=hung-up seconds=61.3\n"


def test_other_messages_have_the_same_form(log: io.StringIO):
    logging.getLogger(logs.LOGGER).warning("The talk at table %s cannot be read", "k7bq2")
    assert log.getvalue().split(" ", 1)[1] == 'warning message="The talk at table k7bq2 cannot be read"\n'


@pytest.mark.parametrize("text", ["", "two words", 'a "quote"', "a\nnew line", "\x1b[31m", "name=value", "日本"])
def test_value_never_passes_for_another_pair_or_line(log: io.StringIO, text: str):
    logs.note(logging.INFO, "thing", text=text)
    assert len(log.getvalue().splitlines()) == 1
    assert re.search(r' text="(?:[^"\\]|\\.)*"\n', log.getvalue())
    assert "\x1b" not in log.getvalue()


def test_what_is_below_the_level_is_not_written(log: io.StringIO):
    logs.note(logging.DEBUG, "detail")
    assert log.getvalue() == ""


def test_level_is_chosen_anew_without_saying_everything_twice(log: io.StringIO):
    logs.configure("debug", log)
    logs.note(logging.DEBUG, "detail")
    assert log.getvalue().count("event=detail") == 1


def test_level_that_is_none_is_an_error():
    with pytest.raises(ValueError, match="LOUD"):
        logs.configure("loud", io.StringIO())


def misread(text: str) -> None:
    raise ValueError(text)


def test_fault_is_told_by_its_kind_and_place_and_not_by_its_words(log: io.StringIO):
    try:
        misread("what somebody typed")
    except ValueError as error:
        logs.note(logging.ERROR, "left", fault=ExceptionGroup("several", [error]), visitor=1)
    line = log.getvalue()
    assert re.search(r"error event=left visitor=1 error=ValueError at=\"[^\"]*test_logs\.py:\d+ in misread\"", line)
    assert "typed" not in line


def test_warning_that_comes_again_and_again_is_written_once_a_minute(log: io.StringIO, monkeypatch: pytest.MonkeyPatch):
    for now in (1000.0, 1001.0, 1059.0, 1060.5):
        monkeypatch.setattr(time, "monotonic", partial(float, now))
        logs.warn_seldom("The disk is full once more.")
        logs.warn_seldom("Something else.")
    assert log.getvalue().count("The disk is full once more.") == 2
    assert log.getvalue().count("Something else.") == 2


def test_what_is_refused_is_counted_by_its_limit_and_not_logged() -> None:
    before = logs.counts()["budget", "replays"]
    with logged() as stream:
        logs.LimitLog().refused("replays")
    assert (logs.counts()["budget", "replays"] - before, stream.getvalue()) == (1, "")


def test_lockout_is_a_warning_with_where_it_came_from() -> None:
    with logged() as stream:
        logs.LimitLog().locked_out("192.0.2.7", "table/abcde")
    assert stream.getvalue().split(" ", 1)[1] == "warning event=locked-out address=192.0.2.7 what=table/abcde\n"
