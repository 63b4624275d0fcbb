"""The target of an act, and what the console says about it."""

from __future__ import annotations

from warcouncil.clients.umpire.acts.act_target import cautions, target, whom
from warcouncil.clients.umpire.screens.act_choices import reasons
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.words import TableId

from tests.clients.umpire.builders import seats, table, troubled_room
from tests.clients.umpire.model.test_board import board_of


def test_an_act_leaves_out_the_tables_where_it_would_do_nothing_and_says_why() -> None:
    """A pause of the room is refused at every table that is paused already."""
    board = board_of(*troubled_room(10))
    aimed = target(board, acts.Pause, board.tables)
    assert list(aimed.touched(board)) == [1, 2, 3, 4, 6, 8, 10]
    assert whom(board, aimed) == "tables 1–4, 6, 8 and 10 · 70 seats, 1 played by a bot"
    assert cautions(board, aimed) == (
        "no effect at table 5: already paused",
        "no effect at table 7: held",
        "no effect at table 9: over",
    )


def test_an_act_for_other_tables_names_them() -> None:
    """A line of the wall says “B begins it”, but B at another line says only that it is not for this one."""
    board = board_of(*troubled_room(10))
    waiting = [number for number in board.tables if target(board, acts.Resume, [number]).touched(board)]
    assert len(waiting) == 1
    idle = next(number for number in board.tables if number not in waiting)
    said = target(board, acts.Resume, [idle]).why_not
    assert said.endswith(f"This act is possible at table {waiting[0]}.")
    assert "This act is possible" not in target(board, acts.Begin, board.tables).why_not


def test_a_pause_strikes_whatever_is_open_but_an_end_only_the_question_seen() -> None:
    """A pause comes too late by one question, or an end closes the next one."""
    board = board_of(table(1, gate=4))
    assert target(board, acts.Pause, [TableId(1)]).touched(board) == {1: 0}
    assert target(board, acts.EndNow, [TableId(1)]).touched(board) == {1: 4}


def test_an_umpire_is_warned_when_the_table_goes_on_meanwhile() -> None:
    """An umpire ends a question that has closed meanwhile, and learns it only from the refusal."""
    board = board_of(table(1, gate=4))
    aimed = target(board, acts.EndNow, [TableId(1)])
    board.feed(table(1, gate=5, people=seats()), 1)
    assert cautions(board, aimed) == (
        "A newer question is open at table 1. The host will refuse the order there",
    )
    assert aimed.touched(board) == {1: 4}


def test_ending_a_question_says_how_many_seats_have_not_sealed() -> None:
    """An umpire ends a question without knowing that seats have not sealed."""
    board = board_of(table(1, people=seats(("red.army", "black.army"))))
    assert cautions(board, target(board, acts.EndNow, [TableId(1)])) == ("2 seats have not sealed",)


def test_the_reason_that_all_are_here_is_not_offered_while_a_seat_is_empty() -> None:
    """The journal gives "Everyone is here" as the reason for a game that began with an empty seat."""
    full = table(1)
    away = full.seats[0].model_copy(update={"linked": False})
    missing = full.model_copy(update={"seats": (away, *full.seats[1:])})
    for status, is_offered in ((full, True), (missing, False)):
        board = board_of(status.model_copy(update={"begun": False}))
        offered = reasons(board, target(board, acts.Begin, (TableId(1),)))
        assert ("Everyone is here" in offered) is is_offered
        assert "It is time" in offered


def test_a_reason_offered_for_the_projectors_is_true_of_what_is_done_to_them() -> None:
    """The projectors go back to the tables, and the record gives the reason that the games are over."""
    for shown, offered in (
        (False, ("The games are over", "The score so far")),
        (True, ("Back to the tables",)),
    ):
        board = board_of(table(1))
        board.results = shown
        assert reasons(board, target(board, room_acts.Results, ())) == offered
