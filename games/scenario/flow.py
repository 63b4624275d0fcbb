"""The flow of a game from a scenario file: its beginning, the present question, and the next phase. The flow never goes
back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase, Resolution
from warcouncil.games.kit.ways import Way, Ways, missed
from warcouncil.games.scenario.events.followed import RoundBegan
from warcouncil.games.scenario.file.model.script import script_of, text_of
from warcouncil.games.scenario.file.text.map import NOBODY
from warcouncil.games.scenario.file.text.phase import QuestionnairePhase
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.phases import KINDS, here
from warcouncil.games.scenario.phases.questionnaire import ASKING
from warcouncil.games.scenario.state import (
    AFTER,
    BEFORE,
    OPEN,
    Given,
    InHand,
    ScenarioState,
    ago,
    key,
    moment,
)
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.words import SeatId


def begin(scenario: Scenario, pace: int) -> Resolution[ScenarioState]:
    """1.1 Set every number and document to its initial state in the file, and go to the first phase."""
    text = text_of(scenario)
    script = script_of(text)
    state = ScenarioState(
        script=text,
        pace=pace,
        round=BEFORE,
        at=-1,
        stage="",
        turn=0,
        numbers={
            key(number.name, owner): number.begins(owner)
            for number in scenario.numbers
            for owner in script.owners(number.name)
        },
        answers={},
        results=dict.fromkeys(script.results, OPEN),
        held=tuple(
            InHand(document.name, place)
            for document in scenario.documents
            for place in (script.sides if document.known_to == "all" else document.known_to)
            if document.known_to != "none"
        ),
        facts=(),
        held_by={
            place.name: "" if place.owner == NOBODY else place.owner for place in script.places.values()
        },
        stands={piece.name: piece.at for piece in script.pieces.values()},
    )
    unfolding = Unfolding(state)
    _go_on(unfolding)
    return Resolution(unfolding.state, tuple(unfolding.events), _heading(unfolding.state))


def opening(state: ScenarioState) -> Phase:
    """Return which seats are asked now."""
    kind, place = here(state)
    asked = kind.asked(place)
    talks = kind.talks(place)
    seconds = kind.clock_seconds(place)
    return Phase(
        name=place.part.name,
        rule=kind.rule,
        title=kind.title(place),
        text=place.part.text or say(kind.text),
        asked=asked,
        sealed=len(asked) > 1,
        clock_seconds=seconds,
        channels=place.channels if talks else (),
        quiet_seconds=min(place.paced(place.part.quiet_minutes), seconds / 2)
        if talks and place.part.quiet_minutes
        else 0.0,
        deals=place.part.deals and talks,
        desk=place.desk,
        goes_on=(state.stage, state.turn) != (kind.first, 0),
        awaited=kind.awaited,
        readiness=kind.readiness,
        silence=place.part.silence,
        consent=kind.consent,
    )


def form(state: ScenarioState, seat: SeatId) -> Form:
    """Return the form of an asked seat."""
    kind, place = here(state)
    return kind.form(place, seat)


def read(state: ScenarioState, seat: SeatId, answer: Answer) -> Answer:
    """Check an answer against its form. Raises Illegal."""
    judge(form(state, seat), answer)
    return answer


def unanswered(state: ScenarioState, seat: SeatId) -> str:
    """Return what counts for a seat that does not answer, in one sentence to its player."""
    kind, place = here(state)
    return kind.unanswered(place, seat)


def resolve(
    state: ScenarioState, declared: Mapping[SeatId, Answer | None], ways: Ways, dice: Dice
) -> Resolution[ScenarioState]:
    """1.3 Close the stage. If the phase is over, apply its consequences and go to the next phase that opens."""
    unfolding = unfolded(state, declared, ways, dice)
    return Resolution(unfolding.state, tuple(unfolding.events), moment(state))


def unfolded(
    state: ScenarioState, declared: Mapping[SeatId, Answer | None], ways: Ways, dice: Dice
) -> Unfolding:
    """1.3 Return the position after the stage, with the events and every step that led there."""
    kind, place = here(state)
    unfolding = Unfolding(state, ways)
    for seat, way in ways.items():
        to = () if way is Way.SEALED else kind.hears(place, seat, way)
        if to != ():
            unfolding.events.append(missed(place.script.seat(seat), way, to))
    later = kind.close(place, unfolding, declared, dice)
    if later is not None and unfolding.state.over is None:
        stage, turn = later
        unfolding.state = replace(unfolding.state, stage=stage, turn=turn)
    else:
        unfolding.follow(state.at, dice)
        unfolding.end_if("always")
        _go_on(unfolding)
    return unfolding


def is_asking_after(state: ScenarioState) -> bool:
    """9.1 Return whether the exercise has ended and its questionnaire is open."""
    return state.over is not None and state.stage == ASKING


def _go_on(unfolding: Unfolding) -> None:
    """1.4 Go to the next phase whose conditions hold. If there is none, the exercise ends.

    8.1 A questionnaire after the rounds opens when the exercise has ended, for any reason.
    """
    if unfolding.state.over is None:
        _next_phase(unfolding)
    if unfolding.state.over is not None:
        _next_questionnaire(unfolding)


def _next_questionnaire(unfolding: Unfolding) -> None:
    state, look = unfolding.state, unfolding.look
    for at in look.script.phases(AFTER):
        part = look.script.scenario.phases[at]
        is_later = not is_asking_after(state) or at > state.at
        if isinstance(part, QuestionnairePhase) and is_later and look.all_said(part.only_if):
            unfolding.state = replace(state, at=at, stage=ASKING, turn=0)
            return
    if is_asking_after(state):
        unfolding.state = replace(state, stage="")


def _next_phase(unfolding: Unfolding) -> None:
    state, look = unfolding.state, unfolding.look
    for number, at in look.script.after(state.round, state.at):
        part = look.script.scenario.phases[at]
        if part.at == "after" and isinstance(part, QuestionnairePhase):
            continue
        if look.all_said(part.only_if):
            first = KINDS[part.kind].first
            past = kept_of(state) if number != state.round else state.past
            unfolding.state = replace(state, round=number, at=at, stage=first, turn=0, added=0, past=past)
            if number != state.round and number > BEFORE and look.script.scenario.rounds > 1:
                unfolding.events.append(
                    RoundBegan(look.script.scenario.round, number, look.script.scenario.rounds)
                )
            return
    unfolding.end_if("end")
    assert unfolding.state.over is not None, "an exercise without an end"


def kept_of(state: ScenarioState) -> dict[str, Given | None]:
    """Return the values that clauses with `rounds ago` can still read when a round ends."""
    script, found = state.play, dict(state.past)
    for name, rounds in script.looked_back.items():
        for owner in script.owners(name):
            at = key(name, owner)
            found.pop(ago(state.round - rounds, at), None)
            if state.round > BEFORE:
                found[ago(state.round, at)] = (
                    state.numbers[at] if at in state.numbers else state.answers.get(at)
                )
    return found


def _heading(state: ScenarioState) -> str:
    return moment(state) if state.at >= 0 else ""
