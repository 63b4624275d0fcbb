"""The bookmarks of one table, stored in a file beside its exercise."""

from __future__ import annotations

from warcouncil.arbiter.record.account import bookmarks
from warcouncil.arbiter.record.account.bookmarks import Bookmark, BookmarksFault
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.clients.replay.film.film import FilmBookmark, Instant
from warcouncil.protocol.words import TableId


class TableBookmarks:
    """The viewer's own bookmarks.

    `faults` are the faults of the file of bookmarks. If there are any, no bookmark is stored.
    """

    def __init__(self, record: Record, table: TableId) -> None:
        self._record = record
        self._table = table
        self.faults: tuple[str, ...] = ()
        self.own: tuple[FilmBookmark, ...] = ()
        try:
            self._take(bookmarks.read(record))
        except BookmarksFault as fault:
            self.faults = (str(fault),)

    def _take(self, found: tuple[Bookmark, ...]) -> None:
        self.own = tuple(
            FilmBookmark(Instant(one.record, one.at_ms), one.note)
            for one in found
            if one.table == self._table
        )

    def put(self, spot: Instant, note: str) -> str:
        """Set a bookmark, or remove it if `note` is "". Return why that failed, or ""."""
        here = (self._table, spot.seq, spot.at)
        try:
            kept = [one for one in bookmarks.read(self._record) if (one.table, one.record, one.at_ms) != here]
            if note:
                kept.append(Bookmark(table=self._table, record=spot.seq, at_ms=spot.at, note=note))
            kept.sort(key=lambda one: (one.table, one.record, one.at_ms))
            bookmarks.write(self._record, kept)
        except BookmarksFault as fault:
            return str(fault)
        self._take(tuple(kept))
        return ""
