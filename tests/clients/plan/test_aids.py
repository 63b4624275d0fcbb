"""Player aids on paper: a page a game and seat, made of what the rules use, and nothing secret on it."""

from __future__ import annotations

import pytest
from warcouncil.clients.plan.aids import TEXT_COLUMNS, aids_of, aids_page, aids_text
from warcouncil.games import registry

from tests.clients.plan.test_cards import Seen


@pytest.mark.parametrize("name", registry.names())
def test_every_seat_has_a_page(name: str) -> None:
    """Somebody would turn his card over and find the aid of another."""
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
    """The aid would tell another target than the table plays to, or what lies on top of the deck."""
    game = registry.load("kashmir_crisis")
    events = [f"{rank}{suit}" for rank in "KQJ" for suit in "DCHS"]
    usual, other = game.options_type(), game.options_type.model_validate({"threshold": 55})
    set_by_hand = game.options_type.model_validate({"deal": {"events": events}})
    assert aids_text(aids_of([(game, set_by_hand)])) == aids_text(aids_of([(game, usual)]))
    assert "come to 55 or more" in " ".join(aids_text(aids_of([(game, other)])).split())
    assert len(aids_of([(game, usual), (game, other)])) == 4
