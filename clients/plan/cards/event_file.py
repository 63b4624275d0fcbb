"""The event file: the addresses of the arbiters of an event, and one person's codes there.

It is private, because the codes admit its holder.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints
from warcouncil.clients.link.door.arriving import parse_addresses
from warcouncil.clients.link.door.door import DoorError
from warcouncil.clients.plan.cards.cards import SeatCard
from warcouncil.clients.plan.cards.printing import write_private
from warcouncil.clients.plan.reading.wings import slug
from warcouncil.clients.plan.text.mistakes import Fault, Faults
from warcouncil.clients.plan.text.model import TABLES_MAX, WINGS_MAX, Part, Short
from warcouncil.clients.plan.text.option_text import BadInput, read_text
from warcouncil.clients.plan.text.toml_lines import lines_of
from warcouncil.clients.plan.text.toml_syntax import parsed
from warcouncil.protocol.words import ADDRESS_CHARS_MAX, ADDRESSES_MAX

SUFFIX = ".event.toml"
HEAD = (
    "# The hosts of an event, and one person's codes there: {whose}. Keep this file to yourself: it"
    " opens everything.\n# warcouncil {command} --event THIS-FILE\n"
)


Where = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=ADDRESSES_MAX * (ADDRESS_CHARS_MAX + 1)
    ),
]
"""The address of an arbiter. The addresses of its standbys follow, separated by commas."""


class EventWing(Part):
    """[[wings]] of an event file: one arbiter."""

    name: Short
    address: Where
    key: str = Field("", pattern=r"^[0-9A-Za-z.:+=^!/*?&<>()\[\]{}@%$#-]{0,40}$")
    """The arbiter's own key. A stored ticket for this arbiter is used again."""
    code: str = ""
    tables: list[Annotated[int, Field(ge=1, le=TABLES_MAX)]] = Field([], max_length=TABLES_MAX)
    """The tables of the arbiter, so that the console knows them while the wing does not answer."""


class EventFile(Part):
    """The whole file."""

    event: str = ""
    wings: list[EventWing] = Field(min_length=1, max_length=WINGS_MAX)


def read_events(files: Sequence[Path]) -> list[EventWing]:
    """Read event files, each with one or more wings. Raises BadInput with the first fault."""
    wings = [wing for file in files for wing in _read(file)]
    for place, wing in enumerate(wings):
        if any(slug(wing.name) == slug(other.name) for other in wings[:place]):
            raise BadInput(f"two wings are called {wing.name!r}. Give each file once")
    return wings


def _read(file: Path) -> list[EventWing]:
    text = read_text(str(file))
    data = parsed(text, str(file))
    if isinstance(data, Fault):
        raise BadInput(str(data))
    faults = Faults(str(file), lines_of(text))
    found, _ = faults.read(EventFile, data, ())
    for place, wing in enumerate(found.wings if found else ()):
        try:
            parse_addresses(wing.address)
        except DoorError as fault:
            faults.add(("wings", place, "address"), str(fault))
    if faults.found or found is None:
        raise BadInput(str(faults.found[0]) if faults.found else f"{file}: this is not an event file")
    return found.wings


def event_text(event: str, whose: str, command: str, wings: Iterable[EventWing]) -> str:
    """Return the text of an event file."""
    lines = [HEAD.format(whose=whose, command=command), f"event = {_written(event)}"]
    for wing in wings:
        lines += [
            "",
            "[[wings]]",
            *(f"{key} = {_written(value)}" for key, value in wing.model_dump().items() if value),
        ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class HeldWing:
    """A hosted wing: its address (standbys after commas), its key, and its cards."""

    name: str
    address: str
    key: str
    cards: Sequence[SeatCard]


def write_events(stem: Path, event: str, wings: Sequence[HeldWing]) -> list[Path]:
    """Write an event file for each member of the staff, readable by its owner only. Raises BadInput."""
    found: dict[tuple[str, int], tuple[SeatCard, list[EventWing]]] = {}
    for wing in wings:
        before: Counter[str] = Counter()
        tables = sorted({card.table for card in wing.cards if card.table})
        for card in wing.cards:
            if card.table:
                continue
            before[card.title] += 1
            known = EventWing(
                name=wing.name, address=wing.address, key=wing.key, code=card.code, tables=tables
            )
            found.setdefault((card.title, before[card.title]), (card, []))[1].append(known)
    written: list[Path] = []
    for (title, number), (card, held) in found.items():
        label = slug(title) + (f"-{number}" if number > 1 else "")
        file = stem.with_name(f"{stem.name}.{label}{SUFFIX}")
        write_private(file, event_text(event, title, card.command, held))
        written.append(file)
    return written


def _written(value: str | list[int]) -> str:
    """Return a text or numbers as TOML. The form of JSON is valid in TOML too."""
    return json.dumps(value, ensure_ascii=False)
