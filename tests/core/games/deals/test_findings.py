"""What is known of numbered deals, and the file it is kept in."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from core.base.game import Refused
from core.games import GAMES
from core.games.deals.findings import (
    LOST,
    UNKNOWN,
    WON,
    Finding,
    better,
    dealt,
    find_out,
    header,
    holds,
    is_won,
    line,
    merged,
    read,
    share,
    subject_of,
    summary,
    written,
)

KEPT = Path(__file__).parents[4] / "deploy" / "observatory"
WOOD, PILEON = subject_of("wood"), subject_of("pileon")


def test_a_subject_is_a_variant_or_a_game_without_any() -> None:
    assert (WOOD.game, WOOD.variant, WOOD.rules) == ("terrace", "wood", GAMES["terrace"].rules)
    assert (PILEON.game, PILEON.variant) == ("pileon", "")
    assert subject_of("terrace").variant == "terrace"
    for name in ("mille", "", "solitaire"):
        with pytest.raises(Refused):
            subject_of(name)


def test_a_won_deal_holds_and_a_forged_one_does_not() -> None:
    finding = find_out(WOOD, 1, 4_000)
    assert (finding.shown, len(finding.plain)) == (WON, 3)
    assert holds(WOOD, finding)
    assert not holds(WOOD, replace(finding, moves=finding.moves.rpartition(", ")[0]))
    assert not holds(WOOD, replace(finding, deal=2))
    assert not is_won(GAMES["terrace"], dealt(WOOD, 1), ("nonsense",))


def test_a_lost_deal_holds_and_a_forged_one_does_not() -> None:
    subject = subject_of("generals-patience")
    finding = find_out(subject, 1, 0)
    assert (finding.shown, finding.proof, finding.plain) == (LOST, "reserve", "0")
    assert holds(subject, finding)
    assert not holds(PILEON, Finding(1, LOST, 10, proof="search"))
    assert not holds(PILEON, Finding(6, WON, 10))


@pytest.mark.parametrize(("deal", "shown"), [(1, WON), (6, LOST)])
def test_pileon_is_exact(deal: int, shown: str) -> None:
    finding = find_out(PILEON, deal, 100_000)
    assert (finding.shown, finding.plain) == (shown, "")
    assert holds(PILEON, finding)


FINDINGS = (
    Finding(3, UNKNOWN, 500, plain="000"),
    Finding(1, WON, 20, "t1 f, d", plain="101"),
    Finding(2, LOST, 0, proof="reserve", plain="0"),
)


def test_a_file_is_read_as_it_was_written() -> None:
    lines = list(written(WOOD, FINDINGS))
    assert [read(WOOD, lines)[deal] for deal in (1, 2, 3)] == sorted(FINDINGS, key=lambda finding: finding.deal)
    assert list(written(WOOD, read(WOOD, lines).values())) == lines


def test_a_last_line_that_was_cut_is_left_out() -> None:
    lines = list(written(WOOD, FINDINGS))
    assert read(WOOD, [*lines[:-1], lines[-1][:-5]]).keys() == {1, 2}
    assert read(WOOD, []) == {}


@pytest.mark.parametrize("text", ["nonsense\n", "{}\n", '{"deal":1,"shown":"maybe","effort":1}\n', "[]\n"])
def test_a_line_that_is_no_finding_is_refused_by_its_number(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read(WOOD, [header(WOOD), line(FINDINGS[0]), text])
    assert "Line 3" in str(refused.value)


def test_a_file_about_other_rules_is_refused() -> None:
    with pytest.raises(Refused):
        read(WOOD, [header(replace(WOOD, rules=WOOD.rules + 1))])


def test_merging_keeps_what_settles_more() -> None:
    unknown, won, lost = FINDINGS[0], replace(FINDINGS[1], deal=3), replace(FINDINGS[2], deal=3)
    longer = replace(unknown, effort=900)
    assert merged({3: unknown}, {3: won}) == merged({3: won}, {3: unknown}) == {3: won}
    assert better(unknown, longer) == better(longer, unknown) == longer
    assert merged({3: won}, {1: FINDINGS[1]}).keys() == {1, 3}
    with pytest.raises(Refused):
        merged({3: won}, {3: lost})


def test_a_summary_counts_each_kind_with_an_interval() -> None:
    counted = summary(FINDINGS)
    assert (counted.deals, counted.won.count, counted.lost.count, counted.unknown.count) == (3, 1, 1, 1)
    assert counted.unseen
    assert (counted.unseen.count, counted.unseen.total) == (1, 3)
    assert counted.proofs == {"reserve": 1}
    assert summary([Finding(1, WON, 5)]).unseen is None


def test_the_interval_is_wilson_s() -> None:
    half = share(50, 100)
    assert (round(half.low, 4), round(half.high, 4)) == (0.4038, 0.5962)
    none = share(0, 100)
    assert (none.low, round(none.high, 4)) == (0.0, 0.0370)
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize("file", sorted(KEPT.glob("*.jsonl")), ids=lambda file: file.stem)
def test_what_is_kept_can_be_read_and_its_wins_can_be_played(file: Path) -> None:
    subject = subject_of(file.stem)
    found = read(subject, file.read_text().splitlines(keepends=True))
    assert len(found) >= 100
    sample = [finding for finding in found.values() if finding.shown == WON][:5]
    sample += [finding for finding in found.values() if finding.proof == "reserve"][:5]
    assert sample
    assert all(holds(subject, finding) for finding in sample)
