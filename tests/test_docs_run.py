"""The command lines of the documents that need neither a network nor a person are run, as a reader types them."""

from __future__ import annotations

import re
import shlex
import shutil
import webbrowser
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import app
from warcouncil.games.scenario import shipped

from tests.docs_text import DOCS, ROOT, text_of
from tests.test_docs import command_lines, fault_of

OFFLINE = re.compile(
    r"(games\b|man$|docs$|settings\b|umpire --keys|demo \S* ?--headless|demo --headless"
    r"|scenario (new|check|show|schema)\b|plan (new|check|cards|injects)\b|rehearse\b"
    r"|(verify|export|debrief|branch|seeds|receipts)\b)"
)
"""The commands that are run. They read and write files and end by themselves."""
LEFT_OUT = {
    "--pdf": "needs a browser",
    "postgresql": "needs a database",
    "--beside": "needs a second branch",
    "--receipts": "needs the receipts of a seat that was played",
    "--renew": "needs the letters of a card",
    "debrief again.wc": "needs the branch that another line makes",
    "receipts": "needs a seat that was played on this machine",
}
"""Parts of the lines that are not run, and why. `receipts` is left out only as a command."""
GAMES_MAX = 3
"""How many games a rehearsal of the test plays. The documents ask for hundreds."""
EXERCISES = ("jena.wc", "morning.warcouncil", "EXERCISE.warcouncil")
SCENARIOS = ("my.toml", "ferry.toml", "bridge.toml")
PLANS = ("plan.toml", "morning.toml")
TABLES = 3
"""The exercise has as many tables, since the documents speak of table 3."""


def offline() -> list[str]:
    """Return the lines of the documents that are run. Of lines that differ only in a file's name there is one."""
    found: dict[str, str] = {}
    for name in DOCS:
        for line in command_lines(text_of(name)):
            if OFFLINE.match(line) and is_complete(line) and not any(map(line.startswith, LEFT_OUT)):
                alike = re.sub("|".join(SCENARIOS + PLANS + EXERCISES), "FILE", line)
                if not any(mark in line for mark in LEFT_OUT if mark != "receipts"):
                    found.setdefault(alike, line)
    return list(found.values())


def is_complete(line: str) -> bool:
    """Return whether a line has all its arguments. A sentence may also name a command or an option alone."""
    return fault_of(line, whole=True) == ""


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the documents name: plans, scenarios, and an exercise of three tables."""
    folder = tmp_path_factory.mktemp("typed")
    for name in SCENARIOS:
        (folder / name).write_text(shipped.text("two_couriers"), "utf-8")
    for name in PLANS:
        text = (ROOT / "docs" / "sample-plan.toml").read_text("utf-8")
        (folder / name).write_text(text.replace("sample-roster.csv", "people.csv"), "utf-8")
    shutil.copy(ROOT / "docs" / "sample-roster.csv", folder / "people.csv")
    (folder / "injects.csv").write_text("text,at\nA courier comes.,5:00\n", "utf-8")
    text = f'[[tables]]\ngame = "kartenspiel"\ncount = {TABLES}\nempty = "bots"\n'
    (folder / "three.toml").write_text(text, "utf-8")
    kept = folder / EXERCISES[0]
    done = CliRunner().invoke(
        app, ["rehearse", "--plan", str(folder / "three.toml"), "--keep", str(kept)], env={"NO_COLOR": "1"}
    )
    assert kept.is_file(), done.output
    for name in EXERCISES[1:]:
        shutil.copy(kept, folder / name)
    return folder


def filled(line: str) -> list[str]:
    """Return the words of a line with a value for each placeholder."""
    command = " ".join(line.split()[:2])
    kinds = {"scenario": SCENARIOS[0], "plan": PLANS[0], "rehears": SCENARIOS[0]}
    file = next((value for start, value in kinds.items() if command.startswith(start)), EXERCISES[0])
    values = {
        "FILE": file,
        "EXERCISE": EXERCISES[0],
        "NAME": "two_couriers",
        "FOLDER": "out",
        "FORMAT": "resolution",
    }
    words = [values.get(word, word) for word in shlex.split(line) if word not in {"…", "..."}]
    if "--games" in words:
        words[words.index("--games") + 1] = str(GAMES_MAX)
    return words


def test_the_lines_that_are_run_are_many() -> None:
    """If this fails, the test below runs next to nothing."""
    assert len(offline()) > 35
    assert filled("rehearse NAME --games 100") == ["rehearse", "two_couriers", "--games", "3"]


@pytest.mark.parametrize("line", offline())
def test_a_line_of_the_documents_does_what_it_says(
    line: str, furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, a reader types a line of the documents and meets an error."""
    folder = tmp_path / "here"
    shutil.copytree(furnished, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(webbrowser, "get", no_browser)
    monkeypatch.setenv("WARCOUNCIL_HOME", str(tmp_path / "keys"))
    monkeypatch.setenv("WARCOUNCIL_CONFIG", str(tmp_path / "settings.toml"))
    words = filled(line)
    for name in made_by(words):
        (folder / name).unlink(missing_ok=True)
    done = CliRunner().invoke(app, words, env={"NO_COLOR": "1"}, input=ANSWERS)
    assert done.exit_code in fine(words), (words, done.output, done.exception)


def no_browser() -> None:
    """Raise what a machine without a browser raises, so that no window opens during the tests."""
    raise webbrowser.Error


ANSWERS = "\n" * 20
"""A person who takes what is offered at every question."""


def made_by(words: list[str]) -> list[str]:
    """Return the files that a command makes, which must not be there yet."""
    files = [word for word in words[2:] if word.endswith(".toml")]
    made = (files or PLANS[:1]) if words[:2] in (["scenario", "new"], ["plan", "new"]) else []
    return [*made, *(words[at + 1] for at, word in enumerate(words) if word == "--out")]


def fine(words: list[str]) -> set[int]:
    """Return the exit statuses that are no error. `docs` ends with 1 if the site was not built."""
    return {0, 1} if words[0] == "docs" else {0}
