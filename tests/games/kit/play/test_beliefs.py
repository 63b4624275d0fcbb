"""What a seat can believe: exact where it can be enumerated, and nothing that the seat was not shown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from warcouncil.games import registry
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Phase
from warcouncil.games.kit.play import beliefs, codec
from warcouncil.games.kit.play.beliefs import (
    EFFECTIVE_MIN,
    POPULATION,
    Belief,
    Past,
    Shown,
    believed,
    fingerprint,
    is_known,
)
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import load
from tests.profile import games
from tests.toys.bid_events import SEATS
from tests.toys.sealed_bid import CARDS
from tests.toys.sealed_bid import GAME as BID

ME = SEATS[0].id


class _Highest(Bot):
    """A bot that takes the last of every choice: it bids its highest card."""

    name = "highest"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        return {field.name: field.options[-1].value for field in form.fields if isinstance(field, Choice)}


def _seats(game: AnyGame) -> dict[SeatId, Seat]:
    return {seat.id: seat for seat in game.seats(game.options_type())}


# --- exact values -------------------------------------------------------------------------------------------------


def _bid(number: int) -> tuple[Any, Past, Mapping[SeatId, int]]:
    """Return a game of two cards each after the first bids, the past of a seat, and the bids."""
    seed = seed_of(f"belief {number}")
    state = BID.setup(BID.options_type(hand=2), Dice(seed, "setup")).state
    phase = BID.phase(state)
    assert isinstance(phase, Phase)
    bids = {seat: max(cards) for seat, cards in state.hands.items()}
    read = {seat: BID.read(state, seat, {"card": str(card)}) for seat, card in bids.items()}
    after = BID.resolve(state, read, Dice(seed, "gate", 1))
    shown = fingerprint(BID, after.state, _seats(BID)[ME], after.events)
    own = '{"card": "' + str(bids[ME]) + '"}'
    return after.state, Past(state, 1, (Shown(1, own, shown),)), bids


def _enumerated(state: Any, bids: Mapping[SeatId, int]) -> dict[tuple[int, ...], float]:
    """Return the exact chance of each set of cards that the three others may still hold.

    A deal is as likely as it has ways. A player bids the higher of two cards, or either by a slip.
    """
    others = [seat for seat in bids if seat != ME]
    unseen = Counter(CARDS) - Counter([*state.hands[ME], *bids.values()])
    chances: dict[tuple[int, ...], float] = {}
    for cards in product(sorted(unseen), repeat=len(others)):
        left, ways = Counter(unseen), 1.0
        for card, seat in zip(cards, others, strict=True):
            ways *= left[card]
            left[card] -= 1
            ways *= _likelihood(bids[seat], card)
        if ways > 0:
            chances[cards] = ways
    total = sum(chances.values())
    return {cards: ways / total for cards, ways in chances.items()}


def _likelihood(bid: int, kept: int) -> float:
    """Return how likely a player of the population bids one card of two cards and keeps the other.

    A slip bids either of two values. Of a pair, one of two like cards is bid: each deal has two ways for that.
    """
    if bid == kept:
        return 0.5
    each = [errs / of * 0.5 + (1 - errs / of) * (bid > kept) for errs, of in POPULATION]
    return sum(each) / len(each)


def test_a_belief_is_what_can_be_enumerated() -> None:
    """A seat would be judged by worlds that nobody would bring about, such as those of a uniform deal."""
    far, further = 0.0, 0.0
    for number in range(games(2, 10)):
        state, past, bids = _bid(number)
        exact = _enumerated(state, bids)
        many = games(1500, 8000)
        found = believed(BID, _seats(BID), _Highest, ME, past, seed=str(number), worlds=many)
        assert len(found.worlds) == many
        others = [seat for seat in bids if seat != ME]
        for place, seat in enumerate(others):
            for low in range(1, 9):
                chance = sum(share for cards, share in exact.items() if cards[place] <= low)
                seen = sum(world.hands[seat][0] <= low for world in found.worlds) / many
                dealt = (
                    sum(
                        BID.rehide(state, ME, Dice(seed_of(str(at)))).hands[seat][0] <= low
                        for at in range(300)
                    )
                    / 300
                )
                far = max(far, abs(seen - chance))
                further = max(further, abs(dealt - chance))
    assert far < 4.5 * 0.5 / many**0.5
    assert further > 0.2


def test_a_belief_is_what_rejection_finds_in_kartenspiel() -> None:
    """A commander would be said to face two divisions in one case of three, where it is one of fifty."""
    game, bot = registry.load("kartenspiel"), registry.bot_for("kartenspiel")
    seats = _seats(game)
    seat = seats[SeatId("red.corps.3")]
    state = game.setup(game.options_type(), Dice(seed_of("1"), "setup")).state
    phase = game.phase(state)
    assert isinstance(phase, Phase)
    after = Player(game, seats, bot).resolved(state, phase, 1, seed_of("1"), {})
    shown = fingerprint(game, after.state, seat, after.events)
    held = {}
    found = believed(
        game, seats, bot, seat.id, Past(state, 1, (Shown(1, "", shown),)), seed="1", worlds=games(300, 2000)
    )
    held["belief"] = [world.corps[6].size for world in found.worlds]
    held["rejection"] = []
    playing = beliefs._Population(game, seats, bot)  # the same players, without the filter
    for number in range(games(2500, 20_000)):
        seed = seed_of(f"rejection {number}")
        playing.kinds = {each: Dice(seed, "kind", each).pick(POPULATION) for each in phase.asked}
        tried = playing.resolved(state, phase, 1, seed, {})
        if fingerprint(game, tried.state, seat, tried.events) == shown:
            held["rejection"].append(tried.state.corps[6].size)
    held["dealt"] = [
        game.rehide(after.state, seat.id, Dice(seed_of(str(at)))).corps[6].size for at in range(300)
    ]
    assert len(held["rejection"]) > 200
    for most in (2, 3, 4, 6, 8):
        one, other = (
            sum(size <= most for size in held[how]) / len(held[how]) for how in ("belief", "rejection")
        )
        spread = (0.25 / len(held["belief"]) + 0.25 / len(held["rejection"])) ** 0.5
        assert abs(one - other) < 3.5 * spread
    few = {how: sum(size <= 2 for size in sizes) / len(sizes) for how, sizes in held.items()}
    assert few["dealt"] > few["rejection"] + 0.1


# --- nothing but what was shown -----------------------------------------------------------------------------------


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("name", ["sealed_bid", *registry.names()])
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_belief(name: str) -> None:
    """A belief would hold what the seat was never shown, and a decision be judged by it."""
    game, bot = load(name), RandomBot if name == "sealed_bid" else registry.bot_for(name)
    seats = _seats(game)
    compared = 0
    for number in range(games(1, 5)):
        seed = seed_of(str(number))
        state = first = game.setup(game.options_type(), Dice(seed, "setup")).state
        player = Player(game, seats, bot)
        phase = game.phase(state)
        assert isinstance(phase, Phase)
        seat = seats[phase.asked[0]]
        other = game.rehide(first, seat.id, Dice(seed, "another world"))
        assert fingerprint(game, other, seat) == fingerprint(game, first, seat)
        assert is_known(game, other, seat.id) == is_known(game, first, seat.id)
        since: tuple[Shown, ...] = ()
        for gate in (1, 2):
            phase = game.phase(state)
            if not isinstance(phase, Phase):
                break
            found = []
            for start in (first, other):
                beliefs._kept.clear()
                told = believed(game, seats, bot, seat.id, Past(start, 1, since), seed="1", worlds=20)
                found.append([codec.dump_state(game, world) for world in told.worlds])
            assert found[0] == found[1]
            compared += len(found[0])
            asked = seat.id in phase.asked
            fixed = {seat.id: player.suggested(state, seat.id, gate, seed)} if asked else {}
            after = player.resolved(state, phase, gate, seed, fixed)
            own = json.dumps(fixed[seat.id]) if asked else ""
            since = (*since, Shown(gate, own, fingerprint(game, after.state, seat, after.events)))
            state = after.state
    assert compared


def test_a_belief_is_the_same_with_and_without_the_gates_before() -> None:
    """The figures of two workers would differ, since one went on from what it remembered."""
    _, past, _ = _bid(1)
    beliefs._kept.clear()
    first = believed(BID, _seats(BID), _Highest, ME, past, seed="1", worlds=50)
    assert believed(BID, _seats(BID), _Highest, ME, past, seed="1", worlds=50) == first
    assert believed(BID, _seats(BID), _Highest, ME, past, seed="2", worlds=50) != first


def test_what_no_world_agrees_with_leaves_no_belief() -> None:
    """A seat would be judged by worlds that contradict what it saw."""
    _, past, _ = _bid(1)
    (step,) = past.since
    wrong = past._replace(since=(step._replace(after="something that was never shown"),))
    assert believed(BID, _seats(BID), _Highest, ME, wrong, seed="1", worlds=50) == Belief((), 0.0)


def test_worlds_of_one_family_are_not_counted_twice() -> None:
    """A hundred copies of one world would pass for a hundred worlds."""
    families = [[1] * 100, [*range(100)], [1] * 50 + [2] * 50]
    counted = [beliefs._effective([beliefs._Particle(None, eve) for eve in family]) for family in families]
    assert counted == [1.0, 100.0, 2.0]
    assert EFFECTIVE_MIN > 2
