"""Filling: a form that the player is answering, with the present values and the missing parts. It is pure.

An answer that it reports as finished is legal, because the form has every limit of the rules.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import assert_never

from warcouncil.clients.seat.answer import field_keys, rank_keys, sort_keys, text_keys
from warcouncil.clients.seat.answer.field_keys import FieldCursor
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.answers import applies, misfit, spare_bytes, tidied
from warcouncil.protocol.table.forms import (
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
from warcouncil.protocol.words import clean


def pick_fault(field: Pick, picked: int) -> str:
    """Return the message which says that more or fewer options must be picked. It is "" if the number is right."""
    if picked < field.low:
        return say("fields.pick_more", n=field.low - picked)
    return say("fields.pick_at_most", n=field.high) if picked > field.high else ""


def rank_fault(field: Rank, ranked: int) -> str:
    """Return the message which says that more or fewer options need a place. It is "" if the number is right."""
    if ranked < field.low:
        return say("fields.place_more", n=field.low - ranked)
    return say("fields.place_at_most", n=field.high) if ranked > field.high else ""


def words_fault(field: Words, text: str) -> str:
    """Return the message which says that a required text is empty. It is "" if the text is filled in."""
    return say("fields.write_something") if field.required and not text.strip() else ""


def sort_fault(field: Sort, moves: Moves) -> str:
    """Return the message that names a place with too many or too few things. It is "" if there is none."""
    found = misfit(field, moves)
    if found is None:
        return ""
    place, _, over = found
    label = clean(place.label)
    return (
        say("fields.too_many", place=label, n=over)
        if over > 0
        else say("fields.too_few", place=label, n=-over)
    )


class KeyResult(Enum):
    """The effect of a key."""

    NOTHING = auto()
    """The key does nothing here. It may have an effect elsewhere."""
    MOVED = auto()
    """Only the cursor moved."""
    CHANGED = auto()
    FINISHED = auto()
    """The player wants to seal the present answer."""


class Filling:
    """A form while the player fills it in.

    `at` is the index of the current field. `row` and `column` are the cursor.
    """

    def __init__(self, form: Form, start: Answer | None = None) -> None:
        self.form = form
        self.at = 0
        self.is_suggestion = False
        """Whether the values are those of a hint, and the player has changed none."""
        self._cursor = FieldCursor()
        begin = start if start is not None else _suggested(form)
        self.values: dict[str, Value] = {
            field.name: _taken(field, begin[field.name]) if field.name in begin else field_keys.empty(field)
            for field in form.fields
        }
        self._settle_hand()

    @property
    def row(self) -> int:
        """The row of the cursor in the current field."""
        return self._cursor.row

    @property
    def column(self) -> int:
        """The column of the cursor in that row."""
        return self._cursor.column

    @property
    def writes(self) -> bool:
        """Whether the next letter goes into a text."""
        return isinstance(self.field, Words) and not self._cursor.done

    @property
    def writes_lines(self) -> bool:
        """Whether Enter adds a line instead of sealing."""
        field = self.field
        return isinstance(field, Words) and field.lines and self.writes

    def measure(self, width: int) -> None:
        """Set how many cells one drawn row of a text has."""
        self._cursor.width = width

    # --- what the answer says -----------------------------------------------------------------------------------

    @property
    def fields(self) -> tuple[FormField, ...]:
        """The fields that are asked, given the values of the fields before them."""
        asked: list[FormField] = []
        chosen: Answer = {}
        for field in self.form.fields:
            if applies(field.when, chosen):
                asked.append(field)
                chosen[field.name] = self.values[field.name]
        return tuple(asked)

    @property
    def field(self) -> FormField | None:
        """The current field."""
        fields = self.fields
        return fields[min(self.at, len(fields) - 1)] if fields else None

    @property
    def answer(self) -> Answer:
        """The answer so far, finished or not."""
        return {field.name: self._told(field) for field in self.fields}

    def _told(self, field: FormField) -> Value:
        """Return the value of a field as it is sent. Blanks at the ends of a text are removed."""
        value = self.values[field.name]
        return tidied(field, str(value)) if isinstance(field, Words) else value

    @property
    def fault(self) -> str:
        """The message about the first missing part, or "" if the answer can be sealed."""
        return next((fault for field in self.fields if (fault := self.fault_of(field))), "")

    def fault_of(self, field: FormField) -> str:
        """Return the message about what is missing in a field. It is "" if nothing is missing."""
        value = self.values[field.name]
        match field:
            case Choice():
                return "" if value else say("fields.choose_one")
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
        """Return the options that are picked or put in order so far."""
        value = self.values[field.name]
        return value if isinstance(value, tuple) else ()

    def written(self, field: Words) -> str:
        """Return the text so far, with the blanks at its ends."""
        return str(self.values[field.name])

    @property
    def spare(self) -> int:
        """How many more bytes all texts together can have."""
        return spare_bytes({field.name: self.values[field.name] for field in self.fields})

    def texts(self) -> dict[str, str]:
        """Return the written texts by field name, in the form in which they would be sent."""
        return {
            field.name: str(self._told(field))
            for field in self.form.fields
            if isinstance(field, Words) and self.written(field)
        }

    def carry(self, texts: dict[str, str]) -> None:
        """Copy texts into the fields of the same name. This is for a question that was asked again in another form."""
        for field in self.form.fields:
            if isinstance(field, Words) and field.name in texts:
                self.values[field.name] = text_keys.kept(field, texts[field.name])
        self._settle_hand()

    def moves(self, field: Sort) -> Moves:
        """Return the moves made so far."""
        value = self.values[field.name]
        return value if isinstance(value, dict) else {}

    def go_to_end(self) -> None:
        """Move to the last field, where Enter seals."""
        self.at = max(0, len(self.fields) - 1)
        self._settle_hand()
        self._cursor.done = True

    # --- keys and the mouse -------------------------------------------------------------------------------------

    def press(self, key: str, char: str = "") -> KeyResult:
        """Handle a key, given its name and, if it has one, its character."""
        field = self.field
        if field is None:
            return KeyResult.FINISHED if key == "enter" else KeyResult.NOTHING
        if self.writes_lines:
            if key == "tab":
                self._cursor.done = True
                return KeyResult.MOVED
        elif key == "enter":
            return self._go_on(field)
        by = _steps(field, writes=self.writes).get(key)
        return self._step(by) if by else self._took(field, self._pressed(field, key, char))

    def _pressed(self, field: FormField, key: str, char: str) -> Value | None:
        """Return the value of a field after a key.

        If it is the same object, only the cursor moved. If it is None, the key has no effect.
        """
        value, cursor = self.values[field.name], self._cursor
        match field:
            case Choice():
                return field_keys.chosen(cursor, field, value, key, char)
            case Pick():
                return field_keys.picked(cursor, field, self.picked(field), key, char)
            case Rank():
                return rank_keys.press(cursor, field, self.picked(field), key, char)
            case Sort():
                return sort_keys.press(cursor, field, self.moves(field), key, char)
            case Count():
                return field_keys.counted(
                    cursor, field, value if isinstance(value, int) else field.low, key, char
                )
            case Words():
                return text_keys.press(cursor, field, self.written(field), key, char, spare=self.spare)
            case _:
                assert_never(field)

    def reach(self, at: int, row: int, column: int | None = None) -> KeyResult:
        """Move the cursor to a place of a field, as a mouse does.

        Choose the option there, if there is one.
        """
        fields = self.fields
        if not 0 <= at < len(fields):
            return KeyResult.NOTHING
        field, cursor = fields[at], self._cursor
        cursor.typed = ""
        if at != self.at:
            self.at = at
            self._settle_hand()
        if isinstance(field, Choice | Pick | Rank) and 0 <= row < len(field.options):
            cursor.row = row
            match field:
                case Choice():
                    return self._took(field, field.options[row].value)
                case Pick():
                    return self._took(
                        field, field_keys.toggled(field, self.picked(field), field.options[row].value)
                    )
                case Rank():
                    value = rank_keys.shown(field, self.picked(field))[row].value
                    return self._took(field, rank_keys.toggled(cursor, field, self.picked(field), value))
        if isinstance(field, Sort) and 0 <= row < len(field.things):
            return self._took(field, sort_keys.reach(cursor, field, self.moves(field), row, column))
        return KeyResult.MOVED

    def write(self, text: str) -> KeyResult:
        """Insert a piece of text if the current field is a text."""
        field = self.field
        if not isinstance(field, Words):
            return KeyResult.NOTHING
        return self._took(
            field, text_keys.insert(self._cursor, field, self.written(field), text, spare=self.spare)
        )

    def finish(self) -> KeyResult:
        """Go to the next field, or seal. This is what Enter does when it adds no line."""
        self._cursor.done = True
        return self.press("enter")

    def _go_on(self, field: FormField) -> KeyResult:
        if self.fault_of(field):
            return KeyResult.MOVED
        if self._step(1) is KeyResult.MOVED:
            return KeyResult.MOVED
        return KeyResult.MOVED if self.fault else KeyResult.FINISHED

    def _step(self, by: int) -> KeyResult:
        """Move to the next field, or to the one before."""
        if not 0 <= self.at + by < len(self.fields):
            return KeyResult.NOTHING
        self.at += by
        self._settle_hand()
        return KeyResult.MOVED

    def _settle_hand(self) -> None:
        """Move the cursor to the option that is already chosen, or to the beginning of the field."""
        self._cursor.lift()
        field = self.field
        if isinstance(field, Choice):
            chosen = [option.value for option in field.options]
            value = self.values[field.name]
            self._cursor.row = chosen.index(value) if isinstance(value, str) and value in chosen else 0
        elif isinstance(field, Words):
            self._cursor.column = len(self.written(field))
        elif isinstance(field, Sort):
            sort_keys.settle(self._cursor, field, self.moves(field))

    def _took(self, field: FormField, value: Value | None) -> KeyResult:
        """Store a value. If it is the same object, only the cursor moved."""
        if value is None:
            return KeyResult.NOTHING
        self._cursor.done = False
        same = self.values[field.name]
        if value is same or (isinstance(field, Choice | Words) and value == same):
            return KeyResult.MOVED
        self.values[field.name] = value
        self.is_suggestion = False
        self.at = self.fields.index(field)
        return KeyResult.CHANGED


def _steps(field: FormField, *, writes: bool) -> dict[str, int]:
    """Return the keys that move to another field, each with its step.

    `writes`: the next letter goes into a text. In a text of several lines, ↑ ↓ then move between its lines.
    """
    steps = {"tab": 1, "shift+tab": -1}
    if isinstance(field, Choice | Pick | Rank | Count):
        steps |= {"right": 1, "left": -1}
    if isinstance(field, Words) and not (field.lines and writes):
        steps |= {"down": 1, "up": -1}
    return steps


def _taken(field: FormField, value: Value) -> Value:
    return text_keys.kept(field, str(value)) if isinstance(field, Words) else value


def _suggested(form: Form) -> Answer:
    """Return the values that the game suggests. A choice that the game marks as weighty has no suggestion."""
    heavy = {field.name for field in form.fields if isinstance(field, Choice) and field.weighty}
    return {name: value for name, value in (form.suggested or {}).items() if name not in heavy}
