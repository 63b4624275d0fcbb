"""Arrivals: handles a client that says Hello, sends its place and all addresses, and checks it for silence.

- The host commits to a seed before the game is dealt: every client that joins gets the fingerprint of the table's
  seed.
- All players get the same text about the leader of the exercise. It says nothing about any table.
- The sender of a request is the key that the link proved, in the newest session of that key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from warcouncil.arbiter.core.people.sessions import Session
from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.room.room import Room
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import messages
from warcouncil.arbiter.core.words.outcome import Effect, HandOn, Missing, Refused, Send
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Began, Followed, Greeted, Missed, Placed, Received, Resumed
from warcouncil.games.kit.sides import named
from warcouncil.protocol.proofs import lots
from warcouncil.protocol.proofs.receipts import Held
from warcouncil.protocol.sentences.sentence import say, sentence
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import Standby
from warcouncil.protocol.wire.replies import Elsewhere, RefusalCode, Welcome
from warcouncil.protocol.wire.requests import Leave
from warcouncil.protocol.words import ADDRESSES_MAX, Addresses, Role, WebPlaces


def commitment(exercise: str, plan: TablePlan) -> str:
    """Return the fingerprint of a table's seed, or of the host's part of it, as `Welcome.commitment` describes it.

    The seed is 32 random bytes, so the fingerprint does not reveal it.
    """
    return lots.seed_print(exercise, plan.table, plan.seed)


def to_console(exercise: str, verify_key: str, session: Session) -> Welcome:
    """Return the welcome of a key that has no table."""
    return Welcome(exercise=exercise, role=session.holder.role, session=session.token, verify_key=verify_key)


def to_seat(plan: Began, verify_key: str, session: Session, table: Table, *, person: str) -> Welcome:
    """Return the welcome of a key that has a seat at a table."""
    seat = table.seats[session.holder.seat]
    return Welcome(
        exercise=plan.exercise,
        role=session.holder.role,
        session=session.token,
        table=table.number,
        seat=seat.id,
        team=seat.team,
        seat_title=seat.title,
        team_title=named(seat.team),
        duty=seat.duty,
        game=table.game.name,
        game_title=table.cover.title,
        designer=table.cover.designer,
        summary=table.cover.summary,
        person=person,
        hints=plan.hints,
        plays_again=plan.plays_again,
        crews=plan.crews,
        chance=plan.chance,
        commitment=commitment(plan.exercise, table.plan),
        verify_key=verify_key,
    )


class LeaderTold(TypedDict):
    """The fields of a welcome about the lead: epoch and addresses."""

    epoch: int
    elsewhere: Addresses
    webs: WebPlaces


class Leader:
    """The lead of an exercise. `epoch` counts the arbiters that have led it. It is 0 if no other arbiter can ever
    lead it.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self.epoch = 0
        self._place = Elsewhere()
        self._told: tuple[str, ...] = ()
        self.sought: tuple[str, ...] = ()
        """The addresses of former leaders that clients also try, the newest first."""

    @property
    def welcome(self) -> LeaderTold:
        """The addresses and epoch for a client that joins."""
        return {"epoch": self.epoch, "elsewhere": self._place.addresses, "webs": self._place.webs}

    def resumed(self, resumed: Resumed) -> None:
        """Record that this arbiter now leads. The standbys of the previous arbiter are forgotten, and no client is
        linked yet."""
        self.epoch = max(self.epoch, resumed.epoch)
        self._place = Elsewhere()
        self.sought = self._told
        self._room.consoles.led_by_another()

    def placed(self, placed: Placed) -> list[Send]:
        """Record the addresses of this arbiter and its standbys. Return the news for all clients."""
        self.epoch = max(self.epoch, placed.epoch)
        before, self._place = self._place, Elsewhere(addresses=placed.elsewhere, webs=placed.webs)
        self._told = tuple(dict.fromkeys((*placed.elsewhere, *self._told)))[:ADDRESSES_MAX]
        behind = {one.name: one.behind for one in self._room.consoles.standbys}
        here = [Standby(name=name, behind=behind.get(name, 0)) for name in placed.standbys]
        body = wire.dump(self._place)
        to = self._room.sessions.placed() if self._place != before else ()
        return [*(session.mail(body) for session in to), *self._room.consoles.stand_by(here)]

    def followed(self, followed: Followed) -> list[Send]:
        """Record how far the standbys are behind. Return the news for consoles."""
        here = {one.name for one in self._room.consoles.standbys}
        return self._room.consoles.stand_by([one for one in followed.standbys if one.name in here])

    def hand_on(self) -> list[HandOn]:
        """Return the effect that hands the lead over to a standby. Raises Refused if there is none."""
        if not self._room.consoles.standbys:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_standby"))
        return [HandOn()]


Found = Literal["none", "known", "missing"]

BROWSER = "browser"
"""The name by which a page in a browser identifies itself."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Handles clients that connect, and those that are linked."""

    room: Room
    people: People
    lead: Leader

    # --- new sessions ---------------------------------------------------------------------------------------------

    def greeted(self, greeted: Greeted) -> list[Effect]:
        """Open a session for a client that says Hello. Return everything that it may see."""
        holder = self.room.roster.keys.get(greeted.key)
        if holder is None:
            return [
                Send(
                    greeted.key,
                    greeted.route,
                    messages.refusal_frame(RefusalCode.UNKNOWN_KEY, sentence("refusals.unknown_key")),
                )
            ]
        session = Session(greeted.key, greeted.route, greeted.token, holder, greeted.at)
        session.browser = greeted.app == BROWSER
        was_linked = holder.role is Role.SEAT and self.room.sessions.linked(holder.table, holder.seat)
        self.room.sessions.open(session)
        held = greeted.held if greeted.held and self.room.receipts.ours(greeted.held) else None
        found = self._found(held)
        effects: list[Effect] = [self._welcome(session, found), *self.whole(session, greeted.at)]
        effects += self.people.unread(session)
        if held is not None and found == "missing":
            effects.append(Missing(held.table, held.seat, held.gate))
        if not was_linked:
            effects += self._presence(session)
        elif holder.table:
            self.room.consoles.touch(holder.table)  # The new window of the seat may be of another kind.
        return effects

    def _found(self, held: Held | None) -> Found:
        if held is None:
            return "none"
        return "missing" if self.room.receipts.missing(held) else "known"

    def _welcome(self, session: Session, found: Found) -> Send:
        table = self.room.tables.get(session.holder.table)
        if table is None:
            body = to_console(self.room.plan.exercise, self.room.verify_key, session)
        else:
            person = self.room.briefings.person(table.number, session.holder.seat)
            body = to_seat(self.room.plan, self.room.verify_key, session, table, person=person)
        return session.mail(wire.dump(body.model_copy(update={"receipt": found, **self.lead.welcome})))

    def whole(self, session: Session, at: int) -> list[Send]:
        """Return everything that a session may see now."""
        holder = session.holder
        if holder.seat:
            table = self.room.tables[holder.table]
            sends = [messages.whole_view(table, session, at, self.room.sessions)]
            if (draw := self.room.draws.message(table)) is not None:
                sends.append(session.mail(draw))
            return [*sends, session.mail(self.room.briefings.company(table))]
        return self.room.consoles.whole(session, self.room.plan.exercise, at)

    def missed(self, missed: Missed) -> list[Effect]:
        """Record that the exercise file has lost a declaration. Umpires get a call that they must answer, and the
        record gets a note.
        """
        table = self.room.tables.get(missed.table)
        if table is None or missed.seat not in table.seats:
            return []
        text = say("stored.lost", gate=missed.gate)
        if text not in [call.text for call in table.talk.calls if call.seat == missed.seat]:
            table.talk.call(missed.seat, text)
            title = table.seats[missed.seat].title
            table.note(missed.at, sentence("record.called", seat=title, text=text))
            self.room.consoles.touch(table.number)
        return []

    # --- present sessions -----------------------------------------------------------------------------------------

    def session(self, received: Received) -> Session | Send:
        """Return the session of a request, or the refusal for its sender.

        A request is refused if its key is unknown, fenced by a newer window, or has not said Hello. A client that
        leaves before it receives its Welcome does not know its session. So its Leave counts if it arrives by the same
        route as the Hello.
        """
        session = self.room.sessions.get(received.key)
        known = received.key in self.room.roster.keys
        if session is not None and known:
            goes = isinstance(received.body, Leave) and not received.session
            if session.token == received.session or (goes and session.route == received.route):
                return session
        if not known:
            frame = messages.refusal_frame(RefusalCode.UNKNOWN_KEY, sentence("refusals.unknown_key"))
        elif session is not None:
            frame = messages.refusal_frame(RefusalCode.FENCED, sentence("refusals.opened_elsewhere"))
        else:
            frame = messages.refusal_frame(RefusalCode.STALE, sentence("refusals.hello_first"))
        return Send(received.key, received.route, frame)

    def heard(self, session: Session, received: Received) -> list[Effect]:
        """Record that a session sent something, so it is linked."""
        session.heard_at, session.route = max(session.heard_at, received.at), received.route
        if session.linked:
            return []
        session.linked = True
        return self._presence(session)

    def silent(self, at: int) -> list[Effect]:
        """Mark sessions as unlinked after SILENCE_MS_MAX without traffic."""
        effects: list[Effect] = []
        for session in self.room.sessions.silent(at):
            effects += self.left(session)
        return effects

    def left(self, session: Session) -> list[Effect]:
        """Mark a session as unlinked because its client left."""
        session.linked = False
        return self._presence(session)

    def _presence(self, session: Session) -> list[Effect]:
        """Return the news for the team of a seat whose own holder came or went."""
        holder = session.holder
        return [*self.people.presence(holder.table, holder.seat)] if holder.role is Role.SEAT else []
