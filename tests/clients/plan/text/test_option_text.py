"""Options from the command line: a valid text becomes options, and an invalid one is refused with a hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.plan.reading.played import played
from warcouncil.clients.plan.text.option_text import (
    BadInput,
    options_of,
    parse_deal,
    parse_settings,
)
from warcouncil.games.kit.text.suggestions import allowed

from tests.toys import nim, sealed_bid

BID = sealed_bid.GAME


def refusal(*pairs: str, deal: str | None = None) -> str:
    """Return the refusal of unusable settings of sealed bids."""
    with pytest.raises(BadInput) as refused:
        options_of(BID, pairs, deal)
    return str(refused.value)


def test_values_are_json_where_they_can_be_and_text_otherwise() -> None:
    """true, 3, [1, 2] or a word is not read as the value that it looks like."""
    parsed = parse_settings(["a=true", "b=3", "c=[1, 2]", "d=word", 'e={"x": 1}', "f=", "g=x=y"])
    assert parsed == {"a": True, "b": 3, "c": [1, 2], "d": "word", "e": {"x": 1}, "f": "", "g": "x=y"}


def test_one_name_inside_a_mapping_can_be_set() -> None:
    """A single role cannot be set, so a host must write the complete mapping as JSON."""
    assert parse_settings(["mapping.red.corps.1=red.army", "mapping.red.corps.2=red.army"]) == {
        "mapping": {"red.corps.1": "red.army", "red.corps.2": "red.army"}
    }


def test_a_file_is_loaded_where_a_value_begins_with_at(tmp_path: Path) -> None:
    """A chart must be typed on the command line, although it is too long for it."""
    file = tmp_path / "deal.json"
    file.write_text('{"deck": [1, 2]}')
    assert parse_settings([f"deal=@{file}"]) == {"deal": {"deck": [1, 2]}}


def test_options_of_every_kind_reach_the_game() -> None:
    """A setting is accepted, but does not reach the game."""
    options = options_of(
        BID, ["hand=2", "claim_costs=false", "losers=kept", "clock_seconds=2.5", "deal.deck=[3]"]
    )
    assert isinstance(options, sealed_bid.BidOptions)
    assert (options.hand, options.claim_costs, options.losers, options.clock_seconds, options.deal) == (
        2,
        False,
        "kept",
        2.5,
        {"deck": (3,)},
    )


def test_an_option_that_wants_text_gets_text() -> None:
    """A channel that is called 1 is read as a number, although it is a name."""
    options = options_of(BID, ["talk=named", "talk_channels.1=[]"])
    assert isinstance(options, sealed_bid.BidOptions)
    assert options.talk_channels == {"1": ()}


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("hnad=3", "sealed_bid has no option 'hnad'. Did you mean 'hand'? Options are talk, "),
        ("hand=9", "hand: 9 is not valid. Give a whole number from 1 to 5"),
        ("hand=many", 'hand: "many" is not valid. Give a whole number from 1 to 5'),
        ("losers=eaten", 'losers: "eaten" is not valid. Give one of shown, kept'),
        ("claim_costs=perhaps", 'claim_costs: "perhaps" is not valid. Give true or false'),
        ("clock_seconds=0", "clock_seconds: 0 is not valid. Give a number above 0"),
        ("deal.deck=[1,x]", 'deal.deck: "[1,x]" is not valid. Give a list'),
        ('deal.deck=["x"]', 'deal.deck, item 1: "x" is not valid. Give a whole number'),
        ("hand", "--set hand: write it as key=value"),
        ("=3", "--set =3: write it as key=value"),
        ("deal=@nowhere.json", "nowhere.json: the file cannot be read (there is no such file or folder)"),
    ],
)
def test_a_setting_that_will_not_do_is_answered_with_what_would(pair: str, said: str) -> None:
    """The line names neither the option nor its allowed values, while the room waits."""
    assert refusal(pair).startswith(said)


def test_an_option_set_twice_is_refused() -> None:
    """One of two values for an option is chosen without a message."""
    assert "set twice" in refusal("hand=2", "hand=3")
    assert "set twice" in refusal("deal.deck=[1]", "deal.deck=[2]")
    assert "set as a whole" in refusal("deal=none", "deal.deck=[1]")


def test_a_file_that_is_no_json_is_refused_with_its_place(tmp_path: Path) -> None:
    """A comma too many in a long chart is not reported with its line."""
    file = tmp_path / "chart.json"
    file.write_text('{\n "deck": [1,,]\n}')
    assert refusal(f"deal=@{file}") == (f"--set deal: {file}: line 2, column 13: this is not JSON")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """A spreadsheet given in place of a text file causes a traceback."""
    file = tmp_path / "deal.xls"
    file.write_bytes(b"\xd0\xcf\x11\xe0")
    assert refusal(deal=str(file)) == (
        f"{file}: this is not a text file in UTF-8. Save it again as UTF-8 (in a spreadsheet: “CSV UTF-8”)"
    )


def test_a_deal_is_read_from_lines_or_from_json() -> None:
    """A tutor cannot write a deal down as cards are laid out."""
    lines = "# the first battle\n\ndeck: 8, 1 5\nhands.north: AS KD\nreshuffle: 1 2\nreshuffle: 3\n"
    assert parse_deal(lines, "deal.txt") == {
        "deck": ["8", "1", "5"],
        "hands": {"north": ["AS", "KD"]},
        "reshuffle": [["1", "2"], ["3"]],
    }
    assert parse_deal('{"deck": [8]}', "deal.json") == {"deck": [8]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8 1 5", "deal.txt: line 1: write it as `name: card card …`"),
        ("deck: 1\ndeck: 2", "deal.txt: line 2: 'deck' is dealt twice"),
        ("deck: 1\ndeck.north: 2", "deal.txt: line 2: 'deck' was already dealt as a whole"),
        ("[1, 2]", 'deal.txt: write the deal as a mapping of names to cards, such as {"deck": [...]}'),
        ("{", "deal.txt: line 1, column 2: this is not JSON"),
    ],
)
def test_a_deal_that_cannot_be_read_is_refused_with_its_line(text: str, said: str) -> None:
    """A user must count cards to find the wrong line in a deal."""
    with pytest.raises(BadInput) as refused:
        parse_deal(text, "deal.txt")
    assert str(refused.value).startswith(said)


def test_a_deal_file_fills_the_option(tmp_path: Path) -> None:
    """The game plays another deal than the one in the file."""
    file = tmp_path / "deal.txt"
    file.write_text("deck: 8 1 5 3\n")
    options = options_of(BID, ["hand=1"], str(file))
    assert isinstance(options, sealed_bid.BidOptions)
    assert options.deal == {"deck": (8, 1, 5, 3)}
    assert "Use either --deal or --set" in refusal("deal.deck=[1]", deal=str(file))
    with pytest.raises(BadInput, match="nim has no cards that can be dealt"):
        options_of(nim.GAME, [], str(file))


def test_an_unknown_game_is_answered_with_the_games_there_are() -> None:
    """A typing mistake in the name of a game ends without a list of the games."""
    with pytest.raises(BadInput, match=r"Did you mean 'kartenspiel'\? Games are .*kartenspiel"):
        played("kartenspeil")


def test_the_values_of_an_option_are_described_in_words() -> None:
    """The list of games does not name the values that an umpire may type."""
    fields = sealed_bid.BidOptions.model_fields
    assert allowed(fields["hand"]) == "a whole number from 1 to 5"
    assert allowed(fields["losers"]) == "one of shown, kept"
    assert allowed(fields["deal"]) == "a mapping"
    assert (
        allowed(nim.NimOptions.model_fields["heaps"]) == "a list (each entry is a whole number from 0 to 9)"
    )
