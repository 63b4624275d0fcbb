"""The counts of a report equal those of the exercise: response times, late seats, changed answers, and the time of
stopped clocks.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Ticked
from warcouncil.clients.debrief.model.pages import TablePage
from warcouncil.clients.debrief.model.turning_points import reasons
from warcouncil.protocol.acts.acts import DeclareFor, GiveToBot, Pause, Resume, Tell, Void
from warcouncil.protocol.wire.requests import Draft
from warcouncil.protocol.words import Role, TableId

from tests.arbiter.core.drawing import all_drawn, drawing
from tests.arbiter.core.harness import Room
from tests.arbiter.core.room.test_recovery import FOE, LAST, MATE, RED
from tests.clients.debrief.written import written

WALL_MS = 1_800_000_000_000


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> TablePage:
    """Two answered questions, and a third that was open when the record ended."""
    room = Room("sealed_bid", plan={"silence": [{"phase": "*", "policy": "draft"}]})
    people, umpire = room.sit_all(), room.umpire()

    def tick(lost_ms: int) -> None:
        body = Ticked(at=room.at, wall_ms=WALL_MS + room.at + lost_ms).model_dump_json().encode()
        room.journal.append(Row(len(room.journal) + 1, room.at, "ticked", TableId(0), body))

    def bid(seat: str, place: int) -> None:
        room.declare(people[seat], {"card": str(sorted(room.table.state.hands[seat])[place])})

    tick(0)
    room.say(people[RED], "red", "high or low?")
    room.say(people[RED], "red", "high!")
    room.rule(umpire, Tell(seat=RED, text="Hurry."))
    room.wait(2_000)
    bid(RED, -1)
    room.wait(1_000)
    room.rule(umpire, Pause())
    room.wait(10_000)
    room.rule(umpire, Resume())
    room.wait(1_000)
    bid(RED, 0)
    room.wait(1_000)
    bid(FOE, 0)
    room.ask(
        people[LAST], Draft(gate=room.table.gate, answer={"card": str(min(room.table.state.hands[LAST]))})
    )
    while room.table.gate == 1:
        room.wait(500)

    room.rule(umpire, GiveToBot(seat=MATE))
    room.suggest(room.sit(MATE, role=Role.STAND_IN, key="bot"))
    room.rule(umpire, DeclareFor(seat=FOE, answer={"card": str(min(room.table.state.hands[FOE]))}))
    room.rule(umpire, Void(seat=LAST))
    room.wait(6_000)
    tick(0)
    tick(60_000)
    room.rule(umpire, Pause())
    room.wait(3_000)
    room.rule(umpire, Resume())
    bid(RED, 0)
    while room.table.gate == 2:
        room.wait(500)
    bid(RED, 0)
    page: TablePage = written(tmp_path_factory.mktemp("counted"), room.journal)["debrief"].report.tables[0]
    return page


def test_a_question_ran_as_long_as_its_clock_did(table: TablePage) -> None:
    """A reader does not know that an umpire spoke for most of a question's half minute."""
    assert [(gate.at, gate.ran_ms, gate.stood_ms) for gate in table.gates] == [
        (0, 20_000, 10_000),
        (30_000, 6_000, 3_000),
        (39_000, None, 0),
    ]
    assert (table.lasted_ms, table.stood_ms) == (39_000, 13_000)


def test_time_lost_to_a_fault_is_shown_at_its_question(table: TablePage) -> None:
    """A reader looks for a minute without an arbiter at every question, or at none."""
    assert [gate.lost_ms for gate in table.gates] == [0, 60_000, 0]
    assert table.lost_ms == 60_000


def test_a_changed_answer_took_until_its_last_version(table: TablePage) -> None:
    """The report shows the time of the first answer, and not of the one that counted."""
    first, second, _ = table.gates
    assert [(one.took_ms, one.first_ms, one.times) for one in first.declared] == [
        (4_000, 2_000, 2),
        (None, None, 0),
        (5_000, 5_000, 1),
        (None, None, 0),
    ]
    assert [one.by for one in first.declared] == [
        "",
        "silent: the rules chose the answer",
        "",
        "silent: the seat's draft counted",
    ]
    assert [(one.took_ms, one.by) for one in second.declared] == [
        (6_000, ""),
        (0, "a bot played"),
        (0, "an umpire answered for the seat"),
        (None, "struck out by an umpire"),
    ]


def test_a_seats_sum_counts_what_it_did_itself_at_what_was_closed(table: TablePage) -> None:
    """A bot's speed or an umpire's answer counts as a person's, or the open question counts against a seat."""
    counts = {
        seat.seat: (
            seat.sealed,
            seat.missed,
            seat.bot,
            seat.changed,
            seat.median_ms,
            seat.slowest_ms,
            seat.lines,
        )
        for seat in table.seats
    }
    assert counts == {
        RED: (2, 0, 0, 1, 5_000, 6_000, 2),
        MATE: (0, 1, 1, 0, None, None, 0),
        FOE: (1, 0, 1, 0, 5_000, 5_000, 0),
        LAST: (0, 1, 0, 0, None, None, 0),
    }


def test_each_seat_set_out_with_its_own_words_and_its_first_order(table: TablePage) -> None:
    """An umpire's or a bot's declaration is called a side's intent, or one seat's order is left out."""
    red, black = (
        [(seat.title, [line.text for line in seat.said], bool(seat.ordered), seat.by) for seat in side.seats]
        for side in table.intents
    )
    assert red == [
        ("Red 1", ["high or low?", "high!"], True, ""),
        ("Red 2", [], False, "silent: the rules chose the answer"),
    ]
    assert black == [
        ("Black 1", [], True, ""),
        ("Black 2", [], False, "silent: the seat's draft counted"),
    ]


def test_the_reasons_of_a_question_name_silent_voided_and_changed_seats(table: TablePage) -> None:
    """A bot's seat is called silent, or one changed answer two."""
    first, second, _ = table.gates
    assert reasons(first) == (
        "Seats that sealed nothing: Red 2, Black 2.",
        "Seats that changed their answer: Red 1 (1×).",
    )
    assert reasons(second) == ("An umpire struck out the answer of Black 2.",)


def test_arrivals_before_the_begin_are_not_shown(table: TablePage) -> None:
    """Forty lines of people joining come before the first line of the story."""
    first, second, _ = table.gates
    assert "came" not in [line.kind for line in first.lines]
    assert [line.who for line in second.lines if line.kind == "came"] == ["Red 2"]


def test_a_table_lasted_from_its_first_question_on(tmp_path: Path) -> None:
    """The table that is slowest to begin looks like the slowest to play, because people sat down and drew lots for
    minutes.
    """
    room = drawing("sealed_bid")
    room.wait(5_000)
    all_drawn(room)
    room.wait(2_000)
    room.play(1)
    table = written(tmp_path, room.journal)["debrief"].report.tables[0]
    assert (table.gates[0].at, table.lasted_ms) == (5_000, 2_000)
