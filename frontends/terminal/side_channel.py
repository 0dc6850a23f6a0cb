"""What some clients are told in JSON beside the text: the names of it, and the way there."""

import enum
from collections.abc import Callable
from typing import Protocol


class Package(enum.Enum):
    """What a client may say that it understands, by the names of GMCP."""

    NAME = "Char.Name"
    TABLE = "Parlour.Table"
    STATE = "Parlour.State"
    MEDIA = "Client.Media.Play"


class SideChannel(Protocol):
    """The way to such a client. Nothing of it waits."""

    @property
    def packages(self) -> frozenset[Package]:
        """What it understands now."""

    def publish(self, package: Package, make: Callable[[], bytes]) -> None:
        """Have this told when its time has come and the client reads, or what is published after it until then.

        `make` gives the JSON at that moment, or nothing for what is no longer to be told. It is not called for a client
        that does not understand it.
        """
