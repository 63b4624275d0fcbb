"""`warcouncil analyse`: a tutor asks which decisions mattered, and reads the basis of the answer in plain
lines.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.arbiter.record.judging import analysis
from warcouncil.clients.commands.cli import app
from warcouncil.clients.plan.reading.check import check
from warcouncil.clients.room.rehearsal.rehearsal import rehearse_room


@pytest.fixture(scope="module")
def exercise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored rehearsal of two tables."""
    file = tmp_path_factory.mktemp("kept") / "jena.warcouncil"
    room = check('[[tables]]\ngame = "kashmir_crisis"\ncount = 2\n', Path("plan.toml")).room
    assert room
    rehearse_room(room, file=file)
    return file


def _analyse(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["analyse", *words])
    return result.exit_code, result.output


def test_a_table_is_told_with_what_the_figures_rest_on(exercise: Path) -> None:
    """Readers believe bare figures, because their basis is not shown."""
    before = exercise.read_bytes()
    status, told = _analyse(str(exercise), "--table", "2", "--rollouts", "2", "--workers", "1")
    assert status == 0, told
    assert told.startswith("Table 2 · Kashmir Crisis · ")
    assert "India: " in told
    assert " points at the end, expected " in told
    assert "Estimated by 2 simulated continuations from each position." in told
    assert (
        "The analysis found no single question that clearly moved the result." in told
    )  # two playouts show nothing
    assert exercise.read_bytes() == before
    found = analysis.read_findings(analysis.beside(exercise))
    assert found is not None
    assert set(found[1]) == {2}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--table", "9"], "--table 9: there is no such table. Tables are 1, 2"),
        (["--dask", "tcp://127.0.0.1:9"], "--dask tcp://127.0.0.1:9: cannot be reached"),
    ],
)
def test_an_impossible_analysis_is_refused_in_one_line(exercise: Path, words: list[str], line: str) -> None:
    """A tutor in front of a class reads a traceback."""
    status, told = _analyse(str(exercise), *words)
    assert status == 2
    assert told.startswith(f"warcouncil: {line}")
    assert told.count("\n") == 1


def test_a_folder_is_refused_as_no_exercise(tmp_path: Path) -> None:
    """A user who named a wrong file reads a traceback."""
    status, told = _analyse(str(tmp_path))
    assert (status, told.strip()) == (2, f"warcouncil: {tmp_path}: this is a folder, not an exercise file")
