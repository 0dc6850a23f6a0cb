"""Finds every sentence in the sources: the templates that are handed to the functions in `PLACES`.

Not Babel's own reading of Python, because a template may stand on either side of an if, and because one that is no
literal must be found out: it could not be translated.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import attrs
from babel.messages.catalog import Catalog

from frontends.locale.typed_words import TYPED
from tests.catalogue.remarks import about

ROOT = Path(__file__).parents[2]
SOURCES = ("core", "frontends", "journal")

PLACES: dict[str, tuple[tuple[int, ...], ...]] = {
    "message": ((0,),),
    "in_context": ((1,),),
    "Action": ((0,),),
    "_switch": ((0,),),
    "_led": ((0,),),
    "counted": ((0, 1),),
    "text": ((0,),),
    "say": ((2,),),
    "sentence": ((0,),),
    "worded": ((0,),),
    "__init__": ((0,),),
    "Refused": ((0,),),
    "Busy": ((0,),),
    "JournalError": ((0,),),
    "Closed": ((0,),),
    "Lost": ((0,),),
    "OutcomeUnknown": ((0,),),
    "Damaged": ((2,),),
    "ValueError": ((0,),),
}
"""Where a call has its templates, counted from 0; two of them are the singular and the plural of a message that counts.
A ValueError is only looked at in `DAMAGING`, where it says what is wrong with a record."""
CONTEXTS = dict.fromkeys(("Action", "_switch", "_led"), TYPED)
"""The context of templates that stand without one: the word of an action is typed."""
DAMAGING = ("core/games/", "core/table/", "core/base/cards.py", "core/records/codec.py", "core/records/fold.py")
THINKING = re.compile(r"^core/games/\w+/(bot|solver)\b")
"""Computer players and solvers: a ValueError of theirs is a fault of the program, not of a record."""
EACH = "each_in_context"
"""What makes several messages of one context: that comes first, then each of their templates."""
MAKERS = ("message", "counted", "in_context")
"""What is handed nothing but literals."""
REMARK = "# Translators: "
"""How a comment for translators begins, in the lines above a call."""
HANDED_ON = (
    "core/base/message.py",
    "core/base/game.py",
    "core/games/terrace/allowed.py",
    "frontends/locale/language.py",
)
"""Where messages are made of templates that others have given."""


@attrs.frozen
class Found:
    """A sentence in the sources."""

    one: str
    many: str
    """Empty unless it counts."""
    path: str
    line: int
    context: str = ""
    """What is meant, where that has to be said."""
    remark: str = ""
    """What a comment above it says to translators."""


def found_in(text: str, path: str) -> Iterator[Found]:
    """The sentences in a source."""
    lines = text.splitlines()
    for call in _calls(text):
        remark = _remark(lines, call.lineno - 1)
        for found in _found_at(call, path):
            yield attrs.evolve(found, remark=remark)


def _remark(lines: Sequence[str], at: int) -> str:
    """The comment for translators right above a line; empty where there is none."""
    above: list[str] = []
    while at > 0 and lines[at - 1].lstrip().startswith("#"):
        at -= 1
        above.insert(0, lines[at].strip())
        if above[0].startswith(REMARK):
            return " ".join(line.removeprefix(REMARK).removeprefix("# ") for line in above)
    return ""


@cache
def _calls(text: str) -> tuple[ast.Call, ...]:
    """The calls in a source, which is looked through once."""
    return tuple(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))


def _found_at(call: ast.Call, path: str) -> Iterator[Found]:
    name = _name(call.func)
    if name == "ValueError" and (not path.startswith(DAMAGING) or THINKING.search(path)):
        return
    if name == EACH:
        (context,), *each = map(_literals, call.args)
        yield from (Found(template, "", path, call.lineno, context) for (template,) in each)
    for places in PLACES.get(name, ()):
        if len(call.args) <= places[-1]:
            continue
        alternatives = [_literals(call.args[place]) for place in places]
        context = next(iter(_literals(call.args[0])), "") if name == "in_context" else CONTEXTS.get(name, "")
        for templates in zip(*alternatives, strict=False):
            yield Found(templates[0], templates[1] if len(templates) > 1 else "", path, call.lineno, context)


def untranslatable(text: str, path: str) -> Iterator[str]:
    """The calls in a source that make a message of what is no literal, by their lines."""
    for call in _calls(text):
        if _name(call.func) == EACH and not all(map(_is_literal, call.args)):
            yield f"{path}:{call.lineno}"
        if _name(call.func) in MAKERS and path not in HANDED_ON:
            places = (0, 1) if _name(call.func) == "in_context" else PLACES[_name(call.func)][0]
            if not all(len(call.args) > place and _is_literal(call.args[place]) for place in places):
                yield f"{path}:{call.lineno}"


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _literals(expression: ast.expr) -> Sequence[str]:
    """The templates that an argument can be; none for what is computed elsewhere."""
    match expression:
        case ast.Constant(value=str(text)) if text:
            return (text,)
        case ast.IfExp(body=body, orelse=orelse):
            return (*_literals(body), *_literals(orelse))
        case _:
            return ()


def _is_literal(expression: ast.expr) -> bool:
    match expression:
        case ast.Constant(value=str()):
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return _is_literal(body) and _is_literal(orelse)
        case _:
            return False


def sources() -> Iterator[Path]:
    """The files in which sentences are looked for, in a fixed order."""
    for folder in SOURCES:
        yield from sorted((ROOT / folder).rglob("*.py"))


def extracted(holding: str = "") -> Catalog:
    """All that is said, as a template for catalogues; or what is said in sources that hold a text."""
    catalog = Catalog(project="Parlour", charset="utf-8", fuzzy=False)
    for file in sources():
        path = file.relative_to(ROOT).as_posix()
        text = file.read_text(encoding="utf-8")
        for found in sorted(found_in(text, path) if holding in text else (), key=lambda one: one.line):
            id = (found.one, found.many) if found.many else found.one
            remarks = [*([found.remark] if found.remark else []), *about(found, text)]
            catalog.add(id, locations=[(path, 0)], auto_comments=remarks, context=found.context or None)
    return catalog
