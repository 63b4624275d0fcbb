"""Every game in a real browser to its end, by ear, by keys and by touch: the intended answer is sealed, and the
end is shown.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games import registry
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.games.scenario import shipped
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import clean

from tests import profile
from tests.clients.web.browser import player, sound
from tests.clients.web.browser.hands import ByKeys, ByTouch, Hand
from tests.clients.web.browser.tables import PageTable, at_table

HANDS = {"ear": Hand, "keys": ByKeys, "touch": ByTouch}
BY_DAY = (
    ("escalate", "north", "keys", "wide"),
    ("hard_war", "teal", "ear", "wide"),
    ("kartenspiel", "black.corps.2", "touch", "phone"),
    ("kartenspiel", "red.army", "ear", "tablet"),
    ("kashmir_crisis", "india", "keys", "tablet"),
    ("scenario", "noor", "touch", "tablet"),
)
ANSWERS_BY_DAY = 2
ENLARGED = {"width": 320, "height": 256}
"""A window of 1280 x 1024 at 400 %."""
STEPS_MAX = 2000


def rooms() -> list[tuple[str, str, str, str]]:
    """Return the game, the seat, the hand and the browser of each test. By day each game is played, in the nightly
    run every seat in every way.
    """
    if not profile.BY_NIGHT:
        return [*BY_DAY]
    found = []
    for game in registry.names():
        rules = registry.load(game)
        for seat in rules.seats(rules.options_type()):
            found += [
                (game, str(seat.id), hand, size)
                for hand, size in zip(HANDS, ("wide", "tablet", "phone"), strict=True)
            ]
    return found


def exercises() -> list[tuple[str, str, str, str]]:
    """Return the scenario, the seat, the hand and the browser of each test. Each shipped scenario is played,
    except the one that is played with the games.
    """
    rules, found = registry.load("scenario"), []
    for number, name in enumerate(each for each in shipped.names() if each != shipped.USUAL):
        seats = rules.seats(rules.options_type(scenario=shipped.text(name)))
        hand, size = (*zip(HANDS, ("wide", "tablet", "phone"), strict=True),)[number % len(HANDS)]
        found.append((name, str(seats[number % len(seats)].id), hand, size))
    return found


def check_sound(table: PageTable, looks: tuple[bool, ...]) -> None:
    """Check that axe finds no fault on the page and nothing is cut off: at normal size (False), or at 400 % of a
    small screen (True).
    """
    before = table.page.viewport_size
    for enlarged in looks:
        table.page.set_viewport_size(ENLARGED if enlarged else before)
        sound.check(table.page, lambda: table.wait(50, step_ms=50))  # what looks waits for timers of the page
    table.page.set_viewport_size(before)
    table.wait(500)


def play(table: PageTable, hand: Hand, answers: int, looks: tuple[bool, ...]) -> int:
    """Answer this number of questions in the page, and the rest by a bot, to the end of the game.

    Return how many were asked. `looks`: how the first is checked (`check_sound`).
    """
    asked = 0
    for _ in range(STEPS_MAX):
        if table.over:
            return asked
        form, gate = table.form, table.room.table.gate
        if form is None:
            table.wait(1000)
            continue
        asked += 1
        if asked > answers:
            table.lend()
            table.wait(1000)
            assert table.over
            return asked
        table.wait(3000)  # what happened is told, and the guard of a new question has gone
        if table.room.table.gate != gate:
            continue
        answer = table.sensible()
        if asked == 1:
            check_sound(table, looks)
        player.seal(hand, form, answer)
        table.wait(1000)
        declared = [each for each in table.sent if isinstance(each, Declare)][-1]
        assert (declared.gate, declared.answer) == (gate, answer)
    raise AssertionError("the game does not end")


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("game", "seat", "how", "size"), rooms())
def test_a_game_is_played_to_its_end(browser: Any, game: str, seat: str, how: str, size: str) -> None:
    """A player seals a wrong answer, cannot answer at all, or never reads how it ended.

    In the nightly run axe checks the first question and the end, also enlarged. By day it checks one of them
    enlarged, in turn.
    """
    enlarged = rooms().index((game, seat, how, size)) % 2 == 1
    first, last = ((False, True), (False, True)) if profile.BY_NIGHT else ((enlarged,), (not enlarged,))
    with at_table(browser, game, seat, size=size, seed=2) as table:
        hand = HANDS[how](table.page, table.wait)
        assert play(table, hand, STEPS_MAX if profile.BY_NIGHT else ANSWERS_BY_DAY, first) >= 3
        check_end(table, hand)
        check_sound(table, last)


def check_end(table: PageTable, hand: Hand) -> None:
    """Check that the page shows how a game ended."""
    table.wait(5000)
    end = table.room.table.phase
    assert isinstance(end, Finish)
    said = "".join(hand.reader.tree().words.split())
    assert "".join(clean(end.reason).split()) in said, said


@pytest.mark.night(keep=0)
@pytest.mark.parametrize(
    ("name", "seat", "how", "size"), exercises() if profile.BY_NIGHT else exercises()[:1]
)
def test_an_exercise_from_a_file_is_played_to_its_end(
    browser: Any, name: str, seat: str, how: str, size: str
) -> None:
    """A room with its own exercise has a question that its phones cannot answer, or is too wide for a page."""
    options = {"scenario": shipped.text(name)}
    with at_table(browser, "scenario", seat, size=size, seed=2, options=options) as table:
        hand = HANDS[how](table.page, table.wait)
        assert play(table, hand, STEPS_MAX if profile.BY_NIGHT else ANSWERS_BY_DAY, (True,)) >= 3
        check_end(table, hand)


LONG = "Zweiterverbindungsoffizierdesstabsquartiers"
ACROSS = """() => [...document.querySelectorAll("html, .head-name, .verdict, .story-box")].filter((each) =>
  each.checkVisibility() && each.scrollWidth > each.clientWidth).map((each) => each.className || each.tagName)"""
"""Gives what is wider than its place."""


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("width", [320, 1366])
def test_a_name_of_one_long_word_covers_nothing_and_pushes_nothing_away(browser: Any, width: int) -> None:
    """The name covers the clock of a phone, and pushes most of the briefing off its screen, with the button that
    begins.
    """
    text = shipped.text("two_couriers").replace('label = "Keep silent"', f'label = "Keep {LONG}"')
    for name in ("Noor", "Sacha", "Days in custody", "The firm's trust", "points"):
        text = text.replace(f'title = "{name}"', f'title = "{name[0]}{LONG}"')
    how = {"viewport": {"width": width, "height": 568}}
    options = {"scenario": text}
    with at_table(browser, "scenario", "noor", size="phone", context=how, seed=2, options=options) as table:
        hand = Hand(table.page, table.wait)
        while not (table.form and "tell" in table.form.question):
            if table.form:
                player.seal(hand, table.form, table.sensible())
            table.wait(1000)
        assert table.page.evaluate(ACROSS) == []
        table.lend()
        check_end(table, hand)
        assert table.page.evaluate(ACROSS) == []


UNKNOWN = [("scenario", "noor"), ("hard_war", "teal")]


@pytest.mark.parametrize(("game", "seat"), UNKNOWN if profile.BY_NIGHT else UNKNOWN[:1])
def test_a_reader_of_the_accessibility_tree_alone_can_answer(browser: Any, game: str, seat: str) -> None:
    """A player who cannot see the page, and knows no game, finds nothing to fill in or seal.

    By day one scenario is tested, in the nightly run a game too.
    """
    with at_table(browser, game, seat, size="phone", seed=3) as table:
        hand = Hand(table.page, table.wait)
        for number in range(ANSWERS_BY_DAY):
            while table.form is None:
                table.wait(1000)
            table.wait(3000)
            gate = table.room.table.gate
            player.answer_by_trying(hand, Dice(bytes(16), "answer", number))
            table.wait(1000)
            assert [each.gate for each in table.sent if isinstance(each, Declare)][-1] == gate
            while not table.over and table.room.table.gate == gate:
                table.wait(1000)
