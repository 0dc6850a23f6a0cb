"""Whether a game can still be won, and deals that can: solvers at work in worker processes, so that no table waits."""

import secrets

from core.base.game import Game, Options, Refused, check_options, kind_of, viewer_of
from core.base.message import Message, message
from core.games.deals import shipped_findings
from core.games.deals.findings import dealt, find_out, subject_of
from core.games.deals.grades import GRADE_BUDGET, Grade, grade_of
from core.games.features.solvers import SOLVERS, Settled
from core.live.live_table import Actor, LiveTable
from core.scheduling.worker_pool import Asker, search
from core.table import TakeHint

JUDGE_BUDGET = 400_000
"""Positions looked at before the answer is "unknown"; far more than any Pileon deal has needed."""
WINNABLE_BUDGET = 20_000
"""Positions looked at for each deal that is tried for one that can be won."""
SOLUTION_BUDGET = 500_000
"""Positions looked at to show a way to win a deal."""
MOST_DEALS = 60
"""Deals tried before giving up."""
LAST_DEAL = 2**31 - 1
"""The highest number of a deal that is drawn when nobody asked for one; any higher may be asked for."""


def draw_deal() -> int:
    """The number of a deal when nobody asked for one."""
    return 1 + secrets.randbelow(LAST_DEAL)


async def judge(live: LiveTable, actor: Actor | None, shows: bool = False, *, asker: Asker | None = None) -> Message:
    """Whether the position can still be won; with `shows` also how to go on, which is a hint to whoever plays.

    Raises Refused where nobody can know, and, as all here do, for an asker who has no time left.
    """
    table = live.table
    if table.ended:
        return message("This game is over: deal a new one.")
    solver = SOLVERS.get(table.game.name)
    if solver is None or solver.judge is None:
        raise Refused("That depends on the stock, and nobody may look at it.")
    view = table.game.view(table.state, viewer_of(actor.seat if actor else None))
    verdict = await search(solver.judge, view, JUDGE_BUDGET, asker=asker)
    if not verdict.known:
        return message("The computer could not find that out in time.")
    if not verdict.winnable:
        return message("You can no longer win: that is proved.")
    if not verdict.move:
        return message("You can still win.")
    if not shows:
        return message("You can still win; ask again to see how.")
    if actor is not None:
        await actor.submit(TakeHint(), table.seq)
    return message("You can still win; the next move of a solution is {move}.", move=verdict.move)


async def solution(live: LiveTable, *, asker: Asker | None = None) -> Settled:
    """What is known of a table's deal from its beginning: a way to win, a proof that there is none, or neither.

    Takes up to a minute, unless it was shipped_findings. Raises Refused where nobody can know.
    """
    setup, solver = live.table.setup, SOLVERS.get(live.table.game.name)
    if setup.deal is None or solver is None:
        raise Refused("This deal has no number, so nobody has studied it.")
    if (known := shipped_findings.settled(setup.game.name, setup.options, setup.deal)) is not None:
        return known
    position = dealt(subject_of(kind_of(setup.game.name, setup.options)), setup.deal)
    found: Settled = await search(solver.settle, position, SOLUTION_BUDGET, asker=asker)
    return found


async def find_graded(game: Game, options: Options, grade: Grade, *, asker: Asker | None = None) -> int:
    """The number of a deal that is as hard as was asked for. Raises Refused when none was found."""
    subject = subject_of(kind_of(game.name, check_options(game, options)))
    for _ in range(MOST_DEALS):
        deal = draw_deal()
        if grade_of(subject, await search(find_out, subject, deal, GRADE_BUDGET, asker=asker)) is grade:
            return deal
    raise Refused("None of {deals} deals has that grade: try again, or choose another.", deals=MOST_DEALS)


async def find_winnable(game: Game, options: Options, *, asker: Asker | None = None) -> int:
    """The number of a deal that a solver has won. Raises Refused when none was found."""
    solver = SOLVERS.get(game.name)
    if solver is None:
        raise Refused("Parlour cannot solve {game}: leave out winnable", game=game.title)
    subject = subject_of(kind_of(game.name, check_options(game, options)))
    for _ in range(MOST_DEALS):
        deal = draw_deal()
        verdict = await search(solver.grade, dealt(subject, deal), WINNABLE_BUDGET, asker=asker)
        if verdict.known and verdict.winnable:
            return deal
    raise Refused("The computer won none of {deals} deals: try again, or leave out winnable", deals=MOST_DEALS)
