"""`warcouncil new-game` writes a game that passes the tests of every game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import app

ROOT = Path(__file__).parents[4]
ROOMS = ("arbiter", "clients", "games", "protocol", "tests")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the checkout, so that this one is not changed."""
    copy = tmp_path / "checkout"
    for room in ROOMS:
        shutil.copytree(
            ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__", "__snapshots__")
        )
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    (copy / "docs" / "games").mkdir(parents=True)
    (tmp_path / "warcouncil").symlink_to(copy, target_is_directory=True)
    return copy


def run(checkout: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy."""
    paths = os.pathsep.join((str(checkout.parent), str(checkout)))
    return subprocess.run(
        [sys.executable, *command],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": paths, "WARCOUNCIL_PROFILE": ""},
        capture_output=True,
        text=True,
        timeout=220,
        check=False,
    )


def test_a_new_game_passes_what_every_game_owes(checkout: Path) -> None:
    """The tests of a new author's game fail from the start, or do not find the game."""
    made = CliRunner().invoke(
        app, ["new-game", "go_fish", "--designer", "Ann Other", "--into", str(checkout)]
    )
    assert made.exit_code == 0, made.output
    assert "Still missing:" in made.stdout
    assert "the designer" not in made.stdout
    tests = (
        "tests/games/test_conformance.py",
        "tests/games/test_conformance_secrecy.py",
        "tests/games/test_pages.py",
        "tests/games/test_rule_numbers.py",
        "tests/games/go_fish",
    )
    done = run(checkout, "-m", "pytest", "-q", "-x", "-p", "no:randomly", *tests, "-k", "go_fish")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    passed = int(done.stdout.rsplit(" passed", 1)[0].split()[-1])
    assert passed >= 20
    lint = run(checkout, "-m", "ruff", "check", "games/go_fish", "tests/games/go_fish")
    assert lint.returncode == 0, lint.stdout
    told = run(checkout, "-P", "-m", "warcouncil", "games", "go_fish")
    assert "designed by Ann Other" in told.stdout, told.stderr
    left = [path for path in checkout.rglob("go_fish/*.py") if "emplate" in path.read_text("utf-8")]
    assert left == []


@pytest.mark.night(keep=0)
def test_where_the_tests_hold_a_list_of_the_games_the_command_says_so(checkout: Path) -> None:
    """The command tells an author what is missing, but four more tests fail."""
    made = CliRunner().invoke(app, ["new-game", "go_fish", "--into", str(checkout)])
    lists = ("test_choices.py", "test_option_limits.py", "test_registry.py", "test_versions.py")
    done = run(checkout, "-m", "pytest", "-q", *(f"tests/games/{name}" for name in lists))
    for name in lists:
        assert f"FAILED tests/games/{name}" in done.stdout, done.stdout[-3000:] + done.stderr[-1000:]
        assert name in made.stdout
    assert "KeyError" not in done.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Go Fish", "cannot be the name of a game"),
        ("class", "cannot be the name of a game"),
        ("kartenspiel", "already has such a folder"),
        ("kit", "already has such a folder"),
        ("registry", "games/ already has such a folder or file"),
        ("template", "tests/games/ already has such a folder or file"),
        ("found", "tests/games/ already has such a folder or file"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_one_line(name: str, said: str) -> None:
    """A folder is overwritten, or a game or its tests cannot be imported."""
    done = CliRunner().invoke(app, ["new-game", name, "--into", str(ROOT)])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr


def test_elsewhere_than_in_a_checkout_nothing_is_written(tmp_path: Path) -> None:
    """Files are written where no developer looks for them."""
    done = CliRunner().invoke(app, ["new-game", "go_fish", "--into", str(tmp_path)])
    assert done.exit_code == 2
    assert "this is not a checkout of warcouncil" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_existing_page_is_not_overwritten(checkout: Path) -> None:
    """An author's page for a game that does not exist yet is overwritten, or deleted when the command fails."""
    page = checkout / "docs" / "games" / "go_fish.md"
    page.write_text("my rules", "utf-8")
    done = CliRunner().invoke(app, ["new-game", "go_fish", "--into", str(checkout)])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "docs/games/go_fish.md" in done.stderr
    assert page.read_text("utf-8") == "my rules"


def test_a_game_that_cannot_be_written_whole_leaves_nothing_behind(checkout: Path) -> None:
    """After a full disk half a game stays. Commands that read all games fail, and the next try is refused."""
    pages = checkout / "docs" / "games"
    pages.rmdir()
    pages.touch()
    done = CliRunner().invoke(app, ["new-game", "go_fish", "--into", str(checkout)])
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "go_fish.md: the file cannot be written (" in done.stderr
    assert [*checkout.rglob("*go_fish*")] == []
    pages.unlink()
    assert CliRunner().invoke(app, ["new-game", "go_fish", "--into", str(checkout)]).exit_code == 0
