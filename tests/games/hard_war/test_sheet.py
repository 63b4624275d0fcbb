"""The sheet: each reader's view of the cities, the hands, the toll and the end."""

from __future__ import annotations

import pytest
from warcouncil.games.hard_war import GAME
from warcouncil.games.hard_war.counted import left_to_play
from warcouncil.games.hard_war.options import HardWarOptions
from warcouncil.games.hard_war.state import AMBER, SEAT_IDS, TEAL, HardWarState
from warcouncil.games.kit.text.agreed import agreed
from warcouncil.protocol.table.sheets import Cards, Facts, Front, Fronts, Track

from tests.games.hard_war.builder import answer, position, quietly, row

THERE = {"Inae": {"marker": 1, "rows": (row("ground-20", "ground-10!"), row("artillery-40"))}}


def front(state: HardWarState, reader: int | None, name: str) -> Front:
    """Return one city as a reader sees it."""
    seat = None if reader is None else SEAT_IDS[reader]
    (fronts,) = [each for each in GAME.sheet(state, seat).elements if isinstance(each, Fronts)]
    return next(each for each in fronts.fronts if each.label == name)


def test_a_player_is_on_the_left_with_their_own_end_of_the_track() -> None:
    """A player reads a city from the other side's point of view."""
    state = position(cities=THERE)
    assert front(state, AMBER, "Inae").at == 1
    assert front(state, TEAL, "Inae").at == -1
    (fronts,) = (each for each in GAME.sheet(state, SEAT_IDS[TEAL]).elements if isinstance(each, Fronts))
    assert (fronts.left, fronts.right) == ("Teal (you)", "Amber")
    assert [card.back for card in front(state, TEAL, "Inae").left.cards] == ["Artillery"]


def test_hw_a18_only_the_owner_sees_their_hidden_tolls_again() -> None:
    """Another seat sees a face-down card, or its owner does not."""
    state = position(cities=THERE)
    mine, public = front(state, AMBER, "Inae"), front(state, None, "Inae")
    assert [card.face for card in mine.left.cards] == ["Grd 20k", "Grd 10k"]
    assert [card.secret for card in mine.left.cards] == [True, False]
    assert [card.face for card in public.left.cards] == [None, "Grd 10k"]
    assert [card.face for card in public.right.cards] == [None]
    assert (mine.left_total, public.left_total, public.right_total) == ("30k", "10k+?", "0k+?")


def test_hands_are_shown_to_their_holder_and_by_their_backs_to_the_rest() -> None:
    """A player does not see their own cards, or sees more than the backs of the opponent's."""
    state = position(hand=["ground-10", "media"], other_hand=["us_bombing"])
    hands = [
        [(card.face, card.back) for card in element.cards]
        for element in GAME.sheet(state, SEAT_IDS[AMBER]).elements
        if isinstance(element, Cards) and element.shape == "hand"
    ]
    assert hands == [[("Ground 10k", "Ground"), ("Media Report", "Special")], [(None, "Special")]]


def test_hw_a17_special_cards_have_a_back_of_their_own() -> None:
    """A Special card has the back of an Artillery or a Ground card, and looks like an attack."""
    specials = ("media", "media2", "us_bombing", "local_support")
    state = position(other_hand=("artillery-10", "ground-10", *specials), decks=(("media",), ("us_bombing",)))
    backs = {
        element.title: [card.back for card in element.cards]
        for element in GAME.sheet(state, SEAT_IDS[AMBER]).elements
        if isinstance(element, Cards)
    }
    assert backs["Teal's hand"] == ["Artillery", "Ground", *["Special"] * 4]
    assert backs["The left deck"] == backs["The right deck"] == ["Special"]


@pytest.mark.parametrize("visible", [True, False])
def test_hw_a21_the_kind_of_every_attack_in_a_row_stays_public(*, visible: bool) -> None:
    """The kind of an attack on the table is hidden, always or by the option `backs_visible`."""
    there = {"Inae": {"rows": (row("artillery-40", "ground-20", "ground-10!", "artillery-10"), ())}}
    state = position(cities=there, settings={"backs_visible": visible})
    shown = [(card.back, card.face) for card in front(state, TEAL, "Inae").right.cards]
    assert shown == [("Artillery", None), ("Ground", None), ("Ground", "Grd 10k"), ("Artillery", None)]


def test_the_toll_shows_how_near_the_end_is() -> None:
    """A player does not see on the toll's track how near the end is."""
    (track,) = [each for each in GAME.sheet(position(toll=170), None).elements if isinstance(each, Track)]
    assert (track.at, track.high, track.note) == (170, 200, "30k to the intervention")


def test_standing_counts_what_is_known_of_the_dead() -> None:
    """The sheet does not count one's own dead exactly, and the other's as far as shown."""
    (facts,) = [
        each
        for each in GAME.sheet(position(cities=THERE, jab=TEAL), SEAT_IDS[AMBER]).elements
        if isinstance(each, Facts)
    ]
    said = {fact.label: fact.value for fact in facts.facts}
    assert said["killed by Amber"] == "30k"
    assert said["killed by Teal"] == "0k, 1 attack hidden"
    assert said["Jus ad bellum"] == "Teal, face down"
    assert said["Amber's cards to play"] == "2 of 2"


def test_a_card_that_jus_ad_bellum_gave_is_one_more_of_those_to_play() -> None:
    """A player who used Jus ad bellum after one of two plays reads "2 of 2" instead of "2 of 3"."""
    state = position(hand=["ground-10"] * 3, plays_left=1, jab=AMBER, jab_up=True)
    more = answer(state, card="jus:play+1").state
    said = [left_to_play(each) for each in (state, more, answer(more, card="ground-10", at="Inae").state)]
    assert said == ["1 of 2", "2 of 3", "1 of 3"]
    assert left_to_play(quietly(quietly(more, "Play", TEAL), "Play", AMBER)) == "2 of 2"


@pytest.mark.parametrize(("active", "name"), [(AMBER, "Amber"), (TEAL, "Teal")])
def test_the_cards_left_to_play_are_labelled_with_the_active_player(active: int, name: str) -> None:
    """The count of cards to play does not name its player. It seems to jump from "0 of 2" to "2 of 2" without
    a reason.
    """
    facts = next(
        each for each in GAME.sheet(position(active=active), None).elements if isinstance(each, Facts)
    )
    assert [fact.label for fact in facts.facts if "play" in fact.label] == [f"{name}'s cards to play"]


def test_the_headline_speaks_to_its_reader() -> None:
    """The player whose turn it is does not find themselves in the first line."""
    state = position(hand=["ground-10"], toll=30)
    assert GAME.sheet(state, SEAT_IDS[AMBER]).headline == "Turn 5 · you play · toll 30k of 200k"
    assert GAME.sheet(state, SEAT_IDS[TEAL]).headline == "Turn 5 · Amber plays · toll 30k of 200k"
    over = answer(position(step="Dedes", toll=180, jab=AMBER), toll="add").state
    assert GAME.sheet(over, SEAT_IDS[AMBER]).headline == (
        "The war is over: you won. The toll reached the end of its track, and the United Nations intervened."
    )


def test_marks_name_the_holder_of_a_city() -> None:
    """Control, securing or observers of a city are hidden."""
    state = position(
        cities={
            "Inae": {"owner": TEAL, "report": "media"},
            "Nishka": {"secured": AMBER},
            "Adech": {"report": "media"},
        }
    )
    assert front(state, AMBER, "Inae").mark == "controlled by Teal, observers"
    assert front(state, TEAL, "Inae").mark == "controlled by you, observers"
    assert front(state, AMBER, "Nishka").mark == "secured by you"
    assert front(state, TEAL, "Nishka").mark == "secured by Amber"
    assert front(state, AMBER, "Adech").mark == "observers: attacks face up"
    assert front(state, AMBER, "Nishka").at is None


def test_the_course_counts_the_lead_from_each_sides_view() -> None:
    """The debrief draws the loser in the lead, or tells a side of the other's hidden dead."""
    course = GAME.course(position(cities=THERE, vp=(3, 1)))
    assert dict(course.ahead) == {"amber": 2, "teal": -2}
    assert [(dict(figure.by), figure.own) for figure in course.figures] == [
        ({"amber": 3, "teal": 1}, False),
        ({"": 0}, False),
        ({"amber": 30, "teal": 40}, True),
    ]


OBSERVERS = "Observers: a Media Report may be attached to a city. Attacks there are then played face up."


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, ()),
        ({"un_observers": True}, (OBSERVERS,)),
        ({"observers_at": "uncontrolled"}, ()),
        (
            {"un_observers": True, "observers_at": "uncontrolled", "max_turns": 12},
            (
                OBSERVERS.replace("a city.", "a city that neither player controls."),
                "The dead are counted after 12 turns.",
            ),
        ),
    ],
)
def test_5_6_players_are_told_the_advanced_rules_that_are_played(
    settings: dict[str, object], told: tuple[str, ...]
) -> None:
    """Players are not told of an advanced rule before it surprises them, or are told of one that is not
    played.
    """
    assert agreed(GAME, HardWarOptions.model_validate(settings)) == told
