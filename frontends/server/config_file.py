"""The settings of a house as a file in TOML: read, checked, and printed with a comment for each."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import attrs
import cattrs

from core.base.figures import COMMENT, HIGHEST, LEAST
from core.base.game import Refused
from core.base.message import Message, message
from frontends.server.config import Config
from journal.atomic_files import explained

T = TypeVar("T")


def read_config(text: str) -> Config:
    """The settings of a file, the default for those that are not given. Raises: Refused with section and key."""
    try:
        told = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for numbers too long, or lists too deep, to be read
        raise Refused("That is no TOML: {why}.", why=str(error)) from error
    try:
        config = _CONVERTER.structure(told, Config)
    except cattrs.BaseValidationError as error:
        raise Refused(_objection(error)) from error
    for section, key, field, value in _figures(config):
        least, most = field.metadata[LEAST], field.metadata[HIGHEST]
        if isinstance(value, int | float) and not isinstance(value, bool) and not least <= value <= most:
            raise Refused(
                "{key} in section [{section}] is to be from {least} to {most}.",
                key=key, section=section, least=f"{least:g}", most=f"{most:.12g}",
            )  # fmt: skip
    return config


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
    lines: list[str] = []
    last = ""
    for section, key, field, value in _figures(config):
        if section != last:
            lines += ["", f"[{section}]"]
            last = section
        lines += [f"# {field.metadata[COMMENT]}", f"{key} = {_as_toml(value)}"]
    return "\n".join(lines[1:]) + "\n"


def _figures(config: Config) -> Iterator[tuple[str, str, attrs.Attribute[Any], Any]]:
    """Section, key, field and value of each setting, in the order of the file."""
    for section in attrs.fields(Config):
        own = getattr(config, section.name)
        for field in attrs.fields(type(own)):
            yield section.name, field.name, field, getattr(own, field.name)


def _as_toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case tuple():
            return f"[{', '.join(map(_as_toml, value))}]"
        case _:
            return str(value)


# What does not fit.


class _WrongType(Exception):
    """A value of another type; says which was wanted."""

    def __init__(self, wanted: Message) -> None:
        super().__init__()
        self.wanted = wanted


def _exactly(type_: type[T], wanted: Message) -> None:
    def check(value: Any, _: Any) -> Any:
        allowed = (int, float) if type_ is float else (type_,)
        if isinstance(value, bool) is not (type_ is bool) or not isinstance(value, allowed):
            raise _WrongType(wanted)
        try:
            return type_(value)  # type: ignore[call-arg]
        except OverflowError:  # a whole number beyond all others, which is in no range either
            return type_("inf")  # type: ignore[call-arg]

    _CONVERTER.register_structure_hook(type_, check)


def _section(value: Any, type_: Any) -> Any:
    """A table of TOML, which may leave things out but not name what does not exist."""
    if not isinstance(value, dict):
        raise _WrongType(message("a section of its own"))
    return cattrs.gen.make_dict_structure_fn(type_, _CONVERTER)(value, type_)


def _objection(error: Exception, way: tuple[str, ...] = ()) -> Message:
    """What is wrong first, and where."""
    match error:
        case cattrs.ClassValidationError():
            for inner in error.exceptions:
                notes = [note for note in getattr(inner, "__notes__", ()) if hasattr(note, "name")]
                return _objection(inner, (*way, *(note.name for note in notes)))
        case cattrs.ForbiddenExtraKeysError() if way:
            return message(
                'Section [{section}] has no key "{key}": parlour serve --print-config shows those it has.',
                section=way[0], key=min(error.extra_fields),
            )  # fmt: skip
        case cattrs.ForbiddenExtraKeysError():
            return message(
                "There is no section [{section}]: parlour serve --print-config shows those there are.",
                section=min(error.extra_fields),
            )
        case _:
            pass
    wanted = error.wanted if isinstance(error, _WrongType) else message("a list of texts")
    if len(way) < 2:
        return message("[{section}] is to be {wanted}.", section=way[0] if way else "", wanted=wanted)
    return message("{key} in section [{section}] is to be {wanted}.", key=way[1], section=way[0], wanted=wanted)


_CONVERTER = cattrs.Converter(forbid_extra_keys=True)
_exactly(bool, message("true or false"))
_exactly(int, message("a whole number"))
_exactly(float, message("a number"))
_exactly(str, message("a text in quotes"))
_CONVERTER.register_structure_hook_func(attrs.has, _section)
