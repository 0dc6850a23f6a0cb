"""What visitors are told of what the house cannot do: nothing of where things lie, and all of it in their language."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

from core.sessions.journal_errors import for_visitors
from frontends.locale.language import language
from journal import Closed, Conflict, Damaged, JournalError, Lost, Newer, OutcomeUnknown
from journal.atomic_files import explained
from tests.frontends.logged import logged
from tests.frontends.terminals import open_house

PLACE = Path("/srv/games/parlour.db")
DIGEST = "9f3a11c2" * 8
ERRORS = (
    *(explained(PLACE, OSError(number, os.strerror(number))) for number in sorted(errno.errorcode)),
    JournalError("nats://secret@nats1:4222 does not answer; {why}.", why=DIGEST),
    Lost("{path} was deleted, moved or replaced while it was open.", path=PLACE),
    Closed("The journal {path} is closed.", path=PLACE),
    Damaged("table/k7bq2", 5, f"its hash is {DIGEST}"),
    Newer("table/k7bq2", 5, f'its kind "{DIGEST}" is unknown here'),
    Conflict("table/k7bq2", 5, 6),
    OutcomeUnknown("nats://secret@nats1:4222 was gone before it answered."),
)


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_nothing_that_is_for_operators_is_told(error: JournalError, code: str) -> None:
    said = language(code).say(for_visitors(error))
    assert re.search(r"srv|nats|k7bq2|[0-9a-f]{8}", said) is None
    assert said.endswith(".")
    assert code == "en" or said != language("en").say(for_visitors(error))


@pytest.mark.parametrize("at_home", [False, True])
async def test_full_disk_is_named_at_home_and_in_the_log_alone(at_home: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        anna = house.enter("Anna", has_files=at_home)
        await anna.told("new pileon deal=7")
        place = PLACE.with_name(f"{at_home}.db")  # of its own, because the same warning is written once a minute
        full = explained(place, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

        async def append(*_: object) -> int:
            raise full

        monkeypatch.setattr(house.service.journal, "append", append)
        with logged() as log:
            told = " ".join((await anna.told("1 14")).split())
        assert ("/srv" in told) == at_home
        assert ("try again later" in told) != at_home
        assert f"{place} is full" in log.getvalue()
