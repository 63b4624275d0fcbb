"""Fixtures for commands that read an exercise afterwards: a short game, and its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep
from tests.clients.debrief.written import played


@pytest.fixture(scope="session")
def room() -> Room:
    """A short game of Kartenspiel, to be read only."""
    return played("kartenspiel", 6)


@pytest.fixture
def file(room: Room, tmp_path: Path) -> Path:
    """The exercise file of the room."""
    return keep(tmp_path / "jena.warcouncil", room.journal)
