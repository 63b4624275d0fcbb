"""Small phrases and figures that every screen and command uses."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.words import clean


def seconds_left(ms: int) -> int:
    """Return a remaining time in whole seconds. It is 0 only if no time is left."""
    return -(-ms // 1000)


def clock_text(ms: int) -> str:
    """Return a remaining time: 0:23, 12:00, 1:05:00. It is 0:00 only if no time is left."""
    hours, rest = divmod(seconds_left(ms), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def lasted(ms: int) -> str:
    """Return how long something has lasted: 45 s, 3 min, 2 h."""
    seconds = ms // 1000
    if seconds < 100:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 2 * 3600 else f"{seconds // 3600} h"


def listed(parts: Iterable[str]) -> str:
    """Return words joined as in a sentence: a, b and c."""
    *most, final = list(parts) or [""]
    return say("company.and", who=", ".join(most), last=final) if most else final


def fit(text: str, width: int) -> str:
    """Return the text exactly `width` cells wide, cut with … if it is longer."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, width - 1).rstrip() + "…", width)


def winners_words(ended: Ended) -> str:
    """Return a line that names the winners, for the place below a title of the end. It is "" if there is no
    winner or no title.
    """
    if not (ended.title and ended.winners):
        return ""
    return say("verdict.won_by", who=listed(clean(name) for name in ended.winners))


def named(label: str, value: str) -> str:
    """Return a value after the label of its field. A colon separates them, unless the label ends in a question mark."""
    label = clean(label)
    return say("fields.asked" if label.endswith("?") else "fields.named", label=label, value=value)
