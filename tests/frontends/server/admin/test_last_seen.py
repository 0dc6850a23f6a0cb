"""When somebody was last here: told while they are, after they left, and never of who is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

from tests.frontends.server.admin.houses import opened

TIME = r"20\d\d-\d\d-\d\d \d\d:\d\d UTC"


async def test_visit_is_told_with_network_and_tables_until_the_person_is_forgotten(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        assert (await house.order("seen Anna")).lines == ("Anna has not been here since the house was opened.",)
        anna, bert = await house.enter("Anna"), await house.enter("Bert")
        table = (await anna.ask("new mille person", r"table (\w{5})"))[1]
        await house.service.views.settle()
        here, row = (await house.order("seen anna")).lines
        assert re.fullmatch(rf"Anna has been here since {TIME}, from 127\.0\.0\.1\.", here)
        assert re.fullmatch(rf"    table {table}, mille, last used {TIME}", row)
        await anna.ask("quit", r"lobby> |\(y/n\)")
        await anna.stream.aclose()
        await bert.expect("Anna (left|lost the connection)")
        gone, row = (await house.order("seen Anna")).lines
        assert re.fullmatch(rf"Anna came {TIME} from 127\.0\.0\.0/24, and was last active {TIME}\.", gone)
        assert table in row
        await house.order(f"close {table}")
        await house.service.views.settle()
        _, row = (await house.order("seen Anna")).lines
        assert re.fullmatch(rf"    table {table}, mille, over, last used {TIME}", row)
        await bert.ask("forget me", r"\(y/n\)")
        await bert.ask("y", "You are forgotten here")
        assert (await house.order("seen")).refusal.startswith("Say who it is")
