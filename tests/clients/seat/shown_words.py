"""The sentences of a screen, for tests that look for them in what a skin draws."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from warcouncil.clients.seat.model.shown.screen import QuestionState, Screen, SealState

WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """Return the words of a text in order, without signs, marks and capitals."""
    letters = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return [word.casefold() for word in WORD.findall(letters)]


def missing(sentences: Iterable[str], drawn: str) -> list[str]:
    """Return the sentences whose words are not in a drawing in the same order, one beside the other."""
    text = f" {' '.join(words(drawn))} "
    return [each for each in sentences if f" {' '.join(words(each))} " not in text and words(each)]


def head_words(screen: Screen) -> Iterator[str]:
    """Return the sentences above the board that every skin shows."""
    head = screen.head
    if head.place:
        yield from (head.person, head.place)
    yield from (head.phase, screen.clock.words, *screen.told)
    if screen.notice is not None:
        yield screen.notice.text


def question_words(screen: Screen) -> Iterator[str]:
    """Return the sentences of the question that every skin shows."""
    question = screen.question
    if question.state is QuestionState.OTHERS:
        yield from (each.text for each in question.said)
    if question.state is QuestionState.ASKED and question.seal is not None:
        seal = question.seal
        yield question.question
        yield from (seal.head, seal.text, seal.refused)
        if seal.state is not SealState.SEALING:
            yield seal.until


def deal_words(screen: Screen) -> Iterator[str]:
    """Return the sentences of the proposals."""
    for deal in screen.deals.all if screen.deals.wanted else ():
        yield from (deal.head, deal.text, deal.state)
