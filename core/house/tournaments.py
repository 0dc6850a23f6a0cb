"""Carrying tournaments out: begins them, pairs, opens the tables, copies the results, and tells those who play.

All of it follows from the records of a tournament and its tables, and each step is appended where the last one was
seen. So a house that opens goes on where another was killed, and of several houses on a journal one makes each step.
The id of a table is recorded before the table is opened: whoever finds it missing opens it, and nobody opens two.
"""

import logging
from collections.abc import Callable, Sequence

import attrs
import trio

from core.base.durations import HOUR
from core.base.game import Refused, check_options
from core.games import GAMES
from core.house import tournament_calls
from core.house.service import TABLE_LETTERS, Service
from core.people.directory import draw_word
from core.projections import TableState
from core.projections.tournaments import TournamentSummary
from core.records import codec, fold, owned_stream
from core.records.whole_table import folded
from core.table import Close, CloseUnbegun, Opened, Table, is_slow
from core.tournaments.events import Announced, GameEnded, TournamentEvent, stream_of
from core.tournaments.results import VOID, result_of
from core.tournaments.tournament import DRAW, Game, Stage, Tournament, advance, end_game
from core.tournaments.tournament import cancel as call_off
from core.tournaments.tournament import fold as fold_events
from journal import Damaged, JournalError, Record

_LOG = logging.getLogger("parlour")
ROUND = 1.0
"""Seconds between two rounds of the house's own, at the least."""
LOOK = 10.0
"""Seconds between two looks at a table at which nothing happens."""
ID_LETTERS = 4
Decide = Callable[[Tournament], Sequence[TournamentEvent]]


# The stream of a tournament.


async def read(service: Service, id: str) -> Tournament:
    """A tournament as it stands. Raises: Refused where there is none; Damaged, JournalError."""
    return (await _read(service, id))[0]


async def _read(service: Service, id: str) -> tuple[Tournament, Record]:
    stream = stream_of(id)
    records = await service.journal.read(stream) if id.isascii() and id.isalnum() else ()
    if not records:
        raise Refused('There is no tournament "{id}": tournaments lists them.', id=id[:20])
    with codec.Gate(stream):
        tournament = fold_events((event, info.at) for event, info in fold.decode(stream, records))
        if tournament.id != id:
            raise ValueError("it is a record of another tournament")
        _check(tournament.terms)
    return tournament, records[-1]


def _check(terms: Announced) -> None:
    """Raises ValueError, or Refused, for terms by which no tournament can be held."""
    game = GAMES.get(terms.game)
    if game is None or game.seats != 2 or not terms.clock or is_slow(terms.clock):
        raise ValueError("no tournament can be held by its terms")
    check_options(game, dict(terms.options))


async def announce(service: Service, terms: Announced) -> Tournament:
    """Announce a tournament under an id that no other has; that of `terms` is put in. Raises: JournalError."""
    while True:
        named = attrs.evolve(terms, id=draw_word(ID_LETTERS))
        if await owned_stream.append(service.journal, service.now, stream_of(named.id), None, [named]):
            return await read(service, named.id)


async def cancel(service: Service, id: str, by: str, *, is_operator: bool) -> Tournament:
    """Call a tournament off, and close the tables at which nobody has begun. Raises: as `change`."""
    tournament = await change(service, id, lambda as_it_is: call_off(as_it_is, by, is_operator=is_operator))
    for game in tournament.under_way:
        await _close(service, game.table, CloseUnbegun())
    return tournament


async def change(service: Service, id: str, decide: Decide) -> Tournament:
    """Append what follows from where a tournament stands. Returns: the tournament then.

    Raises: Refused, also what `decide` raises; Damaged; JournalError.
    """

    async def attempt() -> Tournament | None:
        tournament, last = await _read(service, id)
        events = tuple(decide(tournament))
        if not events:
            return tournament
        appended = await owned_stream.append(service.journal, service.now, stream_of(id), last, events)
        return (await _read(service, id))[0] if appended else None

    return await owned_stream.retry(attempt)


# What the house does.


@attrs.define
class Steward:
    """Minds the tournaments of a journal for one house."""

    service: Service
    _since: float = attrs.field(init=False)
    """When this house began to mind them: nobody could come to a table before."""
    _looks: dict[str, float] = attrs.field(factory=dict, init=False)
    """When a table at which nothing happens is looked at again, by its id."""
    _known: dict[str, Tournament] = attrs.field(factory=dict, init=False)
    """Those that are minded, as they were read last."""
    _damaged: set[str] = attrs.field(factory=set, init=False)
    calls: tournament_calls.Calls = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._since = self.service.now()
        self.calls = tournament_calls.Calls(self.service)

    async def run(self) -> None:
        """Mind them until cancelled. Raises: JournalError."""
        await self.service.views.caught_up.wait()
        while True:
            moved = self.service.views.moved
            wait = await self.mind()
            await trio.sleep(ROUND)
            with trio.move_on_after(max(0.0, wait - ROUND)):
                await moved.wait()

    async def mind(self) -> float:
        """Do what is due in all of them. Returns: after how many seconds something is due again, at the latest."""
        those, now = await self.service.views.open_tournaments(), self.service.now()
        waits = [_wait(one, now) for one in those]
        for id in {*self._known, *(one.id for one, wait in zip(those, waits, strict=True) if wait <= ROUND)}:
            if id not in self._damaged:
                await self._try(id)
        return min(waits, default=HOUR)

    async def _try(self, id: str) -> None:
        """Do what is due in one of them; one that fails takes nothing with it."""
        try:
            tournament = self._known[id] = await self._mind(id)
        except Damaged as damage:
            self._damaged.add(id)
            _LOG.warning("Tournament %s cannot be held: %s", id, damage)
        except (Refused, JournalError) as error:
            _LOG.warning("Tournament %s could not be minded, and is tried again: %s", id, error)
        else:
            if tournament.stage.is_last:
                del self._known[id]

    async def _mind(self, id: str) -> Tournament:
        known = self._known.get(id)
        is_new = known is None or known.seq != await self.service.journal.head(stream_of(id))
        tournament = await read(self.service, id) if known is None or is_new else known
        for game in tournament.under_way:
            tournament = await self._mind_game(tournament, game)
        while True:  # A round in which nobody plays is over at once, and the next one is due.
            if (after := await self._advance(tournament)).seq == tournament.seq:
                break
            tournament = after
        for game in tournament.under_way:
            await self._open(tournament, game)
        await self.calls.tell(tournament)
        return tournament

    async def _advance(self, tournament: Tournament) -> Tournament:
        """The next step, if one is due."""
        now, service = self.service.now(), self.service
        if service.moderation.is_draining and not tournament.under_way:
            return tournament
        free = self._free_in(tournament) if tournament.is_arena else frozenset()
        if not advance(tournament, now, free, lambda: "x"):
            return tournament
        words = iter([await service.free_table_id() for _ in range(len(tournament.players) // 2)])

        def draw() -> str:
            return next(words, "") or draw_word(TABLE_LETTERS)  # Somebody may have entered in this moment.

        return await change(service, tournament.id, lambda as_it_is: advance(as_it_is, now, free, draw))

    def _free_in(self, tournament: Tournament) -> frozenset[str]:
        """Who could begin a game of an arena now: not those who are called to one of another tournament."""
        others = (one for one in self._known.values() if one.id != tournament.id)
        called = {person for one in others for game in one.under_way for person in game.persons}
        return frozenset(one for one in tournament.taking_part if one not in called and self._is_free(one))

    def _is_free(self, person: str) -> bool:
        """Whether somebody is in, in whichever house, and plays with nobody."""
        for one in self.service.presence.of(person):
            live = self.service.in_play(one.table)
            plays = bool(one.seats) and (live is None or (live.table.ended is None and len(live.table.persons) > 1))
            if not plays and not one.stands_in:
                return True
        return False

    async def _open(self, tournament: Tournament, game: Game) -> None:
        """Open the table of a game with both seats kept, unless that was done."""
        service, stream = self.service, fold.stream_of(game.table)
        if await service.journal.head(stream):
            return
        terms, rules = tournament.terms, GAMES[tournament.terms.game]
        options = tuple(check_options(rules, dict(terms.options)).items())
        # Where another house is quicker, the number that was taken here is void.
        seed, number = await service.books.take(game.table)
        opened = Opened(
            game.table, rules.name, rules.rules, options, seed.hex(), None, terms.clock, game.persons,
            book=number, tournament=tournament.id,
        )  # fmt: skip
        await service.store_opened(opened)

    # Games that go on.

    async def _mind_game(self, tournament: Tournament, game: Game) -> Tournament:
        """See whether a game is over, or whether nobody comes to it."""
        found = await self.service.views.table(game.table)
        if found is None:
            return tournament
        if found.damage:
            return await self._end(tournament, GameEnded(game.table, VOID, DRAW, DRAW, ()))
        patience, now = tournament.terms.patience, self.service.now()
        if found.outcome is None:
            if found.state is TableState.RUNNING:
                command: Close | CloseUnbegun = Close()
                is_due = now >= found.at + patience and await self._is_left(game, now, patience)
            else:
                command, is_due = CloseUnbegun(), now >= max(found.opened_at, self._since) + patience
            if not is_due:
                return tournament
            await _close(self.service, game.table, command)
        table = await self._table(game)
        result = result_of(table, patience)
        return tournament if result is None else await self._end(tournament, result)

    async def _is_left(self, game: Game, now: float, patience: float) -> bool:
        """Whether both have been away from their game for as long as one is waited for, by its records.

        A house that both leave records that the clocks stand. Where they do not, somebody may be at the table in a
        house that this one does not hear of: that one ends the game by the time that runs out. If it does not, it was
        killed.
        """
        if any(one.seats for one in self.service.presence.at(game.table)) or now < self._looks.get(game.table, 0.0):
            return False
        self._looks[game.table] = now + LOOK
        clocks = (await self._table(game)).clocks
        assert clocks is not None  # Tournaments are played with one.
        left_at = clocks.since if clocks.paused else clocks.first_due()[0]
        return now >= max(left_at, self._since) + patience

    async def _table(self, game: Game) -> Table:
        return await folded(game.table, await self.service.records(game.table))

    async def _end(self, tournament: Tournament, ended: GameEnded) -> Tournament:
        self._looks.pop(ended.table, None)
        return await change(self.service, tournament.id, lambda as_it_is: end_game(as_it_is, ended))


async def _close(service: Service, table: str, command: Close | CloseUnbegun) -> None:
    try:
        async with service.table(table, attended=False) as live:
            await live.submit(command)
    except Refused:
        return  # It has begun or ended meanwhile, which the table says; or it was not opened yet.


def _wait(one: TournamentSummary, now: float) -> float:
    """Seconds after which something is due in a tournament; those who entered are told before it begins, too."""
    if one.stage is Stage.RUNNING:
        return ROUND
    return max(ROUND, one.starts_at - tournament_calls.SOON[0] - now)
