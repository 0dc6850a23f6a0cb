"""Random journals: games of some persons, their talk and names, in any order that a journal can have them."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.game import Refused, Seat
from core.duels import events as duel
from core.games import GAMES
from core.people import persons as people
from core.people import talk
from core.records import codec, house_events
from core.table import (
    Begin,
    Cause,
    Mark,
    Move,
    Redo,
    Resign,
    Restart,
    Restore,
    Return,
    Sit,
    TakeHint,
    Undo,
)
from core.table.events import Ended, Origin
from core.tournaments import events as tournament
from journal import Entry, Record, seal
from tests.core.recorded import START, Recorder, opening

PERSONS = ("ann", "ben", "cid")
COMMANDS = (
    "move",
    "move",
    "move",
    "move",
    "demo",
    "undo",
    "redo",
    "restart",
    "hint",
    "mark",
    "return",
    "resign",
    "win",
)
ANNOUNCED = tournament.Announced("e0", "ann", "elixir", (), 60, 1_790_000_900, 0, 0, 180, 8)
OF_TOURNAMENTS = (
    tournament.Entered("ann"),
    tournament.Entered("ben"),
    tournament.Withdrew("ann", after_no_shows=False),
    tournament.Started(),
    tournament.GameEnded("g1", "points", 2, 0, ()),
    tournament.Ended(),
    tournament.Cancelled("person", "ann"),
)
ORDERED = duel.Ordered(
    "d0", "ann", "elixir", (), 3, 2, 10, 60, (duel.Contender("p0"), duel.Contender(level="strong")), (0,), "a" * 64,
    "b" * 64,
)  # fmt: skip
OF_DUELS = (
    duel.Agreed(0, "p0"),
    duel.GameCalled(1, 1, "g1"),
    duel.GameEnded("g1", 2, "timeout", 1, None),
    duel.GameEnded("g2", 0, "", None, -3),
    duel.Stopped("person", "ann"),
    duel.Ended(),
)


@attrs.frozen
class Plan:
    """A game before it is played."""

    id: str
    game: str
    persons: tuple[str, ...]
    """By seat; the empty text is the computer player."""
    commands: tuple[str, ...]
    deal: int
    at: int
    """Seconds after the start."""
    restored_after: int | None = None
    """Commands after which it turns out to be an exact copy."""
    is_practice: bool = False
    is_full: bool = True
    programs: tuple[str, ...] = ()
    """Who of them are programs."""
    order: str = ""
    """What the table was opened for, of programs."""


def records_of(plan: Plan) -> tuple[Record, ...]:
    """The game, played as planned as far as the rules let it."""
    made = Recorder(attrs.evolve(_opened(plan), table=plan.id, programs=plan.order), at=START + plan.at)
    for seat, person in enumerate(plan.persons[: None if plan.is_full else -1]):
        made.ask(None, Sit(seat, person, "" if person else "Comp", program=person in plan.programs))
    if not plan.is_full:
        return tuple(made.records)
    made.ask(None, Begin())
    dice = Dice(plan.id.encode(), "scenes", 1)
    for number, word in enumerate(plan.commands):
        if plan.restored_after == number:
            made.ask(None, Restore(Origin("other", 3)))
        try:
            _ask(made, word, dice)
        except Refused:
            continue
        if made.table.ended:
            break
    return tuple(made.records)


def _opened(plan: Plan):
    numbered = GAMES[plan.game].numbered
    if not plan.is_practice:
        return opening(plan.game, deal=plan.deal if numbered else None)
    game = GAMES[plan.game]
    original = Recorder(opening(plan.game))
    for seat in range(game.seats):
        original.ask(None, Sit(seat, f"x{seat}"))
    original.ask(None, Begin())
    position = codec.write_position(game, original.table.state)
    return opening(plan.game, origin=Origin("other", 3), position=position)


def _ask(made: Recorder, word: str, dice: Dice) -> None:
    table = made.table
    seat = table.turn[0] if table.turn else 0
    match word:
        case "move" | "demo":
            texts = list(table.game.moves(table.game.view(table.state, Seat(seat))))
            if not texts:
                raise Refused("There is no move.")
            made.ask(seat, Move(texts[dice.below(len(texts))], demo=word == "demo" and bool(table.chairs[seat].person)))
        case "undo":
            made.ask(0, Undo())
        case "redo":
            made.ask(0, Redo())
        case "restart":
            made.ask(0, Restart())
        case "hint":
            made.ask(0, TakeHint())
        case "mark":
            made.ask(0, Mark("here"))
        case "return":
            made.ask(0, Return("here"))
        case "resign":
            made.ask(seat, Resign())
        case _:
            _win(made)


def _win(made: Recorder) -> None:
    """End the game as won, or drawn with two seats: the lists take endings as they are recorded."""
    table = made.table
    winners = (0,) if len(table.chairs) == 1 or table.seq % 3 else ()
    made.at += 1
    cause = Cause(f"w{table.seq}", 0, table.seq, Resign())
    ended = codec.encode(Ended("points", winners, (3, 1)), cause)
    made.records += seal(made.records[-1], [ended], codec.time_text(made.at))


@st.composite
def plans(draw: st.DrawFn, id: str) -> Plan:
    """Any game."""
    game = draw(st.sampled_from(sorted(GAMES)))
    seats = GAMES[game].seats
    persons = draw(st.permutations(PERSONS))[:seats]
    if seats > 1 and draw(st.booleans()):
        persons = [persons[0], *[""] * (seats - 1)]
    return Plan(
        id, game, tuple(persons), tuple(draw(st.lists(st.sampled_from(COMMANDS), max_size=12))),
        draw(st.integers(1, 3)), draw(st.integers(0, 30)),
        draw(st.none() | st.integers(0, 5)) if seats == 1 else None,
        draw(st.integers(0, 9)) == 0, draw(st.integers(0, 9)) > 0,
    )  # fmt: skip


@st.composite
def streams(draw: st.DrawFn, most: int = 8) -> dict[str, tuple[Record, ...]]:
    """Streams of games, persons, talk and the house."""
    found: dict[str, tuple[Record, ...]] = {}
    for number in range(draw(st.integers(1, most))):
        found[f"table/g{number}"] = records_of(draw(plans(f"g{number}")))
    for person in PERSONS:
        names = draw(st.lists(st.sampled_from(["Ann", "ann", "Bén", "Zoë"]), max_size=2))
        if names:
            events: list[object] = [people.Named(name) for name in names]
            events += [people.CodeGiven("00")] * draw(st.integers(0, 1))
            events += [people.PasswordSet("00")] * draw(st.integers(0, 2))
            found[f"person/{person}"] = sealed(*events)
    for number in draw(st.sets(st.integers(0, 3))):
        who = draw(st.lists(st.sampled_from(PERSONS), min_size=1, max_size=3))
        found[f"talk/g{number}"] = sealed(*(talk.Said(person, None, "Hello", 1) for person in who))
    for number in draw(st.sets(st.integers(0, 1))):
        happened = draw(st.lists(st.sampled_from(OF_TOURNAMENTS), max_size=6))
        found[f"event/e{number}"] = sealed(attrs.evolve(ANNOUNCED, id=f"e{number}"), *happened)
    for number in draw(st.sets(st.integers(0, 1))):
        events = draw(st.lists(st.sampled_from(OF_DUELS), max_size=6))
        found[f"duel/d{number}"] = sealed(attrs.evolve(ORDERED, id=f"d{number}"), *events)
    droppable = [stream for stream in found if not stream.startswith("table/")]
    dropped = draw(st.lists(st.sampled_from(droppable), max_size=2)) if droppable else []
    if dropped:
        found[house_events.STREAM] = sealed(*(house_events.Dropped(stream) for stream in dropped))
    return found


def sealed(*events: object) -> tuple[Record, ...]:
    """A stream of these events, a second apart from the start on."""
    records: tuple[Record, ...] = ()
    for second, event in enumerate(events):
        records += seal(records[-1] if records else None, [codec.encode(event)], codec.time_text(START + second))
    return records


@st.composite
def journals(draw: st.DrawFn, most: int = 8) -> tuple[Entry, ...]:
    """The records of some streams, each stream's in order, mixed in any way."""
    left = {stream: list(records) for stream, records in draw(streams(most)).items()}
    order = draw(st.randoms(use_true_random=False))
    entries: list[Entry] = []
    while left:
        stream = order.choice(sorted(left))
        for _ in range(order.randint(1, 6)):
            if left[stream]:
                entries.append(Entry(len(entries) + 1, stream, left[stream].pop(0)))
        if not left[stream]:
            del left[stream]
    return tuple(entries)


def whole(entries: Sequence[Entry]) -> dict[str, tuple[Record, ...]]:
    """The streams again."""
    found: dict[str, tuple[Record, ...]] = {}
    for entry in entries:
        found[entry.stream] = (*found.get(entry.stream, ()), entry.record)
    return found


def event_of(entry: Entry) -> object:
    """The event of a record."""
    return codec.decode(entry.record)
