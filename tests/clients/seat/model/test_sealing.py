"""The sentences about sealing. Each is compared with what the arbiter does at that question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.core.words.plan import Silence
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.sealing import has_choice
from warcouncil.clients.seat.model.shown.coaching import Coach
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.wording.saying import say
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import EndNow, Void
from warcouncil.protocol.table.forms import Answer, Choice, Count, Form, Option, Pick, Rank, Sort
from warcouncil.protocol.wire.replies import Receipt
from warcouncil.protocol.wire.requests import Declare, Draft
from warcouncil.protocol.words import GateNo, SeatId

from tests.arbiter.core.harness import Person, Room
from tests.clients.seat.tables import UP, ids
from tests.games.scenario.strategies import written

GAMES: dict[str, tuple[str, Mapping[str, Any]]] = {
    **{name: (name, {}) for name in registry.names() if name != "scenario"},
    **{name: (preset.game.name, preset.options) for name, preset in registry.presets().items()},
    **{f"random {seed}": ("scenario", {"scenario": written(3, seed).text}) for seed in (1, 2)},
    "kartenspiel talk to the end": ("kartenspiel", {"redeploy_closes_early": False}),
    "escalate as agreed": ("escalate", {"any_time": True, "launches": "instantly", "retaliation": "chosen"}),
}
GATES = 8


class AtDesk:
    """A seat's desk, fed with all that reaches its person."""

    def __init__(self, room: Room, seat: SeatId) -> None:
        self.room, self.seat = room, seat
        self.person: Person = room.sit(seat)
        self.desk = Desk(ids())
        self.desk.feed(UP, room.at)
        self.heard = 0
        self.hear()

    def hear(self, *, until: type | None = None) -> None:
        """Process the messages that came. Stop after the first reply of the type `until`."""
        for reply in self.person.replies[self.heard :]:
            self.heard += 1
            self.desk.feed(reply.body, self.room.at)
            if until is not None and isinstance(reply.body, until):
                return

    def coached(self, folder: Path) -> str:
        """Return the name of the line that a fresh machine would show now."""
        coach = Coach(self.desk, Remembered(folder / f"{self.room.fresh()}.toml"))
        coach.watch(self.room.at + 5_000, telling=False)
        return coach._now


class Trial:
    """A table that is played gate by gate. At each gate one seat tries something, while all others seal."""

    def __init__(self, name: str, policy: Silence | None, monkeypatch: pytest.MonkeyPatch) -> None:
        game, options = GAMES[name]
        plan = {"silence": [{"phase": "*", "policy": policy, "seconds": 10}]} if policy else {}
        self.room = Room(game, options, plan=plan)
        self.declared: Mapping[SeatId, Any] = {}
        self.desks = {seat: AtDesk(self.room, seat) for seat in self.room.table.seats}
        kind = type(self.room.table.game)
        resolve = kind.resolve_as

        def spied(game: Any, state: Any, declarations: Mapping[SeatId, Any], ways: Any, dice: Dice) -> Any:
            self.declared = dict(declarations)
            return resolve(game, state, declarations, ways, dice)

        monkeypatch.setattr(kind, "resolve_as", spied)

    def gates(self) -> Iterator[tuple[Phase, AtDesk, list[Answer]]]:
        """Yield each gate with the seat that tries something and its legal answers, as far as chance finds
        them.
        """
        for number in range(GATES):
            phase = self.room.table.phase
            if not isinstance(phase, Phase):
                return
            for desk in self.desks.values():
                desk.hear()
            mine = self.desks[phase.asked[number % len(phase.asked)]]
            form = self.room.table.game.form(self.room.table.state, mine.seat)
            found = [fill(form, Dice(b"sealing", str(number), str(n))) for n in range(24)]
            yield phase, mine, [each for at, each in enumerate(found) if each not in found[:at]]

    def others(self, mine: AtDesk, gate: GateNo) -> None:
        """Seal for all other asked seats of this gate."""
        for seat in self.room.table.now.asked:
            if seat != mine.seat and self.room.table.gate == gate and seat not in self.room.table.sealed:
                self.room.suggest(self.desks[seat].person)

    def run_out(self, mine: AtDesk, gate: GateNo) -> None:
        """Run the clock out, and also its extension by the rule of silence.

        End a question that waits for ever.
        """
        for _ in range(2):
            if self.room.table.gate == gate and self.room.table.clock is not None:
                self.room.wait(self.room.table.clock.left(self.room.at), step_ms=1_000)
                mine.hear()
        if self.room.table.gate == gate:
            umpire = next((p for p in self.room.people.values() if p.key == "umpire"), None)
            self.room.rule(umpire or self.room.umpire(), EndNow())
            mine.hear()


@pytest.mark.parametrize("policy", [None, *Silence], ids=lambda policy: policy or "as planned")
@pytest.mark.parametrize("name", GAMES)
def test_a_draft_is_said_to_count_exactly_where_it_counts(
    name: str, policy: Silence | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A player who does not seal reads that nothing counts, but the draft is carried out as an order."""
    trial = Trial(name, policy, monkeypatch)
    room = trial.room
    for _phase, mine, answers in trial.gates():
        gate, table, desk = room.table.gate, room.table, mine.desk
        if desk.bot:  # the rule of silence gave the seat away at an earlier gate
            trial.others(mine, gate)
            trial.run_out(mine, gate)
            continue
        default = table.game.default(table.state, mine.seat)
        left = next((a for a in answers if table.game.read(table.state, mine.seat, a) != default), answers[0])
        kept = table.game.read(table.state, mine.seat, left)
        line, unanswered = mine.coached(tmp_path), desk.view.unanswered if desk.view else ""
        assert desk.view is not None
        assert desk.view.form is not None
        form = desk.view.form
        desk.in_hand = left
        request = desk.draft(left, room.at + 5_000)
        room.ask(mine.person, Draft(gate=gate, answer=left))  # also where the desk would send none
        mine.hear()
        trial.others(mine, gate)
        trial.run_out(mine, gate)
        counted = kept not in (default, None) and trial.declared[mine.seat] == kept
        if kept == default:
            continue
        assert (request is not None) is counted
        assert (line == "first-draft") is (counted and has_choice(form))  # "Ready" alone needs no help
        counts = say("question.draft_counts", answer=answer_words(form, left))
        late = say("question.too_late", answer=answer_words(form, left))
        nothing = say("question.no_answer", counts=unanswered) if unanswered else ""
        said = counts if counted else f"{late} {nothing}".strip()
        assert desk.late.words == ("" if desk.bot else said)
        desk.late.put_away()


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_is_said_to_be_changeable_exactly_where_it_can_be_changed(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A player seals a first guess and finds the question closed, or looks for a way to change "Ready"."""
    trial = Trial(name, None, monkeypatch)
    room = trial.room
    for phase, mine, answers in trial.gates():
        gate, desk = room.table.gate, mine.desk
        room.declare(mine.person, answers[0])
        mine.hear(until=Receipt)
        told, line = desk.until(room.at + 5_000), mine.coached(tmp_path)
        changed = is_back = False
        back = desk.take_back(room.at + 5_000)
        if back is not None or len(answers) == 1:
            asked = back or Declare(id=room.fresh(), gate=gate, answer={})
            room.ask(mine.person, asked)
            is_back = any(receipt.id == asked.id for receipt in mine.person.of(Receipt))
            room.settle()
        assert is_back is (back is not None)
        if len(answers) > 1:
            again = Declare(id=room.fresh(), gate=gate, answer=answers[1])
            room.ask(mine.person, again)
            changed = any(receipt.id == again.id for receipt in mine.person.of(Receipt))
            room.settle()
        if phase.asked_known or len(phase.asked) > 1:  # else it would tell that no other seat is asked
            until = "question.until_closes" if changed else "question.until_taken_back" if is_back else ""
            assert told == (say(until) if until else ""), (phase.name, phase.asked)
            assert (line == "first-seal") is changed
        trial.others(mine, gate)
        trial.run_out(mine, gate)


@pytest.mark.parametrize("name", GAMES)
def test_each_game_says_what_counts_without_an_answer_where_one_is_awaited(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat whose time ran out learns only from the reveal which answer counted, or reads it where no answer was
    expected.
    """
    trial = Trial(name, None, monkeypatch)
    for phase, mine, _ in trial.gates():
        gate, view = trial.room.table.gate, mine.desk.view
        assert view is not None
        assert bool(view.unanswered) is phase.awaited, phase.name
        unanswered, silence = view.unanswered, trial.room.table.now.silence.policy
        trial.others(mine, gate)
        trial.run_out(mine, gate)
        if silence is not Silence.WAIT:
            assert mine.desk.late.words == (
                say("question.no_answer", counts=unanswered) if unanswered else ""
            )
        mine.desk.late.put_away()


def test_a_voided_answer_is_not_called_late() -> None:
    """A player blames themselves for what the umpire did."""
    room = Room("kartenspiel")
    mine = AtDesk(room, SeatId("red.army"))
    mine.desk.in_hand = {"moves": {}}
    room.rule(room.umpire(), Void(seat=mine.seat))
    mine.hear()
    assert room.table.clock is not None
    room.wait(room.table.clock.left(room.at), step_ms=1_000)
    mine.hear()
    assert mine.desk.view is not None
    assert mine.desk.view.gate > 1
    assert mine.desk.late.words == ""


def test_a_reopened_window_knows_the_draft_that_counts() -> None:
    """The window says that nothing was chosen, and that the rules answer, though the draft counts."""
    room = Room(
        "two_couriers" if "two_couriers" in registry.names() else "scenario", GAMES["two_couriers"][1]
    )
    umpire = room.umpire()
    desks = [AtDesk(room, SeatId(seat)) for seat in room.table.seats]
    while desks[0].desk.view is None or not desks[0].desk.view.drafts:
        room.rule(umpire, EndNow())
        desks[0].hear()
    form = room.table.game.form(room.table.state, desks[0].seat)
    talk = {form.fields[0].name: "talk"}
    room.ask(desks[0].person, Draft(gate=room.table.gate, answer=talk))
    again = AtDesk(room, desks[0].seat)
    assert again.desk.drafted == talk
    room.declare(desks[1].person, fill(form, Dice(b"other")))
    assert room.table.clock is not None
    room.wait(room.table.clock.left(room.at), step_ms=1_000)
    again.hear()
    assert again.desk.late.words == say("question.draft_counts", answer="Talk")


CHOICE = Choice(name="a", label="a", options=(Option(value="x", label="X"), Option(value="y", label="Y")))
ONE = CHOICE.model_copy(update={"options": CHOICE.options[:1]})


@pytest.mark.parametrize(
    ("field", "open_"),
    [
        (CHOICE, True),
        (ONE, False),
        (Pick(name="a", label="a", options=ONE.options, low=1, high=1), False),
        (Pick(name="a", label="a", options=ONE.options, low=0, high=1), True),
        (Rank(name="a", label="a", options=ONE.options, low=1, high=1), False),
        (Sort(name="a", label="a", things=(), places=()), False),
        (Count(name="a", label="a", low=2, high=2), False),
        (Count(name="a", label="a", low=2, high=3), True),
    ],
)
def test_a_form_with_one_answer_offers_no_other(field: Any, open_: bool) -> None:
    """ "Ready to continue" promises that it can be changed, although there is no other answer."""
    assert has_choice(Form(question="?", rule="1", fields=(field,))) is open_
