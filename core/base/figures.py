"""Settings with a default, a comment and a range, which are fields of frozen attrs classes: `figure` makes one."""

from typing import TypeVar

import attrs

T = TypeVar("T")
MOST = 1e9
"""The highest figure where nothing else is said."""
COMMENT, LEAST, HIGHEST = "comment", "least", "most"
"""Where a field keeps what is said of it, and its range."""


def figure(default: T, comment: str, *, least: float = 0, most: float = MOST) -> T:
    """A setting: a number within a range, a truth, a text, or a tuple of texts."""
    found: T = attrs.field(default=default, metadata={COMMENT: comment, LEAST: least, HIGHEST: most})
    return found
