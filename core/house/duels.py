"""The streams of duels that a house holds: read, ordered and changed; and who may know the deals of one.

Whoever is to be shown a game that is over, with all its cards, is refused by `check_told` until the other game of its
pair is over, too.
"""

import secrets

import attrs
from msgspec import Struct

from core.base.chance import SEED_BYTES
from core.base.game import Refused
from core.base.message import message
from core.books.seed_books import BookSeeds
from core.duels.duel import Duel, after
from core.duels.events import Ordered, stream_of
from core.house.contests import Contests
from core.house.service import Service
from core.records import fold
from core.table import DuelGame, SealedPair, Table
from journal import Damaged, Journal, sentence

NOT_TOLD = message(
    "The same deal is still to be played with the seats exchanged: you can see this game when that is over."
)


def _can_be_held(terms: Ordered) -> bool:
    return any(side.person for side in terms.sides)


DUELS: Contests[Duel] = Contests(
    "Duel", stream_of, after, _can_be_held, message('There is no duel "{id}": duels lists them.')
)  # fmt: skip
read, change = DUELS.read, DUELS.change


async def order(service: Service, terms: Ordered) -> Duel:
    """Order a duel under an id that no other has; id, secret and root are put in. Raises: JournalError."""
    secret = secrets.token_bytes(SEED_BYTES)
    sealed = attrs.evolve(terms, secret=secret.hex(), root=seeds_of(secret, terms.pairs).root)
    return await DUELS.begin(service, sealed)


# The deals.


def seeds_of(secret: bytes, pairs: int) -> BookSeeds:
    """The seeds of a duel: that of pair n is number n - 1 of what follows from its secret, as for a seed book."""
    return BookSeeds(secret, pairs)


def numbered(seeds: BookSeeds, id: str, pair: int, game: int) -> DuelGame:
    """What a table records that is a game of a duel."""
    of_book = seeds.numbered(id, pair - 1)
    return DuelGame(id, pair, game, SealedPair(of_book.proof, of_book.root, of_book.size))


async def is_told(journal: Journal, id: str, table: str) -> bool:
    """Whether everybody may know the deal of a table that says it is of that duel; True where that is none of this
    journal's, as for a game from elsewhere. Raises: Damaged, JournalError."""
    if not await journal.head(stream_of(id)):
        return True
    duel = (await DUELS.read_on(journal, id)).contest
    game = duel.at(table)
    return game is None or duel.tells(game.pair)


class Vouched(Struct, frozen=True):
    """What the journal of a duel says of one of its games."""

    is_told: bool
    """Whether everybody may know the deal."""
    secret: str
    """From which all seeds follow, in hexadecimal; empty until the duel is over."""


async def vouch(journal: Journal, game: DuelGame, table: str) -> Vouched | None:
    """What the duel itself says of a game at a table; None where the journal does not have that duel.

    Raises: Damaged where it says otherwise than the table; JournalError.
    """
    if not await journal.head(stream_of(game.id)):
        return None
    duel, stream = (await DUELS.read_on(journal, game.id)).contest, fold.stream_of(table)
    sealed = game.sealed
    if sealed is None or (sealed.root, sealed.size) != (duel.terms.root, duel.terms.pairs):
        raise Damaged(stream, 1, sentence("duel {duel} of this journal is another one", duel=game.id))
    if duel.tables.get(table) != (game.pair, game.game):
        raise Damaged(stream, 1, sentence("its duel has another table for that game"))
    if duel.secret and seeds_of(bytes.fromhex(duel.secret), duel.terms.pairs).root != sealed.root:
        raise Damaged(stream, 1, sentence("the secret of its duel {duel} gives other seeds", duel=game.id))
    return Vouched(duel.tells(game.pair), duel.secret)


async def check_told(journal: Journal, table: Table) -> None:
    """Raises: Refused for a game that is over, while the other one with the same deal is still to be played."""
    duel = table.setup.duel
    if duel is not None and table.setup.is_of_house_duel and not await is_told(journal, duel.id, table.setup.opened_as):
        raise Refused(NOT_TOLD)
