"""The findings of the solitaire observatory, which come with the program: what is known of a game's first deals."""

import re
from pathlib import Path

from core.base.game import Options, kind_of
from core.games.deals import findings
from core.games.deals.findings import LOST, WON, Finding, Subject
from core.games.features.solvers import Settled

FOLDER = Path(__file__).parents[3] / "deploy" / "observatory"
"""A file for each variant, in a checkout and where the program is installed."""


def published(subject: Subject, deal: int) -> Finding | None:
    """What was found out about a deal. None where nothing was, or the file is missing or about other rules.

    It takes about a millisecond: the file is searched, not read line by line.
    """
    try:
        written = (FOLDER / f"{subject.variant or subject.game}.jsonl").read_bytes()
    except OSError:
        return None
    header = findings.header(subject)
    if not written.startswith(header.encode()):
        return None
    # A deal has several lines where it was tried again.
    lines = re.findall(rb'\n(\{"deal":%d,[^\n]*)(?=\n)' % deal, written)
    return findings.read(subject, (header, *(f"{line.decode()}\n" for line in lines))).get(deal)


def settled(game: str, options: Options, deal: int | None) -> Settled | None:
    """Whether a deal of a solitaire can be won, as it was published; None where that is not known."""
    found = published(findings.subject_of(kind_of(game, options)), deal) if deal is not None else None
    if found is None or found.shown not in (WON, LOST):
        return None
    moves = tuple(found.moves.split(", ")) if found.moves else ()
    return Settled(found.shown == WON, moves, found.proof, found.effort)
