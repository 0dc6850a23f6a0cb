"""A moment of a recorded game as a picture."""

from __future__ import annotations

from core.base.game import SPECTATOR
from core.base.message import english
from core.replay.player import Player
from frontends.terminal.picture import Look
from frontends.visit.replay.painting import moment, status, still, where
from tests.frontends.sharing.recordings import a_game


def test_still_has_the_board_of_the_replay_and_no_keys() -> None:
    player = Player(a_game("mille", 6))
    shown, alone = moment(player, Look()).text(), still(player, Look()).text()
    assert shown.split("\n")[:2] == alone.split("\n")[:2]
    assert "paused" in shown
    assert "paused" not in alone
    assert len(still(player, Look()).rows) == 24
    assert still(player, Look()).cursor is None


def test_solitaire_does_not_say_whose_view_it_is() -> None:
    solitaire, game = (Player(a_game(name, 2)).seen_by(SPECTATOR) for name in ("pileon", "mille"))
    assert english(where(solitaire), solitaire.recording.names).startswith("move 0 of 2, 0:0")
    assert english(where(solitaire), solitaire.recording.names)[-1].isdigit()
    assert english(where(game), game.recording.names).endswith(", as a spectator")
    assert english(status(game.play()), game.recording.names).endswith("1 a second, as a spectator")


def test_message_may_say_something_else() -> None:
    player = Player(a_game("mille", 6))
    assert "Bert has the controls." in moment(player, Look(), told=("Bert has the controls.",)).text()
