"""Assignment: it follows from the hosts' numbers alone, is balanced where it should be, and strangers stay strangers."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from warcouncil.protocol.proofs.assignment import (
    AssignedTables,
    Matching,
    Method,
    assignment_seed,
    matching_groups,
    moves_drawn,
    perfect_rounds,
    places_of,
    treatments_drawn,
)
from warcouncil.protocol.words import SeatId, TableId

NAMES = ("talk", "silence", "deadline")
SEEDS = [assignment_seed("Dike", {TableId(1): f"{number:064x}"}) for number in range(200)]


def tables(
    count: int, seats: int = 3, rounds: int = 1, *, method: Method = "balanced", rematch: Matching = ""
) -> AssignedTables:
    """Return tables that are assigned together."""
    numbers = [
        tuple(TableId(number) for number in range(1 + count * at, 1 + count * (at + 1)))
        for at in range(rounds)
    ]
    return AssignedTables(
        rounds=tuple(numbers),
        seats=tuple(SeatId(f"seat{number}") for number in range(seats)),
        treatments=NAMES,
        method=method,
        rematch=rematch,
    )


def met(
    of: AssignedTables, seed: str, treatments: tuple[str, ...] = ()
) -> Counter[frozenset[tuple[int, int]]]:
    """Return how often two people sat at one table. A person is the seat and the group of round 1."""
    found: Counter[frozenset[tuple[int, int]]] = Counter()
    for round_ in range(1, len(of.rounds) + 1):
        at: dict[int, list[tuple[int, int]]] = {}
        for seat, move in enumerate(moves_drawn(seed, of, round_, treatments)):
            assert sorted(move) == [*range(len(of.rounds[0]))], "two people have one chair"
            for group, goes in enumerate(move):
                at.setdefault(goes, []).append((seat, group))
        found.update(frozenset(pair) for people in at.values() for pair in combinations(people, 2))
    return found


@pytest.mark.parametrize("count", range(1, 13))
def test_balanced_treatments_differ_by_one_table_at_most(count: int) -> None:
    """If this fails, one treatment has twice the tables of another, and the comparison is weak."""
    for seed in SEEDS:
        often = Counter(treatments_drawn(seed, tables(count)))
        assert max(often.values()) - min(often[name] for name in NAMES) <= 1
        assert sum(often.values()) == count


@pytest.mark.parametrize("method", ["balanced", "random"])
def test_each_table_may_get_each_treatment_equally_often(method: Method) -> None:
    """If this fails, the first tables of a room always play the first treatment, and so do its first people."""
    for group in range(4):
        often = Counter(treatments_drawn(seed, tables(4, method=method))[group] for seed in SEEDS)
        assert all(40 <= often[name] <= 95 for name in NAMES), often


def test_random_treatments_are_not_balanced() -> None:
    """If this fails, tables are not assigned each by itself, although the plan says so."""
    assert any(
        max(Counter(treatments_drawn(seed, tables(6, method="random"))).values()) > 3 for seed in SEEDS
    )


def test_the_same_numbers_give_the_same_assignment_and_any_other_another() -> None:
    """If this fails, no player can check an assignment after the exercise."""
    hosts = {TableId(1): "a" * 64, TableId(2): "b" * 64}
    seed = assignment_seed("Dike", hosts)
    assert seed == assignment_seed("Dike", dict(reversed(hosts.items())))
    assert seed != assignment_seed("Dike", hosts | {TableId(2): "c" * 64})
    assert seed != assignment_seed("Dam", hosts)
    assert treatments_drawn(seed, tables(8)) == treatments_drawn(seed, tables(8))
    assert len({treatments_drawn(each, tables(8)) for each in SEEDS}) > 100


@pytest.mark.parametrize("count", range(1, 17))
@pytest.mark.parametrize("seats", range(1, 6))
def test_perfect_strangers_never_meet_twice_in_the_rounds_that_are_promised(count: int, seats: int) -> None:
    """If this fails, two people meet again, and the games are not independent."""
    most = perfect_rounds(count, seats)
    of = tables(count, seats, most, rematch="perfect strangers")
    assert all(often == 1 for often in met(of, SEEDS[0]).values())
    if seats > 1:
        more = tables(count, seats, most + 1, rematch="perfect strangers")
        assert max(met(more, SEEDS[0]).values()) > 1, "more rounds are possible than promised"


def test_as_many_rounds_as_tables_are_possible_for_prime_powers() -> None:
    """If this fails, an instructor with four tables of three is told that two rounds are the most."""
    assert [perfect_rounds(count, 3) for count in (3, 4, 5, 7, 8, 9, 16)] == [3, 4, 5, 7, 8, 9, 16]
    assert perfect_rounds(2, 3) == 1


def test_partners_stay_and_strangers_are_drawn() -> None:
    """If this fails, a plan says one matching and plays another."""
    assert set(met(tables(4, 3, 5, rematch="partners"), SEEDS[0]).values()) == {5}
    drawn = tables(8, 3, 2, rematch="strangers")
    assert len({moves_drawn(seed, drawn, 2, ()) for seed in SEEDS}) == len(SEEDS)
    seat0 = Counter(moves_drawn(seed, drawn, 2, ())[0][0] for seed in SEEDS)
    assert all(10 <= seat0[group] <= 45 for group in range(8)), seat0


@pytest.mark.parametrize("rematch", ["strangers", "perfect strangers"])
def test_people_stay_in_their_treatment(rematch: Matching) -> None:
    """If this fails, a player of one treatment learns of another."""
    of = tables(9, 3, 3, rematch=rematch)
    for seed in SEEDS[:20]:
        treatments = treatments_drawn(seed, of)
        assert all(len(groups) == 3 for groups in matching_groups(9, treatments))
        for round_ in (2, 3):
            for move in moves_drawn(seed, of, round_, treatments):
                assert [treatments[goes] for goes in move] == [*treatments]


def test_each_table_has_its_round_and_its_group() -> None:
    """If this fails, the export names the wrong group."""
    places = places_of((tables(2, rounds=2, rematch="partners"),))
    assert {number: (at.round, at.group) for number, at in places.items()} == {
        1: (1, 1),
        2: (1, 2),
        3: (2, 1),
        4: (2, 2),
    }
