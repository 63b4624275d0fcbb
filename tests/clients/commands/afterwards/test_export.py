"""The export of a real game, read back as its readers read it.

Also tested: hostile text, a full disk and a wrong folder.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from datetime import datetime
from hashlib import sha256
from io import StringIO
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner, Result
from warcouncil.arbiter.core.words.plan import PersonPlan
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.record.export.datapackage import table_schema
from warcouncil.arbiter.record.export.pseudonyms import Pseudonyms
from warcouncil.arbiter.record.export.rows import Rows
from warcouncil.arbiter.record.export.schema import VERSION, Column, TableSchema
from warcouncil.arbiter.record.export.spreadsheet_cells import FORMULAS, cleaned, no_formula
from warcouncil.arbiter.record.export.tidy_tables import TABLES
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.clients.commands.afterwards.export import WantedTables, _bytes, _frame
from warcouncil.clients.commands.cli import app
from warcouncil.protocol.acts.acts import Note, Tell
from warcouncil.protocol.words import SeatId, TableId, TeamId

from tests.arbiter.core.harness import Room
from tests.arbiter.record.export.test_workbook import read
from tests.arbiter.record.files import keep

HOSTILE = (
    '=HYPERLINK("http://x","y")',
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "quote \" and ' and , and ;",
    "Anna Schmidt, attack!",
    "one\u202etwo",
)


@pytest.fixture(scope="module")
def room() -> Room:
    """A battle that was played for a while, with hostile text in its talk."""
    people = tuple(
        PersonPlan(name=name, table=TableId(1), seat=SeatId(seat))
        for name, seat in (("Anna Schmidt", "red.army"), ("=Bert()", "black.army"))
    )
    room = Room("kartenspiel", exercise={"people": people})
    sitting = room.sit_all()
    umpire = room.umpire()
    for text in HOSTILE:
        room.at += 3000
        room.say(sitting["red.army"], "red", text)
    room.rule(umpire, Note(text="Schmidt hesitates"), reason="=1+1")
    room.rule(umpire, Tell(team=TeamId("red"), text="Anna, hurry"))
    room.play(3)
    return room


@pytest.fixture
def file(room: Room, tmp_path: Path) -> Path:
    """The exercise file of the room."""
    return keep(tmp_path / "jena", room.journal)


def run(*words: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(app, [str(word) for word in words])


def lines(folder: Path, name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a table as a spreadsheet reads them."""
    yield from csv.DictReader(StringIO((folder / f"{name}.csv").read_text("utf-8-sig")))


def requests(rows: list[Row], kind: str) -> list[Row]:
    """Return the requests of a kind that the journal holds."""
    return [row for row in rows if row.kind == "received" and f'"type":"{kind}"'.encode() in row.body]


@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl"])
def test_the_exported_numbers_are_those_of_the_journal(
    room: Room, file: Path, tmp_path: Path, form: str
) -> None:
    """An analysis uses other numbers than those of the exercise."""
    out = tmp_path / "out"
    said = run("export", file, "--out", out, "--format", form)
    assert said.exit_code == 0, said.output
    names = {path.name for path in out.iterdir()}
    fixed = {f"{name}.{form}" for name in TABLES} | {"DICTIONARY.md", "datapackage.json"}
    assert fixed <= names
    assert all(name.startswith("event_kartenspiel_") for name in names - fixed)
    ways: dict[str, Callable[[Path], pl.DataFrame]] = {
        "csv": pl.read_csv,
        "parquet": pl.read_parquet,
        "jsonl": pl.read_ndjson,
    }
    tables = {}
    for name in TABLES:
        path = out / f"{name}.{form}"
        tables[name] = ways[form](path) if path.stat().st_size else pl.DataFrame()
    told = [json.loads(row.body) for row in room.journal if row.kind == "closed"]
    assert tables["gates"].height == len(told)
    assert tables["events"].height == sum(len(one["record"].get("events", ())) for one in told)
    assert tables["talk"].height == len(requests(room.journal, "say")) == len(HOSTILE)
    assert tables["rulings"].height == len(requests(room.journal, "rule"))
    assert tables["declarations"].filter(pl.col("by") == "seat").height == len(
        requests(room.journal, "declare")
    )
    assert tables["positions"].schema["value"] == pl.Int64
    assert tables["declarations"]["struck"].to_list().count(False) == tables["declarations"].height
    assert tables["talk"]["at"].to_list() == sorted(tables["talk"]["at"])
    with open_record(file) as record:
        assert record.head() in (out / "DICTIONARY.md").read_text("utf-8")


def test_a_spreadsheet_computes_nothing_and_reads_every_row(file: Path, tmp_path: Path) -> None:
    """A reader who opens talk in Excel runs what a player wrote, or reads half a line in another column."""
    run("export", file, "--out", tmp_path / "out")
    said = [row["text"] for row in lines(tmp_path / "out", "talk")]
    assert said == [
        *[f"'{text}" for text in HOSTILE[:4]],
        *HOSTILE[4:6],
        "onetwo",
    ]
    for name in TABLES:
        rows = [*lines(tmp_path / "out", name)]
        for row in rows:
            assert None not in row
            assert None not in row.values()
            for column, cell in row.items():
                assert not cell.startswith(FORMULAS) or cell.lstrip("-").isdigit(), (name, column, cell)
    assert any(row["person"] == "'=Bert()" for row in lines(tmp_path / "out", "people"))


def test_without_names_no_person_is_found_and_each_keeps_one_pseudonym(file: Path, tmp_path: Path) -> None:
    """A publication prints which person hesitated."""
    run("export", file, "--out", tmp_path / "out", "--anonymous")
    text = "".join(path.read_text("utf-8-sig") for path in (tmp_path / "out").iterdir()).lower()
    assert "anna" not in text
    assert "schmidt" not in text
    assert "bert" not in text
    with open_record(file) as record:
        others = Pseudonyms.of(record)
    people = [row["person"] for row in lines(tmp_path / "out", "people")]
    assert people == [others.people["anna schmidt"], others.people["=bert()"]]
    assert f"{people[0]}, attack!" in [row["text"] for row in lines(tmp_path / "out", "talk")]
    assert f"{people[0]} hesitates" in [
        json.loads(row["details"]).get("text") for row in lines(tmp_path / "out", "rulings")
    ]
    assert "red.army" in [row["seat"] for row in lines(tmp_path / "out", "seats")]
    run("export", file, "--out", tmp_path / "again", "--anonymous")
    assert [row["person"] for row in lines(tmp_path / "again", "people")] == people


def test_a_person_named_like_a_seat_is_hidden_and_the_seat_stays() -> None:
    """Tables can no longer be joined, or a name stays where it was said."""
    rows: Rows = {name: [] for name in TABLES}
    rows["seats"] = [{"table": 1, "seat": "north", "team": "north"}]
    rows["events"] = [{"event": "Taken", "told": "North took 3"}]
    rows["event_taken"] = [{"taker": "north", "note": "ask North"}]
    taken = TableSchema("event_taken", "", (Column("taker", str, ""), Column("note", str, "")), is_told=True)
    made = cleaned(rows, TABLES | {"event_taken": taken}, Pseudonyms(b"\1" * 32, ["North"]))
    (event,), (fields,) = made["events"], made["event_taken"]
    assert [(row["seat"], row["team"]) for row in made["seats"]] == [("north", "north")]
    assert fields["taker"] == "north"
    assert "north" not in (event["told"] + fields["note"]).lower()


def test_text_that_no_arbiter_would_have_taken_is_made_harmless() -> None:
    """A file of another program breaks the reader, or hides the content of a cell."""
    rows: Rows = {name: [] for name in TABLES}
    rows["talk"] = [{"text": "a\x00b\x1b[2Jc\ud800d\u2066e\r\nf", "seat": "x\x07", "gate": 3}]
    (line,) = cleaned(rows, TABLES, None)["talk"]
    assert (line["text"], line["seat"], line["gate"]) == ("ab[2Jcde  f", "x", 3)
    assert [no_formula(one) for one in ("=1", "1", -1, None, "＝1", "a=1")] == [
        "'=1",
        "1",
        -1,
        None,
        "'＝1",
        "a=1",
    ]


@pytest.mark.parametrize("separator", [",", ";", "tab"])
def test_no_spreadsheet_of_any_country_computes_or_changes_a_text(
    separator: str, file: Path, tmp_path: Path
) -> None:
    """If this fails, the text of a person becomes a formula, or rule 3.1 becomes the third of January."""
    assert run("export", file, "--out", tmp_path / "out", "--separator", separator).exit_code == 0
    mark = {"tab": "\t"}.get(separator, separator)
    for path in (tmp_path / "out").glob("*.csv"):
        text = path.read_text("utf-8-sig")
        assert mark in text.splitlines()[0]
        for other in ",;\t":
            for row in csv.reader(StringIO(text, newline=""), delimiter=other):
                for cell in row:
                    assert not cell.lstrip().startswith(FORMULAS) or cell.strip(" -]}").isdigit(), (
                        path,
                        cell,
                    )
        for record in csv.DictReader(StringIO(text, newline=""), delimiter=mark):
            if path.stem == "gates" and record["rule"]:
                assert record["rule"].startswith("'"), record


def test_a_separator_is_one_of_three(file: Path, tmp_path: Path) -> None:
    """If this fails, a typing error makes a file that no spreadsheet opens."""
    said = run("export", file, "--out", tmp_path / "out", "--separator", "|")
    assert (said.exit_code, said.output) == (2, "warcouncil: --separator |: give , or ; or tab\n")
    said = run("export", file, "--out", tmp_path / "out", "--separator", ";", "--format", "jsonl")
    assert said.exit_code == 2


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("x;=5+5;y", "x;'=5+5;y"),
        ("x,\t@sum", "x,\t'@sum"),
        ("3.1", "'3.1"),
        ("4-2", "'4-2"),
        ("12e5", "'12e5"),
        ("[1, -2, 3]", "[1, -2, 3]"),
        ('{"a": 1, "b": "x;-2+3"}', '{"a": 1, "b": "x;\'-2+3"}'),
        ("Table 4, east", "Table 4, east"),
        ("42", "42"),
    ],
)
def test_a_text_is_guarded_wherever_a_cell_may_begin(text: str, cell: str) -> None:
    """If this fails, a formula behind a semicolon is computed, or a list of numbers is read as text."""
    assert no_formula(text) == cell


def test_the_data_package_describes_every_file(file: Path, tmp_path: Path) -> None:
    """If this fails, an archive refuses the export, or cannot see that a file was changed."""
    out = tmp_path / "out"
    said = run("export", file, "--out", out, "--unguarded", "--licence", "CC-BY-4.0")
    assert said.exit_code == 0, said.output
    package = json.loads((out / "datapackage.json").read_text("utf-8"))
    assert package["licenses"] == [{"name": "CC-BY-4.0"}]
    assert package["version"] == VERSION
    resources = {one["name"]: one for one in package["resources"]}
    assert {one["path"] for one in resources.values()} == {
        path.name for path in out.iterdir() if path.suffix == ".csv"
    }
    for one in resources.values():
        data = (out / one["path"]).read_bytes()
        assert (one["bytes"], one["hash"]) == (len(data), f"sha256:{sha256(data).hexdigest()}")
        schema = one["schema"]
        fields = {field["name"]: field for field in schema["fields"]}
        rows = [*csv.DictReader(StringIO(data.decode("utf-8"), newline=""))]
        assert data.decode("utf-8").split("\n")[0].replace('"', "").split(",") == [*fields]
        assert all(fields[name]["constraints"]["required"] for name in schema.get("primaryKey", ()))
        for key in schema.get("foreignKeys", ()):
            other = {field["name"] for field in resources[key["reference"]["resource"]]["schema"]["fields"]}
            assert {*key["fields"]} <= {*fields} & other
        for row in rows:
            for name, cell in row.items():
                assert fits(fields[name]["type"], cell), (one["name"], name, cell)
    assert {"unit": "ms"}.items() <= resources["declarations"]["schema"]["fields"][8].items()


def fits(kind: str, cell: str) -> bool:
    """Return whether a cell of CSV is of a type of the Table Schema."""
    if cell == "" or kind == "string":
        return True
    if kind == "boolean":
        return cell in ("true", "false")
    if kind == "datetime":
        return datetime.fromisoformat(cell).utcoffset() is not None
    return float(cell) == (int(cell) if kind == "integer" else float(cell))


def test_unguarded_texts_are_unchanged(file: Path, tmp_path: Path) -> None:
    """If this fails, an analysis counts apostrophes that no player wrote."""
    assert run("export", file, "--out", tmp_path / "out", "--unguarded").exit_code == 0
    said = [row["text"] for row in lines(tmp_path / "out", "talk")]
    assert said == [*HOSTILE[:-1], "onetwo"]


def test_a_workbook_holds_every_table(file: Path, tmp_path: Path) -> None:
    """If this fails, a reader in Excel misses a table."""
    out = tmp_path / "out"
    assert run("export", file, "--out", out, "--format", "xlsx").exit_code == 0
    assert {path.name for path in out.iterdir()} == {"tables.xlsx", "DICTIONARY.md", "datapackage.json"}
    sheets = read((out / "tables.xlsx").read_bytes())
    assert [row[-1] for row in sheets["talk"][1:]] == [*HOSTILE[:-1], "onetwo"]
    package = json.loads((out / "datapackage.json").read_text("utf-8"))
    assert [one["dialect"]["sheetName"] for one in package["resources"]] == [*sheets][1:]


def test_a_semicolon_brings_a_decimal_comma() -> None:
    """If this fails, a German spreadsheet reads one half as the fifth of January."""
    shape = TableSchema("x", "", (Column("value", float, ""),))
    frame = _frame(shape, [{"value": 0.5}, {"value": None}], guard=True)
    assert _bytes(frame, WantedTables(mark=";")).decode("utf-8-sig") == '"value"\n0,5\n\n'
    field = table_schema(shape, ",")["fields"][0]
    assert field["decimalChar"] == ","


def test_a_folder_that_is_there_is_left_alone_unless_it_is_empty(file: Path, tmp_path: Path) -> None:
    """Last year's tables are mixed with today's."""
    out = tmp_path / "out"
    out.mkdir()
    assert run("export", file, "--out", out).exit_code == 0
    before = {path: path.read_bytes() for path in out.iterdir()}
    for place in (out, file):
        said = run("export", file, "--out", place)
        assert (said.exit_code, said.output.count("\n")) == (2, 1)
        assert "not an empty folder" in said.output
    assert {path: path.read_bytes() for path in out.iterdir()} == before


def test_the_folder_that_one_is_in_is_refused_in_a_line(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command reports only *Invalid argument*, because no system can rename the current folder."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    said = run("export", file.absolute(), "--out", ".")
    assert (said.exit_code, said.output.count("\n")) == (2, 1)
    assert "--out .: this is your current folder. Name a folder in it, such as tables" in said.output


def test_a_full_disk_leaves_no_half_folder(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader analyses the first five tables and does not notice that the others are missing."""
    write = Path.write_bytes
    wrote: list[Path] = []

    def full(path: Path, data: bytes) -> int:
        if len(wrote) == 5:
            raise OSError(28, "No space left on device")
        wrote.append(path)
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    said = run("export", file, "--out", tmp_path / "deep" / "out")
    assert (said.exit_code, said.output.count("\n")) == (2, 1)
    assert "No part of it was kept" in said.output
    assert len(wrote) == 5
    assert [path.name for path in (tmp_path / "deep").iterdir()] == []


def test_bad_input_gives_one_line(file: Path, tmp_path: Path) -> None:
    """A typing mistake ends in a traceback."""
    (tmp_path / "empty").write_bytes(b"")
    for words in (
        (tmp_path / "nowhere", "--out", tmp_path / "out"),
        (tmp_path / "empty", "--out", tmp_path / "out"),
        (file, "--out", file / "out"),
        (file,),
        (file, "--out", tmp_path / "out", "--format", "ods"),
        (file, "--out", tmp_path / "out", "--format", "xlsx", "--unguarded"),
        (file, "--out", tmp_path / "out", "--licence", "all rights reserved"),
    ):
        said = CliRunner().invoke(app, ["export", *map(str, words)])
        assert said.exit_code == 2
        assert "Traceback" not in said.output
    assert not (tmp_path / "out").exists()
