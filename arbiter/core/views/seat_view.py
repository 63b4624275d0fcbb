"""The views of a seat and of a projector. They are built only from what the seat may see.

- A part that is made for a seat contains only what that seat may see. Until the table is laid open, only umpires get
  `truth`.
- A view depends only on the table and one seat. Events pass through `known`, which removes secrets before any
  sentence is made. Everything that a seat sees of a game is made here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from typing import Any

from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.table import story
from warcouncil.arbiter.core.table.chance import UNDEALT
from warcouncil.arbiter.core.table.states import Stop
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.plan import Silence
from warcouncil.games.kit.events import Event, Storyteller, is_open
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import named
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import Prose, Sheet
from warcouncil.protocol.table.views import (
    ChannelView,
    ClockView,
    Ended,
    Mate,
    Score,
    SharedView,
    StoryLine,
    View,
)
from warcouncil.protocol.wire import wire
from warcouncil.protocol.words import ChannelId, Role, SeatId, TeamId

DECREES_SHOWN_MAX = 5


@cache
def not_dealt() -> Sheet:
    """Return the sheet of a table before its draw, for all clients. The table has no position yet."""
    chance = Prose(title=say("told.chance"), text=say("told.chance_of_all"))
    return Sheet(headline=say("told.not_dealt"), elements=(chance,))


def paused(table: Table) -> str:
    """Return why the clock is stopped, as players read it. Return "" if it runs.

    The umpire's own reason may hold secrets.
    """
    stops = table.now.stops
    if Stop.UNBEGUN in stops:
        return say("told.not_begun")
    return say("told.clock_stopped") if Stop.PAUSED in stops else ""


def clock_view(table: Table, at: int) -> ClockView | None:
    """Return the table's clock. Return None if the game is over."""
    clock = table.now.clock
    return clock.view(at) if clock else None


def sheet(table: Table, seat: SeatId | None) -> Sheet:
    """Return a seat's sheet with the umpire's rulings on top. With `seat` None, it is the public sheet. If all is
    laid open, return the full truth.
    """
    if table.laid_open:
        open_to_all = truth(table)
        headline = f"{say('told.secrets_shown')} {open_to_all.headline}".strip()
        return open_to_all.model_copy(update={"headline": headline})
    return _finished(table, _own_sheet(table, seat))


def truth(table: Table) -> Sheet:
    """Return the full truth of a table, with the umpire's rulings on top. No seat gets it before all is laid open."""
    return _finished(table, not_dealt() if table.now.phase is UNDEALT else table.game.truth(table.state))


def _own_sheet(table: Table, seat: SeatId | None) -> Sheet:
    return not_dealt() if table.now.phase is UNDEALT else table.game.sheet(table.state, seat)


def _finished(table: Table, own: Sheet) -> Sheet:
    """Return a sheet with the table's additions: badges of sides, rulings on top, and agreed options below."""
    elements = (*_above(table), *own.elements, *table.rules.agreed)
    return own.model_copy(update={"sides": table.sides, "elements": elements})


def _above(table: Table) -> tuple[Prose, ...]:
    """Return the elements on top of every sheet: the umpire's rulings."""
    decrees = table.story.decrees[-DECREES_SHOWN_MAX:]
    return (Prose(title=say("told.ruling"), text="\n".join(decrees)),) if decrees else ()


def additions_bytes(table: Table) -> int:
    """Return by how many bytes the umpire's rulings and the agreed options lengthen every sheet. Return 0 if there
    are none.
    """
    return sum(len(wire.dump(each)) + 1 for each in (*_above(table), *table.rules.agreed))


def mates(table: Table, seat: Seat, sessions: Sessions) -> tuple[Mate, ...]:
    """Return the members of the seat's own team, and which of them are linked."""
    team = [mate for mate in table.seats.values() if mate.team == seat.team]
    heard = sessions.heard(table.number, [mate.id for mate in team])
    bots = table.bots
    return tuple([_mate(mate.id, mate.title, heard[mate.id].linked, mate.id in bots) for mate in team])


@lru_cache(maxsize=4096)
def _mate(seat: SeatId, title: str, linked: bool, bot: bool) -> Mate:
    return Mate(seat=seat, title=title, linked=linked, bot=bot)


def ended(table: Table, seat: Seat) -> Ended:
    """Return the end of the game as a seat reads it. The public seat reads it as a bystander. The reader of a neutral
    seat never reads that it lost.
    """
    finish = table.phase
    assert isinstance(finish, Finish)
    won = bool({seat.id, seat.team} & set(finish.winners))
    stands_by = not seat.id or not finish.winners or (seat.neutral and not won)
    names = {str(s.id): s.title for s in table.seats.values()} | {side.id: side.title for side in table.sides}
    standings = finish.standings
    return Ended(
        reason=finish.reason,
        winners=tuple(names.get(winner, named(winner)) for winner in finish.winners),
        won=None if stands_by else won,
        scores=tuple(
            Score(
                label=tally.label, of=tuple((names.get(side, named(side)), n) for side, n in tally.by.items())
            )
            for tally in standings.tallies
        ),
        turns=standings.turns,
        turns_are=standings.turns_are,
        laid_open=table.laid_open,
        sides=table.sides,
        title=finish.title,
        meaning=finish.meaning,
    )


def channels(table: Table, at: int, seat: SeatId | None) -> tuple[ChannelView, ...]:
    """Return the channels of the phase that a seat may read. With None, return all channels."""
    phase = table.phase
    if not isinstance(phase, Phase):
        return ()
    return tuple(
        ChannelView(
            id=channel.id,
            title=channel.title,
            members=titles(table, channel.members),
            open=table.now.speakable(at) and (seat is None or seat in channel.members),
            quiet_ms=round(phase.quiet_seconds * 1000),
            readers=titles(table, channel.readers),
            reads_only=seat in channel.readers,
        )
        for channel in phase.channels
        if seat is None or seat in channel.members or seat in channel.readers
    )


def titles(table: Table, seats: Iterable[SeatId]) -> tuple[str, ...]:
    """Return the titles of seats."""
    return tuple(table.seats[seat].title for seat in seats)


WHOLE_LINES_MAX = 400
"""The maximum number of story lines, and of spoken lines, in a complete view. They are the newest ones."""
DEALS_SHOWN_MAX = 40
"""The maximum number of proposals in a complete view. They are the newest ones. Other views have none, because the
deals of two seats must not lengthen the frames of all.
"""


OwnChannels = tuple[tuple[ChannelId, bool], ...]
"""The channels that a seat may read, and whether it may only read them."""


class Common:
    """The parts that several views of a table share. They are made once for all views that are sent together.

    Each part is cached by everything on which it depends, except the table and the time. So a seat gets exactly the
    part that would have been made for it alone.
    """

    def __init__(self, table: Table, at: int, sessions: Sessions, *, since: int | None = None) -> None:
        """Store the shared parts. `since` is the first new chapter. With None, all views are complete."""
        self.clock = clock_view(table, at)
        self.table = table
        self.gate = table.now
        self.phase = self.gate.phase if isinstance(self.gate.phase, Phase) else None
        self.since = since
        self._at = at
        self._sessions = sessions
        self._mates: dict[TeamId, tuple[Mate, ...]] = {}
        self._channels: dict[OwnChannels, tuple[ChannelView, ...]] = {}
        self._alike: dict[tuple[object, ...], bytes] = {}
        self.tell = Storyteller().tell
        """Returns the sentence that a seat reads about an event."""

    @cached_property
    def shared(self) -> bytes:
        """The JSON of the fields and scenes that are the same for the whole table."""
        shared = wire.dump(_shared(self))
        return b"%b%b]}" % (
            shared[:-2],
            self._scenes,
        )  # The last field of `shared` is the empty list of scenes.

    @cached_property
    def _scenes(self) -> bytes:
        return b",".join([scene for scene in map(story.open_scene_json, self.events) if scene])

    @property
    def scenes_bytes(self) -> int:
        """The length of the public scenes, in bytes."""
        return len(self._scenes)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The new events, in order. There are none if all views are complete."""
        if self.since is None:
            return ()
        return tuple(event for chapter in self.table.story.chapters[self.since :] for event in chapter.events)

    @cached_property
    def news(self) -> tuple[tuple[story.Chapter, Event, int, bool], ...]:
        """Each new event with its chapter and the number of its public scene (or 0). The last value says whether some
        seat may watch more of the event.
        """
        count = itertools.count(1)
        return tuple(
            (
                chapter,
                event,
                next(count) if story.open_scene(event) else 0,
                not is_open(type(event)),
            )
            for chapter in self.table.story.chapters[self.since or 0 :]
            for event in chapter.events
        )

    def alike(self, seat: Seat) -> bytes:
        """Return the JSON of the fields that all seats read, and of the fields that a seat shares with its team."""
        asked = seat.id if self.phase and not self.phase.asked_known else ""
        key = asked, seat.team, self._own_channels(seat.id)
        if key not in self._alike:
            self._alike[key] = wire.join(self.shared, wire.dump(_alike(self, seat)))
        return self._alike[key]

    def mates(self, seat: Seat) -> tuple[Mate, ...]:
        """Return the members of the seat's own team."""
        if seat.team not in self._mates:
            self._mates[seat.team] = mates(self.table, seat, self._sessions)
        return self._mates[seat.team]

    def channels(self, seat: SeatId | None) -> tuple[ChannelView, ...]:
        """Return the channels of the phase that a seat may read. With None, return all channels."""
        own = self._own_channels(seat)
        if own not in self._channels:
            self._channels[own] = channels(self.table, self._at, seat)
        return self._channels[own]

    def _own_channels(self, seat: SeatId | None) -> OwnChannels:
        open_now = self.phase.channels if self.phase else ()
        return tuple(
            (channel.id, seat in channel.readers)
            for channel in open_now
            if seat is None or seat in channel.members or seat in channel.readers
        )


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
    """Return what a seat may see now. With `since` None the view is complete. Otherwise it has the chapters from
    number `since`.
    """
    common = Common(table, at, sessions, since=since)
    scenes = tuple(scene for scene in map(story.open_scene, common.events) if scene is not None)
    shared = _shared(common, scenes)
    return View(
        **vars(shared),
        **_alike(common, seat),
        sheet=sheet(table, seat.id or None),
        **_own(common, seat, role, lines_max),
    )


def view_json(common: Common, seat: Seat, *, role: Role) -> bytes:
    """Return the JSON of a seat's view. The shared parts are made already."""
    own = {name: value for name, value in _own(common, seat, role).items() if value is not None}
    own_sheet = b'{"sheet":%b}' % wire.dump(sheet(common.table, seat.id or None))
    return wire.join(common.alike(seat), wire.join(own_sheet, wire.dump(own)))


def _shared(common: Common, scenes: tuple[Scene, ...] = ()) -> SharedView:
    """Return the fields that are the same for the whole table. It takes no seat as an argument, so it cannot hold a seat's secret."""
    gate, phase = common.gate, common.phase
    return SharedView(
        whole=common.since is None,
        begun=Stop.UNBEGUN not in gate.stops,
        gate=gate.number,
        title=phase.title if phase else say("told.game_over"),
        phase=phase.name if phase else "",
        rule=phase.rule if phase else "",
        rule_text=phase.text if phase else "",
        several=phase.sealed if phase else False,
        readiness=phase.readiness if phase else False,
        clock=common.clock,
        paused=paused(common.table),
        held=Stop.HELD in gate.stops,
        waits=phase is not None and gate.silence.policy is Silence.WAIT,
        deals_open=phase.deals if phase else False,
        scenes=scenes,
    )


def _alike(common: Common, seat: Seat) -> dict[str, Any]:
    """Return the fields that a seat shares with its team, in the order of the view."""
    return {
        "asked": _asked(common, seat),
        "channels": common.channels(seat.id),
        "team": common.mates(seat),
    }


def _own(common: Common, seat: Seat, role: Role, lines_max: int = 0) -> dict[str, Any]:
    """Return the fields after the sheet, in the order of the view. Only this seat may see them."""
    table, gate, phase = common.table, common.gate, common.phase
    whole = common.since is None
    asked = phase is not None and seat.id in phase.asked
    is_hidden = role is Role.WATCHER and is_confidential(table)
    sealed = None if is_hidden else gate.sealed.get(seat.id)
    limit = lines_max or WHOLE_LINES_MAX
    return {
        "form": table.game.form(table.state, seat.id) if asked else None,
        "sealed": sealed.answer if sealed else None,
        "seats": _others(table, seat) if phase and phase.deals else (),
        "deals": table.talk.deals_for(seat.id)[-DEALS_SHOWN_MAX:] if whole else (),
        "story": (story.story(table.story.chapters, seat, common.tell) if whole else _news(common, seat))[
            -limit:
        ],
        "lines": table.talk.lines_for(seat.id, limit) if whole else (),
        "notices": table.talk.notices_for(seat.id)[-limit:] if whole else (),
        "asks_at": phase.desk.title if phase and phase.desk and seat.id in phase.desk.asks else "",
        "bot": role in (Role.SEAT, Role.WATCHER) and seat.id in table.counters.bots,
        "lent": role in (Role.SEAT, Role.WATCHER) and seat.id in table.counters.lent,
        "watching": role is Role.WATCHER,
        "drafts": asked and gate.silence.policy is Silence.DRAFT,
        "drafted": draft.answer
        if sealed is None and not is_hidden and (draft := gate.drafts.get(seat.id))
        else None,
        "unanswered": table.game.unanswered(table.state, seat.id) if asked else "",
        "closes_at_once": phase is not None and _closes_at_once(phase, seat.id),
        "voided": seat.id in gate.voided,
        "ended": ended(table, seat) if phase is None else None,
    }


def is_confidential(table: Table) -> bool:
    """Return whether an answer at the open gate is visible only to its author."""
    phase = table.now.phase
    return isinstance(phase, Phase) and bool(phase.consent)


def discreet(table: Table, seen: View) -> View:
    """Return the view of a seat as another person may read it, without a confidential answer."""
    return seen.model_copy(update={"sealed": None, "drafted": None}) if is_confidential(table) else seen


def _closes_at_once(phase: Phase, seat: SeatId) -> bool:
    """Return whether an answer of this seat closes the question, as far as the seat may know."""
    return phase.asked_known and phase.closes_early and phase.asked == (seat,)


def _asked(common: Common, seat: Seat) -> tuple[str, ...]:
    """Return which seats are asked, as far as the seat may know."""
    phase = common.phase
    if phase is None:
        return ()
    return titles(
        common.table, phase.asked if phase.asked_known else (s for s in phase.asked if s == seat.id)
    )


def _others(table: Table, seat: Seat) -> tuple[tuple[SeatId, str], ...]:
    return tuple((other.id, other.title) for other in table.seats.values() if other.id != seat.id)


def _news(common: Common, seat: Seat) -> tuple[StoryLine, ...]:
    """Return the sentences that a seat reads about new events, each with its scene."""
    lines: list[StoryLine] = []
    for chapter, event, number, may_show_more in common.news:
        text = common.tell(event, seat)
        if text:
            own = story.own_scene(event, seat) if may_show_more else None
            if own is None:
                lines.append(story.line(chapter.heading, text, number, chapter.gate))
            else:
                lines.append(StoryLine(heading=chapter.heading, text=text, scene=own, gate=chapter.gate))
    return tuple(lines)
