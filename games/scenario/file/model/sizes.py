"""The bytes that texts and answers of a scenario can have in a message."""

from __future__ import annotations

from warcouncil.games.scenario.file.text.map import MapPart
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import NumberPart
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX
from warcouncil.protocol.wire.wire import dump

SIGN = 4
"""The maximum number of bytes in one character."""
NUMBER = 12
"""The maximum number of bytes in a number."""
FIELD, OPTION = 140, 110
"""The maximum number of bytes that a field and an option need besides their texts."""
CAME_SAID, CAME_NOTED = 70, 30
"""The maximum number of bytes in the words about the origin of an answer, in a sentence and on a sheet.

They come in addition to the answer and a title.
"""


def size_of(text: str) -> int:
    """Return how many bytes a text takes. A quotation mark counts as two."""
    return len(dump(text)) - 2


def written(chars: int) -> int:
    """Return the greatest number of bytes of a text of `chars` characters. It is at most the limit of an answer,
    which every text shares.
    """
    return min(SIGN * chars, ANSWER_BYTES_MAX)


def number_bytes(number: NumberPart) -> int:
    """Return the greatest number of bytes of a number or a state as text."""
    values = range(len(number.states)) if number.states else (number.low, number.high)
    return max(size_of(number.words(value)) for value in values)


def order_answer_bytes(board: MapPart, team: str) -> int:
    """Return the greatest number of bytes of an answer with an order for each piece of a team."""
    place = max(len(each.name) for each in board.places)
    other = max(len(each.name) for each in board.pieces)
    sizes = (len(piece.name) for piece in board.pieces if piece.of == team)
    return 2 + sum(2 * size + len('"":"support","":".support","."') + other + place for size in sizes)


def order_words_bytes(board: MapPart) -> int:
    """Return the greatest number of bytes of one order as text, without the names of its places and pieces."""
    place = max(size_of(each.title) for each in board.places)
    piece = max((size_of(each.title) for each in board.pieces), default=0)
    return 40 + 2 * place + 2 * piece


def order_form_bytes(board: MapPart, team: str, title: int) -> int:
    """Return the greatest number of bytes of the fields for the pieces of a team. `title` is the size of the longest
    title of a team.
    """
    links = {place.name: {*place.links} for place in board.places}
    words = order_words_bytes(board) + title
    sizes = sorted(
        (
            2 + len(near) + sum(1 + len(links.get(goal, set()) - {name}) for goal in near)
            for name, near in links.items()
        ),
        reverse=True,
    )
    pieces = sum(piece.of == team for piece in board.pieces)
    return sum(2 * FIELD + options * (OPTION + words) for options in sizes[:pieces])


def answer_bytes(question: QuestionPart, board: MapPart | None = None) -> int:
    """Return the greatest number of bytes of an answer as text."""
    if question.kind == "orders":
        return order_words_bytes(board) * len(board.pieces) if board else 0
    labels = sum(size_of(option.label) + 8 for option in question.options)
    return {"order": written(question.chars), "amount": NUMBER}.get(question.kind, labels)
