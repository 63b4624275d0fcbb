"""Walk: a game of a scenario that is played with the answers of its author. No code here knows a rule.

The same options, answers and seed give the same walk. So a changed file is played again with the old answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from warcouncil.clients.room.rehearsal.rules_alone import sensible
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import Happened, Playing, seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.options import ScenarioOptions
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, SeatId

STEPS_MAX = 400
"""How many questions one walk closes. A scenario opens at most this many."""

Answers = Mapping[SeatId, Answer]
"""The answers to one question, by seat. A seat without an answer is silent."""


@dataclass(frozen=True, slots=True)
class Step:
    """One question that was closed: the position before it, the answers, and what happened."""

    gate: GateNo
    phase: Phase
    before: Any
    answers: Answers
    happened: tuple[Happened, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """The steps so far, the position after them, and the question that is open there, or the end.

    `began` is what happened before the first question. `lost` says why later answers do not fit, or is "".
    """

    options: ScenarioOptions
    seed: str
    steps: tuple[Step, ...]
    state: Any
    phase: Phase | Finish
    began: tuple[Happened, ...]
    lost: str = ""

    @property
    def answers(self) -> tuple[Answers, ...]:
        """The answers of all steps, with which the same walk can be repeated."""
        return tuple(step.answers for step in self.steps)


def walk(options: ScenarioOptions, answers: Sequence[Answers], seed: str) -> Walk:
    """Play these answers from the beginning, as long as they fit."""
    playing = Playing(GAME, options, seed_of(seed))
    began, steps, lost = tuple(playing.events), [], ""
    for given in answers[:STEPS_MAX]:
        phase, before = playing.phase, playing.state
        if not isinstance(phase, Phase):
            break
        lost = _declare(playing, phase, given)
        if lost:
            break
        gate = playing.gate
        steps.append(Step(gate, phase, before, given, playing.close()))
    return Walk(options, seed, tuple(steps), playing.state, playing.phase, began, lost)


def _declare(playing: Playing, phase: Phase, given: Answers) -> str:
    """Declare the answers. Return why one of them does not fit, or ""."""
    for seat, answer in given.items():
        if seat not in phase.asked:
            return f"{phase.title}: {seat} is not asked"
        try:
            playing.declare(seat, answer)
        except Illegal as illegal:
            return f"{phase.title}, {seat}: {illegal.reason}"
    return ""


def by_bots(made: Walk) -> dict[SeatId, Answer]:
    """Return the answers of bots to the open question of a walk."""
    playing = _at(made)
    if not isinstance(made.phase, Phase):
        return {}
    answers = {seat: sensible(playing, seat) for seat in made.phase.asked}
    return {seat: answer for seat, answer in answers.items() if answer is not None}


def to_the_end(made: Walk) -> Walk:
    """Return the walk to the end, with answers of bots."""
    playing = _at(made)
    steps = list(made.steps)
    while isinstance(phase := playing.phase, Phase) and len(steps) < STEPS_MAX:
        before, gate = playing.state, playing.gate
        for seat in phase.asked:
            answer = sensible(playing, seat)
            if answer is not None:
                playing.declare(seat, answer)
        answers = dict(playing.declared)
        steps.append(Step(gate, phase, before, answers, playing.close()))
    return Walk(made.options, made.seed, tuple(steps), playing.state, playing.phase, made.began)


def _at(made: Walk) -> Playing:
    """Return the game of a walk, after its last step."""
    playing = Playing(GAME, made.options, seed_of(made.seed))
    for step in made.steps:
        for seat, answer in step.answers.items():
            playing.declare(seat, answer)
        playing.close()
    return playing
