"""What a person can do in a room, declared once: its word, its keys, who may, what help says, and its function.

Help, completion, the key bar and "did you mean" are made from these rows, so a new action is one row and one function.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message
from frontends.locale.language import Language
from frontends.locale.typed_words import english_of, forms_of, usage
from frontends.visit.destination import Destination
from frontends.visit.text.key_names import said_keys, shown_key

WIDE = 60
"""Columns from which on an action is explained on one line."""
R = TypeVar("R", contravariant=True)
"""The room in which an action is done."""


def always(_room: Any) -> None:
    """Nothing speaks against it."""


def _nothing(_room: Any) -> tuple[str, ...]:
    return ()


class Topic(StrEnum):
    """What help has a page on; the values are typed after help, in the order in which they are listed."""

    MOVES = "moves"
    PEOPLE = "people"
    TOURNAMENT = "tournament"
    TIME = "time"
    WATCHING = "watching"
    SAVING = "saving"
    BOTS = "bots"
    LOOKS = "looks"
    HOUSE = "house"


class Action(Struct, Generic[R], frozen=True):
    """One row of a room's table of actions."""

    word: str
    run: Callable[[R, str], Awaitable[Destination | None]]
    """Does it, in that room, with what was typed after the word; returns where the person goes, None to stay.
    Raises: Refused, JournalError."""
    help: Message
    aliases: tuple[str, ...] = ()
    """Other words for the same, which help does not list."""
    keys: tuple[str, ...] = ()
    """In screen mode; the first one is shown."""
    takes: str = ""
    """What may be typed after the word, as help shows it: "GAME"."""
    has_own_words: bool = False
    """Whether words of the house are typed after it, which have forms in other languages; not names or texts."""
    label: Message | None = None
    """One or two words for the key bar; None keeps it off the bar."""
    unless: Callable[[R], Message | None] = always
    """Why it cannot be done now; None when it can. What cannot be done is not offered."""
    more: Callable[[R], Iterable[str]] = _nothing
    """What makes sense after the word, for completion."""
    topic: Topic = Topic.HOUSE
    """The page of help on which it stands."""


def under(topic: Topic, *rows: Action[R]) -> tuple[Action[R], ...]:
    """Rows that all stand on one page of help."""
    return tuple(replace(row, topic=topic) for row in rows)


def why_not(check: Callable[..., object], *given: Any) -> Message | None:
    """What a check of core refuses; None where it refuses nothing."""
    try:
        check(*given)
    except Refused as refused:
        return refused.message
    return None


def named(actions: Sequence[Action[R]], word: str, words: Language | None = None) -> Action[R] | None:
    """The action of a typed word: an English one, or else one of the person's own language."""
    word = word.lower()
    found = next((action for action in actions if word == action.word or word in action.aliases), None)
    if found is None and words is not None and (english := english_of(word, words_of(actions), words)) is not None:
        return named(actions, english)
    return found


def keyed(actions: Sequence[Action[R]], key: str, shortcuts: Mapping[str, str], room: R) -> Action[R] | None:
    """The action of a key; `shortcuts` are more keys for some of them.

    Of several that have the key it is the first that can be done now.
    """
    if key in shortcuts:
        return named(actions, shortcuts[key])
    found = [action for action in actions if key in action.keys]
    return next((action for action in found if action.unless(room) is None), found[-1] if found else None)


async def do(action: Action[R], room: R, rest: str) -> Destination | None:
    """Do what was asked for by a word or a key. Raises: Refused, for what cannot be done now."""
    if (objection := action.unless(room)) is not None:
        raise Refused(objection)
    return await action.run(room, rest)


def offered(actions: Sequence[Action[R]], room: R) -> list[Action[R]]:
    """Those that can be done now."""
    return [action for action in actions if action.unless(room) is None]


def words_of(actions: Sequence[Action[R]]) -> tuple[str, ...]:
    """Every word that names an action."""
    return tuple(word for action in actions for word in (action.word, *action.aliases))


def typed_words(actions: Sequence[Action[R]], words: Language) -> tuple[str, ...]:
    """The same, with those of a language."""
    english = words_of(actions)
    return (*english, *(form for word in english for form in forms_of(word, words)))


def completions(actions: Sequence[Action[R]], room: R, words: Language | None = None) -> tuple[str, ...]:
    """Whole lines that make sense now; what follows a tab in one says what it is."""
    lines: list[str] = []
    for action in offered(actions, room):
        lines += (action.word, *(f"{action.word} {more}" for more in action.more(room)))
        lines += forms_of(action.word, words) if words is not None else ()
    return tuple(lines)


def shown_keys(action: Action[R], shortcuts: Mapping[str, str]) -> str:
    """The keys of an action as help shows them; empty for one without."""
    more = [key for key, word in shortcuts.items() if word == action.word]
    return " ".join(shown_key(key) for key in (*action.keys, *more)[:2])


def help_lines(
    actions: Sequence[Action[R]],
    room: R,
    words: Language,
    *,
    shortcuts: Mapping[str, str] | None = None,
    columns: int = 80,
) -> list[str]:
    """What can be done now, a line each; with `shortcuts` its key comes first. In a narrow window, two lines each."""
    rows = []
    for action in offered(actions, room):
        left = usage(action.word, action.takes, words)
        key = said_keys(shown_keys(action, shortcuts), words) if shortcuts is not None else ""
        rows.append((key, left, words.say(action.help)))
    if columns < WIDE:
        return [line for key, left, text in rows for line in (f"{key} {left}".strip(), f"    {text}")]
    keys = max((len(key) for key, _, _ in rows), default=0)
    width = min(22, max((len(left) for _, left, _ in rows), default=0))
    margin = f"{{:<{keys}}}  " if shortcuts is not None else ""
    return [f"{margin.format(key)}{left:<{width}}  {text}" for key, left, text in rows]
