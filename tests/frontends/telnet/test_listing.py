"""What crawlers are told of a house, over real sockets."""

from __future__ import annotations

from core.games import GAMES
from core.sessions.parlour import Origin, Parlour
from frontends.server.config import Limits, Listed
from frontends.telnet.listing import Listing
from frontends.telnet.wire.codes import Option, Verb, negotiate, subnegotiate
from tests.core.sessions.houses import open_house
from tests.frontends.served import come_in
from tests.frontends.telnet.clients import Bare, connect
from tests.frontends.telnet.test_startup import a_house


def figures_in(raw: bytes) -> dict[str, list[str]]:
    """The figures of a subnegotiation, read apart from what wrote them."""
    begun = raw.index(b"\xff\xfa\x46") + 3
    parts = raw[begun : raw.index(b"\xff\xf0", begun)].split(b"\x01")[1:]
    split = [[text.decode() for text in part.split(b"\x02")] for part in parts]
    return {name: values for name, *values in split}


async def crawled(port: int) -> dict[str, list[str]]:
    """What a crawler is told that asks for nothing else."""
    async with await connect(port) as stream:
        crawler = Bare(stream)
        await crawler.stream.send_all(negotiate(Verb.DO, Option.MSSP))
        await crawler.wait(lambda: b"\xff\xfa\x46" in crawler.raw and b"Your name: " in crawler.raw)
        return figures_in(crawler.raw)


async def test_crawler_is_told_what_is_true_now() -> None:
    async with a_house(Limits(), listed=Listed("The Nook", contact="op@example.org")) as (_, service, port):
        told = await crawled(port)
        assert (told["NAME"], told["CONTACT"], told["PLAYERS"]) == (["The Nook"], ["op@example.org"], ["0"])
        assert told["GAMES"] == list(GAMES)
        assert abs(int(told["UPTIME"][0]) - service.now()) < 3600
        async with await connect(port) as stream:
            await come_in(Bare(stream), "Anna")
            assert (await crawled(port))["PLAYERS"] == ["1"]


async def test_crawler_counts_as_a_caller_of_its_address_and_spends_nothing() -> None:
    async with a_house(Limits(arrivals_a_minute=2)) as (_, service, port):
        await crawled(port)
        await crawled(port)
        async with await connect(port) as stream:
            await Bare(stream).expect("You came in too often")
        assert not service.presence.everybody()


async def test_nothing_is_said_of_what_is_not_set_and_the_port_is_where_the_house_listens() -> None:
    async with open_house() as house:
        told = dict(Listing(house.service, Listed(), 2323).figures())
        assert told["PORT"] == ("2323",)
        assert told.keys() & {"CONTACT", "HOSTNAME", "WEBSITE"} == set()
        assert dict(Listing(house.service, Listed(port=23), 2323).figures())["PORT"] == ("23",)
        Parlour(house.service).enter(Origin("192.0.2.7"))
        assert dict(Listing(house.service, Listed()).figures())["PLAYERS"] == ("0",)


async def test_client_that_only_negotiates_sees_none_of_it() -> None:
    async with a_house(Limits()) as (_, _, port), await connect(port) as stream:
        anna = Bare(stream)
        await anna.stream.send_all(negotiate(Verb.WONT, Option.TTYPE) + negotiate(Verb.DONT, Option.MSSP))
        await come_in(anna, "Anna")
        assert subnegotiate(Option.MSSP, b"")[:3] not in anna.raw
