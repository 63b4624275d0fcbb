"""Text of people: no control character, no invisible character and nothing that draws over its neighbours is
kept.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from warcouncil.protocol.words import (
    COMBINING_MAX,
    DIGITS_MAX,
    WRITTEN_CHARS_MAX,
    WRITTEN_LINES_MAX,
    clean,
    clean_lines,
    typed_number,
)

from tests.profile import BY_NIGHT

FORBIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me")


UNASSIGNED_TRIED = 1 if BY_NIGHT else 97
"""Every how-many-th of the million unassigned codes is tried. By day only some, to save time."""


JOINED = "ea x\u0301\u0323\u0327\u1100\u1161\u0e34\u200b\u00ad\u20dd\u2800"
"""Letters that take marks, the marks, and what is removed between them."""


def characters() -> Iterator[str]:
    """Yield every assigned character, and by day only some of the others."""
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        if code % UNASSIGNED_TRIED == 0 or unicodedata.category(char) not in ("Cn", "Co"):
            yield char


def test_of_all_characters_none_comes_through_that_a_terminal_obeys() -> None:
    """One player's name clears another's screen, or reverses a line."""
    kept = {char for char in characters() if char in clean(f"a{char}b")}
    assert {char for char in kept if unicodedata.category(char) in FORBIDDEN} == set()
    assert {char for char in kept if unicodedata.category(char) == "Zs"} == {" "}
    assert len(kept) > 130_000


@pytest.mark.parametrize(
    "nothing", ["\u3164", "\u2800" * 3, "\u115f\u1160", "\uffa0 \u00a0\u2003", "\u0301\u0e34", "\u20dd"]
)
def test_text_without_a_visible_character_becomes_empty(nothing: str) -> None:
    """The channel shows an empty line as if a player had spoken."""
    assert clean(nothing) == ""


@pytest.mark.parametrize("mark", ["\u0301", "\u0e34", "\u20e3", "\u0489", "\u1ab0", "\ufe0f", "\u0940"])
def test_marks_do_not_pile_up_whatever_their_class(mark: str) -> None:
    """A tower of marks on one letter is drawn over the lines above."""
    cleaned = unicodedata.normalize("NFD", clean("q" + mark * 50))
    assert cleaned.startswith("q")
    assert len(cleaned) <= 1 + COMBINING_MAX


def test_a_mark_without_a_letter_is_removed() -> None:
    """The mark is drawn on the frame, or on another player's text."""
    assert clean("\u0301abc \u0301d\n\u0e34e") == "abc d e"


@pytest.mark.parametrize("text", ["नमस्ते", "สวัสดี", "Việt Nam", "café", "한국어", "שָׁלוֹם", "ﬁne"])
def test_every_script_stays_as_it_is_written(text: str) -> None:
    """A player cannot write their own name."""
    assert clean(text) == unicodedata.normalize("NFC", text)


@given(st.text(max_size=60) | st.text(JOINED, max_size=9))
@example("e\u00ad\u0301")
def test_clean_text_stays_unchanged(text: str) -> None:
    """A client changes what the arbiter has cleaned, and the arbiter refuses what a client has cleaned."""
    kept = clean(text)
    assert clean(kept) == kept
    assert unicodedata.is_normalized("NFC", kept)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("one\ntwo", "one\ntwo"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        (" one \n\ttwo", "one\ntwo"),
        ("\n\none\n\n\n\ntwo\n\n", "one\n\ntwo"),
        ("one\u2028two\x0bthree\x85four", "one twothreefour"),
        ("one\n\u202e\u2066\x1b[2J\ntwo", "one\n[2J\ntwo"),
        ("\u2800\n\u3164", ""),
        ("e\n\u0301\u0301", "e"),  # a mark does not belong to a letter of another line
    ],
)
def test_of_line_ends_only_the_line_feed_survives(text: str, kept: str) -> None:
    """An order of several lines becomes one, or a control character reaches another's screen."""
    assert clean_lines(text) == kept


@given(st.text(max_size=300) | st.text(JOINED + "\n", max_size=20), st.integers(1, 60))
def test_lines_that_are_clean_stay_unchanged_and_within_their_limits(text: str, chars_max: int) -> None:
    """A cleaned text is refused, or pushes everything else off its readers' screens."""
    kept = clean_lines(text, chars_max)
    assert clean_lines(kept, chars_max) == kept
    assert len(kept) <= chars_max
    assert all(line == clean(line) for line in kept.split("\n"))


def test_a_text_has_its_limits() -> None:
    """One seat fills the whole sheet of another with empty lines."""
    assert clean_lines("a\n" * 500).count("\n") == WRITTEN_LINES_MAX - 1
    assert len(clean_lines("a" * 5000)) == WRITTEN_CHARS_MAX


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        pytest.param("9" * DIGITS_MAX, 10**DIGITS_MAX - 1, id="the longest"),
        pytest.param("9" * (DIGITS_MAX + 1), None, id="longer"),
        ("", None),
        ("-1", None),
        ("+1", None),
        (" 1", None),
        ("1_0", None),
        ("1.0", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_a_typed_number_is_plain_digits(text: str, number: int | None) -> None:
    """Text that only Python accepts as a number, or that it truncates, causes a traceback at a prompt, or
    gives another number.
    """
    assert typed_number(text) == number
