"""The briefing of a seat and the facts of the page, for an exercise from a file.

They come from the open edition alone.
"""

from __future__ import annotations

from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.consequences import EndingPart
from warcouncil.games.scenario.file.text.phase import AnyPhase, TalkPhase
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
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
            "documents": tuple(each for each in scenario.documents if each.known_to == "all"),
            "phases": tuple(_open_phase(phase) for phase in scenario.phases),
            "endings": (EndingPart(name="time", words="The exercise ended", when="end"),),
            "scores": None,
            "hints": (),
            "injects": (),
        }
    )


def _unprinted(text: str) -> str:
    """Return a text with its braces replaced by dots. The sheet shows the present values."""
    return clauses.filled(text, dict.fromkeys(clauses.slots(text), "…"))


def _open_phase(phase: AnyPhase) -> TalkPhase:
    public = {
        name: getattr(phase, name)
        for name in ("name", "text", "at", "rounds", "minutes", "channels", "deals")
    }
    return TalkPhase(kind="talk", **public)


def briefing_of(scenario: Scenario, seat: SeatId) -> Briefing:
    """Return the briefing of a seat."""
    script = Script(scenario)
    who = script.seat(seat)
    part = next(each for each in scenario.seats if each.name == seat)
    duty = f" {part.duty}" if part.duty else " Your brief says what you are to do."
    if seat in script.cell:
        return Briefing(
            role=f"You sit in the white cell.{duty}",
            wins="Nobody wins against you: you say what comes of what the others decide.",
            sees="You see everything: all numbers, all answers once a phase has closed, and everybody's papers.",
            decides="You are asked when the white cell deliberates: what comes of it, and who is told what.",
            looks="Look at what was answered last.",
        )
    return Briefing(
        role=f"Your side: {script.title(str(who.team))}.{duty}",
        wins=scenario.wins or "Your brief says what you are after.",
        sees="You see what everybody knows, and the papers under «To read» that were given to you; the briefs of others you do not.",
        decides=f"{_asked(scenario)} What is asked is answered in secret, at the same moment as everybody else.",
        looks="Read your brief first: it stands under «To read».",
    )


def _asked(scenario: Scenario) -> str:
    names = ", ".join(dict.fromkeys(phase.name for phase in scenario.phases))
    rounds = (
        f"{scenario.round} for {scenario.round.lower()}, {scenario.rounds} in all: "
        if scenario.rounds > 1
        else "In order: "
    )
    return f"{rounds}{names}."


def facts_of(scenario: Scenario) -> dict[str, str | RuleTable]:
    """Return what the page asks for: the situation, the sides, the phases and their clocks."""
    return {
        "summary": scenario.summary,
        "situation": _unprinted(scenario.situation),
        "wins": scenario.wins or "Each brief says what its reader is after.",
        "sides": RuleTable(
            head=("seat", "team", "duty"),
            rows=tuple((seat.title, _team(scenario, seat.team), seat.duty or "-") for seat in scenario.seats),
        ),
        "order": RuleTable(
            head=("phase", "when", "clock", "what happens"),
            rows=tuple(
                (phase.name, _when(scenario, phase), f"{phase.minutes:g} min", phase.text or "-")
                for phase in scenario.phases
            ),
        ),
        "papers": "\n\n".join(
            f"### {each.title}\n\n{each.text}" for each in scenario.documents if each.known_to == "all"
        ),
    }


def _team(scenario: Scenario, name: str) -> str:
    return next(team.title for team in scenario.teams if team.name == name)


def _when(scenario: Scenario, phase: AnyPhase) -> str:
    if phase.at != "round":
        return f"once, {phase.at} the rounds" if scenario.rounds > 1 else "once"
    if phase.rounds:
        return f"{scenario.round} {', '.join(map(str, phase.rounds))}"
    return f"every {scenario.round.lower()}" if scenario.rounds > 1 else "once"
