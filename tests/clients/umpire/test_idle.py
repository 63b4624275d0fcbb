"""Inactive people, replies, and room alarms: how the wall shows them, and how an umpire puts them away."""

from __future__ import annotations

import pytest
from warcouncil.clients.umpire.model.alarms import IDLE_MISSED, Urgency, alarms_of_table
from warcouncil.protocol.acts.acts import Answered, GiveToBot
from warcouncil.protocol.acts.room_acts import PutAway
from warcouncil.protocol.wire.consoles import Alarm, Alarms, TableStatus
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.clients.umpire.builders import seat, seats, table, welcome
from tests.clients.umpire.console import LARGE, SMALL, console
from tests.clients.umpire.model.test_board import board_of


def idle(missed: int, *, bot: bool = False) -> TableStatus:
    """Make a table at which Bob answers nothing."""
    bob = seat("black", "corps.3", asked=True, bot=bot).model_copy(update={"person": "Bob", "missed": missed})
    return table(1, people=(*seats()[:8], bob, seats()[9]))


def _ranked_alarms(status: TableStatus) -> list[str]:
    board = board_of(status)
    found = alarms_of_table(board, board.tables[TableId(1)], 0)
    return [ranked.text for ranked in found if ranked.urgency is Urgency.IDLE]


def test_a_seat_that_misses_three_answers_in_a_row_is_an_alarm_with_the_count() -> None:
    """Three linked people miss five turns while the wall shows no alarm."""
    assert _ranked_alarms(idle(IDLE_MISSED - 1)) == []
    (said,) = _ranked_alarms(idle(IDLE_MISSED))
    assert "Black corps III (Bob): 3 answers missed in a row" in said
    assert _ranked_alarms(idle(9, bot=True)) == []


async def test_the_table_opens_at_the_idle_seat_and_offers_the_bot() -> None:
    """The umpire looks for the person among ten, and can give the wrong seat away."""
    async with console((idle(4),), LARGE) as desk:
        assert "4 answers missed in a row · b gives the seat to a bot" in desk.said("#alarms")
        await desk.press("enter")
        assert "Bob · 4 missed" in desk.said("#fixed")
        await desk.press("b")
        assert "Black corps III (Bob) at table 1" in desk.said("#whom")
        await desk.press("enter")
        assert [rule.act for rule in desk.rules] == [GiveToBot(seat=SeatId("black.corps.3"))]


@pytest.mark.parametrize("keys", [["b"], ["exclamation_mark", "b"]], ids=["wall", "list of alarms"])
@pytest.mark.parametrize("cursor", [1, 2])
async def test_the_bot_that_an_alarm_offers_is_given_where_it_is_offered(
    keys: list[str], cursor: int
) -> None:
    """The wall offers a key, and refuses it when it is pressed, because the table must be opened first."""
    async with console((idle(4), table(2)), LARGE) as desk:
        await desk.press(str(cursor))
        assert "b gives the seat to a bot" in desk.said("#alarms")
        await desk.press(*keys)
        assert "Black corps III (Bob) at table 1" in desk.said("#whom")
        await desk.press("enter")
        assert [(rule.table, rule.act) for rule in desk.rules] == [
            (1, GiveToBot(seat=SeatId("black.corps.3")))
        ]


async def test_no_alarm_is_cut_off_on_a_small_wall_while_a_row_is_free_below() -> None:
    """Two alarms of two rows each are cut to one row, without the action of the key, above empty rows."""
    said = "On it, sire: two squadrons stand at the ford and the third is on its way"
    reply = Alarm(table=TableId(2), text=said, call=3, seat=SeatId("red.corps.3"), reply=True)
    async with console((idle(4), table(2, alarms=(reply,)), table(3)), SMALL) as desk:
        alarms = " ".join(desk.said("#alarms").split())
        assert said in alarms
        assert "b gives the seat to a bot" in alarms
        assert "Black corps IV" in desk.said("#detail")
        assert "\n" in desk.said("#alarms")


async def test_only_the_seat_that_the_key_would_give_away_is_offered() -> None:
    """With two idle people, or with another seat chosen, the key does something else than the alarm says."""
    offer = "b gives the seat to a bot"
    second = idle(3).model_copy(update={"table": TableId(2)})
    async with console((idle(4), second), LARGE) as desk:
        await desk.press("2")
        one, other = [line for line in desk.said("#alarms").splitlines() if "missed" in line]
        assert (offer in one, offer in other) == (False, True)
        await desk.press("enter", "up")
        assert "answers missed" in desk.said("#alarms")
        assert offer not in desk.said("#alarms")
        await desk.press("down")
        assert offer in desk.said("#alarms")


async def test_a_card_that_may_not_give_seats_away_is_not_offered_it() -> None:
    """An observer presses the key and is refused."""
    async with console((idle(4),), LARGE) as desk:
        await desk.hear(welcome(Role.OBSERVER))
        assert "4 answers missed" in desk.said("#alarms")
        assert "bot" not in desk.said("#alarms")


async def test_a_reply_is_an_alarm_and_is_put_away_without_words() -> None:
    """A player's reply to an inject is in a list that no umpire opens."""
    said = Alarm(table=TableId(1), text="On it, sire", call=3, seat=SeatId("red.corps.3"), reply=True)
    async with console((table(1, alarms=(said,)),), LARGE) as desk:
        assert "On it, sire" in desk.said("#alarms")
        assert "waiting" not in desk.said("#top")
        await desk.press("c")
        assert "They called" not in desk.said("#reasons")
        assert "They replied" in desk.said("#reasons")
        await desk.press("enter")
        assert [(rule.table, rule.act) for rule in desk.rules] == [(1, Answered(call=3))]


async def test_a_call_is_not_put_away_without_words() -> None:
    """A player waits for an answer that never comes."""
    call = Alarm(table=TableId(1), text="ruling please", call=3, seat=SeatId("red.corps.3"))
    async with console((table(1, alarms=(call,)),), LARGE) as desk:
        await desk.press("c")
        assert "They replied" not in desk.said("#reasons")
        await desk.press("enter")
        assert desk.rules == []
        assert "The text is empty. Write what they should read" in desk.said("#error")


async def test_an_alarm_of_the_room_can_be_put_away() -> None:
    """An alarm about wrong codes stays above every table, and no key closes it."""
    async with console((table(1),), LARGE) as desk:
        await desk.hear(Alarms(alarms=(Alarm(table=TableId(0), text="wrong codes were entered", number=4),)))
        await desk.press("delete")
        assert "wrong codes were entered" in desk.said("#whom")
        await desk.press("enter")
        assert [(rule.table, rule.act) for rule in desk.rules] == [(0, PutAway(alarm=4))]
        await desk.hear(Alarms(alarms=()))
        await desk.press("delete")
        assert "There is no room alarm to close" in desk.said("#last")
