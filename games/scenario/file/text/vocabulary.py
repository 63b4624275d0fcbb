"""The small words of a scenario file, and the limits on everything: a file is input from a stranger."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from warcouncil.protocol.words import clean

FORMAT = 1
"""The version of the format. It grows with every change after which an older program could misread a file."""
FILE_BYTES_MAX = 64 * 1024
TEAMS_MAX = 8
SEATS_MAX = 20
NUMBERS_MAX = 40
DOCUMENTS_MAX = 40
PHASES_MAX = 30
ROUNDS_MAX = 20
QUESTIONS_MAX = 8
OPTIONS_MAX = 12
RULES_MAX = 60
"""What may follow from one phase; tables count each of their rows."""
CONDITIONS_MAX = 8
ENDINGS_MAX = 12
INJECTS_MAX = 100
VOTES = ("for", "against", "abstain")
"""How a seat can vote."""
GATES_MAX = 400
"""How often anybody may be asked in one exercise."""
CLOSING_MAX = 400
"""How many rules and rows may be looked at when one phase closes, each once for every team or seat that it is for."""
WORK_MAX = 4000
"""How many single conditions, changes and texts those may come to."""
VIEW_BYTES_MAX = 88_000
"""What one reader may ever have before him at once, in UTF-8, with what he is told when a phase closes."""
WATCHED_BYTES_MAX = 24_000
"""What everybody may ever have to watch when a phase closes: each frame makes room for it beside the longest view."""
TOLD_CHARS_MAX = 1900
"""No text is longer when it is told, with all that it prints."""
PRINTED_CHARS_MAX = 400
"""So much of a written order has room where a text prints it."""
FORETOLD_CHARS_MAX = 160
"""So much of a text that would be told has room beside the outcome that tells it."""
FACTS_CHARS_MAX = 1900
"""So much of what was established has room on a sheet: the last of it."""
ARGUMENTS_SHOWN_MAX = 6
"""So many decided arguments stay on sheets; all of them stay in the story."""
UNANSWERED_CHARS_MAX = 300
"""No sentence about several unanswered questions is longer. It is part of the view of a seat that is asked."""
VOTES_SHOWN_MAX = 3
"""So many votes stand on a sheet with who voted how: the last ones."""
TREATIES_SHOWN_MAX = 4
"""So many treaties can be read on a sheet: the last ones."""
VOTE_RESULTS = ("passed", "failed", "open")
TREATY_RESULTS = ("signed", "unsigned", "open")
"""What can become of a vote and of a treaty; open: it was not asked yet."""

RESERVED = frozenset(
    [
        "all",
        "any",
        "none",
        "own",
        "round",
        "count",
        "sum",
        "silent",
        "table",
        "everyone",
        "or",
        "is",
        "not",
        "of",
        "in",
        "has",
        "holds",
        "lacks",
        "counts",
        "does",
        "open",
    ]
)
"""Words that mean something in conditions: no team, number or question is called so."""


def _tidy(text: str) -> str:
    """Keep paragraphs, and nothing else that a terminal could obey."""
    paragraphs = (clean(" ".join(part.split()), len(part)) for part in text.strip().split("\n\n"))
    return "\n\n".join(part for part in paragraphs if part)


def _said(text: str) -> str:
    said = clean(" ".join(text.split()), len(text))
    if not said and text:
        raise ValueError("nothing of this text can be shown; write it in letters")
    return said


def _free(name: str) -> str:
    if name in RESERVED:
        raise ValueError(f"{name!r} means something in conditions; take another name")
    return name


Id = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,30}$"),
    AfterValidator(_free),
]
"""A name for conditions: small letters, digits and _ ."""
SeatName = Annotated[
    str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,30}(\.[a-z][a-z0-9_]{0,30})?$"), AfterValidator(_free)
]
"""A seat, such as `blue.minister`."""
Title = Annotated[str, StringConstraints(min_length=1, max_length=60), AfterValidator(_said)]
Line = Annotated[str, StringConstraints(max_length=280), AfterValidator(_said)]
Passage = Annotated[str, StringConstraints(max_length=1500), AfterValidator(_said)]
"""A few sentences."""
Paper = Annotated[str, StringConstraints(max_length=1500), AfterValidator(_tidy)]
"""A few paragraphs; a blank line parts them."""
Page = Annotated[str, StringConstraints(max_length=6000), AfterValidator(_tidy)]
"""A document of a page or two."""
Clause = Annotated[str, StringConstraints(min_length=1, max_length=160)]
"""One condition or change, such as `tension >= 5` or `oil of blue - 1`."""
Amount = Annotated[int, Field(ge=-100_000, le=100_000)]
Minutes = Annotated[float, Field(ge=0.1, le=240)]
Places = tuple[str, ...]
"""Teams and seats."""
KnownTo = Literal["all", "none", "own"] | Places


class ScenarioPart(BaseModel):
    """A part of the file. TOML has types, so nothing is guessed: "4" is no number."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
