"""The faults in a plan. Each has one line that names the file and the line, and says how to correct it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from warcouncil.clients.plan.text.toml_lines import Path, line_of
from warcouncil.games.kit.text.phrases import capital
from warcouncil.games.kit.text.suggestions import allowed, unknown, wanted

_BRANCHES = ("int", "str", "function-after[_moment(), union[int,str]]")
"""The names that pydantic gives to the types that a key allows."""
NO_CSV = (
    "from here on, this cannot be read as CSV. Is a quotation mark not closed? Save the file again"
    " from the spreadsheet"
)

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault or hint."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}: line {self.line}: {self.text}"


class Faults:
    """Collects the faults of one file."""

    def __init__(self, file: str, lines: Mapping[Path, int]) -> None:
        self.file = file
        self.found: list[Fault] = []
        self.hints: list[Fault] = []
        self._lines = lines

    def add(self, path: Path, text: str) -> None:
        """Record a fault at a value."""
        self.found.append(Fault(self.file, line_of(self._lines, path), text))

    def hint(self, path: Path, text: str) -> None:
        """Record a hint. The value is valid, but the author may have meant another one."""
        self.hints.append(Fault(self.file, line_of(self._lines, path), text))

    def read(self, part: type[M], value: Any, path: Path) -> tuple[M | None, frozenset[str]]:
        """Read a part of the file and record all its faults. Return the rest of the part and the wrong keys.

        The rest is checked too, so that a fault in one key hides no other fault.
        """
        try:
            return part.model_validate(value), frozenset()
        except ValidationError as fault:
            places: dict[Path, None] = {}
            said: dict[tuple[Path, str], None] = {}
            for error in fault.errors():
                place = tuple(step for step in error["loc"] if step not in _BRANCHES)
                said[place, _said(part, error, place)] = None
                places[place] = None
            for place, text in said:
                self.add((*path, *place), text)
        left = _without(value, places)
        try:
            return part.model_validate(left), frozenset(str(place[0]) for place in places if place)
        except ValidationError:
            return None, frozenset()


def _without(value: Any, places: Iterable[Path]) -> Any:
    """Return a mapping without the values at these places. A list with a wrong item is removed as a whole."""
    if not isinstance(value, dict):
        return value
    left = {key: dict(inner) if isinstance(inner, dict) else inner for key, inner in value.items()}
    for place in places:
        match place:
            case (str(key), str(inner), *_) if isinstance(left.get(key), dict):
                left[key].pop(inner, None)
            case (str(key), *_):
                left.pop(key, None)
            case _:
                pass
    return left


def _said(part: type[BaseModel], error: ErrorDetails, place: Path) -> str:
    owner, field = _field(part, place)
    name = ".".join(str(step) for step in place if isinstance(step, str))
    known = owner.model_fields
    match error["type"]:
        case "extra_forbidden":
            return unknown(f"there is no key {name!r}", str(place[-1]), known, "keys are")
        case "missing":
            return f"{name} is missing. Give {_takes(field)}"
        case _ if isinstance(error["input"], date | time):
            return f'{name}: write a time or date in quotation marks, as in {place[-1]} = "{error["input"]}"'
        case "list_type" | "tuple_type" if isinstance(error["input"], dict):
            return f"{name}: write [[{name}]] with two brackets, once for each"
        case "value_error":
            return f"{name}: {_short(error['input'])} is not valid. {capital(wanted(error))}"
        case "model_type":
            return f"{name or 'this'}: write a mapping with the keys {', '.join(known)}"
        case _:
            takes = f"give {_takes(field)}" if len(place) == 1 else wanted(error)
            return f"{name}: {_short(error['input'])} is not valid. {capital(takes)}"


def _field(part: type[BaseModel], place: Path) -> tuple[type[BaseModel], FieldInfo | None]:
    """Return the field that contains a place, and the part that has this field."""
    field: FieldInfo | None = None
    for step in place:
        if isinstance(step, int) or step not in part.model_fields:
            continue
        field = part.model_fields[step]
        inner = field.annotation
        for kind in (inner, *getattr(inner, "__args__", ())):
            if isinstance(kind, type) and issubclass(kind, BaseModel) and step != place[-1]:
                part = kind
    return part, field


def _takes(field: FieldInfo | None) -> str:
    return allowed(field).removesuffix(" or null") if field else "a value"


def _short(value: object) -> str:
    if isinstance(value, date | time):
        return f"a time or date without quotation marks ({value})"
    text = repr(value) if not isinstance(value, str) else f'"{value}"'
    return text if len(text) <= 60 else f"{text[:57]}..."
