"""TOML in the form that people write. A mistake is reported in plain words, with its line. Parsing takes little
time.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from warcouncil.games.kit.text.suggestions import habit
from warcouncil.games.kit.wording import say

_TOML = (
    ("twice", "faults.toml_already"),
    ("duplicate", "faults.toml_already"),
    ("overwrite", "faults.toml_already"),
    ("immutable", "faults.toml_already"),
    ("unclosed", "faults.toml_bracket"),
    ("']", "faults.toml_bracket"),
    ('expected "\'"', "faults.toml_quote_end"),
    ("unterminated", "faults.toml_quote_end"),
    ("illegal character '\\n'", "faults.toml_quote_end"),
    ("illegal character", "faults.toml_character"),
    ("invalid date", "faults.toml_date"),
    ("escape", "faults.toml_backslash"),
    ("'='", "faults.toml_no_equals"),
    ("value", "faults.toml_no_value"),
    ("newline", "faults.toml_one_a_line"),
)
"""Parts of tomllib's messages, in the order in which they are searched, and the keys of our words."""
_VALUE = r"^\s*[\w.\"'-]+\s*=\s*"
_HABITS = (
    (r"[“”„‟«»‘’‚‹›]", "faults.toml_straight"),
    (r"^\s*[\w.-]+\s*==", "faults.toml_one_equals"),
    (_VALUE + r"(?:True|TRUE|Yes|YES|yes|On|on|ON)\s*(?:#|$)", "faults.toml_true"),
    (_VALUE + r"(?:False|FALSE|No|NO|no|Off|off|OFF)\s*(?:#|$)", "faults.toml_false"),
    (_VALUE + r"(?:None|null|NULL|nil)\s*(?:#|$)", "faults.toml_none"),
    (_VALUE + r"[+-]?\d+,\d+\s*(?:#|$)", "faults.toml_comma"),
    (_VALUE + r"[+-]?0\d+\s*(?:#|$)", "faults.toml_zero"),
    (_VALUE + r"[–—−]\s*\d", "faults.toml_minus"),
    (
        r"=.*\"[^\"]*\\(?![btnfr\"\\u])",
        "faults.toml_backslash_path",
    ),
    (
        r"=.*\"[^\"]*\\u(?![0-9A-Fa-f]{4})",
        "faults.toml_backslash_path",
    ),
    (r"^\s*[\w-]+\s*:\s", "faults.toml_colon"),
    (r"^\s*//|^\s*;|^\s*--", "faults.toml_remark"),
    (
        r"[\u00a0\u2000-\u200b\u202f\u3000]",
        "faults.toml_blank",
    ),
)
"""Lines that follow the habits of other programs, and the key of the right form."""
_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
DOTS_MAX = 500
"""How many dots a line may have. tomllib would need seconds for a key of very many parts."""


class NotToml(ValueError):
    """A text that is not TOML. The message says why, and `line` says where, counted from 1."""

    def __init__(self, line: int, text: str) -> None:
        self.line = line
        super().__init__(text)


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a text of TOML. Raises NotToml."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS_MAX:
            raise NotToml(number, say("faults.toml_dots"))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text) from None
    except RecursionError:
        raise NotToml(1, say("faults.toml_deep")) from None
    except ValueError:  # A number with thousands of digits
        raise NotToml(1, say("faults.toml_long_number")) from None


def _not_toml(said: str, text: str) -> NotToml:
    found = _SYNTAX.fullmatch(said)
    line = int(found[2]) if found and found[2] else len(text.splitlines()) or 1
    lines = text.split("\n")
    seen = habit(lines[line - 1], _HABITS) if line <= len(lines) else ""
    key = seen or _toml_key(found[1] if found else said)
    why = say(key)
    if found and found[3]:
        return NotToml(line, say("faults.not_toml_at", column=int(found[3]), why=why))
    return NotToml(line, say("faults.not_toml", why=why))


def _toml_key(said: str) -> str:
    """Return the key of the plain message for tomllib's message."""
    return next((ours for theirs, ours in _TOML if theirs in said.lower()), "faults.toml_line")
