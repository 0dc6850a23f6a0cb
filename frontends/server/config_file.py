"""The settings of a house as a file in TOML: read, checked, and printed with a comment for each."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, get_type_hints

import attrs

from core.base.figures import COMMENT, HIGHEST, LEAST
from core.base.game import Refused
from core.base.message import message
from frontends.server.config import Config
from journal.atomic_files import explained

_WANTED = {
    bool: message("true or false"),
    int: message("a whole number"),
    float: message("a number"),
    str: message("a text in quotes"),
}


def read_config(text: str) -> Config:
    """The settings of a file, the default for those that are not given. Raises: Refused with section and key."""
    try:
        told = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for numbers too long, or lists too deep, to be read
        raise Refused("That is no TOML: {why}.", why=str(error)) from error
    sections = attrs.asdict(Config(), recurse=False)
    if unknown := told.keys() - sections.keys():
        raise Refused(
            "There is no section [{section}]: parlour serve --print-config shows those there are.", section=min(unknown)
        )
    return attrs.evolve(Config(), **{name: _section(name, given, sections[name]) for name, given in told.items()})


def _section(section: str, given: Any, default: Any) -> Any:
    """A section with what is given for it in place of the defaults. Raises: Refused."""
    if not isinstance(given, dict):
        raise Refused("[{section}] is to be {wanted}.", section=section, wanted=message("a section of its own"))
    fields, types = attrs.fields_dict(type(default)), get_type_hints(type(default))
    if unknown := given.keys() - fields.keys():
        raise Refused(
            'Section [{section}] has no key "{key}": parlour serve --print-config shows those it has.',
            section=section, key=min(unknown),
        )  # fmt: skip
    for key, value in given.items():
        type_, told = types[key], fields[key].metadata
        allowed = (int, float) if type_ is float else (type_,)
        if isinstance(value, bool) is not (type_ is bool) or not isinstance(value, allowed):
            raise Refused(
                "{key} in section [{section}] is to be {wanted}.", key=key, section=section, wanted=_WANTED[type_]
            )
        if type_ in (int, float) and not told[LEAST] <= value <= told[HIGHEST]:
            raise Refused(
                "{key} in section [{section}] is to be from {least} to {most}.",
                key=key, section=section, least=f"{told[LEAST]:g}", most=f"{told[HIGHEST]:.12g}",
            )  # fmt: skip
    return attrs.evolve(default, **{key: types[key](value) for key, value in given.items()})


def load_config(path: Path | None) -> Config:
    """The settings of a file; without one, the defaults. Raises: Refused, JournalError when it cannot be read."""
    if path is None:
        return Config()
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise explained(path, error) from error
    except UnicodeDecodeError as error:
        raise Refused("{path} is not written in UTF-8: save it so.", path=str(path)) from error
    try:
        return read_config(text)
    except Refused as refused:
        raise Refused("{path} cannot be used: {why}", path=str(path), why=refused.message) from refused


def print_config(config: Config) -> str:
    """The settings as a file, with a comment for each."""
    sections: list[str] = []
    for name, section in attrs.asdict(config, recurse=False).items():
        lines = [f"[{name}]"]
        for field in attrs.fields(type(section)):
            value = json.dumps(getattr(section, field.name), ensure_ascii=False)
            lines += [f"# {field.metadata[COMMENT]}", f"{field.name} = {value}"]
        sections.append("\n".join(lines) + "\n")
    return "\n".join(sections)
