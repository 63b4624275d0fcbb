"""A game's page: `page.md` in its folder has the rules as text, with placeholders that the game's own data fill.

It is simple Markdown: headings, paragraphs, lists, tables and indented samples. Its first heading is the
title. The headings of the second rank are those of CHAPTERS, in their order. The third rank is free.

A placeholder is written `{{name}}`. The game's `facts` fill it, or a name that every game has: `phases` (or `phase_draw`
for one phase), `paragraphs`, `options`, `designer`, and `agreed` (the options of the table that differ from the
default). Texts of an author come from the game's `authored` as blocks, and never as Markdown. If the table
plays a paragraph or a reading differently, the page says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Any, assert_never

from pydantic_core import to_jsonable_python
from warcouncil.games.kit import written
from warcouncil.games.kit.book import Book, PhaseRules
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.text.agreed import agreed, changed
from warcouncil.games.kit.wording import say
from warcouncil.protocol.table.rulebooks import (
    ChapterName,
    RuleBlock,
    Rulebook,
    RuleChapter,
    RuleHeading,
    RuleList,
    RuleSample,
    RuleTable,
    RuleText,
)

CHAPTERS: dict[str, ChapterName] = {
    "How you win": "wins",
    "What you decide": "decides",
    "How a turn goes": "turn",
    "What lies on the table": "things",
    "Who knows what": "knows",
    "The rules by number": "numbers",
    "For the umpire": "umpire",
}
"""The chapters of every page, in their order. The text before the first chapter says what the game is about."""

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_READING = re.compile(r"[A-Z]+-A\d+")
"""The number of a reading, which is our answer to an open question of the rules. The page lists readings in their own table."""
_AUTHORED = "\0"
"""Begins the line of a page that an author's text replaces."""
_Authored = Mapping[str, tuple[RuleBlock, ...]]
_MARKS = re.compile(r"([\\`*_\[\]<>#|])")
_NUMBERED = re.compile(r"(\d\S*) (.+)")


def source(game: AnyGame) -> str:
    """Return a game's page in its written form, with its places unfilled."""
    return _read(game, "page.md")


def document(game: AnyGame, options: Options) -> str:
    """Return the page of a game in the form for the documents."""
    heading, _, text = markdown(game, options).partition("\n\n")
    return f"{heading}\n\n{say('agreed.page_first')}\n\n{text}"


def markdown(game: AnyGame, options: Options) -> str:
    """Return the page of a game with these options."""
    texts = {name: "\n\n".join(map(_markdown, blocks)) for name, blocks in game.authored(options).items()}
    return _filled(game, options, texts)


def _filled(game: AnyGame, options: Options, texts: Mapping[str, str]) -> str:
    """Return the page with its places filled. `texts` fill the places for an author's texts."""
    filled, notes = facts(game, options) | dict(texts), changed(game, options)
    page = _PLACE.sub(lambda place: filled[place[1]], source(game))
    return "\n".join(_read_otherwise(line, notes) for line in page.split("\n")) if notes else page


def _read_otherwise(line: str, notes: Mapping[str, str]) -> str:
    """If the line is a row of the table of readings, return it with what this table plays instead. Return any
    other line unchanged.
    """
    cells = re.split(r"(?<!\\)\|", line) if line.startswith("| ") else []
    if len(cells) < 5 or not _READING.fullmatch(cells[1].strip()) or cells[1].strip() not in notes:
        return line
    cells[3] = f" {say('agreed.at_table', text=cells[3].strip(), agreed=notes[cells[1].strip()])} "
    return "|".join(cells)


def rulebook(game: AnyGame, options: Options) -> Rulebook:
    """Return the rules of a game with these options, in blocks."""
    cover, authored = written.cover(game, options), game.authored(options)
    page = _filled(game, options, {name: f"{_AUTHORED}{name}" for name in authored})
    return Rulebook(title=cover.title, designer=cover.designer, chapters=tuple(_chapters(page, authored)))


def facts(game: AnyGame, options: Options) -> dict[str, str]:
    """Return all facts for a page, as Markdown: those of every game, and the game's own."""
    notes = changed(game, options)
    common = {
        "designer": written.cover(game, options).designer,
        "options": _options(game),
        "agreed": "\n".join(f"- {text}" for text in agreed(game, options)) or say("agreed.nothing"),
        "paragraphs": "\n".join(
            f"- **{number}** {_noted(text, notes.get(number, ''))}"
            for number, text in paragraphs(game)
            if not _READING.fullmatch(number)
        ),
        **_phases(game, options),
    }
    own = {name: fact if isinstance(fact, str) else _grid(fact) for name, fact in game.facts(options).items()}
    return common | own


def _noted(text: str, note: str) -> str:
    return say("agreed.at_table", text=text, agreed=note) if note else text


def paragraphs(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """Return the numbered paragraphs of a game and their texts, from `paragraphs.txt` in its folder."""
    lines = _read(game, "paragraphs.txt").splitlines()
    return tuple((number, text) for number, _, text in (line.partition(" ") for line in lines))


@lru_cache(maxsize=64)
def _page(package: str, name: str) -> str:
    page = files(package).joinpath(name)
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def _read(game: AnyGame, name: str) -> str:
    return _page(type(game).__module__.rpartition(".")[0], name)


# --- what every game has ------------------------------------------------------------------------------------------


def _phases(game: AnyGame, options: Options) -> dict[str, str]:
    """Return the phases in the order of the rulebook, each under its number, with these options.

    `phases` has all of them. `phase_draw` and similar names have one each.
    """
    if not isinstance(game, Book):
        return {}
    told = {
        f"phase_{phase.name.lower().replace(' ', '_')}": f"### {_headed(phase.rule, phase.name)}\n\n{_text(phase, options)}"
        for phase in game.phases
    }
    return {"phases": "\n\n".join(told.values()), **told}


def _text(phase: PhaseRules[Any, Any], options: Options) -> str:
    text = phase.text_under(options)
    return text if phase.is_played(options) else say("agreed.not_played", text=text)


def _headed(rule: str, name: str) -> str:
    return f"{rule} {name}" if any(char.isdigit() for char in rule) else name


def _options(game: AnyGame) -> str:
    """Return a table of the options with their defaults. Options shared with other games come first."""
    rows = [
        (f"`{name}`", _default(field.get_default(call_default_factory=True)), field.description or "")
        for name, field in game.options_type.model_fields.items()
    ]
    return _grid(RuleTable(head=("option", "default", "meaning"), rows=tuple(rows)))


def _default(value: Any) -> str:
    plain = to_jsonable_python(value)
    match plain:
        case None | [] | "":
            return "none"
        case bool():
            return "on" if plain else "off"
        case str() if "\n" in plain:
            return say("agreed.text_of_lines", n=len(plain.splitlines()))
        case str() | int() | float():
            return f"`{plain}`"
        case dict() if not any(plain.values()):
            return "none"
        case _:
            return f"`{json.dumps(plain, ensure_ascii=False)}`"


def _grid(grid: RuleTable) -> str:
    rows = (grid.head, ("---",) * len(grid.head), *grid.rows)
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)


def _markdown(block: RuleBlock) -> str:
    """Return a block of an author as Markdown, with a backslash before every sign that could be markup."""
    match block:
        case RuleText() | RuleSample():
            return _escaped(block.text)
        case RuleHeading():
            return f"### {_escaped(block.text)}"
        case RuleList():
            return "\n".join(f"- {_escaped(item)}" for item in block.items)
        case RuleTable():
            return _grid(block)
        case _:
            assert_never(block)


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


# --- from Markdown to pieces ------------------------------------------------------------------------------------------


def _chapters(text: str, authored: _Authored) -> Iterator[RuleChapter]:
    """Yield the chapters of a page, which its headings of the second rank separate."""
    title, name = say("agreed.about"), "about"
    gathered: list[str] = []
    for line in text.splitlines():
        if line.startswith("## "):
            yield RuleChapter(name=name, title=title, blocks=tuple(_blocks(gathered, authored)))
            title, gathered = line.removeprefix("## "), []
            name = CHAPTERS[title]
        elif not line.startswith(("# ", "<!--")):
            gathered.append(line)
    yield RuleChapter(name=name, title=title, blocks=tuple(_blocks(gathered, authored)))


def _blocks(lines: Sequence[str], authored: _Authored) -> Iterator[RuleBlock]:
    """Yield the blocks of a chapter. An empty line, or a line of another kind, ends a block."""
    for kind, run in groupby(_kinds(lines), key=lambda pair: pair[0]):
        texts = [line for _, line in run]
        match kind[0]:
            case "heading":
                yield from map(_subheading, texts)
            case "authored":
                yield from (block for line in texts for block in authored[line.removeprefix(_AUTHORED)])
            case "table":
                head, _, *rows = [_cells(line) for line in texts]
                yield RuleTable(head=head, rows=tuple(rows))
            case "list":
                yield RuleList(items=tuple(_items(texts)))
            case "sample":
                yield RuleSample(text="\n".join(line[4:] for line in texts))
            case "text":
                yield RuleText(text=_said(" ".join(line.strip() for line in texts)))
            case _:  # An empty line between two blocks
                pass


def _kinds(lines: Sequence[str]) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield each line with its kind and the number of its block."""
    number, before = 0, ""
    for line in lines:
        kind = _kind(line, before)
        if kind != before or kind == "":
            number += 1
        before = kind
        yield (kind, number), line


def _kind(line: str, before: str) -> str:
    if not line.strip():
        return ""
    if line.startswith(_AUTHORED):
        return "authored"
    if line.startswith("    ") and before in ("", "sample"):
        return "sample"
    if line.startswith(("- ", "* ")) or (before == "list" and line.startswith("  ")):
        return "list"
    if line.startswith("### "):
        return "heading"
    return "table" if line.startswith("|") else "text"


def _subheading(line: str) -> RuleHeading:
    text = line.removeprefix("### ")
    numbered = _NUMBERED.fullmatch(text)
    return RuleHeading(text=numbered[2], rule=numbered[1]) if numbered else RuleHeading(text=_said(text))


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return tuple(_said(cell.strip().replace("\\|", "|")) for cell in re.split(r"(?<!\\)\|", inner))


def _items(lines: Iterable[str]) -> Iterator[str]:
    item = ""
    for line in lines:
        if line.startswith(("- ", "* ")):
            if item:
                yield _said(item)
            item = line[2:]
        else:
            item += f" {line.strip()}"
    yield _said(item)


def _said(text: str) -> str:
    """Return the text without the markup of Markdown. The screen has its own styles."""
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    return re.sub(r"(\*\*|\*|`)(\S(?:.*?\S)?)\1", r"\2", text)
