"""The keys of a Rank field. The functions are pure.

Options with a place come first, in their order. The others follow in the order of the form.
"""

from __future__ import annotations

from warcouncil.clients.seat.answer import field_keys
from warcouncil.clients.seat.answer.field_keys import FieldCursor
from warcouncil.protocol.table.forms import Option, Rank

RAISE, LOWER = ("plus", "shift+up"), ("minus", "shift+down")
Ranked = tuple[str, ...]


def shown(field: Rank, ranked: Ranked) -> tuple[Option, ...]:
    """Return the options in the order of the screen."""
    options = {option.value: option for option in field.options}
    first = [options[value] for value in ranked if value in options]
    return (*first, *(option for option in field.options if option.value not in ranked))


def press(cursor: FieldCursor, field: Rank, ranked: Ranked, key: str, char: str) -> Ranked | None:
    """Handle a key.

    Return the new order. It is the same object if only the cursor moved, and None if the key has no effect.
    """
    rows = shown(field, ranked)
    value = rows[min(cursor.row, len(rows) - 1)].value
    if key in ("up", "down", "home", "end"):
        cursor.walk(key, len(rows))
        return ranked
    if key in (*RAISE, *LOWER):
        return _held(cursor, field, value, _shifted(field, ranked, value, -1 if key in RAISE else 1))
    if key == "space":
        return toggled(cursor, field, ranked, value)
    if char.isdecimal() and 0 < int(char) <= field.high:
        return _held(cursor, field, value, _put(field, ranked, value, int(char) - 1))
    number = None if char.isdecimal() else field_keys.option(field, char)
    return None if number is None else toggled(cursor, field, ranked, field.options[number].value)


def toggled(cursor: FieldCursor, field: Rank, ranked: Ranked, value: str) -> Ranked:
    """Assign the next place to an option that has none, and move to the next such option.

    An option that has a place loses it.
    """
    if value in ranked:
        return _held(cursor, field, value, tuple(each for each in ranked if each != value))
    after = _put(field, ranked, value, len(ranked))
    if after is not ranked:
        cursor.row = min(len(after), len(field.options) - 1)
    return after


def _held(cursor: FieldCursor, field: Rank, value: str, after: Ranked) -> Ranked:
    """Keep the cursor on the option that was moved."""
    cursor.row = [option.value for option in shown(field, after)].index(value)
    return after


def _put(field: Rank, ranked: Ranked, value: str, place: int) -> Ranked:
    """Assign a place to an option. If the place is beyond the end, assign the next free one.

    If one option of a complete order is left, it takes the last place.
    """
    kept = tuple(each for each in ranked if each != value)
    if len(kept) >= field.high:
        if field.high > 1:
            return ranked  # No more options may have a place
        kept = ()
    after = (*kept[:place], value, *kept[place:])
    left = [option.value for option in field.options if option.value not in after]
    return (*after, *left) if len(left) == 1 and field.low == len(field.options) else after


def _shifted(field: Rank, ranked: Ranked, value: str, by: int) -> Ranked:
    """Move an option up or down by one place.

    An option without a place takes the next one. An option that is moved past the last place loses it.
    """
    if value not in ranked:
        return _put(field, ranked, value, len(ranked)) if by < 0 else ranked
    at = ranked.index(value)
    kept = tuple(each for each in ranked if each != value)
    if at + by >= len(ranked):
        return ranked if len(ranked) == len(field.options) else kept
    to = max(0, at + by)
    return ranked if to == at else (*kept[:to], value, *kept[to:])
