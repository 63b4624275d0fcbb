"""The keys of a scenario's file for `docs/scenario.md`, each with an example.

`python -m tests.games.scenario.keys` writes them again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from warcouncil.games.kit.text.suggestions import allowed
from warcouncil.games.scenario.file.checks.marks import MARKS
from warcouncil.games.scenario.file.pictures import SOURCE_CHARS_MAX, png, svg
from warcouncil.games.scenario.file.pictures.png import PIXELS_MAX
from warcouncil.games.scenario.file.pictures.svg import ELEMENTS_MAX
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text import vocabulary
from warcouncil.games.scenario.file.text.clauses import AGO_MAX, PARTS_MAX
from warcouncil.games.scenario.file.text.consequences import (
    EffectPart,
    EndingPart,
    FollowPart,
    ForeseenPart,
    RowPart,
    TablePart,
)
from warcouncil.games.scenario.file.text.map import MapPart, PiecePart, PlacePart
from warcouncil.games.scenario.file.text.phase import AnyPhase
from warcouncil.games.scenario.file.text.question import OptionPart, QuestionPart
from warcouncil.games.scenario.file.text.questionnaire import ITEMS_MAX, ItemPart
from warcouncil.games.scenario.file.text.scenario import (
    BonusPart,
    DocumentPart,
    DrawPart,
    HintPart,
    MarkPart,
    NumberPart,
    PayoffPart,
    Scenario,
    ScenarioInject,
    ScorePart,
    SeatPart,
    StatePart,
    TeamPart,
)
from warcouncil.games.scenario.file.text.schema_errors import KINDS
from warcouncil.games.scenario.file.text.treatment import TreatmentPart, WithoutPart
from warcouncil.games.scenario.file.text.vocabulary import ScenarioPart
from warcouncil.games.scenario.phases.cell import ANSWER_CHARS_MAX, TEXT_CHARS_MAX
from warcouncil.protocol.table.papers import PICTURE_BYTES_MAX

from tests.games.scenario.broad import BROAD

GUIDE = Path(__file__).parents[3] / "docs" / "scenario-keys.md"
BEGIN, END = "<!-- keys: written by tests/games/scenario/keys.py -->", "<!-- end of keys -->"
MARKS_BEGIN = "<!-- marks: written by tests/games/scenario/keys.py -->"
MARKS_END = "<!-- end of marks -->"
ESCAPED = "\\|"
LIMITS_BEGIN = "<!-- limits: written by tests/games/scenario/keys.py -->"
LIMITS_END = "<!-- end of limits -->"
PARTS: tuple[tuple[str, type[ScenarioPart]], ...] = (
    ("The file", Scenario),
    ("`[[teams]]`", TeamPart),
    ("`[[seats]]`", SeatPart),
    ("`[[numbers]]`", NumberPart),
    ("`marks` of a number", MarkPart),
    ("`states` of a number", StatePart),
    ("`[map]`", MapPart),
    ("`[[map.places]]`", PlacePart),
    ("`[[map.pieces]]`", PiecePart),
    ("`[[draws]]`", DrawPart),
    ("`[[documents]]`", DocumentPart),
    ("`[[phases]]`, of every kind", AnyPhase),
    *((f'`[[phases]]` with `kind = "{kind}"`', part) for kind, part in KINDS.items() if kind != "talk"),
    ("`[[phases.questions]]`", QuestionPart),
    ("`[[phases.questions.options]]`", OptionPart),
    ("`[[phases.items]]`", ItemPart),
    ("What can follow: `follows`, `rows` and `foreseen`", EffectPart),
    ("`[[phases.follows]]`", FollowPart),
    ("`[[phases.tables]]`", TablePart),
    ("`[[phases.tables.rows]]`", RowPart),
    ("`[[phases.foreseen]]`", ForeseenPart),
    ("`[[endings]]`", EndingPart),
    ("`[scores]`", ScorePart),
    ("`[[scores.bonus]]`", BonusPart),
    ("`[[scores.sheet]]`", PayoffPart),
    ("`[[hints]]`", HintPart),
    ("`[[injects]]`", ScenarioInject),
    ("`[[treatments]]`", TreatmentPart),
    ("`without` of a treatment", WithoutPart),
)
"""The parts of a file, in the order of the guide."""
EXAMPLES: dict[tuple[str, str], str] = {
    ("DocumentPart", "picture"): '"quay.svg"',
    ("DocumentPart", "alt"): '"The quay lies in the south."',
    ("Scenario", "author"): '"J. Weber"',
    ("SeatPart", "duty"): '"Decides where the ships go."',
    ("SeatPart", "aid"): '"Sail: it costs oil. Talk: it costs time."',
    ("NumberPart", "high"): "12",
    ("CellPhase", "asks"): '"What does the night bring?"',
    ("ArgumentPhase", "order"): '"at once"',
    ("ArgumentPhase", "against"): "1",
    ("ArgumentPhase", "against_minutes"): "1.5",
    ("ArgumentPhase", "weigh_minutes"): "3",
    ("QuestionPart", "title"): '"Ships sent"',
    ("QuestionPart", "help"): '"Sailing costs oil."',
    ("QuestionPart", "only_if"): '["round >= 2"]',
    ("OptionPart", "help"): '"It costs oil."',
    ("ForeseenPart", "help"): '"When nobody did anything rash."',
    ("ScorePart", "title"): '"crowns"',
    ("ScenarioInject", "name"): '"tanker"',
    ("ScenarioInject", "sender"): '"Reuters"',
    ("ScenarioInject", "kind"): '"news"',
    ("ScenarioInject", "while_open"): "true",
    ("ScenarioInject", "only_if"): '["tension >= 4"]',
    ("ScenarioInject", "reveals"): '["patience"]',
    ("Scenario", "notes"): '"What to watch: who speaks first."',
    ("NumberPart", "of"): '["blue", "red"]',
    ("NumberPart", "low"): "-5",
    ("AnyPhase", "text"): '"Envoys meet in the hall."',
    ("AnyPhase", "silence"): '"draft"',
    ("AnyPhase", "reveals"): '["patience"]',
    ("VotePhase", "of"): '["blue", "red.admiral"]',
    ("AnyPhase", "deals"): "true",
    ("AnyPhase", "cell_reads"): "true",
    ("AnyPhase", "requests"): "true",
    ("CellPhase", "writes"): "false",
    ("CellPhase", "tells"): "false",
    ("ArgumentPhase", "reasons"): "2",
    ("ArgumentPhase", "chars"): "160",
    ("TreatyPhase", "needs"): "2",
    ("TreatyPhase", "sign_minutes"): "1",
    ("TreatyPhase", "chars"): "600",
    ("TreatyPhase", "known_to"): '"signers"',
    ("VotePhase", "ballot"): '"secret"',
    ("QuestionPart", "weighty"): "true",
    ("EffectPart", "reveals"): '["patience"]',
    ("FollowPart", "or_if"): '["round is 3"]',
    ("ScorePart", "of"): '"seat"',
    ("Scenario", "draws"): '[{ name = "rain", values = [0, 0, 1, 3] }]',
    ("DrawPart", "name"): '"rain"',
    ("DrawPart", "values"): "[0, 0, 1, 3]",
    (
        "NumberPart",
        "states",
    ): '[{ name = "free", label = "free" }, { name = "rosal", label = "held by Rosal" }]',
    ("StatePart", "name"): '"rosal"',
    ("StatePart", "label"): '"held by Rosal"',
    ("VotePhase", "quorum"): "4",
    ("EndingPart", "title"): '"The dam broke"',
    ("MapPart", "title"): '"The island"',
    ("MapPart", "owners_known_to"): '"all"',
    ("MapPart", "pieces_known_to"): '"near"',
    ("MapPart", "dislodged"): '"retreats"',
    ("PlacePart", "name"): '"coast"',
    ("PlacePart", "title"): '"Coast"',
    ("PlacePart", "at"): "[10, 40]",
    ("PlacePart", "links"): '["hills", "ford"]',
    ("PlacePart", "owner"): '"rosal"',
    ("PiecePart", "name"): '"guard"',
    ("PiecePart", "title"): '"Guard"',
    ("PiecePart", "of"): '"rosal"',
    ("PiecePart", "at"): '"coast"',
    ("PiecePart", "strength"): "2",
    (
        "Scenario",
        "treatments",
    ): '[{ name = "talk", title = "Talk" }, { name = "silence", title = "No talk" }]',
    ("TreatmentPart", "name"): '"silence"',
    ("TreatmentPart", "title"): '"No talk"',
    ("TreatmentPart", "about"): '"The envoys do not meet."',
    ("TreatmentPart", "without"): '{ phases = ["Envoys"] }',
    ("TreatmentPart", "situation"): '"Two sides face each other. Both are silent."',
    ("TreatmentPart", "wins"): '"Your brief says it."',
    ("TreatmentPart", "rounds"): "2",
    ("TreatmentPart", "minutes"): "40",
    ("TreatmentPart", "teams"): '[{ name = "red", brief = "You want peace." }]',
    ("TreatmentPart", "seats"): '[{ name = "red.admiral", brief = "You are tired." }]',
    ("TreatmentPart", "numbers"): '[{ name = "oil", start = 2 }]',
    ("TreatmentPart", "draws"): '[{ name = "rain", values = [0, 3] }]',
    ("TreatmentPart", "documents"): '[{ name = "intercept", known_to = ["red"] }]',
    ("TreatmentPart", "phases"): '[{ name = "Orders", minutes = 1 }]',
    ("TreatmentPart", "endings"): '[{ name = "war", words = "It came to war" }]',
    ("TreatmentPart", "injects"): '[{ name = "tanker", minutes = 5 }]',
    ("TreatmentPart", "scores"): '{ sum = ["oil of own"] }',
    ("TreatmentPart", "map"): '{ dislodged = "removed" }',
    ("WithoutPart", "phases"): '["Envoys"]',
    ("WithoutPart", "documents"): '["intercept"]',
    ("WithoutPart", "injects"): '["tanker"]',
    ("WithoutPart", "rules"): '["The storm"]',
}
"""For keys that it does not have, or has better examples."""


def section() -> str:
    """Return the keys as they are in the guide."""
    found = examples()
    lines = [BEGIN, ""]
    for head, part in PARTS:
        inherited = {
            key for base in part.__mro__[1:] if issubclass(base, ScenarioPart) for key in base.model_fields
        }
        lines += [
            f"### {head}",
            "",
            *_about(part),
            "| key | takes | left out | meaning | example |",
            "| --- | --- | --- | --- | --- |",
        ]
        for key, field in part.model_fields.items():
            if key not in inherited:
                lines.append(_row(part.__name__, key, field, found))
        lines.append("")
    return "\n".join([*lines, END])


def _about(part: type[ScenarioPart]) -> list[str]:
    said = " ".join((part.__doc__ or "").split())
    said = said.partition("]: ")[2] or said
    return [said[:1].upper() + said[1:], ""]


def _row(part: str, key: str, field: FieldInfo, found: dict[tuple[str, str], str]) -> str:
    example = EXAMPLES.get((part, key)) or found.get((part, key), "")
    shown = f"`{key} = {example}`" if example else "a table of its own, below"
    meaning = field.description or {"kind": "The kind of the phase."}[key]
    return f"| `{key}` | {_takes(field)} | {_default(field)} | {meaning} | {shown} |".replace("\n", " ")


def _takes(field: FieldInfo) -> str:
    return allowed(field).removesuffix(" or null").replace("|", "/")


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "must be given"
    default = field.get_default(call_default_factory=True)
    if default is None or default in ("", (), {}):
        return "nothing"
    return f"`{_toml(default)}`"


def examples() -> dict[tuple[str, str], str]:
    """Return the shortest value of each key in the broad scenario of the tests."""
    found: dict[tuple[str, str], str] = {}
    _collect(read(BROAD), found)
    return found


def _collect(part: ScenarioPart, found: dict[tuple[str, str], str]) -> None:
    for key in part.model_fields_set:
        value = getattr(part, key)
        inner = [
            each
            for each in (value if isinstance(value, tuple) else (value,))
            if isinstance(each, ScenarioPart)
        ]
        for each in inner:
            _collect(each, found)
        if inner or value in ("", (), {}, None):
            continue
        example = _toml(value)
        for owner in type(part).__mro__:
            if issubclass(owner, ScenarioPart) and key in owner.model_fields:
                place = (owner.__name__, key)
                if place not in found or len(example) < len(found[place]):
                    found[place] = example


def _toml(value: Any) -> str:
    match value:
        case bool() | str():
            return json.dumps(value, ensure_ascii=False)
        case tuple() | list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {_toml(inner)}" for key, inner in value.items()) + " }"
        case _:
            return f"{value:g}" if isinstance(value, float) else str(value)


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)


def marks() -> str:
    """Return the table of marks as it is in the guide."""
    lines = [MARKS_BEGIN, "", "| for | write | note |", "| --- | --- | --- |"]
    lines += [
        f"| {what} | {_sample(example)} | {note.replace('|', ESCAPED)} |" for what, example, note in MARKS
    ]
    return "\n".join([*lines, "", MARKS_END])


def _sample(example: str) -> str:
    """Return an example for a cell of a table, line by line. Its own spaces at the left stay."""
    lines = (line.replace("  ", "\u00a0\u00a0") for line in example.replace("|", ESCAPED).split("\n"))
    return "<br>".join(f"`{line}`" for line in lines)


def limits() -> str:
    """Return the table of limits as it is in the guide."""
    rows = (
        ("the file", f"{vocabulary.FILE_BYTES_MAX // 1024} KiB"),
        ("teams", vocabulary.TEAMS_MAX),
        ("seats", vocabulary.SEATS_MAX),
        ("teams, if each pair of them has a conversation", vocabulary.PAIRS_MAX),
        ("sides of an argument", vocabulary.ARGUING_MAX),
        ("teams to which the white cell can write separately (`tells`)", vocabulary.TOLD_APART_MAX),
        ("numbers", vocabulary.NUMBERS_MAX),
        ("states of a number", vocabulary.STATES_MAX),
        ("marks of a track", vocabulary.MARKS_MAX),
        ("lists of `[[draws]]`", vocabulary.DRAWS_MAX),
        ("values of one list of `[[draws]]`", vocabulary.DRAWN_MAX),
        ("places of a map", vocabulary.PLACES_MAX),
        ("links of a place", vocabulary.LINKS_MAX),
        ("pieces on a map", vocabulary.PIECES_MAX),
        ("documents", vocabulary.DOCUMENTS_MAX),
        ("a picture, as you write it", f"{SOURCE_CHARS_MAX} bytes"),
        ("a picture, after the program has cleaned it", f"{PICTURE_BYTES_MAX} bytes"),
        ("a PNG", f"{PIXELS_MAX} pixels"),
        ("the longer side of a PNG", f"{png.SIDE_MAX} pixels"),
        ("elements of an SVG", ELEMENTS_MAX),
        ("the longer side of an SVG", svg.SIDE_MAX),
        ("phases", vocabulary.PHASES_MAX),
        ("rounds", vocabulary.ROUNDS_MAX),
        ("questions in a phase", vocabulary.QUESTIONS_MAX),
        ("options of a question", vocabulary.OPTIONS_MAX),
        ("questions of a questionnaire", ITEMS_MAX),
        ("rules of a phase", vocabulary.RULES_MAX),
        ("tables of a phase", vocabulary.TABLES_MAX),
        ("rows of a table", vocabulary.ROWS_MAX),
        ("outcomes that the white cell can choose from", vocabulary.FORESEEN_MAX),
        ("conditions of a rule", vocabulary.CONDITIONS_MAX),
        ("changes of a rule", vocabulary.CHANGES_MAX),
        ("values with which one clause computes", PARTS_MAX),
        ("rounds that a clause can look back", AGO_MAX),
        (
            "rules and rows that are read when a phase closes, counted once for each team or seat",
            vocabulary.CLOSING_MAX,
        ),
        ("conditions, changes and texts that are read when a phase closes", vocabulary.WORK_MAX),
        ("endings", vocabulary.ENDINGS_MAX),
        ("treatments", vocabulary.TREATMENTS_MAX),
        ("bonuses", vocabulary.BONUSES_MAX),
        ("rows of a payoff sheet", vocabulary.SHEET_ROWS_MAX),
        ("hints", vocabulary.HINTS_MAX),
        ("messages (`[[injects]]`)", vocabulary.INJECTS_MAX),
        ("the text of a message", f"{vocabulary.MESSAGE_CHARS_MAX} letters"),
        ("a title", f"{vocabulary.TITLE_CHARS_MAX} letters"),
        ("a condition or a change", f"{vocabulary.CLAUSE_CHARS_MAX} letters"),
        ("a line, such as `ask`", f"{vocabulary.LINE_CHARS_MAX} letters"),
        ("a passage, such as `situation`", f"{vocabulary.PASSAGE_CHARS_MAX} letters"),
        ("a page, such as a brief", f"{vocabulary.PAGE_CHARS_MAX} letters"),
        ("a text that the white cell writes", f"{TEXT_CHARS_MAX} letters"),
        ("all texts of one decision of the white cell together", f"{ANSWER_CHARS_MAX} letters"),
        ("a text to players, with all values that it prints", f"{vocabulary.TOLD_CHARS_MAX} letters"),
        ("questions and talks in one exercise", vocabulary.GATES_MAX),
        (
            "the screen of one seat, with the texts that it receives when a phase closes",
            f"{vocabulary.VIEW_BYTES_MAX} bytes",
        ),
        (
            "the texts and numbers that everyone receives when a phase closes",
            f"{vocabulary.WATCHED_BYTES_MAX} bytes",
        ),
    )
    lines = ["| what | at most |", "| --- | --- |", *(f"| {what} | {most} |" for what, most in rows)]
    return "\n".join([LIMITS_BEGIN, "", *lines, "", LIMITS_END])


def written(guide: str) -> str:
    """Return the guide with its tables made anew."""
    tables = (
        (MARKS_BEGIN, marks(), MARKS_END),
        (LIMITS_BEGIN, limits(), LIMITS_END),
        (BEGIN, section(), END),
    )
    for begin, made, end in tables:
        before, _, rest = guide.partition(begin)
        guide = before + made + rest.partition(end)[2]
    return guide


def main() -> None:
    """Write the marks, the limits and the keys into the guide."""
    GUIDE.write_text(written(GUIDE.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
