"""5.

Matrix arguments: a side argues that an event happens, others argue against it, the white cell sets the odds, and
chance decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.events.decided import (
    ArgumentDecided,
    ArgumentMade,
    ArgumentPassed,
    OddsGiven,
    ReasonsOpposed,
)
from warcouncil.games.scenario.file.text.phase import ArgumentPhase
from warcouncil.games.scenario.file.text.vocabulary import ARGUMENTS_SHOWN_MAX
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.state import Against, Argument
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option, Words
from warcouncil.protocol.table.sheets import Element, Rows
from warcouncil.protocol.words import SeatId

ARGUE, OPPOSE, WEIGH = "argue", "oppose", "weigh"
EVEN = 50
"""The odds of an argument that the white cell did not weigh, in percent."""
ODDS: Mapping[int, str] = {
    5: "asked.odds_5",
    20: "asked.odds_20",
    35: "asked.odds_35",
    50: "asked.odds_50",
    65: "asked.odds_65",
    80: "asked.odds_80",
    95: "asked.odds_95",
    100: "asked.odds_100",
    0: "asked.odds_0",
}
"""The odds that the white cell may name, in percent, each with the key of its text."""
ANSWER_CHARS_MAX = 1200
"""The maximum number of characters in the answer to one form. They fit into one message."""
REASON_CHARS_MIN = 90


class Matrix(PhaseKind[ArgumentPhase]):
    """5. One side argues after the other, or all at once. The arguments are shown to everyone when all are in."""

    rule = "5"
    text = "asked.argue_text"
    first = ARGUE

    def asked(self, here: Here[ArgumentPhase]) -> tuple[SeatId, ...]:
        """5.1 5.2 5.3 Return the seats that argue, then those that may oppose, and then the head of the white cell."""
        match here.state.stage:
            case "argue":
                seats = {here.script.commander(who) for who in _turn_of(here)}
            case "oppose":
                seats = {seat for each in _open(here.state.arguments) for seat in _opponents(here, each.who)}
            case _:
                seats = {*here.script.cell[:1]}
        return tuple(seat.id for seat in here.script.seats if seat.id in seats)

    def title(self, here: Here[ArgumentPhase]) -> str:
        """Return a title that names the subject and the asked seats."""
        match here.state.stage:
            case "argue":
                return say("asked.argue_title", title=here.title, names=_names(here, _turn_of(here)))
            case "oppose":
                return say("asked.oppose_title", title=here.title)
            case _:
                return say("asked.weigh_title", title=here.title)

    def clock_seconds(self, here: Here[ArgumentPhase]) -> float:
        """Return the time of the stage, in seconds. Each stage has its own clock."""
        part = here.part
        minutes = {ARGUE: part.minutes, OPPOSE: part.against_minutes, WEIGH: part.weigh_minutes}
        return here.paced(minutes[here.state.stage])

    def form(self, here: Here[ArgumentPhase], seat: SeatId) -> Form:
        """Return the form for an argument, for reasons against, or for the odds."""
        match here.state.stage:
            case "argue":
                return _argue(here.part)
            case "oppose":
                return _oppose(here, seat)
            case _:
                return _weigh(here)

    def unanswered(self, here: Here[ArgumentPhase], seat: SeatId) -> str:
        """5.1 5.2 5.3 Return the meaning of silence: no argument, no reasons against it, or even odds."""
        match here.state.stage:
            case "argue":
                return say("asked.argue_silent")
            case "oppose":
                return say("asked.oppose_silent")
            case _:
                return say("asked.weigh_silent")

    def close(
        self,
        here: Here[ArgumentPhase],
        unfolding: Unfolding,
        given: Mapping[SeatId, Answer | None],
        dice: Dice,
    ) -> tuple[str, int] | None:
        """Take the arguments, the reasons against them, or the odds. Return the next stage and turn, or None."""
        stage = here.state.stage
        if stage == ARGUE:
            _take(here, unfolding, given)
        elif stage == OPPOSE:
            _take_against(here, unfolding, given)
        if _open(unfolding.state.arguments):
            if stage == ARGUE and any(
                _opponents(here, each.who) for each in _open(unfolding.state.arguments)
            ):
                return OPPOSE, here.state.turn
            if stage != WEIGH and here.script.cell:
                return WEIGH, here.state.turn
            answer = next(iter(given.values())) if stage == WEIGH else None
            _decide(here, unfolding, answer, dice)
        later = here.state.turn + 1
        return (ARGUE, later) if here.part.order == "in turn" and later < len(_arguers(here)) else None

    def hears(self, here: Here[ArgumentPhase], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """5.1 5.2 5.3 Return the readers who learn that a seat did not seal the answer that counts.

        If an answer counts, everyone learns it, because the answer is public. If no reasons against an argument were
        given, only the seat and the white cell learn it. Any other silence has its own event.
        """
        if way is not Way.SILENT:
            return None
        return (seat, *here.script.cell) if here.state.stage == OPPOSE else ()

    def at_hand(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """5.1 5.2 Show the present arguments to everyone."""
        rows = [row for each in _open(look.state.arguments) for row in _argued(look, each)]
        if rows:
            yield Rows(
                title=say("shown.arguments_now"),
                head=(say("shown.head_who"), say("shown.head_what")),
                rows=tuple(rows),
            )

    def shows(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """5.5 Show the results of the last arguments to everyone."""
        decided = [each for each in look.state.arguments if each.odds is not None]
        if decided:
            yield Rows(
                title=say("shown.arguments_decided"),
                head=(
                    say("shown.head_who"),
                    say("shown.head_what"),
                    say("shown.head_odds"),
                    say("shown.head_roll"),
                    say("shown.head_true"),
                ),
                rows=tuple(
                    (
                        look.script.title(each.who),
                        each.action,
                        say("shown.percent", n=each.odds or 0),
                        str(each.roll) if each.roll else say("shown.no_roll"),
                        say("shown.yes" if each.came_true else "shown.no"),
                    )
                    for each in decided
                ),
            )


def _arguers(here: Here[ArgumentPhase]) -> tuple[str, ...]:
    return here.part.of or here.script.sides


def _turn_of(here: Here[ArgumentPhase]) -> tuple[str, ...]:
    arguers = _arguers(here)
    return arguers if here.part.order == "at once" else arguers[here.state.turn : here.state.turn + 1]


def _open(arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
    return tuple(each for each in arguments if each.odds is None)


def _names(here: Here[ArgumentPhase], places: tuple[str, ...]) -> str:
    return ", ".join(map(here.script.title, places))


def _opponents(here: Here[ArgumentPhase], who: str) -> dict[SeatId, str]:
    """5.2 Return the seats that may oppose an argument, each with its side: all other arguers and teams."""
    if here.part.against == 0:
        return {}
    script = here.script
    own = script.commander(who)
    found: dict[SeatId, str] = {}
    for place in dict.fromkeys((*_arguers(here), *script.sides)):
        seat = script.commander(place)
        if seat != own and place != script.seat(own).team:
            found.setdefault(seat, place)
    return found


def _argue(part: ArgumentPhase) -> Form:
    reasons = tuple(
        Words(name=f"reason-{number}", label=say("asked.argue_reason", number=number), chars_max=part.chars)
        for number in range(1, part.reasons + 1)
    )
    return Form(
        question=say("asked.argue_question"),
        help=say("asked.argue_help"),
        rule="5.1",
        fields=(Words(name="action", label=say("asked.argue_action"), chars_max=part.chars), *reasons),
    )


def _oppose(here: Here[ArgumentPhase], seat: SeatId) -> Form:
    against = [each for each in _open(here.state.arguments) if seat in _opponents(here, each.who)]
    number = max(1, min(here.part.against, ANSWER_CHARS_MAX // (REASON_CHARS_MIN * len(against))))
    chars = min(here.part.chars, ANSWER_CHARS_MAX // (number * len(against)))
    fields = tuple(
        Words(
            name=f"{place}.{reason}",
            label=say("asked.oppose_field", who=here.script.title(each.who), number=reason),
            chars_max=chars,
        )
        for place, each in enumerate(against, 1)
        for reason in range(1, number + 1)
    )
    return Form(
        question=say("asked.oppose_question"),
        help=say("asked.oppose_help"),
        rule="5.2",
        fields=fields,
    )


def _weigh(here: Here[ArgumentPhase]) -> Form:
    """5.3 Return the form for the odds of each argument, without a suggestion."""
    options = tuple(
        Option(value=str(odds), label=say("asked.percent", n=odds), help=say(words))
        for odds, words in ODDS.items()
    )
    argued = _open(here.state.arguments)
    return Form(
        question=say("asked.weigh_question" if len(argued) == 1 else "asked.weigh_questions"),
        help=say("asked.weigh_help"),
        rule="5.3",
        fields=tuple(
            Choice(
                name=f"odds-{place}",
                label=say("asked.weigh_field", who=here.script.title(each.who), action=each.action),
                options=options,
                weighty=True,
            )
            for place, each in enumerate(argued, 1)
        ),
    )


def _given(answer: Answer | None, names: list[str]) -> tuple[str, ...]:
    """Return the texts that were written, without empty ones."""
    return tuple(str(answer[name]) for name in names if answer[name]) if answer else ()


def _take(here: Here[ArgumentPhase], unfolding: Unfolding, given: Mapping[SeatId, Answer | None]) -> None:
    """5.1 Reveal the sealed arguments to everyone."""
    made: list[Argument] = []
    for who in _turn_of(here):
        answer = given[here.script.commander(who)]
        title = here.script.title(who)
        if answer is None or not answer["action"]:
            unfolding.events.append(ArgumentPassed(title, silent=answer is None))
            continue
        reasons = _given(answer, [f"reason-{number}" for number in range(1, here.part.reasons + 1)])
        made.append(Argument(who, str(answer["action"]), reasons))
        unfolding.events.append(ArgumentMade(title, made[-1].action, reasons))
    arguments = (*here.state.arguments[-ARGUMENTS_SHOWN_MAX:], *made)
    unfolding.state = replace(unfolding.state, arguments=arguments)


def _take_against(
    here: Here[ArgumentPhase], unfolding: Unfolding, given: Mapping[SeatId, Answer | None]
) -> None:
    """5.2 Reveal the sealed reasons against each argument."""
    against: dict[str, list[Against]] = {each.who: [] for each in _open(here.state.arguments)}
    for seat, answer in given.items():
        opposed = [each.who for each in _open(here.state.arguments) if seat in _opponents(here, each.who)]
        for place, who in enumerate(opposed, 1):
            names = [name for name in answer or {} if name.startswith(f"{place}.")]
            reasons = _given(answer, names)
            if reasons:
                by = _opponents(here, who)[seat]
                against[who].append(Against(by, reasons))
                title = here.script.title
                unfolding.events.append(ReasonsOpposed(title(who), title(by), reasons))
    unfolding.state = replace(
        unfolding.state,
        arguments=tuple(
            replace(each, against=tuple(against[each.who])) if each.odds is None else each
            for each in unfolding.state.arguments
        ),
    )


def _decide(here: Here[ArgumentPhase], unfolding: Unfolding, answer: Answer | None, dice: Dice) -> None:
    """5.3 5.4 Announce the odds of all arguments, then roll for each in turn."""
    argued = _open(unfolding.state.arguments)
    judged = answer is not None
    weighed = tuple(
        replace(each, odds=int(str(answer[f"odds-{place}"])) if answer else EVEN)
        for place, each in enumerate(argued, 1)
    )
    title = here.script.title
    unfolding.events += [OddsGiven(title(each.who), each.action, each.odds or 0, judged) for each in weighed]
    rolled = tuple(replace(each, roll=_roll(each, dice)) for each in weighed)
    kept = tuple(each for each in unfolding.state.arguments if each.odds is not None)
    unfolding.state = replace(unfolding.state, arguments=(*kept, *rolled)[-ARGUMENTS_SHOWN_MAX:])
    for each in rolled:
        unfolding.events.append(
            ArgumentDecided(
                who=title(each.who),
                action=each.action,
                reasons=each.reasons,
                against=tuple(
                    say("events.reason_by", who=title(other.by), reason=reason)
                    for other in each.against
                    for reason in other.reasons
                ),
                odds=each.odds or 0,
                judged=judged,
                roll=each.roll or 0,
                came_true=each.came_true,
            )
        )
        if each.came_true:
            unfolding.make_fact(each.action)


def _roll(argument: Argument, dice: Dice) -> int | None:
    """5.4 Return a roll from 1 to 100, or None for odds of 0 and 100. The roll does not depend on the odds."""
    if argument.odds in (0, 100):
        return None
    return dice.stream("argument", argument.who).between(1, 100)


def _argued(look: Outlook, argument: Argument) -> Iterator[tuple[str, str]]:
    title = look.script.title
    who = title(argument.who)
    yield who, argument.action
    yield from ((say("shown.because", who=who), reason) for reason in argument.reasons)
    for other in argument.against:
        yield from ((say("shown.against", by=title(other.by), who=who), reason) for reason in other.reasons)
