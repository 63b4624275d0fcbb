"""A text of several lines, written line by line. The functions are pure."""

from __future__ import annotations

from pydantic_core import to_json
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.answers import tidied
from warcouncil.protocol.table.forms import Words
from warcouncil.protocol.words import WRITTEN_LINES_MAX, plain

END = "."
"""The line that ends a text."""


def with_line(field: Words, text: str, line: str, spare: int) -> tuple[str, str]:
    """Return a text with one more line, and "". If the line is refused, return the old text and the reason.

    `spare` is how many more bytes can be sent.
    """
    more = f"{text}\n{plain(line)}" if text else plain(line)
    if more.count("\n") >= WRITTEN_LINES_MAX:
        return text, say("plain.too_many_lines", n=WRITTEN_LINES_MAX)
    over = len(more) - field.chars_max
    if over > 0:
        return text, say("plain.line_over", n=over)
    if len(to_json(more)) - len(to_json(text)) > spare:
        return text, say("plain.not_taken", why=fault_of_length(-1))
    return tidied(field, more), ""


def left_words(field: Words, text: str) -> str:
    """Return a sentence that says how much more can be written, and how the player ends the text."""
    return say("plain.dot_ends", left=say("fields.chars_left", n=field.chars_max - len(text)))


def fault_of_length(spare: int) -> str:
    """Return a sentence which says that a text is too long to send. It is "" if the text is short enough."""
    return say("plain.too_long") if spare < 0 else ""
