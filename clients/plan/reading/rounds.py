"""Rounds and treatments of a plan: the tables of later rounds, and what is drawn at random when an exercise
begins.

A round is a set of tables. Each person has a card for each round. The seat and the treatment stay the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from warcouncil.clients.plan.reading.layout import RoomPlan, TableRoom, WingRoom
from warcouncil.clients.plan.reading.tables import Certainty, Tables
from warcouncil.clients.plan.text.mistakes import Faults
from warcouncil.clients.plan.text.model import TABLES_MAX, ExercisePart, TablesPart
from warcouncil.clients.plan.text.toml_lines import Path
from warcouncil.games.kit import written
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.proofs.assignment import (
    AssignedTables,
    moves_drawn,
    perfect_rounds,
    treatments_drawn,
)
from warcouncil.protocol.words import SeatId, TableId, clean

STRANGERS, PERFECT = "strangers", "perfect strangers"


def assign(
    tables: Tables, exercise: ExercisePart, wings: Sequence[WingRoom], faults: Faults
) -> tuple[AssignedTables, ...]:
    """Add the tables of later rounds. Return what will be drawn at random. Record faults."""
    found: list[AssignedTables] = []
    for path, part in tables.parts.items():
        rooms = tables.made_by(path)
        if part.rounds == 1 and part.rematch:
            said = (
                "there is one round, so no player meets others later. Write rounds too, or leave rematch out"
            )
            faults.add((*path, "rematch"), said)
        if part.rounds > 1:
            _check_rounds(path, part, exercise, wings, faults)
        if tables.sure is not Certainty.SEATS or not rooms:
            continue
        names = _treatments(path, part, rooms[0], faults)
        if part.rematch == PERFECT:
            _check_strangers(path, part, rooms, names, faults)
        if part.rounds > 1 or names:
            later = [_round(tables, rooms, round_) for round_ in range(2, part.rounds + 1)]
            found.append(
                AssignedTables(
                    rounds=tuple(tuple(TableId(room.number) for room in each) for each in (rooms, *later)),
                    seats=_moving(part, rooms[0]),
                    treatments=names,
                    method=part.treatments or "" if names else "",
                    rematch=(part.rematch or STRANGERS) if later else "",
                )
            )
    if len(tables.rooms) + len(tables.later) > TABLES_MAX:
        said = f"all rounds together have more than {TABLES_MAX} tables. Give at most {TABLES_MAX}"
        faults.add(("tables",), said)
    return tuple(found)


def _moving(part: TablesPart, room: TableRoom) -> tuple[SeatId, ...]:
    """Return the seats that people can have."""
    return tuple(seat.id for seat in room.seats if seat.id not in part.bots)


def _round(tables: Tables, rooms: Sequence[TableRoom], round_: int) -> list[TableRoom]:
    """Add the tables of a later round. Their people are drawn when the exercise begins."""
    made = [
        replace(
            room,
            number=len(tables.rooms) + len(tables.later) + place,
            name=clean(f"{room.name or f'table {room.number}'}, round {round_}", 60),
            people={},
            bots=(),
            round=round_,
        )
        for place, room in enumerate(rooms, 1)
    ]
    tables.later += made
    return made


def _check_rounds(
    path: Path, part: TablesPart, exercise: ExercisePart, wings: Sequence[WingRoom], faults: Faults
) -> None:
    at = (*path, "rounds")
    if exercise.start == "now":
        faults.add(at, 'with start = "now" all rounds begin at once. Use another start')
    if exercise.lockstep:
        faults.add(
            at,
            "with lockstep all tables wait for each other, also for the tables of later rounds. Leave "
            "lockstep or rounds out",
        )
    if wings:
        faults.add(at, "people cannot move between wings. Leave rounds or the wings out")
    if part.position:
        faults.add(at, "a position is the middle of one game. Leave rounds or position out")


def _treatments(path: Path, part: TablesPart, room: TableRoom, faults: Faults) -> tuple[str, ...]:
    """Return the treatments that are drawn at random. Return an empty result if none are drawn."""
    options = room.game.options_type.model_validate(room.options)
    names, count = written.to_assign(room.game, options), len(part.names) or part.count
    if not part.treatments:
        if names and count > 1:
            said = (
                f"the scenario has the treatments {', '.join(names)}, and all tables here play {names[0]}."
                ' Write treatments = "balanced" to assign them by chance'
            )
            faults.hint(path, said)
        return ()
    at = (*path, "treatments")
    if not names:
        fixed = written.treatment(room.game, options)
        said = (
            f"options already sets the treatment {fixed.name}. Leave it out there, or leave treatments out"
            if fixed
            else f"{part.game} has no treatments. Write [[treatments]] into a scenario, or leave this out"
        )
        faults.add(at, said)
    elif count < len(names):
        said = (
            f"{plural(count, 'table')} cannot play {plural(len(names), 'treatment')}. Some will not be played"
        )
        faults.hint(at, said)
    return names


def _check_strangers(
    path: Path, part: TablesPart, rooms: Sequence[TableRoom], names: Sequence[str], faults: Faults
) -> None:
    """Check that there are enough tables for people who must never meet twice."""
    if part.treatments == "random" and len(names) > 1:
        said = 'with treatments = "random" a treatment may have a single table. Write "balanced"'
        faults.add((*path, "treatments"), said)
        return
    groups, seats = len(rooms) // max(1, len(names)), len(_moving(part, rooms[0]))
    most = perfect_rounds(groups, seats) if groups else 1
    if part.rounds > most:
        among = f"{plural(len(rooms), 'table')} of {plural(seats, 'person', 'people')}"
        among += f", {groups} in each treatment" if len(names) > 1 else ""
        said = (
            f"with {among}, perfect strangers are possible for {plural(most, 'round')}."
            f' Write rounds = {most}, more tables, or rematch = "strangers"'
            if most > 1
            else f"with {among}, people meet again in the second round."
            ' Write more tables, or rematch = "strangers"'
        )
        faults.add((*path, "rounds"), said)


# --- the draw -----------------------------------------------------------------------------------------------------


def drawn(room: RoomPlan, seed: str) -> RoomPlan:
    """Return the plan after treatments and the people of later rounds were drawn at random."""
    rooms = {
        table.number: table if table.round == 1 else replace(table, people={}, bots=())
        for table in room.tables
    }
    for tables in room.assigned:
        treatments = treatments_drawn(seed, tables)
        for numbers in tables.rounds:
            for number, name in zip(numbers, treatments, strict=False):
                rooms[number] = replace(rooms[number], options=_options_in(rooms[number], name))
        for round_, numbers in enumerate(tables.rounds[1:], 2):
            moves = moves_drawn(seed, tables, round_, treatments)
            for group, number in enumerate(tables.rounds[0]):
                goes = {seat: numbers[move[group]] for seat, move in zip(tables.seats, moves, strict=True)}
                _move(rooms, rooms[number], number_of=goes, here=numbers[group])
    return replace(room, tables=tuple(rooms.values()))


def _move(
    rooms: dict[int, TableRoom], table: TableRoom, *, number_of: Mapping[SeatId, int], here: int
) -> None:
    """Move the people at each seat of a table to the table of the later round. Seats that only bots play stay in their group."""
    for seat in (one.id for one in table.seats):
        later = rooms[number_of.get(seat, here)]
        if seat in table.people:
            later.people[seat] = [*table.people[seat]]
        elif seat in table.bots:
            kept = {*later.bots, seat}
            later.bots = tuple(one.id for one in later.seats if one.id in kept)


def _options_in(table: TableRoom, treatment: str) -> dict[str, Any]:
    options = table.game.options_type.model_validate(table.options)
    made: dict[str, Any] = written.in_treatment(table.game, options, treatment).model_dump(mode="json")
    return made
