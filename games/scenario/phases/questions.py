"""3.

Questions: asked of seats and teams, sealed, all at once. Then each answer is shown to the readers that the file
names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.came import Came, Counts, Others, counted
from warcouncil.games.scenario.events.answers import AnswerOpened, AnswerTold
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.phase import QuestionPhase
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.vocabulary import UNANSWERED_CHARS_MAX
from warcouncil.games.scenario.look import asked_of, cut, in_words
from warcouncil.games.scenario.map.carrying import carry_out
from warcouncil.games.scenario.phases.fields import fields_of, given_in, suggestion
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.state import key
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.words import SeatId

SAID_CHARS_MAX = 200
"""A silent player sees at most this many characters of the answer that counts for them. Bounds the view of an asked seat."""


class Questions(PhaseKind[QuestionPhase]):
    """3. Each asked seat answers its questions in one form."""

    rule = "3"
    text = "asked.questions_text"

    def asked(self, here: Here[QuestionPhase]) -> tuple[SeatId, ...]:
        """3.1 Return the seats that answer one of the questions."""
        asked = {
            seat
            for question in _open(here)
            for owner in here.script.owners(question.name)
            for seat in here.script.asked(question, owner)
        }
        return tuple(seat.id for seat in here.script.seats if seat.id in asked)

    def form(self, here: Here[QuestionPhase], seat: SeatId) -> Form:
        """3.2 Return the form with all questions of a seat."""
        mine = tuple(_mine(here, seat))
        alone = len(mine) == 1
        fields = {
            (question.name, owner): fields_of(here.look, question, owner, alone=alone)
            for question, owner in mine
        }
        question = mine[0][0]
        return Form(
            question=question.ask if alone else say("asked.questions"),
            help=" ".join(filter(None, (question.help if alone else "", _together(mine)))),
            rule="3.2",
            fields=tuple(field for each in fields.values() for field in each),
            suggested=suggestion(here.look, mine, tuple(fields.values())),
        )

    def unanswered(self, here: Here[QuestionPhase], seat: SeatId) -> str:
        """3.3 Return the meaning of silence in each question of the seat."""
        mine = tuple(_mine(here, seat))
        counts = [(question, _silent(here, question, owner)) for question, owner in mine]
        if len({sentence for _, sentence in counts}) == 1:
            return counts[0][1]
        said = " ".join(
            say("asked.silent_each", ask=question.ask, counts=sentence) for question, sentence in counts
        )
        return said if len(said) <= UNANSWERED_CHARS_MAX else say("asked.silent_many")

    def close(
        self,
        here: Here[QuestionPhase],
        unfolding: Unfolding,
        given: Mapping[SeatId, Answer | None],
        dice: Dice,
    ) -> None:
        """3.4 Show the answers to the readers that the file names."""
        answers: dict[str, Counts] = {}
        for question in _open(here):
            for owner in here.script.owners(question.name):
                seats = here.script.asked(question, owner)
                said = [given_in(here.script, question, owner, given.get(seat)) for seat in seats]
                ways = [unfolding.way(seat) for seat in seats]
                answers[key(question.name, owner)] = counted(question, said, ways)
        unfolding.answered(answers)
        _carry_out(here, unfolding, answers)
        for question in _open(here):
            for owner in here.script.owners(question.name):
                counts = answers[key(question.name, owner)]
                unfolding.events += _opened(
                    here, question, owner, counts, _others(here, unfolding, question, owner)
                )

    def hears(self, here: Here[QuestionPhase], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """3.4 Return no readers, because the event of each answer reports its origin."""
        return ()


def _carry_out(here: Here[QuestionPhase], unfolding: Unfolding, answers: Mapping[str, Counts]) -> None:
    """8.3 Carry out the orders of all teams together, after they are stored."""
    asked = [question for question in _open(here) if question.kind == "orders"]
    orders: dict[str, str] = {}
    for question in asked:
        for owner in here.script.owners(question.name):
            value = answers[key(question.name, owner)].value
            orders |= {name: str(text) for name, text in value.items()} if isinstance(value, dict) else {}
    if asked:
        carry_out(unfolding, orders, asked_of(asked[0]))


def _open(here: Here[QuestionPhase]) -> tuple[QuestionPart, ...]:
    """Return the questions that are asked now. If the conditions leave none, return the first."""
    asked = tuple(question for question in here.part.questions if here.look.all_said(question.only_if))
    return asked or here.part.questions[:1]


def _mine(here: Here[QuestionPhase], seat: SeatId) -> Iterator[tuple[QuestionPart, str]]:
    for question in _open(here):
        for owner in here.script.owners(question.name):
            if seat in here.script.asked(question, owner):
                yield question, owner


def _silent(here: Here[QuestionPhase], question: QuestionPart, owner: str) -> str:
    """Return the answer that counts in one question for a seat that does not answer."""
    if question.by == "all" and len(here.script.asked(question, owner)) > 1:
        return say("asked.silent_all")
    if question.by == "majority" and len(here.script.asked(question, owner)) > 1:
        return say("asked.silent_most")
    return (
        say("asked.silent_none")
        if question.counts_in_silence is None
        else say(
            "asked.silent_counts",
            said=cut(in_words(here.script, question, question.counts_in_silence), SAID_CHARS_MAX),
        )
    )


def _together(mine: tuple[tuple[QuestionPart, str], ...]) -> str:
    """Return a text that says how a team agrees on one answer."""
    ways = {question.by for question, _ in mine}
    if "all" in ways:
        return say("asked.team_all")
    return say("asked.team_most") if "majority" in ways else ""


def _others(here: Here[QuestionPhase], unfolding: Unfolding, question: QuestionPart, owner: str) -> Others:
    """Return the seats of a team that was asked together whose answers were not their own."""
    seats = here.script.asked(question, owner)
    if len(seats) == 1:
        return ()
    ways = ((here.script.seat(seat).title, unfolding.way(seat)) for seat in seats)
    return tuple((title, way.value) for title, way in ways if way not in (Way.SEALED, Way.SILENT))


def _opened(
    here: Here[QuestionPhase], question: QuestionPart, owner: str, counts: Counts, others: Others
) -> Iterator[AnswerOpened | AnswerTold]:
    """3.4 Yield the events of an answer for the readers that the file names.

    The owner's seats are informed too, if they did not agree on the answer.
    """
    script = here.script
    who, came = script.title(owner), counts.came.value
    said = "" if counts.value is None else in_words(script, question, counts.value)
    readers = script.readers(question.known_to, owner)
    if question.known_to == "all":
        yield AnswerOpened(who, question.name, said, came, others, asked_of(question))
    elif others or (counts.came is not Came.AGREED and counts != Counts(None, Came.EMPTY)):
        readers = script.readers_of(Ref(question.name, owner))
        yield AnswerTold(who, question.name, said, readers, script.cell, came, others, asked_of(question))
    elif question.known_to not in ("own", "none"):
        yield AnswerTold(who, question.name, said, readers, script.cell, came, others, asked_of(question))
