"""How the operators' socket is reached by a house and by who gives orders. Loads little, so that orders are quick."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LONGEST_NAME = 107
"""Bytes that the name of a socket may have."""


@contextmanager
def reachable(path: Path) -> Iterator[str]:
    """A short name for a path, within the block: the names of sockets are short. Raises: OSError."""
    directory = os.open(path.absolute().parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        name = f"/proc/self/fd/{directory}/{path.name}"
        if len(os.fsencode(name)) > LONGEST_NAME:
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))
        yield name
    finally:
        os.close(directory)
