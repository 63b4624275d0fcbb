"""Messages to clients: which client gets which view, and the size of its frame.

All views of a gate are sent together and have one size.
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
from warcouncil.protocol.sentences.sentence import Sentence
from warcouncil.protocol.table.views import Deal, Notice
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Alive, Clock, Deals, Done, Refusal, RefusalCode, Team
from warcouncil.protocol.words import Role, SeatId

LOOK_LINES_MAX = 60
"""The maximum number of story lines, and of spoken lines, for a projector and for an umpire who looks at a seat. They
are the newest ones.
"""


def _room(table: Table, scenes_bytes: int = 0) -> int:
    """Return the frame size for every view at a table.

    The frame has space for the longest view that the game allows, `scenes_bytes` of public scenes, and the texts on
    every sheet.
    """
    public = scenes_bytes + seat_view.additions_bytes(table)
    return wire.reply_size(table.rules.view_bytes(table.state) - wire.ENVELOPE_BYTES_MAX + public)


def refusal(code: RefusalCode, said: Sentence, *, request: str = "", rule: str = "") -> Refusal:
    """Return the reply that refuses a request."""
    fields = dict(said.fields)
    return Refusal(id=request, code=code, text=said.text, rule=rule, key=said.key, fields=fields)


def refusal_frame(code: RefusalCode, said: Sentence) -> bytes:
    """Return the frame of a refusal outside any session."""
    return wire.pad_reply(wire.wrap_reply(wire.dump(refusal(code, said)), "", 0, 0))


def alive(session: Session, table: Table | None, at: int) -> Send:
    """Return the answer to a beat."""
    clock = None if table is None else seat_view.clock_view(table, at)
    return session.aside(wire.dump(Alive(clock=clock)))


def done(session: Session | None, request: str) -> list[Send]:
    """Return the message to a session that its request was carried out."""
    return [session.mail(wire.dump(Done(id=request)))] if session else []


def whole_view(table: Table, session: Session, at: int, sessions: Sessions) -> Send:
    """Return the complete view of a session's seat, with as much of the story as one frame holds."""
    seat = table.seats[session.holder.seat]
    role = session.holder.role
    limit = seat_view.WHOLE_LINES_MAX
    while True:
        body = wire.dump(seat_view.view(table, seat, at, sessions, role=role, since=None, lines_max=limit))
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body, max(_room(table), wire.reply_size(len(body))))
        limit //= 2


def seen(table: Table, seat: Seat, session: Session, at: int, sessions: Sessions, *, request: str) -> Send:
    """Return the complete view of a seat for an umpire, with as much of the story as one frame holds.

    For the public seat, the sheet is the full truth.
    """
    limit = LOOK_LINES_MAX
    while True:
        own = seat_view.view(table, seat, at, sessions, role=Role.SEAT, since=None, lines_max=limit)
        own = seat_view.discreet(table, own)
        if seat is PUBLIC:
            own = own.model_copy(update={"sheet": seat_view.truth(table)})
        body = wire.dump(Seen(id=request, table=table.number, seat=seat.id, view=own))
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body)
        limit //= 2


def following(ruling: RulingInHand, sessions: Sessions) -> list[Effect]:
    """Return the effects of a ruling: draw everything that it marked."""
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
    """Return a view for every session at the table, all of one size. The news of lapsed deals comes first.

    `since` is the first new chapter.
    """
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
    # Public scenes have the same length for all seats and enlarge the frame. A view that is still longer reveals no secret by its length
    # reason.
    size = max(_room(table, common.scenes_bytes), wire.reply_size(max(len(body) for _, body in bodies)))
    return [*lapsed, *numbered_mail(bodies, size)]


def _lapsed(table: Table, sessions: Sessions) -> list[Send]:
    """Return the news of lapsed proposals for their parties. A view with this news would be longer, and so would all other views."""
    return deals(table, sessions, table.talk.take_lapsed())


def deals(table: Table, sessions: Sessions, news: tuple[Deal, ...]) -> list[Send]:
    """Return the news of proposals for their parties, each with the party's own numbers."""
    sends: list[Send] = []
    for seat in table.seats if news else ():
        own = [table.talk.as_read(deal, seat) for deal in news if seat in (deal.giver, deal.taker)]
        for begin in range(0, len(own), seat_view.DEALS_SHOWN_MAX):
            body = wire.dump(Deals(deals=tuple(own[begin : begin + seat_view.DEALS_SHOWN_MAX])))
            sends += to_table(table, sessions, body, (seat,))
    return sends


def new_view(table: Table, seat: SeatId, at: int, sessions: Sessions, *, since: int) -> list[Send]:
    """Return the view of one seat for all its sessions."""
    sends = []
    for session in sessions.at(table.number, seat):
        role = session.holder.role
        body = wire.dump(seat_view.view(table, table.seats[seat], at, sessions, role=role, since=since))
        sends.append(session.mail(body, max(_room(table), wire.reply_size(len(body)))))
    return sends


def spoken(table: Table, sessions: Sessions, line: LineSaid) -> list[Send]:
    """Return a new line for the members of its channel, each with the reader's own number. Most readers have the same number."""
    said, sends = line.spoken, list[Send]()
    counts = {seat: table.talk.heard_by(seat, said.channel) for seat in line.members}
    for count in sorted({*counts.values()}):
        body = wire.dump(said.model_copy(update={"n": count}))
        sends += to_table(table, sessions, body, [seat for seat in counts if counts[seat] == count])
    return sends


def notice(table: Table, sessions: Sessions, word: Notice, to: Iterable[SeatId]) -> list[Send]:
    """Return a notice for every session at these seats, with each seat's own numbers."""
    if not (word.number or word.answers):
        return to_table(table, sessions, wire.dump(word), to)
    read = ((seat, wire.dump(table.talk.notice_as_read(word, seat))) for seat in to)
    return [send for seat, body in read for send in to_table(table, sessions, body, (seat,))]


def to_table(table: Table, sessions: Sessions, body: bytes, seats: Iterable[SeatId]) -> list[Send]:
    """Return the same message for every session at these seats."""
    return numbered_mail([(session, body) for session in sessions.among(table.number, seats)])


def clock_changed(table: Table, at: int, sessions: Sessions) -> list[Send]:
    """Return the news for the table and its projectors that an umpire changed the clock."""
    gate = table.now
    assert gate.clock
    body = wire.dump(Clock(gate=gate.number, clock=gate.clock.view(at), paused=seat_view.paused(table)))
    return numbered_mail([(session, body) for session in sessions.around(table.number, table.seats)])


def public_view(table: Table, session: Session, at: int, sessions: Sessions) -> Send:
    """Return the public view of a table for a projector."""
    body = wire.dump(
        seat_view.view(table, PUBLIC, at, sessions, role=Role.DISPLAY, since=None, lines_max=LOOK_LINES_MAX)
    )
    return session.mail(body, max(_room(table), wire.reply_size(len(body))))


def team_changed(table: Table, seat: Seat, sessions: Sessions) -> list[Send]:
    """Return the message that tells a seat's team which of its members are linked now."""
    sends: list[Send] = []
    for mate in table.seats.values():
        if mate.team == seat.team:
            for session in sessions.at(table.number, mate.id):
                bot = session.holder.role is not Role.STAND_IN and mate.id in table.bots
                lent = bot and mate.id in table.counters.lent
                team = Team(team=seat_view.mates(table, mate, sessions), bot=bot, lent=lent)
                sends.append(session.mail(wire.dump(team)))
    return sends
