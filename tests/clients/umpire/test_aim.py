"""Tests of the acts: whom they touch, and what is said about them."""

from __future__ import annotations

import pytest
from warcouncil.clients.link.line import LinkChange, LinkState
from warcouncil.clients.umpire.aim import aim, cautions, whom
from warcouncil.clients.umpire.alarms import worries
from warcouncil.clients.umpire.arrange import WallSort, arranged
from warcouncil.clients.umpire.board import Board
from warcouncil.clients.umpire.making import BadBox, parse_seconds
from warcouncil.clients.umpire.orders import Fate
from warcouncil.clients.umpire.outcomes import what_became
from warcouncil.clients.umpire.phrases import numbers
from warcouncil.clients.widgets.wording import clock_text, fit
from warcouncil.protocol import acts
from warcouncil.protocol.acts import Pause
from warcouncil.protocol.replies import Done, Refusal, RefusalCode
from warcouncil.protocol.words import GateNo, TableId

from tests.clients.umpire.builders import seats, table, troubled_room
from tests.clients.umpire.test_board import board_of


def test_an_act_leaves_out_the_tables_where_it_would_do_nothing_and_says_why() -> None:
    """Otherwise pausing the room would be refused at every table that is paused already."""
    board = board_of(*troubled_room(10))
    aimed = aim(board, acts.Pause, board.tables)
    assert list(aimed.touched(board)) == [1, 2, 3, 4, 6, 8, 10]
    assert whom(board, aimed) == "tables 1–4, 6, 8 and 10 · 70 seats, 1 played by bots"
    assert cautions(board, aimed) == (
        "not table 5: paused already",
        "not table 7: held",
        "not table 9: over",
    )


def test_a_pause_strikes_whatever_is_open_but_an_end_only_the_question_seen() -> None:
    """Otherwise a pause could come too late by one question, or an end could close the next one."""
    board = board_of(table(1, gate=4))
    assert aim(board, acts.Pause, [TableId(1)]).touched(board) == {1: 0}
    assert aim(board, acts.EndNow, [TableId(1)]).touched(board) == {1: 4}


def test_an_umpire_is_warned_when_the_table_goes_on_while_he_thinks() -> None:
    """Otherwise he would be surprised by the refusal."""
    board = board_of(table(1, gate=4))
    aimed = aim(board, acts.EndNow, [TableId(1)])
    board.feed(table(1, gate=5, people=seats()), 1)
    assert cautions(board, aimed) == (
        "Table 1 went on to another question meanwhile: it will be refused there",
    )
    assert aimed.touched(board) == {1: 4}


def test_ending_a_question_says_how_many_answers_will_be_missing() -> None:
    """Otherwise an umpire would cut people off unawares."""
    board = board_of(table(1, people=seats(("red.army", "black.army"))))
    assert cautions(board, aim(board, acts.EndNow, [TableId(1)])) == ("2 answers will be missing",)


def _paused(board: Board) -> tuple[str, str]:
    rules = board.rule(Pause(), {TableId(1): GateNo(0), TableId(2): GateNo(0)}, "a break", 0)
    return rules[0].id, rules[1].id


def test_a_refusal_is_said_plainly_beside_what_was_done() -> None:
    """Otherwise a table that plays on would pass for paused."""
    board = board_of(table(1), table(2))
    first, second = _paused(board)
    assert what_became(board, board.orders[-1]) == (
        "Paused · tables 1–2: sent, not yet answered",
        Fate.WAITING,
    )
    board.feed(Done(id=second), 1)
    board.feed(Refusal(id=first, code=RefusalCode.STALE, text="stale"), 1)
    assert what_became(board, board.orders[-1]) == (
        "Paused · table 2 · NOT at table 1: the question it was meant for has closed, so nothing was done",
        Fate.REFUSED,
    )


def test_an_order_refused_everywhere_does_not_read_as_done() -> None:
    """Otherwise a hurried eye would read *paused* and go away."""
    board = board_of(table(1), table(2))
    for id_ in _paused(board):
        board.feed(Refusal(id=id_, code=RefusalCode.ILLEGAL, text="The tutor said no."), 1)
    text, fate = what_became(board, board.orders[-1])
    assert text == "NOT DONE · Pause · tables 1–2: The tutor said no."
    assert fate is Fate.REFUSED


def test_an_order_that_nobody_will_answer_is_said_so() -> None:
    """Otherwise the umpire would believe what nobody confirmed."""
    board = board_of(table(1), table(2))
    first, _ = _paused(board)
    board.feed(Done(id=first), 1)
    board.feed(LinkChange(LinkState.SHUT, "Opened elsewhere."), 2)
    text, fate = what_became(board, board.orders[-1])
    assert "table 2: nobody answered before the link was shut" in text
    assert fate is Fate.UNKNOWN


@pytest.mark.parametrize(
    ("wanted", "tables"),
    [
        ("3-5", [3, 4, 5]),
        ("held", [7]),
        ("paused", [5]),
        ("call", [1]),
        ("silent", [3]),
        ("over", [9]),
        ("redeploy", [4, 10]),
        ("attack missing 1-3", [1, 3]),
        ("nonsense", []),
    ],
)
def test_a_filter_finds_tables_by_number_state_phase_and_name(wanted: str, tables: list[int]) -> None:
    """Otherwise an umpire could not call up the few tables he means."""
    board = board_of(*troubled_room(10))
    found = arranged(board, 0, sort=WallSort.NUMBER, wanted=wanted, worries=worries(board, 0))
    assert list(found) == tables


def test_what_needs_an_umpire_next_comes_after_the_alarms_by_its_clock() -> None:
    """Otherwise the table whose time runs out with answers missing would stand anywhere."""
    board = board_of(
        table(1, people=seats(), left_ms=5_000),
        table(2, left_ms=50_000),
        table(3, left_ms=9_000),
        table(4, held="x"),
    )
    found = arranged(board, 0, sort=WallSort.NEED, wanted="", worries=worries(board, 0))
    assert list(found) == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("text", "seconds"), [("+60", 60), ("-30", -30), ("−30", -30), ("2m", 120), ("1:30", 90), ("45 s", 45)]
)
def test_seconds_are_read_as_people_write_them(text: str, seconds: int) -> None:
    """Otherwise a minute more would take an umpire three tries."""
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "0", "1:75", "99999", "2h", "+-3"])
def test_what_is_no_amount_of_time_is_refused_with_how_to_write_one(text: str) -> None:
    """Otherwise a slip of the finger would move a clock by something else."""
    with pytest.raises(BadBox):
        parse_seconds(text)


def test_numbers_and_clocks_read_well() -> None:
    """Otherwise forty tables would be a list of forty numbers, and a clock would show nothing while time is left."""
    assert numbers(TableId(n) for n in (1, 2, 3, 7, 9, 10)) == "1–3, 7 and 9–10"
    assert (clock_text(1), clock_text(0), clock_text(3_600_000)) == ("0:01", "0:00", "1:00:00")
    assert fit("Attack declaration", 8) == "Attack… "
