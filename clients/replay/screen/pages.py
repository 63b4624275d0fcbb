"""The pages of a replay: what can be read whole of the moment where one is, and what is asked there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.content import Content
from warcouncil.clients.replay.film.viewer import Viewer
from warcouncil.clients.replay.screen import panes
from warcouncil.clients.replay.screen.split import gap_lines
from warcouncil.clients.seat.screen.boxes import LineBox, ReadingBox
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.documents import documents_of, draw_document
from warcouncil.clients.widgets.board.ink import Lines, ink, rule
from warcouncil.protocol.table.sheets import Sheet


def _story(viewer: Viewer) -> ReadingBox:
    """All of the story up to here."""
    sight = viewer.sight
    return ReadingBox(
        "What had happened", lambda width: panes.story_page(sight, 0, width), key="f3", at_end=True
    )


def _talk(viewer: Viewer) -> ReadingBox:
    """All that was said up to here."""
    sight = viewer.sight
    return ReadingBox("What was said", lambda width: panes.talk_page(sight, width), key="f4", at_end=True)


def _record(viewer: Viewer) -> ReadingBox:
    """Everything that was noticed up to here."""
    marks, upto = viewer.marks, viewer.walk.spot.seq
    return ReadingBox(
        "What was noticed", lambda width: panes.record_page(marks, upto, width), key="f5", at_end=True
    )


def _gaps(viewer: Viewer) -> ReadingBox | str:
    """What these eyes did not know."""
    truth = viewer.film.truth(viewer.walk.spot)
    if viewer.no_truth or truth is None:
        return viewer.no_truth
    found = viewer.gaps(truth)
    return ReadingBox(
        f"What {viewer.eyes.title} did not know", lambda width: gap_lines(found, width), key="f6"
    )


def _documents(viewer: Viewer) -> ReadingBox | str:
    """The documents that these eyes had here."""
    view = viewer.sight.view
    sheet = view.sheet if view is not None else Sheet()
    found = documents_of(sheet)
    if not found:
        return f"{viewer.eyes.title} has no documents here."
    sides = Sides(sheet.sides)

    def draw(width: int) -> Lines:
        pages = [draw_document(each, width, sides=sides) for each in found]
        return [line for page in pages for line in (*page, Content(), rule("", width), Content())][:-3]

    return ReadingBox(f"The documents of {viewer.eyes.title}", draw, key="f7")


PAGES: Mapping[str, Callable[[Viewer], ReadingBox | str]] = {
    "story": _story,
    "talk": _talk,
    "record": _record,
    "gaps": _gaps,
    "documents": _documents,
}
"""Each by its name; instead of a page that is not there, why not."""


def search_box(viewer: Viewer) -> LineBox:
    """Ask for words to search for."""
    says = f"In all that {viewer.eyes.title} heard, read and noticed."
    return LineBox(
        "Search", lambda width: list(ink(says).wrap(width)), "Words of the story, of talk, of a ruling"
    )


def note_box(viewer: Viewer) -> LineBox:
    """Ask for the note of a bookmark here."""
    own = viewer.own_flag
    says = f"It says now: {own.note}" if own else "It is kept beside the exercise, and the report shows it."
    return LineBox("Bookmark", lambda width: list(ink(says).wrap(width)), "What is to be remembered here?")
