"""Assignment: which treatment each table of an experiment plays, and who plays with whom in later rounds.

Everything follows from one seed, and the seed follows from the hosts' numbers of all tables. `Welcome` has the
fingerprints of these numbers, so the host cannot change the assignment later. Arbiter and clients use the same code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import product
from math import gcd
from typing import Literal

from warcouncil.protocol.words import Model, Name, SeatId, TableId

Method = Literal["", "balanced", "random"]
"""How tables are assigned to treatments. balanced: each treatment is used equally often, as far as possible. random:
the treatment of each group is drawn separately. "": no treatment is drawn.
"""
Matching = Literal["", "partners", "strangers", "perfect strangers"]
"""How people are matched in later rounds. partners: they play with the same people. strangers: the people are drawn
again for each round. perfect strangers: no two people meet twice. "": there is only one round."""


class AssignedTables(Model):
    """Tables that are assigned together. `rounds` has the tables of each round, in the order of their groups.

    `seats` are the seats whose people meet other people in later rounds.
    """

    rounds: tuple[tuple[TableId, ...], ...]
    seats: tuple[SeatId, ...] = ()
    treatments: tuple[Name, ...] = ()
    method: Method = ""
    rematch: Matching = ""


@dataclass(frozen=True, slots=True)
class AssignedPlace:
    """The round and the group of a table, both counted from 1. Group 0 means that the table was not assigned."""

    tables: AssignedTables
    round: int = 1
    group: int = 0


NOT_ASSIGNED = AssignedPlace(AssignedTables(rounds=()))


def places_of(assigned: Iterable[AssignedTables]) -> dict[TableId, AssignedPlace]:
    """Return the place of each table that was assigned."""
    return {
        number: AssignedPlace(tables, round_, group)
        for tables in assigned
        for round_, numbers in enumerate(tables.rounds, 1)
        for group, number in enumerate(numbers, 1)
    }


def assignment_seed(exercise: Name, hosts: Mapping[TableId, str]) -> str:
    """Return the seed of an assignment. It is made from the random number that the host drew for each table."""
    numbers = "|".join(f"{table}={hosts[table]}" for table in sorted(hosts))
    return blake2b(f"assignment:{exercise}|{numbers}".encode(), digest_size=32).hexdigest()


def _shuffled(seed: str, label: str, count: int) -> tuple[int, ...]:
    """Return the numbers below `count` in an order that follows from the seed."""
    order = [*range(count)]
    for last in range(count - 1, 0, -1):
        other = _number(seed, f"{label}|{last}", last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _number(seed: str, label: str, below: int) -> int:
    return int.from_bytes(blake2b(f"{seed}|{label}".encode(), digest_size=32).digest()) % below


def treatments_drawn(seed: str, tables: AssignedTables) -> tuple[Name, ...]:
    """Return the treatment of each group, in the order of the groups. The result is empty if there are no treatments.

    A group keeps its treatment in all rounds.
    """
    names, count = tables.treatments, len(tables.rounds[0])
    if not tables.method or not names:
        return ()
    label = f"treatments|{tables.rounds[0][0]}"
    if tables.method == "random":
        return tuple(names[_number(seed, f"{label}|{group}", len(names))] for group in range(count))
    mixed = [names[place] for place in _shuffled(seed, f"{label}|names", len(names))]
    return tuple(mixed[place % len(mixed)] for place in _shuffled(seed, label, count))


def moves_drawn(
    seed: str, tables: AssignedTables, round_: int, treatments: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """Return, for each seat of `tables.seats`, in which group its people play in a round. Its item n is the new group
    of the people who played in group n in round 1.

    People keep their seat. They change only between groups with the same treatment.
    """
    count, seats = len(tables.rounds[0]), tables.seats
    moves = [[*range(count)] for _ in seats]
    if round_ == 1 or tables.rematch in ("", "partners"):
        return tuple(map(tuple, moves))
    for groups in matching_groups(count, treatments):
        label = f"rematch|{tables.rounds[0][0]}|{groups[0]}"
        # Perfect strangers rotate over the groups in a random order
        mixed = [groups[place] for place in _shuffled(seed, label, len(groups))]
        steps = _perfect_moves(len(groups), len(seats), round_ - 1) if tables.rematch != "strangers" else ()
        for number in range(len(seats)):
            drawn = _shuffled(seed, f"{label}|{round_}|{number}", len(groups))
            for place, group in enumerate(mixed):
                moves[number][group] = mixed[steps[number][place] if steps else drawn[place]]
    return tuple(map(tuple, moves))


def matching_groups(count: int, treatments: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return the groups between which people are matched again: those with the same treatment."""
    of = [*treatments] or [""] * count
    return tuple(tuple(group for group in range(count) if of[group] == name) for name in dict.fromkeys(of))


# --- perfect strangers --------------------------------------------------------------------------------------------


def perfect_rounds(groups: int, seats: int) -> int:
    """Return how many rounds `_perfect_moves` can fill before two people meet again. People keep their seats.

    If `groups` is a prime power, no method could fill more rounds. Each person at one seat then meets each person at
    another seat once.
    """
    if seats < 2:
        return groups
    if _prime_power(groups):
        return groups if seats <= groups else 1
    return min(groups // gcd(groups, apart) for apart in range(1, seats))


def _perfect_moves(groups: int, seats: int, step: int) -> list[list[int]]:
    """Return, for each seat, the new group of the people of each group.

    The number of a group is an element of a finite field. In round r the people of seat s move on by the product of s
    and r. Two people meet twice only if two differences, neither of them zero, have the product zero. A field has no
    such product. If no field has this size, the people move around a circle.
    """
    if prime := _prime_power(groups):
        field = _field(*prime)
        return [
            [field.sum(group, field.product(seat, step)) for group in range(groups)] for seat in range(seats)
        ]
    return [[(group + seat * step) % groups for group in range(groups)] for seat in range(seats)]


def _prime_power(number: int) -> tuple[int, int] | None:
    """Return the prime and the exponent of a prime power. Return None for another number."""
    prime = next((each for each in range(2, number + 1) if number % each == 0), 0)
    exponent, rest = 0, number
    while prime and rest % prime == 0:
        rest //= prime
        exponent += 1
    return (prime, exponent) if prime and rest == 1 else None


@cache
def _field(prime: int, degree: int) -> _Field:
    return _Field(prime, degree)


class _Field:
    """The finite field of `prime` to the power of `degree`. An element is a number whose digits are the coefficients."""

    def __init__(self, prime: int, degree: int) -> None:
        self._prime, self._degree = prime, degree
        self._modulus = next(each for each in self._monic() if self._is_irreducible(each))

    def _monic(self) -> Iterable[tuple[int, ...]]:
        return ((*low, 1) for low in product(range(self._prime), repeat=self._degree))

    def _is_irreducible(self, modulus: tuple[int, ...]) -> bool:
        """Return whether every product of two elements other than zero is not zero."""
        size = self._prime**self._degree
        return all(self._times(a, b, modulus) for a in range(1, size) for b in range(a, size))

    def sum(self, a: int, b: int) -> int:
        """Return the sum of two elements."""
        return self._number(
            [(x + y) % self._prime for x, y in zip(self._digits(a), self._digits(b), strict=True)]
        )

    def product(self, a: int, b: int) -> int:
        """Return the product of two elements."""
        return self._times(a, b, self._modulus)

    def _times(self, a: int, b: int, modulus: tuple[int, ...]) -> int:
        made = [0] * (2 * self._degree - 1)
        for i, x in enumerate(self._digits(a)):
            for j, y in enumerate(self._digits(b)):
                made[i + j] = (made[i + j] + x * y) % self._prime
        for at in range(len(made) - 1, self._degree - 1, -1):
            high = made[at]
            for place, each in enumerate(modulus):
                spot = at - self._degree + place
                made[spot] = (made[spot] - high * each) % self._prime
        return self._number(made[: self._degree])

    def _digits(self, number: int) -> list[int]:
        return [number // self._prime**place % self._prime for place in range(self._degree)]

    def _number(self, digits: Sequence[int]) -> int:
        return sum(digit * self._prime**place for place, digit in enumerate(digits))
