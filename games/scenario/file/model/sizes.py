"""How many bytes texts and answers of a scenario can take in a message."""

from __future__ import annotations

from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX
from warcouncil.protocol.wire.wire import dump

SIGN = 4
"""The most bytes that one letter takes."""
NUMBER = 12
"""The most bytes that a number takes."""
CAME_SAID, CAME_NOTED = 70, 30
"""The most bytes that it takes to say how an answer came to count, beside the answer and a title: in a sentence, and on a sheet."""


def size_of(text: str) -> int:
    """Give how many bytes a text takes: a quotation mark takes two."""
    return len(dump(text)) - 2


def written(chars: int) -> int:
    """Give how long a text of so many letters can be: what does not fit into an answer is not sent."""
    return min(SIGN * chars, ANSWER_BYTES_MAX)


def answer_bytes(question: QuestionPart) -> int:
    """Give how long an answer can be in words."""
    labels = sum(size_of(option.label) + 8 for option in question.options)
    return {"order": written(question.chars), "amount": NUMBER}.get(question.kind, labels)
