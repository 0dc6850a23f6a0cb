"""A table and what happens there as data for a program: what its seat may know, and nothing else."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from core.base.game import Outcome
from core.base.message import Message, Name, Who, message
from core.people.talk import Said
from core.sessions.at_table.happenings import Happening
from core.sessions.at_table.sealed_luck import seconds_left
from core.sessions.at_table.seat import Seat
from core.table import PlayerView, TableView, tell_ending
from frontends.locale.language import Language
from frontends.programs.door.views import spelled, written_view
from frontends.programs.protocol.answers import table as answers
from frontends.programs.protocol.answers.codes import Reason
from frontends.programs.protocol.answers.table import Event, Over, State
from frontends.programs.protocol.wording import said

_NAME = message("{who}")


def state_of(
    seat: Seat,
    words: Language,
    *,
    moves: bool,
    past: bool = False,
    reason: Reason | None = None,
    told: Iterable[Message] = (),
) -> State:
    """Where a table stands; with the legal moves, and what happened before in the game, if they are wanted."""
    view = seat.view
    # Bytes that all have in common who look from one seat.
    own = seat.live.share(("programs", seat.viewer, past), lambda: written_view(view.view, past=past))
    return State(
        table=view.id,
        at=view.seq,
        reason=reason,
        game=view.game,
        options=dict(view.options),
        bots=view.programs,
        deal=view.deal,
        players=players_of(view, words),
        seat=view.seat,
        turn=list(view.turn),
        begun=view.begun,
        reveal=seconds_left(seat),
        view=own,
        moves=[spelled(view.game, text) for text in seat.moves] if moves else None,
        clocks=_clocks(seat, view),
        asks=view.asks,
        marks=list(view.marks),
        outcome=outcome_of(view.outcome),
        code=seat.code,
        said=[said(one, words, view.names) for one in told],
    )


def players_of(view: TableView, words: Language) -> list[answers.Player]:
    """Who sits there."""
    return _players(view.players, words)


@lru_cache(maxsize=1024)
def _players(players: tuple[PlayerView, ...], words: Language) -> list[answers.Player]:
    """Made once for as long as they sit there: each state names them."""
    names = tuple(one.name for one in players)
    return [
        answers.Player(
            name=_called(seat, names, words), computer=one.is_bot, bot=one.is_program, stand_in=one.is_lent,
            luck=one.luck, sealed=one.sealed,
        )
        for seat, one in enumerate(players)
    ]  # fmt: skip


def _called(seat: int, names: Sequence[Name], words: Language) -> str:
    return words.say(_NAME.filled(who=Who(seat)), names) if names[seat] else ""


def _clocks(seat: Seat, view: TableView) -> answers.Clocks | None:
    clocks = view.clocks
    if clocks is None:
        return None
    now = seat.live.now()
    left = [round(max(0.0, clocks.left_at(number, now)), 3) for number in range(len(clocks.left))]
    return answers.Clocks(left=left, running=[number for number in clocks.running if clocks.runs(number)])


def outcome_of(outcome: Outcome | None) -> answers.Outcome | None:
    """How a game ended, if it has."""
    if outcome is None:
        return None
    return answers.Outcome(reason=outcome.reason, winners=list(outcome.winners), figures=list(outcome.figures))


def over_of(seat: Seat, words: Language) -> Over | None:
    """That a game has ended, if it has."""
    view = seat.view
    if (outcome := view.outcome) is None or (ended := outcome_of(outcome)) is None:
        return None
    told = tell_ending(seat.game, outcome, None if seat.stand_in else view.seat)
    return Over(table=view.id, at=view.seq, outcome=ended, said=said(told, words, view.names))


def events_of(seat: Seat, words: Language, happened: Iterable[Happening], spoken: Iterable[Said]) -> list[Event]:
    """What happened, record by record, each line of talk behind its record."""
    names = seat.view.names
    events = [
        Event(
            table=seat.id, at=one.seq, kind=one.kind, facts=one.fact,
            said=[said(one.told, words, names)] if one.told else [],
        )
        for one in happened
    ]  # fmt: skip
    events += [_talk(seat, words, line) for line in spoken]
    return sorted(events, key=lambda event: event.at)


def _talk(seat: Seat, words: Language, line: Said) -> Event:
    name = seat.session.service.directory.shown_name(line.person)
    facts = {"name": name, "seat": line.seat, "text": line.text}
    return Event(
        table=seat.id, at=line.at, kind="talk", facts=facts, said=[said(seat.live.quote(line), words)]
    )  # fmt: skip
