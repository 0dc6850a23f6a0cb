"""prompt_toolkit's names of keys as those that screens know."""

from __future__ import annotations

import re

_SAME = frozenset(("up", "down", "left", "right", "home", "end", "delete", "escape"))
_OTHERS = {"c-m": "enter", "c-j": "enter", "c-i": "tab", "c-h": "backspace"}
_CTRL = re.compile("c-[a-z]")


def name_of(key: str) -> str | None:
    """A key as in `frontends.screens.controls`; None for one that screens do not know.

    A terminal cannot tell Ctrl-M and Ctrl-J from Enter, Ctrl-I from Tab, Ctrl-H from Backspace.
    """
    key = str(getattr(key, "value", key))
    if len(key) == 1:
        return key if key.isprintable() else None
    if key in _OTHERS:
        return _OTHERS[key]
    return key if key in _SAME or _CTRL.fullmatch(key) else None
