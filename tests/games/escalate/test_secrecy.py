"""The knowledge of a seat. None of it depends on a secret."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.cards import VALUES
from warcouncil.games.escalate.offers import turning_sets
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.escalate.state import EscalateState, held, incidents, role
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, at_random, seed_of
from warcouncil.protocol.table.sheets import Cards, Prose, Rows
from warcouncil.protocol.words import SeatId

from tests.games.escalate.build import DICE, EAST, NORTH, SOUTH, WEST, all_cards, declare, launch, play, table

TABLES: dict[str, dict[str, object]] = {
    "two seats": {},
    "four seats": {"players": 4},
    "out of turn": {"players": 3, "any_time": True, "retaliation": "chosen"},
    "mad": {"players": 4, "mad": True, "passes": True, "launches": "instantly"},
    "by the letter": {"players": 4, "must_turn": True, "mixing": True},
}


def moments(name: str, seed: int) -> list[EscalateState]:
    """Return the states of a random game at each of its gates, with orders of reshuffles still to come."""
    deck = sorted(all_cards(GAME.setup(EscalateOptions.model_validate(TABLES[name]), DICE).state))
    options = EscalateOptions.model_validate(TABLES[name] | {"deal": {"reshuffle": [deck, deck[::-1]]}})
    playing = Playing(GAME, options, seed_of(f"{name} {seed}"))
    states = []
    for phase in playing.gates():
        states.append(playing.state)
        for seat in phase.asked:
            answer = at_random(playing, seat)
            assert answer is not None
            playing.declare(seat, answer)
        playing.close()
    return [*states, playing.state]


@pytest.mark.night(keep=3)
@pytest.mark.parametrize("name", TABLES)
def test_nothing_that_a_seat_sees_depends_on_what_it_cannot_know(name: str) -> None:
    """When everything hidden is dealt again, the sheet, the public sheet, the phase or the question changes."""
    changed: set[SeatId] = set()
    seats: set[SeatId] = set()
    for number, state in enumerate(moments(name, 1) + moments(name, 2)):
        public = GAME.sheet(state, None)
        for seat in state.seats:
            other = GAME.rehide(state, seat, Dice(seed_of("rehide"), number))
            seats.add(seat)
            if other.hands != state.hands and other.draw != state.draw and other.orders != state.orders:
                changed.add(seat)
            assert GAME.sheet(other, seat) == GAME.sheet(state, seat)
            assert GAME.sheet(other, None) == public
            assert GAME.phase(other) == GAME.phase(state)
            assert all_cards(other) == all_cards(state)
            assert other.hands[seat] == state.hands[seat]
            phase = GAME.phase(state)
            if isinstance(phase, Phase) and seat in phase.asked:
                assert GAME.form(other, seat) == GAME.form(state, seat)
    assert changed == seats


@pytest.mark.parametrize("name", TABLES)
def test_public_conclusions_stay_true_after_rehide(name: str) -> None:
    """A seat that deferred may still hold an Incident, or one that passed may not.

    A seat that did not strike back may hold a Nuke, or one that had to turn may hold agents.
    """
    seen = 0
    for number, state in enumerate(moments(name, 3)):
        for reader in state.seats:
            for world in (state, GAME.rehide(state, reader, Dice(seed_of("worlds"), number))):
                assert [seat for seat in world.bare if incidents(world, seat)] == []
                assert [seat for seat in world.armed if not incidents(world, seat)] == []
                assert [seat for seat in world.disarmed if held(world, seat, "nuke")] == []
                assert [
                    seat for seat, top in world.unable if turning_sets(replace(world, top=top), seat)
                ] == []
                seen += len(world.bare) + len(world.armed) + len(world.disarmed) + len(world.unable)
    assert seen


@pytest.mark.parametrize(
    ("hand", "bond"),
    [
        ("KS 2S 3S 4S 6S", {"armed": (SOUTH,)}),
        ("AS 2S 3S 4S 6S", {"bare": (SOUTH,)}),
        ("KS 2S 3S 4S 6S", {"disarmed": (SOUTH,)}),
        ("KS QS 2S 3S 6S", {"unable": ((SOUTH, "K"),)}),
        ("KS QS AS joker1 6S", {"unable": ((SOUTH, "J"),), "armed": (SOUTH,)}),
        ("AS AH 2S 2H 6S", {"bare": (SOUTH,), "disarmed": (SOUTH,), "unable": ((SOUTH, "K"),)}),
    ],
    ids=str,
)
def test_a_hand_of_which_something_was_seen_is_dealt_anew_all_the_same(
    hand: str, bond: dict[str, object]
) -> None:
    """The proof of secrecy says nothing about a seat that passed, deferred or dropped out, because its hand
    never changes.
    """
    state = replace(table({NORTH: "2D 3D 4D 6D 7D", SOUTH: hand}), **bond)  # type: ignore[arg-type]  # from a table
    worlds = [GAME.rehide(state, NORTH, Dice(seed_of("bonds"), number)) for number in range(20)]
    assert len({world.hands[SOUTH] for world in worlds}) >= 18
    assert {len(world.hands[SOUTH]) for world in worlds} == {5}
    assert [world for world in worlds if world.bare and incidents(world, SOUTH)] == []
    assert [world for world in worlds if world.armed and not incidents(world, SOUTH)] == []
    assert [world for world in worlds if world.disarmed and held(world, SOUTH, "nuke")] == []
    for _, top in state.unable:
        assert [world for world in worlds if turning_sets(replace(world, top=top), SOUTH)] == []
    seen = {role(world, card) for world in worlds for card in world.hands[SOUTH]}
    assert ("nuke" in seen, not seen.isdisjoint(VALUES)) == (not state.disarmed, not state.bare)


def test_hands_that_cannot_be_dealt_otherwise_stay_and_the_draw_pile_is_dealt_anew() -> None:
    """If no other hands are possible, dealing anew raises an error, or leaves the draw pile in its order
    too.
    """
    state = table({NORTH: "2D 3D 4D 6D 7D", SOUTH: "joker1 joker2"})
    state = replace(
        state, disarmed=(SOUTH,), draw=("joker1", "joker2"), hands={**state.hands, SOUTH: ("joker1",) * 5}
    )
    worlds = [GAME.rehide(state, NORTH, Dice(seed_of("tight"), number)) for number in range(20)]
    assert {world.hands[SOUTH] for world in worlds} == {state.hands[SOUTH]}
    assert {world.draw for world in worlds} == {("joker1", "joker2"), ("joker2", "joker1")}


def test_the_truth_holds_the_draw_pile_in_its_order_and_every_hand() -> None:
    """A reader of the finished game cannot see what each seat was about to draw."""
    state = replace(table({NORTH: "KS 2S", SOUTH: "joker1 8D"}), draw=("10S", "AH", "joker2"))
    truth = GAME.truth(state)
    assert truth.elements[-1] == Prose(title="The draw pile, from the top", text="10♠, A♥, Joker")
    hands = [
        element.title for element in truth.elements if isinstance(element, Cards) and element.shape == "hand"
    ]
    assert hands == ["South's hand", "North's hand"]
    assert GAME.truth(replace(state, draw=())).elements[-1] == Prose(
        title="The draw pile, from the top", text="empty"
    )


def test_a_hand_is_on_its_owners_sheet_alone() -> None:
    """Another seat or the projector can read a hand."""
    state = table({NORTH: "KS 2S", SOUTH: "joker1 8D"})

    def hands(seat: SeatId | None) -> list[list[str | None]]:
        elements = GAME.sheet(state, seat).elements
        return [
            [card.face for card in element.cards]
            for element in elements
            if isinstance(element, Cards) and element.shape == "hand"
        ]

    assert hands(NORTH) == [["K♠", "2♠"]]
    assert hands(SOUTH) == [["8♦", "Joker"]]
    assert hands(None) == []
    assert "Joker" not in GAME.sheet(state, NORTH).model_dump_json()


def test_draw_pile_shows_its_number_and_no_card() -> None:
    """A seat sees the next card."""
    state = table({NORTH: "", SOUTH: ""})
    pile = next(
        element
        for element in GAME.sheet(state, NORTH).elements
        if isinstance(element, Cards) and element.title == "Draw pile"
    )
    assert (pile.count, [card.face for card in pile.cards]) == (44, [None])


def standings(state: EscalateState, reader: SeatId | None) -> dict[str, str]:
    """Return the texts that a sheet writes beside each seat."""
    rows = next(element for element in GAME.sheet(state, reader).elements if isinstance(element, Rows))
    return {name: standing for name, _, _, standing in rows.rows}


def test_a_sheet_remembers_what_the_calls_showed() -> None:
    """The client does not remind a player of what everyone saw: which seats hold no Incident and which hold one."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "KD"}, turn=EAST)
    state, _ = play(state, "defer", "pass")
    assert standings(state, NORTH) == {
        "East": "leads, deferred, has no Incident",
        "South": "passed, has an Incident",
        "You": "dealer",
    }


def test_a_sheet_forgets_when_a_seat_draws_again() -> None:
    """The sheet still shows what a hand does not have, although the seat has drawn a card since then."""
    state = table({NORTH: "2S", SOUTH: "2D"}, turn=SOUTH)
    state = replace(state, disarmed=(NORTH, SOUTH), unable=((NORTH, "K"), (SOUTH, "Q")))
    state, _ = play(state, "defer", "defer")
    assert (state.bare, state.disarmed, len(state.unable)) == ((SOUTH, NORTH), (NORTH, SOUTH), 2)
    state, _ = declare(state)
    assert (state.bare, state.disarmed, state.unable) == ((), (), ())


def test_a_launch_without_an_answer_shows_which_seats_hold_no_nuke() -> None:
    """The sheet does not show what silence reveals to all if holders strike back automatically. Or it forgets
    what was seen of the survivors before.
    """
    hands = {NORTH: "2S", EAST: "joker1 KH", SOUTH: "2D", WEST: "2C"}
    before = replace(table(hands, turn=EAST), unable=((SOUTH, "K"), (WEST, "K")))
    state, _ = declare(before, east=launch(WEST))
    assert standings(state, NORTH)["South"] == "has no Nuke, cannot turn a Proxy Conflict"
    assert state.unable == ((SOUTH, "K"),)
    chosen, _ = declare(table(hands, turn=EAST, retaliation="chosen"), east=launch(WEST))
    chosen, _ = declare(chosen)
    assert standings(chosen, NORTH)["South"] == ""


def test_where_a_turn_is_compulsory_a_drop_shows_what_a_seat_lacks() -> None:
    """All saw that the seat had no agents, but the sheet does not show it until the seat draws."""
    hands = {NORTH: "2S", EAST: "8H 2H", SOUTH: "2D", WEST: "KC"}
    state, _ = play(table(hands, laid="QD", turn=EAST, must_turn=True), "drop")
    assert standings(state, NORTH)["East"] == "dropped out, cannot turn a Spy War"
    assert "cannot turn" not in standings(state, NORTH)["South"]
    again, _ = play(replace(table(hands, laid="QD", turn=EAST, must_turn=True), unable=state.unable), "drop")
    assert again.unable == state.unable
    state, _ = play(state, "drop", "escalate:KC", "drop", "turn:8H", "drop", "drop")
    assert (state.step, state.unable) == ("opening", ())
    state, _ = play(table(hands, laid="QD", turn=EAST), "drop")
    assert standings(state, NORTH)["East"] == "dropped out"


def test_the_question_and_its_time_are_the_same_for_full_and_empty_hands() -> None:
    """An observer of the phase sees whether the asked seat can answer."""
    able = table({NORTH: "", SOUTH: "8D 9D"}, laid="KD")
    hands = {**able.hands, SOUTH: ("2D", "5D")}
    unable = replace(able, hands=hands, draw=tuple(card for card in able.draw if card not in hands[SOUTH]))
    assert GAME.phase(able) == GAME.phase(unable)
    assert GAME.sheet(able, NORTH) == GAME.sheet(replace(unable, draw=able.draw), NORTH)


def test_dealing_anew_reaches_every_kind_of_hidden_card() -> None:
    """The proof deals no Incident or Nuke anew, so it proves nothing about them."""
    state = table({NORTH: "2S 3S 4S", SOUTH: "KD joker1 AD"})
    hidden: set[str] = set()
    for number in range(60):
        other = GAME.rehide(state, NORTH, Dice(seed_of("kinds"), number))
        hidden |= {role(other, card) for card in other.hands[SOUTH]}
    assert hidden >= {*VALUES, "un", "nuke", "soldier", "spy", "diplomat"}
