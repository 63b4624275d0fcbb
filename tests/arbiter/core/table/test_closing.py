"""A rollback to a question that was closed: what it reopens, and what no longer counts."""

from __future__ import annotations

import json

import pytest
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.table.closing import Closing, figures, stops_named
from warcouncil.arbiter.core.table.injects import InjectProgress
from warcouncil.arbiter.core.table.states import Stop
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.acts.acts import (
    EndGame,
    GoBack,
    Hold,
    Release,
)
from warcouncil.protocol.table.sheets import Fact, Facts, Sheet
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wire.requests import (
    Declare,
)
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.arbiter.core.bidding import left, opened
from tests.arbiter.core.harness import load, sign

RED = SeatId("red.1")


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("7", 7),
        (" -12 ", -12),
        ("007", 7),
        ("999999999", 999_999_999),
        ("\u00b2", None),
        ("--5", None),
        ("\u0665", None),
        ("1_000", None),
        ("+3", None),
        ("7 inf", None),
        ("9" * 1500, None),
        ("", None),
    ],
)
def test_a_fact_counts_as_a_number_only_if_it_is_a_plain_number(value: str, number: int | None) -> None:
    """A fact that only looks like a number breaks the check of an inject, and holds the table at every question."""
    sheet = Sheet(elements=(Facts(facts=(Fact(label="dead", value=value),)),))
    assert figures(sheet).get("dead") == number


def test_a_closing_contains_only_differences_from_the_default() -> None:
    """Values that never change are written with every question of a day, or a resume gives the table another
    state.
    """
    usual = Closing(
        state="x",
        heading="",
        events=(),
        said=None,
        record=(),
        decreed=(),
        bots={},
        lent=(),
        stops={},
        clocks=None,
        steps=0,
        ran_ms=0,
        injects=InjectProgress(came={}, opened={}, later={}, sent=(), kept_back=(), dropped=()),
        opened={},
        missed={},
        over=None,
    )
    assert usual.dump() == {"state": "x"}
    assert Closing.load({"state": "x"}) == usual


def test_a_closing_is_the_same_after_it_was_written_and_read() -> None:
    """A table that is held before it begins loses one of its two stops in a resume, or the journal refuses
    the record.
    """
    closing = Closing(
        state="x",
        lent=(RED,),
        stops={"UNBEGUN": "", "HELD": "a fire alarm"},
        injects=InjectProgress(came={0: 1_000}, sent=(0,)),
        over=Finish("lunch", ("red",)),
    )
    told = closing.dump()
    assert json.loads(json.dumps(told)) == told
    assert Closing.load(told) == closing
    assert (closing.stopped, closing.fault) == (Stop.UNBEGUN | Stop.HELD, "a fire alarm")
    assert stops_named(closing.stopped, closing.fault) == closing.stops


def test_a_rollback_opens_the_old_position_and_tells_all_what_is_undone() -> None:
    """Players do not learn of a correction, or still see what no longer counts."""
    room, people, umpire = opened()
    states = {room.table.gate: room.table.state}
    for _ in range(3):
        room.play()
        states[room.table.gate] = room.table.state
    told = len(room.table.story)
    room.rule(umpire, GoBack(to=GateNo(2)), reason="a misread card")
    assert room.table.gate == 5
    assert room.table.state == states[GateNo(2)]
    assert len(room.table.story) == told + 1
    for person in people.values():
        view = person.last(View)
        assert view.gate == 5
        assert "went back to question 2; what happened after it is undone" in view.story[-1].text
        assert view.form is not None
    assert "misread" not in people[RED].last(View).model_dump_json()
    assert any("misread" in line.words() for line in room.table.story.record)


def test_a_declaration_from_before_a_rollback_counts_no_more() -> None:
    """An order of the branch that was cut off is carried out in the new one."""
    room, people, umpire = opened()
    old = room.declare(people[RED], {"card": str(room.table.state.hands[RED][0])})
    room.play()
    sealed = room.declare(people[RED], {"card": str(room.table.state.hands[RED][0])})
    room.rule(umpire, GoBack(to=GateNo(1)))
    assert not room.table.sealed
    for request in (old, sealed):
        late = Declare(id=room.fresh(), gate=request.gate, answer=request.answer)
        room.ask(people[RED], late)
        assert people[RED].last(Refusal).code is RefusalCode.STALE
    assert not room.table.sealed


def test_a_resume_keeps_the_reason_of_a_hold_that_outlasts_its_question() -> None:
    """If this fails, the umpire who takes over reads that the table is held, but not why."""
    room, _, umpire = opened()
    room.rule(umpire, Hold(), reason="a fire drill")
    room.rule(umpire, Release(), reason="over")
    room.play()
    room.rule(umpire, Hold(), reason="a fire alarm")
    for _ in range(3):
        room.rule(umpire, GoBack(to=GateNo(1)), reason="a misread card")
        assert (room.table.held, room.table.hold_reason) == ("held by an umpire", "a fire alarm")
        stopped = room.table.now.stops, room.table.now.why, room.table.now.fault
        room.crash()
        assert (room.table.now.stops, room.table.now.why, room.table.now.fault) == stopped
        umpire = room.greet("umpire")


def test_repeated_rollbacks_keep_one_chain_that_a_resume_follows() -> None:
    """After a correction the journal can no longer be read."""
    room, _, umpire = opened()
    room.play(2)
    room.rule(umpire, GoBack(to=GateNo(1)))
    room.play(1)
    room.rule(umpire, GoBack(to=GateNo(3)))
    room.play(1)
    gates = [row.body for row in room.journal if row.kind == "closed"]
    assert len(gates) == room.table.gate
    again = restore(room.journal, sign, load=load).tables[TableId(1)]
    assert (again.state, again.gate, again.story, again.past) == (
        room.table.state,
        room.table.gate,
        room.table.story,
        room.table.past,
    )
    assert not again.held


def test_an_end_in_the_default_words_is_not_said_twice() -> None:
    """Players read "The umpire ended the game: The umpire ended the game"."""
    room, people, umpire = opened()
    room.play(2)
    room.rule(umpire, EndGame(winners=(), text="The umpire ended the game."))
    assert people[RED].last(View).ended.reason == "The umpire ended the game"


def test_a_rollback_after_the_end_of_the_game_opens_it_again() -> None:
    """A game that was ended by mistake is lost."""
    room, people, umpire = opened()
    room.play(2)
    room.rule(umpire, EndGame(winners=("red",), text="out of time"))
    assert isinstance(room.table.phase, Finish)
    ended = people["black.1"].last(View)
    assert (ended.ended.reason, ended.ended.won) == ("The umpire ended the game: out of time", False)
    assert people[RED].last(View).ended.won is True
    room.rule(umpire, GoBack(to=GateNo(2)))
    assert isinstance(room.table.phase, Phase)
    assert people["black.1"].last(View).ended is None
    room.play()
    room.crash()
    assert isinstance(room.table.phase, Phase)


def test_a_rollback_from_the_natural_end_opens_the_last_question_again() -> None:
    """The last mistake of a game cannot be corrected."""
    room, _, umpire = opened()
    while isinstance(room.table.phase, Phase):
        room.play()
    last = GateNo(room.table.gate - 1)
    room.rule(umpire, GoBack(to=last))
    assert isinstance(room.table.phase, Phase)


def test_a_held_table_that_is_rolled_back_stays_held_and_keeps_its_time() -> None:
    """The clock runs out while the umpire explains the rollback."""
    room, people, umpire = opened()
    room.play()
    room.rule(umpire, Hold())
    room.rule(umpire, GoBack(to=GateNo(1)))
    room.wait(60_000)
    assert people[RED].last(View).held
    assert room.table.gate == 3
    room.crash()
    assert room.table.held
    assert left(room) == 20_000
    umpire = room.greet("umpire")
    room.rule(umpire, Release())
    assert left(room) == 20_000
    room.wait(20_000)
    assert room.table.gate == 4
