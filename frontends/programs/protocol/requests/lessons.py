"""Lessons."""

from typing import Annotated

from msgspec import Meta

from frontends.programs.protocol.requests.request import Name, Request, Text


class Lessons(Request, frozen=True, kw_only=True):
    """Which lessons there are, and how far one has come in each."""


class Learn(Request, frozen=True, kw_only=True):
    """Begin a part of a lesson, where a teacher says one thing at a time and waits until it is done."""

    game: Name
    part: Annotated[int, Meta(ge=0, le=99)] = 0
    """Counted from 1; 0 is the first that is not done."""


class Try(Request, frozen=True, kw_only=True):
    """Do what the teacher said, or without a text go on where there is nothing to do."""

    text: Text = ""
    show: bool = False
    """Whether to have it done."""


class Unlearn(Request, frozen=True, kw_only=True):
    """Leave the lesson."""
