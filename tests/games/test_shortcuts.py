"""A shortcut declares what its bot declares, gate by gate, and reads only what the seat may know."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice, pairwise
from typing import Any

import pytest
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Options, Phase
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.fingerprints import position_shown
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import SLIP_OF, Player, slips_at
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.protocol.words import SeatId

from tests.games import found
from tests.games.found import seat_ids
from tests.profile import games

NAMES = [name for name in registry.names() if vars(registry.bot_for(name)).get("shortcut") is not None]
GATES = games(1500, 100_000)
"""How many gates are compared."""
GATES_OF_A_GAME = 80
every_shortcut = pytest.mark.parametrize("name", NAMES)


class Slow(Player):
    """Playouts by the rules, and by the bot from its sheet."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.shortcut = None


def shortcut_of(name: str) -> Shortcut:
    """Return the shortcut of a game's bot."""
    shortcut: Shortcut = vars(registry.bot_for(name))["shortcut"]
    return shortcut


def gates(
    game: AnyGame, number: int, *more: dict[str, Any], of_a_game: int = GATES_OF_A_GAME
) -> Iterator[tuple[int, Any, Phase, Options]]:
    """Yield the gates of many games, with `more` options and each single option in turn.

    Of ten answers, five are the bot's, four are random, and one is missing. `of_a_game`: where a game is left.
    """
    settings = ({}, *more, *found.alternatives(game.options_type))
    bot = registry.bot_for(game.name)
    done = table = 0
    while done < number:
        seed = seed_of(f"shortcut {table}")
        started = found.start(game, found.LIMITS.get(game.name, {}) | settings[table % len(settings)], seed)
        table += 1
        if started is None:
            continue
        state = started.state
        for gate in range(1, of_a_game):
            phase = game.phase(state)
            if not isinstance(phase, Phase) or done == number:
                break
            yield gate, state, phase, started.options
            done += 1
            declared = {}
            for seat in phase.asked:
                dice = Dice(seed, "test", seat, gate)
                kind, form = dice.below(10), game.form(state, seat)
                if kind == 0:
                    declared[seat] = game.default(state, seat)
                else:
                    answer = (
                        bot(seat, "", dice).answer(game.sheet(state, seat), form, dice)
                        if kind < 6
                        else fill(form, dice)
                    )
                    declared[seat] = game.read(state, seat, answer)
            state = game.resolve(state, declared, Dice(seed, "gate", gate)).state


def known_gates(game: AnyGame, shortcut: Shortcut, number: int) -> Iterator[tuple[int, Any, Phase, Options]]:
    """Yield the gates at which a shortcut can declare. They are more than half of all."""
    known = 0
    for each in gates(game, number):
        if shortcut.knows(each[1]):
            known += 1
            yield each
    assert known > number // 2


def test_a_game_has_a_shortcut() -> None:
    """If this fails, the tests below test nothing."""
    assert {"escalate", "hard_war", "kartenspiel", "kashmir_crisis"} <= {*NAMES}


@every_shortcut
def test_a_shortcut_declares_what_the_bot_declares(name: str) -> None:
    """If this fails, decisions are judged by another player than the one that plays."""
    game, shortcut, bot = registry.load(name), shortcut_of(name), registry.bot_for(name)
    for gate, state, phase, _ in known_gates(game, shortcut, GATES):
        for seat in phase.asked:
            dice = Dice(seed_of("suggested"), seat, gate)
            answer = bot(seat, "", dice).answer(game.sheet(state, seat), game.form(state, seat), dice)
            same = Dice(seed_of("suggested"), seat, gate)
            assert shortcut.suggested(state, seat, same) == game.read(state, seat, answer)


@every_shortcut
def test_a_shortcut_draws_what_a_random_answer_draws(name: str) -> None:
    """If this fails, the slips of playouts are other than those of the bots."""
    game, shortcut = registry.load(name), shortcut_of(name)
    for gate, state, phase, _ in known_gates(game, shortcut, GATES):
        for seat in phase.asked:
            answer = fill(game.form(state, seat), Dice(seed_of("drawn"), seat, gate))
            drawn = shortcut.drawn(state, seat, Dice(seed_of("drawn"), seat, gate))
            assert drawn == game.read(state, seat, answer)


@every_shortcut
def test_a_shortcut_declares_the_same_in_worlds_that_its_seat_cannot_tell_apart(name: str) -> None:
    """If this fails, a simulated player sees what a real one may not know."""
    game, shortcut = registry.load(name), shortcut_of(name)
    for gate, state, phase, options in gates(game, GATES // 3):
        for seat in seat_ids(game, options):
            twin = game.rehide(state, seat, Dice(seed_of("twin"), seat, gate))
            assert shortcut.glimpse(twin, seat) == shortcut.glimpse(state, seat)
            if seat in phase.asked and shortcut.knows(state):
                for declare in (shortcut.suggested, shortcut.drawn):
                    one, other = (
                        declare(world, seat, Dice(seed_of("twin"), "said", seat)) for world in (state, twin)
                    )
                    assert one == other


@every_shortcut
def test_equal_glimpses_show_the_same(name: str) -> None:
    """If this fails, a belief keeps worlds that would have shown the seat something else, or loses some that would not."""
    game, shortcut = registry.load(name), shortcut_of(name)
    shown: dict[tuple[SeatId, Hashable], str] = {}
    glimpsed: dict[tuple[SeatId, str, str], Hashable] = {}
    met = 0
    for gate, state, _, options in gates(game, GATES // 3):
        for seat in seat_ids(game, options):
            for world in (state, game.rehide(state, seat, Dice(seed_of("twin"), seat, gate))):
                key = seat, shortcut.glimpse(world, seat)
                met += key in shown
                assert shown.setdefault(key, now := position_shown(game, world, seat)) == now
                table = options.model_dump_json()
                assert glimpsed.setdefault((seat, table, now), key[1]) == key[1]
    assert met > GATES // 20, "hardly any glimpse was met twice, so nothing was compared"


@every_shortcut
def test_a_glimpse_is_the_same_after_a_position_was_written_and_read(name: str) -> None:
    """If this fails, no world agrees with what a seat was shown, so nothing is said about what it could know."""
    game, shortcut = registry.load(name), shortcut_of(name)
    for _, state, _, options in gates(game, GATES // 10):
        read = codec.load_state(game, codec.dump_state(game, state))
        for seat in seat_ids(game, options):
            assert repr(shortcut.glimpse(read, seat)) == repr(shortcut.glimpse(state, seat))


@every_shortcut
def test_a_glimpse_misses_nothing(name: str) -> None:
    """If this fails, a belief keeps worlds that differ in something that the seat was shown."""
    assert glimpses_differ(registry.load(name), GATES) > GATES // 20


def glimpses_differ(game: AnyGame, number: int, *more: dict[str, Any]) -> int:
    """Check that positions that show a seat different things have different glimpses. Return how many pairs were compared.

    One position is changed in one value at a time, to the value of a later one.
    """
    shortcut, differed = shortcut_of(game.name), 0
    found = islice(gates(game, number, *more), 0, None, 20)
    for (_, state, _, options), (_, later, _, others) in pairwise(found):
        if seat_ids(game, options) != seat_ids(game, others):
            continue
        for seat in seat_ids(game, options):
            shown, glimpse = position_shown(game, state, seat), shortcut.glimpse(state, seat)
            for changed, mixed in mixtures(state, later):
                try:
                    other = position_shown(game, mixed, seat)
                except (LookupError, AssertionError, ValueError, TypeError, AttributeError):
                    continue  # no game leads to such a position, so it need not be drawn
                if other != shown:
                    differed += 1
                    assert shortcut.glimpse(mixed, seat) != glimpse, changed
    return differed


def mixtures(one: Any, other: Any) -> Iterator[tuple[str, Any]]:
    """Yield a value of a data class with one value of another in it, at each place."""
    for field in fields(one):
        mine, theirs = (getattr(each, field.name) for each in (one, other))
        if mine == theirs:
            continue
        yield field.name, replace(one, **{field.name: theirs})
        parts = mine if isinstance(mine, tuple) and isinstance(theirs, tuple) else ()
        pairs = [*enumerate(zip(parts, theirs if parts else (), strict=False))]
        for place, (part, its) in pairs:
            if part != its and not is_dataclass(part):
                whole = (*mine[:place], its, *mine[place + 1 :])
                yield f"{field.name}.{place}", replace(one, **{field.name: whole})
                break  # one place is enough, and a deck has many
        for place, (part, its) in pairs:
            if is_dataclass(part) and type(part) is type(its):
                for changed, mixed in mixtures(part, its):
                    whole = (*mine[:place], mixed, *mine[place + 1 :])
                    yield f"{field.name}.{place}.{changed}", replace(one, **{field.name: whole})


@every_shortcut
def test_a_sight_is_the_glimpse_after_the_gate(name: str) -> None:
    """If this fails, a belief loses worlds that agree with what the seat was shown."""
    game, shortcut, bot = registry.load(name), shortcut_of(name), registry.bot_for(name)
    for gate, state, phase, options in gates(game, GATES // 3):
        seats = {seat.id: seat for seat in game.seats(options)}
        seed = seed_of(f"sight {gate}")
        slips = slips_at(seed, len(seats), SLIP_OF, gate)
        after = Player(game, seats, bot).step(state, phase, gate, seed, {})
        for seat in seats:
            sight = shortcut.sight_after(state, gate, slips, seed, seat, fixed={})
            assert sight is None or repr(sight) == repr(shortcut.glimpse(after, seat))


@every_shortcut
def test_a_bot_that_inherits_another_has_no_shortcut(name: str) -> None:
    """If this fails, a bot that answers otherwise is replaced by the one that it inherits from."""
    bot = registry.bot_for(name)
    other: type[Bot] = type("Other", (bot,), {})
    game = registry.load(name)
    seats = {seat.id: seat for seat in game.seats(game.options_type())}
    assert Player(game, seats, bot).shortcut is shortcut_of(name)
    assert Player(game, seats, other).shortcut is None


@every_shortcut
def test_a_position_is_played_on_as_the_rules_play_it(name: str) -> None:
    """If this fails, the second writing of the rules has drifted from the first."""
    game, shortcut, bot = registry.load(name), shortcut_of(name), registry.bot_for(name)
    played = 0
    for gate, state, _, options in gates(game, GATES // 30):
        if not shortcut.plays_on(state):
            continue
        seats = {seat.id: seat for seat in game.seats(options)}
        seed = seed_of(f"played on {gate}")
        swift, slow = (kind(game, seats, bot).play_out(state, gate, seed) for kind in (Player, Slow))
        assert (swift and swift.winners) == (slow and slow.winners)
        played += 1
    assert played
