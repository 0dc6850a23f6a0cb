"""Completion word by word."""

from frontends.cli.words import next_words

LINES = ("2 right 4", "2 left 1", "draw", "2 right 10")


def test_words_come_once_each_in_the_lines_order() -> None:
    assert next_words(LINES, "") == ("2 ", "draw")
    assert next_words(LINES, "2 ") == ("right ", "left ")


def test_a_begun_word_is_completed_whatever_its_case() -> None:
    assert next_words(LINES, "2 R") == ("right ",)
    assert next_words(LINES, "DR") == ("draw",)


def test_the_last_word_of_a_line_has_no_blank_behind_it() -> None:
    assert next_words(LINES, "2 right ") == ("4", "10")
    assert next_words(LINES, "2 right 1") == ("10",)


def test_a_whole_line_and_a_stranger_have_no_completion() -> None:
    assert next_words(LINES, "draw") == ()
    assert next_words(LINES, "2 up") == ()


def test_more_blanks_than_needed_do_no_harm() -> None:
    assert next_words(LINES, "  2   ri") == ("right ",)
    assert next_words(LINES, "2 right  1") == ("10",)
