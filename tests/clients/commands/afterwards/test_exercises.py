"""A database on the command line: a list of its exercises, and every reading command works with one of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from socket import gethostname
from urllib.parse import quote

import pytest
from typer.testing import CliRunner, Result
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.database import acquire
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import Journal
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.common.exercise_location import VARIABLE

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import PAPERS, entries
from tests.servers import PASSWORD, USER, Base


def run(*words: str) -> Result:
    """Run a command. Check that its output never contains the password."""
    told = CliRunner().invoke(app, [*words])
    assert PASSWORD not in told.output
    return told


@pytest.fixture
def held(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    """Yield an exercise that an arbiter has open, and work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    room = Room("kartenspiel")
    room.sit_all()
    made = journal.create(address, PAPERS)
    made.append(entries(room.journal))
    yield made
    made.close()


def test_a_database_lists_what_it_holds(base: Base, held: Journal) -> None:
    """A user does not know what to add to the address, or whether an arbiter has the exercise."""
    name = held.home.exercise
    lines = run("exercises", base.address()).stdout.splitlines()
    (line,) = (line for line in lines if line.startswith(name))
    assert lines[0].split()[:2] == ["exercise", "title"]
    for word in (
        "Jena",
        "2026-10-14 09:00 UTC",
        str(held.seq),
        f"{gethostname()}, epoch 1",
        "it is being hosted",
    ):
        assert word in line
    rows = map(json.loads, run("exercises", base.address(), "--json").stdout.splitlines())
    assert [row["state"] for row in rows if row["name"] == name] == ["it is being hosted"]
    wrong = run("exercises", "jena.warcouncil")
    assert (wrong.exit_code, wrong.output.count("\n")) == (2, 1)


def test_a_user_without_rights_is_not_told_that_there_is_no_exercise(base: Base, held: Journal) -> None:
    """A user with the wrong database user in the address believes that the exercise is lost."""
    word = f"reader_{base.name}"
    base.ask(f"create role {word} login password '{word}'")
    try:
        said = run(
            "exercises",
            base.address().replace(f"//{USER}:", f"//{word}:").replace(quote(PASSWORD, safe=" "), word),
        )
        assert said.stdout == "This database has no exercise that this user may see.\n"
    finally:
        base.ask(f"drop role {word}")


def test_an_exercise_that_was_left_to_a_standby_which_never_came_is_left_in_the_middle(
    base: Base, held: Journal
) -> None:
    """An operator of an unserved room reads that the exercise was ended in order."""
    held.heir = "nobody any more"
    held.close()
    rows = map(json.loads, run("exercises", base.address(), "--json").stdout.splitlines())
    states = [row["state"] for row in rows if row["name"] == held.home.exercise]
    assert states == ["not closed: resume it"]


def test_everything_that_reads_an_exercise_reads_it_there_while_it_is_held(
    base: Base, held: Journal, address: str, tmp_path: Path
) -> None:
    """A tutor whose exercise is in a database cannot get a debrief."""
    before, name = held.seq, held.home.exercise
    checked = run("verify", address)
    assert checked.exit_code == 0
    assert held.head in checked.stdout
    assert run("export", address, "--out", "tables").exit_code == 0
    assert (tmp_path / "tables" / "gates.csv").exists()
    assert run("debrief", address).exit_code == 0
    assert [*(tmp_path / f"{name}-debrief").glob("*.html")]
    again = base.address(f"{name}-again")
    made = run("branch", address, "--gate", "1", "--out", again)
    assert made.exit_code == 0, made.output
    assert f"host --resume '{home_of(again)}'" in made.stdout
    assert {path.name for path in tmp_path.glob(f"{name}-again*")} == {
        f"{name}-again.toml",
        f"{name}-again.position.json",
    }
    with open_record(again) as record:
        assert record.began.tables[0].begins
    assert run("seeds", again).exit_code == 0
    assert run("plan", "cards", again, "--address", "192.0.2.7").exit_code == 0
    assert held.seq == before


def test_an_arbiter_that_has_it_is_not_disturbed(
    held: Journal, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second arbiter, or a user who wants the seeds too early, stops a room."""
    monkeypatch.setattr(acquire, "TELL_MS", 3_600_000)  # a busy machine may beat late
    for words in (("host", "--resume", address), ("seeds", address), ("plan", "cards", address)):
        told = run(*words)
        assert (told.exit_code, told.output.count("\n")) == (2, 1)
        assert "another host or command uses this exercise" in told.output


def test_an_address_can_come_from_the_environment_or_standard_input(
    held: Journal, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A password typed in a command stays in the shell's history."""
    monkeypatch.setenv(VARIABLE, address)
    assert run("verify", "-").exit_code == 0
    monkeypatch.delenv(VARIABLE)
    for said, status in ((f"{address}\n", 0), ("", 2)):
        told = CliRunner().invoke(app, ["verify", "-"], input=said)
        assert told.exit_code == status
    assert f"no address is in {VARIABLE} or on standard input" in told.output
    assert held.seq


def test_of_several_one_must_be_named(base: Base, held: Journal, address: str) -> None:
    """The wrong exercise is resumed, or shown on a projector."""
    journal.create(f"{address}-b", PAPERS).close()
    told = run("verify", base.address())
    assert (told.exit_code, told.output.count("\n")) == (2, 1)
    assert "the name of the exercise is missing. Add ?exercise=NAME to the address. Names are " in told.output
    names = told.output.strip().rpartition("Names are ")[2].partition(" and ")[0].split(", ")
    assert names == sorted(names)
    assert len(names) > 1
