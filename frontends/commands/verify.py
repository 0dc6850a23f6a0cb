"""`parlour verify`: decide a whole game again, and compare what was noted of it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from core.base.chance import SHORT_COMMITMENT
from core.house.duels import Vouched, vouch
from core.public_log.directory import read_file
from core.public_log.formats.checkpoints import SignedCheckpoint
from core.public_log.formats.signed_notes import PublicKey
from core.public_log.logged_game import check
from core.public_log.tickets import Ticket, check_ticket, read_ticket
from core.replay.proof import Proof, prove, prove_file
from core.sessions.at_table.fairness import grouped
from frontends.commands.environment import Misfit, command, is_file, own_journal
from frontends.commands.public_log.files import public_key
from frontends.terminal.standard_streams import show
from journal import open_journal
from journal.game_lines import read_lines

_HEXADECIMAL = frozenset("0123456789abcdef")
WHOLE_COMMITMENT = WHOLE_HASH = 64
"""Hexadecimal digits."""


@command
async def verify(
    journal: str,
    game: str,
    commitment: str,
    end: str,
    log: str = "",
    witnesses: tuple[str, ...] = (),
    ticket: Path | None = None,
) -> int:
    """Decide a whole game again, and compare what was noted of it: a commitment, an end, a log, a ticket."""
    promised = _commitment(commitment) if commitment else ""
    noted = _end(end) if end else ""
    key = public_key(log) if log else None
    given = _ticket(ticket, key) if ticket else None
    if log and not given and not is_file(game):
        raise Misfit("--log checks a file: write it by parlour export --log DIR.")
    logged = vouched = None
    if is_file(game):
        lines = read_lines(Path(game))
        proof = prove_file(lines, promised, noted)
        if key and (lines.header.log or not given):
            logged = check(lines.header.stream, lines.records, lines.header.log, key, [*map(public_key, witnesses)])
    else:
        url = journal or own_journal()
        async with open_journal(url, read_only=bool(journal) and journal != "memory:") as opened:
            proof = await prove(opened, game, promised, noted)
            if proof.duel is not None and proof.duel.sealed is not None:
                vouched = await vouch(opened, proof.duel, proof.opened_as)
    if given:
        check_ticket(given, proof.opened_as, proof.book, proof.sealed)
    show(f"{game} is correct: {proof.game}, {proof.records} records.")
    if vouched is not None and not vouched.is_told:
        proof = replace(proof, house_seed="")
    lines_said = (
        *_proved(proof, has_end=bool(noted)), *_of_duel(proof, vouched), *_seed(proof, is_promised=bool(promised)),
        *_sealed(proof),
    )  # fmt: skip
    for said in lines_said:
        show(said)
    if given and key:
        show(_ticketed(given, key))
    if logged:
        show(_said(logged))
    elif log and is_file(game):
        show("The file carries no proof that the game is in the log.")
    return 0


def _ticket(path: Path, key: PublicKey | None) -> Ticket:
    if key is None:
        raise Misfit("--ticket needs --log KEY, too: the key that signed it.")
    return read_ticket(read_file(path), key)


def _proved(proof: Proof, *, has_end: bool) -> Iterator[str]:
    """That the records follow from the rules."""
    yield f"They end in {grouped(proof.end)}."
    if has_end:
        yield "Nothing was changed or left out before the end you noted."
    if proof.house_seed:
        yield f"They follow from the rules and the house seed {proof.house_seed}."
    elif proof.is_over:
        yield "They follow from the rules and the seed, which is shown when the other game of the pair is over, too."
    else:
        yield "They follow from the rules and the seed, which is shown when the game is over."
        yield "The game is not over, so later moves may have been left out."


def _seed(proof: Proof, *, is_promised: bool) -> Iterator[str]:
    """Where the seed comes from."""
    if proof.book:
        yield f"The seed is number {proof.book.number} of book {proof.book.id}, fixed when that was opened."
    if proof.daily:
        yield _daily(proof)
    elif proof.is_in_journal:
        yield "That book is in this journal, and no other table has that number."
    if proof.secret:
        yield f"It is closed, its games are over, and all of its seeds follow from the secret {proof.secret}."
    if is_promised and proof.daily:
        yield "That is the beacon you noted."
    elif is_promised:
        of_root = "that pair has in the duel you noted" if proof.duel else "that number has in the book you noted"
        used = of_root if proof.noted_book else "it had committed to"
        yield f"The house used the seed {used}."
    elif proof.needs_book:
        yield _without_book(proof)


def _of_duel(proof: Proof, vouched: Vouched | None) -> Iterator[str]:
    """Where the seed of a game comes from that is one of a duel in a house."""
    if (duel := proof.duel) is None or duel.sealed is None:
        return
    yield (
        f"It is game {duel.game} of pair {duel.pair} of duel {duel.id}. Its seed is the one that the digits of the "
        f"duel fix for that pair: {grouped(duel.sealed.root)}"
    )
    if vouched is not None:
        yield "That duel is in this journal, and has no other table for this game."
        if vouched.secret:
            yield f"The duel is over, and all of its seeds follow from the secret {vouched.secret}."


def _sealed(proof: Proof) -> Iterator[str]:
    """Whose luck nobody else could know."""
    for seat, digest in enumerate(proof.sealed, 1):
        if digest:
            yield f"The luck of seat {seat} was sealed, and not revealed before all seats were taken."


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


def _ticketed(ticket: Ticket, key: PublicKey) -> str:
    return (
        f"It is the game of the ticket that {key.name} has signed: table {ticket.table}, number {ticket.number} of "
        f"book {ticket.book}, and the luck that seat {ticket.seat + 1} had sealed."
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
