"""The port at which a witness is sent checkpoints to sign, and shows what it has signed (C2SP tlog-witness).

`POST /add-checkpoint` asks for a signature; `GET /HASH/checkpoint` is what was signed last of a log, as in `--out DIR`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import trio

from core.base.game import Refused
from core.public_log.directory import read_file, write_file
from core.public_log.formats.checkpoints import SignedCheckpoint
from core.public_log.formats.signed_notes import Note, PublicKey
from core.public_log.formats.submissions import ADD, LONGEST, Verdict, judged
from core.public_log.witnessing import place_of
from frontends.server.small_http import Reply, Request, serve
from frontends.terminal.standard_streams import show, warn
from journal import JournalError
from journal.blocking_threads import Threads

EVIDENCE = "changed"
"""What a checkpoint is called that does not go on where the last one was, beside that one."""
_SUBMISSIONS = Threads("submissions", 1)
"""One: what is signed is compared with the last one and kept before anything else is looked at."""


class WitnessPort:
    """Answers for a witness that keeps what it signs in a directory."""

    def __init__(
        self,
        logs: Sequence[PublicKey],
        out: Path,
        remembered: Callable[[PublicKey], SignedCheckpoint | None],
        sign: Callable[[SignedCheckpoint], Note],
    ) -> None:
        """`remembered` is what was signed last of a log, and `sign` signs; both may block."""
        self._logs, self._out = {log.name: log for log in logs}, out
        self._remembered, self._sign = remembered, sign

    async def run(self, host: str, port: int, *, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
        """Answer until cancelled. Started with the port. Raises: OSError when the address cannot be had."""
        await serve(host, port, self._answer, longest_body=LONGEST, task_status=task_status)

    async def _answer(self, request: Request | None) -> Reply:
        match request:
            case Request("POST", path, body) if path.endswith(ADD):
                return await _SUBMISSIONS.run(self._judge, body)
            case Request("GET", path) if found := await _SUBMISSIONS.run(self._shown, path):
                return Reply(200, found)
            case Request("GET" | "POST"):
                return Reply(404, b"Checkpoints are sent to /add-checkpoint.\n")
            case _:
                return Reply(400, b"That is no request that this witness understands.\n")

    def _judge(self, body: bytes) -> Reply:
        try:
            verdict = judged(body, self._logs, self._remembered, self._sign)
            self._keep(verdict)
        except (Refused, JournalError) as error:
            warn(str(error))
            return Reply(503, b"This witness cannot keep what it signs now: try again later.\n")
        return Reply(verdict.status, verdict.body.encode(), verdict.form)

    def _keep(self, verdict: Verdict) -> None:
        if (kept := verdict.kept) is not None:
            origin, size = kept.checkpoint.origin, kept.checkpoint.size
            write_file(self._out / place_of(origin), str(kept.note).encode())
            show(f"{size:,} entries of {origin} are signed.")
        if (evidence := verdict.evidence) is not None:
            origin = evidence.text.partition("\n")[0]
            write_file((self._out / place_of(origin)).with_name(EVIDENCE), str(evidence).encode())
            warn(f"The log {origin} has changed its past: what it has signed is beside what was signed here.")

    def _shown(self, path: str) -> bytes:
        """What was signed last of a log; nothing at another path."""
        names = {f"/{place_of(name)}": name for name in self._logs}
        return read_file(self._out / place_of(names[path])) if path in names else b""
