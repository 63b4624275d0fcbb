"""The loop that plays a game without a network."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import Playing, at_random, play_on, seed_of, silent, suggested
from warcouncil.protocol.words import SeatId

from tests.toys import nim, sealed_bid

SEED = seed_of("7")


def test_the_loop_draws_the_chance_that_a_table_draws() -> None:
    """A rehearsal draws other chance than a table, and cannot reproduce the table's game."""
    game, options = nim.GAME, nim.NimOptions(heaps=(9, 9, 9))
    state = game.setup(options, Dice(SEED, "setup")).state
    gate, events = 0, []
    while isinstance(phase := game.phase(state), Phase):
        gate += 1
        declarations = {seat: game.default(state, seat) for seat in phase.asked}
        after = game.resolve(state, declarations, Dice(SEED, "gate", gate))
        state = after.state
        events += [(gate, event) for event in after.events]
    playing = Playing(game, options, SEED)
    play_on(playing, silent)
    assert [(happened.gate, happened.event) for happened in playing.events] == events


def test_the_same_answers_give_the_same_game() -> None:
    """A game cannot be checked afterwards, because its answers do not give the same game again."""
    first = Playing(sealed_bid.GAME, sealed_bid.BidOptions(), SEED)
    play_on(first, at_random)
    again = Playing(sealed_bid.GAME, sealed_bid.BidOptions(), SEED)
    for _ in again.gates():
        for seat, answer in first.answers[again.gate - 1].items():
            again.declare(seat, answer)
        again.close()
    assert again.events == first.events
    assert again.phase == first.phase


def test_a_silent_seat_gets_what_the_rules_give_it() -> None:
    """A silent seat stops the game, or is treated outside the rules."""
    playing = Playing(nim.GAME, nim.NimOptions(heaps=(1, 2)), SEED)
    happened = playing.close()
    event = happened[0].event
    assert isinstance(event, nim.StonesTaken)
    assert (event.stones, event.late) == (1, True)


def test_the_last_answer_of_a_seat_counts() -> None:
    """A seat cannot change its answer before the gate closes."""
    playing = Playing(nim.GAME, nim.NimOptions(heaps=(3,)), SEED)
    assert isinstance(playing.phase, Phase)
    mover = playing.phase.asked[0]
    playing.declare(mover, {"heap": "0", "stones_0": 1})
    playing.declare(mover, {"heap": "0", "stones_0": 3})
    playing.close()
    assert isinstance(playing.phase, Finish)
    assert playing.phase.winners == (mover,)


def test_an_illegal_answer_is_refused_and_changes_nothing() -> None:
    """An illegal answer replaces a legal one, and a player loses their declaration."""
    playing = Playing(nim.GAME, nim.NimOptions(heaps=(3,)), SEED)
    assert isinstance(playing.phase, Phase)
    mover = playing.phase.asked[0]
    playing.declare(mover, {"heap": "0", "stones_0": 2})
    with pytest.raises(Illegal, match=r"rule 1\.1"):
        playing.declare(mover, {"heap": "0", "stones_0": 4})
    assert playing.declared == {mover: {"heap": "0", "stones_0": 2}}


def test_only_an_asked_seat_declares() -> None:
    """The answer of a seat that is not asked reaches the rules."""
    playing = Playing(nim.GAME, nim.NimOptions(), SEED)
    with pytest.raises(AssertionError, match="not asked"):
        playing.declare(SeatId("umpire"), {"heap": "0", "stones_0": 1})


def test_suggestions_alone_play_a_game_to_its_end() -> None:
    """A player who only ever confirms the suggestion cannot finish the game."""
    finish = play_on(Playing(sealed_bid.GAME, sealed_bid.BidOptions(), SEED), suggested)
    assert finish.reason == "The last prize was taken"


def test_an_opened_seed_is_read_as_itself() -> None:
    """A table's game cannot be played again from its report."""
    assert seed_of(SEED.hex()) == SEED
    assert seed_of("7") != seed_of("8")


def test_only_hexadecimal_digits_are_read_as_a_seed() -> None:
    """A word of 64 letters ends the program, or the seed of an opened table plays another game."""
    opened = bytes(range(32))
    assert seed_of(opened.hex()) == opened
    for word in ("X" * 64, "g" * 64, "a" * 63, "A" * 64):
        assert seed_of(word) == blake2b(word.encode(), digest_size=32).digest()
