"""Wings: the parts of an event that consists of several exercises, each with its own arbiter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from warcouncil.clients.link.base.links import BETWEEN
from warcouncil.clients.link.door.door import DEFAULT_PORT, HOST, PORT_MAX
from warcouncil.clients.plan.reading.layout import (
    RoomPlan,
    TableRoom,
    UmpireCode,
    WingRoom,
    seconded,
    table_called,
)
from warcouncil.clients.plan.reading.tables import Certainty, Tables
from warcouncil.clients.plan.text.mistakes import Faults
from warcouncil.clients.plan.text.model import WINGS_MAX, ExercisePart, WingPart
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.plan.text.toml_lines import Path
from warcouncil.games.kit.text.phrases import plural
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.proofs.doors import CODE_ALPHABET
from warcouncil.protocol.words import clean

PORTS_APART = 10
"""The distance between the ports of wings on one machine, if the plan does not set them."""
PORTS_OF_ONE = 3
"""How many ports a wing uses: its own, the door's, and the one for browsers, in this order."""
NAME_CHARS_MAX, EXERCISE_CHARS_MAX = 24, 60
PLATES_OF_A_LETTER = len(CODE_ALPHABET) ** 2

Read = tuple[Path, WingPart]


def read_wings(
    items: Iterable[tuple[Path, dict[str, Any]]], tables: Tables, faults: Faults
) -> tuple[WingRoom, ...]:
    """Read the wings of a plan. Record every fault."""
    read: list[Read] = []
    doubtful = tables.sure is Certainty.NOTHING
    for path, raw in items:
        part, wrong = faults.read(WingPart, raw, path)
        doubtful = doubtful or part is None or "tables" in wrong
        if part is not None:
            _check_name(path, part, [one for _, one in read], faults)
            _check_host(path, part, faults)
            read.append((path, part))
    if not read:
        return ()
    if len(read) > WINGS_MAX:
        faults.add(read[WINGS_MAX][0], f"there are {len(read)} wings. Give at most {WINGS_MAX}")
        return ()
    shared = [()] * len(read) if doubtful else _share_out(read, tables.rooms, faults)
    ports = _ports(read, faults)
    letters = len(CODE_ALPHABET) // len(read)
    wings = tuple(
        WingRoom(
            part.name, mine, part.host, port, part.file, CODE_ALPHABET[at * letters : (at + 1) * letters]
        )
        for at, ((_, part), mine, port) in enumerate(zip(read, shared, ports, strict=True))
    )
    for (path, _), wing in zip(read, wings, strict=True):
        _check_size(path, wing, tables.rooms, faults)
    _check_files(read, faults)
    return wings


def check_event(exercise: ExercisePart, wings: Sequence[WingRoom], faults: Faults) -> None:
    """Report what a plan with several wings cannot have, and give a hint about what works only within one wing."""
    if not wings:
        return
    if exercise.web_port is not None:
        said = "each wing serves browsers at its own port + 2. Leave web_port out"
        faults.add(("exercise", "web_port"), said)
    for place, wing in enumerate(wings):
        if exercise.web and wing.port + PORTS_OF_ONE - 1 > PORT_MAX:
            said = (
                f"there is no port {wing.port + PORTS_OF_ONE - 1} for browsers, two above this one."
                " Give a lower port"
            )
            faults.add(("wings", place, "port"), said)
    if exercise.lockstep:
        said = "tables wait only for tables of their own wing. The wings do not wait for each other"
        faults.hint(("exercise", "lockstep"), said)


def _check_name(path: Path, part: WingPart, before: Sequence[WingPart], faults: Faults) -> None:
    if clean(part.name) != part.name or len(part.name) > NAME_CHARS_MAX or not slug(part.name):
        said = (
            f"this name has characters that cannot be shown. Write it with letters, at most {NAME_CHARS_MAX}"
        )
        faults.add((*path, "name"), said)
    elif slug(part.name) in [slug(one.name) for one in before]:
        faults.add((*path, "name"), f"two wings are called {part.name!r}. Give each its own name")


def _check_host(path: Path, part: WingPart, faults: Faults) -> None:
    if part.host and (not HOST.fullmatch(part.host) or part.host.count(":") == 1):
        said = f"host: {part.host!r} is not the name or address of a machine. Write its port under port"
        faults.add((*path, "host"), said)


def _share_out(read: Sequence[Read], rooms: Sequence[TableRoom], faults: Faults) -> list[tuple[int, ...]]:
    """Return the tables of each wing. A wing can name its tables, take a number of the other tables, or take
    all of them.
    """
    named = {number for path, part in read for number in _named(path, part, rooms, faults)}
    rest = [room.number for room in rooms if room.number not in named]
    owner: dict[int, str] = {}
    shared: list[tuple[int, ...]] = []
    for path, part in read:
        if isinstance(part.tables, list):
            mine = _named(path, part, rooms, None)
        else:
            wanted = len(rest) if part.tables is None else part.tables
            if not 0 < wanted <= len(rest):
                said = f"{plural(len(rest), 'table')} {'is' if len(rest) == 1 else 'are'} left for this wing"
                faults.add((*path, "tables") if part.tables is not None else path, said)
            mine, rest = tuple(rest[: max(0, wanted)]), rest[max(0, wanted) :]
        for number in mine:
            if number in owner:
                faults.add((*path, "tables"), f"table {number} is already in the wing {owner[number]}")
            owner.setdefault(number, part.name)
        shared.append(mine)
    if rest:
        first = read[-1][0]
        said = (
            f"table {rest[0]} is in no wing"
            if len(rest) == 1
            else f"{len(rest)} tables are in no wing. The first is {rest[0]}"
        )
        faults.add((*first, "tables"), f"{said}. Leave tables out at one wing: it takes the rest")
    return shared


def _named(path: Path, part: WingPart, rooms: Sequence[TableRoom], faults: Faults | None) -> tuple[int, ...]:
    """Return the numbers of the tables that a wing names."""
    numbers: list[int] = []
    for place, wanted in enumerate(part.tables if isinstance(part.tables, list) else ()):
        found = table_called(wanted, rooms)
        if not isinstance(found, str):
            numbers.append(found.number)
        elif faults is not None:
            faults.add((*path, "tables", place), found)
    return tuple(dict.fromkeys(numbers))


def _ports(read: Sequence[Read], faults: Faults) -> list[int]:
    """Return the port of each wing. Record a fault if two wings of one machine conflict."""
    ports: list[int] = []
    for at, (path, part) in enumerate(read):
        before = [
            (one, port) for (_, one), port in zip(read[:at], ports, strict=True) if one.host == part.host
        ]
        ports.append(part.port or DEFAULT_PORT + PORTS_APART * len(before))
        for one, port in before:
            if abs(port - ports[-1]) < PORTS_OF_ONE:
                said = (
                    f"port {ports[-1]} is too near the port of {one.name} on the same machine. A wing uses three "
                    "ports, beginning with its own"
                )
                faults.add((*path, "port"), said)
    return ports


def _check_size(path: Path, wing: WingRoom, rooms: Sequence[TableRoom], faults: Faults) -> None:
    """Check that there are enough plates (the public first parts of codes) for a wing, including new codes later."""
    seats = sum(len(room.seats) for room in rooms if room.number in wing.tables)
    most = len(wing.plates) * PLATES_OF_A_LETTER // 2
    if seats > most:
        faults.add(
            path,
            f"a wing has {seats} seats, which is too many beside the other wings. Give at most {most}, or "
            "make fewer wings",
        )


def _check_files(read: Sequence[Read], faults: Faults) -> None:
    files = Counter((part.host, part.file) for _, part in read if part.file)
    for path, part in read:
        if files[part.host, part.file] > 1:
            faults.add((*path, "file"), f"two wings have the same file {part.file}. Give each its own")


def slug(name: str) -> str:
    """Return a wing's name in the form for file names and for comparisons."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-")


def wing_called(room: RoomPlan, name: str) -> WingRoom:
    """Return a wing by its name. Raises BadInput."""
    names = [wing.name for wing in room.wings]
    if not names:
        raise BadInput(f"--wing {name}: this plan has no wings. Leave --wing out")
    found = next((wing for wing in room.wings if slug(wing.name) == slug(name)), None)
    if found is None:
        raise BadInput(unknown(f"--wing {name}: there is no such wing", name, names, "wings are"))
    return found


def room_of(room: RoomPlan, wing: WingRoom) -> RoomPlan:
    """Return the exercise that is one wing of an event. Tables and injects keep their numbers."""
    mine = set(wing.tables)
    codes = (UmpireCode(one.role, tuple(n for n in one.tables if n in mine)) for one in room.umpires)
    ours = tuple(
        code for code, whole in zip(codes, room.umpires, strict=True) if code.tables or not whole.tables
    )
    tables = tuple(table for table in room.tables if table.number in mine)
    return replace(
        room,
        name=exercise_name(room.name, wing.name),
        tables=tables,
        umpires=seconded(ours, tables) if room.second_umpire else ours,
        wings=(),
        plates=wing.plates,
        assigned=tuple(
            each.model_copy(update={"rounds": (here,)})
            for each in room.assigned
            if (here := tuple(number for number in each.rounds[0] if number in mine))
        ),
    )


def exercise_name(event: str, wing: str) -> str:
    """Return the name of the exercise of a wing: the event, and its part."""
    return f"{event[: EXERCISE_CHARS_MAX - len(wing) - len(BETWEEN)].rstrip()}{BETWEEN}{wing}"


def wing_words(wing: WingRoom) -> str:
    """Return a line about a wing: its tables, and its address."""
    where = f" at {wing.host}" if wing.host else " on this machine"
    return f"{wing.name}: {tables_words(wing.tables)}{where}, port {wing.port}"


def tables_words(numbers: Sequence[int]) -> str:
    """Return text that names tables. A range is shown as its first and last table."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    said = ", ".join(f"{first}" if first == last else f"{first} to {last}" for first, last in runs)
    return f"{'table' if len(numbers) == 1 else 'tables'} {said}"
