"""A moment of the past is shown as it was then, byte for byte."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.stimuli import Stimulus
from warcouncil.arbiter.record.account.rewind import NOBODY_LINKED, Rewind, truth, view
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.requests import Resync
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import morning
from tests.arbiter.record.files import keep


class Seen(Room):
    """A room that keeps, after every record, the view of each seat and the truth."""

    seen: dict[int, dict[Any, bytes]]

    def do(self, stimulus: Stimulus) -> Outcome:
        """Handle a stimulus. If it was recorded, keep the view of every seat at every table."""
        before = len(self.journal)
        outcome = super().do(stimulus)
        if len(self.journal) > before:
            self.__dict__.setdefault("seen", {})[before + 1] = {
                (table.number, seat): self._view(table.number, seat)
                for table in self.exercise.tables.values()
                for seat in (*table.seats, None, "truth")
            }
        return outcome

    def _view(self, number: TableId, seat: Any) -> bytes:
        table = self.exercise.tables[number]
        if seat == "truth":
            return wire.dump(seat_view.truth(table))
        sitting = table.seats[seat] if seat else PUBLIC
        role = Role.SEAT if seat else Role.DISPLAY
        return wire.dump(seat_view.view(table, sitting, self.at, NOBODY_LINKED, role=role, since=None))


def test_a_replay_shows_the_former_view(tmp_path: Path) -> None:
    """A replay shows a person more than they knew, or less, and the debrief judges them by it."""
    room = morning(Seen, second=False)
    ats = {row.seq: row.at for row in room.journal}
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        for number in (TableId(1), TableId(2)):
            rewind = Rewind(record, number, load=load)
            for seq, seen in room.seen.items():
                table = rewind.at(seq)
                for (of, seat), expected in seen.items():
                    if of != number:
                        continue
                    made = truth(table) if seat == "truth" else view(table, seat, ats[seq])
                    assert wire.dump(made) == expected, f"record {seq}, table {number}, {seat}"


class Resyncing(Room):
    """A room in which, after every record, every person asks for the whole view and keeps the frame."""

    got: dict[int, dict[tuple[TableId, SeatId], tuple[bytes, Sessions]]]

    def do(self, stimulus: Stimulus) -> Outcome:
        """Handle a stimulus. If it was recorded, send a resync of every person."""
        before = len(self.journal)
        outcome = super().do(stimulus)
        if len(self.journal) > before:
            frames = self.__dict__.setdefault("got", {})[before + 1] = {}
            for person in tuple(self.people.values()):
                holder = self.exercise.keys.get(person.key)
                session = self.exercise.sessions.get(person.key)
                if holder is None or holder.role is not Role.SEAT or session is None:
                    continue
                if session.token != person.token:
                    continue  # This person was moved, and has not said hello again.
                known = len(person.replies)
                self.ask(person, Resync())
                assert isinstance(person.replies[known].body, View)
                linked = deepcopy(self.exercise.sessions)
                frames[holder.table, holder.seat] = person.frames[known][1], linked
        return outcome


def test_a_replay_equals_the_sent_frames_byte_for_byte(tmp_path: Path) -> None:
    """A debrief shows screens that no player had."""
    room = morning(Resyncing, second=False)
    ats = {row.seq: row.at for row in room.journal}
    compared = 0
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        for number in (TableId(1), TableId(2)):
            rewind = Rewind(record, number, load=load)
            for seq, frames in room.got.items():
                table = rewind.at(seq)
                for (of, seat), (frame, linked) in frames.items():
                    if of == number:
                        assert wire.dump(view(table, seat, ats[seq], linked)) in frame, (
                            f"record {seq}, {seat}"
                        )
                        compared += 1
    assert compared > 500


def test_a_table_among_others_is_rewound_without_them(tmp_path: Path) -> None:
    """The rewind of one table among forty takes forty times as long at every step, or misses records of others
    that concern it.
    """
    room = Resyncing("sealed_bid", tables=3)
    for number in (1, 2, 3):
        for seat in room.table.seats:
            room.sit(seat, table=number)
    for _ in range(3):
        for number in (1, 2, 3):
            room.play(table=number)
    ats = {row.seq: row.at for row in room.journal}
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        rewind = Rewind(record, TableId(2), load=load)
        assert {row.table for row in rewind._rows if row.kind != "admitted"} == {0, 2}
        assert len([row for row in rewind._rows if row.kind == "admitted"]) == len(room.table.seats)
        for seq, frames in room.got.items():
            table = rewind.at(seq)
            for (of, sitting), (frame, linked) in frames.items():
                if of == 2:
                    assert wire.dump(view(table, sitting, ats[seq], linked)) in frame, (
                        f"record {seq}, {sitting}"
                    )
