"""Draws the verdict: how the game ended.

It replaces the board after all events before the end have been shown.
"""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.seat.model.shown.screen import ShownEnd
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.blocks import DOTS_HIGH, can_write, dots_wide, written
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.ink import Lines, fit, flow, ink, inset, join, rule, tag, width_of
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Ended

MARGIN = 3
_COUNT_GAP = 3
_MEANING_MAX = 72


def _headline_rule(end: ShownEnd, width: int) -> Content:
    """Draw the headline across the board, in the winner's colour."""
    ended = end.ended
    sides = Sides(ended.sides)
    if len(ended.winners) != 1 or sides.of(ended.winners[0]) is None:
        return rule(end.headline, width, "═", tone.STRONG)
    badge = sides.badge(end.headline, tone.STRONG, side=ended.winners[0])
    stroke = Content.styled("═" * max(0, (width - badge.cell_length) // 2 - 1), sides.ink(ended.winners[0]))
    return join(stroke, badge, stroke, gap=" ")


def ended_lines(end: ShownEnd, width: int, *, again: bool, own: OwnKeys = SAME) -> Lines:
    """Draw under the board that the game is over, and the keys that have an effect now.

    `again`: another game can begin at once.
    """
    words = " ".join(filter(None, (say("verdict.over"), end.outcome)))
    ways = [
        (own.of("back", "Esc"), say("verdict.way_board")),
        (own.of("story", "F3"), say("verdict.way_story")),
        (own.of("save", "S"), say("verdict.way_save")),
    ]
    if again:
        ways.insert(0, (own.of("again", "Enter"), say("verdict.way_again")))
    pieces = [Content.assemble((key, tone.KEY), f" {does}") for key, does in ways]
    return [Content(" ") + ink(words, tone.STRONG), *inset(flow([[piece] for piece in pieces], width - 1, 3))]


def verdict_lines(end: ShownEnd, width: int, height: int) -> Lines:
    """Draw who won, why, what was counted, and the result for the reader.

    The winner is in large letters if they fit.
    """
    inner = max(20, width - 2 * MARGIN)
    body = _body(end, inner, _large(end, inner))
    if len(body) > height:
        body = _body(end, inner, [_headline_rule(end, inner)])
    if len(body) > height:
        body = [line for line in body if line.plain.strip()]
    above = max(0, (height - len(body)) // 3)
    return [*[Content()] * above, *(Content(" " * MARGIN) + line for line in body)]


def verdict_wants(end: ShownEnd, width: int) -> int:
    """Return how many lines a verdict in large letters needs."""
    inner = max(20, width - 2 * MARGIN)
    return len(_body(end, inner, _large(end, inner))) + 1


def _body(end: ShownEnd, inner: int, head: Lines) -> Lines:
    ended = end.ended
    body: Lines = [*head, Content()]
    sides = Sides(ended.sides)
    if end.outcome and ended.winners:
        badge = tag(f"★ {end.outcome}", tone.SEAL) if ended.won else tag(end.outcome, tone.LOST)
        body += [fit(badge, inner, "center"), Content()]
    if end.winners:
        body += [fit(line, inner, "center") for line in sides.sided(end.winners).wrap(inner)]
    body += [fit(line, inner, "center") for line in sides.sided(end.reason, tone.STRONG).wrap(inner)]
    if end.meaning:
        meant = sides.sided(end.meaning).wrap(min(inner, _MEANING_MAX))
        body += [Content(), *(fit(line, inner, "center") for line in meant)]
    body.append(Content())
    body += [fit(line, inner, "center") for line in _counts(end, sides, inner)]
    if end.deeds:
        orders = ink(end.deeds, tone.QUIET).wrap(inner)
        body += [Content(), *(fit(line, inner, "center") for line in orders)]
    return [*body, Content(), Content.styled("═" * inner, _winners_ink(ended))]


def _counts(end: ShownEnd, sides: Sides, inner: int) -> Lines:
    """Draw the counts in columns. The labels are aligned at their ends, and numbers are below each other."""
    counted = [
        (label, [[join(sides.sided(side), ink(value, tone.STRONG), gap=" ")] for side, value in values])
        for label, values in end.counts
    ]
    labels = max((ink(label).cell_length for label, _ in counted), default=0)
    rows: Lines = []
    for label, values in counted:
        for at, line in enumerate(flow(values, max(1, inner - labels - _COUNT_GAP), _COUNT_GAP)):
            name = fit(ink("" if at else label, tone.QUIET), labels, "right")
            rows.append(join(name, line.rstrip(), gap=" " * _COUNT_GAP))
    width = width_of(rows)
    return [fit(row, width) for row in rows]


def _winners_ink(ended: Ended) -> str:
    return Sides(ended.sides).ink(ended.winners[0], tone.STRONG) if len(ended.winners) == 1 else tone.STRONG


def _large(end: ShownEnd, inner: int) -> Lines:
    """Draw the winner in letters that are readable across a room. If they do not fit, draw the winner on one line."""
    words, ended = end.headline, end.ended
    across = next((each for each in (2, 1) if can_write(words) and dots_wide(words) * each <= inner), 0)
    if not across:
        return [_headline_rule(end, inner)]
    style = _winners_ink(ended)
    letters = written(words, across=across, down=DOTS_HIGH * across + across % 2)
    edge = Content.styled("═" * inner, style)
    sides, won = Sides(ended.sides), ended.winners[0] if len(ended.winners) == 1 else ""
    top = [fit(sides.badge(won, tone.STRONG), inner, "center")] if sides.of(won) else []
    rows = [fit(Content.styled(row, style), inner, "center") for row in letters]
    return [edge, *top, Content(), *rows]
