"""What each request does: a function of the program and the request."""

from frontends.programs.door.handlers import (
    arrival,
    bots,
    duels,
    games,
    identity,
    invitations,
    lessons,
    lists,
    moves,
    others,
    questions,
    replays,
    saves,
    slow_games,
    tournaments,
)
from frontends.programs.door.program import Handlers

_BY_SUBJECT = (
    identity, arrival, moves, questions, invitations, others, slow_games, saves, lessons, replays, tournaments, duels,
    lists, games, bots,
)  # fmt: skip
HANDLERS: Handlers = {request: handle for subject in _BY_SUBJECT for request, handle in subject.HANDLERS.items()}
"""One for every request."""
