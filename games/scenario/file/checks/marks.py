"""Marks: the markup that the long texts of a scenario can have, and other signs that an author may have meant as
markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from warcouncil.games.kit.text.papers import cells_of, tables_in
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.pictures import picture
from warcouncil.games.scenario.file.pictures.unfit import Unfit
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.file.text.vocabulary import PAPERS
from warcouncil.protocol.table.papers import PaperText, plain

MARKS = (
    (
        "a paragraph",
        "The fleet sails.\nThe port is shut.",
        "A line break stays. An empty line separates paragraphs.",
    ),
    ("a heading", "# Title\n## Part\n### Small part", "Write one to three `#` and a space."),
    (
        "a list",
        "- bread\n- water\n  - for the horses",
        "Write `-` and a space. Two more spaces at the left begin an inner list. Lists can be three levels deep.",
    ),
    (
        "numbered clauses",
        "1. The fleet sails.\n2. The port opens.\n   1. By day only.",
        "Players see the number as you write it: `1.` or `1)`.",
    ),
    (
        "a table",
        "| issue | red | blue |\n| --- | ---: | ---: |\n| wages | 40 | 10 |",
        "The second line separates the head from the rows. `---:` aligns a column at the right.",
    ),
    ("bold", "Do **not** sail.", "Write two stars before and after."),
    (
        "a character that is not a mark",
        r"\*\*, \# and \|",
        "Write a backslash before it. In a TOML text write two backslashes, or put the text between `'''`.",
    ),
)
"""All marks: what each draws, an example, and its rule. The guide's table is made from them."""
INSTEAD = (
    (r"(?m)^\s*>.*$", "there is no mark for quotations. Write quotation marks"),
    (
        r"(?m)^\s*(?:```|~~~).*$",
        "there are no blocks of code. Leave out this line. Line breaks stay without it",
    ),
    (r"(?m)^\s*#{4,}\s.*$", "a heading has at most three #. Write ###"),
    (
        r"(?m)^\s*(?:-{3,}|={3,}|_{3,}|\*{3,})\s*$",
        "players see the characters of this line. To divide a text, write a heading, as in # Title",
    ),
    (r"(?m)^\s*[•·‣▪◦–—]\s.*$", "this is not a list. Write - and a space before each item"),
    (
        r"!\[[^\]\n]*\]\([^)\n]*\)",
        "a text cannot contain a picture. Write picture and alt in a document",
    ),
    (r"\[[^\]\n]+\]\([^)\n]+\)", "there are no links. Write the words alone"),
    (
        r"</?[A-Za-z][^<>\n]*>",
        "players see the characters of a tag. Write **words** for bold, and a line break for a new line",
    ),
    (r"`[^`\n]+`", "there is no mark for code. Leave out the `"),
    (r"(?<![\w_])__?[^\s_](?:[^_\n]*[^\s_])?__?(?![\w_])", "_ is not a mark. Write **words** for bold"),
    (r"(?<![\\*\w])\*[^\s*](?:[^*\n]*[^\s*])?\*(?![\w*])", "there are no italics. Write **words** for bold"),
    (
        r"\{[^{}\n]*\n[^{}]*\}",
        "the braces and the text between them must be on one line. Remove the line break",
    ),
)
"""The marks of other programs, and the marks to write here instead."""
_MEANT = re.compile(r"\*\*\S(?:.*?\S)?\*\*|\|\s*:?-{3,}|(?m:^[-*] \S)")
_BOLD = re.compile(r"\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*")
_SHOWN_CHARS = 40


def strange_marks(scenario: Scenario) -> Iterator[tuple[Path, str]]:
    """Yield the places of a scenario whose signs are probably meant as marks and are not."""
    texts = dict(long_texts(scenario))
    if scenario.format < PAPERS:
        path = next((path for path, text in texts.items() if _MEANT.search(text)), None)
        if path is not None:
            yield (
                path,
                f"in format {scenario.format} players see the characters of marks. Write format = {PAPERS} for "
                "lists, tables and bold",
            )
    else:
        for path, text in texts.items():
            yield from ((path, said) for said in _strange(scenario, text))
    for path, text in _all(scenario.model_dump(exclude_defaults=True), ()):
        if path not in texts and (found := _BOLD.search(text)):
            yield path, f"{_quoted(found[0])}: only long texts can have bold words. Remove the **"


def long_texts(scenario: Scenario) -> Iterator[tuple[Path, str]]:
    """Yield the long texts of a scenario with their places."""
    yield ("situation",), scenario.situation
    yield ("notes",), scenario.notes
    for at, team in enumerate(scenario.teams):
        yield ("teams", at, "about"), team.about
        yield ("teams", at, "brief"), team.brief
    for at, seat in enumerate(scenario.seats):
        yield ("seats", at, "brief"), seat.brief
    for at, document in enumerate(scenario.documents):
        yield ("documents", at, "text"), document.text


def check_pictures(names: Names) -> None:
    """Record the pictures of documents that cannot be shown, and those without a text for readers who do not see
    them.
    """
    for at, document in enumerate(names.scenario.documents):
        path: Path = ("documents", at)
        if not document.picture:
            if document.alt:
                names.note(
                    (*path, "alt"),
                    "alt describes a picture, but there is no picture. Write picture, or leave out alt",
                )
            continue
        if names.scenario.format < PAPERS:
            names.note((*path, "picture"), f"pictures need format = {PAPERS}")
        if not document.alt:
            names.note(
                (*path, "picture"), f"{document.name} has no alt. Describe there what the picture shows"
            )
        try:
            picture(document.picture, document.alt)
        except Unfit as unfit:
            names.note((*path, "picture"), str(unfit))


def _strange(scenario: Scenario, text: str) -> Iterator[str]:
    for pattern, instead in INSTEAD:
        if found := re.search(pattern, text):
            yield f"{_quoted(found[0])}: {instead}"
    for lines in tables_in(text):
        columns = len(cells_of(lines[0]))
        wide = next((line for line in lines[2:] if len(cells_of(line)) > columns), None)
        if wide is not None:
            yield (
                f"{_quoted(wide)}: this row has more cells than the head of its table. For the character | itself "
                "write \\|"
            )
    for piece in scenario.pieces_of(text):
        rows = (
            [said for said in map(plain, piece.lines) if said.startswith("|")]
            if isinstance(piece, PaperText)
            else []
        )
        if len(rows) > 1:
            yield f"{_quoted(rows[0])}: this is not a table. Write a second line between the head and the rows: | --- | --- |"


def _quoted(text: str) -> str:
    said = " ".join(text.split())
    return repr(said if len(said) <= _SHOWN_CHARS else f"{said[:_SHOWN_CHARS]}…")


def _all(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _all(inner, (*path, key))
    elif isinstance(value, tuple):
        for at, inner in enumerate(value):
            yield from _all(inner, (*path, at))
