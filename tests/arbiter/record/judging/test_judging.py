"""The judging of decisions by playouts.

If a value can be computed exactly, the estimate equals it. A seat is never judged by what it could not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging import judging
from warcouncil.arbiter.record.judging.attribution import divided, orders
from warcouncil.arbiter.record.judging.estimates import Estimate, batched
from warcouncil.arbiter.record.judging.judgement import DecisionJudged, GateJudged, Seems, Word, light
from warcouncil.arbiter.record.judging.judging import (
    Question,
    SeatDecided,
    SeatPast,
    judge,
    judge_by,
    questions,
    steps,
)
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Finish, Phase
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player, shares, sides
from warcouncil.games.scenario import shipped
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


def _exactly(game: AnyGame, state: Any, side: str, fixed: Mapping[SeatId, Answer] | None = None) -> float:
    """Compute a side's share when every seat gives each of its answers equally often.

    The bot of the playouts makes mistakes, but a mistake is also any answer. `fixed` is the answer that is given
    here.
    """
    of = sides({seat.id: seat for seat in game.seats(game.options_type())})
    phase = game.phase(state)
    if isinstance(phase, Finish):
        return shares(phase, of)[side]
    answers = []
    for seat in phase.asked:
        (choice,) = game.form(state, seat).fields
        assert isinstance(choice, Choice)
        given = fixed.get(seat) if fixed else None
        said: list[Answer] = [given] if given else [{choice.name: option.value} for option in choice.options]
        answers.append([game.read(state, seat, each) for each in said])
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
    """A figure with an interval looks exact, but belongs to another game."""
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
    """A battle that is already decided is called undecided."""
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
    assert blunder.by_truth is Seems.WRONG
    assert blunder.loss_true.mean == 1.0
    assert blunder.tried[blunder.best_true].answer == {"heap": "0", "stones_0": 2}
    taken_both = judge_by(_question(NIM, _nim(2), {NORTH: {"heap": "0", "stones_0": 2}}), NIM, RandomBot)
    assert taken_both.decisions[0].by_truth is Seems.RIGHT
    assert taken_both.decisions[0].loss_true.mean == -1.0
    silent = judge_by(_question(NIM, _nim(2), {}), NIM, RandomBot)
    assert silent.decisions[0].tried[0].answer is None


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("name", ["sealed_bid", "kartenspiel", "kashmir_crisis", "escalate"])
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_judgement(name: str) -> None:
    """A seat is judged by hindsight: good play is called wrong because the cards were bad.

    The belief itself is compared for every game in `tests/games/kit/play/test_beliefs.py`.
    """
    game, bot = load(name), RandomBot if name == "sealed_bid" else registry.bot_for(name)
    judged = 0
    for number in range(games(1, 5)):
        seed = seed_of(str(number))
        state = game.setup(game.options_type(), Dice(seed, "setup")).state
        seats = {seat.id: seat for seat in game.seats(game.options_type())}
        player = Player(game, seats, bot)
        phase = game.phase(state)
        assert isinstance(phase, Phase)
        seat = phase.asked[0]
        told = []
        for world in (state, game.rehide(state, seat, Dice(seed, "another world"))):
            past = SeatPast(seat=seat, gate=GateNo(1), state=codec.dump_state(game, world).decode(), since=())
            mine = {seat: player.suggested(world, seat, 1, seed)}
            question = _question(game, world, mine, n=20).model_copy(update={"pasts": (past,)})
            told.append(_known(judge_by(question, game, bot), seat))
        assert told[0] == told[1]
        judged += len(told[0])
    assert judged


def _known(judged: GateJudged, seat: SeatId) -> list[str]:
    return [
        part.model_dump_json()
        for decision in judged.decisions
        if decision.seat == seat
        for part in (*(tried.known for tried in decision.tried), decision.loss_known)
        if part is not None
    ]


def test_what_a_seat_was_shown_is_collected_from_the_last_position_that_it_knew(tmp_path: Path) -> None:
    """A seat is judged by worlds that contradict what it saw, or by the true one."""
    account = _account(_played("sealed_bid"), tmp_path / "jena")
    asked = list(questions(account, seed="1", playouts=40))
    pasts = {(one.gate, past.seat): past for one in asked for past in one.pasts}
    assert {len(pasts[GateNo(gate), seat].since) for gate, seat in pasts if gate == 1} == {0}
    later = [past for (gate, _), past in pasts.items() if gate > 1]
    assert later
    assert all(past.since[0].gate == past.gate for past in later)
    assert not any(
        one.pasts for one in questions(replace(account, plan=_branched(account)), seed="1", playouts=2)
    )


def _branched(account: TableAccount) -> TablePlan:
    """Return the plan of a table that began in the middle of a game."""
    return account.plan.model_construct(**{**dict(account.plan), "begins": True})


def test_right_and_wrong_each_need_the_interval() -> None:
    """A decision is called right although it may well have cost ten points."""
    estimates = {
        Seems.WRONG: [_between(0.2, 0.4), _between(0.01, 0.09)],
        Seems.RIGHT: [_between(-0.04, 0.04), _between(-0.3, -0.1), _between(0.005, 0.015)],
        Seems.OPEN: [_between(-0.1, 0.3), _between(-0.1, 0.1), _between(-0.12, 0.09)],
    }
    for seems, those in estimates.items():
        assert [light(one) for one in those] == [seems] * len(those)


def _between(low: float, high: float) -> Estimate:
    return Estimate(mean=(low + high) / 2, low=low, high=high, n=50)


def test_bad_decisions_and_bad_luck_are_told_apart() -> None:
    """The debrief cannot show whether a result came from decisions or from luck."""
    sure, none, vague = _between(0.2, 0.4), _between(-0.04, 0.04), _between(-0.1, 0.3)
    words = {}
    for known, true in product((sure, none, vague, None), (sure, none, vague)):
        words[known and light(known), light(true)] = DecisionJudged(
            seat=NORTH, side="north", tried=(), best_known=0, best_true=0, loss_known=known, loss_true=true
        ).word
    right, wrong, uncertain = Seems.RIGHT, Seems.WRONG, Seems.OPEN
    assert words == {
        (wrong, wrong): Word.BAD,
        (wrong, right): Word.LUCKY,
        (right, wrong): Word.UNLUCKY,
        (right, right): Word.GOOD,
        (None, wrong): Word.HINDSIGHT,
        (None, right): Word.NONE_BETTER,
        **{key: Word.OPEN for key in words if uncertain in key},
    }


# --- attribution --------------------------------------------------------------------------------------------------


def test_decisions_cost_one_side_what_they_gave_the_other() -> None:
    """Red reads that its orders cost 16 points, and Black that the same orders cost it 8."""
    for number in range(games(3, 20)):
        judged = judge_by(_bid(number), BID, RandomBot)
        assert set(judged.given) == {"red", "black"}
        for given in judged.given.values():
            assert given["red"] == pytest.approx([-each for each in given["black"]])


def test_what_decisions_gave_can_be_reckoned_exactly() -> None:
    """The share of a side belongs to another game, or its interval is too narrow.

    The exact value is the mean change by a side's bids: alone, and after the bids of the other side.
    """
    held, tried = 0, games(8, 100)
    for number in range(tried):
        question = _bid(number, n=games(60, 100))
        state = codec.load_state(BID, question.state.encode())
        bids = {one.seat: one.answer for one in question.decided if one.answer is not None}
        mine, theirs = (
            {seat: bid for seat, bid in bids.items() if seat.startswith(side)} for side in ("red", "black")
        )
        none, both, red, black = (_exactly(BID, state, "red", fixed) for fixed in ({}, bids, mine, theirs))
        exact = ((red - none) + (both - black)) / 2
        told = batched(judge_by(question, BID, RandomBot).given["red"]["red"], question.playouts)
        held += told.low - 1e-9 <= exact <= told.high + 1e-9
    assert held / tried >= 0.85


def _bid(number: int, *, n: int = 4) -> Question:
    """Return the question of the last bids of a game, with bids by chance."""
    seed = seed_of(f"bid {number}")
    state = BID.setup(BID.options_type(hand=2), Dice(seed, "setup")).state
    player = Player(BID, {seat.id: seat for seat in BID.seats(BID.options_type())}, RandomBot)
    gate = 1
    while len(state.prizes) > 1 or state.step != "Bidding":
        phase = BID.phase(state)
        assert isinstance(phase, Phase)
        state = player.step(state, phase, gate, seed, {})
        gate += 1
    phase = BID.phase(state)
    assert isinstance(phase, Phase)
    bids = {seat: fill(BID.form(state, seat), Dice(seed, "bid", seat)) for seat in phase.asked}
    return _question(BID, state, bids, n=n, seed=str(number))


def test_the_order_of_sides_changes_no_part() -> None:
    """The side that is listed first gets the credit for what two sides did together."""
    worth = {"": 0.1, "a": 0.3, "b": 0.2, "c": 0.1, "ab": 0.9, "ac": 0.3, "bc": 0.4, "abc": 1.0}
    found = []
    for deciders in (("a", "b", "c"), ("c", "a", "b")):
        wanted = tuple(orders(deciders, Dice(b"no chance here..")))
        found.append(divided(wanted, lambda made: {"x": worth["".join(sorted(made))]}))
    exact = {"a": 2.5 / 6, "b": 2.5 / 6, "c": 0.4 / 6}  # the mean of six orders each, by hand
    for one in found:
        assert {side: part["x"] for side, part in one.items()} == {
            side: pytest.approx(part) for side, part in exact.items()
        }


def test_many_sides_are_divided_by_a_drawn_order_and_its_reverse() -> None:
    """A game of four sides takes twenty-four times as long, or one order favours a side."""
    sides_of_four = ("a", "b", "c", "d")
    drawn = {tuple(orders(sides_of_four, Dice(bytes([number]) * 16))) for number in range(40)}
    assert all(len(one) == 2 and one[0] == one[1][::-1] for one in drawn)
    assert len(drawn) > 10
    for wanted in drawn:
        parts = divided(wanted, lambda made: {"x": len(made) / 4})
        assert {side: part["x"] for side, part in parts.items()} == dict.fromkeys(sides_of_four, 0.25)


@pytest.mark.parametrize("name", ["kartenspiel", "kashmir_crisis"])
def test_the_band_is_of_other_players(name: str) -> None:
    """If this fails, the band of other simulated players repeats the judge, and shows nothing."""
    game = registry.load(name)
    state = game.setup(game.options_type(), Dice(seed_of("1"), "setup")).state
    judged = judge(_question(game, state, {}, n=20).model_copy(update={"closed": False}))
    assert set(judged.pool) == {"one in two", "all"}
    assert any(one != judged.value for one in judged.pool.values())
    for side, value in judged.value.items():
        low, high = judged.band(side)
        assert low <= value.low <= value.high <= high


def test_a_neutral_seat_neither_wins_nor_is_judged() -> None:
    """The white cell of a scenario has a chance to win, and its ruling is called a bad decision."""
    game = registry.load("scenario")
    options = {"scenario": shipped.text("strait")}
    checked = game.options_type.model_validate(options)
    assert game.competing(checked) == ("compact", "league", "isk")
    seats = {seat.id: seat for seat in game.seats(checked)}
    assert "cell" not in sides(seats)
    state = game.setup(checked, Dice(seed_of("1"), "setup")).state
    player = Player(game, seats, registry.bot_for("scenario"))
    gate = 1
    while isinstance(phase := game.phase(state), Phase) and not any(
        seats[seat].neutral for seat in phase.asked
    ):
        state = player.step(state, phase, gate, seed_of("1"), {})
        gate += 1
    assert isinstance(phase, Phase)
    decided = {seat: fill(game.form(state, seat), Dice(seed_of("1"), "answer", seat)) for seat in phase.asked}
    question = _question(game, state, decided, n=2).model_copy(
        update={"options": options, "gate": GateNo(gate)}
    )
    judged = judge(question)
    assert set(judged.value) == {"compact", "league", "isk"}
    assert not [one for one in judged.decisions if seats[one.seat].neutral]
    assert set(judged.given) >= {""}


# --- shared work --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "shared"), [("kartenspiel", True), ("kashmir_crisis", False)])
def test_gates_that_are_judged_in_a_row_are_judged_as_each_alone(
    name: str, shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, figures depend on which worker judged the gate before."""
    asked = list(_of_one_game(name, 5))
    played: list[int] = []
    real = Player.play_out

    def counted(player: Player, *args: Any) -> Finish | None:
        played.append(args[1])
        return real(player, *args)

    monkeypatch.setattr(Player, "play_out", counted)
    alone = []
    for question in asked:
        judging._afterwards.clear()
        alone.append(judge(question))
    apart = len(played)
    judging._afterwards.clear()
    assert list(judging.judge_all(asked)) == alone
    saved = 2 * apart - len(played)
    assert saved <= (len(asked) - 1) * asked[0].playouts
    assert (saved > 0) == shared


def test_equal_playouts_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the judge plays the same playout again, or confuses two playouts."""
    question = next(_of_one_game("hard_war", 1)).model_copy(update={"playouts": 20})
    played: list[int] = []
    real = Player.play_out

    def counted(player: Player, *args: Any) -> Finish | None:
        played.append(args[1])
        return real(player, *args)

    monkeypatch.setattr(Player, "play_out", counted)
    once, number = judge(question), len(played)
    monkeypatch.setattr(judging, "FREE_MAX", -1)
    assert judge(question) == once
    assert len(played) - number > number


def _of_one_game(name: str, gates: int) -> Iterator[Question]:
    """Yield the questions of the first gates of a game between bots."""
    game, seed = registry.load(name), seed_of("in a row")
    state = game.setup(game.options_type(), Dice(seed, "setup")).state
    player = Player(game, {seat.id: seat for seat in game.seats(game.options_type())}, registry.bot_for(name))
    for gate in range(1, gates + 1):
        phase = game.phase(state)
        assert isinstance(phase, Phase)
        made = {seat: player.suggested(state, seat, gate, seed) for seat in phase.asked}
        yield _question(game, state, made, n=4).model_copy(update={"gate": GateNo(gate)})
        state = player.step(state, phase, gate, seed, made)


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
            for batch, start in enumerate(judged[GateNo(1)].before[side]):
                parts = sum(
                    step.own[batch] + step.others[batch] + step.luck[batch] + step.ruling[batch]
                    for step in mine
                )
                assert abs(mine[-1].after[batch] - start - parts) < 1e-9
            assert batched(mine[0].before, mine[0].n).mean == pytest.approx(
                judged[GateNo(1)].value[side].mean
            )
        rulings = [gate.number for gate in account.gates if gate.by_ruling]
        assert not any(any(step.luck + step.own) for step in found if step.gate in rulings)
        if account.finish and not account.gates[-2].by_ruling:
            assert {end for step in found[-2:] for end in step.after} <= {0.0, 0.5, 1.0}


def _played(game: str) -> Room:
    room = Room(game)
    room.sit_all()
    while isinstance(room.table.phase, Phase):
        room.play(1)
    return room


def test_a_gate_that_is_not_judged_yet_ends_what_adds_up(tmp_path: Path) -> None:
    """The figures of half an analysis look like those of a complete one."""
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

    Luck must average to zero, whichever bot judges. The chance here is that of nim when its mover is silent: a
    stone is taken from a random heap.
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
        parts = (here.before["north"], here.given["north"]["north"])
        decided = batched([sum(each) for each in zip(*parts, strict=True)], 2)
        lucks.append(there.value["north"].mean - decided.mean)
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
