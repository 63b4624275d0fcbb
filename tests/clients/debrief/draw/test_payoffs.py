"""The points of all sides over several tables: what each table agreed on, as a table and as a picture."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from warcouncil.clients.debrief.building.reporting import Named
from warcouncil.clients.debrief.model.pages import PayoffsPage
from warcouncil.games.scenario import shipped
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.core.harness import Room
from tests.clients.debrief.written import html, written

PACKAGES: dict[TableId, Answer] = {
    TableId(1): {"place": "mouth", "wages": "mid", "fund": "half", "fish": "five"},
    TableId(2): {"place": "bay", "wages": "high", "fund": "full", "fish": "five"},
    TableId(3): {"place": "island", "wages": "low", "fund": "nil", "fish": "nil"},
}
"""The package of the company at each table. At table 3 all vote against it."""


def _answer(room: Room, table: TableId, seat: SeatId) -> Answer | None:
    """Return what a seat seals at the open question of a table."""
    at = room.exercise.tables[table]
    form = at.game.form(at.state, seat)
    names = {field.name for field in form.fields}
    if "place" in names:
        return PACKAGES[table]
    if "vote" in names:
        return {"vote": "against" if table == 3 else "for"}
    return {"ready": "ready"} if "ready" in names else {"consent": "no"}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Named]:
    """Return the reports of three tables that ended with two packages and with none."""
    room = Room("scenario", {"scenario": shipped.text("harbour")}, tables=3, seed=3)
    people = {
        (table, seat): room.sit(seat, table=table)
        for table in PACKAGES
        for seat in room.exercise.tables[table].seats
    }
    for _ in range(20):
        for table in PACKAGES:
            at = room.exercise.tables[table]
            gate = at.gate
            for seat in getattr(at.phase, "asked", ()):
                answer = _answer(room, table, seat)
                if answer is not None and at.gate == gate:
                    room.declare(people[table, seat], answer, gate=gate)
    return written(tmp_path_factory.mktemp("payoffs"), room.journal)


def page(reports: dict[str, Named]) -> PayoffsPage:
    """The page with the packages of all tables."""
    (group,) = reports["debrief"].report.groups
    assert group.payoffs is not None
    return group.payoffs


def test_each_table_has_its_package_and_the_points_of_every_side(reports: dict[str, Named]) -> None:
    """If this fails, the room compares packages without an agreement, or points of the wrong party."""
    found = page(reports)
    assert found.unit == "points"
    assert found.sides[:2] == ("Lakeport Company", "Dockers' Union")
    assert [(table.number, package, points) for table, package, points in found.rows] == [
        (
            1,
            "Place: At the river mouth; Wages: Ten percent more; Town fund: Two million; Compensation: Five years",
            ("55", "50", "45", "50", "45", "55"),
        ),
        (
            2,
            "Place: In the bay; Wages: Twenty percent more; Town fund: Four million; Compensation: Five years",
            ("45", "90", "85", "45", "30", "50"),
        ),
        (3, "no package", ("30", "40", "40", "35", "40", "45")),
    ]


def test_the_picture_has_a_line_for_each_side_and_a_dot_for_each_table(reports: dict[str, Named]) -> None:
    """If this fails, a side or a table is missing in the picture of the day."""
    (group,) = reports["debrief"].report.groups
    drawn = str(group.payoffs_picture)
    words = re.findall(r">([^<>]+)</text>", drawn)
    assert all(side.replace("'", "’") in words or side in words for side in page(reports).sides), words
    assert Counter(word for word in words if word in ("1", "2", "3")) == {"1": 6, "2": 6, "3": 6}
    assert 'aria-label="Points of each side, with a numbered dot for each table"' in drawn
    whole = html(reports["debrief"])
    assert "Points of all sides" in whole
    assert drawn in whole
