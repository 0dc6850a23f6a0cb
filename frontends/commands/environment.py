"""What all commands of `parlour` share: the journal and its service, and errors as one sentence and an exit status."""

from __future__ import annotations

import errno
import logging
import os
import shlex
import shutil
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from core.base.game import Refused
from frontends.terminal.standard_streams import Unwritten, warn
from journal import Journal, JournalError, Unreadable, open_journal, split_url
from journal.atomic_files import explained

if TYPE_CHECKING:
    from core.house.service import Service
    from frontends.locale.language import Language

E = TypeVar("E", bound=BaseException)
P = ParamSpec("P")

NAME = "parlour"
"""What the program is called."""
VIEWS = ".views"
"""What the file of the lists is called after that of its journal."""
SOCKET = ".admin"
"""What the socket is called where operators give orders, after the name of the journal."""
LOG_KEY = ".log-key"
"""What the file with the key of the public log is called, after the name of the journal."""
VARIABLE = "PARLOUR_JOURNAL"
"""The variable of the environment that names the journal."""
MOST_KEPT = 1000
"""Messages that are kept while a person is at the terminal; then they are written all the same."""
SWITCH_SECONDS = 0.0005
"""For which a thread may keep the interpreter while another wants it."""


class Misfit(Exception):
    """The words of the command line do not fit together; the text is one sentence that says which would."""


@asynccontextmanager
async def open_house(
    journal: str, views: Path | None = None, *, reading: bool = False, is_lasting: bool = False
) -> AsyncIterator[Service]:
    """The service on a journal; the usual one if it is empty, which is made if need be.

    `views` is the file of the lists; None is the usual one beside the journal's. Raises: Unreadable at the end of the
    block when a part of the journal could not be read in it, unless it `is_lasting` and says so itself.
    """
    from core.house.service import open_service  # loaded late, because operators give their orders without it

    url = journal or own_journal()
    is_only_read = reading and journal not in ("", "memory:")
    async with open_journal(url, read_only=is_only_read, apart=is_lasting) as opened:
        warn_all(opened.notices)
        async with open_service(opened, views=views or beside(url, VIEWS)) as service:
            names = opened.header.names if opened.header else {}
            for id, name in names.items():
                await service.directory.introduce(id, name)
            if len(names) == 1:  # A file names no owner; a person who plays alone in it is taken for that.
                await service.directory.own(*names)
            yield service
        if not is_lasting:
            check_readable(opened)


def check_readable(journal: Journal) -> None:
    """Raises: Unreadable when a part of the journal's files was met that is damaged."""
    if journal.damage is not None:
        raise Unreadable(journal.damage)


def warn_all(notices: Iterable[object]) -> None:
    """Print on standard error what a journal or a file has to say when it is opened."""
    for notice in notices:
        warn(notice)


def beside(url: str, suffix: str) -> Path | None:
    """What is called as a journal and then `VIEWS`, `SOCKET` or `LOG_KEY`; None for journals that are no file here."""
    scheme, path = split_url(url)
    return Path(path + suffix).expanduser() if scheme == "sqlite" else None


def check_input(instead: str) -> None:
    """Raise Misfit, with what to do instead, where standard input is closed and nothing can be typed."""
    if sys.stdin is None:
        raise Misfit(f"Standard input is closed, so nothing can be typed: {instead}.")


def own_directory() -> Path:
    """Where this program keeps what is the user's."""
    import platformdirs  # only where the usual places are wanted

    return platformdirs.user_data_path("parlour")


def own_journal() -> str:
    """The usual journal; its directory is for its owner only, because journals hold secrets."""
    directory = own_directory()
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise JournalError(
            "Games cannot be saved in {path} ({why}): choose another place with --journal sqlite:FILE or the "
                "variable {variable}.",
            path=directory, why=error.strerror, variable=f"{VARIABLE}=sqlite:FILE",
        ) from error  # fmt: skip
    return f"sqlite:{directory / 'parlour.db'}"


def own_name() -> str:
    """What the person at this machine is called, for games at home."""
    import getpass

    from core.base.text import clean
    from core.table import LONGEST_NAME

    try:
        name = clean(getpass.getuser(), LONGEST_NAME)
    except (KeyError, OSError):
        name = ""
    return name or "Player"


def journal_option(journal: str) -> str:
    """The option that names this journal in a command; empty for the one that is used without it."""
    is_usual = journal in ("", os.environ.get(VARIABLE))
    return "" if is_usual else f" --journal {shlex.quote(journal)}"


def program() -> str:
    """What is typed in a shell to run this program again: its name where that is on the PATH, else its path."""
    called, found = Path(sys.argv[0]), shutil.which(NAME)
    if called.name == "__main__.py" and called.parent.name == NAME:
        return f"{shlex.quote(sys.executable)} -m {NAME}"
    if called.name != NAME or not called.is_file() or (found and called.samefile(found)):
        return NAME
    near = os.path.relpath(called)
    return shlex.quote(str(called.absolute()) if near.startswith("..") else near)


@contextmanager
def kept_log() -> Iterator[None]:
    """Keep what is logged until the block ends, so that it is not written over what a person is shown."""
    from logging.handlers import MemoryHandler

    log, kept = logging.getLogger("parlour"), MemoryHandler(MOST_KEPT, flushLevel=logging.CRITICAL + 1)
    kept.setTarget(logging.StreamHandler())
    log.addHandler(kept)
    try:
        yield
    finally:
        log.removeHandler(kept)
        kept.close()


def is_file(word: str) -> bool:
    """Whether a word names a file: identifiers of games are letters and digits only."""
    return not (word.isascii() and word.isalnum())


def command(work: Callable[P, Awaitable[int]]) -> Callable[P, int]:
    """The command as a shell wants it: done in trio, with what goes wrong printed as one sentence.

    Returns: the exit status, which is 0, 1 for what failed, or 2 for words that do not fit.
    """

    @wraps(work)
    def done(*args: P.args, **kwargs: P.kwargs) -> int:
        import trio

        share_interpreter()
        return in_a_sentence(partial(trio.run, partial(work, *args, **kwargs)))

    return done


@contextmanager
def misfits() -> Iterator[None]:
    """Let what is refused in the block be words that do not fit. Raises: Misfit."""
    try:
        yield
    except Refused as refused:
        raise Misfit(str(refused)) from refused


def in_a_sentence(work: Callable[[], int]) -> int:
    """Do the work, and put what went wrong into one sentence, from under however many nurseries it comes."""
    status, why = 1, ""
    unwritten: Unwritten | None = None
    try:
        return work()
    except* (Refused, JournalError) as errors:
        why = _said(first(errors))
    except* Misfit as errors:
        status, why = 2, str(first(errors))
    except* Unwritten as errors:
        unwritten = first(errors)
    except* OSError as errors:
        why = _refused_by_system(first(errors))
    except* KeyboardInterrupt:
        status = 130
    if unwritten is not None:
        raise unwritten
    if why:
        warn(why)
    return status


def _refused_by_system(error: OSError) -> str:
    """What is wrong with a file that was named, or with all. Raises: the error, where it names none."""
    named = error.filename if isinstance(error.filename, str) else ""
    if not named and error.errno != errno.EMFILE:
        raise error
    return _said(explained(Path(named), error))


def share_interpreter() -> None:
    """Let what people do pass long work in threads."""
    # Long games are folded and lists brought up to date in threads, and a move needs the interpreter several times on
    # its way to the disk and back: each time it would wait for the usual 5 ms.
    sys.setswitchinterval(SWITCH_SECONDS)


def _said(error: Exception) -> str:
    """What went wrong, in the language of this process's environment."""
    from frontends.locale.language import sentence

    return sentence(error, own_words())


def own_words() -> Language:
    """The language of this process's environment."""
    from frontends.locale.language import language, wanted_language  # loaded late, because operators need no other

    return language(wanted_language(os.environ))


def language_asked(word: str) -> str:
    """The code of a language that was asked for; empty if none was. Raises: Misfit."""
    from frontends.locale.language import language_code, offered

    code = language_code(word)
    if word and not code:
        raise Misfit(f'--language needs one of {", ".join(offered())}, and "{word}" is not one.')
    return code


def first(errors: BaseExceptionGroup[E]) -> E:
    """The first of some errors, from under however many groups."""
    found: E | BaseExceptionGroup[E] = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found
