"""The client is small enough to be read at once."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

import parlour.client

MOST = 400
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def lines_of_code(source: str) -> int:
    """The lines with anything on them but comments and docstrings."""
    said = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    tokens = [each for each in tokenize.generate_tokens(io.StringIO(source).readline) if each.type not in LAYOUT]
    return len({line for each in tokens for line in range(each.start[0], each.end[0] + 1)} - said)


def test_client_has_at_most_so_many_lines() -> None:
    folder = Path(parlour.client.__file__).parent
    assert sum(lines_of_code(path.read_text()) for path in folder.glob("*.py")) <= MOST
