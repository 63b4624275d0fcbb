"""The reader: one document in full, over the board and under the clock.

It stays open when a question opens, and shows that the question is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.documents import SeatDocuments
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.documents import draw_document
from warcouncil.clients.widgets.board.ink import Lines, ink, join, tag, whole_rows
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Document
from warcouncil.protocol.words import GateNo

NAME_ROWS_MAX = 2
"""How many lines the titles of all documents may take. More would take the space of the text."""
NAME_CELLS_MAX = 30


class DocumentBox(ModalScreen[None]):
    """Shows the documents of a seat, one at a time.

    `above` is how many screen lines it leaves free at the top.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back"),
        Binding(
            "ctrl+d",
            "dismiss",
            "help.act_back",
            id="documents",
            tooltip="help.means_documents_back",
            priority=True,
        ),
        Binding("left,shift+tab", "turn(-1)", "Back", priority=True),
        Binding("right,tab", "turn(1)", "Next", priority=True),
        Binding("space", "page", "On"),
    ]

    def __init__(
        self, desk: Desk, documents: SeatDocuments, now_ms: Callable[[], int], above: Callable[[], int]
    ) -> None:
        super().__init__()
        self._desk = desk
        self._documents = documents
        self._now_ms = now_ms
        self._above = above
        self._at = documents.first()
        self._gate = self._asked

    @property
    def _asked(self) -> GateNo:
        """The gate that asks this seat. It is 0 if no gate asks it."""
        view = self._desk.view
        return view.gate if view is not None and view.form is not None else GateNo(0)

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(id="reader"):
            yield Drawn(id="reader-head")
            yield Page(id="reading")

    def on_mount(self) -> None:
        """Move the focus to the page, so that keys scroll it."""
        self.query_one(Page).focus()

    def on_resize(self) -> None:
        """Redraw the page for its new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw what has changed. Close the reader if there is no document left."""
        if not self.is_mounted or not self.query("#reading"):
            return
        found = self._documents.all
        if not found:
            self.dismiss()
            return
        box, page = self.query_one("#reader"), self.query_one("#reading", Page)
        box.styles.height = max(6, self.app.size.height - self._above())
        self._at = min(self._at, len(found) - 1)
        document = found[self._at]
        self._documents.read(document)
        width = page.size.width - 2
        if width > 0:
            self.query_one("#reader-head", Drawn).put([*self._calls(width), *self._names(found, width)])
            sides = Sides(self._desk.view.sheet.sides if self._desk.view is not None else ())
            page.put(draw_document(document, width, sides=sides))

    def _calls(self, width: int) -> Lines:
        """Draw what the reader must not miss: another question, or that time is nearly up and nothing is sealed."""
        desk, asked = self._desk, self._asked
        if not asked or desk.sealed is not None or desk.view is None or desk.view.form is None:
            return []
        if asked != self._gate:
            said = say("board.question_came", question=desk.view.form.question)
        elif desk.timing(self._now_ms()) is Timing.URGENT:
            said = say("board.nearly_up")
        else:
            return []
        return whole_rows(
            join(tag(said, tone.ALARM), Content.styled(say("board.esc_to_it"), tone.KEY), gap=" "),
            width,
            2,
        )

    def _names(self, found: tuple[Document, ...], width: int) -> Lines:
        """Draw the titles of the documents, with the open one marked.

        If they need more than NAME_ROWS_MAX lines, draw only the number of the open one.
        """
        others = (
            Content.assemble(("← →", tone.KEY), f" {say('board.others')}") if len(found) > 1 else Content()
        )
        ways = join(Content.assemble(("Esc", tone.KEY), f" {say('board.esc_back')}"), others, gap="  ")
        names = [self._title(each, chosen=at == self._at) for at, each in enumerate(found)]
        rows = [Content()]
        for name in [*names, ways]:
            more = join(rows[-1], name, gap=" ") if rows[-1].plain else name
            rows[-1:] = [more] if more.cell_length <= width else [rows[-1], name]
        if len(rows) <= NAME_ROWS_MAX:
            return rows
        at = Content.styled(f" {say('board.n_of', n=self._at + 1, of=len(found))} ", tone.CHOSEN)
        return [join(at, self._unread(), ways, gap=" ")]

    def _unread(self) -> Content:
        unread = self._documents.unread
        return Content.styled(say("board.unread", n=unread), tone.WARN) if unread else Content()

    def _title(self, document: Document, *, chosen: bool) -> Content:
        mark = "" if self._documents.is_read(document) else "● "
        title = ink(document.title).truncate(NAME_CELLS_MAX, ellipsis=True).plain
        return Content.styled(f" {mark}{title} ", tone.CHOSEN if chosen else tone.QUIET)

    def action_turn(self, way: int) -> None:
        """Open the next document."""
        self._at = (self._at + way) % max(1, len(self._documents.all))
        self.query_one("#reading", Page).scroll_home(animate=False)
        self.repaint()

    def action_page(self) -> None:
        """Scroll one page down."""
        self.query_one("#reading", Page).scroll_page_down(animate=False)
