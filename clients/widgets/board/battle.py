"""Draws a battle line: two armies that face each other, with each post opposite another."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from textual.content import Content
from warcouncil.clients.widgets.board.blocks import DOTS_HIGH, written
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.ink import (
    DIM,
    FAINT,
    HEAD,
    LIT,
    LOUD,
    MEMORY,
    YOURS,
    Align,
    Lines,
    beside,
    dimmed,
    fit,
    flow,
    ink,
    join,
    rule,
    tag,
    whole_rows,
    width_of,
)
from warcouncil.clients.widgets.board.scale import Scale
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.lighting import Light
from warcouncil.protocol.table.sheets import BattleLine, Fact, Post, Side, Strength

_BOX_WIDTH_MIN = 12
_NOTE_ROWS_MAX = 2
_NUMBER, _JOINED = re.compile(r"(?<=\d) (?=\w)| (?=\d+(?:,|$))"), "\N{UNDERTIE}"
_GUTTER = 3
"""How many cells stay blank between the notes of neighbours."""
_FIGURE_DOTS = {Scale.LARGE: 5, Scale.AMPLE: 10}
"""The height of figures in half lines, by scale."""
_NOTE_CELLS = 21
"""A narrower box keeps two rows free for a note, because a note rarely fits into one."""
_FOG = "░"
TEAR = "╳"
TORN = "bold reverse $text-error"
"""The sign and the style of a broken post. The sign needs no colour."""


def draw_battle(
    element: BattleLine,
    width: int,
    *,
    sides: Sides,
    scale: Scale = Scale.ROOMY,
    light: Light | None = None,
) -> Lines:
    """Draw both armies: as boxes if there is room (large ones if there is plenty), otherwise as plain
    columns, or in the short form.

    The rows for notes and stances are drawn even if they are empty, so that each post keeps its place.
    """
    far, near = element.far, element.near
    columns = max(len(far.posts), len(near.posts), 1)
    cell = (width - 2) // columns
    boxed = scale >= Scale.BOXED and cell >= _BOX_WIDTH_MIN
    title = element.title or say("board.the_line")
    figures = _FIGURE_DOTS.get(scale, 0) if boxed else 0
    short = scale is Scale.BARE
    way = LineStyle(sides=sides, boxed=boxed, figures=figures, short=short, facing_up=False, light=light)
    blank: Lines = [Content()] if boxed and scale is Scale.AMPLE else []
    lines = [*_title(far, sides, width), *blank]
    lines += _army(far, columns, cell, way)
    lines += [*blank, rule(title, width, "═" if boxed else "─"), *blank]
    lines += _army(near, columns, cell, replace(way, facing_up=True))
    lines += [*blank, *_title(near, sides, width)]
    return lines


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How an army is drawn.

    `figures` is the height of large strengths in half lines, or 0 for none. `short`: two rows for each army.
    `light`: every place that it does not name is dimmed.
    """

    sides: Sides
    boxed: bool
    figures: int
    short: bool
    facing_up: bool
    light: Light | None

    def shines(self, side: Side, post: Post) -> bool:
        """Return whether a scene highlights a post."""
        return self.light is not None and not self.light.plain and self.light.on_post(side.team, post.label)

    def is_dim(self, side: Side, post: Post) -> bool:
        """Return whether a scene is shown and does not highlight this post."""
        return self.light is not None and not self.light.on_post(side.team, post.label)


def _army(side: Side, columns: int, cell: int, way: LineStyle) -> Lines:
    if way.boxed:
        return _boxes(side, cell, way)
    rows = _short_rows(side, cell, way) if way.short else _column_rows(side, cell, way)
    for row in rows:
        for number, post in enumerate(side.posts):
            row[number] = row[number].stylize(DIM) if way.is_dim(side, post) else row[number]
    return [_across(row, columns, cell) for row in rows]


def _title(side: Side, sides: Sides, width: int) -> Lines:
    """Draw the name of the army, and the facts about the troops behind its line.

    If they do not fit on one line, they first get smaller gaps, and then more lines.
    """
    behind = [[join(ink(fact.label, FAINT), _value(fact), gap=" ")] for fact in side.behind]
    badge = sides.badge(side.title.upper(), HEAD, side=side.team)
    room = width - 1 - badge.cell_length
    ways = [flow(behind, room - gap, gap) for gap in (3, 2)]
    gap, rows = next(
        ((gap, rows) for gap, rows in zip((3, 2), ways, strict=True) if len(rows) < 2), (3, ways[0])
    )
    blank = Content(" " * badge.cell_length)
    heads = [badge, *[blank] * (len(rows) - 1)]
    lines = [
        fit(Content(" ") + join(head, row, gap=" " * gap), width)
        for head, row in zip(heads, rows, strict=False)
    ]
    return lines or [fit(Content(" ") + badge, width)]


def _value(fact: Fact) -> Content:
    return ink(fact.value, FAINT if fact.value == "?" else HEAD)


def _label(post: Post, width: int, *, shines: bool) -> Content:
    """Draw the name of a post. A broken post has a sign at both ends of its name, if these fit into `width` cells."""
    you = f" · {say('board.you')}" if post.yours else ""
    if post.broken:
        broken = f"{post.label} {say('board.broken')}"
        torn = ink(f"{TEAR} {broken} {TEAR}{you}", TORN)
        return torn if torn.cell_length <= width else ink(broken + you, TORN)
    if shines:
        return ink(f"▶ {post.label}{you} ◀", LOUD)
    return ink(post.label + you, YOURS if post.yours else HEAD)


def strength_lines(strength: Strength) -> Lines:
    """Draw the strength at a post. It is known now, was seen once (with the time), or is unknown."""
    if strength.now is not None:
        pieces = [ink(" ".join(strength.parts))] if strength.parts else []
        return [ink(str(strength.now), HEAD), *pieces]
    if strength.seen is not None:
        when = say("board.seen_on", when=strength.seen_when) if strength.seen_when else say("board.seen")
        pieces = [ink(" ".join(strength.seen_parts), MEMORY)] if strength.seen_parts else []
        return [ink(f"{strength.seen} {when}", MEMORY), *pieces]
    return [ink("?", FAINT)]


def _short(strength: Strength, width: int) -> Content:
    """Draw a strength on one line. The pieces are left out if they do not all fit."""
    lines = strength_lines(strength)
    line = join(*lines, gap=": ")
    return line if line.cell_length <= width else lines[0]


def _said(post: Post, cell: int) -> Lines:
    """Draw the strength of a post and the note about it, in two rows if possible."""
    strength, note = _short(post.strength, cell - 1), _note(post, cell - _GUTTER)
    if len(note) < _NOTE_ROWS_MAX:
        return [strength, *note]
    for rows in (
        [strength, *_note(post, cell - 1)],
        _parted(join(strength, _bound(post), gap=" "), cell - 1),
    ):
        if len(rows) <= _NOTE_ROWS_MAX:
            return rows
    return [strength, *note]


def _stance(post: Post) -> Content:
    return tag(post.stance, LOUD) if post.stance else Content()


def _short_rows(side: Side, cell: int, way: LineStyle) -> list[Lines]:
    """Draw each post in short: its name and strength, and below them its stance or the note about it.

    If a name and its strength do not fit side by side, all strengths of the army have a row of their own.
    """
    names, strengths, said = [], [], []
    for post in side.posts:
        label = _label(post, cell - 1, shines=False)
        label = label.stylize(LOUD) if way.shines(side, post) else label
        names.append(label)
        strengths.append(_short(post.strength, cell - 2 - label.cell_length))
        note = whole_rows(ink(post.note, FAINT), cell - 1, 1)
        said.append(_stance(post) if post.stance else note[0])
    named = [join(*both, gap=" ") for both in zip(names, strengths, strict=True)]
    if width_of(named) < cell:
        return [named, said]
    return [names, [_short(post.strength, cell - 1) for post in side.posts], said]


def _column_rows(side: Side, cell: int, way: LineStyle) -> list[Lines]:
    """Draw posts as plain columns. The stance of a post is next to the line."""
    said = [_said(post, cell) for post in side.posts]
    rows = [
        [_label(post, cell - 1, shines=way.shines(side, post)) for post in side.posts],
        *[
            [each[row] if row < len(each) else Content() for each in said]
            for row in range(max([2, *map(len, said)]))
        ],
    ]
    rows.insert(0 if way.facing_up else len(rows), [_stance(post) for post in side.posts])
    return rows


def _across(cells: Lines, columns: int, cell: int, align: Align = "center") -> Content:
    filled = [fit(content, cell - 1, align) for content in cells]
    filled += [Content(" " * (cell - 1))] * (columns - len(cells))
    return Content(" ") + Content(" ").join(filled)


def _boxes(side: Side, cell: int, way: LineStyle) -> Lines:
    """Draw posts as boxes of one height. The reader's own post has a heavy edge."""
    inside = cell - 3
    bodies = [_body(post, inside, way.figures) for post in side.posts]
    depth = max([_depth(inside, way.figures), *map(len, bodies)])
    boxes: list[Lines] = []
    for post, body in zip(side.posts, bodies, strict=True):
        fog = _is_unknown(post)
        filled = _fog(depth, inside) if fog else [*body, *[Content()] * (depth - len(body))]
        stance = _stance(post) if post.stance or not fog else Content.styled(_FOG * inside, FAINT)
        filled.insert(0 if way.facing_up else depth, stance)
        box = _box(side, post, filled, inside, way)
        boxes.append(dimmed(box) if way.is_dim(side, post) else box)
    return [Content(" ") + line for line in beside(boxes, 1)]


def _depth(inside: int, figures: int) -> int:
    """Return how many rows a box has for a strength, for its parts or its date, and for a note."""
    number = (figures + 1) // 2 + 1 if figures else 1
    return number + 1 + (1 if inside >= _NOTE_CELLS else _NOTE_ROWS_MAX)


def _is_unknown(post: Post) -> bool:
    return post.strength.now is None and post.strength.seen is None and not post.note


def _fog(depth: int, inside: int) -> Lines:
    """Draw an unknown post: fog with a question mark in its middle."""
    thick = Content.styled(_FOG * inside, FAINT)
    left = (inside - 3) // 2
    asked = Content.assemble((_FOG * left, FAINT), (" ? ", FAINT), (_FOG * (inside - 3 - left), FAINT))
    return [*[thick] * (depth // 2), asked, *[thick] * (depth - depth // 2 - 1)]


def _large(strength: Strength, inside: int, figures: int) -> Lines:
    """Draw a strength in figures that are readable across a room. Draw no lines if the post is too narrow."""
    number, style = (strength.now, HEAD) if strength.now is not None else (strength.seen, MEMORY)
    rows = written(str(number), across=figures // DOTS_HIGH, down=figures) if number is not None else []
    if not rows or len(rows[0]) > inside:
        return []
    return [Content.styled(row, style) for row in rows]


def _body(post: Post, inside: int, figures: int) -> Lines:
    """Draw the strength of a post, and the note about it. Without large figures, a bar shows one sign for each unit."""
    lines = strength_lines(post.strength)
    if figures and (large := _large(post.strength, inside, figures)):
        when = post.strength.seen is not None and post.strength.now is None
        lines = [*large, *(lines if when else lines[1:])]
    elif post.strength.now:
        bar = join(lines[0], ink("▮" * post.strength.now), gap=" ")
        lines = [bar if bar.cell_length <= inside else lines[0], *lines[1:]]
    return [*lines, *_note(post, inside)]


def _note(post: Post, width: int) -> Lines:
    """Wrap the note about a post.

    A number stays beside the word that it counts, if this needs no further row.
    """
    rows = _parted(_bound(post), width) if post.note else []
    if len(rows) > _NOTE_ROWS_MAX or any(row.cell_length > width for row in rows):
        return whole_rows(ink(post.note, FAINT), width, _NOTE_ROWS_MAX)
    return rows


def _bound(post: Post) -> Content:
    """Return the note about a post, with each number bound to the word that it counts."""
    return ink(_NUMBER.sub(_JOINED, post.note), FAINT)


def _parted(line: Content, width: int) -> Lines:
    """Wrap a line, and separate the bound words again."""
    rows = [row.rstrip() for row in line.wrap(width)]
    return [Content(row.plain.replace(_JOINED, " "), spans=list(row.spans)) for row in rows]


def _box(army: Side, post: Post, body: Lines, inside: int, way: LineStyle) -> Lines:
    """Draw a box, with its name on the edge that faces away from the enemy. A broken post has a torn box."""
    style, (corners, side, stroke) = _edges(army, post, way)
    words = f"{TEAR} {post.label} {say('board.broken')} {TEAR}" if post.broken else post.label
    you = f" · {say('board.you')}" if post.yours else ""
    label = fit(rule(words + you, inside, stroke, style), inside)
    flat = Content.styled(stroke * inside, style)
    top, bottom = (flat, label) if way.facing_up else (label, flat)
    edge = Content.styled(side, style)
    lines = [Content.styled(corners[0], style) + top + Content.styled(corners[1], style)]
    lines += [edge + fit(line, inside, "center") + edge for line in body]
    lines.append(Content.styled(corners[2], style) + bottom + Content.styled(corners[3], style))
    return lines


def _edges(side: Side, post: Post, way: LineStyle) -> tuple[str, tuple[str, str, str]]:
    """Return the style and the edges of a box: torn, highlighted, heavy for the reader's own post, or thin."""
    if post.broken:
        return "bold $text-error", ("░░░░", "░", "░")
    if way.shines(side, post):
        return LIT, ("╔╗╚╝", "║", "═")
    return (YOURS, ("┏┓┗┛", "┃", "━")) if post.yours else (way.sides.edge(side.team), ("╭╮╰╯", "│", "─"))
