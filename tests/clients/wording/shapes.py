"""The fields that a message names. This module has no tests."""

from __future__ import annotations

import re

from warcouncil.protocol.wording import Message, forms


def fields_of(message: Message) -> frozenset[str]:
    """Return the fields that a message needs.

    A message with plural forms needs `n`, even if it does not show it.
    """
    named = {name for form in forms(message) for name in re.findall(r"\{(\w+)\}", form)}
    return frozenset(named if isinstance(message, str) else named | {"n"})
