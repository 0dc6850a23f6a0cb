"""What is listed by name, each loaded when it is first asked for."""

from __future__ import annotations

import pytest

from core.base.loaded_later import LoadedLater


def listed() -> tuple[LoadedLater[str], list[str]]:
    """Two values, and the names of those that were loaded."""
    loaded: list[str] = []

    def load(name: str) -> str:
        loaded.append(name)
        return name.upper()

    return LoadedLater(("b", "a"), load), loaded


def test_only_what_is_asked_for_is_loaded_and_only_once() -> None:
    later, loaded = listed()
    assert (list(later), len(later), "a" in later, "c" in later, loaded) == (["b", "a"], 2, True, False, [])
    assert (later["a"], later["a"], later.get("a"), loaded) == ("A", "A", "A", ["a"])


def test_it_is_like_a_dict_of_all() -> None:
    later, _ = listed()
    assert later == {"b": "B", "a": "A"}
    assert list(later.items()) == [("b", "B"), ("a", "A")]
    assert later.get("c") is None
    with pytest.raises(KeyError):
        later["c"]
