"""The act box: its values become an act, or are refused with the correct form."""

from __future__ import annotations

import re

import pytest
from warcouncil.clients.umpire.acts.act_builder import BadBox, parse_seconds


@pytest.mark.parametrize(
    ("text", "seconds"), [("+60", 60), ("-30", -30), ("−30", -30), ("2m", 120), ("1:30", 90), ("45 s", 45)]
)
def test_seconds_are_read_as_people_write_them(text: str, seconds: int) -> None:
    """An umpire needs three tries to give a minute more."""
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize(
    ("text", "says"),
    [
        *(
            (text, f"“{text}” is not a time. Write seconds or minutes")
            for text in ("", "soon", "1:75", "2h", "+-3", "99999")
        ),
        *(
            (text, f"“{text}” is out of range. Write at least 1 second and at most 1 hour.")
            for text in ("0", "9999")
        ),
    ],
)
def test_a_wrong_amount_of_time_is_refused_with_the_right_form(text: str, says: str) -> None:
    """A typing mistake moves a clock by a wrong amount, or the umpire does not read how to write a time."""
    with pytest.raises(BadBox, match=re.escape(says)):
        parse_seconds(text)
