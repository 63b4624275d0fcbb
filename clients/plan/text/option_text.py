"""Options of a game from the command line: `key=value` pairs and deal files.

Each error explains how to correct the input.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import ErrorDetails
from warcouncil.clients.link.base.bounded_files import MB, read_bounded
from warcouncil.clients.link.base.os_errors import why
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.text.json_text import Twice, once
from warcouncil.games.kit.text.phrases import capital
from warcouncil.games.kit.text.suggestions import allowed, unknown, wanted

_BRANCHES = frozenset({"str", "int", "float", "bool", "none", "constrained-int", "constrained-str"})
"""The names that pydantic gives to the branches of a type that allows several kinds of value."""


class BadInput(Exception):
    """A person's input cannot be used.

    The text is one line: what is wrong, where, and how to correct it.
    """


TEXT_BYTES_MAX = 4 * MB
"""The largest plan, roster, scenario or JSON file. Known files have at most a tenth of this size."""


def read_text(file: str) -> str:
    """Return the text of a file. Raises BadInput."""
    try:
        return (
            read_bounded(Path(file), TEXT_BYTES_MAX)
            .decode("utf-8-sig")
            .replace("\r\n", "\n")
            .replace("\r", "\n")
        )
    except UnicodeDecodeError:
        raise BadInput(
            f"{file}: this is not a text file in UTF-8. Save it again as UTF-8 (in a spreadsheet:"
            " “CSV UTF-8”)"
        ) from None
    except OSError as fault:
        raise BadInput(f"{file}: the file cannot be read ({why(fault)})") from None


def separator_mark(separator: str) -> str:
    """Return the sign between the cells of CSV that an option names. Raises BadInput."""
    mark = {"tab": "\t"}.get(separator, separator)
    if mark not in (",", ";", "\t"):
        raise BadInput(f"--separator {separator}: give , or ; or tab")
    return mark


def read_piped(source: str) -> tuple[str, str]:
    """Return the text of a file, or of standard input (-), and its name. Raises BadInput."""
    if source != "-":
        return read_text(source), source
    name = "standard input"
    try:
        text = sys.stdin.read(TEXT_BYTES_MAX + 1)
        if len(text) > TEXT_BYTES_MAX:
            raise BadInput(f"{name}: this is too long. The limit is {TEXT_BYTES_MAX // MB} MB")
        return text.removeprefix("\ufeff"), name
    except UnicodeDecodeError:
        raise BadInput(f"{name}: this is not text in UTF-8") from None


def parse_json(text: str, where: str, *, one_line: bool = False) -> JsonValue:
    """Parse JSON.

    Raises BadInput with the place of the fault. With `one_line`, `where` already contains the line.
    """
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as fault:
        at = f", column {fault.colno}" if one_line else f": line {fault.lineno}, column {fault.colno}"
        raise BadInput(f"{where}{at}: this is not JSON") from None
    except RecursionError:
        raise BadInput(f"{where}: this JSON is nested too deeply") from None
    except Twice as fault:
        raise BadInput(f"{where}: {fault}") from None
    except ValueError:
        raise BadInput(f"{where}: a number in this JSON is too long") from None
    return value


def parse_settings(pairs: Sequence[str]) -> dict[str, JsonValue]:
    """Parse `key=value` pairs.

    A value is JSON if it can be parsed as JSON, and text otherwise. `@file` loads a JSON file.

    `key.name=value` sets one name inside a mapping. Raises BadInput.
    """
    settings: dict[str, JsonValue] = {}
    for pair in pairs:
        path, equals, text = pair.partition("=")
        if not equals or not path:
            raise BadInput(f"--set {pair}: write it as key=value")
        key, dot, inner = path.partition(".")
        where = settings
        if dot:
            mapping = settings.setdefault(key, {})
            if not isinstance(mapping, dict) or not inner:
                raise BadInput(f"--set {pair}: {key!r} was already set as a whole. Set it once")
            key, where = inner, mapping
        if key in where:
            raise BadInput(f"--set {pair}: {path!r} is set twice. Set it once")
        where[key] = _value(path, text)
    return settings


def _value(path: str, text: str) -> JsonValue:
    if text.startswith("@"):
        return parse_json(read_text(text[1:]), f"--set {path}: {text[1:]}")
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError):  # A number with thousands of digits raises ValueError too
        return text
    return value


def parse_deal(text: str, file: str) -> dict[str, JsonValue]:
    """Parse a deal file: a JSON mapping, or lines such as `deck: 8 1 5` with the first card first.

    `hands.north: …` sets one name inside a mapping. Each line whose name begins with `reshuffle` is one order. An
    empty line or one that begins with # is skipped. Raises BadInput.
    """
    if text.lstrip().startswith(("{", "[")):
        value = parse_json(text, file)
        if not isinstance(value, dict):
            raise BadInput(
                f'{file}: write the deal as a mapping of names to cards, such as {{"deck": [...]}}'
            )
        return value
    deal: dict[str, JsonValue] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            _deal_line(deal, line, f"{file}: line {number}")
    return deal


def _deal_line(deal: dict[str, JsonValue], line: str, where: str) -> None:
    path, colon, rest = line.partition(":")
    key, dot, inner = path.strip().partition(".")
    if not colon or not key:
        raise BadInput(f"{where}: write it as `name: card card …`")
    cards: list[JsonValue] = [*(rest.replace(",", " ").split())]
    if key.startswith("reshuffle"):
        orders = deal.setdefault(key, [])
        assert isinstance(orders, list)
        orders.append(cards)
        return
    place = deal
    if dot:
        mapping = deal.setdefault(key, {})
        if not isinstance(mapping, dict):
            raise BadInput(f"{where}: {key!r} was already dealt as a whole")
        key, place = inner, mapping
    if key in place:
        raise BadInput(f"{where}: {path.strip()!r} is dealt twice")
    place[key] = cards


def options_of(
    game: AnyGame,
    pairs: Sequence[str],
    deal: str | None = None,
    *,
    given: Mapping[str, JsonValue] = MappingProxyType({}),
) -> Options:
    """Return a game's options from `key=value` pairs and a deal file, added to the `given` ones.

    Raises BadInput.
    """
    settings = parse_settings(pairs)
    known = game.options_type.model_fields
    for key in settings:
        if key in given:
            raise BadInput(f"--set {key}: the file already sets it. Leave it out")
    settings = {**given, **settings}
    for key in settings:
        if key not in known:
            raise BadInput(unknown(f"{game.name} has no option {key!r}", key, known, "options are"))
    if deal is not None:
        if "deal" not in known:
            raise BadInput(f"--deal {deal}: {game.name} has no cards that can be dealt in a given order")
        if "deal" in settings:
            raise BadInput("deal: it is given twice. Use either --deal or --set")
        settings["deal"] = parse_deal(read_text(deal), deal)
    return _validated(game.options_type, settings, _texts(pairs))


def _texts(pairs: Sequence[str]) -> dict[str, str]:
    return {key: text for key, _, text in (pair.partition("=") for pair in pairs)}


def _validated(options_type: type[Options], settings: dict[str, JsonValue], texts: dict[str, str]) -> Options:
    """Check the settings. A text option keeps the typed text, even if that can be parsed as JSON."""
    try:
        return options_type.model_validate(settings)
    except ValidationError as fault:
        first = fault
    wrong = {str(error["loc"][0]) for error in first.errors() if error["loc"]}
    again = {key: texts[key] if key in wrong & texts.keys() else value for key, value in settings.items()}
    try:
        return options_type.model_validate(again)
    except ValidationError:
        raise BadInput(_fault(options_type, first)) from None


def faults_in(options_type: type[BaseModel], values: Mapping[str, Any]) -> dict[str, str]:
    """Return the fault of each option in plain values. Return an empty result if all values are valid."""
    try:
        options_type.model_validate(values)
    except ValidationError as fault:
        errors = fault.errors()
        return {
            str(first[0]) if first else "": _said(options_type, errors, first) for first in _firsts(errors)
        }
    return {}


def _firsts(errors: Sequence[ErrorDetails]) -> tuple[tuple[int | str, ...], ...]:
    return tuple(dict.fromkeys(error["loc"][:1] for error in errors))


def _fault(options_type: type[Options], fault: ValidationError) -> str:
    """Return the first fault in one line."""
    errors = fault.errors()
    return _said(options_type, errors, errors[0]["loc"][:1])


def _said(options_type: type[BaseModel], errors: Sequence[ErrorDetails], first: tuple[int | str, ...]) -> str:
    """Return the fault of one option, from the branch of its type that matched best."""
    field = options_type.model_fields.get(str(first[0])) if first else None
    models = _models(field.annotation) if field else []
    branches = {model.__name__ for model in models} | _BRANCHES
    same = [each for each in errors if each["loc"][:1] == first]
    error = max(same, key=lambda each: len(_place(each["loc"], branches)))
    loc = _place(error["loc"], branches)
    message = wanted(error)
    if field is None:
        if error["type"] == "extra_forbidden":
            known = options_type.model_fields
            return unknown(f"there is no option {loc[0]!r}", loc[0], known, "options are")
        return f"{loc[0]}: {message}" if loc else message
    given = f"{_path(loc)}: {_short(error['input'])} is not valid"
    if len(loc) == 1 and error["type"] not in ("value_error", "assertion_error"):
        return f"{given}. Give {allowed(field)}"
    if error["type"] == "extra_forbidden" and len(loc) == 2 and models:
        return unknown(f"{loc[0]}: there is no {loc[1]!r}", loc[1], models[0].model_fields, "it takes")
    return f"{given}. {capital(message)}"


def _place(loc: tuple[int | str, ...], branches: Set[str]) -> tuple[str, ...]:
    """Return the place of a fault without pydantic's names for the branches of a type."""
    kept = [
        f"item {part + 1}" if isinstance(part, int) else part
        for at, part in enumerate(loc)
        if at == 0 or isinstance(part, int) or not (part in branches or "[" in part)
    ]
    return tuple(kept)


def _path(loc: tuple[str, ...]) -> str:
    names = [part for part in loc if not part.startswith("item ")]
    return ", ".join((".".join(names), *(part for part in loc if part.startswith("item "))))


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _models(hint: Any) -> list[type[BaseModel]]:
    parts = (hint, *get_args(hint))
    return [part for part in parts if isinstance(part, type) and issubclass(part, BaseModel)]
