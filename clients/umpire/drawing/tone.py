"""The styles of the console. Each style comes with a word or a sign, so no meaning depends on colour alone."""

from __future__ import annotations

from warcouncil.clients.umpire.model.alarms import Urgency
from warcouncil.clients.umpire.model.orders import Fate

BAD = "bold $text-error"
WARN = "bold $text-warning"
GOOD = "$text-success"
QUIET = "$muted"
STRONG = "bold"
PLAIN = ""
CURSOR = "bold $block-cursor-foreground on $block-cursor-background"
URGENT = "bold reverse"
"""A clock in its last seconds is drawn in another style, not only in another colour."""
ALARM = "bold reverse $text-error"

URGENCY_TONES = {
    Urgency.AWAY: ALARM,
    Urgency.HELD: ALARM,
    Urgency.CALL: WARN,
    Urgency.SECOND: WARN,
    Urgency.FAULT: BAD,
    Urgency.REPLY: WARN,
    Urgency.IDLE: WARN,
    Urgency.SILENT: WARN,
    Urgency.EMPTY: QUIET,
}
FATE_TONES = {Fate.DONE: GOOD, Fate.WAITING: QUIET, Fate.REFUSED: BAD, Fate.UNKNOWN: WARN}
FATE_SIGNS = {Fate.DONE: "✓", Fate.WAITING: "…", Fate.REFUSED: "✗", Fate.UNKNOWN: "?"}
