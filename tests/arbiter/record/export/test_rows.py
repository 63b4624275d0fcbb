"""The tidy tables of a morning in which everything happens say what its journal says, and how often."""

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
from warcouncil.arbiter.record.export.rows import Rows, columns, tables_of
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.games import registry
from warcouncil.protocol.acts.acts import GoBack, Void
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import morning
from tests.arbiter.record.files import keep


@pytest.fixture(scope="module")
def room() -> Room:
    """A morning in which everything happens."""
    return morning(Room, second=False)


@pytest.fixture(scope="module")
def rows(room: Room, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Its tables."""
    with open_record(keep(tmp_path_factory.mktemp("rows") / "jena", room.journal)) as record:
        return tables_of(record, gather(record, load=load))


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


def test_every_row_has_the_columns_of_the_dictionary(rows: Rows) -> None:
    """A column would stand in a file that no page explains."""
    assert {*rows} == {*tidy_tables.TABLES}
    for name, table in rows.items():
        known = {*tidy_tables.TABLES[name].model_fields}
        assert all(row.keys() >= known for row in table), name
        others = {*columns(name, table)} - known
        assert all(other.startswith(tidy_tables.FIELD) for other in others), name
        assert not others or name == "events"
    assert all(
        field.description for model in tidy_tables.TABLES.values() for field in model.model_fields.values()
    )


def test_the_dictionary_names_every_column(rows: Rows) -> None:
    """An analyst would guess what a column means."""
    game = load("sealed_bid")
    text = dictionary.dictionary(["Jena"], rows, [game])
    for name, table in rows.items():
        assert f"\n## {name}\n" in text
        assert [one for one in columns(name, table) if f"`{one}`" not in text] == []
        assert f"| `{name}` | {len(table):,} |" in text
    for game in map(registry.load, registry.names()):
        assert game.title in "".join(dictionary.fields_of([game]))


def test_the_same_thing_is_the_same_in_two_tables(rows: Rows) -> None:
    """Joined tables would contradict each other."""
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
    """A person does not find their own row."""
    person = PersonPlan(name="Anna Schmidt", table=TableId(1), seat=SeatId("north"))
    room = Room("nim", exercise={"people": (person,)})
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        rows = tables_of(record, gather(record, load=load))
    assert rows["people"] == [{"person": "Anna Schmidt", "table": 1, "seat": "north"}]


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
        with pytest.raises(JournalError, match=f"record {len(rows)} cannot be read by this program"):
            tables_of(record, accounts)
