"""Settings that say of themselves what they are."""

from __future__ import annotations

import attrs

from core.base.figures import COMMENT, HIGHEST, LEAST, MOST, figure


@attrs.frozen
class Settings:
    """Some."""

    watchers: int = figure(200, "People who look on.", least=1, most=500)
    greeting: str = figure("Hello", "What is said.")


def test_figure_is_a_field_with_its_default() -> None:
    assert Settings() == Settings(200, "Hello")
    assert Settings(watchers=3).watchers == 3


def test_figure_keeps_its_comment_and_its_range() -> None:
    fields = attrs.fields_dict(Settings)
    assert fields["watchers"].metadata == {COMMENT: "People who look on.", LEAST: 1, HIGHEST: 500}
    assert fields["greeting"].metadata == {COMMENT: "What is said.", LEAST: 0, HIGHEST: MOST}
