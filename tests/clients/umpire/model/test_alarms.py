"""The alarms: each shows a case that needs an umpire, the worst first."""

from __future__ import annotations

from warcouncil.clients.umpire.model.alarms import RankedAlarm, Urgency, ranked_alarms
from warcouncil.protocol.wire.consoles import Alarm, TableStatus
from warcouncil.protocol.words import SeatId, TableId

from tests.clients.umpire.builders import call, calm_room, seat, seats, table, troubled_room
from tests.clients.umpire.model.test_board import board_of


def found(*tables: TableStatus, now_ms: int = 0) -> list[RankedAlarm]:
    """Return the alarms of these tables."""
    return ranked_alarms(board_of(*tables), now_ms)


def test_a_calm_room_has_no_alarms() -> None:
    """A calm room shows alarms, and the umpire learns to overlook them."""
    assert found(*calm_room(40)) == []


def test_the_worst_comes_first() -> None:
    """A held table is hidden behind one with a silent seat."""
    urgencies = [ranked.urgency for ranked in found(*troubled_room(10))]
    assert urgencies == [Urgency.HELD, Urgency.CALL, Urgency.SILENT, Urgency.EMPTY]


def test_a_seat_that_has_sealed_or_is_played_by_a_bot_is_no_alarm() -> None:
    """The wall raises alarms about people who owe no answer."""
    sealed = seat("red", "army", linked=False, sealed=True, silent_ms=90_000)
    bot = seat("red", "corps.1", linked=False, bot=True, silent_ms=90_000)
    assert found(table(1, people=(sealed, bot))) == []


def test_a_silent_seat_becomes_an_alarm_without_any_message() -> None:
    """The silence is seen only when another message arrives."""
    away = seat("red", "army", linked=False, silent_ms=5_000)
    assert found(table(1, people=(away,)), now_ms=14_000) == []
    (ranked,) = found(table(1, people=(away,)), now_ms=15_000)
    assert (ranked.urgency, ranked.since_ms, ranked.seat) == (Urgency.SILENT, 20_000, "red.army")


def test_empty_seats_of_a_table_are_one_alarm() -> None:
    """A room that is still filling shows four hundred alarms."""
    people = tuple(seat("red", post, joined=False, linked=False) for post in ("army", "corps.1"))
    (ranked,) = found(table(1, people=people))
    assert ranked.text == "no player at Red army commander, Red corps I"


def test_the_arbiters_own_alarm_about_a_seat_is_not_said_twice() -> None:
    """One silent player takes two lines of the strip."""
    away = seat("red", "army", linked=False, silent_ms=60_000)
    alarm = Alarm(table=TableId(1), text="Red army commander is silent", seat=SeatId("red.army"))
    (ranked,) = found(table(1, people=(away,), alarms=(alarm,)))
    assert ranked.urgency is Urgency.FAULT


def test_a_ruling_that_waits_for_a_second_umpire_is_an_alarm() -> None:
    """A table waits for a decision that no umpire knows of."""
    alarm = Alarm(table=TableId(1), text="waits for a second umpire: go back", approval=3)
    (ranked,) = found(table(1, people=seats(), alarms=(alarm,)))
    assert (ranked.urgency, ranked.number) == (Urgency.SECOND, 3)


def test_a_callers_words_are_cleaned_and_the_longest_wait_comes_first() -> None:
    """A caller can draw on the umpire's terminal, or waits behind a newer call."""
    board = board_of(table(2, people=seats(), alarms=(call(2, "\x1b[2Jsecond"),)))
    board.feed(table(1, people=seats(), alarms=(call(1, "first"),)), 5_000)
    said = [ranked.text for ranked in ranked_alarms(board, 9_000)]
    assert said == ["Red corps III: “[2Jsecond”", "Red corps III: “first”"]
