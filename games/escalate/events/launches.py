"""The events of Nukes, and of the end of the game."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.escalate.cards import face
from warcouncil.games.escalate.events.moving import RowsMoved
from warcouncil.games.escalate.events.words import discards, hand_of, nuked, stands, who, whom
from warcouncil.games.escalate.standing import Pile
from warcouncil.games.escalate.state import cards_named, named
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.scenes import CardsChange, Scene, TrackChange
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class NukesLaunched(RowsMoved):
    """A seat launched one or more Nukes."""

    seat: Public[SeatId]
    targets: Public[tuple[SeatId, ...]]
    cards: Public[tuple[str, ...]]
    pile: Public[Pile | None] = None

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat launched at which targets."""
        reader = "" if known.reader is None else known.reader.id
        you = say("events.you_middle")
        at = listed([you if seat == reader else named(seat) for seat in known["targets"]])
        return say("events.launched", n=len(known["cards"]), who=who(known), targets=at)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the Nukes and their targets."""
        return nuked(known, known["cards"], known["targets"])


@dataclass(frozen=True, slots=True)
class NukeAnswered(RowsMoved):
    """A seat struck back at the launcher."""

    seat: Public[SeatId]
    launcher: Public[SeatId]
    card: Public[str]
    pile: Public[Pile | None] = None

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat struck back."""
        card = face(known["card"])
        return say("events.struck", who=who(known), whom=whom(known, "launcher"), card=card)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the Nuke that strikes back at the launcher."""
        return nuked(known, (known["card"],), (known["launcher"],), back=True)


@dataclass(frozen=True, slots=True)
class SeatKnockedOut(RowsMoved):
    """A seat was knocked out of the game. Its hand is face up on the discard pile."""

    seat: Public[SeatId]
    hand: Public[tuple[str, ...]]
    points: Public[int]
    pile: Public[Pile | None] = None

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat was knocked out, and its hand and points."""
        cards = cards_named(known["hand"])
        if known.mine("seat"):
            return say("events.knocked_mine", n=known["points"], cards=cards)
        return say("events.knocked", n=known["points"], side=named(known["seat"]), cards=cards)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the seat as knocked out."""
        name = named(known["seat"])
        return Scene(
            title=say("events.scene_knocked", side=name),
            changes=(
                TrackChange(track=str(known["seat"]), note=say("events.knocked_mark")),
                CardsChange(title=hand_of(known["seat"]), cards=()),
                *discards(known),
                *stands(known),
            ),
        )


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game ended."""

    seen_by = EVERYONE
    reason: Public[str]
    winners: Public[tuple[SeatId, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return why the game ended, and which seats won."""
        if not known["winners"]:
            return say("events.ended_none", reason=known["reason"])
        reader = "" if known.reader is None else known.reader.id
        others = [named(seat) for seat in known["winners"] if seat != reader]
        if reader not in known["winners"]:
            return say("events.ended", reason=known["reason"], winners=listed(others))
        if others:
            return say("events.ended_ours", reason=known["reason"], others=listed(others))
        return say("events.ended_mine", reason=known["reason"])
