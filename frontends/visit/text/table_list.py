"""Lists of tables, a page at a time: how they read."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.durations import HOUR, roughly
from core.base.game import kind_of
from core.base.message import SOMEBODY, Message, Name, message, named
from core.games import GAMES
from core.projections import GameSummary
from core.sessions.arrival.orders import Query
from core.sessions.at_table.fairness import grouped
from core.sessions.lists.table_lists import Listing
from core.table import Chair, tell_ending
from frontends.locale.language import Language

BEHIND = message("Lists are still being brought up to date; ask again in a moment.")
"""What is said while there may be games that lists and statistics do not know yet."""


def show(listing: Listing, words: Language, option: str = "", lessons: Sequence[Message] = ()) -> str:
    """The tables, a line each, with what to type for more; `option` is typed before the page, after all else.

    `lessons` are those of the person who asks, a line each.
    """
    lines = [line for table in listing.tables for line in _lines(listing, table, words, in_shell=bool(option))]
    lines += map(words.say, lessons)
    if not lines and not listing.is_behind:
        lines.append(words.say(_nothing(listing.query)))
    elif listing.has_more:
        lines.append(words.text("There are more: {command}", command=_command(listing.query, option)))
    if listing.is_behind:
        lines.append(words.say(BEHIND))
    return "\n".join(lines)


def completions(listing: Listing, words: Language) -> tuple[str, ...]:
    """The ids of the tables, each followed by a tab and what it is."""
    return tuple(f"{table.id}\t{words.say(described(listing, table))}" for table in listing.tables)


def _nothing(query: Query) -> Message:
    if query.page > 1:
        return message("There is no page {page}.", page=query.page)
    if query.everything and not query.mine and not query.game:
        return message("Nobody has played here yet: be the first.")
    if query.everything or query.player:
        return message("There are no such games.")
    return message("Nobody is playing now; list all has the old games, too.")


def _command(query: Query, option: str) -> str:
    """What is typed for the next page: words in the lobby, options in a shell."""
    dashes = "--" if option else ""
    words = (
        f"{dashes}all" if query.everything and not query.mine else "",
        f"{dashes}mine" if query.mine else "",
        f"{'--game ' if option else ''}{query.game}" if query.game else "",
        f"with {query.player}" if query.player else "",
    )
    return " ".join(("parlour list" if option else "list", *filter(None, words), f"{option}{query.page + 1}"))


def _lines(listing: Listing, table: GameSummary, words: Language, *, in_shell: bool) -> list[str]:
    line = f"{table.id}  {words.say(described(listing, table, in_shell=in_shell))}"
    committed = listing.commitments.get(table.id)
    if not committed:
        return [line]
    return [line, f"       {words.text('commitment {digits}', digits=grouped(committed))}"]


def described(listing: Listing, table: GameSummary, *, in_shell: bool = False) -> Message:
    """What a table is: the game, who plays, and how far it is; in a shell, what is wrong with it, too."""
    if table.damage:
        why = message("cannot be shown: {why}", why=table.damage)
        return why if in_shell else message("cannot be shown here")
    kind: Message | str = message(", with help") if table.is_restored else ""
    if table.is_practice:
        kind = message(", practice")
    return message(
        "{game} {players}{deal}{standing}{kind}",
        game=f"{_word(table):<8}", players=_players(listing, table), deal=_deal(table),
        standing=_standing(listing, table), kind=kind,
    )  # fmt: skip


def _word(table: GameSummary) -> str:
    """The word by which such a game is opened."""
    return kind_of(table.game, dict(table.options))


def _deal(table: GameSummary) -> Message | str:
    return "" if table.deal is None else message(", deal {deal}", deal=table.deal)


def _players(listing: Listing, table: GameSummary) -> Message | str:
    free = message("(a seat that is kept)") if table.is_practice or table.is_private else message("(a free seat: join)")
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
        return message(": {ending}", ending=named(tell_ending(GAMES[table.game], table.outcome), names))
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
