"""The sentences of the template: a copy of it begins with words that are right for each reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import ValidationError
from warcouncil.games.kit.course import Bearings, Figure
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import shown, told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.games.kit.template import GAME
from warcouncil.games.kit.template.events import CardTurnedUp, PrizeWon
from warcouncil.games.kit.template.options import TemplateOptions
from warcouncil.games.kit.template.phases import PlayCard
from warcouncil.games.kit.template.state import SEATS, TemplateState, hand_of
from warcouncil.protocol.table.forms import Choice, Form, Option
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.table.scenes import CardsChange, FactChange
from warcouncil.protocol.table.sheets import Card, Cards, Fact, Facts, Prose, Sheet

NORTH, EAST = SEATS[:2]


def test_a_prize_is_told_to_each_reader_in_their_own_words() -> None:
    """The winner is named as a stranger, or readers do not learn that a prize was lost."""
    won = PrizeWon(winner=NORTH.id, prizes=2)
    assert told(won, NORTH) == "You took the prize."
    assert told(won, EAST) == told(won, PUBLIC) == f"{NORTH.title} took the prize."
    lost = PrizeWon(winner="", prizes=0)
    assert told(lost, NORTH) == told(lost, PUBLIC) == "No card was alone the highest. The prize was lost."


def test_a_prize_is_counted_on_the_board_and_a_lost_one_changes_nothing() -> None:
    """The board shows a prize without a winner, or adds it to another name."""
    scene = shown(PrizeWon(winner=EAST.id, prizes=3), PUBLIC)
    assert scene is not None
    assert (scene.title, scene.changes) == (f"{EAST.title} wins", (FactChange(label=EAST.title, value="3"),))
    assert shown(PrizeWon(winner="", prizes=0), PUBLIC) is None


def test_a_card_is_told_to_its_player_as_their_own() -> None:
    """A player's own card is described as another's."""
    turned = CardTurnedUp(player=NORTH.id, card=7)
    assert told(turned, NORTH) == "You played the 7."
    assert told(turned, EAST) == told(turned, PUBLIC) == f"{NORTH.title} played the 7."
    scene = shown(turned, EAST)
    assert scene is not None
    seven = (Card(face="7"),)
    assert scene.changes == (
        CardsChange(title=f"Played by {NORTH.title}", add=seven),
        CardsChange(title=hand_of(NORTH.id), take=seven),
    )


# --- a game of it, from the deal to the end ---------------------------------------------------------------------------

DICE = Dice(seed_of("template"))


def dealt(**settings: object) -> TemplateState:
    """Return the opening of a game under these options."""
    return GAME.setup(TemplateOptions.model_validate(settings), DICE).state


def small(*, played: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())) -> TemplateState:
    """Return a game of two with two cards each, some of them open already, and three in the stock."""
    state = replace(dealt(hand=2), hands={NORTH.id: (3, 9), EAST.id: (5, 7)}, stock=(30, 10, 20))
    return replace(state, played={NORTH.id: played[0], EAST.id: played[1]})


def test_the_deck_of_forty_is_dealt_in_order_and_the_rest_is_the_stock() -> None:
    """A card is in two hands, or in none, or a hand is not sorted."""
    state = dealt(players=4, hand=9)
    assert {seat: len(hand) for seat, hand in state.hands.items()} == {seat.id: 9 for seat in SEATS}
    assert all(hand == tuple(sorted(hand)) for hand in state.hands.values())
    cards = [card for hand in state.hands.values() for card in hand]
    assert sorted([*cards, *state.stock]) == list(range(1, 41))
    assert (state.turn, dict(state.played), {*state.prizes.values()}) == (
        1,
        dict.fromkeys(state.hands, ()),
        {0},
    )
    assert state.clock_seconds == 60


@pytest.mark.parametrize(
    ("settings", "fits"),
    [
        ({"players": 2}, True),
        ({"players": 4}, True),
        ({"players": 1}, False),
        ({"players": 5}, False),
        ({"hand": 1}, True),
        ({"hand": 9}, True),
        ({"hand": 0}, False),
        ({"hand": 10}, False),
        ({"clock_seconds": 0.5}, True),
        ({"clock_seconds": 0}, False),
    ],
    ids=str,
)
def test_options_have_their_limits(settings: dict[str, float], fits: bool) -> None:
    """A copy of the template deals more cards than there are, or asks for a card in no time."""
    if fits:
        assert dealt(**settings)
        return
    with pytest.raises(ValidationError):
        TemplateOptions.model_validate(settings)


def test_a_seat_is_asked_for_a_card_of_its_hand() -> None:
    """A player is offered a card that is not in their hand, or does not read the question."""
    phase = GAME.phase(small())
    assert isinstance(phase, Phase)
    assert (phase.title, phase.rule, phase.clock_seconds) == ("Turn 1 · The cards", "2", 60)
    options = (Option(value="5", label="the 5"), Option(value="7", label="the 7"))
    assert GAME.form(small(), EAST.id) == Form(
        question="Which card do you play?",
        rule="2.1",
        fields=(Choice(name="card", label="card", options=options),),
        suggested={"card": "5"},
    )


def test_a_turn_is_told_card_by_card_and_then_its_prize() -> None:
    """A player reads the winner before the cards, or under another turn's heading."""
    state = small(played=((1,), (2,)))
    said = GAME.resolve(state, {NORTH.id: PlayCard(9), EAST.id: None}, DICE)
    assert said.events == (
        CardTurnedUp(NORTH.id, 9),
        CardTurnedUp(EAST.id, 5),
        PrizeWon(NORTH.id, 1),
    )
    assert said.heading == "turn 2"
    assert dict(said.state.played) == {NORTH.id: (1, 9), EAST.id: (2, 5)}
    assert dict(said.state.prizes) == {NORTH.id: 1, EAST.id: 0}
    again = GAME.resolve(replace(said.state, hands=state.hands), {NORTH.id: PlayCard(9), EAST.id: None}, DICE)
    assert again.events[-1] == PrizeWon(NORTH.id, 2)
    drawn = replace(state, hands={NORTH.id: (9,), EAST.id: (9,)})
    lost = GAME.resolve(drawn, {NORTH.id: PlayCard(9), EAST.id: PlayCard(9)}, DICE)
    assert lost.events[-1] == PrizeWon("", 0)


def test_the_sheets_show_what_lies_open_and_a_hand_to_its_owner() -> None:
    """A player sees another's hand, or not the played cards."""
    state = replace(small(played=((1, 4), ())), prizes={NORTH.id: 2, EAST.id: 0})
    prizes = Facts(title="Prizes", facts=(Fact(label="North", value="2"), Fact(label="East", value="0")))
    row = Cards(title="Played by North", shape="row", cards=(Card(face="1"), Card(face="4")))
    hand = Cards(
        title="Your hand",
        shape="hand",
        cards=(Card(face="5", secret=True), Card(face="7", secret=True)),
        key=hand_of(EAST.id),
    )
    assert GAME.sheet(state, EAST.id) == Sheet(headline="Turn 3", elements=(hand, prizes, row))
    assert GAME.sheet(state, None) == Sheet(headline="Turn 3", elements=(prizes, row))
    truth = GAME.truth(state)
    assert truth.headline == "Turn 3"
    assert truth.elements[-1] == Prose(title="The stock, from the top", text="30, 10, 20")
    assert [part.title for part in truth.elements] == [
        "North's hand",
        "East's hand",
        "Prizes",
        "Played by North",
        "The stock, from the top",
    ]
    empty = GAME.truth(replace(state, stock=(), hands={NORTH.id: (), EAST.id: ()}))
    assert (empty.headline, empty.elements[-1]) == (
        "All cards are played",
        Prose(title="The stock, from the top", text="empty"),
    )


@pytest.mark.parametrize(
    ("prizes", "winners", "reason", "ahead"),
    [
        ((2, 1), ("north",), "North took most prizes", {"north": 1, "east": -1}),
        ((1, 3), ("east",), "East took most prizes", {"north": -2, "east": 2}),
        ((1, 1), (), "North and East took most prizes", {"north": 0, "east": 0}),
    ],
)
def test_the_end_names_the_player_with_the_most_prizes(
    prizes: tuple[int, int], winners: tuple[str, ...], reason: str, ahead: dict[str, int]
) -> None:
    """The verdict names another player, or the debrief shows other numbers than the game."""
    won = dict(zip((NORTH.id, EAST.id), prizes, strict=True))
    state = replace(small(played=((1, 2), (3, 4))), prizes=won)
    assert GAME.finish(state) is None
    end = GAME.finish(replace(state, hands={NORTH.id: (), EAST.id: ()}))
    assert isinstance(end, Finish)
    assert (end.winners, end.reason) == (winners, reason)
    assert (end.standings.turns, end.standings.tallies[0].label) == (2, "prizes")
    assert GAME.course(state) == Bearings(
        (Figure("prizes", {str(seat): n for seat, n in won.items()}),), ahead, "prizes more than the next"
    )


def test_a_new_player_is_told_their_role_and_their_goal() -> None:
    """A copy of the template begins with an empty briefing."""
    options = TemplateOptions(players=3, hand=4)
    assert GAME.briefing(options, EAST.id) == Briefing(
        role="You sit East of 3. Each plays alone.",
        wins="Take more prizes than any other player.",
        sees="You see your own hand and all that was played. You do not see the others' hands.",
        decides="In each of 4 turns you play one card. The highest card takes the prize if it is alone.",
    )
    assert GAME.facts(options) == {
        "cards": RuleTable(head=("cards", "how many", "in a hand"), rows=(("1 to 40", "one of each", "4"),))
    }
    assert [(seat.id, seat.team, seat.title, seat.duty) for seat in GAME.seats(options)] == [
        (name, name, name.title(), "Take as many prizes as you can.") for name in ("north", "east", "south")
    ]


def test_the_others_hands_and_the_stock_are_dealt_anew_and_nothing_else() -> None:
    """The proof of secrecy compares a world with itself."""
    state = small(played=((1,), (2,)))
    worlds = [GAME.rehide(state, NORTH.id, Dice(seed_of("worlds"), n)) for n in range(20)]
    for world in worlds:
        assert sorted([*world.hands[EAST.id], *world.stock]) == [5, 7, 10, 20, 30]
        assert (len(world.hands[EAST.id]), world.hands[NORTH.id]) == (2, (3, 9))
        assert world.hands[EAST.id] == tuple(sorted(world.hands[EAST.id]))
    assert len({world.hands[EAST.id] for world in worlds}) > 5
    assert len({world.stock for world in worlds}) > 5
