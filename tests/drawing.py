"""Windows without a terminal draw when a test looks: what they drew after every change, and nobody saw, was a third of their processor time.

At night each change is drawn, as before people.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.profile import BY_NIGHT


def only_when_looked_at() -> None:
    """Let windows be drawn so from now on, where windows are tested at all. All else goes on: what stands where, and what keys do."""
    screens = sys.modules.get("textual.screen")
    if BY_NIGHT or screens is None or hasattr(screens.Screen._compositor_refresh, "__wrapped__"):
        return
    draw = screens.Screen._compositor_refresh

    def pass_over(screen: Any) -> None:
        if not screen.app.is_headless or screen is not screen.app.screen:
            draw(screen)
            return
        screen._compositor._dirty_regions.clear()
        screen._dirty_widgets.clear()

    vars(pass_over)["__wrapped__"] = draw
    screens.Screen._compositor_refresh = pass_over
