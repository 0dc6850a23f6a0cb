"""Messages: what is to be said, kept apart from the sentence it becomes at the very end.

A message is an English template with named gaps, and the arguments that go into them. The template is what a catalogue
of another language is looked up by, so it never holds a name, a number or anything else that somebody could choose;
those are arguments. They are put in once and never looked into, so a player who is called "{1}" is called just that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

import attrs


@attrs.frozen
class Who:
    """A player as an argument: the name of whoever sits at a seat."""

    seat: int
    """Counted from 0."""


@attrs.frozen
class Message:
    """Something to be said. Made by `message`."""

    template: str
    """English, with gaps as in "{who} plays {card}."."""
    args: tuple[tuple[str, Argument], ...] = ()
    """By the name of the gap."""


Argument: TypeAlias = "str | int | Who | Message | tuple[Argument, ...]"
"""What can fill a gap: a text as it is, a number, a player, a message of its own such as the name of a card, or
several of them, which are shown with commas between."""


def message(template: str, /, **args: Argument) -> Message:
    """A message of a template and what fills its gaps."""
    return Message(template, tuple(args.items()))


_GAP = re.compile(r"\{(\w+)\}")


def english(said: Message, names: Sequence[str] = ()) -> str:
    """The sentence in English; `names` are those of the players by seat, empty for a free seat."""
    if not said.args:
        return said.template
    args = dict(said.args)
    return _GAP.sub(lambda gap: _text(args[gap[1]], names), said.template)


def _text(argument: Argument, names: Sequence[str]) -> str:
    match argument:
        case str():
            return argument
        case int():
            return str(argument)
        case Who(seat):
            return (names[seat] if 0 <= seat < len(names) else "") or f"Seat {seat + 1}"
        case Message():
            return english(argument, names)
        case tuple():
            return ", ".join(_text(one, names) for one in argument)
