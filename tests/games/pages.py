"""The pages of `docs/games`, made from each game's own. `python -m tests.games.pages` writes them again."""

from __future__ import annotations

from pathlib import Path

from warcouncil.games import registry
from warcouncil.games.kit.text import pages

FIRST = "After this page you can play by these rules and look up each of them. It is a reference for players and umpires."
"""The first sentences of each page: what a reader can do after it."""
FOLDER = Path(__file__).parents[2] / "docs" / "games"


def page(name: str) -> str:
    """Return the page of a game as it is in `docs/games`."""
    game = registry.load(name)
    heading, _, text = pages.markdown(game, game.options_type()).partition("\n\n")
    return f"{heading}\n\n{FIRST}\n\n{text}"


def main() -> None:
    """Write every page."""
    for name in registry.names():
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
