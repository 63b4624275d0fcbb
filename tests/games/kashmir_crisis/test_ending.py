"""The end of the game: the Joker, levels of victory, sudden death (9.0, 9.1, 10.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME, ending
from warcouncil.games.kashmir_crisis.cards import EVENT_CARDS, INDIA, JOKER, PAKISTAN
from warcouncil.games.kashmir_crisis.events.draws import JokerRevealed
from warcouncil.games.kashmir_crisis.events.finals import CrisisEnded, FrontRevealed, MarkerMoved
from warcouncil.games.kashmir_crisis.state import RESOURCE, KashmirState
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.table.sheets import Prose

from tests.games.kashmir_crisis.builder import of_kind, opened, order, play, position

EVEN = ({"D": ["2S"], "I": ["3S"], "M": ["4S"]}, {"D": ["2H"], "I": ["3H"], "M": ["4H"]})
EVEN_HANDS: dict[str, Any] = {"india": ("2S", "3S", "4S"), "pakistan": ("2H", "3H", "4H")}
INDIA_WINS = {"D": ["5S"], "I": ["6S"], "M": ["7S"]}


def end(state: KashmirState) -> Finish:
    """Return the end of the game in this state."""
    found = GAME.phase(state)
    assert isinstance(found, Finish)
    return found


def test_9_0_the_turn_of_the_second_joker_is_played_out() -> None:
    """The game ends when the Joker shows, and not after the Final Phase of that turn."""
    state = position(**EVEN_HANDS, joker="second", vp=(15, 0))
    assert isinstance(GAME.phase(state), Phase)
    after = play(state, *EVEN)
    assert of_kind(after, FrontRevealed)
    assert end(after.state).winners == (INDIA,)
    assert end(after.state).standings.tallies[0].by == {INDIA: 15, PAKISTAN: 0}


def test_9_1_the_verdict_says_what_the_level_of_victory_means() -> None:
    """The end does not say what the victory means, or says something else than the last event."""
    after = play(position(**EVEN_HANDS, joker="second", vp=(15, 0)), *EVEN)
    assert end(after.state).meaning.startswith("India ")
    (told_at_end,) = of_kind(after, CrisisEnded)
    assert told_at_end.meaning == end(after.state).meaning


def test_9_0_the_joker_that_shows_again_lets_its_turn_be_played() -> None:
    """By default the game stops when the Joker shows again, although only an option does that."""
    state = replace(position(**EVEN_HANDS, joker="first"), orders={RESOURCE: (tuple(order(JOKER)),)})
    last = play(state, *EVEN).state
    assert (last.jokers_seen, last.is_last_turn, last.ended) == (2, True, "")
    assert sum(len(cards) for cards in last.received.values()) == 8
    assert play(last, *lowest(last)).state.ended == ending.JOKER_TWICE


def test_9_0_the_first_joker_ends_nothing() -> None:
    """The game ends at the first Joker."""
    assert isinstance(GAME.phase(play(position(**EVEN_HANDS, joker="first"), *EVEN).state), Phase)


def test_9_0_a_reserve_counts_for_nothing() -> None:
    """Cards kept to the end are worth points."""
    state = position(india=("2S", "3S", "4S", "10S"), pakistan=("2H", "3H", "4H"), joker="second")
    assert end(play(state, *EVEN).state).winners == ()


@pytest.mark.parametrize(
    ("vp", "winners", "words"),
    [
        ((4, 4), (), ": Tie"),
        ((1, 4), (), "Draw, with the advantage to Pakistan"),
        ((15, 4), (INDIA,), "Tactical Victory for India"),
        ((0, 26), (PAKISTAN,), "Smashing Victory for Pakistan"),
    ],
)
def test_9_1_the_leader_and_the_level_are_both_told(
    vp: tuple[int, int], winners: tuple[str, ...], words: str
) -> None:
    """The end names a wrong level, a winner for a small lead, or no side that has the advantage."""
    finish = end(play(position(**EVEN_HANDS, joker="second", vp=vp), *EVEN).state)
    assert finish.winners == winners
    assert words in finish.reason


@pytest.mark.parametrize(
    ("vp", "words"),
    [
        ((4, 4), ("Neither government",)),
        ((1, 4), ("calmed down", "Pakistan will have the advantage")),
        ((15, 4), ("India has powerful friends", "Pakistan's standing")),
        ((0, 26), ("Pakistan now dominates", "India's prime minister")),
    ],
)
def test_9_1_the_words_for_the_level_are_told_at_the_end(vp: tuple[int, int], words: tuple[str, ...]) -> None:
    """The end does not say the meaning of the victory for both countries, which the players discuss after it."""
    after = play(position(**EVEN_HANDS, joker="second", vp=vp), *EVEN)
    (ended,) = of_kind(after, CrisisEnded)
    assert not [word for word in words if word not in told(ended, PUBLIC)]
    for reader in (INDIA, PAKISTAN, None):
        first = GAME.sheet(after.state, reader).elements[0]
        assert isinstance(first, Prose)
        assert not [word for word in words if word not in first.text]


def test_10_11_sudden_death_stops_at_the_second_joker() -> None:
    """With the option, something of that turn counts beside the points of its event."""
    state = position(**EVEN_HANDS, event="JC", joker="first", sudden_death_1=True)
    state = replace(state, orders={RESOURCE: (tuple(order("2S", "3S", JOKER)),)})
    after = play(state, *EVEN).state
    assert after.ended == ending.SUDDEN_DEATH
    assert len(after.received[INDIA]) == 2
    assert end(after).winners == ()


def test_kc_a15_the_points_of_the_event_are_kept() -> None:
    """The event comes before the Joker shows, but its points are lost."""
    state = position(**EVEN_HANDS, event="JC", joker="first", sudden_death_1=True, event_chart="house")
    decks = {**state.decks, "events": ("QC",)}
    state = replace(state, decks=decks, orders={RESOURCE: (tuple(order(JOKER)),)})
    assert end(play(state, *EVEN).state).standings.tallies[0].by == {INDIA: 1, PAKISTAN: 0}


def with_tracks(boxes: tuple[int, int, int], **settings: Any) -> KashmirState:
    """Return a position with markers on these boxes, in which India holds the higher cards."""
    state = position(india=("5S", "6S", "7S"), pakistan=("2H", "3H", "4H"), sudden_death_2=True, **settings)
    return replace(state, tracks=dict(zip("DIM", boxes, strict=True)))


def test_10_12_the_higher_total_moves_the_marker_of_a_resolved_front() -> None:
    """The marker of a resolved front does not move one box toward the side with the higher total, or the
    other side loses no point.
    """
    after = play(with_tracks((0, -1, 2), vp=(0, 5)), INDIA_WINS, EVEN[1])
    assert after.state.tracks == {"D": 1, "I": 0, "M": 3}
    assert after.state.vp[PAKISTAN] == 2


def test_10_12_the_scored_front_s_marker_stays() -> None:
    """The front of the event moves a marker when it is scored."""
    state = position(india=("10S", "9S", "8S"), pakistan=("7H", "5H", "2H"), event="KC", sudden_death_2=True)
    after = play(state, {"D": ["10S"], "I": ["9S"], "M": ["8S"]}, {"D": ["7H"], "I": ["5H"], "M": ["2H"]})
    assert after.state.tracks == {"D": 1, "I": 1, "M": 0}
    assert [event.front for event in of_kind(after, MarkerMoved)] == ["D", "I"]


def test_10_12_a_marker_in_a_victory_box_can_be_moved_back() -> None:
    """A marker in a victory box stays there, although the other side wins the front again."""
    state = with_tracks((-3, -3, 0))
    after = play(state, INDIA_WINS, EVEN[1]).state
    assert after.tracks == {"D": -2, "I": -2, "M": 1}


def test_10_12_a_marker_stops_in_the_victory_box() -> None:
    """A marker leaves the track behind the victory box."""
    after = play(with_tracks((3, 3, 0)), INDIA_WINS, EVEN[1]).state
    assert after.tracks == {"D": 3, "I": 3, "M": 1}
    assert after.ended == ""


def test_10_12_a_tie_moves_nothing() -> None:
    """Equal totals move the marker."""
    assert play(position(**EVEN_HANDS, sudden_death_2=True), *EVEN).state.tracks == {"D": 0, "I": 0, "M": 0}


def test_10_12_all_three_markers_win_whatever_the_points() -> None:
    """A side with all three markers in its victory box has to play on, or loses because it is behind in
    points.
    """
    after = play(with_tracks((2, 3, 2), vp=(0, 30)), INDIA_WINS, EVEN[1]).state
    assert after.ended == ending.BREAKTHROUGH
    assert end(after).winners == (INDIA,)
    assert ending.reached(after) == "smashing"


def test_10_12_the_length_of_the_tracks_is_an_option() -> None:
    """Markers do not stop at the box that the option names."""
    after = play(with_tracks((0, 0, 0), track_half_length=1), INDIA_WINS, EVEN[1]).state
    assert after.ended == ending.BREAKTHROUGH
    assert max(after.tracks.values()) == 1


def test_10_12_without_the_option_no_marker_moves() -> None:
    """A marker moves in the basic game, which has no tracks."""
    state = replace(with_tracks((3, 3, 2)), options=position().options)
    after = play(state, INDIA_WINS, EVEN[1]).state
    assert after.tracks == {"D": 3, "I": 3, "M": 2}
    assert after.ended == ""


def test_a_turn_limit_ends_the_game() -> None:
    """A class that has an hour cannot limit the turns."""
    after = play(position(**EVEN_HANDS, vp=(2, 0), max_turns=1), *EVEN)
    assert after.state.ended == ending.TURN_LIMIT
    assert of_kind(after, CrisisEnded)[0].verdict.startswith("Draw, with the advantage to India")


def own_events(*top: str) -> dict[str, list[str]]:
    """Return a deal whose Event Deck begins with these cards, the Joker among them."""
    return {"events": order(*top, of=(*EVENT_CARDS, JOKER))}


def test_10_3_each_side_draws_four_of_its_own() -> None:
    """With red_and_black, a side does not draw four cards from its own deck, or the Joker is not among the
    events.
    """
    state = opened(red_and_black=True, deal=own_events("JC")).state
    assert [len(cards) for cards in state.received.values()] == [4, 4]
    assert [len(state.decks[seat]) for seat in (INDIA, PAKISTAN)] == [16, 16]
    assert JOKER in state.decks["events"]


def test_10_3_the_joker_is_followed_by_the_next_event() -> None:
    """The Joker is laid aside, and the turn has no event."""
    start = opened(red_and_black=True, deal=own_events(JOKER, "QC"))
    state = start.state
    assert (state.event, state.jokers_seen, state.is_last_turn) == ("QC", 1, False)
    assert [(event.times, event.refreshes) for event in of_kind(start, JokerRevealed)] == [(1, True)]


def test_10_3_the_first_joker_refreshes_all_decks() -> None:
    """In Housekeeping the Joker does not go among the events, or a side's discards into its own deck."""
    deal = own_events(JOKER, "QC") | {
        "india": order("2S", "3S", "4S", "5S", of=[card for card in order() if card[-1] in "SC"]),
        "pakistan": order("2H", "3H", "4H", "5H", of=[card for card in order() if card[-1] in "HD"]),
    }
    after = play(opened(red_and_black=True, deal=deal).state, *EVEN).state
    assert after.discard == ()
    assert [set(cards) for cards in after.returned] == [{"2S", "3S", "4S"}, {"2H", "3H", "4H"}]
    assert [len(after.decks[seat]) + len(after.received[seat]) for seat in (INDIA, PAKISTAN)] == [19, 19]
    assert len(after.decks["events"]) + after.jokers_seen == 12


def test_10_3_the_second_joker_ends_the_game_after_its_turn() -> None:
    """The turn on which the Joker shows again is not the last."""
    state = opened(red_and_black=True, deal=own_events("JC", JOKER, "QC")).state
    state = replace(state, jokers_seen=1)
    after = play(state, *lowest(state)).state
    assert after.is_last_turn
    assert play(after, *lowest(after)).state.ended == ending.JOKER_TWICE


def test_kc_a12_a_joker_without_an_event_behind_it_ends_the_game() -> None:
    """A turn without an event scores a front, or does not end the game."""
    state = opened(red_and_black=True, deal=own_events("JC", JOKER)).state
    state = replace(state, decks={**state.decks, "events": (JOKER,)})
    after = play(state, *lowest(state)).state
    assert (after.event, after.jokers_seen, after.is_last_turn) == ("", 1, True)
    assert play(after, *lowest(after)).state.ended == ending.NO_EVENT


def test_kc_a11_an_own_deck_that_runs_dry_takes_its_discards() -> None:
    """An own deck does not take its discards, and most games run out of cards from the sixth turn on."""
    state = opened(red_and_black=True, deal=own_events("JC", "QC")).state
    gone = state.decks[INDIA]
    state = replace(state, decks={**state.decks, INDIA: gone[:1]}, discard=gone[1:])
    after = play(state, *lowest(state)).state
    assert gone[0] in after.received[INDIA]
    assert len(after.received[INDIA]) == 4
    assert not [card for card in after.discard if card in after.decks[INDIA]]


def test_10_3_sudden_death_one_stops_at_the_joker_among_the_events() -> None:
    """With both options another event comes before the game stops at the Joker."""
    state = opened(red_and_black=True, sudden_death_1=True, deal=own_events("JC", JOKER, "QC")).state
    after = play(replace(state, jokers_seen=1), *lowest(state)).state
    assert after.ended == ending.SUDDEN_DEATH
    assert after.event == ""


def lowest(state: KashmirState) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the placements that the clock makes."""
    found = []
    for seat in (INDIA, PAKISTAN):
        placement = GAME.default(state, seat)
        found.append({front: list(cards) for front, cards in getattr(placement, "fronts", {}).items()})
    return found[0], found[1]


@pytest.mark.parametrize(
    ("why", "vp", "reason"),
    [
        (
            "joker",
            (3, 0),
            "The Joker was revealed for the second time, and the turn in which that happened is over (turn 7): ",
        ),
        (
            "sudden_death",
            (0, 12),
            "The Joker was revealed for the second time, and the game stopped at once (turn 7): ",
        ),
        ("tracks", (0, 9), "All three Progress markers are in one victory box (turn 7): "),
        ("turn_limit", (2, 2), "The agreed number of turns has been played (turn 7): "),
        (
            "no_event",
            (40, 0),
            "The Joker was the last card of the Event Deck, and the turn in which it was revealed is over (turn 7): ",
        ),
    ],
)
def test_9_0_the_end_says_its_reason_its_turn_and_its_winner(
    why: str, vp: tuple[int, int], reason: str
) -> None:
    """The end of the game names a wrong reason, a wrong turn or a wrong winner."""
    state = position(vp=vp, sudden_death_2=why == "tracks")
    tracks = dict.fromkeys(state.tracks, -state.options.track_half_length if why == "tracks" else 0)
    level = {
        (3, 0): "Draw, with the advantage to India",
        (0, 12): "Tactical Victory for Pakistan",
        (0, 9): "Smashing Victory for Pakistan",
        (2, 2): "Tie",
        (40, 0): "Smashing Victory for India",
    }[vp]
    assert end(replace(state, ended=why, turn=7, tracks=tracks)).reason == reason + level
