"""The stored playthroughs are the same as the games today: a person must see every change."""

from __future__ import annotations

import pytest

from tests.games.found import REGISTERED
from tests.games.playthrough import FOLDER, SCENES, Scene, rendered


@pytest.mark.parametrize("scene", SCENES, ids=[scene.file.stem for scene in SCENES])
def test_a_playthrough_is_as_it_was_read_and_stored(scene: Scene) -> None:
    """A changed rule, sentence or secret is not reviewed.

    When the change is intended: `python -m tests.games.playthrough`, then read the difference.
    """
    assert rendered(scene).splitlines() == scene.file.read_text(encoding="utf-8").splitlines()


def test_every_game_has_a_playthrough_and_every_file_a_scene() -> None:
    """A game has no playthrough, or a stored file is not compared."""
    assert {scene.game for scene in SCENES} == set(REGISTERED)
    assert {file.name for file in FOLDER.iterdir()} == {scene.file.name for scene in SCENES}
