"""Whatever is made of a game shows no more than its viewer may know, and every game can be made into everything."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import SPECTATOR, Seat, Viewer
from core.games import GAMES
from core.replay.player import Player
from core.replay.recording import Recording
from frontends.sharing.cast import cast
from frontends.sharing.cropping import cropped
from frontends.sharing.mail import mail, title
from frontends.sharing.svg import svg
from frontends.terminal.picture import Look
from frontends.visit.replay.painting import still, where
from journal import Record
from tests.core.recorded import ID
from tests.examples import examples
from tests.frontends.sharing.recordings import NAMES, Redealt, a_game, played

LOOKS = (Look(), Look(rows=20, columns=40, language="fr"), Look(rows=40, columns=132, utf8=False, language="de"))
HIDING = [name for name, game in GAMES.items() if game.hides]


def everything(recording: Recording, viewer: Viewer, look: Look) -> list[str]:
    """All that can be made of a game for a viewer: pictures at its end, which a recording has at all moves."""
    moment = Player(recording).go(len(recording)).seen_by(viewer)
    name, said = (look.words.say(one, recording.names) for one in (title(moment), where(moment)))
    drawn = svg(cropped(still(moment, look)), name, said=said)
    return [*cast(moment.go(1), look), mail(moment, look), drawn]


def recorded(records: Sequence[Record], viewer: Viewer, seed: bytes | None) -> Recording:
    """The game, or one that this viewer cannot tell from it."""
    own = (viewer.number,) if viewer.number is not None else ()
    return Recording(ID, Redealt(records, viewer, seed) if seed is not None else records, NAMES, own)


@pytest.mark.parametrize("name", HIDING)
@examples(30, 2)
@given(st.binary(min_size=1, max_size=4), st.integers(1, 20), st.sampled_from(LOOKS))
def test_nobody_is_shown_what_they_may_not_know(name: str, seed: bytes, moves: int, look: Look) -> None:
    records = played(name, moves, seed=seed)
    viewers: tuple[Viewer, ...] = (SPECTATOR, *map(Seat, range(GAMES[name].seats)))
    for viewer in viewers:
        shown = everything(recorded(records, viewer, None), viewer, look)
        assert shown == everything(recorded(records, viewer, seed), viewer, look)


def test_law_would_find_who_sees_too_much() -> None:
    records = played("mille", 4)
    one, two = (
        [recorded(records, Seat(0), seed).view(seq, Seat(1)).view for seq in range(6, len(records) + 1)]
        for seed in (None, b"1")
    )
    assert one != two


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.columns}x{look.rows}")
@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_made_into_everything(name: str, look: Look) -> None:
    recording = a_game(name, 4, over=True)
    for viewer in recording.perspectives:
        for text in everything(recording, viewer, look):
            if text.startswith("<svg"):
                fromstring(text)
