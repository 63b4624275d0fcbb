"""BoardForm keeps one layout of the board from a question until the next one, also during the scenes between them.

If a board needs more room than it has, it gets a tighter form, and then keeps this form. So the form changes
at most a few times in a game, and not at each question. Each element keeps its former place, if there is
room.
"""

from __future__ import annotations

from warcouncil.clients.widgets.board.scale import Form, Places, Scale
from warcouncil.clients.widgets.board.sheet import draw_sheet, largest_scale, places_of
from warcouncil.protocol.table.sheets import Sheet


class BoardForm:
    """The form of a board at one seat and one size of the window."""

    def __init__(self) -> None:
        self.form = Form(Scale.AMPLE, 0)
        self.height = 0
        """The number of lines of the last board in this form."""
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
            places = self._places(board, width, room, scale)
            self.form = Form(scale, room, places)
            self.height = len(draw_sheet(board, width, scale=scale, places=places))
        return self.height

    def _places(self, board: Sheet, width: int, room: int, scale: Scale) -> Places:
        """Return the place of each element. They are the former places, unless there is too little room for that."""
        kept = self.form.places if scale is self.form.scale else {}
        for before in (kept, {}):
            places = places_of(board, width, scale, before)
            if len(draw_sheet(board, width, scale=scale, places=places)) <= room:
                return places
        return {}
