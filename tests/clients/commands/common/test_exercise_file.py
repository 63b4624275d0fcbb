"""Files of other programs, for all reading commands: one clear line, or the record with a note on the
difference.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result
from warcouncil.arbiter.core.words.record import Row
from warcouncil.clients.commands.cli import app

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep

COMMANDS = {
    "debrief": ("--out", "OUT"),
    "export": ("--out", "OUT"),
    "analyse": ("--rollouts", "2", "--workers", "1", "--moments", "0"),
    "verify": (),
    "branch": ("--gate", "3", "--out", "OUT"),
}


@pytest.fixture
def rows(room: Room) -> list[Row]:
    """A short game, record by record."""
    return list(room.journal)


def changed(row: Row, **fields: Any) -> Row:
    """Return a record with other fields."""
    return row._replace(body=json.dumps(json.loads(row.body) | fields).encode())


def run(command: str, file: Path) -> Result:
    """Read a file with a command."""
    words = [str(file.with_name("out")) if word == "OUT" else word for word in COMMANDS[command]]
    return CliRunner().invoke(app, [command, str(file), *words])


def refused(said: Result, file: Path) -> str:
    """Return the one line of a refusal. Check that nothing was written."""
    assert said.exit_code == 2, said.output
    assert len(said.stderr.splitlines()) == 1
    assert not file.with_name("out").exists()
    return said.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_the_file_of_a_newer_format_is_refused_in_a_line(
    command: str, rows: list[Row], tmp_path: Path
) -> None:
    """The file is misread, or the tutor sees a traceback."""
    file = keep(tmp_path / "jena.wc", rows)
    base = sqlite3.connect(file)
    base.execute("update warcouncil_exercise set format = 9")
    base.commit()
    base.close()
    assert "a newer warcouncil wrote this file (format 9). Use that version" in refused(
        run(command, file), file
    )


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "verify"])
@pytest.mark.parametrize("place", ["first", "kind", "field"])
def test_a_record_that_means_nothing_here_is_named(
    command: str, place: str, rows: list[Row], tmp_path: Path
) -> None:
    """A record of a newer program, in the same format, causes a traceback."""
    at = 0 if place == "first" else next(i for i, row in enumerate(rows) if row.kind == "received" and i > 20)
    other = changed(rows[at], fresh=1)
    if place == "kind":
        other = rows[at]._replace(kind="beamed", body=b'{"kind":"beamed"}')
    file = keep(tmp_path / "jena.wc", [*rows[:at], other, *rows[at + 1 :]])
    assert f"this program cannot read record {at + 1}:" in refused(run(command, file), file)


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("command", ["debrief", "export", "analyse", "branch"])
def test_an_exercise_of_another_rules_version_is_reported(
    command: str, rows: list[Row], tmp_path: Path
) -> None:
    """Figures of today's rules look like those of the day."""
    plans = [plan | {"rules_version": "99"} for plan in json.loads(rows[0].body)["tables"]]
    file = keep(tmp_path / "jena.wc", [changed(rows[0], tables=plans), *rows[1:]])
    said = run(command, file)
    assert said.exit_code == 0, said.output
    page = tmp_path / "out" / "debrief.html"
    text = page.read_text("utf-8") if command == "debrief" else said.output
    assert "was played with version 99 of the rules" in text


@pytest.mark.parametrize("command", ["debrief", "analyse", "branch"])
def test_options_that_this_program_does_not_know_are_said_to_be_the_cause(
    command: str, rows: list[Row], tmp_path: Path
) -> None:
    """The tutor installs a game that they already have."""
    plans = [plan | {"options": {"levitation": True}} for plan in json.loads(rows[0].body)["tables"]]
    file = keep(tmp_path / "jena.wc", [changed(rows[0], tables=plans), *rows[1:]])
    assert "or does not accept " in refused(run(command, file), file)
