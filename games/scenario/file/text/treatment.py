"""Treatments: variants of one scenario for an experiment. Each table plays one of them.

A treatment repeats the entries of the file that it changes, with their names and only the changed keys. So it is
applied to the bare values of the file, and the result is an ordinary scenario.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field
from warcouncil.games.kit.game import Mistake
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.vocabulary import (
    DOCUMENTS_MAX,
    ENDINGS_MAX,
    INJECTS_MAX,
    NUMBERS_MAX,
    PHASES_MAX,
    ROUNDS_MAX,
    SEATS_MAX,
    TEAMS_MAX,
    Id,
    Line,
    Page,
    Paper,
    ScenarioPart,
    SeatName,
    Title,
)

Entry = dict[str, Any]
"""An entry of a list of the file: its name, and the keys that differ."""
LISTS = ("teams", "seats", "numbers", "draws", "documents", "phases", "endings", "injects")
"""The lists whose entries a treatment can change, by name."""
RULES = ("follows", "tables")
"""The lists of a phase that hold its rules."""
OWN_KEYS = ("name", "title", "about", "without")
"""The keys that describe a treatment. All others are changes of the file."""


class WithoutPart(ScenarioPart):
    """The names of the parts of the file that a treatment leaves out."""

    phases: tuple[str, ...] = Field((), description="The phases that are not played.")
    documents: tuple[str, ...] = Field((), description="The documents that do not exist.")
    injects: tuple[str, ...] = Field((), description="The messages that do not come.")
    rules: tuple[str, ...] = Field((), description="The rules and tables of phases that do not apply.")


class TreatedTeam(ScenarioPart):
    """A team in a treatment. Its texts can differ. Sides and seats are the same in all treatments."""

    name: Id = Field(description="Its name.")
    about: Paper | None = Field(None, description="Another text that everyone reads.")
    brief: Page | None = Field(None, description="Another brief.")


class TreatedSeat(ScenarioPart):
    """A seat in a treatment. Its brief can differ."""

    name: SeatName = Field(description="Its name.")
    brief: Page | None = Field(None, description="Another brief.")


class TreatmentPart(ScenarioPart):
    """[[treatments]]: a variant of the exercise for an experiment. Each table plays one treatment. Players do not see its name, and do not see other treatments."""

    name: Id = Field(description="Its name in plans and exported tables, such as `deadline`.")
    title: Title = Field(description="The name that instructors read in reports. Players do not see it.")
    about: Line = Field("", description="The differences of this treatment, for the instructor.")
    without: WithoutPart | None = Field(
        None,
        description="The parts that it leaves out. It has the keys `phases`, `documents`, `injects` and `rules`, each with a list of names.",
    )
    situation: Paper | None = Field(None, description="Another situation.")
    wins: Line | None = Field(None, description="Another sentence about how a side wins.")
    rounds: Annotated[int, Field(ge=1, le=ROUNDS_MAX)] | None = Field(
        None, description="Another number of rounds."
    )
    minutes: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        None, description="Another length in minutes."
    )
    teams: Annotated[tuple[TreatedTeam, ...], Field(max_length=TEAMS_MAX)] = Field(
        (), description="Teams, each with its name and another `about` or `brief`."
    )
    seats: Annotated[tuple[TreatedSeat, ...], Field(max_length=SEATS_MAX)] = Field(
        (), description="Seats, each with its name and another `brief`."
    )
    numbers: Annotated[tuple[Entry, ...], Field(max_length=NUMBERS_MAX)] = Field(
        (), description="Numbers, each with its name and the keys that differ."
    )
    draws: Annotated[tuple[Entry, ...], Field(max_length=NUMBERS_MAX)] = Field(
        (), description="Lists of values, each with its name and other values."
    )
    documents: Annotated[tuple[Entry, ...], Field(max_length=DOCUMENTS_MAX)] = Field(
        (), description="Documents, each with its name and the keys that differ."
    )
    phases: Annotated[tuple[Entry, ...], Field(max_length=PHASES_MAX)] = Field(
        (),
        description="Phases, each with its name and the keys that differ. Their questions and rules can differ too.",
    )
    endings: Annotated[tuple[Entry, ...], Field(max_length=ENDINGS_MAX)] = Field(
        (), description="Endings, each with its name and the keys that differ."
    )
    injects: Annotated[tuple[Entry, ...], Field(max_length=INJECTS_MAX)] = Field(
        (), description="Messages that have a name, each with the keys that differ."
    )
    scores: Entry = Field(
        {},
        description="Keys of `[scores]` that differ. Write a list in full, not only the entries that differ.",
    )
    map: Entry = Field(
        {},
        description="Keys of `[map]` that differ. Write places and pieces with their names and the keys that differ.",
    )


@dataclass(slots=True)
class TreatedValues:
    """The bare values of a file in one treatment, and the place of each in the file.

    `origins` has only the values whose place differs. `faults` are names that the file does not have.
    """

    values: dict[str, Any]
    origins: dict[Path, Path] = field(default_factory=dict)
    faults: list[Mistake] = field(default_factory=list)

    def place(self, path: Path) -> Path:
        """Return the place in the file of a value in this treatment."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.origins:
                return (*self.origins[path[:length]], *path[length:])
        return path

    def fault(self, path: Path, among: str, name: object, known: Iterable[str]) -> None:
        """Record a name that the file does not have. `among` says what has such names, such as "phases"."""
        names = [*known]
        said = unknown(f"there is no {name!r} among the {among}", str(name), names, "names are")
        self.faults.append(Mistake(path, said if names else f"{said}: the file has none with a name"))


def treated_values(found: Mapping[str, Any], number: int) -> TreatedValues:
    """Return the values of a file in the treatment at this place of its list. The file has the form of a scenario."""
    own: Mapping[str, Any] = found["treatments"][number]
    made = TreatedValues(deepcopy({key: value for key, value in found.items() if key != "treatments"}))
    at: Path = ("treatments", number)
    _leave_out(made, own.get("without") or {}, (*at, "without"))
    for key, value in own.items():
        if key in OWN_KEYS:
            continue
        if key in LISTS:
            _by_name(made, made.values.setdefault(key, []), value, (key,), (*at, key))
        else:
            _put(made, made.values, value, (key,), (*at, key))
    return made


def _leave_out(made: TreatedValues, without: Mapping[str, Any], at: Path) -> None:
    rules: list[str] = [*without.get("rules", ())]
    known: list[str] = []
    for key in ("phases", "documents", "injects"):
        named: list[str] = [*without.get(key, ())]
        listed: list[Entry] = made.values.get(key, [])
        for place, name in enumerate(named):
            if all(entry.get("name") != name for entry in listed):
                made.fault((*at, key, place), key, name, _names(listed))
        if named:
            made.values[key] = _kept(made, listed, named, (key,), (key,))
    for number, phase in enumerate(made.values.get("phases", ())):
        before = made.place(("phases", number))
        for key in RULES:
            listed = phase.get(key, [])
            known += _names(listed)
            if rules and listed:
                phase[key] = _kept(made, listed, rules, ("phases", number, key), (*before, key))
    for place, name in enumerate(rules):
        if name not in known:
            made.fault((*at, "rules", place), "rules", name, known)


def _kept(
    made: TreatedValues, listed: list[Entry], named: list[str], path: Path, before: Path
) -> list[Entry]:
    """Return the entries of a list that stay, and record their former places."""
    stay = [(place, entry) for place, entry in enumerate(listed) if entry.get("name") not in named]
    for now, (place, _) in enumerate(stay):
        made.origins[*path, now] = (*before, place)
    return [entry for _, entry in stay]


def _by_name(made: TreatedValues, listed: list[Any], changed: list[Any], path: Path, at: Path) -> None:
    places = {entry.get("name"): place for place, entry in enumerate(listed) if isinstance(entry, dict)}
    for number, entry in enumerate(changed):
        name = entry.get("name")
        if name not in places:
            among = str(path[-1]) if path[-1] != "follows" else "rules"
            made.fault((*at, number), among, name, _names(listed))
            continue
        place = places[name]
        for key, value in entry.items():
            if key != "name":
                _put(made, listed[place], value, (*path, place, key), (*at, number, key))


def _put(made: TreatedValues, into: dict[str, Any], value: Any, path: Path, at: Path) -> None:
    """Put a changed value in its place. A mapping changes only its own keys, and a list of named entries only these."""
    key = str(path[-1])
    old = into.get(key)
    if isinstance(old, dict) and isinstance(value, dict):
        for inner, each in value.items():
            _put(made, old, each, (*path, inner), (*at, inner))
    elif isinstance(old, list) and _is_named(old) and _is_named(value):
        _by_name(made, old, value, path, at)
    else:
        into[key] = deepcopy(value)
        made.origins[path] = at


def _is_named(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, dict) and "name" in entry for entry in value)
    )


def _names(listed: Iterable[Any]) -> list[str]:
    return [str(entry["name"]) for entry in listed if isinstance(entry, dict) and "name" in entry]
