"""Briefings: the rules of a table, the briefing of a seat, and the list of people, as a seat reads them.

Rules and briefings depend only on the public options and the seat. They never use the state of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from warcouncil.arbiter.core.people.roster import Roster
from warcouncil.arbiter.core.people.sessions import Session, Sessions
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.games.kit.text import agreed
from warcouncil.games.kit.text.pages import rulebook
from warcouncil.protocol.table.rulebooks import Rulebook, RuleChapter, RuleSample
from warcouncil.protocol.table.views import Company, Sitter
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import TableRules
from warcouncil.protocol.words import MessageId, SeatId, TableId

UMPIRES_CHAPTER = "umpire"
"""The chapter of the umpire's options, which players do not read."""


class Briefings:
    """The texts for the seats of an exercise."""

    def __init__(
        self, plan: Began, tables: Mapping[TableId, Table], sessions: Sessions, roster: Roster
    ) -> None:
        self._plan = plan
        self._tables = tables
        self._sessions = sessions
        self._roster = roster
        self._books: dict[tuple[str, str], Rulebook] = {}
        """The rulebooks. Each is made once for all tables that play one game with the same options."""

    # --- rules ------------------------------------------------------------------------------------------------------

    def rules(self, session: Session, request: MessageId) -> Send:
        """Return the rules of a session's table, and the briefing of its seat."""
        table = self._tables[session.holder.table]
        briefing = agreed.briefing(table.game, table.rules.open_options, session.holder.seat)
        return session.mail(wire.dump(TableRules(id=request, briefing=briefing, book=self._book(table))))

    def _book(self, table: Table) -> Rulebook:
        options = table.rules.open_options
        key = (table.game.name, options.model_dump_json())
        if key not in self._books:
            book = rulebook(table.game, options)
            kept = tuple(_read_out(each) for each in book.chapters if each.name != UMPIRES_CHAPTER)
            self._books[key] = book.model_copy(update={"chapters": kept})
        return self._books[key]

    # --- people -----------------------------------------------------------------------------------------------------

    def person(self, table: TableId, seat: SeatId) -> str:
        """Return the name of the person at a seat. Return "" if players may not read names."""
        return self._roster.person(table, seat) if self._plan.names else ""

    def awaits(self, table: Table, seat: SeatId) -> bool:
        """Return whether a table that has not begun waits for a seat."""
        if table.begun or seat in table.bots:
            return False
        here = self._sessions.ready if self._plan.start == "ready" else self._sessions.linked
        return not here(table.number, seat)

    def company(self, table: Table) -> bytes:
        """Return the people at a table, the same for every seat there."""
        sitters = tuple(
            Sitter(
                seat=seat.id,
                title=seat.title,
                person=self.person(table.number, seat.id),
                awaited=self.awaits(table, seat.id),
            )
            for seat in table.seats.values()
        )
        return wire.dump(Company(begins=self._plan.start, sitters=sitters))

    def tell(self, *tables: Table) -> Iterable[Send]:
        """Yield the list of people for every client at these tables."""
        for table in tables:
            body = self.company(table)
            for seat in table.seats:
                for session in self._sessions.at(table.number, seat):
                    yield session.mail(body)


def _read_out(chapter: RuleChapter) -> RuleChapter:
    """Return a chapter without the commands that start a game. The readers are already in a game."""
    if chapter.name != "about":
        return chapter
    words = tuple(block for block in chapter.blocks if not isinstance(block, RuleSample))
    return chapter.model_copy(update={"blocks": words})
