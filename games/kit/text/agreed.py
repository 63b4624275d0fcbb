"""Agreed: a sentence for each option of a table that differs from its default.

The rules page, every briefing and every sheet show the same sentences. A game writes its own sentences in `terms`.
For every other option, the sentence is its description with its value. So a new option needs no further code to be
described.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic_core import to_jsonable_python
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.wording import say
from warcouncil.protocol.table.rulebooks import Briefing
from warcouncil.protocol.table.sheets import Prose
from warcouncil.protocol.words import SeatId

SENTENCE_CHARS_MAX = 400
"""The longest sentence, in characters. A chart or a manifest in full would fill a screen."""
PROSE_CHARS_MAX = 1800
"""The longest element of a sheet, in characters. A text of the protocol has at most 2000."""


def departures(options: Options) -> tuple[str, ...]:
    """Return the names of the options that differ from their defaults, without those that contain a secret."""
    return tuple(
        name
        for name, field in type(options).model_fields.items()
        if name not in options.hidden
        and getattr(options, name) != field.get_default(call_default_factory=True)
    )


def agreed(game: AnyGame, options: Options) -> tuple[str, ...]:
    """Return a sentence for each option that differs from its default, in the order of the options."""
    own = game.terms(options)
    said = (own.get(name, described(options, name)) for name in departures(options))
    return tuple(dict.fromkeys(text for text in said if text))


def described(options: Options, name: str) -> str:
    """Return an option as its description and its value, such as "Time to place cards, in seconds: 90."."""
    meaning = (type(options).model_fields[name].description or name).rstrip(".")
    text = say("agreed.described", meaning=meaning, value=_value(getattr(options, name)))
    return text if len(text) <= SENTENCE_CHARS_MAX else f"{text[: SENTENCE_CHARS_MAX - 1]}…"


def _value(value: Any) -> str:
    plain = to_jsonable_python(value)
    match plain:
        case bool():
            return say("agreed.yes" if plain else "agreed.no")
        case None | [] | {} | "":
            return say("agreed.none")
        case str() | int():
            return str(plain)
        case float():
            return f"{plain:g}"
        case _:
            return json.dumps(plain, ensure_ascii=False)


def changed(game: AnyGame, options: Options) -> dict[str, str]:
    """Return what this table plays instead, for each numbered paragraph that an agreed option changes."""
    own = game.terms(options)
    notes: dict[str, list[str]] = {}
    for name in departures(options):
        text = own.get(name, described(options, name))
        for number in game.paragraphs_of.get(name, ()) if text else ():
            notes.setdefault(number, []).append(text)
    return {number: " ".join(dict.fromkeys(texts)) for number, texts in notes.items()}


def briefing(game: AnyGame, options: Options, seat: SeatId) -> Briefing:
    """Return the briefing of a seat, with the agreed options of its table. It depends only on the seat and the public options."""
    return game.briefing(options, seat).model_copy(update={"agreed": agreed(game, options)})


def elements(game: AnyGame, options: Options) -> tuple[Prose, ...]:
    """Return the elements at the end of every sheet about the agreed options. Empty if all options have their defaults."""
    return tuple(Prose(title=say("agreed.title"), text=text) for text in _pieces(agreed(game, options)))


def _pieces(sentences: tuple[str, ...]) -> Iterator[str]:
    """Yield the sentences one on a line, in pieces that each fit an element."""
    piece = ""
    for text in sentences:
        if piece and len(piece) + 1 + len(text) > PROSE_CHARS_MAX:
            yield piece
            piece = ""
        piece = f"{piece}\n{text}" if piece else text
    if piece:
        yield piece
