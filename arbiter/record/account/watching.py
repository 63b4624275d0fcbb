"""Watching one table: what each record changed there, and the account that is made from these changes.

The changes are read from the table itself, never from the record. So a refused request, a bot and an umpire leave the
same traces here as in the exercise.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from warcouncil.arbiter.core.table.closing import Closing
from warcouncil.arbiter.core.table.gate import Gate
from warcouncil.arbiter.core.table.states import RUNS
from warcouncil.arbiter.core.table.story import UmpireRuled
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.plan import Silence
from warcouncil.arbiter.core.words.record import Row, ToldClosing, read
from warcouncil.arbiter.core.words.stimuli import Grant
from warcouncil.arbiter.record.account.account import (
    NO_SEAT,
    TEXT_CHARS_MAX,
    By,
    Decision,
    GateAccount,
    Moment,
    MomentKind,
    TableAccount,
)
from warcouncil.games.kit.events import Event, Storyteller
from warcouncil.protocol.table.views import Deal, Notice
from warcouncil.protocol.words import GateNo, Role, SeatId, clean

OLD_NOTE = "note: "
"""The beginning of a note in the umpires' record. In an older file, a line has only its text."""

_ROLES = {Role.STAND_IN: By.BOT, Role.UMPIRE: By.UMPIRE}


class TableWatch:
    """The state of one table after the last record, and its account so far."""

    def __init__(self, table: Table, people: dict[SeatId, str]) -> None:
        self.table = table
        self.account = TableAccount(table.plan, table.game, table.seats, table.sides, people)
        self._gate: Gate | None = None
        self._seals: dict[SeatId, tuple[str, Decision]] = {}
        """For each seat that sealed: the id of the request, and its decision so far. The id is "" if the seat took its answer back."""
        self._struck: set[SeatId] = set()
        self._stopped_since: int | None = None
        self._bots: set[SeatId] = set(table.bots)
        self._lines = self._notices = self._notes = self._decrees = 0
        self._deals: list[Deal] = []
        self._calls: dict[int, bool] = {}

    # --- after each record ----------------------------------------------------------------------------------------

    def look(self, row: Row, holder: Grant | None) -> None:
        """Add the changes of a record to the account."""
        if row.kind == "closed":
            self._keep_closing(row)
            return
        if row.kind == "admitted" and holder is not None and holder.table == self.table.number:
            self._add(row, MomentKind.CAME, holder.seat)
        self._look_at_talk(row)
        if self._gate is not None:
            self._look_at_seals(row, holder)
            self._look_at_stops(row)
        self._look_at_bots(row)
        self._look_at_notes(row)
        if self.table.now is not self._gate and not self.table.is_undealt:
            self._turn(row)

    def _look_at_seals(self, row: Row, holder: Grant | None) -> None:
        gate = self._gate
        assert gate is not None
        for seat, sealed in gate.sealed.items():
            request, before = self._seals.get(seat, ("", None))
            if request == sealed.id:
                continue
            by = _ROLES.get(holder.role, By.SEAT) if holder else By.SEAT
            ran = self._ran(row.at)
            first, times = (before.first_ms, before.times + 1) if before else (ran, 1)
            self._seals[seat] = sealed.id, Decision(seat, by, sealed.answer, first, ran, times)
            self._add(row, MomentKind.CHANGED if request else MomentKind.SEALED, seat)
        for seat, (request, made) in self._seals.items():
            if request and seat not in gate.sealed and seat not in gate.voided:
                self._seals[seat] = "", made
                if holder is not None and holder.role is not Role.UMPIRE:
                    self._add(row, MomentKind.TAKEN_BACK, seat)
        for seat in gate.voided - self._struck:
            self._struck.add(seat)
            self._add(row, MomentKind.STRUCK, seat)

    def _look_at_talk(self, row: Row) -> None:
        talk = self.table.talk
        for line in talk.lines[max(0, self._lines - talk.forgotten) :]:
            self._add(row, MomentKind.SPOKE, line.seat, to=line.members, text=line.text, title=line.channel)
        self._lines = talk.forgotten + len(talk.lines)
        for deal in talk.deals:
            before = self._deals[deal.number - 1] if deal.number <= len(self._deals) else None
            if before is None:
                self._add(row, MomentKind.PROPOSED, deal.giver, to=(deal.giver, deal.taker), text=deal.text)
            if deal.state != (before.state if before else "open"):
                words = f"{deal.state}: {deal.text}"
                self._add(row, MomentKind.SETTLED, deal.taker, to=(deal.giver, deal.taker), text=words)
        self._deals = list(talk.deals)
        for to, notice in talk.notices[self._notices :]:
            self._add(row, MomentKind.TOLD, to=to, text=notice.text, title=notice.to, notice=notice)
        self._notices = len(talk.notices)
        for call in talk.calls:
            if call.number not in self._calls:
                self._add(row, MomentKind.CALLED, call.seat, to=(call.seat,), text=call.text)
                self._calls[call.number] = False
            if call.answer and not self._calls[call.number]:
                self._add(row, MomentKind.ANSWERED, call.seat, to=(call.seat,), text=call.answer)
                self._calls[call.number] = True

    def _look_at_stops(self, row: Row) -> None:
        gate = self._gate
        assert gate is not None
        if gate.clock is None or self.table.now is not gate:
            return
        if gate.stops and self._stopped_since is None:
            self._stopped_since = row.at
            why = "; ".join(filter(None, (self.table.paused, self.table.held)))
            self._add(row, MomentKind.STOPPED, text=why)
        elif not gate.stops and self._stopped_since is not None:
            self._ran_on(row.at)
            self._add(row, MomentKind.RAN)

    def _look_at_bots(self, row: Row) -> None:
        now = set(self.table.bots)
        for seat in sorted(now - self._bots):
            self._add(row, MomentKind.BOT, seat)
        for seat in sorted(self._bots - now):
            self._add(row, MomentKind.BACK, seat)
        self._bots = now

    def _look_at_notes(self, row: Row) -> None:
        for line in self.table.story.record[self._notes :]:
            is_note = line.key.endswith(".note") or line.text.startswith(OLD_NOTE)
            text = line.words()
            self._add(
                row, MomentKind.NOTED if is_note else MomentKind.RULED, text=text.removeprefix(OLD_NOTE)
            )
        self._notes = len(self.table.story.record)
        for text in self.table.story.decrees[self._decrees :]:
            self._add(row, MomentKind.TOLD, to=tuple(self.table.seats), text=text, title="the table")
        self._decrees = len(self.table.story.decrees)

    # --- gates ----------------------------------------------------------------------------------------------------

    def _turn(self, row: Row) -> None:
        """Record that a gate has closed and the next one is open."""
        if self._gate is not None:
            self._close(row)
        gate = self._gate = self.table.now
        self._seals, self._struck = {}, set()
        self._stopped_since = row.at if gate.stops != RUNS and gate.clock else None
        clock_ms = gate.clock.total_ms if gate.clock else 0
        self.account.gates.append(
            GateAccount(gate.number, gate.phase, self.table.state, row.at, row.seq, clock_ms)
        )
        self._add(row, MomentKind.OPENED)

    def _close(self, row: Row) -> None:
        gate, account = self._gate, self.account.gates[-1]
        assert gate is not None
        self._ran_on(row.at)
        account.closed_at, account.closed_seq = row.at, row.seq
        decisions = tuple(self._decision(gate, seat) for seat in gate.asked)
        if account.asks is not None and account.asks.consent:
            account.confidential = decisions
        else:
            account.decisions = decisions
        self._add(row, MomentKind.CLOSED)

    def _keep_closing(self, row: Row) -> None:
        """Store the journal's record of a closing. It comes right after the record that closed the gate."""
        body = read(ToldClosing, row)
        closing = attempt(partial(Closing.load, body.record))
        if isinstance(closing, RulesFault):
            return
        events = attempt(partial(self._happened, closing))
        told = () if isinstance(events, RulesFault) else events
        if not body.gate:
            self.account.setting = told
        elif len(self.account.gates) > 1:
            gate = self.account.gates[-2]
            gate.heading, gate.events, gate.digest = closing.heading, told, body.digest
            ruled = [event.text for event in told if isinstance(event, UmpireRuled)]
            gate.by_ruling = clean(ruled[0], TEXT_CHARS_MAX) if ruled else ""
            if ruled:
                gate.decisions = tuple(map(_taken_away, gate.decisions))
                gate.confidential = tuple(map(_taken_away, gate.confidential))
        opened = self.account.gates[-1]
        # If the rules of this program reached another result, the table has the state in the journal.
        opened.state, opened.phase, self._gate = self.table.state, self.table.phase, self.table.now

    def _happened(self, closing: Closing) -> tuple[Event, ...]:
        """Return the events of a closing. Raises the game's error if an event cannot be worded for every seat."""
        events, teller = self.table.rules.events(closing), Storyteller()
        for event in events:
            for reader in (None, *self.table.seats.values()):
                teller.tell(event, reader)
        return events

    def _decision(self, gate: Gate, seat: SeatId) -> Decision:
        struck = seat in gate.voided
        request, made = self._seals.get(seat, ("", None))
        if made is None or not request:
            by = By.NOBODY if struck else self._silent(gate, seat)
            draft = gate.drafts[seat].answer if by is By.DRAFT else None
            return Decision(seat, by, draft, struck=struck)
        return replace(made, by=By.NOBODY, struck=True) if struck else made

    def _silent(self, gate: Gate, seat: SeatId) -> By:
        """Return the origin of the answer of a seat that has sealed nothing."""
        if gate.silence.policy is Silence.MISSING:
            return By.NOBODY
        if gate.silence.policy is Silence.DRAFT and seat in gate.drafts:
            return By.DRAFT
        state = self.account.gates[-1].state
        declared = attempt(partial(self.table.game.default, state, seat))
        return By.NOBODY if declared is None or isinstance(declared, RulesFault) else By.RULES

    def _ran(self, at: int) -> int:
        """Return how long the open gate's clock has run, in milliseconds."""
        account = self.account.gates[-1]
        stood = account.stood_ms + (at - self._stopped_since if self._stopped_since is not None else 0)
        return at - account.opened_at - stood

    def _ran_on(self, at: int) -> None:
        if self._stopped_since is not None:
            self.account.gates[-1].stood_ms += at - self._stopped_since
            self._stopped_since = None

    def _add(
        self,
        row: Row,
        kind: MomentKind,
        seat: SeatId = NO_SEAT,
        *,
        to: tuple[SeatId, ...] = (),
        text: str = "",
        title: str = "",
        notice: Notice | None = None,
    ) -> None:
        gate = self._gate.number if self._gate else GateNo(0)
        words = clean(text, TEXT_CHARS_MAX), clean(title)
        moment = Moment(row.seq, row.at, gate, kind, seat, to, *words)
        if notice is not None and notice.sender:
            about = clean(notice.about, TEXT_CHARS_MAX)
            moment = replace(moment, sender=clean(notice.sender), form=notice.kind, about=about)
        self.account.moments.append(moment)

    def finished(self) -> TableAccount:
        """Return the account after the last record."""
        self.account.deals = tuple(
            deal.model_copy(update={"text": clean(deal.text)}) for deal in self.table.talk.deals
        )
        self.account.notices = tuple(self.table.talk.notices)
        self.account.laid_open = self.table.laid_open
        return self.account


def _taken_away(made: Decision) -> Decision:
    """Return a seat's decision after a ruling ended its question. A silent seat has no answer then."""
    return made if made.times or made.struck else replace(made, by=By.RULING, answer=None)
