"""The tidy tables of a morning in which everything happens contain each event of its journal exactly once."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.core.words.plan import PersonPlan
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.export import dictionary, tidy_tables
from warcouncil.arbiter.record.export.event_tables import event_schemas
from warcouncil.arbiter.record.export.rows import Rows, schemas_of, tables_of
from warcouncil.arbiter.record.export.schema import TableSchema
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.games import registry
from warcouncil.protocol.acts.acts import GoBack, Void
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import morning
from tests.arbiter.record.export.keys import broken
from tests.arbiter.record.files import keep
from tests.clients.debrief.written import played


@pytest.fixture(scope="module")
def room() -> Room:
    """A morning in which everything happens."""
    return morning(Room, second=False)


def exported(file: Path) -> tuple[Rows, dict[str, TableSchema]]:
    """Return the tables of a file, with their schemas."""
    with open_record(file) as record:
        accounts = gather(record, load=load)
        rows = tables_of(record, accounts)
        return rows, schemas_of(rows, accounts)


@pytest.fixture(scope="module")
def made(room: Room, tmp_path_factory: pytest.TempPathFactory) -> tuple[Rows, dict[str, TableSchema]]:
    """The tables of the exercise, with their schemas."""
    return exported(keep(tmp_path_factory.mktemp("rows") / "jena", room.journal))


@pytest.fixture(scope="module")
def rows(made: tuple[Rows, dict[str, TableSchema]]) -> Rows:
    """The tables of the exercise."""
    return made[0]


@pytest.fixture(scope="module")
def schemas(made: tuple[Rows, dict[str, TableSchema]]) -> dict[str, TableSchema]:
    """The schemas of the tables."""
    return made[1]


def closings(journal: list[Row]) -> list[dict[str, Any]]:
    """Return the results of the gates, from the journal."""
    return [json.loads(row.body) for row in journal if row.kind == "closed"]


def test_a_seat_without_time_or_with_a_voided_answer_missed_nothing(tmp_path: Path) -> None:
    """People are counted as inactive because of an umpire's act."""
    room = Room("sealed_bid")
    struck, *others = room.sit_all()
    umpire = room.umpire()
    room.rule(umpire, Void(seat=SeatId(struck)))
    while room.table.gate == GateNo(1):
        room.wait(1_000)
    room.rule(umpire, GoBack(to=GateNo(1)))
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        made = tables_of(record, gather(record, load=load))
    assert {one["by"] for one in made["declarations"] if one["gate"] == 2} == {"ruling"}
    counted = {one["seat"]: (one["asked"], one["missed"]) for one in made["seats"]}
    assert counted == {struck: (2, 0)} | dict.fromkeys(others, (2, 1))


def requests(journal: list[Row], kind: str) -> list[Row]:
    """Return the requests of a kind that the journal holds."""
    return [row for row in journal if row.kind == "received" and f'"type":"{kind}"'.encode() in row.body]


def test_the_counts_are_the_journals(room: Room, rows: Rows) -> None:
    """A count of attacks, lines or rulings is too high or too low."""
    journal = room.journal
    told = closings(journal)
    assert len(rows["gates"]) == len(told)
    assert sum(row["closed_at"] is not None for row in rows["gates"]) == len(
        [one for one in told if one["gate"]]
    )
    assert len(rows["events"]) == sum(len(one["record"].get("events", ())) for one in told)
    assert len(rows["talk"]) == len(requests(journal, "say"))
    assert len(rows["deals"]) == len(requests(journal, "propose"))
    assert len(rows["rulings"]) == len(requests(journal, "rule"))
    assert len([row for row in rows["calls"] if row["kind"] == "called"]) == len(
        requests(journal, "call") + requests(journal, "write")
    )
    came = [row for row in rows["presence"] if row["what"] == "came"]
    assert len(came) == sum(row.kind == "admitted" for row in journal)
    assert [row["what"] for row in rows["presence"]].count("handed") == sum(
        row.kind == "handed" for row in journal
    )
    asked = sum(row["asked"] for row in rows["gates"] if row["closed_at"] is not None)
    assert len(rows["declarations"]) == asked == sum(row["asked"] for row in rows["seats"])


def test_every_row_has_the_columns_of_its_schema(rows: Rows, schemas: dict[str, TableSchema]) -> None:
    """If this fails, a file has a column that no page explains."""
    assert {*rows} >= {*tidy_tables.TABLES}
    for name, table in rows.items():
        assert schemas[name].names[0] == "exercise"
        assert all(tuple(row) == schemas[name].names for row in table), name
    assert all(column.meaning for schema in schemas.values() for column in schema.columns)


def test_keys_are_unique_and_references_lead_to_a_row(rows: Rows, schemas: dict[str, TableSchema]) -> None:
    """If this fails, an archive refuses the export, or a join doubles rows."""
    assert broken(rows, schemas) == []
    assert rows["answers"]
    twice = rows | {"gates": [*rows["gates"], rows["gates"][0]]}
    assert broken(twice, schemas) == ["gates: two rows have one key ('exercise', 'table', 'gate')"]
    assert any("is not in gates" in fault for fault in broken(rows | {"gates": []}, schemas))


@pytest.mark.parametrize("game", registry.names())
def test_keys_hold_in_every_game(game: str, tmp_path: Path) -> None:
    """If this fails, the numbers, answers or events of a game cannot be told apart in an export."""
    rows, schemas = exported(keep(tmp_path / "jena", played(game, 12).journal))
    assert broken(rows, schemas) == []
    assert all(tuple(row) == schemas[name].names for name, table in rows.items() for row in table)
    assert rows["events"]
    assert rows["positions"]
    events = sum(len(table) for name, table in rows.items() if name not in tidy_tables.TABLES)
    assert events == len(rows["events"])


def test_the_dictionary_names_every_column(rows: Rows, schemas: dict[str, TableSchema]) -> None:
    """A column has no explanation, so an analyst must guess its meaning."""
    text = dictionary.dictionary(["Jena"], rows, schemas, [load("sealed_bid")])
    for name, table in rows.items():
        assert f"`{name}`" in text or f"## {name}\n" in text
        assert [one for one in schemas[name].names if f"`{one}`" not in text] == []
        assert f"| `{name}` | {len(table):,} |" in text
    for game in map(registry.load, registry.names()):
        told = "".join(dictionary.fields_of([game]))
        assert game.title in told
        assert all(f"`{schema.name}`" in told for schema in event_schemas(game))


def test_the_same_thing_is_the_same_in_two_tables(rows: Rows) -> None:
    """Joined tables contradict each other."""
    gates = {(row["table"], row["gate"]): row for row in rows["gates"]}
    for row in rows["declarations"]:
        assert gates[row["table"], row["gate"]]["phase"] == row["phase"]
    events = Counter((row["table"], row["gate"]) for row in rows["events"] if row["gate"])
    assert all(gates[place]["events"] == number for place, number in events.items())
    sealed = Counter((row["table"], row["seat"]) for row in rows["declarations"] if row["by"] == "seat")
    assert all(sealed[row["table"], row["seat"]] == row["sealed"] for row in rows["seats"])
    opened = [row for row in rows["clocks"] if row["what"] == "opened"]
    assert [(row["table"], row["gate"], row["at"]) for row in opened] == [
        (row["table"], row["gate"], row["opened_at"]) for row in rows["gates"]
    ]


def test_rulings_name_their_umpire_and_reason(rows: Rows) -> None:
    """A reason is lost, or belongs to another ruling."""
    (noted,) = [row for row in rows["rulings"] if row["act"] == "note"]
    assert (noted["reason"], json.loads(noted["details"])) == ("because", {"text": "watch this"})
    assert noted["umpire"].startswith("console ")
    assert len({row["umpire"] for row in rows["rulings"]}) <= sum(
        row["what"] == "came" and not row["table"] for row in rows["presence"]
    )
    assert 0 in {row["table"] for row in rows["rulings"]}


def test_figures_exist_for_every_gate(rows: Rows) -> None:
    """A curve has holes, or ends before the last position."""
    places = {(row["table"], row["gate"]) for row in rows["positions"]}
    assert places == {(row["table"], row["gate"]) for row in rows["gates"]}
    assert all(type(row["value"]) is int for row in rows["positions"])


def test_people_sit_where_the_plan_put_them(tmp_path: Path) -> None:
    """The export shows a person at another seat than the plan."""
    person = PersonPlan(name="Anna Schmidt", table=TableId(1), seat=SeatId("north"))
    room = Room("nim", exercise={"people": (person,)})
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        rows = tables_of(record, gather(record, load=load))
    (exercise,) = rows["exercise"]
    key = {"exercise": exercise["exercise"]}
    place = {"round": 1, "group": 0, "treatment": ""}
    assert rows["people"] == [key | {"person": "Anna Schmidt", "table": 1, "seat": "north"} | place]


def test_an_answer_is_told_value_by_value(rows: Rows) -> None:
    """If this fails, an analyst parses JSON to count a choice."""
    for row in rows["answers"]:
        (declared,) = [
            json.loads(one["answer"])
            for one in rows["declarations"]
            if all(one[column] == row[column] for column in ("table", "gate", "seat"))
        ]
        value = declared[row["field"]]
        given = row["value"] if row["number"] is None else row["number"]
        if isinstance(value, dict):
            assert value[row["thing"]][row["place"]] == given
        else:
            assert (value[row["n"] - 1] if isinstance(value, list) else value) == given


def test_a_score_says_who_won_and_which_game_is_not_over(tmp_path: Path) -> None:
    """If this fails, a draw and a game that is not over count alike, and drop out of a mean."""
    rows, _ = exported(keep(tmp_path / "whole", played("nim").journal))
    (table,) = rows["tables"]
    assert (table["outcome"], table["over"]) == ("won", True)
    assert {row["side"]: row["score"] for row in rows["sides"]}[table["winners"]] == 1.0
    assert sum(row["score"] for row in rows["sides"]) == 1.0
    cut, _ = exported(keep(tmp_path / "cut", played("nim", 1).journal))
    assert [row["outcome"] for row in cut["tables"]] == ["open"]
    assert {row["score"] for row in cut["sides"]} == {None}


def test_a_ruling_names_the_gate_that_was_open(room: Room, rows: Rows) -> None:
    """If this fails, a note cannot be matched with the question during which it was made."""
    gates = {(row["table"], row["gate"]): row for row in rows["gates"]}
    of_tables = [row for row in rows["rulings"] if row["table"]]
    assert any(row["gate"] > 1 for row in of_tables)
    for row in of_tables:
        gate = gates[row["table"], row["gate"]]
        assert gate["opened_at"] <= row["at"] <= (gate["closed_at"] or row["at"])


@pytest.mark.parametrize("kind", ["admitted", "handed", "received"])
def test_a_record_of_a_table_that_there_is_not_is_read_no_less_carefully(
    kind: str, room: Room, tmp_path: Path
) -> None:
    """An export ends with a traceback at a record that was not read before, because its table was never
    played.
    """
    rows = [*room.journal]
    body = b'{"kind":"received","at":0,"body":{"type":"rule"}}'
    rows.append(rows[-1]._replace(seq=len(rows) + 1, kind=kind, table=99, body=body))
    with open_record(keep(tmp_path / "jena", rows)) as record:
        accounts = gather(record, load=load)
        with pytest.raises(JournalError, match=f"this program cannot read record {len(rows)}"):
            tables_of(record, accounts)
