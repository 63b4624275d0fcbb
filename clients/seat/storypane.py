"""The story: what happened, in plain words, and the telling of what happened last, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from warcouncil.clients.seat import tone
from warcouncil.clients.widgets.ink import Lines, fit, ink, join, rule
from warcouncil.protocol.views import StoryLine
from warcouncil.protocol.words import clean

STEP_MS = 1100
STEP_SHORT_MS = 500
"""How long each step stands alone, when there is time and when there is little."""
LINGER_MS = 3500
TELL_MIN = 3
"""Fewer lines than this need no telling: they stand in the story."""
LONG_MS = 9000


def story_lines(story: Sequence[StoryLine], new: int, width: int) -> Lines:
    """Draw what happened, oldest first, each heading once; so many of the newest lines are marked."""
    lines: Lines = []
    heading = ""
    for number, line in enumerate(story):
        fresh = number >= len(story) - new
        if line.heading != heading:
            heading = line.heading
            lines.append(fit(rule_left(heading, width), width))
        mark = Content.styled("▸ ", tone.KEY) if fresh else Content("  ")
        for index, row in enumerate(ink(line.text, "" if fresh else tone.QUIET).wrap(max(10, width - 2))):
            lines.append((mark if index == 0 else Content("  ")) + row)
    return lines or [Content.styled(" Nothing has happened yet.", tone.QUIET)]


def rule_left(title: str, width: int) -> Content:
    """Give a heading with a line after it."""
    head = ink(f"{clean(title)} ", tone.STRONG)
    return head + Content.styled("─" * max(0, width - head.cell_length), "$faint")


def tail_lines(story: Sequence[StoryLine], new: int, width: int, *, flat: bool) -> Lines:
    """Draw the story for a strip of few lines: each line says when. `flat`: each on one line, cut where it must be."""
    lines: Lines = []
    for number, line in enumerate(story):
        fresh = number >= len(story) - new
        mark = Content.styled("▸", tone.KEY) if fresh else Content(" ")
        row = join(mark, ink(line.heading, tone.QUIET), ink(line.text, "" if fresh else tone.QUIET), gap=" ")
        lines += [row.truncate(width, ellipsis=True)] if flat else row.wrap(max(10, width))
    return lines or [Content.styled(" Nothing has happened yet.", tone.QUIET)]


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
