"""What is wrong with an attacked house, or with the attack, is seen."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from core.people.look_alike_names import read_name, skeleton
from tests.hostile import house
from tests.hostile.attacks import ATTACKS, Target, name_of
from tests.hostile.house import House
from tests.hostile.judging import BRIEF, WHOLE, Result, median, p99
from tests.hostile.trial import attacked
from tests.hostile.unreached import UNREACHED

FINE = Result("attack", "1/1", 5.0, 6.0, 420.0, 430.0, 290.0, 300.0, 0, 0, 0.0, 0.1, 0.5, 0.4, 0.1)
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"


def test_house_that_does_not_obey_is_given_up_and_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "PATIENCE", 0.01)
    with subprocess.Popen((sys.executable, "-c", DEAF), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        obeying = House(0, process.pid, process, tmp_path, 0).obey()
        process.kill()
    assert FINE.wrong(BRIEF) == []
    assert attrs.evolve(FINE, obeying=obeying).wrong(BRIEF) == ["attack: SIGTERM was obeyed after inf s"]


def test_house_in_which_nobody_can_move_and_the_computer_says_nothing_is_wrong() -> None:
    still = attrs.evolve(FINE, p99=p99([]), computer=math.inf)
    assert still.wrong(BRIEF) == [
        "attack: p99 is inf ms, the twin's 5 ms", "attack: the computer was silent for inf s",
    ]  # fmt: skip


def test_what_is_slow_at_the_twin_too_is_no_fault_and_what_is_slow_in_the_house_alone_is_one() -> None:
    assert attrs.evolve(FINE, twin=400.0, p99=449.0).wrong(WHOLE) == []
    assert attrs.evolve(FINE, twin=10.0, p99=61.0).wrong(WHOLE) == ["attack: p99 is 61 ms, the twin's 10 ms"]
    assert attrs.evolve(FINE, connections=3, memory=33 << 20).wrong(WHOLE) == [
        "attack: 33 MB of memory did not come back", "attack: 3 connections were still open",
    ]  # fmt: skip


def test_what_takes_long_at_the_twin_is_allowed_on_top_in_ci_only() -> None:
    noisy = attrs.evolve(FINE, twin=400.0, p99=1000.0, twin_served=1500.0, served=3000.0)
    assert noisy.wrong(BRIEF) == []
    assert noisy.wrong(WHOLE) == ["attack: p99 is 1000 ms, the twin's 400 ms", "attack: a newcomer waited 3000 ms"]
    assert attrs.evolve(FINE, p99=300.0).wrong(BRIEF) == ["attack: p99 is 300 ms, the twin's 5 ms"]


def test_house_in_which_nobody_can_move_is_wrong_on_whatever_machine() -> None:
    assert attrs.evolve(FINE, twin=math.inf, p99=math.inf).wrong(BRIEF) == ["attack: p99 is inf ms, the twin's inf ms"]


def test_median_is_of_each_figure_and_keeps_every_fault() -> None:
    tries = [
        attrs.evolve(FINE, p99=p99, memory=10 - p99, faults=(fault,)) for p99, fault in ((1, "a"), (3, "b"), (2, "a"))
    ]
    assert median(tries) == attrs.evolve(FINE, p99=2, memory=8, faults=("a", "b"))


def test_each_network_of_attackers_is_one_of_its_own() -> None:
    target = Target(1, 1, "table", "code", networks=600)
    addresses = [target.address(number) for number in range(1200)]
    assert len({address.rpartition(".")[0] for address in addresses}) == 600
    assert addresses[600:] == addresses[:600]
    assert not any(address.startswith(("127.0.", "127.2.", "127.3.", "127.4.")) for address in addresses)


def test_every_attack_says_what_it_does() -> None:
    assert [name for name, attack in ATTACKS.items() if not attack.one.__doc__] == []


def test_attack_that_ends_by_itself_is_a_fault_with_what_it_said(tmp_path: Path) -> None:
    faults: list[str] = []
    with attacked("nothing", 1, 1, "table", "code", log=tmp_path / "log", faults=faults):
        pass
    assert len(faults) == 1
    assert "AssertionError: nothing" in faults[0]


def test_attack_that_goes_on_is_none(tmp_path: Path) -> None:
    faults: list[str] = []
    with attacked("resets", 1, 1, "table", "code", log=tmp_path / "log", faults=faults):
        pass
    assert faults == []


def test_every_attacker_has_a_name_that_lets_them_in() -> None:
    names = [name_of(number) for number in range(1000)]
    for name in names:
        assert read_name(name) == name
    assert len(set(map(skeleton, names))) == len(names)


def test_what_is_not_reached_is_known_by_the_name_of_an_attack():
    assert set(UNREACHED) < set(ATTACKS)
