"""The loop that runs any game without a network, for rehearsals, bots and tests.

It draws random numbers exactly as a table of an exercise does. A rehearsal with the same options, seed and answers is
therefore the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import AnyGame, Finish, Options, Phase, Resolution
from warcouncil.games.kit.ways import Way, unsealed
from warcouncil.games.kit.written import TraceStep, traced
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, SeatId

_SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Happened:
    """An event with the gate whose closing led to it.

    Gate 0 is the setup. `heading` says when it happened, for players.
    """

    gate: GateNo
    heading: str
    event: Event


class Playing:
    """A game that is being played, after its setup. Gates count from 1.

    `phase` is the present question, or how the game ended. `declared` has the parsed answers to the open gate
    so far. `answers` has the answers of every closed gate from gate 1, so the game can be played again.
    """

    __slots__ = (
        "_read",
        "answers",
        "declared",
        "events",
        "game",
        "gate",
        "options",
        "phase",
        "seed",
        "state",
    )

    def __init__(self, game: AnyGame, options: Options, seed: bytes) -> None:
        """Set the game up. Raises BadOption if options contradict each other."""
        self.game = game
        self.options = options
        self.seed = seed
        self.events: list[Happened] = []
        self.answers: list[dict[SeatId, Answer]] = []
        self.gate = GateNo(0)
        self._take(game.setup(options, Dice(seed, "setup")))

    def _take(self, resolution: Resolution[Any]) -> None:
        self.events += [Happened(self.gate, resolution.heading, event) for event in resolution.events]
        self.state: Any = resolution.state
        self.phase: Phase | Finish = self.game.phase(self.state)
        self.declared: dict[SeatId, Answer] = {}
        self._read: dict[SeatId, Any] = {}
        self.gate = GateNo(self.gate + 1)

    def gates(self) -> Iterator[Phase]:
        """Yield the phase of each gate as it opens. The caller declares answers and closes the gate before the next."""
        while isinstance(phase := self.phase, Phase):
            opened = self.gate
            yield phase
            assert self.gate > opened, "a gate must be closed before the next opens"

    def declare(self, seat: SeatId, answer: Answer) -> None:
        """Parse the answer of an asked seat. The last one counts. Raises Illegal."""
        assert isinstance(self.phase, Phase)
        assert seat in self.phase.asked, f"{seat} is not asked"
        self._read[seat] = self.game.read(self.state, seat, answer)
        self.declared[seat] = answer

    def _closing(self, phase: Phase) -> tuple[dict[SeatId, Any], dict[SeatId, Way], Dice]:
        """Return the answers that count if the open gate closes now, their origins, and the dice."""
        declarations = {
            seat: self._read[seat] if seat in self._read else self.game.default(self.state, seat)
            for seat in phase.asked
        }
        ways = {seat: Way.SEALED if seat in self._read else Way.SILENT for seat in phase.asked}
        return declarations, ways, Dice(self.seed, "gate", self.gate)

    def traced(self) -> tuple[TraceStep, ...]:
        """Return every step by which numbers would change if the open gate closed now. The game itself does not
        change.
        """
        assert isinstance(self.phase, Phase)
        return traced(self.game, self.state, *self._closing(self.phase))

    def close(self) -> tuple[Happened, ...]:
        """Close the open gate as if its clock had run out, and return what happened.

        Silent seats get the default of the rules.
        """
        assert isinstance(self.phase, Phase)
        declarations, ways, dice = self._closing(self.phase)
        so_far = len(self.events)
        self.answers.append(self.declared)
        resolution = self.game.resolve_as(self.state, declarations, ways, dice)
        told = tuple(unsealed(self.phase, {seat.id: seat for seat in self.game.seats(self.options)}, ways))
        self._take(replace(resolution, events=(*told, *resolution.events)) if told else resolution)
        return tuple(self.events[so_far:])


Policy = Callable[[Playing, SeatId], Answer | None]
"""Decides how an asked seat without a player answers. None means that the seat is silent until its clock has run out."""


def silent(_playing: Playing, _seat: SeatId) -> Answer | None:
    """Return no answer. When the clock runs out, the seat gets the default of the rules."""
    return None


def at_random(playing: Playing, seat: SeatId) -> Answer | None:
    """Return a random legal answer. Each seat and gate has its own stream of random numbers."""
    return fill(playing.game.form(playing.state, seat), Dice(playing.seed, "policy", playing.gate, seat))


def suggested(playing: Playing, seat: SeatId) -> Answer | None:
    """Return the answer that the form suggests, or None if it suggests none."""
    return playing.game.form(playing.state, seat).suggested


def play_on(playing: Playing, policy: Policy, gates_max: int = 100_000) -> Finish:
    """Play to the end with one policy for every seat, and return the end."""
    for phase in playing.gates():
        assert playing.gate <= gates_max, f"{playing.game.name} has not ended after {gates_max} gates"
        for seat in phase.asked:
            answer = policy(playing, seat)
            if answer is not None:
                playing.declare(seat, answer)
        playing.close()
    assert isinstance(playing.phase, Finish)
    return playing.phase


def seed_of(text: str) -> bytes:
    """Return the seed of a word or a number. 64 hexadecimal digits are read as the seed itself.

    The revealed seed of a table is written in that form, so its game can be played again.
    """
    if len(text) == 2 * _SEED_BYTES and all(char in "0123456789abcdef" for char in text):
        return bytes.fromhex(text)
    return blake2b(text.encode(), digest_size=_SEED_BYTES).digest()
