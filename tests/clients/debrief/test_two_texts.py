"""Two texts of one game are two games.

They are compared, shown, counted and named separately wherever tables are side by side.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.arbiter.core.views import table_status
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.export.rows import tables_of
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.rule.show import wall_lines
from warcouncil.clients.debrief.building.reporting import ReportOrder, reports
from warcouncil.clients.plan.reading.check import check, room_in
from warcouncil.clients.plan.reading.layout import RoomPlan, summary
from warcouncil.clients.room.films.make_film import film_of
from warcouncil.clients.room.rehearsal.rehearsal import rehearse_room
from warcouncil.clients.room.rehearsal.seat_codes import cards_of
from warcouncil.clients.widgets.pieces.results import tallies
from warcouncil.games import registry
from warcouncil.protocol.wire.consoles import TableStatus

from tests.toys.planted import shelf

PLAN = """[[tables]]
game = "recital"
count = 2
[[tables]]
game = "recital"
count = 2
[tables.options]
script = '''{bridge}'''
"""


@pytest.fixture(scope="module", autouse=True)
def recital() -> Iterator[None]:
    """Add a game that is defined completely by a text."""
    with shelf():
        yield


@pytest.fixture(scope="module")
def room() -> RoomPlan:
    """Two tables play one text, two another."""
    bridge = str(registry.presets()["bridge"].options["script"])
    found = check(PLAN.format(bridge=bridge), Path("plan.toml"))
    assert found.room, found.faults
    return found.room


@pytest.fixture(scope="module")
def file(room: RoomPlan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exercise, played to its end."""
    kept = tmp_path_factory.mktemp("two") / "two.warcouncil"
    assert rehearse_room(room, file=kept).wrong == []
    return kept


def statuses(file: Path) -> list[TableStatus]:
    """Return the status of each table, from the file alone."""
    opened = take_up(file)
    try:
        exercise = opened.exercise
        return [
            table_status.status(one, 0, exercise.sessions, exercise.roster)
            for one in exercise.tables.values()
        ]
    finally:
        opened.journal.close()


def test_two_texts_of_one_game_are_compared_each_with_its_own_kind(file: Path) -> None:
    """The endings of the ferry are counted among those of the bridge, and its questions are looked for there."""
    with open_record(file) as record:
        named, *_ = reports(record, gather(record), ReportOrder())
    groups = named.report.groups
    assert [(group.title, [table.number for table in group.tables]) for group in groups] == [
        ("The ferry", [1, 2]),
        ("The bridge", [3, 4]),
    ]
    assert len({group.anchor for group in groups}) == 2
    assert [table.designer for table in named.report.tables] == ["A. Ferryman"] * 2 + ["B. Mason"] * 2


def test_the_walls_and_the_results_tell_them_apart(file: Path) -> None:
    """A viewer does not see which table plays what, and winners of one are added to those of the other."""
    found = statuses(file)
    assert "The ferry" in wall_lines("Two", found)[1]
    assert "The bridge" in wall_lines("Two", found)[-1]
    assert [line.partition(":")[0] for line in tallies(found)] == ["The ferry", "The bridge"]
    assert len(tallies(found[:2])) == 1


def test_cards_replays_plans_and_tables_of_an_export_bear_the_title(room: RoomPlan, file: Path) -> None:
    """A card does not say which scenario it is for, so two can be confused."""
    assert "The ferry at 2 tables, The bridge at 2 tables" in summary(room)[0]
    opened = take_up(file)
    games = {card.game for card in cards_of(opened.exercise) if card.seat}
    opened.journal.close()
    assert games == {"The ferry", "The bridge"}
    assert film_of(file, 3).heading.endswith(" · The bridge")
    with open_record(file) as record:
        rows = tables_of(record, gather(record))["tables"]
    assert [row["title"] for row in rows] == ["The ferry"] * 2 + ["The bridge"] * 2
    assert {row["game"] for row in rows} == {"recital"}


def test_a_plan_knows_the_phases_of_each_text(room: RoomPlan) -> None:
    """A clock for a phase of the other text is accepted, and never runs."""
    assert [table.phases for table in room.tables[1:3]] == [("Morning", "Evening"), ("Council",)]
    text = '[[tables]]\ngame = "recital"\nclocks = {{ {} = 5 }}'
    assert check(text.format("Evening"), Path("plan.toml")).faults == ()
    (fault,) = check(text.format("Counsil"), Path("plan.toml")).faults
    assert fault.text == "recital has no phase 'Counsil'. Phases are Morning, Evening"


def test_it_is_played_again_from_the_middle_and_exported_with_its_text(file: Path, tmp_path: Path) -> None:
    """The text is lost on the way, or fills a cell that no spreadsheet can hold."""
    done = CliRunner().invoke(
        app, ["branch", str(file), "--table", "3", "--gate", "1", "--out", str(tmp_path / "again.wc")]
    )
    assert "1 table of The bridge from question 1" in done.stdout, done.output
    (table,) = room_in(tmp_path / "again.toml").tables
    assert table.cover.title == "The bridge"
    out = tmp_path / "tables"
    assert CliRunner().invoke(app, ["export", str(file), "--out", str(out)]).exit_code == 0
    with open_record(file) as record:
        written = {str(plan.options["script"]) for plan in record.began.tables}
        rows = tables_of(record, gather(record))["tables"]
    texts = {one.stem: one.read_text("utf-8") for one in out.glob("*.toml")}
    assert set(texts.values()) == written
    assert [json.loads(row["options"])["script"] in texts for row in rows] == [True] * 4


def test_seeds_name_the_title(file: Path) -> None:
    """A user does not know to which of a day's exercises a seed belongs."""
    said = CliRunner().invoke(app, ["seeds", str(file)]).stdout
    assert "table 1 · The ferry\n" in said
    assert "table 4 · The bridge\n" in said
