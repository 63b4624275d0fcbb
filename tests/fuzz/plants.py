"""Plants: three bugs of the kind that decoders have, each of which a hunt must find.

Without them a hunt that never finds anything looks the same as a product without a fault.
"""

from __future__ import annotations

from tests.simulation.planting import Plant

PLANTS: dict[str, Plant] = {
    "address": Plant(
        "a number that is none",
        "protocol.words:typed_number",
        "text.isascii() and text.isdecimal()",
        "text.isascii() and text.isalnum()",
        "an address with a letter in its port ends the client with a traceback",
    ),
    "receipts": Plant(
        "every line is compared with every one before",
        "clients.link.identity.receipts:_of",
        "for line in text.splitlines():",
        "for line in [one for at, one in enumerate(text.splitlines()) if all(\nat > before\nfor before in range(at))]:",
        "a file of receipts of a few kilobytes keeps a laptop busy",
    ),
    "whereabouts": Plant(
        "a field that may be missing",
        "arbiter.shell.file.listened_at:read_place",
        'rest.get("web")',
        'rest["web"]',
        "an exercise of an older program cannot be taken up",
    ),
}
"""By the target that must find it."""
EXECUTIONS_MAX = 20_000
"""The number of inputs in which a plant is searched for."""
