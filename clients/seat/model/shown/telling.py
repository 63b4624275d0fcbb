"""Teller: decides which scenes are shown at a seat step by step, and which board is shown meanwhile."""

from __future__ import annotations

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.widgets.pieces.scenes import TELL_MIN, Telling
from warcouncil.protocol.table.lighting import Light
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import StoryLine

ANSWER_MS = 15_000
"""How much time the scenes leave for the answer to the open question."""


class Teller:
    """Decides which scenes are shown at a seat, and which board is shown meanwhile.

    With `still`, the last position of a scene is shown at once.
    """

    def __init__(self, desk: Desk, *, still: bool = False) -> None:
        self._desk = desk
        self.still = still
        self.telling: Telling | None = None
        self.board: Sheet | None = None
        """The board that is shown. Without scenes it stays the same until all events have been shown."""
        self.light: Light | None = None
        self._position: Sheet | None = None
        """The board of the newest view at the last update."""
        self._told = desk.news_number
        self._is_first = True
        """Whether no scene has been shown yet at this seat."""

    def sit_down(self) -> None:
        """Forget everything, because the window shows another seat now."""
        self.telling, self.board, self.light, self._position = None, None, None, None
        self._is_first = True

    def update(self, now_ms: int) -> None:
        """Start to show the new events, or stop after all of them have been shown."""
        desk, view = self._desk, self._desk.view
        if self._told != desk.news_number:
            self._told = desk.news_number
            self._tell(now_ms)
        if self.telling is not None and self.telling.is_over(now_ms):
            self.telling = None
        desk.is_told = self.telling is None
        if view is None:
            return
        self._position = view.sheet
        self.light = None
        if self.telling is None or self.board is None:
            self.board = view.sheet
        elif self.telling.watched:
            step = self.telling.now(now_ms)
            self.board = view.sheet if self.still else step.board or self.board
            self.light = step.light

    def _tell(self, now_ms: int) -> None:
        desk = self._desk
        scenes = desk.view.scenes if desk.view is not None else ()
        room_ms, before = self._room_ms(now_ms), self._position
        watched = any(line.shows or line.scene for line in desk.news)
        if self.telling is not None:
            self.telling.add(desk.news, now_ms, room_ms=room_ms, scenes=scenes, board=before)
        elif len(desk.news) >= TELL_MIN or watched:
            self.telling = Telling(
                desk.news,
                now_ms,
                room_ms=room_ms,
                scenes=scenes,
                board=before,
                still=self.still,
                look=desk.look if watched and self._is_first else "",
            )
            self._is_first = self._is_first and not watched

    def hurry_on(self, now_ms: int) -> None:
        """Show the next step at once."""
        if self.telling is not None:
            self.telling.hurry_on(now_ms)

    def end(self) -> None:
        """Stop showing the events."""
        self.telling, self._desk.is_told = None, True

    def story(self, now_ms: int) -> tuple[list[StoryLine], int]:
        """Return the part of the story that is shown so far, and how many of its last lines are new."""
        desk = self._desk
        untold = 0 if self.telling is None else len(self.telling.lines) - self.telling.told(now_ms)
        return desk.whole_story(untold)

    def pause(self, now_ms: int) -> None:
        """Stop at the present step, or go on."""
        if self.telling is not None:
            self.telling.pause(now_ms)

    def _room_ms(self, now_ms: int) -> int | None:
        """Return how much time the scenes may take. Return None if this seat has nothing to answer meanwhile."""
        desk = self._desk
        asked = desk.view is not None and desk.view.form is not None
        if not asked or desk.timing(now_ms) in (Timing.NONE, Timing.STANDS):
            return None
        return max(0, desk.left_ms(now_ms) - ANSWER_MS)
