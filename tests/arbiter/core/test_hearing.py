"""The replies that may reach each role.

Every frame of a crowded room is checked, as it leaves, against what its reader may know.
"""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.core.words.stimuli import Guessed, Guesser, Placed
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import shown
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.acts.acts import (
    Act,
)
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.table.views import Company, Notice, Spoken, View
from warcouncil.protocol.wire import consoles, replies
from warcouncil.protocol.wire.consoles import CodeIssued, Seen, TableStatus, Wall
from warcouncil.protocol.wire.replies import (
    Alive,
    Deals,
    Fenced,
    Refusal,
    Reply,
    Team,
    Welcome,
)
from warcouncil.protocol.wire.requests import (
    Declare,
    Look,
    Rule,
    Say,
    Watch,
)
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId

from tests.arbiter.core.harness import Room
from tests.arbiter.core.words.test_permits import ACTS, CARD, REQUESTS, named, request
from tests.profile import games

HEARS: dict[Role, tuple[type, ...]] = {
    Role.SEAT: (
        *(Welcome, View, replies.Receipt, replies.Done, Refusal, Spoken, replies.Clock, Notice),
        *(Team, Deals, Company, replies.TableRules, replies.Hint, replies.Elsewhere, Fenced, Alive),
    ),
    Role.UMPIRE: (
        *(Welcome, Wall, TableStatus, consoles.Room, Seen, replies.Done, Refusal, CodeIssued),
        *(consoles.Alarms, consoles.Standbys, consoles.Debriefing, replies.Elsewhere, Fenced, Alive),
    ),
    Role.TECHNICAL: (
        Welcome,
        Wall,
        TableStatus,
        replies.Done,
        Refusal,
        CodeIssued,
        consoles.Alarms,
        consoles.Standbys,
        replies.Elsewhere,
        Fenced,
        Alive,
    ),
    Role.DISPLAY: (
        *(Welcome, Wall, TableStatus, View, replies.Clock, replies.Elsewhere, Refusal, Fenced, Alive),
    ),
}
HEARS[Role.WATCHER] = HEARS[Role.STAND_IN] = HEARS[Role.SEAT]
HEARS[Role.OBSERVER] = tuple(kind for kind in HEARS[Role.UMPIRE] if kind is not CodeIssued)


class Guarded(Room):
    """A room that checks every frame, as it leaves, against what its reader may know."""

    checked = 0

    def _deliver(self, send: Send) -> None:
        super()._deliver(send)
        person = self.people.get(send.route.decode())
        holder = self.exercise.keys.get(send.key)
        if person is None or holder is None:
            return
        body = person.replies[-1].body
        assert isinstance(body, HEARS[holder.role]), f"{type(body).__name__} reached a {holder.role}"
        self.checked += 1
        if holder.seat:
            self._seat(body, holder.table, holder.seat, holder.role)
        elif isinstance(body, View):
            session = self.exercise.sessions.get(send.key)
            assert session is not None
            assert session.watching is not None
            self._view(body, session.watching, SeatId(""), holder.role)
        elif isinstance(body, TableStatus):
            self._status(body, holder.role, holder.tables)

    def _seat(self, body: Reply, number: TableId, seat: SeatId, role: Role) -> None:
        table = self.exercise.tables[number]
        match body:
            case View():
                self._view(body, number, seat, role)
            case Spoken():
                assert body in table.talk.lines_for(seat)
            case Notice():
                assert body in table.talk.notices_for(seat)
            case Deals():
                assert set(body.deals) <= set(table.talk.deals_for(seat))
            case Team():
                assert {mate.seat for mate in body.team} == {
                    other.id for other in table.seats.values() if other.team == table.seats[seat].team
                }
            case Company():
                assert [one.seat for one in body.sitters] == [*table.seats]
            case replies.TableRules():
                assert body.briefing == table.game.briefing(table.rules.open_options, seat)
            case replies.Receipt():
                assert table.now.receipts[seat, body.id] == body
            case _:  # of the session, of an act of its own, or for consoles
                pass

    def _view(self, body: View, number: TableId, seat: SeatId, role: Role) -> None:
        table = self.exercise.tables[number]
        reader = table.seats.get(seat, PUBLIC)
        own = seat_view.view(table, reader, self.at, self.exercise.sessions, role=role, since=None)
        part = {"whole", "story", "scenes", "lines", "notices"}
        assert body.model_dump(exclude=part) == own.model_dump(exclude=part)
        happened = [event for chapter in table.story.chapters for event in chapter.events]
        assert {(line.heading, line.text) for line in body.story} <= {
            (line.heading, line.text) for line in own.story
        }
        assert all(scene in [shown(event, PUBLIC) for event in happened] for scene in body.scenes)
        for line in body.story:
            assert line.shows <= len(body.scenes)
            assert line.scene is None or line.scene in [shown(event, reader) for event in happened]
        assert set(body.lines) <= set(table.talk.lines_for(seat))
        assert set(body.notices) <= set(table.talk.notices_for(seat))

    def _status(self, body: TableStatus, role: Role, tables: tuple[TableId, ...]) -> None:
        assert not tables or body.table in tables
        if role is Role.DISPLAY:
            assert body.seats == ()
        if role in (Role.DISPLAY, Role.TECHNICAL):
            assert not any(seat.asked or seat.sealed or seat.voided for seat in body.seats)
            assert not any(alarm.call or alarm.approval for alarm in body.alarms)
            assert body.paused in ("", say("told.clock_stopped"), say("told.not_begun"))


CROWD: tuple[tuple[str, Role, tuple[int, ...]], ...] = (
    ("director", Role.UMPIRE, ()),
    ("tutor", Role.UMPIRE, (1,)),
    ("guest", Role.OBSERVER, (2,)),
    ("fixer", Role.TECHNICAL, ()),
    ("wall", Role.DISPLAY, ()),
)


def crowded(game: str, seed: int) -> Guarded:
    """Return a room of two tables with a person of every role."""
    room = Guarded(game, tables=2, seed=seed, exercise={"crews": True, "claim_seconds": 1})
    for table in (1, 2):
        for seat in room.table.seats:
            room.sit(seat, table=table)
            room.sit(seat, table=table, role=Role.WATCHER, key=f"{table}:{seat}:watcher")
    for key, role, tables in CROWD:
        room.console(role, key, tables=tables)
    return room


def _act(room: Guarded, dice: Dice) -> Act:
    """Return a random act of an umpire."""
    name = dice.pick([name for name in ACTS if name not in ("end_game", "lockstep")])
    seats = list(room.table.seats)
    body = dict(ACTS[name])
    for field in ("seat", "to_seat"):
        if field in body:
            body[field] = dice.pick(seats)
    if "to_table" in body:
        body["to_table"] = 1 + dice.below(2)
    if "to" in body:
        body["to"] = 1 + dice.below(max(1, room.table.gate))
    made: Act = named(Act, "act")[name].model_validate(body)
    return made


def _mend(room: Guarded) -> None:
    """Release every table, and fill its empty seats."""
    director = room.greet("director")
    for table in room.exercise.tables.values():
        for go_on in (acts.Release(), acts.Begin(), acts.Resume()):
            room.rule(director, go_on, table=table.number)
        for seat in table.seats:
            if not room.exercise.roster.holding(Role.SEAT, table.number, seat):
                room.sit(seat, table=table.number, key=f"{table.number}:{seat}:{room.at}")


def _step(room: Guarded, dice: Dice) -> None:
    """Do one random step of a random person, allowed or not. A person who was sent away reconnects."""
    if dice.below(40) == 0:
        standbys = ("kate",) * dice.below(2)
        room.do(Placed(at=room.at, elsewhere=("10.0.0.5:5279",), standbys=standbys))
    if dice.below(50) == 0:
        room.do(Guessed(at=room.at, worst=(Guesser(address="192.0.2.7", wrong=4),)))
    steers = dice.below(3) == 0
    consoles = {key for key, _, _ in CROWD}
    key = dice.pick([key for key in room.people if key in room.exercise.keys and (key in consoles) is steers])
    person = room.people[key]
    session = room.exercise.sessions.get(key)
    if session is None or session.token != person.token:
        room.greet(key)
        return
    holder = room.exercise.keys[key]
    table = room.exercise.tables[holder.table or TableId(1 + dice.below(2))]
    seat = dice.pick(list(table.seats))
    choice = dice.below(12)
    phase = getattr(table.phase, "asked", ())
    if choice < 4 and holder.role is Role.SEAT and holder.seat in phase:
        room.suggest(person)
    elif choice < 5:
        room.ask(person, Say(id=room.fresh(), channel=ChannelId("red"), text=f"said by {holder.seat}"))
    elif choice < 8:
        room.ask(person, Rule(id=room.fresh(), table=table.number, act=_act(room, dice), reason="because"))
    elif choice < 9:
        room.ask(person, Watch(table=table.number))
    elif choice < 10:
        room.ask(person, Look(id=room.fresh(), table=table.number, seat=seat))
    elif choice < 11:
        room.ask(person, Declare(id=room.fresh(), gate=GateNo(table.gate), answer=CARD))
    else:
        room.ask(person, request(room, dice.pick(list(REQUESTS))))
    room.settle()


@pytest.mark.parametrize("game", ["sealed_bid", "kartenspiel", "kashmir_crisis"])
def test_a_key_receives_only_frames_for_its_own_seat_or_role(game: str) -> None:
    """Some sequence of moves, crews, bots, rulings and windows shows a person another seat's sheet."""
    kinds: set[str] = set()
    for seed in range(1, 1 + games(1, 100)):
        room = crowded(game, seed)
        dice = Dice(b"a crowded room..", seed)
        room.rule(room.greet("director"), acts.Extend(seconds=5))
        for number in range(400):
            _step(room, dice.stream(number))
            if number % 5 == 0:
                room.wait(500)
            if number % 20 == 0:
                _mend(room)
        director = room.greet("director")
        room.beat(director)
        room.rule(director, room_acts.Reissue(seat=next(iter(room.table.seats))))
        room.rule(director, room_acts.Debrief(), table=0)
        assert room.checked > 600
        kinds |= {type(reply.body).__name__ for person in room.people.values() for reply in person.replies}
    assert kinds >= {kind.__name__ for kind in (*HEARS[Role.UMPIRE], *HEARS[Role.DISPLAY])}
