"""The beliefs of a seat are exact in games that can be enumerated, and use nothing that the seat was not shown."""

from __future__ import annotations

import json
from dataclasses import replace

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
    is_known,
)
from warcouncil.games.kit.play.fingerprints import fingerprint
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Facts, Sheet
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import load
from tests.profile import games
from tests.toys.nim import NORTH, SOUTH, Nim, NimState


class DarkNim(Nim):
    """Nim with a first heap of one to three stones that only North sees."""

    def sheet(self, state: NimState, seat: SeatId | None) -> Sheet:
        """Show all heaps to North, and all but the first to others."""
        shown = state.heaps if seat == NORTH else (0, *state.heaps[1:])
        return super().sheet(replace(state, heaps=shown), seat)

    def form(self, state: NimState, seat: SeatId) -> Form:
        """Offer South only the heaps that it sees."""
        shown = state.heaps if seat == NORTH else (0, *state.heaps[1:])
        return super().form(replace(state, heaps=shown), seat)

    def rehide(self, state: NimState, seat: SeatId, dice: Dice) -> NimState:
        """Deal the first heap anew for South."""
        return state if seat == NORTH else replace(state, heaps=(1 + dice.below(3), *state.heaps[1:]))


class _Telling(Bot):
    """A bot that takes as many stones of the second heap as the first one holds."""

    name = "telling"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        heaps = [int(fact.value) for part in sheet.elements if isinstance(part, Facts) for fact in part.facts]
        return {"heap": "1", "stones_1": min(heaps[0], heaps[1])}


DARK = DarkNim()


def _seats(game: AnyGame) -> dict[SeatId, Seat]:
    return {seat.id: seat for seat in game.seats(game.options_type())}


# --- exact values -------------------------------------------------------------------------------------------------


def _told(*taken: int) -> Past:
    """Return the past of South: North takes this many stones of the second heap, turn by turn, and South one of the third."""
    first = state = NimState((2, 6, 6), NORTH, False, 30)
    since: list[Shown] = []
    for gate in range(1, 2 * len(taken)):
        heap, stones = (1, taken[gate // 2]) if gate % 2 else (2, 1)
        answer: Answer = {"heap": str(heap), f"stones_{heap}": stones}
        said = {state.mover: DARK.read(state, state.mover, answer)}
        own = json.dumps(answer) if state.mover == SOUTH else ""
        after = DARK.resolve(state, said, Dice(b"no chance here.."))
        since.append(Shown(gate, own, fingerprint(DARK, after.state, _seats(DARK)[SOUTH], after.events)))
        state = after.state
    return Past(first, 1, tuple(since))


def _enumerated(*taken: int) -> dict[int, float]:
    """Return the exact chance that the first heap holds one, two or three stones, after North's turns.

    A slip takes a heap of three by chance, and then any number of its stones. A player is of one kind throughout.
    """
    chances = dict.fromkeys((1, 2, 3), 0.0)
    for heap in chances:
        for of in POPULATION:
            likely, left = 1.0, 6
            for stones in taken:
                likely *= (1 - 1 / of) * (stones == min(heap, left)) + 1 / of / 3 / left
                left -= stones
            chances[heap] += likely
    total = sum(chances.values())
    return {heap: likely / total for heap, likely in chances.items()}


@pytest.mark.parametrize("taken", [(2,), (2, 2), (2, 3)])
def test_a_belief_is_what_can_be_enumerated(taken: tuple[int, ...]) -> None:
    """A seat is judged by worlds that no player causes, such as those of a uniform deal."""
    many = games(400, 4000)
    found = believed(DARK, _seats(DARK), _Telling, SOUTH, _told(*taken), seed="1", worlds=many)
    exact = _enumerated(*taken)
    assert max(exact.values()) > 1 / 3 + 0.1
    for heap, chance in exact.items():
        seen = sum(world.heaps[0] == heap for world in found.worlds) / len(found.worlds)
        assert abs(seen - chance) < 4 * (chance * (1 - chance) / found.effective) ** 0.5 + 1e-9


def test_a_belief_is_what_rejection_finds_in_kartenspiel() -> None:
    """A commander is judged by a uniform deal, although what was shown makes some deals far likelier."""
    game, bot = registry.load("kartenspiel"), registry.bot_for("kartenspiel")
    seats = _seats(game)
    seat = seats[SeatId("red.corps.3")]
    state = game.setup(game.options_type(), Dice(seed_of("1"), "setup")).state
    phase = game.phase(state)
    assert isinstance(phase, Phase)
    after = Player(game, seats, bot).resolved(state, phase, 1, seed_of("2"), {})
    shown = fingerprint(game, after.state, seat, after.events, bot.shortcut)
    held = {}
    found = believed(
        game, seats, bot, seat.id, Past(state, 1, (Shown(1, "", shown),)), seed="1", worlds=games(200, 2000)
    )
    held["belief"] = [world.corps[6].size for world in found.worlds]
    held["rejection"] = []
    playing = beliefs._Population(game, seats, bot)  # the same players, without the filter
    for number in range(games(1500, 20_000)):
        seed = seed_of(f"rejection {number}")
        playing.kinds = [Dice(seed, "kind", each).pick(POPULATION) for each in seats]
        tried = playing.resolved(state, phase, 1, seed, {})
        if fingerprint(game, tried.state, seat, tried.events, bot.shortcut) == shown:
            held["rejection"].append(tried.state.corps[6].size)
    held["dealt"] = [
        game.rehide(after.state, seat.id, Dice(seed_of(str(at)))).corps[6].size for at in range(300)
    ]
    assert len(held["rejection"]) > 100
    for most in (2, 3, 4, 6, 8):
        one, other = (
            sum(size <= most for size in held[how]) / len(held[how]) for how in ("belief", "rejection")
        )
        spread = (0.25 / len(held["belief"]) + 0.25 / len(held["rejection"])) ** 0.5
        assert abs(one - other) < 3.5 * spread
    usual = {how: sum(size == 3 for size in sizes) / len(sizes) for how, sizes in held.items()}
    assert usual["dealt"] < usual["rejection"] - 0.2


# --- nothing but what was shown -----------------------------------------------------------------------------------


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("name", ["sealed_bid", *registry.names()])
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_belief(name: str) -> None:
    """A belief contains what the seat was never shown, and a decision is judged by it."""
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
            since = (
                *since,
                Shown(gate, own, fingerprint(game, after.state, seat, after.events, bot.shortcut)),
            )
            state = after.state
    assert compared


def test_a_belief_is_the_same_with_and_without_the_gates_before() -> None:
    """The figures of two workers differ, because one continued from its memory."""
    past = _told(2, 2)
    beliefs._kept.clear()
    whole = _believed(past)
    beliefs._kept.clear()
    for many in range(len(past.since) + 1):
        gone = _believed(past._replace(since=past.since[:many]))
    assert gone == whole
    assert len(whole.worlds) == 50
    assert _believed(past, seed="2") != whole


def _believed(past: Past, *, seed: str = "1") -> Belief:
    return believed(DARK, _seats(DARK), _Telling, SOUTH, past, seed=seed, worlds=50)


def test_what_no_world_agrees_with_leaves_no_belief() -> None:
    """A seat is judged by worlds that contradict what it saw."""
    past = _told(2)
    (step,) = past.since
    wrong = past._replace(since=(step._replace(after="something that was never shown"),))
    assert _believed(wrong) == Belief((), 0.0)


def test_worlds_of_one_family_are_not_counted_twice() -> None:
    """A hundred copies of one world count as a hundred worlds."""
    families = [[1] * 100, [*range(100)], [1] * 50 + [2] * 50]
    counted = [beliefs._effective([beliefs._Particle(None, eve) for eve in family]) for family in families]
    assert counted == [1.0, 100.0, 2.0]
    assert EFFECTIVE_MIN > 2
