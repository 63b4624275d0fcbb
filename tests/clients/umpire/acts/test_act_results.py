"""The result of an order, in words that cannot be confused at a glance."""

from __future__ import annotations

from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.umpire.acts.act_results import what_became
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.protocol.acts.acts import EndGame, Pause
from warcouncil.protocol.wire.consoles import Wall
from warcouncil.protocol.wire.replies import Done, Refusal, RefusalCode
from warcouncil.protocol.words import GateNo, TableId

from tests.clients.umpire.builders import table
from tests.clients.umpire.model.test_board import board_of


def _paused(board: Board) -> tuple[str, str]:
    rules = board.rule(Pause(), {TableId(1): GateNo(0), TableId(2): GateNo(0)}, "a break", 0)
    return rules[0].id, rules[1].id


def test_a_refusal_is_said_plainly_beside_what_was_done() -> None:
    """A table that plays on looks paused."""
    board = board_of(table(1), table(2))
    first, second = _paused(board)
    assert what_became(board, board.orders[-1]) == (
        "Paused · tables 1–2: sent, no answer yet",
        Fate.WAITING,
    )
    board.feed(Done(id=second), 1)
    board.feed(Refusal(id=first, code=RefusalCode.STALE, text="stale"), 1)
    assert what_became(board, board.orders[-1]) == (
        "Paused · table 2 · NOT at table 1: the question has closed, so nothing was done",
        Fate.REFUSED,
    )


def test_an_order_refused_everywhere_does_not_read_as_done() -> None:
    """An umpire in a hurry reads *paused* and goes away."""
    board = board_of(table(1), table(2))
    for id_ in _paused(board):
        board.feed(Refusal(id=id_, code=RefusalCode.ILLEGAL, text="The tutor said no."), 1)
    text, fate = what_became(board, board.orders[-1])
    assert text == "NOT DONE · Pause · tables 1–2: The tutor said no."
    assert fate is Fate.REFUSED


def test_an_order_without_an_answer_is_reported_as_such() -> None:
    """The umpire believes in an act that no arbiter confirmed."""
    board = board_of(table(1), table(2))
    first, _ = _paused(board)
    board.feed(Done(id=first), 1)
    board.feed(LinkChange(LinkState.SHUT, "Opened elsewhere."), 2)
    text, fate = what_became(board, board.orders[-1])
    assert "table 2: the connection closed before the host answered" in text
    assert fate is Fate.UNKNOWN


def test_a_ruling_that_was_seconded_is_not_said_to_wait() -> None:
    """*Waits for a second umpire* stays below a game that is over, and the umpire looks for a colleague."""
    board = board_of(table(1))
    board.feed(Wall(exercise="Jena", tables=(table(1),), second_umpire=True), 0)
    (rule,) = board.rule(EndGame(text="Time is up."), {TableId(1): GateNo(0)}, "late", 0)
    board.feed(Done(id=rule.id), 1)
    board.feed(table(1, ended="drawn"), 2)
    said, _ = what_became(board, board.orders[-1])
    assert said == "Sent to a second umpire: Ended the game: “Time is up.” · table 1"
