"""The vocabulary of a scenario file, and the limits on all its parts. A file is untrusted input."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from warcouncil.protocol.words import clean

FORMAT = 3
"""The version of the format. It grows with every change after which an older program could misread a file."""
STEPWISE = 2
"""From this format on, the amount of a change reads the running value. Before, it read the value at the closing."""
PAPERS = 3
"""From this format on, long texts have lines and markup. Before, every paragraph was one line, and markup had no meaning."""
FILE_BYTES_MAX = 64 * 1024
TEAMS_MAX = 24
SEATS_MAX = 60
NUMBERS_MAX = 40
DOCUMENTS_MAX = 40
STATES_MAX = 12
DRAWS_MAX = 12
DRAWN_MAX = 36
"""How many values a list of [[draws]] may have. Two dice together have 36 results."""
PHASES_MAX = 30
ROUNDS_MAX = 20
QUESTIONS_MAX = 8
OPTIONS_MAX = 12
RULES_MAX = 60
"""How many rules one phase may have. Each row of a table counts."""
CONDITIONS_MAX = 8
CHANGES_MAX = 12
MARKS_MAX = 8
BONUSES_MAX = 200
SHEET_ROWS_MAX = 60
"""How many rows a payoff sheet may have. Ten issues with six options have 60."""
HINTS_MAX = 60
TABLES_MAX = 10
ROWS_MAX = 40
FORESEEN_MAX = 12
TITLE_CHARS_MAX = 60
LINE_CHARS_MAX = 280
MESSAGE_CHARS_MAX = 2000
PASSAGE_CHARS_MAX = 1500
PAGE_CHARS_MAX = 6000
CLAUSE_CHARS_MAX = 160
PAIRS_MAX = 12
"""With how many teams a phase can have a conversation for each pair. Twelve teams have 66 conversations."""
ARGUING_MAX = 8
"""How many sides can argue in one phase. Their reasons must fit into one form."""
TOLD_APART_MAX = 8
"""To how many teams the white cell can write separately in one decision. All its texts must fit into one answer."""
ENDINGS_MAX = 12
INJECTS_MAX = 100
PLACES_MAX = 24
"""How many places a map may have."""
LINKS_MAX = 8
"""To how many places one place may be linked. Together with the possible supports, this bounds the form of one piece."""
PIECES_MAX = 20
"""How many pieces a map may have."""
SPOT_MAX = 100
"""The greatest coordinate of a place."""
BONUSES_MAX = 200
"""How many bonuses a file may have. A payoff sheet of six issues, five options and six parties has 180."""
VOTES = ("for", "against", "abstain")
"""The ways in which a seat can vote."""
TREATMENTS_MAX = 8
"""How many treatments a file may have. Each is checked as a whole scenario. Bounds the time of a check."""
GATES_MAX = 400
"""How many gates one exercise may have."""
CLOSING_MAX = 400
"""How many rules and rows one closing may evaluate. Each counts once for every team or seat for which it is read."""
WORK_MAX = 4000
"""How many single conditions, changes and texts all rules and rows of one closing may have together."""
VIEW_BYTES_MAX = 88_000
"""The maximum number of bytes (UTF-8) for one reader at once, including the report when a phase closes.

Bounds the size of a view.
"""
WATCHED_BYTES_MAX = 24_000
"""The maximum number of bytes of scenes for everyone when a phase closes.

Each frame has room for them besides the longest view.
"""
TOLD_CHARS_MAX = 1900
"""The greatest length of a text to players, in characters, including the values that it prints."""
PRINTED_CHARS_MAX = 400
"""How many characters of a written order a text prints."""
FORETOLD_CHARS_MAX = 160
"""How many characters of a text are shown beside the outcome that would send it."""
FACTS_CHARS_MAX = 1900
"""How many characters of established facts a sheet shows. The oldest are left out."""
REASONS_MAX, REASONS_CHARS_MAX = 40, 1900
"""How many reasons for points a sheet shows at the end, and how many characters they have at most."""
ARGUMENTS_SHOWN_MAX = 6
"""How many decided arguments stay on sheets. All of them stay in the story."""
UNANSWERED_CHARS_MAX = 300
"""The greatest length of a sentence about several unanswered questions, in characters.

The view of a seat that must answer includes this sentence.
"""
VOTES_SHOWN_MAX = 3
"""A sheet shows how each seat voted in this many of the last votes."""
TREATIES_SHOWN_MAX = 4
"""A sheet shows this many of the last treaties."""
VOTE_RESULTS = ("passed", "failed", "open")
TREATY_RESULTS = ("signed", "unsigned", "open")
"""The results of a vote and of a treaty. "open" means that it has not been asked yet."""

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
"""Words with a meaning in conditions. No team, number or question may have such a name."""


def flat(text: str) -> str:
    """Return a long text of an old format: its paragraphs, each on one line, without any sequence that a terminal could execute."""
    paragraphs = (clean(" ".join(part.split()), len(part)) for part in text.strip().split("\n\n"))
    return "\n\n".join(part for part in paragraphs if part)


def _tidy(text: str) -> str:
    """Return the text with its paragraphs, and without any sequence that a terminal could execute."""
    paragraphs = (clean(" ".join(part.split()), len(part)) for part in text.strip().split("\n\n"))
    return "\n\n".join(part for part in paragraphs if part)


def _said(text: str) -> str:
    said = clean(" ".join(text.split()), len(text))
    if not said and text:
        raise ValueError("this text has no character that a screen can show. Write it in letters")
    return said


def _free(name: str) -> str:
    if name in RESERVED:
        raise ValueError(f"{name!r} has a meaning in conditions. Take another name")
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
Title = Annotated[str, StringConstraints(min_length=1, max_length=TITLE_CHARS_MAX), AfterValidator(_said)]
Line = Annotated[str, StringConstraints(max_length=LINE_CHARS_MAX), AfterValidator(_said)]
Passage = Annotated[str, StringConstraints(max_length=PASSAGE_CHARS_MAX), AfterValidator(_said)]
"""A few sentences."""
Paper = Annotated[str, StringConstraints(max_length=PASSAGE_CHARS_MAX)]
"""A few paragraphs with markup. The scenario cleans it by its format."""
Letter = Annotated[str, StringConstraints(max_length=MESSAGE_CHARS_MAX), AfterValidator(_tidy)]
"""A message of a few paragraphs."""
Page = Annotated[str, StringConstraints(max_length=PAGE_CHARS_MAX)]
"""A document of one or two pages with markup. The scenario cleans it by its format."""
Clause = Annotated[str, StringConstraints(min_length=1, max_length=CLAUSE_CHARS_MAX)]
"""One condition or change, such as `tension >= 5` or `oil of blue - 1`."""
Amount = Annotated[int, Field(ge=-100_000, le=100_000)]
Minutes = Annotated[float, Field(ge=0.1, le=240)]
Places = tuple[str, ...]
"""Teams and seats."""
KnownTo = Literal["all", "none", "own"] | Places


class ScenarioPart(BaseModel):
    """A part of the file. TOML has types, so no value is converted: "4" is not a number."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
