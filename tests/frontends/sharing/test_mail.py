"""Games as plain text."""

from __future__ import annotations

from core.replay.player import Player
from frontends.sharing.mail import mail
from frontends.terminal.picture import Look
from tests.frontends.sharing.recordings import a_game


def test_text_says_what_it_is_shows_the_board_and_says_how_far_it_is() -> None:
    player = Player(a_game("terrace", 5))
    lines = mail(player.go(len(player.recording)), Look()).split("\n")
    assert lines[0] == "Terrace, deal 7: Anna"
    assert lines[1] == ""
    assert lines[-2].startswith("move 5 of 5, ")
    assert lines[-1] == ""
    assert max(map(len, lines)) <= 80
    assert not any(line.endswith(" ") for line in lines)


def test_text_is_in_the_language_that_is_asked_for() -> None:
    player = Player(a_game("mille", 3))
    player = player.go(len(player.recording))
    assert mail(player, Look(language="fr")).split("\n")[0].endswith("Anna, Bert")
    assert "coup 3 sur 3" in mail(player, Look(language="fr"))


def test_plain_characters_keep_their_columns() -> None:
    player = Player(a_game("mille", 3))
    assert mail(player, Look(utf8=False, language="fr")).isascii()
