"""TOML that people wrote: every mistake has its line, and no text takes long to read."""

from __future__ import annotations

import pytest
from warcouncil.games.kit.text.toml_text import DOTS_MAX, NotToml, parse_toml


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a = 1\nb = [1,", 2, "this is not TOML"),
        ("a = " + "[" * 3000, 1, "this is nested too deeply"),
        ("a = " + "9" * 5000, 1, "a number in this is too long"),
        (
            "a = 1\n" + "a." * (DOTS_MAX + 1) + "a = 1",
            2,
            "this line has too many dots. Break it into several lines",
        ),
        ('a = "\0"', 1, "this is not TOML, column 6: this character is not allowed here. Remove it"),
        ("a = 1979-02-31", 1, "this is not TOML, column 5: there is no such day or hour"),
    ],
)
def test_an_unreadable_file_is_refused_with_the_line(text: str, line: int, said: str) -> None:
    """A reader sees a traceback, or the error text of a parser, or waits for minutes."""
    with pytest.raises(NotToml) as found:
        parse_toml(text)
    assert found.value.line == line
    assert str(found.value).startswith(said)


def test_a_readable_file_is_read() -> None:
    """A correct file is refused."""
    assert parse_toml('a = "1.2"\r\n[b]\r\nc = [1]\r\n') == {"a": "1.2", "b": {"c": [1]}}
