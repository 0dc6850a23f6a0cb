"""Addresses with ports, as they are typed after options."""

from frontends.commands.environment import Misfit

MOST_PORT = 65535


def address(option: str, text: str) -> tuple[str, int]:
    """A host and a port. Raises: Misfit."""
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > MOST_PORT:
        raise Misfit(f'{option} needs HOST:PORT, such as 0.0.0.0:2323, and "{text}" is not that.')
    return host.strip("[]"), int(port)
