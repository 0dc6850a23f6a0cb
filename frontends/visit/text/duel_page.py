"""Duels as people read them: the list, and the page of one with its result and games."""

from collections import Counter
from collections.abc import Iterator

from core.base.message import Argument, Message, called, counted, message
from core.duels import duel as rules
from core.duels.duel import Game, Stage
from core.duels.rules import ABSENT, CLOSED, ENDLESS, ILLEGAL, RESIGNED, TIMEOUT
from core.duels.score import Figure
from core.games.features.titles import title_of
from core.projections.duels import DuelSummary
from core.sessions.at_table.fairness import grouped
from core.sessions.duels.pages import Listing, Page
from core.sessions.duels.terms import EXAMPLE, tell_pairs
from core.table import tell_span

MOST_GAMES = 8
"""Games that are over which are shown, the last ones."""
WHY_STOPPED = {
    rules.DECLINED: message("It was declined."),
    rules.UNANSWERED: message("It was called off: not everybody agreed within an hour."),
    rules.PERSON: message("It was stopped."),
    rules.LEFT: message("It was stopped: a bot did not come to {n} games in a row.", n=rules.NOBODY_CAME),
}
FAULTS = {
    ILLEGAL: message("by a move that is not legal"),
    ABSENT: message("by not coming to the table"),
    ENDLESS: message("by playing on for ever"),
    RESIGNED: message("by resigning"),
    TIMEOUT: message("by not moving in time"),
}


def show_list(listing: Listing) -> list[Message]:
    """All duels, a line each, and how to order one."""
    lines = [_summary(listing, one) for one in (*listing.open, *listing.past)]
    return [*(lines or [message("There are no duels now.")]), message("To order one: {example}", example=EXAMPLE)]


def _summary(listing: Listing, one: DuelSummary) -> Message:
    first, second = map(listing.side, one.sides)
    return message(
        "{id}  {first} against {second}, {game}, {pairs}: {how}",
        id=one.id, first=first, second=second, game=title_of(one.game, dict(one.options)), pairs=tell_pairs(one.pairs),
        how=_how_far(one),
    )  # fmt: skip


def _how_far(one: DuelSummary) -> Message:
    match one.stage:
        case Stage.ASKED:
            return message("not agreed yet")
        case Stage.RUNNING:
            return counted("{n} game played", "{n} games played", one.played)
        case Stage.STOPPING | Stage.OVER:
            return message("stopped") if one.reason else message("over")


# One duel.


def show(page: Page) -> list[Message | str]:
    """The page of a duel: what it is, how it stands, and its games."""
    return [_head(page), *_state(page), *_result(page), *_faults(page), *_games(page), *_seeds(page)]


def _head(page: Page) -> Message:
    terms = page.duel.terms
    first, second = map(page.side, terms.sides)
    return message(
        "Duel {id}: {first} against {second}, {game}, {pairs}, {time} for each move. Ordered by {name}.",
        id=terms.id, first=first, second=second, game=title_of(terms.game, dict(terms.options)),
        pairs=tell_pairs(terms.pairs), time=tell_span(terms.seconds), name=called(page.name(terms.by)),
    )  # fmt: skip


def _state(page: Page) -> Iterator[Message]:
    duel = page.duel
    played = page.score.pairs if page.score else 0
    done = message("{done} of {pairs} played.", done=played, pairs=tell_pairs(duel.terms.pairs))
    match duel.stage:
        case Stage.ASKED:
            names = tuple(page.side(duel.terms.sides[side]) for side in duel.asks)
            yield message("It begins when {names} or the owner agrees: duel agree {id}", names=names, id=duel.id)
        case Stage.RUNNING:
            yield done
        case Stage.STOPPING:
            yield message("It is being stopped.")
        case Stage.OVER:
            yield WHY_STOPPED.get(duel.reason, done)


def _result(page: Page) -> Iterator[Message]:
    if (score := page.score) is None:
        return
    first, second = map(page.side, page.duel.terms.sides)
    yield message(
        "{name}: {won} won, {drawn} drawn, {lost} lost. That is {share} % of the points (95 %: {low} to {high}).",
        name=first, won=score.wins, drawn=score.draws, lost=score.losses, **_percent(score.share),
    )  # fmt: skip
    if (lead := score.lead) is not None:
        name = first
        if lead.mean < 0:
            name, lead = second, Figure(-lead.mean, -lead.high, -lead.low)
        yield message(
            "On average {name} is {lead} points ahead (95 %: {low} to {high}).",
            name=name, lead=f"{lead.mean:.1f}", low=f"{lead.low:.1f}", high=f"{lead.high:.1f}",
        )  # fmt: skip
    if score.share.low > 0.5 or score.share.high < 0.5:
        yield message("{name} is the stronger one.", name=first if score.share.low > 0.5 else second)
    else:
        yield message("It is open which one is stronger.")


def _percent(figure: Figure) -> dict[str, Argument]:
    return {
        "share": f"{100 * figure.mean:.1f}", "low": f"{100 * figure.low:.1f}", "high": f"{100 * figure.high:.1f}",
    }  # fmt: skip


def _faults(page: Page) -> Iterator[Message]:
    """Games that were lost before the end, counted by who lost them and why."""
    lost = Counter((one.loser, one.reason) for one in page.duel.results if one.loser is not None)
    for (side, reason), count in lost.items():
        games = counted("{n} game", "{n} games", count)
        said = message("{name} lost {games} {why}.")
        yield said.filled(name=page.side(page.duel.terms.sides[side]), games=games, why=FAULTS.get(reason, reason))


def _games(page: Page) -> Iterator[Message | str]:
    """Those under way, and the last that are over, the last one first."""
    over = [game for game in page.duel.games.values() if game.result is not None]
    shown = [*page.duel.under_way, *reversed(over[-MOST_GAMES:])]
    if shown:
        yield ""
    for game in shown:
        yield _game(page, game)


def _game(page: Page, game: Game) -> Message:
    first, second = map(page.side, page.duel.terms.sides)
    template = message("  pair {pair}, game {game}: {how}, {where}")
    return template.filled(
        pair=game.pair, game=game.game, how=_ending(game, first, second), where=_where(page, game)
    )  # fmt: skip


def _ending(game: Game, first: Argument, second: Argument) -> Message:
    result = game.result
    if result is None:
        return message("under way")
    if result.reason == CLOSED:
        return message("closed, counts for nothing")
    if result.points == 1:
        return message("a draw")
    winner, loser = (first, second) if result.points else (second, first)
    if result.reason:
        why = FAULTS.get(result.reason, result.reason)
        return message("{winner} wins, {loser} loses {why}", winner=winner, loser=loser, why=why)
    return message("{winner} wins", winner=winner)


def _where(page: Page, game: Game) -> Message:
    if game.result is None:
        return message("watch {table}", table=game.table)
    if page.duel.tells(game.pair):
        return message("replay {table}", table=game.table)
    return message("replay {table} once the pair is over", table=game.table)


def _seeds(page: Page) -> Iterator[Message | str]:
    """What fixed the deals, and from what they follow."""
    yield ""
    yield message("These digits fixed all deals before the first game: {digits}", digits=grouped(page.duel.terms.root))
    if page.duel.secret:
        yield message("All seeds follow from the secret:")
        yield f"  {page.duel.secret}"
