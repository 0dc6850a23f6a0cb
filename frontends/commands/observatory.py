"""`parlour observatory`: find out about numbered deals on all cores, go on where one stopped, merge and check files."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import attrs
import click

from core.base.game import Refused
from core.games.deals import findings
from core.games.deals.findings import Finding, Share, Subject
from frontends.terminal.standard_streams import show
from journal.atomic_files import explained


@attrs.frozen
class Wish:
    """What is asked of the observatory."""

    variant: str
    deals: range
    named: Path | None
    resume: bool
    """Go on with the file if there is one."""
    budget: int
    again: bool
    """Try deals again that are unknown, if the budget is larger than what was spent on them."""
    workers: int
    merge: tuple[Path, ...]
    """Files to be merged in first."""

    @property
    def file(self) -> Path:
        """Where the findings are."""
        return self.named or Path(f"observatory-{self.variant}.jsonl")


def observe(check: bool, **wanted: Any) -> int:
    """Find out what is asked; or only check what is in the file. Raises: ClickException."""
    wish = Wish(**wanted)
    try:
        subject = findings.subject_of(wish.variant)
        return _check(subject, wish) if check else _run(subject, wish)
    except Refused as error:
        raise click.ClickException(str(error)) from error


def _run(subject: Subject, wish: Wish) -> int:
    """Find out what is asked, keep every finding at once, and print the table. Raises: Refused, ClickException."""
    found = _kept(subject, wish)
    _search(subject, wish, found)
    _tell(subject, found.values())
    return 0


def _check(subject: Subject, wish: Wish) -> int:
    """Check every finding of a file. The exit status is 0 when all hold. Raises: Refused, ClickException."""
    found = tuple(_read(subject, wish.file).values())
    wrong = []
    with ProcessPoolExecutor(wish.workers) as pool, click.progressbar(length=len(found), label="Checking") as bar:
        for finding, holds in zip(found, pool.map(partial(findings.holds, subject), found), strict=True):
            bar.update(1)
            if not holds:
                wrong.append(finding.deal)
    for deal in wrong:
        show(f"Deal {deal}: the finding in the file is wrong.")
    if not wrong:
        show(f"All {len(found)} findings are correct.")
    return int(bool(wrong))


def _read(subject: Subject, file: Path) -> dict[int, Finding]:
    try:
        with _explaining(file), file.open(encoding="utf-8", newline="\n") as lines:
            return findings.read(subject, lines)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is not written in UTF-8: name another.") from error


def _kept(subject: Subject, wish: Wish) -> dict[int, Finding]:
    """What is known already; the file then has it in good order."""
    with _explaining(wish.file):
        is_there, is_file = wish.file.exists(), wish.file.is_file()
    if is_there and not wish.resume:
        raise click.ClickException(f"{wish.file} is there already: go on with it by --resume, or name another.")
    if is_there and not is_file:
        raise click.ClickException(f"{wish.file} is not a file; choose another.")
    found = _read(subject, wish.file) if is_there else {}
    for file in wish.merge:
        found = findings.merged(found, _read(subject, file))
    _rewrite(subject, wish.file, found.values())
    return found


def _rewrite(subject: Subject, file: Path, found: Iterable[Finding]) -> None:
    """Put a new file in place of the old one in one go, so that a crash leaves one of them."""
    new = file.with_name(f"{file.name}.new")
    with _explaining(file):
        with new.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(findings.written(subject, found))
        os.replace(new, file)


@contextmanager
def _explaining(file: Path) -> Iterator[None]:
    """Put into a sentence what the system refuses. Raises: ClickException."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(str(explained(file, error))) from error


def _search(subject: Subject, wish: Wish, found: dict[int, Finding]) -> None:
    """Find out about all deals that are left, on all cores; each finding is in the file as soon as it is made."""
    left = [deal for deal in wish.deals if deal not in found or _is_tried_again(found[deal], wish)]
    label = f"{wish.variant} {wish.deals[0]}..{wish.deals[-1]}"
    with (
        wish.file.open("a", encoding="utf-8", newline="\n") as out,
        click.progressbar(length=len(left), label=label, show_pos=True) as bar,
        suppress(KeyboardInterrupt),
    ):
        for finding in _findings(subject, left, wish):
            with _explaining(wish.file):
                out.write(findings.line(finding))
                out.flush()
            found[finding.deal] = findings.better(found.get(finding.deal), finding)
            bar.update(1)
    _rewrite(subject, wish.file, found.values())


def _is_tried_again(finding: Finding, wish: Wish) -> bool:
    return wish.again and finding.shown == findings.UNKNOWN and finding.effort < wish.budget


def _findings(subject: Subject, deals: Iterable[int], wish: Wish) -> Iterator[Finding]:
    """As they come, in any order. A few deals wait at each worker, so that an interruption loses little."""
    waiting = iter(deals)
    with ProcessPoolExecutor(wish.workers) as pool:
        running: set[Future[Finding]] = set()
        try:
            while True:
                for deal in islice(waiting, 2 * wish.workers - len(running)):
                    running.add(pool.submit(findings.find_out, subject, deal, wish.budget))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _tell(subject: Subject, found: Iterable[Finding]) -> None:
    summary = findings.summary(found)
    show(f"{subject.variant or subject.game}, rules version {subject.rules}, {summary.deals} deals:")
    if summary.unseen:
        show(f"  won without seeing the stock  {percent(summary.unseen)}")
    show(f"  shown winnable                {percent(summary.won)}")
    proofs = ", ".join(f"{count} by {proof}" for proof, count in summary.proofs.items())
    show(f"  proved lost                   {percent(summary.lost)}{f': {proofs}' if proofs else ''}")
    show(f"  unknown                       {percent(summary.unknown)}")


def percent(share: Share) -> str:
    """Such as "82.0 % (78.4 to 85.1) 410", with the 95 % interval and the count."""
    if not share.total:
        return "-"
    return f"{share.count / share.total:.1%} ({share.low:.1%} to {share.high:.1%}) {share.count}".replace("%", " %")
