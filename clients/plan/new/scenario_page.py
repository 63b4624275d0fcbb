"""A scenario as a page for the white cell: who knows what and when, the order of phases, effects, endings.

It contains every secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from warcouncil.clients.plan.cards.player_aids import STYLE
from warcouncil.games.scenario.file.checks.who_knows import SecretRow, WhoKnows, parts, titles
from warcouncil.games.scenario.file.model.clause_sites import effects, site_label
from warcouncil.games.scenario.file.model.in_words import effect_words, everyone
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.clauses import OWN
from warcouncil.games.scenario.file.text.consequences import EffectPart, ForeseenPart
from warcouncil.games.scenario.file.text.phase import (
    AnyPhase,
    CellPhase,
    QuestionPhase,
    TreatyPhase,
    VotePhase,
)
from warcouncil.games.scenario.file.text.scenario import NumberPart, Scenario
from warcouncil.games.scenario.file.text.vocabulary import KnownTo

WARNING = "This page contains every secret of the exercise. It is only for the white cell and umpires."
WIDE = ".wide { overflow-x: auto; } .warn { border: 0.4mm solid #000; padding: 2mm; font-weight: bold; } main { max-width: 270mm; }"


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: its head, and rows of the same length."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of the page under its own heading."""

    head: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[tuple[str, PageTable], ...] = ()


def page_parts(scenario: Scenario, *, matrix: bool) -> tuple[PagePart, ...]:
    """Return the whole page.

    `matrix`: the knowledge of secrets has a column for each reader, otherwise a sentence.
    """
    known = WhoKnows(scenario)
    return tuple(
        part
        for part in (
            PagePart(
                "What each side knows, and when", tuple(_reading(known)), tuple(_known(known, matrix=matrix))
            ),
            PagePart("In which order", (), (("", _order(known)),)),
            PagePart("What follows", (), tuple(_follows(known))),
            PagePart("How it ends", (), (("", _endings(scenario)),)),
            PagePart("Sides and seats", (), (("", _seats(scenario)),)),
            PagePart("Numbers", (), (("", _numbers(known)),)),
            PagePart("The situation", tuple(scenario.situation.split("\n\n"))),
            PagePart("For the instructor", tuple(filter(None, scenario.notes.split("\n\n")))),
            *_papers(scenario),
        )
        if part.paragraphs or any(table.rows for _, table in part.tables)
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
    """Return a row in one line: who knows it, and when. Readers who never learn it are left out."""
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


def _order(known: WhoKnows) -> PageTable:
    scenario = known.scenario
    rows = [
        (phase.name, _when(scenario, phase), phase.kind, _clock(phase), _talk(known, phase), _asks(phase))
        for phase in scenario.phases
    ]
    return PageTable(("phase", "when", "kind", "clock", "talk", "asks"), tuple(rows))


def _when(scenario: Scenario, phase: AnyPhase) -> str:
    word = scenario.round.lower()
    once = {"before": "before the rounds", "after": "after the rounds"}
    when = once.get(phase.at) or (
        f"{word} {', '.join(map(str, phase.rounds))}" if phase.rounds else f"every {word}"
    )
    return f"{when}, if {' and '.join(phase.only_if)}" if phase.only_if else when


def _clock(phase: AnyPhase) -> str:
    more = f" + {phase.sign_minutes:g}" if isinstance(phase, TreatyPhase) else ""
    quiet = f", quiet for the last {phase.quiet_minutes:g}" if phase.quiet_minutes else ""
    return f"{phase.minutes:g}{more} min{quiet}"


def _talk(known: WhoKnows, phase: AnyPhase) -> str:
    deals = " with deals" if phase.deals else ""
    match phase.channels:
        case str(word):
            return f"{word}{deals}"
        case named:
            rooms = [
                f"{title}: {', '.join(map(known.script.title, places))}" for title, places in named.items()
            ]
            return "; ".join(rooms) + deals


def _asks(phase: AnyPhase) -> str:
    match phase:
        case QuestionPhase():
            asked = [
                f"{question.ask} ({question.kind}; {', '.join(question.of) or 'every side'}"
                f"{f'; silence: {question.silence}' if question.silence != '' else ''}; known to {_readers(question.known_to)})"
                for question in phase.questions
            ]
            return " / ".join(asked)
        case CellPhase():
            return " / ".join([phase.asks, *(each.label for each in phase.foreseen)])
        case VotePhase():
            return f"{phase.motion} (needs {phase.needs}; {phase.ballot} ballot)"
        case TreatyPhase():
            return f"{phase.drafter} writes; {', '.join(phase.signers)} sign"
        case _:
            return phase.text


def _readers(known_to: KnownTo) -> str:
    return known_to if isinstance(known_to, str) else ", ".join(known_to)


def _follows(known: WhoKnows) -> Iterator[tuple[str, PageTable]]:
    rows: dict[int, list[tuple[str, ...]]] = {}
    for site, effect in effects(known.names):
        rows.setdefault(site.place, []).append(
            (site_label(known.names, site.path), _conditions(effect), _does(known.script, effect))
        )
    for place, each in rows.items():
        yield known.scenario.phases[place].name, PageTable(("rule", "if", "then"), tuple(each))


def _conditions(effect: EffectPart) -> str:
    if isinstance(effect, ForeseenPart):
        return f"the white cell says: {effect.label}"
    words = " and ".join(getattr(effect, "only_if", ())) or ", ".join(getattr(effect, "answers", ()))
    other = " and ".join(getattr(effect, "or_if", ()))
    chance = getattr(effect, "chance", 100)
    each = getattr(effect, "for_each", "")
    return "; ".join(
        filter(
            None,
            (
                f"for each {each if isinstance(each, str) else ', '.join(each)}" if each else "",
                f"{words} or {other}" if other else words,
                f"{chance} %" if chance < 100 else "",
            ),
        )
    )


def _does(script: Script, effect: EffectPart) -> str:
    to_all = ((everyone(), effect.tell),) if effect.tell else ()
    told = [(_whom(script, place), text) for place, text in effect.tell_to.items()]
    handed = [
        (script.documents[document].title, [_whom(script, place) for place in places])
        for document, places in effect.hand.items()
    ]
    return effect_words(effect.change, (*to_all, *told), handed, effect.establish, effect.end or "")


def _whom(script: Script, place: str) -> str:
    return OWN if place == OWN else script.title(place)


def _endings(scenario: Scenario) -> PageTable:
    rows = [
        (
            ending.name,
            {"always": "after every phase", "end": "after the last phase", "called": "when a rule calls it"}[
                ending.when
            ],
            " and ".join(ending.only_if),
            ending.words,
            ending.winners if isinstance(ending.winners, str) else ", ".join(ending.winners) or "nobody",
        )
        for ending in scenario.endings
    ]
    return PageTable(("ending", "looked at", "if", "words", "winners"), tuple(rows))


def _seats(scenario: Scenario) -> PageTable:
    rows = [(seat.title, seat.name, seat.team, seat.duty) for seat in scenario.seats]
    return PageTable(("seat", "its name", "team", "duty"), tuple(rows))


def _numbers(known: WhoKnows) -> PageTable:
    return PageTable(
        ("number", "its name", "whose", "begins", "from", "to", "seen by"),
        tuple(
            (
                number.title,
                number.name,
                number.each,
                _start(number),
                str(number.low),
                str(number.high),
                _readers(number.known_to),
            )
            for number in known.scenario.numbers
        ),
    )


def _start(number: NumberPart) -> str:
    single = [f"{owner} {start}" for owner, start in number.starts.items()]
    return ", ".join([str(number.start), *single])


def _papers(scenario: Scenario) -> Iterator[PagePart]:
    named = [(f"Brief of {team.title}", team.brief) for team in scenario.teams]
    named += [(f"Brief of {seat.title}", seat.brief) for seat in scenario.seats]
    named += [(document.title, document.text) for document in scenario.documents]
    for head, text in named:
        yield PagePart(head, tuple(filter(None, text.split("\n\n"))))


# --- on paper -----------------------------------------------------------------------------------------------------


def as_markdown(scenario: Scenario) -> str:
    """Return the page as Markdown."""
    lines = [f"# {scenario.title}", "", f"**{WARNING}**", "", scenario.summary, ""]
    for part in page_parts(scenario, matrix=False):
        lines += [f"## {part.head}", ""]
        lines += [line for text in part.paragraphs for line in (text, "")]
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
        f"<p>{escape(scenario.summary)}</p>",
    ]
    for part in page_parts(scenario, matrix=True):
        body.append(f"<h2>{escape(part.head)}</h2>")
        body += [f"<p>{escape(text)}</p>" for text in part.paragraphs]
        for head, table in part.tables:
            body += [f"<h3>{escape(head)}</h3>"] if head else []
            body.append(_html_table(table))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(scenario.title)}</title><style>{STYLE}{WIDE}</style></head><body><main>\n"
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
