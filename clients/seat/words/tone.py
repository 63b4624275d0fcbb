"""The styles of the seat's screen. Each style comes with a word or a sign, so no meaning depends on colour alone."""

from __future__ import annotations

BAD = "bold $text-error"
WARN = "bold $text-warning"
GOOD = "$text-success"
QUIET = "$muted"
STRONG = "bold"
PLAIN = ""
CHOSEN = "bold $block-cursor-foreground on $block-cursor-background"
KEY = "bold $accent"
SEAL = "bold reverse $seal"
"""The style of a sealed answer."""
LOST = "bold reverse $muted"
ALARM = "bold reverse $text-error"
NOTE = "bold reverse $warning"
