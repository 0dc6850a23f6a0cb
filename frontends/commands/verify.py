"""`parlour verify`: decide a whole game again, and compare what was noted of it."""

from datetime import UTC, datetime
from pathlib import Path

from core.base.chance import SHORT_COMMITMENT
from core.public_log.checkpoints import SignedCheckpoint
from core.public_log.logged_game import check
from core.replay.proof import Proof, prove, prove_file
from core.sessions.at_table.fairness import grouped
from frontends.commands.environment import Misfit, command, is_file, own_journal
from frontends.commands.log_files import public_key
from frontends.terminal.standard_streams import show
from journal import open_journal
from journal.game_lines import read_lines

_HEXADECIMAL = frozenset("0123456789abcdef")
WHOLE_COMMITMENT = WHOLE_HASH = 64
"""Hexadecimal digits."""


@command
async def verify(
    journal: str, game: str, commitment: str, end: str, log: str = "", witnesses: tuple[str, ...] = ()
) -> int:
    """Decide a whole game again, and compare what was noted of it: the house's commitment, an end, and its log."""
    promised = _commitment(commitment) if commitment else ""
    noted = _end(end) if end else ""
    logged = None
    if log and not is_file(game):
        raise Misfit("--log checks a file: write it by parlour export --log DIR.")
    if is_file(game):
        lines = read_lines(Path(game))
        proof = prove_file(lines, promised, noted)
        if log:
            keys = [public_key(witness) for witness in witnesses]
            logged = check(lines.header.stream, lines.records, lines.header.log, public_key(log), keys)
    else:
        url = journal or own_journal()
        async with open_journal(url, read_only=bool(journal) and journal != "memory:") as opened:
            proof = await prove(opened, game, promised, noted)
    show(f"{game} is correct: {proof.game}, {proof.records} records.")
    show(f"They end in {grouped(proof.end)}.")
    if noted:
        show("Nothing was changed or left out before the end you noted.")
    if proof.house_seed:
        show(f"They follow from the rules and the house seed {proof.house_seed}.")
    else:
        show("They follow from the rules and the seed, which is shown when the game is over.")
        show("The game is not over, so later moves may have been left out.")
    if proof.book:
        show(f"The seed is number {proof.book.number} of book {proof.book.id}, fixed when that was opened.")
    if proof.daily:
        show(_daily(proof))
    elif proof.is_in_journal:
        show("That book is in this journal, and no other table has that number.")
    if proof.secret:
        show(f"It is closed, its games are over, and all of its seeds follow from the secret {proof.secret}.")
    if promised and proof.daily:
        show("That is the beacon you noted.")
    elif promised:
        used = "that number has in the book you noted" if proof.noted_book else "it had committed to"
        show(f"The house used the seed {used}.")
    elif proof.needs_book:
        show(_without_book(proof))
    if logged:
        show(_said(logged))
    return 0


def _without_book(proof: Proof) -> str:
    if (duel := proof.duel) is not None:
        return f"It is game {duel.game} of pair {duel.pair} of duel {duel.id}: whoever ran the duel drew its seed."
    return "The seed is from no book, as before there were any: only a commitment you noted proves it."


def _daily(proof: Proof) -> str:
    """That the number is that of the day, by a chain."""
    sealed = proof.daily
    assert sealed
    times = "once" if sealed.hashes == 1 else f"{sealed.hashes:,} times"
    where = ", which is in this journal" if proof.is_in_journal else ""
    return (
        f"Deal {proof.deal} is that of {sealed.day}: the day's secret {sealed.secret}, hashed {times}, "
        f"gives the beacon {grouped(sealed.beacon)}{where}."
    )


def _said(signed: SignedCheckpoint) -> str:
    """That the game is in a log, as of when, and by whose word."""
    log, seen = signed.checkpoint, sorted(signed.witnesses, key=lambda one: one.time)
    by = "by the house's own word: no witness you named has signed"
    if seen:
        by = " and ".join(f"seen by {one.key.name} at {_moment(one.time)}" for one in seen)
    return f"This game, its deal and its end are in the log of {log.origin} as of its first {log.size:,} entries, {by}."


def _moment(time: int) -> str:
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d %H:%M} UTC"


def _end(noted: str) -> str:
    """The end of a game's records as somebody noted it, however it was grouped. Raises: Misfit."""
    digits = "".join(noted.lower().split())
    if not (SHORT_COMMITMENT <= len(digits) <= WHOLE_HASH and _HEXADECIMAL.issuperset(digits)):
        raise Misfit(f"--end needs the {SHORT_COMMITMENT} digits that export or verify showed as the end.")
    return digits


def _commitment(noted: str) -> str:
    """A commitment as somebody noted it, however it was grouped. Raises: Misfit."""
    digits = "".join(noted.lower().split())
    if not _HEXADECIMAL.issuperset(digits) or len(digits) > WHOLE_COMMITMENT:
        raise Misfit("--commitment needs the hexadecimal digits that fair showed, 32 or all 64 of them.")
    if len(digits) < SHORT_COMMITMENT:
        raise Misfit(
            f"--commitment needs at least {SHORT_COMMITMENT} digits, and these are {len(digits)}: "
            "a house could have prepared two seeds whose commitments begin alike, so fewer prove nothing."
        )
    return digits
