"""The events of decisions by people: the white cell, arguments, votes and treaties.

Each event makes one sentence about itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.scenario.events.followed import news
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.scenes import Scene

To = Annotated[tuple[str, ...], known_to("to")]
"""The seats and teams that learn of an event. No other player learns of it."""


HEAD, SECOND = "head", "second"
"""The members of the white cell who are asked."""

# --- 4. the white cell ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CellDecided(Event):
    """The white cell decided the outcome. The white cell and umpires know it.

    `learned` lists the teams that received an outcome in the cell's own words.
    """

    seen_by = known_to("to")
    outcome: Annotated[str, known_to("to")]
    chosen: Annotated[str, known_to("to")]
    learned: Annotated[tuple[str, ...], known_to("to")]
    refusals: Annotated[int, known_to("to")]
    to: To
    silent: Annotated[str, known_to("to")] = ""
    """The member who did not answer: the head, who decides, or the second, who agrees."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the outcome, and whether silence caused it."""
        times = known["refusals"]
        if known["silent"] == HEAD:
            return say("events.cell_silent_again", n=times) if times else say("events.cell_silent")
        outcome = known["outcome"]
        decided = (
            say("events.cell_decided_again", n=times, outcome=outcome)
            if times
            else say("events.cell_decided", outcome=outcome)
        )
        return say("events.cell_agreed_silent", decided=decided) if known["silent"] == SECOND else decided


@dataclass(frozen=True, slots=True)
class CellDisagreed(Event):
    """A second member of the white cell did not agree."""

    seen_by = known_to("to")
    who: Annotated[str, known_to("to")]
    why: Annotated[str, known_to("to")]
    to: To

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which member did not agree, and why."""
        if known["why"]:
            return say("events.cell_disagreed_why", who=known["who"], why=known["why"])
        return say("events.cell_disagreed", who=known["who"])


@dataclass(frozen=True, slots=True)
class CellAnnounced(Event):
    """The white cell told everyone a text in its own words."""

    seen_by = EVERYONE
    text: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the words of the white cell."""
        return say("events.cell_said", text=known["text"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the text, on top of the board."""
        return news(known["text"])


@dataclass(frozen=True, slots=True)
class CellWhispered(Event):
    """The white cell told some teams a text in its own words."""

    seen_by = known_to("to", "cell")
    text: Public[str]
    to: To
    cell: Annotated[tuple[str, ...], known_to("cell")]
    whom: Annotated[tuple[str, ...], known_to("cell")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the words of the white cell. The white cell and umpires also read the receivers."""
        if "whom" not in known:
            return say("events.cell_said", text=known["text"])
        return say("events.cell_said_to", names=", ".join(known["whom"]), text=known["text"])


# --- 5. arguments -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArgumentMade(Event):
    """One side argued that an event happens, and why."""

    seen_by = EVERYONE
    who: Public[str]
    action: Public[str]
    reasons: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the argument with its reasons."""
        who, action = known["who"], known["action"]
        if not known["reasons"]:
            return say("events.argued", who=who, action=action)
        return say("events.argued_because", who=who, action=action, reasons=_numbered(known["reasons"]))


@dataclass(frozen=True, slots=True)
class ArgumentPassed(Event):
    """One side argued nothing."""

    seen_by = EVERYONE
    who: Public[str]
    silent: Public[bool] = False
    """Whether no answer counted. If false, the side chose to argue nothing."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side argued nothing, and whether it was silent."""
        return say("events.argued_late" if known["silent"] else "events.argued_nothing", who=known["who"])


@dataclass(frozen=True, slots=True)
class ReasonsOpposed(Event):
    """One side gave reasons against another side's argument."""

    seen_by = EVERYONE
    who: Public[str]
    by: Public[str]
    reasons: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the reasons against the argument."""
        return say("events.opposed", by=known["by"], who=known["who"], reasons=_numbered(known["reasons"]))


@dataclass(frozen=True, slots=True)
class OddsGiven(Event):
    """The odds of an argument, before the roll. `judged`: the white cell chose them. Otherwise they are even."""

    seen_by = EVERYONE
    who: Public[str]
    action: Public[str]
    odds: Public[int]
    judged: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how likely the argument is."""
        who = known["who"]
        if not known["judged"]:
            return say("events.odds_even", who=who, odds=known["odds"])
        match known["odds"]:
            case 0:
                return say("events.odds_none", who=who)
            case 100:
                return say("events.odds_certain", who=who)
            case odds:
                return say("events.odds", who=who, odds=odds)


@dataclass(frozen=True, slots=True)
class ArgumentDecided(Event):
    """The result of an argument, with all that was said about it, for the debrief. `roll` is 0 if there was no roll."""

    seen_by = EVERYONE
    who: Public[str]
    action: Public[str]
    reasons: Public[tuple[str, ...]]
    against: Public[tuple[str, ...]]
    odds: Public[int]
    judged: Public[bool]
    roll: Public[int]
    came_true: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return whether the argument came true, and which number was rolled."""
        action, roll, odds = known["action"], known["roll"], known["odds"]
        if not roll:
            return say("events.true" if known["came_true"] else "events.false", action=action)
        key = "events.true_roll" if known["came_true"] else "events.false_roll"
        return say(key, action=action, roll=roll, odds=odds)


# --- 6. votes ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VoteCounted(Event):
    """A vote was counted. `vetoed`: the motion would have passed without a veto."""

    seen_by = EVERYONE
    motion: Public[str]
    in_favour: Public[int]
    against: Public[int]
    abstained: Public[int]
    passed: Public[bool]
    vetoed: Public[bool]
    silent: Public[int] = 0
    """How many seats did not vote. Each counts as an abstention."""
    quorum: Public[int] = 0
    """How many seats had to vote, if too few did. 0 if enough seats voted."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the result and the count."""
        yes, no, none, silent = (known[name] for name in ("in_favour", "against", "abstained", "silent"))
        count = (
            say("events.vote_count_silent", yes=yes, no=no, none=none, silent=silent)
            if silent
            else say("events.vote_count", yes=yes, no=no, none=none)
        )
        if known["passed"]:
            return say("events.vote_passed", motion=known["motion"], count=count)
        if known["vetoed"]:
            return say("events.vote_vetoed", motion=known["motion"], count=count)
        if known["quorum"]:
            return say("events.vote_no_quorum", motion=known["motion"], count=count, quorum=known["quorum"])
        return say("events.vote_failed", motion=known["motion"], count=count)


@dataclass(frozen=True, slots=True)
class VotesOpened(Event):
    """The votes of all seats in an open ballot."""

    seen_by = EVERYONE
    in_favour: Public[tuple[str, ...]]
    against: Public[tuple[str, ...]]
    abstained: Public[tuple[str, ...]]
    silent: Public[tuple[str, ...]] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the names by vote."""
        return _ballots(known)


@dataclass(frozen=True, slots=True)
class VotesKept(Event):
    """The votes of all seats in a secret ballot, for the white cell and umpires."""

    seen_by = known_to("to")
    in_favour: Annotated[tuple[str, ...], known_to("to")]
    against: Annotated[tuple[str, ...], known_to("to")]
    abstained: Annotated[tuple[str, ...], known_to("to")]
    to: To
    silent: Annotated[tuple[str, ...], known_to("to")] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the names by vote."""
        return say("events.secret_ballot", votes=_ballots(known))


def _ballots(known: Known) -> str:
    names = {
        "events.in_favour": known["in_favour"],
        "events.against": known["against"],
        "events.abstained": known["abstained"],
        "events.not_voted": known["silent"],
    }
    return " ".join(say(key, names=", ".join(who)) for key, who in names.items() if who)


# --- 7. treaties ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TreatyDrafted(Event):
    """A treaty was drafted for its signers, or nothing was written."""

    seen_by = known_to("to")
    title: Annotated[str, known_to("to")]
    text: Annotated[str, known_to("to")]
    to: To

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says whether there is a draft to sign. The text of the draft is among the
        documents.
        """
        return say("events.treaty_draft" if known["text"] else "events.treaty_none", treaty=known["title"])


@dataclass(frozen=True, slots=True)
class TreatyOpened(Event):
    """The result of a treaty that everyone may know. `text` is empty if it was not signed."""

    seen_by = EVERYONE
    title: Public[str]
    is_signed: Public[bool]
    signed: Public[tuple[str, ...]]
    refused: Public[tuple[str, ...]]
    text: Public[str]
    silent: Public[tuple[str, ...]] = ()
    """Signers that did not answer."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seats signed."""
        return _signed(known)


@dataclass(frozen=True, slots=True)
class TreatyKept(Event):
    """The result of a treaty that only its parties and the white cell may know."""

    seen_by = known_to("to")
    title: Annotated[str, known_to("to")]
    is_signed: Annotated[bool, known_to("to")]
    signed: Annotated[tuple[str, ...], known_to("to")]
    refused: Annotated[tuple[str, ...], known_to("to")]
    text: Annotated[str, known_to("to")]
    to: To
    silent: Annotated[tuple[str, ...], known_to("to")] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seats signed."""
        return say("events.in_secret", text=_signed(known))


def _signed(known: Known) -> str:
    if not known["signed"] and not known["refused"] and not known["silent"]:
        return say("events.treaty_none", treaty=known["title"])
    names = {
        "events.signed_by": known["signed"],
        "events.refused_by": known["refused"],
        "events.treaty_silent": known["silent"],
    }
    result = say(
        "events.treaty_signed" if known["is_signed"] else "events.treaty_unsigned", treaty=known["title"]
    )
    return " ".join((result, *(say(key, names=", ".join(who)) for key, who in names.items() if who)))


def _numbered(reasons: tuple[str, ...]) -> str:
    return " ".join(
        say("events.reason", place=place, reason=reason) for place, reason in enumerate(reasons, 1)
    )


EVENT_TYPES: tuple[type[Event], ...] = (
    CellDecided,
    CellDisagreed,
    CellAnnounced,
    CellWhispered,
    ArgumentMade,
    ArgumentPassed,
    ReasonsOpposed,
    OddsGiven,
    ArgumentDecided,
    VoteCounted,
    VotesOpened,
    VotesKept,
    TreatyDrafted,
    TreatyOpened,
    TreatyKept,
)
