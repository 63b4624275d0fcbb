"""The knowledge of a seat beside the truth. A value that the seat saw is known, and only an unseen one is called
unknown.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.debrief.building.knowledge import compare
from warcouncil.protocol.table.sheets import BattleLine, Fact, Facts, Post, Prose, Rows, Sheet, Side, Strength

from tests.clients.debrief.written import played, written
from tests.maps import THREE, TRUE


def _answers(*rows: tuple[str, ...]) -> Sheet:
    return Sheet(elements=(Rows(title="Answered last", head=("who", "what", "answer"), rows=rows),))


@pytest.mark.parametrize(
    "written", ["We give you your port.", "Will there be peace?", "Our fleet stays hidden.", "Peace."]
)
def test_a_public_value_is_known_to_all_as_it_was_written(written: str) -> None:
    """A report says that a seat did not know a value that it saw in other words."""
    sheet = _answers(("Noor", "the terms", written))
    known = compare(sheet, {"Noor": sheet, "Sacha": sheet})
    assert (known.rows, known.alike) == ((), 1)


def test_a_value_addressed_to_its_reader_is_compared_by_its_meaning() -> None:
    """A value that addresses its reader looks like a difference, or a wrong one like none."""
    true = Sheet(elements=(Facts(facts=(Fact(label="the turn", value="Amber's"),)),))
    his, others = (
        Sheet(elements=(Facts(facts=(Fact(label="the turn", value=value),)),)) for value in ("your", "Teal's")
    )
    assert compare(true, {"Amber": his}).rows == ()
    (row,) = compare(true, {"Teal": others}).rows
    assert (row.cells[0].kind, row.cells[0].text) == ("other", "Teal's")


def test_a_fact_seen_once_stays_a_memory_while_it_is_still_true() -> None:
    """The report says that a seat knew a fact, although it could only hope that nothing had changed."""
    known = compare(_line(Strength(now=3)), {"Red": _line(Strength(seen=3))})
    assert [row.cells[0].kind for row in known.rows] == ["memory"]


def _line(strength: Strength) -> Sheet:
    far = Side(team="black", title="Black", posts=(Post(label="corps 1", strength=strength),))
    return Sheet(elements=(BattleLine(far=far, near=Side(team="red", title="Red", posts=())),))


@pytest.mark.parametrize(
    ("seen", "dealt", "kind"),
    [
        (Strength(seen=5), (3, 3), ""),
        (Strength(), (3, 3), ""),
        (Strength(seen=5), (3, 4), "memory"),
        (Strength(), (4, 4), "unknown"),
        (Strength(), (), "unknown"),
    ],
)
def test_a_thing_that_is_the_same_in_every_possible_world_is_known(
    seen: Strength, dealt: tuple[int, ...], kind: str
) -> None:
    """If this fails, the report says that a seat did not know a strength that it could compute, or blames one that
    could not.
    """
    worlds = {"Red": [_line(Strength(now=number)) for number in dealt]}
    known = compare(_line(Strength(now=3)), {"Red": _line(seen)}, worlds)
    assert [row.cells[0].kind for row in known.rows] == ([kind] if kind else [])


def test_what_one_seat_could_work_out_is_said_beside_what_another_could_not() -> None:
    """If this fails, the page shows *?* for a strength that followed from what the seat had seen."""
    three = _line(Strength(now=3))
    known = compare(three, {"Red": _line(Strength()), "Blue": _line(Strength())}, {"Red": [three, three]})
    (row,) = known.rows
    assert [cell.kind for cell in row.cells] == ["deduced", "unknown"]
    assert row.cells[0].text == "3"


def test_at_a_days_first_redeployment_everyone_knows_that_all_are_in_reserve(tmp_path: Path) -> None:
    """If this fails, the page shows *?* ten times for a fact that everyone was told."""
    (table,) = written(tmp_path, played("kartenspiel", 3).journal)["debrief"].report.tables
    first = table.gates[0]
    assert first.title.endswith("Redeployment")
    assert first.knowledge is not None
    assert first.knowledge.rows == ()


def test_common_knowledge_is_counted_and_values_on_no_sheet_are_named() -> None:
    """A team is shown more gaps than it had, or a value on no sheet is never mentioned."""
    told, hidden = Prose(title="The draw pile", text="KH"), Prose(title="The plan", text="none")
    facts = Facts(facts=(Fact(label="turn", value="3"), Fact(label="oil", value="5")))
    true = Sheet(elements=(facts, told, hidden))
    seen = Sheet(elements=(Facts(facts=(Fact(label="turn", value="3"),)), told))
    known = compare(true, {"Red": seen})
    assert [row.label for row in known.rows] == ["oil"]
    assert (known.alike, known.nobody) == (1, ("The plan",))


def test_a_map_is_compared_place_by_place() -> None:
    """A report does not say that a seat could not see a piece, or says that it did not know a place that it saw."""
    known = compare(Sheet(elements=(TRUE,)), {"Rosal": Sheet(elements=(THREE,))})
    assert [(row.label, row.true, row.cells[0].kind) for row in known.rows] == [
        ("Ford: owner", "held by Vald", "unknown"),
        ("Ford: pieces", "Guard of Vald, strength 1", "unknown"),
    ]
    assert known.alike == 4
