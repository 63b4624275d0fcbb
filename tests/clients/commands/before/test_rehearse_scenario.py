"""A rehearsal of a scenario: a trace of its numbers, and how they were distributed over many games."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner
from warcouncil.clients.commands.cli import app

SEQUENCE = """
format = 2
title = "Sequence"
summary = "Two sides."
situation = "Two sides."
rounds = 2
teams = [{ name = "red", title = "Red", brief = "Win." }, { name = "blue", title = "Blue", brief = "Win." }]
seats = [{ name = "red", team = "red", title = "Red lead" }, { name = "blue", team = "blue", title = "Blue lead" }]
numbers = [{ name = "a", title = "A", start = 5, high = 10 }, { name = "b", title = "B", high = 6 }]
documents = [{ name = "ledger", title = "The ledger", text = "Forty beams." }]
endings = [{ name = "t", title = "Autumn", words = "Rain came", when = "end" }]

[[phases]]
name = "Work"
kind = "talk"
text = "Talk."
[[phases.follows]]
name = "Both"
change = ["a + 1", "b = a"]
[[phases.follows]]
name = "Late"
only_if = ["round is 2"]
hand = { ledger = ["red"] }
"""


def run(file: Path, *arguments: str) -> tuple[int, str]:
    """Run the command on a file, in a window of eighty columns."""
    done = CliRunner().invoke(app, ["rehearse", str(file), *arguments], env={"COLUMNS": "80"})
    return done.exit_code, done.stdout


def test_a_trace_names_the_rule_of_each_number(tmp_path: Path) -> None:
    """A beer game passes the check, plays, and is wrong from the first week; no output shows a number."""
    file = tmp_path / "seq.toml"
    file.write_text(SEQUENCE, "utf-8")
    status, said = run(file, "--trace")
    assert status == 0
    for line in (
        "  rule Both (a + 1): A 5 -> 6",
        "  rule Both (b = a): B 0 -> 6",
        "  after it: A 6 · B 6",
        "  rule Both (b = a): B 6 -> 6, its bound, and not 7",
        "  rule Late: no number changes",
        "Autumn. Rain came.",
    ):
        assert line in said.splitlines()
    lines = [json.loads(line) for line in run(file, "--trace", "--json")[1].splitlines()]
    step = next(line for line in lines if line["type"] == "trace")
    assert (step["rule"], step["number"], step["before"], step["now"]) == ("Both", "A", 5, 6)


def test_many_games_show_how_numbers_were_distributed_and_what_came_too_late(tmp_path: Path) -> None:
    """The ledger is handed out as the game ends, in each game, and the author never learns it."""
    file = tmp_path / "seq.toml"
    file.write_text(SEQUENCE, "utf-8")
    said = run(file, "--games", "3")[1]
    assert "Autumn: Rain came" in said
    (row,) = [line.split() for line in said.splitlines() if line.startswith("A  ")]
    assert row == ["A", "7", "7", "7", "7", "7"]
    assert "The ledger came too late in 3 of 3 games" in said
    found = json.loads(run(file, "--games", "3", "--json")[1])
    assert found["numbers"]["B"] == {"min": 6, "quarter": 6, "median": 6, "three_quarters": 6, "max": 6}
    assert found["late"] == {"The ledger": {"late": 3, "games": 3}}
