"""Every event of a game with its changes of the board, for a check that all games share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from warcouncil.games.kit.events import Event, shown
from warcouncil.games.kit.seats import PUBLIC

Watched = tuple[str, dict[str, Any] | None]
"""An event's name and the scene that it makes; None: it is told, and changes nothing that could be watched."""


def each_with_its_scene(
    told: Iterable[tuple[Event, Any]], watched: Iterable[Watched]
) -> pytest.MarkDecorator:
    """Compare each event of a game, in its order, with its name and its scene."""
    rows = [
        pytest.param(event, name, scene, id=name)
        for (event, _), (name, scene) in zip(told, watched, strict=True)
    ]
    return pytest.mark.parametrize(("event", "name", "scene"), rows)


def check_watched(event: Event, name: str, scene: dict[str, Any] | None) -> None:
    """Check that this is the event, and that the public watches exactly this scene of it."""
    watched = shown(event, PUBLIC)
    assert type(event).__name__ == name
    assert (watched and watched.model_dump(exclude_defaults=True)) == scene
