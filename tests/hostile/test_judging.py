"""What is wrong with an attacked house, or with the attack, is seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from core.names import read_name, skeleton
from tests.hostile import house
from tests.hostile.__main__ import BRIEF, Result, attacked, p99
from tests.hostile.attacks import name_of
from tests.hostile.house import House

FINE = Result("attack", 5.0, 6.0, 20.0, 300.0, 0, 0.0, 0.1, 0.5, ())
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"


def test_house_that_does_not_obey_is_given_up_and_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "PATIENCE", 0.01)
    with subprocess.Popen((sys.executable, "-c", DEAF), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        obeying = House(0, process.pid, process, tmp_path, 0).obey()
        process.kill()
    assert FINE.wrong(BRIEF.patience) == []
    assert attrs.evolve(FINE, obeying=obeying).wrong(BRIEF.patience) == ["attack: SIGTERM was obeyed after inf s"]


def test_house_in_which_nobody_can_move_and_the_computer_says_nothing_is_wrong() -> None:
    still = attrs.evolve(FINE, p99=p99([]), computer=10_010.0)
    assert still.wrong(BRIEF.patience) == [
        "attack: p99 is inf ms, 5 ms in peace", "attack: the computer was silent for 10.0 s",
    ]  # fmt: skip


def test_attack_that_ends_by_itself_is_a_fault_with_what_it_said(tmp_path: Path) -> None:
    faults: list[str] = []
    with attacked("nothing", 1, 1, "table", "code", log=tmp_path / "log", faults=faults):
        pass
    assert len(faults) == 1
    assert "KeyError: 'nothing'" in faults[0]


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
