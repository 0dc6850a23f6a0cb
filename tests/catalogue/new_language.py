"""A new language: its catalogue, without a translation yet, and its row in the table of languages."""

from __future__ import annotations

from pathlib import Path

from babel import Locale, UnknownLocaleError

import frontends.locale.language as table
from tests.catalogue.extract import ROOT
from tests.catalogue.files import folder, progress, read, write

END_OF_TABLE = '}\n"""By their codes; '


def add(code: str) -> str:
    """Add a language to the table and write its catalogue. Returns: what to do next, or what is wrong with the code."""
    try:
        names = Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        return f"{code} is not the code of a language; try one such as de."
    if code in table.LANGUAGES:
        return f"{code} is in the table of languages already: make messages says what is missing."
    write(code)
    path = Path(table.__file__)
    path.write_text(with_row(path.read_text(encoding="utf-8"), code, names), encoding="utf-8")
    where = folder(code).relative_to(ROOT)
    return f"{code}: {progress(read(code))}.\nFill in {where}/parlour.po, then run make messages."


def with_row(source: str, code: str, names: Locale) -> str:
    """The source of the table of languages with one more row: what it calls itself, and what the others call it."""
    own = names.get_display_name(code) or code
    others = [names.get_display_name(other) or "" for other in table.LANGUAGES]
    asked_for = "".join(f'"{name.lower()}", ' for name in dict.fromkeys(others) if name and name != own)
    row = f'    "{code}": Spoken("{own}", ({asked_for.rstrip() if asked_for.count(",") == 1 else asked_for[:-2]})),\n'
    return source.replace(END_OF_TABLE, row + END_OF_TABLE)
