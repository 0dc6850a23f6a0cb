"""Brings the catalogues up to date with the sources, and says what is not translated yet."""

from __future__ import annotations

from tests.catalogue.files import TRANSLATED, read, strings, write_all


def main() -> None:
    """Write all files and print the sentences without a translation."""
    write_all()
    for code in TRANSLATED:
        left = [said.id for said in read(code) if said.id and not all(strings(said))]
        for id in left:
            print(f"{code}: {id!r}")
        print(f"{code}: {len(left)} sentences are not translated yet")


if __name__ == "__main__":
    main()
