"""The pictures in README are those that are drawn today."""

from __future__ import annotations

from tests.frontends.served import ROOT
from tests.frontends.sharing.guide_pictures import PLACE, drawn


def test_pictures_are_as_they_are_drawn() -> None:
    # `make pictures` writes them anew.
    assert {file: file.read_text() for file in PLACE.iterdir()} == dict(drawn())


def test_readme_shows_them() -> None:
    readme = (ROOT / "README.md").read_text()
    assert all(str(file.relative_to(ROOT)) in readme for file, _ in drawn())
