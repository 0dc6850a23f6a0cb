"""Telling those whom a duel concerns: that a program of theirs is asked to one, that one has begun, how it ended.

Every house tells those who are in it, once; who is asked is told when they come in later, too.
"""

import attrs

from core.base.message import Argument, called, counted, message
from core.duels.duel import Duel, Stage
from core.duels.events import Contender
from core.games.features.titles import title_of
from core.house.service import Service
from core.presence.roster import Kind, Notice, Present, Somebody

ASKS = message("{name} invites {bot} to duel {id} with {other}: {game}, {pairs}. To agree: duel agree {id}")
OVER = message("Duel {id} is over. To see the result: duel {id}")
STOPS = message("Duel {id} was stopped. To see what was played: duel {id}")


def named(service: Service, side: Contender) -> Argument:
    """What a side is called, of whom the directory has learnt."""
    return called(service.directory.shown_name(side.person)) if side.person else computer(side.level)


def computer(level: str) -> str:
    """A computer player, as it is typed."""
    return f"computer:{level}"


@attrs.define
class DuelCalls:
    """What those in one house were told."""

    service: Service
    _told: dict[str, set[Somebody]] = attrs.field(factory=dict, init=False)
    """By duel, who was asked."""
    _over: set[str] = attrs.field(factory=set, init=False)

    async def tell(self, duel: Duel) -> None:
        """Tell what is new. Raises: JournalError."""
        if duel.stage is Stage.ASKED:
            await self._ask(duel)
        elif duel.is_over:
            await self._tell_end(duel)

    async def _ask(self, duel: Duel) -> None:
        sides, directory = duel.terms.sides, self.service.directory
        if not self.service.moderation.is_heard_of(duel.terms.by):
            return
        await directory.learn({duel.terms.by, *(side.person for side in sides if side.person)})
        told = self._told.setdefault(duel.id, set())
        for number in duel.asks:
            program = sides[number].person
            said = ASKS.filled(
                name=called(directory.shown_name(duel.terms.by)), bot=named(self.service, sides[number]), id=duel.id,
                other=named(self.service, sides[1 - number]), game=title_of(duel.terms.game, dict(duel.terms.options)),
                pairs=counted("{n} pair", "{n} pairs", duel.terms.pairs),
            )  # fmt: skip
            new = [one for one in self._here(program, directory.owner_of(program)) if one.somebody not in told]
            told.update(one.somebody for one in new)
            name = directory.name(duel.terms.by)
            self.service.presence.tell(Notice(Kind.DUEL, said, duel.terms.by, name, rings=True), new)

    async def _tell_end(self, duel: Duel) -> None:
        self._told.pop(duel.id, None)
        if duel.id in self._over:
            return
        self._over.add(duel.id)
        programs = [side.person for side in duel.terms.sides if side.person]
        await self.service.directory.learn({duel.terms.by, *programs})
        owners = [self.service.directory.owner_of(one) for one in programs]
        template = STOPS if duel.reason else OVER
        notice = Notice(Kind.DUEL, template.filled(id=duel.id), rings=True)
        self.service.presence.tell(notice, self._here(*dict.fromkeys((duel.terms.by, *programs, *owners))))

    def _here(self, *persons: str) -> list[Present]:
        """Their visits to this house, each once, however many tables they are at."""
        return list({one.somebody: one for one in self.service.presence.here_of(*persons)}.values())
