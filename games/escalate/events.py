"""Everything that happens in a game of Escalate!, with who may know each part of it.

Only drawn cards are secret: whatever is played, exchanged or knocked out lies face up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.escalate.cards import ROLE_TITLES, face, faces
from warcouncil.games.escalate.state import cards_named, named
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.words import SeatId


def _who(known: Known, field: str = "seat") -> str:
    return "You" if known.mine(field) else named(known[field])


def _whom(known: Known, field: str) -> str:
    return "you" if known.mine(field) else named(known[field])


def _was(known: Known, field: str = "seat") -> str:
    return f"{_who(known, field)} {'were' if known.mine(field) else 'was'}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


@dataclass(frozen=True, slots=True)
class TableLaid(Event):
    """The game began."""

    seen_by = EVERYONE
    dealer: Public[SeatId]
    lead: Public[SeatId]
    target: Public[int]
    cards: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who deals, who leads and what wins."""
        deal = "You deal" if known.mine("dealer") else f"{named(known['dealer'])} deals"
        lead = "you lead" if known.mine("lead") else f"{named(known['lead'])} leads"
        return f"{deal} from {known['cards']} cards, {lead} first, and {known['target']} points win."


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat was dealt cards."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    count: Public[int]
    cards: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Tell the drawer his cards and the others their number."""
        if "cards" in known:
            return f"{_was(known)} dealt {cards_named(known['cards'])}."
        return f"{_was(known)} dealt {_count(known['count'], 'card')}."


@dataclass(frozen=True, slots=True)
class DiscardsShuffled(Event):
    """The discard pile became the draw pile."""

    seen_by = EVERYONE
    count: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that the discard pile was shuffled."""
        return f"The draw pile ran out, and the {_count(known['count'], 'discard')} were shuffled into a new one."


@dataclass(frozen=True, slots=True)
class OpeningDeferred(Event):
    """A seat without an Incident card deferred."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who deferred."""
        return f"{_who(known)} deferred, holding no Incident."


@dataclass(frozen=True, slots=True)
class OpeningPassed(Event):
    """A seat that holds an Incident card passed."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who passed."""
        return f"{_who(known)} passed, though holding an Incident."


@dataclass(frozen=True, slots=True)
class CircleRepeated(Event):
    """Several seats passed, and everyone is asked again."""

    seen_by = EVERYONE
    passers: Public[tuple[SeatId, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that the circle begins anew."""
        passers = ", ".join(named(seat) for seat in known["passers"])
        return f"All who hold an Incident passed ({passers}), so everyone is asked again."


@dataclass(frozen=True, slots=True)
class LeadObliged(Event):
    """A seat that passed must lead after all."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who must lead."""
        return f"Nobody led, so {_whom(known, 'seat')} must lead after all."


@dataclass(frozen=True, slots=True)
class ExchangeOrdered(Event):
    """Nobody holds an Incident; everyone exchanges a card."""

    seen_by = EVERYONE
    lead: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that everyone exchanges a card, and who is asked first afterwards."""
        are = "are" if known.mine("lead") else "is"
        return f"Nobody holds an Incident, so everyone exchanges a card; then {_whom(known, 'lead')} {are} asked first."


@dataclass(frozen=True, slots=True)
class CardReturned(Event):
    """A seat put a card on the discard pile, to be dealt another."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    card: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which card was returned."""
        return f"{_who(known)} returned {face(known['card'])}."


@dataclass(frozen=True, slots=True)
class IncidentLed(Event):
    """A seat laid an Incident card and opened an Incident."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    card: Public[str]
    top: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who led what."""
        return f"{_who(known)} led {face(known['card'])}, a {ROLE_TITLES[known['top']]}."


@dataclass(frozen=True, slots=True)
class IncidentTurned(Event):
    """A seat turned the Incident with agents."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    cards: Public[tuple[str, ...]]
    top: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who turned what with what."""
        return f"{_who(known)} turned the {ROLE_TITLES[known['top']]} with {faces(known['cards'])}."


@dataclass(frozen=True, slots=True)
class IncidentEscalated(Event):
    """A seat laid a dearer Incident card on the pile."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    card: Public[str]
    top: Public[str]
    stake: Public[int]
    out_of_turn: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who escalated to what, and what is at stake now."""
        when = " out of turn" if known["out_of_turn"] else ""
        return (
            f"{_who(known)} escalated{when} with {face(known['card'])} to a {ROLE_TITLES[known['top']]}; "
            f"{_count(known['stake'], 'point')} are at stake."
        )


@dataclass(frozen=True, slots=True)
class UnPlayed(Event):
    """A seat played a U.N. card: a Resolution, or a Veto on another."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    card: Public[str]
    veto: Public[bool]
    out_of_turn: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who played a Resolution or a Veto."""
        when = " out of turn" if known["out_of_turn"] else ""
        what = "vetoed the Resolution" if known["veto"] else "passed a U.N. Resolution"
        return f"{_who(known)} {what}{when} with {face(known['card'])}."


@dataclass(frozen=True, slots=True)
class AnswerPassed(Event):
    """A seat let its turn go by without dropping out."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    left: Public[int | None]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who passed, and how many passes are left, if they are counted."""
        left = "" if known["left"] is None else f" ({known['left']} left)"
        return f"{_who(known)} passed and waited{left}."


@dataclass(frozen=True, slots=True)
class SeatDropped(Event):
    """A seat declined to answer and is out of the Incident."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who dropped out."""
        return f"{_who(known)} dropped out of the Incident."


@dataclass(frozen=True, slots=True)
class IncidentWon(Event):
    """The holder won the Incident."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    points: Public[int]
    total: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who won and how many points it made."""
        return (
            f"{_who(known)} won the Incident for {_count(known['points'], 'point')} "
            f"and now {'have' if known.mine('seat') else 'has'} {known['total']}."
        )


@dataclass(frozen=True, slots=True)
class NukesLaunched(Event):
    """A seat launched one or more Nukes."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    targets: Public[tuple[SeatId, ...]]
    cards: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who launched at whom."""
        reader = "" if known.reader is None else known.reader.id
        *most, last = ["you" if seat == reader else named(seat) for seat in known["targets"]]
        at = f"{', '.join(most)} and {last}" if most else last
        return f"{_who(known)} launched {_count(len(known['cards']), 'Nuke')} at {at}."


@dataclass(frozen=True, slots=True)
class NukeAnswered(Event):
    """A seat struck back at the launcher."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    launcher: Public[SeatId]
    card: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who struck back."""
        return f"{_who(known)} struck back at {_whom(known, 'launcher')} with {face(known['card'])}."


@dataclass(frozen=True, slots=True)
class SeatKnockedOut(Event):
    """A seat was knocked out of the game; its hand lies face up on the discard pile."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    hand: Public[tuple[str, ...]]
    points: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who was knocked out, with what hand and score."""
        return (
            f"{_was(known)} knocked out with {_count(known['points'], 'point')}, "
            f"discarding {cards_named(known['hand'])}."
        )


@dataclass(frozen=True, slots=True)
class HolderReplaced(Event):
    """The launcher took the Incident over from a holder whom he knocked out."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who holds the Incident now."""
        return f"{_who(known)} took over the Incident."


@dataclass(frozen=True, slots=True)
class IncidentVoided(Event):
    """Holder and launcher were both knocked out; nobody wins the Incident."""

    seen_by = EVERYONE
    points: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that nobody won."""
        return f"Nobody was left to win the Incident; its {_count(known['points'], 'point')} were lost."


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game was over."""

    seen_by = EVERYONE
    reason: Public[str]
    winners: Public[tuple[SeatId, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say why it was over, and who won."""
        if not known["winners"]:
            return f"{known['reason']}: nobody won the game."
        reader = "" if known.reader is None else known.reader.id
        winners = ["you" if seat == reader else named(seat) for seat in known["winners"]]
        return f"{known['reason']}: {' and '.join(winners)} won the game."


EVENT_TYPES: tuple[type[Event], ...] = (
    TableLaid,
    CardsDrawn,
    DiscardsShuffled,
    OpeningDeferred,
    OpeningPassed,
    CircleRepeated,
    LeadObliged,
    ExchangeOrdered,
    CardReturned,
    IncidentLed,
    IncidentTurned,
    IncidentEscalated,
    UnPlayed,
    AnswerPassed,
    SeatDropped,
    IncidentWon,
    NukesLaunched,
    NukeAnswered,
    SeatKnockedOut,
    HolderReplaced,
    IncidentVoided,
    GameEnded,
)
