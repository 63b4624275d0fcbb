"""Pictures of the seat at three sizes.

Other tests check its requests and texts. These check its appearance.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest
from textual.app import App
from textual.pilot import Pilot
from warcouncil.clients.widgets.window.themes import CLEAR, DARK, LIGHT

from tests.clients.seat.scenes import AT_EVERY_SIZE, SMALL_ONLY, Scene
from tests.clients.seat.sitting import LARGE, MIDDLE, SMALL, app_of, play_scene
from tests.profile import spread


class Compare(Protocol):
    """Compares a picture of an app with the one that was agreed on."""

    def __call__(
        self,
        app: App[None],
        *,
        terminal_size: tuple[int, int],
        run_before: Callable[[Pilot[None]], Awaitable[None]],
    ) -> bool:
        """Compare."""


def looks_as_agreed(scene: Scene, size: tuple[int, int], compare: Compare, theme: str = DARK.name) -> bool:
    """Return whether a scene looks as it did."""
    app, _line, clock = app_of(*scene.news, theme=theme)

    async def run(pilot: Pilot[None]) -> None:
        await play_scene(pilot, scene, clock)

    return compare(app, terminal_size=size, run_before=run)


SIZES = {"small": SMALL, "middle": MIDDLE, "large": LARGE}


@pytest.mark.night(keep=6)
@pytest.mark.parametrize(
    ("name", "size"),
    [pytest.param(*each, id="-".join(each)) for each in spread(list(AT_EVERY_SIZE), list(SIZES))],
)
def test_the_seat_looks_as_agreed_at_every_size(name: str, size: str, snap_compare: Compare) -> None:
    """A change hides what a player must find at a glance."""
    assert looks_as_agreed(AT_EVERY_SIZE[name](), SIZES[size], snap_compare)


@pytest.mark.night(keep=7)
@pytest.mark.parametrize("name", list(SMALL_ONLY))
def test_the_seat_looks_as_agreed_on_a_small_screen(name: str, snap_compare: Compare) -> None:
    """A rare position looks broken on a small screen."""
    assert looks_as_agreed(SMALL_ONLY[name](), SMALL, snap_compare)


@pytest.mark.parametrize("theme", [LIGHT.name, CLEAR.name])
def test_the_seat_looks_as_agreed_in_other_colours(theme: str, snap_compare: Compare) -> None:
    """A theme hides the seal or the clock."""
    assert looks_as_agreed(AT_EVERY_SIZE["sealed"](), SMALL, snap_compare, theme)
