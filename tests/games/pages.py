"""The pages of `docs/games`, made from each game's own. `python -m tests.games.pages` writes them again."""

from __future__ import annotations

from pathlib import Path

from warcouncil.games import registry
from warcouncil.games.kit.text import pages

FOLDER = Path(__file__).parents[2] / "docs" / "games"


def page(name: str) -> str:
    """Return the page of a game as it is in `docs/games`."""
    game = registry.load(name)
    return pages.document(game, game.options_type())


def main() -> None:
    """Write every page."""
    for name in registry.names():
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
