"""Write the archive: `python -m tests.archive [NAME ...]`, the scenes that are not there yet, or those that are named.

What is in the archive stays as it is for ever, because every later version must read it: so a file that is there is
never written again. When a format or the rules of a game change, new scenes are added under new names.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from journal import JournalError
from journal.game_lines import write_lines
from tests.archive.recorder import Recorder
from tests.archive.scenes import SCENES

PLACE = Path(__file__).parent / "journals"


def main(names: list[str], place: Path = PLACE) -> int:
    """Write scenes into a folder. Returns: the exit status; 0 when all that were wanted are written."""
    unknown = [name for name in names if name not in SCENES]
    if unknown:
        click.echo(f"There is no scene {unknown[0]}; choose {', '.join(SCENES)}.", err=True)
        return 2
    place.mkdir(exist_ok=True)
    wanted = names or [name for name in SCENES if not file_of(name, place).exists()]
    try:
        for name in wanted:
            write(SCENES[name](), file_of(name, place))
    except JournalError as error:
        click.echo(error, err=True)
        return 1
    click.echo(f"{len(wanted)} files written to {place}.")
    return 0


def file_of(name: str, place: Path = PLACE) -> Path:
    """Where a scene lies."""
    return place / f"{name}.jsonl"


def write(made: Recorder, file: Path) -> None:
    """Write a table as `parlour export` does. Raises: JournalError when the file is there."""
    write_lines(file, made.records, {"stream": f"table/{made.id}", "names": made.names})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
