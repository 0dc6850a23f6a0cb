"""The lines somebody typed, kept in a file from one visit to the next. A file that fails is as good as none."""

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path

MOST = 500
"""Lines that are remembered; the file may hold up to twice as many before it is cut."""


class Past:
    """The lines typed so far: those of the file, and those of this visit whether or not there is a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    @cached_property
    def lines(self) -> list[str]:
        """The oldest first."""
        if self._path is None:
            return []
        try:
            lines = self._path.read_text("utf-8", "replace").splitlines()
        except OSError:
            return []
        if len(lines) > 2 * MOST:
            with suppress(OSError):
                new = self._path.with_name(f"{self._path.name}.{os.getpid()}")
                new.touch(0o600)
                new.write_text("".join(f"{line}\n" for line in lines[-MOST:]), "utf-8")
                new.replace(self._path)
        return lines[-MOST:]

    def add(self, line: str) -> None:
        """Remember one more, in a file that only its owner can read."""
        self.lines.append(line)
        if self._path is None:
            return
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(descriptor, f"{line}\n".encode("utf-8", "replace"))
            finally:
                os.close(descriptor)
