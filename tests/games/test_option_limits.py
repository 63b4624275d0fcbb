"""The least and the greatest number of each option: a host is stopped beyond them, and never before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from tests.games import found

Span = tuple[float, float]

TALK: dict[str, Span] = {"talk_seconds": (5, 7200), "talk_quiet_seconds": (0, 600)}
NUMBERS: dict[str, dict[str, Span]] = {
    "escalate": {
        **TALK,
        "players": (2, 4),
        "target": (1, 200),
        "pass_limit": (1, 10),
        "pass_circles": (1, 10),
        "max_incidents": (1, 1000),
        "call_seconds": (5, 3600),
        "exchange_seconds": (5, 3600),
        "turn_seconds": (5, 3600),
        "interjection_seconds": (5, 3600),
        "launch_seconds": (5, 3600),
        "retaliation_seconds": (5, 3600),
    },
    "hard_war": {
        **TALK,
        "media_removed": (0, 20),
        "flags_per_side": (1, 6),
        "max_turns": (2, 1000),
        "control_seconds": (0.001, 3600),
        "draw_seconds": (0.001, 3600),
        "play_seconds": (0.001, 3600),
        "extra_seconds": (0.001, 3600),
        "discard_seconds": (0.001, 3600),
    },
    "kartenspiel": {
        "max_turns": (0, 10_000),
        "redeploy_first_seconds": (1, 3600),
        "redeploy_seconds": (1, 3600),
        "redeploy_alone_seconds": (1, 3600),
        "declare_seconds": (1, 3600),
        "confused_seconds": (1, 3600),
        "charge_seconds": (1, 3600),
        "losses_seconds": (1, 3600),
    },
    "scenario": {"pace": (10, 400)},
    "kashmir_crisis": {
        **TALK,
        "track_half_length": (1, 12),
        "start_vp_india": (0, 100),
        "start_vp_pakistan": (0, 100),
        "draw_count": (1, 40),
        "draw_count_own": (1, 20),
        "threshold": (0, 400),
        "jokers": (1, 4),
        "max_turns": (0, 99),
        "choice_seconds": (5, 3600),
        "play_seconds": (5, 3600),
        "card_seconds": (5, 3600),
    },
}
LONGEST: dict[str, dict[str, int]] = {
    "scenario": {},
    "escalate": {"talk_channels": 20},
    "hard_war": {"talk_channels": 20, "talk_tolls": 20},
    "kartenspiel": {"mapping": 10},
    "kashmir_crisis": {"talk_channels": 20},
}

every_game = pytest.mark.parametrize("name", found.REGISTERED)


def takes(name: str, **settings: Any) -> bool:
    """Return whether a game's options accept a value."""
    try:
        found.load(name).options_type.model_validate(settings)
    except ValidationError:
        return False
    return True


def limited(options_type: type[BaseModel], *words: str) -> Iterator[str]:
    """Return the options whose schema has one of these words, but not inside the values of a mapping."""
    for name, schema in options_type.model_json_schema()["properties"].items():
        if any(word in kind for kind in (schema, *schema.get("anyOf", ())) for word in words):
            yield name


@every_game
def test_a_number_is_taken_up_to_its_limits_and_not_beyond(name: str) -> None:
    """A clock of no seconds closes before any answer, or one that is long but allowed is refused."""
    for option, (least, greatest) in NUMBERS.get(name, {}).items():
        beyond = (least - 1 if least >= 1 or least == 0 else 0, greatest + 1)
        assert [takes(name, **{option: value}) for value in (least, greatest)] == [True, True], option
        assert [takes(name, **{option: value}) for value in beyond] == [False, False], option


@every_game
def test_a_list_is_taken_up_to_its_length_and_not_beyond(name: str) -> None:
    """A file of options contains a list that fits no screen and no message."""
    entry: Any = {"talk_channels": ("a", "b"), "mapping": "a"}
    for option, length in LONGEST.get(name, {}).items():
        full: Any = {f"n{number}": entry.get(option) for number in range(length)} if option in entry else None
        values: Any = tuple(range(length)) if full is None else full
        longer: Any = (*values, 1) if full is None else {**values, "more": entry[option]}
        assert (takes(name, **{option: values}), takes(name, **{option: longer})) == (True, False), option


@every_game
def test_no_limit_is_left_out(name: str) -> None:
    """A new option has limits without a test."""
    options_type = found.load(name).options_type
    assert {*limited(options_type, "minimum", "exclusiveMinimum", "maximum")} == {*NUMBERS.get(name, {})}
    assert {*limited(options_type, "maxItems", "maxProperties")} == {*LONGEST.get(name, {})}


@pytest.mark.parametrize(
    ("deal", "fits"),
    [
        ({"resource": ["AS"] * 200}, True),
        ({"resource": ["AS"] * 201}, False),
        ({"reshuffle": [["AS"]] * 20}, True),
        ({"reshuffle": [["AS"]] * 21}, False),
        ({"reshuffle_india": [["AS"] * 201]}, False),
    ],
    ids=["200 cards", "201 cards", "20 orders", "21 orders", "201 cards in an order"],
)
def test_an_order_of_cards_has_its_length(deal: dict[str, Any], fits: bool) -> None:
    """An order without end in a plan is read to its end before the table opens."""
    assert takes("kashmir_crisis", deal=deal) is fits


@pytest.mark.parametrize(("copies", "fits"), [(-1, False), (0, True), (4, True), (5, False)])
def test_a_resource_card_is_there_up_to_four_times(copies: int, fits: bool) -> None:
    """10.4: the deck that two players make for themselves has any number of cards."""
    assert takes("kashmir_crisis", deck_edit={"AS": copies}) is fits
