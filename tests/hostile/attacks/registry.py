"""Which attacks there are, and how one is made of what each of its visitors does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable

import attrs
import trio

from tests.hostile.peer import Peer, Window, come, connect, word

LONGEST = 60
"""Seconds after which an attack ends by itself, should nobody end it."""
PAUSE = 0.05
"""Seconds before somebody whom the house hung up on comes again."""


@attrs.frozen
class Target:
    """What is attacked, and from how many networks."""

    port: int
    tls_port: int
    """Of the door for callers by TLS."""
    table: str
    """One at which a healthy player sits."""
    code: str
    """Of a seat of a game of 20,000 records with the save "m"."""
    networks: int = 1

    @property
    def long_table(self) -> str:
        return self.code.partition("-")[0]

    def address(self, number: int) -> str:
        """From where the peer of that number comes: each network (a /24) has one address."""
        network = number % self.networks
        return f"127.{16 + network // 250}.{network % 250}.1"

    async def caller(self, number: int, *, is_drawn: bool = False, buffer: int | None = None) -> Peer:
        """A peer who has called, and said nothing yet; drawn ones have windows that nobody else has."""
        window = window_of(number) if is_drawn else None
        return await connect(self.port, self.address(number), window=window, buffer=buffer)

    async def guest(self, number: int, *, is_drawn: bool = False, buffer: int | None = None) -> Peer:
        """A peer in the lobby."""
        window = window_of(number) if is_drawn else None
        return await come(self.port, self.address(number), name_of(number), window=window, buffer=buffer)


One = Callable[[Target, int], Awaitable[None]]
"""What one of the attackers does, who have numbers from 0."""


@attrs.frozen
class Attack:
    """So many at once who do the same."""

    visitors: int
    networks: int
    one: One
    config: str = ""
    """What the house's file says while it is attacked so, where that is not nothing."""


ATTACKS: dict[str, Attack] = {}
"""By name."""


def by(visitors: int, *networks: int, config: str = "") -> Callable[[One], One]:
    """Make an attack of what one of so many does, who come from so many networks; one for each such figure."""

    def listed(one: One) -> One:
        for figure in networks:
            name = one.__name__ if len(networks) == 1 else f"{one.__name__}_of_{figure}"
            ATTACKS[name] = Attack(visitors, figure, one, config)
        return one

    return listed


def name_of(number: int) -> str:
    """A name that nobody else has, so that it lets its peer in."""
    return f"Foe{word(f'{number:03}')}"


def window_of(number: int) -> Window:
    """As large a window as the house draws in, and of another size for each, so that no picture is for two of them."""
    return 200 - number % 50, 400 - number // 50


async def attack(name: str, target: Target) -> Counter[str]:
    """Have all take part in it for `LONGEST` seconds; say when they begin. Returns: how often what went wrong."""
    attack, ends = ATTACKS[name], Counter[str]()
    target = attrs.evolve(target, networks=attack.networks)

    async def again_and_again(number: int) -> None:
        while True:
            try:
                await attack.one(target, number)
            except (OSError, EOFError, trio.TooSlowError) as error:
                ends[repr(error)] += 1
            await trio.sleep(PAUSE)

    with trio.move_on_after(LONGEST):
        async with trio.open_nursery() as nursery:
            for number in range(attack.visitors):
                nursery.start_soon(again_and_again, number)
            print("begun", flush=True)
    return ends
