"""Whole games at random: no card is lost, nothing hidden is shown, everything ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.hard_war import GAME, cards, rehide
from warcouncil.games.hard_war.options import HardWarOptions
from warcouncil.games.hard_war.state import (
    AMBER,
    NOBODY,
    PLAYERS,
    SEAT_IDS,
    TEAL,
    City,
    Discarded,
    HardWarState,
    LaidAttack,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, at_random, seed_of
from warcouncil.protocol.table.sheets import Rows

from tests.games.hard_war.builder import DICE, every_card, position, row
from tests.profile import games

SETTINGS: tuple[dict[str, object], ...] = (
    {},
    {"un_observers": True, "securing": True},
    {"un_observers": True, "securing": True, "backs_visible": False, "deck_end": "failed_draw"},
    {"overplay": "allow", "flags_per_side": 3, "deck_end": "end_of_turn", "extra_cards": "also_as_play"},
)


def check(state: HardWarState, pack: list[str]) -> None:
    """Check what is true of every position."""
    assert every_card(state) == pack
    for city in state.cities:
        assert abs(city.marker) <= city.flags
        assert NOBODY in {city.owner, city.secured}
    assert sum(bool(city.report) for city in state.cities) <= 1
    assert sum(side.vp for side in state.sides) == sum(c.vp for c in state.cities if c.owner != NOBODY)
    assert 0 <= state.toll <= state.rules.toll_max


@pytest.mark.parametrize("settings", SETTINGS)
def test_random_games_lose_no_card_and_end(settings: dict[str, object]) -> None:
    """At some step of some game a card is lost or doubled, or points, markers and owners contradict each
    other. Or a game does not end.
    """
    for number in range(games() // len(SETTINGS)):
        playing = Playing(GAME, HardWarOptions.model_validate(settings), seed_of(f"whole {number}"))
        pack = every_card(playing.state)
        assert len(pack) == 80
        for phase in playing.gates():
            for seat in phase.asked:
                filled = at_random(playing, seat)
                assert filled is not None
                playing.declare(seat, filled)
            playing.close()
            check(playing.state, pack)
        assert playing.state.result is not None


def test_nothing_that_is_hidden_is_shown() -> None:
    """A sheet, a question or the public view changes when everything that a seat cannot know is dealt anew."""
    changes = 0
    for number, settings in enumerate(SETTINGS):
        playing = Playing(GAME, HardWarOptions.model_validate(settings), seed_of(f"hidden {number}"))
        for phase in playing.gates():
            for player in PLAYERS:
                changes += _same_for(playing.state, player, phase)
            for seat in phase.asked:
                filled = at_random(playing, seat)
                assert filled is not None
                playing.declare(seat, filled)
            playing.close()
    assert changes > 200


def _same_for(state: HardWarState, player: int, phase: Phase) -> int:
    """Check one player's view of a twin world. Return 1 if the worlds differ."""
    seat = SEAT_IDS[player]
    twin = GAME.rehide(state, seat, Dice(b"another world of it", state.turn, player))
    assert every_card(twin) == every_card(state)
    assert twin.sides[player] == state.sides[player]
    assert GAME.phase(twin) == phase
    assert GAME.sheet(twin, seat) == GAME.sheet(state, seat)
    assert GAME.sheet(twin, None) == GAME.sheet(state, None)
    if seat in phase.asked:
        assert GAME.form(twin, seat) == GAME.form(state, seat)
    return twin != state


def test_everything_hidden_moves() -> None:
    """Hands, decks or hidden attacks are not dealt anew, so the proof misses their leaks. Or a known card is
    dealt anew.
    """
    hidden = {"Inae": {"rows": (row("ground-20!"), row("artillery-10", "artillery-40", "artillery-20!"))}}
    base = position(hand=["ground-10"], other_hand=["artillery-10", "artillery-30", "media"], cities=hidden)
    worlds = [rehide.rehide(base, AMBER, DICE.stream("world", number)) for number in range(30)]
    inae = next(place for place, city in enumerate(base.cities) if city.name == "Inae")
    assert len({world.sides[TEAL].hand for world in worlds}) > 3
    assert len({world.decks for world in worlds}) > 20
    rows = {world.cities[inae].rows for world in worlds}
    assert len(rows) > 3
    assert {each[TEAL][2] for each in rows} == {LaidAttack("artillery-20", up=True)}
    assert {each[AMBER] for each in rows} == {row("ground-20!")}
    assert {world.sides[AMBER] for world in worlds} == {base.sides[AMBER]}


def test_a_planted_leak_is_seen() -> None:
    """The comparison cannot fail, even if a hidden toll is on a sheet."""
    hidden = {"Inae": {"rows": ((), row("artillery-10", "artillery-40"))}}
    base = position(hand=["ground-10"], cities=hidden)
    shown = {
        GAME.sheet(_all_up(rehide.rehide(base, AMBER, DICE.stream("leak", number))), SEAT_IDS[AMBER])
        for number in range(12)
    }
    assert len(shown) > 1


def _all_up(state: HardWarState) -> HardWarState:
    """Show every attack, as a sheet with a leak does."""

    def up(city: City) -> City:
        return replace(
            city,
            rows=(
                tuple(LaidAttack(laid.card, up=True) for laid in city.rows[0]),
                tuple(LaidAttack(laid.card, up=True) for laid in city.rows[1]),
            ),
        )

    return replace(state, cities=tuple(up(city) for city in state.cities))


@pytest.mark.parametrize("visible", [True, False])
def test_a_new_deal_moves_every_back_that_is_not_seen(visible: bool) -> None:
    """If this fails, the proof of secrecy keeps the kinds of the cards in the decks, and is blind to their leaks."""
    base = position(hand=["ground-10"], settings={"backs_visible": visible})
    base = replace(base, discard=(Discarded("media", TEAL), Discarded("ground-10", TEAL)))
    worlds = [rehide.rehide(base, AMBER, DICE.stream("backs", number)) for number in range(40)]
    backs = [[tuple(map(cards.back, pile)) for pile in world.decks] for world in worlds]
    for deck in (0, 1):
        own = tuple(map(cards.back, base.decks[deck]))
        kinds = [{world[deck][place] for world in backs} for place in range(len(own))]
        assert kinds[0] == {own[0]} if visible else len(kinds[0]) == 3
        assert [place for place, seen in enumerate(kinds) if place and len(seen) < 2] == []
    hands = {tuple(map(cards.back, world.sides[TEAL].hand)) for world in worlds}
    discards = {tuple(cards.back(out.card) for out in world.discard) for world in worlds}
    assert (len(hands) == 1, len(discards) == 1) == (visible, visible)


def test_5_1_5_discards_lie_face_down_for_the_opponent_and_the_public() -> None:
    """If this fails, an opponent reads which cards were discarded, however many they are."""
    thrown = tuple(Discarded(card, TEAL) for card in ("ground-40", "artillery-30", "media"))
    state = replace(position(hand=["ground-10"]), discard=(*thrown, Discarded("us_bombing")))
    for reader, known in ((SEAT_IDS[AMBER], 1), (None, 1), (SEAT_IDS[TEAL], 4)):
        (rows,) = (
            each
            for each in GAME.sheet(state, reader).elements
            if isinstance(each, Rows) and each.title == "Out of play"
        )
        told = {row[0]: row[1] for row in rows.rows}
        assert told.pop("face down", "0") == str(4 - known)
        assert (len(told), "US Bombing" in told) == (known, True)
