"""Functions of modules that are imported when they are first called.

Most of what thinks hard (computer players, solvers) is never asked in a game, or only in a worker process; a program
that imported all of it would show its first board later.
"""

from importlib import import_module
from typing import Any

from msgspec import Struct


class Imported(Struct, frozen=True):
    """Called like the function that it names; it can be pickled, and then is imported where it is called."""

    module: str
    name: str

    def __call__(self, *arguments: Any) -> Any:
        """What the function answers."""
        return getattr(import_module(self.module), self.name)(*arguments)

    def load(self) -> None:
        """Have it at hand before somebody waits for it."""
        import_module(self.module)
