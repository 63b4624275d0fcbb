"""An answer in the making: a form, what is filled in so far, and where the hand is. Pure: keys go in by name.

Whatever it calls finished is a legal answer, since a form holds every limit that the rules set.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import assert_never

from warcouncil.clients.seat import fieldkeys, rankkeys, sortkeys
from warcouncil.clients.seat.faults import pick_fault, rank_fault, sort_fault, words_fault
from warcouncil.clients.seat.finger import Finger
from warcouncil.protocol.answers import applies, tidied
from warcouncil.protocol.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Moves,
    Pick,
    Rank,
    Sort,
    Value,
    Words,
)


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
        self._finger = Finger()
        begin = start if start is not None else _suggested(form)
        self.values: dict[str, Value] = {
            field.name: begin[field.name] if field.name in begin else fieldkeys.empty(field)
            for field in form.fields
        }
        self._settle_hand()

    @property
    def row(self) -> int:
        """The row of the field in hand."""
        return self._finger.row

    @property
    def column(self) -> int:
        """The place in that row."""
        return self._finger.column

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
        return {field.name: self._told(field) for field in self.fields}

    def _told(self, field: FormField) -> Value:
        """Give the value of a field as it is sent: what is written without the blanks around it."""
        value = self.values[field.name]
        return tidied(field, str(value)) if isinstance(field, Words) else value

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
            case Rank():
                return rank_fault(field, len(self.picked(field)))
            case Sort():
                return sort_fault(field, self.moves(field))
            case Words():
                return words_fault(field, str(value))
            case Count():
                return ""
            case _:
                assert_never(field)

    def picked(self, field: Pick | Rank) -> tuple[str, ...]:
        """Give what is picked so far, or put in order."""
        value = self.values[field.name]
        return value if isinstance(value, tuple) else ()

    def moves(self, field: Sort) -> Moves:
        """Give what is moved so far."""
        value = self.values[field.name]
        return value if isinstance(value, dict) else {}

    def go_to_end(self) -> None:
        """Put the hand on the last field, where Enter seals."""
        self.at = max(0, len(self.fields) - 1)
        self._settle_hand()

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
            case Rank():
                if key in ("left", "right"):
                    return self._step(1 if key == "right" else -1)
                return self._took(field, rankkeys.press(self._finger, field, self.picked(field), key, char))
            case Sort():
                return self._took(field, sortkeys.press(self._finger, field, self.moves(field), key, char))
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
        self._finger.typed = ""
        if at != self.at:
            self.at = at
            self._settle_hand()
        if isinstance(field, Choice) and 0 <= row < len(field.options):
            return self._choose(field, row)
        if isinstance(field, Pick) and 0 <= row < len(field.options):
            self._finger.row = row
            return self._toggle(field, row)
        if isinstance(field, Rank) and 0 <= row < len(field.options):
            value = rankkeys.shown(field, self.picked(field))[row].value
            return self._took(field, rankkeys.toggled(self._finger, field, self.picked(field), value))
        if isinstance(field, Sort) and 0 <= row < len(field.things):
            return self._took(field, sortkeys.reach(self._finger, field, self.moves(field), row, column))
        return Did.MOVED

    def write(self, text: str) -> Did:
        """Write a piece of text where words are asked."""
        field = self.field
        if not isinstance(field, Words):
            return Did.NOTHING
        self.values[field.name] = fieldkeys.plain(f"{self.values[field.name]}{text}", field)
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
        self._finger.lift()
        field = self.field
        if isinstance(field, Choice):
            chosen = [option.value for option in field.options]
            value = self.values[field.name]
            self._finger.row = chosen.index(value) if isinstance(value, str) and value in chosen else 0
        elif isinstance(field, Sort):
            sortkeys.settle(self._finger, field, self.moves(field))

    # --- one kind of field each -----------------------------------------------------------------------------------

    def _choice(self, field: Choice, key: str, char: str) -> Did:
        number = fieldkeys.option(field, char)
        if number is not None:
            return self._choose(field, number)
        if key in ("left", "right"):
            return self._step(1 if key == "right" else -1)
        if key in ("up", "down", "home", "end", "space"):
            if self.values[field.name] and key != "space":
                self._finger.walk(key, len(field.options))
            return self._choose(field, self.row)
        return Did.NOTHING

    def _choose(self, field: Choice, row: int) -> Did:
        self._finger.row = row
        value = field.options[row].value
        if self.values[field.name] == value:
            return Did.MOVED
        self.values[field.name] = value
        self.at = self.fields.index(field)
        return Did.CHANGED

    def _pick(self, field: Pick, key: str, char: str) -> Did:
        number = fieldkeys.option(field, char)
        if number is not None:
            self._finger.row = number
            return self._toggle(field, number)
        if key == "space":
            return self._toggle(field, self.row)
        if key in ("left", "right"):
            return self._step(1 if key == "right" else -1)
        if key in ("up", "down", "home", "end"):
            self._finger.walk(key, len(field.options))
            return Did.MOVED
        return Did.NOTHING

    def _toggle(self, field: Pick, row: int) -> Did:
        if row >= len(field.options):
            return Did.NOTHING
        picked = fieldkeys.toggled(field, self.picked(field), field.options[row].value)
        if picked is None:
            return Did.MOVED
        self.values[field.name] = picked
        return Did.CHANGED

    def _count(self, field: Count, key: str, char: str) -> Did:
        if key in ("left", "right"):
            return self._step(1 if key == "right" else -1)
        value = self.values[field.name]
        number = fieldkeys.counted(
            self._finger, field, value if isinstance(value, int) else field.low, key, char
        )
        if number is None:
            return Did.NOTHING
        self.values[field.name] = number
        return Did.CHANGED

    def _words(self, field: Words, key: str, char: str) -> Did:
        if key in ("up", "down"):
            return self._step(1 if key == "down" else -1)
        written = fieldkeys.written(field, str(self.values[field.name]), key, char)
        if written is None:
            return Did.NOTHING
        self.values[field.name] = written
        return Did.CHANGED

    def _took(self, field: Sort | Rank, value: Value | None) -> Did:
        """Take in how the things lie now; the very same value: only the hand has moved."""
        if value is None:
            return Did.NOTHING
        if value is self.values[field.name]:
            return Did.MOVED
        self.values[field.name] = value
        return Did.CHANGED


def _suggested(form: Form) -> Answer:
    """Give what the game suggests to begin from: nothing where a choice weighs much."""
    heavy = {field.name for field in form.fields if isinstance(field, Choice) and field.weighty}
    return {name: value for name, value in (form.suggested or {}).items() if name not in heavy}
