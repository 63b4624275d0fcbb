"""Playing on from a state: the value of a decision is measured twice with the same chance, and only the decision
differs.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish, Phase, Resolution
from warcouncil.games.kit.play import playout
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player, Silent, shares, sides
from warcouncil.games.kit.play.playout_dice import PlayoutDice
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.words import SeatId, TeamId

from tests.toys.nim import GAME as NIM
from tests.toys.nim import NORTH, SOUTH, NimState
from tests.toys.sealed_bid import GAME as BID

SEEDS = [seed_of(str(number)) for number in range(40)]


def _nim(*heaps: int, misere: bool = False) -> tuple[Player, NimState]:
    seats = {seat.id: seat for seat in NIM.seats(NIM.options_type())}
    return Player(NIM, seats, RandomBot), NimState(heaps, NORTH, misere, 30)


@pytest.mark.parametrize("name", registry.names())
def test_every_game_is_played_on_to_its_end(name: str) -> None:
    """A playout of some game has no result, another one with the same seed, or more or less than one victory
    to share.
    """
    game = registry.load(name)
    options = game.options_type()
    seats = {seat.id: seat for seat in game.seats(options)}
    player = Player(game, seats, registry.bot_for(name))
    state = game.setup(options, Dice(SEEDS[0], "setup")).state
    ends = [player.play_out(state, 1, seed) for seed in SEEDS[:3]]
    assert all(ends)
    assert ends == [player.play_out(state, 1, seed) for seed in SEEDS[:3]]
    assert all(sum(shares(end, sides(seats)).values()) == pytest.approx(1) for end in ends)


def test_the_given_answer_is_the_declared_one() -> None:
    """The value of a decision is that of another answer."""
    player, state = _nim(2)
    for seed in SEEDS:
        assert player.play_out(state, 1, seed, {NORTH: {"heap": "0", "stones_0": 2}}) == _end(NORTH)
        assert player.play_out(state, 1, seed, {NORTH: {"heap": "0", "stones_0": 1}}) == _end(SOUTH)


def _end(winner: SeatId) -> Finish:
    """Return the end of a game that this seat has won."""
    other = SOUTH if winner == NORTH else NORTH
    finish = NIM.phase(NimState((0,), other, False, 30))
    assert isinstance(finish, Finish)
    return finish


def test_the_same_number_is_the_same_chance_whatever_was_decided_before() -> None:
    """At the gates after a decision the bots draw other dice, and the decision gets the credit."""
    game = BID
    options = game.options_type()
    player = Player(game, {seat.id: seat for seat in game.seats(options)}, RandomBot)
    state = game.setup(options, Dice(SEEDS[0], "setup")).state
    phase = game.phase(state)
    assert isinstance(phase, Phase)
    seat = phase.asked[0]
    for seed in SEEDS:
        drawn = player.step(state, phase, 1, seed, {})
        slips = seat in player._slipping((seat,), 1, seed)
        bid = player._answer(state, seat, 1, seed, slips=slips)
        assert player.step(state, phase, 1, seed, {seat: bid}) == drawn
        late = game.resolve(state, dict.fromkeys(phase.asked), PlayoutDice(seed, "gate", 1)).state
        assert player.step(state, phase, 1, seed, dict.fromkeys(phase.asked, Silent(by_rules=False))) == late


def test_some_answers_are_not_the_bots() -> None:
    """Bots that never err play every battle to one end, and every chance is 0 or 100 %."""
    drawn = [each for seed in SEEDS for each in playout.slips_at(seed, 80, 8, 1)]
    assert {*drawn} == {*range(playout.SLIP_OF)}
    assert 0.1 < drawn.count(0) / len(drawn) < 0.15
    assert len({playout.slips_at(SEEDS[0], 80, 8, gate) for gate in range(50)}) == 50


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis never ends."""
    monkeypatch.setattr(playout, "GATES_MAX", 1)
    player, state = _nim(9, 9)
    assert player.play_out(state, 1, SEEDS[0]) is None
    assert shares(None, {"a": (), "b": ()}) == {"a": 0.5, "b": 0.5}


def test_a_victory_is_shared_by_its_winners() -> None:
    """A team is told that it lost because a seat of it is named, or a draw counts as a defeat."""
    seats = {
        SeatId(name): Seat(SeatId(name), TeamId(team), name)
        for name, team in (("r.1", "red"), ("r.2", "red"), ("b.1", "black"), ("lone", ""))
    }
    of = sides(seats)
    assert {side: len(members) for side, members in of.items()} == {"red": 2, "black": 1, "lone": 1}
    assert shares(Finish("", ("red",)), of) == {"red": 1, "black": 0, "lone": 0}
    assert shares(Finish("", ("r.2", "lone")), of) == {"red": 0.5, "black": 0, "lone": 0.5}
    assert shares(Finish("", ()), of) == {side: pytest.approx(1 / 3) for side in of}


def test_the_chance_of_a_gate_is_that_of_its_number_and_of_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that draws the dice of its gate foresees the chance of the rules."""
    player, state = _nim(2, 1)
    phase, real, drawn = NIM.phase(state), NIM.resolve, []

    def resolve(_game: Any, state: Any, declared: Any, dice: Dice) -> Any:
        drawn.append(dice.below(10**9))
        return real(state, declared, dice)

    monkeypatch.setattr(type(NIM), "resolve", resolve)
    assert isinstance(phase, Phase)
    for gate in (3, 4):
        player.step(state, phase, gate, SEEDS[0], {})
    assert drawn == [PlayoutDice(SEEDS[0], "gate", gate).below(10**9) for gate in (3, 4)]


def test_an_impossible_declaration_is_filled_in_by_the_chance_of_the_seat() -> None:
    """In another deal an order may name a card that is not there, and the playout ends with a fault."""
    player, state = _nim(3, 2)
    phase = NIM.phase(state)
    assert isinstance(phase, Phase)
    ends = set()
    for seed in SEEDS[:12]:
        filled = fill(NIM.form(state, NORTH), PlayoutDice(seed, "bot", NORTH, 5))
        after = player.step(state, phase, 5, seed, {NORTH: {"heap": "9"}})
        assert after == player.step(state, phase, 5, seed, {NORTH: filled})
        ends.add(after.heaps)
    assert len(ends) > 2


class Endless:
    """A game that asks one seat for ever, and records the declarations."""

    def __init__(self) -> None:
        self.declared: list[object] = []

    def phase(self, state: int) -> Phase:
        """Ask the one seat."""
        return Phase("Ask", "1", "Ask", "", (NORTH,), sealed=False, clock_seconds=1, closes_early=True)

    def sheet(self, state: int, seat: SeatId) -> Sheet:
        """Show nothing."""
        return Sheet()

    def form(self, state: int, seat: SeatId) -> Form:
        """Ask a question that only chance answers."""
        options = (Option(value="slip", label="slip"),)
        return Form(question="What?", rule="1", fields=(Choice(name="said", label="said", options=options),))

    def read(self, state: int, seat: SeatId, answer: Answer) -> object:
        """Accept any answer."""
        return answer["said"]

    def resolve(self, state: int, declared: dict[SeatId, object], dice: Dice) -> Resolution[int]:
        """Record the declarations."""
        self.declared.append(declared[NORTH])
        return Resolution(state)


class Steady(Bot):
    """A bot that always gives the same answer."""

    name = "steady"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return a fixed answer."""
        return {"said": "bot"}


def test_a_given_answer_counts_once_one_in_eight_is_a_slip_and_a_thousand_gates_are_all() -> None:
    """A decision is made again at every later question, people never err, or a game goes on for ever."""
    game: Any = Endless()
    seats = {NORTH: Seat(NORTH, TeamId("north"), "North")}
    assert Player(game, seats, Steady).play_out(0, 5, SEEDS[0], {NORTH: {"said": "given"}}) is None
    slips = [not playout.slips_at(SEEDS[0], len(seats), 8, gate)[0] for gate in range(6, 5 + 1000)]
    assert 90 < sum(slips) < 160
    assert game.declared == ["given", *("slip" if slip else "bot" for slip in slips)]
