"""The wheel: one package and what tells of it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

from tests.deploy.installed import build_parlour
from tests.frontends.served import ROOT

FOLDERS = ("core", "frontends", "journal")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> set[PurePosixPath]:
    """What the wheel holds."""
    with ZipFile(build_parlour(tmp_path_factory.mktemp("wheel"))) as wheel:
        return {PurePosixPath(name) for name in wheel.namelist()}


def test_wheel_has_one_package(files: set[PurePosixPath]) -> None:
    tops = {file.parts[0] for file in files}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"parlour"}
    assert {file.parts[1] for file in files if file.parts[0] == "parlour"} == {
        "__init__.py",
        "__main__.py",
        "client",
        "deploy",
        *FOLDERS,
    }


def test_package_has_every_source_and_every_catalogue(files: set[PurePosixPath]) -> None:
    wanted = [path for folder in FOLDERS for kind in ("*.py", "*.mo") for path in (ROOT / folder).rglob(kind)]
    assert {PurePosixPath("parlour", path.relative_to(ROOT)) for path in wanted} <= files


def test_package_has_the_client_that_others_import(files: set[PurePosixPath]) -> None:
    package = ROOT / "deploy" / "package"
    wanted = {PurePosixPath(path.relative_to(package)) for path in (package / "parlour" / "client").rglob("*.py")}
    assert wanted
    assert wanted <= files


def test_package_has_what_is_known_of_deals(files: set[PurePosixPath]) -> None:
    wanted = {PurePosixPath(path.relative_to(ROOT)) for path in (ROOT / "deploy" / "observatory").glob("*.jsonl")}
    assert {file.relative_to("parlour") for file in files if "deploy" in file.parts} == wanted


def test_package_has_nothing_that_only_its_authors_read(files: set[PurePosixPath]) -> None:
    assert not [file for file in files if file.suffix in (".po", ".pot", ".pyc")]


def test_manual_page_is_where_man_looks(files: set[PurePosixPath]) -> None:
    (manual,) = [file for file in files if file.parts[0].endswith(".data")]
    assert Path(*manual.parts[1:]) == Path("data/share/man/man1/parlour.1")
