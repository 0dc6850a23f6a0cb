"""What the guides say is there: links lead somewhere, files that are named exist, and folders have their guide."""

import re
from pathlib import Path

import pytest

from frontends.server.config import Config, print_config

ROOT = Path(__file__).parent.parent
FOLDERS = ("core", "frontends", "frontends/programs", "journal", "deploy", "deploy/cluster", "deploy/observatory",
           "deploy/package/parlour/client")  # fmt: skip
GUIDES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / folder / "README.md" for folder in FOLDERS)]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\s]+)`")
FILE = re.compile(r"[a-z_*.][\w*/.-]*(/|\.(py|js|md|sh|conf|cfg|yaml|toml|txt|service|json))")
"""A file or folder as guides name it: from the top, or from the guide's own folder down."""
EVERY = pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: str(guide.relative_to(ROOT)))
MOST_LINES = 150


def anchors(guide: Path) -> set[str]:
    """The names by which a guide's headings are linked to."""
    headings = re.findall(r"^#+ (.*)$", guide.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_somewhere(guide: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = guide.parent / path if path else guide
    return target.exists() and (not anchor or anchor in anchors(target))


@EVERY
def test_links_lead_somewhere(guide: Path) -> None:
    links = [link for link in LINK.findall(guide.read_text()) if "://" not in link]
    assert [link for link in links if not leads_somewhere(guide, link)] == []


@EVERY
def test_files_and_folders_that_are_named_exist(guide: Path) -> None:
    named = {
        name.rstrip("/") for name in CODE.findall(guide.read_text()) if FILE.fullmatch(name) and "NAME" not in name
    }
    assert [name for name in named if not (any(ROOT.glob(name)) or any(guide.parent.glob(f"**/{name}")))] == []


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= MOST_LINES


def test_settings_that_the_guide_of_a_house_names_are_settings() -> None:
    section, known = "", set()
    for line in print_config(Config()).splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif " = " in line:
            known.add(f"{section}.{line.partition(' ')[0]}")
    guide = (ROOT / "deploy/README.md").read_text()
    named = set(re.findall(r"`((?:limits|traffic|budget|reminders)\.\w+)`", guide))
    assert len(named) > 40
    assert named <= known
