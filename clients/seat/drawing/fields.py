"""Draws the fields of a question. The current field is drawn in full, and each other field on one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress, pairwise
from typing import assert_never

from rich.cells import cell_len
from textual.content import Content
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.answer.rank_keys import shown
from warcouncil.clients.seat.answer.sort_keys import goals, lies, place_key
from warcouncil.clients.seat.answer.text_keys import Rows, row_of, rows
from warcouncil.clients.seat.drawing.rows import Row, Spot, hidden_row
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.answer_words import value_words
from warcouncil.clients.widgets.board.ink import EDGE, Lines, fit, ink, join, whole_rows, width_of
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.answers import held
from warcouncil.protocol.table.forms import (
    Choice,
    Count,
    FormField,
    Moves,
    Option,
    Pick,
    Place,
    Rank,
    Sort,
    Thing,
    Words,
)
from warcouncil.protocol.words import WRITTEN_LINES_MAX

INDENT = 3
_BOX_MIN, _BOX_MAX = 3, 16
_EDGES = 4


def page_width(field: Words, width: int) -> int:
    """Return how many cells one row of a text has, in a question of `width` cells."""
    return max(10, width - INDENT - (_EDGES + 1 if field.lines else 2))


def writing_wants(text: str, field: Words, width: int) -> int:
    """Return how many screen lines a text field of several lines would use, including its frame."""
    return max(_BOX_MIN, min(_BOX_MAX, len(rows(text, page_width(field, width))))) + 2


def writing_rows(filling: Filling, field: Words, at: int, width: int, *, room: int, lit: bool) -> list[Row]:
    """Draw a text that is being written, in at most `room` lines.

    If it does not fit, draw the rows around the cursor.
    """
    text, wide = filling.written(field), page_width(field, width)
    drawn = rows(text, wide)
    hand = row_of(drawn, filling.column)
    most = max(1, min(_BOX_MAX, room - 2)) if field.lines else max(1, room - 1)
    first = max(0, min(hand - most // 2, len(drawn) - most))
    shown = _text(text, drawn[first : first + most], filling.column, hand - first, lit=lit)
    left = _left(filling, field, text)
    if field.lines:
        shown += [Content()] * (min(most, _BOX_MIN) - len(shown))
        shown = _boxed(shown, wide, above=first, below=len(drawn) - first - most, foot=left)
    else:
        shown = [*shown, left]
    return [(Content(" " * INDENT) + line, Spot(at, 0)) for line in shown]


def _text(text: str, drawn: Rows, column: int, hand: int, *, lit: bool) -> Lines:
    """Draw rows of a text and mark the cursor."""
    lines = [Content(text[begin:end]) for begin, end in drawn]
    if lit and 0 <= hand < len(lines):
        begin, end = drawn[hand]
        line, at = lines[hand], column - begin
        lines[hand] = (
            line.stylize("reverse", at, at + 1) if column < end else line + Content.styled("▏", tone.KEY)
        )
    return lines


def _left(filling: Filling, field: Words, text: str) -> Content:
    """Draw how many characters are left, or that the limit is reached."""
    # The spare bytes as letters, if the next letters need as many bytes as the letters so far
    spare = filling.spare * max(1, len(text)) // max(1, len(text.encode()))
    left = max(0, min(field.chars_max - len(text), spare))
    if left == 0:
        return Content.styled(say("fields.text_full"), tone.WARN)
    if field.lines and text.count("\n") + 1 >= WRITTEN_LINES_MAX:
        return Content.styled(say("fields.lines_full", n=WRITTEN_LINES_MAX), tone.WARN)
    return Content.styled(say("fields.chars_left", n=left), tone.QUIET)


def _boxed(lines: Lines, width: int, *, above: int, below: int, foot: Content) -> Lines:
    """Draw a frame around a text. Its edges show how many rows are hidden above and below, and `foot`."""
    side = Content.styled("│", EDGE)
    top = _edge(
        "╭", "╮", width, Content.styled(say("fields.text_above", n=above) if above > 0 else "", tone.QUIET)
    )
    said = Content.styled(f"{say('fields.text_below', n=below)} · ", tone.QUIET) + foot if below > 0 else foot
    middle = [Content.assemble(side, " ", fit(line, width + 1), side) for line in lines]
    return [top, *middle, _edge("╰", "╯", width, said)]


def _edge(left: str, right: str, width: int, said: Content) -> Content:
    words = Content.assemble("─ ", said.truncate(width - 1), " ") if said.plain else Content()
    line = Content.styled("─" * max(0, width + 2 - words.cell_length), EDGE)
    return Content.assemble((left, EDGE), words, line, (right, EDGE))


COLUMN_MIN, COLUMN_MAX = 7, 16
SORT_LABEL_MAX, SIDE_MIN = 26, 14
"""The most cells for the names of the things, and how many cells these get if the places need the room."""
_PIECES = re.compile(r"\d+ \w+(,? \d+ \w+)*")
_PART_END = re.compile(r"[,;](?= )| (?=· )")
"""Where a part of a note ends: before a comma or a semicolon, or before a dot between two facts."""
HIGH_FREE = 1000
"""An upper limit from this number on is not shown, because no player reaches it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The widths of the table, of the names of the things, and of each place, in cells."""

    width: int
    side: int
    cells: tuple[int, ...]

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The cells (from, to) of each place."""
        starts = [self.side + 1 + sum(self.cells[:number]) for number in range(len(self.cells) + 1)]
        return tuple(pairwise(starts))

    def row(self, label: Content, cells: list[Content], spot: Spot | None = None) -> Row:
        """Draw a row of the table."""
        filled = [fit(cell, wide, "center") for cell, wide in zip(cells, self.cells, strict=True)]
        return fit(Content(" ") + fit(label, self.side) + Content("").join(filled), self.width), spot

    def broken(self, label: Content, cells: list[Content]) -> list[Row]:
        """Draw a row whose cells may be longer than their column. They continue below, with a blank between
        neighbours.
        """
        parts = [cell.wrap(max(1, wide - 1)) for cell, wide in zip(cells, self.cells, strict=True)]
        return [
            self.row(
                Content() if line else label,
                [each[line] if line < len(each) else Content() for each in parts],
            )
            for line in range(max(map(len, parts), default=1))
        ]

    def lines(self, label: Content) -> int:
        """Return how many rows the name of a thing takes."""
        return len(label.wrap(self.side)) if label.cell_length > self.side else 1

    def labelled(self, label: Content, cells: list[Content], spot: Spot, *, whole: bool) -> list[Row]:
        """Draw the row of a thing. With `whole`, a name that is too long continues in the rows below.
        Otherwise it is cut.
        """
        if not whole:
            return [self.row(label.truncate(self.side - 1, ellipsis=True), cells, spot)]
        first, *more = label.wrap(self.side) if label.cell_length > self.side else [label]
        blank = [Content()] * len(cells)
        return [
            self.row(first, cells, spot),
            *(self.row(Content("   ") + line, blank, spot) for line in more),
        ]


def sort_rows(filling: Filling, field: Sort, at: int, width: int, *, focused: bool, room: int) -> list[Row]:
    """Draw the table of a Sort field, with the cursor on one of its cells."""
    moves = filling.moves(field)
    labels = [_thing(thing) for thing in field.things]
    heads, totals = _heads(field), held(field, moves)
    table = _laid_out(field, labels, heads, totals, width)
    rows = table.broken(Content(), heads)
    if any(place.holds and pieces(place.holds) != 0 for place in field.places):
        there = [ink(place.holds, tone.QUIET) for place in field.places]
        rows += table.broken(ink(say("fields.there_now_head"), tone.QUIET), there)
    things = list(enumerate(field.things))
    spare = max(2, room - len(rows) - 1)
    marked = [Content("▸") + label.stylize(tone.STRONG) for label in labels]
    over = sum(map(table.lines, marked)) - spare
    if over > 0 and at == filling.at and things:
        spare -= table.lines(marked[filling.row]) - 1
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
        label = marked[number] if here else Content(" ") + labels[number]
        rows += table.labelled(label, cells, Spot(at, number, table.spans), whole=here or over <= 0)
    if any(hidden):
        rows.append(hidden_row(*hidden))
    if not things:
        rows.append((Content.styled(f" {say('fields.nothing_to_move')}", tone.QUIET), None))
    roomy = all(
        _total(place, totals[place.name], roomy=True).cell_length < wide
        for place, wide in zip(field.places, table.cells, strict=True)
    )
    would = [_total(place, totals[place.name], roomy=roomy) for place in field.places]
    rows.append(table.row(ink(say("fields.would_be"), tone.QUIET), would))
    return rows


def _heads(field: Sort) -> list[Content]:
    """Return the heading of each place.

    If single things are sorted, it begins with the place's digit. On a narrow screen the digit identifies the
    place.
    """
    single = any(thing.count == 1 for thing in field.things)
    keys = [place_key(field, place) if single else "" for place in field.places]
    return [
        join(ink(key, tone.KEY), ink(place.label, tone.STRONG), gap=" ")
        for key, place in zip(keys, field.places, strict=True)
    ]


def _laid_out(
    field: Sort, labels: list[Content], heads: list[Content], totals: dict[str, int], width: int
) -> Columns:
    """Divide the width.

    The names of the things get less room if the names of the places would otherwise be broken.
    """
    side = min(SORT_LABEL_MAX, width_of(labels) + 1 if labels else 0, width * 2 // 5)
    below = [ink(say("fields.there_now_head")), ink(say("fields.would_be"))]
    side = max(side, min(width_of(below), width * 2 // 5))
    least = sum(_needs(field, heads, totals, _longest_word, roomy=False))
    side = max(min(side, SIDE_MIN), min(side, width - 2 - least))
    return Columns(width, side, tuple(_columns(field, heads, totals, width - side - 2)))


def _columns(field: Sort, heads: list[Content], totals: dict[str, int], room: int) -> list[int]:
    """Return the width of each place's column.

    All columns are equal if every name fits. Otherwise each column gets what it needs. If that is too wide, names use
    several lines. Words are broken only if there is no other way.
    """
    count = max(1, len(heads))
    alike = max(COLUMN_MIN, min(COLUMN_MAX, room // count))

    ways = ((True, cell_len), (False, cell_len), (False, _longest_word))
    wishes = [_needs(field, heads, totals, longest, roomy=roomy) for roomy, longest in ways]
    if max(wishes[0], default=0) <= alike:
        return [alike] * len(heads)
    for wanted in wishes:
        if sum(wanted) <= room:
            spare = (room - sum(wanted)) // count
            return [max(COLUMN_MIN, need + spare) for need in wanted]
    return [alike] * len(heads)


def _needs(
    field: Sort, heads: list[Content], totals: dict[str, int], longest: Callable[[str], int], *, roomy: bool
) -> list[int]:
    """Return how many cells each place needs for its name, its contents and its total."""
    return [
        1
        + max(
            longest(head.plain),
            longest(place.holds),
            _total(place, totals[place.name], roomy=roomy).cell_length,
        )
        for head, place in zip(heads, field.places, strict=True)
    ]


def _longest_word(text: str) -> int:
    return max(map(cell_len, text.split()), default=0)


def _thing(thing: Thing) -> Content:
    return Content(" ") + ink(f"{thing.count} {thing.label}" if thing.count > 1 else thing.label)


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


def _total(place: Place, number: int, *, roomy: bool) -> Content:
    """Draw how many things a place would have, and whether that is within its limits.

    `roomy`: every column has room for the long form, so that all places are drawn alike.
    """
    before = pieces(place.holds)
    total = str(number + before) if before is not None else f"+{number}" if place.holds else str(number)
    if place.low == 0 and place.high >= HIGH_FREE:
        return Content.styled(total, tone.STRONG)
    span = place.low != place.high
    wanted = say("fields.span_short", low=place.low, high=place.high) if span else str(place.low)
    of = say("fields.of", total=total, wanted=wanted) if roomy else f"{total}/{wanted}"
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
    """Return how many pieces a place has, from words such as "4 inf 1 cav".

    Return None if the words have another form.
    """
    if holds in ("", "nothing"):
        return 0
    if _PIECES.fullmatch(holds) is None:
        return None
    return sum(int(number) for number in re.findall(r"\d+", holds))


LABEL_MAX = 30
NOTE_GAP = 3
NOTE_INDENT = 7


@dataclass(frozen=True, slots=True)
class FieldLook:
    """How to draw a question: its width, whether it can be answered, and whether it has the keyboard focus."""

    width: int
    live: bool
    focused: bool


def fields_rows(filling: Filling, look: FieldLook, room: int) -> list[Row]:
    """Draw the fields, in `room` lines if possible."""
    fields = filling.fields
    if len(fields) == 1:
        return field_rows(filling, 0, look, room)
    rows: list[Row] = []
    for at, field in enumerate(fields):
        rows += [(line, Spot(at, -1)) for line in _head(filling, field, look, at=at, of=len(fields))]
        if at == filling.at:
            rows += field_rows(filling, at, look, max(2, room - len(fields)))
    return rows


def _head(filling: Filling, field: FormField, look: FieldLook, *, at: int, of: int) -> Lines:
    """Draw the label of one field of several. If the field is not the current one, draw its value too."""
    mine = at == filling.at
    label = ink(say("fields.part", n=at + 1, of=of, label=field.label), tone.STRONG if mine else tone.QUIET)
    if mine:
        return [Content(" ") + line for line in label.wrap(look.width - 1)]
    fault = filling.fault_of(field)
    value = ink(fault or value_words(field, filling.values[field.name]), tone.WARN if fault else tone.STRONG)
    said = join(label, value, gap="   ")
    rows = (
        whole_rows(said, look.width - 1, 1) if isinstance(field, Words | Rank) else said.wrap(look.width - 1)
    )
    return [Content(" ") + line for line in rows]


def field_rows(filling: Filling, at: int, look: FieldLook, room: int) -> list[Row]:
    """Draw one field in full."""
    field = filling.fields[at]
    match field:
        case Choice():
            chosen = filling.values[field.name]
            offered = [
                _Offered(option, "◉○"[option.value != chosen], _key(option, at), option.value == chosen)
                for at, option in enumerate(field.options)
            ]
            return _options(filling, field, offered, look, room)
        case Pick():
            picked = filling.picked(field)
            offered = [
                _Offered(option, "☐☑"[option.value in picked], _key(option, at), option.value in picked)
                for at, option in enumerate(field.options)
            ]
            of = say("fields.picked_of", n=len(picked), wanted=_wanted(field))
            note = Content.styled(f"   {of} · {say('fields.space_picks')}", tone.QUIET)
            return [*_options(filling, field, offered, look, room - 1), (note, None)]
        case Rank():
            ranked = filling.picked(field)
            offered = [
                _Offered(
                    option, f"{at}." if at <= len(ranked) else "–", option.key.upper(), at <= len(ranked)
                )
                for at, option in enumerate(shown(field, ranked), 1)
            ]
            of = say("fields.placed_of", n=len(ranked), wanted=_wanted(field))
            note = Content.styled(f"   {of}", tone.QUIET)
            return [*_options(filling, field, offered, look, room - 1), (note, None)]
        case Sort():
            return sort_rows(filling, field, at, look.width, focused=look.focused and look.live, room=room)
        case Count():
            return [(_count(filling, field), Spot(at, 0))]
        case Words():
            return writing_rows(filling, field, at, look.width, room=room, lit=look.live)
        case _:
            assert_never(field)


@dataclass(frozen=True, slots=True)
class _Offered:
    """An option with its mark and the key that chooses it."""

    option: Option
    mark: str
    key: str
    chosen: bool

    def without_note(self) -> _Offered:
        """Return the option without its note."""
        return replace(self, option=self.option.model_copy(update={"help": ""}))


def _key(option: Option, number: int) -> str:
    return option.key.upper() if option.key else str(number + 1) if number < 9 else " "


def _wanted(field: Pick | Rank) -> str:
    return str(field.low) if field.low == field.high else say("fields.span", low=field.low, high=field.high)


def _options(
    filling: Filling, field: FormField, offered: list[_Offered], look: FieldLook, room: int
) -> list[Row]:
    """Draw the options. If they do not all fit, draw those around the cursor."""
    at = filling.fields.index(field)
    in_hand = at == filling.at
    count = len(offered)
    room = max(3, room)
    labels = min(LABEL_MAX, max((ink(each.option.label).cell_length for each in offered), default=0))
    marks = max((len(each.mark) for each in offered), default=0)
    waits = isinstance(field, Choice) and not filling.values[field.name]
    look_of = partial(_option, marks=marks, labels=labels, waits=waits, look=look)
    hand = filling.row if in_hand else -1
    drawn = [look_of(each, here=number == hand) for number, each in enumerate(offered)]
    shared: Lines = []
    if sum(map(len, drawn)) > room:
        plain = [look_of(each.without_note(), here=number == hand) for number, each in enumerate(offered)]
        longer = [len(whole) > len(bare) for whole, bare in zip(drawn, plain, strict=True)]
        often = Counter(each.option.help for each in compress(offered, longer))
        shares = [more and often[each.option.help] > 1 for each, more in zip(offered, longer, strict=True)]
        shared = _shared_notes([*compress(offered, shares)], look.width)
        once = [bare if one else whole for whole, bare, one in zip(drawn, plain, shares, strict=True)]
        drawn = _within(once, plain, hand, room - len(shared))
    first, last = 0, count
    if sum(map(len, drawn)) > room - len(shared):
        shown = max(1, room - len(shared) - (len(drawn[filling.row]) if in_hand else 1))
        first = max(0, min(count - shown, filling.row - shown // 2)) if in_hand else 0
        last = first + shown
    rows: list[Row] = [(line, Spot(at, number)) for number in range(first, last) for line in drawn[number]]
    rows += [(line, None) for line in shared]
    if last - first < count:
        rows.append(hidden_row(first, count - last))
    return rows


def _shared_notes(offered: list[_Offered], width: int) -> Lines:
    """Draw each note of these options once, after the keys of the options that have it."""
    lines: Lines = []
    for note in dict.fromkeys(each.option.help for each in offered):
        keys = " ".join(each.key for each in offered if each.option.help == note)
        said = join(ink(keys, tone.KEY), ink(note, tone.QUIET), gap=" " * NOTE_GAP)
        lines += [Content(" " * INDENT) + line for line in said.wrap(width - INDENT - 1)]
    return lines


def _within(drawn: list[Lines], plain: list[Lines], hand: int, room: int) -> list[Lines]:
    """Return the lines to draw.

    The option under the cursor keeps its note. The other options keep theirs if there is room. Of a note that
    does not fit, the first line keeps the parts that are whole on it. Three dots stand for the rest.
    """
    spare = room - sum(map(len, plain)) - (len(drawn[hand]) - len(plain[hand]) if hand >= 0 else 0)
    kept: list[Lines] = []
    for number, lines in enumerate(drawn):
        more = len(lines) - len(plain[number])
        if number == hand or more <= max(0, spare):
            spare -= 0 if number == hand else more
            kept.append(lines)
        else:
            *before, last = lines[: len(plain[number])]
            kept.append([*before, _whole_parts(last, plain[number][-1])])
    return kept


def _whole_parts(line: Content, bare: Content) -> Content:
    """Return the first line of an option and its note up to the last part that is whole. `bare` has no note."""
    begin = len(bare.plain.rstrip())
    ends = [found.start() for found in _PART_END.finditer(line.plain, begin)]
    return line[: ends[-1] if ends else begin] + Content.styled(" …", tone.QUIET)


def _option(offered: _Offered, *, marks: int, labels: int, here: bool, waits: bool, look: FieldLook) -> Lines:
    """Draw an option. A note that does not fit on one line continues below its beginning.

    `waits`: one option must be chosen and none is chosen yet. Then no option is highlighted, because a
    highlighted option looks chosen.
    """
    option = offered.option
    lit = here and look.live and look.focused and not waits
    label = ink(option.label)
    head = Content.assemble(
        " ▸" if here else "  ",
        f"{offered.mark:>{marks}} ",
        (f"{ink(offered.key).plain:<2}", tone.CHOSEN if lit else tone.KEY),
        " ",
        fit(label, labels) if label.cell_length < labels else label,
    )
    note = ink(option.help, "" if lit else tone.QUIET)
    lines = _noted(head, note, look.width) if option.help else _wrapped(head, look.width)
    lines = [fit(line, look.width) for line in lines]
    if lit:
        return [Content.styled(line.plain, tone.CHOSEN) for line in lines]
    return [line.stylize(tone.STRONG) for line in lines] if offered.chosen else lines


def _noted(head: Content, note: Content, width: int) -> Lines:
    """Draw a note beside its option. If it would get less than half the width, draw it below."""
    indent = head.cell_length + NOTE_GAP
    if head.cell_length + NOTE_GAP + note.cell_length > width and indent > width // 2:
        return [
            *_wrapped(head, width),
            *(Content(" " * NOTE_INDENT) + line for line in note.wrap(width - NOTE_INDENT - 1)),
        ]
    first, *more = note.wrap(max(1, width - indent - 1))
    return [head + Content(" " * NOTE_GAP) + first, *(Content(" " * indent) + line for line in more)]


def _wrapped(head: Content, width: int) -> Lines:
    """Wrap an option that is too long for a line. It continues below its first word."""
    if head.cell_length < width:
        return [head]
    first, *_ = head.wrap(width - 1)
    rest = Content(head.plain[len(first.plain) :].lstrip(), spans=[])
    return [first, *(Content(" " * NOTE_INDENT) + line for line in rest.wrap(width - NOTE_INDENT - 1))]


def _count(filling: Filling, field: Count) -> Content:
    value = filling.values[field.name]
    return Content.assemble(
        ("   ◂ ", tone.QUIET),
        (f" {value} ", tone.CHOSEN),
        (" ▸", tone.QUIET),
        (f"   {say('fields.count_keys', low=field.low, high=field.high)}", tone.QUIET),
    )
