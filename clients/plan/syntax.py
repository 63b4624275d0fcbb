"""Reading TOML: what is wrong with its writing, in our words and with its line."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from warcouncil.clients.plan.faults import Fault

_TOML = (
    ("twice", "this stands there already; write it once"),
    ("duplicate", "this stands there already; write it once"),
    ("overwrite", "this stands there already; write it once"),
    ("immutable", "this stands there already; write it once"),
    ("unclosed", "a bracket is not closed"),
    ("']", "a bracket is not closed"),
    ('expected "\'"', "a quotation mark is missing at the end"),
    ("unterminated", "a quotation mark is missing at the end"),
    ("illegal character '\\n'", "a quotation mark is missing at the end"),
    ("escape", "a \\ in a text is written \\\\"),
    ("'='", 'write key = "value"; there is no = here'),
    ("value", 'what stands behind the = is no value; words stand in quotation marks, as in name = "Jena"'),
    ("newline", "one thing a line: nothing may follow here but a # and a remark"),
)
"""Words in what the reader of TOML says, in the order in which they are looked for, and ours."""
_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def parsed(text: str, file: str) -> dict[str, Any] | Fault:
    """Give what a TOML text holds, or the first thing that is wrong with its writing; `file` is where it stands."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _fault(str(error), text, file)
    except RecursionError:
        return Fault(file, 1, "this is nested too deeply")


def _fault(said: str, text: str, file: str) -> Fault:
    found = _SYNTAX.fullmatch(said)
    column = f", column {found[3]}" if found and found[3] else ""
    line = int(found[2]) if found and found[2] else len(text.splitlines()) or 1
    return Fault(file, line, f"this is not TOML{column}: {_toml_words(found[1] if found else said)}")


def _toml_words(said: str) -> str:
    """Give our words for what the reader of TOML says."""
    return next((ours for theirs, ours in _TOML if theirs in said.lower()), 'write a line as key = "value"')
