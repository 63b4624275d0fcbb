"""The body of a replay: the known or the true board, the retelling, the question, the talk and the story."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Vertical
from warcouncil.clients.replay.film.film import EyesView, MarkKind
from warcouncil.clients.replay.film.seen import desk_of
from warcouncil.clients.replay.film.unknown import known_light
from warcouncil.clients.replay.film.viewer import Viewer
from warcouncil.clients.replay.screen import panes
from warcouncil.clients.seat.drawing.telling import telling_lines, telling_wants
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.board.sheet import SheetView
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.window import keys_at

QUESTION_MOST, QUESTION_MOST_WIDE = 5, 14
STORY_ROWS = 2
SIDE_MIN, SIDE_MAX = 38, 62


class Body(Vertical):
    """The board with the panes under it and, if `wide`, the talk and the story beside it."""

    def __init__(self) -> None:
        super().__init__(id="body")

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        with Vertical(id="main"):
            yield SheetView(id="sheet")
            yield Page(id="record", at_end=True)
            yield Drawn(id="telling")
            yield Drawn(id="question")
        with Vertical(id="side"):
            yield Page(id="talk", at_end=True)
            yield Page(id="story", at_end=True)

    def on_mount(self) -> None:
        """Leave all keys to the replay."""
        for each in (*self.query(SheetView), *self.query(Page)):
            each.can_focus = False

    def show(self, viewer: Viewer, now_ms: int, *, wide: bool) -> None:
        """Draw everything again for the size of the screen."""
        sight, width = viewer.sight, self.screen.size.width
        side = max(SIDE_MIN, min(SIDE_MAX, width * 3 // 8)) if wide else width
        self.query_one("#side").styles.width = side if wide else "100%"
        self._fill_main(viewer, sight, now_ms, width - side if wide else width, wide=wide)
        self._fill_side(viewer, sight, now_ms, wide=wide)

    def scroll(self, by: int) -> None:
        """Scroll the board."""
        for board in (self.query_one("#sheet"), self.query_one("#record")):
            board.scroll_relative(y=by, animate=False)

    def _fill_main(self, viewer: Viewer, sight: EyesView, now_ms: int, width: int, *, wide: bool) -> None:
        """Draw the board, the retelling and the question."""
        sheet, record = self.query_one("#sheet", SheetView), self.query_one("#record", Page)
        sheet.display, record.display = sight.view is not None, sight.view is None
        desk, teller = desk_of(sight), viewer.teller
        told: Lines = []
        if sight.view is None:
            record.put(panes.record_page(viewer.marks, viewer.walk.spot.seq, width - 3))
        elif teller.telling is not None and teller.board is not None:
            sheet.show(teller.board, teller.light)
            wants = min(telling_wants(teller.telling, width - 2), max(4, self.screen.size.height // 3))
            told = telling_lines(teller.telling, now_ms, width - 2, wants, keys_at(self))[:wants]
        elif viewer.is_dim and (truth := viewer.truth) is not None:
            sheet.show(truth, known_light(truth, viewer.gaps(truth)))
        else:
            sheet.show(sight.view.sheet)
        self.query_one("#telling", Drawn).put(told)
        most = QUESTION_MOST_WIDE if wide else QUESTION_MOST
        rows = panes.question_lines(desk, sight, viewer.eyes, width - 2, most) if not told else []
        self.query_one("#question", Drawn).put(rows)

    def _fill_side(self, viewer: Viewer, sight: EyesView, now_ms: int, *, wide: bool) -> None:
        """Draw the talk and the story beside the board, or the newest lines of the story under it."""
        opened = viewer.walk.gate.opened.seq
        new = sum(mark.kind is MarkKind.HAPPENED and mark.spot.seq == opened for mark in viewer.marks)
        if viewer.teller.telling is not None and sight.view is not None:
            told, new = viewer.teller.story(now_ms)
            sight = replace(sight, view=sight.view.model_copy(update={"story": tuple(told)}))
        talk, story = self.query_one("#talk", Page), self.query_one("#story", Page)
        talk.display = wide
        self.query_one("#side").display = wide or sight.view is not None
        if wide:
            width = max(20, (story.size.width or SIDE_MIN) - 2)
            talk.put(panes.talk_page(sight, width))
            story.put(panes.story_page(sight, new, width))
        else:
            story.put(panes.story_tail(sight, new, self.screen.size.width - 2, STORY_ROWS))
