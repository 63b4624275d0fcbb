"""The look of the projector: its styles, its margin, and how long the end of a clock is highlighted."""

from __future__ import annotations

LAST_MS = 10_000
MARGIN = 2
BAND = "$foreground on $panel"
PHASE = "bold $primary"
CALM = "$foreground"
LAST = "bold $error"
STILL = "$muted"
STATE = "bold $warning"
BANNER = "bold reverse $warning"
