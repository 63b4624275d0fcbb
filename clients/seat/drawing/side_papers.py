"""SidePapers: the documents that are shown in full beside the board of a wide screen.

They stay there from question to question, so that the board and the talk keep their places.
"""

from __future__ import annotations

from warcouncil.clients.widgets.board.documents import only, without
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.board.sheet import draw_sheet
from warcouncil.protocol.table.sheets import Document, Sheet, documents_of


class SidePapers:
    """Chooses the documents that are shown in full beside the board: the reader's own, and the others if all
    of them fit.
    """

    def __init__(self) -> None:
        self.height = 0
        """The number of lines that the documents use, with a blank line below them."""
        self._chosen: frozenset[tuple[str, str]] = frozenset()
        self._for: object = None
        self._rest: tuple[Sheet, Sheet] | None = None

    def choose(self, board: Sheet, width: int, room: int, place: object, *, told: bool) -> None:
        """Choose again if the documents, the room or the place have changed.

        `place` is the seat and the size of the window. `told`: a scene is shown now, so everything stays in its place.
        """
        found = documents_of(board)
        wanted = [each.known_by for each in found], width, room, place
        if self._for == wanted or (told and self._for is not None):
            return
        self._for, self._rest, self.height = wanted, None, 0
        chosen: list[Document] = []
        own = [each for each in found if each.secret]
        # Unread ones first. Among the read ones, those that are here already keep their places.
        for document in sorted(
            found, key=lambda each: (not each.secret, not each.new, each.known_by not in self._chosen)
        ):
            height = len(_drawn(board, [*chosen, document], width)) + 1
            if height <= room and (document.secret or len(chosen) >= len(own)):
                chosen.append(document)
                self.height = height
        self._chosen = frozenset(document.known_by for document in chosen)

    def rest(self, board: Sheet) -> Sheet:
        """Return the board without the chosen documents."""
        if not self._chosen:
            return board
        if self._rest is None or self._rest[0] is not board:
            self._rest = board, without(board, self.in_full(board))
        return self._rest[1]

    def lines(self, board: Sheet, width: int) -> Lines:
        """Draw the chosen documents in full."""
        return _drawn(board, self.in_full(board), width) if self._chosen else []

    def in_full(self, board: Sheet) -> list[Document]:
        """Return the chosen documents of a board."""
        return [each for each in documents_of(board) if each.known_by in self._chosen]


def _drawn(board: Sheet, documents: list[Document], width: int) -> Lines:
    return draw_sheet(only(board, documents), width)
