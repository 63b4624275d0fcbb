"""The board: the knowledge of the console, without a screen."""

from __future__ import annotations

from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.umpire.model.board import ORDERS_MAX, Board
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.protocol.acts.acts import EndNow, Pause
from warcouncil.protocol.table.views import StoryLine
from warcouncil.protocol.wire.consoles import Seen, TableStatus
from warcouncil.protocol.wire.replies import Done, Fenced, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Look, Rule, Watch
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.clients.umpire.builders import (
    UP,
    call,
    ids,
    room,
    seat,
    seats,
    spoken,
    table,
    view,
    wall,
    welcome,
)

ONE, TWO = TableId(1), TableId(2)
DOWN = LinkChange(LinkState.DOWN, "cable")


def board_of(*tables: TableStatus) -> Board:
    """Make a board that has received these tables at time 0."""
    board = Board(ids())
    for news in (UP, welcome(), wall(tables)):
        board.feed(news, 0)
    return board


def test_a_running_clock_is_counted_here_and_stops_at_nothing() -> None:
    """The wall jumps only when the arbiter writes, or shows a negative time."""
    board = board_of(table(1, left_ms=23_000))
    assert board.tables[ONE].left_ms(3_000) == 20_000
    assert board.tables[ONE].left_ms(90_000) == 0


def test_a_paused_clock_does_not_run() -> None:
    """An umpire sees time run out that no seat loses."""
    board = board_of(table(1, left_ms=23_000, paused="a break"))
    assert board.tables[ONE].left_ms(60_000) == 23_000


def test_clocks_stop_while_the_link_is_down() -> None:
    """An umpire sees the tables run out of time that a fault never takes from them."""
    board = board_of(table(1, left_ms=23_000))
    board.feed(DOWN, 3_000)
    assert board.tables[ONE].left_ms(60_000) == 20_000
    board.feed(DOWN, 30_000)
    assert board.tables[ONE].left_ms(60_000) == 20_000


def test_silence_is_counted_on_and_a_linked_seat_is_not_silent() -> None:
    """A silent seat looks as if it had just been heard."""
    away = seat("red", "army", linked=False, silent_ms=5_000)
    board = board_of(table(1, people=(away, seat("red", "corps.1"))))
    now = board.tables[ONE]
    assert now.silent_ms(now.status.seats[0], 10_000) == 15_000
    assert now.silent_ms(now.status.seats[1], 10_000) == 0


def test_missing_seats_are_the_asked_that_neither_sealed_nor_were_voided() -> None:
    """An umpire waits for a seat whose answer no longer counts."""
    people = (
        seat("red", "army", sealed=True),
        seat("red", "corps.1"),
        seat("red", "corps.2", voided=True, sealed=True),
        seat("black", "army", asked=False),
    )
    now = board_of(table(1, people=people)).tables[ONE]
    assert [each.seat for each in now.missing] == ["red.corps.1"]
    assert (now.answered, len(now.asked)) == (1, 3)


def test_an_order_goes_to_each_table_for_the_question_seen_there() -> None:
    """An act meant for one question is done to the next."""
    board = board_of(table(1, gate=4), table(2, gate=9))
    rules = board.rule(EndNow(), {ONE: GateNo(4), TWO: GateNo(9)}, " short of\x1b time ", 0)
    assert [(rule.table, rule.gate, rule.reason) for rule in rules] == [
        (1, 4, "short of time"),
        (2, 9, "short of time"),
    ]
    assert rules[0].id != rules[1].id


def test_the_result_of_an_order_is_known_table_by_table() -> None:
    """A refusal at one table of forty is not seen."""
    board = board_of(table(1), table(2))
    first, second = board.rule(EndNow(), {ONE: GateNo(4), TWO: GateNo(4)}, "time", 0)
    board.feed(Done(id=first.id), 10)
    board.feed(Refusal(id=second.id, code=RefusalCode.STALE, text="closed"), 10)
    order = board.orders[-1]
    assert order.tables(Fate.DONE) == (1,)
    assert order.tables(Fate.REFUSED) == (2,)
    assert order.settled


def test_an_order_waits_while_the_link_is_down_and_is_settled_by_its_answer() -> None:
    """The console shows an order as lost although the link still sends it, and the umpire gives it a second time."""
    board = board_of(table(1))
    (rule,) = board.rule(Pause(), {ONE: GateNo(0)}, "a break", 0)
    board.feed(DOWN, 5)
    board.feed(UP, 9)
    board.feed(welcome(), 9)
    board.feed(wall(()), 9)
    assert board.orders[-1].tables(Fate.WAITING) == (1,)
    assert list(board.tables) == [1]
    board.feed(Done(id=rule.id), 12)
    assert board.orders[-1].tables(Fate.DONE) == (1,)


def test_an_order_is_not_certain_when_the_link_is_shut_before_its_answer() -> None:
    """A window that was replaced shows an order as under way."""
    board = board_of(table(1))
    board.rule(Pause(), {ONE: GateNo(0)}, "a break", 0)
    board.feed(Fenced(text="Opened elsewhere."), 5)
    assert board.orders[-1].tables(Fate.UNKNOWN) == (1,)


def test_orders_do_not_pile_up_without_end() -> None:
    """The memory of a console grows all day."""
    board = board_of(table(1))
    for _ in range(ORDERS_MAX + 5):
        board.rule(Pause(), {ONE: GateNo(0)}, "a break", 0)
    assert len(board.orders) == ORDERS_MAX
    assert board.orders[-1].number == ORDERS_MAX + 5


def test_the_latest_reasons_are_offered_first_and_once() -> None:
    """An umpire types the same reason forty times."""
    board = board_of(table(1))
    for reason in ("late", "early", "late"):
        board.rule(Pause(), {ONE: GateNo(0)}, reason, 0)
    assert board.reasons("pause", ("a break", "early")) == ("late", "early", "a break")


def test_a_watched_table_is_put_together_from_its_pieces() -> None:
    """Lines are lost or shown twice when only new ones are sent."""
    board = board_of(table(1))
    assert board.watch(ONE) == Watch(table=ONE)
    board.feed(room(1, lines=(spoken(1, "a"),)), 0)
    new = StoryLine(heading="turn 4", text="Combat I was fought.")
    board.feed(room(1, whole=False, lines=(spoken(1, "a"), spoken(2, "b")), story=(new,)), 1)
    assert board.room is not None
    assert [line.text for line in board.room.lines] == ["a", "b"]
    assert board.room.story[-1] == new
    assert len(board.room.story) == 4


def test_a_late_message_of_an_unwatched_table_is_ignored() -> None:
    """One table's talk is shown on another's screen."""
    board = board_of(table(1), table(2))
    board.watch(TWO)
    board.feed(room(1), 0)
    assert board.room is None


def test_after_a_new_link_the_console_looks_again_at_the_seat_it_was_looking_at() -> None:
    """A seat's sheet is not updated after a cable was pulled, or is asked for twice and recorded so."""
    board = board_of(table(1))
    look = board.look(ONE, SeatId("red.army"))
    board.feed(DOWN, 5)
    assert board.feed(welcome(), 9) == ()  # the link asks until it is answered
    board.feed(Seen(id=look.id, table=ONE, seat=look.seat, view=view()), 10)
    (again,) = board.feed(welcome(), 11)
    assert isinstance(again, Look)


def test_a_seat_is_looked_at_again_only_when_what_it_has_must_have_changed() -> None:
    """The journal fills with looks, or the umpire sees a question that is gone."""
    board = board_of(table(1, people=seats(("red.army",))))
    look = board.look(ONE, SeatId("red.army"))
    board.feed(Seen(id=look.id, table=ONE, seat=look.seat, view=view(sealed=False)), 1)
    assert board.feed(table(1, left_ms=9_000, people=seats(("red.army", "black.army"))), 2) == ()
    (again,) = board.feed(table(1, people=seats()), 3)
    assert isinstance(again, Look)
    assert again.id != look.id
    assert board.looking is not None
    assert board.looking.view == view(sealed=False)


def test_an_older_look_does_not_overwrite_a_newer_one() -> None:
    """An umpire reads one seat's sheet under another's name."""
    board = board_of(table(1))
    first = board.look(ONE, SeatId("red.army"))
    board.look(ONE, SeatId("black.army"))
    board.feed(Seen(id=first.id, table=ONE, seat=first.seat, view=view()), 1)
    assert board.looking is not None
    assert board.looking.view is None


def test_a_call_waits_from_when_it_was_first_heard_until_it_is_answered() -> None:
    """The console cannot distinguish the longest waiting caller from the newest."""
    board = board_of(table(1))
    board.feed(table(1, alarms=(call(1),)), 10_000)
    board.feed(table(1, alarms=(call(1),)), 30_000)
    assert board.called_ms == {(ONE, 1): 10_000}
    board.feed(table(1), 40_000)
    assert board.called_ms == {}


def test_a_seat_card_is_told_plainly_that_it_opens_no_console() -> None:
    """A player with the wrong command sees an empty wall."""
    board = Board(ids())
    board.feed(welcome(Role.SEAT), 0)
    assert "warcouncil join" in board.trouble


def test_a_console_replaced_by_a_newer_one_says_so_and_is_not_up() -> None:
    """Two windows of one umpire both seem to rule."""
    board = board_of(table(1))
    board.feed(Fenced(text="A newer console took over."), 5)
    assert not board.up
    assert board.link.text == "A newer console took over."


def test_a_repeated_answer_does_not_trouble_the_board() -> None:
    """A repeated answer looks like a fault."""
    board = board_of(table(1))
    (rule,) = board.rule(Pause(), {ONE: GateNo(0)}, "a break", 0)
    assert isinstance(rule, Rule)
    board.feed(Done(id=rule.id), 1)
    board.feed(Done(id=rule.id), 2)
    assert board.orders[-1].settled
    assert board.trouble == ""
