"""Player aids on paper: a page for each game and seat, made of what the rules use, without a secret."""

from __future__ import annotations

import pytest
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import SeatCard
from warcouncil.clients.plan.cards.player_aids import (
    TEXT_COLUMNS,
    aids_by_seat,
    aids_of,
    aids_page,
    aids_text,
)
from warcouncil.clients.plan.cards.printing import page
from warcouncil.games import registry
from warcouncil.protocol.words import SeatId

from tests.clients.plan.cards.test_cards import Seen


@pytest.mark.parametrize("name", registry.names())
def test_every_seat_has_a_page(name: str) -> None:
    """A player turns their card over and finds the aid of another."""
    game = registry.load(name)
    options = game.options_type()
    aids = aids_of([(game, options), (game, options)])
    assert [aid.seat for aid in aids] == [seat.title for seat in game.seats(options)]
    seen = Seen(aids_page(aids))
    assert seen.tags.count("section") == len(aids)
    assert seen.fetched == []
    for aid in aids:
        assert aid.briefing.wins in seen.words
        assert aid.briefing.decides in seen.words
    assert max(len(line) for line in aids_text(aids).splitlines()) <= TEXT_COLUMNS


def test_an_aid_tells_the_options_of_its_table_and_no_deal() -> None:
    """The aid shows another target than that of the table, or the first card of the deck."""
    game = registry.load("kashmir_crisis")
    events = [f"{rank}{suit}" for rank in "KQJ" for suit in "DCHS"]
    usual, other = game.options_type(), game.options_type.model_validate({"threshold": 55})
    set_by_hand = game.options_type.model_validate({"deal": {"events": events}})
    assert aids_text(aids_of([(game, set_by_hand)])) == aids_text(aids_of([(game, usual)]))
    assert "add up to 55 or more" in " ".join(aids_text(aids_of([(game, other)])).split())
    agreed = "Agreed at your table: A front is scored if all cards on all fronts add up to 55 or more."
    assert agreed in " ".join(aids_text(aids_of([(game, other)])).split())
    assert "Agreed at your table" not in aids_text(aids_of([(game, usual)]))
    assert len(aids_of([(game, usual), (game, other)])) == 4


def test_each_aid_is_on_the_back_of_its_own_card() -> None:
    """A player turns their card over and reads another's duties, because a sheet turned over its long edge swaps
    left and right.
    """
    game = registry.load("kartenspiel")
    aids = aids_by_seat(game, game.options_type())
    seats = game.seats(game.options_type())
    staff = SeatCard(code="7K3-Q4MN-P2XT")
    cards = [SeatCard(code="7K3-Q4MN-P2XT", table=1, seat=s.id, title=s.title) for s in seats[:9]]
    html = page([staff, *cards], [Address("192.0.2.7")], "Jena", lambda card: aids[SeatId(card.seat)])
    sheets = html.split("<section")[1:]
    assert len(sheets) == 6, "three fronts, each with a back: the staff's is empty"
    titles = [seat.title for seat in seats]
    said = [[title for title in titles if f">{title}<" in cell] for cell in sheets[3].split("<article")]
    turned = [*titles[1::-1], *titles[3:1:-1], *titles[5:3:-1], *titles[7:5:-1]]
    assert [title for cell in said for title in cell] == turned
    last = sheets[5].split('<article class="card back">')
    assert "<div></div>" in last[0], "the ninth card lies at the left, its back at the right"
    assert titles[8] in last[1]
    assert "backs" not in page(cards, [Address("192.0.2.7")], "Jena").split("<body>")[1]
