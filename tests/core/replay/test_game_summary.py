"""What a game that is over came to: its figures are those of the moves in force."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from msgspec.structs import replace

from core.base.game import EVERYONE
from core.base.message import english
from core.games import GAMES
from core.games.deals.daily import daily_deal, one_line
from core.games.features import guides
from core.replay.game_summary import REPLAY, daily_result, summary
from core.replay.recording import Recording
from core.table import Resign, TakeHint, Undo
from tests.core.recorded import ID, START, Recorder, recorder

NAMES = {"p0": "Anna", "p1": "Bert"}


def told(made: Recorder) -> list[str]:
    recording = Recording(ID, made.records, NAMES)
    return [english(line, recording.names) for line in summary(recording, made.table)]


@pytest.mark.parametrize("bot", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_summed_up_in_at_most_twelve_lines(name: str, bot: bool):
    for moves in (0, 1, 60):
        made = recorder(name, bot=bot)
        made.play(moves)
        if made.table.ended is None:
            made.ask(0, Resign())
        lines = told(made)
        assert 1 <= len(lines) <= 12
        assert not any("{" in line for line in lines)


def test_game_that_has_no_summary_of_its_own_is_told_by_its_ending(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guides, "SUMMARIES", {})
    made = recorder("elixir")
    made.play(3)
    made.ask(0, Resign())
    assert len(told(made)) == 1


def test_solitaire_counts_moves_help_and_time():
    made = recorder("pileon", deal=7)
    made.play(5)
    made.ask(0, Undo())
    made.ask(0, TakeHint())
    made.ask(0, Resign())
    assert any("4 moves, 0:10." in line and "Pileon, deal 7: " in line for line in told(made))
    assert "Taken back once, 1 hint." in told(made)


def test_elixir_names_blocks_and_a_move_that_brought_what_is_said():
    made = recorder("elixir", bot=True)
    made.play(120)
    made.ask(0, Resign())
    recording = Recording(ID, made.records, NAMES)
    lines = summary(recording, made.table)
    assert REPLAY in lines
    for line in lines:
        args = dict(line.args)
        if "gained most" in line.template:
            move, seat = args["move"], args["who"].seat
            seqs = [seq for seq in range(1, len(recording) + 1) if recording.view(seq, EVERYONE).plays == move]
            before, after = (recording.view(seq, EVERYONE).view.board.scores[seat] for seq in (seqs[0] - 1, seqs[-1]))
            assert after - before == args["n"]


def test_what_was_taken_back_is_no_block():
    made = recorder("elixir", bot=True)
    made.play(2)
    made.ask(0, Undo())
    made.ask(0, Resign())
    assert not any("Anna: " in line for line in told(made))


def test_mille_sums_what_its_hands_brought():
    made = recorder("mille")
    made.play(400)
    made.ask(0, Resign())
    recording = Recording(ID, made.records, NAMES)
    ends = [record for record in made.records if record.kind == "mille.hand_ended"]
    assert ends
    lines = summary(recording, made.table)
    hands = next(line for line in lines if line.template.startswith("{hands}"))
    assert english(hands, recording.names).startswith(f"{len(ends)} hand")
    points = [dict(line.args) for line in lines if "for miles" in line.template]
    for seat, args in enumerate(points):
        parts = sum(args[part] for part in ("miles", "safeties", "coups", "trips"))
        assert parts == sum(record.data["hand"][seat] for record in ends)


def test_daily_deal_is_known_by_its_number_and_its_day():
    day = datetime.fromtimestamp(START, UTC).date()
    made = recorder("pileon", deal=daily_deal("pileon", day))
    made.play(3)
    made.ask(0, TakeHint())
    made.ask(0, Resign())
    result = daily_result(made.table)
    assert result is not None
    assert (result.day, result.won, result.moves, result.helps, result.best) == (day, False, 3, 1, 52)
    assert english(one_line(result)).endswith("helped once")
    assert daily_result(recorder("pileon", deal=7).table) is None
    assert daily_result(recorder("mille").table) is None


def test_deal_of_another_day_is_no_daily_deal():
    made = recorder("pileon", deal=daily_deal("pileon", date(2020, 1, 1)))
    assert daily_result(made.table) is None
    assert daily_result(replace(made.table, opened_at=1_577_880_000.0)) is not None
