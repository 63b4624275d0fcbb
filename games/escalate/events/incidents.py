"""The events of an Incident: cards laid, passes and drops, and its end."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.escalate.cards import face, faces, role_title
from warcouncil.games.escalate.events.moving import RowsMoved
from warcouncil.games.escalate.events.words import (
    cleared_row,
    demands,
    discards,
    laid,
    stands,
    who,
)
from warcouncil.games.escalate.standing import Pile
from warcouncil.games.escalate.state import named
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.protocol.table.scenes import FactChange, Scene, TrackChange
from warcouncil.protocol.words import SeatId

_UN = {
    (False, False): "events.resolution",
    (False, True): "events.resolution_out",
    (True, False): "events.veto",
    (True, True): "events.veto_out",
}
"""The sentences about a U.N. card, by whether it is a Veto, and whether it is out of turn."""


@dataclass(frozen=True, slots=True)
class IncidentLed(RowsMoved):
    """A seat laid an Incident card and so opened an Incident."""

    seat: Public[SeatId]
    card: Public[str]
    top: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat led which card."""
        return say("events.led", who=who(known), card=face(known["card"]), incident=role_title(known["top"]))

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
        cards = faces(known["cards"])
        return say("events.turned", who=who(known), incident=role_title(known["top"]), cards=cards)

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
        key = "events.escalated_out" if known["out_of_turn"] else "events.escalated"
        card, incident = face(known["card"]), role_title(known["top"])
        return say(key, n=known["stake"], who=who(known), card=card, incident=incident)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that lays the card on the row and raises the stake."""
        stake = FactChange(label=say("sheet.stake"), value=str(known["stake"]))
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

        A Veto may answer another Veto. This protects the seat's own Resolution.
        """
        key = _UN[known["veto"], known["out_of_turn"]]
        return say(key, who=who(known), card=face(known["card"]))

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
        if known["left"] is None:
            return say("events.waited", who=who(known))
        return say("events.waited_left", n=known["left"], who=who(known))


@dataclass(frozen=True, slots=True)
class SeatDropped(RowsMoved):
    """A seat declined to answer and is out of the Incident."""

    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat dropped out."""
        return say("events.dropped", who=who(known))

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the seat as out."""
        seat = known["seat"]
        return Scene(
            title=say("events.scene_out", side=named(seat)),
            changes=(TrackChange(track=seat, note=say("sheet.dropped_out")), *stands(known)),
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
        if known.mine("seat"):
            return say("events.won_mine", n=known["points"], total=known["total"])
        return say("events.won", n=known["points"], side=named(known["seat"]), total=known["total"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that clears the row and raises the winner's points."""
        return Scene(
            title=say("events.scene_won", side=named(known["seat"]), points=known["points"]),
            changes=(
                *cleared_row(),
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
        return say("events.took_over", who=who(known))

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows the new holder."""
        name = named(known["seat"])
        held = FactChange(label=say("sheet.held"), value=name)
        return Scene(title=say("events.scene_takes_over", side=name), changes=(held, *stands(known)))


@dataclass(frozen=True, slots=True)
class IncidentVoided(RowsMoved):
    """Holder and launcher were both knocked out, so no seat wins the Incident."""

    points: Public[int]
    pile: Public[Pile | None] = None

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that no seat won."""
        return say("events.voided", n=known["points"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that clears the row."""
        return Scene(
            title=say("events.scene_voided", points=known["points"]),
            changes=(*cleared_row(), *discards(known), *stands(known)),
        )
