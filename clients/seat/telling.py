"""The telling: what happened last, told step by step, and the board as it was until all of it has been told."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from warcouncil.clients.seat import tone
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.talk import Timing
from warcouncil.clients.widgets.ink import Lines, ink, rule
from warcouncil.protocol.sheets import Sheet
from warcouncil.protocol.views import StoryLine
from warcouncil.protocol.words import clean

STEP_MS = 1100
STEP_SHORT_MS = 500
"""How long each step stands alone, when there is time and when there is little."""
LINGER_MS = 3500
TELL_MIN = 3
"""Fewer lines than this need no telling: they stand in the story."""
LONG_MS = 9000
HURRY_MS = 20_000


class Telling:
    """What happened last, being told step by step. What happens meanwhile is told too, without falling behind."""

    def __init__(self, lines: Sequence[StoryLine], now_ms: int, *, hurry: bool) -> None:
        self.lines: tuple[StoryLine, ...] = ()
        self.step_ms = STEP_MS
        self._told_before = 0
        self._begun_ms = now_ms
        self._ends_ms = now_ms
        self.add(lines, now_ms, hurry=hurry)

    def add(self, lines: Sequence[StoryLine], now_ms: int, *, hurry: bool) -> None:
        """Take in what has happened: all that was told before stands there at once; a few lines are not worth a wait."""
        self._told_before = len(self.lines)
        self.lines += tuple(lines)
        self._begun_ms = now_ms
        if self._told_before and len(lines) < TELL_MIN:
            self._told_before = len(self.lines)
            self._ends_ms = min(self._ends_ms, now_ms + LINGER_MS)
            return
        brisk = hurry or len(lines) * STEP_MS > LONG_MS
        self.step_ms = STEP_SHORT_MS if brisk else STEP_MS
        self._ends_ms = now_ms + len(lines) * self.step_ms + LINGER_MS

    def told(self, now_ms: int) -> int:
        """Give how many lines have been told."""
        return min(len(self.lines), self._told_before + 1 + (now_ms - self._begun_ms) // self.step_ms)

    def is_over(self, now_ms: int) -> bool:
        """Say whether all has been told, and has stood for a while."""
        return now_ms >= self._ends_ms

    def hurry_on(self, now_ms: int) -> None:
        """Tell the next line at once; after the last, end."""
        if self.told(now_ms) == len(self.lines):
            self._ends_ms = now_ms
            return
        sooner = self.step_ms - (now_ms - self._begun_ms) % self.step_ms
        self._begun_ms -= sooner
        self._ends_ms -= sooner

    def wants(self, width: int) -> int:
        """Give the lines that it takes when all has been told."""
        body = sum(len(ink(line.text).wrap(max(10, width - 6))) for line in self.lines)
        return body + 5

    def drawn(self, now_ms: int, width: int, height: int) -> Lines:
        """Draw what has been told so far, the latest line in full strength."""
        told = self.told(now_ms)
        head = self.lines[told - 1].heading if self.lines else ""
        body: Lines = []
        for number, line in enumerate(self.lines[:told]):
            latest = number == told - 1
            rows = ink(line.text, tone.STRONG if latest else tone.PLAIN).wrap(max(10, width - 6))
            for index, row in enumerate(rows):
                sign = (
                    Content.styled("  ▸ " if latest else "  · ", tone.KEY) if index == 0 else Content("    ")
                )
                body.append(sign + row)
        room = max(1, height - 3)
        more = len(self.lines) - told
        foot = f"{more} more · Space next, Esc ends" if more else "Space or Esc goes on · F3 reads it again"
        top = rule(f"What happened · {clean(head)}", width, "═", tone.STRONG)
        bottom = Content.styled(f"  {foot}", tone.QUIET)
        blank: Lines = [Content()] if height > len(body) + 3 else []
        return [top, *blank, *body[-room:], *blank, bottom]


class Teller:
    """Decides what is being told at a desk, and which board is shown meanwhile."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.telling: Telling | None = None
        self.board: Sheet | None = None
        """The board that is shown: it stays as it was until all has been told."""
        self._told = desk.news_number

    def sit_down(self) -> None:
        """Begin anew at another seat."""
        self.telling, self.board = None, None

    def update(self, now_ms: int) -> None:
        """Begin to tell what has happened, or end when all has been told."""
        desk = self._desk
        if self._told != desk.news_number:
            self._told = desk.news_number
            hurry = self._pressed(now_ms)
            if self.telling is not None:
                self.telling.add(desk.news, now_ms, hurry=hurry)
            elif len(desk.news) >= TELL_MIN:
                self.telling = Telling(desk.news, now_ms, hurry=hurry)
        if self.telling is not None and self.telling.is_over(now_ms):
            self.telling = None
        if desk.view is not None and (self.telling is None or self.board is None):
            self.board = desk.view.sheet

    def hurry_on(self, now_ms: int) -> None:
        """Tell the next step at once."""
        if self.telling is not None:
            self.telling.hurry_on(now_ms)

    def end(self) -> None:
        """Tell no more of it."""
        self.telling = None

    def story(self, now_ms: int) -> tuple[list[StoryLine], int]:
        """Give the story as far as it has been told, and how many of its last lines are new."""
        desk = self._desk
        untold = 0 if self.telling is None else len(self.telling.lines) - self.telling.told(now_ms)
        return desk.story[: len(desk.story) - untold], max(0, len(desk.news) - untold)

    def _pressed(self, now_ms: int) -> bool:
        """Say whether little time is left to answer."""
        desk = self._desk
        asked = desk.view is not None and desk.view.form is not None
        return asked and desk.timing(now_ms) is not Timing.NONE and desk.left_ms(now_ms) < HURRY_MS
