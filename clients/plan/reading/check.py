"""Checks a plan: returns every fault with its line or, if there are none, the room that the plan describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any, Literal

from pydantic import BaseModel
from warcouncil.clients.plan.reading.inject_sheet import InjectSheet, read_sheet
from warcouncil.clients.plan.reading.injects import read_injects
from warcouncil.clients.plan.reading.layout import (
    InjectRoom,
    RoomPlan,
    TableRoom,
    UmpireCode,
    WebWish,
    seat_people,
    seconded,
    table_called,
)
from warcouncil.clients.plan.reading.played import no_plan
from warcouncil.clients.plan.reading.rounds import assign
from warcouncil.clients.plan.reading.standbys import STANDBYS_MAX, standby_fault
from warcouncil.clients.plan.reading.tables import Certainty, Tables, check_lockstep, numbers_of, read_tables
from warcouncil.clients.plan.reading.wings import check_event, read_wings
from warcouncil.clients.plan.text.mistakes import Fault, Faults
from warcouncil.clients.plan.text.model import (
    ExercisePart,
    InjectPart,
    PersonPart,
    PlanFile,
    TablesPart,
    UmpirePart,
    WingPart,
)
from warcouncil.clients.plan.text.option_text import BadInput, read_text
from warcouncil.clients.plan.text.roster import Person, read_roster
from warcouncil.clients.plan.text.toml_lines import Path, line_of, lines_of
from warcouncil.clients.plan.text.toml_syntax import parsed
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.commandline import command
from warcouncil.protocol.words import NAME_CHARS_MAX, clean

ITEMS_MAX = 10_000
"""How many parts of one kind a plan can have. 400 tables of 20 seats have 8,000 people. Bounds the time of a check."""
_LISTS: dict[str, type[BaseModel]] = {
    "tables": TablesPart,
    "people": PersonPart,
    "umpires": UmpirePart,
    "injects": InjectPart,
    "wings": WingPart,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check. `room` is None if there are faults. A hint is something that the author should check."""

    faults: tuple[Fault, ...]
    hints: tuple[Fault, ...]
    room: RoomPlan | None


def check_file(file: File, injects: File | None = None) -> Checked:
    """Check a plan file.

    `injects` is a CSV file that replaces the injects of the plan. Raises BadInput if the plan cannot be read
    at all.
    """
    return check(read_text(str(file)), file, injects)


def room_in(file: File) -> RoomPlan:
    """Return the room that a plan file describes.

    Raises BadInput with the first fault and how many there are.
    """
    checked = check_file(file)
    if checked.room is None:
        more = len(checked.faults) - 1
        rest = f" (and {more} more; `{command('plan', 'check', file)}` lists them)" if more else ""
        raise BadInput(f"{checked.faults[0]}{rest}")
    return checked.room


def check(text: str, file: File, injects: File | None = None) -> Checked:
    """Check the text of a plan. `file` is its path, and `injects` is explained at `check_file`."""
    data = parsed(text, str(file))
    if isinstance(data, Fault):
        return Checked((data,), (), None)
    if other := no_plan(data, file):
        return Checked((other,), (), None)
    reader = _Reader(data, file, lines_of(text))
    reader.injects_file = injects
    room = reader.room()
    found = reader.faults.found + reader.elsewhere
    faults = sorted(found, key=lambda fault: (fault.file != str(file), fault.file, fault.line))
    hints = tuple(reader.faults.hints + reader.aside)
    return Checked(tuple(faults), hints, None if faults else room)


def _bots_alone(room: TableRoom) -> bool:
    return bool(room.seats) and not room.open and not room.people


class _Reader:
    """One pass over the values of a file. `elsewhere` has the faults, and `aside` the hints, in other files."""

    def __init__(self, data: dict[str, Any], file: File, lines: Mapping[Path, int]) -> None:
        self.faults = Faults(str(file), lines)
        self.elsewhere: list[Fault] = []
        self.aside: list[Fault] = []
        self.injects_file: File | None = None
        """The CSV file whose injects replace those of the plan."""
        self._data = data
        self._file = file
        self._lines = lines

    def room(self) -> RoomPlan:
        """Read everything and record every fault."""
        known = PlanFile.model_fields
        for key in self._data:
            if key not in known:
                self.faults.add((key,), unknown(f"there is no part {key!r}", key, known, "parts are"))
        exercise = self._exercise()
        if not self._data.get("tables"):
            self.faults.add((), 'there is no table. Write [[tables]] and below it: game = "kartenspiel"')
        tables = read_tables(self._items("tables"), self.faults, self._file.parent)
        check_lockstep(exercise.lockstep, tables, self.faults)
        wings = read_wings(self._items("wings"), tables, self.faults)
        check_event(exercise, wings, self.faults)
        mistakes = len(self.faults.found + self.elsewhere)
        people = self._people(exercise)
        self._seat(people, tables, exercise)
        seated = tables.sure is Certainty.SEATS and len(self.faults.found + self.elsewhere) == mistakes
        for path, part in tables.parts.items():
            rooms = tables.made_by(path)
            if part.empty == "bots":
                for room in rooms:
                    room.fill()
            if not seated:
                continue  # A person with a fault, or without a place yet, may sit there
            for caution in dict.fromkeys(said for room in rooms for said in room.cautions):
                self.faults.hint(path, caution)
            if (
                part.empty != "bots"
                and people
                and exercise.start in ("linked", "ready")
                and any(room.open for room in rooms)
            ):
                said = (
                    "some seats here have no name. Such a table begins when its seats are taken, or"
                    " when an umpire begins it"
                )
                self.faults.hint(path, said)
            if exercise.start != "umpire" and any(_bots_alone(room) for room in rooms):
                said = (
                    "bots play every seat of such a table, so it begins as soon as it is hosted."
                    ' Name people, or write start = "umpire"'
                )
                self.faults.hint(path, said)
        assigned = assign(tables, exercise, wings, self.faults)
        return RoomPlan(
            name=clean(exercise.name, 60) or self._file.stem,
            start=exercise.start,
            grace_ms=round(exercise.grace_seconds * 1000),
            tables=(*tables.rooms, *tables.later),
            umpires=self._umpires(tables, exercise),
            injects=self._injects(tables, exercise),
            lockstep=tuple(exercise.lockstep),
            second_umpire=exercise.second_umpire,
            crews=exercise.crews,
            claim_seconds=exercise.claim_seconds,
            names=exercise.names,
            hints=exercise.hints,
            chance=self._chance(exercise, tables.rooms),
            web=self._web(exercise),
            wings=wings,
            standby=self._standby(exercise),
            assigned=assigned,
        )

    def _standby(self, exercise: ExercisePart) -> tuple[str, ...]:
        """Return the addresses of standbys."""
        for number, text in enumerate(exercise.standby):
            if fault := standby_fault(text):
                self.faults.add(("exercise", "standby", number), fault)
        if len(exercise.standby) > STANDBYS_MAX:
            self.faults.add(
                ("exercise", "standby"),
                f"cards have room for at most {STANDBYS_MAX} addresses. Take some out",
            )
        return tuple(exercise.standby)

    def _web(self, exercise: ExercisePart) -> WebWish | None:
        """Return the settings for browsers. Return None if there are none."""
        for key in ("web_port", "web_cert", "web_key"):
            if getattr(exercise, key) and not exercise.web:
                self.faults.add(("exercise", key), f"{key} is for browsers. Write web = true too")
        files = {key: getattr(exercise, key) for key in ("web_cert", "web_key")}
        for key, name in files.items():
            if name and not (self._file.parent / name).is_file():
                self.faults.add(("exercise", key), f"{name!r}: this file is not beside the plan")
        if bool(files["web_cert"]) != bool(files["web_key"]):
            there, missing = sorted(files, key=lambda key: not files[key])
            self.faults.add(("exercise", there), f"a certificate needs its key. Write {missing} too")
        if not exercise.web:
            return None
        cert, key_file = (self._file.parent / name if name else None for name in files.values())
        return WebWish(exercise.web_port, cert, key_file)

    def _chance(self, exercise: ExercisePart, rooms: list[TableRoom]) -> Literal["all", "host"]:
        """Return who makes the tables' seeds. It is all parties, if there are people and the start waits for them."""
        if exercise.chance == "all" and exercise.start == "now":
            said = (
                'with start = "now" no player has joined who could help to make the seed. Use another start, '
                'or chance = "host"'
            )
            self.faults.add(("exercise", "chance"), said)
        people = any(seat.id not in room.bots for room in rooms for seat in room.seats)
        return exercise.chance or ("all" if people and exercise.start != "now" else "host")

    def _exercise(self) -> ExercisePart:
        raw = self._data.get("exercise", {})
        part, _ = self.faults.read(ExercisePart, raw, ("exercise",))
        return part or ExercisePart()

    def _items(self, name: str) -> Iterator[tuple[Path, dict[str, Any]]]:
        """Yield the items of a list of parts, each with its path."""
        raw = self._data.get(name, [])
        if not isinstance(raw, list):
            self.faults.add((name,), f"write [[{name}]], with two brackets: there may be several")
            return
        if len(raw) > ITEMS_MAX:
            self.faults.add(
                (name,), f"[[{name}]] is there {len(raw)} times. Write it at most {ITEMS_MAX} times"
            )
        for place, item in enumerate(raw[:ITEMS_MAX]):
            if isinstance(item, dict):
                yield (name, place), item
            else:
                keys = ", ".join(_LISTS[name].model_fields)
                self.faults.add((name, place), f"write [[{name}]] and below it its keys: {keys}")

    # --- people ---------------------------------------------------------------------------------------------------

    def _people(self, exercise: ExercisePart) -> list[Person]:
        people: list[Person] = []
        for path, raw in self._items("people"):
            part, wrong = self.faults.read(PersonPart, raw, path)
            name = clean(part.name, NAME_CHARS_MAX) if part else ""
            if part and not name:
                self.faults.add((*path, "name"), "this name has no visible characters. Write it with letters")
            elif part and not wrong & {"table", "seat"}:
                line = line_of(self._lines, path)
                people.append(Person(name, part.table, part.seat, str(self._file), line))
        if exercise.roster:
            people += self._roster(exercise.roster)
        seen: dict[str, Person] = {}
        for person in people:
            if first := seen.get(person.name):
                said = (
                    f"{person.name} is also in {first.file} on line {first.line}. If these are two"
                    " people, ignore this"
                )
                self.aside.append(Fault(person.file, person.line, said))
            seen.setdefault(person.name, person)
        return people

    def _roster(self, name: str) -> tuple[Person, ...]:
        where = self._file.parent / name
        try:
            roster = read_roster(read_text(str(where)), str(where))
        except BadInput as fault:
            self.faults.add(("exercise", "roster"), str(fault))
            return ()
        self.elsewhere += roster.faults
        self.aside += roster.hints
        return roster.people

    def _seat(self, people: list[Person], tables: Tables, exercise: ExercisePart) -> None:
        if tables.sure is Certainty.SEATS:
            refused = seat_people(people, tables.rooms, crews=exercise.crews)
        elif tables.sure is Certainty.NUMBERS:
            wanted = [(one, table_called(one.table, tables.rooms)) for one in people if one.table is not None]
            refused = [(one, f"{one.name}: {said}") for one, said in wanted if isinstance(said, str)]
        else:
            refused = []
        self.elsewhere += [Fault(person.file, person.line, why) for person, why in refused]

    # --- the rest -------------------------------------------------------------------------------------------------

    def _umpires(self, tables: Tables, exercise: ExercisePart) -> tuple[UmpireCode, ...]:
        codes: list[UmpireCode] = []
        for path, raw in self._items("umpires"):
            part, wrong = self.faults.read(UmpirePart, raw, path)
            if part is None or "tables" in wrong:
                continue
            numbers = numbers_of(path, part.tables, tables, self.faults)
            if part.role == "director" and part.tables:
                self.faults.add(
                    (*path, "tables"), 'a director has all tables. For some tables, write role = "umpire"'
                )
            if part.role == "umpire" and not part.tables:
                self.faults.add(path, 'an umpire needs tables. Name them, or write role = "director" for all')
            codes += [UmpireCode(part.role, numbers)] * part.count
        if not any(code.role == "director" for code in codes):
            codes.insert(0, UmpireCode("director"))
        return seconded(codes, [*tables.rooms, *tables.later]) if exercise.second_umpire else tuple(codes)

    def _injects(self, tables: Tables, exercise: ExercisePart) -> tuple[InjectRoom, ...]:
        """Read the injects of the plan or of a spreadsheet.

        Raises BadInput if a spreadsheet from the command line cannot be read.
        """
        if self.injects_file is not None:
            return self._sheet(read_sheet(self.injects_file), str(self.injects_file), tables)
        if not exercise.injects:
            return read_injects(self._items("injects"), tables, self.faults, self._lines)
        if self._data.get("injects"):
            said = (
                "this list and [[injects]] are both given, so each inject would come twice. Take one"
                " of the two lists out"
            )
            self.faults.add(("exercise", "injects"), said)
        where = self._file.parent / exercise.injects
        try:
            return self._sheet(read_sheet(where), str(where), tables)
        except BadInput as fault:
            self.faults.add(("exercise", "injects"), str(fault))
            return ()

    def _sheet(self, sheet: InjectSheet, file: str, tables: Tables) -> tuple[InjectRoom, ...]:
        lines: dict[Path, int] = {("injects", place): row for place, (row, _) in enumerate(sheet.rows)}
        faults = Faults(file, lines)
        injects = read_injects(zip(lines, [raw for _, raw in sheet.rows], strict=True), tables, faults, lines)
        self.elsewhere += sheet.faults + faults.found
        self.aside += sheet.hints + faults.hints
        return injects
