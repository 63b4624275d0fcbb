"""What umpires and other consoles see of a table: at a glance, or the whole room of it."""

from __future__ import annotations

from functools import lru_cache

from warcouncil.arbiter.core import parts, telling
from warcouncil.arbiter.core.outcome import Send
from warcouncil.arbiter.core.projector import WHOLE_LINES_MAX
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.sessions import Session, Sessions
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol import wire
from warcouncil.protocol.consoles import Room, SeatStatus, TableStatus
from warcouncil.protocol.sheets import Sheet
from warcouncil.protocol.words import Role

UNDRAWN = "This table's sheet cannot be drawn."


def status(table: Table, at: int, sessions: Sessions, roster: Roster, *, seats: bool = True) -> TableStatus:
    """Give a table at a glance, as an umpire may see it, or (without `seats`) as everybody may; alarms are added
    elsewhere."""
    phase = table.phase
    asked = phase.asked if isinstance(phase, Phase) else ()
    return TableStatus(
        table=table.number,
        game=table.game.name,
        gate=table.gate,
        title=phase.title if isinstance(phase, Phase) else "over",
        rule=phase.rule if isinstance(phase, Phase) else "",
        clock=parts.clock_view(table, at),
        paused=table.paused,
        held=table.held,
        ended=phase.reason if isinstance(phase, Finish) else "",
        result=parts.ended(table, PUBLIC) if isinstance(phase, Finish) and table.begun else None,
        game_title=table.game.title,
        name=table.plan.name,
        begun=table.begun,
        phase=phase.name if isinstance(phase, Phase) else "",
        seats=tuple(
            _seat_status(table, seat, at, sessions, roster, asked=seat.id in asked)
            for seat in (table.seats.values() if seats else ())
        ),
    )


def _seat_status(
    table: Table, seat: Seat, at: int, sessions: Sessions, roster: Roster, *, asked: bool
) -> SeatStatus:
    """Give a seat at a glance. It is looked up by all that stands in it: most lines are as they were."""
    number, heard_at = table.number, -1
    linked = False
    for session in sessions.at(number, seat.id):
        if session.holder.role is Role.SEAT:
            linked = linked or session.linked
            heard_at = session.heard_at if heard_at < 0 else min(heard_at, session.heard_at)
    return _line(
        seat,
        linked=linked,
        joined=roster.count(Role.SEAT, number, seat.id) > 0,
        asked=asked,
        sealed=seat.id in table.now.sealed,
        voided=seat.id in table.now.voided,
        bot=seat.id in table.bots,
        silent_ms=0 if linked or heard_at < 0 else at - heard_at,
        person=roster.person(number, seat.id),
        missed=table.carried.missed.get(seat.id, 0),
        watchers=roster.count(Role.WATCHER, number, seat.id),
    )


@lru_cache(maxsize=8192)
def _line(
    seat: Seat,
    *,
    linked: bool,
    joined: bool,
    asked: bool,
    sealed: bool,
    voided: bool,
    bot: bool,
    silent_ms: int,
    person: str,
    missed: int,
    watchers: int,
) -> SeatStatus:
    return SeatStatus(
        seat=seat.id,
        title=seat.title,
        team=seat.team,
        linked=linked,
        joined=joined,
        asked=asked,
        sealed=sealed,
        voided=voided,
        bot=bot,
        silent_ms=silent_ms,
        person=person,
        missed=missed,
        watchers=watchers,
    )


def room(table: Table, session: Session, at: int, *, whole: bool, blind: bool = False) -> Send:
    """Give a watching umpire a table's room: what is new to this session, or (whole) all that one frame holds.

    `blind`: the rules cannot draw its sheet.
    """
    public = Sheet(headline=UNDRAWN) if blind else parts.sheet(table, None)
    if whole:
        session.room_story = session.room_lines = session.room_rulings = 0
    new_story = telling.story(table.story.since(session.room_story), None)
    talk = table.talk
    unread = talk.lines[max(0, session.room_lines - talk.forgotten) :]
    new_lines = tuple(line.spoken for line in unread[-WHOLE_LINES_MAX:])
    new_rulings = tuple(table.story.record[session.room_rulings :])
    session.room_story = table.story.told
    session.room_lines = talk.forgotten + len(talk.lines)
    session.room_rulings = len(table.story.record)
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
            )
        )
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body)
        limit //= 2
