"""Beliefs: the positions that a seat can consider possible, after everything that it was shown.

A belief is a set of worlds. All are equally likely. A particle filter finds them (Gordon, Salmond and Smith, IEE
Proceedings F 140, 1993). It uses rejection in place of weights (Del Moral, Jasra and others, 2015). Simulated players
of a stated population play on from the last position that the seat knew. A world is kept if it shows the seat what
the seat was really shown. A gate may show everyone all its declarations. Then each world gets a weight from them
instead.

The filter never reads the true position. If two games show a seat the same information, its belief is the same
in both.
"""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import AnyGame, Finish, Phase
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.fingerprints import glimpsed
from warcouncil.games.kit.play.playout import SLIP_OF, Declared, Fixed, Player, Silent, errs_at
from warcouncil.games.kit.play.resolutions import Resolved, resolved
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import SeatId

POPULATION = (SLIP_OF,) * 6 + (2, 1)
"""The kinds of simulated players, which are equally likely: one in how many answers is random. Six of eight make a
random answer once in eight answers, as the judge's bots do. One errs in every second answer, and one answers at
random. So a belief has room for unusual play. Their number divides 256, so a byte decides the kind of a player."""
START_TIMES = 5
"""How many worlds the filter starts with, for each wanted world. Most of them contradict what the seat was shown."""
TRIES_PER_WORLD = 8
"""How many tries the filter makes at one gate, for each wanted world. Bounds the time."""
EFFECTIVE_MIN = 20
"""The least number of independent worlds. With fewer, nothing is reported about what a seat could know. Their number never rises again, so the filter stops."""
ALIKE = 8
"""How many worlds are dealt to test whether a seat knows a position. A wrong yes is likely only if a single rare deal is an exception."""
T = TypeVar("T")
SILENT, SILENT_BY_RULES = "silent", "silent by rules"
KEPT_MAX = 64
"""How many beliefs are remembered, so that a later gate continues from them. The last one of each seat is. Bounds memory."""
FIRST_KEPT_MAX = 2
"""How many sets of worlds after a first gate are remembered, for the other seats that were not asked there."""


class Shown(NamedTuple):
    """A gate in the past of a seat: its declaration as JSON, and the fingerprint of all that it was shown afterwards.

    `own` is "" if the seat was not asked. `own` is SILENT or SILENT_BY_RULES if the seat did not answer. `said`
    has the answers of all asked seats as JSON, if the gate showed them to everyone when it closed. Otherwise
    `said` is "".
    """

    gate: int
    own: str
    after: str
    said: str = ""


class Past(NamedTuple):
    """The past of a seat: a position, the gate at which it was open, and the gates since then.

    The position is the last one that the seat knew, or the first of the game. The filter uses only what the
    seat can know of it.
    """

    start: Any
    gate: int
    since: tuple[Shown, ...] = ()


class Belief(NamedTuple):
    """The worlds that a seat can consider possible. They are equally likely.

    `effective` is how many independent worlds they are worth. It counts the starting worlds from which they come, and
    so is never too high (Lee and Whiteley, Biometrika 105, 2018).
    """

    worlds: tuple[Any, ...]
    effective: float


class _Particle(NamedTuple):
    """A possible world, and the number of the starting world from which it comes."""

    state: Any
    eve: int


class _Tried(NamedTuple):
    """A world after one more gate, and the number of the starting world from which it comes. `after` is None if
    the game had already ended.
    """

    after: Resolved | None
    eve: int


class _Population(Player):
    """Simulated players of several kinds. In one world a seat always has the same kind. `kinds` has a number
    for each seat, in table order: one in this number of its answers is random.
    """

    kinds: Sequence[int] = ()

    def live_in(self, seed: str, world: int) -> None:
        """Become the players of a world."""
        self.kinds = kinds_of(seed, world, len(self._places))

    def kind(self, seat: SeatId) -> int:
        """Return a seat's rate of errors, as a number: one in this number of its answers is random."""
        return self.kinds[self._places[seat]]

    def _slipping(self, asked: Sequence[SeatId], gate: int, seed: bytes) -> Collection[SeatId]:
        slips = self.slips(gate, seed)
        return [seat for seat in asked if not slips[self._places[seat]]]

    def slips(self, gate: int, seed: bytes) -> bytes:
        """Return one byte for each seat in table order. The seat errs at this gate if its byte is 0."""
        errs = errs_at(seed, len(self._places), gate)
        return bytes([err % kind for err, kind in zip(errs, self.kinds, strict=True)])


_kept: OrderedDict[tuple[Any, ...], tuple[tuple[Shown, ...], tuple[_Particle, ...]]] = OrderedDict()
"""The last belief of a seat since a position: the gates behind it, and its worlds."""
_first: OrderedDict[tuple[Any, ...], list[_Tried]] = OrderedDict()
"""The worlds after the first gate of a known position. They are the same for all seats that were not asked there."""


def is_known(game: AnyGame, state: Any, seat: SeatId) -> bool:
    """Return whether a seat knows a whole position, because dealing the hidden part again cannot change it."""
    worlds = (game.rehide(state, seat, Dice(b"is it known?....", number)) for number in range(ALIKE))
    first = next(worlds)
    return all(world == first for world in worlds)


def believed(
    game: AnyGame,
    seats: Mapping[SeatId, Seat],
    bot: type[Bot],
    seat: SeatId,
    past: Past,
    *,
    seed: str,
    worlds: int,
) -> Belief:
    """Return at most `worlds` worlds that a seat can consider possible after its past. Return None if too few
    of them were independent.

    At the start, all deals that `rehide` makes are equally likely. The talk of players is not used.
    """
    started = START_TIMES * worlds if past.since else worlds
    alike = [_dealt(game, seat, past, seed, number) for number in range(min(ALIKE, started))]
    one = alike[0] if all(world == alike[0] for world in alike) else None
    began = codec.digest(b"".join(codec.dump_state(game, world) for world in ([one] if one else alike)))
    base = (game.name, bot.__name__, seed, started, past.gate, began)
    done, particles = _kept.get((*base, seat), ((), ()))
    if not done or past.since[: len(done)] != done:
        done = ()
        particles = tuple(
            _Particle(one or _dealt(game, seat, past, seed, number), number) for number in range(started)
        )
    going = _Filter(_Population(game, seats, bot), seats[seat], seed, started)
    for place in range(len(done), len(past.since)):
        step = past.since[place]
        first = base if one is not None and place == 0 and not step.own else None
        particles = going.onward(particles, step, first)
    _keep(_kept, (*base, seat), (past.since, particles), KEPT_MAX)
    many = len(particles)
    chosen = [particles[at * many // worlds] for at in range(worlds)] if many >= worlds else particles
    return Belief(tuple(each.state for each in chosen), _effective(chosen))


def _dealt(game: AnyGame, seat: SeatId, past: Past, seed: str, number: int) -> Any:
    """Return a world at the start of a past, with all that the seat does not know dealt again."""
    return game.rehide(past.start, seat, Dice(_seed(seed, "start", past.gate, number), "world", seat))


def _effective(particles: Sequence[_Particle]) -> float:
    """Return how many independent worlds these count as. Worlds that come from one starting world form a
    family, and the families are weighted by their sizes.
    """
    families = Counter(each.eve for each in particles)
    return len(particles) ** 2 / sum(many * many for many in families.values()) if particles else 0.0


@dataclass(frozen=True, slots=True)
class _Filter:
    """The filter of one seat."""

    population: _Population
    seat: Seat
    seed: str
    worlds: int

    def onward(
        self, particles: Sequence[_Particle], step: Shown, first: tuple[Any, ...] | None = None
    ) -> tuple[_Particle, ...]:
        """Return the worlds after a gate that agree with what the seat was shown.

        Each world is played on for one gate. Further tries, from random worlds, replace the worlds that did not
        agree. `first` is the key of a known position. From a known position the tries are the same for every
        seat that was not asked.
        """
        if step.said and self.population.shortcut is not None:
            found = self._weighed(particles, step, self.population.shortcut)
            return found if _effective(found) >= EFFECTIVE_MIN else ()
        return self._rejected(particles, step, first)

    def _weighed(
        self, particles: Sequence[_Particle], step: Shown, shortcut: Shortcut
    ) -> tuple[_Particle, ...]:
        """Return the worlds after a gate whose declarations everyone saw.

        Each world is played on for one gate with these declarations. Its weight is their probability in this
        world. Worlds are then drawn by weight, at equal distances (Kitagawa, Journal of Computational and
        Graphical Statistics 5, 1996).
        """
        said: dict[SeatId, Answer] = json.loads(step.said)
        game, found, weights = self.population.game, [], []
        for number, parent in enumerate(particles):
            phase = game.phase(parent.state)
            if isinstance(phase, Finish) or set(phase.asked) != set(said):
                continue
            try:
                declared = {seat: game.read(parent.state, seat, said[seat]) for seat in phase.asked}
            except Illegal:
                continue
            chance = _seed(self.seed, "gate", step.gate, number)
            after = self._resolved(parent, phase, declared, step.gate, chance)
            if not after.shows(self.seat, step.after):
                continue
            self.population.live_in(self.seed, parent.eve)
            likely = 1.0
            for seat in phase.asked:
                if seat != self.seat.id:
                    errs = 1 / self.population.kind(seat)
                    by_bot, at_random = shortcut.chance(parent.state, seat, declared[seat])
                    likely *= (1 - errs) * by_bot + errs * at_random
            if likely:
                found.append(_Particle(after.state, parent.eve))
                weights.append(likely)
        return self._drawn(found, weights, step.gate)

    def _drawn(
        self, particles: Sequence[_Particle], weights: Sequence[float], gate: int
    ) -> tuple[_Particle, ...]:
        """Return worlds drawn by their weights."""
        if not particles:
            return ()
        pace = sum(weights) / self.worlds
        start = (Dice(_seed(self.seed, "draw", gate), "draw").below(1000) + 0.5) / 1000
        drawn: list[_Particle] = []
        passed = 0.0
        for particle, weight in zip(particles, weights, strict=True):
            passed += weight
            while len(drawn) < self.worlds and (len(drawn) + start) * pace < passed:
                drawn.append(particle)
        return tuple(drawn)

    def _rejected(
        self, particles: Sequence[_Particle], step: Shown, first: tuple[Any, ...] | None
    ) -> tuple[_Particle, ...]:
        """Return the worlds after a gate that agree with what was shown. Plays until enough agree."""
        found: list[_Particle] = []
        tried: list[_Tried] = _first.get(first, []) if first else []
        fixed = self._fixed(particles, step)
        for number in range(self.worlds * TRIES_PER_WORLD if particles else 0):
            if len(found) == self.worlds:
                break
            one = tried[number] if number < len(tried) else self._tried(particles, step, number, fixed)
            if one is None:
                first = None  # the other seats may have seen it, so they try anew
                continue
            if first and number >= len(tried):
                tried.append(one)
            if one.after is not None and one.after.shows(self.seat, step.after):
                found.append(_Particle(one.after.state, one.eve))
        if first:
            _keep(_first, first, tried, FIRST_KEPT_MAX)
        return tuple(found) if _effective(found) >= EFFECTIVE_MIN else ()

    def _tried(self, particles: Sequence[_Particle], step: Shown, number: int, fixed: Fixed) -> _Tried | None:
        """Return a world that was played on for one gate. Return None if the shortcut already shows that the
        seat would see something else.
        """
        chance = _seed(self.seed, "gate", step.gate, number)
        if number < len(particles):
            parent = particles[number]
        else:
            parent = particles[Dice(chance, "parent").below(len(particles))]
        self.population.live_in(self.seed, parent.eve)
        if self._surely_differs(parent, step, chance, fixed):
            return None
        phase = self.population.game.phase(parent.state)
        if isinstance(phase, Finish):
            return _Tried(None, parent.eve)
        declared = self.population.declared(parent.state, phase.asked, step.gate, chance, fixed)
        return _Tried(self._resolved(parent, phase, declared, step.gate, chance), parent.eve)

    def _fixed(self, particles: Sequence[_Particle], step: Shown) -> Fixed:
        """Return the declaration of the seat. The declaration is parsed once for all worlds, because every
        world shows the seat the same form.
        """
        if not step.own or not particles:
            return {}
        own, game, seat = _declared(step.own), self.population.game, self.seat.id
        if isinstance(own, Silent):
            return {seat: own}
        try:
            return {seat: Declared(game.read(particles[0].state, seat, own))}
        except Illegal:
            return {seat: own}

    def _surely_differs(self, parent: _Particle, step: Shown, chance: bytes, fixed: Fixed) -> bool:
        """Return whether the shortcut already proves that a world shows the seat something else. Most worlds
        do.
        """
        shortcut = self.population.shortcut
        if shortcut is None or not all(isinstance(given, Declared) for given in fixed.values()):
            return False
        given = {seat: one.value for seat, one in fixed.items() if isinstance(one, Declared)}
        slips = self.population.slips(step.gate, chance)
        sight = shortcut.sight_after(parent.state, step.gate, slips, chance, self.seat.id, fixed=given)
        return sight is not None and not step.after.startswith(glimpsed(self.population.game, sight))

    def _resolved(
        self, parent: _Particle, phase: Phase, declared: Mapping[SeatId, Any], gate: int, chance: bytes
    ) -> Resolved:
        game, shortcut = self.population.game, self.population.shortcut
        return resolved(game, parent.state, phase, declared, (chance, gate), shortcut=shortcut)


@lru_cache(maxsize=1 << 14)
def kinds_of(seed: str, eve: int, seats: int) -> tuple[int, ...]:
    """Return how often each seat of a world errs, in table order."""
    drawn, block = b"", 0
    while len(drawn) < seats:
        drawn += _seed(seed, "kinds", eve, block)
        block += 1
    return tuple([POPULATION[each % len(POPULATION)] for each in drawn[:seats]])


def _declared(own: str) -> Answer | Silent:
    return Silent(by_rules=own == SILENT_BY_RULES) if own in (SILENT, SILENT_BY_RULES) else json.loads(own)


def _seed(seed: str, purpose: str, *numbers: int) -> bytes:
    return blake2b(f"belief|{seed}|{purpose}|{numbers}".encode(), digest_size=32).digest()


def _keep(kept: OrderedDict[tuple[Any, ...], T], key: tuple[Any, ...], value: T, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
