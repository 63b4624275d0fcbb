"""The drawing of an unfinished text: the box, the cursor, and the characters left."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.drawing.fields import page_width, writing_rows
from warcouncil.protocol.table.forms import Words

from tests.clients.seat.papers import ORDERS, REASON, form


def drawn(field: Words, text: str, *keys: str, width: int = 40, room: int = 8) -> list[str]:
    """Write a text, press keys, and return the drawn lines."""
    made = Filling(form(field))
    made.measure(page_width(field, width))
    made.write(text)
    for key in keys:
        made.press(key)
    return [line.plain for line, _ in writing_rows(made, field, 0, width, room=room, lit=True)]


def test_a_line_says_how_much_may_still_be_written() -> None:
    """A player is cut off at the limit without warning."""
    assert drawn(REASON, "because") == ["   because▏", "   113 characters left"]


def test_a_text_of_several_lines_has_a_box() -> None:
    """A player cannot see the end of a line, or that there may be several."""
    assert drawn(ORDERS, "Hold the strait.\nFire on nobody who does not fire first.") == [
        "   ╭──────────────────────────────────╮",
        "   │ Hold the strait.                 │",
        "   │ Fire on nobody who does not fire │",
        "   │ first.▏                          │",
        "   ╰─ 1144 characters left ───────────╯",
    ]


def test_a_long_text_is_shown_around_the_hand() -> None:
    """A player writes at a place that is not visible."""
    text = "\n".join(map(str, range(20)))
    assert drawn(ORDERS, text, "up", "up", "up", room=5) == [
        "   ╭─ ↑ 15 more ──────────────────────╮",
        "   │ 15                               │",
        "   │ 16▏                              │",
        "   │ 17                               │",
        "   ╰─ ↓ 2 more · 1151 characters left ╯",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x" * 1200, "0 characters left"),
        ("x\n" * 39, "40 lines at most"),
        ("x" * 1199, "1 character left"),
        ("Ω" * 700, "113 characters left"),
    ],
)
def test_at_the_limit_it_says_so(text: str, says: str) -> None:
    """Keys do nothing, and the player does not know why."""
    assert says in drawn(ORDERS, text, width=80)[-1]


def test_wide_letters_stay_inside_the_box() -> None:
    """Chinese characters break the frame."""
    lines = drawn(ORDERS, "中文" * 20)
    assert {line[-1] for line in lines} == {"╮", "│", "╯"}
    assert len(lines) == 5
