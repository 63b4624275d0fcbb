"""A generated file that is out of date is named together with the command that renews it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.current import check_current, out_of_date


@pytest.mark.parametrize(
    ("now", "line"),
    [
        ("a\nc\n", "Line 2 is: b\nIt would be: c"),
        ("a\nb\nc\n", "Line 3 is: (no line)\nIt would be: c"),
        ("a\nb", "Line 2 is: the end of the file"),
    ],
)
def test_the_first_difference_and_the_command_are_named(now: str, line: str, tmp_path: Path) -> None:
    """If this fails, a developer reads a thousand lines of diff and does not learn what to run."""
    file = tmp_path / "made.md"
    file.write_text("a\nb\n")
    fault = out_of_date(file, now, "make schema")
    assert fault.startswith("made.md is out of date. If you meant the change, run `make schema`")
    assert line in fault
    with pytest.raises(pytest.fail.Exception, match="make schema"):
        check_current(file, now, "make schema")


def test_a_long_line_is_shown_where_it_differs(tmp_path: Path) -> None:
    """If this fails, the message shows the equal beginning of a line of thirty thousand characters."""
    file = tmp_path / "made.md"
    file.write_text("a" * 30_000 + "b")
    fault = out_of_date(file, "a" * 30_000 + "c", "make schema")
    assert "ab\n" in fault
    assert len(fault) < 300


def test_a_current_file_passes(tmp_path: Path) -> None:
    """If this fails, no change can be committed."""
    file = tmp_path / "made.md"
    file.write_text("a\n")
    check_current(file, "a\n", "make schema")
