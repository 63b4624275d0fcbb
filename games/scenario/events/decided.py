"""The events of decisions by people: the white cell, arguments, votes and treaties.

Each makes one sentence about itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.scenario.events.followed import news, sentence
from warcouncil.protocol.table.scenes import Scene

To = Annotated[tuple[str, ...], known_to("to")]
"""The seats and teams that learn of an event. No other player learns of it."""


HEAD, SECOND = "head", "second"
"""The members of the white cell who are asked."""

# --- 4. the white cell ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CellDecided(Event):
    """The white cell decided the outcome. The white cell and umpires know it.

    `learned` lists the teams that were told an outcome in the cell's own words.
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
        """Return the outcome, and whether it came about by silence."""
        again = f" (sent back {_times(known['refusals'])})" if known["refusals"] else ""
        if known["silent"] == HEAD:
            return f"The white cell did not decide{again}. Nothing comes of it."
        agreed = " The second member did not answer, so it stands." if known["silent"] == SECOND else ""
        return f"The white cell decided{again}: {sentence(known['outcome'])}{agreed}"


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
        return f"{known['who']} did not agree{': ' + known['why'] if known['why'] else ''}."


@dataclass(frozen=True, slots=True)
class CellAnnounced(Event):
    """The white cell told everyone something in its own words."""

    seen_by = EVERYONE
    text: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what the white cell said."""
        return f"The white cell: {known['text']}"

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the text, on top of the board."""
        return news(known["text"])


@dataclass(frozen=True, slots=True)
class CellWhispered(Event):
    """The white cell told some teams something in its own words."""

    seen_by = known_to("to", "cell")
    text: Public[str]
    to: To
    cell: Annotated[tuple[str, ...], known_to("cell")]
    whom: Annotated[tuple[str, ...], known_to("cell")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what the white cell said. The white cell and umpires also read to whom."""
        whom = f", only to {', '.join(known['whom'])}" if "whom" in known else ""
        return f"The white cell{whom}: {known['text']}"


# --- 5. arguments -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArgumentMade(Event):
    """One side argued that something happens, and why."""

    seen_by = EVERYONE
    who: Public[str]
    action: Public[str]
    reasons: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the argument with its reasons."""
        because = f" Because: {_numbered(known['reasons'])}" if known["reasons"] else " No reason is given."
        return f"{known['who']} argues: {sentence(known['action'])}{because}"


@dataclass(frozen=True, slots=True)
class ArgumentPassed(Event):
    """One side argued nothing."""

    seen_by = EVERYONE
    who: Public[str]
    silent: Public[bool] = False
    """Whether no answer counted. If false, the side chose to argue nothing."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side argued nothing, and whether by silence."""
        return f"{known['who']} {'did not argue in time' if known['silent'] else 'argues nothing'}."


@dataclass(frozen=True, slots=True)
class ReasonsOpposed(Event):
    """One side gave reasons against another's argument."""

    seen_by = EVERYONE
    who: Public[str]
    by: Public[str]
    reasons: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the reasons against the argument."""
        return f"{known['by']}, against {known['who']}: {_numbered(known['reasons'])}"


@dataclass(frozen=True, slots=True)
class OddsGiven(Event):
    """The odds of an argument, before the roll. `judged`: the white cell gave them. Otherwise they are even."""

    seen_by = EVERYONE
    who: Public[str]
    action: Public[str]
    odds: Public[int]
    judged: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how likely the argument is."""
        if not known["judged"]:
            return f"Nobody weighed what {known['who']} argued: it is even, {known['odds']} %."
        match known["odds"]:
            case 0:
                said = "impossible"
            case 100:
                said = "certain, without a roll"
            case odds:
                said = f"{odds} %"
        return f"The white cell holds what {known['who']} argued to be {said}."


@dataclass(frozen=True, slots=True)
class ArgumentDecided(Event):
    """The result of an argument, with all that was said of it, for the debrief. `roll` 0: there was no roll."""

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
        """Return whether it came true, and by which roll."""
        roll = f" ({known['roll']} was rolled, up to {known['odds']} was needed)" if known["roll"] else ""
        came = "It came true" if known["came_true"] else "It did not come true"
        return f"{came}{roll}: {sentence(known['action'])}"


# --- 6. votes ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VoteCounted(Event):
    """A vote was counted. `vetoed`: it would have passed without a veto."""

    seen_by = EVERYONE
    motion: Public[str]
    in_favour: Public[int]
    against: Public[int]
    abstained: Public[int]
    passed: Public[bool]
    vetoed: Public[bool]
    silent: Public[int] = 0
    """How many seats did not vote. Each counts as an abstention."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the result and the count."""
        what = "passed" if known["passed"] else "was stopped by a veto" if known["vetoed"] else "failed"
        count = f"{known['in_favour']} in favour, {known['against']} against, {known['abstained']} abstained"
        if known["silent"]:
            count += f", {known['silent']} did not vote"
        return f"The motion {what} ({count}): {sentence(known['motion'])}"


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
        return f"Secret ballot. {_ballots(known)}"


def _ballots(known: Known) -> str:
    names = {
        "In favour": known["in_favour"],
        "Against": known["against"],
        "Abstained": known["abstained"],
        "Did not vote": known["silent"],
    }
    return " ".join(f"{how}: {', '.join(who)}." for how, who in names.items() if who)


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
        """Return that there is a draft to sign, or none. Its text is among the documents."""
        if not known["text"]:
            return f"{known['title']}: nothing was put to paper."
        return f"{known['title']}: a draft lies ready to be signed."


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
        return f"In secret: {_signed(known)}"


def _signed(known: Known) -> str:
    if not known["signed"] and not known["refused"] and not known["silent"]:
        return f"{known['title']}: nothing was put to paper."
    signed = f" Signed by {', '.join(known['signed'])}." if known["signed"] else ""
    refused = f" Not signed by {', '.join(known['refused'])}." if known["refused"] else ""
    silent = f" No answer from {', '.join(known['silent'])}." if known["silent"] else ""
    return f"{known['title']}: {'signed' if known['is_signed'] else 'not signed'}.{signed}{refused}{silent}"


def _numbered(reasons: tuple[str, ...]) -> str:
    return " ".join(f"{number}) {sentence(reason)}" for number, reason in enumerate(reasons, 1))


def _times(number: int) -> str:
    return "once" if number == 1 else "twice"


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
