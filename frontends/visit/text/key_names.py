"""Keys as people call them, in their own language; and those after which something is typed."""

from core.base.message import message
from frontends.locale.language import Language
from frontends.screens.controls import EVERYWHERE

NAMES = {
    "enter": message("Enter"),
    "space": message("Space"),
    "esc": message("Esc"),
    "escape": message("Esc"),
    "tab": message("Tab"),
    "arrows": message("Arrows"),
    "backspace": message("Backspace"),
    "home": message("Home"),
    "end": message("End"),
    "up": message("Up"),
    "down": message("Down"),
    "left": message("Left"),
    "right": message("Right"),
}
"""By what stands for them in tables of keys, in lower case."""
TYPE_KEYS = (":",)
TALK_KEYS = EVERYWHERE["say"]
"""Keys that ask for a line: of any kind, and of talk. They count while a text is read, too, or else what follows them
would be keys."""


def shown_key(key: str) -> str:
    """A key as it is called in tables of keys."""
    if key.startswith("c-"):
        return f"Ctrl-{key[2:].upper()}"
    return {" ": "Space", "escape": "Esc"}.get(key, key.capitalize() if len(key) > 1 else key)


def said_keys(keys: str, words: Language) -> str:
    """One key or several, with blanks between, in somebody's language."""
    return " ".join(words.say(NAMES[key.lower()]) if key.lower() in NAMES else key for key in keys.split(" "))
