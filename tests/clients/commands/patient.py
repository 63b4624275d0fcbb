"""A host that never marks a client as gone because of silence.

A client that is shown as gone has said good-bye.
"""

from __future__ import annotations

from unittest.mock import patch

from warcouncil.arbiter.core.people import sessions
from warcouncil.clients.commands.cli import main

if __name__ == "__main__":
    with patch.object(sessions, "SILENCE_MS_MAX", 10**12):
        main()
