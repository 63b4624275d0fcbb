"""4. The white cell: sees all answers, chooses or writes the outcome, sets numbers, and chooses who is told what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.events.decided import (
    HEAD,
    SECOND,
    CellAnnounced,
    CellDecided,
    CellDisagreed,
    CellWhispered,
)
from warcouncil.games.scenario.events.followed import sentence
from warcouncil.games.scenario.file.model.script import Foreseen
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.phase import CellPhase
from warcouncil.games.scenario.foretelling import consequence_words
from warcouncil.games.scenario.look import Beholder, Outlook, cut
from warcouncil.games.scenario.numbers import label_of
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.state import Proposal, ScenarioState, key
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, Count, Form, FormField, Option, Pick, When, Words
from warcouncil.protocol.table.sheets import Element, Rows
from warcouncil.protocol.words import SeatId

Decision = Mapping[str, str | int | tuple[str, ...]]
"""The answer of the head of the white cell, or a possible one."""
DECIDE, AGREE = "decide", "agree"
REFUSALS_MAX = 2
"""How many times a decision can be sent back. Then the head's decision is final."""
NOTHING, IN_WORDS = "nothing-comes", "in-words"
"""Outcomes that no file contains, because a name in a file has no hyphen."""
WORDS, TOLD, EVERYONE = "in-words-text", "in-words-to", "tell"
ANSWER_CHARS_MAX = 1300
"""The maximum number of characters in the answer to one form, including the names of its fields. They fit into one message."""
NAMES_CHARS_FREE = 270
"""How many characters an answer has for the names of the teams that read an outcome, besides its texts."""
TEXT_CHARS_MAX = 400
HELP_CHARS_MAX = 2000
"""The greatest length of a note in a form, in characters."""


class Adjudication(PhaseKind[CellPhase]):
    """4. The head of the white cell decides. If the file says so, a second member must agree."""

    rule = "4"
    text = "asked.cell_text"
    first = DECIDE

    def asked(self, here: Here[CellPhase]) -> tuple[SeatId, ...]:
        """4.1 Return the head of the white cell, or the second member who is asked to agree."""
        return here.script.cell[1:2] if here.state.stage == AGREE else here.script.cell[:1]

    def title(self, here: Here[CellPhase]) -> str:
        """4.1 Return a title that says for what all others wait."""
        return say("asked.cell_title", title=here.title)

    def form(self, here: Here[CellPhase], seat: SeatId) -> Form:
        """Return the form for a decision, or for the agreement to it."""
        return _agreement(here) if here.state.stage == AGREE else _decision(here)

    def unanswered(self, here: Here[CellPhase], seat: SeatId) -> str:
        """4.2 4.4 Return the meaning of silence: no outcome, or agreement."""
        return say("asked.cell_agree_silent" if here.state.stage == AGREE else "asked.cell_silent")

    def close(
        self,
        here: Here[CellPhase],
        unfolding: Unfolding,
        given: Mapping[SeatId, Answer | None],
        dice: Dice,
    ) -> tuple[str, int] | None:
        """4.4 Ask for agreement to the decision, or apply it."""
        (answer,) = given.values()
        state, part = here.state, here.part
        if state.stage == AGREE:
            if answer is not None and answer["agree"] == "no":
                return _sent_back(here, unfolding, str(answer["why"]))
            assert state.proposal is not None
            _decided(here, unfolding, state.proposal.answer, silent=SECOND if answer is None else "")
            return None
        proposal = Proposal({name: _plain(value) for name, value in (answer or {}).items()})
        if answer is not None and part.agree and state.turn < REFUSALS_MAX:
            unfolding.state = replace(unfolding.state, proposal=proposal)
            return AGREE, state.turn
        _decided(here, unfolding, proposal.answer, silent=HEAD if answer is None else "")
        return None

    def hears(self, here: Here[CellPhase], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """4.4 Return the white cell. The event of the decision itself reports silence."""
        return () if way is Way.SILENT else here.script.cell

    def at_hand(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """4.4 Show the white cell what its head proposes, and why the proposal was sent back."""
        proposal = look.state.proposal
        if proposal is None or not reader.knows_all:
            return
        here: Here[CellPhase] = Here(look.state)
        fields = {field.name: field for field in _fields(here)}
        rows = [(fields[name].label, _said(fields[name], value)) for name, value in proposal.answer.items()]
        if proposal.objection:
            rows.append((say("shown.sent_back"), proposal.objection))
        yield Rows(
            title=say("shown.proposal"),
            head=(say("shown.head_what"), say("shown.head_decision")),
            rows=tuple(row for row in rows if row[1]),
        )

    def dealt_anew(self, state: ScenarioState, seat: SeatId, dice: Dice) -> ScenarioState:
        """Deal the proposal again: any foreseen outcome, or none."""
        if state.proposal is None:
            return state
        foreseen = tuple(each.name for each in Here[CellPhase](state).part.foreseen)
        return replace(state, proposal=Proposal({"outcome": dice.stream("cell").pick((*foreseen, NOTHING))}))


def _agreement(here: Here[CellPhase]) -> Form:
    proposal = here.state.proposal
    assert proposal is not None
    agree = Choice(
        name="agree",
        label=say("asked.cell_agree"),
        weighty=True,
        options=(
            Option(
                value="yes", label=say("asked.cell_agree_yes"), help=_then("", here, proposal.answer), key="y"
            ),
            Option(value="no", label=say("asked.cell_agree_no"), key="n"),
        ),
    )
    why = Words(
        name="why",
        label=say("asked.cell_why"),
        chars_max=TEXT_CHARS_MAX,
        when=When(field="agree", values=("no",)),
    )
    return Form(
        question=say("asked.cell_agree_question"),
        help=say("asked.cell_agree_help"),
        rule="4.4",
        fields=(agree, why),
        suggested={"agree": "yes"},
    )


def _decision(here: Here[CellPhase]) -> Form:
    state, fields = here.state, _fields(here)
    before = state.proposal
    names = {field.name for field in fields}
    kept = {name: value for name, value in before.answer.items() if name in names} if before else {}
    return Form(
        question=here.part.asks,
        help=" ".join(_notes(here)),
        rule="4.2",
        fields=fields,
        suggested=kept or _usual(here, fields),
    )


def _notes(here: Here[CellPhase]) -> Iterator[str]:
    """4.2 4.4 Yield the sentences below the question of the head."""
    state = here.state
    if state.proposal is not None:
        why = state.proposal.objection
        yield say("asked.cell_sent_back_why", why=why) if why else say("asked.cell_sent_back")
    if here.part.agree:
        yield say("asked.cell_second" if state.turn < REFUSALS_MAX else "asked.cell_final")
    if here.part.sets:
        yield say("asked.cell_by_hand")
    yield say("asked.cell_silence")


def _usual(here: Here[CellPhase], fields: tuple[FormField, ...]) -> Answer:
    """Return the suggestion: the first foreseen outcome, unchanged numbers, and no words."""
    foreseen = here.part.foreseen
    answer: Answer = {"outcome": foreseen[0].name if foreseen else NOTHING}
    for name, ref in _refs(here.part).items():
        number, now = here.script.numbers[ref.name], here.state.numbers[key(ref.name, ref.owner)]
        answer[name] = number.states[now].name if number.states else now
    return answer | {field.name: "" for field in fields if isinstance(field, Words) and field.when is None}


def foreseen_in(form: Form) -> tuple[str, ...]:
    """Return the foreseen outcomes if a form asks for an outcome and suggests one of them."""
    outcome = form.fields[0]
    if form.rule != "4.2" or form.suggested is None or not isinstance(outcome, Choice):
        return ()
    foreseen = tuple(option.value for option in outcome.options if option.value not in (IN_WORDS, NOTHING))
    return foreseen if form.suggested["outcome"] in foreseen else ()


def _refs(part: CellPhase) -> dict[str, Ref]:
    """Return the numbers that may be set, by the names of their fields."""
    return {f"number-{place}": clauses.ref(text) for place, text in enumerate(part.sets, 1)}


def _fields(here: Here[CellPhase]) -> tuple[FormField, ...]:
    """4.2 4.3 Return the fields for the outcome, the numbers, and a text for everyone and for each team."""
    part, script = here.part, here.script
    own = (Option(value=IN_WORDS, label=say("asked.cell_own")),) if part.writes else ()
    outcome = Choice(
        name="outcome",
        label=say("asked.cell_outcome"),
        weighty=True,
        options=(
            *(
                Option(value=each.name, label=each.label, help=_then(each.help, here, {"outcome": each.name}))
                for each in part.foreseen
            ),
            *own,
            Option(value=NOTHING, label=say("asked.cell_nothing")),
        ),
    )
    numbers = tuple(_number(here, name, ref) for name, ref in _refs(part).items())
    teams = script.sides if part.tells else ()
    taken = sum(len(each.name) + 12 for each in numbers)
    taken += max(0, sum(len(team) + 3 for team in script.sides) - NAMES_CHARS_FREE) if part.writes else 0
    chars = _chars_each(len(teams) + part.writes + part.tells, taken)
    in_words = When(field="outcome", values=(IN_WORDS,))
    sides = tuple(Option(value=team, label=script.title(team)) for team in script.sides)
    written = (
        Words(name=WORDS, label=say("asked.cell_words"), chars_max=chars, required=True, when=in_words),
        Pick(
            name=TOLD,
            label=say("asked.cell_told"),
            options=sides,
            low=0,
            high=len(sides),
            when=in_words,
        ),
    )
    tells = (
        Words(name=EVERYONE, label=say("asked.cell_everyone"), chars_max=chars),
        *(
            Words(
                name=f"{EVERYONE}@{team}",
                label=say("asked.cell_alone", team=script.title(team)),
                chars_max=chars,
            )
            for team in teams
        ),
    )
    return (
        outcome,
        *(written if part.writes else ()),
        *numbers,
        *(tells if part.tells else ()),
    )


def _number(here: Here[CellPhase], name: str, ref: Ref) -> FormField:
    """4.2 Return the field that sets a number or a state."""
    number, now = here.script.numbers[ref.name], here.state.numbers[key(ref.name, ref.owner)]
    label = say("asked.cell_number", label=label_of(here.look, ref), now=number.words(now))
    if number.states:
        options = tuple(Option(value=state.name, label=state.label) for state in number.states)
        return Choice(name=name, label=label, options=options)
    return Count(name=name, label=label, low=number.low, high=number.high)


def _chars_each(texts: int, taken: int) -> int:
    """Return how many characters each text of an answer may have, so that all texts and their names fit."""
    names = 50
    return max(40, min(TEXT_CHARS_MAX, (ANSWER_CHARS_MAX - taken) // max(texts, 1) - names))


def _plain(value: object) -> str | int | tuple[str, ...]:
    match value:
        case str() | int():
            return value
        case tuple() | list():
            return tuple(map(str, value))
        case _:
            raise AssertionError("no field of this form is answered so")


def _sent_back(here: Here[CellPhase], unfolding: Unfolding, why: str) -> tuple[str, int]:
    """4.4 Ask the head once more. The head then reads why it was sent back."""
    script, proposal = here.script, here.state.proposal
    assert proposal is not None
    unfolding.state = replace(unfolding.state, proposal=replace(proposal, objection=why))
    unfolding.events.append(CellDisagreed(script.seat(script.cell[1]).title, why, script.cell))
    return DECIDE, here.state.turn + 1


def _then(note: str, here: Here[CellPhase], answer: Decision) -> str:
    """4.2 Return the consequences of a decision in words, after the note of the file."""
    came = Unfolding(here.state)
    _decided(here, came, answer)
    chosen = _chosen(here, answer)
    said = consequence_words(here.state, came, (change.ref for change in chosen.changes) if chosen else ())
    return cut(f"{sentence(note)} {said}" if note else said, HELP_CHARS_MAX)


def _chosen(here: Here[CellPhase], answer: Decision) -> Foreseen | None:
    """4.2 Return the foreseen outcome that was chosen, or None."""
    outcome = answer.get("outcome", NOTHING)
    return next((each for each in here.script.foreseen[here.state.at] if each.part.name == outcome), None)


def _decided(here: Here[CellPhase], unfolding: Unfolding, answer: Decision, *, silent: str = "") -> None:
    """4.2 4.3 Apply a decision: first the foreseen outcome, then numbers, then words, and then a possible end.

    `silent` is the member of the white cell who did not answer.
    """
    script, closing = here.script, here.look
    cell = script.cell
    outcome = str(answer.get("outcome", NOTHING))
    text = str(answer.get(WORDS, ""))
    told = tuple(team for team in script.sides if team in _listed(answer.get(TOLD, ())))
    chosen = _chosen(here, answer)
    said = chosen.part.label if chosen is not None else text or say("events.cell_nothing")
    unfolding.state = replace(unfolding.state, proposal=None)
    unfolding.events.append(CellDecided(said, outcome, told, here.state.turn, cell, silent))
    if chosen is not None:
        bare = chosen.part.model_copy(update={"end": None})
        unfolding.effect(bare, chosen.changes, chosen.label)
    for name, ref in _refs(here.part).items():
        value = answer.get(name)
        if isinstance(value, str):
            value = script.numbers[ref.name].place_of(value)
        if isinstance(value, int) and value != closing.state.numbers[key(ref.name, ref.owner)]:
            unfolding.set_number(ref, value)
    if text:
        _tell(unfolding, text, told, script.sides, cell)
    if everyone := str(answer.get(EVERYONE, "")):
        _tell(unfolding, everyone, script.sides, script.sides, cell)
    for team in script.sides:
        if alone := str(answer.get(f"{EVERYONE}@{team}", "")):
            _tell(unfolding, alone, (team,), (), cell)
    if chosen is not None and chosen.part.end:
        unfolding.end_by(chosen.part.end)


def _tell(
    unfolding: Unfolding, text: str, to: tuple[str, ...], everyone: tuple[str, ...], cell: tuple[str, ...]
) -> None:
    """Send a text to some teams, or to everyone if all sides are named."""
    if to == everyone:
        unfolding.events.append(CellAnnounced(text))
    elif to:
        whom = tuple(map(unfolding.state.play.title, to))
        unfolding.events.append(CellWhispered(text, to, cell, whom))


def _listed(value: str | int | tuple[str, ...]) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _said(field: FormField, value: str | int | tuple[str, ...]) -> str:
    """Return the answer in a field in words."""
    match field, value:
        case Choice(), _:
            return next(option.label for option in field.options if option.value == value)
        case Pick(), tuple():
            labels = {option.value: option.label for option in field.options}
            return ", ".join(labels[each] for each in value) or say("shown.no_side")
        case _:
            return str(value)
