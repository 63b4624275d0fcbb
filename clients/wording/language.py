"""The language of the clients: where its sections are, and how the page reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from warcouncil.protocol.wording import messages, tag

ENGLISH: Final = Path(__file__).parent / "english"


def catalogue_json(language: Path = ENGLISH) -> bytes:
    """Return a language as the page reads it (`/words.json`)."""
    whole = {"language": tag(language), "messages": messages(language)}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
