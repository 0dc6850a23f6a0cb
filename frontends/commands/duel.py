"""`parlour duel`: two programs play one another on paired deals."""

import hashlib
import secrets
import shlex
import shutil
import sys
from collections import Counter
from pathlib import Path

import attrs
from msgspec.structs import astuple

import frontends
from core.base.game import check_options
from core.duels.rules import (
    ABSENT,
    CLOSED,
    CRASHED,
    ENDLESS,
    GARBAGE,
    ILLEGAL,
    RESIGNED,
    TIMEOUT,
)
from core.duels.score import Figure, GameResult, Score, score_of
from core.games import GAMES
from core.games.features.bots import bot_of
from core.house.duel_game import Terms
from core.people.directory import draw_word
from core.sessions.parlour import Parlour
from frontends.commands.environment import Misfit, command, journal_option, misfits, open_house, program
from frontends.commands.list_tables import game_named
from frontends.programs.duel.duel import Duel, Entrant
from frontends.server import logs
from frontends.terminal.standard_streams import show, warn

OURS = "bot:"
"""What the words for our own computer players begin with."""
SCRIPTS = (".py", ".js", ".rb", ".pl", ".sh")
SHOWN = 12
"""Games lost by a fault that are named one by one."""
FAULTS = {
    CRASHED: "ended, or did not start", GARBAGE: "sent lines that are no requests", ILLEGAL: "played what is not legal",
    ABSENT: "did not come to the table", ENDLESS: "went on for ever", RESIGNED: "resigned",
    TIMEOUT: "did not move in time", CLOSED: "was interrupted",
}  # fmt: skip


@command
async def duel(
    programs: tuple[str, str], game: str, pairs: int, workers: int, seconds: int, seed: int | None,
    lists_games: bool, journal: str, views: Path | None,
) -> int:  # fmt: skip
    """Play, and print what came of it."""
    rules = GAMES[game_named(game)]
    if rules.seats != 2:
        raise Misfit(f"{rules.title} is for one player: choose a game for two.")
    seed = secrets.randbelow(10**9) if seed is None else seed
    entrants = _entrants(programs, rules.name, seed)
    terms = Terms(draw_word(5), rules, check_options(rules, {}), seconds)
    url = journal or f"sqlite:duel-{terms.id}.db"
    logs.configure("warning", sys.stderr)
    told = Telling((entrants[0].name, entrants[1].name), pairs)
    async with open_house(url, views) as service:
        contest = Duel(Parlour(service), terms, entrants, _secret(seed), told.add)
        try:
            await contest.play(range(1, pairs + 1), workers)
        except BaseException:
            told.interrupt()
            raise
    if lists_games:
        told.list_games()
    show(f"{rules.title}, seed {seed}, {seconds} seconds for a move.")
    told.conclude()
    if url != "memory:":
        there = journal_option(url)
        show(f"The games: {program()} list --all{there}\nTo step through one: {program()} replay ID{there}")
    return 0


def _secret(seed: int) -> bytes:
    return hashlib.sha256(b"parlour duel" + str(seed).encode("ascii")).digest()


def _entrants(programs: tuple[str, str], game: str, seed: int) -> tuple[Entrant, Entrant]:
    """The two programs, with names that can be told apart. Raises: Misfit."""
    first, second = (_entrant(words, game, seed) for words in programs)
    return first, attrs.evolve(second, name=f"{second.name} 2") if first.name == second.name else second


def _entrant(words: str, game: str, seed: int) -> Entrant:
    if words.startswith(OURS):
        with misfits():
            level = bot_of(game, words.removeprefix(OURS)).level
        return Entrant(level, (*_own(), "programs", "--bot", f"{game}:{level}", "--seed", str(seed)))
    split = tuple(shlex.split(words))
    if not split or shutil.which(split[0]) is None:
        raise Misfit(f'"{words}" is not a program that can be started: give a command, or {OURS}LEVEL.')
    return Entrant(name_of(split), split)


def _own() -> tuple[str, ...]:
    """What starts this program again, whatever is installed and wherever."""
    root = str(Path(frontends.__file__).parent.parent)
    return sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r}); import frontends.__main__ as p; p.main()"


def name_of(split: tuple[str, ...]) -> str:
    """What a program is called: as its file, that of the script of an interpreter, or the module of `python -m`."""
    script = next((word for word in split[1:] if Path(word).suffix in SCRIPTS), split[0])
    if "-m" in split[1:-1]:
        script = split[split.index("-m") + 1].rpartition(".")[2]
    return "".join(sign for sign in Path(script).stem if sign.isalnum() or sign in "-_")[:20] or "program"


@attrs.define(eq=False)
class Telling:
    """The games so far, and what is said of them."""

    names: tuple[str, str]
    pairs: int
    games: list[GameResult] = attrs.field(factory=list)

    def add(self, result: GameResult) -> None:
        """Another game is over; ten times in a duel the score is told on standard error."""
        self.games.append(result)
        score = score_of(self.games) if result.game == 2 else None
        if score is not None and score.pairs < self.pairs and score.pairs % max(1, self.pairs // 10) == 0:
            warn(f"{self._share(score)}, of {self.pairs}")

    def interrupt(self) -> None:
        """Tell on standard error what there is so far."""
        if score := score_of(self.games):
            warn(f"Interrupted. {self._share(score)}, of {self.pairs}")

    def list_games(self) -> None:
        """Show each game, as a line."""
        for one in sorted(self.games, key=lambda one: (one.pair, one.game)):
            won = {2: f"{self.names[0]} won", 1: "drawn", 0: f"{self.names[1]} won"}[one.points]
            lead = "" if one.lead is None else f", {one.lead:+} points"
            why = f": {self.names[one.loser or 0]} {FAULTS[one.reason]}" if one.reason else ""
            show(f"pair {one.pair}, game {one.game}: {one.table}  {won}{lead}{why}")

    def conclude(self) -> None:
        """Show the result."""
        score = score_of(self.games)
        assert score is not None
        first, second = self.names
        if score.share.low > 0.5:
            show(f"{first} beats {second}: {_percent(score.share, score.pairs)}")
        elif score.share.high < 0.5:
            show(f"{second} beats {first}: {_percent(_turned(score.share), score.pairs)}")
        else:
            show(f"It is open which is stronger, {first} or {second}: {self._share(score)}")
        lead = f", {score.lead.mean:+.1f} points a game ({_range(score.lead, '+.1f')})" if score.lead else ""
        show(f"Games of {first}: {score.wins} won, {score.draws} drawn, {score.losses} lost{lead}.")
        self._tell_faults()

    def _share(self, score: Score) -> str:
        return f"{self.names[0]} has {_percent(score.share, score.pairs)}"

    def _tell_faults(self) -> None:
        faults = sorted((one for one in self.games if one.reason), key=lambda one: (one.pair, one.game))
        for (loser, reason), count in Counter((one.loser or 0, one.reason) for one in faults).items():
            noun = "game" if count == 1 else "games"
            show(f"{self.names[loser]} lost {count} {noun} before the end: it {FAULTS[reason]}.")
        for one in faults[:SHOWN]:
            name = self.names[one.loser or 0]
            show(f"  pair {one.pair}, game {one.game}, table {one.table}: {name} {FAULTS[one.reason]}")


def _percent(share: Figure, pairs: int) -> str:
    percent = Figure(*(100 * one for one in astuple(share)))
    noun = "pair" if pairs == 1 else "pairs"
    return f"{percent.mean:.1f} % of the points of {pairs} {noun} ({_range(percent, '.1f')})"


def _turned(figure: Figure) -> Figure:
    """A share of the second side."""
    return Figure(1 - figure.mean, 1 - figure.high, 1 - figure.low)


def _range(figure: Figure, form: str) -> str:
    return f"{figure.low:{form}} to {figure.high:{form}}"
