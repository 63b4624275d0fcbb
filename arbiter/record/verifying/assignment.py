"""Verifying an assignment: compares treatments, and the people of later rounds, with the hosts' numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.record.verifying.findings import Check, CheckState
from warcouncil.games import registry
from warcouncil.games.kit import written
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.proofs.assignment import (
    AssignedTables,
    assignment_seed,
    moves_drawn,
    treatments_drawn,
)
from warcouncil.protocol.words import SeatId, TableId

ASSIGNS = "assigns"
People = dict[tuple[TableId, SeatId], list[str]]


def check_assignment(record: Record, load: Callable[[str], AnyGame] = registry.load) -> Iterator[Check]:
    """Yield one check for each set of tables that were assigned together: whether their assignment follows from the
    hosts' numbers.
    """
    began = record.began
    plans = {plan.table: plan for plan in began.tables}
    seed = assignment_seed(began.exercise, {number: plan.seed for number, plan in plans.items()})
    people: People = defaultdict(list)
    for person in began.people:
        people[person.table, person.seat].append(person.name)
    for tables in began.assigned:
        wrong = [*_wrong(tables, seed, plans, people, load)]
        yield from (Check(ASSIGNS, CheckState.FAILS, text, 1) for text in wrong)
        if not wrong:
            yield Check(ASSIGNS, CheckState.HOLDS, _told(tables))


def _wrong(
    tables: AssignedTables,
    seed: str,
    plans: dict[TableId, TablePlan],
    people: People,
    load: Callable[[str], AnyGame],
) -> Iterator[str]:
    if missing := [number for numbers in tables.rounds for number in numbers if number not in plans]:
        yield f"table {missing[0]}: it was assigned, but the file has no such table"
        return
    treatments = treatments_drawn(seed, tables)
    for numbers in tables.rounds:
        for number, name in zip(numbers, treatments, strict=False):
            played = attempt(partial(_treatment, plans[number], load))
            if played != name:
                found = "an unknown treatment" if isinstance(played, RulesFault) else played or "no treatment"
                yield f"table {number}: it plays {found}, but the seeds assign it to {name}"
    first = tables.rounds[0]
    for round_, numbers in enumerate(tables.rounds[1:], 2):
        for seat, move in zip(tables.seats, moves_drawn(seed, tables, round_, treatments), strict=True):
            for group, goes in enumerate(move):
                here, later = people.get((first[group], seat), []), people.get((numbers[goes], seat), [])
                if here != later:
                    yield f"table {numbers[goes]}: {seat} is not the player whom the seeds assign to round {round_}"


def _treatment(plan: TablePlan, load: Callable[[str], AnyGame]) -> str:
    game = load(plan.game)
    found = written.treatment(game, game.options_type.model_validate(plan.options))
    return found.name if found else ""


def _told(tables: AssignedTables) -> str:
    numbers = [number for each in tables.rounds for number in each]
    what = [f"{tables.method} treatments"] if tables.method else []
    what += [f"the people of {len(tables.rounds)} rounds ({tables.rematch})"] if tables.rematch else []
    return (
        f"tables {min(numbers)} to {max(numbers)}: {' and '.join(what)} follow from the seeds of all tables"
    )
