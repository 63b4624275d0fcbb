"""What people bring about in an exercise from a file: the white cell's word, arguments, votes and treaties, told in a sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.scenario.events.followed import news, sentence
from warcouncil.protocol.table.scenes import Scene

To = Annotated[tuple[str, ...], known_to("to")]
"""Who learns of an event, and nobody else: seats and teams."""


HEAD, SECOND = "head", "second"
"""The members of the white cell who are asked."""

# --- 4. the white cell ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CellDecided(Event):
    """The white cell decided what comes of it: for itself and for umpires. `learned`: who learned an outcome in its own words."""

    seen_by = known_to("to")
    outcome: Annotated[str, known_to("to")]
    chosen: Annotated[str, known_to("to")]
    learned: Annotated[tuple[str, ...], known_to("to")]
    refusals: Annotated[int, known_to("to")]
    to: To
    silent: Annotated[str, known_to("to")] = ""
    """Which member did not answer: the head, who decides, or the second, who is to agree."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what comes of it, and whether by silence."""
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
        """Say who, and why."""
        return f"{known['who']} did not agree{': ' + known['why'] if known['why'] else ''}."


@dataclass(frozen=True, slots=True)
class CellAnnounced(Event):
    """The white cell told everyone something in its own words."""

    seen_by = EVERYONE
    text: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say it."""
        return f"The white cell: {known['text']}"

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Lay it on top of the board."""
        return news(known["text"])


@dataclass(frozen=True, slots=True)
class CellWhispered(Event):
    """The white cell told some something in its own words."""

    seen_by = known_to("to", "cell")
    text: Public[str]
    to: To
    cell: Annotated[tuple[str, ...], known_to("cell")]
    whom: Annotated[tuple[str, ...], known_to("cell")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say it to them, and to the white cell and umpires for whom it was."""
        whom = f", only to {', '.join(known['whom'])}" if "whom" in known else ""
        return f"The white cell{whom}: {known['text']}"


# --- 5. arguments -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArgumentMade(Event):
    """One side said what happens, and why."""

    seen_by = EVERYONE
    who: Public[str]
    action: Public[str]
    reasons: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say it with its reasons."""
        because = f" Because: {_numbered(known['reasons'])}" if known["reasons"] else " No reason is given."
        return f"{known['who']} argues: {sentence(known['action'])}{because}"


@dataclass(frozen=True, slots=True)
class ArgumentPassed(Event):
    """One side argued nothing."""

    seen_by = EVERYONE
    who: Public[str]
    silent: Public[bool] = False
    """Whether no answer counted: the side did not choose to argue nothing."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return who, and whether it was by silence."""
        return f"{known['who']} {'did not argue in time' if known['silent'] else 'argues nothing'}."


@dataclass(frozen=True, slots=True)
class ReasonsOpposed(Event):
    """One side said what speaks against another's argument."""

    seen_by = EVERYONE
    who: Public[str]
    by: Public[str]
    reasons: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what speaks against it."""
        return f"{known['by']}, against {known['who']}: {_numbered(known['reasons'])}"


@dataclass(frozen=True, slots=True)
class OddsGiven(Event):
    """The odds of an argument, before the roll. `judged`: by the white cell; else nobody weighed it, and it is even."""

    seen_by = EVERYONE
    who: Public[str]
    action: Public[str]
    odds: Public[int]
    judged: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say how likely it is."""
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
    """What became of an argument, with all that was said of it: for the debrief. `roll` 0: there was none."""

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
        """Say whether it came true, and by which roll."""
        roll = f" ({known['roll']} was rolled, up to {known['odds']} was needed)" if known["roll"] else ""
        came = "It came true" if known["came_true"] else "It did not come true"
        return f"{came}{roll}: {sentence(known['action'])}"


# --- 6. votes ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VoteCounted(Event):
    """A vote was counted. `vetoed`: it would have passed, but for a veto."""

    seen_by = EVERYONE
    motion: Public[str]
    in_favour: Public[int]
    against: Public[int]
    abstained: Public[int]
    passed: Public[bool]
    vetoed: Public[bool]
    silent: Public[int] = 0
    """How many did not vote: each counts as an abstention."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what came of it, and the count."""
        what = "passed" if known["passed"] else "was stopped by a veto" if known["vetoed"] else "failed"
        count = f"{known['in_favour']} in favour, {known['against']} against, {known['abstained']} abstained"
        if known["silent"]:
            count += f", {known['silent']} did not vote"
        return f"The motion {what} ({count}): {sentence(known['motion'])}"


@dataclass(frozen=True, slots=True)
class VotesOpened(Event):
    """Who voted how, in an open ballot."""

    seen_by = EVERYONE
    in_favour: Public[tuple[str, ...]]
    against: Public[tuple[str, ...]]
    abstained: Public[tuple[str, ...]]
    silent: Public[tuple[str, ...]] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name them."""
        return _ballots(known)


@dataclass(frozen=True, slots=True)
class VotesKept(Event):
    """Who voted how, in a secret ballot: for the white cell and umpires."""

    seen_by = known_to("to")
    in_favour: Annotated[tuple[str, ...], known_to("to")]
    against: Annotated[tuple[str, ...], known_to("to")]
    abstained: Annotated[tuple[str, ...], known_to("to")]
    to: To
    silent: Annotated[tuple[str, ...], known_to("to")] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name them."""
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
    """A treaty was put to paper, for those who are to sign it; or nothing was."""

    seen_by = known_to("to")
    title: Annotated[str, known_to("to")]
    text: Annotated[str, known_to("to")]
    to: To

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that there is something to sign; its text stands among what there is to read."""
        if not known["text"]:
            return f"{known['title']}: nothing was put to paper."
        return f"{known['title']}: a draft lies ready to be signed."


@dataclass(frozen=True, slots=True)
class TreatyOpened(Event):
    """What became of a treaty of which everybody may know. `text` is empty where it was not signed."""

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
        """Say who signed."""
        return _signed(known)


@dataclass(frozen=True, slots=True)
class TreatyKept(Event):
    """What became of a treaty of which nobody else may know."""

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
        """Say who signed."""
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
