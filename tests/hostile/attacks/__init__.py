"""What ill-meaning or broken visitors do, by what they use for it."""

from tests.hostile.attacks import clients, connections, lines, people, tables, watchers
from tests.hostile.attacks.registry import ATTACKS, Attack, Target, by, name_of

__all__ = [
    "ATTACKS", "Attack", "Target", "by", "clients", "connections", "lines", "name_of", "people", "tables", "watchers",
]  # fmt: skip
