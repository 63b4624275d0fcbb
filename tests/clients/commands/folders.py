"""What a command has left in a folder."""

from __future__ import annotations

from pathlib import Path


def names_in(folder: Path) -> list[str]:
    """Give what lies there, hidden things too."""
    return sorted(path.name for path in folder.iterdir())
