"""Suggestions for a wrong value, and pydantic's errors and types in plain words."""

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
from warcouncil.games.kit.text.phrases import capital
from warcouncil.games.kit.wording import say

_KINDS = {
    "int": "faults.kind_whole_number",
    "float": "faults.kind_number",
    "finite": "faults.kind_number",
    "bool": "faults.kind_true_false",
    "string": "faults.kind_text",
    "list": "faults.kind_list",
    "tuple": "faults.kind_list",
    "dict": "faults.kind_mapping",
    "model": "faults.kind_mapping",
    "mapping": "faults.kind_mapping",
    "path": "faults.kind_path",
    "none": "faults.kind_nothing",
}
"""The kind of value that is expected, by the first word of pydantic's error type."""
_SIMPLE = {
    "missing": "faults.missing",
    "extra_forbidden": "faults.not_known",
    "json_invalid": "faults.json_not_sent",
}
"""The thing to do instead, by pydantic's error type."""
_BOUNDS = {
    "greater_than_equal": ("faults.at_least", "ge"),
    "greater_than": ("faults.more_than", "gt"),
    "less_than_equal": ("faults.at_most", "le"),
    "less_than": ("faults.less_than", "lt"),
    "too_short": ("faults.at_least_items", "min_length"),
    "too_long": ("faults.at_most", "max_length"),
}
"""The thing to do instead about a bound, and the name of the bound in the context of the error."""
_LETTERS = {
    "string_too_short": ("faults.letters_at_least", "min_length"),
    "string_too_long": ("faults.letters_at_most", "max_length"),
}
"""The thing to do instead about the length of a text, and the name of the length in the context of the error."""


def habit(text: str, habits: Iterable[tuple[str, str]]) -> str:
    """Return the right form for a text that follows the habits of another program. Return "" if the text
    follows none.

    `habits` has regular expressions of such texts, each with the right form.
    """
    return next((said for seen, said in habits if re.search(seen, text)), "")


def wanted(error: Mapping[str, Any]) -> str:
    """Return what to do about a fault that pydantic describes, such as "give a whole number"."""
    kind: str = error["type"]
    if kind in ("value_error", "assertion_error"):  # Our own words
        said: str = error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
        return " ".join(said.split())
    expected = _KINDS.get(kind.partition("_")[0], "faults.kind_other")
    return _asked(kind, error.get("ctx", {})) or say("faults.give", what=say(expected))


def _asked(kind: str, about: Mapping[str, Any]) -> str:
    """Return what to do instead, by pydantic's error type and the values of its context. Return "" if the value
    has the wrong type.
    """
    if kind in _SIMPLE:
        return say(_SIMPLE[kind])
    if kind in _BOUNDS:
        key, bound = _BOUNDS[kind]
        return say(key, bound=str(about[bound]))
    if kind in _LETTERS:
        key, bound = _LETTERS[kind]
        return say(key, n=about[bound])
    match kind:
        case "literal_error" | "enum":
            return say("faults.give", what=about["expected"])
        case "union_tag_invalid":
            return say("faults.give_one_of", known=about["expected_tags"], given=repr(about["tag"]))
        case "union_tag_not_found":
            return say("faults.which_it_is", field=about["discriminator"])
        case _:
            return ""


def unknown(what: str, given: str, known: Iterable[str], are: str) -> str:
    """Return a message with up to four sentences: what is not known, what the author may have meant, and all known names."""
    names = tuple(known)
    near = _near(given, names)
    meant = say("faults.meant", name=repr(near), alike=_alike(given)) if near else "."
    return f"{what}{meant} {capital(are)} {', '.join(names)}" if names else what


def _alike(given: str) -> str:
    """Return a sentence about the first letter that is not Latin but looks like a Latin one. Return "" if there
    is no such letter.
    """
    strange = (
        at
        for at, char in enumerate(given, 1)
        if char.isalpha() and not letter_name(char, "").startswith("LATIN")
    )
    at = next(strange, 0)
    return f" {say('faults.other_alphabet', at=at)}" if at else ""


def _near(given: str, names: Sequence[str]) -> str:
    """Return the name that was probably meant. Return "" if no name is likely.

    A name with another number means another thing, even if the letters are similar.
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
    """Return in words the values of an option, such as "a whole number from 5 to 600"."""
    return _kind(field.annotation, tuple(field.metadata))


def _kind(hint: Any, marks: tuple[Any, ...]) -> str:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner = [mark.metadata if isinstance(mark, FieldInfo) else [mark] for mark in parts[1:]]
        return _kind(parts[0], (*chain.from_iterable(inner), *marks))
    if origin in (Union, UnionType):
        kinds = [_kind(part, marks) for part in parts if part is not NoneType]
        kinds += ["null"] if NoneType in parts else []
        return say("faults.or").join(dict.fromkeys(kinds))
    if origin is Literal:
        words = [str(part) for part in parts if part != ""]
        return say("faults.one_of", known=", ".join(words)) if len(words) > 1 else words[0]
    if hint in (int, float):
        return say("faults.kind_whole_number" if hint is int else "faults.kind_number") + _span(marks)
    if hint in (bool, str):
        return say("faults.kind_true_false") if hint is bool else _text(marks)
    if origin in (tuple, list):
        return say("faults.list_of", item=_kind(parts[0], ()))
    if origin is dict or any(
        isinstance(part, type) and issubclass(part, BaseModel) for part in (hint, *parts)
    ):
        return say("faults.kind_mapping")
    return say("faults.kind_json")


def _text(marks: tuple[Any, ...]) -> str:
    longest = [mark.max_length for mark in marks if getattr(mark, "max_length", None)]
    return say("faults.text_at_most", n=min(longest)) if longest else say("faults.text")


def _span(marks: tuple[Any, ...]) -> str:
    low = high = ""
    for mark in marks:
        match mark:
            case Ge(ge=bound):
                low = f" {say('faults.from', bound=str(bound))}"
            case Gt(gt=bound):
                low = f" {say('faults.above', bound=str(bound))}"
            case Le(le=bound):
                high = f" {say('faults.to' if any(isinstance(one, Ge) for one in marks) else 'faults.up_to', bound=str(bound))}"
            case Lt(lt=bound):
                high = f" {say('faults.below', bound=str(bound))}"
            case _:
                pass
    return low + high
