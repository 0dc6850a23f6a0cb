"""What was set last is remembered, and no more than that."""

from __future__ import annotations

from core.base.recent import Recent


def test_entry_that_was_set_longest_ago_makes_room() -> None:
    recent = Recent[str, int](2)
    recent["a"], recent["b"] = 1, 2
    recent["a"] = 3
    recent["c"] = 4
    assert dict(recent) == {"a": 3, "c": 4}


def test_what_is_only_looked_at_is_not_set() -> None:
    recent = Recent[str, int](2)
    recent["a"], recent["b"] = 1, 2
    assert recent["a"] == recent.get("a") == recent.setdefault("a", 5) == 1
    recent["c"] = 3
    assert list(recent) == ["b", "c"]
