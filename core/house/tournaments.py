"""Carrying tournaments out: begins them, pairs, opens the tables, copies the results, and tells those who play.

The id of a table is recorded before the table is opened: whoever finds it missing opens it, and nobody opens two.
"""

import attrs

from core.base.durations import HOUR
from core.base.game import Refused, check_options
from core.base.message import message
from core.games import GAMES
from core.house import contests, tournament_calls
from core.house.contests import ROUND, Contests
from core.house.service import TABLE_LETTERS, Service
from core.people.directory import draw_word
from core.projections import TableState
from core.projections.tournaments import TournamentSummary
from core.records import fold
from core.records.whole_table import folded
from core.table import Close, CloseUnbegun, Opened, Table, is_slow
from core.tournaments.events import Announced, GameEnded, stream_of
from core.tournaments.results import VOID, result_of
from core.tournaments.tournament import DRAW, Game, Stage, Tournament, advance, after, end_game
from core.tournaments.tournament import cancel as call_off

LOOK = 10.0
"""Seconds between two looks at a table at which nothing happens."""


# The streams of tournaments.


def _can_be_held(terms: Announced) -> bool:
    return bool(terms.clock) and not is_slow(terms.clock)


TOURNAMENTS: Contests[Tournament] = Contests(
    "Tournament", stream_of, after, _can_be_held,
    message('There is no tournament "{id}": tournaments lists them.'),
)  # fmt: skip
read, announce, change = TOURNAMENTS.read, TOURNAMENTS.begin, TOURNAMENTS.change


async def cancel(service: Service, id: str, by: str, *, is_operator: bool) -> Tournament:
    """Call a tournament off, and close the tables at which nobody has begun. Raises: as `change`."""
    tournament = await change(service, id, lambda as_it_is: call_off(as_it_is, by, is_operator=is_operator))
    for game in tournament.under_way:
        await _close(service, game.table, CloseUnbegun())
    return tournament


# What the house does.


@attrs.define(eq=False)
class Steward(contests.Steward[Tournament]):
    """Minds the tournaments of a journal for one house."""

    contests = TOURNAMENTS
    _since: float = attrs.field(init=False)
    """When this house began to mind them: nobody could come to a table before."""
    _looks: dict[str, float] = attrs.field(factory=dict, init=False)
    """When a table at which nothing happens is looked at again, by its id."""
    calls: tournament_calls.Calls = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._since = self.service.now()
        self.calls = tournament_calls.Calls(self.service)

    async def mind(self) -> float:
        """Do what is due in all of them. Returns: after how many seconds something is due again, at the latest."""
        those, now = await self.service.views.open_tournaments(), self.service.now()
        waits = [_wait(one, now) for one in those]
        for id in {*self.known, *(one.id for one, wait in zip(those, waits, strict=True) if wait <= ROUND)}:
            await self.try_to_mind(id)
        return min(waits, default=HOUR)

    async def mind_one(self, id: str) -> Tournament:
        """Do what is due in one. Returns: it then."""
        tournament = await self.look(id)
        for game in tournament.under_way:
            tournament = await self._mind_game(tournament, game)
        while True:  # A round in which nobody plays is over at once, and the next one is due.
            if (then := await self._advance(tournament)).seq == tournament.seq:
                break
            tournament = then
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

        return await self.change(tournament.id, lambda as_it_is: advance(as_it_is, now, free, draw))

    def _free_in(self, tournament: Tournament) -> frozenset[str]:
        """Who could begin a game of an arena now: not those who are called to one of another tournament."""
        others = (one.contest for one in self.known.values() if one.contest.id != tournament.id)
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
        return await self.change(tournament.id, lambda as_it_is: end_game(as_it_is, ended))


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
