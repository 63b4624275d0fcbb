"""The tones of the replay. Each goes with a word or a sign: no meaning hangs on colour alone."""

from __future__ import annotations

BAD = "bold $text-error"
WARN = "bold $text-warning"
GOOD = "$text-success"
QUIET = "$muted"
STRONG = "bold"
KEY = "bold $accent"
HERE = "bold reverse $accent"
"""Where one is on the scale."""
ALL_SEEN = "bold reverse $text-error"
"""Nothing is hidden here: not for players in play."""
EYES = "bold reverse $warning"
FLAG = "bold $accent"
