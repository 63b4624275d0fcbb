"""Opening an exercise: a fault in the setup is reported in one line, and leaves no file."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.service.opening import begin
from warcouncil.games import registry
from warcouncil.protocol.words import TableId


def test_an_exercise_whose_game_cannot_be_set_up_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People join a held table that never had a position, or the host reads a traceback."""
    plans = tuple(
        TablePlan(table=TableId(number), game="kartenspiel", options={}, seed=f"{number:064x}")
        for number in (1, 2)
    )

    def fails(*_: object) -> None:
        raise ValueError("the rules fail")

    monkeypatch.setattr(type(registry.load("kartenspiel")), "setup", fails)
    where = tmp_path / "exercise.warcouncil"
    with pytest.raises(JournalError) as caught:
        begin(where, Began(exercise="Exercise", tables=plans, codes=()))
    assert "\n" not in str(caught.value)
    assert f"{where}: the rules of kartenspiel cannot set up table 1 with its options" in str(caught.value)
    assert list(tmp_path.iterdir()) == []
