"""What the template tells: whoever copies it begins with words that are right for each reader."""

from __future__ import annotations

from warcouncil.games.kit.events import shown, told
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.games.kit.template.events import CardTurnedUp, PrizeWon
from warcouncil.games.kit.template.state import SEATS
from warcouncil.protocol.scenes import CardsChange, FactChange
from warcouncil.protocol.sheets import Card

NORTH, EAST = SEATS[:2]


def test_a_prize_is_told_to_everybody_in_his_own_words() -> None:
    """The winner would read of himself as of a stranger, or nobody would learn that a prize was lost."""
    won = PrizeWon(winner=NORTH.id, prizes=2)
    assert told(won, NORTH) == "You took the prize."
    assert told(won, EAST) == told(won, PUBLIC) == f"{NORTH.title} took the prize."
    lost = PrizeWon(winner="", prizes=0)
    assert (
        told(lost, NORTH) == told(lost, PUBLIC) == "Nobody's card was alone the highest: the prize was lost."
    )


def test_a_prize_is_counted_on_the_board_and_a_lost_one_changes_nothing() -> None:
    """The board would show a prize that nobody has, or the winner's at another's name."""
    scene = shown(PrizeWon(winner=EAST.id, prizes=3), PUBLIC)
    assert scene is not None
    assert (scene.title, scene.changes) == (f"{EAST.title} wins", (FactChange(label=EAST.title, value="3"),))
    assert shown(PrizeWon(winner="", prizes=0), PUBLIC) is None


def test_a_card_is_told_to_its_player_as_his_own() -> None:
    """A player would read his own card as another's."""
    turned = CardTurnedUp(player=NORTH.id, card=7)
    assert told(turned, NORTH) == "You played the 7."
    assert told(turned, EAST) == told(turned, PUBLIC) == f"{NORTH.title} played the 7."
    scene = shown(turned, EAST)
    assert scene is not None
    assert scene.changes == (CardsChange(title=f"Played by {NORTH.title}", add=(Card(face="7"),)),)
