"""The front page shows what a seat believed beside the truth, and counts each loss once."""

from __future__ import annotations

import pytest
from warcouncil.clients.debrief.model.badge import NOBODYS
from warcouncil.clients.debrief.model.front import TalkedOf, at_moments, beliefs, counted
from warcouncil.clients.debrief.model.question import Cell, DeclaredRow, GatePage, Knowledge, KnownRow

from tests.clients.debrief.model.test_turning_points import _gate


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4 inf 2 cav", 6),
        ("5 infantry on day 1, lost 2 infantry", 5),
        ("8 on turn 1", 8),
        ("0", 0),
        ("?", None),
        ("K, Q = 7", None),
        ("Teal's", None),
    ],
)
def test_the_beginning_of_a_text_is_counted(text: str, number: int | None) -> None:
    """If this fails, a bar has the length of another number than the words beside it."""
    assert counted(text) == number


def _known(*rows: KnownRow, facing: frozenset[str] = frozenset()) -> GatePage:
    gate = _gate()
    gate.knowledge = Knowledge((("Red 1",), ("Red 2",)), rows, facing={"Red 1": facing})
    return gate


def _made(title: str = "Red 1", *, by: str = "") -> DeclaredRow:
    return DeclaredRow(title, title, NOBODYS, "Attack", by, 1, 1, 1, struck=False)


def test_a_belief_is_of_what_was_opposite_the_seat() -> None:
    """If this fails, a tutor discusses the far wing, which the seat had no reason to think of."""
    far = KnownRow("Black IV", "2 inf", (Cell("unknown", "?"), Cell("same")))
    near = KnownRow("Black I", "6 inf", (Cell("memory", "8 inf on turn 1"), Cell("same")))
    (belief,) = beliefs(_known(far, near, facing=frozenset({"Black I"})), _made())
    assert (belief.label, belief.kind, belief.believed_number, belief.true_number) == (
        "Black I",
        "memory",
        8,
        6,
    )
    (other,) = beliefs(_known(far, near), _made("Red 2")) or (None,)
    assert other is None  # it knew both
    assert [one.label for one in beliefs(_known(far, near), _made())] == ["Black IV", "Black I"]


def test_the_scale_of_the_bars_is_that_of_the_greatest_number() -> None:
    """If this fails, a bar ends outside its cell."""
    row = KnownRow("Black I", "6 inf", (Cell("memory", "8 inf on turn 1"), Cell("same")))
    gate = _known(row)
    assert TalkedOf(gate, _made(), beliefs=beliefs(gate, _made())).scale == 8
    assert TalkedOf(gate, _made()).scale == 1


def test_without_an_analysis_the_most_mistaken_seat_of_a_moment_is_shown() -> None:
    """If this fails, a front page without an analysis shows a bot, or a seat that knew everything."""
    row = KnownRow("Black I", "6 inf", (Cell("same"), Cell("memory", "8 inf")))
    gate = _known(row)
    gate.declared = (_made("Red 1"), _made("Red 2"), _made("Bot", by="a bot played"))
    (one,) = at_moments([gate])
    assert (one.made.title, one.weighed) == ("Red 2", None)
    gate.declared = gate.declared[2:]
    assert at_moments([gate]) == ()
