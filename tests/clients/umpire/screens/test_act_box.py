"""The box before a ruling: its questions and its message."""

from __future__ import annotations

import pytest
from textual.widgets import Input
from warcouncil.clients.umpire.acts.act_target import target
from warcouncil.clients.umpire.screens.act_choices import answers
from warcouncil.clients.umpire.screens.table import TableScreen
from warcouncil.protocol.acts.acts import Begin, DeclareFor, EndGame, Fiat, GoBack, Note, Resume
from warcouncil.protocol.acts.room_acts import Approve, Lockstep, Reissue, Renew, Reseat, Withdraw
from warcouncil.protocol.table.forms import Choice, Count, Form, Option, When
from warcouncil.protocol.wire.consoles import Alarm, Alarms, CodeIssued
from warcouncil.protocol.wire.replies import Done, Reply
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.clients.umpire.builders import call, calm_room, seat, seats, table, welcome
from tests.clients.umpire.console import LARGE, console
from tests.clients.umpire.model.test_board import board_of


async def test_a_game_that_has_not_begun_begins_with_a_key_of_its_own() -> None:
    """An umpire looks for the key while forty tables wait."""
    async with console((table(1, begun=False), table(2, begun=False), table(3))) as desk:
        assert "begins" in desk.grid
        await desk.press("B")
        assert "affects  table 1 · 10 seats" in desk.said("#whom")
        await desk.press("f4")
        assert "tables 1–2 · 20 seats" in desk.said("#whom")
        await desk.press("enter")
        assert [(rule.table, rule.act) for rule in desk.rules] == [(1, Begin()), (2, Begin())]


async def test_a_remark_of_the_foot_about_a_key_goes_when_it_is_no_longer_true() -> None:
    """*Nothing to do here* stays below a table at which there is something to do."""
    async with console((table(1, begun=False), table(2, begun=False))) as desk:
        await desk.press("P")
        assert "2 tables: not begun" in desk.said("#last")
        await desk.hear(table(1, begun=False), table(2, held="a fault"))
        assert "table 1: not begun; table 2: held" in desk.said("#last")
        await desk.hear(table(1))
        assert desk.said("#last") == ""
        await desk.hear(table(1, begun=False))
        assert desk.said("#last") == "", "the key is long forgotten"
        await desk.press("v")
        assert "Open its table with Enter" in desk.said("#last")
        await desk.press("enter")
        assert desk.said("#last") == ""


@pytest.mark.parametrize(
    ("key", "said", "news"),
    [
        ("c", "No player is calling.", table(1, alarms=(call(1),))),
        ("a", "No table needs you now.", table(1, alarms=(call(1),))),
        ("y", "No ruling waits", table(1, alarms=(Alarm(table=TableId(1), text="waits", approval=3),))),
        (
            "delete",
            "There is no room alarm to close",
            Alarms(alarms=(Alarm(table=TableId(0), text="guesses", number=4),)),
        ),
    ],
)
async def test_that_no_alarm_waits_is_said_until_one_does(key: str, said: str, news: Reply) -> None:
    """A line that reports no calls stays below a call."""
    async with console((table(1),)) as desk:
        await desk.press(key)
        assert said in desk.said("#last")
        await desk.hear(table(1))
        assert said in desk.said("#last")
        await desk.hear(news)
        assert desk.said("#last") == ""


async def test_the_pause_key_never_begins_a_game() -> None:
    """After a fire alarm a table plays its first questions while its people still look for their seats."""
    waiting = (table(1, begun=False), table(2, begun=False))
    async with console(waiting) as desk:
        await desk.press("P")
        assert desk.rules == []
        assert "2 tables: not begun" in desk.said("#last")
        assert "B begins it" in desk.grid
    async with console((*waiting, table(3), table(4))) as desk:
        await desk.press("P", "enter")
        assert [rule.table for rule in desk.rules] == [3, 4]
        reason = desk.rules[0].reason
        await desk.hear(*(Done(id=rule.id) for rule in desk.rules))
        await desk.hear(table(3, paused=reason), table(4, paused=reason))
        await desk.press("P", "enter")
        assert [(rule.table, rule.act) for rule in desk.rules[2:]] == [(3, Resume()), (4, Resume())]


async def test_a_table_paused_for_another_reason_stays_paused() -> None:
    """A table with an open dispute continues with the room."""
    quarrel = table(2, paused="A dispute")
    async with console((table(1), quarrel, table(3))) as desk:
        await desk.press("P", "enter")
        reason = desk.rules[0].reason
        await desk.hear(*(Done(id=rule.id) for rule in desk.rules))
        await desk.hear(table(1, paused=reason), table(3, paused=reason))
        await desk.press("P")
        assert "affects  tables 1 and 3" in desk.said("#whom")
        await desk.press("enter")
        assert [rule.table for rule in desk.rules[2:]] == [1, 3]
        await desk.hear(table(1), table(3))
        await desk.press("2", "p", "enter")
        assert (desk.rules[4].table, desk.rules[4].act) == (2, Resume())


async def test_a_console_that_paused_nothing_reads_the_reason_of_each_pause() -> None:
    """An umpire who takes over resumes a table without knowing of its dispute."""
    async with console((table(1, paused="A break"), table(2, paused="A dispute"))) as desk:
        await desk.press("P")
        assert "table 2 was paused for “A dispute”" in desk.said("#whom")


async def test_beginning_without_people_names_the_empty_seats_and_takes_enter_twice() -> None:
    """The umpire thinks of a bot or a late-comer only when the first answers were missed."""
    people = (
        *seats()[:8],
        seat("black", "corps.3", joined=False, linked=False),
        seat("black", "corps.4", bot=True),
    )
    async with console((table(1, begun=False, people=people),)) as desk:
        await desk.press("B")
        assert "no player at table 1: Black corps III" in desk.said("#whom")
        assert "corps IV" not in desk.said("#whom")
        await desk.press("enter")
        assert desk.rules == []
        await desk.press("enter")
        assert [rule.act for rule in desk.rules] == [Begin()]


async def test_of_many_empty_seats_six_are_named_and_the_rest_is_counted() -> None:
    """The console writes *Corps I and corps II and 3 more*, which is no sentence."""
    away = tuple(each.model_copy(update={"linked": False}) for each in seats())
    async with console((table(1, begun=False, people=away),), LARGE) as desk:
        await desk.press("B")
        assert "Red corps IV, Black army commander and 4 more" in " ".join(desk.said("#whom").split())


async def test_a_moment_is_marked_with_two_keys() -> None:
    """The moment has passed before it is marked."""
    async with console((table(1),)) as desk:
        await desk.press("n", "enter")
        assert desk.rules[0].act == Note(text="Worth talking about")


async def test_going_back_names_an_earlier_question_and_takes_enter_twice() -> None:
    """One wrong key undoes a table's afternoon."""
    async with console((table(1, gate=9),)) as desk:
        await desk.press("g", "9", "tab", "down", "enter")
        assert "1 to 8" in desk.said("#error")
        await desk.press("7", "enter")
        assert desk.rules == []
        assert "Press Enter again to give it" in desk.said("#error")
        await desk.press("enter")
        (rule,) = desk.rules
        assert (rule.act, rule.gate, rule.reason) == (GoBack(to=GateNo(7)), 9, "A mistake of the umpire")


async def test_a_change_after_the_first_enter_asks_again() -> None:
    """A grave act is done with other words than were confirmed."""
    async with console((table(1),)) as desk:
        await desk.press("f")
        await desk.write("so be it")
        await desk.press("tab", "down", "enter", "x", "enter")
        assert desk.rules == []
        await desk.press("enter")
        assert desk.rules[0].act == Fiat(text="so be it")


async def test_an_ended_game_names_its_winner() -> None:
    """The record shows a draw that was none."""
    async with console((table(1),)) as desk:
        await desk.press("d", "down", "tab", "down", "enter", "enter")
        assert desk.rules[0].act == EndGame(winners=("red",), text="The umpire ended the game.")


async def test_a_holder_is_moved_to_a_seat_written_as_people_say_it() -> None:
    """An umpire needs the machine's names for seats."""
    async with console(calm_room(7)) as desk:
        await desk.press("enter", "w")
        await desk.write("7 red corps II")
        await desk.press("tab", "down", "enter", "enter")
        act = desk.rules[0].act
        assert act == Reseat(
            seat=SeatId("red.army"), to_table=TableId(7), to_seat=SeatId("red.corps.2"), from_bots=True
        )


async def test_the_arrow_keys_offer_the_seats_to_change_places_with() -> None:
    """If this fails, an umpire must spell a table and a seat while a clock runs."""
    async with console(calm_room(2)) as desk:
        await desk.press("enter", "w", "down")
        box = desk.app.screen.query_one("#amount", Input)
        offered = [box.value]
        await desk.press("down")
        offered.append(box.value)
        await desk.press("up", "up")
        offered.append(box.value)
        assert len(set(offered)) == 3
        assert offered[0].startswith("1 ")
        await desk.press("down", "tab", "down", "enter", "enter")
        assert [type(rule.act) for rule in desk.rules] == [Reseat]


async def test_a_place_that_names_no_single_seat_is_asked_for_again() -> None:
    """A person is moved to a wrong seat."""
    async with console(calm_room(7)) as desk:
        await desk.press("enter", "w")
        await desk.write("7 corps")
        await desk.press("tab", "down", "enter")
        assert desk.rules == []
        assert "does not name one seat of table 7" in desk.said("#error")


async def test_the_phase_of_a_table_is_put_in_step_and_out_of_it() -> None:
    """Tables close ahead of the room, or never again on their own."""
    async with console(calm_room(3)) as desk:
        await desk.press("j", "down", "enter")
        (rule,) = desk.rules
        assert (rule.table, rule.act) == (0, Lockstep(phases=("Redeployment",)))
        await desk.hear(Done(id=rule.id))
        for status in calm_room(3):
            await desk.hear(status.model_copy(update={"lockstep": ("Redeployment",)}))
        assert "In step now: Redeployment · the room" in desk.said("#last")
        await desk.press("j", "enter", "down", "enter")
        assert desk.rules[-1].act == Lockstep(phases=())


async def test_a_console_that_is_given_a_new_code_can_be_let_go_from_here() -> None:
    """A person who joined with a stolen card stays, unless the umpire finds the command for it."""
    async with console(calm_room(1)) as desk:
        await desk.press("q")
        await desk.write("7k3")
        await desk.press("f4")
        assert "are disconnected" in desk.said("#whom")
        await desk.press("tab", "down", "enter")
        assert desk.rules[0].act == Renew(plate="7K3", keep=False)


def test_every_way_to_fill_a_form_of_choices_is_offered() -> None:
    """For a question with two choices, an umpire cannot seal an answer."""
    yes = (Option(value="yes", label="Yes"), Option(value="no", label="No"))
    how = Choice(name="how", label="How", options=yes, when=When(field="attack", values=("yes",)))
    form = Form(question="?", rule="1", fields=(Choice(name="attack", label="Attack", options=yes), how))
    board = board_of(table(1))
    aimed = target(board, DeclareFor, [TableId(1)], "red.corps.2")
    assert [each.answer for each in answers(aimed, form)] == [
        {"attack": "yes", "how": "yes"},
        {"attack": "yes", "how": "no"},
        {"attack": "no"},
    ]
    suggested = form.model_copy(update={"suggested": {"attack": "no"}})
    assert len(answers(aimed, suggested)) == 3
    counted = Form(
        question="?", rule="1", fields=(Count(name="n", label="n", low=0, high=3),), suggested={"n": 2}
    )
    assert [each.answer for each in answers(aimed, counted)] == [{"n": 2}]
    assert answers(aimed, counted.model_copy(update={"suggested": None})) == ()


async def test_a_new_code_is_shown_to_the_umpire_that_asked() -> None:
    """The code is made and no umpire can read it out."""
    async with console(calm_room(1)) as desk:
        await desk.press("enter", "i", "enter")
        assert desk.rules[0].act == Reissue(seat=SeatId("red.army"))
        code = CodeIssued(
            table=TableId(1), seat=SeatId("red.army"), seat_title="Red army commander", code="7K3-Q4MN-P2XT"
        )
        await desk.hear(Done(id=desk.rules[0].id), code)
        assert "7K3-Q4MN-P2XT" in desk.said("#last")


async def test_another_umpires_ruling_is_seconded_or_taken_back() -> None:
    """A ruling that needs two umpires can never happen, or never be stopped."""
    alarm = Alarm(table=TableId(1), text="waits for a second umpire: go back", approval=3)
    async with console((table(1, alarms=(alarm,)),)) as desk:
        await desk.press("y", "down", "enter", "y", "f4", "down", "enter")
        assert [rule.act for rule in desk.rules] == [Approve(number=3), Withdraw(number=3)]


async def test_an_observer_looks_and_touches_nothing() -> None:
    """A visitor learns only from a refusal that they may not rule."""
    async with console(calm_room(1)) as desk:
        await desk.hear(welcome(Role.OBSERVER))
        await desk.press("p", "enter")
        assert desk.rules == []
        assert isinstance(desk.app.screen, TableScreen)


async def test_a_box_asks_for_enter_once_more_only_where_once_more_does_it() -> None:
    """After another choice the sentence stays, but Enter does nothing.

    Or after an arrow it is gone, and Enter acts.
    """
    async with console(calm_room(1)) as desk:
        await desk.press("d", "tab", "down", "enter")
        assert "You cannot take this order back. Press Enter again to give it" in desk.said("#error")
        await desk.press("f4")
        assert desk.said("#error") == ""
        await desk.press("enter")
        assert "You cannot take this order back. Press Enter again to give it" in desk.said("#error")
        await desk.write("They shook hands")
        assert desk.said("#error") == ""
        await desk.press("enter", "shift+tab", "down")
        assert desk.said("#error") == ""
        await desk.press("enter")
        assert desk.rules == []
        await desk.press("enter")
        assert len(desk.rules) == 1


async def test_a_box_keeps_its_foot_in_a_small_window_however_much_there_is_to_say() -> None:
    """With many own reasons, or many names, the last lines are cut off: the mistake, and the key to leave."""
    people = tuple(
        one.model_copy(update={"person": "Alexandra Hohenberg-Wittenau", "linked": False}) for one in seats()
    )
    async with console(table(number, begun=False, people=people) for number in range(1, 9)) as desk:
        for number in range(9):
            await desk.press("t")
            await desk.write("A word")
            await desk.press("tab")
            await desk.write(f"A reason of the {number}th kind")
            await desk.press("enter")
        for key in ("T", "B"):
            await desk.press(key, "f4", "enter")
            box, foot = desk.app.screen.query_one(".box"), desk.app.screen.query_one("#hint")
            assert desk.said("#error")
            assert foot.region.bottom <= box.content_region.bottom
            assert desk.app.screen.query_one("#reason").region.bottom <= box.content_region.bottom
            await desk.press("escape")


async def test_a_call_that_another_umpire_answers_meanwhile_is_not_answered_twice() -> None:
    """Two consoles take the same call. Its player reads two answers, of which the second hides the first."""
    async with console((table(1, alarms=(call(1),)),)) as desk:
        await desk.press("c")
        await desk.write("You may.")
        assert "answered" not in desk.said("#whom")
        await desk.hear(table(1))
        assert "nothing (table 1: already answered)" in desk.said("#whom")
        await desk.press("enter")
        assert desk.rules == []
        assert "it was not sent" in desk.said("#error")
