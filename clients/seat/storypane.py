"""The story: what happened, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from warcouncil.clients.seat import tone
from warcouncil.clients.widgets.ink import Lines, fit, ink, join
from warcouncil.protocol.views import StoryLine
from warcouncil.protocol.words import clean


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
