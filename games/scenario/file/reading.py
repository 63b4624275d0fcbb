"""Reading: converts a text of an untrusted author into a sound scenario, or into a list of its mistakes. It performs no I/O."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json
from warcouncil.games.kit.game import Mistake
from warcouncil.games.kit.text.json_text import Twice, once
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.kit.text.toml_text import NotToml, parse_toml
from warcouncil.games.scenario.file.checks.soundness import faults
from warcouncil.games.scenario.file.text.faults import Path, Unsound
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.file.text.schema_errors import mistakes_of
from warcouncil.games.scenario.file.text.treatment import TreatedValues, treated_values
from warcouncil.games.scenario.file.text.vocabulary import FILE_BYTES_MAX, FORMAT

DEPTH_MAX = 10
"""How deep values may be nested. A sound scenario needs seven levels. Bounds memory."""
_SHORT = 2**53
"""The greatest number in a file. Programs in all languages keep integers exact up to it."""


@dataclass(frozen=True, slots=True)
class Treated:
    """A scenario in one of its treatments. `bare` has the place of each value in the file."""

    name: str
    title: str
    scenario: Scenario
    bare: TreatedValues

    def mistake(self, found: Mistake) -> Mistake:
        """Return a mistake of this treatment at its place in the file. Its text names the treatment."""
        return Mistake(self.bare.place(found.path), f"in treatment {self.name}: {found.said}")


@lru_cache(maxsize=64)
def read(text: str) -> Scenario:
    """Return the scenario that a text of TOML or JSON describes. None of its treatments is applied. Raises Unsound."""
    scenario = shaped(values(text))
    if found := faults(scenario):
        raise Unsound(found)
    if scenario.treatments:
        in_treatments(text)
    return scenario


@lru_cache(maxsize=64)
def in_treatments(text: str) -> tuple[Treated, ...]:
    """Return a sound scenario in each of its treatments. Raises Unsound with the mistakes of all treatments."""
    found = values(text)
    parts = shaped(found).treatments
    wrong: list[Mistake] = []
    made: list[Treated] = []
    for number, part in enumerate(parts):
        if any(part.name == other.name for other in parts[:number]):
            said = f"{part.name!r} is already used. Take another name"
            wrong.append(Mistake(("treatments", number, "name"), said))
        bare = treated_values(found, number)
        wrong += bare.faults
        if bare.faults:
            continue
        try:
            treated = Treated(part.name, part.title, shaped(bare.values), bare)
        except Unsound as unsound:
            said_of = f"in treatment {part.name}: "
            wrong += [Mistake(bare.place(each.path), said_of + each.said) for each in unsound.faults]
            continue
        wrong += [treated.mistake(each) for each in faults(treated.scenario)]
        made.append(treated)
    if wrong:
        raise Unsound(tuple(dict.fromkeys(wrong)))
    return tuple(made)


def read_as(text: str, treatment: str) -> Scenario:
    """Return a scenario in the treatment of this name.

    "" means the first one, or the file itself if it has none. The scenario has nothing of other treatments. Raises
    Unsound.
    """
    scenario = read(text)
    if not scenario.treatments and not treatment:
        return scenario
    made = {each.name: each.scenario for each in in_treatments(text)}
    if treatment and treatment not in made:
        raise Unsound((Mistake(("treatments",), no_treatment(treatment, made)),))
    return made[treatment] if treatment else next(iter(made.values()))


def no_treatment(name: str, known: Iterable[str]) -> str:
    """Return the message about a treatment that a file does not have."""
    said = unknown(f"there is no treatment {name!r}", name, names := [*known], "treatments are")
    return said if names else f"{said}: the file has no [[treatments]]"


def values(text: str) -> dict[str, Any]:
    """Return the bare values of a text. Raises Unsound if it cannot be parsed."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > FILE_BYTES_MAX:
        raise _alone(
            f"this has {size // 1024} KiB, and a scenario has at most {FILE_BYTES_MAX // 1024} KiB. Shorten it"
        )
    text = text.removeprefix("\ufeff")
    found = _json(text) if text.lstrip().startswith("{") else _toml(text)
    if fault := _odd(found):
        raise Unsound((fault,))
    return found


def shaped(found: Mapping[str, Any]) -> Scenario:
    """Return the scenario of these values. The meaning of its names is not checked yet. Raises Unsound."""
    given = found.get("format")
    if isinstance(given, int) and given > FORMAT:
        raise Unsound(
            (
                Mistake(
                    ("format",),
                    f"this file has format {given}, and this program reads formats up to {FORMAT}. Use a newer program",
                ),
            )
        )
    if "tables" in found and "teams" not in found:
        raise _alone("this is a plan, not a scenario: `warcouncil plan check` reads it")
    try:
        return Scenario.model_validate_json(to_json(found))
    except ValidationError as fault:
        raise Unsound(mistakes_of(fault.errors(include_url=False), found)) from None


def _alone(text: str, line: int = 1) -> Unsound:
    return Unsound((Mistake((), f"line {line}: {text}" if line > 1 else text),))


def _toml(text: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except NotToml as error:
        raise _alone(str(error), error.line) from None


def _json(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise _alone(f"this is not JSON, column {error.colno}", error.lineno) from None
    except RecursionError:
        raise _alone("this is nested too deeply") from None
    except Twice as twice:
        raise _alone(str(twice)) from None
    except ValueError:
        raise _alone("a number in this is too long") from None
    return found


def _odd(found: Any) -> Mistake | None:
    """Return the first value that no scenario can have under any key: a date, a huge number, half a character, or
    deep nesting."""
    waiting: list[tuple[Path, Any]] = [((), found)]
    while waiting:
        path, value = waiting.pop()
        if len(path) > DEPTH_MAX:
            return Mistake(path[:DEPTH_MAX], "this is nested too deeply")
        if text := _odd_value(value):
            return Mistake(path, text)
        if isinstance(value, dict):
            if bad := next((key for key in value if _odd_value(key)), None):
                return Mistake(path, f"a key of it is not possible: {_odd_value(bad)}")
            waiting += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, place), inner) for place, inner in enumerate(value)]
    return None


def _odd_value(value: Any) -> str:
    match value:
        case str():
            broken = any("\ud800" <= sign <= "\udfff" for sign in value)
            return "this text has a broken character. Write it again" if broken else ""
        case bool() | None | dict() | list():
            return ""
        case int() | float():
            return "" if -_SHORT <= value <= _SHORT else "this number is too large"
        case _:
            return f"{value} is a date or an hour. Write it in quotation marks"
