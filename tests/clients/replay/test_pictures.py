"""The replay looks as agreed: a seat's eyes, the split screen, the dimmed board, at three sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from textual.pilot import Pilot
from warcouncil.clients.replay.app import ReplayApp
from warcouncil.clients.room.tape import Tape
from warcouncil.clients.room.taping import eyes_named, tape_of
from warcouncil.clients.widgets.settings import Remembered

from tests.arbiter.core.room import Room
from tests.arbiter.record.files import keep

SIZES = [(80, 24), (120, 36), (160, 50)]


@cache
def _file() -> Path:
    room = Room("kartenspiel")
    room.sit_all()
    for _ in range(6):
        room.wait(5_000, step_ms=1000)
        room.play(1)
    return keep(Path(mkdtemp()) / "jena", room.journal)


def _app(eyes: str, theme: str = "") -> ReplayApp:
    film = tape_of(_file())
    kept = Remembered()
    kept.put("motion", "reduced")
    return ReplayApp(film, eyes_named(film, eyes), lambda: film, theme=theme, kept=kept, now_ms=lambda: 0)


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
@pytest.mark.parametrize(
    ("eyes", "theme", "keys"),
    [
        ("red.corps.2", "", ["right", "right", "right", "right"]),
        ("red.corps.2", "light", ["right", "right", "right", "right", "s"]),
        ("black", "clear", ["right", "right", "d"]),
        ("umpire", "", ["end"]),
    ],
    ids=["a-seat", "split", "dimmed", "the-end"],
)
def test_the_replay_looks_as_agreed(
    snap_compare: Callable[..., bool],
    monkeypatch: pytest.MonkeyPatch,
    *,
    size: tuple[int, int],
    eyes: str,
    theme: str,
    keys: list[str],
) -> None:
    """A change elsewhere would tear the screen on which a debrief is held."""
    monkeypatch.setattr(Tape, "wall", lambda _, at: f"09:00:{at // 1000 % 60:02}")

    async def press(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await pilot.pause()

    assert snap_compare(_app(eyes, theme), terminal_size=size, run_before=press)
