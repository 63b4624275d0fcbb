"""Tests of the rarer rulings: what each asks for, and what it sends."""

from __future__ import annotations

from warcouncil.clients.umpire.table import TableScreen
from warcouncil.protocol.acts import (
    Approve,
    EndGame,
    Fiat,
    GoBack,
    Lockstep,
    Note,
    Reissue,
    Reseat,
    Resume,
    Withdraw,
)
from warcouncil.protocol.consoles import Alarm, CodeIssued
from warcouncil.protocol.replies import Done
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.clients.umpire.builders import calm_room, table, welcome
from tests.clients.umpire.console import console


async def test_a_game_that_has_not_begun_begins_with_the_pause_key() -> None:
    """Otherwise an umpire would look for another key while forty tables wait."""
    async with console((table(1, begun=False), table(2, begun=False))) as desk:
        assert "begins" in desk.grid
        await desk.press("P", "enter")
        assert [rule.act for rule in desk.rules] == [Resume(), Resume()]


async def test_a_moment_is_marked_with_two_keys() -> None:
    """Otherwise the moment would be gone before it is written down."""
    async with console((table(1),)) as desk:
        await desk.press("n", "enter")
        assert desk.rules[0].act == Note(text="Worth talking about")


async def test_going_back_names_an_earlier_question_and_takes_enter_twice() -> None:
    """Otherwise a slip could undo a table's afternoon."""
    async with console((table(1, gate=9),)) as desk:
        await desk.press("g", "9", "tab", "down", "enter")
        assert "1 to 8" in desk.said("#error")
        await desk.press("7", "enter")
        assert desk.rules == []
        assert "once more" in desk.said("#error")
        await desk.press("enter")
        (rule,) = desk.rules
        assert (rule.act, rule.gate, rule.reason) == (GoBack(to=GateNo(7)), 9, "A mistake of the umpire")


async def test_a_change_after_the_first_enter_asks_again() -> None:
    """Otherwise a grave act could be done in other words than were confirmed."""
    async with console((table(1),)) as desk:
        await desk.press("f")
        await desk.write("so be it")
        await desk.press("tab", "down", "enter", "x", "enter")
        assert desk.rules == []
        await desk.press("enter")
        assert desk.rules[0].act == Fiat(text="so be it")


async def test_an_ended_game_names_its_winner() -> None:
    """Otherwise the record would show a draw that was none."""
    async with console((table(1),)) as desk:
        await desk.press("d", "down", "tab", "down", "enter", "enter")
        assert desk.rules[0].act == EndGame(winners=("red",), text="The umpire ended the game.")


async def test_a_holder_is_moved_to_a_seat_written_as_people_say_it() -> None:
    """Otherwise an umpire would need the machine's names for seats."""
    async with console(calm_room(7)) as desk:
        await desk.press("enter", "w")
        await desk.write("7 red corps II")
        await desk.press("tab", "down", "enter", "enter")
        act = desk.rules[0].act
        assert act == Reseat(seat=SeatId("red.army"), to_table=TableId(7), to_seat=SeatId("red.corps.2"))


async def test_a_place_that_names_no_single_seat_is_asked_for_again() -> None:
    """Otherwise somebody would be moved to a seat that nobody meant."""
    async with console(calm_room(7)) as desk:
        await desk.press("enter", "w")
        await desk.write("7 corps")
        await desk.press("tab", "down", "enter")
        assert desk.rules == []
        assert "Which seat?" in desk.said("#error")


async def test_the_phase_of_a_table_is_put_in_step_and_out_of_it() -> None:
    """Otherwise tables would close ahead of the room, or never again on their own."""
    async with console(calm_room(3)) as desk:
        await desk.press("j", "down", "enter")
        (rule,) = desk.rules
        assert (rule.table, rule.act) == (0, Lockstep(phases=("attack",)))
        await desk.hear(Done(id=rule.id))
        for status in calm_room(3):
            await desk.hear(status.model_copy(update={"lockstep": ("attack",)}))
        assert "In step now: attack · the room" in desk.said("#last")
        await desk.press("j", "enter", "down", "enter")
        assert desk.rules[-1].act == Lockstep(phases=())


async def test_a_new_code_is_shown_to_the_umpire_who_asked() -> None:
    """Otherwise the code would be made and nobody could read it out."""
    async with console(calm_room(1)) as desk:
        await desk.press("enter", "i", "enter")
        assert desk.rules[0].act == Reissue(seat=SeatId("red.army"))
        code = CodeIssued(
            table=TableId(1), seat=SeatId("red.army"), seat_title="Red army commander", code="7K3-Q4MN-P2XT"
        )
        await desk.hear(Done(id=desk.rules[0].id), code)
        assert "7K3-Q4MN-P2XT" in desk.said("#last")


async def test_another_umpires_ruling_is_seconded_or_taken_back() -> None:
    """Otherwise what needs two umpires could never happen, or never be stopped."""
    alarm = Alarm(table=TableId(1), text="waits for a second umpire: go back", approval=3)
    async with console((table(1, alarms=(alarm,)),)) as desk:
        await desk.press("y", "down", "enter", "y", "f4", "down", "enter")
        assert [rule.act for rule in desk.rules] == [Approve(number=3), Withdraw(number=3)]


async def test_an_observer_looks_and_touches_nothing() -> None:
    """Otherwise a visitor would learn only from a refusal that he may not rule."""
    async with console(calm_room(1)) as desk:
        await desk.hear(welcome(Role.OBSERVER))
        await desk.press("p", "enter")
        assert desk.rules == []
        assert isinstance(desk.app.screen, TableScreen)
