"""An answer in the making: a form, what is filled in so far, and where the hand is. Pure: keys go in by name.

Whatever it calls finished is a legal answer, since a form holds every limit that the rules set.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import assert_never

from warcouncil.clients.seat.faults import pick_fault, sort_fault
from warcouncil.clients.seat.sorting import goals, place_of, put, taken
from warcouncil.protocol.answers import applies
from warcouncil.protocol.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Moves,
    Pick,
    Sort,
    Thing,
    Value,
    Words,
)
from warcouncil.protocol.words import clean


class Did(Enum):
    """What a key did."""

    NOTHING = auto()
    """The key means nothing here; it may mean something elsewhere."""
    MOVED = auto()
    """The hand moved; the answer is as it was."""
    CHANGED = auto()
    FINISHED = auto()
    """The answer is to be sealed as it stands."""


class Filling:
    """A form being filled in. `at` is the field in hand, `row` and `column` the place of the hand in it."""

    def __init__(self, form: Form, start: Answer | None = None) -> None:
        self.form = form
        self.at = 0
        self.row = 0
        self.column = 0
        self._typed = ""
        begin = start if start is not None else (form.suggested or {})
        self.values: dict[str, Value] = {
            field.name: begin[field.name] if field.name in begin else _empty(field) for field in form.fields
        }
        self._settle_hand()

    # --- what it says -------------------------------------------------------------------------------------------

    @property
    def fields(self) -> tuple[FormField, ...]:
        """The fields that are asked, given what is filled in before them."""
        asked: list[FormField] = []
        chosen: Answer = {}
        for field in self.form.fields:
            if applies(field.when, chosen):
                asked.append(field)
                chosen[field.name] = self.values[field.name]
        return tuple(asked)

    @property
    def field(self) -> FormField | None:
        """The field in hand."""
        fields = self.fields
        return fields[min(self.at, len(fields) - 1)] if fields else None

    @property
    def answer(self) -> Answer:
        """The answer as it stands, finished or not."""
        return {field.name: self.values[field.name] for field in self.fields}

    @property
    def fault(self) -> str:
        """What is still to be done before it can be sealed, in words; "" when it can."""
        return next((fault for field in self.fields if (fault := self.fault_of(field))), "")

    def fault_of(self, field: FormField) -> str:
        """Say what is still to be done in a field."""
        value = self.values[field.name]
        match field:
            case Choice():
                return "" if value else "Choose one."
            case Pick():
                return pick_fault(field, len(self.picked(field)))
            case Sort():
                return sort_fault(field, self.moves(field))
            case Count() | Words():
                return ""
            case _:
                assert_never(field)

    def picked(self, field: Pick) -> tuple[str, ...]:
        """Give what is picked so far."""
        value = self.values[field.name]
        return value if isinstance(value, tuple) else ()

    def moves(self, field: Sort) -> Moves:
        """Give what is moved so far."""
        value = self.values[field.name]
        return value if isinstance(value, dict) else {}

    # --- the hand -----------------------------------------------------------------------------------------------

    def press(self, key: str, char: str = "") -> Did:
        """Take a key by its name and, when it writes something, its character."""
        field = self.field
        if field is None:
            return Did.FINISHED if key == "enter" else Did.NOTHING
        if key == "enter":
            return self._go_on(field)
        if key in ("tab", "shift+tab"):
            return self._step(1 if key == "tab" else -1)
        match field:
            case Choice():
                return self._choice(field, key, char)
            case Pick():
                return self._pick(field, key, char)
            case Sort():
                return self._sort(field, key, char)
            case Count():
                return self._count(field, key, char)
            case Words():
                return self._words(field, key, char)
            case _:
                assert_never(field)

    def reach(self, at: int, row: int, column: int | None = None) -> Did:
        """Point at a place of a field, as a mouse does: it chooses what chooses there."""
        fields = self.fields
        if not 0 <= at < len(fields):
            return Did.NOTHING
        field = fields[at]
        self._typed = ""
        if at != self.at:
            self.at = at
            self._settle_hand()
        if isinstance(field, Choice) and 0 <= row < len(field.options):
            return self._choose(field, row)
        if isinstance(field, Pick) and 0 <= row < len(field.options):
            self.row = row
            return self._toggle(field, row)
        if isinstance(field, Sort) and 0 <= row < len(field.things):
            return self._reach_place(field, row, column)
        return Did.MOVED

    def write(self, text: str) -> Did:
        """Write a piece of text where words are asked."""
        field = self.field
        if not isinstance(field, Words):
            return Did.NOTHING
        self.values[field.name] = _plain(f"{self.values[field.name]}{text}", field)
        return Did.CHANGED

    def _go_on(self, field: FormField) -> Did:
        if self.fault_of(field):
            return Did.MOVED
        if self._step(1) is Did.MOVED:
            return Did.MOVED
        return Did.MOVED if self.fault else Did.FINISHED

    def _step(self, by: int) -> Did:
        """Go to the next or the last field."""
        if not 0 <= self.at + by < len(self.fields):
            return Did.NOTHING
        self.at += by
        self._settle_hand()
        return Did.MOVED

    def _settle_hand(self) -> None:
        """Put the hand where the field in hand is chosen already, or at its beginning."""
        self.row, self.column, self._typed = 0, 0, ""
        field = self.field
        if isinstance(field, Choice):
            chosen = [option.value for option in field.options]
            value = self.values[field.name]
            self.row = chosen.index(value) if isinstance(value, str) and value in chosen else 0
        elif isinstance(field, Sort) and field.things:
            self._settle_column(field)

    # --- one kind of field each -----------------------------------------------------------------------------------

    def _choice(self, field: Choice, key: str, char: str) -> Did:
        number = _option(field, char)
        if number is not None:
            return self._choose(field, number)
        if key in ("left", "right"):
            return self._step(1 if key == "right" else -1)
        if key in ("up", "down", "home", "end", "space"):
            blank = not self.values[field.name]
            row = self.row if blank or key == "space" else _walked(self.row, key, len(field.options))
            return self._choose(field, row)
        return Did.NOTHING

    def _choose(self, field: Choice, row: int) -> Did:
        self.row = row
        value = field.options[row].value
        if self.values[field.name] == value:
            return Did.MOVED
        self.values[field.name] = value
        self.at = self.fields.index(field)
        return Did.CHANGED

    def _pick(self, field: Pick, key: str, char: str) -> Did:
        number = _option(field, char)
        if number is not None:
            self.row = number
            return self._toggle(field, number)
        if key == "space":
            return self._toggle(field, self.row)
        if key in ("left", "right"):
            return self._step(1 if key == "right" else -1)
        if key in ("up", "down", "home", "end"):
            self.row = _walked(self.row, key, len(field.options))
            return Did.MOVED
        return Did.NOTHING

    def _toggle(self, field: Pick, row: int) -> Did:
        if row >= len(field.options):
            return Did.NOTHING
        value, picked = field.options[row].value, self.picked(field)
        if value in picked:
            kept = {each for each in picked if each != value}
        elif len(picked) < field.high:
            kept = {*picked, value}
        elif field.high == 1:
            kept = {value}
        else:
            return Did.MOVED
        self.values[field.name] = tuple(option.value for option in field.options if option.value in kept)
        return Did.CHANGED

    def _count(self, field: Count, key: str, char: str) -> Did:
        value = self.values[field.name]
        now = value if isinstance(value, int) else field.low
        if char.isdecimal():
            number = self._dialled(char, field.high)
        elif key in ("up", "plus", "down", "minus"):
            self._typed = ""
            number = now + (1 if key in ("up", "plus") else -1)
        elif key in ("home", "end"):
            number = field.low if key == "home" else field.high
        elif key in ("left", "right"):
            return self._step(1 if key == "right" else -1)
        else:
            return Did.NOTHING
        self.values[field.name] = max(field.low, min(field.high, number))
        return Did.CHANGED

    def _dialled(self, char: str, limit: int) -> int:
        """Read digits typed one after another as one number, and begin anew where that is too much."""
        typed = self._typed + char
        self._typed = typed if int(typed) <= limit else char
        return min(int(self._typed), limit)

    def _words(self, field: Words, key: str, char: str) -> Did:
        value = str(self.values[field.name])
        if key == "backspace":
            self.values[field.name] = value[:-1]
        elif key == "ctrl+u":
            self.values[field.name] = ""
        elif char and char.isprintable():
            self.values[field.name] = _plain(value + char, field)
        elif key in ("up", "down"):
            return self._step(1 if key == "down" else -1)
        else:
            return Did.NOTHING
        return Did.CHANGED

    # --- sorting --------------------------------------------------------------------------------------------------

    def _sort(self, field: Sort, key: str, char: str) -> Did:
        if not field.things:
            return Did.NOTHING
        thing = field.things[min(self.row, len(field.things) - 1)]
        if key in ("up", "down", "home", "end"):
            self.row = _walked(self.row, key, len(field.things))
            self._typed = ""
            self._settle_column(field)
            return Did.MOVED
        return (
            self._sort_one(field, thing, key, char)
            if thing.count == 1
            else self._sort_many(field, thing, key, char)
        )

    def _sort_one(self, field: Sort, thing: Thing, key: str, char: str) -> Did:
        """Move a single thing: the arrows take it from place to place, a digit puts it there."""
        places = goals(field, thing)
        if key in ("left", "right"):
            names = [place for place in (each.name for each in field.places) if place in places]
            now = names.index(field.places[self.column].name)
            to = names[max(0, min(len(names) - 1, now + (1 if key == "right" else -1)))]
        elif key in ("backspace", "delete") or char == "0":
            to = thing.at
        elif char.isdecimal() and (place := place_of(field, char)):
            to = place
        else:
            return Did.NOTHING
        if to not in places:
            return Did.MOVED
        self._lay(field, thing, to, 0 if to == thing.at else 1)
        self._settle_column(field)
        if char and self.row + 1 < len(field.things):
            self.row += 1
            self._settle_column(field)
        return Did.CHANGED

    def _sort_many(self, field: Sort, thing: Thing, key: str, char: str) -> Did:
        """Send some of many equal things: the arrows choose the place, digits say how many go there."""
        place = field.places[self.column].name
        if key in ("left", "right"):
            self._typed = ""
            open_to = [number for number, each in enumerate(field.places) if each.name in thing.to]
            beyond = [n for n in open_to if (n > self.column if key == "right" else n < self.column)]
            if beyond:
                self.column = beyond[0] if key == "right" else beyond[-1]
            return Did.MOVED
        now = taken(self.moves(field), thing, place)
        free = thing.count - taken(self.moves(field), thing) + now
        if char.isdecimal():
            number = self._dialled(char, free)
        elif key in ("plus", "equals_sign", "minus"):
            self._typed, number = "", now + (-1 if key == "minus" else 1)
        elif key in ("backspace", "delete"):
            self._typed, number = "", 0
        else:
            return Did.NOTHING
        self._lay(field, thing, place, max(0, min(free, number)))
        return Did.CHANGED

    def _lay(self, field: Sort, thing: Thing, place: str, number: int) -> None:
        self.values[field.name] = put(self.moves(field), thing, place, number)

    def _reach_place(self, field: Sort, row: int, column: int | None) -> Did:
        self.row = row
        self._settle_column(field)
        thing = field.things[row]
        if column is None or field.places[column].name not in goals(field, thing):
            return Did.MOVED
        if thing.count > 1:
            self.column = column if field.places[column].name in thing.to else self.column
            return Did.MOVED
        to = field.places[column].name
        self._lay(field, thing, to, 0 if to == thing.at else 1)
        self.column = column
        return Did.CHANGED

    def _settle_column(self, field: Sort) -> None:
        """Put the hand over the place where the row's thing lies or, of many, over one where they may go."""
        thing = field.things[self.row]
        names = [place.name for place in field.places]
        if thing.count == 1:
            gone = [place for place, number in self.moves(field).get(thing.name, {}).items() if number]
            lying = gone[0] if gone else thing.at
            self.column = names.index(lying) if lying in names else 0
        elif names[self.column] not in thing.to:
            self.column = next((n for n, name in enumerate(names) if name in thing.to), 0)


def _empty(field: FormField) -> Value:
    match field:
        case Choice():
            return field.options[0].value if len(field.options) == 1 else ""
        case Pick():
            every = tuple(option.value for option in field.options)
            return every if field.low >= len(every) else ()
        case Sort():
            return {}
        case Count():
            return field.low
        case Words():
            return ""
        case _:
            assert_never(field)


def _option(field: Choice | Pick, char: str) -> int | None:
    """Give the option that a character chooses: by the game's key, or else by its number."""
    if not char:
        return None
    for number, option in enumerate(field.options):
        if option.key and option.key.lower() == char.lower():
            return number
    if char.isdecimal() and 0 < int(char) <= len(field.options):
        return int(char) - 1
    return None


def _walked(row: int, key: str, count: int) -> int:
    to = {"up": row - 1, "down": row + 1, "home": 0, "end": count - 1}[key]
    return max(0, min(count - 1, to))


def _plain(text: str, field: Words) -> str:
    """Give what is written as the rules will judge it; a space at its end stays, for a word may follow."""
    plain = clean(text, field.chars_max)
    return f"{plain} " if plain and text.endswith(" ") and len(plain) < field.chars_max else plain
