"""The file of a preview: it is read again when it changes, and a fault in it never ends the preview."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.room.preview.source import Source

from tests.clients.room.preview.writing import FERRY, written


def test_a_version_counts_only_a_changed_file(tmp_path: Path) -> None:
    """If this fails, the page is drawn again although nothing was saved."""
    source = Source(written(tmp_path))
    assert [source.look(), source.look()] == [True, False]
    written(tmp_path, FERRY.replace("Two villages", "Two towns"))
    assert source.look()
    assert source.newest.number == 2
    assert source.newest.found.scenario is not None
    assert source.newest.found.scenario.title == "Two towns"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = ",
        "format = 99",
        "[[tables]]",
        FERRY.replace("bridge >= 4", "brigde >= 4"),
        "\udcff",
        "a" * 90_000,
    ],
)
def test_a_bad_file_is_a_list_of_mistakes_beside_the_last_good_version(tmp_path: Path, text: str) -> None:
    """If this fails, a typing mistake of the author ends the preview."""
    file = written(tmp_path)
    source = Source(file)
    source.look()
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    source.look()
    source.look()
    assert source.newest.number == 2
    assert source.newest.found.faults
    assert source.sound is not None
    assert source.sound.number == 1
    written(tmp_path)
    assert source.look()
    assert source.newest.found.faults == ()
    assert source.sound.number == 3


def test_a_file_that_is_being_replaced_is_no_mistake(tmp_path: Path) -> None:
    """If this fails, a mistake is shown for a moment at each save of an editor that writes a new file."""
    file = written(tmp_path)
    source = Source(file)
    source.look()
    file.unlink()
    assert not source.look()
    written(tmp_path)
    assert not source.look()
    file.unlink()
    assert [source.look(), source.look(), source.look()] == [False, True, False]
    assert "cannot be read" in source.newest.found.faults[0].text


def test_a_scenario_that_ships_is_previewed_by_its_name() -> None:
    """If this fails, an author cannot look at a good example in the preview."""
    source = Source(Path("strait"))
    assert source.look()
    assert source.newest.options is not None
