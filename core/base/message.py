"""Messages: what is to be said, kept apart from the sentence it becomes at the very end.

A message is an English template with named gaps, and the arguments that go into them. The template is what a catalogue
of another language is looked up by, so it never holds a name, a number or anything else that somebody could choose;
those are arguments. They are put in once and never looked into, so a player who is called "{1}" is called just that.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from journal.sentences import GAP, Sentence

SOMEBODY = "somebody"
"""What a person is called who has been forgotten. Nobody else can have this name; languages have their own word."""


class Who(Struct, frozen=True):
    """A player as an argument: the name of whoever sits at a seat."""

    seat: int
    """Counted from 0."""


class Person(Struct, frozen=True):
    """Somebody as an argument, who need not sit anywhere: by their id, until `introduced` puts in the name."""

    id: str


Message: TypeAlias = Sentence
"""Something to be said. Made by `message`."""
Argument: TypeAlias = "str | int | Who | Person | Message | tuple[Argument, ...]"
"""What can fill a gap: a text as it is, a number, a player, a message of its own such as the name of a card, or
several of them, which are shown with commas between."""


Name: TypeAlias = str | Message
"""What somebody is called; a message where others play for them."""


def introduced(said: Message, name_of: Callable[[str], str]) -> Message:
    """A message with persons as their names; `name_of` gives what somebody of an id is called."""
    if not any(isinstance(value, (Person, Message)) for _, value in said.args):
        return said
    return _replaced(said, lambda value: called(name_of(value.id)) if isinstance(value, Person) else value)


def named(said: Message, names: Sequence[Name]) -> Message:
    """A message with players as their names, so that it can be said among players of other tables."""
    return _replaced(said, lambda value: (_name_at(value.seat, names) or value) if isinstance(value, Who) else value)


def _replaced(said: Message, put: Callable[[Argument], Argument]) -> Message:
    """The message with something else in place of each argument, also in the messages that are in it."""
    args = tuple([(gap, _put_in(value, put)) for gap, value in said.args])
    return Message(said.template, args, said.plural, said.context)


def _put_in(value: Argument, put: Callable[[Argument], Argument]) -> Argument:
    # A local function that calls itself would be a cycle: with one for each move that is told, the collector of garbage
    # stops a full house for 100 ms.
    match value:
        case Message():
            return _replaced(value, put) if value.args else value
        case tuple():
            return tuple([_put_in(one, put) for one in value])
        case _:
            return put(value)


def _name_at(seat: int, names: Sequence[Name]) -> Name:
    return names[seat] if 0 <= seat < len(names) else ""


Translate: TypeAlias = Callable[[Message, int], str]
"""The template of a message in another language, for the number of a message that counts; gaps stay as they are."""


def message(template: str, /, **args: Argument) -> Message:
    """A message of a template and what fills its gaps."""
    return Message(template, tuple(args.items())) if args else _bare(template)


@lru_cache(maxsize=4096)
def _bare(template: str) -> Message:
    """A message of which nothing is known but the template: one for all who say it, as most are said again and again,
    or chosen from several before it is known what fills their gaps."""
    return Message(template)


def in_context(context: str, template: str, /, **args: Argument) -> Message:
    """A message whose template means something else elsewhere: `context` says to translators what is meant here."""
    return Message(template, tuple(args.items()), context=context)


def called(name: str) -> Argument:
    """A person's name as an argument; whoever was forgotten is called somebody in every language."""
    return _SOMEBODY if name == SOMEBODY else name


def said_of(is_own: bool, own: Message, others: Message, seat: int, **args: Argument) -> Message:
    """The message for the seat itself, or the one for all others, which names the seat in a gap "who"."""
    if not is_own:
        return others.filled(who=Who(seat), **args)
    return own.filled(**args) if args else own


def counted(one: str, many: str, n: int, /, **args: Argument) -> Message:
    """A message that counts: `one` is said of exactly one, `many` of every other number, which fills the gap "n"."""
    return Message(one, (("n", n), *args.items()), many)


def english(said: Message, names: Sequence[Name] = ()) -> str:
    """The sentence in English; `names` are those of the players by seat, empty for a free seat."""
    return render(said, names, untranslated)


def untranslated(said: Message, n: int) -> str:
    """The template of a message as it is, in English, for the number of a message that counts."""
    return said.plural if said.plural and n != 1 else said.template


def render(said: Message, names: Sequence[Name], translate: Translate) -> str:
    """The sentence in the language of `translate`; `names` are those of the players by seat, empty for a free seat."""
    if not said.args:
        return translate(said, 0)
    args = dict(said.args)
    count = args.get("n", 0) if said.plural else 0
    text, rest = _pieces(translate(said, count if isinstance(count, int) else 0))
    for gap, after in rest:
        text += _text(args[gap], names, translate) + after
    return text


@lru_cache(maxsize=2048)
def _pieces(template: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What stands before the first gap, and each gap with what follows it. Kept, because the same few are said again
    and again: to look for gaps takes longer than to fill them."""
    first, *rest = GAP.split(template)
    return first, tuple(zip(rest[::2], rest[1::2], strict=True))


_SEAT = message("Seat {number}")
_SOMEBODY = message("somebody")


def _text(argument: Argument, names: Sequence[Name], translate: Translate) -> str:
    match argument:
        case str():
            return argument
        case int():
            return str(argument)
        case Message():
            return render(argument, names, translate) if argument.args else translate(argument, 0)
        case Who(seat):
            name = _name_at(seat, names)
            if not name:
                return translate(_SEAT, 0).replace("{number}", str(seat + 1))
            if isinstance(name, Message):
                return render(name, (), translate)
            return translate(_SOMEBODY, 0) if name == SOMEBODY else name
        case Person():
            return translate(_SOMEBODY, 0)
        case tuple():
            return ", ".join([_text(one, names, translate) for one in argument])
