"""The console: the requests of its keys, and its messages."""

from __future__ import annotations

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.umpire.screens.act_box import RulingScreen
from warcouncil.clients.umpire.screens.app import InTheWay
from warcouncil.clients.umpire.screens.seat_view import SeatScreen
from warcouncil.clients.umpire.screens.table import TableScreen
from warcouncil.clients.umpire.screens.wall import WallScreen
from warcouncil.clients.widgets.pieces.drawn import Page
from warcouncil.protocol.acts.acts import (
    Answered,
    DeclareFor,
    EndNow,
    Extend,
    GiveToBot,
    Pause,
    Release,
    Resume,
    Tell,
    Void,
)
from warcouncil.protocol.wire.replies import Done, Fenced, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Look, Watch
from warcouncil.protocol.words import SeatId, TeamId

from tests.clients.umpire.builders import call, calm_room, paused_room, room, seats, table, troubled_room
from tests.clients.umpire.console import LARGE, SMALL, Desk, app_of, console


async def test_a_wall_that_has_heard_of_no_table_names_no_filter() -> None:
    """An umpire whose arbiter does not answer looks for a filter that they never set."""
    async with console(()) as desk:
        assert "No table has been received yet." in desk.grid
        assert "filter" not in desk.grid


async def test_two_keys_pause_the_table_under_the_cursor() -> None:
    """An umpire needs more than two keys to pause a table."""
    async with console(calm_room(10)) as desk:
        await desk.press("down", "p", "enter")
        (rule,) = desk.rules
        assert (rule.table, rule.gate, rule.act) == (2, 0, Pause())
        assert rule.reason == "A question about the rules"


async def test_the_capital_pauses_every_table() -> None:
    """A fire drill takes forty acts."""
    async with console(calm_room(40)) as desk:
        await desk.press("P")
        assert "every table: tables 1–40 · 400 seats" in desk.said("#whom")
        await desk.press("enter")
        assert [rule.table for rule in desk.rules] == list(range(1, 41))


async def test_the_same_key_lets_a_paused_room_go_on() -> None:
    """An umpire must remember in which state they left the room."""
    async with console(paused_room(10)) as desk:
        await desk.press("P", "enter")
        assert {rule.act for rule in desk.rules} == {Resume()}
        assert [rule.gate for rule in desk.rules] == [4] * 10


async def test_marked_tables_are_acted_on_together() -> None:
    """A group of tables must be ruled one by one."""
    async with console(calm_room(10)) as desk:
        await desk.press("2", "space", "9", "space", "x", "enter")
        assert [(rule.table, rule.act) for rule in desk.rules] == [
            (2, Extend(seconds=60)),
            (9, Extend(seconds=60)),
        ]


async def test_time_can_be_shortened_and_the_box_shows_what_becomes_of_the_clock() -> None:
    """An umpire must subtract in their head, while the clock runs."""
    async with console((table(1, left_ms=50_000),)) as desk:
        await desk.press("x")
        await desk.write("-30")
        assert "0:50 becomes 0:20" in desk.said("#amount-label")
        await desk.press("enter")
        assert desk.rules[0].act == Extend(seconds=-30)


async def test_a_slip_in_the_amount_is_said_and_nothing_is_sent() -> None:
    """A typing mistake moves a clock, or crashes the console."""
    async with console((table(1),)) as desk:
        await desk.press("x")
        await desk.write("soon")
        await desk.press("enter")
        assert desk.rules == []
        assert "such as +60" in desk.said("#error")


async def test_ending_a_question_waits_for_a_reason() -> None:
    """A grave act is done by habit, without a recorded reason."""
    async with console((table(1, gate=7),)) as desk:
        await desk.press("e", "enter")
        assert desk.rules == []
        assert "for the record" in desk.said("#error")
        await desk.press("down", "enter")
        assert (desk.rules[0].act, desk.rules[0].gate, desk.rules[0].reason) == (
            EndNow(),
            7,
            "Everyone is ready",
        )


async def test_a_reason_typed_once_is_offered_next_time() -> None:
    """An umpire types the same words all day."""
    async with console(calm_room(2)) as desk:
        await desk.press("p")
        await desk.write("tea")
        await desk.press("enter", "down", "p", "enter")
        assert [rule.reason for rule in desk.rules] == ["tea", "tea"]


async def test_escape_leaves_an_act_undone() -> None:
    """A key pressed by mistake makes a ruling."""
    async with console(calm_room(2)) as desk:
        await desk.press("P", "escape")
        assert desk.rules == []
        assert isinstance(desk.app.screen, WallScreen)


async def test_the_result_of_an_order_is_on_the_screen() -> None:
    """A refusal looks like success."""
    async with console(calm_room(2)) as desk:
        await desk.press("P", "enter")
        assert "no answer yet" in desk.said("#last")
        first, second = desk.rules
        await desk.hear(Done(id=first.id), Refusal(id=second.id, code=RefusalCode.STALE, text="stale"))
        assert desk.said("#last").startswith(" ✗ Paused · table 1 · NOT at table 2: the question")


async def test_an_act_that_would_do_nothing_opens_no_box_and_says_why() -> None:
    """An umpire gives orders that have no effect."""
    async with console((table(1),)) as desk:
        await desk.press("l")
        assert isinstance(desk.app.screen, WallScreen)
        assert "not held" in desk.said("#last")


async def test_a_held_table_is_released() -> None:
    """A table that failed stays held for ever."""
    async with console((table(1, held="the rules failed"),)) as desk:
        await desk.press("l", "down", "enter")
        assert desk.rules[0].act == Release()


async def test_the_longest_waiting_call_is_answered_from_anywhere() -> None:
    """A caller waits until the umpire finds their table."""
    async with console(troubled_room(10)) as desk:
        await desk.press("c")
        assert "“ruling please”" in desk.said("#whom")
        await desk.write("yes")
        await desk.press("enter")
        (rule,) = desk.rules
        assert (rule.table, rule.act) == (1, Answered(call=1, text="yes"))


async def test_words_go_to_a_seat_a_team_or_the_table() -> None:
    """An umpire cannot keep a secret with one side."""
    async with console(calm_room(2)) as desk:
        await desk.press("enter", "t")
        await desk.write("sit")
        await desk.press("enter")
        await desk.press("t", "down", "down")
        await desk.write("up")
        await desk.press("enter")
        await desk.press("t", "down")
        await desk.write("all")
        await desk.press("enter")
        assert [rule.act for rule in desk.rules] == [
            Tell(seat=seats()[0].seat, text="sit"),
            Tell(team=TeamId("red"), text="up"),
            Tell(text="all"),
        ]


async def test_a_reply_can_be_asked_for() -> None:
    """An umpire cannot ask a player for a reply."""
    async with console(calm_room(1)) as desk:
        await desk.press("t", "f5")
        await desk.write("Who leads?")
        await desk.press("enter")
        assert desk.rules[0].act == Tell(text="Who leads?", reply=True)


async def test_an_empty_word_is_not_sent() -> None:
    """Players read an empty message from their umpire."""
    async with console(calm_room(2)) as desk:
        await desk.press("t", "enter")
        assert desk.rules == []
        assert "Write what" in desk.said("#error")


async def test_the_chosen_seat_is_struck_out_or_given_to_a_bot() -> None:
    """A player who delays, or an empty seat, makes ten people wait."""
    async with console((table(1, gate=3),)) as desk:
        await desk.press("enter", "down", "v", "down", "enter", "b", "enter")
        assert [(rule.act, rule.gate) for rule in desk.rules] == [
            (Void(seat=seats()[1].seat), 3),
            (GiveToBot(seat=seats()[1].seat), 0),
        ]


async def test_no_order_is_sent_while_the_link_is_down() -> None:
    """An order arrives minutes later, when it means something else."""
    async with console(calm_room(2)) as desk:
        await desk.press("p")
        await desk.hear(LinkChange(LinkState.DOWN, "the cable"))
        await desk.press("enter")
        assert desk.rules == []
        assert "No connection." in desk.said("#error")
        await desk.press("escape")
        assert "NO CONNECTION" in desk.said("#link")
        assert "the cable" in desk.said("#link")


async def test_a_console_is_told_that_the_exercise_was_ended_and_looks_again_when_asked() -> None:
    """A second umpire waits for a link that never comes, or starts again with the code."""
    async with console(calm_room(2)) as desk:
        await desk.hear(LinkChange(LinkState.ENDED, "The umpire has ended the exercise."))
        assert "The umpire has ended the exercise. You can press Ctrl+Q to leave" in desk.said("#link")
        await desk.press("ctrl+r")
        assert desk.line.sought == 1


async def test_a_new_call_rings_once_and_is_in_the_title() -> None:
    """An umpire who walks among the tables does not hear that a player waits."""
    calling = table(2, alarms=(call(2),))
    async with console(calm_room(2)) as desk:
        written: list[str] = []
        desk.app.caller._write = written.append
        await desk.later(1_000)
        assert "\a" not in written
        await desk.hear(calling)
        await desk.later(1_000)
        assert written.count("\a") == 1
        assert any("● 1 alarm" in each for each in written)
        await desk.press("ctrl+b")
        await desk.hear(table(1, alarms=(call(1),)))
        await desk.later(1_000)
        assert written.count("\a") == 1


async def test_an_opened_table_is_followed_and_then_let_go() -> None:
    """The link carries the talk of tables that no console watches."""
    async with console(calm_room(2)) as desk:
        await desk.press("enter")
        await desk.hear(room(1))
        assert isinstance(desk.app.screen, TableScreen)
        await desk.press("tab")
        assert "Corps IV: both defended." in desk.app.screen.query_one("#story", Page).text
        await desk.press("escape")
        assert [watch.table for watch in desk.sent(Watch)] == [1, 0]


async def test_a_seat_opens_to_what_its_person_has() -> None:
    """An umpire cannot see the screen of a puzzled player."""
    async with console(calm_room(2)) as desk:
        await desk.press("enter", "down", "down", "enter")
        await desk.hear(desk.seen())
        assert isinstance(desk.app.screen, SeatScreen)
        asked = desk.app.screen.query_one("#question", Page).text
        assert "What does corps II do?" in asked
        assert "SEALED" in asked
        assert "◉  a Attack" in asked
        await desk.press("escape")
        assert isinstance(desk.app.screen, TableScreen)
        assert [look.seat for look in desk.sent(Look)] == ["red.corps.2"]


async def test_an_answer_is_sealed_for_a_seat_by_choosing_it() -> None:
    """An umpire cannot seal an answer for a player whose machine has failed."""
    async with console((table(1, gate=4, people=seats(("red.corps.2",))),)) as desk:
        await desk.press("enter", "down", "down", "enter")
        await desk.hear(desk.seen())
        await desk.press("s", "f4")
        assert "The order: Defend" in desk.said("#whom")
        await desk.press("down", "enter")
        (rule,) = desk.rules
        assert (rule.act, rule.gate) == (
            DeclareFor(seat=SeatId("red.corps.2"), answer={"order": "defend"}),
            4,
        )


async def test_clocks_run_down_on_the_wall_without_news() -> None:
    """The wall does not change between messages."""
    async with console((table(1, left_ms=23_000),)) as desk:
        assert "0:23" in desk.grid
        await desk.later(3_000)
        assert "0:20" in desk.grid


async def test_a_wall_that_is_slow_to_draw_leaves_time_for_keys_and_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At two hundred tables the console draws all the time, is seconds behind the room, and answers no key."""
    drawn: list[int] = []
    waits: list[float] = []
    app, line, clock = app_of((table(1),))
    monkeypatch.setattr(app, "set_timer", lambda seconds, _: waits.append(seconds))
    async with app.run_test(size=SMALL) as pilot:
        desk = Desk(app, line, clock, pilot)
        await desk.hear()
        waits.clear()

        def slowly(_: object) -> None:
            drawn.append(clock.ms)
            clock.ms += 100

        monkeypatch.setattr(WallScreen, "repaint", slowly)
        app.redraw()
        await desk.settle()
        ended = clock.ms
        line.news.put_nowait(table(1))
        await desk.settle()
        assert waits == [0.3]
        for after, times in ((299, 1), (300, 2)):
            clock.ms = ended + after
            app._tick()
            assert len(drawn) == times


async def test_a_filter_leaves_the_tables_meant_and_escape_brings_all_back() -> None:
    """An umpire must search for one held table among forty by eye."""
    async with console(troubled_room(40)) as desk:
        await desk.press("slash")
        await desk.write("held")
        await desk.press("enter")
        assert desk.app.console_model.shown() == (7,)
        await desk.press("escape")
        assert len(desk.app.console_model.shown()) == 40


async def test_a_hidden_table_is_not_ruled_on_unseen() -> None:
    """A filter without a result leaves the cursor on a hidden table, and the next order, and Enter, go there."""
    async with console(calm_room(40)) as desk:
        await desk.press("3", "7", "slash")
        await desk.write("nobody is called so")
        await desk.press("enter")
        assert "No table matches" in desk.grid
        await desk.press("p")
        assert "no table is chosen" in desk.said("#last")
        await desk.press("enter")
        assert isinstance(desk.app.screen, WallScreen)


async def test_marks_that_a_filter_hides_are_counted_at_the_top() -> None:
    """The next order goes to marked tables that are not shown, without a warning."""
    async with console(troubled_room(40)) as desk:
        await desk.press("3", "space", "slash")
        await desk.write("held")
        await desk.press("enter", "space")
        assert "2 marked, 1 of them not shown" in desk.said("#top")
        await desk.press("escape")
        assert "2 marked" in desk.said("#top")
        assert "not shown" not in desk.said("#top")


async def test_digits_go_to_a_table_by_its_number() -> None:
    """An umpire needs thirty-six keys to reach table 37."""
    async with console(calm_room(40)) as desk:
        await desk.press("3", "7")
        assert desk.app.console_model.cursor == 37


async def test_a_click_points_and_a_second_opens() -> None:
    """The mouse has no effect on the wall."""
    async with console(calm_room(40)) as desk:
        await desk.pilot.click("Grid", offset=(30, 3))
        assert desk.app.console_model.cursor == 17
        await desk.pilot.click("Grid", offset=(30, 3), times=2)
        assert isinstance(desk.app.screen, TableScreen)


async def test_the_alarm_key_goes_through_the_tables_that_need_someone() -> None:
    """The second alarm is forgotten after the first."""
    async with console(troubled_room(10)) as desk:
        gone_to = []
        for _ in range(5):
            await desk.press("a")
            gone_to.append(desk.app.console_model.cursor)
        assert gone_to == [7, 1, 3, 8, 7]


async def test_every_table_is_on_the_wall_at_once_even_if_it_is_small() -> None:
    """One of forty tables is out of sight."""
    async with console(calm_room(40), SMALL) as desk:
        numbers = {int(word) for word in desk.grid.split() if word.isdecimal()}
        assert numbers == set(range(1, 41))


async def test_more_tables_than_fit_are_shown_page_by_page() -> None:
    """A hundred tables are not all shown, or break the console."""
    async with console(calm_room(100), SMALL) as desk:
        await desk.press("end")
        assert "▸100" in desk.grid


async def test_a_window_too_small_says_so_and_comes_back() -> None:
    """Half a wall is taken for the complete one."""
    async with console(calm_room(2)) as desk:
        await desk.pilot.resize_terminal(60, 20)
        await desk.pilot.pause()
        assert isinstance(desk.app.screen, InTheWay)
        assert "60 by 20" in desk.said("#in-the-way")
        assert desk.app.screen.query_one("#in-the-way").region.height > 1
        await desk.pilot.resize_terminal(*LARGE)
        await desk.pilot.pause()
        assert isinstance(desk.app.screen, WallScreen)


@pytest.mark.parametrize("keys", [(), ("e",), ("f1",), ("enter",)])
async def test_a_console_that_was_opened_elsewhere_shows_nothing(keys: tuple[str, ...]) -> None:
    """If this fails, a laptop that is no longer an umpire's still shows the secrets of all tables."""
    async with console(calm_room(2)) as desk:
        await desk.press(*keys)
        await desk.hear(Fenced(text="The umpire's card has a new code."))
        for more in ((), ("e", "escape", "enter", "f1")):
            await desk.press(*more)
            assert isinstance(desk.app.screen, InTheWay)
            assert desk.app.screen.styles.background.a == 1
            assert "The umpire's card has a new code." in desk.said("#in-the-way")


async def test_a_reason_is_asked_even_when_the_mouse_takes_one() -> None:
    """A click on an offered reason has no effect."""
    async with console((table(1),)) as desk:
        await desk.press("e")
        assert isinstance(desk.app.screen, RulingScreen)
        await desk.pilot.click("#reasons", offset=(4, 1))
        await desk.press("enter")
        assert desk.rules[0].reason == "We are short of time"


async def test_an_order_given_before_a_break_reads_as_sent_until_it_is_answered() -> None:
    """A broken cable leaves an order without a result, or an umpire gives it a second time."""
    async with console(calm_room(1)) as desk:
        await desk.press("p", "enter")
        await desk.hear(LinkChange(LinkState.DOWN))
        assert "sent, no answer yet" in desk.said("#last")
        assert "no order is sent" in desk.said("#link")
        (rule,) = desk.rules
        await desk.hear(LinkChange(LinkState.UP), Done(id=rule.id))
        assert "Paused" in desk.said("#last")
        assert "no answer yet" not in desk.said("#last")


async def test_why_a_key_did_nothing_is_said_whole() -> None:
    """At 80 columns the explanation is cut: "This act is possible at…"."""
    begun, waiting = table(1), [table(number, begun=False) for number in (2, 3)]
    async with console((begun, *waiting), size=SMALL) as desk:
        await desk.press("B")
        said = " ".join(desk.said("#last").split())
        assert said.endswith("This act is possible at tables 2–3.")


async def test_a_console_says_where_the_exercise_is_led_after_a_move() -> None:
    """The umpire works on at a machine that they do not know of, and types the old address for the next
    screen.
    """
    async with console((table(1),), LARGE) as desk:
        await desk.hear(LinkChange(LinkState.UP, "Another machine leads the exercise now: 10.0.0.7:5280."))
        assert "Another machine leads the exercise now: 10.0.0.7:5280." in " ".join(
            desk.said("#last").split()
        )


async def test_a_window_that_grows_again_comes_back_with_a_list_open_in_front() -> None:
    """*Too small* stays for good behind the list of actions, and no key closes it."""
    async with console(calm_room(2)) as desk:
        await desk.pilot.resize_terminal(60, 20)
        await desk.pilot.pause()
        await desk.pilot.press("ctrl+p")
        await desk.pilot.pause()
        assert not isinstance(desk.app.screen, InTheWay)
        await desk.pilot.resize_terminal(*LARGE)
        await desk.pilot.pause()
        assert isinstance(desk.app.screen, WallScreen)
