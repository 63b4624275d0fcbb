"""The language of the clients: where its sections are, and which of them the page reads."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from warcouncil.protocol.sentences.sentence import ENGLISH as HOST_ENGLISH
from warcouncil.protocol.wording import Message, messages, tag

ENGLISH: Final = Path(__file__).parent / "english"
WHOLE_ENGLISH: Final = (ENGLISH, HOST_ENGLISH)
"""The sections of the clients, and the sections of the host's sentences."""
TERMINAL_ONLY: Final = frozenset(
    {
        "acts",
        "alarms",
        "cards",
        "configuration",
        "console",
        "debrief",
        "preview",
        "replay",
        "report",
        "rulings",
        "umpire",
        "warnings",
    }
)
"""The sections that no page uses. With them, a phone would load twice as much."""


def page_messages(*language: Traversable) -> dict[str, Message]:
    """Return the messages that a page may use, by their full keys."""
    known = (one for folder in language for one in messages(folder).items())
    return {key: message for key, message in known if key.partition(".")[0] not in TERMINAL_ONLY}


def catalogue_json(*language: Traversable) -> bytes:
    """Return a language in the form that the page reads (`/words.json`). The default is English."""
    folders = language or WHOLE_ENGLISH
    whole = {"language": tag(folders[0]), "messages": page_messages(*folders)}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
