"""Mistakes in a map, each told in words with a way to mend it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.reading import read

from tests.games.scenario.mapped import island

Change = Callable[[dict[str, Any]], Any]


def mistakes(change: Change) -> list[str]:
    written = island()
    change(written)
    return [f"{'.'.join(map(str, each.path))}: {each.said}" for each in GAME.mistakes(json.dumps(written))]


def place(number: int, **keys: Any) -> Change:
    return lambda written: written["map"]["places"][number].update(keys)


def piece(number: int, **keys: Any) -> Change:
    return lambda written: written["map"]["pieces"][number].update(keys)


def question(**keys: Any) -> Change:
    return lambda written: written["phases"][0]["questions"][0].update(keys)


def follows(*only_if: str, **keys: Any) -> Change:
    return lambda written: written["phases"][0].update(
        follows=[{"only_if": list(only_if), "tell": "x"} | keys]
    )


def test_island_is_sound() -> None:
    """If this fails, the tests below find mistakes of their own."""
    assert mistakes(lambda _: None) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (place(4, links=["moor", "coats"]), "map.places.4.links.1: there is no place 'coats'. Did you mean 'coast'?"),
        (place(4, links=["moor", "coast"]), "map.places.4.links.1: mill has a link to coast, and coast has none back."),
        (place(4, links=["mill", "moor"]), "map.places.4.links.0: a place has no link to itself."),
        (place(4, owner="vlad"), "map.places.4.owner: there is no team 'vlad'. Did you mean 'vald'?"),
        (place(1, at=[0, 0]), "map.places.1.at: coast is drawn at the same point."),
        (place(1, at=[0, 101]), "map.places.1.at.1:"),
        (place(0, name="hold"), "map.places.0.name: 'hold' is a word of an order."),
        (place(1, name="coast"), "map.places.1.name: 'coast' is already used."),
        (piece(0, at="cost"), "map.pieces.0.at: guard is at no place: there is no 'cost'. Did you mean 'coast'?"),
        (piece(1, at="coast"), "map.pieces.1.at: guard is in coast already."),
        (piece(1, of="vlad"), "map.pieces.1.of: there is no team 'vlad'."),
        (piece(1, name="guard"), "map.pieces.1.name: 'guard' is already used."),
        (piece(1, name="march"), "map.pieces.1.name: 'march' is already used."),
        (piece(1, strength=0), "map.pieces.1.strength:"),
        (question(silence="hold"), "phases.0.questions.0.silence: the pieces of a silent team hold."),
        (question(by="seat"), "phases.0.questions.0.by: pieces belong to teams."),
        (question(known_to="all"), "phases.0.questions.0.known_to: the orders would show where hidden pieces are."),
        (question(options=[{"name": "a", "label": "A"}, {"name": "b", "label": "B"}]),
         "phases.0.questions.0.options: a question of kind orders cannot have options."),
        (lambda written: written.pop("map"), "phases.0.questions.0.kind: orders need a map."),
        (lambda written: written["map"]["pieces"].pop(), "phases.0.questions.0.of: vald has no piece."),
        (lambda written: written["phases"][0]["questions"].append({"name": "again", "ask": "And?", "kind": "orders"}),
         "phases.0.questions.1.of: rosal is asked for orders twice in this phase."),
        (lambda written: written.update(numbers=[{"name": "places", "title": "Places", "known_to": "all"}]),
         "numbers.0.name: 'places' has a meaning in conditions of a map."),
        (follows("owner of cost is rosal"), "phases.0.follows.0.only_if.0: 'cost' has no owner. Did you mean 'coast'?"),
        (follows("owner of coast is blue"), "phases.0.follows.0.only_if.0: owner of coast is never 'blue'."),
        (follows("owner of coast >= 2"), "phases.0.follows.0.only_if.0: 'owner of coast' is not a number."),
        (follows("places of rosal is rosal"), "phases.0.follows.0.only_if.0: 'places of rosal' is a number."),
        (follows("place of guard is cost"), "phases.0.follows.0.only_if.0: place of guard is never 'cost'."),
        (follows("pieces of rosal in cost >= 1"), "phases.0.follows.0.only_if.0: there is no place 'cost'."),
        (follows("places of rosal in coast >= 1"), "phases.0.follows.0.only_if.0: 'places of rosal in coast': `in` is for pieces and strength."),
        (follows("places >= 1"), "phases.0.follows.0.only_if.0: it is not clear whose value is meant. Write the owner, as in `places of rosal`"),
        (follows("places of rosal 2 rounds ago >= 1"), "phases.0.follows.0.only_if.0: the map of an earlier round cannot be read."),
        (follows("owner of coast is own"), "phases.0.follows.0.only_if.0: 'owner of coast is own': `own` has no meaning here."),
        (follows("owner of coast is rosal, silent counts"), "phases.0.follows.0.only_if.0: 'owner of coast is rosal, silent counts': there is always an answer here."),
        (follows(tell="It is {owner of moor}"), "phases.0.follows.0.tell: {owner of moor} tells everyone a value that not all of them may know."),
    ],
)  # fmt: skip
def test_mistake_is_told_at_its_place_with_a_way_to_mend_it(change: Change, said: str) -> None:
    """If this fails, an author reads no useful message about a map that cannot be played."""
    found = mistakes(change)
    assert [each for each in found if each.startswith(said)], found


def test_place_that_no_piece_reaches_is_told() -> None:
    """If this fails, an author draws an island without links, and no message says so."""

    def apart(written: dict[str, Any]) -> None:
        written["map"]["places"].append({"name": "isle", "title": "Isle", "at": [50, 90]})

    assert mistakes(apart) == ["map.places.5: no piece can reach isle. Link it, or remove it"]


def test_secret_owner_in_a_branch_must_be_revealed() -> None:
    """If this fails, a phase that opens by a hidden owner reveals it to everyone, and the checker does not report
    it.
    """

    def branch(written: dict[str, Any]) -> None:
        written["phases"].append({"name": "Then", "kind": "talk", "only_if": ["owner of moor is vald"]})

    assert "owner of moor" in mistakes(branch)[0]
    own = island()
    own["phases"][0]["follows"] = [
        {"tell_to": {"rosal": "You hold {places of rosal}, guard in {place of guard}"}}
    ]
    assert GAME.mistakes(json.dumps(own)) == ()
    own["phases"][0]["follows"] = [{"tell_to": {"vald": "It is in {place of guard}"}}]
    assert "tells vald" in GAME.mistakes(json.dumps(own))[0].said


def test_too_many_orders_for_one_answer_are_told() -> None:
    """If this fails, a player gives orders that cannot be sent."""

    def crowded(written: dict[str, Any]) -> None:
        long = "a_place_with_quite_a_long_nam_"
        names = [f"{long}{chr(97 + n)}" for n in range(14)]
        written["map"]["places"] = [
            {
                "name": name,
                "title": "P",
                "at": [n, n],
                "links": [each for each in names[max(0, n - 1) : n + 2] if each != name],
            }
            for n, name in enumerate(names)
        ]
        written["map"]["pieces"] = [
            {
                "name": f"an_army_with_quite_a_long_name{chr(97 + n)}",
                "title": "A",
                "of": "vald" if n == 0 else "rosal",
                "at": name,
            }
            for n, name in enumerate(names)
        ]

    assert [each for each in mistakes(crowded) if "The limit is 1640" in each]


def test_doubts_about_a_map() -> None:
    """If this fails, an author does not hear that owners show where hidden pieces go, or that nothing moves."""
    assert doubts(read(json.dumps(island()))) == ()
    shown = doubts(read(json.dumps(island(owners_known_to="all"))))
    assert [each.said.partition(".")[0] for each in shown] == [
        "everyone sees which place a hidden piece takes"
    ]
    still = island()
    still["phases"] = [{"name": "Talk", "kind": "talk", "text": "Look.", "minutes": 3}]
    assert [each.path for each in doubts(read(json.dumps(still)))] == [("map", "pieces")]
