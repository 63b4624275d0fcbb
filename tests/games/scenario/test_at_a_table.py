"""Every kind of phase at a table of an exercise: umpires' rulings, going back, amendments, and a resume at every gate."""

from __future__ import annotations

from pathlib import Path

from warcouncil.arbiter.core import parts
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.codec import dump_state
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.acts import Amend, DeclareFor, EndGame, GoBack, Void
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.replies import Done
from warcouncil.protocol.words import GateNo, SeatId

from tests.arbiter.core.room import Room

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
    """Give a table of the file at which everybody sits."""
    room = Room("scenario", {"scenario": FILE.read_text("utf-8")})
    room.sit_all()
    room.wait(1_000)
    return room


def answer(room: Room, *, silent: tuple[str, ...] = ()) -> None:
    """Let everybody who is asked answer anything; each gate has chance of its own."""
    phase, gate, state = room.table.phase, room.table.gate, room.table.state
    assert isinstance(phase, Phase)
    for seat in phase.asked:
        if seat not in silent:
            answered = fill(room.table.game.form(state, seat), Dice(b"anything goes...", gate, seat))
            room.declare(room.people[f"1:{seat}:seat"], answered, gate=gate)


def test_a_resume_at_every_gate_gives_the_same_position() -> None:
    """A power cut while a treaty is signed must not cost the treaty."""
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
    """A phase on which no umpire can rule would be the one on which he must."""
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
    """A phase that was not there at the beginning would bring the table down, or tell of itself."""
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
    """Who had judged for an hour read at its end that he had lost."""
    room = seated()
    umpire = room.umpire()
    room.rule(umpire, EndGame(winners=("blue",), text="Blue holds the strait."))
    won = {str(seat.team): parts.ended(room.table, seat).won for seat in room.table.seats.values()}
    assert won == {"blue": True, "red": False, "green": False, "cell": None}
