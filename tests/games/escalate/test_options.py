"""Rule 7 and every option, alone and in random combination, and talk before each opening."""

from __future__ import annotations

from itertools import product

import pytest
from pydantic import ValidationError
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.cards import deck_of
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import Playing, at_random, play_on, seed_of

from tests.games.escalate.build import (
    DICE,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    all_cards,
    declare,
    launch,
    play,
    table,
)
from tests.profile import games


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"passes": True}, "passes: .* three or more players"),
        ({"dealer": "west"}, "dealer: with players=2 there is no seat west"),
        ({"players": 3, "dealer": "west"}, "dealer: with players=3 there is no seat west"),
        ({"talk": "team"}, "no team has two seats"),
    ],
)
def test_7_options_that_contradict_each_other_are_refused(options: dict[str, object], reason: str) -> None:
    """A table starts although its options contradict each other."""
    with pytest.raises(BadOption, match=reason):
        GAME.setup(EscalateOptions.model_validate(options), DICE)


@pytest.mark.parametrize("options", [{"target": 0}, {"players": 5}, {"players": 1}, {"turn_seconds": 0}])
def test_7_numbers_out_of_bounds_are_refused(options: dict[str, object]) -> None:
    """An unplayable number is accepted, such as a target of zero points, which is won at once."""
    with pytest.raises(ValidationError):
        EscalateOptions.model_validate(options)


def test_7_every_option_says_what_it_does() -> None:
    """An option has no explanation, although an umpire has nothing else to choose by."""
    assert [name for name, field in EscalateOptions.model_fields.items() if not field.description] == []


def test_7_the_agreed_target_wins() -> None:
    """A short evening cannot have a lower target."""
    state = table({NORTH: "", SOUTH: "8D"}, laid="KD", target=3)
    state, _ = play(state, "turn:8D", "drop")
    assert isinstance(GAME.phase(state), Finish)


CLOCKS = {
    "opening": "call_seconds",
    "obliged": "call_seconds",
    "exchange": "exchange_seconds",
    "turning": "turn_seconds",
}


@pytest.mark.parametrize(("step", "option"), CLOCKS.items())
def test_7_each_phase_has_the_time_that_was_agreed(step: str, option: str) -> None:
    """The clock on the table is not the umpire's choice."""
    laid = "JD" if step == "turning" else ""
    state = table({NORTH: "2S", SOUTH: "KS"}, laid=laid, step=step, **{option: 77})  # type: ignore[arg-type]  # from a table
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert phase.clock_seconds == 77


def test_7_the_secret_windows_have_their_own_time() -> None:
    """Out-of-turn plays and retaliation are quick questions, but have no clocks of their own."""
    state = table({NORTH: "KS", SOUTH: ""}, turn=NORTH, any_time=True, interjection_seconds=7)
    state, _ = play(state, "lead:KS")
    window = GAME.phase(state)
    state = table(
        {NORTH: "", EAST: "joker1", SOUTH: ""}, turn=EAST, retaliation="chosen", retaliation_seconds=8
    )
    state, _ = declare(state, east=launch(NORTH))
    strike = GAME.phase(state)
    assert isinstance(window, Phase)
    assert isinstance(strike, Phase)
    assert (window.clock_seconds, strike.clock_seconds) == (7, 8)


def test_7_an_instant_launch_has_its_own_time() -> None:
    """A window before every call takes as long as the call."""
    phase = GAME.phase(GAME.setup(EscalateOptions(launches="instantly", launch_seconds=9), DICE).state)
    assert isinstance(phase, Phase)
    assert phase.clock_seconds == 9


def test_t_survivors_may_talk_before_each_opening() -> None:
    """The window does not open before every Incident once, or opens within one."""
    playing = Playing(GAME, EscalateOptions(salt=True, talk="public", max_incidents=3), seed_of("talk"))
    names = []
    for phase in playing.gates():
        names.append(phase.name)
        for seat in phase.asked:
            answer = at_random(playing, seat)
            assert answer is not None
            playing.declare(seat, answer)
        playing.close()
    assert names.count("Negotiation") == 3
    after_talk = [names[at + 1] for at, name in enumerate(names) if name == "Negotiation"]
    assert after_talk == ["Opening"] * 3


def test_t_knocked_out_seats_do_not_talk() -> None:
    """A seat that is out of the game is asked or heard."""
    options = EscalateOptions(
        players=4,
        talk="bilateral",
        deal={
            "hands": {
                "north": ("2S", "3S", "4S", "5S", "6S"),
                "east": ("joker1", "KH", "8H", "9H", "10H"),
                "south": ("2D", "3D", "4D", "5D", "6D"),
                "west": ("2C", "3C", "4C", "5C", "6C"),
            }
        },
    )
    state = GAME.setup(options, DICE).state
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (len(phase.channels), phase.asked) == (6, (NORTH, EAST, SOUTH, WEST))
    state = GAME.resolve(state, {}, DICE).state
    state, _ = declare(state, east=launch(SOUTH))
    state, _ = play(state, "lead:KH", "drop", "drop")
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.asked) == ("Negotiation", (NORTH, EAST, WEST))
    assert [channel.id for channel in phase.channels] == ["north+east", "north+west", "east+west"]


CHOICES: dict[str, tuple[object, ...]] = {
    "players": (2, 3, 4),
    "dealer": ("north", "chance"),
    "target": (None, 5),
    "salt": (False, True),
    "mad": (False, True),
    "gunboat": (False, True),
    "passes": (False, True),
    "pass_limit": (None, 1, 3),
    "all_passed": ("first_passer", "new_circle"),
    "veto_mode": ("stack", "cancel"),
    "must_turn": (False, True),
    "drop_reopen": (True, False),
    "retaliation": ("any_holder", "targets", "chosen"),
    "mixing": (False, True),
    "any_time": (False, True),
    "launches": ("own_turn", "instantly"),
    "mutual": ("most_points", "both_win", "both_lose"),
    "posthumous": ("every_game", "mad"),
    "max_incidents": (None, 4),
    "talk": ("off", "public", "bilateral"),
}
ALONE = [(name, value) for name, values in CHOICES.items() for value in values]


@pytest.mark.parametrize(("name", "value"), ALONE)
def test_7_each_option_alone_can_be_played(name: str, value: object) -> None:
    """An option stops a game before its end."""
    options = EscalateOptions.model_validate({"players": 3} | {name: value})
    playing = Playing(GAME, options, seed_of(f"{name}={value}"))
    assert play_on(playing, at_random).reason


def test_7_random_combinations_of_options_can_be_played() -> None:
    """Options that work alone do not work together, and are not refused together."""
    played = refused = 0
    for number in range(games()):
        dice = Dice(seed_of("combinations"), number)
        chosen = {name: dice.pick(values) for name, values in CHOICES.items()}
        try:
            playing = Playing(GAME, EscalateOptions.model_validate(chosen), seed_of(str(number)))
        except BadOption:
            refused += 1
            assert chosen["passes"]
            assert chosen["players"] == 2
            continue
        deck = sorted(
            deck_of(mad=bool(chosen["mad"]), salt=bool(chosen["salt"]), gunboat=bool(chosen["gunboat"]))
        )
        assert all_cards(playing.state) == deck
        play_on(playing, at_random)
        assert all_cards(playing.state) == deck
        played += 1
    assert played > refused > 0


def test_7_all_eight_decks_can_be_played() -> None:
    """S.A.L.T., M.A.D. and Gunboat Diplomacy cannot be combined in every way."""
    for mad, salt, gunboat in product((False, True), repeat=3):
        options = EscalateOptions(players=4, mad=mad, salt=salt, gunboat=gunboat)
        playing = Playing(GAME, options, seed_of("decks"))
        assert play_on(playing, at_random).reason
        assert all_cards(playing.state) == sorted(deck_of(mad=mad, salt=salt, gunboat=gunboat))
