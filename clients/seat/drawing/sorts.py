"""Draws things sorted into places: a row for each thing, a column for each place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from rich.cells import cell_len
from textual.content import Content
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.answer.sort_keys import goals, lies, place_key
from warcouncil.clients.seat.drawing.rows import Row, Spot, hidden_row
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import fit, ink, join, width_of
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.answers import held
from warcouncil.protocol.table.forms import Moves, Place, Sort, Thing

COLUMN_MIN, COLUMN_MAX = 7, 16
LABEL_MAX, SIDE_MIN = 26, 14
"""The cells for the things' names, at most, and where places need the room."""
_PIECES = re.compile(r"\d+ \w+(,? \d+ \w+)*")
ROOMY = 12
HIGH_FREE = 1000
"""A limit from here on is none worth a word."""


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the table is, how wide the things' names, and how wide each place."""

    width: int
    side: int
    cells: tuple[int, ...]

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Give the cells (from, to) at which each place stands."""
        starts = [self.side + 1 + sum(self.cells[:number]) for number in range(len(self.cells) + 1)]
        return tuple(pairwise(starts))

    def row(self, label: Content, cells: list[Content], spot: Spot | None = None) -> Row:
        """Draw a row of the table."""
        filled = [fit(cell, wide, "center") for cell, wide in zip(cells, self.cells, strict=True)]
        return fit(Content(" ") + fit(label, self.side) + Content("").join(filled), self.width), spot

    def broken(self, label: Content, cells: list[Content]) -> list[Row]:
        """Break what is longer than its column over lines, with a blank between neighbours."""
        parts = [cell.wrap(max(1, wide - 1)) for cell, wide in zip(cells, self.cells, strict=True)]
        return [
            self.row(
                Content() if line else label,
                [each[line] if line < len(each) else Content() for each in parts],
            )
            for line in range(max(map(len, parts), default=1))
        ]

    def labelled(self, label: Content, cells: list[Content], spot: Spot) -> list[Row]:
        """Draw the row of a thing; where its name is longer than there is room for, it goes on below."""
        first, *more = label.wrap(self.side) if label.cell_length > self.side else [label]
        blank = [Content()] * len(cells)
        return [
            self.row(first, cells, spot),
            *(self.row(Content("   ") + line, blank, spot) for line in more),
        ]


def sort_rows(filling: Filling, field: Sort, at: int, width: int, *, focused: bool, room: int) -> list[Row]:
    """Draw the table with the hand on one of its cells."""
    moves = filling.moves(field)
    labels = [_thing(thing) for thing in field.things]
    heads, totals = _heads(field), held(field, moves)
    table = _laid_out(field, labels, heads, totals, width)
    rows = table.broken(Content(), heads)
    if any(place.holds for place in field.places):
        there = [ink(place.holds, tone.QUIET) for place in field.places]
        rows += table.broken(ink(say("fields.there_now_head"), tone.QUIET), there)
    things = list(enumerate(field.things))
    spare = max(2, room - len(rows) - 1)
    hidden = (0, 0)
    if len(things) > spare:
        spare -= 1
        first = max(0, min(len(things) - spare, filling.row - spare // 2))
        hidden = (first, len(things) - first - spare)
        things = things[first : first + spare]
    for number, thing in things:
        here = at == filling.at and number == filling.row
        cells = [
            _cell(field, moves, thing, place, hand=here and column_no == filling.column, focused=focused)
            for column_no, place in enumerate(field.places)
        ]
        mark = Content("▸" if here else " ")
        label = mark + (labels[number].stylize(tone.STRONG) if here else labels[number])
        rows += table.labelled(label, cells, Spot(at, number, table.spans))
    if any(hidden):
        rows.append(hidden_row(*hidden))
    if not things:
        rows.append((ink(f" {say('fields.nothing_to_move')}", tone.QUIET), None))
    would = [
        _total(place, totals[place.name], wide) for place, wide in zip(field.places, table.cells, strict=True)
    ]
    rows.append(table.row(ink(say("fields.would_be"), tone.QUIET), would))
    return rows


def _heads(field: Sort) -> list[Content]:
    """Name the places, each with its digit where single things are sorted: on a narrow screen the digits tell them apart."""
    single = any(thing.count == 1 for thing in field.things)
    keys = [place_key(field, place) if single else "" for place in field.places]
    return [
        join(ink(key, tone.KEY), ink(place.label, tone.STRONG), gap=" ")
        for key, place in zip(keys, field.places, strict=True)
    ]


def _laid_out(
    field: Sort, labels: list[Content], heads: list[Content], totals: dict[str, int], width: int
) -> Columns:
    """Share the width: the things' names give way where the places' names would be broken."""
    side = min(LABEL_MAX, width_of(labels) + 1 if labels else 0, width * 2 // 5)
    below = [ink(say("fields.there_now_head")), ink(say("fields.would_be"))]
    side = max(side, min(width_of(below), width * 2 // 5))
    least = sum(_needs(field, heads, totals, 0, _longest_word))
    side = max(min(side, SIDE_MIN), min(side, width - 2 - least))
    return Columns(width, side, tuple(_columns(field, heads, totals, width - side - 2)))


def _columns(field: Sort, heads: list[Content], totals: dict[str, int], room: int) -> list[int]:
    """Give each place its column: all alike where every name fits in that, else each what it needs; where there is no
    room for that either, names go over several lines, but no word is broken as long as that can be."""
    count = max(1, len(heads))
    alike = max(COLUMN_MIN, min(COLUMN_MAX, room // count))

    ways = ((ROOMY, cell_len), (0, cell_len), (0, _longest_word))
    wishes = [_needs(field, heads, totals, total_room, longest) for total_room, longest in ways]
    if max(wishes[0], default=0) <= alike:
        return [alike] * len(heads)
    for wanted in wishes:
        if sum(wanted) <= room:
            spare = (room - sum(wanted)) // count
            return [max(COLUMN_MIN, need + spare) for need in wanted]
    return [alike] * len(heads)


def _needs(
    field: Sort, heads: list[Content], totals: dict[str, int], total_room: int, longest: Callable[[str], int]
) -> list[int]:
    """Give the cells that each place needs for its name, what it holds and its total."""
    return [
        1
        + max(
            longest(head.plain),
            longest(place.holds),
            _total(place, totals[place.name], total_room).cell_length,
        )
        for head, place in zip(heads, field.places, strict=True)
    ]


def _longest_word(text: str) -> int:
    return max(map(cell_len, text.split()), default=0)


def _thing(thing: Thing) -> Content:
    return ink(f" {thing.count} {thing.label}" if thing.count > 1 else f" {thing.label}")


def _cell(field: Sort, moves: Moves, thing: Thing, place: Place, *, hand: bool, focused: bool) -> Content:
    if place.name not in goals(field, thing):
        return Content()
    number = lies(moves, thing, place.name)
    if thing.count == 1:
        text = "●" if number else "·"
    else:
        text = str(number) if number or place.name == thing.at else "·"
    if hand:
        return Content.styled(f"‹{text}›", tone.CHOSEN if focused else tone.STRONG)
    moved = number and place.name != thing.at
    return Content.styled(text, tone.STRONG if moved else tone.QUIET if text == "·" else tone.PLAIN)


def _total(place: Place, number: int, column: int) -> Content:
    """Say what a place would hold, and whether that is what it takes."""
    before = pieces(place.holds)
    total = str(number + before) if before is not None else f"+{number}" if place.holds else str(number)
    if place.low == 0 and place.high >= HIGH_FREE:
        return Content.styled(total, tone.STRONG)
    span = place.low != place.high
    wanted = say("fields.span_short", low=place.low, high=place.high) if span else str(place.low)
    of = say("fields.of", total=total, wanted=wanted) if column >= ROOMY else f"{total}/{wanted}"
    fine = place.low <= number <= place.high
    if place.high == 0:
        return Content.styled(
            say("fields.empty") if fine else say("fields.left_over", n=number),
            tone.GOOD if fine else tone.WARN,
        )
    if place.low == 0 and fine:
        return Content.styled(of, tone.PLAIN)
    return Content.styled(f"{'✓' if fine else '!'} {of}", tone.GOOD if fine else tone.WARN)


def pieces(holds: str) -> int | None:
    """Count what lies there already where it is said as pieces, such as 4 inf 1 cav; None where it is said otherwise."""
    if holds in ("", "nothing"):
        return 0
    if _PIECES.fullmatch(holds) is None:
        return None
    return sum(int(number) for number in re.findall(r"\d+", holds))
