"""Fills in a form line by line. It decides which field is asked next, and what a typed line means.

It is pure. An answer that it reports as complete is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from pydantic import TypeAdapter, ValidationError
from warcouncil.clients.plain.base.teller import meant
from warcouncil.clients.plain.seat.moving_things import MoveFault, changed_lines, example, moved, sort_lines
from warcouncil.clients.plain.seat.text_lines import END, fault_of_length, left_words, with_line
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.model.hints import caution
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Option,
    Pick,
    Rank,
    Sort,
    Words,
)
from warcouncil.protocol.words import typed_number


def _none() -> None:
    """Return no suggestion."""


_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)
STEPS = ("seal", "back", "again", "show", "suggest")
"""Words that move within a form. When a text is asked, they are typed with / before them."""
TOGETHER_CHARS_MAX = 80
"""Options with at most this many characters in all are read in one line. Longer lists have a line for each option."""
CODES_MAX = 3
"""Up to this many numbers are read one by one. More numbers are read as a range."""


@dataclass(frozen=True, slots=True)
class LineMeaning:
    """The result of a typed line: the lines to write, and the answer if it is complete."""

    lines: tuple[str, ...] = ()
    answer: Answer | None = None


class Answering:
    """A form that is being filled in, starting with its first field. Nothing is chosen in advance."""

    def __init__(self, form: Form, hint: Callable[[], Answer | None] = _none) -> None:
        self.form = form
        self._hint = hint
        self._warned = False
        """Whether the player was warned that a suggestion replaces what they wrote."""
        self._filling = Filling(form, {})
        self._at = 0
        self.writing = False
        """Whether lines of a text were written, so that the next line is added below them."""

    @property
    def _field(self) -> FormField | None:
        """The field that is asked now, or None if all are filled in and the answer can be sealed."""
        fields = self._filling.fields
        return fields[self._at] if self._at < len(fields) else None

    def words(self, answer: Answer) -> str:
        """Return the text of an answer to the form."""
        return answer_words(self.form, answer)

    def asks(self) -> tuple[str, ...]:
        """Return the lines that ask for the present field. The last line ends with >."""
        field = self._field
        match field:
            case None:
                return (
                    say("plain.your_answer", answer=answer_words(self.form, self._filling.answer)),
                    *filter(None, (caution(self._filling),)),
                    say("plain.steps"),
                )
            case Choice():
                listed, options = _listed(field.options)
                head, codes = self._head(field), say("plain.chooses", codes=options)
                return (head.strip(), *listed, codes) if listed and head else (*listed, head + codes)
            case Pick():
                key = "plain.picks" if field.low else "plain.picks_or_none"
                return _asks_for(field, key)
            case Rank():
                key = "plain.ranks" if field.low else "plain.ranks_or_none"
                return _asks_for(field, key)
            case Count():
                return (say("plain.counts", label=field.label, low=field.low, high=field.high),)
            case Words():
                empty = "" if field.required else say("plain.dash_leaves_empty")
                lines = say("plain.line_by_line") if field.lines else ""
                return (say("plain.writes", label=field.label, n=field.chars_max, lines=lines, empty=empty),)
            case Sort():
                return (
                    *sort_lines(field, self._filling.moves(field)),
                    _sorts(field),
                )
            case _:
                assert_never(field)

    def _head(self, field: Choice) -> str:
        """Return the label of a field, if the form has several."""
        colon = "" if field.label.endswith("?") else ":"
        return f"{field.label}{colon} " if len(self.form.fields) > 1 else ""

    def read(self, text: str) -> LineMeaning:
        """Handle a typed line."""
        if text.startswith("{"):
            return self._whole(text)
        field = self._field
        step = text.removeprefix("/").lower()
        if step in STEPS and (
            text.startswith("/") or (not isinstance(field, Words) and not self._offered(step))
        ):
            return self._step(step)
        if field is None:
            return LineMeaning((say("plain.none_of_these", text=text), *self.asks()))
        if isinstance(field, Words) and field.lines:
            return self._line(field, text)
        before = self._filling.values[field.name]
        why = self._fill(field, text)
        if why:
            return LineMeaning((why, self.asks()[-1]))
        if isinstance(field, Sort) and isinstance(before, dict):
            return LineMeaning(
                (*changed_lines(field, before, self._filling.moves(field)), self._still(field))
            )
        return self._on()

    def _line(self, field: Words, text: str) -> LineMeaning:
        """Handle a line of a text, or its end."""
        values = self._filling.values
        if not self.writing:
            values[field.name] = ""
        self.writing = True
        so_far = self._filling.written(field)
        if text == END or (text == "-" and not so_far):
            why = self._filling.fault_of(field)
            return LineMeaning((why, self.asks()[-1])) if why else self._on()
        values[field.name], why = with_line(field, so_far, text, self._filling.spare)
        left = left_words(field, self._filling.written(field))
        return LineMeaning((why, left) if why else (left,))

    def keep(self, answer: Answer) -> None:
        """Continue from a given answer. A single field is asked again. Several fields are shown together."""
        self._filling = Filling(self.form, answer)
        self._at = 0 if self._brief() else len(self._filling.fields)

    def _whole(self, text: str) -> LineMeaning:
        try:
            answer = _ANSWER.validate_json(text)
        except ValidationError:
            return LineMeaning((say("plain.no_json"),))
        why = fault(self.form, answer)
        return (
            LineMeaning((f"{say('question.not_sealed', why=why)}.",)) if why else LineMeaning(answer=answer)
        )

    def _step(self, step: str) -> LineMeaning:
        field = self._field
        self.writing = False
        if step != "suggest":
            self._warned = False
        if step == "again":
            self._filling, self._at = Filling(self.form, {}), 0
        elif step == "back":
            self._at = max(0, self._at - 1)
        elif step == "suggest":
            return self._suggest()
        elif step == "seal" and field is None:
            return LineMeaning(answer=self._filling.answer)
        elif step == "seal" and field is not None:
            why = self._filling.fault_of(field)
            if why or not isinstance(field, Sort):
                return LineMeaning((why or say("plain.fill_first"), self.asks()[-1]))
            if self._at == len(self._filling.fields) - 1 and caution(self._filling):
                self._at += 1  # The summary shows the game's warning, and asks once more
                return LineMeaning(self.asks())
            return self._on()
        return LineMeaning(self.asks())

    def _suggest(self) -> LineMeaning:
        """Fill in the suggested answer. If the player has written something, do so only at the second request."""
        answer = self._hint() or self.form.suggested
        if answer is None:
            return LineMeaning((say("plain.no_suggestion"),))
        mine = self._filling.values
        if not self._warned and mine not in (
            Filling(self.form, {}).values,
            Filling(self.form, answer).values,
        ):
            self._warned = True
            return LineMeaning(
                (
                    say("plain.takes_the_place"),
                    *self.asks(),
                )
            )
        self._warned = False
        self._filling = Filling(self.form, answer)
        self._at = len(self._filling.fields)
        return LineMeaning(self.asks())

    def _on(self) -> LineMeaning:
        """Go to the next field.

        After the last field, the answer is complete. If there is only one field, the answer is sealed at
        once.
        """
        self._at += 1
        self.writing = False
        if self._field is None and self._brief():
            return LineMeaning(answer=self._filling.answer)
        return LineMeaning(self.asks())

    def _brief(self) -> bool:
        fields = self._filling.fields
        return len(fields) <= 1

    def _still(self, field: Sort) -> str:
        why = self._filling.fault_of(field)
        return say("plain.not_yet", why=why) if why else say("plain.seal_or_go_on")

    def _offered(self, text: str) -> bool:
        field = self._field
        return isinstance(field, Choice | Pick | Rank) and _chosen(field.options, text) is not None

    def _fill(self, field: FormField, text: str) -> str:
        """Fill in a field. Return why that is not possible, or ""."""
        values = self._filling.values
        match field:
            case Choice():
                number = _chosen(field.options, text)
                if number is None:
                    return say("plain.none_of_these", text=text)
                values[field.name] = field.options[number].value
            case Pick() | Rank():
                return self._pick(field, text)
            case Count():
                number = typed_number(text)
                if number is None or not field.low <= number <= field.high:
                    return say("plain.no_number_from", text=text, low=field.low, high=field.high)
                values[field.name] = number
            case Words():
                if len(text) > field.chars_max:
                    return say("plain.has_chars", n=len(text), most=field.chars_max)
                values[field.name] = "" if text == "-" else text
                return self._filling.fault_of(field) or fault_of_length(self._filling.spare)
            case Sort():
                try:
                    values[field.name] = moved(field, self._filling.moves(field), text)
                except MoveFault as why:
                    return str(why)
            case _:
                assert_never(field)
        return ""

    def _pick(self, field: Pick | Rank, text: str) -> str:
        wanted = [] if text.lower() == "none" else [part.strip() for part in text.split(",")]
        if len(wanted) == 1 and _chosen(field.options, wanted[0]) is None:
            wanted = wanted[0].split()
        found: list[int] = []
        for word in wanted:
            number = _chosen(field.options, word)
            if number is None:
                return say("plain.none_of_these", text=word)
            found.append(number)
        ranked = found if isinstance(field, Rank) else sorted(found)
        picked = tuple(dict.fromkeys(field.options[number].value for number in ranked))
        if not field.low <= len(picked) <= field.high:
            key = "plain.that_is_rank" if isinstance(field, Rank) else "plain.that_is_pick"
            return say(key, n=len(picked), many=_many(field.low, field.high))
        self._filling.values[field.name] = picked
        return ""


def _many(low: int, high: int) -> str:
    return str(low) if low == high else say("fields.span", low=low, high=high)


def _sorts(field: Sort) -> str:
    """Return the line that asks for moves. It has a long example and a short one."""
    words, short = example(field)
    return say("plain.sorts", label=field.label, example=words, short=short)


def _asks_for(field: Pick | Rank, key: str) -> tuple[str, ...]:
    """Return the options, and the line that says how many of them are asked for, with an example."""
    listed, options = _listed(field.options)
    both = [_code(option, number) for number, option in enumerate(field.options)][:2]
    several = field.high > 1 and len(both) > 1
    ordered = both[::-1] if isinstance(field, Rank) else both
    example = say("plain.such_as", example=" ".join(ordered)) if several else ""
    many = _many(field.low, field.high)
    return (*listed, say(key, label=field.label, many=many, example=example, options=options))


def _listed(options: tuple[Option, ...]) -> tuple[list[str], str]:
    """Return a line for each option, and text that says what to type for the options. A few short options
    share one line.
    """
    offers = [_offer(option, number) for number, option in enumerate(options)]
    together = " / ".join(offers)
    if len(together) <= TOGETHER_CHARS_MAX and not any(option.help for option in options):
        return [], together
    lines = [
        f"{offer}: {option.help}" if option.help else offer
        for offer, option in zip(offers, options, strict=True)
    ]
    codes = [_code(option, number) for number, option in enumerate(options)]
    if len(codes) > CODES_MAX and codes == [str(number) for number in range(1, len(codes) + 1)]:
        return lines, say("plain.code_span", first=codes[0], last=codes[-1])
    return lines, " / ".join(codes)


def _code(option: Option, number: int) -> str:
    return option.key.upper() if option.key else str(number + 1)


def _offer(option: Option, number: int) -> str:
    """Return the key that a player types for an option, followed by the option. If the key is a number, a
    colon separates the two.

    On a scale, the key and the option are the same number. It is written only once.
    """
    code = _code(option, number)
    if code == option.label:
        return code
    return f"{code}: {option.label}" if code.isdigit() else f"{code} {option.label}"


def _chosen(options: tuple[Option, ...], text: str) -> int | None:
    """Return the index of the option that a text means: by its key, its number, its name, or a unique
    beginning.
    """
    word = text.strip().casefold()
    codes = [_code(option, number).casefold() for number, option in enumerate(options)]
    if word in codes:
        return codes.index(word)
    labels = [option.label.casefold() for option in options]
    found = meant(word, dict.fromkeys(labels))
    if found:
        return labels.index(found)
    number = (typed_number(word) or 0) - 1
    counts = 0 <= number < len(options) and not options[number].key.isdecimal()
    return number if counts else None
