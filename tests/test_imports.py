"""Modules stand on one another in one direction only: whichever is wanted first can be loaded first."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("core", "frontends", "journal")
PACKAGE = ROOT / "deploy" / "package"


def modules() -> dict[str, Path]:
    """All modules by their names."""
    rooms = {_name(path, ROOT): path for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    return rooms | {_name(path, PACKAGE): path for path in (PACKAGE / "parlour").rglob("*.py")}


def _name(path: Path, top: Path) -> str:
    parts = path.relative_to(top).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def loaded_first(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    """The modules that are loaded before this one is complete, those of its own packages apart."""
    found: set[str] = set()
    for imported in _imported(ast.parse(path.read_text()).body):
        for wanted in _with_packages(imported):
            if wanted in known and wanted != name and not name.startswith(f"{wanted}."):
                found.add(wanted)
    return found


def _imported(body: list[ast.stmt]) -> Iterator[str]:
    """What is imported as the module is loaded: not in functions, and not only for types."""
    for node in body:
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                pass
            case ast.If(body=inner) | ast.Try(body=inner) | ast.With(body=inner):
                yield from _imported(inner)
            case _:
                pass


def _with_packages(name: str) -> Iterator[str]:
    parts = name.split(".")
    yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The names on a way that leads back to where it began; empty if there is none."""
    done: set[str] = set()

    def search(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for wanted in sorted(graph[name]):
            if found := search(wanted, [*way, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := search(name, []))), [])


def test_no_imports_go_in_a_circle():
    known = modules()
    assert circle({name: loaded_first(name, path, known) for name, path in known.items()}) == []


def test_circle_is_found_through_a_package():
    graph = {"a": {"p.one"}, "p": {"p.two"}, "p.one": set[str](), "p.two": {"a"}}
    assert circle(graph) == []
    assert circle(graph | {"a": {"p", "p.one"}}) == ["a", "p", "p.two", "a"]
