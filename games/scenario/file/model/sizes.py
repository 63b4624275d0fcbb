"""The bytes that texts and answers of a scenario can take in a message."""

from __future__ import annotations

from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import NumberPart
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX
from warcouncil.protocol.wire.wire import dump

SIGN = 4
"""The most bytes of one character."""
NUMBER = 12
"""The most bytes of a number."""
CAME_SAID, CAME_NOTED = 70, 30
"""The most bytes of the words that say how an answer came to count: in a sentence, and on a sheet.

They come in addition to the answer and a title.
"""


def size_of(text: str) -> int:
    """Return the bytes of a text. A quotation mark takes two."""
    return len(dump(text)) - 2


def written(chars: int) -> int:
    """Return the most bytes of a text of `chars` characters. An answer has a limit, so a text has the same limit."""
    return min(SIGN * chars, ANSWER_BYTES_MAX)


def number_bytes(number: NumberPart) -> int:
    """Return the most bytes of a number or a state in words."""
    values = range(len(number.states)) if number.states else (number.low, number.high)
    return max(size_of(number.words(value)) for value in values)


def answer_bytes(question: QuestionPart) -> int:
    """Return the most bytes of an answer in words."""
    labels = sum(size_of(option.label) + 8 for option in question.options)
    return {"order": written(question.chars), "amount": NUMBER}.get(question.kind, labels)
