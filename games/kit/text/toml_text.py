"""TOML as people write it. A mistake is reported in our own words with its line, and parsing takes little time."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from warcouncil.games.kit.text.suggestions import habit

_ALREADY = "this is there already. Write it once"
_TOML = (
    ("twice", _ALREADY),
    ("duplicate", _ALREADY),
    ("overwrite", _ALREADY),
    ("immutable", _ALREADY),
    ("unclosed", "a bracket is not closed"),
    ("']", "a bracket is not closed"),
    ('expected "\'"', "a quotation mark is missing at the end"),
    ("unterminated", "a quotation mark is missing at the end"),
    ("illegal character '\\n'", "a quotation mark is missing at the end"),
    ("illegal character", "this character cannot stand here; take it out"),
    ("invalid date", "no such day or hour; words and dates stand in quotation marks"),
    ("escape", "a \\ in a text is written \\\\"),
    ("'='", 'write key = "value"; there is no = here'),
    ("value", 'what stands behind the = is no value; words stand in quotation marks, as in name = "Jena"'),
    ("newline", "one thing a line: nothing may follow here but a # and a remark"),
)
"""Parts of tomllib's messages, in the order in which they are looked for, and our words for them."""
_VALUE = r"^\s*[\w.\"'-]+\s*=\s*"
_HABITS = (
    (r"[“”„‟«»‘’‚‹›]", 'quotation marks are straight here: write " and not “ or ”'),
    (r"^\s*[\w.-]+\s*==", "write one =, not =="),
    (_VALUE + r"(?:True|TRUE|Yes|YES|yes|On|on|ON)\s*(?:#|$)", "write true, in small letters"),
    (_VALUE + r"(?:False|FALSE|No|NO|no|Off|off|OFF)\s*(?:#|$)", "write false, in small letters"),
    (_VALUE + r"(?:None|null|NULL|nil)\s*(?:#|$)", "leave the line out if there is no value"),
    (_VALUE + r"[+-]?\d+,\d+\s*(?:#|$)", "a number has a point and no comma, as in 3.5"),
    (_VALUE + r"[+-]?0\d+\s*(?:#|$)", "a number has no 0 before it: write 2 and not 02"),
    (_VALUE + r"[–—−]\s*\d", "the minus of a number is the hyphen: write -"),
    (
        r"=.*\"[^\"]*\\(?![btnfr\"\\u])",
        "a \\ in a text is written \\\\, or the text stands in single quotes: 'C:\\Users'",
    ),
    (
        r"=.*\"[^\"]*\\u(?![0-9A-Fa-f]{4})",
        "a \\ in a text is written \\\\, or the text stands in single quotes: 'C:\\users'",
    ),
    (r"^\s*[\w-]+\s*:\s", "a key and its value have = between them, not :"),
    (r"^\s*//|^\s*;|^\s*--", "a remark begins with #"),
    (
        r"[\u00a0\u2000-\u200b\u202f\u3000]",
        "a blank in this line is of another kind, as web pages have them; type it anew",
    ),
)
"""What people type in a line by the habits of other programs, and what to write in its place."""
_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
DOTS_MAX = 500
"""How many dots a line may have. tomllib would take seconds for a key of very many parts."""


class NotToml(ValueError):
    """A text that is not TOML. The message says why, `line` says where, from 1."""

    def __init__(self, line: int, text: str) -> None:
        self.line = line
        super().__init__(text)


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a text of TOML. Raises NotToml."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS_MAX:
            raise NotToml(number, "this line holds too many dots; break it")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text) from None
    except RecursionError:
        raise NotToml(1, "this is nested too deeply") from None
    except ValueError:  # a number of thousands of digits
        raise NotToml(1, "a number in this is too long") from None


def _not_toml(said: str, text: str) -> NotToml:
    found = _SYNTAX.fullmatch(said)
    column = f", column {found[3]}" if found and found[3] else ""
    line = int(found[2]) if found and found[2] else len(text.splitlines()) or 1
    lines = text.split("\n")
    why = habit(lines[line - 1], _HABITS) if line <= len(lines) else ""
    return NotToml(line, f"this is not TOML{column}: {why or _toml_words(found[1] if found else said)}")


def _toml_words(said: str) -> str:
    """Return our words for tomllib's message."""
    return next((ours for theirs, ours in _TOML if theirs in said.lower()), 'write a line as key = "value"')
