"""6.

Votes: seats vote for a motion, against it, or abstain. The votes are sealed. Everyone learns the count and, in an
open ballot, each seat's vote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.events.decided import VoteCounted, VotesKept, VotesOpened
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.phase import VotePhase
from warcouncil.games.scenario.file.text.vocabulary import VOTES, VOTES_SHOWN_MAX
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.phases.fields import hint_for
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.state import ScenarioState, key
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.table.sheets import Element, Rows
from warcouncil.protocol.words import SeatId

FOR, AGAINST, ABSTAIN = VOTES
PASSED, FAILED = "passed", "failed"
SILENT = "silent"
"""The vote of a seat that did not vote. It counts as an abstention."""
_HOW = {
    FOR: "shown.in_favour",
    AGAINST: "shown.voted_against",
    ABSTAIN: "shown.abstained",
    SILENT: "shown.not_voted",
}
"""The ways to vote, each with the key of its text."""


@dataclass(frozen=True, slots=True)
class VoteCount:
    """The count of a vote: the seats by their vote, and the result by the rules of the motion."""

    by: Mapping[str, tuple[SeatId, ...]]
    passed: bool
    vetoed: bool
    has_quorum: bool


class Vote(PhaseKind[VotePhase]):
    """6. Each asked seat votes once."""

    rule = "6"
    text = "asked.vote_text"

    def asked(self, here: Here[VotePhase]) -> tuple[SeatId, ...]:
        """6.1 Return the seats that the file names, or else every player."""
        return here.script.voters(here.part)

    def form(self, here: Here[VotePhase], seat: SeatId) -> Form:
        """6.1 Return the form for a vote. Nothing is preselected. A bot votes by the hints in the file."""
        part, hint = here.part, hint_for(here.look, here.part.vote, seat)
        vote = Choice(
            name="vote",
            label=say("asked.vote"),
            weighty=True,
            options=(
                Option(value=FOR, label=say("asked.vote_for"), key="f"),
                Option(value=AGAINST, label=say("asked.vote_against"), key="a"),
                Option(value=ABSTAIN, label=say("asked.vote_abstain"), key="b"),
            ),
        )
        told = say("asked.vote_open" if part.ballot == "open" else "asked.vote_secret")
        note = say("asked.vote_help", needs=_needed(part), told=told)
        if part.quorum:
            note = say("asked.vote_quorum", n=part.quorum, help=note)
        return Form(
            question=part.motion,
            help=say("asked.vote_veto", help=note) if seat in _vetoers(here.script, part) else note,
            rule="6.1",
            fields=(vote,),
            suggested={"vote": hint.answer} if hint and isinstance(hint.answer, str) else None,
        )

    def unanswered(self, here: Here[VotePhase], seat: SeatId) -> str:
        """6.1 Return the sentence which says that silence counts as an abstention."""
        return say("asked.vote_silent")

    def close(
        self,
        here: Here[VotePhase],
        unfolding: Unfolding,
        given: Mapping[SeatId, Answer | None],
        dice: Dice,
    ) -> None:
        """6.2 Count the votes, and add the events."""
        part, script = here.part, here.script
        cast = {key(part.vote, seat): _vote_in(given.get(seat)) for seat in script.voters(part)}
        others = {at: vote for at, vote in here.state.ballots.items() if at not in cast}
        ballots = {**others, **cast}
        count = counted(script, part, ballots)
        results = {**here.state.results, part.vote: PASSED if count.passed else FAILED}
        unfolding.state = replace(unfolding.state, ballots=ballots, results=results)
        yes, no, none, silent = (_titles(script, count.by[how]) for how in _HOW)
        unfolding.events.append(
            VoteCounted(
                part.motion,
                len(yes),
                len(no),
                len(none),
                count.passed,
                count.vetoed,
                len(silent),
                0 if count.has_quorum else part.quorum,
            )
        )
        if part.ballot == "open":
            unfolding.events.append(VotesOpened(yes, no, none, silent))
        else:
            unfolding.events.append(VotesKept(yes, no, none, script.cell, silent))

    def hears(self, here: Here[VotePhase], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """6.2 Return the readers: everyone in an open ballot, and the seat itself and the white cell in a secret one."""
        if here.part.ballot == "secret":
            return (seat, *here.script.cell)
        return () if way is Way.SILENT else None

    def shows(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """6.3 Show each seat's vote, in the last votes whose ballots the reader may see."""
        rows: list[tuple[str, ...]] = []
        for name in tuple(dict.fromkeys(at.partition("@")[0] for at in look.state.ballots))[
            -VOTES_SHOWN_MAX:
        ]:
            part = look.script.votes[name]
            if reader.knows_all or part.ballot == "open":
                count = counted(look.script, part, look.state.ballots)
                rows += [
                    (part.motion, say(word), ", ".join(_titles(look.script, count.by[how])))
                    for how, word in _HOW.items()
                    if count.by[how]
                ]
        if rows:
            yield Rows(
                title=say("shown.votes"),
                head=(say("shown.head_motion"), say("shown.head_vote"), say("shown.head_who")),
                rows=tuple(rows),
            )

    def dealt_anew(self, state: ScenarioState, seat: SeatId, dice: Dice) -> ScenarioState:
        """Deal the votes of a secret ballot again among the other seats. The count stays."""
        script = state.play
        ballots = dict(state.ballots)
        for name, part in script.votes.items():
            if part.ballot == "secret" and any(at.partition("@")[0] == name for at in ballots):
                ballots |= _recast(script, part, ballots, seat, dice.stream("ballots", name))
        return replace(state, ballots=ballots)


def _vetoers(script: Script, part: VotePhase) -> tuple[SeatId, ...]:
    return script.seats_in(part.veto)


def _needed(part: VotePhase) -> str:
    match part.needs:
        case "majority":
            return say("asked.needs_majority")
        case "two thirds":
            return say("asked.needs_two_thirds")
        case "all":
            return say("asked.needs_all")
        case "majority of all":
            return say("asked.needs_majority_of_all")
        case "two thirds of all":
            return say("asked.needs_two_thirds_of_all")
        case number:
            return say("asked.needs_number", n=number)


def _vote_in(answer: Answer | None) -> str:
    return SILENT if answer is None else str(answer["vote"])


def _titles(script: Script, seats: tuple[SeatId, ...]) -> tuple[str, ...]:
    return tuple(script.seat(seat).title for seat in seats)


def counted(script: Script, part: VotePhase, ballots: Mapping[str, str]) -> VoteCount:
    """6.2 Return the count of a vote, with the result by the motion's own rule.

    A vote against it by a seat with a veto stops a motion that would have passed.
    """
    votes = {seat: ballots[key(part.vote, seat)] for seat in script.voters(part)}
    by = {how: tuple(seat for seat, vote in votes.items() if vote == how) for how in _HOW}
    quorum = len(votes) - len(by[SILENT]) >= part.quorum
    enough = quorum and _is_enough(part, len(by[FOR]), len(by[AGAINST]), len(votes))
    stopped = any(votes.get(seat) == AGAINST for seat in _vetoers(script, part))
    return VoteCount(by, passed=enough and not stopped, vetoed=enough and stopped, has_quorum=quorum)


def _is_enough(part: VotePhase, yes: int, no: int, voters: int) -> bool:
    """6.2 Return whether enough of the voters are in favour."""
    match part.needs:
        case "majority":
            return yes > no
        case "two thirds":
            return yes > 0 and 3 * yes >= 2 * (yes + no)
        case "all":
            return yes > 0 and no == 0
        case "majority of all":
            return 2 * yes > voters
        case "two thirds of all":
            return 3 * yes >= 2 * voters
        case number:
            return yes >= number


def _recast(
    script: Script, part: VotePhase, ballots: Mapping[str, str], seat: SeatId, dice: Dice
) -> dict[str, str]:
    """Return the votes of all other seats, dealt again among them.

    The count and the report of a veto do not change.
    """
    count = counted(script, part, ballots)
    others = [each for each in script.voters(part) if each != seat]
    votes = sorted(ballots[key(part.vote, each)] for each in others)
    vetoers = [each for each in _vetoers(script, part) if each in others]
    cast: dict[SeatId, str] = {}
    if count.passed:
        harmless = dice.stream("harmless").sample([vote for vote in votes if vote != AGAINST], len(vetoers))
        cast = dict(zip(vetoers, harmless, strict=True))
    elif count.vetoed and not (
        seat in _vetoers(script, part) and ballots.get(key(part.vote, seat)) == AGAINST
    ):
        cast = {dice.stream("veto").pick(vetoers): AGAINST}
    for vote in cast.values():
        votes.remove(vote)
    rest = [each for each in others if each not in cast]
    cast |= dict(zip(rest, dice.stream("rest").shuffled(votes), strict=True))
    return {key(part.vote, each): cast[each] for each in others}
