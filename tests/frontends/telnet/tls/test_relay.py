"""Callers by TLS: the house has them as it has everybody, and those who do not shake hands not at all."""

from __future__ import annotations

import gc
import os
import socket
import ssl
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import cast

import attrs
import pytest
import trio
from trio.testing import MockClock

from core.base.game import Refused
from core.base.message import message
from frontends.server import logs
from frontends.server.config import Config
from frontends.telnet.callers.admission import MOST_NOTED
from frontends.telnet.output import Why
from frontends.telnet.server import House
from frontends.telnet.tls.relay import Certificate, Secured
from frontends.telnet.tls.relay_process import RelayProcess
from tests.frontends.logged import logged
from tests.frontends.telnet import certificates
from tests.frontends.telnet.by_tls import LIMITS, Relay, SecureStream, bare, call, opened
from tests.frontends.telnet.certificates import Made
from tests.frontends.telnet.clients import connect
from tests.frontends.telnet.echo import Echo, empty, fails
from tests.patience import PATIENCE

QUICK = attrs.evolve(LIMITS, handshake_seconds=0.2, goodbye_seconds=0.1)
"""For those whose time is to run out."""


def relays(house: House[Echo]) -> int:
    """How many of those who came by TLS still have a connection."""
    assert isinstance(house._secured, Secured)
    return len(house._secured._relays)


@pytest.mark.parametrize("relay", [Secured, RelayProcess])
async def test_visit_by_tls_is_like_any_other(made: Made, relay: Relay) -> None:
    async with opened(made, relay=relay) as (house, port):
        secure = await call(made, port)
        anna = bare(secure)
        await anna.expect("Your name: ")
        await anna.ask("Anna", "Hello, Anna.")
        await anna.ask("x" * 900, "line " + "x" * 900)
        (caller,) = house.callers
        assert caller.address == "127.0.0.1"
        await anna.ask("quit", "Good-bye.")
        await anna.end()
        await empty(house)
        await secure.aclose()


@pytest.mark.parametrize("relay", [Secured, RelayProcess])
@pytest.mark.parametrize("call_that_fails", [1, 2])
async def test_fault_about_one_who_is_not_in_yet_ends_no_other(made: Made, relay: Relay, call_that_fails: int) -> None:
    """The house is asked before the handshake, and again when somebody is to be let in."""
    with logged() as log:
        async with opened(made, relay=relay, object_to=fails(call_that_fails)) as (_, port):
            with suppress(trio.BrokenResourceError):
                unlucky = await call(made, port)
                await bare(unlucky).end()
                await trio.aclose_forcefully(unlucky)
            secure = await call(made, port)
            await bare(secure).expect("Your name: ")
            await trio.aclose_forcefully(secure)
    assert log.getvalue().count("event=refused address=127.0.0.1 why=error error=MemoryError at=") == 1


async def test_client_that_has_said_its_last_still_hears_the_answer(made: Made) -> None:
    async with opened(made) as (house, port):
        secure = await call(made, port)
        await secure.send_all(b"Anna\nlast words\n")
        await secure.transport_stream.send_eof()
        anna = bare(secure)
        await anna.expect("line last words")
        await empty(house)
        await trio.aclose_forcefully(secure)


async def test_client_that_breaks_off_ends_its_visit(made: Made) -> None:
    async with opened(made) as (house, port):
        secure = await call(made, port)
        await bare(secure).expect("Your name: ")
        raw = secure.transport_stream.socket
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        raw.close()
        await empty(house)


async def test_client_that_does_not_read_is_dropped_like_any_other(made: Made) -> None:
    async with opened(made) as (house, port):
        secure = await call(made, port)
        await bare(secure).expect("Your name: ")
        (caller,) = house.callers
        with trio.fail_after(PATIENCE):
            while caller.connection.out.ended is None:
                caller.connection.write("y" * 1000)
                await trio.sleep(0)
        assert caller.connection.why is Why.TOO_SLOW
        await empty(house)
        await trio.aclose_forcefully(secure)


async def test_visit_that_is_over_does_not_wait_for_a_client_that_does_not_read(made: Made) -> None:
    async with opened(made, attrs.evolve(LIMITS, goodbye_seconds=0.1)) as (house, port):
        secure = await call(made, port)
        await bare(secure).expect("Your name: ")
        (caller,) = house.callers
        while caller.connection.out.unsent is None:  # until nothing finds room on the way any more
            caller.connection.write("y" * 1000)
            await trio.sleep(0)
        caller.connection.part(Why.CLOSING, message("Enough."))
        await empty(house)
        with trio.fail_after(PATIENCE):
            while relays(house):
                await trio.sleep(0.01)
        await trio.aclose_forcefully(secure)


@pytest.mark.parametrize("said", [b"", b"Anna\r\n", b"GET / HTTP/1.0\r\n\r\n", b"\x16\x03\x01\x02\x00\x01"])
async def test_who_does_not_shake_hands_is_refused_in_time(made: Made, said: bytes) -> None:
    with logged() as log:
        async with opened(made, QUICK) as (house, port):
            stream = await connect(port)
            await stream.send_all(said)
            with trio.fail_after(PATIENCE):
                while "no-handshake" not in log.getvalue():
                    await trio.sleep(0.01)
            assert house.visitors == 0
            await stream.aclose()


async def test_silent_callers_of_one_address_do_not_shut_out_others(made: Made) -> None:
    limits = attrs.evolve(LIMITS, handshakes_of_one_address=2, handshakes=3)
    with logged() as log:
        async with opened(made, limits, frozenset({"127.0.0.1"})) as (house, port):
            silent = []
            for _ in range(3):
                stream = await connect(port)
                await stream.send_all(b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n")
                silent.append(stream)
            with trio.fail_after(PATIENCE):
                assert await silent[2].receive_some() == b""
            assert "too-many-handshakes" in log.getvalue()
            secure = await call(made, port, b"PROXY TCP4 192.0.2.7 192.0.2.2 1 2\r\n")
            await bare(secure).expect("Your name: ")
            assert [caller.address for caller in house.callers] == ["192.0.2.7"]
            for stream in (*silent, secure.transport_stream):
                await stream.aclose()


async def test_newcomers_come_in_although_silent_callers_from_everywhere_fill_the_door(made: Made) -> None:
    limits = attrs.evolve(LIMITS, handshakes=4)
    with logged() as log:
        async with opened(made, limits, frozenset({"127.0.0.1"})) as (house, port):
            silent = []
            for number in range(6):
                stream = await connect(port)
                await stream.send_all(f"PROXY TCP4 192.0.2.{number} 192.0.2.200 1 2\r\n".encode())
                silent.append(stream)
            with trio.fail_after(PATIENCE):
                for stream in silent[:2]:  # whoever came first makes room
                    assert await stream.receive_some() == b""
            secure = await call(made, port, b"PROXY TCP4 192.0.2.77 192.0.2.200 1 2\r\n")
            await bare(secure).expect("Your name: ")
            assert [caller.address for caller in house.callers] == ["192.0.2.77"]
            for stream in (*silent, secure.transport_stream):
                await stream.aclose()
    assert log.getvalue().count("why=no-handshake") >= 2


async def test_callers_who_come_too_often_are_refused_before_any_work_is_done_for_them(
    made: Made, mock_clock: MockClock
) -> None:
    limits = attrs.evolve(LIMITS, arrivals_a_minute=2)
    with logged() as log:
        async with opened(made, limits) as (house, port):
            for _ in range(2):
                await trio.aclose_forcefully(await call(made, port))
            await empty(house)
            with pytest.raises(trio.BrokenResourceError):
                await call(made, port)
    assert log.getvalue().count("why=too-many-handshakes") == 1


async def test_flood_of_callers_by_tls_is_counted_and_not_written_down(made: Made, mock_clock: MockClock) -> None:
    limits, before = attrs.evolve(LIMITS, arrivals_a_minute=1), logs.counts()["refused", "too-many-handshakes"]
    with logged() as log:
        async with opened(made, limits) as (_, port):
            await trio.aclose_forcefully(await call(made, port))
            for _ in range(MOST_NOTED + 5):
                with pytest.raises(trio.BrokenResourceError):
                    await call(made, port)
    assert log.getvalue().count("why=too-many-handshakes") == MOST_NOTED
    assert logs.counts()["refused", "too-many-handshakes"] == before + MOST_NOTED + 5


async def test_nothing_of_callers_who_are_gone_waits_for_the_collector(made: Made) -> None:
    async with opened(made) as (house, port):
        gc.collect()
        gc.disable()
        try:
            secure = await call(made, port)
            await bare(secure).ask("Anna", "Hello, Anna.")
            await trio.aclose_forcefully(secure)
            house.reconfigure(Config(limits=QUICK))
            async with await connect(port) as silent:
                await bare(cast(SecureStream, silent)).end()
            with trio.fail_after(PATIENCE):
                while house.visitors or relays(house):
                    await trio.sleep(0.01)
            left = [one for one in gc.get_objects() if isinstance(one, ssl.SSLObject) and one.server_side]
        finally:
            gc.enable()
    assert left == []


@pytest.mark.parametrize("relay", [Secured, RelayProcess])
async def test_house_that_ends_says_so_to_everybody(made: Made, relay: Relay) -> None:
    async with opened(made, relay=relay) as (_, port):
        secure = await call(made, port)
        anna = bare(secure)
        await anna.expect("Your name: ")
    await anna.expect("The house is closing.")
    await anna.end()
    await secure.aclose()


async def test_visit_that_is_ended_says_so(made: Made) -> None:
    async with opened(made) as (house, port):
        secure = await call(made, port)
        anna = bare(secure)
        await anna.expect("Your name: ")
        (caller,) = house.callers
        caller.connection.part(caller.connection.why, message("Enough."))
        await anna.expect("Enough.")
        await anna.end()
        await secure.aclose()


async def test_certificate_that_has_changed_is_used_for_the_next_caller(made: Made, tmp_path: Path) -> None:
    with logged() as log:
        async with opened(made) as (_, port):
            first = await call(made, port)
            old = made.context()
            new = certificates.make(tmp_path, "new")
            os.replace(new.key, made.key)
            os.replace(new.certificate, made.certificate)
            second = await call(made, port)
            for anna in (bare(first), bare(second)):  # who is in stays in
                await anna.expect("Your name: ")
            third: SecureStream = trio.SSLStream(await connect(port), old, server_hostname="127.0.0.1")
            with pytest.raises(trio.BrokenResourceError):
                await third.do_handshake()
            for secure in (first, second, third):
                await trio.aclose_forcefully(secure)
    assert "event=certificate-read" in log.getvalue()


async def test_certificate_that_cannot_be_read_leaves_the_old_one_in_use(made: Made) -> None:
    client = made.context()
    with logged() as log:
        async with opened(made) as (_, port):
            made.certificate.write_text("half written")
            for _ in range(2):
                stream: SecureStream = trio.SSLStream(
                    await connect(port), client, server_hostname="127.0.0.1", https_compatible=True
                )
                await stream.do_handshake()
                await bare(stream).expect("Your name: ")
                await trio.aclose_forcefully(stream)
    assert log.getvalue().count("event=certificate-kept") == 1


@pytest.mark.parametrize("wrong", ["certificate", "key", "another", "locked"])
def test_certificate_that_cannot_be_used_is_refused_with_a_sentence(made: Made, tmp_path: Path, wrong: str) -> None:
    other = certificates.make(tmp_path, "other")
    locked = tmp_path / "locked.key"
    locking = ["openssl", "ec", "-aes128", "-passout", "pass:secret", "-in", str(made.key), "-out", str(locked)]
    subprocess.run(locking, check=True, capture_output=True)
    paths = {
        "certificate": (tmp_path / "missing.pem", made.key),
        "key": (made.certificate, made.certificate),
        "another": (made.certificate, other.key),
        "locked": (made.certificate, locked),
    }[wrong]
    why = "the key wants a password" if wrong == "locked" else ""
    with pytest.raises(Refused, match=f"cannot be used with its key: {why}"):
        Certificate(*paths)
