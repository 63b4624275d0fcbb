"""Draws the story: what happened, in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from textual.content import Content
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import Lines, fit, ink, join
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import StoryLine
from warcouncil.protocol.words import clean

KEPT_MAX = 20_000
"""How many drawn sentences are cached.

A long game has thousands of sentences, and the screen is drawn five times a second.
"""


def story_lines(story: Sequence[StoryLine], new: int, width: int, look: str = "") -> Lines:
    """Draw the story, oldest first, with each heading once. The newest `new` lines are marked.

    `look` is the advice of the briefing for the first turn.
    """
    lines: Lines = [
        Content.styled("☞ " if index == 0 else "  ", tone.KEY) + row
        for index, row in enumerate(ink(look, tone.GOOD).wrap(max(10, width - 2)) if look and story else [])
    ]
    heading = ""
    for number, line in enumerate(story):
        fresh = number >= len(story) - new
        if line.heading != heading:
            heading = line.heading
            lines.append(_heading(heading, width))
        lines += _sentence(line.text, width, fresh=fresh)
    return lines or [Content.styled(f" {say('story.nothing')}", tone.QUIET)]


@lru_cache(KEPT_MAX)
def _sentence(text: str, width: int, *, fresh: bool) -> tuple[Content, ...]:
    """Draw a sentence below its heading."""
    mark = Content.styled("▸ ", tone.KEY) if fresh else Content("  ")
    rows = ink(text, "" if fresh else tone.QUIET).wrap(max(10, width - 2))
    return tuple((mark if index == 0 else Content("  ")) + row for index, row in enumerate(rows))


@lru_cache(KEPT_MAX)
def _heading(title: str, width: int) -> Content:
    return fit(rule_left(title, width), width)


def rule_left(title: str, width: int) -> Content:
    """Draw a heading followed by a line."""
    head = ink(f"{clean(title)} ", tone.STRONG)
    return head + Content.styled("─" * max(0, width - head.cell_length), "$faint")


def _told(line: StoryLine, width: int, *, fresh: bool) -> Lines:
    """Draw a sentence with its heading in front of it."""
    mark = Content.styled("▸ ", tone.KEY) if fresh else Content("  ")
    row = join(ink(line.heading, tone.QUIET), ink(line.text, "" if fresh else tone.QUIET), gap=" ")
    first, *more = row.wrap(max(10, width - 2))
    return [mark + first, *(Content("  ") + each for each in more)]


def newest_takes(story: Sequence[StoryLine], width: int) -> int:
    """Return how many lines the newest sentence needs."""
    return len(_told(story[-1], width, fresh=True)) if story else 1


def tail_lines(story: Sequence[StoryLine], new: int, width: int, rows_max: int) -> Lines:
    """Draw the end of the story in a few lines, each sentence with its heading.

    Only complete sentences are drawn. The newest sentence alone is cut if it does not fit.
    """
    lines: Lines = []
    for number, line in reversed(list(enumerate(story))):
        fresh = number >= len(story) - new
        rows = _told(line, width, fresh=fresh)
        if not lines and len(rows) > rows_max:
            last = rows[rows_max - 1].rstrip().truncate(max(1, width - 2)) + Content(" …")
            return [*rows[: rows_max - 1], last]
        if len(lines) + len(rows) > rows_max:
            break
        lines = [*rows, *lines]
    return lines or [Content.styled(f" {say('story.nothing')}", tone.QUIET)]
