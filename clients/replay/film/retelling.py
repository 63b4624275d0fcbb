"""The retelling: when a question opens, the earlier events are shown as the seat's own client showed them then."""

from __future__ import annotations

from warcouncil.clients.replay.film.film import Eyes, Film, Instant
from warcouncil.clients.replay.film.seen import desk_of
from warcouncil.clients.replay.film.walk import Walk
from warcouncil.clients.seat.model.shown.telling import Teller
from warcouncil.clients.widgets.pieces.scenes import Telling
from warcouncil.protocol.table.lighting import Light
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import StoryLine


class SceneTeller:
    """Shows the events that this viewpoint received when a question opened. With `still`, nothing is shown step by step."""

    def __init__(self, film: Film, *, still: bool) -> None:
        self._film = film
        self.still = still
        self._teller: Teller | None = None

    @property
    def telling(self) -> Telling | None:
        """The present retelling."""
        return self._teller.telling if self._teller is not None else None

    @property
    def board(self) -> Sheet | None:
        """The board in the present step."""
        return self._teller.board if self._teller is not None else None

    @property
    def light(self) -> Light | None:
        """The parts of the board that the present scene highlights."""
        return self._teller.light if self._teller is not None else None

    def begin(self, walk: Walk, eyes: Eyes, now_ms: int) -> None:
        """Start a retelling, if there are events to show."""
        self.end()
        gate = walk.gate
        if self.still or walk.place == 0:
            return
        news = self._film.news(gate.number, eyes)
        if news is None:
            return
        before = self._film.sight(Instant(gate.opened.seq - 1, gate.opened.at), eyes)
        if before.view is None:
            return
        desk = desk_of(before)
        teller = Teller(desk)
        teller.update(now_ms)
        desk.feed(news, now_ms)
        teller.update(now_ms)
        self._teller = teller if teller.telling is not None else None

    def tells(self, now_ms: int) -> bool:
        """Advance the retelling. Return whether it continues."""
        if self._teller is None:
            return False
        self._teller.update(now_ms)
        if self._teller.telling is None:
            self._teller = None
        return True

    def story(self, now_ms: int) -> tuple[list[StoryLine], int]:
        """Return the part of the story that is shown so far, and how many of its lines are new."""
        return self._teller.story(now_ms) if self._teller is not None else ([], 0)

    def hurry_on(self, now_ms: int) -> bool:
        """Show the next step at once. Return whether a retelling is running."""
        if self._teller is None:
            return False
        self._teller.hurry_on(now_ms)
        return self.tells(now_ms)

    def end(self) -> None:
        """Stop the retelling."""
        self._teller = None
