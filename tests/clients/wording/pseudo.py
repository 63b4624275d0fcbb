"""An invented language: English with accents on every letter, longer by two fifths, each message between brackets.
This module has no tests. Text on a screen without accents does not come from the catalogue. A bracket without its
partner was cut off.
"""

from __future__ import annotations

import re
from pathlib import Path

from warcouncil.clients.wording.language import WHOLE_ENGLISH
from warcouncil.protocol.wording import ABOUT, Message, section, sections

OPEN, SHUT = "⟦", "⟧"
_ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÁƁĆĎÉƑĞĤÍĴĶĹḾŃÓṔǪŔŚŤÚṼŴẊÝŽáƀćďéƒğĥíĵķĺḿńóṕǫŕśťúṽŵẋýž",
)
_AS_IT_IS = re.compile(
    r"\{\w+\}|`[^`]+`|\bwarcouncil( join)?\b|\b(F\d+|(Ctrl|Shift)\+\w+|Enter|Esc|Space|Tab|PgUp|PgDn|Backspace|R or Enter)\b"
)
"""Fields, commands and the names of keys."""
LONGER = 1.4


def made_up(text: str) -> str:
    """Return a message in the invented language."""
    parts, at = [], 0
    for kept in _AS_IT_IS.finditer(text):
        parts += [text[at : kept.start()].translate(_ACCENTS), kept[0]]
        at = kept.end()
    said = "".join([*parts, text[at:].translate(_ACCENTS)])
    more = max(0, round(len(re.sub(r"\{\w+\}", "", text)) * (LONGER - 1)) - 2)
    words = re.sub(r"(.{9}) ?", r"\1 ", "~" * more).strip()
    return f"{OPEN}{said}{' ' * bool(words)}{words}{SHUT}"


def write(folder: Path) -> Path:
    """Write the language into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{ABOUT}.toml").write_text('tag = "en-XA"\n', "utf-8")
    for english, name in [(each, name) for each in WHOLE_ENGLISH for name in sections(each)]:
        found = section(english, name)
        flat = [f"{key} = {_quoted(made_up(text))}\n" for key, text in found.items() if isinstance(text, str)]
        tables = [_table(key, message) for key, message in found.items()]
        (folder / f"{name}.toml").write_text("".join([*flat, *tables]), "utf-8")
    return folder


def _table(key: str, message: Message) -> str:
    if isinstance(message, str):
        return ""
    return f"[{key}]\n" + "".join(f"{form} = {_quoted(made_up(text))}\n" for form, text in message.items())


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
