"""Rule 7: passes inside an Incident, S.A.L.T., M.A.D. and Gunboat Diplomacy."""

from __future__ import annotations

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.cards import deck_of
from warcouncil.games.escalate.events.incidents import AnswerPassed
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.escalate.standing import standings
from warcouncil.games.kit.events import told
from warcouncil.games.kit.play.play import Playing, play_on, seed_of, suggested
from warcouncil.games.kit.text.agreed import agreed
from warcouncil.protocol.table.sheets import Facts

from tests.games.escalate.build import (
    DICE,
    EAST,
    NORTH,
    SOUTH,
    all_cards,
    declare,
    launch,
    offered,
    play,
    table,
)


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
    """A special rule takes out the wrong cards. For example, M.A.D. and S.A.L.T. together take out the
    Jokers, and not the Aces.
    """
    deck = deck_of(mad=mad, salt=salt, gunboat=gunboat)
    assert len(deck) == size
    aces, jokers = (any(card[:-1] == rank for card in deck) for rank in ("A", "joker"))
    assert aces == (not (salt if mad else gunboat))
    assert jokers == (not (gunboat if mad else salt))


def test_7_1_a_pass_waits_without_dropping_out() -> None:
    """A seat that passed is not asked again, or may pass more often than the limit allows."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST, passes=True, pass_limit=1)
    state, events = play(state, "pass", "drop")
    assert [event.left for event in events if isinstance(event, AnswerPassed)] == [0]
    assert told(events[0], None) == "East passed and waited, with 0 passes left."
    assert state.turn == EAST
    assert offered(state, EAST) == ("turn:2H", "drop")


def test_7_1_each_seat_has_its_own_passes() -> None:
    """The first seat to pass uses up the passes of all later ones."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST, passes=True, pass_limit=1)
    state, _ = play(state, "pass")
    assert "pass" in offered(state, SOUTH)


def test_7_1_between_incidents_no_seat_is_shown_as_having_passed() -> None:
    """The limit is per Incident. A seat asked to open the next reads that it has already passed."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST, passes=True, pass_limit=1)
    state, _ = play(state, "pass")
    assert "passed 1 of 1" in {seat: words for seat, *_, words in standings(state)}[EAST]
    state, _ = play(state, "drop", "drop")
    assert state.incident == 2
    assert not any("of 1" in words for *_, words in standings(state))


def test_7_1_without_the_option_no_seat_passes_in_an_incident() -> None:
    """A seat can pass in an Incident, although by the designer's rules it acts or drops out."""
    assert "pass" not in offered(table({NORTH: "", EAST: "2H", SOUTH: ""}, laid="JD", turn=EAST), EAST)


def test_7_1_passes_without_a_limit_are_not_counted() -> None:
    """A shown number of passes suggests a limit that does not exist."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST, passes=True)
    _, events = play(state, "pass")
    assert told(events[0], None) == "East passed and waited."


def test_7_1_a_rehearsal_of_suggestions_ends_though_passes_are_unlimited() -> None:
    """Seats that follow the suggestions of the form pass to each other for ever."""
    options = EscalateOptions(players=3, passes=True)
    assert play_on(Playing(GAME, options, seed_of("passers")), suggested, gates_max=5000).winners


def test_7_2_with_salt_there_are_no_nukes() -> None:
    """A Nuke in a deck of S.A.L.T. ends a game that only victory points may win."""
    state = GAME.setup(EscalateOptions(salt=True), DICE).state
    assert not {"joker1", "joker2"} & set(all_cards(state))


def test_7_3_mad_makes_aces_nukes_and_jokers_the_un() -> None:
    """With M.A.D. an Ace does not launch, or a Joker does not resolve."""
    state = table({NORTH: "", SOUTH: "AS joker1"}, laid="KD", mad=True)
    assert offered(state, SOUTH) == ("un:joker1", "drop", "launch")


def test_7_3_mad_is_safe_only_when_no_other_seat_holds_a_nuke() -> None:
    """With four Nukes in the game, two of them in one hand count as protection from a third."""
    state = table({NORTH: "AD", EAST: "AS AH 2H", SOUTH: "2D"}, turn=EAST, mad=True)
    state, _ = declare(state, east=launch(SOUTH))
    assert state.alive == (NORTH,)


def test_7_4_with_gunboat_diplomacy_there_are_no_un_cards() -> None:
    """A player calls for a Resolution that the table has removed."""
    state = GAME.setup(EscalateOptions(gunboat=True), DICE).state
    assert not {"AS", "AH", "AD", "AC"} & set(all_cards(state))


def test_7_no_rule_is_told_that_this_table_has_no_use_for() -> None:
    """Without Nukes a player reads about striking back, or without U.N. cards about a Veto."""
    salt, gunboat = told_of(salt=True), told_of(gunboat=True)
    assert (len(salt), len(gunboat)) == (1, 1)
    assert told_of(salt=True, retaliation="chosen", mutual="both_win", launches="instantly") == salt
    assert told_of(gunboat=True, veto_mode="cancel") == gunboat
    assert told_of(mad=True, posthumous="mad") == told_of(mad=True)
    assert told_of(mutual="both_lose", posthumous="mad", max_incidents=7) == (
        "If neither player survives, both lose.",
        "After 7 Incidents the player with the most points wins.",
    )
    briefing = GAME.briefing(EscalateOptions(max_incidents=7), NORTH)
    assert "After Incident 7 the player with the most points wins." in briefing.wins


@pytest.mark.parametrize(
    ("settings", "phase", "sentence"),
    [
        (
            {"all_passed": "new_circle"},
            "Opening",
            "If no player led and some passed, everyone is asked again.",
        ),
        ({"mixing": True}, "Turning", "One Spy with two Diplomats turns a Proxy Conflict too."),
        ({"drop_reopen": False}, "Turning", "A player who dropped out stays out."),
        (
            {"veto_mode": "cancel"},
            "Turning",
            "Another one cancels it, and the Incident below must be answered",
        ),
        ({"players": 3, "passes": True}, "Turning", "A player may also pass and wait."),
        ({"must_turn": True}, "Turning", "A player whose agents can turn it may not drop out."),
        (
            {"retaliation": "targets"},
            "Retaliation",
            "If a target holds a Nuke, that Nuke strikes back by itself",
        ),
        ({"retaliation": "chosen"}, "Retaliation", "Every other player is asked"),
    ],
)
def test_7_the_rules_of_a_table_say_what_its_options_change(
    settings: dict[str, object], phase: str, sentence: str
) -> None:
    """A player reads the rule without the option, or reads of a rule that the table does not play."""
    (rules,) = (each for each in GAME.phases if each.name == phase)
    options = EscalateOptions.model_validate(settings)
    assert sentence in rules.text_under(options)
    assert sentence in rules.text_at(GAME.setup(options, DICE).state)
    assert sentence not in rules.text_under(EscalateOptions())


@pytest.mark.parametrize(
    ("settings", "phase", "sentence"),
    [
        ({"salt": True}, "Opening", "A player with a Nuke may launch it first."),
        ({"salt": True}, "Turning", "A player with a Nuke may launch it first."),
        ({"salt": True}, "Must lead", "If they hold a Nuke, they may launch it first."),
        ({"gunboat": True}, "Turning", "U.N. card"),
    ],
)
def test_7_the_rules_of_a_table_leave_out_the_cards_that_it_does_not_have(
    settings: dict[str, object], phase: str, sentence: str
) -> None:
    """A player reads of Nukes or U.N. cards that the deck does not have, or misses those that it has."""
    (rules,) = (each for each in GAME.phases if each.name == phase)
    assert sentence in rules.text_under(EscalateOptions())
    assert sentence not in rules.text_under(EscalateOptions.model_validate(settings))


@pytest.mark.parametrize(
    ("laid", "settings", "answers"),
    [
        ("JD", {}, "1 Diplomat, a higher Incident, or a U.N. card"),
        ("QD", {"gunboat": True}, "1 Spy, 2 Diplomats, or a King"),
        ("QD", {"mixing": True}, "1 Spy, 2 Diplomats, a King, or a U.N. card"),
        ("KD", {}, "1 Soldier, 2 Spies, 3 Diplomats, or a U.N. card"),
        ("KD", {"mixing": True}, "1 Soldier, 2 Spies, 3 Diplomats, 1 Spy with 2 Diplomats, or a U.N. card"),
        (
            "KD",
            {"mixing": True, "gunboat": True},
            "1 Soldier, 2 Spies, 3 Diplomats, or 1 Spy with 2 Diplomats",
        ),
        ("KD AD", {}, "another U.N. card"),
    ],
)
def test_7_the_board_says_what_answers_the_incident(
    laid: str, settings: dict[str, bool], answers: str
) -> None:
    """A player plans with an answer that the table does not accept, or does not know of one that it accepts."""
    state = table({NORTH: "", SOUTH: ""}, laid=laid, **settings)  # type: ignore[arg-type]  # from a table
    facts = (each for each in GAME.sheet(state, SOUTH).elements if isinstance(each, Facts))
    told_there = {fact.label: fact.value for each in facts for fact in each.facts}
    assert told_there["answered by"] == answers


def test_7_a_briefing_names_every_way_to_answer_that_the_table_has() -> None:
    """A briefing leaves out a way to answer that the table has, such as a U.N. card (4.3), or names one that
    it does not have.
    """

    def decides(**settings: object) -> str:
        return GAME.briefing(EscalateOptions.model_validate(settings), NORTH).decides

    ways, card = "lay a higher Incident on top, or drop out.", "You may also play a U.N. card."
    assert f"{ways} {card} Before any" in decides()
    assert f"{ways} Before any" in decides(gunboat=True)
    assert f"{ways} {card} You may also pass." in decides(players=3, passes=True)


def test_4_5_a_briefing_says_what_the_stake_grows_with() -> None:
    """A player reads "every card", although agents and U.N. cards add no points."""
    assert "The stake grows with every Incident on top." in GAME.briefing(EscalateOptions(), NORTH).looks


def told_of(**settings: object) -> tuple[str, ...]:
    """Return the text for players about the options of a table for two."""
    return agreed(GAME, EscalateOptions.model_validate(settings))
