"""Addresses of journals on NATS."""

from __future__ import annotations

from pathlib import Path

import pytest

from journal import JournalError
from journal.stores.nats.client.address import Address, Server, read_address


def test_everything_but_the_servers_may_be_left_out() -> None:
    assert read_address("//one") == Address((Server("one", 4222),), "parlour", 3)


def test_everything_may_be_said() -> None:
    address = read_address("//ann:p%40ss@one:1,[::1]:2,three/house?replicas=1&monitor=8222&ca=/tmp/ca.pem&tls=1")
    servers = (Server("one", 1), Server("::1", 2), Server("three", 4222))
    assert address == Address(servers, "house", 1, "ann", "p@ss", "", True, Path("/tmp/ca.pem"), (8222,))
    assert read_address("//one,two?monitor=1,2").monitor == (1, 2)
    assert read_address("//s3cret@one").token == "s3cret"


def test_token_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("s3c/r@t?\n")
    assert read_address(f"//one?token-file={file}&tls=1") == Address((Server("one", 4222),), token="s3c/r@t?", tls=True)
    with pytest.raises(JournalError, match=r"^A journal on NATS has only one login: leave out what is before @, or"):
        read_address(f"//other@one?token-file={file}")
    with pytest.raises(JournalError, match=r"cannot be read: No such file"):
        read_address("//one?token-file=/no/such")


def test_secrets_are_shown_nowhere() -> None:
    for text in ("//ann:s3cret@one", "//s3cret@one"):
        address = read_address(text)
        assert "s3cret" not in str(address) + repr(address)
    assert str(read_address("//ann:s3cret@one:1,[::1]:2")) == "one:1, [::1]:2"


@pytest.mark.parametrize(
    "text",
    [
        "", "//", "one:4222", "///name", "//one,", "//one:0", "//one:65536", "//one:x", "//a b", "//one/a.b",
        "//one/a/b", "//one?replicas=2", "//one?replicas=", "//one?monitor=0", "//one?monitor=x",
        "//one,two,three?monitor=1,2", "//one?tls=yes", "//one?ca=", "//one?token-file=", "//one?speed=1",
        "//a..b", f"//{'a' * 70}", "//a\0b",
    ],
)  # fmt: skip
def test_what_is_no_address_is_said_in_a_sentence(text: str) -> None:
    with pytest.raises(JournalError, match=r"^.+[;,] .*\.$|has no setting|write .*\."):
        read_address(text)
