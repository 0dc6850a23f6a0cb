"""Programs of a few lines that take part in duels, well or badly; each is the command that starts it."""

from __future__ import annotations

import sys

_BEGINNING = """
import json, random, sys
def say(**one): print(json.dumps(one), flush=True)
def play(state, text):
    table, at = state["table"], state["at"]
    say(type="play", table=table, at=at, id=table + str(at), text=text)
lines, dice = map(json.loads, sys.stdin), random.Random(7)
"""
_HELLO = 'say(type="hello", protocol=1, name="Robo")\n'
_CALLED = """
def called():
    for line in lines:
        if line["type"] == "notice" and line["kind"] == "invited": say(type="accept", name=line["name"])
        yield line
"""
_MOVES = 'for line in called():\n    if line["type"] == "state" and line.get("moves"):\n        '


def _program(does: str, hello: str = _HELLO) -> tuple[str, ...]:
    return sys.executable, "-S", "-c", _BEGINNING + hello + _CALLED + does


RANDOM = _program(_MOVES + 'play(line, dice.choice(line["moves"]))')
"""It plays at random, but alike in each process that gets the same lines."""
FIRST = _program(_MOVES + 'play(line, line["moves"][0])')
"""It plays by nothing but what lies on the table."""
RESIGNS = _program(_MOVES + 'say(type="resign", table=line["table"])')
CRASHES = _program(_MOVES + "sys.exit(3)")
HANGS = _program("for line in called(): pass")
"""It comes to the table, and then does nothing."""
STAYS_AWAY = _program("for line in lines: pass")
DEAF = _program("import time\nwhile True: time.sleep(1)")
"""It reads nothing."""
CHEATS = _program(_MOVES + 'play(line, "a1")')
BABBLES = _program(_MOVES + '[print("my move is a1", flush=True) for _ in range(9)]')
ASKS_FOR_HELP = _program(
    _MOVES
    + """[say(type=type, id=type, table=line["table"]) for type in ("hint", "replay", "fair", "takeback", "standin")]
        play(line, line["moves"][0])"""
)
SILENT = _program("for line in lines: pass", hello="")
ENDS_AT_ONCE = (sys.executable, "-c", "")
