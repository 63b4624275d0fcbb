"""Rule 7 and every option, alone and in random combination, and talk before each opening."""

from __future__ import annotations

from itertools import product

import pytest
from pydantic import ValidationError
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.cards import deck_of
from warcouncil.games.escalate.events import AnswerPassed
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play import Playing, at_random, play_on, seed_of

from tests.games.escalate.build import (
    DICE,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    all_cards,
    declare,
    launch,
    offered,
    play,
    table,
)
from tests.profile import games


@pytest.mark.parametrize(
    ("mad", "salt", "gunboat", "size"),
    [
        (False, False, False, 54),
        (True, False, False, 54),
        (False, True, False, 52),
        (False, False, True, 50),
        (False, True, True, 48),
        (True, True, False, 50),
        (True, False, True, 52),
        (True, True, True, 48),
    ],
)
def test_7_the_special_rules_take_cards_out_by_their_role(
    mad: bool, salt: bool, gunboat: bool, size: int
) -> None:
    """With M.A.D. and S.A.L.T. it is the Aces that go, not the Jokers."""
    deck = deck_of(mad=mad, salt=salt, gunboat=gunboat)
    assert len(deck) == size
    aces, jokers = (any(card[:-1] == rank for card in deck) for rank in ("A", "joker"))
    assert aces == (not (salt if mad else gunboat))
    assert jokers == (not (gunboat if mad else salt))


def test_7_mad_makes_aces_nukes_and_jokers_the_un() -> None:
    """An Ace must launch and a Joker must resolve when the table plays M.A.D."""
    state = table({NORTH: "", SOUTH: "AS joker1"}, laid="KD", mad=True)
    assert offered(state, SOUTH) == ("un:joker1", "drop", "launch")


def test_7_mad_is_safe_only_when_nobody_else_holds_a_nuke() -> None:
    """With four Nukes about, two of them in one hand are no protection from a third."""
    state = table({NORTH: "AD", EAST: "AS AH 2H", SOUTH: "2D"}, turn=EAST, mad=True)
    state, _ = declare(state, east=launch(SOUTH))
    assert state.alive == (NORTH,)


def test_7_a_pass_waits_without_dropping_out() -> None:
    """Whoever passes must be asked again, until his passes are used up."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST, passes=True)
    state, events = play(state, "pass", "drop")
    assert [event.left for event in events if isinstance(event, AnswerPassed)] == [0]
    assert state.turn == EAST
    assert offered(state, EAST) == ("turn:2H", "drop")


def test_7_an_escalation_gives_passes_back() -> None:
    """The new Incident is a new one to wait in."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "QD"}, laid="JD", turn=EAST, passes=True, pass_limit=2)
    state, _ = play(state, "pass", "escalate:QD", "drop")
    assert state.turn == EAST
    assert "pass" in offered(state, EAST)
    assert state.passed == {}


def test_7_without_the_option_nobody_passes_in_an_incident() -> None:
    """By the designer's rules a seat acts or drops out."""
    assert "pass" not in offered(table({NORTH: "", EAST: "2H", SOUTH: ""}, laid="JD", turn=EAST), EAST)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"passes": True}, "passes: .* three or more players"),
        ({"dealer": "west"}, "dealer: west is no seat with players=2"),
        ({"players": 3, "dealer": "west"}, "dealer: west is no seat"),
        ({"talk": "team"}, "no team has two seats"),
    ],
)
def test_7_options_that_contradict_each_other_are_refused(options: dict[str, object], reason: str) -> None:
    """A table that cannot be played as asked must not start."""
    with pytest.raises(BadOption, match=reason):
        GAME.setup(EscalateOptions.model_validate(options), DICE)


@pytest.mark.parametrize("options", [{"target": 0}, {"players": 5}, {"players": 1}, {"turn_seconds": 0}])
def test_7_numbers_out_of_bounds_are_refused(options: dict[str, object]) -> None:
    """A target of nothing would be won before it began."""
    with pytest.raises(ValidationError):
        EscalateOptions.model_validate(options)


def test_7_every_option_says_what_it_does() -> None:
    """An umpire chooses from the list of options and has nothing else to go by."""
    assert [name for name, field in EscalateOptions.model_fields.items() if not field.description] == []


def test_7_the_agreed_target_wins() -> None:
    """A short evening needs a lower target."""
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
    """The clock on the table must be the umpire's choice."""
    laid = "JD" if step == "turning" else ""
    state = table({NORTH: "2S", SOUTH: "KS"}, laid=laid, step=step, **{option: 77})  # type: ignore[arg-type]  # from a table
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert phase.clock_seconds == 77


def test_7_the_secret_windows_have_their_own_time() -> None:
    """Out-of-turn plays and retaliation are quick questions with clocks of their own."""
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


def test_t_survivors_may_talk_before_each_opening() -> None:
    """The window must open before every Incident, once, and never within one."""
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


def test_t_nobody_talks_with_the_knocked_out() -> None:
    """A seat that is out of the game must be neither asked nor heard."""
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
    "pass_limit": (1, 3),
    "all_passed": ("first_passer", "new_circle"),
    "veto_mode": ("stack", "cancel"),
    "drop_reopen": (True, False),
    "retaliation": ("any_holder", "targets", "chosen"),
    "mixing": (False, True),
    "any_time": (False, True),
    "max_incidents": (200, 4),
    "talk": ("off", "public", "bilateral"),
}
ALONE = [(name, value) for name, values in CHOICES.items() for value in values]


@pytest.mark.parametrize(("name", "value"), ALONE)
def test_7_each_option_alone_can_be_played(name: str, value: object) -> None:
    """An option that nobody has played through may stop a table in mid-game."""
    options = EscalateOptions.model_validate({"players": 3} | {name: value})
    playing = Playing(GAME, options, seed_of(f"{name}={value}"))
    assert play_on(playing, at_random).reason


def test_7_random_combinations_of_options_can_be_played() -> None:
    """Options that work alone must also work together, or be refused together."""
    played = refused = 0
    for number in range(games(default=40)):
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
    """S.A.L.T., M.A.D. and Gunboat Diplomacy go together in every way."""
    for mad, salt, gunboat in product((False, True), repeat=3):
        options = EscalateOptions(players=4, mad=mad, salt=salt, gunboat=gunboat)
        assert play_on(Playing(GAME, options, seed_of("decks")), at_random).scores.keys() == {
            NORTH,
            EAST,
            SOUTH,
            WEST,
        }
