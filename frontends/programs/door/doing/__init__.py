"""What each request does: a function of the program and the request."""

from frontends.programs.door.doing import arrival, identity, lists, others, playing
from frontends.programs.door.program import Handlers

HANDLERS: Handlers = {
    **identity.HANDLERS, **arrival.HANDLERS, **playing.HANDLERS, **others.HANDLERS, **lists.HANDLERS,
}  # fmt: skip
"""One for every request."""
