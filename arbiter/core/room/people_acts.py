"""Admits and removes keys, and moves them from seat to seat."""

from __future__ import annotations

from warcouncil.arbiter.core.people.sessions import Session
from warcouncil.arbiter.core.room.room import Room
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import messages
from warcouncil.arbiter.core.words.outcome import Effect, NewCode, Refused, Send, StandIn
from warcouncil.arbiter.core.words.stimuli import Admitted, CodeCard, Coded, Grant, Handed
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.acts.room_acts import Renew
from warcouncil.protocol.sentences.sentence import say, sentence
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import CodeIssued
from warcouncil.protocol.wire.replies import Fenced, RefusalCode
from warcouncil.protocol.words import Role, SeatId, TableId, clean

CONSOLE_TITLES = {
    Role.UMPIRE: "umpire",
    Role.OBSERVER: "observer",
    Role.TECHNICAL: "technical crew",
    Role.DISPLAY: "projector",
}


class People:
    """The people of an exercise."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._claim_ms = room.plan.claim_seconds * 1000
        """How long a driver must be silent before the crew may claim the seat, in milliseconds."""
        self._resumed_at = 0
        self._offered: dict[str, Grant] = {}
        """The keys of drivers who offered their seats, and the seat of each."""
        self._unread: dict[str, CodeCard] = {}
        """New codes, by plate, that no umpire has read: the requester may not read them, and no umpire was linked."""

    # --- arrivals and codes ---------------------------------------------------------------------------------------

    def resumed(self, at: int) -> None:
        """Record that no message could arrive before this time."""
        self._resumed_at = at

    def admitted(self, admitted: Admitted) -> list[Effect]:
        """Admit a key."""
        gone = self._room.roster.admit(admitted)
        self._unread.pop(admitted.plate, None)
        effects = self._fence(gone, say("told.another_answers"))
        first = self._room.roster.used_again(admitted)
        if first is not None:
            effects += self._room.consoles.used_again(admitted, first, CONSOLE_TITLES[admitted.holder.role])
        self._room.sessions.drop(admitted.key)
        if admitted.holder.table:
            self._room.consoles.touch(admitted.holder.table)
        return effects

    def coded(self, coded: Coded) -> list[Effect]:
        """Record a new code, and remove the keys that joined with the old one.

        Only umpires read the code, because it admits its holder. It is sent to the umpire who asked for it. If
        another console asked, every umpire gets it. If no console asked, the host prints it on its screen.
        """
        gone = self._room.roster.issue(coded.card, instead=coded.instead, keep=coded.keep, asker=coded.key)
        effects = self._fence(gone, say("told.new_code"))
        number = coded.card.holder.table
        if number:
            self._room.consoles.touch(number)
        if not coded.key:
            return effects
        asker = self._room.roster.keys.get(coded.key)
        if asker is not None and asker.role is Role.UMPIRE:
            session = self._room.sessions.get(coded.key)
            return [*effects, self._code_for(session, coded.card)] if session else effects
        umpires = [one for one in self._room.sessions.consoles(number) if one.holder.role is Role.UMPIRE]
        if not umpires:
            self._unread[coded.card.code.plate] = coded.card
        return [*effects, *[self._code_for(umpire, coded.card) for umpire in umpires]]

    def unread(self, session: Session) -> list[Send]:
        """Return the new codes that no umpire could read yet, for an umpire who has joined."""
        if session.holder.role is not Role.UMPIRE:
            return []
        mine = [card for card in self._unread.values() if session.sees(card.holder.table)]
        for card in mine:
            del self._unread[card.code.plate]
        return [self._code_for(session, card) for card in mine]

    def _code_for(self, session: Session, card: CodeCard) -> Send:
        holder = card.holder
        seated = self._room.tables[holder.table].seats[holder.seat].title if holder.seat else ""
        title = seated or CONSOLE_TITLES[holder.role]
        code = CodeIssued(table=holder.table, seat=holder.seat, seat_title=title, code=str(card.code))
        return session.mail(wire.dump(code))

    def sits(self, table: TableId, seat: SeatId) -> bool:
        """Return whether a person holds a seat, linked or not."""
        return bool(self._room.roster.holding(Role.SEAT, table, seat))

    def presence(self, table: TableId, seat: SeatId) -> list[Send]:
        """Return the message about which members of a seat's team are linked.

        Before the game begins, all clients at the table also learn which seats it waits for.
        """
        self._room.consoles.touch(table)
        here = self._room.tables[table]
        sends = messages.team_changed(here, here.seats[seat], self._room.sessions)
        return sends if here.begun else [*sends, *self._room.briefings.tell(here)]

    def ready(self, session: Session) -> list[Send]:
        """Record that a player has read the briefing. Return the news for the table. After the beginning of the game
        there is none.
        """
        before, session.ready = session.ready, True
        if before or self._room.tables[session.holder.table].begun:
            return []
        return self.presence(session.holder.table, session.holder.seat)

    # --- drivers --------------------------------------------------------------------------------------------------

    def driver_changed(self, table: Table, stand_in: StandIn) -> list[Effect]:
        """Start or stop a bot at a seat. Return the news for its team."""
        effects: list[Effect] = [stand_in]
        if not stand_in.bot:
            gone = self._room.roster.holding(Role.STAND_IN, table.number, stand_in.seat)
            self._room.roster.strike(*gone)
            effects += self._fence(gone, say("refusals.seat_given_back"))
        return [*effects, *self.presence(table.number, stand_in.seat)]

    def take_back(self, table: Table, at: int, seat: Seat) -> list[Effect]:
        """Return a seat to its holder. A bot plays it because the holder was silent or not expected. Raises
        Refused."""
        if table.asleep:
            return []
        if seat.id not in table.bots:
            raise Refused(RefusalCode.NO_SUCH, sentence("refusals.no_bot_at_yours"))
        if seat.id not in table.counters.lent:
            raise Refused(RefusalCode.NOT_DRIVER, sentence("refusals.ask_umpire_for_seat"))
        table.take_from_bot(seat.id)
        table.note(at, sentence("record.taken_back", seat=seat.title))
        return self.driver_changed(table, StandIn(table.number, seat.id, ""))

    def claim(self, at: int, key: str, holder: Grant) -> list[Effect]:
        """Make a watcher the driver if the driver is gone or was silent for long enough. Raises Refused."""
        drivers = self._room.roster.holding(Role.SEAT, holder.table, holder.seat)
        if not drivers:
            self._room.roster.move(key, holder.model_copy(update={"role": Role.SEAT}), at)
            self._room.sessions.drop(key)
            return []
        session = self._room.sessions.get(drivers[0])
        since = max(self._room.roster.since(drivers[0]), self._resumed_at, session.heard_at if session else 0)
        if at - since < self._claim_ms:
            raise Refused(
                RefusalCode.NOT_DRIVER,
                sentence("refusals.driver_is_here"),
            )
        self._room.roster.exchange(key, drivers[0], at)
        self._room.sessions.drop(key, drivers[0])
        return []

    def hand_over(self, key: str, holder: Grant) -> list[Effect]:
        """Offer a seat to its crew. Raises Refused if there is no crew."""
        if not self._room.roster.holding(Role.WATCHER, holder.table, holder.seat):
            raise Refused(RefusalCode.NO_SUCH, sentence("refusals.no_crew"))
        self._offered[key] = holder
        return []

    def handing(self, at: int) -> tuple[Handed, ...]:
        """Return the new driver of each offered seat, as stimuli. The journal does not record links, so it must
        record this choice.
        """
        handed = []
        for key, holder in tuple(self._offered.items()):
            watchers = self._room.roster.holding(Role.WATCHER, holder.table, holder.seat)
            if self._room.roster.keys.get(key) != holder or not watchers:
                del self._offered[key]
                continue
            linked = (watcher for watcher in watchers if self._linked(watcher))
            handed.append(Handed(at=at, giver=key, taker=next(linked, watchers[0])))
        return tuple(handed)

    def _linked(self, key: str) -> bool:
        session = self._room.sessions.get(key)
        return session is not None and session.linked

    def handed(self, handed: Handed) -> list[Effect]:
        """Exchange the places of a driver and a watcher."""
        self._offered.pop(handed.giver, None)
        self._room.roster.exchange(handed.giver, handed.taker, handed.at)
        self._room.consoles.touch(self._room.roster.keys[handed.taker].table)
        self._room.sessions.drop(handed.giver, handed.taker)
        return []

    # --- reseating by an umpire -----------------------------------------------------------------------------------

    def vacate(self, table: Table, seat: Seat, asker: str, words: str) -> list[Effect]:
        """Remove the people of a seat with their keys and card, and ask for a new code. `words` is the text for the
        former holders."""
        gone = self._leave(table, seat)
        self._room.roster.withdraw(table.number, seat.id)
        return [
            *self._fence(gone, words),
            *self.presence(table.number, seat.id),
            NewCode(Grant(role=Role.SEAT, table=table.number, seat=seat.id), asker),
        ]

    def code_again(self, table: TableId, seat: SeatId, asker: str) -> list[Effect]:
        """Return the new code of a seat to an umpire who repeats the request. The first answer may be lost.

        If no code was drawn, for example because the arbiter died, ask for one. If a client has already used the
        code, do nothing.
        """
        if any(self._room.roster.holding(role, table, seat) for role in (Role.SEAT, Role.WATCHER)):
            return []
        mine = [
            card for card in self._room.roster.codes if (card.holder.table, card.holder.seat) == (table, seat)
        ]
        if not mine:
            return [NewCode(Grant(role=Role.SEAT, table=table, seat=seat), asker)]
        session = self._room.sessions.get(asker)
        if session is None or session.holder.role is not Role.UMPIRE:
            return []
        return [self._code_for(session, mine[-1])]

    def renew(self, act: Renew, asker: str) -> tuple[str, list[Effect]]:
        """Ask for a new code for a console or the projector. Return its title too. Raises Refused."""
        card = self._room.roster.code(act.plate)
        if card is None or card.holder.seat:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_console_card", card=clean(act.plate)))
        title = CONSOLE_TITLES[card.holder.role]
        return title, [NewCode(card.holder, asker, instead=act.plate, keep=act.keep)]

    def _leave(self, table: Table, seat: Seat) -> tuple[str, ...]:
        """Remove the driver and the crew of a seat. Return their keys."""
        gone = (
            *self._room.roster.holding(Role.SEAT, table.number, seat.id),
            *self._room.roster.holding(Role.WATCHER, table.number, seat.id),
        )
        self._room.roster.strike(*gone)
        return gone

    def check_reseat(self, table: Table, seat: Seat, other: Table, goal: Seat) -> tuple[str, ...]:
        """Return the keys that drive a seat, if they may move to the other seat. Raises Refused."""
        if (other.number, goal.id) == (table.number, seat.id):
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.sits_there_already", seat=seat.title))
        movers = self._room.roster.holding(Role.SEAT, table.number, seat.id)
        if not movers:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_player_there", seat=seat.title))
        return movers

    def reseat(self, table: Table, seat: Seat, other: Table, goal: Seat, at: int) -> list[Effect]:
        """Exchange the drivers of two seats. Raises Refused."""
        movers = self.check_reseat(table, seat, other, goal)
        sitters = self._room.roster.holding(Role.SEAT, other.number, goal.id)
        if sitters:
            self._room.roster.exchange(movers[0], sitters[0], at)
        else:
            self._room.roster.move(movers[0], Grant(role=Role.SEAT, table=other.number, seat=goal.id), at)
        self._room.roster.change_people((table.number, seat.id), (other.number, goal.id))
        self._room.sessions.drop(*movers, *sitters)
        changed = {one.number: one for one in (table, other) if one.begun}
        return [
            *self.presence(table.number, seat.id),
            *self.presence(other.number, goal.id),
            *self._room.briefings.tell(*changed.values()),
        ]

    def take_from_bot(self, table: Table, at: int, seat: Seat, reason: str) -> list[Effect]:
        """Return a seat to the driver whom an umpire moved there. Do nothing if the seat has no bot or no driver."""
        if table.asleep or seat.id not in table.bots or not self.sits(table.number, seat.id):
            return []
        table.take_from_bot(seat.id)
        table.note(at, sentence("record.given_back", seat=seat.title), reason)
        return self.driver_changed(table, StandIn(table.number, seat.id, ""))

    def _fence(self, keys: tuple[str, ...], text: str) -> list[Effect]:
        """Return the fencing message for the links of keys that lost their place, and remove their sessions."""
        sends: list[Effect] = []
        for key in keys:
            session = self._room.sessions.get(key)
            if session is not None:
                sends.append(session.mail(wire.dump(Fenced(text=text))))
                self._room.sessions.drop(key)
        return sends
