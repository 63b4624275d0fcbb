"""What can happen in Template: each field says who may know it, and each event tells itself in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.games.kit.template.state import TITLES, hand_of
from warcouncil.protocol.table.scenes import CardsChange, FactChange, Scene
from warcouncil.protocol.table.sheets import Card
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Event):
    """A card that was played face down lies open."""

    seen_by = EVERYONE
    player: Public[SeatId]
    card: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say whose card it was."""
        who = "You" if known.mine("player") else TITLES[known["player"]]
        return f"{who} played the {known['card']}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Lay the card out of his hand with the others that he has played."""
        name = TITLES[known["player"]]
        card = Card(face=str(known["card"]))
        played = CardsChange(title=f"Played by {name}", add=(card,))
        return Scene(title=name, changes=(played, CardsChange(title=hand_of(known["player"]), take=(card,))))


@dataclass(frozen=True, slots=True)
class PrizeWon(Event):
    """The prize of a turn went to somebody, who has so many now; `winner` is "" when nobody's card was alone the highest."""

    seen_by = EVERYONE
    winner: Public[str]
    prizes: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who took the prize."""
        if not known["winner"]:
            return "Nobody's card was alone the highest: the prize was lost."
        who = "You" if known.mine("winner") else TITLES[SeatId(known["winner"])]
        return f"{who} took the prize."

    @classmethod
    def show(cls, known: Known) -> Scene | None:
        """Count the prize."""
        if not known["winner"]:
            return None
        name = TITLES[SeatId(known["winner"])]
        return Scene(title=f"{name} wins", changes=(FactChange(label=name, value=str(known["prizes"])),))


EVENT_TYPES: tuple[type[Event], ...] = (CardTurnedUp, PrizeWon)
