"""`warcouncil branch`: the new exercise, the plan for changes, and mistyped options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.clients.commands.cli import app
from warcouncil.clients.plan.reading.check import check_file, room_in
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.rehearsal.plan_to_began import began_of

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A battle at two tables, one of which was played for a while."""
    injects = (
        {"text": "Rain.", "at_seconds": 2},
        {"text": "Snow.", "at_seconds": 1500, "name": "snow", "seat": "red.army"},
        {"text": "Ice.", "after": 1, "at_seconds": 60, "reply": True},
        {"text": "A spy.", "at_hand": True, "team": "red"},
        {"text": "Late.", "phase": "Attack declaration", "occasion": 4, "tables": [1]},
        {"text": "Elsewhere.", "at_seconds": 9, "tables": [2]},
    )
    room = Room(
        "kartenspiel",
        exercise={"injects": injects},
        options={"max_turns": 9},
        tables=2,
        plan={"clocks": {"Attack declaration": 77}, "bots": ("red.corps.1",)},
    )
    room.sit_all()
    room.wait(4_000)
    room.play(3)
    return keep(tmp_path / "jena.warcouncil", room.journal)


def run(*words: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(app, [str(word) for word in words])


def test_a_new_exercise_begins_there_with_new_codes_and_new_chance(file: Path, tmp_path: Path) -> None:
    """The old cards open the new room, or the old seed reveals what is drawn."""
    new = tmp_path / "again.warcouncil"
    before = file.read_bytes()
    said = run("branch", file, "--table", 1, "--gate", 2, "--out", new, "--tables", 2)
    assert said.exit_code == 0, said.output
    assert f"warcouncil host --resume {new}" in said.output
    assert file.read_bytes() == before
    with open_record(file) as record:
        old = record.began
    opened = take_up(new)
    plan = opened.exercise.plan
    opened.journal.close()
    assert [each.begins and each.begins.told for each in plan.tables] == ["question 2 of table 1 of Jena"] * 2
    assert len({each.seed for each in (*plan.tables, *old.tables)}) == 4
    assert {str(card.code) for card in plan.codes}.isdisjoint({str(card.code) for card in old.codes})
    assert len(plan.codes) == 22
    assert plan.tables[0].clocks == {"Attack declaration": 77}
    assert opened.exercise.tables[plan.tables[0].table].counters.bots
    assert run("verify", new).exit_code == 0


def test_the_plan_that_is_written_is_the_same_exercise(file: Path, tmp_path: Path) -> None:
    """A host who changes one clock in the plan plays another game."""
    assert (
        run("branch", file, "--table", 1, "--gate", 2, "--out", tmp_path / "again.warcouncil").exit_code == 0
    )
    checked = check_file(tmp_path / "again.toml")
    assert checked.faults == ()
    room = room_in(tmp_path / "again.toml")
    with open_record(tmp_path / "again.warcouncil") as record:
        written = record.began
    planned = began_of(room)
    same = {"begins", "game", "clocks", "bots", "silence", "rules_version", "lay_open"}
    assert planned.tables[0].model_dump(include=same) == written.tables[0].model_dump(include=same)
    assert planned.tables[0].options.items() >= written.tables[0].options.items()
    assert planned.exercise == written.exercise
    assert [each.text for each in written.injects] == ["Snow.", "Ice.", "A spy.", "Late."]
    assert planned.injects == written.injects
    assert (tmp_path / "again.position.json").stat().st_mode & 0o077 == 0


def test_a_position_that_was_changed_is_refused(file: Path, tmp_path: Path) -> None:
    """A host can choose a hidden card, and the file says that it was dealt."""
    run("branch", file, "--table", 1, "--gate", 2, "--out", tmp_path / "again.warcouncil")
    position = tmp_path / "again.position.json"
    true = json.loads(position.read_text())
    for changed, told in (
        (true | {"state": "{}"}, "this is not a position of kartenspiel with these options"),
        ([], "this is not a position of kartenspiel with these options"),
        ({"state": 7}, "this is not a position of kartenspiel with these options"),
    ):
        position.write_text(json.dumps(changed))
        (fault,) = check_file(tmp_path / "again.toml").faults
        assert told in str(fault)
    for changed in (true | {"digest": "0" * 32}, {"state": true["state"]}):
        position.write_text(json.dumps(changed))
        with pytest.raises(BadInput, match="was changed since"):
            began_of(room_in(tmp_path / "again.toml"))
    position.unlink()
    assert "position" in str(check_file(tmp_path / "again.toml").faults[0])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--gate", 3), "--table is missing. Give a table from 1 to 2"),
        (("--gate", 3, "--table", 9), "--table 9: there is no such table. Tables are 1, 2"),
        (("--gate", 99, "--table", 1), "table 1 has had questions 1 to 2"),
        (("--gate", 1, "--table", 1, "--out", "again.toml"), "another ending"),
        (("--gate", 1, "--table", 1, "--out", "jena.warcouncil"), "this file exists already"),
        (("--gate", 1, "--table", 1, "--out", "nowhere/again"), "does not exist"),
    ],
)
def test_a_slip_is_answered_in_one_line(
    file: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], told: str
) -> None:
    """A typing mistake ends in a traceback, or overwrites an exercise."""
    monkeypatch.chdir(file.parent)
    before = {path: path.read_bytes() for path in file.parent.iterdir()}
    out = () if "--out" in words else ("--out", "again.warcouncil")
    said = run("branch", file, *words, *out)
    assert said.exit_code == 2
    assert said.output.count("\n") == 1, said.output
    assert told in said.output
    assert {path: path.read_bytes() for path in file.parent.iterdir()} == before
