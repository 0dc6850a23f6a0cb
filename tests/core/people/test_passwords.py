"""Passwords and their digests."""

from __future__ import annotations

import subprocess
import sys

import pytest
import trio

from core.base.game import Refused
from core.people.passwords import AT_ONCE, LONGEST, MEMORY_KIB, check_password, digest_of, is_right


async def test_digest_knows_its_password_and_no_other():
    digest = await digest_of("correct horse")
    assert await is_right("correct horse", digest)
    assert not await is_right("correct horsf", digest)
    assert not await is_right("", digest)


async def test_digest_names_its_parameters_and_is_another_each_time():
    first, second = await digest_of("correct horse"), await digest_of("correct horse")
    assert first != second
    assert first.startswith(f"$argon2id$v=19$m={MEMORY_KIB},t=2,p=1$")
    assert "correct" not in first


async def test_accent_typed_in_another_way_is_the_same():
    assert await is_right("cafe\u0301 noir", await digest_of("caf\u00e9 noir"))


async def test_what_is_no_digest_fits_nothing():
    assert not await is_right("correct horse", "no digest")
    assert not await is_right("correct horse", "")


async def test_others_go_on_while_digests_are_made():
    rounds = 0
    async with trio.open_nursery() as nursery:
        async with trio.open_nursery() as working:
            nursery.start_soon(trio.sleep_forever)
            for _ in range(2 * AT_ONCE):
                working.start_soon(digest_of, "correct horse")
            while working.child_tasks:
                rounds += 1
                await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()
    assert rounds > 10  # one a digest would be none, were they made in the loop


@pytest.mark.parametrize("password", ["", "seven77", "x" * (LONGEST + 1), "Annabell", "ANNAbell12"])
def test_short_long_and_guessable_passwords_are_refused(password):
    with pytest.raises(Refused):
        check_password(password, "Annabell")


@pytest.mark.parametrize("password", ["eight888", "x" * LONGEST, "Annabell and a whole sentence"])
def test_any_other_password_will_do(password):
    check_password(password, "Annabell")


MANY_THREADS = """
import re, threading
from pathlib import Path
import trio
import trio.testing
from core.people.passwords import digest_of

def memory():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

async def main():
    goes_on = threading.Event()
    await digest_of("correct horse")
    before = memory()
    async with trio.open_nursery() as nursery:
        for _ in range(6):
            nursery.start_soon(trio.to_thread.run_sync, goes_on.wait)  # in the thread that made the last digest
            await trio.testing.wait_all_tasks_blocked()
            await digest_of("correct horse")
        print(memory() - before)
        goes_on.set()

trio.run(main)
"""


def test_digests_leave_no_memory_behind_in_whatever_threads_they_are_made():
    kept = subprocess.run((sys.executable, "-c", MANY_THREADS), capture_output=True, text=True, check=True).stdout
    assert int(kept) < MEMORY_KIB
