"""Plays many games of one kind by the rules alone. The results are how each game ended, how long its clocks
ran, and which passages were shown.

A game depends on its seed alone. It can be repeated in any process and in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.record.judging.analysis import Workers
from warcouncil.clients.room.rehearsal.messages import MessageWatch
from warcouncil.clients.room.rehearsal.rules_alone import GATES_MAX, POLICIES
from warcouncil.games import registry
from warcouncil.games.kit import written
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import AnyGame, Finish, Options, Phase
from warcouncil.games.kit.play.play import Playing, Policy, seed_of
from warcouncil.protocol.words import SeatId, typed_number

AT_ONCE = 4
"""How many games a process gets at a time."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The setup of games: a game, its options as plain values, and the name of the policy for seats without
    an answer.
    """

    game: str
    options: Mapping[str, Any]
    policy: str


@dataclass(frozen=True, slots=True)
class GameRun:
    """The result of one game.

    `title` is the heading of its end. `clocks` are the phases in the order in which they opened, each with
    the seconds of its clock. `rounds` are the seconds of all clocks in each turn. `told` has the names of the
    passages that readers saw. `fault` is why the game has no end. `illegal` is how many answers broke a rule
    and counted as silence. `counts` are the numbers and scores at the end. `late` has the documents that were
    handed out. A document is late if its readers were asked nothing afterwards.
    """

    seed: str
    winners: tuple[str, ...] = ()
    reason: str = ""
    fault: str = ""
    clocks: tuple[tuple[str, float], ...] = ()
    rounds: tuple[float, ...] = ()
    rounds_are: str = ""
    told: tuple[str, ...] = ()
    illegal: int = 0
    title: str = ""
    counts: tuple[tuple[str, float], ...] = ()
    late: tuple[tuple[str, bool], ...] = ()
    left_out: tuple[str, ...] = ()
    """The questionnaires of the game. No bot answers them, and their time does not count as playing time."""
    came: tuple[int, ...] = ()
    """The places of the messages that come if every clock runs out."""
    untried: tuple[str, ...] = ()
    """The ways to talk that the phases opened. No bot uses them."""


def seeds(first: str, games: int) -> tuple[str, ...]:
    """Return the seeds of `games` games. A number is increased by one each time. A word gets a number after it."""
    number = typed_number(first)
    if number is not None:
        return tuple(str(number + place) for place in range(games))
    return tuple(f"{first}-{place + 1}" if place else first for place in range(games))


def tried(ways: GameSetup, each: Sequence[str]) -> tuple[GameRun, ...]:
    """Play a game for each of these seeds."""
    game = registry.load(ways.game)
    options = game.options_type.model_validate(ways.options)
    return tuple(_tried(game, options, POLICIES[ways.policy], seed) for seed in each)


def _tried(game: AnyGame, options: Options, policy: Policy, seed: str) -> GameRun:
    made = attempt(partial(_played, game, options, policy, seed))
    if isinstance(made, RulesFault):
        return GameRun(seed, fault=f"its rules failed ({type(made.error).__name__})")
    return made


def _played(game: AnyGame, options: Options, policy: Policy, seed: str) -> GameRun:
    playing = Playing(game, options, seed_of(seed))
    clocks: list[tuple[str, float]] = []
    rounds: dict[int, float] = {}
    illegal = 0
    waiting: dict[str, set[SeatId]] = {}
    late: dict[str, bool] = {}
    left_out: list[str] = []
    watch = MessageWatch(game, options)
    for phase in playing.gates():
        if playing.gate > GATES_MAX:
            break
        if phase.consent:
            left_out.append(phase.name)
            playing.close()
            continue
        watch.opens(playing.state, phase)
        clocks.append((phase.name, phase.clock_seconds))
        turn = game.standings(playing.state).turns
        rounds[turn] = rounds.get(turn, 0.0) + phase.clock_seconds
        illegal += _answered(playing, phase, policy)
        for name, seats in waiting.items():
            late[name] = late[name] and not seats.intersection(phase.asked)
        handed = written.handed(game, playing.state, [each.event for each in playing.close()])
        for name, readers in handed.items():
            late.setdefault(name, True)
            waiting.setdefault(name, set()).update(readers)
    finish = playing.phase
    told = written.passages_of(game, playing.state, [happened.event for happened in playing.events])
    return GameRun(
        seed,
        winners=finish.winners if isinstance(finish, Finish) else (),
        title=finish.title if isinstance(finish, Finish) else "",
        reason=finish.reason if isinstance(finish, Finish) else "",
        fault="" if isinstance(finish, Finish) else f"not over after {GATES_MAX} questions",
        clocks=tuple(clocks),
        rounds=tuple(rounds.values()) if max(rounds, default=0) else (),
        rounds_are=game.standings(playing.state).turns_are,
        told=tuple(sorted(told)),
        illegal=illegal,
        counts=tuple(_counts(game, playing).items()),
        late=tuple(late.items()),
        left_out=tuple(left_out),
        came=watch.came,
        untried=tuple(sorted(watch.untried)),
    )


def _counts(game: AnyGame, playing: Playing) -> dict[str, float]:
    """Return the numbers at the end of a game, and the scores of each side."""
    if numbers := written.numbers(game, playing.state):
        return {label: float(value) for label, value in numbers.items()}
    titles = {str(seat.id): seat.title for seat in game.seats(playing.options)}
    titles |= {str(side.id): side.title for side in game.sides(playing.options)}
    return {
        f"{tally.label}, {titles.get(side, side)}": float(value)
        for tally in game.standings(playing.state).tallies
        for side, value in tally.by.items()
    }


def _answered(playing: Playing, phase: Phase, policy: Policy) -> int:
    """Declare the answer of the policy for every seat. Return how many answers broke a rule."""
    illegal = 0
    for seat in phase.asked:
        answer = policy(playing, seat)
        try:
            if answer is not None:
                playing.declare(seat, answer)
        except Illegal:
            illegal += 1
    return illegal


def by_one(ways: GameSetup, wanted: Sequence[str]) -> Iterator[tuple[GameRun, ...]]:
    """Play these games one after the other. Yield each result."""
    for seed in wanted:
        yield tried(ways, (seed,))


def by_many(
    ways: GameSetup, wanted: Sequence[str], crew: Workers, *, hands: int
) -> Iterator[tuple[GameRun, ...]]:
    """Play these games in `hands` processes, several at a time. Yield the results as they arrive."""
    parts = (wanted[at : at + AT_ONCE] for at in range(0, len(wanted), AT_ONCE))
    under_way: set[Future[tuple[GameRun, ...]]] = set()
    try:
        while True:
            under_way |= {
                crew.submit(tried, ways, part) for part in islice(parts, 2 * hands - len(under_way))
            }
            if not under_way:
                return
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in under_way:
            future.cancel()
