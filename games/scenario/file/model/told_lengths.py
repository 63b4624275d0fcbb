"""The upper limits of the bytes that are reported when one phase closes. One limit is for the sentences to one
reader, and one is for the scenes that everyone sees.

They assume that every possible consequence happens, and that every printed value has its longest text. The length of
a frame must not depend on the report, because a reader who may not know the report can still see this length.
"""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.model.sizes import (
    CAME_SAID,
    NUMBER,
    SIGN,
    answer_bytes,
    number_bytes,
    order_words_bytes,
    size_of,
)
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import Change, Ref
from warcouncil.games.scenario.file.text.consequences import EffectPart
from warcouncil.games.scenario.file.text.own import owned_slots
from warcouncil.games.scenario.file.text.phase import (
    AnyPhase,
    ArgumentPhase,
    CellPhase,
    QuestionPhase,
    TreatyPhase,
    VotePhase,
)
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.vocabulary import (
    FORETOLD_CHARS_MAX,
    PRINTED_CHARS_MAX,
    TOLD_CHARS_MAX,
)
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX
from warcouncil.protocol.words import SeatId

LINE = 80
"""The bytes that one sentence of the story needs besides its text and its heading."""
SCENE = 120
"""The bytes that one scene needs besides its text."""
_TITLE, _TITLES = 60 * SIGN, 2 * 60 * SIGN
"""The maximum number of bytes in one title of a seat or a number, and in two titles."""

_Following = tuple[EffectPart, tuple[Change, ...], str, str]
"""A possible consequence, its changes, its name in reports, and the team or seat for which it is read."""


def told_bytes(script: Script, seat: SeatId) -> int:
    """Return the greatest number of bytes that can be reported to one seat at one closing."""
    return max(_Closing(script, place, seat).told for place in range(len(script.scenario.phases)))


def watched_bytes(script: Script) -> int:
    """Return the greatest number of bytes of scenes for everyone at one closing."""
    return max(_Closing(script, place, None).watched for place in range(len(script.scenario.phases)))


def foretold_bytes(script: Script, place: int) -> int:
    """Return the greatest number of bytes that the white cell can read about the outcomes of one phase, without
    their names.
    """
    closing = _Closing(script, place, script.cell[0], FORETOLD_CHARS_MAX)
    endings = {each.name: each.words for each in script.scenario.endings}
    return sum(
        closing.effect(each.part, (), each.label, "")
        + sum(LINE + closing.label(change.ref) for change in each.changes)
        + closing.printed(endings.get(each.part.end or "", ""), "")
        for each in script.foreseen[place]
    )


class _Closing:
    """One phase when it closes, for one seat, or for everyone if the seat is None. `chars` is how many characters of
    each text are read.
    """

    def __init__(self, script: Script, place: int, seat: SeatId | None, chars: int = TOLD_CHARS_MAX) -> None:
        self._script = script
        self._place = place
        self._phase: AnyPhase = script.scenario.phases[place]
        self._seat = seat
        self._chars = chars
        self._knows_all = seat in script.cell
        self._line = LINE + size_of(self._phase.name) + size_of(script.scenario.round)

    @property
    def told(self) -> int:
        """The greatest number of bytes of the sentences for the seat, with the scenes that only this seat may watch."""
        follows = sum(max(self.effect(*one) for one in group) for group in self._follows)
        return self._line + follows + self._of_people() + self._points()

    @property
    def watched(self) -> int:
        """The greatest number of bytes of the scenes for everyone."""
        follows = sum(max(self._scenes(*one) for one in group) for group in self._follows)
        if not isinstance(self._phase, CellPhase):
            return follows
        return follows + 2 * (SCENE + ANSWER_BYTES_MAX) + len(self._phase.sets) * (SCENE + _TITLES)

    @property
    def _follows(self) -> list[list[_Following]]:
        """The possible consequences, in groups. Only one of each group happens.

        A group is one rule, the rows of a table, or the outcomes that the white cell chooses from.
        """
        script, place = self._script, self._place
        rules = [[(each.effect, each.changes, each.label, each.own)] for each in script.rules[place]]
        tables = [
            [(row.effect, row.changes, row.label, "") for row in table.rows] for table in script.tables[place]
        ]
        outcomes: list[_Following] = [
            (each.part, each.changes, each.label, "") for each in script.foreseen[place]
        ]
        return [*rules, *tables, *([outcomes] if outcomes else [])]

    # --- what follows -----------------------------------------------------------------------------------------------

    def effect(self, effect: EffectPart, changes: tuple[Change, ...], label: str, own: str) -> int:
        script = self._script
        total = self._line + size_of(label) if self._knows_all else 0
        total += sum(self._moved(change.ref) for change in changes)
        total += sum(self._line + self.printed(text, own) for text in (effect.tell, effect.establish) if text)
        for place, text in effect.tell_to.items():
            to = own if place == clauses.OWN else place
            if self._reads(script.seats_of(to)):
                total += self._line + self.printed(text, own) + self._names([to])
        for document, places in effect.hand.items():
            whom = tuple(own if place == clauses.OWN else place for place in places)
            if self._reads(script.seats_in(whom)):
                total += (
                    self._line
                    + size_of(script.documents[document].title)
                    + self._names({*whom, *script.seats_in(whom)})
                )
        return total

    def _moved(self, ref: Ref) -> int:
        """Return how many bytes a changed number takes.

        If not everyone may know the number, this includes the scene for its readers.
        """
        if self._script.numbers[ref.name].known_to == "all":
            return self._line + self.label(ref) + 2 * number_bytes(self._script.numbers[ref.name])
        words = 3 * (self.label(ref) + number_bytes(self._script.numbers[ref.name]))
        return self._line + SCENE + words if self._reads(self._script.readers_of(ref)) else 0

    def _scenes(self, effect: EffectPart, changes: tuple[Change, ...], _label: str, own: str) -> int:
        told = SCENE + self.printed(effect.tell, own) if effect.tell else 0
        public = [each.ref for each in changes if self._script.numbers[each.ref.name].known_to == "all"]
        return told + sum(
            SCENE + 2 * self.label(ref) + number_bytes(self._script.numbers[ref.name]) for ref in public
        )

    def label(self, ref: Ref) -> int:
        """Return how many bytes a number's title takes with its owner."""
        owner = 2 + size_of(self._script.title(ref.owner)) if ref.owner else 0
        return size_of(self._script.numbers[ref.name].title) + owner

    # --- what people bring about ------------------------------------------------------------------------------------

    def _of_people(self) -> int:
        script, phase = self._script, self._phase
        names = self._names([seat.id for seat in script.seats], always=True)
        match phase:
            case QuestionPhase():
                return sum(self._answers(question) for question in phase.questions)
            case CellPhase():
                said = 2 * ANSWER_BYTES_MAX + (3 + len(script.sides)) * self._line + names
                said += self._unsealed(script.cell)
                return said + len(phase.sets) * (self._line + SCENE + 2 * _TITLES)
            case ArgumentPhase():
                return self._argued(phase) + self._unsealed([seat.id for seat in script.seats])
            case VotePhase():
                return 2 * self._line + size_of(phase.motion) + names + self._unsealed(script.voters(phase))
            case TreatyPhase():
                signers = script.parties(phase.treaty)
                return self._line + size_of(phase.name) + names + self._unsealed(signers)
            case _:
                return 0

    def _answers(self, question: QuestionPart) -> int:
        script = self._script
        known = [
            owner
            for owner in script.owners(question.name)
            if self._reads(script.readers_of(Ref(question.name, owner)))
        ]
        others = sum(
            CAME_SAID + size_of(script.seat(seat).title)
            for owner in known
            if len(script.asked(question, owner)) > 1
            for seat in script.asked(question, owner)
        )
        asked = size_of(question.title or question.name)
        return (
            len(known)
            * (self._line + _TITLE + asked + CAME_SAID + answer_bytes(question, script.scenario.map))
            + others
            + self._orders(question)
        )

    def _orders(self, question: QuestionPart) -> int:
        """Return how many bytes the report takes about the orders of all pieces and every place that changes its owner."""
        board = self._script.scenario.map
        if board is None or question.kind != "orders":
            return 0
        titles = max(size_of(each.title) for each in self._script.scenario.teams)
        sentences = 2 * len(board.pieces) * (order_words_bytes(board) + 30)
        return sentences + (len(self._script.sides) + len(board.pieces)) * (self._line + 2 * titles)

    def _unsealed(self, seats: Iterable[SeatId]) -> int:
        """Return how many bytes the sentences take that name the seats without a sealed answer."""
        return sum(self._line + CAME_SAID + size_of(self._script.seat(each).title) for each in seats)

    def _argued(self, phase: ArgumentPhase) -> int:
        """Return the greatest number of bytes that one report about arguments can take, when they are made, opposed
        or decided.
        """
        script = self._script
        who = phase.of or script.sides
        title = max(size_of(script.title(place)) for place in (*who, *script.sides))
        argued = len(who) if phase.order == "at once" else 1
        opposing = len({*who, *script.sides}) if phase.against else 0
        made = argued * (self._line + title + ANSWER_BYTES_MAX)
        opposed = opposing * (ANSWER_BYTES_MAX + argued * (self._line + 2 * title))
        decided = argued * (2 * (self._line + title) + SIGN * phase.chars)
        return max(made, opposed, decided)

    def _points(self) -> int:
        script, scores = self._script, self._script.scenario.scores
        if not scores:
            return 0
        return sum(self._line + size_of(script.title(side)) + size_of(scores.title) for side in script.sides)

    # --- words ------------------------------------------------------------------------------------------------------

    def _reads(self, seats: Iterable[SeatId]) -> bool:
        return self._knows_all or any(seat == self._seat for seat in seats)

    def _names(self, whom: Iterable[str], *, always: bool = False) -> int:
        """Return how many bytes some names take. Unless `always` is true, the names count only for a reader who
        knows everything.
        """
        return sum(2 + size_of(self._script.title(each)) for each in whom) if always or self._knows_all else 0

    def printed(self, text: str, own: str) -> int:
        """Return how many bytes a text can have when its braces are filled."""
        if "{" not in text:
            return min(size_of(text), SIGN * self._chars)
        if own:
            text = owned_slots(text.replace("{own}", self._script.title(own)), own)
        slots = clauses.slots(text)
        longest = size_of(clauses.filled(text, dict.fromkeys(slots, ""))) + sum(map(self._print, slots))
        return min(longest, SIGN * self._chars)

    def _print(self, ref: Ref) -> int:
        if (number := self._script.numbers.get(ref.name)) is not None:
            return number_bytes(number)
        if self._script.is_of_map(ref.name):
            return _TITLE
        question = self._script.questions.get(ref.name)
        return (
            NUMBER
            if question is None or ref.place
            else min(answer_bytes(question, self._script.scenario.map), SIGN * PRINTED_CHARS_MAX)
        )
