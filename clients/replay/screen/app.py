"""ReplayApp: the replay as a Textual app: its screen, its timer, and a message if the window is too small."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.link.base.machine import monotonic_ms
from warcouncil.clients.replay.film.film import Eyes, Film
from warcouncil.clients.replay.screen.keys import LEAVE_KEY
from warcouncil.clients.replay.screen.screen import ReplayScreen
from warcouncil.clients.seat.screen.app import say_plain
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.widgets.window.window import Window
from warcouncil.clients.wording.saying import say

WIDTH_MIN, HEIGHT_MIN = 60, 20
TICK_SECONDS = 0.1


class ReplayApp(Window):
    """The app of a replay."""

    TITLE = "warcouncil · replay"
    CSS_PATH = "replay.tcss"
    BINDINGS = [LEAVE_KEY]  # noqa: RUF012  # Textual's own way
    ROOM = "replay"

    def __init__(
        self,
        film: Film,
        eyes: Eyes,
        reread: Callable[[], Film | str],
        *,
        theme: str = "",
        kept: Remembered | None = None,
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        super().__init__(theme=theme, kept=kept)
        still = self.kept.now.motion == "reduced"
        self.replay = ReplayScreen(film, eyes, now_ms, reread, still=still)

    def on_mount(self) -> None:
        """Show the table and start the timer."""
        self.push_screen(self.replay)
        self.set_interval(TICK_SECONDS, self.tick)

    def tick(self) -> None:
        """Advance the replay while it is in front."""
        if self.is_running:
            say_plain(self, self._too_small)
            if self.screen is self.replay:
                self.replay.tick()

    def on_resize(self) -> None:
        """When the size of the window is known, show whether it is too small."""
        self.call_later(say_plain, self, self._too_small)

    def _too_small(self) -> str:
        width, height = self.size
        if width >= WIDTH_MIN and height >= HEIGHT_MIN:
            return ""
        return say("replay.too_small", width=width, height=height, width_min=WIDTH_MIN, height_min=HEIGHT_MIN)
