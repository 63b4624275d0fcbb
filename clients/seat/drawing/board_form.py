"""BoardForm keeps one layout of the board from a question until the next one, also during the scenes between them.

If a board needs more room than it has, it gets a tighter form, and then keeps this form. So the form changes
at most a few times in a game, and not at each question. Each element keeps its former place, if there is
room.
"""

from __future__ import annotations

from dataclasses import replace

from warcouncil.clients.widgets.board.scale import Form, Places, Scale
from warcouncil.clients.widgets.board.sheet import (
    draw_sheet,
    drawn_in_form,
    fitting_documents,
    largest_scale,
    places_of,
)
from warcouncil.protocol.table.sheets import Document, Sheet, documents_of


class BoardForm:
    """The form of a board at one seat and one size of the window."""

    def __init__(self) -> None:
        self.form = Form(Scale.AMPLE, 0)
        self.height = 0
        """The number of lines of the last board in this form, without the documents that are open on it."""
        self._whole = 0
        """The number of lines with these documents."""
        self._opened: tuple[object, frozenset[tuple[str, str]]] = None, frozenset()
        self._place: object = None
        self._measured: tuple[Sheet, int] | None = None

    def keep(self, board: Sheet, width: int, room: int, place: object) -> int:
        """Return the lines of a board in the form that fits. The form gets tighter if the board does not fit into
        `room`.

        `place` is the seat and the size of the window. A new place begins with the largest form.
        """
        if place != self._place:
            self._place, self._measured = place, None
            self.form = Form(Scale.AMPLE, room)
        room = min(room, self.form.room)
        if self._measured is None or self._measured[0] is not board or self._measured[1] != room:
            self._measured = board, room
            scale = largest_scale(board, width, room, self.form.scale)
            form = Form(scale, room, self._places(board, width, room, scale))
            self.form = replace(form, opened=self._choose(board, width, form))
            self.height = len(draw_sheet(board, width, scale=scale, places=form.places))
            self._whole = len(drawn_in_form(board, width, self.form))
        return self.height

    def in_full(self, board: Sheet, height: int) -> tuple[Document, ...]:
        """Return the documents that are open on the board, if all of it is visible in `height` lines."""
        opened = tuple(each for each in documents_of(board) if each.known_by in self.form.opened)
        return opened if self._whole <= height else ()

    def _choose(self, board: Sheet, width: int, form: Form) -> frozenset[tuple[str, str]]:
        """Return the documents to open on the board. Choose again only if the documents or the room have changed.

        So a document stays open after it was read.
        """
        known = frozenset(each.known_by for each in documents_of(board))
        asked = self._place, known, form.scale, form.room, form.places
        if self._opened[0] != asked:
            fitting = fitting_documents(board, width, replace(form, opened=self._opened[1]))
            self._opened = asked, frozenset(each.known_by for each in fitting)
        return self._opened[1]

    def _places(self, board: Sheet, width: int, room: int, scale: Scale) -> Places:
        """Return the place of each element. They are the former places, unless there is too little room for that."""
        kept = self.form.places if scale is self.form.scale else {}
        for before in (kept, {}):
            places = places_of(board, width, scale, before)
            if len(draw_sheet(board, width, scale=scale, places=places)) <= room:
                return places
        return {}
