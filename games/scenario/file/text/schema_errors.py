"""Schema errors in plain words: messages about the parts of a text that do not fit the form of a scenario."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from warcouncil.games.kit.game import Mistake
from warcouncil.games.kit.text.phrases import capital
from warcouncil.games.kit.text.suggestions import allowed, unknown, wanted
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.phase import (
    AnyPhase,
    ArgumentPhase,
    CellPhase,
    QuestionnairePhase,
    QuestionPhase,
    TalkPhase,
    TreatyPhase,
    VotePhase,
)
from warcouncil.games.scenario.file.text.scenario import Scenario

KINDS: Mapping[str, type[AnyPhase]] = {
    "talk": TalkPhase,
    "questions": QuestionPhase,
    "cell": CellPhase,
    "argument": ArgumentPhase,
    "vote": VotePhase,
    "treaty": TreatyPhase,
    "questionnaire": QuestionnairePhase,
}
"""The kinds of phases."""
_BAD_NAME = "A name has small letters, digits and _, and begins with a letter"


def mistakes_of(errors: Sequence[ErrorDetails], found: Any) -> tuple[Mistake, ...]:
    """Return a mistake for each fault that pydantic has found, each once."""
    by_place: dict[Path, list[ErrorDetails]] = {}
    for error in errors:
        by_place.setdefault(_place(error, found), []).append(error)
    around = {place[:steps] for place in by_place for steps in range(len(place))}
    inner = [place for place in by_place if place not in around]
    meant = {_meant(place, by_place[place], found) for place in inner}
    return tuple(
        Mistake(place, _said(place, by_place[place], found)) for place in inner if place not in meant
    )


def _meant(place: Path, errors: Sequence[ErrorDetails], found: Any) -> Path:
    """Return the key that was probably meant by an unknown key. That key is then not reported as missing."""
    if errors[-1]["type"] != "extra_forbidden":
        return ()
    near = get_close_matches(str(place[-1]), _part(place, found)[0].model_fields, n=1)
    return (*place[:-1], *near) if near else ()


def _place(error: ErrorDetails, found: Any) -> Path:
    """Return the path to a value without the names that pydantic gives to the branches of a type."""
    place: Path = ()
    at: Any = found
    tag_passed = False
    for number, step in enumerate(error["loc"]):
        last = number == len(error["loc"]) - 1
        if len(place) == 2 and place[0] == "phases" and not tag_passed and step in KINDS:
            tag_passed = True
        elif step in _keys(at):
            place, at = (*place, step), at[step]
        elif last and error["type"] == "missing":
            place = (*place, step)
    return place


def _keys(value: Any) -> Container[str | int]:
    match value:
        case dict():
            return value
        case list():
            return range(len(value))
        case _:
            return ()


def _said(place: Path, errors: Sequence[ErrorDetails], found: Any) -> str:
    error = errors[-1]
    part, field = _part(place, found)
    name = str(place[-1]) if place and isinstance(place[-1], str) else "this"
    match error["type"]:
        case "extra_forbidden":
            return _no_key(name, part, _value(place[:-1], found))
        case "missing":
            return f"{name} is missing: {field.description}" if field else f"{name} is missing"
        case "union_tag_invalid":
            return unknown(
                f"there is no kind {error['ctx']['tag']!r}", error["ctx"]["tag"], KINDS, "kinds are"
            )
        case "union_tag_not_found":
            return f"kind is missing. Kinds are {', '.join(KINDS)}"
        case "model_type" | "model_attributes_type":
            models = tuple(_models(field.annotation)) if field else ()
            return (
                f"write a mapping with the keys {', '.join(models[0].model_fields)}"
                if models
                else "write a mapping"
            )
        case _:
            return _will_not_do(name, field if isinstance(place[-1], str) else None, errors)


def _no_key(name: str, part: type[BaseModel], around: Any) -> str:
    if issubclass(part, AnyPhase):
        others = [kind for kind, model in KINDS.items() if name in model.model_fields]
        if others:
            return f"a phase of kind {around['kind']} cannot have {name!r}. Only {' and '.join(others)} can"
    return unknown(f"there is no key {name!r}", name, part.model_fields, "keys are")


def _will_not_do(name: str, field: FieldInfo | None, errors: Sequence[ErrorDetails]) -> str:
    error = errors[-1]
    given = error["input"]
    if error["type"] == "string_pattern_mismatch":
        return f"{name}: {_short(given)} is not possible. {_BAD_NAME}"
    if "too_long" in error["type"] and len(errors) == 1:
        size = error["ctx"].get("actual_length") or len(given)
        unit = "letters" if isinstance(given, str) else "items"
        return f"{name} has {size} {unit}. The limit is {error['ctx']['max_length']}"
    words = _words(field.annotation) if field else ()
    if isinstance(given, str) and words:
        return unknown(f"{name}: {_short(given)} is not possible", given, words, _kinds(words, field))
    if len(errors) > 1 and field:
        return f"{name}: {_short(given)} is not possible. Give {allowed(field)}"
    if error["type"] == "tuple_type":
        return f"{name}: {_short(given)} is not possible. Give a list in [ ]"
    return f"{name}: {_short(given)} is not possible. {capital(wanted(error))}"


def _kinds(words: tuple[str, ...], field: FieldInfo | None) -> str:
    more = [part for part in get_args(field.annotation) if part is not type(None)] if field else []
    if any(getattr(part, "__origin__", None) is dict for part in more):
        return "give a mapping of names to lists, or one of"
    if any(getattr(part, "__origin__", None) is tuple for part in more):
        return "give a list in [ ], or one of" if len(words) > 1 else "give a list in [ ], or"
    return "give one of" if len(words) > 1 else "give"


def _words(hint: Any) -> tuple[str, ...]:
    """Return the words that a type allows, at any depth."""
    if getattr(hint, "__origin__", None) in (tuple, list, dict):
        return ()
    return tuple(
        word for part in get_args(hint) for word in ((part,) if isinstance(part, str) else _words(part))
    )


def _value(place: Path, found: Any) -> Any:
    for step in place:
        found = found[step]
    return found


def _part(place: Path, found: Any) -> tuple[type[BaseModel], FieldInfo | None]:
    """Return the model of the part that has the last key of a path, and the field of that key."""
    part: type[BaseModel] = Scenario
    field: FieldInfo | None = None
    for at, step in enumerate(place):
        if isinstance(step, int):
            continue
        field = part.model_fields.get(step)
        if field is None or at == len(place) - 1:
            break
        models = tuple(_models(field.annotation))
        if models:
            around = place[: at + 2]
            part = models[0] if len(models) == 1 else KINDS.get(_kind(around, found), AnyPhase)
    return part, field


def _kind(place: Path, found: Any) -> str:
    phase = _value(place, found) if len(place) == 2 and isinstance(place[1], int) else None
    return str(phase.get("kind")) if isinstance(phase, dict) else ""


def _models(hint: Any) -> Iterator[type[BaseModel]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        yield hint
    for part in get_args(hint):
        yield from _models(part)


def _short(value: object) -> str:
    text = repr(value) if not isinstance(value, str) else f'"{value}"'
    return text if len(text) <= 60 else f"{text[:57]}..."
