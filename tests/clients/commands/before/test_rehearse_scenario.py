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
    """A beer game passes the check and plays, but is wrong from the first week. No output shows its numbers."""
    file = tmp_path / "seq.toml"
    file.write_text(SEQUENCE, "utf-8")
    status, said = run(file, "--trace")
    assert status == 0
    for line in (
        "  rule Both (a + 1): A 5 -> 6",
        "  rule Both (b = a): B 0 -> 6",
        "  after it: A 6 · B 6",
        "  rule Both (b = a): B 6 -> 6, because this is its bound (without it: 7)",
        "  rule Late acts and changes no number",
        "Autumn. Rain came.",
    ):
        assert line in said.splitlines()
    lines = [json.loads(line) for line in run(file, "--trace", "--json")[1].splitlines()]
    step = next(line for line in lines if line["type"] == "trace")
    assert (step["rule"], step["number"], step["before"], step["now"]) == ("Both", "A", 5, 6)


def test_many_games_show_how_numbers_were_distributed_and_what_came_too_late(tmp_path: Path) -> None:
    """In each game the ledger is handed out only as the game ends, and the author never learns it."""
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


MESSAGES = """
[[injects]]
name = "dawn"
minutes = 1
to = "all"
text = "The sun rises."
[[injects]]
name = "second"
phase = "Work"
round = 2
minutes = 2
to = "red"
text = "You are late."
reply = true
[[injects]]
name = "third"
minutes = 500
to = "red"
text = "The game is over by then."
[[injects]]
name = "rich"
only_if = ["a >= 9"]
reveals = ["a"]
to = "blue"
text = "They are rich."
[[injects]]
name = "hand"
to = "blue"
text = "An umpire sends it."
"""


def test_many_games_say_which_messages_never_came_and_what_bots_do_not_try(tmp_path: Path) -> None:
    """If this fails, an author hosts an exercise whose message waits for a round that never opens."""
    file = tmp_path / "seq.toml"
    file.write_text(SEQUENCE.replace('kind = "talk"', 'kind = "talk"\nchannels = "all"') + MESSAGES, "utf-8")
    said = run(file, "--games", "2")[1]
    assert "2 of 4 messages never came:" in said
    assert "third: The game is over by then." in said
    assert "rich: They are rich." in said
    assert "second: " not in said
    assert " ".join(said.split()).endswith(
        "Bots do not use: talk, replies to messages, messages that an umpire sends. Try these with people."
    )
    found = json.loads(run(file, "--games", "2", "--json")[1])
    assert [(one["name"], one["games"]) for one in found["messages"]] == [
        ("dawn", 2),
        ("second", 2),
        ("third", 0),
        ("rich", 0),
    ]
    assert found["untried"] == ["talk", "replies", "by_hand"]
