"""The place of a mistake, in words."""

from __future__ import annotations

from warcouncil.games.kit.game import Mistake
from warcouncil.games.scenario.file.text.faults import Unsound, told, way


def test_a_way_is_read_as_a_person_counts() -> None:
    """An author looks at the second question for a mistake in the first."""
    assert way(("phases", 1, "questions", 0, "ask")) == "phases 2, questions 1, ask"
    assert told(Mistake(("title",), "it is too long")) == "title: it is too long"
    assert told(Mistake((), "this is no text")) == "this is no text"


def test_the_first_mistake_says_the_number_of_further_ones() -> None:
    """An author who corrects one mistake believes that the file is correct."""
    assert str(Unsound((Mistake((), "one"), Mistake((), "two")))) == "one (and 1 more)"
