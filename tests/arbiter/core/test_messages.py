"""Messages in a scenario: prepared ones, requests to the white cell, and talk that it reads."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.room.seat_requests import OPEN_REQUESTS_MAX
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.table.talk import Talk
from warcouncil.arbiter.core.views import messages
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.record.account.branching import still_to_come
from warcouncil.clients.room.rehearsal.plan_to_began import prepared
from warcouncil.games.kit.game import Phase
from warcouncil.games.scenario.briefing import briefing_of
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.acts.acts import Begin, EndNow, Pause, SendInject
from warcouncil.protocol.table.views import Notice, Spoken, View
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Call, Resync, Watch, Write
from warcouncil.protocol.words import MESSAGE_CHARS_MAX, SeatId, TableId

from tests.arbiter.core.harness import Person, Room
from tests.games.scenario.small import small

PATIENCE = {"name": "patience", "title": "Patience"}
OTHERS = [
    {"name": "tension", "title": "Tension", "start": 3, "known_to": "all", "track": True},
    {"name": "oil", "title": "Oil", "each": "team", "start": 5, "known_to": "own"},
]


def playing(
    *injects: dict[str, Any], patience: int = 4, tables: int = 1, **file: Any
) -> tuple[Room, dict[str, Person]]:
    """Return a room that plays the small scenario with these messages, and a person in every seat."""
    numbers = [*OTHERS, PATIENCE | {"start": patience}]
    options = {"scenario": text_of(small(numbers=numbers, injects=injects, **file))}
    bare = Room("scenario", options, tables=tables)
    told = [each.model_dump() for each in prepared(bare.exercise.plan.tables)]
    room = Room("scenario", options, tables=tables, exercise={"injects": told})
    people = room.sit_all()
    room.settle()
    return room, people


def heard(person: Person) -> list[str]:
    """Return the texts that reached a seat, in order."""
    return [notice.text for notice in person.of(Notice)]


def test_a_message_comes_in_the_name_of_its_sender() -> None:
    """If this fails, players take a rumour for a ruling of the umpire."""
    room, people = playing(
        {"text": "Oil burns.", "sender": "Reuters", "kind": "news", "to": "all", "minutes": 0}
    )
    (notice,) = people["red.admiral"].of(Notice)
    assert (notice.sender, notice.kind, notice.text, notice.to) == (
        "Reuters",
        "news",
        "Oil burns.",
        "the table",
    )
    room.ask(people["red.admiral"], Resync())
    assert people["red.admiral"].last(View).notices == (notice,)


def test_a_long_letter_arrives_whole_with_its_paragraphs() -> None:
    """If this fails, a letter is cut in the middle, or a seat with many letters gets no view at all."""
    texts = ["\n\n".join([f"{number:02}" + "Ω" * 996, "Ω" * 1000]) for number in range(14)]
    assert {len(text) for text in texts} == {MESSAGE_CHARS_MAX}
    letters = [{"text": text, "sender": "J2", "kind": "letter", "to": "red", "minutes": 0} for text in texts]
    room, people = playing(*letters)
    assert heard(people["red.admiral"]) == texts
    assert heard(people["blue.admiral"]) == []
    room.ask(people["red.admiral"], Resync())
    assert [notice.text for notice in people["red.admiral"].last(View).notices] == texts
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    shown = umpire.last(RoomView)
    assert len(shown.injects.injects) == 14
    assert all(line.text.startswith("J2: ") for line in shown.injects.injects)


def test_a_message_waits_until_its_condition_holds() -> None:
    """If this fails, players read news of an event that did not happen."""
    room, people = playing({"text": "War looms.", "only_if": ["tension >= 6"], "to": "all", "minutes": 0.5})
    room.wait(60_000)
    assert heard(people["red.admiral"]) == []
    for seat in room.table.now.asked:
        room.declare(people[seat], {"move": "sail"})
    assert room.table.gate == 2
    assert heard(people["red.admiral"]) == ["War looms."]


def test_a_message_on_a_condition_alone_needs_no_umpire() -> None:
    """If this fails, a message with a condition and no time waits at hand for ever."""
    room, people = playing({"text": "Calm.", "only_if": ["tension <= 3"], "to": "red"})
    assert heard(people["red.admiral"]) == ["Calm."]
    assert heard(people["blue.admiral"]) == []
    assert room.table.gate == 1


def test_a_message_comes_only_while_its_phase_is_open() -> None:
    """If this fails, the news of the morning arrives at night."""
    late = {"phase": "Orders", "minutes": 1, "to": "red"}
    room, people = playing(
        late | {"text": "Too late.", "while_open": True},
        late | {"text": "In its second phase.", "while_open": True, "round": 2},
        late | {"text": "Later."},
    )
    umpire = room.umpire()
    room.rule(umpire, EndNow())
    room.wait(60_000)
    assert heard(people["red.admiral"]) == ["In its second phase.", "Later."]
    room.rule(umpire, SendInject(inject=1))
    assert heard(people["red.admiral"])[-1] == "Too late.", "an umpire can still send it"


def test_a_stage_of_a_phase_is_no_new_opening() -> None:
    """If this fails, a message for the second week comes while the white cell still agrees on the first."""
    seats = [{"name": f"{team}.one", "team": team, "title": team} for team in ("blue", "red")]
    cell = [{"name": f"cell.{who}", "team": "cell", "title": who} for who in ("head", "desk")]
    phase = {"name": "Judgement", "kind": "cell", "minutes": 2, "agree": True}
    inject = {"phase": "Judgement", "round": 2, "text": "The second week.", "to": "all"}
    room, people = playing(inject, seats=[*seats, *cell], phases=[phase], documents=[])
    room.suggest(people["cell.head"])
    room.settle()
    assert isinstance(room.table.phase, Phase)
    assert (room.table.phase.goes_on, heard(people["blue.one"])) == (True, [])
    room.suggest(people["cell.desk"])
    room.settle()
    assert heard(people["blue.one"]) == ["The second week."]


SECRET = {"text": "They lose heart.", "sender": "J2", "only_if": ["patience >= 3"], "reveals": ["patience"]}


def traces(patience: int, **inject: Any) -> dict[str, list[tuple[int, bytes]]]:
    """Return every frame that reached each player, in a world with this secret number."""
    room, people = playing(SECRET | {"to": "blue.minister", "minutes": 0.5} | inject, patience=patience)
    room.wait(60_000)
    for seat in room.table.now.asked:
        room.declare(people[seat], {"move": "talk"})
    for person in people.values():
        room.ask(person, Resync())
    return {seat: person.frames for seat, person in people.items() if seat != "cell.head"}


def test_a_message_on_a_secret_condition_leaves_no_trace_at_other_seats() -> None:
    """If this fails, a player learns from the length or the moment of a frame what another seat was told."""
    one, other = traces(4), traces(2)
    assert {seat for seat in one if one[seat] != other[seat]} == {"blue.minister"}


def test_a_planted_trace_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the test above cannot find a trace in a frame."""
    real = messages.notice

    def to_all(table: Table, sessions: Sessions, word: Notice, _to: object) -> list[Send]:
        return real(table, sessions, word, table.seats)

    monkeypatch.setattr(messages, "notice", to_all)
    one, other = traces(4), traces(2)
    assert {seat for seat in one if one[seat] != other[seat]} > {"blue.minister"}


def test_a_branch_keeps_the_sender_the_conditions_and_the_phase() -> None:
    """If this fails, a branched exercise sends the same news without its sender, or too early."""
    inject = SECRET | {"to": "red", "phase": "Orders", "minutes": 1, "while_open": True}
    room, _ = playing(inject)
    (left,) = still_to_come(room.exercise.plan.injects, TableId(1), None)
    assert (left.sender, left.only_if, left.phase, left.while_open) == (
        "J2",
        ("patience >= 3",),
        "Orders",
        True,
    )


def test_a_message_with_a_condition_survives_a_crash() -> None:
    """If this fails, the news comes twice after a resume, or never."""
    room, people = playing({"text": "War looms.", "only_if": ["tension >= 6"], "to": "all", "minutes": 0})
    for seat in room.table.now.asked:
        room.declare(people[seat], {"move": "sail"})
    assert heard(people["red.admiral"]) == ["War looms."]
    room.crash()
    assert room.table.counters.injects.came.keys() == {0}
    person = room.greet("1:red.admiral:seat")
    assert [notice.text for notice in person.last(View).notices] == ["War looms."]


def test_nothing_comes_before_the_table_begins() -> None:
    """If this fails, a condition that holds from the start sends news to people who are still reading."""
    text = text_of(small(injects=[{"text": "Calm.", "only_if": ["tension <= 3"], "to": "red"}]))
    bare = Room("scenario", {"scenario": text})
    told = [each.model_dump() for each in prepared(bare.exercise.plan.tables)]
    room = Room("scenario", {"scenario": text}, exercise={"injects": told, "start": "umpire"})
    people = room.sit_all()
    room.settle()
    assert heard(people["red.admiral"]) == []
    room.rule(room.umpire(), Begin())
    assert heard(people["red.admiral"]) == ["Calm."]


# --- requests for information -------------------------------------------------------------------------------------

SAIL = [{"name": "sail", "label": "Sail"}, {"name": "talk", "label": "Talk"}]
ORDERS = {
    "name": "Orders",
    "kind": "questions",
    "minutes": 2,
    "questions": [{"name": "move", "ask": "What do you do?", "options": SAIL}],
}
CELL, ASKER, MATE, FOE = "cell.head", "red.admiral", "red.minister", "blue.admiral"


def asking(**keys: Any) -> tuple[Room, dict[str, Person]]:
    """Return a room whose phase of orders has these keys. Without them, its seats may ask the white cell."""
    return playing(phases=[ORDERS | (keys or {"requests": True})], documents=[])


def ask(room: Room, person: Person, text: str = "How many ships?") -> None:
    """Ask the white cell for information."""
    room.ask(person, Call(id=room.fresh(), text=text, to="cell"))


def answer(room: Room, person: Person, number: int, text: str = "Nine.") -> None:
    """Answer a request as a seat of the white cell."""
    room.ask(person, Write(id=room.fresh(), notice=number, text=text))


def test_a_request_reaches_the_white_cell_and_its_answer_the_team_that_asked() -> None:
    """If this fails, a team asks in vain, or its enemy reads what it wanted to know."""
    room, people = asking()
    assert (people[ASKER].last(View).asks_at, people[CELL].last(View).asks_at) == ("White cell", "")
    ask(room, people[ASKER])
    put = people[CELL].last(Notice)
    assert (put.kind, put.sender, put.to) == ("request", "Red admiral, Red", "White cell")
    assert (put.text, put.number) == ("How many ships?", 1)
    assert people[MATE].last(Notice) == put.model_copy(update={"number": 0})
    answer(room, people[CELL], 1)
    told = people[ASKER].last(Notice)
    assert (told.kind, told.sender, told.text, told.about) == ("answer", "White cell", "Nine.", put.text)
    assert (told.number, told.answers, people[CELL].last(Notice).answers) == (0, 0, 1)
    assert people[FOE].of(Notice) == []
    record = [line.words() for line in room.table.story.record]
    assert record == [
        "Red admiral, Red asked White cell: How many ships?",
        "Head of the white cell answered Red admiral, Red: Nine.",
    ]
    room.ask(people[CELL], Resync())
    assert [notice.kind for notice in people[CELL].last(View).notices] == ["request", "answer"]


def test_a_request_is_answered_once_and_only_by_the_white_cell() -> None:
    """If this fails, a player answers in the name of the white cell, or a team gets two answers."""
    room, people = asking()
    ask(room, people[ASKER])
    answer(room, people[MATE], 1)
    answer(room, people[FOE], 1)
    assert {people[seat].last(Refusal).code for seat in (MATE, FOE)} == {RefusalCode.NO_SUCH}
    answer(room, people[CELL], 1)
    answer(room, people[CELL], 1, "Ten.")
    assert people[CELL].last(Refusal).code is RefusalCode.CLOSED
    assert heard(people[ASKER]) == ["How many ships?", "Nine."]


def test_seats_ask_only_while_their_phase_says_so() -> None:
    """If this fails, the white cell is asked where the file gives it no time to answer."""
    room, people = asking(requests=False)
    ask(room, people[ASKER])
    assert people[ASKER].last(Refusal).code is RefusalCode.CLOSED
    room, people = asking()
    umpire = room.umpire()
    ask(room, people[CELL])
    assert people[CELL].last(Refusal).code is RefusalCode.CLOSED, "the white cell does not ask itself"
    room.rule(umpire, Pause())
    ask(room, people[ASKER])
    assert people[ASKER].last(Refusal).code is RefusalCode.PAUSED
    assert heard(people[CELL]) == []


def test_a_team_cannot_bury_the_white_cell_under_requests() -> None:
    """If this fails, one team takes all the time of the white cell."""
    room, people = asking()
    for number in range(OPEN_REQUESTS_MAX + 1):
        ask(room, people[(ASKER, MATE)[number % 2]], f"Question {number}")
        room.wait(5_000)
    assert len(people[CELL].of(Notice)) == OPEN_REQUESTS_MAX
    answer(room, people[CELL], 2)
    ask(room, people[ASKER], "And now?")
    assert people[CELL].last(Notice).text == "And now?"


def asked_by(*texts: str) -> dict[str, list[tuple[int, bytes]]]:
    """Return every frame of each player in a world in which red asks these questions and gets answers."""
    room, people = asking()
    for number, text in enumerate(texts, 1):
        ask(room, people[ASKER], text)
        room.at += 5_000
        answer(room, people[CELL], number, f"{text} {text}")
    room.at, room._ids = 20_000, 100  # the ids of requests are the client's own
    ask(room, people[FOE], "Our own question.")
    answer(room, people[CELL], len(texts) + 1)
    for person in people.values():
        room.ask(person, Resync())
    return {seat: person.frames for seat, person in people.items()}


def test_a_request_leaves_no_trace_at_the_other_team() -> None:
    """If this fails, a team learns from frames or numbers that the other one asked something."""
    one, other = asked_by(), asked_by("How many ships?", "Where?")
    blue = {seat for seat in one if seat.startswith("blue")}
    assert {seat for seat in one if one[seat] != other[seat]} == {*one} - blue


def test_a_planted_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the test above cannot find a number that reveals a request."""
    monkeypatch.setattr(Talk, "notice_as_read", lambda _self, notice, _seat: notice)
    one, other = asked_by(), asked_by("How many ships?", "Where?")
    assert any(one[seat] != other[seat] for seat in one if seat.startswith("blue"))


def test_requests_survive_a_crash_and_reach_the_record() -> None:
    """If this fails, a resume loses a request, or a debrief does not show what a team wanted to know."""
    room, people = asking()
    ask(room, people[ASKER])
    answer(room, people[CELL], 1)
    ask(room, people[FOE], "Where?")
    for seat in room.table.now.asked:
        room.declare(people[seat], {"move": "sail"})
    room.crash()
    cell = room.greet(f"1:{CELL}:seat")
    assert [notice.text for notice in cell.last(View).notices] == ["How many ships?", "Nine.", "Where?"]
    answer(room, cell, 2, "Here.")
    assert room.table.talk.open_requests(SeatId(CELL)) == []


# --- talk that the white cell reads -------------------------------------------------------------------------------


def test_the_white_cell_reads_talk_only_where_the_file_says_so_and_all_know_it() -> None:
    """If this fails, the white cell judges words that it has not read, or players are overheard without knowing it."""
    room, people = asking(channels="teams", cell_reads=True)
    (channel,) = people[ASKER].last(View).channels
    assert (channel.readers, channel.reads_only, channel.open) == (("Head of the white cell",), False, True)
    shown = people[CELL].last(View).channels
    assert [(each.id, each.reads_only, each.open) for each in shown] == [
        ("blue", True, False),
        ("red", True, False),
    ]
    room.say(people[ASKER], "red", "We sail.")
    assert [line.text for line in people[CELL].of(Spoken)] == ["We sail."]
    assert people[FOE].of(Spoken) == []
    room.say(people[CELL], "red", "Do you?")
    assert people[CELL].last(Refusal).code is RefusalCode.CLOSED
    briefing = briefing_of(
        small(phases=[ORDERS | {"channels": "teams", "cell_reads": True}], documents=[]), SeatId(ASKER)
    )
    assert (
        "The white cell reads everything that you write in the conversations of these phases: Orders."
        in briefing.sees
    )


def test_without_that_key_the_white_cell_hears_nothing() -> None:
    """If this fails, every talk is overheard."""
    room, people = asking(channels="teams")
    assert people[CELL].last(View).channels == ()
    before = len(people[CELL].frames)
    room.say(people[ASKER], "red", "We sail.")
    assert len(people[CELL].frames) == before
    briefing = briefing_of(small(phases=[ORDERS | {"channels": "teams"}], documents=[]), SeatId(ASKER))
    assert "white cell reads" not in briefing.sees
