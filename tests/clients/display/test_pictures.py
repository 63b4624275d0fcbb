"""Pictures of the projector: calm, the last seconds, paused, held, over; one, ten and forty tables; in two sizes."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from textual.pilot import Pilot
from warcouncil.clients.display.app import DisplayApp
from warcouncil.clients.widgets.window.themes import CLEAR, DARK, LIGHT
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import TableStatus

from tests.clients.display.builders import OVER, PAUSED, app_of, calm, mixed, paused, view
from tests.clients.umpire.test_pictures import Compare
from tests.profile import spread

SIZES = {"small": (80, 24), "large": (160, 50)}
ROOM, TABLE = 0, 1
PICTURES: dict[str, tuple[Iterable[TableStatus], int, View | None]] = {
    "a table, calm": (calm(1), TABLE, view()),
    "a table, the last seconds": (calm(1), TABLE, view(7000)),
    "a table, paused": (calm(1), TABLE, view(paused=PAUSED)),
    "a table, held": (calm(1), TABLE, view(held=True)),
    "a table, over": (calm(1), TABLE, view(ended=OVER)),
    "a room of one": (calm(1), ROOM, None),
    "a room of ten": (mixed(10), ROOM, None),
    "a room of forty": (mixed(40), ROOM, None),
    "a room of forty, paused": (paused(40), ROOM, None),
}


async def settle(pilot: Pilot[None]) -> None:
    """Process and draw all news until nothing changes."""
    for _ in range(3):
        await pilot.pause()
    assert isinstance(pilot.app, DisplayApp)
    pilot.app.redraw()
    await pilot.pause()


@pytest.mark.parametrize(
    ("name", "size"), [pytest.param(*each, id="-".join(each)) for each in spread(list(PICTURES), list(SIZES))]
)
def test_the_projector_looks_as_agreed(name: str, size: str, snap_compare: Compare) -> None:
    """A change spoils a picture that a room must read from its last row."""
    tables, first, shown = PICTURES[name]
    theme = {"a table, calm": LIGHT.name, "a room of ten": CLEAR.name}.get(name, DARK.name)
    app, _line, _now = app_of(tables, first=first, shown=shown, theme=theme)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=settle)
