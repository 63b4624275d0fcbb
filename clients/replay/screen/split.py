"""Split: the split screen. It shows what a viewpoint knew, and beside it the full truth with the unknown
parts marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from warcouncil.clients.replay.film.film import Eyes, EyesView, SeatAnswer
from warcouncil.clients.replay.film.unknown import Gap, gaps, unknown_light
from warcouncil.clients.replay.screen import tone
from warcouncil.clients.replay.screen.panes import answers_lines
from warcouncil.clients.widgets.board.ink import Lines, in_columns, ink, join, rule, whole_rows
from warcouncil.clients.widgets.board.sheet import SheetView
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Sheet


def gap_lines(found: Sequence[Gap], width: int) -> Lines:
    """Draw each unknown thing with its true value and the value that was believed.

    Draw them in columns if there is room.
    """
    blocks: list[Lines] = []
    for gap in found:
        knew = say("replay.gap_none") if gap.knew == "?" else say("replay.gap_known", what=gap.knew)
        line = join(
            ink("≠", tone.WARN),
            ink(say("replay.gap_line", what=gap.what), tone.STRONG),
            ink(gap.was),
            ink(f"({knew})", tone.QUIET),
            gap=" ",
        )
        blocks.append(whole_rows(line, max(10, width), 2))
    return in_columns(blocks, width, 4) if blocks else [Content.styled(say("replay.all_known"), tone.QUIET)]


def gap_words(found: Sequence[Gap]) -> str:
    """Return the unknown things as text on one line."""
    if not found:
        return say("replay.all_known_short")
    return say("replay.gap_words", n=len(found), what=", ".join(gap.what for gap in found))


class Split(Container):
    """Two sheets of one moment with the sealed answers, and below them the things that the first sheet lacks."""

    def __init__(self) -> None:
        super().__init__(id="split")
        self.gaps: tuple[Gap, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out both sides."""
        with Container(id="pair"):
            for side in ("knew", "was"):
                with Vertical(id=f"{side}-side"):
                    yield Drawn(id=f"{side}-title")
                    yield SheetView(id=side)
                    yield Drawn(id=f"{side}-sealed")
        yield Page(id="gaps")

    def on_mount(self) -> None:
        """Leave the keys to the replay."""
        for each in (*self.query(SheetView), *self.query(Page)):
            each.can_focus = False

    def show(
        self, eyes: Eyes, knew: EyesView, was: EyesView, truth: Sheet, *, size: tuple[int, bool]
    ) -> None:
        """Show what this viewpoint knew, and what was true.

        `size` is the width of the screen, and whether both sides and a list of the gaps fit beside each other.
        """
        assert knew.view is not None
        width, wide = size
        self.gaps = gaps(knew.view.sheet, truth, eyes.title)
        side = (width - 1) // 2 if wide else width
        answers = (knew.answers, was.answers) if wide else ((), ())
        self._head("knew", rule(say("replay.knew", who=eyes.title), side, "─", tone.STRONG), answers[0], side)
        title = say("replay.was") if wide else say("replay.was_gaps", gaps=gap_words(self.gaps))
        self._head("was", rule(title, side, "═", tone.STRONG), answers[1], side)
        self.query_one("#knew", SheetView).show(knew.view.sheet)
        self.query_one("#was", SheetView).show(truth, unknown_light(self.gaps) if self.gaps else None)
        page = self.query_one("#gaps", Page)
        page.display = wide
        page.put([rule(gap_title(self.gaps), width - 3, "─", tone.WARN), *gap_lines(self.gaps, width - 3)])

    def _head(self, side: str, title: Content, answers: Iterable[SeatAnswer], width: int) -> None:
        """Draw the title of one half of the screen, and the sealed answers under its sheet."""
        self.query_one(f"#{side}-title", Drawn).put([title])
        known = list(answers)
        self.query_one(f"#{side}-sealed", Drawn).put(answers_lines(known, (), width, 4) if known else [])

    def scroll(self, by: int) -> None:
        """Scroll both sheets together."""
        for sheet in self.query(SheetView):
            sheet.scroll_relative(y=by, animate=False)


def gap_title(found: Sequence[Gap]) -> str:
    """Return the title of the list of gaps."""
    return say("replay.gap_count", n=len(found)) if found else say("replay.all_known_short")
