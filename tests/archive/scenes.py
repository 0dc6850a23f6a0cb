"""What the archive holds: for each game and each variant a finished and a running table, and all that can happen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs

from core.base.chance import Dice
from core.base.durations import DAY
from core.games.mille.scoring import totals_of
from core.games.mille.state import GAME, Phase
from core.games.terrace.board import VARIANTS
from core.table import (
    REVEAL_WITHIN,
    Abandon,
    AcceptStandIn,
    Admit,
    Answer,
    AnswerStandIn,
    AskStandIn,
    Begin,
    Close,
    CloseUnbegun,
    ComeBack,
    Correct,
    DeclineStandIn,
    EndUnrevealed,
    Fischer,
    GoAway,
    LendSeat,
    Mark,
    Move,
    Pause,
    Planned,
    Redo,
    Resign,
    Restart,
    Resume,
    Return,
    RevealLuck,
    RunOut,
    SetWatching,
    Snapshot,
    Substitute,
    Table,
    TakeHint,
    TakeSeatBack,
    Undo,
)
from tests.archive.recorder import (
    ANNA,
    BERT,
    Recorder,
    at_random,
    computer,
    from_book,
    of_the_day,
    of_tournament,
    opened,
    practice,
    restored,
    sealing,
    view_in_turn,
    well,
)

DEAL = "d"
CLOCK = 60
"""Seconds for a move, at tables with a clock."""


def against_computer(id: str, name: str) -> Recorder:
    """A running game of one person, in which much is taken back."""
    made = opened(id, name, ANNA, computer(name))
    made.play(9, at_random)
    made.ask(0, Mark("before the storm"))
    made.play(4, well, demo=True)
    take_back(made)
    made.play(5, at_random)
    made.ask(0, Return("before the storm"))
    made.play(4, at_random)
    return made


def alone(id: str, name: str, *, deal: int = 7, options: dict[str, str] | None = None) -> Recorder:
    """A running game of one person alone, with a hint and all ways of taking back."""
    made = opened(id, name, ANNA, options=options, deal=deal)
    made.play(6, well)
    seen = made.table.seq
    made.ask(0, TakeHint())
    # Given while the hint was under way: what the giver saw is older than the last record, and still the position.
    made.ask(0, Mark("corner"), seen=seen)
    made.play(4, well, demo=True)
    take_back(made)
    made.ask(0, Return("corner"))
    made.play(3, at_random)
    made.ask(0, Restart())
    made.ask(0, Redo())
    made.play(4, at_random)
    return made


def take_back(made: Recorder) -> None:
    """Two moves of the first seat, of which one is done again; a long pause before."""
    made.ask(0, Undo(), later=1000)
    made.ask(0, Undo())
    made.ask(0, Redo())


def played_out(made: Recorder) -> Recorder:
    """The game to its end, or given up when there is no way on."""
    made.play(400, well)
    return made if made.table.ended else resigned(made)


def resigned(made: Recorder) -> Recorder:
    """The first seat gives up."""
    made.ask(0, Resign())
    return made


def timed_out(id: str, name: str) -> Recorder:
    """Two persons, one of whom takes too long."""
    made = opened(id, name, ANNA, BERT, clock=CLOCK)
    made.play(7, at_random)
    made.ask(None, RunOut(made.table.turn[0]), later=CLOCK + 0.5)
    return made


def out_of_time(id: str) -> Recorder:
    """A game with a clock for all of it, which a house says stood still, and another denies; then time runs out."""
    made = opened(id, "elixir", ANNA, BERT, clock=Fischer(CLOCK, 5))
    made.play(7, at_random)
    made.ask(None, Resume(), later=500)
    made.play(4, at_random)
    made.ask(None, Resume(), later=20)
    made.ask(None, Correct(), later=0.5)
    made.ask(None, RunOut(made.table.turn[0]), later=100)
    return made


def paused(id: str) -> Recorder:
    """A running game that both players leave and come back to, and that a house takes for left though it is not."""
    made = opened(id, "elixir", ANNA, BERT, clock=Fischer(CLOCK, 5))
    made.play(3, at_random)
    made.ask(None, Pause(), later=4)
    made.ask(None, Resume(), later=7000)
    made.play(2, at_random)
    made.ask(None, Pause(), later=2)
    made.ask(None, Correct(), later=0.2)
    made.play(2, at_random)
    made.ask(None, Pause(), later=3)
    return made


def slow(id: str) -> Recorder:
    """A running game of days, whose players go on vacation."""
    made = opened(id, "elixir", ANNA, BERT, clock=3 * DAY)
    made.play(5, at_random)
    for seat in (0, 1):
        made.ask(None, GoAway(seat, int(made.table.at) + 10 * DAY), later=3600)
    made.play(2, at_random)
    made.ask(None, ComeBack(0), later=4 * DAY)
    made.play(4, at_random)
    return made


def planned(id: str) -> Recorder:
    """A running game of days in which a reply was planned, and played."""
    made = opened(id, "elixir", ANNA, BERT, clock=Fischer(30 * DAY, DAY))
    made.play(2, at_random)
    seat = made.table.turn[0]
    made.ask(seat, Planned("roll", "any", 1), later=0.2)
    made.play(3, at_random)
    return made


def closed(id: str) -> Recorder:
    """A game that the house has closed."""
    made = opened(id, "elixir", ANNA, BERT)
    made.play(4, at_random)
    made.ask(None, Close())
    return made


def unbegun(id: str) -> Recorder:
    """A table at which nobody came to play."""
    made = opened(id, "elixir", ANNA)
    made.ask(None, CloseUnbegun(), later=DAY)
    return made


def abandoned(id: str) -> Recorder:
    """A game that the other does not go on with."""
    made = opened(id, "elixir", ANNA, BERT)
    made.play(5, at_random)
    made.ask(1 - made.table.turn[0], Abandon(), later=4 * DAY)
    return made


def watched(id: str) -> Recorder:
    """A running game at which only those look on who are admitted, some moves late."""
    made = opened(id, "elixir", ANNA, BERT)
    made.play(3, at_random)
    made.ask(0, SetWatching("invited", 2))
    made.ask(1, Admit("carl"))
    made.play(3, at_random)
    return made


def stood_in(id: str) -> Recorder:
    """A game in which the computer plays for somebody: at once, after an absence, and not when the other says no."""
    made = opened(id, "elixir", ANNA, BERT)
    bot = computer("elixir").bot
    made.play(3, at_random)
    made.ask(0, AskStandIn(bot))
    made.ask(1, AnswerStandIn(yes=False))
    made.ask(0, AskStandIn(bot))
    made.ask(1, AnswerStandIn(yes=True))
    while made.table.turn == (1,):
        made.play(1, at_random)
    made.ask(0, Substitute("roll", bot))
    made.ask(0, TakeSeatBack())
    made.play(5, at_random)
    waits = made.table.turn[0]
    made.ask(waits, AskStandIn(bot, 3600))
    made.ask(1 - waits, AnswerStandIn(yes=True))
    made.ask(None, LendSeat(waits), later=4000)
    made.ask(1 - waits, Resign())
    return made


def lent(id: str) -> Recorder:
    """A game of mille in which another person plays for somebody: at once, or after an absence; or would rather not."""
    made = opened(id, "mille", ANNA, BERT)
    made.play(6, at_random)
    for after, answer in (
        (0, AcceptStandIn(0, "carl")),
        (60, DeclineStandIn(0, "carl")),
        (60, AcceptStandIn(0, "carl")),
    ):
        made.ask(0, AskStandIn("", after, "carl"))
        made.ask(1, AnswerStandIn(yes=True))
        made.ask(None, answer)
        if not after:
            made.play(8, at_random)
            made.ask(0, TakeSeatBack(), stand_in="carl")
    while made.table.turn == (1,):
        made.play(1, at_random)
    made.ask(None, LendSeat(0), later=100)
    made.play(4, at_random)
    made.ask(0, TakeSeatBack())
    made.play(3, at_random)
    return made


def between_two(id: str) -> Recorder:
    """A running game of El-Ixir, in which a move is asked back, refused, asked back again and given."""
    made = opened(id, "elixir", ANNA, BERT)
    made.play(7, at_random)
    made.play(1 + (made.table.turn[0] == 0), at_random)
    while made.table.state.rolled:
        made.play(1, at_random)
    asks = made.table.now.by or 0
    for yes in (False, True):
        made.ask(asks, Undo())
        made.ask(1 - asks, Mark("what now?"), seen=made.table.seq - 1)
        made.ask(1 - asks, Answer(yes))
    made.play(3, at_random)
    return made


# Mille.


def phase(made: Recorder) -> Phase:
    """What the table waits for."""
    waits_for: Phase = made.table.state.phase
    return waits_for


def hand_of_mille(id: str) -> Recorder:
    """One hand between two persons, one of whom has their cards ordered, and then stops."""
    made = opened(id, "mille", ANNA, BERT)
    made.ask(0, Move("o"))
    while phase(made) is not Phase.HAND_OVER:
        made.play(1, well)
    made.ask(1, Move("stop"))
    return made


def last_hand_of_mille(id: str) -> Recorder:
    """A practice copy of the end of a long session, in which the game is booked when the session is stopped."""
    made = practice(id, _session_of_mille(), 0, _near_the_end())
    while not made.table.ended:
        made.play(1, well)
        if phase(made) is Phase.HAND_OVER:
            is_booked = max(totals_of(made.table.state)) >= GAME
            made.ask(0, Move("stop" if is_booked else "another"))
    return made


def _session_of_mille() -> Recorder:
    made = opened("session", "mille", ANNA, computer("mille"))
    while phase(made) is not Phase.HAND_OVER or max(totals_of(made.table.state)) < GAME:
        if phase(made) is Phase.HAND_OVER:
            made.ask(0, Move("another"))
        made.play(1, well)
    return made


def _near_the_end() -> Snapshot:
    snapshot: Snapshot = _session_of_mille().table.now
    for _ in range(6):
        assert snapshot.previous
        snapshot = snapshot.previous
    return snapshot


def second_hand_of_mille(id: str, extends: bool) -> Recorder:
    """A running session, in whose first hand somebody reaches 700 miles and says whether the trip goes on."""
    made = opened(id, "mille", ANNA, BERT)
    while phase(made) is not Phase.EXTENSION:
        made.play(1, well)
    made.ask(made.table.turn[0], Move("yes" if extends else "no"))
    while phase(made) is not Phase.HAND_OVER:
        made.play(1, well)
    made.ask(0, Move("another"))
    made.play(3, at_random)
    return made


# Copies.


def practised(id: str, original: Recorder, seat: int | None) -> Recorder:
    """A running practice copy of a game as it stands."""
    made = practice(id, original, seat)
    made.play(5, at_random)
    return made


def late_practice(id: str) -> Recorder:
    """A practice copy that begins near the end of a game of Terrace, and is won."""
    original = opened("long", "terrace", ANNA)
    original.play(200, well)
    return played_out(practice(id, original, 0))


def gone_on_with(made: Recorder) -> Recorder:
    """A copy that is played on."""
    made.play(6, at_random)
    return made


def sealed(id: str) -> Recorder:
    """Two persons who have sealed their luck, and reveal it when both sit; the second one first."""
    players = sealing(ANNA), sealing(BERT)
    made = from_book(id, "mille", *players)
    for seat in (1, 0):
        made.ask(seat, RevealLuck(players[seat].nonce, players[seat].luck))
    made.ask(None, Begin())
    made.play(9, at_random)
    return made


def unrevealed(id: str) -> Recorder:
    """One has sealed luck and does not reveal it; the other one has given theirs at once."""
    made = from_book(id, "elixir", sealing(ANNA), BERT)
    made.ask(None, EndUnrevealed(), later=REVEAL_WITHIN)
    return made


def variants() -> dict[str, Callable[[], Recorder]]:
    """A finished and a running game of each variant of Terrace."""
    scenes: dict[str, Callable[[], Recorder]] = {}
    for number, variant in enumerate(VARIANTS, 1):
        options = {"variant": variant}
        scenes[f"terrace-{variant}-running"] = partial(alone, f"terrace{number}", "terrace", options=options)
        scenes[f"terrace-{variant}-finished"] = partial(given_up, f"given{number}", options)
    return scenes


def with_number(id: str, name: str) -> Recorder:
    """A game whose seed is from a book; the first luck was known before its number was taken."""
    made = from_book(id, name, attrs.evolve(ANNA, early=True), BERT)
    made.play(6, at_random)
    return made


def with_a_program(id: str, name: str) -> Recorder:
    """A game with a program for bot ratings."""
    made = from_book(id, name, ANNA, attrs.evolve(BERT, program=True), programs="rated")
    made.play(6, at_random)
    return made


def given_up(id: str, options: dict[str, str]) -> Recorder:
    """A game of Terrace that is given up."""
    made = opened(id, "terrace", ANNA, options=options, deal=11)
    made.play(60, well)
    return resigned(made)


def redealt(id: str) -> Recorder:
    """A game of General's Patience in which the stock is turned through as fast as it goes, up to the redeal."""
    made = opened(id, "terrace", ANNA, options={"variant": "generals-patience"})
    made.play(1, well)
    while not made.table.state.redeals:
        made.play(1, turning)
    made.play(4, well)
    return made


def turning(table: Table, dice: Dice) -> str:
    """A deal whenever it is allowed."""
    return DEAL if DEAL in table.game.moves(view_in_turn(table)) else well(table, dice)


SCENES: dict[str, Callable[[], Recorder]] = {
    "mille-running": partial(against_computer, "mille1", "mille"),
    "mille-finished": partial(hand_of_mille, "mille2"),
    "mille-extended-running": partial(second_hand_of_mille, "mille3", extends=True),
    "mille-declined-running": partial(second_hand_of_mille, "mille4", extends=False),
    "mille-timeout": partial(timed_out, "mille5", "mille"),
    "mille-resigned": lambda: resigned(against_computer("mille6", "mille")),
    "mille-lent-running": partial(lent, "mille12"),
    "mille-seat-free-running": partial(opened, "mille7", "mille", ANNA),
    "mille-practice-running": lambda: practised("mille8", against_computer("mille1", "mille"), 0),
    "mille-practice-of-two-running": lambda: practised("mille9", second_hand_of_mille("mille3", extends=True), None),
    "mille-practice-finished": partial(last_hand_of_mille, "mille10"),
    "mille-exact-copy-running": lambda: gone_on_with(restored("mille11", against_computer("mille1", "mille"))),
    "elixir-running": partial(between_two, "elixir1"),
    "elixir-finished": lambda: played_out(opened("elixir2", "elixir", ANNA, computer("elixir"))),
    "elixir-computer-running": partial(against_computer, "elixir3", "elixir"),
    "elixir-timeout": partial(timed_out, "elixir4", "elixir"),
    "elixir-out-of-time": partial(out_of_time, "elixir7"),
    "elixir-paused-running": partial(paused, "elixir14"),
    "elixir-slow-running": partial(slow, "elixir8"),
    "elixir-stood-in": partial(stood_in, "elixir10"),
    "elixir-planned-running": partial(planned, "elixir9"),
    "elixir-watched-running": partial(watched, "elixir10"),
    "elixir-closed": partial(closed, "elixir11"),
    "elixir-abandoned": partial(abandoned, "elixir12"),
    "elixir-unbegun": partial(unbegun, "elixir13"),
    "elixir-practice-running": lambda: practised("elixir5", between_two("elixir1"), None),
    "elixir-exact-copy-running": lambda: gone_on_with(restored("elixir6", against_computer("elixir3", "elixir"))),
    "pileon-running": partial(alone, "pileon1", "pileon", deal=1),
    "pileon-finished": lambda: played_out(opened("pileon2", "pileon", ANNA, deal=2)),
    "pileon-gave-up": lambda: resigned(alone("pileon3", "pileon", deal=2**31 - 1)),
    "pileon-practice-running": lambda: practised("pileon4", alone("pileon1", "pileon", deal=1), 0),
    "pileon-exact-copy-running": lambda: gone_on_with(restored("pileon5", alone("pileon1", "pileon", deal=1))),
    "pileon-sealed-day-finished": lambda: played_out(of_the_day("pileon6", "pileon", ANNA)),
    "mille-numbered-running": partial(with_number, "mille13", "mille"),
    "mille-sealed-running": partial(sealed, "mille14"),
    "elixir-unrevealed": partial(unrevealed, "elixir19"),
    "elixir-numbered-finished": lambda: resigned(with_number("elixir15", "elixir")),
    "elixir-tournament-resigned-early": lambda: resigned(of_tournament("elixir18", "elixir", ANNA, BERT, clock=CLOCK)),
    "elixir-bot-finished": lambda: resigned(with_a_program("elixir19", "elixir")),
    "elixir-numbered-exact-copy-running": lambda: restored("elixir17", with_number("elixir16", "elixir")),
    **variants(),
    "terrace-redealt-running": partial(redealt, "terrace19"),
    "terrace-practice-finished": partial(late_practice, "terrace20"),
    "terrace-practice-running": lambda: practised("terrace21", alone("terrace1", "terrace"), 0),
    "terrace-exact-copy-finished": lambda: resigned(restored("terrace22", alone("terrace1", "terrace"))),
}
"""By the names of their files."""
