"""Draws a battle line: two armies that face each other, post against post."""

from __future__ import annotations

from protocol.sheets import BattleLine, Fact, Post, Side, Strength
from textual.content import Content

from clients.widgets.ink import FAINT, HEAD, LOUD, MEMORY, YOURS, Align, Lines, beside, fit, ink, join, rule

_BOX_WIDTH_MIN = 12


def draw_battle(element: BattleLine, width: int, *, tight: bool) -> Lines:
    """Draw both armies: boxes where there is room, plain columns where there is not."""
    far, near = element.far, element.near
    columns = max(len(far.posts), len(near.posts), 1)
    cell = (width - 2) // columns
    boxed = not tight and cell >= _BOX_WIDTH_MIN
    army = _boxes if boxed else _columns
    title = element.title or "the line"
    lines = [_title(far, width)]
    lines += army(far, columns, cell, facing_up=False)
    lines.append(rule(title, width, "═" if boxed else "─"))
    lines += army(near, columns, cell, facing_up=True)
    lines.append(_title(near, width))
    return lines


def _title(side: Side, width: int) -> Content:
    """Name the army, and say what stands behind its line."""
    behind = [join(ink(fact.label, FAINT), _value(fact), gap=" ") for fact in side.behind]
    words = join(ink(side.title.upper(), HEAD), *behind, gap="   ")
    return fit(Content(" ") + words, width)


def _value(fact: Fact) -> Content:
    return ink(fact.value, FAINT if fact.value == "?" else HEAD)


def _label(post: Post) -> Content:
    return ink(f"{post.label} · you", YOURS) if post.yours else ink(post.label, HEAD)


def strength_lines(strength: Strength) -> Lines:
    """Say how much stands there: what is known now, or else what was seen and when, or else that it is unknown."""
    if strength.now is not None:
        pieces = [ink(", ".join(strength.parts))] if strength.parts else []
        return [ink(str(strength.now), HEAD), *pieces]
    if strength.seen is not None:
        when = f" on {strength.seen_when}" if strength.seen_when else " seen"
        pieces = [ink(", ".join(strength.seen_parts), MEMORY)] if strength.seen_parts else []
        return [ink(f"{strength.seen}{when}", MEMORY), *pieces]
    return [ink("?", FAINT)]


def _short(strength: Strength) -> Content:
    """Say the strength on one line."""
    lines = strength_lines(strength)
    style = MEMORY if strength.now is None else ""
    return join(*lines, gap=": ") if len(lines) == 2 and style == "" else join(*lines, gap=" ")


def _stance(post: Post) -> Content:
    return ink(f" {post.stance} ", LOUD) if post.stance else Content()


def _columns(side: Side, columns: int, cell: int, *, facing_up: bool) -> Lines:
    """Draw posts as plain columns; what a post declared stands next to the line."""
    rows = [[_label(post) for post in side.posts], [_short(post.strength) for post in side.posts]]
    if any(post.note for post in side.posts):
        rows.append([ink(post.note, FAINT) for post in side.posts])
    if any(post.stance for post in side.posts):
        rows.insert(0 if facing_up else len(rows), [_stance(post) for post in side.posts])
    return [_across(row, columns, cell) for row in rows]


def _across(cells: Lines, columns: int, cell: int, align: Align = "center") -> Content:
    filled = [fit(content, cell - 1, align) for content in cells]
    filled += [Content(" " * (cell - 1))] * (columns - len(cells))
    return Content(" ") + Content(" ").join(filled)


def _boxes(side: Side, columns: int, cell: int, *, facing_up: bool) -> Lines:
    """Draw posts as boxes, heavy where the reader himself stands."""
    inside = cell - 3
    depth = max((len(strength_lines(post.strength)) for post in side.posts), default=1)
    noted = any(post.note for post in side.posts)
    stanced = any(post.stance for post in side.posts)
    boxes = [
        _box(post, inside, depth, noted=noted, stanced=stanced, facing_up=facing_up) for post in side.posts
    ]
    return [Content(" ") + line for line in beside(boxes, 1)]


def _box(post: Post, inside: int, depth: int, *, noted: bool, stanced: bool, facing_up: bool) -> Lines:
    style = YOURS if post.yours else FAINT
    corners, side, stroke = ("┏┓┗┛", "┃", "━") if post.yours else ("╭╮╰╯", "│", "─")
    body = strength_lines(post.strength)
    body += [Content()] * (depth - len(body))
    if noted:
        body.append(ink(post.note, FAINT))
    if stanced:
        body.insert(0 if facing_up else len(body), _stance(post))
    label = fit(rule(post.label + (" · you" if post.yours else ""), inside, stroke, style), inside)
    flat = Content.styled(stroke * inside, style)
    top, bottom = (flat, label) if not facing_up else (label, flat)
    if not facing_up:
        top, bottom = label, flat
    edge = Content.styled(side, style)
    lines = [Content.styled(corners[0], style) + top + Content.styled(corners[1], style)]
    lines += [edge + fit(line, inside, "center") + edge for line in body]
    lines.append(Content.styled(corners[2], style) + bottom + Content.styled(corners[3], style))
    return lines
