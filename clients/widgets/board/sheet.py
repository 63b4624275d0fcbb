"""SheetView shows everything that one seat may see, element by element.

It draws the sheet of any game, and needs no knowledge of the game.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import assert_never

from textual.app import ComposeResult, RenderResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from warcouncil.clients.widgets.board.battle import draw_battle
from warcouncil.clients.widgets.board.cards import draw_cards
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.documents import (
    OpenDocument,
    draw_documents,
    draw_open,
    with_open,
)
from warcouncil.clients.widgets.board.fronts import draw_fronts
from warcouncil.clients.widgets.board.ink import HEAD, Lines, beside, dimmed, fit, is_dimmed, width_of
from warcouncil.clients.widgets.board.map import draw_map
from warcouncil.clients.widgets.board.scale import OVERHANG, Form, Places, Scale
from warcouncil.clients.widgets.board.small import draw_facts, draw_prose, draw_rows, draw_track
from warcouncil.protocol.table.lighting import Light
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Cards,
    Document,
    Documents,
    Element,
    Facts,
    Fronts,
    Map,
    Prose,
    Rows,
    Sheet,
    Track,
    documents_of,
)

_GAP = 4
OPENED_ROWS_MIN = 3
"""With fewer free lines than this, no document is opened on the board."""


def draw_element(
    element: Element, width: int, *, sides: Sides, scale: Scale = Scale.ROOMY, light: Light | None = None
) -> Lines:
    """Draw one element at most `width` cells wide.

    With `light`, a scene is shown, and everything that it does not name is dimmed.
    """
    shines = light is not None and light.on(element)
    match element:
        case BattleLine() if shines:
            return draw_battle(element, width, sides=sides, scale=scale, light=light)
        case Cards() if light is not None and shines:
            newest = light.added(element.key or element.title)
            return draw_cards(element, width, sides=sides, tight=scale < Scale.BOXED, newest=newest)
        case Prose() if shines:
            return draw_prose(element, width, sides=sides, large=True)
        case Documents() if light is not None and shines and not light.plain:
            return draw_documents(element, width, sides=sides, light=light)
        case Fronts() if shines:
            return draw_fronts(element, width, sides=sides, tight=scale < Scale.BOXED, light=light)
        case _:
            drawn = _drawn(element, width, sides, scale)
            return drawn if light is None or shines else dimmed(drawn)


def _drawn(element: Element, width: int, sides: Sides, scale: Scale) -> Lines:
    match element:
        case BattleLine():
            return draw_battle(element, width, sides=sides, scale=scale)
        case Facts():
            return draw_facts(element, width, sides=sides, tight=scale <= Scale.TIGHT)
        case Cards():
            return draw_cards(element, width, sides=sides, tight=scale < Scale.BOXED)
        case Fronts():
            return draw_fronts(element, width, sides=sides, tight=scale < Scale.BOXED)
        case Track():
            return draw_track(element, width, sides=sides)
        case Rows():
            return draw_rows(element, width, sides=sides)
        case OpenDocument():
            return draw_open(element, width, sides=sides)
        case Prose():
            return draw_prose(element, width, sides=sides)
        case Map():
            return draw_map(element, width, sides=sides, tight=scale < Scale.BOXED)
        case Documents():
            return draw_documents(element, width, sides=sides)
        case _:
            assert_never(element)


def draw_sheet(
    sheet: Sheet,
    width: int,
    *,
    scale: Scale = Scale.ROOMY,
    light: Light | None = None,
    places: Places = MappingProxyType({}),
) -> Lines:
    """Draw a whole sheet. Narrow elements are side by side. If there is room, blank lines separate them."""
    lines: Lines = [Sides(sheet.sides).sided(sheet.headline, HEAD)] if sheet.headline else []
    for shelf in _shelves(sheet, max(width, 20), scale=scale, light=light, places=places):
        apart = [Content()] if lines and scale.spaced else []
        lines += [*apart, *beside([block for _, block in shelf], _GAP)]
    return lines


def drawn_within(sheet: Sheet, width: int, room: int, *, light: Light | None = None) -> Lines:
    """Draw a sheet as large as it fits into `room` lines. If it does not fit at all, draw it tightly."""
    for scale in reversed(Scale):
        lines = draw_sheet(sheet, width, scale=scale, light=light)
        if len(lines) <= room:
            opened = fitting_documents(sheet, width, Form(scale, room)) if light is None else ()
            return draw_sheet(with_open(sheet, opened), width, scale=scale) if opened else lines
    return lines


def largest_scale(sheet: Sheet, width: int, room: int, most: Scale = Scale.AMPLE) -> Scale:
    """Return the largest scale, up to `most`, at which a sheet fits in `room` lines.

    TIGHT is returned even if a few lines do not fit. The short form of a battle line is the last resort.
    """
    for scale in reversed(Scale):
        over = OVERHANG if scale is Scale.TIGHT else 0
        if Scale.BARE < scale <= most and len(draw_sheet(sheet, width, scale=scale)) <= room + over:
            return scale
    shortens = any(isinstance(element, BattleLine) for element in sheet.elements)
    return Scale.BARE if shortens else Scale.TIGHT


def drawn_in_form(sheet: Sheet, width: int, form: Form, *, light: Light | None = None) -> Lines:
    """Draw a sheet in the form that it keeps, whether it fits or not.

    A document that a scene names stays in the list, which shows that it is new.
    """
    opened = [
        each
        for each in documents_of(sheet)
        if each.known_by in form.opened and not (light is not None and light.on_document(each.title))
    ]
    draw = partial(draw_sheet, width=width, scale=form.scale, light=light, places=form.places)
    lines = draw(with_open(sheet, opened))
    while light is not None and opened and len(lines) > form.room:
        opened.pop()
        lines = draw(with_open(sheet, opened))
    return lines


def fitting_documents(sheet: Sheet, width: int, form: Form) -> tuple[Document, ...]:
    """Return as many documents as fit in full on the board. The reader's own come first.

    Then new ones come first, and then those that are open already.
    """
    opened: list[Document] = []
    draw = partial(draw_sheet, width=width, scale=form.scale, places=form.places)
    by_worth = sorted(
        documents_of(sheet),
        key=lambda each: (not each.secret, not each.new, each.known_by not in form.opened),
    )
    if not by_worth or form.room - len(draw(sheet)) < OPENED_ROWS_MIN:
        return ()
    for document in by_worth:
        if len(draw(with_open(sheet, [*opened, document]))) <= form.room:
            opened.append(document)
    return tuple(opened)


def _shelves(
    sheet: Sheet, width: int, *, scale: Scale, light: Light | None, places: Places
) -> list[list[tuple[Element, Lines]]]:
    """Return the drawn elements row by row, with as many side by side as fit. Each track has its own row."""
    shelves: list[list[tuple[Element, Lines]]] = []
    used, sides = 0, Sides(sheet.sides)
    for element in sheet.elements:
        block = draw_element(element, width, sides=sides, scale=scale, light=light)
        wide, high = places.get(place_of(element), (0, 0))
        if isinstance(element, Documents):
            high = 0  # Documents that leave a list are open below it, and need its lines
        need = max(width_of(block), min(wide, width))
        block = [*(fit(line, need) for line in block), *[Content(" " * need)] * (high - len(block))]
        apart = bool(shelves) and isinstance(shelves[-1][-1][0], Track) != isinstance(element, Track)
        if not shelves or apart or used + _GAP + need > width:
            shelves.append([])
            used = -_GAP
        used += _GAP + need
        shelves[-1].append((element, block))
    return shelves


def place_of(element: Element) -> str:
    """Return the name of the place that an element keeps on its sheet."""
    return f"{element.kind} {getattr(element, 'key', '') or element.title}"


def places_of(sheet: Sheet, width: int, scale: Scale, before: Places) -> Places:
    """Return the places of all elements, at least as large as they were before."""
    places = dict(before)
    for shelf in _shelves(sheet, max(width, 20), scale=scale, light=None, places=before):
        for element, block in shelf:
            wide, high = places.get(place_of(element), (0, 0))
            places[place_of(element)] = max(wide, width_of(block)), max(high, len(block))
    return places


def lit_rows(sheet: Sheet, width: int, form: Form, light: Light) -> tuple[int, int] | None:
    """Return the rows of a drawn sheet that a scene names: the first row, and the row after the last one.

    Return None if the scene names no row.
    """
    top, first, below = 1 if sheet.headline else 0, -1, 0
    for shelf in _shelves(sheet, max(width, 20), scale=form.scale, light=light, places=form.places):
        top += bool(top) and form.scale.spaced
        for element, block in shelf:
            if light.on(element):
                first = top if first < 0 else first
                below = max(
                    [below, *(top + row + 1 for row, line in enumerate(block) if not is_dimmed(line))]
                )
        top += max(len(block) for _, block in shelf)
    return None if first < 0 else (first, below)


class Drawing(Widget):
    """A widget that draws a sheet for its present width. Without a form it tries to be no higher than `room`."""

    DEFAULT_CSS = "Drawing { height: auto; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._sheet = Sheet()
        self.light: Light | None = None
        self._form: Form | None = None
        self.room = 0
        self._drawn: dict[tuple[int, int], Lines] = {}
        """The drawings of this sheet in this light, by width and room.

        They are needed several times for one frame of the screen.
        """

    def put(self, sheet: Sheet, light: Light | None = None, form: Form | None = None) -> None:
        """Show this sheet in this light and form from now on."""
        if (sheet, light, form) != (self._sheet, self.light, self._form):
            self._sheet, self.light, self._form = sheet, light, form
            self._drawn.clear()
            self.refresh(layout=True)

    def lines(self, width: int) -> Lines:
        """Return the lines, as large as they fit."""
        asked = width, self.room
        if asked not in self._drawn:
            self._drawn[asked] = self._draw(width)
        return self._drawn[asked]

    def _draw(self, width: int) -> Lines:
        if self._form is not None:
            return drawn_in_form(self._sheet, width, self._form, light=self.light)
        if self.room:
            return drawn_within(self._sheet, width, self.room, light=self.light)
        return draw_sheet(self._sheet, width, light=self.light)

    def lit_rows(self) -> tuple[int, int] | None:
        """Return the rows that the scene names: the first row, and the row after the last one.

        Return None if the scene names no row, or no scene is shown.
        """
        if self.light is None:
            return None
        return lit_rows(self._sheet, self.size.width, self._form or Form(Scale.BARE, 0), self.light)

    def has_front(self, label: str) -> bool:
        """Return whether the sheet has a front with this name."""
        fronts = (element for element in self._sheet.elements if isinstance(element, Fronts))
        return any(front.label == label for element in fronts for front in element.fronts)

    def below_front(self, label: str) -> int:
        """Return the row below the front with this name. Return 0 if the sheet has no such front."""
        light, form = Light(frozenset({("front", label)})), self._form or Form(Scale.BARE, 0)
        rows = lit_rows(self._sheet, self.size.width, form, light)
        return rows[1] if rows is not None else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of the drawing."""
        return len(self.lines(width))

    def render(self) -> RenderResult:
        """Return the drawing as one piece of plain content."""
        return Content("\n").join(self.lines(self.size.width))


class SheetView(VerticalScroll):
    """Shows a sheet, and scrolls if it is taller than its pane."""

    DEFAULT_CSS = "SheetView { height: 1fr; } SheetView:focus { background-tint: $foreground 3%; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's word
        super().__init__(id=id)
        self._front = ""
        """The front that the present answer is about. It stays in sight."""

    def compose(self) -> ComposeResult:
        """Lay out the drawing."""
        yield Drawing()

    def show(self, sheet: Sheet, light: Light | None = None, form: Form | None = None) -> None:
        """Show this sheet instead of the last one, in this light. Without a light, nothing is dimmed.

        `form` is the form that the sheet keeps. Without a form, draw the sheet as large as it fits.
        """
        drawing = self.query_one(Drawing)
        turned = light != drawing.light
        drawing.put(sheet, light, form)
        if turned:
            self.call_after_refresh(self._follow)

    def look_at(self, front: str) -> None:
        """Scroll to a front if the board is taller than its pane. Scroll back to the top if no front is named any longer."""
        named = front if self.query_one(Drawing).has_front(front) else ""
        if named != self._front:
            self._front = named
            self.call_after_refresh(self._look)

    def _look(self) -> None:
        drawing = self.query_one(Drawing)
        if drawing.light is None:
            below = drawing.below_front(self._front)
            self.scroll_to(y=max(0, below + 1 - self.size.height), animate=False, immediate=True)

    def _follow(self) -> None:
        """Scroll to the places that a scene names. Scroll back to the top when no scene is shown."""
        drawing = self.query_one(Drawing)
        if drawing.light is None:
            self.scroll_to(y=0, animate=False, immediate=True)
            return
        if not drawing.light.follows:
            return
        rows = drawing.lit_rows()
        if rows is not None and self.max_scroll_y > OVERHANG:
            first, below = rows
            y = min(first, max(0, below - self.size.height))
            self.scroll_to(y=y, animate=False, immediate=True)

    def on_resize(self) -> None:
        """Draw tightly if the roomy drawing does not fit.

        Keep the scene visible when its words make the pane smaller.
        """
        drawing = self.query_one(Drawing)
        if drawing.light is not None:
            self.call_after_refresh(self._follow)
        if drawing.room != self.size.height:
            drawing.room = self.size.height
            drawing.refresh(layout=True)
            if self._front:
                self.call_after_refresh(self._look)
