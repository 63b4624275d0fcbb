"""The language of the clients: where its sections are, and which of them the page reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from warcouncil.protocol.wording import Message, messages, tag

ENGLISH: Final = Path(__file__).parent / "english"
TERMINAL_ONLY: Final = frozenset({"acts", "alarms", "console", "preview", "replay", "umpire"})
"""The sections that no page says. They would double what a phone loads."""


def page_messages(language: Path) -> dict[str, Message]:
    """Return the messages that a page may say, by their full keys."""
    known = messages(language).items()
    return {key: message for key, message in known if key.partition(".")[0] not in TERMINAL_ONLY}


def catalogue_json(language: Path = ENGLISH) -> bytes:
    """Return a language as the page reads it (`/words.json`)."""
    whole = {"language": tag(language), "messages": page_messages(language)}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
