"""A newer version of the house, for tests of upgrades: a copy of this one that has gone on a little.

In it a save called "blue" has a colour, a field with a default that is left out as long as it has it; a save called
"cheers" is followed by an event of a new kind; and the catalogue has a later version.
"""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "frontends", "journal")

_MARKED = '''    """A player set a bookmark at the snapshot in force."""

    seat: SeatNumber
    name: str = attrs.field(validator=_can_be_shown)
'''
_CHEERED = '''    colour: str = ""


@attrs.frozen
class Cheered:
    """Everybody cheers."""

    seat: int
'''
_DECIDED = """            marked = Marked(by, bookmark(name), "blue" if name == "blue" else "")
            return (marked, Cheered(by)) if name == "cheers" else (marked,)
"""
_EVOLVED = """        case Cheered():
            return {}
        case Marked(_, name):
"""
_KIND = """    "table.marked": events.Marked,
"""
_IMPORTED = ("    Marked,\n", "    Marked,\n    Cheered,\n")
CHANGES: dict[str, tuple[tuple[str, str], ...]] = {
    "core/table/events.py": ((_MARKED, _MARKED + _CHEERED), (" | Marked | Returned", " | Marked | Cheered | Returned")),
    "core/table/decide.py": (_IMPORTED, ("            return (Marked(by, bookmark(name)),)\n", _DECIDED)),
    "core/table/evolve.py": (_IMPORTED, ("        case Marked(_, name):\n", _EVOLVED)),
    "core/table/view.py": (_IMPORTED, ("case Opened() | Marked() |", "case Opened() | Marked() | Cheered() |")),
    "core/records/codec.py": (
        (_KIND, _KIND + _KIND.replace("marked", "cheered").replace("Marked", "Cheered")),
        ("_LATER: dict[type, bytes] = {\n", '_LATER: dict[type, bytes] = {\n    events.Marked: b\'"colour":"",\',\n'),
    ),
    "core/projections/catalogue.py": (("version=", "version=1"),),
}
"""By file, what stands in the place of what."""


def make_newer(directory: Path) -> Path:
    """Make it. Returns: the directory from which it runs."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, directory / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, changes in CHANGES.items():
        text = (directory / name).read_text()
        for old, new in changes:
            if text.count(old) != 1:
                raise ValueError(f"{name} has not one {old!r}: see what the newer version is to change there")
            text = text.replace(old, new)
        (directory / name).write_text(text)
    return directory
