"""The judging of decisions by playouts.

If a value can be computed exactly, the estimate equals it. A seat is never judged by what it could not know.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging.estimates import Estimate
from warcouncil.arbiter.record.judging.judgement import DecisionJudged, GateJudged, Seems, Word, light
from warcouncil.arbiter.record.judging.judging import Question, SeatDecided, judge, judge_by, questions, steps
from warcouncil.games import registry
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Finish, Phase
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player, shares, sides
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import morning
from tests.arbiter.record.files import keep
from tests.profile import games
from tests.toys.nim import GAME as NIM
from tests.toys.nim import NORTH, NimState
from tests.toys.sealed_bid import GAME as BID

ONE = TableId(1)


def _question(
    game: AnyGame, state: Any, decided: dict[SeatId, Answer], *, n: int = 200, seed: str = "1"
) -> Question:
    return Question(
        table=ONE,
        game=game.name,
        options={},
        gate=GateNo(1),
        state=codec.dump_state(game, state).decode(),
        decided=tuple(SeatDecided(seat=seat, answer=answer) for seat, answer in decided.items()),
        seed=seed,
        playouts=n,
    )


def _nim(*heaps: int) -> NimState:
    return NimState(heaps, NORTH, False, 30)


# --- known values -------------------------------------------------------------------------------------------------


def _exactly(game: AnyGame, state: Any, side: str) -> float:
    """Reckon a side's share when every seat answers each of its choices as often as any other."""
    of = sides({seat.id: seat for seat in game.seats(game.options_type())})
    phase = game.phase(state)
    if isinstance(phase, Finish):
        return shares(phase, of)[side]
    answers = []
    for seat in phase.asked:
        (choice,) = game.form(state, seat).fields
        assert isinstance(choice, Choice)
        answers.append([game.read(state, seat, {choice.name: option.value}) for option in choice.options])
    ends = [
        _exactly(
            game,
            game.resolve(state, dict(zip(phase.asked, one, strict=True)), Dice(b"no chance here..")).state,
            side,
        )
        for one in product(*answers)
    ]
    return sum(ends) / len(ends)


def test_the_last_turns_are_estimated_as_they_can_be_reckoned() -> None:
    """A figure with an interval would look like knowledge, and be of another game."""
    held, tried = 0, games(8, 200)
    for number in range(tried):
        state = BID.setup(BID.options_type(), Dice(seed_of(str(number)), "setup")).state
        player = Player(BID, {seat.id: seat for seat in BID.seats(BID.options_type())}, RandomBot)
        gate = 1
        while len(state.prizes) > 1 or state.step != "Bidding":
            phase = BID.phase(state)
            if not isinstance(phase, Phase):
                break
            state = player.step(state, phase, gate, seed_of(str(number)), {})
            gate += 1
        judged = judge_by(_question(BID, state, {}, n=games(40, 60), seed=str(number)), BID, RandomBot)
        exact, told = _exactly(BID, state, "red"), judged.value["red"]
        held += told.low <= exact <= told.high
    assert held / tried >= 0.9


def test_a_won_a_lost_and_a_drawn_position_are_known_for_sure() -> None:
    """A battle that was over would be said to hang in the balance."""
    won = judge_by(_question(NIM, _nim(1), {NORTH: {"heap": "0", "stones_0": 1}}), NIM, RandomBot)
    assert (won.value["north"].mean, won.value["south"].mean) == (1.0, 0.0)
    assert won.decisions == ()
    state = BID.setup(BID.options_type(), Dice(seed_of("1"), "setup")).state
    points = dict.fromkeys(state.points, 0)
    last = next(state for state in [codec.load_state(BID, codec.dump_state(BID, state))])
    drawn = BID.finish(type(last)(**{**_fields(last), "prizes": (), "points": points}))
    assert drawn is not None
    assert shares(drawn, {"red": (), "black": ()}) == {"red": 0.5, "black": 0.5}


def _fields(state: Any) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__dataclass_fields__}


# --- decisions ----------------------------------------------------------------------------------------------------


def test_a_blunder_is_called_one_and_the_right_move_is_not() -> None:
    """A player who threw the game away reads that they did well."""
    taken_one = judge_by(_question(NIM, _nim(2), {NORTH: {"heap": "0", "stones_0": 1}}), NIM, RandomBot)
    (blunder,) = taken_one.decisions
    assert blunder.word is Word.BAD
    assert blunder.loss_known.mean == 1.0
    assert blunder.tried[blunder.best_known].answer == {"heap": "0", "stones_0": 2}
    taken_both = judge_by(_question(NIM, _nim(2), {NORTH: {"heap": "0", "stones_0": 2}}), NIM, RandomBot)
    assert taken_both.decisions[0].word is Word.GOOD
    silent = judge_by(_question(NIM, _nim(2), {}), NIM, RandomBot)
    assert silent.decisions[0].tried[0].answer is None


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("name", ["sealed_bid", *registry.names()])
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_judgement(name: str) -> None:
    """A seat would be judged by hindsight: sound play called wrong since the cards lay badly."""
    game, bot = load(name), RandomBot if name == "sealed_bid" else registry.bot_for(name)
    judged = 0
    for number in range(games(1, 10)):
        seed = seed_of(str(number))
        state = game.setup(game.options_type(), Dice(seed, "setup")).state
        player = Player(game, {seat.id: seat for seat in game.seats(game.options_type())}, bot)
        for gate in range(1, 4):
            phase = game.phase(state)
            if not isinstance(phase, Phase):
                break
            seat = phase.asked[0]
            other = game.rehide(state, seat, Dice(seed, "another world", gate))
            mine = {seat: player.suggested(state, seat, gate, seed)}
            told = [
                _known(judge_by(_question(game, world, mine, n=2), game, bot), seat)
                for world in (state, other)
            ]
            assert told[0] == told[1]
            judged += len(told[0])
            state = player.step(state, phase, gate, seed, {})
    assert judged


def _known(judged: GateJudged, seat: SeatId) -> list[str]:
    return [
        part.model_dump_json()
        for decision in judged.decisions
        if decision.seat == seat
        for part in (*(tried.known for tried in decision.tried), decision.loss_known)
    ]


def test_bad_decisions_and_bad_luck_are_told_apart() -> None:
    """The one thing that a debrief wants to know would be guessed."""
    sure, none = Estimate(mean=0.3, low=0.2, high=0.4, n=50), Estimate(mean=0.0, low=0.0, high=0.0, n=50)
    vague = Estimate(mean=0.1, low=-0.1, high=0.3, n=50)
    small = Estimate(mean=0.01, low=0.005, high=0.015, n=50)
    assert [light(one) for one in (sure, none, vague, small)] == [
        Seems.WRONG,
        Seems.RIGHT,
        Seems.OPEN,
        Seems.RIGHT,
    ]
    words = {}
    for known, true in product((sure, none, vague), repeat=2):
        words[known.mean, true.mean] = DecisionJudged(
            seat=NORTH, side="north", tried=(), best_known=0, best_true=0, loss_known=known, loss_true=true
        ).word
    assert words == {
        (0.3, 0.3): Word.BAD,
        (0.3, 0.0): Word.LUCKY,
        (0.0, 0.3): Word.UNLUCKY,
        (0.0, 0.0): Word.GOOD,
        **{key: Word.OPEN for key in words if 0.1 in key},
    }


# --- a whole table ------------------------------------------------------------------------------------------------


def _account(room: Room, file: Path) -> TableAccount:
    with open_record(keep(file, room.journal)) as record:
        return gather(record, load=load)[ONE]


def test_luck_and_decisions_add_up_to_the_result(tmp_path: Path) -> None:
    """A side is credited with more luck than it had, or decisions are missing."""
    for number, room in enumerate((morning(Room, second=False), _played("sealed_bid"), _played("nim"))):
        account = _account(room, tmp_path / str(number))
        judged = {
            question.gate: judge_by(question, account.game, RandomBot)
            for question in questions(account, seed="1", playouts=games(3, 6))
        }
        found = steps(account, judged)
        assert {step.gate for step in found} == {gate.number for gate in account.gates[:-1] if gate.asks}
        for side in judged[GateNo(1)].value:
            mine = [step for step in found if step.side == side]
            parts = sum(step.own + step.others + step.luck + step.ruling for step in mine)
            assert abs(mine[-1].after - mine[0].before - parts) < 1e-9
            assert mine[0].before == judged[GateNo(1)].value[side].mean
        rulings = [gate.number for gate in account.gates if gate.by_ruling]
        assert all(step.luck == step.own == 0 for step in found if step.gate in rulings)
        if account.finish and not account.gates[-2].by_ruling:
            assert {step.after for step in found[-2:]} <= {0.0, 0.5, 1.0}


def _played(game: str) -> Room:
    room = Room(game)
    room.sit_all()
    while isinstance(room.table.phase, Phase):
        room.play(1)
    return room


def test_a_gate_that_is_not_judged_yet_ends_what_adds_up(tmp_path: Path) -> None:
    """The figures of half an analysis would look like those of the whole."""
    account = _account(_played("nim"), tmp_path / "jena")
    judged = {
        question.gate: judge_by(question, account.game, RandomBot)
        for question in questions(account, seed="1", playouts=2)
    }
    del judged[GateNo(3)]
    assert {step.gate for step in steps(account, judged)} == {1}


class _First(Bot):
    """A bot that takes the first of every choice."""

    name = "first"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        return {field.name: field.options[0].value for field in form.fields if isinstance(field, Choice)}


class _Last(Bot):
    """A bot that takes the last of every choice."""

    name = "last"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        return {field.name: field.options[-1].value for field in form.fields if isinstance(field, Choice)}


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("judged_by", [RandomBot, _First, _Last])
def test_the_mean_of_luck_is_nothing(judged_by: type[Bot]) -> None:
    """A weak player is told that they had no luck.

    Luck must average to zero, whatever bot judges. The chance here is that of nim when its mover is silent: a
    stone is taken from some heap.
    """
    lucks = []
    for number in range(games(84, 10_000)):
        state, seed = _nim(2, 1, 1), seed_of(f"luck {number}")
        question = _question(NIM, state, {}, n=2, seed=str(number)).model_copy(
            update={"decided": (SeatDecided(seat=NORTH, answer=None),)}
        )
        here = judge_by(question, NIM, judged_by)
        after = NIM.resolve(state, {NORTH: None}, Dice(seed, "gate", 1)).state
        there = judge_by(
            _question(NIM, after, {}, n=2, seed=str(number)).model_copy(update={"gate": GateNo(2)}),
            NIM,
            judged_by,
        )
        lucks.append(there.value["north"].mean - here.all["north"])
    mean = sum(lucks) / len(lucks)
    spread = (sum((luck - mean) ** 2 for luck in lucks) / len(lucks)) ** 0.5
    assert spread > 0.1
    assert abs(mean) <= 2.5 * spread / len(lucks) ** 0.5


def test_a_question_is_all_that_a_worker_needs() -> None:
    """The results of two workers differ, and no figure can be reproduced."""
    game = registry.load("kashmir_crisis")
    state = game.setup(game.options_type(), Dice(seed_of("1"), "setup")).state
    question = _question(game, state, {}, n=3)
    again = Question.model_validate_json(question.model_dump_json())
    assert judge(again) == judge(question)
