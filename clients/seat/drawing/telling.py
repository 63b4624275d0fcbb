"""Draws what happened last, step by step. The board stays unchanged until everything has been shown."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import Lines, ink, rule
from warcouncil.clients.widgets.pieces.scenes import Step, Telling
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean

CAPTION_ROWS_MIN = 2
"""The minimum number of lines under the board for the words of a step. Long words may need more."""
TELLING_LEAST = 1 + CAPTION_ROWS_MIN
"""The least number of lines for the steps."""


def telling_wants(telling: Telling, width: int, now_ms: int | None = None) -> int:
    """Return how many lines the steps need under the board.

    It is the same for all steps. With `now_ms`, it is the height of the present words.
    """
    look = len(_look(telling.look, width))
    if now_ms is not None:
        return 1 + max(CAPTION_ROWS_MIN, len(_caption(telling.now(now_ms), width))) + look
    rows = [len(_caption(step, width)) for step in telling.steps]
    return 1 + max(CAPTION_ROWS_MIN, max(rows) if telling.watched else sum(rows)) + look


def telling_lines(telling: Telling, now_ms: int, width: int, height: int, own: OwnKeys = SAME) -> Lines:
    """Draw the present step. Below a board that no step changes, earlier steps stay as long as they fit."""
    come = telling.come(now_ms)
    step = telling.steps[come - 1]
    foot = _foot(len(telling.steps) - come, own, stopped=telling.paused)
    look = _look(telling.look, width)
    room = max(1, height - 1 - len(look))
    lines = _caption(step, width)
    if len(lines) > room:
        lines = _shortened(_caption(step, width, dense=True), room)
    for earlier in () if telling.watched else reversed(telling.steps[: come - 1]):
        rows = _caption(earlier, width, latest=False)
        if len(rows) + len(lines) > room:
            break
        lines = [*rows, *lines]
    return [_over(step, clean(step.lines[-1].heading), foot, width), *lines, *look]


def _foot(more: int, own: OwnKeys, *, stopped: bool) -> str:
    """Return how many more steps there are, and the keys."""
    on, enough, stop = own.of("tell-on", "Space"), own.of("back", "Esc"), own.of("pause-telling", "Ctrl+E")
    if stopped:
        ways = say("story.stopped_ways", on=on, enough=enough, stop=stop)
        return f"{say('story.stopped')} · {ways}"
    if more:
        ways = say("story.next_ends", on=on, enough=enough, stop=stop)
        return f"{say('story.n_more', n=more)} · {ways}"
    again = say("story.reads_again", key=own.of("story", "F3"))
    return f"{say('story.goes_on', on=on, enough=enough)} · {again}"


def _look(look: str, width: int) -> Lines:
    """Draw the briefing's advice for the first turn."""
    rows = ink(look, tone.GOOD).wrap(max(10, width - 4)) if look else []
    return [
        Content.styled("  ☞ " if number == 0 else "    ", tone.KEY) + row for number, row in enumerate(rows)
    ]


def _over(step: Step, heading: str, foot: str, width: int) -> Content:
    """Draw the title of a scene and the keys, shortened if they do not fit."""
    title = f"{clean(step.title) or say('story.what_happened')} · {heading}"
    ways = (f"{title} · {foot}", f"{title} · {foot.split(' · ', maxsplit=1)[0]}", title)
    words = next((each for each in ways if cell_len(each) + 4 <= width), title)
    return rule(words, width, "═", tone.STRONG)


def _shortened(lines: Lines, room: int) -> Lines:
    """Return as many lines as fit. The last line ends in three dots if there are more."""
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], lines[room - 1].rstrip() + Content(" …")]


def _caption(step: Step, width: int, *, latest: bool = True, dense: bool = False) -> Lines:
    """Draw the words of a step: the first line in bold, and each further line in its own rows.

    `latest`: no later step has come. The words of earlier steps are plain. `dense`: the other lines form one
    paragraph.
    """
    first, *rest = (line.text for line in step.lines)
    sign, style = ("  ▸ ", tone.STRONG) if latest else ("  · ", tone.PLAIN)
    lines = _marked(sign, ink(first, style), width)
    for text in [" ".join(rest)] if dense and rest else rest:
        lines += _marked("    " if dense else "  · ", ink(text, tone.PLAIN), width)
    return lines


def _marked(sign: str, words: Content, width: int) -> Lines:
    rows = words.wrap(max(10, width - 4))
    return [Content.styled("    " if at else sign, tone.KEY) + row for at, row in enumerate(rows)]
