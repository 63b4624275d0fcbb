"""After a crash at any record of a busy morning, a resume restores the same room: its tables, clocks, people,
codes and rulings.
"""

from __future__ import annotations

import json
from typing import Any, Generic, TypeVar

import pytest
from warcouncil.arbiter.core.room.recovery import Following, restore
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.record import Corrupt
from warcouncil.arbiter.core.words.stimuli import (
    CodeCard,
    Coded,
    Faulted,
    Grant,
    Guessed,
    Guesser,
    Received,
    Stimulus,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.acts.acts import (
    Act,
    Answered,
    Begin,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    KeepBack,
    LayOpen,
    Note,
    Pause,
    Postpone,
    Release,
    Resume,
    SendInject,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.acts.room_acts import (
    Approve,
    Debrief,
    Lockstep,
    PutAway,
    Reissue,
    Remove,
    Renew,
    Reseat,
    Results,
    Withdraw,
)
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.wire.requests import (
    Call,
    Claim,
    Draft,
    HandOver,
    Look,
    Propose,
    Request,
    Respond,
    Rule,
    Watch,
    Write,
)
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId, TeamId

from tests.arbiter.core.harness import Room, load, sign
from tests.arbiter.core.standing import differences
from tests.arbiter.core.words.test_permits import ACTS, named
from tests.profile import BY_NIGHT, turns

RED, MATE, FOE, LAST = (SeatId(seat) for seat in ("red.1", "red.2", "black.1", "black.2"))
ONE, TWO = TableId(1), TableId(2)


class Mirrored(Room):
    """A room that is resumed from its journal after every record, and followed from the first.

    Both must equal it in everything that follows from the journal (`standing.py`).
    """

    records = 0
    kinds: set[str]
    follower: Following
    followed: int

    def do(self, stimulus: Stimulus) -> Outcome:
        """Handle a stimulus. If it was recorded, compare with a resume."""
        outcome = super().do(stimulus)
        if outcome.durable:
            if self.records == 0:
                self.kinds = set()
                self.follower, self.followed = Following(self.journal[:1], sign, load=load), 1
            self.records += 1
            self.kinds.add(_kind(stimulus))
            for row in self.journal[self.followed :]:
                self.follower.take(row)
            self.followed = len(self.journal)
            resumed = restore(self.journal, sign, load=load)
            for again in (resumed, self.follower.exercise):
                assert not differences(self.exercise, again), f"after {_kind(stimulus)}"
        return outcome


def _kind(stimulus: Stimulus) -> str:
    body = stimulus.body if isinstance(stimulus, Received) else None
    return body.act.act if isinstance(body, Rule) else body.type if body else stimulus.kind


EXERCISE: dict[str, Any] = {
    "start": "umpire",
    "crews": True,
    "claim_seconds": 5,
    "people": [
        {"name": "Student 1", "table": 1, "seat": "red.1"},
        {"name": "Student 2", "table": 2, "seat": "black.1"},
    ],
    "injects": [
        {"text": "Rain.", "at_seconds": 3},
        {"text": "Two.", "phase": "Bidding", "occasion": 2, "reply": True},
        {"text": "Points.", "when": {"label": "Red 1", "over": 0}},
        {"text": "A spy.", "at_hand": True},
        {"text": "Much later.", "at_seconds": 600},
        {"text": "Later.", "at_seconds": 30},
    ],
}
OPTIONS = {"talk": "public", "talk_deals": True, "talk_seconds": 30}
PLAN = {
    "silence": [{"phase": "Bidding", "policy": "draft"}, {"phase": "*", "policy": "extend", "seconds": 5}]
}


RoomT = TypeVar("RoomT", bound=Room)


class Morning(Generic[RoomT]):
    """A busy morning at two tables, act by act."""

    def __init__(self, kind: type[RoomT], *, second: bool) -> None:
        exercise = {**EXERCISE, "second_umpire": second}
        self.room: RoomT = kind("sealed_bid", OPTIONS, tables=2, plan=PLAN, exercise=exercise)
        self.second = second
        for table in (1, 2):
            for seat in self.room.table.seats:
                self.room.sit(seat, table=table)
        self.room.sit(RED, role=Role.WATCHER, key="watcher")
        self.room.umpire()
        self.room.umpire("other")
        self.room.console(Role.DISPLAY)

    def rule(self, act: Act, table: int = 1) -> None:
        """Send the umpire's ruling. Another umpire seconds it where that is required."""
        umpire = self.room.people["umpire"]
        said = self.room.rule(umpire, act, table=table)
        assert said.type == "done", said
        waiting = self.room.exercise.room.seconds.waiting
        if waiting:
            other = self.room.people["other"]
            assert self.room.rule(other, Approve(number=max(waiting)), table=table).type == "done"

    def ask(self, seat: SeatId, request: Request, table: int = 1) -> None:
        """Send a request of a seat."""
        key = self.room.exercise.roster.holding(Role.SEAT, TableId(table), seat)[0]
        session = self.room.exercise.sessions.get(key)
        person = self.room.people[key]
        if session is None or session.token != person.token:
            person = self.room.greet(key)
        self.room.ask(person, request)
        self.room.settle()

    def play(self, gates: int = 1) -> None:
        """Play both tables on."""
        for table in (1, 2):
            for seat in self.room.table.seats:
                for key in self.room.exercise.roster.holding(Role.SEAT, TableId(table), seat):
                    self.room.greet(key)
            self.room.play(gates, table=table)
        self.room.settle()


def morning(kind: type[RoomT], *, second: bool) -> RoomT:
    """Play a morning in which everything happens, in a room of the given class."""
    the = Morning(kind, second=second)
    room, fresh = the.room, the.room.fresh
    room.wait(2_000)
    the.rule(Begin())
    the.rule(Begin(), 2)
    room.wait(2_000)
    room.say(room.people["1:red.1:seat"], "all", "good morning")
    the.ask(RED, Propose(id=fresh(), to=FOE, text="peace?"))
    the.ask(RED, Propose(id=fresh(), to=LAST, text="war?"))
    the.ask(FOE, Respond(id=fresh(), deal=1, accept=True))
    the.ask(MATE, Call(id=fresh(), text="may we?"))
    the.rule(Answered(call=1, text="you may"))
    the.rule(Extend(seconds=20))
    the.rule(Pause(), 2)
    the.rule(Tell(team=TeamId("red"), text="What now?", reply=True))
    the.ask(RED, Write(id=fresh(), notice=room.table.talk.notices_for(RED)[-1].number, text="we hold"))
    room.do(Guessed(at=room.at, worst=(Guesser(address="192.0.2.7", wrong=9),), others=2))
    the.rule(PutAway(alarm=1), 0)
    the.rule(Results(shown=True), 0)
    the.rule(Debrief(), 0)
    spare = CodeCard(code=CodeText(plate="DSP", secret="DDDDDDDD"), holder=Grant(role=Role.DISPLAY))
    room.do(Coded(at=room.at, card=spare, key=""))
    the.rule(Renew(plate="DSP", keep=False), 0)
    the.rule(EndNow())
    the.rule(Resume(), 2)
    room.wait(1_000)
    hand = room.table.state.hands
    the.ask(RED, Draft(gate=room.table.gate, answer={"card": str(max(hand[RED]))}))
    the.rule(DeclareFor(seat=FOE, answer={"card": str(hand[FOE][0])}))
    the.rule(Void(seat=LAST))
    the.rule(SetClock(phase="Bidding", seconds=40))
    the.rule(SendInject(inject=4))
    the.rule(Postpone(seconds=4))
    the.rule(KeepBack(inject=5))
    room.wait(25_000, step_ms=1000)
    the.rule(Note(text="watch this"))
    the.rule(Fiat(text="The bridge is blown."))
    the.play(3)
    the.rule(GiveToBot(seat=MATE))
    bot = room.sit(MATE, role=Role.STAND_IN, key="bot")
    if room.table.phase.name == "Bidding":  # type: ignore[union-attr]  # the game is not over here
        room.suggest(bot)
    the.rule(Hold())
    the.rule(GoBack(to=GateNo(2)))
    the.rule(Fiat(text="The bridge stands after all."))
    the.rule(Release())
    the.rule(GiveBack(seat=MATE))
    the.play(2)
    the.ask(RED, HandOver(id=fresh()))
    room.wait(6_000)
    watcher = room.greet("1:red.1:seat")
    room.ask(watcher, Claim(id=fresh()))
    the.rule(Lockstep(phases=("Bidding",)), 0)
    the.play(2)
    the.rule(GiveToBot(seat=FOE), 2)
    the.rule(Reseat(seat=RED, to_table=TWO, to_seat=FOE, from_bots=True))
    the.play(1)
    the.rule(Remove(seat=FOE, keep=False), 2)
    the.rule(Reissue(seat=LAST))
    room.do(Faulted(at=room.at, table=TWO, alarm="0f"))
    the.rule(Release(), 2)
    the.rule(Lockstep(), 0)
    the.rule(GoBack(to=GateNo(1)), 2)
    umpire = room.people["umpire"]
    room.ask(umpire, Look(id=fresh(), table=ONE, seat=RED))
    room.ask(umpire, Watch(table=ONE))
    the.rule(EndGame(winners=("red",), text="lunch"))
    the.rule(LayOpen())
    the.rule(GoBack(to=GateNo(room.table.gate - 1)))
    if second:
        room.rule(umpire, EndGame(text="really"))
        room.rule(umpire, Withdraw(number=max(room.exercise.room.seconds.waiting)), table=0)
        room.rule(umpire, Fiat(text="it waits"))
    the.play(1)
    room.wait(12_000, step_ms=1000)
    return room


@pytest.mark.parametrize("second", [False, True] if BY_NIGHT else [True])
def test_a_crash_after_any_record_gives_the_same_room_back(second: bool) -> None:
    """After a crash a person has another seat, loses time, or finds a ruling undone."""
    room = morning(Mirrored, second=second)
    assert room.records > 100
    happened = {
        "say",
        "draft",
        "hand_over",
        "handed",
        "claim",
        "write",
        "propose",
        "respond",
        "call",
        "coded",
        "due",
    }
    assert happened | {"injected", "faulted", "ticked", "look", "watch", "guessed"} <= room.kinds
    assert set(ACTS) - {"approve", "withdraw", "amend"} <= room.kinds, "a toy is not amended: test_amended.py"
    if second:
        assert {"approve", "withdraw"} <= room.kinds
        assert room.exercise.room.seconds.waiting


def _random_act(room: Room, dice: Dice) -> Act:
    name = dice.pick(sorted(ACTS))
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


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("number", "game"), enumerate(["sealed_bid", "kartenspiel", "nim"]))
def test_the_journal_restores_any_sequence_of_rulings(number: int, game: str) -> None:
    """Some untested order of rulings leaves a journal that cannot be resumed."""
    for seed in turns(tuple(range(1, 101)), number):
        exercise = {**EXERCISE, "start": "now", "second_umpire": seed % 2 == 0}
        room = Mirrored(game, tables=2, seed=seed, exercise=exercise)
        people = [room.sit(seat, table=table) for table in (1, 2) for seat in room.table.seats]
        umpires = [room.umpire(), room.umpire("other")]
        dice = Dice(b"two mad umpires.", seed)
        for step in range(60):
            at = dice.stream(step)
            room.rule(at.pick(umpires), _random_act(room, at), table=1 + at.below(2))
            person = at.pick(people)
            holder = room.exercise.keys.get(person.key)
            if holder is None:
                continue
            table = room.exercise.tables[holder.table]
            if holder.seat in getattr(table.phase, "asked", ()):
                room.greet(person.key)
                room.suggest(room.people[person.key])
            room.wait(1_000, step_ms=500)
        assert room.records > 35


def test_a_ruling_whose_reply_was_lost_in_a_crash_is_not_carried_out_again() -> None:
    """An umpire's client that repeats a ruling rolls the table back twice."""
    room = Room("sealed_bid")
    room.sit_all()
    umpire = room.umpire()
    room.play()
    ruling = Rule(id=room.fresh(), table=ONE, act=GoBack(to=GateNo(1)), reason="a misread card")
    room.ask(umpire, ruling)
    room.play()
    gate = room.table.gate
    room.crash()
    again = room.greet("umpire")
    room.ask(again, ruling)
    assert again.of(Done)
    assert room.table.gate == gate


def test_options_that_this_program_cannot_read_are_named_with_their_table() -> None:
    """An arbiter does not resume, and does not report which program can."""
    began, *rest = Room("sealed_bid").journal
    body = json.loads(began.body)
    body["tables"][0]["options"] = {"nonsense": 1}
    journal = [began._replace(body=json.dumps(body).encode()), *rest]
    said = r"options of table 1 \(sealed_bid\)\. Resume with the program that began the exercise"
    with pytest.raises(Corrupt, match=f"{said}$"):
        restore(journal, sign, load=load)
    body["program"] = "0.1.0 (4d98f9a7a7a1)"
    journal[0] = began._replace(body=json.dumps(body).encode())
    with pytest.raises(Corrupt, match=said + r": warcouncil 0\.1\.0 \(4d98f9a7a7a1\)$"):
        restore(journal, sign, load=load)


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (0, {"body": b'{"kind":"began","at":0}'}),
        (1, {"body": b'{"gate":0}'}),
        (1, {"body": b"[]"}),
        (1, {"table": 7}),
        (2, {"body": b'{"kind":"of a newer program","at":0}'}),
        (2, {"body": b""}),
    ],
)
def test_a_record_that_this_program_cannot_read_is_named(place: int, change: dict[str, Any]) -> None:
    """A host who resumes with an older program or with an edited file sees a traceback, and not the number of
    the record.
    """
    room = Room("sealed_bid")
    room.sit_all()
    journal = room.journal
    assert journal[1].kind == "closed"
    journal[place] = journal[place]._replace(**change)
    with pytest.raises(Corrupt, match=rf"record {place + 1}\b"):
        restore(journal, sign, load=load)
