"""The pages of a replay: texts at the present moment to read in full, and boxes for input."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.content import Content
from warcouncil.clients.replay.film.viewer import Viewer
from warcouncil.clients.replay.screen import panes
from warcouncil.clients.replay.screen.split import gap_lines
from warcouncil.clients.seat.screen.boxes import LineBox, ReadingBox
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.documents import draw_document
from warcouncil.clients.widgets.board.ink import Lines, ink, rule
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Sheet, documents_of


def _story(viewer: Viewer) -> ReadingBox:
    """Return a page with the story up to here."""
    sight = viewer.sight
    return ReadingBox(
        say("replay.story_title"), lambda width: panes.story_page(sight, 0, width), key="f3", at_end=True
    )


def _talk(viewer: Viewer) -> ReadingBox:
    """Return a page with everything that was said up to here."""
    sight = viewer.sight
    return ReadingBox(
        say("replay.talk_title"), lambda width: panes.talk_page(sight, width), key="f4", at_end=True
    )


def _record(viewer: Viewer) -> ReadingBox:
    """Return a page with everything that was noticed up to here."""
    marks, upto = viewer.marks, viewer.walk.spot.seq
    return ReadingBox(
        say("replay.record_title"), lambda width: panes.record_page(marks, upto, width), key="f5", at_end=True
    )


def _gaps(viewer: Viewer) -> ReadingBox | str:
    """Return a page with the things that this viewpoint did not know, or the reason why they cannot be shown."""
    truth = viewer.film.truth(viewer.walk.spot)
    if viewer.no_truth or truth is None:
        return viewer.no_truth
    found = viewer.gaps(truth)
    return ReadingBox(
        say("replay.gaps_title", who=viewer.eyes.title), lambda width: gap_lines(found, width), key="f6"
    )


def _documents(viewer: Viewer) -> ReadingBox | str:
    """Return a page with the documents that this viewpoint had here, or a text which says that it had none."""
    view = viewer.sight.view
    sheet = view.sheet if view is not None else Sheet()
    found = documents_of(sheet)
    if not found:
        return say("replay.no_documents", who=viewer.eyes.title)
    sides = Sides(sheet.sides)

    def draw(width: int) -> Lines:
        pages = [draw_document(each, width, sides=sides) for each in found]
        return [line for page in pages for line in (*page, Content(), rule("", width), Content())][:-3]

    return ReadingBox(say("replay.documents_title", who=viewer.eyes.title), draw, key="f7")


PAGES: Mapping[str, Callable[[Viewer], ReadingBox | str]] = {
    "story": _story,
    "talk": _talk,
    "record": _record,
    "gaps": _gaps,
    "documents": _documents,
}
"""The pages by name. If a page does not exist, its function returns a reason."""


def search_box(viewer: Viewer) -> LineBox:
    """Return the box in which the viewer types words to search for."""
    says = say("replay.search_says", who=viewer.eyes.title)
    return LineBox(
        say("help.act_search"), lambda width: list(ink(says).wrap(width)), say("replay.search_hint")
    )


def note_box(viewer: Viewer) -> LineBox:
    """Return the box in which the viewer types the note of a bookmark here."""
    own = viewer.own_flag
    says = say("replay.note_now", note=own.note) if own else say("replay.note_says")
    return LineBox(
        say("replay.act_bookmark"), lambda width: list(ink(says).wrap(width)), say("replay.note_hint")
    )
