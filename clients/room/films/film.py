"""TableFilm: a table's record from any viewpoint at any moment.

The game's rules draw each moment. If another version or damage prevents this, the record is shown without a
board.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.record.account import eyes as knowing
from warcouncil.arbiter.record.account.account import GateAccount, Moment, MomentKind, TableAccount
from warcouncil.arbiter.record.account.rewind import NOBODY_LINKED, Rewind, truth, view
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.clients.replay.film.film import (
    Eyes,
    EyesView,
    FilmBookmark,
    FilmGate,
    FilmMark,
    Instant,
    MarkKind,
    SeatAnswer,
)
from warcouncil.clients.room.films.bookmarks import TableBookmarks
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.games.kit.sides import named
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import Role, SeatId

KEPT = 8
"""How many positions are cached. A change of viewpoint then needs no new computation."""
NOT_DEALT = "Nothing was dealt"
UNDRAWN = "The rules of this program cannot draw this moment. The record is beside it."


class TableFilm:
    """One table of a record whose game this program has."""

    def __init__(self, record: Record, account: TableAccount, rewind: Rewind, remarks: Iterable[str]) -> None:
        self._record = record
        self._account = account
        self._rewind = rewind
        self._tables: dict[int, Table | RulesFault] = {}
        self._faults = record.wall.losses()
        self.eyes = _all_eyes(account)
        self.gates = _gates(account) or (FilmGate(0, "", NOT_DEALT, Instant(1, 0)),)
        spots = {(moment.seq, moment.at) for moment in account.moments}
        self.beats = tuple(Instant(seq, at) for seq, at in sorted(spots)) or (Instant(1, 0),)
        self._flags = TableBookmarks(record, account.number)
        self.remarks = (*remarks, *self._flags.faults)

    @property
    def heading(self) -> str:
        """The heading."""
        plan = self._account.plan
        name = f" ({plan.name})" if plan.name else ""
        return f"{self._record.title} · table {plan.table}{name} · {self._account.cover.title}"

    def wall(self, at: int) -> str:
        """Return the time in the room, in this machine's time zone."""
        return self._record.wall.at(at).astimezone().strftime("%H:%M:%S")

    # --- what was noticed -----------------------------------------------------------------------------------------

    def marks(self, eyes: Eyes) -> tuple[FilmMark, ...]:
        """Return what this viewpoint noticed, in order."""
        seats = None if eyes.all_seeing else eyes.seats
        moments = (
            moment if seats is None else knowing.known(moment, seats) for moment in self._account.moments
        )
        marks = [self._mark(moment) for moment in moments if moment is not None]
        marks += [
            FilmMark(Instant(moment.seq, moment.at), MarkKind.HAPPENED, text=text)
            for moment, text in knowing.story(self._account, seats)
        ]
        marks += [
            FilmMark(self._spot(lost.at), MarkKind.FAULT, text=f"for {lost.ms // 1000} s no host ran")
            for lost in self._faults
            if lost.at <= self.beats[-1].at
        ]
        return tuple(sorted(marks, key=lambda mark: (mark.spot.seq, mark.spot.at)))

    def _mark(self, moment: Moment) -> FilmMark:
        seat = self._account.seats.get(moment.seat)
        return FilmMark(
            Instant(moment.seq, moment.at),
            MarkKind(moment.kind.value),
            who=seat.title if seat is not None else "",
            seat=moment.seat,
            text=moment.text,
            where=moment.title,
        )

    def _spot(self, at: int) -> Instant:
        """Return the last moment at an exercise time."""
        return next((beat for beat in reversed(self.beats) if beat.at <= at), self.beats[0])

    # --- what was seen --------------------------------------------------------------------------------------------

    def sight(self, spot: Instant, eyes: Eyes) -> EyesView:
        """Return what this viewpoint saw."""
        table = self._table(spot.seq)
        if isinstance(table, RulesFault):
            return EyesView(None, self._welcome(eyes), why=UNDRAWN)
        seen = attempt(partial(self._seen, table, spot.at, eyes))
        return EyesView(None, self._welcome(eyes), why=UNDRAWN) if isinstance(seen, RulesFault) else seen

    def _seen(self, table: Table, at: int, eyes: Eyes) -> EyesView:
        answers = _answers(table, tuple(table.seats) if eyes.all_seeing else eyes.seats)
        if eyes.all_seeing:
            rulings = tuple(table.story.record)
            return EyesView(knowing.whole_view(table, at), self._welcome(eyes), answers, rulings)
        if len(eyes.seats) > 1:
            return EyesView(knowing.team_view(table, eyes.seats, at), self._welcome(eyes), answers)
        return EyesView(seat_view.discreet(table, view(table, eyes.seat, at)), self._welcome(eyes), answers)

    def truth(self, spot: Instant) -> Sheet | None:
        """Return the full truth, or None."""
        table = self._table(spot.seq)
        found = table if isinstance(table, RulesFault) else attempt(partial(truth, table))
        return None if isinstance(found, RulesFault) else found

    def news(self, number: int, eyes: Eyes) -> View | None:
        """Return the news that this viewpoint received when a question opened: the new events with their scenes."""
        gate = self._account.gate(number)
        now, before = self._table(gate.opened_seq), self._table(gate.opened_seq - 1)
        if (
            eyes.all_seeing
            or len(eyes.seats) > 1
            or isinstance(now, RulesFault)
            or isinstance(before, RulesFault)
        ):
            return None
        since = max(0, before.story.told - now.story.forgotten)
        sitting = now.seats[eyes.seat] if eyes.seat else PUBLIC
        role = Role.SEAT if eyes.seat else Role.DISPLAY
        ask = partial(seat_view.view, now, sitting, gate.opened_at, NOBODY_LINKED, role=role, since=since)
        made = attempt(ask)
        return None if isinstance(made, RulesFault) else made

    def _table(self, seq: int) -> Table | RulesFault:
        """Return the table after a record."""
        if seq not in self._tables:
            while len(self._tables) >= KEPT:
                del self._tables[next(iter(self._tables))]
            self._tables[seq] = attempt(partial(self._rewind.at, seq))
        return self._tables[seq]

    def _welcome(self, eyes: Eyes) -> Welcome:
        account, seat = self._account, self._account.seats.get(eyes.seat or SeatId(""))
        cover = account.cover
        return Welcome(
            exercise=self._record.papers.exercise[:64],
            role=Role.SEAT,
            session="",
            table=account.number,
            seat=seat.id if seat else SeatId(""),
            seat_title=seat.title if seat else eyes.title,
            team_title=named(seat.team) if seat else "",
            game=account.game.name,
            game_title=cover.title,
            designer=cover.designer,
            summary=cover.summary,
            duty=seat.duty if seat else "",
            person=account.people.get(seat.id, "") if seat else "",
        )

    # --- bookmarks ------------------------------------------------------------------------------------------------

    @property
    def flags(self) -> tuple[FilmBookmark, ...]:
        """The bookmarks in order, with the umpires' notes from the exercise."""
        noted = [
            FilmBookmark(Instant(moment.seq, moment.at), moment.text, of_the_day=True)
            for moment in self._account.moments
            if moment.kind is MomentKind.NOTED
        ]
        return tuple(sorted((*self._flags.own, *noted), key=lambda flag: (flag.spot.seq, flag.spot.at)))

    def flag(self, spot: Instant, note: str) -> str:
        """Set a bookmark, or remove it if `note` is ""."""
        return self._flags.put(spot, note)


def _all_eyes(account: TableAccount) -> tuple[Eyes, ...]:
    """Return the viewpoints: each seat, each team of several seats, the public, and the all-seeing one."""
    teams: dict[str, list[SeatId]] = {}
    for seat in account.seats.values():
        teams.setdefault(seat.team, []).append(seat.id)
    return (
        *(Eyes(str(seat.id), seat.title, (seat.id,)) for seat in account.seats.values()),
        *(
            Eyes(team, f"{team.replace('_', ' ').title()}, all its seats together", tuple(seats))
            for team, seats in teams.items()
            if len(seats) > 1 and team not in account.seats
        ),
        Eyes("public", "everybody"),
        Eyes("umpire", "the umpire: everything", all_seeing=True),
    )


def _gates(account: TableAccount) -> tuple[FilmGate, ...]:
    found: list[FilmGate] = []
    for gate in account.gates:
        asks, turn = gate.asks, _turn(gate, found[-1].turn if found else "")
        quiet_ms = round(asks.quiet_seconds * 1000) if asks else 0
        talks = tuple(
            (channel.title, frozenset(channel.members), quiet_ms)
            for channel in (asks.channels if asks else ())
        )
        title = asks.title if asks else "The game is over"
        found.append(
            FilmGate(
                gate.number, turn, title, Instant(gate.opened_seq, gate.opened_at), gate.closed_at, talks
            )
        )
    return tuple(found)


def _turn(gate: GateAccount, before: str) -> str:
    """Return the turn of a question. It comes from its closing or, if it has none, from its title."""
    if gate.heading:
        return gate.heading
    if gate.asks is None:
        return "end"
    *parts, last = gate.asks.title.lower().split(" · ")
    word = before.partition(" ")[0]
    like = [
        part for part in parts if word and part.startswith(word)
    ]  # The form of the turns before it, such as "day 4 · turn 4"
    return (like or parts or [before or last])[0]


def _answers(table: Table, seats: Iterable[SeatId]) -> tuple[SeatAnswer, ...]:
    """Return the sealed answers of these seats, as far as they were asked. Confidential answers are left out."""
    if not isinstance(table.phase, Phase) or seat_view.is_confidential(table):
        return ()
    asked = [seat for seat in table.phase.asked if seat in set(seats)]
    return tuple(
        SeatAnswer(
            table.seats[seat].title,
            table.game.form(table.state, seat),
            table.sealed[seat].answer if seat in table.sealed else None,
            struck=seat in table.now.voided,
        )
        for seat in asked
    )
