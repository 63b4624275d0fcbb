"""The sensible player of Kartenspiel: it beats chance, keeps a reserve, and can run any seat of any battle."""

from __future__ import annotations

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.bot import BOT
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kartenspiel.state import REDEPLOYMENT, BattleState
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.forms import Form
from warcouncil.protocol.sheets import Sheet
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import Table, deployed
from tests.games.kartenspiel.play import SETTINGS
from tests.profile import games


def fight(
    number: int, kinds: dict[str, type[Bot]], settings: dict[str, object], silence: int = 0
) -> tuple[Finish, BattleState]:
    """Fight a battle between two kinds of players; each answer is missing once in `silence` times."""
    dice = Dice(number.to_bytes(16, "big"), "bots")
    options = KartenspielOptions.model_validate(settings)
    bots = {
        seat.id: kinds[seat.team](seat.id, seat.team, dice.stream(seat.id)) for seat in GAME.seats(options)
    }
    state = GAME.setup(options, dice).state
    for gate in range(10_000):
        phase = GAME.phase(state)
        if isinstance(phase, Finish):
            return phase, state
        declarations = {}
        for seat in phase.asked:
            answer = bots[seat].play(GAME.sheet(state, seat), GAME.form(state, seat))
            silent = silence and dice.stream(gate, seat).below(silence) == 0
            declarations[seat] = GAME.default(state, seat) if silent else GAME.read(state, seat, answer)
        state = GAME.resolve(state, declarations, dice).state
    raise AssertionError("the battle does not end")


@pytest.mark.parametrize("team", ["red", "black"])
def test_a_sensible_side_beats_a_random_one(team: str) -> None:
    """A side that plays sensibly and loses to chance would teach nobody anything."""
    battles = games(10)
    kinds: dict[str, type[Bot]] = {"red": RandomBot, "black": RandomBot} | {team: BOT}
    won = sum(fight(number, kinds, {})[0].winners == (team,) for number in range(battles))
    assert won >= 0.8 * battles


def test_sensible_sides_fight_each_other_to_a_decision() -> None:
    """Two sensible sides that only wait for each other would make a dull evening."""
    ends = [fight(number, {"red": BOT, "black": BOT}, {}) for number in range(10)]
    assert sum(bool(finish.winners) for finish, _ in ends) >= 5
    assert max(state.turn for _, state in ends) < 100


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_it_can_run_any_seat_of_any_battle(settings: dict[str, object]) -> None:
    """A seat that is handed to a bot must be played on, whatever the options and whoever wavers."""
    for number in range(3):
        finish, _ = fight(number, {"red": BOT, "black": BOT}, settings, silence=5)
        assert isinstance(finish, Finish)


def ask(state: BattleState, seat: str) -> tuple[Sheet, Form]:
    """Give what a seat sees and is asked."""
    return GAME.sheet(state, SeatId(seat)), GAME.form(state, SeatId(seat))


def player(seat: str) -> Bot:
    """Give a sensible player of a seat."""
    return BOT(seat, seat.partition(".")[0], Dice(bytes(16)))


def test_it_keeps_a_reserve() -> None:
    """A commander without a reserve has nothing left to decide."""
    table = Table(GAME.setup(KartenspielOptions(), Dice(bytes(16))).state)
    table.close({"red.army": player("red.army").play(*ask(table.state, "red.army"))})
    assert table.state.reserve[0].size >= 4
    assert min(corps.size for corps in table.state.corps[:4]) >= 3


def test_it_reinforces_a_thin_corps() -> None:
    """A corps of two may break in the next turn."""
    table = Table(deployed(red={3: (3, 0)}, black={3: (3, 0)}))
    table.declare("red.corps.3", "black.corps.3")
    assert table.state.step == REDEPLOYMENT
    assert table.corps("red.corps.3").size == 2
    table.close({"red.army": player("red.army").play(*ask(table.state, "red.army"))})
    assert table.corps("red.corps.3").size >= 3


@pytest.mark.parametrize(("enemy", "order"), [((3, 0), "attack"), ((9, 0), "defend")])
def test_it_attacks_at_an_advantage(enemy: tuple[int, int], order: str) -> None:
    """Twice the enemy's number is worth an attack, half of it is not."""
    table = Table(deployed(red={1: (7, 0)}, black={1: enemy}))
    table.declare("black.corps.1")
    table.close({})
    answer = player("red.corps.1").play(*ask(table.state, "red.corps.1"))
    assert answer == {"corps.1": order}


def test_it_charges_when_the_charge_decides() -> None:
    """A lone cavalry that charges breaks a lone infantry; holding back would do nothing."""
    table = Table(deployed(red={1: (0, 1)}, black={1: (1, 0)}))
    table.declare("red.corps.1")
    assert player("red.corps.1").play(*ask(table.state, "red.corps.1")) == {"charge": "charge"}


def test_it_does_not_waste_a_charge() -> None:
    """A charge that changes nothing only kills horses."""
    table = Table(deployed(red={1: (6, 1)}, black={1: (3, 0)}))
    table.declare("red.corps.1")
    assert player("red.corps.1").play(*ask(table.state, "red.corps.1")) == {"charge": "hold"}
