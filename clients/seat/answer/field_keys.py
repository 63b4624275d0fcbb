"""The keys of Choice, Pick and Count fields, and the cursor that all fields share. The functions are pure.

Each function for a key returns the new value of the field, or None if the key does nothing there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from warcouncil.protocol.table.forms import Choice, Count, FormField, Pick, Rank, Sort, Value, Words


@dataclass(slots=True)
class FieldCursor:
    """The position of the cursor in the current field.

    In a text, `column` is the index of the next letter, and `width` is the number of cells in one drawn row. `done`
    is true when the player has left the text. Enter then adds no line.
    """

    row: int = 0
    column: int = 0
    typed: str = ""
    width: int = 60
    done: bool = False

    def lift(self) -> None:
        """Move the cursor to the beginning of a field."""
        self.row, self.column, self.typed, self.done = 0, 0, "", False

    def walk(self, key: str, count: int) -> None:
        """Move the cursor up or down a list of `count` rows."""
        to = {"up": self.row - 1, "down": self.row + 1, "home": 0, "end": count - 1}[key]
        self.row = max(0, min(count - 1, to))

    def dial(self, char: str, limit: int) -> int:
        """Read digits typed one after another as one number. Begin a new number if it would exceed `limit`."""
        typed = self.typed + char
        self.typed = typed if int(typed) <= limit else char
        return min(int(self.typed), limit)


def empty(field: FormField) -> Value:
    """Return the value of a field that is not filled in. If the field allows only one value, return that."""
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
    """Return the index of the option that a character chooses, by the game's key or by its number.

    An option whose key is a digit has no other number. Return None if the character chooses no option.
    """
    if not char:
        return None
    for number, each in enumerate(field.options):
        if each.key and each.key.lower() == char.lower():
            return number
    number = int(char) - 1 if char.isdecimal() else -1
    counts = 0 <= number < len(field.options) and not field.options[number].key.isdecimal()
    return number if counts else None


def chosen(cursor: FieldCursor, field: Choice, now: Value, key: str, char: str) -> Value | None:
    """Choose an option by a letter or a number, or move to the next option."""
    number = option(field, char)
    if number is None and key not in ("up", "down", "home", "end", "space"):
        return None
    if number is not None:
        cursor.row = number
    elif now and key != "space":
        cursor.walk(key, len(field.options))
    return field.options[cursor.row].value


def picked(
    cursor: FieldCursor, field: Pick, now: tuple[str, ...], key: str, char: str
) -> tuple[str, ...] | None:
    """Pick an option or unpick it, or move to another option."""
    number = option(field, char)
    if number is None and key in ("up", "down", "home", "end"):
        cursor.walk(key, len(field.options))
        return now
    if number is None and (key != "space" or not field.options):
        return None
    cursor.row = cursor.row if number is None else number
    return toggled(field, now, field.options[cursor.row].value)


def toggled(field: Pick, picked: tuple[str, ...], value: str) -> tuple[str, ...]:
    """Pick an option, or unpick it if it is picked.

    If only one option may be picked, the new one replaces the other. Return the same tuple if no more may be
    picked.
    """
    if value in picked:
        kept = {each for each in picked if each != value}
    elif len(picked) < field.high:
        kept = {*picked, value}
    elif field.high == 1:
        kept = {value}
    else:
        return picked
    return tuple(each.value for each in field.options if each.value in kept)


def counted(cursor: FieldCursor, field: Count, now: int, key: str, char: str) -> int | None:
    """Change a number: by digits typed one after another, or by one up or down."""
    if char.isdecimal():
        number = cursor.dial(char, field.high)
    elif key in ("up", "plus", "down", "minus"):
        cursor.typed = ""
        number = now + (1 if key in ("up", "plus") else -1)
    elif key in ("home", "end"):
        number = field.low if key == "home" else field.high
    else:
        return None
    return max(field.low, min(field.high, number))
