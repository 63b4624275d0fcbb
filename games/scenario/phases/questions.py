"""3. Questions: asked of seats and teams, sealed, all at once; then what was answered is known to whom the file says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from warcouncil.games.kit.dice import Dice
from warcouncil.games.scenario.events.followed import AnswerOpened, AnswerTold
from warcouncil.games.scenario.file.phase import QuestionPhase
from warcouncil.games.scenario.file.question import QuestionPart
from warcouncil.games.scenario.look import in_words
from warcouncil.games.scenario.phases.fields import field_of, given_in, suggestion
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.state import Given, key
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.protocol.forms import Answer, Form
from warcouncil.protocol.words import SeatId


class Questions(PhaseKind[QuestionPhase]):
    """3. Each asked seat answers its questions in one form."""

    rule = "3"
    text = (
        "Answer in secret. All answers are opened at the same moment, to whom the rules of this exercise say."
    )

    def asked(self, here: Here[QuestionPhase]) -> tuple[SeatId, ...]:
        """3.1 Ask whoever answers one of the questions."""
        asked = {
            seat
            for question in _open(here)
            for owner in here.script.owners(question.name)
            for seat in here.script.asked(question, owner)
        }
        return tuple(seat.id for seat in here.script.seats if seat.id in asked)

    def form(self, here: Here[QuestionPhase], seat: SeatId) -> Form:
        """3.2 Ask a seat all that is asked of it."""
        mine = tuple(_mine(here, seat))
        alone = len(mine) == 1
        fields = tuple(field_of(here.look, question, owner, alone=alone) for question, owner in mine)
        question = mine[0][0]
        return Form(
            question=question.ask if alone else f"Your answers, {here.script.seat(seat).title}?",
            help=" ".join(filter(None, (question.help if alone else "", _together(mine)))),
            rule="3.2",
            fields=fields,
            suggested=suggestion(here.look, mine, fields),
        )

    def close(
        self,
        here: Here[QuestionPhase],
        unfolding: Unfolding,
        given: Mapping[SeatId, Answer | None],
        dice: Dice,
    ) -> None:
        """3.4 Open the answers to whom the file says, then let follow what follows."""
        answers: dict[str, Given | None] = {}
        for question in _open(here):
            for owner in here.script.owners(question.name):
                seats = here.script.asked(question, owner)
                said = [given_in(question, given.get(seat)) for seat in seats]
                answers[key(question.name, owner)] = _agreed(question, said)
        unfolding.answered(answers)
        for question in _open(here):
            for owner in here.script.owners(question.name):
                unfolding.events += _opened(here, question, owner, answers[key(question.name, owner)])


def _open(here: Here[QuestionPhase]) -> tuple[QuestionPart, ...]:
    """Give the questions that are asked now; the first, where the conditions leave none."""
    asked = tuple(question for question in here.part.questions if here.look.all_said(question.only_if))
    return asked or here.part.questions[:1]


def _mine(here: Here[QuestionPhase], seat: SeatId) -> Iterator[tuple[QuestionPart, str]]:
    for question in _open(here):
        for owner in here.script.owners(question.name):
            if seat in here.script.asked(question, owner):
                yield question, owner


def _together(mine: tuple[tuple[QuestionPart, str], ...]) -> str:
    """Say how a team comes to one answer."""
    ways = {question.by for question, _ in mine}
    if "all" in ways:
        return "Your team's answer counts only if all of you give the same."
    return "Your team's answer is what most of you give." if "majority" in ways else ""


def _agreed(question: QuestionPart, said: list[Given | None]) -> Given | None:
    """3.3 Give the one answer of a team: its commander's, most of its seats', or that of all; else what silence means."""
    silence: Given | None = question.silence if question.silence != "" else None
    kept = [each for each in said if each is not None]
    if not kept:
        return silence
    if question.by in ("commander", "seat"):
        return kept[0]
    counted = Counter(map(repr, kept)).most_common(2)
    first, votes = counted[0]
    tied = len(counted) > 1 and counted[1][1] == votes
    short = len(kept) < len(said) or votes < len(said)
    if tied or (question.by == "all" and short):
        return silence
    return next(each for each in kept if repr(each) == first)


def _opened(
    here: Here[QuestionPhase], question: QuestionPart, owner: str, value: Given | None
) -> Iterator[AnswerOpened | AnswerTold]:
    who, said = here.script.title(owner), in_words(question, value)
    if question.known_to == "all":
        yield AnswerOpened(who, question.name, said)
    elif question.known_to not in ("own", "none"):
        readers = here.script.readers(question.known_to, owner)
        yield AnswerTold(who, question.name, said, readers, here.script.cell)
