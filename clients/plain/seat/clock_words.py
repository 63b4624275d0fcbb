"""The clock in words at important moments: when it starts or stops, at half, at ten seconds, at zero.

Also when talk opens and closes.
"""

from __future__ import annotations

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import ChannelId

TEN_MS = 10_000
HALF_MS_MIN = 30_000
"""For a clock shorter than this, half the time is not announced."""
MOVED_MS = 3000
"""A change larger than this was made by an umpire. A smaller one is network jitter."""


class TalkTeller:
    """Announces when a conversation opens and when it closes, each once."""

    def __init__(self) -> None:
        self._open: dict[ChannelId, str] = {}
        """The open conversations, with their titles."""

    def due(self, desk: Desk, now_ms: int) -> list[str]:
        """Return the lines to write now. None while the link is down, because the state is unknown."""
        if not desk.up:
            return []
        now = {talk.id: talk for talk in desk.talks.values() if desk.is_open(talk, now_ms)}
        closed = [title for channel, title in self._open.items() if channel not in now]
        opened = [talk for channel, talk in now.items() if channel not in self._open]
        self._open = {channel: talk.title for channel, talk in now.items()}
        return [
            *(f"talk: {say('plain.talk_closes', title=title)}" for title in closed),
            *(
                f"talk: {say('plain.talk_opens', title=talk.title, time=clock_text(desk.shuts_ms(talk, now_ms)))}"
                for talk in opened
            ),
        ]


class ClockTeller:
    """Announces the important moments of one clock, each once."""

    def __init__(self) -> None:
        self._gate = -1
        self._ends_ms = 0
        self._stands = False
        self._begun = True
        self._told: set[str] = set()

    def due(self, desk: Desk, now_ms: int) -> list[str]:
        """Return the lines to write now."""
        view = desk.view
        if view is None or view.clock is None or view.ended is not None:
            return []
        timing, left = desk.timing(now_ms), desk.left_ms(now_ms)
        if view.begun and not self._begun:
            self._begun, self._stands = True, timing is Timing.STANDS
            self._ends_ms, self._told = now_ms + left, self._past(view.clock.total_ms, left)
            return [f"clock: {say('plain.begun', time=clock_text(left))}"]
        self._begun = view.begun
        if view.gate != self._gate:
            self._gate, self._ends_ms, self._told = (
                view.gate,
                now_ms + left,
                self._past(view.clock.total_ms, left),
            )
            self._stands = timing is Timing.STANDS
            return [f"clock: {desk.standstill()}"] if self._stands else []
        if timing is Timing.STANDS:
            said = (
                []
                if self._stands
                else [f"clock: {say('plain.stands_at', time=clock_text(left), why=desk.standstill())}"]
            )
            self._stands = True
            return said
        if timing not in (Timing.RUNS, Timing.URGENT, Timing.UP):
            return []
        return self._running(view.clock.total_ms, left, now_ms, desk.time_is_up(now_ms))

    def _running(self, total_ms: int, left: int, now_ms: int, up: str) -> list[str]:
        ran_out = not left and self._ends_ms <= now_ms
        moved, stood = abs(now_ms + left - self._ends_ms) > MOVED_MS and not ran_out, self._stands
        self._stands = False
        if moved or stood:
            self._ends_ms, self._told = now_ms + left, self._past(total_ms, left)
            return [
                f"clock: {say('plain.runs_again' if stood else 'plain.was_moved', time=clock_text(left))}"
            ]
        fresh = self._past(total_ms, left) - self._told
        self._told |= fresh
        if "up" in fresh:
            return [f"clock: {up[:1].lower()}{up[1:]}"]
        if "ten" in fresh:
            return [f"clock: {say('plain.ten_seconds')}"]
        return [f"clock: {say('plain.half', time=clock_text(left))}"] if "half" in fresh else []

    def _past(self, total_ms: int, left: int) -> set[str]:
        """Return the moments that are past."""
        moments = {
            "half": total_ms // 2 if total_ms >= HALF_MS_MIN else -1,
            "ten": min(TEN_MS, total_ms - 1),
            "up": 0,
        }
        return {name for name, at in moments.items() if left <= at}
