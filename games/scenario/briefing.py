"""The briefing of a seat, and the facts for the game's page, for a game from a scenario file.

They come only from the public edition.
"""

from __future__ import annotations

from warcouncil.games.kit.text.papers import plain_blocks, rule_blocks
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.consequences import EndingPart
from warcouncil.games.scenario.file.text.phase import PhasePart, TalkPhase
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.phases import KINDS
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.rulebooks import Briefing, RuleBlock, RuleHeading, RuleTable
from warcouncil.protocol.words import SeatId


def open_edition(scenario: Scenario) -> Scenario:
    """Return a scenario with only what everyone may know: its sides, its phases and their clocks."""
    shown = tuple(number for number in scenario.numbers if number.known_to == "all")
    return scenario.model_copy(
        update={
            "notes": "",
            "situation": _unprinted(scenario.situation),
            "teams": tuple(team.model_copy(update={"brief": ""}) for team in scenario.teams),
            "seats": tuple(seat.model_copy(update={"brief": ""}) for seat in scenario.seats),
            "numbers": shown,
            "draws": (),
            "documents": tuple(each for each in scenario.documents if each.known_to == "all"),
            "phases": tuple(_open_phase(phase) for phase in scenario.phases),
            "endings": (EndingPart(name="time", words="The exercise ended", when="end"),),
            "scores": None,
            "hints": (),
            "injects": (),
        }
    )


def _unprinted(text: str) -> str:
    """Return a text with three dots in place of its braces. The sheet shows the present values."""
    return clauses.filled(text, dict.fromkeys(clauses.slots(text), "…"))


def _what_happens(phase: PhasePart) -> str:
    """Return the text of a phase, or of its kind."""
    return phase.text or say(KINDS[phase.kind].text)


def _open_phase(phase: PhasePart) -> TalkPhase:
    public = {
        name: getattr(phase, name)
        for name in ("name", "at", "rounds", "minutes", "channels", "deals", "cell_reads", "requests")
    }
    return TalkPhase(kind="talk", text=_what_happens(phase), **public)


def briefing_of(scenario: Scenario, seat: SeatId) -> Briefing:
    """Return the briefing of a seat."""
    script = Script(scenario)
    who = script.seat(seat)
    part = next(each for each in scenario.seats if each.name == seat)
    duty = f" {part.duty or say('brief.duty_read')}"
    if seat in script.cell:
        return Briefing(
            role=say("brief.cell_role", duty=duty),
            wins=say("brief.cell_wins"),
            sees=say("brief.cell_sees") + _named(scenario, "cell_reads", "brief.cell_reads_for_cell"),
            decides=say("brief.cell_decides") + _named(scenario, "requests", "brief.requests_for_cell"),
            looks=say("brief.cell_looks"),
        )
    return Briefing(
        role=say("brief.role", side=script.title(str(who.team)), duty=duty),
        wins=scenario.wins or say("brief.wins"),
        sees=say("brief.sees") + _named(scenario, "cell_reads", "brief.cell_reads"),
        decides=say("brief.decides", phases=_phases(scenario))
        + _named(scenario, "requests", "brief.requests"),
    )


def _named(scenario: Scenario, key: str, sentence: str) -> str:
    """Return a sentence that names the phases that have a key, with a space in front. Return "" if no phase has it."""
    names = ", ".join(dict.fromkeys(phase.name for phase in scenario.phases if getattr(phase, key)))
    return f" {say(sentence, names=names)}" if names else ""


def _phases(scenario: Scenario) -> str:
    names = ", ".join(dict.fromkeys(phase.name for phase in scenario.phases))
    if scenario.rounds == 1:
        return say("brief.phases", names=names)
    return say("brief.phases_rounds", rounds=scenario.rounds, names=names)


def authored_of(scenario: Scenario) -> dict[str, tuple[RuleBlock, ...]]:
    """Return the author's texts on the page: the summary, the situation, and the papers that everyone has."""
    papers: list[RuleBlock] = []
    for each in scenario.documents:
        if each.known_to == "all":
            papers.append(RuleHeading(text=each.title))
            papers += rule_blocks(scenario.document_pieces(each)[:1]) if each.picture else ()
            papers += _blocks(scenario, each.text)
    return {
        "summary": tuple(plain_blocks(scenario.summary)),
        "situation": _blocks(scenario, _unprinted(scenario.situation)),
        "wins": tuple(plain_blocks(scenario.wins or say("brief.page_wins"))),
        "papers": tuple(papers),
    }


def _blocks(scenario: Scenario, text: str) -> tuple[RuleBlock, ...]:
    written = scenario.pieces_of(text)
    return tuple(rule_blocks(written) if written else plain_blocks(text))


def facts_of(scenario: Scenario) -> dict[str, str | RuleTable]:
    """Return the other facts for the page: the sides, the phases and their clocks."""
    return {
        "sides": RuleTable(
            head=(say("brief.head_seat"), say("brief.head_team"), say("brief.head_duty")),
            rows=tuple(
                (seat.title, _team(scenario, seat.team), seat.duty or say("brief.none"))
                for seat in scenario.seats
            ),
        ),
        "order": RuleTable(
            head=(
                say("brief.head_phase"),
                say("brief.head_when"),
                say("brief.head_clock"),
                say("brief.head_happens"),
            ),
            rows=tuple(
                (
                    phase.name,
                    _when(scenario, phase),
                    say("brief.minutes", minutes=f"{phase.minutes:g}"),
                    _what_happens(phase),
                )
                for phase in scenario.phases
            ),
        ),
    }


def _team(scenario: Scenario, name: str) -> str:
    return next(team.title for team in scenario.teams if team.name == name)


def _when(scenario: Scenario, phase: PhasePart) -> str:
    if scenario.rounds == 1 and not (phase.at == "round" and phase.rounds):
        return say("brief.once")
    if phase.at != "round":
        return say("brief.before_rounds" if phase.at == "before" else "brief.after_rounds")
    if phase.rounds:
        return say("brief.in_rounds", round=scenario.round, numbers=", ".join(map(str, phase.rounds)))
    return say("brief.every_round", round=scenario.round.lower())
