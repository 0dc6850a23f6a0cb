"""The process of `parlour`, in which `core`, `frontends` and `journal` are this package's folders, whatever else has
packages of these names. Nobody else's process is touched by it: only `main` changes where imports look first."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Run the command line."""
    sys.path.insert(0, str(Path(__file__).parent))
    from frontends.__main__ import main as run

    run()


if __name__ == "__main__":
    main()
