"""`warcouncil seeds`: the seeds of an exercise are opened."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner
from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Began, Bound, Pledged, Started
from warcouncil.arbiter.shell.base.entries import Papers
from warcouncil.arbiter.shell.service.journal import create, written
from warcouncil.arbiter.shell.service.opening import begin, take_up
from warcouncil.clients.commands.cli import app
from warcouncil.protocol.proofs.lots import Lot, seed_made
from warcouncil.protocol.words import TableId

PLAN = TablePlan(table=TableId(1), game="escalate", options={}, seed="5e" * 32)


def test_the_seeds_are_opened_with_the_fingerprints_that_were_told(tmp_path: Path) -> None:
    """A player cannot check afterwards that the cards were not chosen."""
    file = tmp_path / "over.warcouncil"
    begin(file, Began(exercise="Jena", tables=(PLAN,), codes=())).journal.close()
    told = CliRunner().invoke(app, ["seeds", str(file), "--json"])
    assert told.exit_code == 0
    assert json.loads(told.stdout) == {
        "table": 1,
        "game": "escalate",
        "seed": PLAN.seed,
        "fingerprint": commitment("Jena", PLAN),
    }
    assert PLAN.seed in CliRunner().invoke(app, ["seeds", str(file)]).stdout


def test_a_file_that_is_none_gives_one_line(tmp_path: Path) -> None:
    """A mistyped name ends in a traceback."""
    wrong = CliRunner().invoke(app, ["seeds", str(tmp_path / "nowhere")])
    assert wrong.exit_code == 2
    assert wrong.output.count("\n") == 1


def test_where_all_made_the_chance_the_hosts_number_is_opened_too(tmp_path: Path) -> None:
    """The seed does not fit the announced fingerprint, without an explanation."""
    file = tmp_path / "over.warcouncil"
    began = Began(exercise="Jena", tables=(PLAN,), codes=(), start="umpire", chance="all")
    opened = begin(file, began)
    told = [CliRunner().invoke(app, ["seeds", str(file)])]
    assert told[0].exit_code != 0  # its arbiter has it
    opened.journal.close()
    line = json.loads(CliRunner().invoke(app, ["seeds", str(file), "--json"]).stdout)
    assert (line["seed"], line["host"]) == ("not made yet", PLAN.seed)
    opened = take_up(file)
    number = TableId(1)
    lots = tuple(Lot(seat=seat) for seat in opened.exercise.tables[number].seats)
    for stimulus in (
        Started(at=0, table=number),
        Pledged(at=0, table=number),
        Bound(at=0, table=number, lots=lots),
    ):
        opened.journal.append(written(stimulus, opened.exercise.handle(stimulus), number))
    opened.journal.close()
    line = json.loads(CliRunner().invoke(app, ["seeds", str(file), "--json"]).stdout)
    assert line["seed"] == seed_made("Jena", number, PLAN.seed, lots)
    assert line["fingerprint"] == commitment("Jena", PLAN)
    shown = CliRunner().invoke(app, ["seeds", str(file)]).stdout
    assert line["seed"] in shown
    assert PLAN.seed in shown


def test_an_exercise_of_other_rules_opens_its_seeds_too(tmp_path: Path) -> None:
    """If this fails, a player cannot check the cards of an exercise after the program was upgraded."""
    file = tmp_path / "over.warcouncil"
    began = Began(exercise="Jena", tables=(PLAN,), codes=())
    journal = create(file, Papers("Jena", "p" * 40, "s" * 40, b"\x01" * 32))
    old = began.model_copy(
        update={
            "tables": (
                PLAN.model_copy(update={"rules_version": "1"}),
                PLAN.model_copy(update={"table": TableId(2), "game": "unknown_game"}),
            )
        }
    )
    journal.append(written(old, Outcome(True), TableId(0)))
    journal.close()
    told = CliRunner().invoke(app, ["seeds", str(file)])
    assert told.exit_code == 0, told.output
    assert told.stdout.count(PLAN.seed) == 2
    assert "unknown_game" in told.stdout
