"""The manual page: it says what the commands say of themselves, and can be read."""

from __future__ import annotations

import re
import shutil
import subprocess

from frontends.__main__ import parlour
from tests.deploy.manual import PAGE, page


def test_page_is_what_make_manual_writes() -> None:
    assert PAGE.read_text() == page()


def test_every_command_and_option_is_named() -> None:
    text = PAGE.read_text()
    assert re.findall(r"^\.SS (\S+)$", text, re.MULTILINE) == list(parlour.commands)
    options = {name for command in parlour.commands.values() for each in command.params for name in each.opts}
    assert [name for name in options if name.startswith("--") and name.replace("-", "\\-") not in text] == []


def test_page_is_shown_without_a_warning() -> None:
    """For machines that have no groff, it is shown nowhere."""
    if (groff := shutil.which("groff")) is None:
        return
    ran = subprocess.run([groff, "-man", "-ww", "-z", PAGE], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
