"""The injects of a table as umpires see them, and the acts on each. No player learns of any of it."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.views.table_status import WHOLE_BYTES_MAX, injects
from warcouncil.protocol.acts.acts import Act, EndGame, KeepBack, Pause, Postpone, SendInject
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.consoles import InjectList
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.replies import Refusal
from warcouncil.protocol.wire.requests import Watch
from warcouncil.protocol.words import Role, TableId

from tests.arbiter.core.harness import Person, Room

RAIN = {"text": "Rain.", "name": "rain", "at_seconds": 10}
SNOW = {"text": "Snow.", "after": 0, "at_seconds": 5}
SPY = {"text": "A spy.", "at_hand": True, "seat": "red.1"}
LATER = {"text": "Later.", "phase": "Bidding", "occasion": 2, "team": "red"}


def planned(*parts: dict[str, Any], **exercise: Any) -> tuple[Room, Person, dict[str, Person]]:
    """Return a room with these injects, its umpire, who watches the table, and the people of all seats."""
    room = Room("sealed_bid", exercise={"injects": parts, **exercise})
    umpire, people = room.umpire(), room.sit_all()
    room.ask(umpire, Watch(table=TableId(1)))
    room.settle()
    return room, umpire, people


def lists(person: Person) -> list[InjectList]:
    """Return every list of injects that reached a person."""
    return [each.injects for each in person.of(RoomView) if each.injects is not None]


def stand(told: InjectList) -> list[tuple[str, int | None, str]]:
    """Return the state, the time and the condition of each inject."""
    return [(line.state, line.at_ms, line.waits) for line in told.injects]


def test_the_list_shows_when_each_inject_comes_and_which_are_sent_by_hand() -> None:
    """The umpire promises the room five minutes without news, and an inject comes in the next."""
    room, umpire, _ = planned(RAIN, SNOW, SPY, LATER)
    first = lists(umpire)[-1]
    assert [(line.number, line.name, line.to) for line in first.injects] == [
        (1, "rain", ""),
        (2, "", ""),
        (3, "", "red.1"),
        (4, "", "red"),
    ]
    assert stand(first) == [
        ("to_come", 10_000, ""),
        ("to_come", None, "inject 1 (rain)"),
        ("at_hand", None, ""),
        ("to_come", None, "Bidding, opening 2"),
    ]
    assert (first.ran_ms, first.runs_ms) == (0, 20_000)
    room.wait(10_500)
    told = lists(umpire)[-1]
    assert stand(told)[:2] == [("came", 10_000, ""), ("to_come", 15_000, "")]
    room.rule(umpire, Pause())
    room.wait(250)
    assert (lists(umpire)[-1].ran_ms, lists(umpire)[-1].runs_ms) == (10_500, 0)


def test_the_list_is_sent_when_it_changes_and_not_with_every_answer() -> None:
    """Forty consoles receive two hundred texts whenever a seat seals."""
    room, umpire, people = planned(RAIN)
    room.wait(250)
    before = len(lists(umpire))
    room.suggest(people["red.1"])
    room.wait(500)
    assert len(umpire.of(RoomView)) > before
    assert len(lists(umpire)) == before


def test_very_many_long_texts_are_cut_rather_than_never_sent() -> None:
    """The console of an exercise with two hundred long injects stays empty."""
    _, umpire, _ = planned(*({"text": "雨" * 280, "at_seconds": n} for n in range(9, 209)))
    assert len(lists(umpire)[-1].injects) == 200
    assert sum(len(line.text.encode()) for line in lists(umpire)[-1].injects) < WHOLE_BYTES_MAX


def test_an_inject_at_hand_comes_when_it_is_sent_and_a_sent_one_comes_no_more() -> None:
    """The news that the umpire kept for the right moment cannot be sent, or comes twice."""
    room, umpire, people = planned(SPY, RAIN)
    room.wait(4_000)
    assert not people["red.1"].of(Notice)
    room.rule(umpire, SendInject(inject=1))
    room.rule(umpire, SendInject(inject=2))
    room.wait(30_000)
    assert [notice.text for notice in people["red.1"].of(Notice)] == ["A spy.", "Rain."]
    assert [notice.text for notice in people["red.2"].of(Notice)] == ["Rain."]
    assert "sent inject 1 to Red 1: A spy. (because)" in room.table.story.record[-2].words()


def test_a_list_that_is_postponed_keeps_its_distances() -> None:
    """The news of a battle comes before the news of the march."""
    room, umpire, _ = planned(RAIN, SNOW, {"text": "Hail.", "at_seconds": 12})
    room.rule(umpire, Postpone(seconds=60))
    assert [at for _, at, _ in stand(injects(room.table, room.at))] == [70_000, None, 72_000]
    room.rule(umpire, Postpone(inject=3, seconds=3))
    assert injects(room.table, room.at).injects[2].at_ms == 75_000
    assert [line.words() for line in room.table.story.record[-2:]] == [
        "postponed all injects that wait for their time by 60 seconds (because)",
        "postponed inject 3 by 3 seconds (because)",
    ]


def test_an_inject_after_another_is_delayed_by_the_postponements_of_both() -> None:
    """The second ruling of an umpire undoes the first, or the enemy's answer comes before the note."""
    room, umpire, _ = planned({"text": "Rain.", "at_seconds": 2}, SNOW)
    room.rule(umpire, Postpone(inject=2, seconds=7))
    room.rule(umpire, Postpone(inject=1, seconds=3))
    room.wait(5_000)
    assert stand(injects(room.table, room.at)) == [("came", 5_000, ""), ("to_come", 17_000, "")]


@pytest.mark.parametrize("number", [0, 1])
def test_one_that_only_waits_for_a_number_does_not_come_within_the_time_it_is_postponed_by(
    number: int,
) -> None:
    """The umpire postpones all news by a minute, and one inject comes with the next bid, because its own time has
    passed long ago.
    """
    lead = {"text": "Lead.", "at_seconds": 2, "when": {"label": "Red 1", "over": 0}}
    room = Room("sealed_bid", {"deal": {"deck": [8, 8, 8, 7]}}, exercise={"injects": [lead]})
    umpire, people = room.umpire(), room.sit_all()
    room.wait(10_000)
    room.rule(umpire, Postpone(inject=number, seconds=5))
    assert injects(room.table, room.at).injects[0].at_ms == 15_000
    room.declare(people["red.1"], {"card": "8"})
    for seat in ("red.2", "black.1", "black.2"):
        room.suggest(people[seat])
    assert room.table.state.points["red.1"] > 0
    room.wait(4_750)
    assert not people["red.1"].of(Notice)
    room.wait(250)
    assert [notice.text for notice in people["red.1"].of(Notice)] == ["Lead."]


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (SendInject(inject=9), "There is no inject 9 at this table."),
        (SendInject(inject=0), "There is no inject 0 at this table."),
        (SendInject(inject=1), "Inject 1 was already sent."),
        (Postpone(inject=1, seconds=5), "Inject 1 was already sent."),
        (Postpone(inject=2, seconds=5), "Inject 2 is at hand and has no time. It comes when you send it."),
        (KeepBack(inject=2), "Inject 2 is already at hand."),
        (SendInject(inject=3), "Inject 3 was dropped. The host does not send it."),
        (KeepBack(inject=3, drop=True), "Inject 3 was dropped. The host does not send it."),
        (SendInject(inject=4), "There is no inject 4 at this table."),
        (SendInject(inject=5), "There is no seat 'green' at this table."),
        (Postpone(seconds=5), "No inject of this table is waiting for its time."),
    ],
)
def test_an_impossible_act_on_an_inject_is_refused_with_its_reason(act: Act, says: str) -> None:
    """The umpire waits for news that does not come."""
    elsewhere, nobody = (
        {"text": "x", "at_seconds": 1, "tables": [2]},
        {"text": "x", "at_hand": True, "seat": "green"},
    )
    room, umpire, _ = planned({"text": "Now.", "at_seconds": 0}, SPY, RAIN, elsewhere, nobody)
    room.rule(umpire, KeepBack(inject=3, drop=True))
    before = room.table.counters.injects
    said = room.rule(umpire, act)
    assert isinstance(said, Refusal)
    assert said.text == says
    assert room.table.counters.injects == before


def test_nothing_is_sent_to_a_table_that_has_not_begun_or_is_over() -> None:
    """People read the news before they know their seats, or after they have won."""
    room, umpire, _ = planned(SPY, start="umpire")
    said = room.rule(umpire, SendInject(inject=1))
    assert isinstance(said, Refusal)
    assert said.text == "The game has not begun. Begin it first."
    room, umpire, _ = planned(SPY)
    room.rule(umpire, EndGame(text="enough"))
    said = room.rule(umpire, SendInject(inject=1))
    assert isinstance(said, Refusal)
    assert said.text == "The game at this table is over."


def test_no_player_gets_any_mail_when_an_inject_is_postponed_kept_back_or_dropped() -> None:
    """Players know that news is coming and wait for it, or a projector shows that it was postponed."""
    room, umpire, people = planned(RAIN, SNOW, SPY)
    display, fixer = room.console(Role.DISPLAY), room.console(Role.TECHNICAL)
    room.ask(display, Watch(table=TableId(1)))
    room.wait(250)
    quiet = [display, fixer, *people.values()]
    before = [len(person.frames) for person in quiet]
    for act in (
        Postpone(seconds=60),
        Postpone(inject=1, seconds=9),
        KeepBack(inject=1),
        KeepBack(inject=2, drop=True),
    ):
        room.rule(umpire, act)
        room.wait(250)
    room.rule(umpire, SendInject(inject=3))
    room.wait(250)
    after = [len(person.frames) for person in quiet]
    assert [now - then for now, then in zip(after, before, strict=True)] == [0, 0, 1, 0, 0, 0]


def test_acts_on_injects_survive_a_crash() -> None:
    """A dropped inject comes after all, and a postponed one comes at once."""
    room, umpire, _ = planned(RAIN, SNOW, SPY, {"text": "Hail.", "at_seconds": 12})
    room.rule(umpire, Postpone(inject=1, seconds=60))
    room.rule(umpire, KeepBack(inject=4))
    room.rule(umpire, KeepBack(inject=2, drop=True))
    room.play(3)
    before = injects(room.table, room.at)
    room.crash()
    assert injects(room.table, room.at) == before
    assert [line.state for line in before.injects] == ["to_come", "dropped", "at_hand", "at_hand"]
