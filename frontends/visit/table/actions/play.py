"""What a player does at a table besides moves: taking back, hints, giving up, winnability, another game, talk."""

from functools import partial

from core.base.game import Hint, Refused
from core.base.message import Message, counted, message
from core.replay import costly_moves
from core.replay.turning_point import told
from core.sessions.arrival import order_words
from core.sessions.arrival.table_access import recall
from core.sessions.at_table import play
from core.sessions.others import conversation, rematch
from core.table import Abandon, Redo, Resign, Restart
from core.table.takeback import check_takeback
from frontends.visit.action import why_not
from frontends.visit.destination import Destination, ToReplay
from frontends.visit.everywhere.waiting import STOPPED, wait
from frontends.visit.table import arrival
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import while_it_is_played, while_it_runs, while_you_play_it
from frontends.visit.text import wording


def unless_it_can_be_undone(at: AtTable) -> Message | None:
    """Why no move can be taken back."""
    return while_you_play_it(at) or why_not(check_takeback, at.live.table)


def unless_freely(at: AtTable) -> Message | None:
    """Why moves cannot be taken back without asking, as often as one likes."""
    return while_you_play_it(at) or why_not(partial(check_takeback, freely=True), at.live.table)


async def undo(at: AtTable, rest: str) -> None:
    """Take back the last move, or ask the other for it."""
    await at.attempt(lambda seen: play.undo(at.own, seen=seen))


async def redo(at: AtTable, rest: str) -> None:
    """Do again what was taken back."""
    await at.submit(Redo(whole_reset=True))


def unless_restart(at: AtTable) -> Message | None:
    """Why the same deal cannot be played from its start: what is over can be dealt again."""
    return unless_freely(at) if at.table.outcome is None else why_not(rematch.same_deal, at.own) and at.over


async def restart(at: AtTable, rest: str) -> Destination | None:
    """The same deal from its start, at a table of its own if it is over; a key asks first, for it may be a slip."""
    if at.table.outcome:
        return await arrival.open_table(at.visit, rematch.same_deal(at.own))
    moves = at.table.plays
    asked = counted("Start again? That takes back {n} move.", "Start again? That takes back {n} moves.", moves)
    if not at.visit.on_screen or not moves or await at.visit.confirm(asked):
        await at.submit(Restart())
    return None


async def answer(at: AtTable, *, yes: bool) -> None:
    """Let the other take back a move, or not."""
    await at.attempt(lambda seen: play.answer(at.own, yes=yes, seen=seen))


def unless_asked(at: AtTable) -> Message | None:
    """Why nobody waits for a yes or a no."""
    if at.asker is not None:
        return None
    return at.over if at.table.outcome else message("Nobody has asked you anything.")


async def hint(at: AtTable, rest: str) -> None:
    """A proposal, with its reason; the board marks it."""
    looking = message("Looking for a good move.")

    async def ask(seen: int) -> Hint:
        return await wait(at.visit, looking, lambda: play.hint(at.own, seen=seen)) or Hint(STOPPED)

    if (proposed := await at.attempt(ask)) is not None:
        at.hint, said = proposed.move, proposed.said
        if at.hint:
            said = message("{said} {how}", said=said, how=at.how_to(at.hint))
        at.visit.say(at.text(said))


def has_hints(at: AtTable) -> Message | None:
    """Why there are no hints."""
    return while_it_is_played(at) or (None if at.game.hint else message("This game has no hints."))


async def resign(at: AtTable, rest: str) -> None:
    """Give the game up, after a question."""
    if await at.visit.confirm(message("Give up this game?")):
        await at.submit(Resign())


async def abandon(at: AtTable, rest: str) -> None:
    """Close a game that was never begun, that one plays alone, or in which the other player stopped moving."""
    is_lost = play.counts_as_lost(at.own)  # Refused before anything is asked.
    lost = message("Abandon this game? It counts as lost.")
    if await at.visit.confirm(lost if is_lost else message("Abandon this game? Nobody wins it.")):
        await at.submit(Abandon())


async def winnable(at: AtTable, rest: str) -> None:
    """Whether the position can still be won; asked again in the same position, how."""
    position = at.live.table.changed
    shows = at.judged == position
    looking = message("Looking for a way to win.")
    said = await wait(at.visit, looking, lambda: play.judge(at.own, shows=shows))
    at.judged = position if said else None
    at.visit.say(said or STOPPED)


def is_solitaire(at: AtTable) -> Message | None:
    """Why nobody can look for a way to win."""
    return while_it_runs(at) or (None if at.game.numbered else message("You can do that only in a solitaire."))


async def where(at: AtTable, rest: str) -> Destination | None:
    """Look for the move that lost a solitaire, or those that cost most; any key ends the search. Then go there."""
    return await (_where_it_was_lost(at) if at.game.numbered else _what_cost_most(at))


async def _where_it_was_lost(at: AtTable) -> Destination | None:
    looking = message("Looking for the move that lost the game.")
    answer = await wait(at.visit, looking, lambda: play.turning_point(at.own))
    if answer is None:
        at.visit.say(STOPPED)
        return None
    found, record = answer
    await at.visit.read(*told(found))
    moves = found.positions - 1 - found.won
    if not record or not moves or not at.seats:
        return None
    if at.table.outcome:
        return await _see(at, record, message("See that position in the replay?"))
    question = counted("Go back there? It takes back {n} move.", "Go back there? It takes back {n} moves.", moves)
    if await at.visit.confirm(question):
        going = message("Going back.")
        await at.attempt(lambda seen: wait(at.visit, going, lambda: play.take_back(at.own, moves, seen=seen)))
    return None


async def _what_cost_most(at: AtTable) -> Destination | None:
    looking = message("Looking for the moves that cost most.")
    found = await wait(at.visit, looking, lambda: play.costly_moves(at.own))
    if found is None:
        at.visit.say(STOPPED)
        return None
    await at.visit.read(*costly_moves.told(at.game.name, found))
    if not found:
        return None
    first = found[0].decision
    return await _see(at, first.record, message("See the position before move {n} in the replay?", n=first.number))


async def _see(at: AtTable, record: int, question: Message) -> Destination | None:
    """Step through the game from a record on, after a question."""
    if not await at.visit.confirm(question):
        return None
    return ToReplay(await recall(at.visit.session, at.id), at.here, record)


async def new(at: AtTable, rest: str) -> Destination | None:
    """Another game: one like this, or what the words say."""
    like = rematch.same(at.own)
    order = order_words.read_another(rest.split(), like) if rest else like
    # Who looks on and says which game they want means it; the key alone may have been struck by mistake.
    is_meant = at.table.outcome or (rest and not at.seats)
    if not is_meant and not await at.visit.confirm(_whether_to_begin_another(at)):
        return None
    return await arrival.open_table(at.visit, order)


def _whether_to_begin_another(at: AtTable) -> Message:
    if not at.seats:
        return message("Leave this table and begin a game of your own?")
    if at.visit.settings.keeps:
        return message("Leave this game and begin another? This one is saved.")
    return message("Leave this game and begin another? This one is not saved.")


async def play_again(at: AtTable, rest: str, *, swaps: bool = False) -> Destination:
    """The same game once more, with the luck that is given or asked for."""
    words, given = order_words.split_luck(at.options_in_english(rest))
    if words:
        raise Refused('Only luck=WORDS can follow, not "{word}".', word=words[0][:30])
    luck, ask = arrival.with_own_luck(at.visit, given), arrival.luck_asked_by(at.visit)
    return await rematch.rematch(at.own, swaps=swaps, luck=luck, ask=ask)


def unless_rematch(at: AtTable) -> Message | None:
    """Why there is nothing to play again."""
    why_not = rematch.objection(at.own)
    if why_not is rematch.NOT_OVER and not at.table.begun:
        return at.over if at.table.outcome else wording.NOT_BEGUN
    return why_not


async def say(at: AtTable, rest: str) -> None:
    """Talk to the table, or as a spectator to the other spectators."""
    words = rest or await at.visit.ask(message("Say:"))
    if words and (said := await conversation.say(at.own, words)) is not None:
        at.visit.echo(said)
