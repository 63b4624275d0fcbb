"""What would have done, in our own words, where the reader of values has found one that will not do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
"""What is wanted, by the first word of the reader's name for the fault."""
_ASKED = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such thing; leave it out",
    "greater_than_equal": "give {ge} or more",
    "greater_than": "give more than {gt}",
    "less_than_equal": "give {le} at most",
    "less_than": "give less than {lt}",
    "literal_error": "give {expected}",
    "enum": "give {expected}",
    "union_tag_invalid": "give one of {expected_tags}, not {tag!r}",
    "union_tag_not_found": "say which it is, in {discriminator}",
    "string_too_short": "give {min_length} letters at least",
    "string_too_long": "give {max_length} letters at most",
    "too_short": "give {min_length} at least",
    "too_long": "give {max_length} at most",
}
"""What is asked for, by the reader's name for the fault; in braces what he knows of it."""


def wanted(error: Mapping[str, Any]) -> str:
    """Say what is to be done about a fault as pydantic describes it, such as "give a whole number"."""
    kind: str = error["type"]
    if kind in ("value_error", "assertion_error"):  # these are our own words
        said: str = error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
        return " ".join(said.split())
    if kind in _ASKED:
        return _ASKED[kind].format_map(error.get("ctx", {}))
    return f"give {_KINDS.get(kind.partition('_')[0], 'another value')}"
