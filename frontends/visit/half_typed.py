"""Words typed where single keys count: which letters are held back, and when they turn out to be keys or a word.

    d              held, because "demo" begins like this; a key after `HOLD` seconds, or as soon as anything else comes
    d e            a word is being typed, as the bottom row shows; two keys after `HOLD` seconds
    d e m          a line for certain: it ends with Enter, or with Escape
    u              at a board where it only chooses something: done at once, and undone if "undo" follows

Pure: time is handed in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from core.base.message import message
from frontends.terminal.terminal import Clicked, Dropped, Given, Key, Line

HOLD = 0.45
"""Seconds for which a letter waits for the next one of a word: people who type slowly take 0.4. It is less than the
half second after which a flag falls, so a key pressed in time is in time."""
CERTAIN = 3
"""Letters of a word that are a line for certain: nobody plays three keys at that speed which spell one."""
LONGEST = 400
"""Characters of a line that are kept."""
TYPE_A_WORD = message("Type a word, or a move:")


def _never(_key: str) -> bool:
    return False


def _always(_key: str) -> bool:
    return True


class Here(Struct, frozen=True):
    """What letters can mean where the person is."""

    words: Collection[str]
    """All words that people type, in lower case, also those of other rooms."""
    chooses: Callable[[str], bool] = _never
    """Whether a key only chooses something here, which can be put back."""
    is_key: Callable[[str], bool] = _always
    """Whether a letter is a key here at all."""

    def begins(self, text: str) -> bool:
        """Whether a word begins like this."""
        return any(word.startswith(text.lower()) for word in self.words)


class HalfTyped(Struct, frozen=True):
    """What has been typed of a word."""

    text: str = ""
    due: float = math.inf
    """When it turns out to be keys, on the caller's clock."""
    is_done: bool = False
    """Whether its one letter was done at once, because it only chose something."""
    is_line: bool = False
    """Whether it is a line for certain, so that no pause makes keys of it."""

    @property
    def is_shown(self) -> bool:
        """Whether it is a word, as far as can be seen."""
        return self.is_line or len(self.text) > 1

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that wait."""
        return () if self.is_done else tuple(map(Key, self.text))

    def may_grow(self, given: Given) -> bool:
        """Whether it matters for what was given which words there are: for a letter, and for all that follows one."""
        return bool(self.text) or (isinstance(given, Key) and len(given.name) == 1 and given.name.isalpha())


NOTHING = HalfTyped()


def press(held: HalfTyped, key: str, now: float, here: Here) -> tuple[HalfTyped, tuple[Key | Line, ...]]:
    """The next key. Returns: what is half typed then, and what is to be done now."""
    if held.is_line:
        return _edited(held, key)
    if len(key) == 1 and key.isalpha() and here.begins(held.text + key):
        if not held.text and here.chooses(key):
            return HalfTyped(key, now + HOLD, is_done=True), (Key(key),)
        return _held(held.text + key, now), ()
    match key:
        case "enter" if held.is_shown:
            return NOTHING, (Line(held.text),)
        case "enter" if held.keys:  # It ends a line of one letter, and is no key besides.
            return NOTHING, held.keys if here.is_key(held.text) else (Line(held.text),)
        case " " if held.is_shown and held.text.lower() in here.words:
            return HalfTyped(held.text + key, is_line=True), ()
        case "escape" if held.keys:
            return NOTHING, ()
        case "backspace" | "delete" | "c-h" if held.keys:
            return _held(held.text[:-1], now) if held.is_shown else NOTHING, ()
        case "c-c" | "c-d":
            return NOTHING, (Key(key),)
        case _ if held.text:
            after, done = press(NOTHING, key, now, here)
            return after, (*held.keys, *done)
        case _:
            return NOTHING, (Key(key),)


def _held(text: str, now: float) -> HalfTyped:
    is_line = len(text) >= CERTAIN
    return HalfTyped(text, math.inf if is_line else now + HOLD, is_line=is_line)


def _edited(held: HalfTyped, key: str) -> tuple[HalfTyped, tuple[Key | Line, ...]]:
    """A key of a line."""
    match key:
        case "enter":
            return NOTHING, (Line(held.text),)
        case "escape" | "c-c" | "c-d" | "c-u":
            return NOTHING, ()
        case "backspace" | "delete" | "c-h":
            return replace(held, text=held.text[:-1]) if len(held.text) > 1 else NOTHING, ()
        case _ if len(key) == 1 and key.isprintable():
            return replace(held, text=(held.text + key)[:LONGEST]), ()
        case _:
            return held, ()


class Typed(Struct, frozen=True):
    """What somebody has given: a word half typed, and what is known to be meant and waits to be done."""

    half: HalfTyped = NOTHING
    meant: tuple[Given, ...] = ()

    @property
    def waiting(self) -> int:
        """How many keys and clicks are still to be done."""
        return len(self.half.keys) + len(self.meant)

    def after(self, given: Given, now: float, here: Here | None) -> Self:
        """With what was given next; without `here` every key is meant as a key."""
        meant: tuple[Given, ...]
        match given:
            case Key(key) if here is not None:
                half, meant = press(self.half, key, now, here)
            case Clicked() | Dropped() if self.half.is_line:
                return self
            case _:
                half, meant = NOTHING, (*self.half.keys, given)
        return type(self)(half, (*self.meant, *meant))

    def due_at(self, due: float) -> Self:
        """With keys for what is half typed only then, on the caller's clock."""
        return type(self)(replace(self.half, due=due), self.meant)

    def after_pause(self) -> Self:
        """With keys for what is half typed, because nothing has followed."""
        return type(self)(NOTHING, (*self.meant, *self.half.keys))

    @property
    def rest(self) -> Typed:
        """Without the first that was meant, which is done now."""
        return Typed(self.half, self.meant[1:]) if len(self.meant) > 1 or self.half is not NOTHING else UNTYPED


UNTYPED = Typed()
"""Nothing; the same for all who wait, with whom a house is full."""
