"""A hand-over as its host reports it: the real result, not the intention."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest
from warcouncil.arbiter.record.file.database_roll import DatabaseExercise
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.clients.commands.host import serving

HOME = home_of("postgresql+psycopg://db/war?exercise=jena")
OTHER = DatabaseExercise("other", epoch=9, leader="anna")


@pytest.mark.parametrize(
    ("seen", "taken", "said"),
    [
        (
            [2, 2, 3],
            True,
            "The exercise was handed over to kate. Seats and consoles are connected to it, and nothing is lost.",
        ),
        (
            [2] * 100,
            False,
            "The exercise was handed to kate, which does not host it yet. Check that machine. Nothing is lost. To resume the exercise here: GO",
        ),
        (
            [],
            None,
            "The exercise was handed to kate. The database does not answer, so it is not known whether the standby hosts now. If it does not, run: GO",
        ),
    ],
)
def test_a_hand_over_is_called_done_when_the_other_leads(
    seen: list[int], taken: bool | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host whose standby had died reports that all is well and ends, and no arbiter leads."""
    now, left = [0.0], [*seen]

    def rolled(_: object) -> list[DatabaseExercise]:
        if not left:
            raise JournalError("nobody answers")
        return [OTHER, DatabaseExercise("jena", epoch=left.pop(0), leader="kate")]

    monkeypatch.setattr(serving, "roll", rolled)
    ticking = Mock(monotonic=lambda: now[0], sleep=lambda seconds: now.__setitem__(0, now[0] + seconds))
    monkeypatch.setattr(serving, "time", ticking)
    found = serving.took_over(HOME, 2)
    assert (found, serving.handed_words("kate", found, "GO")) == (taken, said)


def test_an_interrupted_wait_for_the_new_leader_reports_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C the host of an exercise that was left to another reports that nothing more was done."""
    monkeypatch.setattr(serving, "roll", lambda _: [DatabaseExercise("jena", epoch=2, leader="anna")])
    monkeypatch.setattr(
        serving, "time", Mock(monotonic=lambda: 0.0, sleep=Mock(side_effect=KeyboardInterrupt))
    )
    assert serving.took_over(HOME, 2) is False


def test_a_stop_says_where_the_record_is_when_its_file_is_gone(tmp_path: Path) -> None:
    """If this fails, a host says that nothing is lost and names a file that does not exist."""
    assert serving.stray_words(None) == ""
    file, copy = tmp_path / "x.warcouncil", tmp_path / "x-rescued.warcouncil"
    copy.write_bytes(b"whole")
    watch = Mock(file=file, copy=copy, is_file_there=True)
    assert serving.stray_words(watch) == ""
    watch.is_file_there = False
    said = serving.stray_words(watch)
    assert f"A complete copy is {copy}." in said
    assert said.endswith(f"host --resume {copy}")
    watch.copy = None
    assert "no copy could be written" in serving.stray_words(watch)
    assert "nothing is lost" not in said
