"""Tables that are recorded with chosen seeds and a clock of their own, so that the same scene gives the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import attrs

from core.base.chance import Dice, deal_seed, sealed_luck
from core.base.game import SPECTATOR, Game, Seat, check_options, kind_of
from core.books.daily_chains import DaysSealed, chain_of, day_at, sealed_days
from core.books.seed_books import BookSeeds
from core.games import GAMES
from core.games.deals.daily import deal_of
from core.games.features.bots import BOTS
from core.records import codec, fold
from core.table import Begin, Cause, Clock, Command, Move, Open, Opened, Origin, Restore, Sit, Snapshot, Table, decide
from journal import Record, seal

START = 1_793_000_000.0
"""Seconds since the epoch."""
NAMES = {"anna": "Anna", "bert": "{1}", "carl": "Carl", "robo": "Robo", "tina": "Tina"}
"""Of the persons in all scenes; one has a name that a careless template would fill in."""
Choose = Callable[[Table, Dice], str]
"""A table and dice → a move of the seat in turn; empty when it has none."""


@attrs.frozen
class Player:
    """Who takes a seat."""

    person: str = ""
    bot: str = ""
    luck: str = ""
    early: bool = False
    program: bool = False
    nonce: str = ""
    """With which they seal their luck; empty for who gives it at once."""
    owner: str = ""
    """Of a program the person who answers for it."""

    def sits(self, seat: int) -> Sit:
        """How they sit down."""
        if not self.nonce:
            return Sit(seat, self.person, self.bot, self.luck, early=self.early, program=self.program, owner=self.owner)
        return Sit(seat, self.person, sealed=sealed_luck(bytes.fromhex(self.nonce), self.luck), program=self.program)


ANNA, BERT = Player("anna", luck="tortoise"), Player("bert", luck="sept à la douzaine ♠")


def sealing(player: Player) -> Player:
    """The player, who seals the luck."""
    return attrs.evolve(player, nonce=hashlib.sha256(player.person.encode()).hexdigest())


@attrs.define
class Recorder:
    """A table that records what is asked of it."""

    id: str
    records: tuple[Record, ...]
    table: Table

    @property
    def names(self) -> dict[str, str]:
        """What the persons at the table are called, by id."""
        return {person: NAMES[person] for person in self.table.people}

    def ask(
        self, by: int | None, command: Command, *, later: float = 2.5, seen: int | None = None, stand_in: str = ""
    ) -> None:
        """Decide and record a command some seconds later; `seen` is by default the last record."""
        at = codec.whole_milliseconds(self.table.at + later)
        cause = Cause(f"{self.id}{len(self.records)}", by, self.table.seq if seen is None else seen, command, stand_in)
        sealed = _sealed(self.records[-1], decide(self.table, command, by, at, stand_in), cause, at)
        self.table = fold.fold(fold.stream_of(self.id), self.table, sealed)
        self.records += sealed

    def play(self, most: int, choose: Choose, *, demo: bool = False) -> None:
        """Make so many moves, or fewer when there are no more."""
        dice = Dice(deal_seed(len(self.records)), self.id, 1)
        for _ in range(most):
            if not self.table.turn or not (text := choose(self.table, dice)):
                return
            seat = self.table.turn[0]
            self.ask(seat, Move(text, demo), stand_in=self.table.chairs[seat].stand_in.person)


def at_random(table: Table, dice: Dice) -> str:
    """Any legal move that goes on with the game."""
    texts = [text for text in table.game.moves(view_in_turn(table)) if text not in ("stop", "o")]
    return texts[dice.below(len(texts))] if texts else ""


def well(table: Table, dice: Dice) -> str:
    """The move of the computer player."""
    return BOTS[table.game.name].choose(view_in_turn(table), dice)


def view_in_turn(table: Table) -> Any:
    """The game as the seat in turn sees it."""
    return table.game.view(table.state, Seat(table.turn[0]))


def opened(
    id: str, name: str, *players: Player, options: Mapping[str, str] | None = None, deal: int = 7, clock: Clock = 0
) -> Recorder:
    """A table at which the players sit down one after the other; it begins when all seats are taken."""
    game = GAMES[name]
    chosen = tuple(check_options(game, options or {}).items())
    seed = deal_seed(deal) if game.numbered else _house_seed(id)
    number = deal if game.numbered else None
    return _seated(id, Opened(id, game.name, game.rules, chosen, seed.hex(), number, clock), players)


def from_book(id: str, name: str, *players: Player, number: int = 3, programs: str = "") -> Recorder:
    """A table whose seed has a number of a book."""
    game, seeds = GAMES[name], BookSeeds(_house_seed(f"book of {id}"), 16)
    chosen = tuple(check_options(game, {}).items())
    book = seeds.numbered("bcdefghj", number)
    return _seated(id, Opened(id, name, game.rules, chosen, seeds[number].hex(), book=book, programs=programs), players)


def chain_made_for(id: str) -> DaysSealed:
    """The chain of the deals of 30 days that a house had made before it opened a table."""
    return sealed_days(_house_seed(f"chain of {id}"), day_at(START) - timedelta(2), 30)


def of_the_day(id: str, name: str, player: Player) -> Recorder:
    """A table with the deal of the day on which it is opened, which a house had sealed two days before."""
    game, today = GAMES[name], day_at(START)
    chosen = check_options(game, {})
    sealed = chain_of(chain_made_for(id))[today]
    deal = deal_of(kind_of(name, chosen), today, sealed)
    opened = Opened(id, name, game.rules, tuple(chosen.items()), deal_seed(deal).hex(), deal, daily=sealed)
    return _seated(id, opened, [player])


def of_tournament(id: str, name: str, *players: Player, clock: Clock) -> Recorder:
    """A table that a tournament has opened for two, with a seed from a book."""
    game, seeds = GAMES[name], BookSeeds(_house_seed(f"book of {id}"), 16)
    opened = Opened(
        id, name, game.rules, tuple(check_options(game, {}).items()), seeds[0].hex(), None, clock,
        tuple(player.person for player in players), book=seeds.numbered("bcdefghj", 0), tournament="kmnp",
    )  # fmt: skip
    return _seated(id, opened, players)


def of_duel(opened: Opened, at: float, *players: Player) -> Recorder:
    """A table that a duel in a house has opened, at which those sit down who come."""
    return _seated(opened.table, opened, players, at)


def practice(id: str, original: Recorder, seat: int | None, snapshot: Snapshot | None = None) -> Recorder:
    """A practice copy: of one person's game with the seat that is kept, between persons with None."""
    table, game = original.table, original.table.game
    snapshot = snapshot or table.now
    viewer = SPECTATOR if seat is None else Seat(seat)
    state = game.redeal(snapshot.state, viewer, Dice(_house_seed(f"{id} again"), game.name, 1))
    copied = Opened(
        id, game.name, game.rules, tuple(table.setup.options.items()), _house_seed(id).hex(), None, table.setup.clock,
        tuple(chair.person for chair in table.chairs), Origin(table.id, snapshot.seq), seat,
        codec.write_position(game, state),
    )  # fmt: skip
    return _seated(id, copied, [Player(chair.person, chair.bot) for chair in table.chairs])


def restored(id: str, original: Recorder) -> Recorder:
    """An exact copy, as somebody alone at home makes of an old save."""
    copied = Recorder(id, original.records, fold.fold(fold.stream_of(id), None, original.records))
    copied.ask(None, Restore(Origin(original.id, original.table.seq)), later=86_400)
    return copied


def computer(game: Game | str) -> Player:
    """The computer player of a game."""
    return Player(bot=BOTS[game if isinstance(game, str) else game.name].name)


def _house_seed(words: str) -> bytes:
    return hashlib.sha256(words.encode()).digest()


def _seated(id: str, event: Opened, players: Sequence[Player], at: float = START) -> Recorder:
    records = _sealed(None, (event,), Cause(f"{id}0", None, 0, Open()), at)
    made = Recorder(id, records, fold.fold(fold.stream_of(id), None, records))
    for seat, player in enumerate(players):
        made.ask(None, player.sits(seat))
    if made.table.is_ready:
        made.ask(None, Begin())
    return made


def _sealed(last: Record | None, events: Sequence[object], cause: Cause, at: float) -> tuple[Record, ...]:
    drafts = [codec.encode(event, None if number else cause) for number, event in enumerate(events)]
    return seal(last, drafts, codec.time_text(at))
