"""What is known of numbered deals of the solitaires: finding it out, and a file of findings that anybody can check.

The file is text, one JSON object a line. The first line says which game, variant and version of the rules it is about,
every other one is a finding. Files of the same kind are merged by reading them one after the other: of two
findings about a deal the one that settles more is kept.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from core.base.chance import Dice, deal_seed
from core.base.game import Game, Refused
from core.games import GAMES
from core.games.features.solvers import SOLVERS

FORMAT = 1
Shown: TypeAlias = Literal["won", "lost", "unknown"]
WON: Final = "won"
LOST: Final = "lost"
UNKNOWN: Final = "unknown"
"""A won game was found; it was proved that there is none; neither."""
PROOF_BUDGET = 2_000_000
"""Positions that are looked at when a proof of loss is checked; more than for any that was found."""
_SURE = 1.959964
"""Standard deviations to each side in 95 of 100 cases."""


class Subject(msgspec.Struct, frozen=True):
    """What a file of findings is about."""

    game: str
    variant: str
    """Empty where there is but one."""
    rules: int
    """The version of the rules."""


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known of one deal, as it is written."""

    deal: Annotated[int, msgspec.Meta(ge=1)]
    shown: Shown
    effort: Annotated[int, msgspec.Meta(ge=0)]
    """Positions that were looked at in the search for a win."""
    moves: str = ""
    """A won game as it is typed, with commas between; empty where the solver is exact and asking it again is quick."""
    proof: str = ""
    plain: str = ""
    """How games ended of a player who does not see the stock: 1 for won, 0 for lost; empty where nothing is hidden."""


class Share(msgspec.Struct, frozen=True):
    """So many of all, with the bounds of its 95 % interval (Wilson's), from 0 to 1."""

    count: int
    total: int
    low: float
    high: float


class Summary(msgspec.Struct, frozen=True):
    """The findings of one subject, counted."""

    deals: int
    unseen: Share | None
    """Won without seeing the stock, at the first attempt; None where nothing is hidden."""
    won: Share
    lost: Share
    unknown: Share
    proofs: Mapping[str, int]


def subject_of(name: str) -> Subject:
    """By the name of a game or of a variant of Terrace. Raises Refused for any other."""
    for game in (GAMES[solver] for solver in SOLVERS):
        if name in game.variants or (name == game.name and not game.variants):
            return Subject(game.name, name if game.variants else "", game.rules)
    raise Refused("Parlour cannot solve {game}.", game=name)


def dealt(subject: Subject, deal: int) -> Any:
    """The state before the first move of a numbered deal."""
    game = GAMES[subject.game]
    options = {"variant": subject.variant} if subject.variant else {}
    return game.dealt(options, deal)


def find_out(subject: Subject, deal: int, budget: int) -> Finding:
    """What a plain player makes of a deal, and what the solver can show. Takes up to a minute: for workers."""
    state, solver = dealt(subject, deal), SOLVERS[subject.game]
    settled = solver.settle(state, budget)
    shown: Shown = UNKNOWN if settled.winnable is None else WON if settled.winnable else LOST
    plain = ""
    if solver.plain:
        plain = solver.plain(state, Dice(deal_seed(deal), "plain player", 1)) if shown != LOST else "0"
    return Finding(deal, shown, settled.effort, ", ".join(settled.moves), settled.proof, plain)


def written(subject: Subject, findings: Iterable[Finding]) -> Iterator[str]:
    """The lines of a file, by number of the deal, each with its end."""
    yield header(subject)
    for finding in sorted(findings, key=lambda finding: finding.deal):
        yield line(finding)


def header(subject: Subject) -> str:
    """The first line."""
    return msgspec.json.encode({"observatory": FORMAT, **msgspec.structs.asdict(subject)}).decode() + "\n"


def line(finding: Finding) -> str:
    """One finding."""
    return msgspec.json.encode(finding).decode() + "\n"


def read(subject: Subject, lines: Iterable[str]) -> dict[int, Finding]:
    """The findings of one file by deal, of which the last line may be cut.

    Raises Refused when the file is about something else or is no such file.
    """
    found: dict[int, Finding] = {}
    texts = iter(lines)
    if next(texts, header(subject)) != header(subject):
        raise Refused("This file is not about {variant}.", variant=subject.variant or subject.game)
    for number, text in enumerate(texts, 2):
        if text.endswith("\n"):
            finding = _parsed(text, number)
            found[finding.deal] = better(found.get(finding.deal), finding)
    return found


def _parsed(text: str, number: int) -> Finding:
    try:
        return msgspec.json.decode(text, type=Finding)
    except msgspec.MsgspecError as error:
        raise Refused("Line {number} of this file is not a finding.", number=number) from error


def better(one: Finding | None, other: Finding) -> Finding:
    """Of two findings about the same deal the one that settles it; the first if both do."""
    if one is None or (one.shown == UNKNOWN and other.shown != UNKNOWN):
        return other
    if one.shown == other.shown == UNKNOWN and other.effort > one.effort:
        return other
    return one


def merged(one: Mapping[int, Finding], other: Mapping[int, Finding]) -> dict[int, Finding]:
    """Two sets of findings as one. Raises Refused where one has a win and the other a proof of loss."""
    both = dict(one)
    for deal, finding in other.items():
        known = one.get(deal)
        if known and {known.shown, finding.shown} == {WON, LOST}:
            raise Refused("Deal {deal} is won in one file and lost in the other.", deal=deal)
        both[deal] = better(known, finding)
    return both


def holds(subject: Subject, finding: Finding) -> bool:
    """Whether a finding is right, by playing its moves or finding its proof again. Unknown is always right."""
    state = dealt(subject, finding.deal)
    if finding.shown == WON and finding.moves:
        return is_won(GAMES[subject.game], state, finding.moves.split(", "))
    if finding.shown == UNKNOWN:
        return True
    again = SOLVERS[subject.game].settle(state, PROOF_BUDGET)
    return again.winnable == (finding.shown == WON)


def is_won(game: Game, state: Any, moves: Iterable[str]) -> bool:
    """Whether these moves are legal, one after the other, and end in a win."""
    dice = Dice(bytes(16), game.name, 1)
    try:
        for move in moves:
            state = game.fold(state, game.decide_typed(state, 0, move, dice))
    except Refused:
        return False
    outcome = game.outcome(state)
    return outcome is not None and outcome.winners == (0,)


def summary(findings: Iterable[Finding]) -> Summary:
    """The findings, counted."""
    listed = tuple(findings)
    total = len(listed)
    plain = [finding.plain[0] == "1" for finding in listed if finding.plain]
    proofs = [finding.proof for finding in listed if finding.shown == LOST]
    won, lost, unknown = (
        share(sum(finding.shown == shown for finding in listed), total) for shown in (WON, LOST, UNKNOWN)
    )
    unseen = share(sum(plain), len(plain)) if plain else None
    return Summary(total, unseen, won, lost, unknown, {proof: proofs.count(proof) for proof in sorted(set(proofs))})


def share(count: int, total: int) -> Share:
    """A share with Wilson's interval; everything is possible when there is nothing to count."""
    if not total:
        return Share(0, 0, 0.0, 1.0)
    part, z = count / total, _SURE * _SURE / total
    middle, width = part + z / 2, _SURE * sqrt(part * (1 - part) / total + z / total / 4)
    return Share(count, total, max(0.0, (middle - width) / (1 + z)), min(1.0, (middle + width) / (1 + z)))
