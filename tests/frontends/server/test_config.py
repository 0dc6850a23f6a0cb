"""What can be set: every figure has a default within its range, and says what it is for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.figures import COMMENT, HIGHEST, LEAST
from core.base.game import Refused
from frontends.server.config import Config, Limits, print_config, read_config
from tests.frontends.shell import Parlour

FIGURES = [
    (getattr(getattr(Config(), section.name), field.name), field)
    for section in attrs.fields(Config)
    for field in attrs.fields(type(getattr(Config(), section.name)))
]


@pytest.mark.parametrize(("default", "field"), FIGURES, ids=lambda one: getattr(one, "name", ""))
def test_default_is_within_its_range_and_a_sentence_says_what_it_is(default: Any, field: attrs.Attribute[Any]) -> None:
    assert field.metadata[COMMENT].endswith(".")
    if isinstance(default, int | float):
        assert field.metadata[LEAST] <= default <= field.metadata[HIGHEST]


def test_what_is_printed_is_the_default_with_a_comment_for_each_figure() -> None:
    printed = print_config(Config())
    assert read_config(printed) == read_config("") == Config()
    figures = [line for line in printed.splitlines() if " = " in line and line[0] != "#"]
    assert len([line for line in printed.splitlines() if line.startswith("# ")]) == len(figures)
    assert "connections = 2000" in figures


@given(st.integers(1, 10**6), st.floats(0.1, 1e6))
def test_every_figure_within_its_range_is_read_as_it_was_printed(connections: int, seconds: float) -> None:
    config = Config(limits=Limits(connections=connections, door_seconds=seconds))
    assert read_config(print_config(config)) == config


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[bar]\nx = 1", "There is no section [bar]: parlour serve --print-config shows them all."),
        ("x = 1", "There is no section [x]: parlour serve --print-config shows them all."),
        ("limits = 3", "[limits] must be a section of its own."),
        (
            "[limits]\nconections = 5",
            'Section [limits] has no key "conections": parlour serve --print-config shows its keys.',
        ),
        ('[limits]\nconnections = "5"', "connections in section [limits] must be a whole number."),
        ("[limits]\nconnections = 5.5", "connections in section [limits] must be a whole number."),
        ("[limits]\nconnections = true", "connections in section [limits] must be a whole number."),
        ("[limits]\nconnections = 0", "connections in section [limits] must be from 1 to 1000000000."),
        ("[limits]\ndoor_seconds = []", "door_seconds in section [limits] must be a number."),
        (f"[limits]\ndoor_seconds = 1{'0' * 400}", "door_seconds in section [limits] must be from 0.1 to 1000000000."),
        ("[limits]\nmeeting_seconds = nan", "meeting_seconds in section [limits] must be from 0 to 60."),
    ],
)
def test_what_does_not_fit_is_refused_with_where_it_stands(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read_config(text)
    assert str(refused.value) == sentence


def test_whole_numbers_do_for_seconds() -> None:
    assert read_config("[limits]\ndoor_seconds = 30").limits == attrs.evolve(Limits(), door_seconds=30.0)


def test_house_does_not_open_with_settings_it_cannot_use(parlour: Parlour, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("[limits\n")
    status, shown, error = parlour("serve", "--config", path)
    assert (status, shown) == (1, "")
    assert error.startswith(f"parlour: {path} cannot be used: That is not TOML: ")


@pytest.mark.parametrize("text", ["limits = " + "[" * 5000, f"limits = {'9' * 5000}"])
def test_settings_too_deep_or_too_long_to_be_read_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_config(text)


def test_default_settings_are_shown(parlour: Parlour) -> None:
    assert parlour("serve", "--print-config") == (0, print_config(Config()), "")
