"""A table as one viewer may know it, and what happened at it as they are told: the gate to every screen."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.base.game import SPECTATOR, Options, Outcome, Viewer
from core.base.message import Argument, Message, Name, Person, Who, counted, message, said_of
from core.table import events
from core.table.clock import Clock, Clocks, tell_span
from core.table.commands import Cause
from core.table.endings import tell_ending
from core.table.events import BookNumber, DuelGame, SealedDay
from core.table.state import Chair, Table, bot_called, stood_in


class PlayerView(Struct, frozen=True):
    """Who sits at a seat, as anybody may know it."""

    name: Name = ""
    """Empty while the seat is free."""
    is_bot: bool = False
    luck: str | None = ""
    """What this seat added to the chance; None for words that only this seat is shown."""
    is_lent: bool = False
    """Whether somebody plays here for whose seat it is."""
    early: bool = False
    """Whether the house knew the luck before it took the number of the seed."""
    sealed: str = ""
    """The digest of the luck, where this seat sealed it."""
    is_unrevealed: bool = False
    """Whether the luck is still sealed."""
    is_program: bool = False
    """Whether that person is a program."""


class TableView(Struct, frozen=True, eq=False):
    """A table as one viewer sees it: the game's view, and what stands around it.

    Compared by identity, so that what was drawn of a view can be looked up by it and shared.
    """

    id: str
    game: str
    options: Options
    deal: int | None
    """The number of the deal, in games whose deals are numbered."""
    players: tuple[PlayerView, ...]
    seat: int | None
    """The viewer's own seat, counted from 0; None for those who do not play."""
    view: Any
    turn: tuple[int, ...]
    """The seats that may move now; empty before the game has begun and when it is over."""
    outcome: Outcome | None
    seq: int
    """The last record that is in this view."""
    commitment: str
    """In hexadecimal; empty where deals are numbered."""
    house_seed: str
    """In hexadecimal once the game is over; empty before."""
    begun: bool = True
    takes_back_freely: bool = False
    """Whether the viewer takes moves back without asking anybody."""
    plays: int = 0
    """Moves in force: made and not taken back."""
    undos: int = 0
    hints: int = 0
    demonstrated: bool = False
    """Whether the computer has moved for a player who looked on."""
    marks: tuple[str, ...] = ()
    """Names of the bookmarks that can be returned to."""
    asks: int | None = None
    """The seat that asks to take back a move and waits for an answer."""
    elapsed: float = 0.0
    """Seconds of play up to the last record; long pauses are not counted."""
    clock: Clock = 0
    """0 is no clock."""
    clocks: Clocks | None = None
    """How the clocks stand; None without."""
    turn_at: float = 0.0
    """Seconds since the epoch when the game last moved on."""
    origin: events.Origin | None = None
    """The game of which this one is a practice copy."""
    restored: bool = False
    """Whether this is an exact copy, which counts as played with help."""
    book: BookNumber | None = None
    """Where the seed comes from; None where it is from no book."""
    daily: SealedDay | None = None
    """Whose deal it is, where that is the deal of a day which the house had sealed."""
    is_revealing: bool = False
    """Whether the game waits for sealed luck to be revealed."""
    programs: str = ""
    """Whether programs may sit here; see `PROGRAMS`."""
    duel: DuelGame | None = None
    """Which game of a duel it is."""

    @property
    def is_lent(self) -> bool:
        """Whether the viewer's own seat is lent, so that two may look at this: whose it is, and who plays there."""
        return self.seat is not None and self.players[self.seat].is_lent

    @property
    def names(self) -> tuple[Name, ...]:
        """The players' names by seat; empty for a free seat."""
        return tuple(player.name for player in self.players)

    @property
    def is_stuck(self) -> bool:
        """Whether the game says of itself that nothing can be played any more."""
        return bool(getattr(self.view, "stuck", False)) and self.begun and self.outcome is None


def view_table(table: Table, viewer: Viewer, names: Sequence[Name]) -> TableView:
    """What one viewer may know of a table; `names` are those of its players by seat, empty for a free seat."""
    setup, seat = table.setup, viewer.number
    view = setup.game.view(table.now.state, viewer)
    if table.ended and view.turn:  # Where it was given up or ran out of time, nobody is to move any more.
        view = replace(view, turn=())
    is_player = seat is not None and not table.ended
    players = tuple(
        _player(name, chair, is_own=number == seat)
        for number, (name, chair) in enumerate(zip(names, table.chairs, strict=True))
    )
    return TableView(
        setup.id, setup.game.name, setup.options, setup.deal, players, seat, view,
        table.turn, table.outcome, table.seq,
        setup.commitment, setup.house_seed.hex() if table.ended and not setup.is_of_house_duel else "",
        begun=table.begun,
        takes_back_freely=is_player and table.takes_back_freely,
        plays=table.now.plays, undos=table.undos, hints=table.hints, demonstrated=bool(table.demonstrated),
        marks=table.marks_for(seat),
        asks=table.asks, elapsed=table.elapsed, clock=setup.clock, clocks=table.clocks, turn_at=table.turn_at,
        origin=setup.origin, restored=table.restored, book=setup.book, daily=setup.daily,
        is_revealing=table.is_revealing,
        programs=setup.programs, duel=setup.duel,
    )  # fmt: skip


def _player(name: Name, chair: Chair, *, is_own: bool) -> PlayerView:
    luck = None if chair.muted and not is_own else chair.luck
    return PlayerView(
        name, bool(chair.bot), luck, bool(chair.stand_in), chair.early, chair.sealed, chair.is_unrevealed,
        chair.is_program,
    )  # fmt: skip


def followed(table: Table, happened: Sequence[Any]) -> tuple[Any, ...]:
    """Events that led to where the table stands, with what each had come to, as far as that is known: of what came
    before somebody took back a move nothing is, for it may not be so any more."""
    follow = table.setup.game.follow
    if follow is None:
        return tuple(happened)
    went_back = [number for number, event in enumerate(happened, 1) if isinstance(event, events.WentBack)]
    back = went_back[-1] if went_back else 0
    return (*happened[:back], *follow(table.now.state, happened[back:]))


def tell(table: Table, event: Any, viewer: Viewer, cause: Cause | None = None, reader: str = "") -> Message | None:
    """An event as a viewer may know it; None when there is nothing to say.

    Persons who sit nowhere are in it by their ids: `message.introduced` puts in what they are called.

    Args:
        table: the table, on which the event has happened.
        event: what happened.
        viewer: through whose eyes it was seen.
        cause: what led to the decision that it belongs to.
        reader: the id of who reads it, where they stand in at the viewer's seat; empty for all others.
    """
    if type(event) in events.OF_TABLE:
        return _tell_event(table, event, viewer.number, reader)
    fact = table.game.reveal(event, viewer)
    return None if fact is None else _tell_fact(table, fact, viewer, cause, reader)


def _tell_event(table: Table, event: events.TableEvent, seat: int | None, reader: str) -> Message | None:
    """An event of the table's own; `seat` is the viewer's, whose it is unless there is a `reader`."""
    own = None if reader else seat
    if isinstance(event, events.StandInEvent):
        return _tell_stand_in(event, Person(table.chairs[event.seat].person), seat, is_own=event.seat == own)
    match event:
        case events.Seated(who, person, bot):
            sits = message("{name} sits down.", name=bot_called(bot) or Person(person))
            return message("You sit down.") if who == own and person else sits
        case events.LuckRevealed(who):
            own_words, others = message("You reveal your sealed luck."), message("{who} reveals sealed luck.")
            return said_of(who == own, own_words, others, who)
        case events.WentAway() | events.CameBack():
            return _tell_vacation(table, event, is_own=event.seat == own)
        case events.TakebackAsked(who):
            asks = message("{who} asks to take back the last move.")
            return said_of(who == seat, message("You ask to take back your last move."), asks, who)
        case events.TakebackRefused(who):
            return said_of(who == seat, message("You declined."), message("{who} declined."), who)
        case events.TakenBack() | events.Redone() | events.Returned():
            return _tell_takeback(table, event, seat)
        case events.Restored(origin):
            return message("This game continues from a copy of {origin}.", origin=origin.table)
        case events.WatchingSet(who, policy, delay):
            return _tell_watching(who, policy, delay, is_own=who == own)
        case events.Ended(reason, winners, figures):
            return tell_ending(table.game, table.outcome or Outcome(reason, winners, figures), own)
        case events.Begun():
            if table.setup.origin is None or table.setup.origin.table == events.LESSON:
                return None
            return message("The game continues from a copy; hidden cards are dealt again.")
        case (
            events.Opened() | events.Marked() | events.Hinted() | events.Admitted()
            | events.ClockPaused() | events.ClockResumed() | events.ClockCorrected()
            | events.Resigned() | events.RanOut()  # the end of the game follows, and says so
        ):  # fmt: skip
            return None


def _tell_vacation(table: Table, event: events.WentAway | events.CameBack, *, is_own: bool) -> Message:
    who = Person(table.chairs[event.seat].person)
    if isinstance(event, events.WentAway):
        return message("You are on vacation.") if is_own else message("{who} is on vacation.", who=who)
    return message("You are back from vacation.") if is_own else message("{who} is back from vacation.", who=who)


def _tell_fact(table: Table, fact: Any, viewer: Viewer, cause: Cause | None, reader: str) -> Message:
    """A fact of the game, in the second person only to who did it: two may look through the eyes of a lent seat."""
    if cause is None or cause.by is None or getattr(fact, "seat", None) != cause.by:
        return table.game.tell(fact, viewer)
    seat, giver = cause.by, stood_in(cause)
    is_others = viewer.number == seat and (giver.person, giver.bot) != (reader, "")
    said = table.game.tell(fact, SPECTATOR if is_others else viewer)
    if not (giver or is_others):
        return said
    name: Argument = Person(table.chairs[seat].person)
    if giver:
        name = message("{name} for {owner}", name=_stand_in(giver.bot, giver.person), owner=name)
    return replace(said, args=tuple((gap, name if value == Who(seat) else value) for gap, value in said.args))


def _tell_watching(who: int, policy: str, delay: int, *, is_own: bool) -> Message:
    late = counted(" They see each move {n} move late.", " They see each move {n} moves late.", delay) if delay else ""
    own, others = message("You let everybody watch.{late}"), message("{who} lets everybody watch.{late}")
    if policy != "open":
        own = message("You let only people you admit watch.{late}")
        others = message("{who} lets only admitted people watch.{late}")
    return said_of(is_own, own, others, who, late=late)


def _tell_stand_in(event: events.StandInEvent, owner: Person, seat: int | None, *, is_own: bool) -> Message:
    """`owner` is whose seat it is: not by the seat, which says who plays there."""
    who: Argument = message("you") if is_own else owner
    match event:
        case events.StandInAsked(_, bot, after, person):
            return _tell_wish(_stand_in(bot, person), after, owner, seat, is_own=is_own)
        case events.StandInRefused():
            alone = message("{who} will play without a stand-in.", who=owner)
            return message("You will play without a stand-in.") if is_own else alone
        case events.StandInAgreed(_, bot, 0, person):
            return message("{bot} may play for {who}.", bot=_stand_in(bot, person), who=who)
        case events.StandInAgreed(_, "", after, person):
            return message(
                "{name} may play for {who} after {time} without a move.",
                name=Person(person), who=who, time=tell_span(after),
            )  # fmt: skip
        case events.StandInAgreed(_, bot, after):
            return message(
                "{bot} will play for {who} after {time} without a move.", bot=bot, who=who, time=tell_span(after)
            )
        case events.StandInAccepted(_, person):
            return message("{name} agreed to play for {who}.", name=Person(person), who=who)
        case events.StandInDeclined(_, person):
            return message("{name} declined to play for {who}.", name=Person(person), who=who)
        case events.SeatLent(_, bot, person):
            return message("{bot} plays for {who} now.", bot=_stand_in(bot, person), who=who)
        case events.SeatReturned():
            return message("You play again.") if is_own else message("{who} plays again.", who=owner)


def _tell_wish(bot: Argument, after: int, owner: Person, seat: int | None, *, is_own: bool) -> Message:
    """That a player wants somebody to play for them: only the other player is told what to type."""
    later = message(" after {time} without a move", time=tell_span(after)) if after else ""
    if is_own:
        return message("You ask whether {bot} may play for you{later}.", bot=bot, later=later)
    if seat is None:
        return message("{who} asks whether {bot} may play for them{later}.", who=owner, bot=bot, later=later)
    asks = message("{who} asks whether {bot} may play for them{later}: type allow or refuse.")
    return asks.filled(who=owner, bot=bot, later=later)


def _stand_in(bot: str, person: str) -> Argument:
    return Person(person) if person else bot


def _tell_takeback(table: Table, event: events.WentBack, viewer: int | None) -> Message:
    you, who = event.seat == viewer, Who(event.seat)
    match event:
        case events.TakenBack(_, to) if len(table.chairs) == 1 and _is_start(table, to):
            return message("The game is at its start again.")
        case events.TakenBack():
            return message("You take back a move.") if you else message("{who} takes back a move.", who=who)
        case events.Redone():
            return message("You redo the move.") if you else message("{who} redoes the move.", who=who)
        case events.Returned(_, name) if you:
            return message('You go back to "{name}".', name=name)
        case events.Returned(_, name) if any(name == hidden for hidden, _ in table.hidden_marks):
            return message("{who} goes back to a bookmark.", who=who)
        case events.Returned(_, name):
            return message('{who} goes back to "{name}".', who=who, name=name)


def _is_start(table: Table, to: int) -> bool:
    """Whether record `to` is the last of the beginning. Looks back from now, which is there or hardly farther."""
    found = next((snapshot for snapshot in table.now.chain() if snapshot.seq <= to), None)
    return found is not None and found.seq == to and found.plays == 0
