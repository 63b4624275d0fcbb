"""The knowledge of a seat beside the truth. Known is what it saw, and only the unseen is called unknown."""

from __future__ import annotations

import pytest
from warcouncil.clients.debrief.building.knowledge import compare
from warcouncil.protocol.table.sheets import BattleLine, Fact, Facts, Post, Prose, Rows, Sheet, Side, Strength


def _answers(*rows: tuple[str, ...]) -> Sheet:
    return Sheet(elements=(Rows(title="Answered last", head=("who", "what", "answer"), rows=rows),))


@pytest.mark.parametrize(
    "written", ["We give you your port.", "Will there be peace?", "Our fleet stays hidden.", "Peace."]
)
def test_a_public_value_is_known_to_all_as_it_was_written(written: str) -> None:
    """A report says that a seat did not know what was before it, in other words."""
    sheet = _answers(("Noor", "the terms", written))
    known = compare(sheet, {"Noor": sheet, "Sacha": sheet})
    assert (known.rows, known.alike) == ((), 1)


def test_a_value_addressed_to_its_reader_is_compared_by_its_meaning() -> None:
    """A value that addresses its reader passes for a difference, and a wrong one for none."""
    true = Sheet(elements=(Facts(facts=(Fact(label="the turn", value="Amber's"),)),))
    his, others = (
        Sheet(elements=(Facts(facts=(Fact(label="the turn", value=value),)),)) for value in ("your", "Teal's")
    )
    assert compare(true, {"Amber": his}).rows == ()
    (row,) = compare(true, {"Teal": others}).rows
    assert (row.cells[0].kind, row.cells[0].text) == ("other", "Teal's")


def test_a_fact_seen_once_stays_a_memory_while_it_is_still_true() -> None:
    """A seat that could only hope that nothing had changed would be said to have known."""

    def line(strength: Strength) -> Sheet:
        side = Side(team="black", title="Black", posts=(Post(label="corps 1", strength=strength),))
        return Sheet(elements=(BattleLine(far=side, near=Side(team="red", title="Red", posts=())),))

    known = compare(line(Strength(now=3)), {"Red": line(Strength(seen=3))})
    assert [row.cells[0].kind for row in known.rows] == ["memory"]


def test_a_memory_less_what_is_known_to_be_lost_since_is_no_ignorance() -> None:
    """A seat that could subtract known losses is said to have relied on an outdated value, or a wrong
    calculation is not reported.
    """

    def line(strength: Strength, note: str = "") -> Sheet:
        post = Post(label="corps 1", strength=strength, note=note)
        far = Side(team="black", title="Black", posts=(post,))
        return Sheet(elements=(BattleLine(far=far, near=Side(team="red", title="Red", posts=())),))

    seen = line(Strength(seen=5, seen_parts=("5 infantry",), seen_when="day 1"), "lost 2 infantry")
    known = compare(line(Strength(now=3, parts=("3 infantry",))), {"Red": seen})
    assert (known.rows, known.alike) == ((), 1)
    (row,) = compare(line(Strength(now=4, parts=("4 infantry",))), {"Red": seen}).rows
    assert (row.true, row.cells[0].kind) == ("4 infantry", "memory")
    assert row.cells[0].text == "5 infantry on day 1, lost 2 infantry"


def test_common_knowledge_is_counted_and_values_on_no_sheet_are_named() -> None:
    """A team is shown more gaps than it had, or a value on no sheet is never mentioned."""
    told, hidden = Prose(title="The draw pile", text="KH"), Prose(title="The plan", text="none")
    facts = Facts(facts=(Fact(label="turn", value="3"), Fact(label="oil", value="5")))
    true = Sheet(elements=(facts, told, hidden))
    seen = Sheet(elements=(Facts(facts=(Fact(label="turn", value="3"),)), told))
    known = compare(true, {"Red": seen})
    assert [row.label for row in known.rows] == ["oil"]
    assert (known.alike, known.nobody) == (1, ("The plan",))
