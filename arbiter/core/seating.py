"""Who sits where: keys that come, go, move and hand over. A key never gives more than the sheet of where it sits now."""

from __future__ import annotations

from typing import assert_never

from warcouncil.arbiter.core import projector
from warcouncil.arbiter.core.effects import Effect, NewCode, Outcome, Send, StandIn
from warcouncil.arbiter.core.hall import Hall
from warcouncil.arbiter.core.refused import Refused
from warcouncil.arbiter.core.stimuli import Admitted, Coded, CodeFailed, Handed, Holder
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol import wire
from warcouncil.protocol.acts import Reissue, Remove, Reseat
from warcouncil.protocol.replies import CodeIssued, Fenced, RefusalCode
from warcouncil.protocol.requests import Rule
from warcouncil.protocol.words import Role, clean


class Seating:
    """The people of an exercise."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._resumed_at = 0
        self._offered: dict[str, Holder] = {}
        """Drivers who want to hand over, and the seat of each."""

    def resumed(self, at: int) -> None:
        """Take note that nobody could be heard before now."""
        self._resumed_at = at

    def admitted(self, admitted: Admitted) -> list[Effect]:
        gone = self._hall.roster.admit(admitted)
        effects = list(self._fence(gone, "Somebody else sits at this seat now."))
        self._send_away(admitted.key)
        if admitted.holder.table:
            self._hall.consoles.touch(admitted.holder.table)
        return effects

    def code_failed(self, failed: CodeFailed) -> Outcome:
        card = self._hall.roster.failed(failed.plate)
        if card is not None and card.holder.table:
            self._hall.consoles.touch(card.holder.table)
        return Outcome(True)

    def coded(self, coded: Coded) -> list[Effect]:
        self._hall.roster.issue(coded.card)
        holder = coded.card.holder
        table = self._hall.tables[holder.table]
        session = self._hall.sessions.get(coded.key)
        self._hall.consoles.touch(table.number)
        if session is None:
            return []
        title = table.seats[holder.seat].title
        code = CodeIssued(table=table.number, seat=holder.seat, seat_title=title, code=str(coded.card.code))
        return [session.mail(wire.dump(code))]

    def presence(self, holder: Holder) -> list[Send]:
        table = self._hall.tables[holder.table]
        self._hall.consoles.touch(table.number)
        return projector.team_changed(table, table.seats[holder.seat], self._hall.sessions)

    def driver_changed(self, table: Table, stand_in: StandIn) -> list[Effect]:
        effects: list[Effect] = [stand_in]
        if not stand_in.bot:
            gone = self._hall.roster.holding(Role.STAND_IN, table.number, stand_in.seat)
            self._hall.roster.strike(*gone)
            effects += self._fence(gone, "The seat was given back.")
        return [*effects, *projector.team_changed(table, table.seats[stand_in.seat], self._hall.sessions)]

    def take_back(self, table: Table, at: int, seat: Seat) -> list[Effect]:
        """Give a seat back to its holder from the bot that sits there because he was silent or not expected."""
        if table.asleep:
            return []
        if seat.id not in table.bots:
            raise Refused(RefusalCode.NO_SUCH, "No bot plays your seat.")
        if seat.id not in table.lent:
            raise Refused(RefusalCode.NOT_DRIVER, "The umpire gave your seat to a bot; ask him for it.")
        del table.bots[seat.id]
        table.lent.discard(seat.id)
        self._hall.note(table, at, f"{seat.title} took the seat back from a bot")
        return self.driver_changed(table, StandIn(table.number, seat.id, ""))

    def claim(self, at: int, key: str, holder: Holder) -> list[Effect]:
        """Let a watcher drive, when the driver was silent long enough or is gone."""
        drivers = self._hall.roster.holding(Role.SEAT, holder.table, holder.seat)
        if not drivers:
            self._hall.roster.move(key, holder.model_copy(update={"role": Role.SEAT}), at)
            return self._send_away(key)
        session = self._hall.sessions.get(drivers[0])
        since = max(self._hall.roster.since(drivers[0]), self._resumed_at, session.heard_at if session else 0)
        if at - since < self._hall.plan.claim_seconds * 1000:
            raise Refused(RefusalCode.NOT_DRIVER, "Your driver is there; ask for the seat to be handed over.")
        self._hall.roster.exchange(key, drivers[0], at)
        return self._send_away(key, drivers[0])

    def hand_over(self, key: str, holder: Holder) -> list[Effect]:
        watchers = self._hall.roster.holding(Role.WATCHER, holder.table, holder.seat)
        if not watchers:
            raise Refused(RefusalCode.NO_SUCH, "Nobody else of your crew is here.")
        self._offered[key] = holder
        return []

    def handing(self, at: int) -> tuple[Handed, ...]:
        """Say to whom each offered seat goes: links are not in the journal, so what hangs on them is said anew."""
        handed = []
        for key, holder in tuple(self._offered.items()):
            watchers = self._hall.roster.holding(Role.WATCHER, holder.table, holder.seat)
            if self._hall.roster.keys.get(key) != holder or not watchers:
                del self._offered[key]
                continue
            linked = (watcher for watcher in watchers if self._linked(watcher))
            handed.append(Handed(at=at, giver=key, taker=next(linked, watchers[0])))
        return tuple(handed)

    def _linked(self, key: str) -> bool:
        session = self._hall.sessions.get(key)
        return session is not None and session.linked

    def handed(self, handed: Handed) -> list[Effect]:
        """Let a driver and a watcher change places."""
        self._offered.pop(handed.giver, None)
        self._hall.roster.exchange(handed.giver, handed.taker, handed.at)
        self._hall.consoles.touch(self._hall.roster.keys[handed.taker].table)
        return self._send_away(handed.giver, handed.taker)

    def on_people(self, at: int, key: str, body: Rule, act: Reissue | Remove | Reseat) -> list[Effect]:
        """Seat people otherwise. A key, a crew or a role never gives more than the sheet of where it sits now."""
        table = self._hall.tables[body.table]
        seat = table.seat(act.seat)
        reason = clean(body.reason)
        here = Holder(role=Role.SEAT, table=table.number, seat=seat.id)
        match act:
            case Reseat():
                words = self._reseat(table, seat, act, at)
                self._hall.note(table, at, f"{words} ({reason})")
                there = Holder(role=Role.SEAT, table=act.to_table, seat=act.to_seat)
                return [*self.presence(here), *self.presence(there)]
            case Reissue():
                gone = self._leave(table, seat)
                self._hall.roster.withdraw(table.number, seat.id)
                self._hall.note(table, at, f"gave {seat.title} a new code ({reason})")
                return [
                    *self._fence(gone, "The umpire gave this seat a new code."),
                    *self.presence(here),
                    NewCode(table.number, seat.id, key),
                ]
            case Remove():
                gone = self._leave(table, seat)
                if not act.keep:
                    table.sealed.pop(seat.id, None)
                    table.drafts.pop(seat.id, None)
                what = "what was sealed stands" if act.keep else "what was sealed is struck out"
                self._hall.note(table, at, f"took {seat.title} from its holder; {what} ({reason})")
                return [*self._fence(gone, "The umpire took you from this seat."), *self.presence(here)]
            case _ as never:
                assert_never(never)

    def _leave(self, table: Table, seat: Seat) -> tuple[str, ...]:
        """Take a seat from its driver and its crew, and give their keys."""
        gone = (
            *self._hall.roster.holding(Role.SEAT, table.number, seat.id),
            *self._hall.roster.holding(Role.WATCHER, table.number, seat.id),
        )
        self._hall.roster.strike(*gone)
        return gone

    def _reseat(self, table: Table, seat: Seat, act: Reseat, at: int) -> str:
        other = self._hall.table(act.to_table)
        goal = other.seat(act.to_seat)
        if (other.number, goal.id) == (table.number, seat.id):
            raise Refused(RefusalCode.NO_SUCH, f"That is where the holder of {seat.title} sits.")
        movers = self._hall.roster.holding(Role.SEAT, table.number, seat.id)
        sitters = self._hall.roster.holding(Role.SEAT, other.number, goal.id)
        if not movers:
            raise Refused(RefusalCode.NO_SUCH, f"Nobody holds {seat.title}.")
        if sitters:
            self._hall.roster.exchange(movers[0], sitters[0], at)
        else:
            self._hall.roster.move(movers[0], Holder(role=Role.SEAT, table=other.number, seat=goal.id), at)
        self._hall.roster.change_people((table.number, seat.id), (other.number, goal.id))
        self._send_away(*movers[:1], *sitters[:1])
        self._hall.consoles.touch(other.number)
        return f"moved the holder of {seat.title} to {goal.title} at table {other.number}"

    def _fence(self, keys: tuple[str, ...], text: str) -> list[Effect]:
        """Tell the links of keys that lost their place, and let them go."""
        sends: list[Effect] = []
        for key in keys:
            session = self._hall.sessions.get(key)
            if session is not None:
                sends.append(session.mail(wire.dump(Fenced(text=text))))
                self._hall.sessions.drop(key)
        return sends

    def _send_away(self, *keys: str) -> list[Effect]:
        """Let links say hello again, because what their key holds has changed."""
        for key in keys:
            self._hall.sessions.drop(key)
        return []
