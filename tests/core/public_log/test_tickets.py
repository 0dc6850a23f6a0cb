"""Tickets as they are signed and read: their form, and what is no ticket of the house."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.game import Refused
from core.public_log.formats.signed_notes import COSIGNS, SIGNS, Note, PrivateKey
from core.public_log.keys import read_key
from core.public_log.tickets import Ticket, read_ticket

KEY = PrivateKey("parlour.example.org/log", SIGNS, bytes(range(32)))
TICKET = Ticket("ceepv", "k3m9x2pq", 17, "5d" * 32, 0, "9f" * 32)


def test_ticket_is_a_signed_note_with_a_line_for_each_thing() -> None:
    note = str(TICKET.signed(KEY))
    assert note.startswith(
        f"parlour ticket 1\ntable ceepv\nbook k3m9x2pq\nnumber 17\nroot {'5d' * 32}\nseat 0\nsealed {'9f' * 32}\n\n"
        "\u2014 parlour.example.org/log "
    )
    assert read_ticket(note.encode(), KEY.public) == TICKET


def test_what_is_not_signed_by_the_house_is_no_ticket() -> None:
    other = PrivateKey(KEY.name, SIGNS, bytes(32))
    with pytest.raises(Refused, match="not signed by"):
        read_ticket(str(TICKET.signed(other)).encode(), KEY.public)
    forged = str(TICKET.signed(KEY)).replace("number 17", "number 18")
    with pytest.raises(Refused, match="is not right"):
        read_ticket(forged.encode(), KEY.public)
    with pytest.raises(Refused, match="key of a witness"):
        read_ticket(str(TICKET.signed(KEY)).encode(), PrivateKey("w", COSIGNS, bytes(32)).public)


@pytest.mark.parametrize(
    ("old", "new"),
    [("ticket 1", "ticket 2"), ("seat 0", "seat 8"), ("seat 0\n", ""), ("number 17", "number 017"), ("ceepv", "a b")],
)
def test_other_text_is_no_ticket_though_it_is_signed(old: str, new: str) -> None:
    text = TICKET.text.replace(old, new)
    with pytest.raises(Refused, match="not a ticket"):
        read_ticket(str(Note(text, (KEY.sign(text),))).encode(), KEY.public)


def test_key_is_read_while_the_log_signs_with_it_and_need_not_be_there(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert read_key(path) is None
    path.write_text(KEY.text + "\n")
    assert read_key(path) == KEY
    path.write_text("no key")
    with pytest.raises(Refused, match="not the private key"):
        read_key(path)
