"""A console in plain lines receives every table and alarm, and sends its orders to the meant targets, each
with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from warcouncil.arbiter.core.words.stimuli import Debriefed
from warcouncil.clients.plain.console.console import SHOWS, PlainConsole
from warcouncil.clients.plain.console.orders import VERBS
from warcouncil.protocol.acts.acts import EndGame, KeepBack, Postpone, SendInject, Void
from warcouncil.protocol.acts.room_acts import Debrief
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.consoles import Debriefing
from warcouncil.protocol.wire.requests import Call, Rule, Write
from warcouncil.protocol.words import GateNo, MessageId, Role, SeatId

from tests.arbiter.core.harness import Person, Room
from tests.clients.umpire.builders import UP


class AtConsole:
    """An umpire at a plain console, at a real core in virtual time."""

    def __init__(
        self,
        *,
        tables: int = 2,
        role: Role = Role.UMPIRE,
        game: str = "kartenspiel",
        exercise: Mapping[str, Any] | None = None,
        sits: bool = True,
        room: Room | None = None,
        card: str = "",
    ) -> None:
        self.room = room or Room(game, tables=tables, exercise=exercise)
        self.people: dict[str, Person] = self.room.sit_all() if sits and room is None else {}
        self.person = self.room.console(role, card and f"umpire {card}", card=card)
        numbers = iter(range(10**9, 10**9 + 100_000))
        self.client = PlainConsole(lambda: MessageId(f"{next(numbers):032x}"))
        self.sent: list[Rule] = []
        self._heard = 0
        self.client.feed(UP, 0)
        self.first = self.hear()

    def hear(self) -> list[str]:
        """Process all messages that have come. Return the output."""
        self.room.wait(100)
        for reply in self.person.replies[self._heard :]:
            self.client.feed(reply.body, self.room.at)
        self._heard = len(self.person.replies)
        self.client.tick(self.room.at)
        for request in self.client.requests:
            self.sent += [request] if isinstance(request, Rule) else []
            self.room.ask(self.person, request)
        self.client.requests = []
        said, self.client.lines = self.client.lines, []
        return said

    def type(self, text: str) -> list[str]:
        """Type a line. Return all output that follows."""
        self.client.typed(text, self.room.at)
        return [*self.hear(), *self.hear()]


@pytest.fixture
def console() -> AtConsole:
    """Return an umpire of two tables who has received everything."""
    return AtConsole()


def test_every_table_is_said_once_and_again_when_it_changes(console: AtConsole) -> None:
    """An umpire who listens to the screen does not learn that a table has gone on, or hears of it every second."""
    assert [line for line in console.first if line.startswith("table 1: ") and "question 1" in line]
    assert console.hear() == []
    console.room.play()
    said = console.hear()
    assert [line for line in said if line.startswith("table 1: ") and "question 2" in line]
    assert not [line for line in said if line.startswith("table 2: ")]


def test_an_order_without_a_reason_is_asked_for_one(console: AtConsole) -> None:
    """An umpire's act is in the journal without a reason, or is done before the umpire has read its target."""
    said = console.type("pause all")
    assert said[0] == "This affects every table: tables 1–2, 20 seats."
    assert said[-1].startswith("Why? 1 A question about the rules / ")
    assert not console.sent
    console.type("2")
    assert [(rule.table, rule.reason) for rule in console.sent] == [(1, "A break"), (2, "A break")]
    assert console.room.table.paused


def test_an_order_with_its_reason_is_one_line(console: AtConsole) -> None:
    """A script must answer questions."""
    said = console.type("extend 1 +60 because they came late")
    assert [(rule.table, rule.reason) for rule in console.sent] == [(1, "they came late")]
    assert [line for line in said if line.startswith("order 1: Gave 60 s")]


def test_an_order_can_be_given_up(console: AtConsole) -> None:
    """An umpire who named the wrong table cannot cancel."""
    assert [line for line in console.type("end 1") if line == "Caution: 2 seats have not sealed."]
    assert console.type("-") == ["No order was given."]
    assert not console.sent
    assert console.type("status")[0].startswith("Jena: 2 tables")


def test_a_call_is_an_alarm_and_is_answered(console: AtConsole) -> None:
    """A player calls an umpire who hears nothing of it."""
    caller = console.people["red.army"]
    console.room.ask(caller, Call(id=console.room.fresh(), text="may we swap seats"))
    said = console.hear()
    assert [
        line
        for line in said
        if line.startswith("alarm, table 1: call: Red army commander: “may we swap seats”")
    ]
    assert [
        line
        for line in console.type("answer 1 no because they called")
        if line.startswith("alarm over, table 1: call")
    ]
    assert "no" in caller.last(Notice).text
    assert "No call waits for an answer at this table." in console.type("answer 1 no because again")[0]


def test_a_word_goes_to_the_seat_or_the_team_that_is_named_first(console: AtConsole) -> None:
    """The enemy reads a message for one commander, or the umpire does not hear the reply."""
    console.type("tell 1 red.army the bridge is out because an inject")
    assert [seat for seat, person in console.people.items() if person.of(Notice)] == ["red.army"]
    console.type("ask 1 black where do you stand because an inject")
    heard = [
        seat for seat, person in console.people.items() if person.of(Notice) and seat.startswith("black")
    ]
    assert len(heard) == 5
    notice = console.people["black.army"].last(Notice)
    assert notice.text == "where do you stand"
    console.room.ask(
        console.people["black.army"], Write(id=console.room.fresh(), notice=notice.number, text="at the ford")
    )
    assert console.hear() == [
        "alarm, table 1: reply: Black army commander: “at the ford”; to answer it, write: answer 1"
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("pause 9", "There is no table 9."),
        (
            "pause 1-000000999999999",
            "“1-000000999999999” does not begin with a table. Write one or more tables first",
        ),
        ("pause " + "0" * 5000, "There is no table 0."),
        ("pause", "No table is named. Write one or more tables first: 3, or 3,5-9, or all."),
        ("pause 2-9199", "There is no table 9199."),
        (
            "extend 1 soon because x",
            "“soon” is not a time. Write seconds or minutes, such as +60, -30, 2m or 1:30.",
        ),
        ("tell 1", "The text is empty. Write what they should read."),
        ("bot 1 red.crops.2", "There is no seat red.crops.2. Did you mean red.corps.2?"),
        ("resume 1", "not paused"),
        ("answer 1,2 yes", "Name the one table whose call you answer."),
        ("send 1 1234567", "“1234567” is not the number of an inject."),
    ],
)
def test_an_impossible_act_is_refused_before_a_reason_is_asked(
    line: str, says: str, console: AtConsole
) -> None:
    """An umpire gives a reason for nothing, or acts on another table than they meant."""
    said = console.type(line)
    assert says in said[0]
    assert said[0].startswith("Not done: ")
    assert not console.sent
    assert "Not done" not in console.type("status")[0]


def test_an_observer_sees_and_rules_nothing() -> None:
    """A guest's card stops the clock."""
    console = AtConsole(role=Role.OBSERVER)
    assert "observer" in console.type("pause 1 because I can")[0]
    assert not console.sent
    assert console.type("seats 1")[0].startswith("seat red.army: Red army commander")


def test_one_table_need_not_be_named() -> None:
    """The umpire of one table types its number all morning."""
    console = AtConsole(tables=1)
    console.type("pause because a break")
    assert console.room.table.paused


def test_every_word_of_the_help_is_one(console: AtConsole) -> None:
    """The help names a command that does nothing, or leaves one out."""
    said = console.type("help")
    for name in (*VERBS, *SHOWS):
        assert [line for line in said if line.startswith(f"help: {name}: ")]
    assert "Did you mean pause?" in console.type("puase 1")[0]
    console.type("leave")
    assert console.client.status == 0


def test_a_table_that_waits_is_begun_and_the_empty_seats_are_named_first() -> None:
    """An umpire cannot begin a game by lines, or a mistake begins one without people."""
    console = AtConsole(exercise={"start": "umpire"})
    assert "To start a game that has not begun, write begin and the tables." in console.type("resume 1")[0]
    console.type("begin 1 because it is time")
    assert console.room.table.begun
    nobody = AtConsole(tables=1, exercise={"start": "umpire"}, sits=False)
    said = nobody.type("begin because it is time")
    assert [line for line in said if line.startswith("Caution: no player at table 1: Red army commander")]
    assert said[-1] == "You cannot take this order back. Write yes to give it, or - to cancel >"
    assert nobody.type("") == ["You cannot take this order back. Write yes to give it, or - to cancel >"]
    assert nobody.type("no") == ["No order was given."]
    assert not nobody.room.table.begun
    nobody.type("begin because it is time")
    nobody.type("yes")
    assert nobody.room.table.begun


def test_the_sheet_of_a_seat_and_the_truth_can_be_shown(console: AtConsole) -> None:
    """An umpire must judge without seeing the sheets."""
    said = console.type("look 1 red.army")
    assert said[0].startswith("look, table 1, red.army: ")
    assert [line for line in said if line.startswith("look: asked: ")]
    assert said[-1] == "look: not sealed"
    console.room.rule(console.person, Void(seat=SeatId("red.army")))
    assert console.type("look 1 red.army")[-1] == "look: struck out"
    assert console.type("look 1")[0].startswith("look, table 1, everything, with all secrets: ")
    assert "Seats are red.army" in console.type("look 1 nobody")[0]
    assert console.type("look 9") == ["Name a table, and also a seat if you like, such as: look 3 red.army."]
    console.room.wait(200)
    assert not [line for line in console.hear() if line.startswith("look")]


def test_injects_are_listed_sent_postponed_and_kept_back() -> None:
    """An umpire at plain lines learns of the news only when the players do."""
    injects = [
        {"text": "Rain.", "at_seconds": 600},
        {"text": "A spy.", "at_hand": True},
        {"text": "Snow.", "at_seconds": 900},
    ]
    console = AtConsole(exercise={"injects": injects})
    assert console.type("injects 1")[1:] == [
        "injects, table 1: To come:",
        "injects, table 1: 1 at 10:00, in 10:00: Rain.",
        "injects, table 1: 3 at 15:00, in 15:00: Snow.",
        "injects, table 1: At hand:",
        "injects, table 1: 2 A spy.",
    ]
    console.room.wait(500)
    assert not [line for line in console.hear() if line.startswith("injects")]
    assert console.type("injects 9") == ["Name a table, such as: injects 3."]
    console.type("send all 2 because it is time")
    console.type("postpone 1 all 5m because they talk well")
    console.type("postpone 1 3 +60 because they talk well")
    console.type("drop 1 1 because it does not fit")
    console.type("keep 1 3 because later")
    assert [rule.act for rule in console.sent] == [
        SendInject(inject=2),
        SendInject(inject=2),
        Postpone(inject=0, seconds=300),
        Postpone(inject=3, seconds=60),
        KeepBack(inject=1, drop=True),
        KeepBack(inject=3),
    ]
    assert (
        "“rain” is not the number of an inject. Write the table first, then the number of the inject, or all"
        in console.type("postpone 1 rain 5m because x")[0]
    )
    alone = AtConsole(tables=1, exercise={"injects": injects})
    alone.type("send 2 because it is time")
    assert [(rule.table, rule.act) for rule in alone.sent] == [(1, SendInject(inject=2))]


def test_a_ruling_by_ones_own_word_is_asked_about_once_and_seconded_by_another() -> None:
    """A mistake carries out a grave ruling, or the ruling is never possible where two umpires are required."""
    console = AtConsole(tables=1, exercise={"second_umpire": True})
    other = AtConsole(room=console.room, card="9XY")
    assert console.type("rule the bridge holds because they asked")[-1].startswith(
        "You cannot take this order back."
    )
    console.type("yes")
    assert console.type("orders")[0].startswith("order 1: Sent to a second umpire: Ruled: “the bridge holds”")
    (alarm,) = [line for line in other.hear() if line.startswith("alarm, table 1: second: ")]
    assert "a ruling: the bridge holds (they asked)" in alarm
    assert alarm.endswith("; to approve it, write: second 1")
    assert console.room.table.story.decrees == []
    other.type("second because it is so")
    assert console.room.table.story.decrees == ["the bridge holds"]
    assert "No ruling waits for a second umpire at this table." in other.type("second because x")[0]


HOSTILE = st.one_of(
    st.text(max_size=40),
    st.tuples(
        st.sampled_from([*VERBS, *SHOWS]),
        st.sampled_from(
            ["", "1", "all", "1-", "0-99999999999", "9,,", "٣", "1 red.army", "1 red.army x because ", "-1"]
        ),
        st.text(max_size=10),
    ).map(" ".join),
)


@settings(max_examples=60)
@example(["pause 1", "\x1b", "-"])
@given(st.lists(HOSTILE, max_size=10))
def test_nothing_that_is_typed_breaks_a_console(lines: list[str]) -> None:
    """A typing mistake removes the umpire from the room."""
    console = AtConsole(tables=2, game="kashmir_crisis")
    for line in lines:
        for said in console.type(line):
            assert said.isprintable()
    assert all(rule.reason.strip() and rule.gate in (GateNo(0), *range(1, 99)) for rule in console.sent)


def test_the_debrief_is_offered_ordered_and_followed() -> None:
    """An umpire who listens to the console does not know that there is a debrief, its progress, or its file."""
    console = AtConsole(tables=1)
    said = console.type("debrief because it is time")
    assert [rule.act for rule in console.sent] == [Debrief()]
    for percent, part in ((0, ""), (10, "the report"), (30, "the report"), (60, "the tables")):
        news = Debriefing(state="writing", part=part, percent=percent)
        console.room.do(Debriefed(at=console.room.at, news=news))
        said += console.hear()
    console.room.do(Debriefed(at=console.room.at, news=Debriefing(state="written", text="/there")))
    said += console.hear()
    assert [line for line in said if "debrief" in line.lower() and "order" not in line] == [
        "The debrief is being written: 0 %",
        "The debrief is being written: 10 %, the report",
        "The debrief is being written: 60 %, the tables",
        "The debrief is in /there",
    ]


def test_when_every_game_is_over_the_debrief_is_offered_once() -> None:
    """The tutor does not learn that the debrief can be written, or reads the offer again and again."""
    console = AtConsole(tables=1)
    assert not [line for line in console.hear() if "writes the debrief" in line]
    said = console.type("debrief")
    assert [line for line in said if "1 game is not over" in line]
    console.type("-")
    console.room.rule(console.person, EndGame(text="Time is up"))
    assert (
        len([line for line in console.hear() + console.hear() if "debrief writes the debrief" in line]) == 1
    )
