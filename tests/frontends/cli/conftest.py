"""The demo child on a terminal of its own."""

from collections.abc import Iterator

import pytest

from frontends.terminal.picture import Look
from tests.frontends.cli.teletype import Demo


@pytest.fixture
def demo() -> Iterator[Demo]:
    with Demo() as demo:
        demo.wait_report(f"open {Look()}")
        yield demo
