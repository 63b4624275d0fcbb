"""Names what people type by the habits of other programs, where the line itself shows it: curly quotes, `==`, 3,5."""

from __future__ import annotations

import re

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
)
"""What the line looks like, and what to write in its place."""


def habit(line: str) -> str:
    """Return what to write in place of what a line of TOML has by habit. "" if it shows none."""
    return next((said for seen, said in _HABITS if re.search(seen, line)), "")
