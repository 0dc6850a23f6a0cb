"""A newer version of the house, for tests of upgrades: a copy of this one that has gone on a little.

In it a save called "blue" has a colour, a field with a default that is left out as long as it has it; a save called
"cheers" is followed by an event of a new kind; and the catalogue has a later version.
"""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "frontends", "journal")

_MARKED = '''    """Whether nobody else is shown its name, because the person may not talk."""
'''
_CHEERED = '''    colour: str = ""


@attrs.frozen
class Cheered:
    """Everybody cheers."""

    seat: int
'''
_DECIDED = """            marked = events.Marked(by, bookmark(name), muted, "blue" if name == "blue" else "")
            return (marked, events.Cheered(by)) if name == "cheers" else (marked,)
"""
_EVOLVED = """        case events.Cheered():
            return {}
        case events.Marked(seat, name, muted):
"""
_LATER = "    commands.Redo: "
CHANGES: dict[str, tuple[tuple[str, str], ...]] = {
    "core/table/events.py": ((_MARKED, _MARKED + _CHEERED), (" | Marked | Hinted", " | Marked | Cheered | Hinted")),
    "core/table/decide.py": (("            return (events.Marked(by, bookmark(name), muted),)\n", _DECIDED),),
    "core/table/evolve.py": (("        case events.Marked(seat, name, muted):\n", _EVOLVED),),
    "core/table/view.py": ((" | events.Marked() |", " | events.Marked() | events.Cheered() |"),),
    "core/records/codec.py": ((_LATER, '    events.Marked: (b\'"colour":"","muted":false,\',),\n' + _LATER),),
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
