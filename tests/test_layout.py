"""The house is built as its guides say, and their links lead somewhere."""

import ast
from pathlib import Path

import core
import frontends
import journal
from core.games import GAMES
from core.games.features.bots import BOTS
from core.games.features.solvers import SOLVERS
from frontends.screens import OWN

ROOT = Path(__file__).parent.parent
ROOMS = ("core", "frontends", "journal")
TOP = {
    "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "Makefile",
    "core", "frontends", "journal", "tests", "deploy",
}  # fmt: skip
LONGEST_FILE = 500
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
CLIENT = ROOT / "deploy/package/parlour/client"
"""What others import; its tests are beside those of the door that it goes through."""
SOURCES = sorted(path for folder in (*map(ROOT.joinpath, ROOMS), CLIENT) for path in folder.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def places_of_tests(module: Path) -> list[Path]:
    """Where a module's tests may be: beside it in the mirrored tree, with its folder, or with all of its kind."""
    at = Path("frontends/programs/client", module.relative_to(CLIENT)) if CLIENT in module.parents else module
    parts = (ROOT / at).relative_to(ROOT).with_suffix("").parts
    folder = ROOT / "tests" / Path(*parts[:-1])
    if parts[-1] == "__init__":
        parts = parts[:-1]
    own = ROOT / "tests" / Path(*parts[:-1]) / f"test_{parts[-1].strip('_')}.py"
    above = [folder, *folder.parents[: len(parts) - 2]]
    wholes = [place.with_name(f"test_{place.name}.py") for place in above]
    return [own, *wholes, *(test for place in above for test in place.glob("test_every_*.py"))]


def does_something(module: Path) -> bool:
    """Whether there is anything to test: a function that is more than a promise."""
    functions = [node for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, FUNCTIONS)]
    return any(len(function.body) > 1 or not isinstance(function.body[0], ast.Expr) for function in functions)


def test_packages_are_our_own():
    assert {Path(str(module.__file__)).parent.parent for module in (core, frontends, journal)} == {ROOT}


def test_nothing_lies_about_at_the_top():
    visible = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert visible - {"dist", "build"} <= TOP


def test_every_module_that_does_something_has_its_test():
    untested = [path for path in SOURCES if not any(test.exists() for test in places_of_tests(path))]
    assert [str(path.relative_to(ROOT)) for path in untested if does_something(path)] == []


def test_every_file_is_short_enough_to_read():
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in SOURCES + TESTS}
    assert {path: length for path, length in lengths.items() if length > LONGEST_FILE} == {}


def test_every_test_folder_is_a_package():
    folders = {path.parent for path in TESTS}
    assert all((folder / "__init__.py").exists() for folder in folders)


def modules_in(folder: str) -> set[str]:
    return {path.stem for path in (ROOT / folder).iterdir() if path.stem[0] != "_"}


def test_every_game_module_is_listed():
    assert modules_in("core/games") - {"deals", "features"} == set(GAMES)


def test_every_screen_of_a_game_is_listed_and_a_game_without_one_gets_the_plain_screen():
    assert modules_in("frontends/screens") & set(GAMES) == OWN <= set(GAMES)


def test_every_computer_player_and_solver_is_for_a_game_of_the_house():
    assert set(BOTS) | set(SOLVERS) <= set(GAMES)


def test_action_that_the_readme_shows_is_that_of_the_source() -> None:
    _, *blocks = (ROOT / "frontends/README.md").read_text().split("```python\n")
    shown = [line for block in blocks for line in block.partition("```")[0].splitlines() if line.strip()]
    table = ROOT / "frontends/visit/table"
    sources = (table / "actions/all_actions.py").read_text() + (table / "actions/play.py").read_text()
    written = {line.strip() for line in sources.splitlines()} | {"ACTIONS = ("}
    assert shown
    assert [line for line in shown if line.strip() not in written] == []
