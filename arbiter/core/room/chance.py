"""Shared chance: which seats a table waits for, what its seats are shown, and when the game is dealt.

- Nothing is dealt or shown before the seed of a table is made. No lot is forwarded to any client.
- The table waits WAIT_MS for a silent seat. Then it deals without that seat, and the record says so.
- Every message of a draw is the same for all seats of its table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.table.chance import DrawStage, TableDraw
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Closed
from warcouncil.arbiter.core.words.stimuli import SILENCE_MS_MAX, Bound, Pledged
from warcouncil.protocol.proofs import lots
from warcouncil.protocol.sentences.sentence import Sentence, sentence
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import Done, DrawShown
from warcouncil.protocol.wire.requests import OpenLot, Pledge
from warcouncil.protocol.words import Role, SeatId

WAIT_MS = SILENCE_MS_MAX
"""How long a table waits for pledges after its game is asked to begin, and for lots after the pledges are shown. A
client that is silent for this long counts as unlinked anyway."""


@dataclass(frozen=True, slots=True)
class Draws:
    """The draws of an exercise. `sign` signs the messages of the arbiter."""

    exercise: str
    sessions: Sessions
    sign: Callable[[bytes], str]

    # --- pledges and lots -----------------------------------------------------------------------------------------

    def put_in(self, table: Table, seat: SeatId, key: str, body: Pledge | OpenLot) -> tuple[bool, Done]:
        """Record a pledge or a lot. Return whether it is new, and the arbiter's signed reply. Raises Refused."""
        draw = table.draw or TableDraw(DrawStage.MADE)  # If the host makes the seed, it exists already.
        opened = isinstance(body, OpenLot)
        if isinstance(body, OpenLot):
            pledge = lots.pledge_of(self.exercise, table.number, seat, body.lot)
            new = draw.open(seat, body.lot, pledge)
        else:
            pledge = body.pledge
            new = draw.pledge(seat, key, pledge)
        said = lots.taken(self.exercise, table=table.number, seat=seat, pledge=pledge, opened=opened)
        return new, Done(id=body.id, signature=self.sign(said))

    # --- due stages -----------------------------------------------------------------------------------------------

    def pending(self, table: Table, at: int) -> Pledged | Bound | None:
        """Return the next stage of a draw. Return None while the table waits for a seat."""
        draw = table.draw
        if draw is None or draw.stage not in (DrawStage.ASKED, DrawStage.SHOWN):
            return None
        shown = draw.stage is DrawStage.SHOWN
        awaited = [*(draw.pledges.keys() - draw.opened.keys())] if shown else self._there(table)
        if awaited and at - draw.since < WAIT_MS:
            return None
        return (
            Bound(at=at, table=table.number, lots=draw.lots(table.seats))
            if shown
            else Pledged(at=at, table=table.number)
        )

    def _there(self, table: Table) -> list[SeatId]:
        """Return the seats whose drivers are linked and have not pledged. After a resume, the driver of a seat
        without a pledge may still reconnect."""
        assert table.draw
        waiting: list[SeatId] = []
        for seat in table.seats:
            here = [
                session.key
                for session in self.sessions.at(table.number, seat)
                if session.linked and session.holder.role is Role.SEAT
            ]
            pledged = table.draw.keys.get(seat)
            lacks = here != [pledged] if here else table.draw.is_resumed and pledged is None
            if lacks and seat not in table.bots:
                waiting.append(seat)
        return waiting

    # --- the finished seed ------------------------------------------------------------------------------------------

    def made(self, table: Table, bound: Bound) -> Closed:
        """Deal a table with the seed that all parties made."""
        assert table.draw
        assert table.draw.stage is DrawStage.SHOWN, "the chance is made once, after the pledges were shown"
        assert bound.lots == table.draw.lots(table.seats), (
            "the chance is made of the lots that the seats opened"
        )
        self.know(table, bound)
        table.note(bound.at, _told(table, bound))
        return table.deal(bound.at)

    def know(self, table: Table, bound: Bound) -> None:
        """Record the seed of a table that was dealt."""
        seed = lots.seed_made(self.exercise, table.number, table.plan.seed, bound.lots)
        table.know_chance(bound.lots, bytes.fromhex(seed))

    # --- messages -------------------------------------------------------------------------------------------------

    def message(self, table: Table) -> bytes | None:
        """Return the state of a draw for the seats of its table, the same for all. Return None before the pledges are
        fixed.
        """
        draw = table.draw
        if draw is None or draw.stage not in (DrawStage.SHOWN, DrawStage.MADE):
            return None
        made = draw.stage is DrawStage.MADE
        number, host = table.number, table.plan.seed
        put_in = draw.made if made else draw.lots(table.seats)
        pledges = lots.shown(self.exercise, number, host, put_in)
        seed = lots.seed_print(self.exercise, number, table.chance.hex()) if made else ""
        commitment = lots.seed_print(self.exercise, number, host)
        said = lots.signed(self.exercise, table=number, commitment=commitment, pledges=pledges, seed=seed)
        return wire.dump(DrawShown(pledges=pledges, seed=seed, signature=self.sign(said)))


def _told(table: Table, bound: Bound) -> Sentence:
    """Return a line for the record: which seats contributed to the seed of a table, and which did not."""
    made = [table.seats[lot.seat].title for lot in bound.lots if lot.counts]
    left_out = lots.left_out_words(bound.lots, lambda seat: table.seats[seat].title, table.bots)
    if made:
        return sentence("record.chance_made", seats=", ".join(made), left_out=left_out)
    return sentence("record.chance_of_host", left_out=left_out)
