"""The strength of the sensible player of Kartenspiel, over whole battles against chance and against a staff of plain rules."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.bot import BOT, _army, _front, _moves
from warcouncil.games.kartenspiel.combat import total
from warcouncil.games.kartenspiel.ending import broken_corps
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kartenspiel.state import OVER, BattleState
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player
from warcouncil.protocol.table.forms import Answer, Choice, Form, Sort
from warcouncil.protocol.table.sheets import BattleLine, Sheet

from tests.games.kartenspiel.test_bot import fight
from tests.profile import games

TURNS_MAX = 60


class Staff(BOT):
    """A staff with plain rules: four infantry to each corps, and cavalry to one main corps.

    It sees where the blow falls, and brings that corps to more than half of what the attacker can count.
    It attacks with twice the enemy's number.
    """

    name = "staff"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return an answer: orders and deployments by these rules, and the rest as the sensible player."""
        line = next(element for element in sheet.elements if isinstance(element, BattleLine))
        field = form.fields[0]
        if isinstance(field, Sort):
            return {field.name: _moves(self._deploy(line, field, dice))}
        if isinstance(field, Choice) and field.name.startswith("corps"):
            mine, theirs, enemy = _front(line, int(field.name[-1]) - 1)
            there = sum(enemy) // 5 if theirs is None else sum(theirs)
            attacks = sum(mine) > 3 and total(mine, charges=True) >= 2 * there
            return {field.name: "attack" if attacks else "defend"}
        return super().answer(sheet, form, dice)

    def _deploy(self, line: BattleLine, field: Sort, dice: Dice) -> list[tuple[int, int, int]]:
        army = _army(line, field)
        left = list(army.reserve)
        sends: list[tuple[int, int, int]] = []
        for place, (mine, theirs) in enumerate(zip(army.corps, army.theirs, strict=True), 1):
            need = 4 if theirs is None else total(theirs, charges=True) // 2 + 1
            for arm in (0, 1):
                more = max(0, min(left[arm], need - sum(mine) - sum(send[2] == place for send in sends)))
                left[arm] -= more
                sends += [(0, arm, place)] * more
        strengths = [total(mine, charges=True) for mine in army.corps]
        main = strengths.index(max(strengths)) + 1 if any(strengths) else 1 + dice.below(4)
        return sends + [(0, 1, main)] * left[1]


def score(mine: type[Bot], theirs: type[Bot], battles: int, **settings: object) -> tuple[int, int, int]:
    """Return how many battles one kind of player won, drew and lost, in changing colours."""
    found: Counter[tuple[str, str]] = Counter()
    for number in range(battles):
        team, other = ("red", "black") if number % 2 else ("black", "red")
        finish, _ = fight(number, {team: mine, other: theirs}, {"max_turns": TURNS_MAX} | settings)
        found[finish.winners[0] if finish.winners else "", team] += 1
    won = sum(count for (winner, team), count in found.items() if winner == team)
    drawn = sum(count for (winner, _), count in found.items() if not winner)
    return won, drawn, battles - won - drawn


def surely_above(won: int, lost: int, share: float) -> bool:
    """Return whether the 95 % interval of the share of decided games lies above a share (Wilson, JASA 22, 1927)."""
    n, z2 = won + lost, 1.96**2
    middle, half = (won + z2 / 2) / (n + z2), math.sqrt(z2 * (won * lost / n + z2 / 4)) / (n + z2)
    return middle - half > share


@pytest.mark.parametrize(
    "settings", [{}, {"seats": "two"}, {"asymmetric": "red"}, {"asymmetric": "black"}], ids=str
)
def test_it_surely_beats_chance_with_either_army(settings: dict[str, object]) -> None:
    """If this fails, the bot may win fewer than three of four decided battles against random answers. The
    debrief judges decisions by games that this bot plays to their end.
    """
    won, _, lost = score(BOT, RandomBot, games(30, 400), **settings)
    assert surely_above(won, lost, 0.75)


def test_a_staff_of_plain_rules_does_not_beat_it() -> None:
    """If this fails, twenty lines of plain rules beat the bot. The debrief judges decisions by games that
    this bot plays to their end.
    """
    won, drawn, lost = score(BOT, Staff, games(30, 400))
    assert won + drawn / 2 >= 0.4 * (won + drawn + lost)


def test_the_smaller_army_has_a_chance() -> None:
    """If this fails, the smaller army wins fewer than one battle in ten, although it may move between its
    corps.
    """
    battles = games(60, 600)
    won = 0
    for number in range(battles):
        finish, _ = fight(number, {"red": BOT, "black": BOT}, {"asymmetric": "red", "max_turns": TURNS_MAX})
        won += finish.winners == ("red",)
    assert won >= 0.1 * battles


def test_its_battles_are_decided_and_seldom_by_breaking_both_lines() -> None:
    """If this fails, over a quarter of the bots' battles are draws or break both lines, or battles take over
    20 turns on average.
    """
    seats = {seat.id: seat for seat in GAME.seats(KartenspielOptions())}
    player, battles, drawn, both, turns = Player(GAME, seats, BOT), games(60, 600), 0, 0, 0
    player._slipping = lambda asked, gate, seed: ()  # type: ignore[method-assign]  # the bots alone are tried
    for number in range(battles):
        state: BattleState = GAME.setup(
            KartenspielOptions(max_turns=TURNS_MAX), Dice(b"no chance here..")
        ).state
        gate = 1
        while not isinstance(phase := GAME.phase(state), Finish):
            state = player.step(state, phase, gate, seed_of(f"decided {number}"), {})
            gate += 1
        assert state.step == OVER
        drawn += not phase.winners
        both += all(broken_corps(state.corps, state.orders, side) for side in (0, 1))
        turns += state.turn
    assert drawn <= 0.25 * battles
    assert both <= 0.25 * battles
    assert turns <= 20 * battles


def test_first_deployments_differ() -> None:
    """If this fails, everyone who has seen one battle knows where the blow will fall."""
    form_state = GAME.setup(KartenspielOptions(), Dice(b"no chance here..")).state
    seat = next(seat.id for seat in GAME.seats(KartenspielOptions()))
    bot = BOT(seat, "red", Dice(b"many deployments"))
    sheet, form = GAME.sheet(form_state, seat), GAME.form(form_state, seat)
    assert len({str(bot.play(sheet, form)) for _ in range(200)}) >= 12
