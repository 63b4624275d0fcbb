"""`warcouncil rehearse GAME --games N`: a tutor sees the results of many games on one page, and can stop it
early.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.before import rehearse
from warcouncil.clients.commands.cli import app
from warcouncil.clients.room.rehearsal import many_games
from warcouncil.clients.room.rehearsal.many_games import GameSetup, by_one
from warcouncil.games import registry

from tests.toys.planted import shelf


@pytest.fixture(autouse=True)
def recital(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Add a small game to the others, and work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    with shelf():
        yield


def run(*arguments: str) -> tuple[int, str, str]:
    """Run the command in a window of eighty columns."""
    done = CliRunner().invoke(app, ["rehearse", *arguments], env={"COLUMNS": "80"})
    return done.exit_code, done.stdout, done.stderr


def test_people_read_what_became_of_the_games() -> None:
    """The results of two hundred games are two hundred thousand lines of JSON."""
    status, said, err = run("ferry", "--games", "12", "--policy", "random")
    assert (status, err) == (0, "")
    assert said.startswith("12 games of The ferry (random, seeds 0 to 11)")
    for words in ("won by", "North", "how it ended", "The recital is over", "first with", "--seed ",
                  "questions per game", "clocks of a scene", "clock of Morning", "2 min 30 s"):  # fmt: skip
        assert words in said
    assert max(map(len, said.splitlines())) <= 80


def test_texts_that_were_never_told_are_named() -> None:
    """An author waits for these texts in vain during the exercise."""
    said = run("recital", "--games", "2", "--policy", "default")[1]
    assert "2 of 4 texts were never shown:\n  Morning.yes: The ferry sails." in said
    told = run("ferry", "--games", "30", "--policy", "random")[1]
    assert "Each text of a rule or an ending was shown in at least one game (4 texts)." in told
    assert "texts" not in run("kashmir_crisis", "--games", "1", "--policy", "default")[1]


def test_a_script_reads_one_line(tmp_path: Path) -> None:
    """A script must cut a figure out of a table for people."""
    (tmp_path / "mine.toml").write_text(str(registry.presets()["bridge"].options["script"]), "utf-8")
    for name in (("mine.toml",), ("--scenario", "mine.toml")):
        status, said, _ = run(*name, "--games", "3", "--seed", "5", "--json", "--policy", "default")
        found = json.loads(said)
        assert (status, found["title"], found["games"], found["seed"]) == (0, "The bridge", 3, "5")
        assert found["outcomes"] == [
            {"games": 3, "winners": [], "reason": "The recital is over", "seed": "5"}
        ]
        assert found["unseen"] == {"Council.yes": "The first stone is laid."}


def test_an_interrupted_rehearsal_reports_the_games_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour of playing is lost."""

    def stopped(ways: GameSetup, wanted: list[str]) -> Iterator[object]:
        yield from by_one(ways, wanted[:4])
        raise KeyboardInterrupt

    monkeypatch.setattr(rehearse, "by_one", stopped)
    status, said, err = run("ferry", "--games", "10")
    assert status == 130
    assert err == "warcouncil: stopped after 4 of 10 games\n"
    assert said.startswith("4 games of The ferry (sensible, seeds 0 to 3)")


def test_a_game_without_an_end_is_said_first_by_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that tries every change of a scenario continues as if no game had failed."""
    monkeypatch.setattr(many_games, "GATES_MAX", 1)
    status, said, _ = run("ferry", "--games", "2", "--seed", "word")
    assert status == 1
    assert "no end: not over after 1 questions" in said
    assert "--seed word" in said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["ferry", "--games", "2", "--sheets"], "--games prints figures of many games"),
        (["ferry", "--games", "2", "--gates", "1"], "--games prints figures of many games"),
        (["--plan", "p.toml", "--games", "2"], "--plan sets what is played"),
        (["ferry", "--scenario", "x.toml"], "--scenario names what is played. Leave the game out"),
        (["kartenspiel", "--games", "2", "--set", 'mapping={"red.corps.1": "red.army"}'], "kartenspiel: "),
    ],
)
def test_contradicting_options_are_refused_in_one_line(more: list[str], said: str) -> None:
    """Half of the options are ignored, and no message says so."""
    status, out, err = run(*more)
    assert (status, out) == (2, "")
    assert err.startswith(f"warcouncil: {said}")
    assert err.count("\n") == 1
