"""The contract of every game for its seats: no secret reaches a sheet or a form."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.codec import dump_state, load_state
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.words import SeatId

from tests.games import found
from tests.games.found import seat_ids

every_game = pytest.mark.parametrize("name", found.NAMES)


@every_game
def test_a_seat_sees_nothing_of_what_it_cannot_know(name: str) -> None:
    """When all that a seat cannot know is dealt anew, its sheet, its question or the public's changes."""
    game = found.load(name)
    for moment in found.sample(name):
        public = game.sheet(moment.state, None)
        for seat in seat_ids(game, moment.options):
            other = game.rehide(moment.state, seat, Dice(seed_of(name), "rehide", moment.gate))
            assert _as_seen(game.phase(other), seat) == _as_seen(moment.phase, seat), seat
            assert game.sheet(other, seat) == game.sheet(moment.state, seat), seat
            assert game.sheet(other, None) == public, seat
            if seat in moment.phase.asked:
                assert game.form(other, seat) == game.form(moment.state, seat), seat


def _as_seen(phase: Phase | Finish, seat: SeatId) -> tuple[Phase | Finish, bool]:
    """Return a seat's knowledge of a phase.

    If the rules keep it secret, the seat learns only whether it is asked itself.
    """
    if isinstance(phase, Finish) or phase.asked_known:
        return phase, False
    return replace(phase, asked=()), seat in phase.asked


@pytest.mark.parametrize("name", found.REGISTERED)
def test_dealing_anew_changes_something(name: str) -> None:
    """A deal that changes nothing proves nothing about secrecy."""
    game = found.load(name)
    moments = found.sample(name)
    changed = {
        seat
        for moment in moments
        for seat in seat_ids(game, moment.options)
        if game.rehide(moment.state, seat, Dice(seed_of(name), "rehide", moment.gate)) != moment.state
    }
    assert changed >= set(seat_ids(game, game.options_type()))


@every_game
def test_play_goes_on_from_a_position_that_was_dealt_anew(name: str) -> None:
    """A dealt position that the rules cannot play is no possible world, and proves nothing either."""
    game = found.load(name)
    for moment in found.sample(name):
        for seat in moment.phase.asked:
            state = game.rehide(moment.state, seat, Dice(seed_of(name), "world", moment.gate))
            assert load_state(game, dump_state(game, state)) == state
            for gate in range(3):
                phase = game.phase(state)
                if not isinstance(phase, Phase):
                    break
                declarations = {
                    each: game.read(
                        state,
                        each,
                        fill(game.form(state, each), Dice(seed_of(name), moment.gate, gate, each)),
                    )
                    for each in phase.asked
                }
                state = game.resolve(state, declarations, Dice(seed_of(name), gate)).state


@every_game
def test_worlds_that_look_alike_are_dealt_anew_alike(name: str) -> None:
    """The new deal depends on the old one, so a decision is judged by what its seat could not know."""
    game = found.load(name)
    for moment in found.sample(name):
        for seat in seat_ids(game, moment.options):
            first, second = (Dice(seed_of(name), which, moment.gate, seat) for which in ("one", "two"))
            other = game.rehide(moment.state, seat, first)
            assert game.rehide(other, seat, second) == game.rehide(moment.state, seat, second), seat


@every_game
def test_hidden_chance_can_be_dealt_anew_unseen(name: str) -> None:
    """A judge of a position uses the order of a deck, and takes luck for foresight."""
    game = found.load(name)
    for moment in found.sample(name):
        other = game.reshuffle(moment.state, Dice(seed_of(name), "reshuffle", moment.gate))
        assert load_state(game, dump_state(game, other)) == other
        for seat in seat_ids(game, moment.options):
            assert game.sheet(other, seat) == game.sheet(moment.state, seat), seat
            assert _as_seen(game.phase(other), seat) == _as_seen(moment.phase, seat), seat
            if seat in moment.phase.asked:
                assert game.form(other, seat) == game.form(moment.state, seat), seat
