"""What tests of the door for callers by TLS need."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontends.telnet import certificates
from tests.frontends.telnet.certificates import Made


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """A certificate of the house."""
    return certificates.make(tmp_path)
