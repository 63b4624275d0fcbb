"""Tables side by side: their common figures, the table that went another way, and the turning points of each."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.clients.debrief.draw.comparing import groups_of
from warcouncil.clients.debrief.draw.divergence import parted
from warcouncil.clients.debrief.model.badge import NOBODYS
from warcouncil.clients.debrief.model.number_words import clock, lasted
from warcouncil.clients.debrief.model.pages import Curve, TablePage
from warcouncil.clients.debrief.model.question import Cell, DeclaredRow, GatePage, Knowledge, KnownRow
from warcouncil.clients.debrief.model.turning_points import decisive, ending, reasons

from tests.arbiter.core.room.test_recovery import MATE, RED
from tests.clients.debrief.written import played, written


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> TablePage:
    """A table from which the others are made."""
    page: TablePage = written(tmp_path_factory.mktemp("one"), played("sealed_bid").journal)[
        "debrief"
    ].report.tables[0]
    return page


def _went(one: TablePage, number: int, points: list[float]) -> TablePage:
    """Return a table whose first figure had these values at each turn."""
    gates = tuple(replace(one.gates[0], number=at, turn=at) for at, _ in enumerate(points, 1))
    steps = tuple((at, value) for at, value in enumerate(points, 1))
    return replace(one, number=number, gates=gates, figures=(Curve("points", {"red": steps}),))


def _answered(one: TablePage, number: int) -> TablePage:
    """Return a table where Red took `number` seconds, beside a bot (at every other table) and a silent seat."""
    gate = one.gates[0]
    made = {declared.seat: declared for declared in gate.declared}
    rows = [
        replace(made[RED], took_ms=1_000 * number, times=1 + (number == 1), by="", said="the 1"),
        replace(made[MATE], took_ms=None, times=0, by="silent: the answer is missing", silent=True, said=""),
    ]
    if number % 2:
        rows.append(
            replace(made[MATE], seat="black.1", title="Bot", took_ms=0, by="a bot played", said="the 2")
        )
    asked = replace(
        gate, declared=tuple(rows), ahead={"red": 1.0}, ahead_after={"red": 1.0 + 2 * (number % 2)}
    )
    return replace(_went(one, number, [0, number]), gates=(asked,))


def test_times_are_of_people_who_answered_and_silence_is_counted(one: TablePage) -> None:
    """A bot makes a hard question look easy, or is called silent."""
    (group,) = groups_of([_answered(one, number) for number in range(1, 21)])
    assert group.times == (("Bidding", 20, "10 s", "19 s", "20", "1"),)


def test_declared_answers_are_a_share_of_the_asked_seats_and_moved_their_own_side(one: TablePage) -> None:
    """A seat that is asked at half of the tables seems to choose half as often.

    Or the position of a side seems to be its gain.
    """
    (group,) = groups_of([_answered(one, number) for number in range(1, 21)])
    (gate,) = group.gates
    tried = {
        title: [(each.answer, each.count, each.share, each.moved) for each in answers]
        for title, _, answers, _ in gate.roles
    }
    assert tried["Red 1"] == [("the 1", 20, 1.0, "+1 ± 0.4 for its side (n 20)")]
    assert tried["Bot"][0][:3] == ("the 2", 10, 1.0)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([1.0] * 4, ""),
        ([0.0] * 5, "no change for its side (n 5)"),
        ([1.0, -1.0, 0.5, -0.6, 0.1], "unclear for its side (n 5)"),
        ([2.0] * 5, "+2 ± 0.0 for its side (n 5)"),
    ],
)
def test_what_came_of_an_answer_is_said_as_far_as_it_is_sure(
    one: TablePage, moves: list[float], said: str
) -> None:
    """If this fails, a room reads "±0 ± 0.9", or a rule from only four cases."""
    pages = [_answered(one, number) for number in range(1, len(moves) + 1)]
    for page, move in zip(pages, moves, strict=True):
        page.gates[0].ahead_after = {"red": 1.0 + move}
    (group,) = groups_of(pages)
    ((first, *_),) = [answers for title, _, answers, _ in group.gates[0].roles if title == "Red 1"]
    assert first.moved == said


def test_a_game_is_spread_by_where_it_ended_and_a_seat_by_what_it_missed(one: TablePage) -> None:
    """All tables began alike, and the picture shows where they began, which says nothing about how they went."""
    seats = tuple(replace(seat, missed=2, changed=3) for seat in one.seats)
    (group,) = groups_of([replace(_answered(one, number), seats=seats) for number in range(1, 21)])
    assert "Red's points at the end: 10.5 (median of 20; from 1 to 20)." in group.spread
    assert {(missed, changed) for *_, missed, changed, _ in group.seats} == {("40", "60")}


def test_a_table_parts_that_left_the_rest_for_good(one: TablePage) -> None:
    """A table that came back, or differed a little, is called another game, or the wrong turn is named."""
    courses: list[list[float]] = [[0] * 4, [0] * 4, [0] * 4, [0, 0, 1, 1], [0, 9, 0, 0], [9, 0, 5, 5]]
    away, _ = parted([_went(one, number, course) for number, course in enumerate(courses, 1)])
    assert [(each.table.number, each.gate.turn) for each in away] == [(6, 3)]


def _moved(gate: GatePage, number: int, by: float) -> GatePage:
    return replace(
        gate, number=number, ahead={"red": 0.0, "black": 0.0}, ahead_after={"red": by, "black": -by}
    )


def test_the_moments_that_moved_most_come_first_and_the_end_is_beside_them(one: TablePage) -> None:
    """A class has an hour for five moments. It discusses the least important one, for the wrong side, or does not
    see how the game ended.
    """
    moves = [1, 6, -5, 2, 4, 3, 0]
    gates = [_moved(one.gates[0], number, by) for number, by in enumerate(moves, 1)]
    over = replace(one.gates[-1], number=8, asks="", ran_ms=None)
    found = decisive([*gates, over], one.sides, (), ahead_is="lead")
    assert [each.gate.number for each in found] == [2, 3, 5, 6, 4]
    assert [each.words for each in found][:2] == ["Red's lead: ±0 → +6", "Black's lead: ±0 → +5"]
    end = ending([*gates, over], one.sides, (), ahead_is="points")
    assert end is not None
    assert (end.gate.number, end.words) == (7, "The game ended here")


def test_a_seat_relied_on_what_it_remembered_and_not_on_what_it_never_saw(one: TablePage) -> None:
    """A seat that knew its gap is said to have been mistaken."""
    rows = (
        KnownRow("corps 1", "3 infantry", (Cell("memory", "5 infantry"),)),
        KnownRow("corps 2", "2 infantry", (Cell("unknown", "?"),)),
    )
    knowledge = Knowledge((("Red 1",),), rows, facing={"Red 1": frozenset({"corps 1", "corps 2"})})
    decided = DeclaredRow("red.1", "Red 1", NOBODYS, "Attack", "", 1000, 1000, 1, struck=False)
    gate = replace(one.gates[0], declared=(decided,), knowledge=knowledge)
    assert reasons(gate) == ("Red 1 remembered corps 1: 5 infantry (in truth 3 infantry).",)


def test_times_are_written_to_the_second() -> None:
    """A clock shows a second that has not passed, or a duration is not rounded."""
    assert [clock(ms) for ms in (0, 247_999, 3_847_000)] == ["0:00", "4:07", "1:04:07"]
    said = [lasted(ms) for ms in (None, 4_040, 59_400, 120_000, 125_000, 3_780_000)]
    assert said == ["–", "4.0 s", "59 s", "2 min", "2 min 5 s", "1 h 3 min"]


def test_tables_of_different_treatments_are_compared_apart(one: TablePage) -> None:
    """If this fails, the report mixes the tables that an experiment compares."""
    pages = [
        replace(_answered(one, number), treatment="Talk" if number % 2 else "No talk")
        for number in range(1, 5)
    ]
    groups = groups_of(pages)
    assert [(group.title, [page.number for page in group.tables]) for group in groups] == [
        (f"{one.title}, treatment “Talk”", [1, 3]),
        (f"{one.title}, treatment “No talk”", [2, 4]),
    ]
    assert len({group.anchor for group in groups}) == 2
