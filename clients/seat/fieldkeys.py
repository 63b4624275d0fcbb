"""The hand in a field that is chosen, counted or written: what a key makes of its value. Pure.

Each function that takes a key gives the value as it is after it, or None where the key means nothing here.
"""

from __future__ import annotations

from typing import assert_never

from warcouncil.clients.seat.finger import Finger
from warcouncil.protocol.forms import Choice, Count, FormField, Pick, Rank, Sort, Value, Words
from warcouncil.protocol.words import clean


def empty(field: FormField) -> Value:
    """Give the value of a field in which nothing was filled in: where there is one way alone, that."""
    match field:
        case Choice():
            return field.options[0].value if len(field.options) == 1 else ""
        case Pick():
            every = tuple(option.value for option in field.options)
            return every if field.low >= len(every) else ()
        case Rank():
            return (field.options[0].value,) if field.low >= len(field.options) == 1 else ()
        case Sort():
            return {}
        case Count():
            return field.low
        case Words():
            return ""
        case _:
            assert_never(field)


def option(field: Choice | Pick | Rank, char: str) -> int | None:
    """Give the option that a character chooses: by the game's key, or else by its number."""
    if not char:
        return None
    for number, each in enumerate(field.options):
        if each.key and each.key.lower() == char.lower():
            return number
    if char.isdecimal() and 0 < int(char) <= len(field.options):
        return int(char) - 1
    return None


def toggled(field: Pick, picked: tuple[str, ...], value: str) -> tuple[str, ...] | None:
    """Pick an option or leave it out; where one alone may be picked, in place of the other. None: no more may be picked."""
    if value in picked:
        kept = {each for each in picked if each != value}
    elif len(picked) < field.high:
        kept = {*picked, value}
    elif field.high == 1:
        kept = {value}
    else:
        return None
    return tuple(each.value for each in field.options if each.value in kept)


def counted(finger: Finger, field: Count, now: int, key: str, char: str) -> int | None:
    """Count: digits one after another, or one more or less."""
    if char.isdecimal():
        number = finger.dial(char, field.high)
    elif key in ("up", "plus", "down", "minus"):
        finger.typed = ""
        number = now + (1 if key in ("up", "plus") else -1)
    elif key in ("home", "end"):
        number = field.low if key == "home" else field.high
    else:
        return None
    return max(field.low, min(field.high, number))


def written(field: Words, now: str, key: str, char: str) -> str | None:
    """Write a character, or take back the last one or all."""
    if key == "backspace":
        return now[:-1]
    if key == "ctrl+u":
        return ""
    return plain(now + char, field) if char and char.isprintable() else None


def plain(text: str, field: Words) -> str:
    """Give what is written as the rules will judge it; a space at its end stays, for a word may follow."""
    words = clean(text, field.chars_max)
    return f"{words} " if words and text.endswith(" ") and len(words) < field.chars_max else words
