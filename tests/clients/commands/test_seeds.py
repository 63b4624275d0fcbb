"""Opening the seeds of an exercise from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner
from warcouncil.arbiter.core.plan import TablePlan
from warcouncil.arbiter.core.stimuli import Began
from warcouncil.arbiter.core.welcome import commitment
from warcouncil.arbiter.shell.opening import begin
from warcouncil.clients.commands.cli import app
from warcouncil.protocol.words import TableId

PLAN = TablePlan(table=TableId(1), game="escalate", options={}, seed="5e" * 32)


def test_the_seeds_are_opened_with_the_fingerprints_that_were_told(tmp_path: Path) -> None:
    """Nobody could check afterwards that the cards were not chosen."""
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
    """A slip in the name would end in a traceback."""
    wrong = CliRunner().invoke(app, ["seeds", str(tmp_path / "nowhere")])
    assert wrong.exit_code == 2
    assert wrong.output.count("\n") == 1
