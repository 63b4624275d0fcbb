"""An umpire amends an exercise from a file while it runs, and the arbiter may be killed meanwhile."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.table.states import RUNS
from warcouncil.games.kit.game import Phase
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.acts.acts import Amend, EndNow, GoBack, SetClock
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import Done, Refusal, RefusalCode
from warcouncil.protocol.words import GateNo, SeatId

from tests.arbiter.core.harness import Room
from tests.games.scenario.small import small

PAPERS = 26
BLUE, RED = SeatId("blue.minister"), SeatId("red.minister")
ASK = Amend(text="ask blue: Who wrote the letter? | I did | I do not know")


def title(room: Room) -> str:
    """Return the title of the open question."""
    assert isinstance(room.table.phase, Phase)
    return room.table.phase.title


def test_an_amendment_takes_effect_when_the_open_question_closes() -> None:
    """An open question changes while people answer it."""
    room = Room("scenario", {"scenario": text_of(small())})
    people, umpire = room.sit_all(), room.umpire()
    before = people[BLUE].last(View)
    assert isinstance(room.rule(umpire, ASK), Done)
    assert people[BLUE].last(View) == before, "players learn nothing of it until then"
    room.rule(umpire, EndNow())
    assert title(room) == "Round 1 · A question by ruling"
    assert people[BLUE].last(View).form is not None
    assert people[RED].last(View).form is None
    assert any("amended the game: ask blue" in line.words() for line in room.table.story.record)


def test_a_faulty_amendment_is_refused_at_once() -> None:
    """The table is held at the next closing, and its umpire does not know why."""
    room = Room("scenario", {"scenario": text_of(small())})
    umpire = room.umpire()
    refused = room.rule(umpire, Amend(text="ask blu: Who?"))
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.ILLEGAL
    assert "no team or seat 'blu'. Did you mean 'blue'?" in refused.text
    assert not room.table.now.amended


def test_a_game_with_fixed_rules_is_not_amended() -> None:
    """An umpire does not learn that the game, and not the wording, is the reason."""
    room = Room("sealed_bid")
    refused = room.rule(room.umpire(), Amend(text="fact: It rains."))
    assert isinstance(refused, Refusal)
    assert "rules of this game are fixed" in refused.text


def test_an_amendment_survives_a_crash_before_and_after_it_took_effect() -> None:
    """An arbiter that crashes forgets the question that an umpire added."""
    room = Room("scenario", {"scenario": text_of(small())})
    room.rule(room.umpire(), ASK)
    room.crash()
    assert room.table.now.amended == (ASK.text,)
    room.rule(room.umpire(), EndNow())
    state = room.table.state
    room.crash()
    assert room.table.state == state
    assert title(room) == "Round 1 · A question by ruling"


def test_a_phase_that_an_amendment_put_in_is_given_a_clock() -> None:
    """An umpire cannot set the clock of a phase that an amendment added, though every screen shows that
    phase.
    """
    room = Room("scenario", {"scenario": text_of(small())})
    umpire = room.umpire()
    room.rule(umpire, ASK)
    assert isinstance(room.rule(umpire, SetClock(phase="A question by ruling", seconds=77)), Refusal)
    room.rule(umpire, EndNow())
    assert isinstance(room.rule(umpire, SetClock(phase="A question by ruling", seconds=77)), Done)


def test_an_amendment_lapses_with_a_question_that_is_gone_back_from() -> None:
    """An amendment takes effect at the next closing, though the umpire has rolled back the question at which
    it was made.
    """
    room = Room("scenario", {"scenario": text_of(small())})
    umpire = room.umpire()
    room.rule(umpire, EndNow())
    room.rule(umpire, ASK)
    room.rule(umpire, GoBack(to=GateNo(1)))
    room.rule(umpire, EndNow())
    assert title(room) == "Round 2 · Orders"


def test_more_than_a_frame_has_room_for_is_refused_before_the_question_closes() -> None:
    """Forty long texts of the umpire at one question do not fit into a frame when it closes, and the table is
    held.
    """
    room = Room("scenario", {"scenario": text_of(small())})
    people, umpire = room.sit_all(), room.umpire()

    def tell(letter: str) -> int:
        """Send messages to all seats until the arbiter refuses more for this question, and return how many
        characters were sent.
        """
        for number in range(40):
            said = room.rule(umpire, Amend(text=f"tell all: {number} {letter * 1100}"))
            if isinstance(said, Refusal):
                assert said.code is RefusalCode.TOO_FAST
                assert "Amend again at the next" in said.text
                return number
        return 40

    assert 2 <= tell("漢") <= 4
    assert room.rule(umpire, Amend(text="tell all: one word more")).type == "done", "a short one has room yet"
    room.rule(umpire, EndNow())
    assert (room.table.gate, room.table.now.stops) == (2, RUNS)
    assert any("one word more" in line.text for line in people[BLUE].last(View).story)
    assert 5 <= tell("x") <= 14
    room.rule(umpire, EndNow())
    assert (room.table.gate, room.table.now.stops) == (3, RUNS)


def handed(monkeypatch: pytest.MonkeyPatch, chars: int) -> list[int]:
    """Hand documents of `chars` characters to Red until its view is longer than those of a short file.

    Return the lengths of Blue's views then.
    """
    room = Room("scenario", {"scenario": text_of(small())})
    people, umpire = room.sit_all(), room.umpire()
    for number in range(PAPERS):
        assert isinstance(room.rule(umpire, Amend(text=f"hand red: Cable {number}: {'x' * chars}")), Done)
    monkeypatch.setattr(wire, "REPLY_BYTES", tuple(range(2048, 131073, 16)))
    before = len(people[BLUE].frames)
    room.rule(umpire, EndNow())
    monkeypatch.undo()
    assert len(wire.dump(people[RED].last(View))) > 24_576
    return people[BLUE].view_lengths(before)


def test_papers_that_an_umpire_hands_to_one_make_no_frame_as_long_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Documents that are longer than the frame size of the original file set the length of every frame, and so
    reveal their own length.
    """
    more, less = (handed(monkeypatch, chars) for chars in (1100, 1050))
    assert more
    assert more == less
