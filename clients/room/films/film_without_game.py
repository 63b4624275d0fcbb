"""FilmWithoutGame: a table's record if its game is not installed. It has times, talk and rulings, and no
board.

It is used if this program does not have the game, or cannot read the table's options.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from pydantic import ValidationError
from warcouncil.arbiter.core.table.closing import Closing
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Admitted, Received
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.clients.replay.film.film import (
    Eyes,
    EyesView,
    FilmBookmark,
    FilmGate,
    FilmMark,
    Instant,
    MarkKind,
)
from warcouncil.clients.room.films.bookmarks import TableBookmarks
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import RecordLine, View
from warcouncil.protocol.wire.requests import Call, Declare, Propose, Rule, Say, Write
from warcouncil.protocol.words import SeatId, clean

RECORDED = Eyes("umpire", "the umpire: the whole record", all_seeing=True)


class FilmWithoutGame:
    """One table of a record whose game this program cannot play."""

    def __init__(self, record: Record, plan: TablePlan, remarks: Iterable[str]) -> None:
        self._record = record
        self._plan = plan
        self._seats: dict[str, SeatId] = {}
        """The seat for each key."""
        self._marks: list[FilmMark] = []
        self._gates: list[FilmGate] = []
        self._sealed: set[tuple[int, SeatId]] = set()
        last = Instant(1, 0)
        for row in record.rows((plan.table,)):
            last = Instant(row.seq, row.at)
            self._take(row)
        self.gates = tuple(self._gates) or (FilmGate(1, "", "Nothing was asked", Instant(1, 0)),)
        self.beats = tuple(dict.fromkeys([*(mark.spot for mark in self._marks), last]))
        self.eyes = (RECORDED,)
        self._flags = TableBookmarks(record, plan.table)
        self.remarks = (*remarks, *self._flags.faults)

    # --- reading --------------------------------------------------------------------------------------------------

    def _take(self, row: Row) -> None:
        """Read a record, as far as possible without the game."""
        spot = Instant(row.seq, row.at)
        try:
            if row.kind == "admitted":
                admitted = Admitted.model_validate_json(row.body)
                if admitted.holder.table == self._plan.table:
                    self._seats[admitted.key] = admitted.holder.seat
                    self._add(spot, MarkKind.CAME, admitted.holder.seat)
            elif row.kind == "received":
                self._request(spot, Received.model_validate_json(row.body))
            elif row.kind == "closed":
                self._closed(Instant(row.seq - 1, row.at), row)
            elif row.kind == "resumed":
                self._add(spot, MarkKind.FAULT, text="the host was resumed")
        except (ValidationError, ValueError, KeyError, TypeError):
            self._add(spot, MarkKind.HAPPENED, text="a record that this program cannot read")

    def _request(self, spot: Instant, received: Received) -> None:
        seat = self._seats.get(received.key, SeatId(""))
        match received.body:
            case Declare(gate=gate, answer=answer) if not answer and (gate, seat) in self._sealed:
                self._sealed.remove((gate, seat))
                self._add(spot, MarkKind.TAKEN_BACK, seat)
            case Declare(gate=gate):
                again = (gate, seat) in self._sealed
                self._sealed.add((gate, seat))
                self._add(spot, MarkKind.CHANGED if again else MarkKind.SEALED, seat)
            case Say(text=text, channel=channel):
                self._add(spot, MarkKind.SPOKE, seat, text, str(channel))
            case Propose(text=text, to=to):
                self._add(spot, MarkKind.PROPOSED, seat, text, str(to))
            case Call(text=text) | Write(text=text):
                self._add(spot, MarkKind.CALLED, seat, text)
            case Rule(act=act, reason=reason):
                said = str(getattr(act, "text", ""))
                noted = MarkKind.NOTED if act.act == "note" else MarkKind.RULED
                self._add(
                    spot, noted, text=f"{act.act}: {said} ({reason})" if said else f"{act.act} ({reason})"
                )
            case _:
                pass

    def _closed(self, spot: Instant, row: Row) -> None:
        """Read the closing of a question. `spot` is the record before it, which closed the question."""
        body = json.loads(row.body)
        closing = Closing.load(body["record"])
        if self._gates:
            before = self._gates.pop()
            turn = closing.heading or before.turn
            self._gates.append(FilmGate(before.number, turn, before.title, before.opened, closed_at=row.at))
            self._add(spot, MarkKind.CLOSED)
        for event in closing.events:
            self._add(spot, MarkKind.HAPPENED, text=str(event.get("event", "something happened")))
        number = int(body["gate"]) + 1
        self._gates.append(FilmGate(number, closing.heading, f"Question {number}", spot))
        self._add(spot, MarkKind.OPENED)

    def _add(self, spot: Instant, kind: MarkKind, seat: str = "", text: str = "", where: str = "") -> None:
        self._marks.append(
            FilmMark(spot, kind, who=clean(seat), seat=SeatId(seat), text=clean(text), where=clean(where))
        )

    # --- what is shown --------------------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """The heading."""
        return f"{self._record.title} · table {self._plan.table} · {self._plan.game}"

    @property
    def flags(self) -> tuple[FilmBookmark, ...]:
        """The bookmarks in order, with the umpires' notes from the exercise."""
        noted = [
            FilmBookmark(mark.spot, mark.text, of_the_day=True)
            for mark in self._marks
            if mark.kind is MarkKind.NOTED
        ]
        return tuple(sorted((*self._flags.own, *noted), key=lambda flag: (flag.spot.seq, flag.spot.at)))

    def flag(self, spot: Instant, note: str) -> str:
        """Set a bookmark, or remove it if `note` is ""."""
        return self._flags.put(spot, note)

    def wall(self, at: int) -> str:
        """Return the time in the room, in this machine's time zone."""
        return self._record.wall.at(at).astimezone().strftime("%H:%M:%S")

    def marks(self, eyes: Eyes) -> tuple[FilmMark, ...]:
        """Return everything that is recorded, in order."""
        return tuple(self._marks)

    def sight(self, spot: Instant, eyes: Eyes) -> EyesView:
        """Return the talk and the rulings up to then, without a board."""
        known = [mark for mark in self._marks if mark.spot.seq <= spot.seq]
        rulings = tuple(
            RecordLine(heading="", text=mark.text)
            for mark in known
            if mark.kind in (MarkKind.RULED, MarkKind.NOTED)
        )
        return EyesView(None, rulings=rulings, why=self.remarks[0] if self.remarks else "")

    def truth(self, spot: Instant) -> Sheet | None:
        """Return None, because nothing can be drawn."""
        return None

    def news(self, number: int, eyes: Eyes) -> View | None:
        """Return None, because nothing can be shown."""
        return None
