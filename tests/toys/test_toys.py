"""The rules of the toy games, as far as the tests of the kit depend on them."""

from __future__ import annotations

import pytest
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import known, told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.protocol.words import SeatId

from tests.toys import bid_events, nim, sealed_bid

SEED = seed_of("toys")
RED_1, RED_2, BLACK_1, BLACK_2 = (seat.id for seat in bid_events.SEATS)


def bidding(deck: tuple[int, ...], **options: object) -> Playing:
    """Return a game of one round in which each seat has one card of `deck`, in table order."""
    settings = sealed_bid.BidOptions.model_validate({"hand": 1, "deal": {"deck": deck}, **options})
    return Playing(sealed_bid.GAME, settings, SEED)


def test_1_1_the_highest_bid_takes_the_prize() -> None:
    """The highest bidder does not get the prize at once."""
    playing = bidding((2, 5, 7, 1))
    playing.close()
    assert isinstance(playing.phase, Finish)
    assert playing.phase.standings.tallies[0].by == {"red": 0, "black": 1}


def test_1_1_a_lost_bid_that_is_kept_is_known_to_its_owner_alone() -> None:
    """A bid that stays face down is in another seat's story."""
    playing = bidding((2, 5, 7, 1), losers="kept")
    lost = playing.close()[0].event
    assert isinstance(lost, bid_events.BidKept)
    owner, mate = bid_events.SEATS[0], bid_events.SEATS[1]
    assert told(lost, owner) == "You bid 2 and kept the card face down."
    assert told(lost, mate) == "Red 1 bid less and kept the card face down."
    seen = known(lost, mate)
    assert seen is not None
    assert "card" not in seen


def test_2_1_tied_bidders_are_asked_one_after_the_other() -> None:
    """A tie is not settled in table order, or silence does not pass the prize on."""
    playing = bidding((7, 1, 7, 7))
    playing.close()
    asked = []
    for phase in playing.gates():
        asked.append(phase.asked)
        playing.close()
    assert asked == [(RED_1,), (BLACK_1,)]
    assert isinstance(playing.phase, Finish)
    assert playing.state.points[BLACK_2] == 1


def test_2_1_a_claim_takes_the_prize_and_costs_a_point() -> None:
    """A claim does not end the tie at once."""
    playing = bidding((7, 1, 7, 7))
    playing.close()
    playing.declare(RED_1, {"claim": "claim"})
    playing.close()
    assert isinstance(playing.phase, Finish)
    assert playing.state.points[RED_1] == 0


def test_a_deal_that_the_cards_do_not_allow_is_refused() -> None:
    """A card that is dealt too often makes a position that cannot arise."""
    with pytest.raises(BadOption, match="the card 9"):
        bidding((9,))
    with pytest.raises(BadOption, match="too often"):
        bidding((1, 1, 1, 1))


def test_1_1_the_last_stone_wins_or_loses() -> None:
    """The last stone at nim has the wrong effect, in one direction or the other."""
    for misere in (False, True):
        playing = Playing(nim.GAME, nim.NimOptions(heaps=(2,), misere=misere), SEED)
        assert isinstance(playing.phase, Phase)
        mover = playing.phase.asked[0]
        playing.declare(mover, {"heap": "0", "stones_0": 2})
        playing.close()
        assert isinstance(playing.phase, Finish)
        assert (playing.phase.winners == (mover,)) is not misere


def test_nim_without_stones_is_refused() -> None:
    """A game starts at its end and asks no seat anything."""
    with pytest.raises(BadOption, match="at least one stone"):
        Playing(nim.GAME, nim.NimOptions(heaps=(0,)), SEED)


def test_the_seats_of_a_team_are_named_by_their_team() -> None:
    """Channels and events cannot address a team by its seats' names."""
    assert {seat.team for seat in bid_events.SEATS} == {"red", "black"}
    assert SeatId("red.1") == RED_1
    assert (RED_2, BLACK_2) == ("red.2", "black.2")
