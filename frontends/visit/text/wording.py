"""What is said about a table as a whole: at its prompt, above the keys, in help, and when a game is over."""

from collections.abc import Sequence

from core.base.message import Message, counted, message
from core.games import GAMES
from core.games.features.titles import title_of
from core.table import Fischer, TableView, tell_clock, tell_ending, tell_left
from core.table.sealed_luck import REVEALING

LENT = message("lent>")
"""The prompt of whose seat it is, while somebody else plays there."""
NOT_BEGUN = message("The game has not begun yet.")
NO_SINGLE_KEYS = message("Your client sends only whole lines; telnet or PuTTY can do more.")
FIRST_HINT = message("Type board for the position, moves for what you can play, ? for help.")
"""What a screen reader reads out at the first table."""
ANOTHER = message("Another hand? Type another, or stop.")
"""What a screen reader reads out where the board would say it."""


def player(table: TableView, seat: int) -> Message | str:
    """What somebody at a seat is called."""
    return table.players[seat].name or message("a free seat")


def players(table: TableView) -> Message | str:
    """Who plays whom."""
    names = [player(table, seat) for seat in range(len(table.players))]
    if len(names) == 1:
        return names[0]
    return message("{first} against {second}", first=names[0], second=names[1])


def ending(table: TableView) -> Message | None:
    """How the game ended, to who looks at it; None while it runs."""
    return tell_ending(GAMES[table.game], table.outcome, table.seat) if table.outcome else None


def whose_turn(table: TableView) -> Message:
    """Who is to move, or how it ended."""
    if over := ending(table):
        return over
    if table.is_revealing:
        return message("waiting for sealed luck")
    if not table.begun:
        return message("waiting for a player")
    if table.seat in table.turn:
        return message("your turn")
    if len(table.turn) > 1:
        return message("both to move")
    return message("{name} to move", name=player(table, table.turn[0])) if table.turn else message("over")


def time_left(table: TableView, now: float) -> Message:
    """How much time the players have, at a time in seconds since the epoch; said of a table with a turn."""
    clocks = table.clocks
    assert clocks is not None
    seats = range(len(clocks.left)) if isinstance(table.clock, Fischer) else table.turn
    shown = [seat for seat in seats if not table.players[seat].is_bot or seat in table.turn]
    said = [_time_of(table, seat, clocks.left_at(seat, now), now) for seat in shown]
    return message("{first} {second}", first=said[0], second=said[1]) if len(said) > 1 else said[0]


def _time_of(table: TableView, seat: int, left: float, now: float) -> Message:
    who, time = player(table, seat), tell_left(left)
    if table.clocks and seat in table.clocks.running and table.clocks.is_away(seat, now):
        return message("{name} is on vacation and has {time} left.", name=who, time=time)
    if seat == table.seat:
        return message("You have {time} left.", time=time)
    return message("{name} has {time} left.", name=who, time=time)


def is_computers_turn(table: TableView) -> bool:
    """Whether a computer player is to move, and can."""
    everybody = all(player.name for player in table.players)
    return everybody and any(table.players[seat].is_bot for seat in table.turn)


def is_worth_describing(before: TableView, now: TableView, turn_before: Sequence[int]) -> bool:
    """Whether the position is another one and somebody has to think about it.

    While others make several moves in a row it is described once, when the turn comes to the person (for those who
    watch: to somebody else); after a move of one's own only if what can be done now is something else altogether.

    `turn_before` are the seats that were to move before the last decision: what the computer answers at once is shown
    together with the move that it answers, so that between two views the turn may have gone and come back.
    """
    if now is before or (now.view == before.view and now.begun == before.begun):
        return False
    if now.outcome or len(now.players) == 1 or now.plays < before.plays:
        return True
    if now.seat is None:
        return now.turn != before.turn or now.turn != turn_before
    if now.seat not in now.turn:
        return False
    if not before.begun or now.seat != before.seat or now.seat not in turn_before:
        return True
    moves = GAMES[now.game].moves
    return set(moves(before.view)).isdisjoint(moves(now.view))


def request(table: TableView, asker: int) -> Message:
    """The question of a player who asks to take back a move."""
    return message("{name} asks to take back the last move. Allow it?", name=player(table, asker))


def pass_on(table: TableView) -> Message:
    """What stands before the board until the other player of the same keyboard has taken it."""
    return message("Pass the keyboard to {name}, then press Enter.", name=player(table, table.seat or 0))


def prompt(table: TableView, is_player: bool) -> Message | None:
    """What stands before the cursor; None while a computer player thinks, so that what it does reads as one text."""
    if table.outcome:
        return message("over>")
    if not is_player:
        return message("watching>")
    if table.is_stuck:
        return message("stuck>")
    if table.seat in table.turn:
        return message("your move>")
    return None if is_computers_turn(table) else message("waiting>")


def status(table: TableView, score: Message | None) -> Message:
    """The table in one line."""
    standing = score or counted("{n} move", "{n} moves", table.plays)
    return message(
        "{turn} | {score} | {game}: {players}",
        game=title_of(table.game, table.options), players=players(table), score=standing, turn=whose_turn(table),
    )  # fmt: skip


def kind(table: TableView) -> Message | str:
    """What sort of copy a table is, as it follows its name; empty for one that is none."""
    if table.origin is not None:
        return message(", practice, from {table}", table=table.origin.table)
    return message(", a copy, with help") if table.restored else ""


def greeting(table: TableView, is_player: bool) -> Message:
    """Where somebody is who has just come."""
    game = title_of(table.game, table.options)
    if not is_player:
        return message("You are watching table {id}{kind}: {game}.", id=table.id, kind=kind(table), game=game)
    deal = message(", deal {deal}", deal=table.deal) if table.deal is not None else ""
    clock = message(", {clock}", clock=tell_clock(table.clock)) if table.clock else ""
    return message(
        "{game}{deal}{clock}, table {id}{kind}.", game=game, deal=deal, clock=clock, id=table.id, kind=kind(table)
    )


def waiting(table: TableView, joining: str, kept_for: str = "") -> tuple[Message, ...]:
    """What stands where the position will be, until the last seat is taken; where nobody took it, that.

    `joining` is what the other types; `kept_for` is the name of whom a seat is kept for, empty for anybody.
    """
    if closed := ending(table):
        return (closed,)
    if table.is_revealing:
        return (REVEALING,)
    begins = message(
        "{game}, table {id}{kind}: waiting for a second player.",
        game=title_of(table.game, table.options), id=table.id, kind=kind(table),
    )  # fmt: skip
    if table.origin is not None:
        return begins, message("The invited player types: {joining}", joining=joining)
    if kept_for:
        return begins, message("The seat is kept for {name}, who types: {joining}", name=kept_for, joining=joining)
    return begins, message("To play with you, people type: {joining}", joining=joining)


def company(names: Sequence[str], count: int) -> Message:
    """Who could be asked to play while somebody waits: the first of them by name, and how many they are in all."""
    if not names:
        return message("Nobody else is here now. Newcomers see your table in the list.")
    if count > len(names):
        more = count - len(names)
        return message("Here now: {names} and {more} more. To ask one: invite NAME", names=tuple(names), more=more)
    return message("Here now: {names}. To ask one: invite NAME", names=tuple(names))


def about(table: TableView, way_back: str) -> tuple[Message, ...]:
    """What there is to know about a table, besides the proof of its fairness."""
    options = tuple(f"{name} {value}" for name, value in table.options.items() if name != "variant")
    lines = [
        message(
            "{game}, table {id}{kind}: {players}.",
            game=title_of(table.game, table.options), id=table.id, kind=kind(table), players=players(table),
        ),
    ]  # fmt: skip
    if options:
        lines.append(message("Options: {options}.", options=options))
    if table.clock:
        lines.append(message("The clock: {clock}.", clock=tell_clock(table.clock)))
    if way_back:
        lines.append(message("To come back: {way}", way=way_back))
    return tuple(lines)
