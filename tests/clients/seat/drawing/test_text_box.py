"""How a text in the making is drawn: the box, the place of the next letter, and what is left of the limit."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.drawing.fields import page_width, writing_rows
from warcouncil.protocol.table.forms import Words

from tests.clients.seat.papers import ORDERS, REASON, form


def drawn(field: Words, text: str, *keys: str, width: int = 40, room: int = 8) -> list[str]:
    """Write a text, press keys, and give what stands there."""
    made = Filling(form(field))
    made.measure(page_width(field, width))
    made.write(text)
    for key in keys:
        made.press(key)
    return [line.plain for line, _ in writing_rows(made, field, 0, width, room=room, lit=True)]


def test_a_line_says_how_much_may_still_be_written() -> None:
    """Somebody would be cut off without having been told."""
    assert drawn(REASON, "because") == ["   because▏", "   113 characters left"]


def test_a_text_of_lines_stands_in_a_box() -> None:
    """Where a line ends, and that there may be several, could not be seen."""
    assert drawn(ORDERS, "Hold the strait.\nFire on nobody who does not fire first.") == [
        "   ╭──────────────────────────────────╮",
        "   │ Hold the strait.                 │",
        "   │ Fire on nobody who does not fire │",
        "   │ first.▏                          │",
        "   ╰─ 1144 characters left ───────────╯",
    ]


def test_a_long_text_is_shown_around_the_hand() -> None:
    """One would write where nothing is to be seen."""
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
        ("Ω" * 700, "1"),
    ],
)
def test_at_the_limit_it_says_so(text: str, says: str) -> None:
    """Keys would do nothing, and nobody would know why."""
    assert says in drawn(ORDERS, text, width=80)[-1]


def test_wide_letters_stay_inside_the_box() -> None:
    """A frame would be torn by Chinese."""
    lines = drawn(ORDERS, "中文" * 20)
    assert {line[-1] for line in lines} == {"╮", "│", "╯"}
    assert len(lines) == 5
