"""The content of a folder after a command."""

from __future__ import annotations

from pathlib import Path


def names_in(folder: Path) -> list[str]:
    """Return the names in a folder, also the hidden ones."""
    return sorted(path.name for path in folder.iterdir())
