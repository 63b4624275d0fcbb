"""The replay looks as agreed: a seat's viewpoint, the split screen, the dimmed board, at three sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from textual.pilot import Pilot
from warcouncil.clients.replay.screen.app import ReplayApp
from warcouncil.clients.room.films.film import TableFilm
from warcouncil.clients.room.films.make_film import eyes_named, film_of
from warcouncil.clients.widgets.window.settings import Remembered

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep
from tests.profile import spread

SIZES = [(80, 24), (120, 36), (160, 50)]
PICTURES = {
    "a-seat": ("red.corps.2", "", ["right", "right", "right", "right"]),
    "split": ("red.corps.2", "light", ["right", "right", "right", "right", "s"]),
    "dimmed": ("black", "clear", ["right", "right", "d"]),
    "the-end": ("umpire", "", ["end"]),
}
"""The viewpoint, the theme and the keys of each picture."""


@cache
def _file() -> Path:
    room = Room("kartenspiel")
    room.sit_all()
    for _ in range(6):
        room.wait(5_000, step_ms=1000)
        room.play(1)
    return keep(Path(mkdtemp()) / "jena", room.journal)


def _app(eyes: str, theme: str = "") -> ReplayApp:
    film = film_of(_file())
    kept = Remembered()
    kept.put("motion", "reduced")
    return ReplayApp(film, eyes_named(film, eyes), lambda: film, theme=theme, kept=kept, now_ms=lambda: 0)


@pytest.mark.night(keep=2)
@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(name, size, id=f"{name}-{size[0]}x{size[1]}")
        for name, size in spread(list(PICTURES), SIZES)
    ],
)
def test_the_replay_looks_as_agreed(
    snap_compare: Callable[..., bool],
    monkeypatch: pytest.MonkeyPatch,
    *,
    name: str,
    size: tuple[int, int],
) -> None:
    """A change elsewhere breaks the screen on which a debrief is held."""
    eyes, theme, keys = PICTURES[name]
    monkeypatch.setattr(TableFilm, "wall", lambda _, at: f"09:00:{at // 1000 % 60:02}")

    async def press(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await pilot.pause()

    assert snap_compare(_app(eyes, theme), terminal_size=size, run_before=press)
