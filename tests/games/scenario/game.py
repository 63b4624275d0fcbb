"""A game of a generated scenario, and answers to all of its questions."""

from __future__ import annotations

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.options import ScenarioOptions
from warcouncil.protocol.table.forms import Answer, Form, Words
from warcouncil.protocol.words import SeatId

from tests.games.scenario.world import World

WRITTEN = "{n0} {n1 of blue} [b]loud[/b] {"
"""A player's words that show if the rules print them as a template."""


class Game(Playing):
    """A game of a scenario."""

    options: ScenarioOptions


def table(text: str, seed: str = "0") -> Game:
    """Return a game of a scenario after its setup."""
    return Game(GAME, GAME.options_type(scenario=text), seed_of(seed))


def seats_of(playing: Game) -> tuple[SeatId, ...]:
    """Return the seats of a game."""
    return tuple(seat.id for seat in GAME.seats(playing.options))


def answer_of(form: Form, dice: Dice, word: str) -> Answer:
    """Fill in a form at random. Each written text contains the word."""
    answer = fill(form, dice)
    for field in form.fields:
        if isinstance(field, Words) and answer.get(field.name):
            answer[field.name] = f"{word} {WRITTEN}"[: field.chars_max].strip()
    return answer


def answer_all(playing: Game, world: World) -> None:
    """Answer at random for every asked seat. One in ten stays silent."""
    assert isinstance(playing.phase, Phase)
    for seat in playing.phase.asked:
        dice = Dice(playing.seed, "said", playing.gate, seat)
        if dice.stream("silent").below(10):
            form = GAME.form(playing.state, seat)
            word = f"zqsaid{playing.gate}{chr(97 + seats_of(playing).index(seat))}0z"
            world.words[word] = _readers_of_orders(world, seat, form)
            playing.declare(seat, answer_of(form, dice, word))


def _readers_of_orders(world: World, seat: SeatId, form: Form) -> frozenset[str]:
    """Return the seats that may ever read a seat's words; outside a question all may."""
    readers = {str(seat)}
    for field in form.fields:
        if isinstance(field, Words):
            question = world.questions.get(field.name)
            if question is None or field.name in world.revealed:
                return frozenset(world.players)
            for owner in question.owners:
                if seat in world.asked(field.name, owner):
                    readers |= world.readers(field.name, owner)
    return frozenset(readers)
