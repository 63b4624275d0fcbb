"""Names what people type in conditions and changes by the habits of other programs: `==`, `and`, 3,5, a minus that is a dash."""

from __future__ import annotations

import re

_HABITS = (
    (r"[\"'“”„‟«»‘’`]", "names have no quotation marks here. Leave them out"),
    (r"[–—−]", "the minus is the hyphen. Write -"),
    (r"==", "write one =, not =="),
    (r"[≥≤≠]", "write >=, <= or != in its place"),
    (r"=>|=<|<>", "write >=, <= or != in its place"),
    (r"\+=|-=|:=", "a change is written `tension + 1`, `tension - 1` or `tension = 5`"),
    (r"\d[.,]\d", "numbers are whole. Write 3 or 4, not 3.5"),
    (r"%", "a number has no % here. Write the number alone"),
    (r"[()]", "there are no parentheses. Write each step as an entry of its own"),
    (r"&|\band\b", "write each condition as an entry of its own. All of them must hold"),
    (r"\|", "write the other conditions in or_if"),
    (r"/", "there is no division. Only + - * are possible"),
    (r"\d\s*:\s*\d", "there is no time of day. Compare with `round`"),
    (r"[A-Z]", "names are in small letters. Write the name and not the title"),
)
"""What a clause looks like, and what to write in its place."""


def habit(clause: str) -> str:
    """Return what to write in place of what a clause has by habit. "" if it shows none."""
    return next((said for seen, said in _HABITS if re.search(seen, clause)), "")
