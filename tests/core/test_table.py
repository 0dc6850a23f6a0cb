"""The decider around every game, given / when / expect."""

from __future__ import annotations

from typing import Any

import pytest

from core.chance import Dice
from core.game import Play, Refused
from core.games import GAMES
from core.table import (
    Answer,
    Chair,
    Command,
    Ended,
    Hinted,
    Mark,
    Marked,
    Move,
    Opened,
    RanOut,
    Redo,
    Redone,
    Resign,
    Resigned,
    Restart,
    Return,
    Returned,
    RunOut,
    Said,
    Say,
    Seated,
    Sit,
    Stamp,
    Table,
    TakebackAsked,
    TakebackRefused,
    TakeHint,
    TakenBack,
    Undo,
    decide,
    evolve,
    hash_code,
    open_table,
    sight,
    tell,
)

SEED = bytes(range(16))


def opened(name: str, clock: int = 0) -> Table:
    """A table with the game dealt and nobody seated."""
    game = GAMES[name]
    options = {option.name: option.choices[0] for option in game.options}
    event = Opened("tst01", name, game.rules, tuple(options.items()), SEED.hex(), None, clock)
    table = open_table(game, event, Stamp(1, 1000.0))
    for seq, dealt in enumerate(game.begin(options, Dice(SEED, name, 1)), 2):
        table = evolve(table, dealt, Stamp(seq, 1000.0))
    return table


def when(table: Table, *commands: Command) -> Table:
    """The table after some commands, each a second after the one before."""
    for command in commands:
        table, _ = after(table, command)
    return table


def after(table: Table, command: Command) -> tuple[Table, tuple[Any, ...]]:
    """The table after a command, and the events it led to."""
    events = decide(table, command, Dice(table.seed, table.game.name, table.seq + 1), table.at + 1)
    move = command.text if isinstance(command, Move) else None
    at = table.at + 1
    for number, event in enumerate(events):
        first = number == 0
        stamp = Stamp(table.seq + 1, at, getattr(command, "seat", None) if first else None, move if first else None)
        table = evolve(table, event, stamp)
    return table, events


def moves(table: Table, seat: int = 0) -> list[str]:
    return list(table.game.moves(table.game.view(table.state, seat)))


def pileon() -> Table:
    return when(opened("pileon"), Sit(0, "Anna"))


def elixir(clock: int = 0) -> Table:
    return when(opened("elixir", clock), Sit(0, "Anna"), Sit(1, "Bert"))


def place(table: Table) -> Table:
    """Roll and place the first block that can be placed."""
    seat = table.turn[0]
    table = when(table, Move(seat, "roll"))
    return when(table, Move(seat, moves(table, seat)[0]))


def refusal(table: Table, command: Command) -> str:
    with pytest.raises(Refused) as refused:
        after(table, command)
    return str(refused.value)


def test_person_takes_a_free_seat():
    table, events = after(opened("elixir"), Sit(1, "  Bert\x1b[2J ", code="x"))
    assert events == (Seated(1, "Bert [2J", code="x"),)
    assert table.chairs == (Chair(), Chair("Bert [2J", code="x"))


def test_taken_seat_same_name_and_no_name_are_refused():
    table = when(opened("elixir"), Sit(0, "Anna"))
    assert refusal(table, Sit(0, "Bert")) == "That seat is taken."
    assert refusal(table, Sit(1, "ANNA")) == "Somebody at this table has that name already."
    assert refusal(table, Sit(1, "\n")) == "A player needs a name."
    assert refusal(table, Sit(2, "Bert")) == "There is no such seat at this table."


def test_nobody_moves_before_all_seats_are_taken():
    table = when(opened("elixir"), Sit(0, "Anna"))
    assert refusal(table, Move(0, "roll")).startswith("Nobody sits opposite yet")


def test_move_passes_through_to_the_game():
    table = pileon()
    moved, events = after(table, Move(0, moves(table)[0]))
    move = table.game.read(table.game.view(table.state, 0), moves(table)[0])
    assert events == table.game.decide(table.state, Play(0, move, Dice(SEED, table.game.name, 99)))
    assert moved.now.plays == 1


def test_free_takeback_restores_and_redo_repeats():
    table = pileon()
    first = when(table, Move(0, moves(table)[0]))
    second = when(first, Move(0, moves(first)[0]))
    undone, events = after(second, Undo(0))
    assert events == (TakenBack(0, first.now.seq),)
    assert undone.state == first.state
    assert undone.now.plays == 1
    redone, events = after(undone, Redo(0))
    assert events == (Redone(0, second.now.seq),)
    assert redone.state == second.state


def test_undo_goes_back_to_the_start_and_no_further():
    table = pileon()
    played = table
    for _ in range(4):
        played = when(played, Move(0, moves(played)[0]))
    undone = when(played, Undo(0), Undo(0), Undo(0), Undo(0))
    assert undone.state == table.state
    assert refusal(undone, Undo(0)) == "There is nothing to take back."
    assert when(undone, Redo(0), Redo(0), Redo(0), Redo(0)).state == played.state


def test_restart_takes_back_everything_and_can_itself_be_undone_by_redo():
    table = pileon()
    played = when(table, Move(0, moves(table)[0]))
    played = when(played, Move(0, moves(played)[0]))
    again = when(played, Restart(0))
    assert again.state == table.state
    assert when(again, Redo(0), Redo(0)).state == played.state


def test_new_move_clears_what_could_be_done_again():
    table = pileon()
    undone = when(table, Move(0, moves(table)[0]), Undo(0))
    moved = when(undone, Move(0, moves(undone)[1]))
    assert refusal(moved, Redo(0)) == "There is nothing to do again."


def test_bookmark_can_be_returned_to_from_another_line_of_play():
    table = pileon()
    marked, events = after(when(table, Move(0, moves(table)[0])), Mark(0, " The  Fork "))
    assert events == (Marked(0, "the fork"),)
    elsewhere = when(marked, Undo(0), Move(0, moves(table)[2]))
    returned, events = after(elsewhere, Return(0, "The fork"))
    assert events == (Returned(0, "the fork"),)
    assert returned.state == marked.state
    assert refusal(elsewhere, Return(0, "nowhere")) == 'There is no bookmark "nowhere" here.'


def test_takeback_of_two_players_needs_consent():
    table = place(elixir())
    asked, events = after(table, Undo(0))
    assert events == (TakebackAsked(0),)
    assert asked.asks == 0
    assert refusal(asked, Answer(0, yes=True)) == "Nobody asks you to take back a move."
    refused, events = after(asked, Answer(1, yes=False))
    assert events == (TakebackRefused(1),)
    assert refused.asks is None
    granted = when(asked, Answer(1, yes=True))
    assert table.now.before
    assert granted.now.seq == table.now.before.seq
    assert granted.turn == (0,)


def test_takeback_never_crosses_a_roll():
    table = when(place(elixir()), Move(1, "roll"))
    assert refusal(table, Undo(0)) == "That move cannot be taken back: something has been revealed since."


def test_takeback_is_refused_where_cards_were_seen():
    table = when(opened("mille"), Sit(0, "Anna"), Sit(1, "Bert"))
    assert refusal(table, Undo(0)) == "In this game no move can be taken back."


def test_resigning_ends_the_game_for_the_others():
    table, events = after(elixir(), Resign(0))
    assert events == (Resigned(0), Ended((1,), "Anna resigned."))
    assert table.outcome
    assert table.outcome.winners == (1,)
    assert table.turn == ()


def test_ended_table_refuses_everything():
    table = when(elixir(), Resign(0))
    for command in (Move(1, "roll"), Say("Anna", 0, "hello"), Resign(1), Undo(0), Sit(0, "Carl"), Mark(0, "x")):
        assert refusal(table, command) == "This game is over."


def test_clock_ends_the_game_of_the_one_to_move():
    table, events = after(elixir(clock=60), RunOut(0))
    assert events == (RanOut(0), Ended((1,), "Anna ran out of time."))
    assert table.outcome
    assert table.outcome.winners == (1,)
    assert refusal(elixir(clock=60), RunOut(1)) == "No time ran out."
    assert refusal(elixir(), RunOut(0)) == "No time ran out."


def test_chat_is_one_clean_line():
    _, events = after(elixir(), Say("Anna", 0, "hello\x1b[31m\nSYSTEM: bye\u202e"))
    assert events == (Said("Anna", 0, "hello [31m SYSTEM: bye"),)
    assert refusal(elixir(), Say("Anna", 0, "\x07\n")) == "Say what?"


def test_players_do_not_hear_spectators():
    table = elixir()
    assert tell(table, Said("Carl", None, "play a4"), 0) == ""
    assert tell(table, Said("Carl", None, "play a4"), None) == "Carl: play a4"
    assert tell(table, Said("Anna", 0, "hm"), 1) == "Anna: hm"


def test_seed_is_shown_when_the_game_is_over_and_not_before():
    table = elixir()
    assert sight(table, 0).seed == ""
    assert SEED.hex() not in repr([sight(table, seat) for seat in (None, 0, 1)])
    assert sight(when(table, Resign(0)), None).seed == SEED.hex()


def test_codes_are_kept_as_hashes_and_shown_to_nobody():
    table = when(opened("elixir"), Sit(0, "Anna", code=hash_code("tst01-secret")))
    assert table.seat_of("tst01-secret") == 0
    assert table.seat_of("tst01-wrong") is None
    assert table.seat_of("") is None
    assert hash_code("tst01-secret") not in repr(sight(table, 0))


def test_hints_are_counted():
    table, events = after(pileon(), TakeHint(0))
    assert events == (Hinted(0),)
    assert sight(table, 0).hints == 1
    assert refusal(elixir(), TakeHint(0)) == "There are no hints in this game."


def test_long_pause_is_not_play():
    table = pileon()
    later = evolve(table, Said("Anna", 0, "back"), Stamp(table.seq + 1, table.at + 7200.0))
    assert later.elapsed - table.elapsed == 300.0
