"""From mode to mode in any order: nothing that is typed gets lost, doubled or out of order."""

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.frontends.cli.teletype import BOARD, Demo

TYPED = st.tuples(st.just("type"), st.sampled_from(["a", "é日", "b\r", "cd\r\r", "e\rf", "\r"]))
CHANGED = st.sampled_from(
    [
        ("screen", True), ("screen", False), ("show", BOARD, False), ("mouse", True), ("mouse", False),
        ("adapt", {"reader": True}), ("adapt", {"reader": False}), ("write", "Anna draws.\n"), ("cancel",), ("counts",),
    ]
)  # fmt: skip


@examples(12)
@given(st.lists(TYPED | CHANGED, max_size=12))
def test_every_line_that_is_typed_arrives_once_and_in_order(steps: list[tuple[object, ...]]) -> None:
    typed = ""
    with Demo() as demo:
        for name, *arguments in steps:
            if name == "type":
                [text] = arguments
                demo.type(str(text))
                typed += str(text)
            else:
                demo.order(name, *arguments)
        demo.order("screen", False)
        demo.type("end\r")
        lines = f"{typed}end".split("\r")
        for _ in lines:
            demo.order("receive")
        expected = [f"got Line(text={line!r})" for line in lines]
        demo.wait(lambda: len([report for report in demo.reports if report.startswith("got")]) >= len(expected))
        assert [report for report in demo.reports if report.startswith("got")] == expected
        demo.end()
