"""The status of a table and of its injects, as consoles see it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypedDict

from warcouncil.arbiter.core.people.roster import Roster
from warcouncil.arbiter.core.people.sessions import Session, Sessions
from warcouncil.arbiter.core.table import story
from warcouncil.arbiter.core.table.injects import InjectProgress, Injects, in_short
from warcouncil.arbiter.core.table.states import Stop
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.core.views.seat_view import WHOLE_LINES_MAX
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.core.words.plan import Inject
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import Alarm, InjectLine, InjectList, Room, SeatStatus, TableStatus
from warcouncil.protocol.words import SeatId, TeamId, clean

WHOLE_BYTES_MAX, SHORT_CHARS = 40_000, 60
"""The maximum size of all inject texts together, in bytes. If they are longer, each text is cut to SHORT_CHARS
characters.
"""


def injects(table: Table, at: int) -> InjectList:
    """Return the injects of a table as an umpire may see them."""
    told, so_far = table.injects, table.counters.injects
    lines = tuple(_line(told, so_far, place) for place in told.own)
    if sum(len(line.text.encode()) for line in lines) > WHOLE_BYTES_MAX:
        lines = tuple(line.model_copy(update={"text": clean(line.text, SHORT_CHARS)}) for line in lines)
    clock = table.clock
    runs_ms = clock.left(at) if clock and not table.now.stops else 0
    return InjectList(ran_ms=table.ran_ms(at), runs_ms=runs_ms, injects=lines)


def _line(told: Injects, so_far: InjectProgress, place: int) -> InjectLine:
    inject = told.own[place]
    line = InjectLine(
        number=place + 1,
        name=inject.name,
        text=in_short(inject),
        to=str(inject.seat or inject.team),
        state="to_come",
    )
    if place in so_far.came:
        return line.model_copy(update={"state": "came", "at_ms": so_far.came[place]})
    if place in so_far.dropped:
        return line.model_copy(update={"state": "dropped"})
    if told.is_at_hand(so_far, place):
        return line.model_copy(update={"state": "at_hand"})
    moment = told.moment(so_far, place)
    return line.model_copy(update={"at_ms": moment, "waits": _waits(told, inject, known=moment is not None)})


def _waits(told: Injects, inject: Inject, *, known: bool) -> str:
    """Return a text that names the condition for which an inject waits besides its time."""
    found: list[str] = []
    if not known and inject.phase:
        found.append(f"{inject.phase}, opening {inject.occasion}" if inject.occasion > 1 else inject.phase)
    if not known and inject.after is not None:
        first = told.own.get(inject.after)
        found.append(f"inject {inject.after + 1}" + (f" ({first.name})" if first and first.name else ""))
    if inject.when:
        found.append(f"{inject.when.label} over {inject.when.over}")
    found += inject.only_if
    return clean(", ".join(found))


class ExtraStatus(TypedDict, total=False):
    """The fields of a table's status that come from outside the table."""

    lockstep: tuple[str, ...]
    results: bool
    paused: str
    held: str
    alarms: tuple[Alarm, ...]
    waits: bool


def status(
    table: Table,
    at: int,
    sessions: Sessions,
    roster: Roster,
    extra: ExtraStatus | None = None,
    *,
    seats: bool = True,
) -> TableStatus:
    """Return a table's status as an umpire may see it or, without `seats`, as all clients may. `extra` adds fields from outside the table."""
    gate = table.now
    phase, begun = gate.phase, Stop.UNBEGUN not in gate.stops
    asks = phase if isinstance(phase, Phase) else None
    end = phase if isinstance(phase, Finish) else None
    told: ExtraStatus = {"paused": table.paused, "held": table.held, **(extra or {})}
    return TableStatus(
        table=table.number,
        game=table.game.name,
        gate=gate.number,
        title=asks.title if asks else "over",
        rule=asks.rule if asks else "",
        clock=gate.clock and gate.clock.view(at),
        ended=end.reason if end else "",
        result=seat_view.ended(table, PUBLIC) if end and begun else None,
        game_title=table.cover.title,
        name=table.plan.name,
        begun=begun,
        phase=asks.name if asks else "",
        seats=_seats(table, at, sessions, roster) if seats else (),
        **told,
    )


def held(table: Table) -> str:
    """Return why a table is held, with the reason of the umpire who held it, or "" if it is not held.

    Only umpires and observers may read it, because the reason may contain a secret.
    """
    return f"{table.held}: {table.hold_reason}" if table.hold_reason else table.held


def _seats(table: Table, at: int, sessions: Sessions, roster: Roster) -> tuple[SeatStatus, ...]:
    """Return the status of all seats of a table. Each line is cached by its content, because most lines do not
    change.
    """
    gate, counters = table.now, table.counters
    asked = gate.phase.asked if isinstance(gate.phase, Phase) else ()
    heard = sessions.heard(table.number, table.seats)
    crews = roster.crews(table.number, table.seats)
    lines = []
    for name, seat in table.seats.items():
        linked, heard_at, browser = heard[name]
        drivers, watchers, person = crews[name]
        line = _Line(
            seat=name,
            title=seat.title,
            team=seat.team,
            linked=linked,
            joined=drivers > 0,
            asked=name in asked,
            sealed=name in gate.sealed,
            voided=name in gate.voided,
            bot=name in counters.bots,
            silent_ms=0 if linked or heard_at < 0 else at - heard_at,
            person=person,
            missed=counters.missed.get(name, 0),
            watchers=watchers,
            browser=browser,
        )
        lines.append(_status(line))
    return tuple(lines)


class _Line(NamedTuple):
    """The content of a seat's line."""

    seat: SeatId
    title: str
    team: TeamId
    linked: bool
    joined: bool
    asked: bool
    sealed: bool
    voided: bool
    bot: bool
    silent_ms: int
    person: str
    missed: int
    watchers: int
    browser: bool


@lru_cache(maxsize=8192)
def _status(line: _Line) -> SeatStatus:
    return SeatStatus(**line._asdict())


def room(table: Table, session: Session, at: int, *, whole: bool, blind: bool = False) -> Send:
    """Return a table's room for a watching umpire. It has everything that is new to this session or, with `whole`,
    everything that fits into one frame.

    `blind` says that the rules cannot draw the table's sheet.
    """
    public = Sheet(headline=say("warnings.no_sheet")) if blind else seat_view.sheet(table, None)
    if whole:
        session.room_story = session.room_lines = session.room_rulings = 0
        session.room_injects = None
    new_story = story.story(table.story.since(session.room_story), None)
    talk = table.talk
    unread = talk.lines[max(0, session.room_lines - talk.forgotten) :]
    new_lines = tuple(line.spoken for line in unread[-WHOLE_LINES_MAX:])
    new_rulings = tuple(table.story.record[session.room_rulings :])
    session.room_story = table.story.told
    session.room_lines = talk.forgotten + len(talk.lines)
    session.room_rulings = len(table.story.record)
    told = table.counters.injects, table.clock
    new_injects = injects(table, at) if table.injects.own and told != session.room_injects else None
    session.room_injects = told
    limit = WHOLE_LINES_MAX
    while True:
        body = wire.dump(
            Room(
                table=table.number,
                whole=whole,
                sheet=public,
                channels=seat_view.channels(table, at, None),
                story=new_story[-limit:],
                lines=new_lines[-limit:],
                deals=tuple(table.talk.deals[-limit:]),
                rulings=new_rulings[-limit:],
                injects=new_injects,
            )
        )
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body)
        limit //= 2
