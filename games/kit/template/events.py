"""The events of Template. Each field says who may know it, and each event makes one sentence about itself."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.games.kit.template.state import TITLES, hand_of
from warcouncil.games.kit.template.wording import say
from warcouncil.protocol.table.scenes import CardsChange, FactChange, Scene
from warcouncil.protocol.table.sheets import Card
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Event):
    """A card that was played face down was turned up."""

    seen_by = EVERYONE
    player: Public[SeatId]
    card: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which card the player played."""
        if known.mine("player"):
            return say("events.played_mine", card=known["card"])
        return say("events.played", seat=TITLES[known["player"]], card=known["card"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: the card moves from the player's hand to the cards that the player has played."""
        name = TITLES[known["player"]]
        card = Card(face=str(known["card"]))
        played = CardsChange(title=say("sheet.played", seat=name), add=(card,))
        return Scene(title=name, changes=(played, CardsChange(title=hand_of(known["player"]), take=(card,))))


@dataclass(frozen=True, slots=True)
class PrizeWon(Event):
    """The prize of a turn was won or lost.

    `winner` is "" if several cards were the highest. `prizes` is how many prizes the winner has now.
    """

    seen_by = EVERYONE
    winner: Public[str]
    prizes: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return who took the prize."""
        if not known["winner"]:
            return say("events.lost")
        if known.mine("winner"):
            return say("events.won_mine")
        return say("events.won", seat=TITLES[SeatId(known["winner"])])

    @classmethod
    def show(cls, known: Known) -> Scene | None:
        """Return the scene of the winner's new number of prizes, or None if no player got the prize."""
        if not known["winner"]:
            return None
        name = TITLES[SeatId(known["winner"])]
        return Scene(
            title=say("events.scene_won", seat=name),
            changes=(FactChange(label=name, value=str(known["prizes"])),),
        )


EVENT_TYPES: tuple[type[Event], ...] = (CardTurnedUp, PrizeWon)
