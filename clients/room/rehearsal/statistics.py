"""The statistics of many games: how often each outcome occurred, how long clocks ran, and which texts were never shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from warcouncil.clients.room.rehearsal.many_games import GameRun
from warcouncil.clients.room.rehearsal.messages import UNTRIED, injects_of, untried
from warcouncil.games.kit import written
from warcouncil.games.kit.game import AnyGame, Options


@dataclass(frozen=True, slots=True)
class Span:
    """The minimum, the median and the maximum of some numbers."""

    least: float
    middle: float
    most: float

    def plain(self) -> dict[str, float]:
        """Return the span as JSON values."""
        return {"min": _plain(self.least), "median": _plain(self.middle), "max": _plain(self.most)}


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of some numbers: the minimum, the lower quartile, the median, the upper quartile and the maximum."""

    least: float
    low: float
    middle: float
    high: float
    most: float

    def plain(self) -> dict[str, float]:
        """Return the spread as JSON values."""
        return {
            "min": _plain(self.least),
            "quarter": _plain(self.low),
            "median": _plain(self.middle),
            "three_quarters": _plain(self.high),
            "max": _plain(self.most),
        }


@dataclass(frozen=True, slots=True)
class EndTally:
    """One kind of end, how many games had it, and the first seed that leads to it.

    `fault` is why these games have no end.
    """

    winners: tuple[str, ...]
    reason: str
    fault: str
    games: int
    seed: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class PhaseSpan:
    """One phase: how often it opened in a game, and the seconds of its clock."""

    name: str
    opened: Span
    clock: Span | None


@dataclass(frozen=True, slots=True)
class MessageTally:
    """A message of the game, and in how many games it came."""

    name: str
    text: str
    games: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of some games."""

    games: int
    won: tuple[tuple[tuple[str, ...], int], ...]
    """How many of the ended games each group of winners won. An empty group means no winner."""
    outcomes: tuple[EndTally, ...]
    questions: Span
    clock: Span
    """The seconds of all clocks of a game, if every one of them runs out."""
    rounds: Span | None
    rounds_are: str
    phases: tuple[PhaseSpan, ...]
    passages: int
    unseen: Mapping[str, str]
    illegal: int
    counts: Mapping[str, Spread]
    """The numbers and scores at the end of the games."""
    late: Mapping[str, tuple[int, int]]
    """For each document that can come too late to be used: in how many games it was late, and in how many it came."""
    messages: tuple[MessageTally, ...]
    """The messages that come by themselves, in the order of the file."""
    untried: tuple[str, ...]
    """The ways to talk that no bot tried."""

    def plain(self) -> dict[str, Any]:
        """Return the statistics as JSON values."""
        return {
            "games": self.games,
            "won": [{"winners": list(winners), "games": number} for winners, number in self.won],
            "outcomes": [
                {
                    "games": one.games,
                    "winners": list(one.winners),
                    "reason": one.reason,
                    "seed": one.seed,
                    **({"title": one.title} if one.title else {}),
                    **({"fault": one.fault} if one.fault else {}),
                }
                for one in self.outcomes
            ],
            "questions": self.questions.plain(),
            "clock_seconds": self.clock.plain(),
            "rounds": {"are": self.rounds_are, "clock_seconds": self.rounds.plain()} if self.rounds else None,
            "phases": [
                {
                    "phase": one.name,
                    "opened": one.opened.plain(),
                    "clock_seconds": one.clock.plain() if one.clock else None,
                }
                for one in self.phases
            ],
            "passages": self.passages,
            "unseen": dict(self.unseen),
            "illegal": self.illegal,
            "numbers": {label: spread.plain() for label, spread in self.counts.items()},
            "late": {name: {"late": late, "games": came} for name, (late, came) in self.late.items()},
            "messages": [{"name": one.name, "text": one.text, "games": one.games} for one in self.messages],
            "untried": list(self.untried),
        }


def tally(game: AnyGame, options: Options, games: Sequence[GameRun]) -> GameStatistics:
    """Return the statistics of games of one kind, at least one.

    The order in which they were played does not matter.
    """
    games = sorted(games, key=lambda one: (len(one.seed), one.seed))
    passages = written.passages(game, options)
    told = {name for one in games for name in one.told}
    return GameStatistics(
        games=len(games),
        won=tuple(Counter(one.winners for one in games if not one.fault).most_common()),
        outcomes=_outcomes(games),
        questions=_span([len(one.clocks) for one in games]),
        clock=_span([sum(seconds for _, seconds in one.clocks) for one in games]),
        rounds=_span(rounds) if (rounds := [seconds for one in games for seconds in one.rounds]) else None,
        rounds_are=next((one.rounds_are for one in games if one.rounds), ""),
        phases=tuple(_phases(game.phase_names(options), games)),
        passages=len(passages),
        unseen={name: text for name, text in passages.items() if name not in told},
        illegal=sum(one.illegal for one in games),
        counts=_counts(games),
        late=_late(games),
        messages=tuple(_messages(game, options, games)),
        untried=_untried(game, options, games),
    )


def _messages(game: AnyGame, options: Options, games: Sequence[GameRun]) -> Iterable[MessageTally]:
    """Yield the messages that need no umpire, and in how many games each came."""
    count = Counter(place for one in games for place in one.came)
    for place, inject in enumerate(injects_of(game, options)):
        if not inject.at_hand:
            yield MessageTally(inject.name, inject.text, count[place])


def _untried(game: AnyGame, options: Options, games: Sequence[GameRun]) -> tuple[str, ...]:
    found = untried(game, options).union(*(one.untried for one in games))
    return tuple(way for way in UNTRIED if way in found)


def _counts(games: Sequence[GameRun]) -> dict[str, Spread]:
    values: dict[str, list[float]] = {}
    for one in games:
        for label, value in one.counts:
            values.setdefault(label, []).append(value)
    return {label: _spread(each) for label, each in values.items()}


def _spread(values: Sequence[float]) -> Spread:
    """Return the distribution of some numbers. A quarter of them is at `low` or below, and a quarter is at `high` or above."""
    ordered = sorted(values)
    place = (len(ordered) - 1) // 4
    span = _span(ordered)
    return Spread(span.least, ordered[place], span.middle, ordered[-1 - place], span.most)


def _late(games: Sequence[GameRun]) -> dict[str, tuple[int, int]]:
    came = Counter(name for one in games for name, _ in one.late)
    late = Counter(name for one in games for name, is_late in one.late if is_late)
    return {name: (late[name], came[name]) for name in sorted(late)}


def _outcomes(games: Sequence[GameRun]) -> tuple[EndTally, ...]:
    """Return the outcomes, the most frequent first."""
    first: dict[tuple[tuple[str, ...], str, str, str], str] = {}
    count: Counter[tuple[tuple[str, ...], str, str, str]] = Counter()
    for one in games:
        came = (one.winners, one.reason, one.fault, one.title)
        count[came] += 1
        first.setdefault(came, one.seed)
    return tuple(
        EndTally(winners, reason, fault, number, first[came], title)
        for came, number in count.most_common()
        for winners, reason, fault, title in (came,)
    )


def _phases(names: Sequence[str], games: Sequence[GameRun]) -> Iterable[PhaseSpan]:
    """Yield every phase in the order of the rules, including those that never opened. Questionnaires are left out."""
    left_out = {name for one in games for name in one.left_out}
    met = dict.fromkeys([*names, *(name for one in games for name, _ in one.clocks)])
    for name in met:
        if name in left_out:
            continue
        clocks = [[seconds for phase, seconds in one.clocks if phase == name] for one in games]
        every = [seconds for one in clocks for seconds in one]
        yield PhaseSpan(name, _span([len(one) for one in clocks]), _span(every) if every else None)


def _span(numbers: Sequence[float]) -> Span:
    return Span(min(numbers), median(numbers), max(numbers))


def _plain(value: float) -> float:
    return int(value) if value == int(value) else round(value, 1)
