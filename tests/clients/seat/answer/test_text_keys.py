"""The cursor in a text: what keys write, delete and move, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from warcouncil.clients.seat.answer.filling import Filling, KeyResult
from warcouncil.clients.seat.answer.text_keys import rows
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.table.forms import Choice, Form, Option, Words
from warcouncil.protocol.words import WRITTEN_LINES_MAX

from tests.clients.seat.papers import ORDERS, REASON, form

HOSTILE = "\x1b]0;PWNED\x07\x9b2J \u202egnp.exe \u2066x\u2069\x00\x85\u2028 e" + "\u0301" * 9 + "\n\x1b[2J"


def typed(made: Filling, *keys: str) -> str:
    """Press keys. One character is written, and a longer text is the name of a key. Return the written text."""
    for key in keys:
        made.press(key, key if len(key) == 1 else "")
    field = made.fields[made.at]
    assert isinstance(field, Words)
    return made.written(field)


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (("left", "X"), "one twXo"),
        (("ctrl+left", "X"), "one Xtwo"),
        (("home", "X"), "Xone two"),
        (("home", "ctrl+right", "X"), "oneX two"),
        (("home", "delete"), "ne two"),
        (("delete",), "one two"),
        (("backspace",), "one tw"),
        (("ctrl+w",), "one "),
        (("ctrl+w", "ctrl+w", "ctrl+w"), ""),
        (("left", "right", "right", "X"), "one twoX"),
        (("home", "left", "X"), "Xone two"),
        (("ctrl+u",), ""),
    ],
)
def test_a_line_is_mended_where_it_is_wrong(keys: tuple[str, ...], text: str) -> None:
    """A player who mistyped the first word must delete all of them."""
    made = Filling(form(REASON))
    made.write("one two")
    assert typed(made, *keys) == text


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (("enter", "X"), "first line\nsecond\nX"),
        (("up", "X"), "first Xline\nsecond"),
        (("up", "up", "X"), "Xfirst line\nsecond"),
        (("home", "X"), "first line\nXsecond"),
        (("home", "backspace"), "first linesecond"),
        (("ctrl+u",), "first line\n"),
        (("ctrl+left", "ctrl+left", "X"), "first Xline\nsecond"),
        (("up", "end", "X"), "first lineX\nsecond"),
        (("home", "up", "down", "down", "X"), "first line\nsecondX"),
    ],
)
def test_a_text_of_lines_is_mended_where_it_is_wrong(keys: tuple[str, ...], text: str) -> None:
    """An order of ten lines cannot be corrected in the third."""
    made = Filling(form(ORDERS))
    made.write("first line\nsecond")
    assert typed(made, *keys) == text


def test_enter_never_seals_a_text_that_is_being_written() -> None:
    """A player who begins a second line seals the first as the complete order."""
    made = Filling(form(ORDERS))
    assert typed(made, *"Hold.", "enter", "enter", *"Wait.", "enter") == "Hold.\n\nWait.\n"
    assert made.press("tab") is KeyResult.MOVED
    assert made.press("enter") is KeyResult.FINISHED
    assert made.answer == {"orders": "Hold.\n\nWait."}


def test_a_letter_goes_on_with_a_text_that_was_left() -> None:
    """After Tab no more text can be written, or Enter seals in the middle of a word."""
    made = Filling(form(ORDERS))
    typed(made, *"Hold", "tab", ".", "enter")
    assert made.written(ORDERS) == "Hold.\n"
    assert made.press("tab") is KeyResult.MOVED
    assert made.press("tab") is KeyResult.NOTHING  # the next Tab goes to the council


def test_tab_goes_from_a_text_to_the_next_part() -> None:
    """A player cannot reach the line below an order."""
    made = Filling(form(ORDERS, REASON))
    typed(made, *"Hold", "tab", "enter", *"because")
    assert made.press("enter") is KeyResult.FINISHED
    assert made.answer == {"orders": "Hold", "reason": "because"}
    assert made.press("shift+tab") is KeyResult.MOVED
    assert made.field == ORDERS


def test_an_order_that_must_be_given_is_not_sealed_empty() -> None:
    """Two keys seal a blank order."""
    made = Filling(form(ORDERS))
    typed(made, " ", "enter", " ")
    assert made.finish() is KeyResult.MOVED
    assert made.fault == "Write something."


def test_at_the_limit_nothing_is_lost_that_was_written() -> None:
    """The end of a text is lost while its middle is corrected."""
    field = Words(name="w", label="w", chars_max=5)
    made = Filling(form(field))
    made.write("12345")
    assert made.press("6", "6") is KeyResult.MOVED
    typed(made, "home", "X")
    assert made.written(field) == "12345"
    typed(made, "delete")
    made.write("abc")
    assert made.written(field) == "a2345"


def test_no_more_lines_than_may_be() -> None:
    """The last lines are on the screen, but not in the sealed answer."""
    made = Filling(form(ORDERS))
    made.write("x\n" * 60)
    assert made.written(ORDERS).count("\n") == WRITTEN_LINES_MAX - 1
    typed(made, "home", "up", "enter")
    assert made.written(ORDERS).count("\n") == WRITTEN_LINES_MAX - 1
    assert fault(made.form, made.answer) == ""


def test_a_pasted_text_is_cleaned_line_by_line() -> None:
    """An escape sequence is in an order that others read, or its lines run together."""
    made = Filling(form(ORDERS))
    made.write(HOSTILE)
    assert made.answer == {"orders": "]0;PWNED2J gnp.exe x  é\u0301\u0301\u0301\n[2J"}
    assert fault(made.form, made.answer) == ""
    begun = Filling(form(ORDERS), {"orders": HOSTILE})
    assert begun.answer == made.answer
    assert made.written(ORDERS).rstrip() == made.answer["orders"]  # what is drawn while it is written


def test_a_text_that_no_request_holds_is_not_taken() -> None:
    """A player who writes in Greek reaches the limit, and learns at Enter that the text cannot be sent."""
    made = Filling(form(ORDERS))
    made.write("Ω" * 1200)
    assert 700 < len(made.written(ORDERS)) < 850
    assert fault(made.form, made.answer) == ""
    assert made.press("Ω", "Ω") is KeyResult.MOVED


KEYS = (
    "enter",
    "tab",
    "left",
    "right",
    "up",
    "down",
    "home",
    "end",
    "backspace",
    "delete",
    "ctrl+w",
    "ctrl+left",
    "ctrl+right",
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(KEYS), st.text(min_size=1, max_size=12)), max_size=25), st.booleans()
)
def test_whatever_is_typed_and_pasted_is_an_answer(keys: list[str], lines: bool) -> None:  # drawn
    """A text can be written that the arbiter refuses, or the cursor is outside the text."""
    field = Words(name="w", label="w", chars_max=30, lines=lines)
    way = Choice(name="c", label="c", options=(Option(value="a", label="a"), Option(value="b", label="b")))
    made = Filling(Form(question="?", rule="1", fields=(field, way), suggested={"w": "", "c": "a"}))
    for key in keys:
        made.press(key) if key in KEYS else made.write(key)
        assert made.field != field or 0 <= made.column <= len(made.written(field))
        assert fault(made.form, made.answer) == ""


@given(st.text(alphabet="ab 中\n", max_size=80), st.integers(2, 20))
def test_rows_hold_all_of_a_text_and_no_more_than_their_width(text: str, width: int) -> None:
    """Letters are missing on the screen, or are outside the box."""
    drawn = rows(text, width)
    assert all(cell_len(text[begin:end]) <= width for begin, end in drawn)
    covered = [at for begin, end in drawn for at in range(begin, end)]
    assert covered == sorted(set(covered))
    assert all(text[at] in " \n" for at in set(range(len(text))) - set(covered))
