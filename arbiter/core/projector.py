"""The one place where what leaves the arbiter is made. Allow-list only: each view is built from what its seat may see.

Laws: a view is a function of the table and one seat; events come through `known`, which drops what the seat may not
know before any sentence is made; all views of a gate leave together and have one size.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from warcouncil.arbiter.core.chapters import Chapter
from warcouncil.arbiter.core.effects import Send
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.sessions import Session, Sessions
from warcouncil.arbiter.core.stimuli import Silence
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol import wire
from warcouncil.protocol.replies import (
    Alive,
    ChannelView,
    Clock,
    ClockView,
    Ended,
    Mate,
    Refusal,
    RefusalCode,
    Room,
    Scene,
    SeatStatus,
    Seen,
    StoryLine,
    TableStatus,
    Team,
    View,
)
from warcouncil.protocol.sheets import Prose, Sheet
from warcouncil.protocol.words import ChannelId, Role, SeatId, TeamId

DECREES_SHOWN_MAX = 5
WHOLE_LINES_MAX = 400
"""A whole view carries at most so many of the newest lines of story and of speech."""
LOOK_LINES_MAX = 60
"""An umpire who looks at a seat, and a projector, get at most so many."""
DEALS_SHOWN_MAX = 40
"""A view carries at most so many of the newest proposals."""
PAUSED = "The umpire has paused the clock."
"""What players read. The umpire's reason may hold what they must not know."""
NOT_BEGUN = "The game has not begun yet."
UNDRAWN = "This table's sheet cannot be drawn."


def paused(table: Table) -> str:
    """Say to players why the clock stands, "" if it runs."""
    if not table.begun:
        return NOT_BEGUN
    return PAUSED if table.paused else ""


def refusal_frame(code: RefusalCode, text: str) -> bytes:
    """Give the frame of a refusal outside any session."""
    return wire.pad_reply(wire.wrap_reply(wire.dump(Refusal(code=code, text=text)), "", 0, 0))


def aside(session: Session, code: RefusalCode, text: str, *, request: str = "", rule: str = "") -> Send:
    """Give a refusal to a session."""
    return session.mail(wire.dump(Refusal(id=request, code=code, text=text, rule=rule)))


def alive(session: Session, table: Table | None, at: int) -> Send:
    """Give the answer to a beat."""
    clock = None if table is None else clock_view(table, at)
    return session.aside(wire.dump(Alive(clock=clock)))


def clock_view(table: Table, at: int) -> ClockView | None:
    """Give the table's clock; None when the game is over."""
    return table.clock.view(at) if table.clock else None


class Common:
    """Parts that several views of a table have in common now, made once for all views that leave together.

    Each is looked up by everything that it is made of besides the table and the moment: so whoever gets a part gets
    just what would have been made for him alone.
    """

    def __init__(self, table: Table, at: int, sessions: Sessions) -> None:
        self.clock = clock_view(table, at)
        self.table = table
        self._at = at
        self._sessions = sessions
        self._scenes: dict[bool, bytes] = {}
        self._mates: dict[TeamId, tuple[Mate, ...]] = {}
        self._channels: dict[tuple[ChannelId, ...], tuple[ChannelView, ...]] = {}

    def scene(self, *, whole: bool) -> bytes:
        """Give the JSON of what everybody at the table reads."""
        if whole not in self._scenes:
            self._scenes[whole] = wire.dump(_scene(self.table, self.clock, whole=whole))
        return self._scenes[whole]

    def mates(self, seat: Seat) -> tuple[Mate, ...]:
        """Give the seat's own team."""
        if seat.team not in self._mates:
            self._mates[seat.team] = mates(self.table, seat, self._sessions)
        return self._mates[seat.team]

    def channels(self, seat: SeatId | None) -> tuple[ChannelView, ...]:
        """Give the channels of the phase in which a seat may speak (None: all of them)."""
        phase = self.table.phase
        if not isinstance(phase, Phase) or not phase.channels:
            return ()
        own = tuple(channel.id for channel in phase.channels if seat is None or seat in channel.members)
        if own not in self._channels:
            self._channels[own] = _channels(self.table, self._at, seat)
        return self._channels[own]


# --- a seat's view ------------------------------------------------------------------------------------------------


def view(
    table: Table,
    seat: Seat,
    at: int,
    sessions: Sessions,
    *,
    role: Role,
    since: int | None,
    lines_max: int = 0,
) -> View:
    """Give what a seat may see now: whole (`since` None), or with the chapters from number `since` on."""
    common = Common(table, at, sessions)
    scene = _scene(table, common.clock, whole=since is None)
    return View(**vars(scene), **_own(common, seat, role, since, lines_max))


def view_json(common: Common, seat: Seat, *, role: Role, since: int | None) -> bytes:
    """Give the JSON of a seat's view; what is common comes ready made."""
    return wire.join(common.scene(whole=since is None), wire.dump(_own(common, seat, role, since)))


def _scene(table: Table, clock: ClockView | None, *, whole: bool) -> Scene:
    """Give what everybody at the table reads. No seat stands in it, so that none can show."""
    phase = table.phase if isinstance(table.phase, Phase) else None
    return Scene(
        whole=whole,
        gate=table.gate,
        title=phase.title if phase else "The game is over",
        phase=phase.name if phase else "",
        rule=phase.rule if phase else "",
        rule_text=phase.text if phase else "",
        several=phase.sealed if phase else False,
        clock=clock,
        paused=paused(table),
        held=bool(table.held),
        deals_open=phase.deals if phase else False,
    )


def _own(common: Common, seat: Seat, role: Role, since: int | None, lines_max: int = 0) -> dict[str, Any]:
    """Give the rest of a view, field by field in its order: what its seat alone, or its team, may see."""
    table = common.table
    whole = since is None
    phase = table.phase if isinstance(table.phase, Phase) else None
    asked = phase is not None and seat.id in phase.asked
    sealed = table.sealed.get(seat.id)
    limit = lines_max or WHOLE_LINES_MAX
    return {
        "sheet": sheet(table, seat.id or None),
        "form": table.game.form(table.state, seat.id) if asked else None,
        "sealed": sealed.answer if sealed else None,
        "asked": _asked(table, seat),
        "channels": common.channels(seat.id),
        "seats": _others(table, seat) if phase and phase.deals else (),
        "deals": table.talk.deals_for(seat.id)[-DEALS_SHOWN_MAX:],
        "story": story(table.story[since or 0 :], seat)[-limit:],
        "lines": table.talk.lines_for(seat.id, limit) if whole else (),
        "notices": table.talk.notices_for(seat.id)[-limit:] if whole else (),
        "team": common.mates(seat),
        "bot": role in (Role.SEAT, Role.WATCHER) and seat.id in table.bots,
        "watching": role is Role.WATCHER,
        "drafts": asked and table.silence.policy is Silence.DRAFT,
        "ended": ended(table, seat) if phase is None else None,
    }


def sheet(table: Table, seat: SeatId | None) -> Sheet:
    """Give a seat's sheet (None: the public one), with the umpire's rulings on top."""
    own: Sheet = table.game.sheet(table.state, seat)
    if not table.decrees:
        return own
    ruling = Prose(title="Ruling of the umpire", text="\n".join(table.decrees[-DECREES_SHOWN_MAX:]))
    return own.model_copy(update={"elements": (ruling, *own.elements)})


def story(chapters: Iterable[Chapter], seat: Seat | None) -> tuple[StoryLine, ...]:
    """Give the sentences that a seat (None: an umpire) reads about these chapters."""
    return tuple(
        StoryLine(heading=chapter.heading, text=text, event=type(event).__name__)
        for chapter in chapters
        for event in chapter.events
        if (text := told(event, seat))
    )


def mates(table: Table, seat: Seat, sessions: Sessions) -> tuple[Mate, ...]:
    """Give the seat's own team: who is linked."""
    return tuple(
        _mate(mate, sessions.linked(table.number, mate.id), mate.id in table.bots)
        for mate in table.seats.values()
        if mate.team == seat.team
    )


@lru_cache(maxsize=4096)
def _mate(seat: Seat, linked: bool, bot: bool) -> Mate:
    return Mate(seat=seat.id, title=seat.title, linked=linked, bot=bot)


def ended(table: Table, seat: Seat) -> Ended:
    """Give the end of the game as a seat reads it."""
    finish = table.phase
    assert isinstance(finish, Finish)
    won = None if not finish.winners else bool({seat.id, seat.team} & set(finish.winners))
    names = {str(s.id): s.title for s in table.seats.values()}
    winners = tuple(names.get(winner, winner.replace("_", " ").title()) for winner in finish.winners)
    return Ended(
        reason=finish.reason, winners=winners, won=won if seat.id else None, scores=dict(finish.scores)
    )


def _asked(table: Table, seat: Seat) -> tuple[str, ...]:
    """Say who is asked, as far as the seat may know."""
    phase = table.phase
    if not isinstance(phase, Phase):
        return ()
    return _titles(table, phase.asked if phase.asked_known else (s for s in phase.asked if s == seat.id))


def _titles(table: Table, seats: Iterable[SeatId]) -> tuple[str, ...]:
    return tuple(table.seats[seat].title for seat in seats)


def _others(table: Table, seat: Seat) -> tuple[tuple[SeatId, str], ...]:
    return tuple((other.id, other.title) for other in table.seats.values() if other.id != seat.id)


def _channels(table: Table, at: int, seat: SeatId | None) -> tuple[ChannelView, ...]:
    """Give the channels of the phase in which a seat may speak (None: all of them)."""
    phase = table.phase
    if not isinstance(phase, Phase):
        return ()
    return tuple(
        ChannelView(
            id=channel.id,
            title=channel.title,
            members=_titles(table, channel.members),
            open=table.speakable(at),
            quiet_ms=round(phase.quiet_seconds * 1000),
        )
        for channel in phase.channels
        if seat is None or seat in channel.members
    )


# --- mail ---------------------------------------------------------------------------------------------------------


def whole_view(table: Table, session: Session, at: int, sessions: Sessions) -> Send:
    """Give a session the whole view of its seat, as much of the story as one frame holds."""
    seat = table.seats[session.holder.seat]
    role = session.holder.role
    limit = WHOLE_LINES_MAX
    while True:
        body = wire.dump(view(table, seat, at, sessions, role=role, since=None, lines_max=limit))
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body, max(table.game.view_bytes, wire.reply_size(len(body))))
        limit //= 2


def seen(table: Table, seat: Seat, session: Session, at: int, sessions: Sessions, *, request: str) -> Send:
    """Give an umpire the whole view of a seat, as much of the story as one frame holds."""
    limit = LOOK_LINES_MAX
    while True:
        own = view(table, seat, at, sessions, role=Role.SEAT, since=None, lines_max=limit)
        body = wire.dump(Seen(id=request, table=table.number, seat=seat.id, view=own))
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body)
        limit //= 2


def broadcast(table: Table, at: int, sessions: Sessions, *, since: int) -> list[Send]:
    """Give every session at the table its view, all of one size. `since`: the first chapter that is new to them."""
    bodies: list[tuple[Session, bytes]] = []
    common = Common(table, at, sessions)
    for seat in table.seats.values():
        made: dict[Role, bytes] = {}
        for session in sessions.at(table.number, seat.id):
            role = session.holder.role
            if role not in made:
                made[role] = view_json(common, seat, role=role, since=since)
            bodies.append((session, made[role]))
    shown = sessions.displays(table.number)
    if shown:
        body = view_json(common, PUBLIC, role=Role.DISPLAY, since=since)
        bodies += [(session, body) for session in shown]
    if not bodies:
        return []
    size = max(table.game.view_bytes, wire.reply_size(max(len(body) for _, body in bodies)))
    return [session.mail(body, size) for session, body in bodies]


def new_view(table: Table, seat: SeatId, at: int, sessions: Sessions, *, since: int) -> list[Send]:
    """Give the sessions at one seat its view."""
    sends = []
    for session in sessions.at(table.number, seat):
        role = session.holder.role
        body = wire.dump(view(table, table.seats[seat], at, sessions, role=role, since=since))
        sends.append(session.mail(body, max(table.game.view_bytes, wire.reply_size(len(body)))))
    return sends


def to_table(table: Table, sessions: Sessions, body: bytes, seats: Iterable[SeatId]) -> list[Send]:
    """Give the same message to every session at these seats."""
    return [session.mail(body) for seat in seats for session in sessions.at(table.number, seat)]


def clock_changed(table: Table, at: int, sessions: Sessions) -> list[Send]:
    """Tell everyone at the table that an umpire moved the clock."""
    assert table.clock
    body = wire.dump(Clock(gate=table.gate, clock=table.clock.view(at), paused=paused(table)))
    shown = [session.mail(body) for session in sessions.displays(table.number)]
    return [*to_table(table, sessions, body, table.seats), *shown]


def public_view(table: Table, session: Session, at: int, sessions: Sessions) -> Send:
    """Give a projector all that is public at a table."""
    body = wire.dump(
        view(table, PUBLIC, at, sessions, role=Role.DISPLAY, since=None, lines_max=LOOK_LINES_MAX)
    )
    return session.mail(body, max(table.game.view_bytes, wire.reply_size(len(body))))


def team_changed(table: Table, seat: Seat, sessions: Sessions) -> list[Send]:
    """Tell a seat's team who is linked now."""
    sends: list[Send] = []
    for mate in table.seats.values():
        if mate.team == seat.team:
            for session in sessions.at(table.number, mate.id):
                bot = session.holder.role is not Role.STAND_IN and mate.id in table.bots
                sends.append(session.mail(wire.dump(Team(team=mates(table, mate, sessions), bot=bot))))
    return sends


# --- the umpires' side --------------------------------------------------------------------------------------------


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
        clock=clock_view(table, at),
        paused=table.paused,
        held=table.held,
        ended=phase.reason if isinstance(phase, Finish) else "",
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
    number = table.number
    own = [session for session in sessions.at(number, seat.id) if session.holder.role is Role.SEAT]
    linked = any(session.linked for session in own)
    return SeatStatus(
        seat=seat.id,
        title=seat.title,
        team=seat.team,
        linked=linked,
        joined=bool(roster.holding(Role.SEAT, number, seat.id)),
        asked=asked,
        sealed=seat.id in table.sealed,
        voided=seat.id in table.voided,
        bot=seat.id in table.bots,
        silent_ms=0 if linked else max((at - session.heard_at for session in own), default=0),
        person=roster.person(number, seat.id),
        watchers=len(roster.holding(Role.WATCHER, number, seat.id)),
    )


def room(table: Table, session: Session, at: int, *, whole: bool, blind: bool = False) -> Send:
    """Give a watching umpire a table's room: what is new to this session, or (whole) all that one frame holds.

    `blind`: the rules cannot draw its sheet.
    """
    public = Sheet(headline=UNDRAWN) if blind else sheet(table, None)
    if whole:
        session.room_story = session.room_lines = session.room_rulings = 0
    new_story = story(table.story[max(0, session.room_story - table.forgotten) :], None)
    talk = table.talk
    unread = talk.lines[max(0, session.room_lines - talk.forgotten) :]
    new_lines = tuple(line.spoken for line in unread[-WHOLE_LINES_MAX:])
    new_rulings = tuple(table.rulings[session.room_rulings :])
    session.room_story = table.forgotten + len(table.story)
    session.room_lines = talk.forgotten + len(talk.lines)
    session.room_rulings = len(table.rulings)
    limit = WHOLE_LINES_MAX
    while True:
        body = wire.dump(
            Room(
                table=table.number,
                whole=whole,
                sheet=public,
                channels=_channels(table, at, None),
                story=new_story[-limit:],
                lines=new_lines[-limit:],
                deals=tuple(table.talk.deals[-limit:]),
                rulings=new_rulings[-limit:],
            )
        )
        if len(body) + wire.ENVELOPE_BYTES_MAX <= wire.REPLY_BYTES[-1] or limit == 1:
            return session.mail(body)
        limit //= 2
