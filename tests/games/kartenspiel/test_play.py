"""Random battles: no error is raised, no division is lost or made, and every battle ends."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kit.answers import fill, judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.table.forms import Answer

from tests.games.kartenspiel.builder import conserved
from tests.games.kartenspiel.play import SETTINGS, battle, dull
from tests.profile import games


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_random_battles_end_and_keep_their_divisions(settings: dict[str, object]) -> None:
    """A division appears or disappears, or a battle never ends."""
    for number in range(max(4, games() // len(SETTINGS))):
        for state, phase in battle(number, settings, silence=6):
            assert conserved(state), (number, state)
            assert isinstance(phase, Finish) == (state.outcome is not None)


def test_random_battles_without_silence_end() -> None:
    """A battle in which all ten people answer everything never ends, or one side never wins."""
    ends = []
    for number in range(games()):
        *_, (_, finish) = battle(number, {})
        assert isinstance(finish, Finish)
        ends.append(finish.winners)
    assert ("red",) in ends
    assert ("black",) in ends


def test_quiet_battles_see_nights_and_keep_their_divisions() -> None:
    """A night returns a division from the pile twice."""
    days = 0
    for number in range(games(10)):
        for state, _ in dull(number):
            assert conserved(state)
            days = max(days, state.day)
    assert days > 1


def odd(answer: Answer, dice: Dice) -> Answer:
    """Spoil an answer in one of several ways, or leave it as it is."""
    spoilt = {name: dict(value) if isinstance(value, dict) else value for name, value in answer.items()}
    name = dice.pick(tuple(spoilt))
    match dice.below(6):
        case 0:
            del spoilt[name]
        case 1:
            spoilt["other"] = "attack"
        case 2:
            spoilt[name] = "nonsense"
        case 3:
            spoilt[name] = {"inf": {"I": dice.between(0, 30)}}
        case 4 if dice.below(2):
            numbers: tuple[Any, ...] = (7, {"I": True}, {"I": "2"}, ["I"])
            spoilt[name] = {"inf": dice.pick(numbers)}
        case 4:
            spoilt[name] = {
                "inf": {dice.pick(("I", "reserve", "V")): dice.between(-1, 3)},
                "cav II": {"I": 1},
            }
        case _:
            pass
    return spoilt


@pytest.mark.parametrize("settings", SETTINGS[:6], ids=str)
def test_reading_judges_as_the_form_does(settings: dict[str, object]) -> None:
    """The quick reading and the form disagree on an answer, so a client offers one that is refused."""
    verdicts = set()
    for number in range(4):
        for gate, (state, phase) in enumerate(battle(number, settings, silence=5)):
            if isinstance(phase, Phase):
                for seat in phase.asked:
                    dice = Dice(bytes([number] * 16), gate, seat)
                    form = GAME.form(state, seat)
                    answer = odd(fill(form, dice), dice)
                    verdicts.add(legal := _passes(lambda: judge(form, answer)))  # noqa: B023  # called at once
                    assert _passes(lambda: GAME.read(state, seat, answer)) == legal, (seat, answer)  # noqa: B023
    assert verdicts == {True, False}


def _passes(act: object) -> bool:
    assert callable(act)
    try:
        act()
    except Illegal:
        return False
    return True


def test_every_suggestion_and_default_is_legal() -> None:
    """A suggestion is refused, or a silent seat gets another answer than the suggestion."""
    for settings in SETTINGS:
        for state, phase in battle(1, settings, silence=4):
            if isinstance(phase, Phase):
                for seat in phase.asked:
                    suggested = GAME.form(state, seat).suggested
                    assert suggested is not None
                    assert GAME.default(state, seat) in (None, GAME.read(state, seat, suggested))


def test_the_rules_leave_nothing_to_chance() -> None:
    """The same answers lead to another battle with other dice, although the rules have no chance."""
    one, other = Dice(bytes(16)), Dice(b"\x01" * 16)
    options = KartenspielOptions(max_turns=30)
    assert GAME.setup(options, one) == GAME.setup(options, other)
    steps = set()
    for state, phase in battle(1, {"max_turns": 30}, silence=6):
        if isinstance(phase, Phase):
            answers = {seat: fill(GAME.form(state, seat), one.stream(seat)) for seat in phase.asked}
            declarations = {seat: GAME.read(state, seat, answer) for seat, answer in answers.items()}
            assert GAME.resolve(state, declarations, one) == GAME.resolve(state, declarations, other)
            steps.add(phase.name)
    assert steps == {page.name for page in GAME.phases}
