"""Every kind of phase in one exercise: the sentences for each reader, its secrecy and its safety."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.codec import dump_event, dump_state, load_event, load_state
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.checks.limits import view_bytes_at_most
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.state import ScenarioState
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX
from warcouncil.protocol.table.forms import Answer, Form, Words
from warcouncil.protocol.words import SeatId

from tests.games.found import is_clean, texts
from tests.profile import games

FILE = Path(__file__).with_name("every_kind.toml")
OPTIONS = GAME.options_type(scenario=FILE.read_text("utf-8"))
SEATS = tuple(seat.id for seat in GAME.seats(OPTIONS))

ANSWERS: tuple[dict[str, Answer], ...] = (
    {
        "blue.minister": {"move": "talk", "cable": "Two lines:\nall is quiet."},
        "red.minister": {"move": "sail"},
    },
    {
        "cell.head": {
            "outcome": "in-words",
            "in-words-text": "A mine drifts ashore.",
            "in-words-to": ("blue", "green"),
            "number-1": 4,
            "number-2": 4,
            "tell": "The night was calm.",
            "tell@blue": "",
            "tell@red": "Your minelayer is late.",
            "tell@green": "",
        }
    },
    {"cell.second": {"agree": "yes"}},
    {
        "blue.minister": {
            "action": "The mine is found",
            "reason-1": "It drifts",
            "reason-2": "",
            "reason-3": "",
        }
    },
    {"red.minister": {"1.1": "It is night", "1.2": ""}},
    {"cell.head": {"odds-1": "100"}},
    {},
    {
        "blue.minister": {"vote": "for"},
        "blue.admiral": {"vote": "against"},
        "red.minister": {"vote": "against"},
        "green.envoy": {"vote": "for"},
    },
    {"blue.minister": {"text": "Red leaves.\nBlue pays."}},
    {"blue.minister": {"sign": "sign"}, "red.minister": {"sign": "sign"}},
    {"red.minister": {"action": "A storm", "reason-1": "", "reason-2": "", "reason-3": ""}},
    {"green.envoy": {"1.1": "It is May", "1.2": ""}},
    {"cell.head": {"odds-1": "0"}},
    {"green.envoy": {"text": "All trade."}},
    {"green.envoy": {"sign": "sign"}, "blue.admiral": {"sign": "sign"}},
    {"blue.minister": {"consent": "yes", "fair": "6", "best": "none", "words": "Secret words."}},
)
DEBATE = (
    "Blue argues: The mine is found. Because: 1) It drifts.",
    "Red argues against Blue: 1) It is night.",
    "The white cell calls the argument of Blue certain. There is no roll.",
    "It came true: The mine is found.",
    "Red made no argument in time.",
    "The motion failed: Nobody sells arms to anybody. In favour 2, against 2, abstained 0.",
)
AFTERWARDS = (
    "Blue made no argument in time.",
    "Red argues: A storm.",
    "Green made no argument in time.",
    "Green argues against Red: 1) It is May.",
    "The white cell calls the argument of Red impossible.",
    "It did not come true: A storm.",
    "The charter: the draft is ready to sign.",
    "The charter: signed. Signed by Blue admiral, Green envoy. No answer from Red minister.",
    "A year like any other.",
    "Points (Blue): 5.",
    "Points (Red): 5.",
    "Points (Green): 5.",
)
SIGNED = (
    "The accord: the draft is ready to sign.",
    "In secret: The accord: signed. Signed by Blue minister, Red minister.",
)
GREEN = (
    "Green (move): no answer in time. No answer counts.",
    "Blue (cable): Two lines: / all is quiet.",
    "Tension: 3 → 4.",
    "The white cell: A mine drifts ashore.",
    "The white cell: The night was calm.",
    DEBATE[0],
    "You did not answer in time.",
    *DEBATE[1:],
    "You received a paper: “Intercept”.",
    *AFTERWARDS,
)
RED = (
    "Tension: 3 → 4.",
    "The white cell: The night was calm.",
    "The white cell: Your minelayer is late.",
    *DEBATE,
    *SIGNED,
    *AFTERWARDS,
)
UMPIRE = (
    "Green (move): no answer in time. No answer counts.",
    "Blue (cable): Two lines: / all is quiet.",
    "The white cell decided: A mine drifts ashore.",
    "Tension: 3 → 4.",
    "The white cell, only to Blue, Green: A mine drifts ashore.",
    "The white cell: The night was calm.",
    "The white cell, only to Red: Your minelayer is late.",
    DEBATE[0],
    "Green envoy did not answer in time.",
    *DEBATE[1:],
    "Secret ballot. In favour: Blue minister, Green envoy. Against: Blue admiral, Red minister.",
    "Rule: The embargo, follows 2.",
    "Green received “Intercept”.",
    *SIGNED,
    "Rule: The accord, follows 1.",
    "Patience: 4 → 3.",
    "Only to Blue: Your newspapers cheer.",
    *AFTERWARDS[:3],
    "Blue minister did not answer in time.",
    *AFTERWARDS[3:-4],
    "Rule: The charter, table 1, row 2.",
    *AFTERWARDS[-4:],
)


def playing(seed: str = "0") -> Playing:
    """Return a table of the file."""
    return Playing(GAME, OPTIONS, seed_of(seed))


def played(answers: tuple[dict[str, Answer], ...]) -> Playing:
    """Play by answers. After each gate the position is converted to text and back, as in a resume."""
    table = playing()
    for each in answers:
        for seat, answer in each.items():
            table.declare(SeatId(seat), answer)
        table.close()
        assert load_state(GAME, dump_state(GAME, table.state)) == table.state
    return table


@cache
def positions() -> tuple[tuple[ScenarioState, Phase | Finish], ...]:
    """Play at random, with one seat in ten silent, and return every position."""
    found: list[tuple[ScenarioState, Phase | Finish]] = []
    for number in range(games(3, 200)):
        table = playing(str(number))
        for phase in table.gates():
            found.append((table.state, phase))
            for seat in phase.asked:
                dice = Dice(seed_of(str(number)), table.gate, seat)
                if dice.below(10):
                    table.declare(seat, fill(GAME.form(table.state, seat), dice))
            table.close()
        found.append((table.state, table.phase))
        for happened in table.events:
            assert load_event(GAME, dump_event(happened.event)) == happened.event
            readers: list[Any] = [*GAME.seats(OPTIONS), None]
            assert all(is_clean(told(happened.event, reader)) for reader in readers)
    return tuple(found)


def story(table: Playing, seat: str | None) -> list[str]:
    """Return all sentences for a seat (None: an umpire) from the beginning."""
    reader = None if seat is None else table.state.play.seat(seat)
    return [text for happened in table.events if (text := told(happened.event, reader))]


def test_each_reader_is_told_their_own_story() -> None:
    """A player, another player or an umpire reads a wrong sentence in a complete playthrough."""
    table = played(ANSWERS)
    assert isinstance(table.phase, Finish)
    assert tuple(story(table, "green.envoy")) == GREEN
    assert tuple(story(table, "red.minister")) == RED
    assert tuple(story(table, None)) == tuple(story(table, "cell.second")) == UMPIRE


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_sees_nothing_of_what_it_cannot_know(seat: SeatId) -> None:
    """When all that a seat cannot know is dealt anew, its sheet, its question or the public's changes."""
    for number, (state, phase) in enumerate(positions()):
        other = GAME.rehide(state, seat, Dice(seed_of("world"), number))
        assert GAME.sheet(other, seat) == GAME.sheet(state, seat)
        assert GAME.sheet(other, None) == GAME.sheet(state, None)
        assert GAME.phase(other) == phase
        if isinstance(phase, Phase) and seat in phase.asked:
            assert GAME.form(other, seat) == GAME.form(state, seat)
        again = (GAME.rehide(each, seat, Dice(seed_of("again"), number)) for each in (state, other))
        assert next(again) == next(again), "what cannot be told apart must be dealt anew alike"
        assert load_state(GAME, dump_state(GAME, other)) == other


def test_sheets_are_clean_and_the_truth_has_no_secret_mark() -> None:
    """A player's words on a sheet contain a control sequence that a terminal obeys."""
    for state, _ in positions():
        for sheet in (*(GAME.sheet(state, seat) for seat in SEATS), GAME.truth(state)):
            assert [
                line for text in texts(sheet.model_dump()) for line in text.split("\n") if not is_clean(line)
            ] == []
        assert '"secret":true' not in GAME.truth(state).model_dump_json()


def test_a_table_of_silent_seats_ends() -> None:
    """The clock alone does not carry the exercise through every kind of phase."""
    table = playing()
    gates = [phase.name for phase in table.gates() if table.close() is not None]
    assert isinstance(table.phase, Finish)
    assert len(gates) == 10


def at_length(form: Form, answer: Answer) -> Answer:
    """Fill every text field with as many four-byte letters as can be sent."""
    texts_asked = [field for field in form.fields if isinstance(field, Words) and field.name in answer]
    for field in texts_asked:
        share = (ANSWER_BYTES_MAX - 40 * len(form.fields)) // len(texts_asked) // 4
        answer = {**answer, field.name: "\N{MAHJONG TILE RED DRAGON}" * min(field.chars_max, share)}
    return answer


def test_no_view_is_longer_than_was_reckoned() -> None:
    """All views of a table have one length, and a view that needs more reveals how much its reader knows."""
    table, longest = playing(), 0
    for phase in table.gates():
        for seat in SEATS:
            asked = GAME.form(table.state, seat).model_dump_json() if seat in phase.asked else ""
            longest = max(longest, len((GAME.sheet(table.state, seat).model_dump_json() + asked).encode()))
        for seat in phase.asked:
            form = GAME.form(table.state, seat)
            answer = fill(form, Dice(seed_of("long"), table.gate, seat))
            chosen: Answer = {"outcome": "in-words", "in-words-text": "x", "in-words-to": ("blue",)}
            table.declare(seat, at_length(form, {**answer, **chosen} if "outcome" in answer else answer))
        table.close()
    assert 10_000 < longest <= view_bytes_at_most(Script(OPTIONS.written))
    assert GAME.view_bytes_of(OPTIONS) == 98_304
