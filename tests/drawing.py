"""Windows without a terminal draw when a test looks: their unseen drawings after every change took a third of
their processor time. At night each change is drawn, as for people.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.profile import BY_NIGHT


def only_when_looked_at() -> None:
    """Make windows draw in this way from now on, if windows are tested at all.

    All else is unchanged: the layout, and the keys.
    """
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
