"""Reads the injects of a plan. It checks whether each can ever come, and finds its receivers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from warcouncil.clients.plan.reading.layout import InjectRoom, TableRoom
from warcouncil.clients.plan.reading.tables import Certainty, Tables, numbers_of
from warcouncil.clients.plan.text.mistakes import Faults
from warcouncil.clients.plan.text.model import INJECTS_MAX, InjectPart
from warcouncil.clients.plan.text.toml_lines import Path, line_of
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.table.sheets import Facts, Track
from warcouncil.protocol.words import clean

TIMED = {"at", "phase", "after", "when", "at_hand"}
"""The keys that set when an inject comes."""


def read_injects(
    items: Iterable[tuple[Path, dict[str, Any]]], tables: Tables, faults: Faults, lines: Mapping[Path, int]
) -> tuple[InjectRoom, ...]:
    """Read a list of injects, from a plan or a spreadsheet. Record every fault."""
    injects: dict[Path, tuple[InjectPart, InjectRoom]] = {}
    for path, raw in items:
        part, wrong = faults.read(InjectPart, raw, path)
        if part is None:
            continue
        if not wrong & TIMED:
            check_timed(path, part, faults)
        numbers = numbers_of(path, part.tables, tables, faults)
        line = line_of(lines, path)
        injects[path] = part, read_inject(path, part, tables, numbers, line=line, faults=faults)
    return link_injects(injects, faults)


def check_timed(path: Path, part: InjectPart, faults: Faults) -> None:
    """Check that an inject has a time or a condition, and that they do not conflict."""
    ways = [name for name in ("at", "phase", "after", "when") if getattr(part, name) not in (None, "")]
    if part.at_hand and ways:
        said = f"with at_hand, an umpire sends it. Leave {' and '.join(ways)} out, or at_hand"
        faults.add((*path, "at_hand"), said)
    elif not (ways or part.at_hand):
        said = (
            'the inject has no moment. Write at = "12:30", or phase, or after = "NAME", or when'
            ' = { label = "...", over = 3 }. Or write at_hand = true: an umpire sends it'
        )
        faults.add(path, said)
    if part.phase and part.after:
        faults.add(
            (*path, "after"),
            "an inject counts its time from a phase or from another inject. Give only one of them",
        )


def link_injects(
    injects: Mapping[Path, tuple[InjectPart, InjectRoom]], faults: Faults
) -> tuple[InjectRoom, ...]:
    """Return the injects of a plan, each with the index of the one that it comes after."""
    if len(injects) > INJECTS_MAX:
        faults.add(
            [*injects][INJECTS_MAX], f"the plan has {len(injects)} injects. Give at most {INJECTS_MAX}"
        )
    rooms = [room for _, room in injects.values()]
    named: dict[str, int] = {}
    for place, (path, room) in enumerate(zip(injects, rooms, strict=True)):
        if room.name in named:
            first = rooms[named[room.name]].line
            faults.add(
                (*path, "name"),
                f"the inject of line {first} is also called {room.name!r}. Give it another name",
            )
        elif room.name:
            named[room.name] = place
    linked = tuple(
        replace(
            room,
            after=_first((*path, "after"), clean(part.after), room, named=named, rooms=rooms, faults=faults),
        )
        for path, (part, room) in injects.items()
    )
    _check_circles(tuple(injects), linked, faults)
    return linked


def _first(
    path: Path,
    name: str,
    room: InjectRoom,
    *,
    named: Mapping[str, int],
    rooms: Sequence[InjectRoom],
    faults: Faults,
) -> int | None:
    """Return the index of the inject with this name. Another inject comes after it."""
    if not name:
        return None
    place = named.get(name)
    if place is None:
        said = unknown(f"no inject is called {name!r}", name, named, "names are")
        faults.add(path, said if named else f"{said}. Give a name to the inject that you mean")
        return None
    first = rooms[place]
    if first.tables and not (room.tables and {*room.tables} <= {*first.tables}):
        faults.add(
            path,
            f"{name!r} does not come at all tables of this inject, so this inject would never come there",
        )
    return place


def _check_circles(paths: Sequence[Path], linked: Sequence[InjectRoom], faults: Faults) -> None:
    """Check that no inject comes after itself, directly or indirectly."""
    for place, path in enumerate(paths):
        seen, at = [place], linked[place].after
        while at is not None and at not in seen:
            seen.append(at)
            at = linked[at].after
        if at == place == min(seen):
            ring = " after ".join(repr(linked[each].name) for each in (*seen, place))
            faults.add((*path, "after"), f"{ring}: these injects wait for each other and can never come")


def read_inject(
    path: Path,
    part: InjectPart,
    tables: Tables,
    numbers: tuple[int, ...],
    *,
    line: int,
    faults: Faults,
) -> InjectRoom:
    """Read an inject for the tables of these numbers."""
    if not clean(part.text):
        faults.add((*path, "text"), "this text has no visible characters. Write it with letters")
    if part.seat and part.team:
        faults.add((*path, "team"), "give a seat or a team, not both")
    if part.occasion > 1 and not part.phase:
        faults.add((*path, "occasion"), "occasion counts how often a phase opens. Give the phase too")
    if part.while_open and not part.phase:
        faults.add((*path, "while_open"), "while_open belongs to a phase. Give the phase too")
    if part.kind != "message" and not clean(part.sender):
        faults.add((*path, "kind"), f"{part.kind} needs a sender. Give the sender too")
    rooms = [room for room in tables.rooms if not numbers or room.number in numbers]
    if tables.sure is Certainty.SEATS and rooms:
        _check_places(path, part, rooms, faults)
        _check_label(path, part, rooms, faults)
    return InjectRoom(
        text=part.text,
        at_seconds=part.at if isinstance(part.at, int) else None,
        phase=part.phase,
        occasion=part.occasion,
        label=part.when.label if part.when else "",
        over=part.when.over if part.when else 0,
        tables=numbers,
        seat=part.seat,
        team=part.team,
        reply=part.reply,
        line=line,
        name=clean(part.name),
        at_hand=part.at_hand,
        sender=clean(part.sender),
        kind=part.kind,
        while_open=part.while_open,
    )


def _check_places(path: Path, part: InjectPart, rooms: Sequence[TableRoom], faults: Faults) -> None:
    """Check that the phase, the seat and the team exist at one of the tables at least."""
    wanted = (
        ("phase", "phases are", part.phase, [phase for room in rooms for phase in room.phases]),
        ("seat", "seats are", part.seat, [seat.id for room in rooms for seat in room.seats]),
        ("team", "teams are", part.team, [seat.team for room in rooms for seat in room.seats]),
    )
    for key, are, given, known in wanted:
        if given and known and given not in known:
            said = unknown(f"there is no {key} {given!r} there", given, dict.fromkeys(known), are)
            faults.add((*path, key), said)


def _check_label(path: Path, part: InjectPart, rooms: Sequence[TableRoom], faults: Faults) -> None:
    if part.when is None:
        return
    known = dict.fromkeys(label for room in rooms for label in labels_of(room))
    if part.when.label not in known:
        said = f"no number on the public sheet is called {part.when.label!r} when the game begins"
        faults.hint((*path, "when", "label"), unknown(said, part.when.label, known, "there are"))


def labels_of(room: TableRoom) -> list[str]:
    """Return the labels of the numbers on the public sheet of a table that was just set up."""
    options = room.game.options_type.model_validate(room.options)
    sheet = room.game.sheet(room.game.setup(options, Dice(bytes(32), "setup")).state, None)
    labels: list[str] = []
    for element in sheet.elements:
        if isinstance(element, Track):
            labels.append(element.title)
        elif isinstance(element, Facts):
            labels += [fact.label for fact in element.facts if fact.value.strip().lstrip("-").isdigit()]
    return labels
