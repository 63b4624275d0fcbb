"""The events of an Incident: cards laid, passes and drops, and its end."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.escalate.cards import ROLE_TITLES, face, faces
from warcouncil.games.escalate.events.moving import RowsMoved
from warcouncil.games.escalate.events.words import (
    HELD,
    STAKE,
    count,
    demands,
    discards,
    laid,
    stands,
    swept,
    who,
)
from warcouncil.games.escalate.standing import Pile
from warcouncil.games.escalate.state import named
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.protocol.table.scenes import FactChange, Scene, TrackChange
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class IncidentLed(RowsMoved):
    """A seat laid an Incident card and so opened an Incident."""

    seat: Public[SeatId]
    card: Public[str]
    top: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat led which card."""
        return f"{who(known)} led {face(known['card'])}, a {ROLE_TITLES[known['top']]}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene with the first card of the row."""
        return laid(known, (known["card"],), "special", row=())


@dataclass(frozen=True, slots=True)
class IncidentTurned(RowsMoved):
    """A seat turned the Incident with agents."""

    seat: Public[SeatId]
    cards: Public[tuple[str, ...]]
    top: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat turned which Incident, and with which cards."""
        return f"{who(known)} turned the {ROLE_TITLES[known['top']]} with {faces(known['cards'])}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that lays the agents on the row."""
        return laid(known, known["cards"], "plain")


@dataclass(frozen=True, slots=True)
class IncidentEscalated(RowsMoved):
    """A seat laid an Incident card of higher rank on the pile."""

    seat: Public[SeatId]
    card: Public[str]
    top: Public[str]
    stake: Public[int]
    out_of_turn: Public[bool]
    demand: Public[tuple[str, ...]] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat escalated, with which card, and how much is at stake now."""
        when = " out of turn" if known["out_of_turn"] else ""
        return (
            f"{who(known)} escalated{when} with {face(known['card'])} to a {ROLE_TITLES[known['top']]}; "
            f"{count(known['stake'], 'point')} are at stake."
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that lays the card on the row and raises the stake."""
        stake = FactChange(label=STAKE, value=str(known["stake"]))
        return laid(known, (known["card"],), "special", stake, *demands(known))


@dataclass(frozen=True, slots=True)
class UnPlayed(RowsMoved):
    """A seat played a U.N. card: a Resolution, or a Veto on the U.N. card before."""

    seat: Public[SeatId]
    card: Public[str]
    veto: Public[bool]
    out_of_turn: Public[bool]
    demand: Public[tuple[str, ...]] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat played a Resolution or a Veto.

        A Veto may answer another Veto, and so protect the seat's own Resolution.
        """
        when = " out of turn" if known["out_of_turn"] else ""
        what = "cast a Veto" if known["veto"] else "passed a U.N. Resolution"
        return f"{who(known)} {what}{when} with {face(known['card'])}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that lays the U.N. card on the row."""
        return laid(known, (known["card"],), "green", *demands(known))


@dataclass(frozen=True, slots=True)
class AnswerPassed(Event):
    """A seat passed its turn without dropping out."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    left: Public[int | None]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat passed, and how many passes it has left if they are limited."""
        left = "" if known["left"] is None else f" ({known['left']} left)"
        return f"{who(known)} passed and waited{left}."


@dataclass(frozen=True, slots=True)
class SeatDropped(RowsMoved):
    """A seat declined to answer and is out of the Incident."""

    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat dropped out."""
        return f"{who(known)} dropped out of the Incident."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the seat as out."""
        seat = known["seat"]
        return Scene(
            title=f"{named(seat)} is out",
            changes=(TrackChange(track=seat, note="dropped out"), *stands(known)),
        )


@dataclass(frozen=True, slots=True)
class IncidentWon(RowsMoved):
    """The holder won the Incident."""

    seat: Public[SeatId]
    points: Public[int]
    total: Public[int]
    pile: Public[Pile | None] = None

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat won, and how many points."""
        return (
            f"{who(known)} won the Incident for {count(known['points'], 'point')} "
            f"and now {'have' if known.mine('seat') else 'has'} {known['total']}."
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that clears the row and raises the winner's points."""
        return Scene(
            title=f"{named(known['seat'])} +{known['points']}",
            changes=(
                *swept(),
                TrackChange(track=str(known["seat"]), at=known["total"]),
                *discards(known),
                *stands(known),
            ),
        )


@dataclass(frozen=True, slots=True)
class HolderReplaced(RowsMoved):
    """The launcher took the Incident over from a holder whom the launch knocked out."""

    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat holds the Incident now."""
        return f"{who(known)} took over the Incident."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows the new holder."""
        name = named(known["seat"])
        return Scene(title=f"{name} takes over", changes=(FactChange(label=HELD, value=name), *stands(known)))


@dataclass(frozen=True, slots=True)
class IncidentVoided(RowsMoved):
    """Holder and launcher were both knocked out, so no seat wins the Incident."""

    points: Public[int]
    pile: Public[Pile | None] = None

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that no seat won."""
        return f"Nobody was left to win the Incident; its {count(known['points'], 'point')} were lost."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that clears the row."""
        return Scene(
            title=f"{known['points']} points lost", changes=(*swept(), *discards(known), *stands(known))
        )
