"""Which fields a message names. No test stands here."""

from __future__ import annotations

import re

from warcouncil.clients.wording.language import Message, forms


def fields_of(message: Message) -> frozenset[str]:
    """Give the fields that a message needs; one that counts needs `n` though it may not show it."""
    named = {name for form in forms(message) for name in re.findall(r"\{(\w+)\}", form)}
    return frozenset(named if isinstance(message, str) else named | {"n"})
