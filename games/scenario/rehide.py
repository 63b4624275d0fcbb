"""Rehide for Scenario: deals again all that one seat cannot know. This is others' numbers, answers and papers, and
the file's secret texts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from warcouncil.games.kit.dice import Dice
from warcouncil.games.scenario.came import Came
from warcouncil.games.scenario.file.model.payoffs import sides_with_sheet
from warcouncil.games.scenario.file.model.script import Script, script_of, text_of
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import ScorePart
from warcouncil.games.scenario.map.board import dealt_anew
from warcouncil.games.scenario.phases import KINDS
from warcouncil.games.scenario.phases.questionnaire import ASKING
from warcouncil.games.scenario.state import Given, InHand, ScenarioState
from warcouncil.protocol.words import SeatId


def rehide(state: ScenarioState, seat: SeatId, dice: Dice) -> ScenarioState:
    """Return an exercise that `seat` cannot distinguish from this one, with all hidden facts dealt again. For the
    white cell nothing changes, because it knows everything.
    """
    script = state.play
    is_finished = state.over is not None and state.stage != ASKING
    if seat in script.cell or is_finished:
        return state
    held = tuple(each for each in state.held if seat in script.seats_of(each.holder))
    open_ = tuple(name for name, document in script.documents.items() if document.known_to == "all")
    known = tuple(sorted({each.document for each in held} | {*open_}))
    for kind in KINDS.values():
        state = kind.dealt_anew(state, seat, dice)
    state = dealt_anew(state, seat, dice.stream("map"))
    came = {at: how for at in state.answers if (how := _came(state, at, seat, dice)) is not Came.AGREED}
    return replace(
        state,
        script=_retold(state.script, seat, known, dice.stream("texts").below(1 << 32)),
        numbers={at: _number(script, at, value, seat, dice) for at, value in state.numbers.items()},
        answers={at: _answer(script, at, value, seat, dice) for at, value in state.answers.items()},
        past={at: _earlier(script, at, value, seat, dice) for at, value in state.past.items()},
        held=_held(state, script, seat, open_, dice),
        came=came,
    )


def _ref(at: str) -> Ref:
    name, _, owner = at.partition("@")
    return Ref(name, owner)


def _number(script: Script, at: str, value: int, seat: SeatId, dice: Dice) -> int:
    number = script.numbers[_ref(at).name]
    if seat in script.readers_of(_ref(at)):
        return value
    return dice.stream("number", at).between(number.lowest, number.highest)


def _answer(script: Script, at: str, value: Given | None, seat: SeatId, dice: Dice) -> Given | None:
    if seat in script.readers_of(_ref(at)):
        return value
    return _any_answer(script.questions[_ref(at).name], dice.stream("answer", at))


def _earlier(script: Script, at: str, value: Given | None, seat: SeatId, dice: Dice) -> Given | None:
    """Return a value of an earlier round. It is dealt again if the seat may not know the present value."""
    round_, _, now = at.partition(":")
    if _ref(now).name in script.numbers:
        assert isinstance(value, int)
        return _number(script, now, value, seat, dice.stream("past", round_))
    return _answer(script, now, value, seat, dice.stream("past", round_))


def _came(state: ScenarioState, at: str, seat: SeatId, dice: Dice) -> str:
    """Return the origin of an answer. It is dealt again if the seat may not know the answer."""
    if seat in state.play.readers_of(_ref(at)):
        return state.came.get(at, Came.AGREED)
    return dice.stream("came", at).pick((Came.AGREED, Came.SILENT))


def _any_answer(question: QuestionPart, dice: Dice) -> Given | None:
    names = tuple(option.name for option in question.options)
    if question.silence == "" and dice.below(4) == 0:
        return None
    match question.kind:
        case "choice":
            return dice.pick(names)
        case "several" | "ranking":
            return dice.shuffled(names)
        case "amount":
            return dice.between(
                question.low, question.high if isinstance(question.high, int) else question.low + 1
            )
        case "allocation":
            return {dice.pick(names): 1}
        case "orders":
            return {}
        case "order":
            return f"order {dice.below(1000)}"


def _held(
    state: ScenarioState, script: Script, seat: SeatId, open_: tuple[str, ...], dice: Dice
) -> tuple[InHand, ...]:
    """Return the documents in hand. Those of the seat and the public ones stay, and the others are dealt to others at random."""
    kept = tuple(
        each for each in state.held if seat in script.seats_of(each.holder) or each.document in open_
    )
    others = [place for place in (*script.sides, *script.players) if seat not in script.seats_of(place)]
    dealt = tuple(
        InHand(name, place)
        for name in script.documents
        if name not in open_
        for place in others
        if dice.stream("held", name, place).below(2)
    )
    return (*kept, *dealt)


@lru_cache(maxsize=64)
def _retold(text: str, seat: SeatId, known: tuple[str, ...], number: int) -> str:
    """Return the file in which every text is replaced that the seat does not read."""
    script = script_of(text)
    scenario, own = script.scenario, script.seat(seat)

    def other(text: str, what: str) -> str:
        return f"Another text of {what} ({number})." if text else ""

    return text_of(
        scenario.model_copy(
            update={
                "notes": "",
                "teams": tuple(
                    team
                    if team.name == own.team
                    else team.model_copy(update={"brief": other(team.brief, team.name)})
                    for team in scenario.teams
                ),
                "seats": tuple(
                    each
                    if each.name == seat
                    else each.model_copy(update={"brief": other(each.brief, each.name)})
                    for each in scenario.seats
                ),
                "scores": _other_points(script, seat, number),
                "documents": tuple(
                    each
                    if each.name in known
                    else each.model_copy(
                        update={"text": other(each.text, each.name), "picture": "", "alt": ""}
                    )
                    for each in scenario.documents
                ),
            }
        )
    )


def _other_points(script: Script, seat: SeatId, number: int) -> ScorePart | None:
    """Return the points. The columns of the payoff sheet that the seat does not read are replaced."""
    scores = script.scenario.scores
    if scores is None:
        return None
    own = sides_with_sheet(script, seat)
    sheet = tuple(
        row.model_copy(
            update={
                "points": {side: worth if side in own else number % 100 for side, worth in row.points.items()}
            }
        )
        for row in scores.sheet
    )
    return scores.model_copy(update={"sheet": sheet})
