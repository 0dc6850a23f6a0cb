"""The decider around every game, given / when / expect."""

from __future__ import annotations

import attrs
import pytest
from msgspec.structs import replace

from core.base.chance import Dice, table_seed
from core.base.game import EVERYONE, SPECTATOR, Outcome, Play, Refused, Seat, Viewer
from core.base.message import english
from core.games import GAMES
from core.table import (
    Abandon,
    Admit,
    Answer,
    Begin,
    Begun,
    Chair,
    Close,
    CloseUnbegun,
    Command,
    Mark,
    Move,
    RecordInfo,
    Redo,
    Redone,
    Resign,
    Restart,
    Return,
    Returned,
    RunOut,
    Seated,
    SetWatching,
    Sit,
    Table,
    TakeHint,
    TakenBack,
    Undo,
    evolve,
    tell,
    view_table,
)
from core.table.decide import ABANDONED_AFTER
from core.table.events import Ended, Hinted, Marked, Origin, RanOut, Resigned, TakebackAsked, TakebackRefused
from tests.core.tables import HOUSE_SEED, after, begun, first_move, moves, opened, when


def place(table: Table) -> Table:
    """Roll and place the first block that can be placed."""
    seat = table.turn[0]
    return when(when(table, (seat, Move("roll"))), (seat, Move(moves(when(table, (seat, Move("roll"))), seat)[0])))


def refusal(table: Table, by: int | None, command: Command) -> str:
    with pytest.raises(Refused) as refused:
        after(table, by, command)
    return str(refused.value)


def test_person_and_bot_take_free_seats():
    table, events = after(opened("elixir"), None, Sit(1, person="p1", luck="tortoise"))
    assert events == (Seated(1, "p1", "", "tortoise"),)
    assert table.chairs == (Chair(), Chair("p1", luck="tortoise"))
    assert when(table, (None, Sit(0, bot="Adept"))).chairs[0] == Chair(bot="Adept")


def test_seats_that_cannot_be_taken_are_refused():
    table = when(opened("elixir"), (None, Sit(0, person="p0")))
    assert refusal(table, None, Sit(0, person="p1")) == "That seat is taken."
    assert refusal(table, None, Sit(1, person="p0")) == "You already sit at this table."
    assert refusal(table, None, Sit(2, person="p1")) == "This table does not have that seat."
    assert refusal(table, None, Sit(1)) == "A seat is for one player."
    assert refusal(table, None, Sit(1, person="p1", luck="x" * 101)) == "Luck is a line of at most 100 characters."


def test_reserved_seat_is_for_its_person_only():
    table = opened("elixir", reserved=("p0", ""))
    assert refusal(table, None, Sit(0, person="p1")) == "That seat is reserved for somebody else."
    assert when(table, (None, Sit(1, person="p1")), (None, Sit(0, person="p0"))).is_full


def test_game_begins_when_the_last_seat_is_taken_and_only_once():
    waiting = when(opened("mille"), (None, Sit(0, person="p0")))
    assert refusal(waiting, None, Begin()) == "The game begins when the last seat is taken."
    assert refusal(waiting, 0, Move("p")).startswith("Wait until somebody has joined")
    assert refusal(waiting, 0, Resign()) == "The game has not begun: just leave."
    assert waiting.turn == ()
    full = when(waiting, (None, Sit(1, person="p1")))
    table, events = after(full, None, Begin())
    assert events[0] == Begun()
    assert table.turn == (0,)
    assert refusal(table, None, Begin()) == "The game begins when the last seat is taken."


def test_deal_comes_from_the_house_seed_and_every_luck():
    one = begun("mille", luck=("hare", "tortoise"))
    seed = table_seed(HOUSE_SEED, ("hare", "tortoise"))
    dealt = GAMES["mille"].begin({}, Dice(seed, "mille", 1))[0]
    assert one.state == GAMES["mille"].evolve(GAMES["mille"].start({}), dealt)
    assert begun("mille", luck=("hare", "tortois")).state != one.state
    assert begun("mille", luck=("haretortoise", "")).state != one.state
    assert begun("mille", luck=("hare", "tortoise"), house_seed=bytes(32)).state != one.state


def test_only_those_who_sit_there_can_do_anything():
    table = begun("elixir")
    for by in (2, -1):
        assert refusal(table, by, Move("roll")) == "Only players at this table can do that."
    for command in (Move("roll"), Resign(), Undo(), Mark("x")):
        assert refusal(table, None, command) == "Only players at this table can do that."
    for house in (Begin(), Sit(0, person="p9"), RunOut(1)):
        assert refusal(table, 0, house) == "Only the house can do that."


def test_move_passes_through_to_the_game():
    table = begun("pileon")
    moved, events = after(table, 0, Move(moves(table)[0]))
    move = table.game.read(table.game.view(table.state, Seat(0)), moves(table)[0])
    assert events == table.game.decide(table.state, Play(0, move, table.dice()))
    assert moved.now.plays == 1


def test_free_takeback_restores_and_redo_repeats():
    table = begun("pileon")
    first = when(table, first_move(table))
    second = when(first, first_move(first))
    undone, events = after(second, 0, Undo())
    assert events == (TakenBack(0, first.now.seq),)
    assert undone.state == first.state
    assert undone.now.plays == 1
    redone, events = after(undone, 0, Redo())
    assert events == (Redone(0, second.now.seq),)
    assert redone.state == second.state


def test_undo_goes_back_to_the_start_and_no_further():
    table = begun("pileon")
    played = table
    for _ in range(4):
        played = when(played, first_move(played))
    undone = when(played, *[(0, Undo())] * 4)
    assert undone.state == table.state
    assert refusal(undone, 0, Undo()) == "There is nothing to take back."
    assert when(undone, *[(0, Redo())] * 4).state == played.state


@pytest.mark.parametrize("moves_made", [1, 2, 40])
def test_restart_takes_back_everything_and_one_redo_brings_it_back(moves_made):
    table = begun("terrace")
    played = table
    for _ in range(moves_made):
        played = when(played, first_move(played))
    again = when(played, (0, Restart()))
    assert again.state == table.state
    redone = when(again, (0, Redo(whole_reset=True)))
    assert (redone.state, redone.now.plays) == (played.state, moves_made)
    assert refusal(redone, 0, Redo()) == "There is nothing to redo."


def test_what_was_taken_back_before_a_restart_is_done_again_after_it():
    table = begun("pileon")
    played = table
    for _ in range(4):
        played = when(played, first_move(played))
    again = when(played, (0, Undo()), (0, Restart()), (0, Redo(whole_reset=True)))
    assert again.now.plays == 3
    assert when(again, (0, Redo(whole_reset=True))).state == played.state
    moved = when(again, (0, Restart()), first_move(table), (0, Undo()), (0, Redo(whole_reset=True)))
    assert moved.now.plays == 1


def test_new_move_clears_what_could_be_done_again():
    table = begun("pileon")
    undone = when(table, first_move(table), (0, Undo()))
    moved = when(undone, (0, Move(moves(undone)[1])))
    assert refusal(moved, 0, Redo()) == "There is nothing to redo."


def test_bookmark_can_be_returned_to_from_another_line_of_play():
    table = begun("pileon")
    marked, events = after(when(table, first_move(table)), 0, Mark(" The  Fork "))
    assert events == (Marked(0, "the fork"),)
    elsewhere = when(marked, (0, Undo()), (0, Move(moves(table)[2])))
    returned, events = after(elsewhere, 0, Return("The fork"))
    assert events == (Returned(0, "the fork"),)
    assert returned.state == marked.state
    assert refusal(elsewhere, 0, Return("nowhere")) == 'This table has no bookmark "nowhere".'


def test_takeback_of_two_persons_needs_consent():
    table = place(begun("elixir"))
    asked, events = after(table, 0, Undo())
    assert events == (TakebackAsked(0),)
    assert asked.asks == 0
    assert refusal(asked, 0, Answer(yes=True)) == "Nobody is asking you to take back a move."
    refused, events = after(asked, 1, Answer(yes=False))
    assert events == (TakebackRefused(1),)
    assert refused.asks is None
    granted = when(asked, (1, Answer(yes=True)))
    assert table.now.previous
    assert granted.now.seq == table.now.previous.seq
    assert granted.turn == (0,)


def test_takeback_of_two_persons_never_crosses_a_roll():
    table = when(place(begun("elixir")), (1, Move("roll")))
    assert refusal(table, 0, Undo()) == "You cannot take that move back: something has been revealed since."


def test_two_persons_at_mille_take_nothing_back():
    assert refusal(begun("mille"), 0, Undo()) == "You cannot take back moves in this game."


@pytest.mark.parametrize("name", ["mille", "elixir"])
def test_takeback_against_the_computer_always_works_and_brings_the_same_chance(name):
    table = begun(name, bots=(1,))
    played = table
    for _ in range(40):
        played = when(played, first_move(played))
        if played.turn == (0,) and played.now.plays > 3:
            break
    undone, events = after(played, 0, Undo())
    assert isinstance(events[0], TakenBack)
    assert undone.turn == (0,)
    assert undone.now.draws <= played.now.draws
    redone = when(undone, (0, Redo()))
    assert redone.state == played.state
    assert when(played, (0, Restart())).state == table.state
    assert (
        when(table, first_move(table)).state
        == when(when(table, first_move(table)), (0, Undo()), first_move(table)).state
    )


def test_resigning_ends_the_game_for_the_others():
    table = begun("elixir")
    for seat in (0, 0, 1):
        table = when(table, (seat, Move(moves(table, seat)[0])))
    table, events = after(table, 0, Resign())
    assert events == (Resigned(0), Ended("resigned", (1,), ()))
    assert table.outcome
    assert table.outcome.winners == (1,)
    assert table.turn == ()
    ending = tell(table, events[1], SPECTATOR)
    assert ending
    assert english(ending, ("{1} resigns", "%s")) == "{1} resigns resigned. %s wins."


def test_ended_table_refuses_everything():
    table = when(begun("elixir"), (0, Resign()))
    for by, command in ((1, Move("roll")), (1, Resign()), (0, Undo()), (None, Sit(0, person="p2")), (0, Mark("x"))):
        assert refusal(table, by, command) == "This game is over."


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_begun", [True, False])
def test_house_closes_a_table_and_nobody_has_won(game, is_begun):
    table = begun(game) if is_begun else opened(game)
    assert "Only the house" in refusal(begun(game), 0, Close())
    closed, events = after(table, None, Close())
    assert events == (Ended("closed", (), ()),)
    assert closed.turn == ()
    ending = tell(closed, events[0], SPECTATOR)
    assert ending
    assert english(ending, ("Anna", "Bert")) == "This table was closed."
    viewers: tuple[Viewer, ...] = (SPECTATOR, EVERYONE, *map(Seat, range(len(table.chairs))))
    for viewer in viewers:
        assert view_table(closed, viewer, ("",) * len(table.chairs)).outcome == Outcome("closed", ())


def test_clock_ends_the_game_of_the_one_to_move_once_it_has_run_out():
    table = begun("elixir", clock=60)
    with pytest.raises(Refused, match="Nobody's time has run out"):
        after(table, None, RunOut(0), at=table.turn_at + 59)
    ended, events = after(table, None, RunOut(0), at=table.turn_at + 60)
    assert events == (RanOut(0), Ended("timeout", (1,), ()))
    assert ended.outcome
    with pytest.raises(Refused, match="Nobody's time has run out"):
        after(table, None, RunOut(1), at=table.turn_at + 60)
    with pytest.raises(Refused, match="Nobody's time has run out"):
        after(begun("elixir"), None, RunOut(0), at=table.turn_at + 60)


def test_house_seed_is_shown_when_the_game_is_over_and_not_before():
    table, names = begun("elixir"), ("Anna", "Bert")
    assert view_table(table, Seat(0), names).house_seed == ""
    assert HOUSE_SEED.hex() not in repr([view_table(table, viewer, names) for viewer in (SPECTATOR, Seat(0), Seat(1))])
    assert view_table(when(table, (0, Resign())), SPECTATOR, names).house_seed == HOUSE_SEED.hex()


def test_table_does_not_write_its_seeds():
    table = begun("elixir")
    assert not any(repr(seed) in repr(table) for seed in (table.seed, HOUSE_SEED))


def test_several_hints_in_one_position_are_one():
    table = when(begun("pileon"), (0, TakeHint()), (0, TakeHint()))
    assert table.hints == 1
    table = when(table, (0, Move("1 14")), (0, TakeHint()), (0, TakeHint()))
    assert table.hints == 2
    assert when(table, (0, Undo()), (0, TakeHint())).hints == 3


def test_hints_are_counted():
    table, events = after(begun("pileon"), 0, TakeHint())
    assert events == (Hinted(0),)
    assert view_table(table, Seat(0), ("Anna",)).hints == 1
    hintless = begun("pileon")
    toy = attrs.evolve(hintless.game, name="toy", hint=None)
    hintless = replace(hintless, setup=attrs.evolve(hintless.setup, game=toy))
    assert refusal(hintless, 0, TakeHint()) == "This game has no hints."


def test_long_pause_is_not_play():
    table = begun("pileon")
    later = evolve(table, Hinted(0), RecordInfo(table.seq + 1, table.at + 7200.0))
    assert later.elapsed - table.elapsed == 300.0


def test_command_is_for_the_position_that_was_seen():
    table = begun("mille", bots=(1,))
    marked = when(table, (0, Mark("x")), (0, Mark("y")))
    moved = when(marked, first_move(marked))
    assert not marked.has_moved_on(Move("p"), seen=table.seq)
    assert moved.has_moved_on(Move("p"), seen=marked.seq)
    assert not moved.has_moved_on(Move("p"), seen=moved.seq)


def test_answer_is_for_the_question_that_was_seen():
    first = place(begun("elixir"))
    asked = when(first, (0, Undo()))
    again = when(asked, (1, Answer(yes=False)), (0, Undo()))
    assert again.has_moved_on(Answer(yes=True), seen=asked.seq)
    assert not again.has_moved_on(Answer(yes=True), seen=again.seq)
    assert not again.has_moved_on(Move("roll"), seen=asked.seq)


def test_copy_begins_from_its_position_with_what_is_hidden_dealt_anew():
    original = when(begun("mille", bots=(1,)), (0, Move("p")))
    copy = begun("mille", bots=(1,), position=original.state, origin=Origin("orig", 9), kept=0, house_seed=b"x" * 32)
    assert copy.game.view(copy.state, Seat(0)) == original.game.view(original.state, Seat(0))
    assert copy.state.hands[1] != original.state.hands[1]
    assert copy.state.deck != original.state.deck
    assert copy.setup.is_practice
    assert copy.now.draws == 1
    assert refusal(copy, 0, Undo()) == "There is nothing to take back."


def test_copy_between_persons_keeps_nobodys_hand():
    original = begun("mille")
    copy = begun("mille", position=original.state, origin=Origin("orig", 9), house_seed=b"x" * 32)
    assert copy.state.hands[0] != original.state.hands[0]
    assert copy.state.hands[1] != original.state.hands[1]


def test_game_that_was_never_begun_is_over_when_its_player_or_the_house_says_so():
    table = when(opened("elixir"), (None, Sit(0, person="p0")))
    for by, command in ((0, Abandon()), (None, CloseUnbegun())):
        assert after(table, by, command)[1] == (Ended("nobody_came", (), ()),)
    with pytest.raises(Refused, match="The game has begun"):
        after(begun("elixir"), None, CloseUnbegun())


def test_game_alone_is_given_up_by_abandoning_it():
    for table in (begun("pileon", deal=7), begun("elixir", bots=(1,))):
        assert after(table, 0, Abandon())[0].outcome == after(table, 0, Resign())[0].outcome


def test_game_between_two_is_abandoned_when_the_other_has_not_moved_for_days():
    table = begun("elixir")
    waits, slow = 1 - table.turn[0], table.turn[0]
    with pytest.raises(Refused, match="has not moved for 3 days"):
        after(table, waits, Abandon(), at=table.turn_at + ABANDONED_AFTER - 1)
    with pytest.raises(Refused):
        after(table, slow, Abandon(), at=table.turn_at + ABANDONED_AFTER)
    _, events = after(table, waits, Abandon(), at=table.turn_at + ABANDONED_AFTER)
    assert events == (Ended("abandoned", (), ()),)


def test_those_who_look_on_are_let_and_are_late_as_players_say():
    table = when(begun("elixir"), (0, SetWatching("invited", 3)), (1, Admit("carl")))
    assert (table.watching, table.delay, table.admitted) == ("invited", 3, frozenset({"carl"}))
    for command in (SetWatching("invited", 3), SetWatching("nobody", 0), SetWatching("open", -1), Admit("carl")):
        with pytest.raises(Refused):
            after(table, 0, command)
    assert when(table, first_move(table)).delay == 3
