"""Rules and briefings as lines: the briefing of a seat, and the rulebook by chapters or by a searched word."""

from __future__ import annotations

from typing import assert_never

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.rulebooks import (
    Briefing,
    RuleBlock,
    Rulebook,
    RuleChapter,
    RuleHeading,
    RuleList,
    RuleSample,
    RuleTable,
    RuleText,
)


def briefing_lines(briefing: Briefing) -> list[str]:
    """Return the parts of a briefing: the role, what the seat sees, how it wins, what it decides, and what is agreed."""
    parts = (briefing.role, briefing.sees, briefing.wins, briefing.decides)
    agreed = [f"{say('briefing.agreed')}: {text}" for text in briefing.agreed]
    return [f"briefing: {part}" for part in (*parts, *agreed)]


def book_lines(book: Rulebook, wanted: str) -> list[str]:
    """Return the names of the chapters (for ""), one chapter, all ("all"), or every line that contains a word."""
    word = wanted.casefold()
    if not word:
        names = ", ".join(chapter.name for chapter in book.chapters)
        return [f"rules: {say('plain.rules', title=book.title, designer=book.designer, names=names)}"]
    if word == "all":
        return [line for chapter in book.chapters for line in chapter_lines(chapter)]
    for chapter in book.chapters:
        if word in (chapter.name, chapter.title.casefold()):
            return chapter_lines(chapter)
    found = [line for chapter in book.chapters for line in chapter_lines(chapter) if word in line.casefold()]
    return found or [f"rules: {say('plain.nothing_said_of', word=wanted)}"]


def chapter_lines(chapter: RuleChapter) -> list[str]:
    """Return the lines of a chapter."""
    return [
        f"rules: {chapter.title}.",
        *(f"rules: {line}" for block in chapter.blocks for line in _block_lines(block)),
    ]


def _block_lines(block: RuleBlock) -> list[str]:
    match block:
        case RuleText():
            return [block.text]
        case RuleHeading():
            return [
                f"{say('question.by_rule', text=block.text, rule=block.rule) if block.rule else block.text}."
            ]
        case RuleList():
            return list(block.items)
        case RuleTable():
            return [
                "; ".join(
                    f"{name} {cell}".strip() for name, cell in zip(block.head, row, strict=False) if cell
                )
                for row in block.rows
            ]
        case RuleSample():
            return block.text.splitlines()
        case _:
            assert_never(block)
