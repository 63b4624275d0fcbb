"""A scenario as a page for the white cell: everything in its file, as sentences and tables.

It contains every secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from warcouncil.clients.plan.cards.player_aids import STYLE
from warcouncil.clients.plan.new import scenario_tables as tables
from warcouncil.clients.plan.new.scenario_tables import PageTable
from warcouncil.clients.plan.new.treatment_tables import treatments
from warcouncil.clients.plan.text import papers
from warcouncil.clients.plan.text.papers import one_line
from warcouncil.games.scenario.file.checks.who_knows import SecretRow, WhoKnows, parts, titles
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.protocol.table.papers import PaperPiece

WARNING = "This page contains every secret of the exercise. It is only for the white cell and umpires."
WIDE = ".wide { overflow-x: auto; } .warn { border: 0.4mm solid #000; padding: 2mm; font-weight: bold; } main { max-width: 270mm; }"


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of the page under its own heading."""

    head: str
    pieces: tuple[PaperPiece, ...] = ()
    tables: tuple[tuple[str, PageTable], ...] = ()


def page_parts(scenario: Scenario, *, matrix: bool) -> tuple[PagePart, ...]:
    """Return the whole page.

    With `matrix`, the knowledge of secrets has a column for each reader. Otherwise it is a sentence.
    """
    known = WhoKnows(scenario)
    return tuple(
        part
        for part in (
            PagePart(
                "What each side knows, and when",
                tuple(map(one_line, _reading(known))),
                tuple(_known(known, matrix=matrix)),
            ),
            PagePart("The exercise", (one_line(scenario.summary),), (("", tables.the_exercise(scenario)),)),
            PagePart("Treatments", (), (("", treatments(scenario)),)),
            PagePart("In which order", (), (("", tables.order(known)),)),
            PagePart("What is asked", (), tuple(tables.asked(known))),
            PagePart("What follows", (), tuple(tables.follows(known))),
            PagePart("How it ends", (), (("", tables.endings(scenario)),)),
            PagePart("Points", (), tuple(tables.points(scenario))),
            PagePart("Messages", (), (("", tables.injects(scenario)),)),
            PagePart("Hints", (), (("", tables.hints(scenario)),)),
            PagePart(
                "Sides and seats", (), (("", tables.sides(scenario)), ("Seats", tables.seats(scenario)))
            ),
            PagePart("Numbers", (), (("", tables.numbers(known)),)),
            PagePart("The map", (), tuple(tables.the_map(scenario))),
            PagePart("The situation", _pieces(scenario, scenario.situation)),
            PagePart("For the instructor", _pieces(scenario, scenario.notes)),
            *_papers(scenario),
        )
        if part.pieces or any(table.rows for _, table in part.tables)
    )


def _reading(known: WhoKnows) -> Iterator[str]:
    yield (
        "«after» a phase: when it has closed. «if» names the rule that may cause it. «never»: not"
        " before the end."
    )
    if known.script.cell:
        yield "The white cell sees everything. When it deliberates, it may tell everything to any player."
    yield "When the exercise is over, all secrets are shown."


def _known(known: WhoKnows, *, matrix: bool) -> Iterator[tuple[str, PageTable]]:
    readers = titles(known)
    for part in parts(known):
        if matrix:
            yield part.head, PageTable(("", *readers), tuple((row.what, *row.cells) for row in part.rows))
        else:
            rows = tuple((row.what, _in_words(row, known)) for row in part.rows)
            yield part.head, PageTable(("what", "who knows it, and when"), rows)


def _in_words(row: SecretRow, known: WhoKnows) -> str:
    """Return a row as one line: which readers know it, and when. Readers who never learn it are left out."""
    everybody, *cells = row.cells
    if everybody != "never":
        return f"all players, {everybody}"
    script = known.script
    whose: dict[str, list[str]] = {}
    for team in script.scenario.teams:
        seats = [at for at, seat in enumerate(script.seats) if seat.team == team.name and not team.cell]
        alike = len({cells[at] for at in seats}) == 1
        for at in seats[:1] if alike else seats:
            if cells[at] != "never":
                whose.setdefault(cells[at], []).append(team.title if alike else script.seats[at].title)
    said = [f"{', '.join(names)}: {when}" for when, names in whose.items()]
    return "; ".join(said) or ("only the white cell" if script.cell else "nobody")


def _papers(scenario: Scenario) -> Iterator[PagePart]:
    named = [
        (f"About {team.title}", team.about)
        for team in scenario.teams
        if len(scenario.pieces_of(team.about)) > 1
    ]
    named += [(f"Brief of {team.title}", team.brief) for team in scenario.teams]
    named += [(f"Brief of {seat.title}", seat.brief) for seat in scenario.seats]
    for head, text in named:
        yield PagePart(head, _pieces(scenario, text))
    for document in scenario.documents:
        written = scenario.document_pieces(document) if document.picture else _pieces(scenario, document.text)
        yield PagePart(f"{document.title} ({document.name})", written)


def _pieces(scenario: Scenario, text: str) -> tuple[PaperPiece, ...]:
    """Return the pieces of a long text. In an old format each paragraph is a piece."""
    return scenario.pieces_of(text) or tuple(map(one_line, filter(None, text.split("\n\n"))))


# --- on paper -----------------------------------------------------------------------------------------------------


def as_markdown(scenario: Scenario) -> str:
    """Return the page as Markdown."""
    lines = [f"# {scenario.title}", "", f"**{WARNING}**", ""]
    for part in page_parts(scenario, matrix=False):
        lines += [f"## {part.head}", ""]
        lines += papers.markdown(part.pieces)
        for head, table in part.tables:
            lines += [f"### {head}", ""] if head else []
            lines += [_row(table.head), _row(["---"] * len(table.head)), *map(_row, table.rows), ""]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/').replace(chr(10), ' ') for cell in cells)} |"


def as_html(scenario: Scenario) -> str:
    """Return the page as one HTML file that loads nothing and has no script."""
    body = [
        f"<h1>{escape(scenario.title)}</h1>",
        f'<p class="warn">{escape(WARNING)}</p>',
    ]
    for part in page_parts(scenario, matrix=True):
        body.append(f"<h2>{escape(part.head)}</h2>")
        body += [papers.html(part.pieces)] if part.pieces else []
        for head, table in part.tables:
            body += [f"<h3>{escape(head)}</h3>"] if head else []
            body.append(_html_table(table))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(scenario.title)}</title><style>{STYLE}{WIDE}{papers.STYLE}</style></head><body><main>\n"
        + "\n".join(body)
        + "\n</main></body></html>\n"
    )


def _html_table(table: PageTable) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>\n'
        for row in table.rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>'
