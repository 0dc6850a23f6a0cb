"""What a table is, as lists have it: the game, who plays, and how far it is."""

from core.base.durations import HOUR, roughly
from core.base.game import kind_of
from core.base.message import SOMEBODY, Message, Name, message, named
from core.games import GAMES
from core.projections import GameSummary
from core.sessions.lists.table_lists import Listing
from core.table import Chair, tell_clock, tell_ending


def described(listing: Listing, table: GameSummary, *, in_shell: bool = False) -> Message:
    """What a table is: the game, who plays, and how far it is; in a shell, what is wrong with it, too."""
    if table.damage:
        why = message("cannot be shown: {why}", why=table.damage)
        return why if in_shell else message("cannot be shown here")
    kind: Message | str = message(", with help") if table.is_restored else ""
    if table.is_practice:
        kind = message(", practice")
    return message(
        "{game} {players}{deal}{terms}{standing}{kind}",
        game=f"{kind_of(table.game, dict(table.options)):<8}", players=_players(listing, table),
        deal="" if table.deal is None else message(", deal {deal}", deal=table.deal),
        terms=_terms(table), standing=_standing(listing, table), kind=kind,
    )  # fmt: skip


def _terms(table: GameSummary) -> Message | str:
    """The clock and the options of a game, where it has any."""
    options = tuple(f"{name}={value}" for name, value in table.options if name != "variant")
    clock = (tell_clock(table.clock),) if table.clock else ()
    bots = (f"bots={table.programs}",) if table.programs else ()
    terms = (*clock, *options, *bots)
    return message(", {terms}", terms=terms) if terms else ""


def _players(listing: Listing, table: GameSummary) -> Message | str:
    free = message("(a reserved seat)") if table.is_practice or table.is_private else message("(a free seat: join)")
    names = [_player(listing, table, seat) if seat.person or seat.bot else free for seat in table.seats]
    return message("{first} against {second}", first=names[0], second=names[1]) if len(names) > 1 else names[0]


def _player(listing: Listing, table: GameSummary, seat: Chair) -> Message | str:
    """What somebody is called; where a game waits for them who are not there, that they are away."""
    name = _name(listing, seat)
    awaited = table.outcome is None and not table.delay and any(table.seats[number] == seat for number in table.turn)
    is_away = awaited and len(table.seats) > 1 and (table.id, seat.holder.person) in listing.away
    return message("{name} (away)", name=name) if is_away else name


def _name(listing: Listing, seat: Chair) -> Name:
    return seat.named(lambda person: listing.names.get(person, SOMEBODY))


def _people(seat: Chair) -> tuple[str, str]:
    return seat.person, seat.stand_in.person


def _standing(listing: Listing, table: GameSummary) -> Message:
    """How far a game is, or how it ended."""
    if table.outcome is not None:
        names = tuple(_name(listing, seat) if seat.person or seat.bot else "" for seat in table.seats)
        own = next((seat for seat, chair in enumerate(table.seats) if listing.person == chair.person != ""), None)
        return message(": {ending}", ending=named(tell_ending(GAMES[table.game], table.outcome, own), names))
    if table.delay and not (listing.person and any(listing.person in _people(seat) for seat in table.seats)):
        return message(", shown late{age}", age=_age(listing, table))
    return message(
        ", move {move}{turn}{score}{age}",
        move=table.plays, turn=_turn(listing, table), score=_score(table), age=_age(listing, table),
    )  # fmt: skip


def _turn(listing: Listing, table: GameSummary) -> Message | str:
    """Whose turn it is, where that is not plain."""
    if listing.person and any(table.seats[seat].holder.person == listing.person for seat in table.turn):
        return message(", your turn")
    if len(table.seats) < 2 or not table.turn:
        return ""
    if len(table.turn) > 1:
        return message(", both to move")
    return message(", {name} to move", name=_name(listing, table.seats[table.turn[0]]))


def _score(table: GameSummary) -> Message | str:
    return message(", score {score}", score=" : ".join(map(str, table.standing))) if table.standing else ""


def _age(listing: Listing, table: GameSummary) -> Message | str:
    """How long ago the table was opened, once that is some time."""
    age = listing.now - table.opened_at
    return message(", {time} old", time=roughly(age)) if age >= HOUR else ""
