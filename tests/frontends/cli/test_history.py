"""The file of typed lines."""

from pathlib import Path

from frontends.cli.history import MOST, Past


def test_lines_come_back_in_order(tmp_path: Path) -> None:
    file = tmp_path / "deeper" / "history"
    for line in ("first", "zweite ♣"):
        Past(file).add(line)
    assert Past(file).lines == ["first", "zweite ♣"]


def test_the_file_is_private(tmp_path: Path) -> None:
    Past(tmp_path / "history").add("line")
    assert (tmp_path / "history").stat().st_mode & 0o777 == 0o600


def test_a_long_history_is_cut_to_its_end_and_stays_private(tmp_path: Path) -> None:
    file = tmp_path / "history"
    for number in range(2 * MOST + 1):
        Past(file).add(str(number))
    assert Past(file).lines == file.read_text().splitlines() == [str(n) for n in range(MOST + 1, 2 * MOST + 1)]
    assert file.stat().st_mode & 0o777 == 0o600


def test_without_a_usable_file_nothing_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for unusable in (None, tmp_path, tmp_path / "file" / "history"):
        Past(unusable).add("line")
        assert Past(unusable).lines == []
