"""How the open questions of an Incident are read, ES-A1 to ES-A9, ES-A13 to ES-A18 and ES-A21; docs/games/escalate.md lists them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.deal import refill
from warcouncil.games.escalate.events.deals import CardReturned, DiscardsShuffled
from warcouncil.games.escalate.events.incidents import IncidentWon, SeatDropped
from warcouncil.games.escalate.state import EscalateState
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.table.sheets import Cards, Facts
from warcouncil.protocol.words import SeatId

from tests.games.escalate.build import DICE, EAST, NORTH, SOUTH, WEST, declare, launch, offered, play, table


def step_of(state: EscalateState) -> tuple[str, SeatId]:
    """Return the name of the open phase and whose turn it is."""
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    return phase.name, state.turn


def test_es_a1_the_target_remains_after_a_knock_out() -> None:
    """With two survivors of four, the target is no longer twenty points."""
    hands = {NORTH: "2S", EAST: "joker1 joker2", SOUTH: "8D", WEST: "2C"}
    state = table(hands, laid="KD", turn=EAST, points={NORTH: 17})
    state, _ = declare(state, east=launch(SOUTH, WEST))
    assert (state.alive, state.turn) == ((NORTH, EAST), EAST)
    state, _ = play(state, "drop")
    phase = GAME.phase(state)
    assert isinstance(phase, Finish)
    assert phase.winners == (NORTH,)


def test_es_a2_the_first_of_several_that_passed_must_lead() -> None:
    """Several seats pass and none leads, and another seat than the first of them must lead."""
    state = table({NORTH: "KS", EAST: "2H", SOUTH: "KD"}, turn=EAST)
    state, _ = play(state, "defer", "pass", "pass")
    assert step_of(state) == ("Must lead", SOUTH)


def test_es_a2_several_that_pass_may_be_asked_again() -> None:
    """With all_passed=new_circle the table is not asked again, or for ever."""
    state = table({NORTH: "KS", SOUTH: "KD"}, all_passed="new_circle", pass_circles=2)
    state, _ = play(state, "pass", "pass")
    assert (*step_of(state), state.calls) == ("Opening", SOUTH, ())
    state, _ = play(state, "pass", "pass")
    assert step_of(state) == ("Must lead", SOUTH)


def test_es_a2_at_the_next_incident_circles_of_passing_are_counted_anew() -> None:
    """A seat that waited in the first Incident has used up its waiting for the whole game."""
    state = table({NORTH: "KS KH", SOUTH: "KD QD"}, all_passed="new_circle", pass_circles=2)
    state, _ = play(state, "pass", "pass", "lead:KD", "drop", "pass", "pass")
    assert (state.incident, *step_of(state)) == (2, "Opening", SOUTH)


@pytest.mark.parametrize(("laid", "acts"), [("KD", ("drop",)), ("QD", ("turn:5S", "turn:2S+3S", "drop"))])
def test_es_a3_agents_are_not_mixed(laid: str, acts: tuple[str, ...]) -> None:
    """One Spy with two Diplomats turns an Incident, or a set with too many agents does, against the rules as
    written.
    """
    state = table({NORTH: "", SOUTH: "5S 2S 3S"}, laid=laid)
    assert offered(state, SOUTH) == acts


def test_es_a3_mixed_agents_may_turn_a_proxy_conflict_when_agreed() -> None:
    """With mixing, one Spy and two Diplomats do not count as two Spies against a King, or count elsewhere too."""
    state = table({NORTH: "", SOUTH: "5S 2S 3S"}, laid="KD", mixing=True)
    assert offered(state, SOUTH) == ("turn:5S+2S+3S", "drop")
    state = table({NORTH: "", SOUTH: "5S 2S 3S"}, laid="QD", mixing=True)
    assert offered(state, SOUTH) == ("turn:5S", "turn:2S+3S", "drop")


@pytest.mark.parametrize("reopen", [True, False])
def test_es_a4_an_escalation_lets_the_dropped_back_in_unless_agreed_otherwise(reopen: bool) -> None:
    """An escalation leaves the dropped seats out, or a table cannot agree that dropping out is final."""
    hands = {NORTH: "5S", EAST: "5H", SOUTH: "8C", WEST: "QS"}
    state = table(hands, laid="JD", turn=EAST, drop_reopen=reopen)
    state, _ = play(state, "drop", "drop", "escalate:QS", "drop")
    assert step_of(state) == (("Turning", EAST) if reopen else ("Opening", WEST))


def test_es_a4_a_seat_that_dropped_out_for_good_is_in_again_at_the_next_incident() -> None:
    """With drop_reopen=false, a seat that dropped out of one Incident is out of the next one too."""
    state = table({NORTH: "KS", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST, drop_reopen=False)
    state, _ = play(state, "drop", "drop", "lead:KS")
    assert step_of(state) == ("Turning", EAST)


def test_es_a5_a_veto_remains_until_a_third_un_card() -> None:
    """Agents or an escalation can answer a Veto, although only a third U.N. card may."""
    state = table({NORTH: "AH 5H KH", SOUTH: "AS"}, laid="JD QD AD")
    state, _ = play(state, "un:AS")
    assert offered(state, NORTH) == ("un:AH", "drop")


def test_es_a5_a_veto_that_cancels_brings_back_the_incident_on_top_of_the_pile() -> None:
    """With veto_mode=cancel, a Veto brings back the Diplomatic Incident and not the Spy War on top of it. Or
    it brings back none.
    """
    state = table({NORTH: "AH 2H 5H QH KH", SOUTH: "AS"}, laid="JD QD AD", veto_mode="cancel")
    state, _ = play(state, "un:AS")
    assert (state.top, state.holder) == ("Q", SOUTH)
    assert offered(state, NORTH) == ("turn:5H", "escalate:KH", "un:AH", "drop")


def test_es_a5_a_cancelling_veto_may_be_followed_by_another_resolution() -> None:
    """With veto_mode=cancel, the U.N. card after a cancelling Veto is not a Resolution that only another U.N.
    card answers.
    """
    state = table({NORTH: "AH AC 5H", SOUTH: "AS 5S KS"}, laid="QD", turn=NORTH, veto_mode="cancel")
    state, _ = play(state, "un:AH")
    assert (state.top, offered(state, SOUTH)) == ("UN", ("un:AS", "drop"))
    state, _ = play(state, "un:AS")
    assert (state.top, offered(state, NORTH)) == ("Q", ("turn:5H", "un:AC", "drop"))
    state, _ = play(state, "un:AC")
    assert (state.top, offered(state, SOUTH)) == ("UN", ("drop",))


def test_es_a6_a_seat_may_drop_out_although_it_could_answer() -> None:
    """A seat cannot decline although it could answer, or the others do not read that it did."""
    state = table({NORTH: "", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST)
    state, events = play(state, "drop")
    assert [event.seat for event in events if isinstance(event, SeatDropped)] == [EAST]
    assert (state.turn, state.out) == (SOUTH, (EAST,))


def test_es_a6_by_the_letter_a_seat_that_can_turn_it_must_try() -> None:
    """With must_turn, a seat with the agents may drop out, or cannot escalate or call the U.N. instead. Or a
    seat without them may not drop out.
    """
    hands = {NORTH: "", SOUTH: "5S 2S 3S KS AS"}
    state = table(hands, laid="QD", must_turn=True)
    assert offered(state, SOUTH) == ("turn:5S", "turn:2S+3S", "escalate:KS", "un:AS")
    assert offered(table(hands, laid="KD", must_turn=True), SOUTH) == ("un:AS", "drop")


def test_es_a6_by_the_letter_a_silent_seat_turns_with_as_few_agents_as_it_can() -> None:
    """For a silent player the clock does what the rules forbid, spends more than necessary, or does something
    else than the player reads.
    """
    state = table({NORTH: "", SOUTH: "2S 3S 5S"}, laid="QD", must_turn=True)
    assert GAME.unanswered(state, SOUTH) == "You turn the Incident with as few agents as possible."
    state, _ = declare(state)
    assert (state.holder, state.hands[SOUTH]) == (SOUTH, ("2S", "3S"))
    state = table({NORTH: "", SOUTH: "2S"}, laid="QD", must_turn=True)
    assert GAME.unanswered(state, SOUTH) == "You drop out."
    state, events = declare(state)
    assert [event.seat for event in events if isinstance(event, SeatDropped)] == [SOUTH]


def test_es_a6_by_the_letter_no_seat_must_answer_the_un() -> None:
    """An Ace is forced out of a hand, although only agents must be played."""
    state = table({NORTH: "", SOUTH: "2S AS"}, laid="QD AD", must_turn=True)
    assert offered(state, SOUTH) == ("un:AS", "drop")


def test_es_a7_the_instigator_wins_when_no_seat_answers() -> None:
    """No seat answers an Incident, and its points do not go to the seat that led it."""
    state = table({NORTH: "KS", EAST: "2H", SOUTH: "2D"}, turn=NORTH)
    state, events = play(state, "lead:KS", "drop", "drop")
    assert [(event.seat, event.points) for event in events if isinstance(event, IncidentWon)] == [(NORTH, 3)]


def test_es_a8_the_refill_begins_left_of_the_dealer_whatever_seat_won() -> None:
    """The refill begins at the winner or at the first chair, and not at the dealer's left. Near a reshuffle,
    seats then draw the wrong cards.
    """
    hands = {NORTH: "2S 3S 4S 6S", EAST: "2H 3H 4H 6H", SOUTH: "2D 3D 4D 6D", WEST: "2C 3C 4C 6C"}
    state = table(hands, turn=NORTH, laid="JS", dealer=EAST)
    state = replace(state, draw=("AS", "AH", "AD", "AC", "9S"))
    state, _ = play(state, "drop", "drop", "drop")
    assert state.lead == WEST
    assert [state.hands[seat][-1] for seat in (SOUTH, WEST, NORTH, EAST)] == ["AS", "AH", "AD", "AC"]


def test_es_a9_escalating_and_the_un_wait_for_ones_own_turn() -> None:
    """Without the option, seats are asked for a play out of turn."""
    state = table({NORTH: "QS", EAST: "AS KS", SOUTH: "AD KD"}, turn=NORTH)
    state, _ = play(state, "lead:QS")
    assert step_of(state) == ("Turning", EAST)
    state, _ = play(state, "drop")
    assert step_of(state) == ("Turning", SOUTH)


def test_es_a13_passes_are_unlimited_unless_the_table_sets_a_limit() -> None:
    """A seat may no longer pass after some passes, although the table has no limit."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST, passes=True)
    for _ in range(20):
        state, _ = play(state, "pass", "pass")
    assert step_of(state) == ("Turning", EAST)
    assert "pass" in offered(state, EAST)


def test_es_a13_an_escalation_gives_passes_back() -> None:
    """A new Incident does not give each seat its passes again."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "QD"}, laid="JD", turn=EAST, passes=True, pass_limit=1)
    state, _ = play(state, "pass", "escalate:QD", "drop")
    assert state.turn == EAST
    assert "pass" in offered(state, EAST)
    assert state.passed == {}


def test_es_a14_the_holder_is_not_asked_again_without_an_answer() -> None:
    """The seat that is winning the Incident must act against itself."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "KD 2D 4D"}, laid="JD", turn=EAST)
    state, _ = play(state, "drop", "turn:2D", "drop")
    assert state.step == "opening"
    assert state.points[SOUTH] == 1


def test_es_a15_in_an_exchange_each_owner_chooses_and_all_see_the_card() -> None:
    """In an exchange a seat cannot return each card of its hand, or the others do not see which one it
    returned.
    """
    state = table({NORTH: "2S AS", SOUTH: "2H joker1"}, step="exchange")
    assert set(offered(state, SOUTH)) == {"exchange:2H", "exchange:joker1"}
    state, events = declare(state, north="exchange:AS", south="exchange:joker1")
    returned = [event for event in events if isinstance(event, CardReturned)]
    assert [(event.seat, event.card) for event in returned] == [(SOUTH, "joker1"), (NORTH, "AS")]


def test_es_a15_an_exchange_deals_from_the_dealers_left() -> None:
    """An exchange does not begin at the dealer's left, but at the first chair or at the leader."""
    hands = {NORTH: "2S 3S", EAST: "2H 3H", SOUTH: "2D 3D", WEST: "2C 3C"}
    state = table(hands, step="exchange", dealer=EAST, turn=WEST)
    state = replace(state, draw=("AS", "AH", "AD", "AC"))
    state, events = declare(state)
    assert [event.seat for event in events if isinstance(event, CardReturned)] == [SOUTH, WEST, NORTH, EAST]
    assert [state.hands[seat][-1] for seat in (SOUTH, WEST, NORTH, EAST)] == ["AS", "AH", "AD", "AC"]


@pytest.mark.parametrize(("laid", "act"), [("QD", "escalate:QS"), ("KD", "escalate:KS")])
def test_es_a16_an_incident_of_equal_rank_does_not_escalate(laid: str, act: str) -> None:
    """An Incident of equal rank can be played on top, although only a higher one may."""
    state = table({NORTH: "", SOUTH: "QS KS"}, laid=laid)
    assert act not in offered(state, SOUTH)


def test_es_a17_the_discard_pile_is_open_to_all() -> None:
    """Everyone saw the discards, but a sheet does not count them by kind."""
    state = replace(table({NORTH: "", SOUTH: ""}), discard=("AS", "joker1", "8D", "9D"))
    for reader in (NORTH, SOUTH, None):
        elements = GAME.sheet(state, reader).elements
        tally = next(
            each for each in elements if isinstance(each, Facts) and each.title == "In the discard pile"
        )
        counts = {fact.label: fact.value for fact in tally.facts}
        assert (counts["U.N."], counts["Nuke"], counts["Soldier"], counts["Spy"]) == ("1", "1", "2", "0")


def test_es_a18_no_incident_escalates_over_a_un_card() -> None:
    """An Incident card can be played on a U.N. card."""
    state = table({NORTH: "", SOUTH: "QS KS"}, laid="JD AD")
    assert offered(state, SOUTH) == ("drop",)


def test_es_a21_the_discards_are_shuffled_when_a_card_is_wanted_and_not_before() -> None:
    """Cards that are discarded between the last deal and the next are not among those shuffled."""
    state = table({NORTH: "4S 4H 4D 3S", SOUTH: "JS 2S 2H 2D 2C"}, turn=SOUTH)
    state = replace(state, draw=("AS", "AH"), discard=("9S", "9H", "9D"))
    state, events = play(state, "lead:JS", "turn:4S", "drop")
    assert [event.count for event in events if isinstance(event, DiscardsShuffled)] == [5]
    state = table({NORTH: "4S 4H 4D", SOUTH: "JS 2S 2H 2D 2C"}, turn=SOUTH)
    state = replace(state, draw=("AS", "AH", "AD"), discard=("9S", "9H", "9D"))
    state, events = play(state, "lead:JS", "drop")
    assert [event.count for event in events if isinstance(event, DiscardsShuffled)] == []
    assert (state.draw, state.discard) == ((), ("9S", "9H", "9D", "JS"))


@pytest.mark.parametrize(
    ("hand", "laid", "ways"),
    [
        ("KS", "JD", ("escalate:KS", "drop")),
        ("QS KS", "JD", ("escalate:KS", "escalate:QS", "drop")),
        ("KS AS", "QD", ("escalate:KS", "un:AS", "drop")),
        ("KS 8S", "JD", ("escalate:KS", "drop")),
        ("AS", "KD", ("un:AS", "drop")),
    ],
)
def test_es_a6_by_the_letter_only_agents_bind_a_seat(hand: str, laid: str, ways: tuple[str, ...]) -> None:
    """If this fails, must_turn forces a seat without the agents to escalate or to play a U.N. card."""
    state = table({NORTH: "", SOUTH: hand}, laid=laid, must_turn=True)
    assert sorted(offered(state, SOUTH)) == sorted(ways)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_es_a21_a_draw_pile_that_just_suffices_leaves_the_discards_alone(left: int) -> None:
    """If this fails, the discards are shuffled as the last card is drawn, and later discards are not among them."""
    draw, discard = ("AS", "AH", "AD", "AC", "KS")[: 3 + left], ("9S", "9H", "9D")
    state = replace(table({NORTH: "4S 4H 4D 4C", SOUTH: "2S 2H 2D"}), draw=draw, discard=discard)
    after_refill, events = refill(state, DICE)
    assert (after_refill.draw, after_refill.discard) == (draw[3:], discard)
    assert [event for event in events if isinstance(event, DiscardsShuffled)] == []


def test_es_a21_an_exchange_shuffles_no_discards_before_a_card_is_wanted() -> None:
    """If this fails, the cards that were exchanged are not among those shuffled at the next deal."""
    state = table({NORTH: "4S 4H", SOUTH: "2S 2H"}, step="exchange")
    state = replace(state, draw=("AS", "AH"), discard=("9S",))
    state, events = declare(state, north="exchange:4S", south="exchange:2S")
    assert state.draw == ()
    assert sorted(state.discard) == ["2S", "4S", "9S"]
    assert [event for event in events if isinstance(event, DiscardsShuffled)] == []


def test_es_a17_the_discard_pile_shows_its_top_card_alone() -> None:
    """If this fails, several discards lie face up on the board, and their order tells which seat discarded what."""
    state = replace(table({NORTH: "4S", SOUTH: "2S"}), discard=("9S", "9H", "9D", "8D"))
    for sheet in (GAME.sheet(state, NORTH), GAME.sheet(state, None), GAME.truth(state)):
        (pile,) = (
            each for each in sheet.elements if isinstance(each, Cards) and each.title == "Discard pile"
        )
        assert ([card.face for card in pile.cards], pile.count) == (["8♦"], 4)
