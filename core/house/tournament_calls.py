"""Telling those who take part in a tournament: that it begins soon, whom they play now, how it ended.

Every house tells those who are in it, once; who comes in later is told of a game that still waits for them.
"""

from collections.abc import Iterable

import attrs

from core.base.durations import MINUTE
from core.base.message import Message, called, counted, message
from core.games.features.titles import title_of
from core.house.service import Service
from core.people.persons import unmarked
from core.presence.invitations import Invitation
from core.presence.roster import Kind, Notice
from core.projections import TableState
from core.table import tell_span
from core.tournaments.standings import standings, winners
from core.tournaments.tournament import Game, Stage, Tournament

SOON = (10 * MINUTE, 1 * MINUTE)
"""Seconds before the beginning at which those who entered are told of it."""
BEGINS = message("Tournament {id}, {game}, begins in {time}.")
PLAYS = message("Tournament {id}: you play {name} now. Type accept within {time}.")
PLAYS_ROUND = message("Tournament {id}, round {round}: you play {name} now. Type accept within {time}.")
CAME_ALONE = message("Tournament {id}: {name} did not come, so you win this game.")
DID_NOT_COME = message("Tournament {id}: you did not come to your game with {name}, so you lose it.")
BYE = message("Tournament {id}, round {round}: you have a bye, which counts as a win.")
OVER = message("Tournament {id} is over. Winner: {names}. To see the standings: tournament {id}")
REASONS = {
    "too_few": message("Tournament {id} is cancelled: fewer than two people entered."),
    "late": message("Tournament {id} is cancelled: the house was closed when it was to begin."),
    "person": message("Tournament {id} is cancelled."),
}


@attrs.define
class Calls:
    """What those in one house were told."""

    service: Service
    _told: set[tuple[str, ...]] = attrs.field(factory=set, init=False)

    async def tell(self, tournament: Tournament) -> None:
        """Tell what is new. Raises: JournalError."""
        match tournament.stage:
            case Stage.ANNOUNCED:
                self._tell_beginning(tournament)
            case Stage.RUNNING:
                for game in tournament.under_way:
                    await self._tell_game(tournament, game)
                await self._tell_no_shows(tournament)
                self._tell_bye(tournament)
            case Stage.OVER:
                await self._tell_no_shows(tournament)
                await self._tell_end(tournament)
            case Stage.CANCELLED:
                said = REASONS.get(tournament.reason, REASONS["person"]).filled(id=tournament.id)
                self._tell(tournament.taking_part, said, tournament.id, "end")
        if tournament.is_over:
            tables = {tournament.id, *(game.table for game in tournament.games)}
            self._told = {key for key in self._told if key[0] not in tables}

    def _tell_beginning(self, tournament: Tournament) -> None:
        terms = tournament.terms
        left = terms.starts_at - self.service.now()
        due = [span for span in SOON if left <= span and tournament.announced_at < terms.starts_at - span]
        if not due or left <= 0:
            return
        minutes = max(1, round(left / MINUTE))
        time = counted("{n} minute", "{n} minutes", minutes)
        said = BEGINS.filled(id=terms.id, game=title_of(terms.game, dict(terms.options)), time=time)
        self._tell(tournament.taking_part, said, terms.id, str(min(due)))

    async def _tell_game(self, tournament: Tournament, game: Game) -> None:
        """Tell both that they play, unless they sit there already."""
        here = [one for one in game.persons if self._are_here(one, game.table) and (game.table, one) not in self._told]
        found = await self.service.views.table(game.table) if here else None
        if found is None or found.state is not TableState.WAITING:
            return
        await self.service.directory.learn(game.persons)
        for person in here:
            if person in (seat.person for seat in found.seats):
                self._told.add((game.table, person))
                continue
            other = game.persons[game.persons[0] == person]
            self._invite(tournament, game, person, other)

    def _invite(self, tournament: Tournament, game: Game, person: str, other: str) -> None:
        shown = self.service.directory.shown_name(other)
        template = PLAYS_ROUND if game.round else PLAYS
        round = {"round": game.round} if game.round else {}
        time = tell_span(tournament.terms.patience)
        said = template.filled(id=tournament.id, name=called(shown), time=time, **round)
        self.service.invitations.add(person, Invitation(game.table, unmarked(shown), other))
        self._tell((person,), said, game.table, person, kind=Kind.INVITED)

    async def _tell_no_shows(self, tournament: Tournament) -> None:
        """Tell those who were called to a game that one of them did not come to."""
        for game in tournament.games:
            for person in game.persons if game.absent else ():
                if (game.table, person) not in self._told:
                    continue
                other = game.persons[game.persons[0] == person]
                await self.service.directory.learn((other,))
                template = DID_NOT_COME if person in game.absent else CAME_ALONE
                said = template.filled(id=tournament.id, name=called(self.service.directory.shown_name(other)))
                self._tell((person,), said, game.table, person, "absent")

    def _tell_bye(self, tournament: Tournament) -> None:
        if bye := tournament.byes[-1] if tournament.byes else "":
            said = BYE.filled(id=tournament.id, round=tournament.round)
            self._tell((bye,), said, tournament.id, "bye", str(tournament.round))

    async def _tell_end(self, tournament: Tournament) -> None:
        first = winners(standings(tournament))
        await self.service.directory.learn(first)
        names = tuple(called(self.service.directory.shown_name(person)) for person in first)
        said = OVER.filled(id=tournament.id, names=names)
        self._tell((one.person for one in tournament.players), said, tournament.id, "end")

    def _are_here(self, person: str, table: str) -> bool:
        """Whether somebody is in this house, but not at a table."""
        found = self.service.presence.here_of(person)
        return bool(found) and all(one.table != table for one in found)

    def _tell(self, persons: Iterable[str], said: Message, *key: str, kind: Kind = Kind.HOUSE) -> None:
        """Tell some persons something, once for each key."""
        if key in self._told:
            return
        self._told.add(key)
        self.service.presence.tell(Notice(kind, said, rings=True), self.service.presence.here_of(*persons))
