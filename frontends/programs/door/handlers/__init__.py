"""What each request does: a function of the program and the request."""

from frontends.programs.door.handlers import arrival, bots, identity, lists, moves, others
from frontends.programs.door.program import Handlers

HANDLERS: Handlers = {
    **identity.HANDLERS, **arrival.HANDLERS, **moves.HANDLERS, **others.HANDLERS, **lists.HANDLERS,
    **bots.HANDLERS,
}  # fmt: skip
"""One for every request."""
