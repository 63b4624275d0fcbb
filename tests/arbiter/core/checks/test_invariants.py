"""The invariants of an exercise. Each is broken once here, and the breach is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from warcouncil.arbiter.core.checks import invariants, step_invariants, table_invariants
from warcouncil.arbiter.core.people.sessions import ASKED_MAX
from warcouncil.arbiter.core.room.seat_requests import SeatRequests
from warcouncil.arbiter.core.table.chance import DrawStage, TableDraw
from warcouncil.arbiter.core.table.gate import CHANGES_MAX, Gate, Sealed
from warcouncil.arbiter.core.table.states import TRANSITIONS, Happening, Stop
from warcouncil.arbiter.core.table.story import CHAPTERS_KEPT_MAX, Chapter
from warcouncil.arbiter.core.words.stimuli import CodeCard, Due, Grant
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.acts.acts import Fiat, Pause
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.wire.requests import Call, Declare, Propose, Rule
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests import lawful
from tests.arbiter.core.harness import Room

RED, FOE = SeatId("red.1"), SeatId("black.1")
SEALED = Sealed("0" * 32, {}, None)
BREACHES: list[tuple[Callable[..., bool], Callable[[Room], object]]] = []


def breach(law: Callable[..., bool]) -> Callable[[Callable[[Room], object]], Callable[[Room], object]]:
    """Mark a function that breaks an invariant."""

    def mark(break_it: Callable[[Room], object]) -> Callable[[Room], object]:
        BREACHES.append((law, break_it))
        return break_it

    return mark


def busy() -> Room:
    """Return a room in which every kind of thing has happened."""
    talk = {"talk": "public", "talk_deals": True, "talk_seconds": 30}
    room = Room("sealed_bid", talk, tables=2, exercise={"injects": [{"text": "Rain.", "at_seconds": 60}]})
    people = room.sit_all()
    room.umpire()
    room.say(people[RED], "all", "one")
    room.say(people[FOE], "all", "two")
    for text in ("peace?", "war?"):
        room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text=text))
    room.ask(people[RED], Call(id=room.fresh(), text="help"))
    room.play(2)
    room.suggest(people[RED])
    invariants.check(room.exercise)
    return room


@breach(table_invariants.runs_iff_unstopped)
def _(room: Room) -> None:
    clock = room.table.clock
    assert clock
    room.table.now.clock = clock.paused(room.at)


@breach(table_invariants.is_in_a_state)
def _(room: Room) -> None:
    clock = room.table.clock
    assert clock
    room.table.now.stops, room.table.now.clock = Stop.CLOSED, clock.paused(room.at)


@breach(table_invariants.says_why)
def _(room: Room) -> None:
    room.table.now.why[Stop.HELD] = "nothing"


@breach(table_invariants.says_why)
def _(room: Room) -> None:
    room.table.now.fault = "nothing"


@breach(table_invariants.seals_or_strikes)
def _(room: Room) -> None:
    room.table.now.voided.add(RED)


@breach(table_invariants.hears_the_asked)
def _(room: Room) -> None:
    room.table.now.changes[SeatId("nobody")] = 1


@breach(table_invariants.has_a_clock_iff_it_asks)
def _(room: Room) -> None:
    room.table.now.clock = None


@breach(table_invariants.signs_for_itself)
def _(room: Room) -> None:
    room.table.now.former |= room.table.now.receipts


@breach(table_invariants.keeps_limits)
def _(room: Room) -> None:
    room.table.now.changes[RED] = CHANGES_MAX + 1


@breach(table_invariants.has_time_left)
def _(room: Room) -> None:
    clock = room.table.clock
    assert clock
    room.table.now.clock = replace(clock, left_ms=clock.total_ms + 1)


@breach(table_invariants.prolongs_where_it_may)
def _(room: Room) -> None:
    room.table.now.prolonged = True


@breach(table_invariants.asks_its_own_seats)
def _(room: Room) -> None:
    room.table.hand_to_bot(SeatId("nobody"), "sensible", lent=False)


@breach(table_invariants.lends_what_bots_play)
def _(room: Room) -> None:
    room.table.counters = replace(room.table.counters, lent=(RED,))


@breach(table_invariants.can_go_back)
def _(room: Room) -> None:
    room.table.past[room.table.gate + 1] = ("", 0)


@breach(table_invariants.ended_if_an_umpire_says_so)
def _(room: Room) -> None:
    room.table.counters = replace(room.table.counters, over=Finish("lunch", ()))


@breach(table_invariants.begins_once)
def _(room: Room) -> None:
    clock = room.table.clock
    assert clock
    room.table.now.stops, room.table.now.clock = Stop.UNBEGUN, clock.paused(room.at)


@breach(table_invariants.counts_from_nothing)
def _(room: Room) -> None:
    room.table.count_steps(-1)


@breach(table_invariants.brings_injects_in_time)
def _(room: Room) -> None:
    table = room.table
    table.counters = replace(table.counters, injects=table.injects.come(table.counters.injects, 0, 59_999))


@breach(table_invariants.brings_injects_in_time)
def _(room: Room) -> None:
    table = room.table
    table.counters = replace(
        table.counters, injects=table.injects.come(table.counters.injects, 0, 0)
    )  # it comes after a minute


@breach(table_invariants.brings_no_dropped_inject)
def _(room: Room) -> None:
    table = room.table
    late = table.injects.come(table.counters.injects, 0, table.ran_ms(room.at))
    table.counters = replace(table.counters, injects=late.model_copy(update={"sent": (0,), "dropped": (0,)}))


@breach(table_invariants.tells_no_more_than_it_keeps)
def _(room: Room) -> None:
    room.table.story.chapters.extend([room.table.story.chapters[-1]] * CHAPTERS_KEPT_MAX)


@breach(table_invariants.tells_no_more_than_it_keeps)
def _(room: Room) -> None:
    room.table.story.chapters.append(Chapter("nothing", ()))


@breach(table_invariants.can_be_copied)
def _(room: Room) -> None:
    room.table.past[room.table.gate] = ["", 0]  # type: ignore[assignment]  # the breach


@breach(table_invariants.can_be_copied)
def _(room: Room) -> None:
    room.table.talk._strings["a part"] = ["of a part"]  # type: ignore[assignment]  # the breach


@breach(table_invariants.deals_after_its_draw)
def _(room: Room) -> None:
    room.table.draw = TableDraw()


@breach(table_invariants.deals_after_its_draw)
def _(room: Room) -> None:
    room.table.draw = TableDraw(DrawStage.MADE, opened={RED: "a number that nobody knows"})


@breach(table_invariants.numbers_deals)
def _(room: Room) -> None:
    room.table.talk.deals.reverse()


@breach(table_invariants.numbers_calls)
def _(room: Room) -> None:
    room.table.talk.calls.append(room.table.talk.calls[0])


@breach(table_invariants.numbers_lines)
def _(room: Room) -> None:
    room.table.talk.lines.reverse()


@breach(table_invariants.hears_its_members)
def _(room: Room) -> None:
    lines = room.table.talk.lines
    lines[-1] = replace(lines[-1], seat=SeatId("nobody"))


@breach(table_invariants.keeps_some_lines)
def _(room: Room) -> None:
    room.table.talk.forgotten = 1


@breach(invariants.finds_each_link_where_it_sits)
def _(room: Room) -> None:
    del room.exercise.sessions._by_key["umpire"]


@breach(invariants.numbers_mail)
def _(room: Room) -> None:
    for session in room.exercise.sessions:
        session.token = "one for all"


@breach(invariants.links_hold_keys)
def _(room: Room) -> None:
    for session in room.exercise.sessions:
        session.holder = Grant(role=Role.UMPIRE)


@breach(invariants.seats_one_driver)
def _(room: Room) -> None:
    places = room.exercise.roster.places
    places[Role.SEAT, TableId(1), RED].clear()


@breach(invariants.sits_at_what_is)
def _(room: Room) -> None:
    holder = Grant(role=Role.SEAT, table=TableId(9), seat=RED)
    room.exercise.roster.issue(CodeCard(code=CodeText(plate="ZZZ", secret="ZZZZZZZZ"), holder=holder))


@breach(invariants.waits_for_what_is)
def _(room: Room) -> None:
    body = Rule(id="0" * 32, table=TableId(1), gate=GateNo(0), act=Fiat(text="x"), reason="x")
    room.exercise.room.seconds.ask("umpire", body)


@breach(invariants.bounds_its_memory)
def _(room: Room) -> None:
    room.exercise.room.repeats._done["key"] = dict.fromkeys(map(str, range(ASKED_MAX + 1)))


@breach(invariants.knows_its_times)
def _(room: Room) -> None:
    room.exercise.deadline()
    room.table.now.happen(Happening.PAUSE, room.at, "nobody marked it")


@pytest.mark.parametrize(("law", "break_it"), BREACHES, ids=[law.__name__ for law, _ in BREACHES])
def test_a_breach_is_seen(law: Callable[..., bool], break_it: Callable[[Room], object]) -> None:
    """If this fails, an invariant accepts a room that breaks it."""
    room = busy()
    break_it(room)
    with pytest.raises(AssertionError, match=str(law.__doc__)[:40]):
        invariants.check(room.exercise)


def seen(law: Callable[..., bool], do: Callable[[], object]) -> None:
    """Run a step that breaks an invariant of steps, and check that this is noticed."""
    with pytest.raises(AssertionError, match=str(law.__doc__)[:40]):
        do()
    assert lawful.BREACHES
    lawful.BREACHES.clear()


def test_a_question_that_closes_a_moment_early_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer of the last moments comes too late, and no check notices it."""
    room = Room("sealed_bid", grace_ms=200)
    room.sit_all()
    assert room.table.clock
    room.at = (room.table.clock.deadline or 0) + 150
    room.settle()
    assert room.table.gate == 1
    monkeypatch.setattr(Gate, "due", lambda gate, at, grace_ms: at >= (gate.deadline(grace_ms) or at) - 50)
    seen(step_invariants.closes_in_time, lambda: room.do(Due(at=room.at, table=TableId(1))))


def test_a_paused_question_that_closes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question closes while its clock is stopped, and no check notices it."""
    room = Room("sealed_bid")
    people = room.sit_all()
    for person in people.values():
        room.suggest(person)
        room.table.now.happen(Happening.PAUSE, room.at, "a break")
        break
    for state in (Stop.PAUSED, Stop.HELD):
        monkeypatch.setitem(TRANSITIONS[state], Happening.CLOSE, Stop.CLOSED)
    seen(step_invariants.closes_in_time, lambda: room.do(Due(at=room.at + 1, table=TableId(1))))


@pytest.mark.parametrize(
    ("quiet_seconds", "at", "is_late"),
    [(10, 49_999, False), (10, 50_000, True), (10, 59_999, True), (0, 60_999, False), (0, 61_000, True)],
)
def test_speech_outside_its_time_is_seen(
    monkeypatch: pytest.MonkeyPatch, quiet_seconds: int, at: int, is_late: bool
) -> None:
    """A seat speaks or proposes after the discussion has ended, and no check notices it."""
    talk = {"talk": "public", "talk_deals": True, "talk_seconds": 60, "talk_quiet_seconds": quiet_seconds}
    room = Room("sealed_bid", talk, grace_ms=1000, plan={"silence": [{"phase": "*", "policy": "wait"}]})
    people = room.sit_all()
    room.at = at
    monkeypatch.setattr(Gate, "speakable", lambda gate, at, grace_ms=0: True)
    for do in (
        lambda: room.say(people[RED], "all", "one more thing"),
        lambda: room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text="peace?")),
    ):
        if is_late:
            seen(step_invariants.speaks_in_time, do)
        else:
            do()


@pytest.mark.parametrize("how", ["late", "paused", "still sealed"])
def test_a_readiness_that_is_taken_back_wrongly_is_seen(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """A seat takes its readiness back too late, during a pause or without effect, and no check notices it."""
    plan = {"silence": [{"phase": "*", "policy": "wait"}]}
    room = Room("sealed_bid", {"talk": "public", "talk_seconds": 60}, plan=plan)
    people = room.sit_all()
    room.declare(people[RED], {"ready": "ready"})
    match how:
        case "late":
            room.wait(62_000, step_ms=1000)
            monkeypatch.setattr(SeatRequests, "_check_in_time", lambda *_, **__: None)
        case "paused":
            room.rule(room.umpire(), Pause())
            monkeypatch.setattr(Gate, "check", lambda *_: None)
        case _:
            monkeypatch.setattr(Gate, "take_back", lambda *_: None)
    back = Declare(id="f" * 32, gate=room.table.gate, answer={})
    seen(step_invariants.takes_back_in_time, lambda: room.ask(people[RED], back))


def test_every_law_has_its_breach() -> None:
    """An invariant has no test that breaks it, so it may be one that never fails."""
    of_steps = step_invariants.STEP_LAWS  # tried above
    tried = {str(law.__doc__) for law in (*(law for law, _ in BREACHES), *of_steps)}
    assert tried == {*invariants.sentences()}
