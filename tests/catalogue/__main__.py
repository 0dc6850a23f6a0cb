"""Brings the catalogues up to date with the sources, and says what is not translated yet.

python -m tests.catalogue         all of them
python -m tests.catalogue de      a new one: its files, and its row in the table of languages
"""

from __future__ import annotations

import sys

from tests.catalogue.files import TRANSLATED, progress, read, untranslated, write_all
from tests.catalogue.new_language import add


def main() -> None:
    """Write all files and print the sentences without a translation; or make the catalogue of a new language."""
    if codes := sys.argv[1:]:
        print(add(codes[0]))
        return
    write_all()
    for code in TRANSLATED:
        for said in untranslated(read(code)):
            print(f"{code}: {said.id!r}")
        print(f"{code}: {progress(read(code))}")


if __name__ == "__main__":
    main()
