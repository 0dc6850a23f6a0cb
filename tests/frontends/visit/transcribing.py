"""Transcripts of whole games as a screen reader reads them out.

A transcript holds what was typed, too: a line after "< " is typed by the person, one after "<< " is the other
player's move. So it is its own script: played again, it must come out the same. When what is told has changed for the
better, `python -m tests.frontends.visit.transcribing` writes all of them anew.
"""

from __future__ import annotations

from pathlib import Path

import attrs
import trio

from core.table import Move
from frontends.terminal.picture import Look
from tests.core.parlour import submit
from tests.frontends.terminals import COMP, open_house

FOLDER = Path(__file__).parent / "transcripts"
GAMES = ("mille", "elixir", "terrace", "pileon")
OTHERS = {"mille": COMP, "elixir": "Bert"}
READER = Look(reader=True)


@attrs.frozen
class Transcript:
    """What came of a script."""

    text: str
    prompts: tuple[str, ...]
    """All prompts, in order."""

    @property
    def told(self) -> str:
        """What was told, without what was typed."""
        return "".join(line for line in self.text.splitlines(keepends=True) if not line.startswith("<"))


def read(game: str) -> str:
    """The transcript of a game as it is kept."""
    return (FOLDER / f"{game}.txt").read_text(encoding="utf-8")


def script_of(text: str) -> list[str]:
    """What is typed in a transcript, with its marks."""
    return [line for line in text.splitlines() if line.startswith("<")]


async def transcribe(game: str, script: list[str], look: Look = READER) -> Transcript:
    """Play a script, from coming back to a seat until leaving the house."""
    async with open_house(now=lambda: 1_000_000.0) as house:
        other = OTHERS.get(game)
        live = await house.set_up(game, *(("Anna", other) if other else ("Anna",)), deal=None if other else 7)
        anna = await house.seat("Anna", live, look=look)
        for line in script:
            mark, _, typed = line.partition(" ")
            if mark == "<":
                anna.text += f"{line}\n"
                await anna.told(typed)
            else:
                # Where it stands among what is told is where it has been asked for.
                anna.text += f"{line}\n"
                await submit(live, Move(typed), 1)
        text = anna.text.replace(house.code("Anna", live), "CODE").replace(live.id, "TABLE")
        return Transcript(text, tuple(anna.prompts))


async def _write_all() -> None:
    for game in GAMES:
        transcript = await transcribe(game, script_of(read(game)))
        (FOLDER / f"{game}.txt").write_text(transcript.text, encoding="utf-8")


if __name__ == "__main__":
    trio.run(_write_all)
