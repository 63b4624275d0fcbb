"""Arrivals: who says hello, what he is told first, and whether he is still there.

Law: who speaks is the key that the link proved, in the newest session of that key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from warcouncil.arbiter.core import mail, welcome
from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.draws import Draws
from warcouncil.arbiter.core.lead import Lead
from warcouncil.arbiter.core.lectern import Lectern
from warcouncil.arbiter.core.outcome import Effect, Missing, Send
from warcouncil.arbiter.core.people import People
from warcouncil.arbiter.core.receipts import ReceiptBook
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.sessions import Session, Sessions
from warcouncil.arbiter.core.stimuli import Began, Greeted, Missed, Received
from warcouncil.arbiter.core.table import Table
from warcouncil.protocol import wire
from warcouncil.protocol.receipts import Held
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.requests import Leave
from warcouncil.protocol.words import Role, TableId

Found = Literal["none", "known", "missing"]

BROWSER = "browser"
"""What a page says that it is."""
UNKNOWN = "This arbiter does not know you; join with your code."


@dataclass(frozen=True, kw_only=True, slots=True)
class Arrivals:
    """Those who come, and those who are there. `verify_key` is told to the seats."""

    plan: Began
    verify_key: str
    tables: Mapping[TableId, Table]
    sessions: Sessions
    roster: Roster
    consoles: Consoles
    people: People
    lectern: Lectern
    receipts: ReceiptBook
    draws: Draws
    lead: Lead

    # --- who comes ------------------------------------------------------------------------------------------------

    def greeted(self, greeted: Greeted) -> list[Effect]:
        """Open a session for whoever says hello, and give him everything from the beginning."""
        holder = self.roster.keys.get(greeted.key)
        if holder is None:
            return [Send(greeted.key, greeted.route, mail.refusal_frame(RefusalCode.UNKNOWN_KEY, UNKNOWN))]
        session = Session(greeted.key, greeted.route, greeted.token, holder, greeted.at)
        session.browser = greeted.app == BROWSER
        was_linked = holder.role is Role.SEAT and self.sessions.linked(holder.table, holder.seat)
        self.sessions.open(session)
        held = greeted.held if greeted.held and self.receipts.ours(greeted.held) else None
        found = self._found(held)
        effects: list[Effect] = [self._welcome(session, found), *self.whole(session, greeted.at)]
        effects += self.people.unread(session)
        if held is not None and found == "missing":
            effects.append(Missing(held.table, held.seat, held.gate))
        if not was_linked:
            effects += self._presence(session)
        elif holder.table:
            self.consoles.touch(holder.table)  # another window of the seat may be of another kind
        return effects

    def _found(self, held: Held | None) -> Found:
        if held is None:
            return "none"
        return "missing" if self.receipts.missing(held) else "known"

    def _welcome(self, session: Session, found: Found) -> Send:
        table = self.tables.get(session.holder.table)
        if table is None:
            body = welcome.to_console(self.plan.exercise, self.verify_key, session)
        else:
            person = self.lectern.person(table.number, session.holder.seat)
            body = welcome.to_seat(self.plan, self.verify_key, session, table, person=person)
        return session.mail(wire.dump(body.model_copy(update={"receipt": found, **self.lead.welcome})))

    def whole(self, session: Session, at: int) -> list[Send]:
        """Give a session everything from the beginning."""
        holder = session.holder
        if holder.seat:
            table = self.tables[holder.table]
            sends = [mail.whole_view(table, session, at, self.sessions)]
            if (draw := self.draws.message(table)) is not None:
                sends.append(session.mail(draw))
            return [*sends, session.mail(self.lectern.company(table))]
        return self.consoles.whole(session, self.plan.exercise, at)

    def missed(self, missed: Missed) -> list[Effect]:
        """Let the umpires know that the exercise's file has lost a declaration: a call that they answer, and a note."""
        table = self.tables.get(missed.table)
        if table is None or missed.seat not in table.seats:
            return []
        text = f"LOST: this seat holds a receipt for an answer to question {missed.gate} that the exercise's file lacks."
        if text not in [call.text for call in table.talk.calls if call.seat == missed.seat]:
            table.talk.call(missed.seat, text)
            table.note(missed.at, f"{table.seats[missed.seat].title}: {text}")
            self.consoles.touch(table.number)
        return []

    # --- who is there ---------------------------------------------------------------------------------------------

    def session(self, received: Received) -> Session | Send:
        """Give the session of who speaks; or the answer to someone who is in none of his: unknown, fenced by a newer
        window, or still to say hello. Who goes before he was welcomed cannot name the session that his hello has just opened:
        his good-bye comes the same way."""
        session = self.sessions.get(received.key)
        known = received.key in self.roster.keys
        if session is not None and known:
            goes = isinstance(received.body, Leave) and not received.session
            if session.token == received.session or (goes and session.route == received.route):
                return session
        if not known:
            frame = mail.refusal_frame(RefusalCode.UNKNOWN_KEY, UNKNOWN)
        elif session is not None:
            frame = mail.refusal_frame(RefusalCode.FENCED, "Another window was opened since.")
        else:
            frame = mail.refusal_frame(RefusalCode.STALE, "Say hello first.")
        return Send(received.key, received.route, frame)

    def heard(self, session: Session, received: Received) -> list[Effect]:
        """Take note that a session was heard: it is linked."""
        session.heard_at, session.route = max(session.heard_at, received.at), received.route
        if session.linked:
            return []
        session.linked = True
        return self._presence(session)

    def silent(self, at: int) -> list[Effect]:
        """Take note of the sessions from which nothing was heard for too long: they are not linked."""
        effects: list[Effect] = []
        for session in self.sessions.silent(at):
            effects += self.left(session)
        return effects

    def left(self, session: Session) -> list[Effect]:
        """Take note that somebody is gone: the session is not linked."""
        session.linked = False
        return self._presence(session)

    def _presence(self, session: Session) -> list[Effect]:
        """Tell the team of a seat whose own holder came or went."""
        holder = session.holder
        return [*self.people.presence(holder.table, holder.seat)] if holder.role is Role.SEAT else []
