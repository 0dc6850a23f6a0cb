"""Showing a game to others: one line to paste anywhere, and codes by which anybody plays its deal or sees it."""

from datetime import UTC, datetime

from msgspec import Struct

from core.base.game import EVERYONE, Refused, kind_of
from core.base.message import Message, Name, counted, message
from core.games.deals.daily import BY_COMPUTER, helped
from core.games.features.titles import title_at
from core.replay.game_summary import all_cards, daily_result
from core.replay.share_codes import Shared, SharedDeal, SharedGame, code_of
from core.sessions.arrival.order_words import find_game
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import Seat
from core.table import Table, tell_ending
from core.table.what_counts import helps


class Sharing(Struct, frozen=True):
    """What there is to paste."""

    line: Message
    """How it went; to be said with `names`."""
    names: tuple[Name, ...]
    deal: str
    """The code of the deal; empty where deals have no numbers."""
    game: str
    """The code of the replay; empty as long as the game goes on."""


def share(seat: Seat) -> Sharing:
    """What may be shown of a game to anybody. Raises: Refused for one that goes on and hides something, or is
    practice."""
    table = seat.live.table
    if table.setup.is_practice:
        raise Refused("This is a practice game: only its players can see it.")
    if table.setup.deal is None and not table.ended:
        raise Refused("You can share this game when it is over.")
    kind, deal = kind_of(table.game.name, table.setup.options), table.setup.deal
    return Sharing(
        _line(seat, table),
        seat.view.names,
        code_of(SharedDeal(kind, deal)) if deal is not None else "",
        code_of(SharedGame(table.id)) if table.ended else "",
    )


def order_of(shared: Shared) -> Order | str:
    """What a code opens: a table to be opened, or the id of one to step through. Raises: Refused."""
    match shared:
        case SharedGame(table):
            return table
        case SharedDeal(kind, number):
            game, options = find_game(kind)
            return Order(game.name, options, deal=number)


def _line(seat: Seat, table: Table) -> Message:
    """How a game went, with nothing in it that tells how it is won."""
    title, deal = title_at(table.setup), table.setup.deal
    if deal is not None and not table.ended:
        return message("Parlour {game}, deal {deal}", game=title, deal=deal)
    if deal is not None and not _is_of_the_day(seat, table):
        return message("Parlour {game}, deal {deal}: {how}", game=title, deal=deal, how=_solitaire(table))
    day = datetime.fromtimestamp(table.opened_at, UTC).date().isoformat()
    return message("Parlour {game} {day}: {how}", game=title, day=day, how=_ending(table))


def _is_of_the_day(seat: Seat, table: Table) -> bool:
    """Whether a game is that of a daily deal: where its day was sealed, the number of the open formula is none."""
    found = daily_result(table)
    return found is not None and (table.setup.daily is not None or seat.session.service.dailies.is_open(found.day))


def _ending(table: Table) -> Message | str:
    if table.setup.deal is not None:
        return _solitaire(table)
    return tell_ending(table.game, table.outcome) if table.outcome else ""


def _solitaire(table: Table) -> Message:
    if table.demonstrated:
        return BY_COMPUTER
    return message(
        "{score} of {best} in {moves}, {help}",
        score=table.game.view(table.state, EVERYONE).score, best=all_cards(table),
        moves=counted("{n} move", "{n} moves", table.now.plays), help=helped(helps(table)),
    )  # fmt: skip
