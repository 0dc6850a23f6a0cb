"""Public logs as commands name them: a directory, or an address on the web; and their keys, as text or in a file."""

from pathlib import Path

from core.base.game import Refused
from core.public_log.directory import LogFiles, in_directory, read_file
from core.public_log.formats.signed_notes import PublicKey, read_public_key

SECONDS = 20.0
"""For connecting, and for each part of an answer."""
_LARGEST = 32 << 20
"""Bytes of a file that is fetched."""
_LONGEST_KEY = 1000


def public_key(word: str) -> PublicKey:
    """A key by itself, or by the file that it is in. Raises: Refused, JournalError."""
    if "+" in word and not Path(word).exists():
        return read_public_key(word)
    return read_public_key(read_file(Path(word))[:_LONGEST_KEY].decode(errors="replace"))


def is_address(place: str) -> bool:
    """Whether a log is on the web."""
    return place.startswith(("https://", "http://"))


def log_files(place: str) -> LogFiles:
    """The files of a log in a directory or at an address."""
    return (
        LogFiles(lambda name: fetched(f"{place.rstrip('/')}/{name}"))
        if is_address(place)
        else in_directory(Path(place))
    )


def fetched(address: str) -> bytes:
    """What is at an address; nothing where nothing is. Blocks. Raises: Refused."""
    import httpx  # only for logs elsewhere

    raw = b""
    try:
        with httpx.stream("GET", address, timeout=SECONDS) as answer:
            if answer.status_code == httpx.codes.NOT_FOUND:
                return b""
            answer.raise_for_status()
            for part in answer.iter_bytes():
                raw += part
                if len(raw) > _LARGEST:
                    raise Refused("What is at {address} is too large for a log.", address=address)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Refused("{address} does not answer as a log does: try again later.", address=address) from error
    return raw
