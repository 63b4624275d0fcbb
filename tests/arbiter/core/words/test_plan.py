"""The plan: its settings for a table hold from the first question on, and after every crash."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.plan import Inject, PersonPlan, Silence, SilencePolicy, TablePlan
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.protocol.acts.acts import Begin, GiveBack
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.replies import Team
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room, load, sign


def test_silence_is_waited_for_an_hour_at_most() -> None:
    """A typing error lets a table wait for a day."""
    assert SilencePolicy(policy=Silence.EXTEND).seconds == 30
    assert SilencePolicy(policy=Silence.EXTEND, seconds=3600).seconds == 3600
    for seconds in (0, 3601):
        with pytest.raises(ValidationError):
            SilencePolicy(policy=Silence.EXTEND, seconds=seconds)


def test_an_inject_counts_from_one_of_the_list_and_from_an_opening_that_may_be() -> None:
    """A typing error in a plan makes an inject that never comes, and no report names it."""
    first = Inject(text="x", after=0, occasion=1)
    assert (first.after, first.occasion, Inject(text="x").after, Inject(text="x").occasion) == (0, 1, None, 1)
    for wrong in ({"after": -1}, {"occasion": 0}):
        with pytest.raises(ValidationError):
            Inject(text="x", **wrong)


def planned(plan: TablePlan, **rest: Any) -> Room:
    """Return a room that begins as it was planned."""
    room = Room(plan.game, plan.options)
    room.exercise, room.journal = Exercise(sign, load=load), []
    room.do(Began(exercise="Jena", tables=(plan,), codes=(), grace_ms=0, **rest))
    return room


def bids(**rest: Any) -> TablePlan:
    """Return the plan of a table of sealed bids."""
    return TablePlan(table=TableId(1), game="sealed_bid", options={}, seed=f"{7:064x}", **rest)


def bid(room: Room, person: Person) -> None:
    """Declare what a person's form suggests."""
    form = room.table.game.form(room.table.state, room.exercise.keys[person.key].seat)
    assert form.suggested
    room.declare(person, form.suggested)


def test_a_bot_plays_its_seat_from_the_first_question_on_and_after_every_crash() -> None:
    """No bot plays a seat that the plan gave to a bot, or its table does not begin without a person there."""
    room = planned(bids(bots=(SeatId("red.1"),)), start="linked")
    assert [(one.seat, one.bot) for one in room.exercise.stand_ins()] == [("red.1", "sensible")]
    others = [room.sit(seat) for seat in room.table.seats if seat != "red.1"]
    room.settle()
    assert room.table.begun
    assert others[0].last(Team).bot is False
    bot = room.sit("red.1", role=Role.STAND_IN)
    for _ in range(3):
        for person in (bot, *others):
            bid(room, person)
    assert room.table.gate == 4
    for rows in range(1, len(room.journal) + 1):
        again = planned(bids(bots=(SeatId("red.1"),)), start="linked")
        again.journal = list(room.journal)
        again.crash(rows=rows)
        assert [one.seat for one in again.exercise.stand_ins()] == ["red.1"]
        assert not again.table.held


@pytest.mark.parametrize("gates", [0, 1, 3])
def test_a_seat_that_was_given_back_is_not_a_bots_again_after_a_crash(gates: int) -> None:
    """A person who came late and took over the seat loses it to the bot of the plan."""
    room = planned(bids(bots=(SeatId("red.1"),)))
    people = [room.sit(seat) for seat in room.table.seats]
    umpire = room.umpire()
    room.rule(umpire, GiveBack(seat=SeatId("red.1")))
    for _ in range(gates):
        for person in people:
            bid(room, person)
    room.crash()
    assert room.exercise.stand_ins() == ()


def test_the_clocks_of_the_plan_run_instead_of_the_games_own() -> None:
    """An umpire who planned a minute sees twenty seconds on every screen."""
    phase = getattr(planned(bids()).table.phase, "name", "")
    named = planned(bids(clocks={phase: 90, "another": 5}))
    assert named.exercise.deadline() == 90_000
    named.crash()
    assert named.exercise.deadline() == 90_000


def test_an_inject_comes_when_its_phase_opens_for_the_time_it_names() -> None:
    """Scheduled news never comes, or comes again after a crash."""
    phase = getattr(planned(bids()).table.phase, "name", "")
    inject = Inject(text="The bridge is down.", phase=phase, occasion=2)
    room = planned(bids(), injects=(inject,))
    people = [room.sit(seat) for seat in room.table.seats]
    room.settle()
    assert not any(person.of(Notice) for person in people)
    while room.table.counters.opened.get(phase, 0) < 2:
        for person in people:
            bid(room, person)
    room.settle()
    assert [notice.text for notice in people[0].of(Notice)] == ["The bridge is down."]
    room.crash()
    room.settle()
    assert {*room.table.counters.injects.came} == {0}


@pytest.mark.parametrize("gates", [0, 1, 3])
def test_the_time_of_an_inject_counts_from_when_its_table_began_also_after_a_crash(gates: int) -> None:
    """News for the middle of the game comes with the first question, because people joined late."""
    inject = Inject(text="The bridge is down.", at_seconds=600)
    room = planned(bids(clocks={"Bidding": 5000}), injects=(inject,), start="umpire")
    room.wait(100_000)
    people = [room.sit(seat) for seat in room.table.seats]
    room.rule(room.umpire(), Begin())
    for _ in range(gates):
        for person in people:
            bid(room, person)
    room.wait(100_000)
    room.crash()
    while room.at < 699_000:
        room.wait(1000)
    assert room.table.counters.injects.came == {}
    room.wait(2000)
    assert {*room.table.counters.injects.came} == {0}


def test_all_members_of_a_crew_are_named() -> None:
    """The wall shows one of two people at a seat, and the other counts as missing."""
    people = tuple(
        PersonPlan(name=name, table=TableId(1), seat=SeatId("red.1")) for name in ("Student 1", "Student 2")
    )
    room = planned(bids(), people=people, crews=True)
    assert room.exercise.roster.person(TableId(1), SeatId("red.1")) == "Student 1, Student 2"
