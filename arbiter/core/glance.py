"""What umpires and other consoles see of a table: at a glance, or the whole room of it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypedDict

from warcouncil.arbiter.core import coming, parts, telling
from warcouncil.arbiter.core.outcome import Send
from warcouncil.arbiter.core.projector import WHOLE_LINES_MAX
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.sessions import Session, Sessions
from warcouncil.arbiter.core.stops import Stop
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol import wire
from warcouncil.protocol.consoles import Alarm, Room, SeatStatus, TableStatus
from warcouncil.protocol.sheets import Sheet
from warcouncil.protocol.words import SeatId, TeamId

UNDRAWN = "This table's sheet cannot be drawn."


class Besides(TypedDict, total=False):
    """What consoles are told of a table that does not stand there."""

    lockstep: tuple[str, ...]
    results: bool
    paused: str
    alarms: tuple[Alarm, ...]
    waits: bool


def status(
    table: Table,
    at: int,
    sessions: Sessions,
    roster: Roster,
    besides: Besides | None = None,
    *,
    seats: bool = True,
) -> TableStatus:
    """Give a table at a glance, as an umpire may see it, or (without `seats`) as everybody may; and what is told `besides`."""
    gate = table.now
    phase, begun = gate.phase, Stop.UNBEGUN not in gate.stops
    asks = phase if isinstance(phase, Phase) else None
    end = phase if isinstance(phase, Finish) else None
    told: Besides = {"paused": gate.why.get(Stop.PAUSED, ""), **(besides or {})}
    return TableStatus(
        table=table.number,
        game=table.game.name,
        gate=gate.number,
        title=asks.title if asks else "over",
        rule=asks.rule if asks else "",
        clock=gate.clock and gate.clock.view(at),
        held=gate.why.get(Stop.HELD, ""),
        ended=end.reason if end else "",
        result=parts.ended(table, PUBLIC) if end and begun else None,
        game_title=table.cover.title,
        name=table.plan.name,
        begun=begun,
        phase=asks.name if asks else "",
        seats=_seats(table, at, sessions, roster) if seats else (),
        **told,
    )


def _seats(table: Table, at: int, sessions: Sessions, roster: Roster) -> tuple[SeatStatus, ...]:
    """Give the seats of a table at a glance. Each is looked up by all that stands in it: most lines are as they were."""
    gate, carried = table.now, table.carried
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
            bot=name in carried.bots,
            silent_ms=0 if linked or heard_at < 0 else at - heard_at,
            person=person,
            missed=carried.missed.get(name, 0),
            watchers=watchers,
            browser=browser,
        )
        lines.append(_status(line))
    return tuple(lines)


class _Line(NamedTuple):
    """All that stands in the line of a seat."""

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
    """Give a watching umpire a table's room: what is new to this session, or (whole) all that one frame holds.

    `blind`: the rules cannot draw its sheet.
    """
    public = Sheet(headline=UNDRAWN) if blind else parts.sheet(table, None)
    if whole:
        session.room_story = session.room_lines = session.room_rulings = 0
        session.room_injects = None
    new_story = telling.story(table.story.since(session.room_story), None)
    talk = table.talk
    unread = talk.lines[max(0, session.room_lines - talk.forgotten) :]
    new_lines = tuple(line.spoken for line in unread[-WHOLE_LINES_MAX:])
    new_rulings = tuple(table.story.record[session.room_rulings :])
    session.room_story = table.story.told
    session.room_lines = talk.forgotten + len(talk.lines)
    session.room_rulings = len(table.story.record)
    told = table.carried.injects, table.clock
    new_injects = coming.injects(table, at) if table.injects.own and told != session.room_injects else None
    session.room_injects = told
    limit = WHOLE_LINES_MAX
    while True:
        body = wire.dump(
            Room(
                table=table.number,
                whole=whole,
                sheet=public,
                channels=parts.channels(table, at, None),
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
