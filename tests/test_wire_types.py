"""The types that check the page are the same as the wire: the optional fields, and the values of each."""

from __future__ import annotations

import re

import pytest

from tests import wire_types


def fields(name: str) -> dict[str, str]:
    """Return the fields of a message as they are written, with `?` for an optional one."""
    body = re.search(rf"interface {name} {{\n(.*?)}}\n", wire_types.text(), re.DOTALL)
    assert body
    return dict(line.strip().rstrip(";").split(": ", 1) for line in body[1].splitlines())


def test_the_page_must_ask_whether_what_is_left_out_is_there() -> None:
    """The page reads the form of a seat that is asked nothing, and stops. Or it must check every list for
    existence.
    """
    view = fields("View")
    assert view["form?"] == "Form"
    assert view["story"] == "StoryLine[]"
    assert fields("FrontChange")["turned?"] == "[number, Card]"


def test_the_page_may_leave_out_what_has_a_default() -> None:
    """Every request must name fields that mean nothing there."""
    assert fields("Hello")["held?"] == "Held"
    assert fields("Declare")["answer"] == "Answer"
    assert fields("ToArbiter") == {"v": "4", "session?": "string", "body": "Request"}


def test_a_value_of_a_new_kind_is_not_passed_over() -> None:
    """The page is checked against a guess."""
    with pytest.raises(ValueError, match=r"teach tests/wire_types\.py"):
        wire_types._shape({"type": "date"})
