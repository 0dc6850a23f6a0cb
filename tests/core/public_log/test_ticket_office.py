"""Where a house signs tickets: with the key of its log, as soon as there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.game import Refused
from core.public_log.formats.signed_notes import SIGNS, PrivateKey
from core.public_log.ticket_office import TicketOffice
from core.public_log.tickets import check_ticket, read_ticket
from tests.archive.recorder import ANNA, BERT, from_book, opened, sealing

KEY = PrivateKey("parlour.example.org/log", SIGNS, bytes(range(32)))
TABLE = from_book("book1", "mille", sealing(ANNA), BERT).table


async def test_ticket_is_for_the_table_and_the_seat_that_has_sealed(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text(KEY.text)
    given = read_ticket((await TicketOffice(path).ticket(TABLE, 0)).encode(), KEY.public)
    check_ticket(given, "book1", TABLE.setup.book, [TABLE.chairs[0].sealed, ""])


async def test_there_is_none_without_a_key_or_where_nothing_is_sealed(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert await TicketOffice().ticket(TABLE, 0) == ""
    assert await TicketOffice(path).ticket(TABLE, 0) == ""
    path.write_text(KEY.text)
    assert await TicketOffice(path).ticket(TABLE, 1) == ""
    assert await TicketOffice(path).ticket(opened("mille1", "mille", ANNA, BERT).table, 0) == ""
    assert await TicketOffice(path).ticket(TABLE, 0) != ""


async def test_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("nothing")
    with pytest.raises(Refused, match="not the private key"):
        await TicketOffice(path).ticket(TABLE, 0)
