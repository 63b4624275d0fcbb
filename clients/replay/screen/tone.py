"""The styles of the replay. Each style comes with a word or a sign, so no meaning depends on colour alone."""

from __future__ import annotations

BAD = "bold $text-error"
WARN = "bold $text-warning"
GOOD = "$text-success"
QUIET = "$muted"
STRONG = "bold"
KEY = "bold $accent"
HERE = "bold reverse $accent"
"""The position on the timeline."""
ALL_SEEN = "bold reverse $text-error"
"""Nothing is hidden in this view. Players must not see it during play."""
EYES = "bold reverse $warning"
FLAG = "bold $accent"
