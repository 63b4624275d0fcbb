"""The language of the clients: where its sections are, and which of them the page reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from warcouncil.protocol.wording import Message, messages, tag

ENGLISH: Final = Path(__file__).parent / "english"
ABOUT: Final = "language"
"""The file with the language tag (BCP 47). It is not a section."""
TERMINAL_ONLY: Final = frozenset({"acts", "alarms", "console", "replay", "umpire"})
"""The sections that no page says. They would double what a phone loads."""


def _english(n: int) -> str:
    return "one" if n == 1 else "other"


PLURALS: Final[dict[str, Callable[[int], str]]] = {"en": _english}
"""The plural rule of each language for whole numbers, as in Unicode's CLDR.

Browsers know all rules themselves.
"""


@cache
def section(language: Path, name: str) -> dict[str, Message]:
    """Return the messages of one section by their keys, without the section's name.

    Raises ValueError with the path if the file is not TOML.
    """
    path = language / f"{name}.toml"
    try:
        found: dict[str, Message] = tomllib.loads(path.read_text("utf-8"))
    except ValueError as why:
        raise ValueError(f"{path}: {why}") from why
    return found


def sections(language: Path) -> list[str]:
    """Return the names of a language's sections."""
    return sorted(path.stem for path in language.glob("*.toml") if path.stem != ABOUT)


@cache
def tag(language: Path) -> str:
    """Return the tag of a language, such as en."""
    return str(section(language, ABOUT)["tag"])


def forms(message: Message) -> list[str]:
    """Return every form of a message."""
    return [message] if isinstance(message, str) else list(message.values())


def form(language: Path, message: Message, n: object) -> str:
    """Return the form of a message for the number `n`."""
    if isinstance(message, str):
        return message
    assert isinstance(n, int), "a message that counts needs the field n"
    rule = PLURALS[tag(language).partition("-")[0]]
    return message.get(rule(abs(n)), message["other"])


def messages(language: Path) -> dict[str, Message]:
    """Return every message of a language by its full key."""
    return {
        f"{name}.{key}": message
        for name in sections(language)
        for key, message in section(language, name).items()
    }


def page_messages(language: Path) -> dict[str, Message]:
    """Return the messages that a page may say, by their full keys."""
    known = messages(language).items()
    return {key: message for key, message in known if key.partition(".")[0] not in TERMINAL_ONLY}


def catalogue_json(language: Path = ENGLISH) -> bytes:
    """Return a language as the page reads it (`/words.json`)."""
    whole = {"language": tag(language), "messages": page_messages(language)}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
