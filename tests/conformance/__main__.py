"""`make conformance RECORDINGS=DIR`: replay recorded games of the originals, print the counts, fail on a difference."""

import sys
from pathlib import Path

from tests.conformance import aisleriot, elixir


def main() -> int:
    """Returns: the exit status; 0 without differences."""
    directory = Path(sys.argv[1])
    if not directory.is_dir():
        print(f"There is no folder {directory}: name one with RECORDINGS=DIR.", file=sys.stderr)
        return 2
    differences = elixir.run(directory) + aisleriot.run(directory)
    print(f"{differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
