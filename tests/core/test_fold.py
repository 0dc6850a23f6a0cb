"""Records folded, and games decided again from their seed."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from core import fold
from core.chance import Dice
from core.games import GAMES
from core.service import Player, open_service
from core.table import Answer, Mark, Move, Redo, Resign, Restart, Return, Say, TakeHint, Undo
from journal import Damaged, Draft, Record, open_journal, seal


async def recorded(name: str, *, moves: int) -> tuple[Record, ...]:
    """A game of two or one with everything in it that a table can do."""
    async with open_journal("memory:") as journal, open_service(journal) as service:
        game = GAMES[name]
        id, _ = await service.open(game, {}, [Player(f"P{seat}") for seat in range(game.seats)])
        async with service.table(id) as live:
            choose = Dice(b"0" * 16, "tests", 1)
            for number in range(moves):
                if not live.table.turn:
                    break
                seat = live.table.turn[0]
                texts = list(game.moves(live.sight(seat).view))
                if not texts:
                    break
                await live.submit(Move(seat, texts[choose.below(len(texts))]))
                if game.seats == 1 and number == 3:
                    for command in (
                        Mark(0, "here"), Undo(0), Undo(0), Redo(0), TakeHint(0), Say("P0", 0, "hm"), Return(0, "here"),
                        Restart(0), Redo(0),
                    ):  # fmt: skip
                        await live.submit(command)
            if live.table.ended is None:
                await live.submit(Resign(0))
        return await journal.read(id)


@pytest.mark.parametrize("name", GAMES)
async def test_honest_game_is_verified(name):
    records = await recorded(name, moves=30)
    table = fold.verify("game", records)
    assert table == fold.fold("game", None, records)
    assert table.ended is not None


@pytest.mark.parametrize("name", GAMES)
async def test_table_is_the_same_however_its_records_come(name):
    records = await recorded(name, moves=12)
    whole = fold.fold("game", None, records)
    for cut in range(1, len(records)):
        assert fold.fold("game", fold.fold("game", None, records[:cut]), records[cut:]) == whole


async def test_what_is_never_taken_back_is_not_kept():
    records = await recorded("mille", moves=12)
    assert fold.fold("game", None, records).now.before is None


async def test_takeback_by_consent_is_verified():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id, _ = await service.open(GAMES["elixir"], {}, [Player("Anna"), Player("Bert")])
        async with service.table(id) as live:
            await live.submit(Move(0, "roll"))
            await live.submit(Move(0, next(iter(live.table.game.moves(live.sight(0).view)))))
            await live.submit(Undo(0))
            await live.submit(Answer(1, yes=False))
            await live.submit(Undo(0))
            await live.submit(Answer(1, yes=True))
            fold.verify(id, await journal.read(id))


def resealed(records: tuple[Record, ...], number: int, **changes: Any) -> list[Record]:
    """The stream with one record changed and all hashes made right again: only the rules can tell."""
    last, result = None, []
    for record in records:
        draft = Draft(record.kind, record.data, record.play)
        if record.seq == number:
            draft = attrs.evolve(draft, **changes)
        (sealed,) = seal(last, [draft], record.at)
        result.append(sealed)
        last = sealed
    return result


async def test_stacked_deck_is_found_out():
    records = await recorded("pileon", moves=5)
    dealt = records[1]
    changed = {**dealt.data}
    key = next(key for key, value in changed.items() if isinstance(value, list))
    changed[key] = [changed[key][1], changed[key][0], *changed[key][2:]]
    with pytest.raises(Damaged, match="Record 2 of game is damaged: the rules decide otherwise"):
        fold.verify("game", resealed(records, 2, data=changed))


async def test_move_against_the_rules_is_found_out():
    records = await recorded("pileon", moves=5)
    number = next(record.seq for record in records if (record.play or {}).get("move"))
    play = {**records[number - 1].play, "move": "1 1"}
    with pytest.raises(Damaged, match=f"Record {number} of game"):
        fold.verify("game", resealed(records, number, play=play))


async def test_decision_with_records_left_out_is_found_out():
    records = await recorded("mille", moves=0)
    cut = resealed((records[0], *records[2:]), 0)
    with pytest.raises(Damaged):
        fold.verify("game", cut)


async def test_stream_that_does_not_begin_with_opening_is_refused():
    (stray,) = seal(None, [Draft("table.said", {"name": "A", "seat": 0, "text": "x"})], "2026-11-20T20:15:03.120Z")
    with pytest.raises(Damaged, match=r"a game begins with table\.opened"):
        fold.fold("game", None, [stray])
    with pytest.raises(Damaged, match="there is no record"):
        fold.fold("game", None, [])


async def test_game_of_other_rules_is_said_to_be_so():
    records = await recorded("pileon", moves=1)
    changed = {**records[0].data, "rules": 99}
    with pytest.raises(Damaged, match="played by version 99 of the rules"):
        fold.verify("game", resealed(records, 1, data=changed))
