"""The core without terminals: replaying, verifying and opening games, and moves a second.

python -m tests.bench service
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from functools import partial
from hashlib import sha256
from itertools import count as count_up
from pathlib import Path
from statistics import median

import msgspec
import trio

from core.base.chance import Dice, deal_seed
from core.base.game import Game, Play, Seat
from core.games import GAMES
from core.games.mille import GAME as MILLE
from core.games.mille.cards import PACK
from core.games.mille.state import Phase, State
from core.house.service import open_service
from core.live.live_table import LiveTable
from core.records import codec, fold
from core.table import Move, Table
from journal import Record, open_journal
from tests.bench import journal_bench
from tests.bench.figures import RUNS, heading, least_cpu, per_second, share, table, times
from tests.bench.recorded import ID, STREAM, Asked, beginning_of, moves_in, recorded
from tests.bench.start_bench import ENVIRONMENT
from tests.core.parlour import submit

LONG = 10_000
"""Records of a long game."""
SIZES = {"mille": 4000, "elixir": 2000, "terrace": 3000, "pileon": 1500}
"""Records of the games that are replayed."""
HANDS = 100
GAMES_AT_ONCE = (1, 64)
MOVES = 400
"""Moves that are submitted for one figure, by all games together."""


def run(directory: Path) -> None:
    """Print the figures; `directory` is on the disk where journals lie."""
    games = {name: recorded(name, least) for name, least in SIZES.items()}
    replay(games)
    playouts()
    with tempfile.TemporaryDirectory(dir=directory) as place:
        opening(Path(place))
    submitting(directory)


# Replaying.


def replay(games: dict[str, tuple[Record, ...]]) -> None:
    """Records that are decoded and folded, and decided again."""
    heading(
        "replay: a game's records decoded and folded; verify: each move decided again",
        "mille 120,000 records/s",
        "replay 60 % of evolve, verify 40 % of decide",
    )
    rows = []
    for name, records in games.items():
        folding = least_cpu(partial(fold.fold, STREAM, None, records))
        verifying = least_cpu(partial(fold.verify, STREAM, records))
        evolving, decided = rules_alone(GAMES[name], records)
        rows.append(
            (name, f"{len(records):,}", per_second(len(records), folding), per_second(len(records), evolving),
             share(evolving, folding), per_second(len(records), verifying), per_second(len(records), decided),
             share(decided, verifying))
        )  # fmt: skip
    head = ("game", "records", "replay/s", "floor: evolve", "of it", "verify/s", "floor: decide", "of it")
    table(head, rows)


def rules_alone(game: Game, records: Sequence[Record]) -> tuple[float, float]:
    """Seconds for evolving all events that are decoded already, and for deciding all moves that are read already."""
    chain = positions(records)
    events = [(before.state, codec.decode(record)) for before, record in chain if is_of(game, record)]
    evolving = least_cpu(lambda: [game.evolve(state, event) for state, event in events])
    return evolving, min(deciding(game, chain) for _ in range(RUNS))


def deciding(game: Game, chain: Sequence[tuple[Table, Record]]) -> float:
    """Seconds for deciding all moves once, with new dice, because they are used up."""
    plays = [
        (before.state, Play(by, game.read(game.view(before.state, Seat(by)), move.text), before.dice(), before.at))
        for before, record in chain for by, move in moves_in([record]) if isinstance(move, Move)
    ]  # fmt: skip
    return least_cpu(lambda: [game.decide(state, play) for state, play in plays], runs=1)


def is_of(game: Game, record: Record) -> bool:
    return record.kind.startswith(f"{game.name}.")


def positions(records: Sequence[Record]) -> list[tuple[Table, Record]]:
    """Each record with the table as it stood before it."""
    folded, chain = fold.fold(STREAM, None, records[:1]), []
    for record in records[1:]:
        chain.append((folded, record))
        folded = fold.fold(STREAM, folded, [record])
    return chain


def random_hand(number: int) -> int:
    """One hand of random legal moves; answers how many there were."""
    seed = deal_seed(number)
    choose = Dice(seed, "random", 1)
    state: State = MILLE.start({})
    events = MILLE.begin({}, Dice(seed, MILLE.name, 1))
    for made in count_up():
        for event in events:
            state = MILLE.evolve(state, event)
        if state.phase is Phase.HAND_OVER:
            return made
        moves = [*MILLE.moves(MILLE.view(state, Seat(state.turn))).values()]
        play = Play(state.turn, moves[choose.below(len(moves))], Dice(seed, MILLE.name, made + 2))
        events = MILLE.decide(state, play)
    raise AssertionError


def playouts() -> None:
    """Hands of mille played at random through the rules alone."""
    made = sum(random_hand(number) for number in range(HANDS))
    playing = least_cpu(lambda: [random_hand(number) for number in range(HANDS)])
    shuffling = least_cpu(lambda: [Dice(deal_seed(n), "mille", 1).shuffled(PACK) for n in range(HANDS)])
    heading("mille at random, view, moves, decide and evolve alone")
    row = ("hands", per_second(HANDS, playing), per_second(HANDS, shuffling), per_second(made, playing))
    table(("", "hands/s", "floor: shuffling", "decisions/s"), [row])


# Opening.


def opening(directory: Path) -> None:
    """What it takes to open a game in a house whose lists are up to date, each time in a new process."""
    heading(
        "opening a game of mille from SQLite, the first of a new process",
        f"{LONG:,} records well under 0.5 s, and in 3 times the floor",
    )
    records = recorded("mille", LONG)
    rows = []
    for count in (300, LONG):
        path = directory / f"{count}.db"
        trio.run(store, path, records[:count])
        spent = [opened(path) for _ in range(1 + RUNS)][1:]  # The first one makes the lists.
        total, processor, floor = (median(taken) for taken in zip(*spent, strict=True))
        rows.append(
            (f"{count:,} records", f"{1e3 * total:.0f}", f"{1e3 * processor:.0f}", f"{1e3 * floor:.0f}",
             times(processor, floor))
        )  # fmt: skip
    table(("", "ms", "ms processor", "floor: select, JSON, SHA-256", "of it"), rows)


async def store(path: Path, records: Sequence[Record]) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        await journal.append(STREAM, 0, records)


def opened(path: Path) -> tuple[float, ...]:
    """What opening takes in a process of its own: seconds, seconds of the processor, and the same for the floor."""
    command = (sys.executable, "-m", "tests.bench.service_bench", str(path))
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout
    return tuple(map(float, answer.split()))


def open_once(path: Path) -> None:
    """Open the game in a journal and print what it took."""
    print(*trio.run(enter, path), least_cpu(partial(read_bare, path), runs=1))


async def enter(path: Path) -> tuple[float, float]:
    """Seconds, and seconds of the processor, for a table in a house that is open."""
    lists = path.with_suffix(".views")
    async with open_journal(f"sqlite:{path}") as journal, open_service(journal, views=lists) as service:
        await service.views.caught_up.wait()
        began, began_processor = time.perf_counter(), time.process_time()
        async with service.table(ID):
            return time.perf_counter() - began, time.process_time() - began_processor


def read_bare(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        query = "select line from record where stream = (select id from stream where name = ?) order by seq"
        for (line,) in database.execute(query, (STREAM,)):
            msgspec.json.decode(line)
            sha256(line).hexdigest()


# Submitting.


def submitting(directory: Path) -> None:
    """Moves a second through the service, beside what its journal does with records that are ready."""
    heading("mille, moves submitted to the service on SQLite, each shown when it is durable", "70 us of the processor")
    scripts = [recorded("mille", MOVES + 100, deal) for deal in range(1, 5)]
    rows = []
    for games in GAMES_AT_ONCE:
        played, floors = [], []
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory(dir=directory) as place:
                played.append(trio.run(play_at_once, Path(place), games, scripts))
            with tempfile.TemporaryDirectory(dir=directory) as place:
                floors.append(journal_bench.ready_appends(games, Path(place)))
        rates, costs = zip(*played, strict=True)
        rate, floor = median(rates), median(floors)
        rows.append(
            (f"{games} at once", f"{rate:,.0f}", f"{floor:,.0f}", share(rate, floor), f"{1e6 * min(costs):.0f}")
        )
    table(("games", "moves/s", "floor: appends/s", "of it", "us processor/move"), rows)


async def play_at_once(directory: Path, games: int, scripts: Sequence[tuple[Record, ...]]) -> tuple[float, float]:
    """Moves a second and seconds of the processor for a move, in games that all begin as the scripts did."""
    each = max(20, MOVES // games)
    async with (
        open_journal(f"sqlite:{directory}/games.db") as journal,
        open_service(journal) as service,
        AsyncExitStack() as tables,
    ):
        lives = []
        for number in range(games):
            script = scripts[number % len(scripts)]
            await journal.append(fold.stream_of(f"game{number}"), 0, beginning_of(script, f"game{number}"))
            live = await tables.enter_async_context(service.table(f"game{number}"))
            lives.append((live, moves_in(script)[:each]))
        await service.views.caught_up.wait()
        began, began_processor = time.perf_counter(), time.process_time()
        async with trio.open_nursery() as nursery:
            for live, moves in lives:
                nursery.start_soon(submit_all, live, moves)
        passed, spent = time.perf_counter() - began, time.process_time() - began_processor
    return games * each / passed, spent / (games * each)


async def submit_all(live: LiveTable, asked: Sequence[Asked]) -> None:
    """What was asked for, one after the other, each by the seat that asked."""
    for by, command in asked:
        await submit(live, command, by)


if __name__ == "__main__":
    open_once(Path(sys.argv[1]))
