"""Suggestions for a wrong value: pydantic's errors and types in our own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from unicodedata import name as letter_name

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel
from pydantic.fields import FieldInfo

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a number",
    "bool": "true or false",
    "string": "a text",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping",
    "model": "a mapping",
    "mapping": "a mapping",
    "path": "the name of a file",
    "none": "nothing",
}
"""The kind of value that is expected, by the first word of pydantic's error type."""
_ASKED = {
    "missing": "it is missing",
    "extra_forbidden": "this is not known. Leave it out",
    "greater_than_equal": "give {ge} or more",
    "greater_than": "give more than {gt}",
    "less_than_equal": "give at most {le}",
    "less_than": "give less than {lt}",
    "literal_error": "give {expected}",
    "enum": "give {expected}",
    "union_tag_invalid": "give one of {expected_tags}, not {tag!r}",
    "union_tag_not_found": "say which it is, in {discriminator}",
    "string_too_short": "give at least {min_length} letters",
    "string_too_long": "give at most {max_length} letters",
    "too_short": "give at least {min_length}",
    "too_long": "give at most {max_length}",
    "json_invalid": "this JSON cannot be sent. NaN, Infinity and half of a character are not allowed",
}
"""The thing to do instead, by pydantic's error type. The braces take values from the context of the error."""


def habit(text: str, habits: Iterable[tuple[str, str]]) -> str:
    """Return what to write in place of what a text has by the habits of other programs, "" if it shows none.

    `habits`: what such a text looks like, as a regular expression, and what to write in its place.
    """
    return next((said for seen, said in habits if re.search(seen, text)), "")


def wanted(error: Mapping[str, Any]) -> str:
    """Return what to do about a fault that pydantic describes, such as "give a whole number"."""
    kind: str = error["type"]
    if kind in ("value_error", "assertion_error"):  # our own words
        said: str = error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
        return " ".join(said.split())
    if kind in _ASKED:
        return _ASKED[kind].format_map(error.get("ctx", {}))
    return f"give {_KINDS.get(kind.partition('_')[0], 'another value')}"


def unknown(what: str, given: str, known: Iterable[str], are: str) -> str:
    """Return a message with up to four sentences: what is not known, what was perhaps meant, and all known names."""
    names = tuple(known)
    near = _near(given, names)
    meant = f". Did you mean {near!r}?{_alike(given)}" if near else "."
    return f"{what}{meant} {are[:1].upper()}{are[1:]} {', '.join(names)}" if names else what


def _alike(given: str) -> str:
    """Return a sentence about the first letter that is not Latin and may look as if it were, "" if there is none."""
    strange = (
        at
        for at, char in enumerate(given, 1)
        if char.isalpha() and not letter_name(char, "").startswith("LATIN")
    )
    at = next(strange, 0)
    return f" Letter {at} is of another alphabet, although it may look right." if at else ""


def _near(given: str, names: Sequence[str]) -> str:
    """Return the name that was probably meant, "" if none is likely.

    A name with another number is another thing, however alike the letters are.
    """
    small = {name.casefold(): name for name in reversed(names)}
    number = _NUMBER.findall(given)
    for each in get_close_matches(given.casefold(), small, n=3):
        same = not number or [_ROMAN.get(one.lower(), one) for one in number] == re.findall(r"\d+", each)
        if same:
            return small[each]
    return ""


_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6"}
_NUMBER = re.compile(r"\d+|\b(?:I{1,3}|IV|VI?)\b", re.IGNORECASE)
"""The numbers in a name, in figures or Roman."""


def allowed(field: FieldInfo) -> str:
    """Return in words what an option takes, such as "a whole number from 5 to 600"."""
    return _kind(field.annotation, tuple(field.metadata))


def _kind(hint: Any, marks: tuple[Any, ...]) -> str:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner = [mark.metadata if isinstance(mark, FieldInfo) else [mark] for mark in parts[1:]]
        return _kind(parts[0], (*chain.from_iterable(inner), *marks))
    if origin in (Union, UnionType):
        kinds = [_kind(part, marks) for part in parts if part is not NoneType]
        kinds += ["null"] if NoneType in parts else []
        return " or ".join(dict.fromkeys(kinds))
    if origin is Literal:
        words = [str(part) for part in parts if part != ""]
        return "one of " + ", ".join(words) if len(words) > 1 else words[0]
    simple = {bool: "true or false", str: "text", int: "a whole number", float: "a number"}
    if hint in simple:
        return simple[hint] + (
            _span(marks) if hint in (int, float) else _length(marks) if hint is str else ""
        )
    if origin in (tuple, list):
        return f"a list, each item {_kind(parts[0], ())}"
    if origin is dict or any(
        isinstance(part, type) and issubclass(part, BaseModel) for part in (hint, *parts)
    ):
        return "a mapping"
    return "a JSON value"


def _length(marks: tuple[Any, ...]) -> str:
    longest = [mark.max_length for mark in marks if getattr(mark, "max_length", None)]
    return f" of at most {min(longest)} letters" if longest else ""


def _span(marks: tuple[Any, ...]) -> str:
    low = high = ""
    for mark in marks:
        match mark:
            case Ge(ge=bound):
                low = f" from {bound}"
            case Gt(gt=bound):
                low = f" above {bound}"
            case Le(le=bound):
                high = f" to {bound}" if low.startswith(" from") else f" up to {bound}"
            case Lt(lt=bound):
                high = f" below {bound}"
            case _:
                pass
    return low + high
