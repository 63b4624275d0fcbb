"""The blocks of docs/export-analysis.md run on a real export, as a researcher would paste them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import app
from warcouncil.clients.plan.reading.check import check
from warcouncil.clients.room.rehearsal.rehearsal import rehearse_room

from tests.docs_text import ROOT

PAGE = ROOT / "docs" / "export-analysis.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of two games and their analysis."""
    place = tmp_path_factory.mktemp("exported")
    file = place / "jena.wc"
    room = check('[[tables]]\ngame = "kashmir_crisis"\ncount = 2\n', Path("plan.toml")).room
    assert room
    rehearse_room(room, file=file)
    for words in (
        ["analyse", str(file), "--rollouts", "2", "--workers", "1"],
        ["export", str(file), "--out", str(place / "tables"), "--unguarded"],
    ):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
    return place


def test_the_blocks_of_the_page_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If this fails, a researcher pastes an example and meets an error."""
    monkeypatch.chdir(folder)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 5
    world: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), world)
    said = capsys.readouterr().out
    assert "india" in said
    assert "tables needed" in said
    result = world["result"]
    assert result["count"].sum() == 4  # type: ignore[index]  # a table of pandas
    assert abs(result["mean"].sum() - 1) < 1e-9  # type: ignore[index]  # of two sides, one score is what the other lacks


def test_the_analysis_is_exported_with_keys_that_hold(folder: Path) -> None:
    """If this fails, judged decisions cannot be joined with the answers that they judge."""
    tables = folder / "tables"
    heads = {
        name: (tables / f"{name}.csv").read_text("utf-8").splitlines()
        for name in ("chances", "shifts", "balances", "judged", "tried")
    }
    assert all(len(lines) > 1 for lines in heads.values())
    assert len(heads["balances"]) == 1 + 4
    assert len(heads["tried"]) > len(heads["judged"])
