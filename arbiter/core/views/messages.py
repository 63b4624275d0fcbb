"""Messages to clients: who is sent which view, in frames of which size.

Law: all views of a gate leave together and have one size.
"""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.arbiter.core.people.sessions import Session, Sessions, numbered_mail
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.table.talk import LineSaid
from warcouncil.arbiter.core.table.touched import RulingInHand
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.core.views.seat_view import Common
from warcouncil.arbiter.core.words.outcome import Effect, Send
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.table.views import Deal, Notice
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Alive, Clock, Deals, Done, Refusal, RefusalCode, Team
from warcouncil.protocol.words import Role, SeatId

LOOK_LINES_MAX = 60
"""An umpire who looks at a seat, and a projector, get at most so many of the newest lines of story and of speech."""


def _room(table: Table, scenes_bytes: int = 0) -> int:
    """Give the size of frame for every view at a table: of the longest that its game promises, with the umpire's rulings, which all
    read, and so much that everybody may watch."""
    public = scenes_bytes + seat_view.rulings_bytes(table)
    return wire.reply_size(table.rules.view_bytes(table.state) - wire.ENVELOPE_BYTES_MAX + public)


def refusal_frame(code: RefusalCode, text: str) -> bytes:
    """Give the frame of a refusal outside any session."""
    return wire.pad_reply(wire.wrap_reply(wire.dump(Refusal(code=code, text=text)), "", 0, 0))


def aside(session: Session, code: RefusalCode, text: str, *, request: str = "", rule: str = "") -> Send:
    """Give a refusal to a session."""
    return session.mail(wire.dump(Refusal(id=request, code=code, text=text, rule=rule)))


def alive(session: Session, table: Table | None, at: int) -> Send:
    """Give the answer to a beat."""
    clock = None if table is None else seat_view.clock_view(table, at)
    return session.aside(wire.dump(Alive(clock=clock)))


def done(session: Session | None, request: str) -> list[Send]:
    """Tell a session that its request was carried out."""
    return [session.mail(wire.dump(Done(id=request)))] if session else []


def whole_view(table: Table, session: Session, at: int, sessions: Sessions) -> Send:
    """Give a session the whole view of its seat, as much of the story as one frame holds."""
    seat = table.seats[session.holder.seat]
    role = session.holder.role
    limit = seat_view.WHOLE_LINES_MAX
    while True:
        body = wire.dump(seat_view.view(table, seat, at, sessions, role=role, since=None, lines_max=limit))
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body, max(_room(table), wire.reply_size(len(body))))
        limit //= 2


def seen(table: Table, seat: Seat, session: Session, at: int, sessions: Sessions, *, request: str) -> Send:
    """Give an umpire the whole view of a seat, as much of the story as one frame holds; of no seat: all that is so."""
    limit = LOOK_LINES_MAX
    while True:
        own = seat_view.view(table, seat, at, sessions, role=Role.SEAT, since=None, lines_max=limit)
        if seat is PUBLIC:
            own = own.model_copy(update={"sheet": seat_view.truth(table)})
        body = wire.dump(Seen(id=request, table=table.number, seat=seat.id, view=own))
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body)
        limit //= 2


def following(ruling: RulingInHand, sessions: Sessions) -> list[Effect]:
    """Give what follows from a ruling: all that it has marked, drawn now."""
    table, at = ruling.table, ruling.at
    effects: list[Effect] = [ruling.closed] if ruling.closed else []
    for word, to in ruling.notices:
        effects += notice(table, sessions, word, to)
    if ruling.views:
        effects += broadcast(table, at, sessions, since=ruling.known)
    if ruling.clock_moved:
        effects += clock_changed(table, at, sessions)
    if ruling.seat:
        effects += new_view(table, ruling.seat, at, sessions, since=ruling.known)
    return effects


def broadcast(table: Table, at: int, sessions: Sessions, *, since: int) -> list[Send]:
    """Give every session at the table its view, all of one size, and before it what lapsed. `since`: the first chapter that is new."""
    lapsed = _lapsed(table, sessions)
    bodies: list[tuple[Session, bytes]] = []
    common = Common(table, at, sessions, since=since)
    made: dict[tuple[SeatId, Role], bytes] = {}
    for session in sessions.among(table.number, table.seats):
        seat, role = session.holder.seat, session.holder.role
        if (seat, role) not in made:
            made[seat, role] = seat_view.view_json(common, table.seats[seat], role=role)
        bodies.append((session, made[seat, role]))
    shown = sessions.displays(table.number)
    if shown:
        body = seat_view.view_json(common, PUBLIC, role=Role.DISPLAY)
        bodies += [(session, body) for session in shown]
    if not bodies:
        return lapsed
    # What everybody may watch has the same length for all, and makes room for itself; a longer view yet is no secret's.
    size = max(_room(table, common.scenes_bytes), wire.reply_size(max(len(body) for _, body in bodies)))
    return [*lapsed, *numbered_mail(bodies, size)]


def _lapsed(table: Table, sessions: Sessions) -> list[Send]:
    """Tell the parties of proposals that they lapsed. No view does: it would be as long as they are, and all others with it."""
    return deals(table, sessions, table.talk.take_lapsed())


def deals(table: Table, sessions: Sessions, news: tuple[Deal, ...]) -> list[Send]:
    """Tell the parties of proposals what became of them, each by its own count."""
    sends: list[Send] = []
    for seat in table.seats if news else ():
        own = [table.talk.as_read(deal, seat) for deal in news if seat in (deal.giver, deal.taker)]
        for begin in range(0, len(own), seat_view.DEALS_SHOWN_MAX):
            body = wire.dump(Deals(deals=tuple(own[begin : begin + seat_view.DEALS_SHOWN_MAX])))
            sends += to_table(table, sessions, body, (seat,))
    return sends


def new_view(table: Table, seat: SeatId, at: int, sessions: Sessions, *, since: int) -> list[Send]:
    """Give the sessions at one seat its view."""
    sends = []
    for session in sessions.at(table.number, seat):
        role = session.holder.role
        body = wire.dump(seat_view.view(table, table.seats[seat], at, sessions, role=role, since=since))
        sends.append(session.mail(body, max(_room(table), wire.reply_size(len(body)))))
    return sends


def spoken(table: Table, sessions: Sessions, line: LineSaid) -> list[Send]:
    """Tell a line that was just spoken to the members of its channel, each by his own count, which most have in common."""
    said, sends = line.spoken, list[Send]()
    counts = {seat: table.talk.heard_by(seat, said.channel) for seat in line.members}
    for count in sorted({*counts.values()}):
        body = wire.dump(said.model_copy(update={"n": count}))
        sends += to_table(table, sessions, body, [seat for seat in counts if counts[seat] == count])
    return sends


def notice(table: Table, sessions: Sessions, word: Notice, to: Iterable[SeatId]) -> list[Send]:
    """Give the umpire's word to every session at these seats, by each seat's own count where it asks for a reply."""
    if not word.number:
        return to_table(table, sessions, wire.dump(word), to)
    read = ((seat, wire.dump(table.talk.notice_as_read(word, seat))) for seat in to)
    return [send for seat, body in read for send in to_table(table, sessions, body, (seat,))]


def to_table(table: Table, sessions: Sessions, body: bytes, seats: Iterable[SeatId]) -> list[Send]:
    """Give the same message to every session at these seats."""
    return numbered_mail([(session, body) for session in sessions.among(table.number, seats)])


def clock_changed(table: Table, at: int, sessions: Sessions) -> list[Send]:
    """Tell everyone at the table, and its projectors, that an umpire moved the clock."""
    gate = table.now
    assert gate.clock
    body = wire.dump(Clock(gate=gate.number, clock=gate.clock.view(at), paused=seat_view.paused(table)))
    return numbered_mail([(session, body) for session in sessions.around(table.number, table.seats)])


def public_view(table: Table, session: Session, at: int, sessions: Sessions) -> Send:
    """Give a projector all that is public at a table."""
    body = wire.dump(
        seat_view.view(table, PUBLIC, at, sessions, role=Role.DISPLAY, since=None, lines_max=LOOK_LINES_MAX)
    )
    return session.mail(body, max(_room(table), wire.reply_size(len(body))))


def team_changed(table: Table, seat: Seat, sessions: Sessions) -> list[Send]:
    """Tell a seat's team who is linked now."""
    sends: list[Send] = []
    for mate in table.seats.values():
        if mate.team == seat.team:
            for session in sessions.at(table.number, mate.id):
                bot = session.holder.role is not Role.STAND_IN and mate.id in table.bots
                lent = bot and mate.id in table.counters.lent
                team = Team(team=seat_view.mates(table, mate, sessions), bot=bot, lent=lent)
                sends.append(session.mail(wire.dump(team)))
    return sends
