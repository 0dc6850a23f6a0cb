"""What was published of the first deals is known to every table."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.game import Refused
from core.games import GAMES
from core.games.deals import shipped_findings
from core.games.deals.findings import LOST, UNKNOWN, WON, dealt, is_won, read, subject_of
from core.games.terrace.board import VARIANTS

NAMES = (*VARIANTS, "pileon")


@pytest.mark.parametrize("name", NAMES)
def test_every_finding_of_a_file_is_found_by_its_number(name: str) -> None:
    subject = subject_of(name)
    with (shipped_findings.FOLDER / f"{name}.jsonl").open(encoding="utf-8", newline="\n") as lines:
        whole = read(subject, lines)
    for deal in (1, 2, 17, 170, max(whole)):
        assert shipped_findings.published(subject, deal) == whole[deal]
    assert shipped_findings.published(subject, max(whole) + 1) is None


def test_published_win_is_a_win() -> None:
    known = shipped_findings.settled("terrace", {"variant": "generals-patience"}, 8)
    assert known is not None
    assert known.winnable
    assert is_won(GAMES["terrace"], dealt(subject_of("generals-patience"), 8), known.moves)


def test_verdict_is_told_as_it_was_published() -> None:
    shown = {WON: True, LOST: False, UNKNOWN: None}
    subject = subject_of("generals-patience")
    for deal in range(1, 30):
        found = shipped_findings.published(subject, deal)
        known = shipped_findings.settled("terrace", {"variant": "generals-patience"}, deal)
        assert found is not None
        assert (known.winnable if known else None) == shown[found.shown]


def test_deal_without_a_number_and_games_without_a_solver_are_not_known() -> None:
    assert shipped_findings.settled("pileon", {}, None) is None
    with pytest.raises(Refused):
        shipped_findings.settled("mille", {}, 1)


def test_nothing_is_known_where_files_are_missing_or_about_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped_findings, "FOLDER", tmp_path)
    assert shipped_findings.settled("pileon", {}, 6) is None
    (tmp_path / "pileon.jsonl").write_text(
        '{"observatory":1,"game":"pileon","variant":"","rules":0}\n{"deal":6,"shown":"won","effort":1}\n'
    )
    assert shipped_findings.settled("pileon", {}, 6) is None
