"""What games are called."""

from __future__ import annotations

import re

import pytest

from core.base.game import Refused
from core.base.message import english
from core.games import GAMES
from core.games.features.titles import title_of
from core.games.terrace.board import VARIANTS
from core.live.ended_games import how_it_ended
from core.replay.proof import prove
from core.sessions.arrival.order_words import read_open
from core.table import Resign
from core.table.opening import Player
from tests.core.parlour import a_service, submit
from tests.frontends.served import ROOT
from tests.frontends.terminals import open_house


def test_variant_goes_by_its_own_title() -> None:
    assert title_of("terrace", {"variant": "signora"}) == "Signora"
    assert title_of("terrace", {"variant": "generals-patience"}) == "General's Patience"
    assert title_of("mille", {}) == "Mille"


@pytest.mark.parametrize("variant", VARIANTS)
def test_refusals_of_orders_name_the_variant(variant: str) -> None:
    title = VARIANTS[variant].title
    for word in ("luck=x", "person"):
        with pytest.raises(Refused, match=title):
            read_open([variant, word])


async def test_house_names_the_variant_wherever_it_speaks_of_a_table() -> None:
    async with a_service() as service:
        id = await service.open(GAMES["terrace"], {"variant": "signora"}, [Player("anna")], deal=7)
        async with service.table(id) as live:
            await submit(live, Resign(), 0)
            assert english(how_it_ended(live, 0)).startswith("Signora is over: ")
        assert (await prove(service.journal, id)).game == "Signora"


async def test_nobody_leads_in_a_variant_by_its_own_name() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.say("best signora", "Signora is not rated. To see who played the deal of the day: daily signora")


def test_nothing_takes_the_title_of_a_tables_game_for_that_of_its_variant() -> None:
    sources = [path for folder in ("core", "frontends") for path in (ROOT / folder).rglob("*.py")]
    taken = [f"{path}" for path in sources if re.search(r"table\.game\.title", path.read_text(encoding="utf-8"))]
    assert [path for path in taken if not path.endswith("conditional_moves.py")] == []  # for games for two
