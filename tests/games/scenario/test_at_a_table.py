"""Every kind of phase at a table of an exercise: umpires' rulings, steps back, amendments, and a resume at
every gate.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.core.views import seat_view
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Storyteller
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.codec import dump_state
from warcouncil.protocol.acts.acts import Amend, DeclareFor, EndGame, GiveToBot, GoBack, Void
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.wire.requests import Draft
from warcouncil.protocol.words import GateNo, Role, SeatId

from tests.arbiter.core.harness import Room
from tests.games.scenario.small import SMALL

FILE = Path(__file__).with_name("every_kind.toml")
VERDICT: Answer = {
    "outcome": "clash",
    "number-1": 3,
    "number-2": 4,
    "tell": "",
    "tell@blue": "",
    "tell@red": "",
    "tell@green": "",
}
NEW_TREATY = """
[[phases]]
name = "The codicil"
kind = "treaty"
treaty = "codicil"
drafter = "red.minister"
signers = ["red.minister", "green.envoy"]
known_to = "signers"
"""


def seated() -> Room:
    """Return a table of the file with all seats taken."""
    room = Room("scenario", {"scenario": FILE.read_text("utf-8")})
    room.sit_all()
    room.wait(1_000)
    return room


def answer(room: Room, *, silent: tuple[str, ...] = ()) -> None:
    """Answer at random for every asked seat; each gate has a chance of its own."""
    phase, gate, state = room.table.phase, room.table.gate, room.table.state
    assert isinstance(phase, Phase)
    for seat in phase.asked:
        if seat not in silent:
            answered = fill(room.table.game.form(state, seat), Dice(b"anything goes...", gate, seat))
            room.declare(room.people[f"1:{seat}:seat"], answered, gate=gate)


def test_a_resume_at_every_gate_gives_the_same_position() -> None:
    """A power cut while a treaty is signed costs the treaty."""
    room, kinds = seated(), set[str]()
    while isinstance(phase := room.table.phase, Phase):
        kinds.add(f"{phase.rule} {room.table.state.stage}")
        before = dump_state(room.table.game, room.table.state)
        room.crash()
        assert dump_state(room.table.game, room.table.state) == before
        room.sit_all()
        room.wait(1_000)
        answer(room)
    assert isinstance(room.table.phase, Finish)
    assert kinds >= {"4 decide", "4 agree", "5 argue", "5 oppose", "5 weigh", "6 ", "7 draft", "7 sign"}


def test_umpires_rule_on_every_kind() -> None:
    """An umpire cannot rule on one kind of phase."""
    room = seated()
    umpire = room.umpire()
    room.declare(room.people["1:blue.minister:seat"], {"move": "sail", "cable": ""})
    assert isinstance(room.rule(umpire, Void(seat=SeatId("blue.minister"))), Done)
    answer(room, silent=("blue.minister",))
    while room.table.state.stage != "decide":
        room.wait(5_000)
    assert room.table.state.answers["move@blue"] is None
    assert isinstance(room.rule(umpire, DeclareFor(seat=SeatId("cell.head"), answer=VERDICT)), Done)
    assert room.table.state.stage == "agree"
    decided_at = room.table.gate - 1
    answer(room)
    assert isinstance(room.rule(umpire, GoBack(to=GateNo(decided_at))), Done)
    assert (room.table.state.stage, room.table.state.proposal) == ("decide", None)


def test_a_treaty_that_an_umpire_adds_is_kept_like_any_other() -> None:
    """A phase that was not there at the beginning stops the table, or reveals that it was added."""
    room = seated()
    umpire = room.umpire()
    assert isinstance(room.rule(umpire, Amend(text=NEW_TREATY)), Done)
    answer(room)
    game = room.table.game
    while room.table.state.stage != "sign":
        room.declare(room.people["1:red.minister:seat"], {"text": "Green pays."})
    for _ in range(2):
        state = room.table.state
        other = game.rehide(state, SeatId("blue.minister"), Dice(b"anything goes...", 1))
        assert other.treaties["codicil"].text != "Green pays."
        assert game.sheet(other, SeatId("blue.minister")) == game.sheet(state, SeatId("blue.minister"))
        answer(room)
    assert room.table.state.treaties["codicil"].text == "Green pays."


def test_the_white_cell_neither_wins_nor_loses() -> None:
    """A judge reads at the end that they lost."""
    room = seated()
    umpire = room.umpire()
    room.rule(umpire, EndGame(winners=("blue",), text="Blue holds the strait."))
    won = {str(seat.team): seat_view.ended(room.table, seat).won for seat in room.table.seats.values()}
    assert won == {"blue": True, "red": False, "green": False, "cell": None}


ASKED = ("blue.minister", "blue.admiral")
TALK: Answer = {"move": "talk"}


def told(room: Room, seat: str) -> list[str]:
    """Return the last sentences of a seat ("": an umpire)."""
    teller, reader = Storyteller(), room.table.seats[SeatId(seat)] if seat else None
    return [text for event in room.table.story.chapters[-1].events if (text := teller.tell(event, reader))]


def council(*, absent: str = "", **keys: Any) -> Room:
    """Return a table whose Blue gives one answer as a team, with all seats taken but one."""
    file = tomllib.loads(SMALL)
    file["phases"][0] |= {"follows": [], **keys}
    file["phases"][0]["questions"][0] |= {"of": ["blue"], "by": "all", "known_to": "all"}
    room = Room("scenario", {"scenario": json.dumps(file)})
    for seat in room.table.seats:
        if seat != absent:
            room.sit(seat)
    return room


def test_a_draft_that_counts_is_told_as_one() -> None:
    """If this fails, what a seat had only filled in reads as what it sealed."""
    room = council(silence="draft")
    room.declare(room.people["1:blue.minister:seat"], TALK)
    room.ask(room.people["1:blue.admiral:seat"], Draft(gate=room.table.gate, answer=TALK))
    room.wait(125_000)
    said = "Blue (move): Talk. Blue admiral gave only a draft."
    assert [told(room, seat)[0] for seat in ("", *ASKED, "red.minister", "cell.head")] == [said] * 5


def test_an_answer_voided_or_given_by_an_umpire_is_described_so() -> None:
    """If this fails, a team reads an umpire's ruling as its own decision."""
    room = council()
    umpire = room.umpire()
    room.declare(room.people["1:blue.minister:seat"], TALK)
    room.rule(umpire, DeclareFor(seat=SeatId("blue.admiral"), answer=TALK))
    said = "Blue (move): Talk. The umpire answered for Blue admiral."
    assert [told(room, seat)[0] for seat in ("", *ASKED, "red.minister")] == [said] * 4
    room = council()
    room.rule(room.umpire(), Void(seat=SeatId("blue.admiral")))
    room.declare(room.people["1:blue.minister:seat"], TALK)
    said = (
        "Blue (move): only some answered. No answer counts. The umpire struck out the answer of Blue admiral."
    )
    assert [told(room, seat)[0] for seat in ("", *ASKED, "red.minister")] == [said] * 4


@pytest.mark.parametrize("person", [True, False])
def test_a_bot_that_answers_for_a_person_is_told_also_after_a_crash(person: bool) -> None:
    """If this fails, a person reads a bot's answer as their own, or a bot's seat is described as a person's."""
    room = council(absent="" if person else "blue.admiral")
    room.rule(room.umpire(), GiveToBot(seat=SeatId("blue.admiral"), kind="sensible"))
    room.declare(room.sit("blue.admiral", role=Role.STAND_IN), TALK)
    if person:
        room.crash()
        room.sit_all()
    room.declare(room.people["1:blue.minister:seat"], TALK)
    said = "Blue (move): Talk. A bot answered for Blue admiral." if person else "Blue (move): Talk."
    assert [told(room, seat)[0] for seat in ("", *ASKED, "red.minister")] == [said] * 4
