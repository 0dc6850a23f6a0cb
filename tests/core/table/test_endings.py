"""How a game ended: three sentences, and those for who was away."""

from __future__ import annotations

import pytest

from core.base.game import Outcome
from core.base.message import english
from core.games import GAMES
from core.table import tell_ending, tell_missed

NAMES = ("Anna", "Bert")


def told(game: str, outcome: Outcome, seat: int | None) -> str:
    return english(tell_ending(GAMES[game], outcome, seat), NAMES)


def missed(game: str, outcome: Outcome, seat: int, standing: tuple[int, ...] = (102, 25)) -> str:
    return english(tell_missed(GAMES[game], GAMES[game].title, outcome, seat, standing), NAMES)


@pytest.mark.parametrize(
    ("game", "outcome", "winner", "loser", "watcher"),
    [
        ("elixir", Outcome("resigned", (0,)), "Bert resigned. You win.", "You resigned. Anna wins.",
            "Bert resigned. Anna wins."),
        ("elixir", Outcome("timeout", (0,)), "Bert ran out of time. You win.", "Your time ran out. Anna wins.",
            "Bert ran out of time. Anna wins."),
        ("elixir", Outcome("over", (0,), (102, 25)), "You win, 102 to 25.", "You lose, 25 to 102.",
            "Anna wins by 102 points to 25."),
        ("mille", Outcome("games", (0,), (2, 1)), "You win the session, 2 games to 1.",
            "You lose the session, 1 games to 2.", "Anna wins the session by 2 games to 1."),
        ("mille", Outcome("games", (0,), (1, 0)), "You win the session, one game to none.", "You lose the only game.",
            "Anna wins the session by one game to none."),
        ("mille", Outcome("points", (0,), (700, 300)), "You win the session, 700 points to 300.",
            "You lose the session, 300 points to 700.", "Anna wins the session by 700 points to 300."),
    ],
)  # fmt: skip
def test_winner_loser_and_watchers_are_told_three_sentences(
    game: str, outcome: Outcome, winner: str, loser: str, watcher: str
) -> None:
    assert [told(game, outcome, seat) for seat in (0, 1, None)] == [winner, loser, watcher]


@pytest.mark.parametrize(
    ("outcome", "winner", "loser"),
    [
        (Outcome("resigned", (0,)), "Bert resigned at El-Ixir, you won 102 to 25",
            "You resigned at El-Ixir, Anna won"),
        (Outcome("timeout", (0,)), "Bert ran out of time at El-Ixir, you won 102 to 25",
            "Your time ran out at El-Ixir, Anna won"),
        (Outcome("over", (0,), (102, 25)), "You won at El-Ixir against Bert, 102 to 25",
            "You lost at El-Ixir against Anna, 25 to 102"),
        (Outcome("over", (), (50, 50)), "Your game of El-Ixir with Bert ended in a tie",
            "Your game of El-Ixir with Anna ended in a tie"),
        (Outcome("abandoned", ()), "Bert abandoned El-Ixir because you had not moved for days: nobody won",
            "Anna abandoned El-Ixir because you had not moved for days: nobody won"),
    ],
)  # fmt: skip
def test_who_was_away_is_told_who_did_it_and_who_won(outcome: Outcome, winner: str, loser: str) -> None:
    assert [missed("elixir", outcome, seat) for seat in (0, 1)] == [f"{winner}.", f"{loser}."]


def test_score_that_says_the_contrary_is_left_out() -> None:
    assert missed("elixir", Outcome("timeout", (0,)), 0, (10, 20)) == "Bert ran out of time at El-Ixir, you won."


def test_solitaire_has_no_other_player() -> None:
    assert missed("terrace", Outcome("timeout", ()), 0, (12,)) == "Terrace is over: Your time ran out."
