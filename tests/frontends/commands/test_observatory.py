"""`parlour observatory` from the outside: files, going on, merging, checking."""

from __future__ import annotations

from pathlib import Path

import click
from click.testing import CliRunner

from core.games.deals.findings import Finding, line, read, subject_of, summary
from frontends.__main__ import parlour

PILEON = subject_of("pileon")
ROOT = Path(__file__).parents[3]
KEPT = ROOT / "deploy" / "observatory"


def run(*words: str | Path) -> tuple[int, str]:
    """The exit status and what was said, as `main` makes them of a command's answer."""
    given = ["observatory", *map(str, words), "--workers", "1"]
    result = CliRunner().invoke(parlour, given, standalone_mode=False)
    if isinstance(result.exception, click.ClickException):
        return result.exception.exit_code, result.exception.format_message()
    assert result.exception is None
    return result.return_value, result.output


def kept(file: Path) -> dict[int, Finding]:
    return read(PILEON, file.read_text().splitlines(keepends=True))


def test_findings_are_kept_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    status, said = run("pileon", "--deals", "5..7", "--file", file)
    assert status == 0
    assert "pileon, rules version 1, 3 deals:" in said
    assert "shown winnable                66.7 %" in said
    assert kept(file).keys() == {5, 6, 7}


def test_file_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert run("pileon", "--file", nowhere / "x") == (1, f"The directory {nowhere} does not exist; make it first.")


def test_going_on_does_only_what_is_left(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    run("pileon", "--deals", "1..2", "--file", file)
    marked = file.read_text().replace('"effort":', '"effort":1000', 1)
    file.write_text(marked + '{"deal":9,"sho')
    assert run("pileon", "--deals", "1..4", "--file", file, "--resume")[0] == 0
    assert kept(file).keys() == {1, 2, 3, 4}
    assert kept(file)[1].effort >= 10_000


def test_a_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    run("pileon", "--deals", "1", "--file", file)
    status, said = run("pileon", "--deals", "2", "--file", file)
    assert status == 1
    assert "--resume" in said
    assert kept(file).keys() == {1}


def test_files_are_merged(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    run("pileon", "--deals", "1..2", "--file", one)
    run("pileon", "--deals", "2..3", "--file", other)
    run("pileon", "--deals", "1..1", "--file", one, "--resume", "--merge", other)
    assert kept(one).keys() == {1, 2, 3}


def test_a_forged_finding_is_found(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    run("pileon", "--deals", "1..3", "--file", file)
    assert "All 3 findings are correct." in run("pileon", "--file", file, "--check")[1]
    with file.open("a") as out:
        out.write(line(Finding(6, "won", 3)))
    status, said = run("pileon", "--file", file, "--check")
    assert (status, "Deal 6:" in said) == (1, True)


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    assert run("mille", "--file", tmp_path / "a")[0] == 1
    for deals in ("0..3", "5..2", "x", "3.."):
        assert run("pileon", "--deals", deals, "--file", tmp_path / "a")[0] == 2
    (tmp_path / "b").write_text("nonsense\n")
    assert run("pileon", "--file", tmp_path / "b", "--resume")[0] == 1
    assert run("pileon", "--file", tmp_path / "none", "--check")[0] == 1


def table(folder: Path) -> str:
    """What is known of every subject that has a file in a folder, as a table in Markdown."""
    lines = [
        "| game | deals | can be won | won without seeing the stock |",
        "|---|---|---|---|",
    ]
    for file in sorted(folder.glob("*.jsonl")):
        subject = subject_of(file.stem)
        found = summary(read(subject, file.read_text().splitlines(keepends=True)).values())
        unseen = of_all(found.unseen.count, found.unseen.total) if found.unseen else "-"
        least, most = found.won.count, found.deals - found.lost.count
        can = f"at least {of_all(least, found.deals)}, at most {of_all(most, found.deals)}"
        cells = (of_all(least, found.deals) if least == most else can, unseen)
        lines.append(f"| {file.stem}, rules {subject.rules} | {found.deals} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def of_all(count: int, deals: int) -> str:
    """Such as "82.0 % (410)"."""
    return f"{100 * count / deals:.1f} % ({count})"


def test_the_published_table_is_that_of_the_files_that_are_kept() -> None:
    assert table(KEPT) in (KEPT / "README.md").read_text()
