"""The pictures in README: a table of mille and one of Signora, drawn as `parlour export --svg` draws them.

    python -m tests.frontends.sharing.guide_pictures

writes them anew, after boards or their drawing have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from core.base.game import Seat
from core.base.message import english
from core.replay.player import Player
from core.replay.recording import Recording
from core.table import Begin, Sit
from frontends.sharing.cropping import cropped
from frontends.sharing.mail import title
from frontends.sharing.svg import svg
from frontends.terminal.picture import Look
from frontends.visit.replay.painting import still, where
from tests.core.recorded import ID, Recorder, opening, recorder
from tests.frontends.served import ROOT

PLACE = ROOT / "deploy/pictures"
SEED = b"guide"
"""Of the random moves, chosen for a position that shows something."""
NAMES = {"p0": "Anna", "p1": "Bert"}


def drawn() -> Iterator[tuple[Path, str]]:
    """Each file, and what is to stand in it."""
    mille, signora = recorder("mille"), _signora()
    mille.play(47, SEED)
    signora.play(18, SEED)
    for name, made in (("mille", mille), ("signora", signora)):
        yield PLACE / f"{name}.svg", _svg(Recording(ID, made.records, NAMES, (0,)))


def _signora() -> Recorder:
    made = Recorder(attrs.evolve(opening("terrace"), options=(("variant", "signora"),)))
    made.ask(None, Sit(0, "p0"))
    made.ask(None, Begin())
    return made


def _svg(recording: Recording) -> str:
    player = Player(recording).go(len(recording)).seen_by(Seat(0))
    name, said = (english(one, recording.names) for one in (title(player), where(player)))
    return svg(cropped(still(player, Look())), name, said=said)


if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for file, text in drawn():
        file.write_text(text)
