"""Draws the sorting of things into places: a row for each thing, a column for each place, what would result below."""

from __future__ import annotations

import re
from itertools import pairwise

from textual.content import Content
from warcouncil.clients.seat import tone
from warcouncil.clients.seat.filling import Filling
from warcouncil.clients.seat.sorting import goals, lies, place_key
from warcouncil.clients.seat.spots import Row, Spot, hidden_row
from warcouncil.clients.widgets.ink import fit, ink, width_of
from warcouncil.protocol.answers import held
from warcouncil.protocol.forms import Moves, Place, Sort, Thing

COLUMN_MIN, COLUMN_MAX = 7, 16
LABEL_MAX = 26
_PIECES = re.compile(r"\d+ \w+(,? \d+ \w+)*")
ROOMY = 12
HIGH_FREE = 1000
"""A limit from here on is none worth a word."""


def sort_rows(filling: Filling, field: Sort, at: int, width: int, *, focused: bool, room: int) -> list[Row]:
    """Draw the table with the hand on one of its cells."""
    moves = filling.moves(field)
    labels = [_thing(thing) for thing in field.things]
    side = min(LABEL_MAX, width_of(labels) + 1 if labels else 0, width * 2 // 5)
    side = max(side, 9)
    single = any(thing.count == 1 for thing in field.things)
    heads = [
        ink(
            f"{key} {place.label}" if single and (key := place_key(field, place)) else place.label,
            tone.STRONG,
        )
        for place in field.places
    ]
    totals = held(field, moves)
    columns = _columns(field, heads, totals, width - side - 2)
    starts = [side + 1 + sum(columns[:number]) for number in range(len(columns) + 1)]
    spans = tuple(pairwise(starts))

    def row(label: Content, cells: list[Content], spot: Spot | None = None) -> Row:
        filled = [fit(cell, wide, "center") for cell, wide in zip(cells, columns, strict=True)]
        return fit(Content(" ") + fit(label, side) + Content("").join(filled), width), spot

    def broken(label: Content, cells: list[Content]) -> list[Row]:
        """Break what is longer than its column over lines, with a blank between neighbours."""
        parts = [cell.wrap(max(1, wide - 1)) for cell, wide in zip(cells, columns, strict=True)]
        return [
            row(
                Content() if line else label,
                [each[line] if line < len(each) else Content() for each in parts],
            )
            for line in range(max(map(len, parts), default=1))
        ]

    rows = broken(Content(), heads)
    if any(place.holds for place in field.places):
        rows += broken(ink("there now", tone.QUIET), [ink(place.holds, tone.QUIET) for place in field.places])
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
        rows.append(row(label, cells, Spot(at, number, spans)))
    if any(hidden):
        rows.append(hidden_row(*hidden))
    if not things:
        rows.append((ink(" You have nothing to move.", tone.QUIET), None))
    would = [
        _total(place, totals[place.name], wide) for place, wide in zip(field.places, columns, strict=True)
    ]
    rows.append(row(ink("would be", tone.QUIET), would))
    return rows


def _columns(field: Sort, heads: list[Content], totals: dict[str, int], room: int) -> list[int]:
    """Give each place its column: all alike where every name fits in that, else each what it needs, if there is room."""
    count = max(1, len(heads))
    alike = max(COLUMN_MIN, min(COLUMN_MAX, room // count))
    needs = [
        1 + max(head.cell_length, len(place.holds), _total(place, totals[place.name], ROOMY).cell_length)
        for head, place in zip(heads, field.places, strict=True)
    ]
    if max(needs, default=0) <= alike:
        return [alike] * len(heads)
    if sum(needs) > room:
        needs = [
            1 + max(head.cell_length, len(place.holds), _total(place, totals[place.name], 0).cell_length)
            for head, place in zip(heads, field.places, strict=True)
        ]
    if sum(needs) > room:
        return [alike] * len(heads)
    spare = (room - sum(needs)) // count
    return [max(COLUMN_MIN, need + spare) for need in needs]


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
    wanted = str(place.low) if place.low == place.high else f"{place.low}–{place.high}"
    of = " of " if column >= ROOMY else "/"
    fine = place.low <= number <= place.high
    if place.high == 0:
        return Content.styled("✓ empty" if fine else f"! {number} left", tone.GOOD if fine else tone.WARN)
    if place.low == 0 and fine:
        return Content.styled(f"{total}{of}{wanted}", tone.PLAIN)
    return Content.styled(f"{'✓' if fine else '!'} {total}{of}{wanted}", tone.GOOD if fine else tone.WARN)


def pieces(holds: str) -> int | None:
    """Count what lies there already where it is said as pieces, such as 4 inf 1 cav; None where it is said otherwise."""
    if holds in ("", "nothing"):
        return 0
    if _PIECES.fullmatch(holds) is None:
        return None
    return sum(int(number) for number in re.findall(r"\d+", holds))
