"""Writes the pictures of README and docs from the real clients. `python -m tests.pictures [FOLDER]`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot

from tests.clients.seat import scenes
from tests.clients.seat.sitting import LARGE, MIDDLE, SMALL, app_of, play_scene
from tests.clients.umpire.builders import troubled_room
from tests.clients.umpire.console import app_of as console_of
from tests.clients.umpire.test_pictures import settle

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
Run = Callable[[Pilot[None]], Awaitable[None]]

SEATS: dict[str, tuple[scenes.Make, tuple[int, int]]] = {
    "declare": (scenes.declaring, SMALL),
    "sealed": (scenes.sealed, SMALL),
    "council": (scenes.redeploying, LARGE),
    "reveal": (scenes.reveal, SMALL),
    "bargain": (scenes.kashmir_bargain, SMALL),
    "kashmir_crisis": (scenes.kashmir, MIDDLE),
    "escalate": (scenes.escalate, MIDDLE),
    "hard_war": (scenes.hard_war_full, LARGE),
    "verdict": (scenes.finished, LARGE),
}


def shot(app: App[None], size: tuple[int, int], run: Run) -> str:
    """Return a picture of an app."""

    async def take() -> str:
        async with app.run_test(size=size) as pilot:
            await run(pilot)
            return app.export_screenshot()

    return asyncio.run(take())


def seat(make: scenes.Make, size: tuple[int, int]) -> str:
    """Return a picture of a seat."""
    scene = make()
    app, _line, clock = app_of(*scene.news)

    async def run(pilot: Pilot[None]) -> None:
        await play_scene(pilot, scene, clock)

    return shot(app, size, run)


def wall() -> str:
    """Return a picture of the umpires' wall."""
    app, _line, _clock = console_of(troubled_room(40))
    return shot(app, MIDDLE, settle())


def main(folder: Path) -> None:
    """Write every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (make, size) in SEATS.items():
        (folder / f"{name}.svg").write_text(seat(make, size))
    (folder / "wall.svg").write_text(wall())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
