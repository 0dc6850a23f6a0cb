"""Completion word by word."""

from frontends.cli.completion import next_words

LINES = ("2 right 4", "2 left 1", "draw", "2 right 10")
MEANT = ("watch ab12\tmille, Anna against Bea", "watch cd34\tpileon", "watch", "resume ab12\tmille, your turn")


def words(typed: str) -> list[str]:
    return list(next_words(LINES, typed))


def test_words_come_once_each_in_the_lines_order() -> None:
    assert words("") == ["2 ", "draw"]
    assert words("2 ") == ["right ", "left "]


def test_a_begun_word_is_completed_whatever_its_case() -> None:
    assert words("2 R") == ["right "]
    assert words("DR") == ["draw"]


def test_the_last_word_of_a_line_has_no_blank_after_it() -> None:
    assert words("2 right ") == ["4", "10"]
    assert words("2 right 1") == ["10"]


def test_a_whole_line_and_a_stranger_have_no_completion() -> None:
    assert words("draw") == []
    assert words("2 up") == []


def test_more_blanks_than_needed_do_no_harm() -> None:
    assert words("  2   ri") == ["right "]
    assert words("2 right  1") == ["10"]


def test_what_a_line_is_about_is_told_beside_its_last_word_and_is_no_part_of_it() -> None:
    assert next_words(MEANT, "wat") == {"watch ": "", "watch": ""}
    assert next_words(MEANT, "watch ") == {"ab12": "mille, Anna against Bea", "cd34": "pileon"}
    assert next_words(MEANT, "watch ab12") == {}
