"""A game's own texts: its page is made from the data of its rules, and a briefing reveals no secret."""

from __future__ import annotations

import re
from typing import Any

import pytest
from warcouncil.games.escalate import GAME as ESCALATE
from warcouncil.games.escalate.cards import SETS, VALUES, deck_of, role_of
from warcouncil.games.hard_war import GAME as HARD_WAR
from warcouncil.games.hard_war.manifest import house
from warcouncil.games.kartenspiel import GAME as KARTENSPIEL
from warcouncil.games.kartenspiel.combat import owes
from warcouncil.games.kashmir_crisis import GAME as KASHMIR
from warcouncil.games.kashmir_crisis.chart import chart_of, describe_all
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.text import pages
from warcouncil.protocol.table.rulebooks import (
    Briefing,
    Rulebook,
    RuleHeading,
    RuleList,
    RuleSample,
    RuleTable,
    RuleText,
)

from tests.current import check_current
from tests.games import found
from tests.games.pages import FOLDER, page

every_game = pytest.mark.parametrize("name", [*found.REGISTERED, "template"])


def book(name: str, **settings: Any) -> Rulebook:
    """Return the rulebook of a game under some options."""
    game = found.load(name)
    return pages.rulebook(game, game.options_type.model_validate(settings))


def grids(name: str, **settings: Any) -> dict[str, RuleTable]:
    """Return the tables of a game's page, by the heading of their first column."""
    blocks = [block for chapter in book(name, **settings).chapters for block in chapter.blocks]
    return {block.head[0]: block for block in blocks if isinstance(block, RuleTable)}


def words(rules: Rulebook) -> str:
    """Return all texts of a rulebook as one."""
    said: list[str] = []
    for chapter in rules.chapters:
        for block in chapter.blocks:
            match block:
                case RuleText() | RuleSample() | RuleHeading():
                    said.append(block.text)
                case RuleList():
                    said += block.items
                case RuleTable():
                    said += [cell for row in (block.head, *block.rows) for cell in row]
    return "\n".join(said)


@pytest.mark.parametrize("name", found.REGISTERED)
def test_the_page_in_docs_is_the_games_own(name: str) -> None:
    """A reader of the page plays by other rules than the table. `make schema` writes it again."""
    check_current(FOLDER / f"{name}.md", page(name), "python -m tests.games.pages")


@every_game
def test_a_page_has_every_chapter_in_its_order(name: str) -> None:
    """A player does not find how one wins, or who knows what."""
    chapters = book(name).chapters
    assert [chapter.name for chapter in chapters] == ["about", *pages.CHAPTERS.values()]
    assert [chapter.title for chapter in chapters if not chapter.blocks] == []


@every_game
def test_a_page_uses_everything_from_its_game(name: str) -> None:
    """A table of the rules is missing on the page, or a name in brackets is printed as it is."""
    game = found.load(name)
    text = pages.source(game)
    asked = set(re.findall(r"\{\{(\w+)\}\}", text))
    options = game.options_type()
    assert asked <= {*pages.facts(game, options), *game.authored(options)}
    assert {*game.facts(options), *game.authored(options)} <= asked
    assert "{{" not in pages.markdown(game, options)


@every_game
def test_a_page_tells_every_phase_and_paragraph(name: str) -> None:
    """A refusal quotes a number that is not in the rules."""
    game, rules = found.load(name), book(name)
    said = words(rules)
    phases = {
        (moment.phase.name, moment.phase.text)
        for played in found.default_games(name)
        for moment in played.moments
    }
    assert [phase for phase, text in phases if text not in said] == []
    assert [phase for phase in game.phase_names(game.options_type()) if phase not in said] == []
    numbers = [number for number, text in pages.paragraphs(game) if f"{number} {text}" not in said]
    assert [number for number in numbers if not re.search(rf"^{re.escape(number)}$", said, re.M)] == []


@every_game
def test_no_mark_of_the_page_reaches_a_screen(name: str) -> None:
    """Players read asterisks, bars and hashes between the rules."""
    for line in words(book(name)).splitlines():
        assert not re.search(r"\*\*|\]\(|^#|^\||\{\{", line), line


@every_game
def test_every_row_of_a_table_is_whole(name: str) -> None:
    """A cell is under the wrong heading."""
    for grid in grids(name).values():
        assert {len(row) for row in grid.rows} == {len(grid.head)}


# --- briefings --------------------------------------------------------------------------------------------------------


def settings_of(game: AnyGame) -> list[dict[str, Any]]:
    """Return playable option sets, each with one option other than its default."""
    tried = [{}, *found.alternatives(game.options_type)]
    seed = seed_of("briefing")
    return [given for given in tried if "deal" not in given and found.start(game, given, seed) is not None]


@pytest.mark.parametrize("name", found.NAMES)
def test_every_seat_is_briefed_under_every_option(name: str) -> None:
    """A player is not told the subject of the game."""
    game = found.load(name)
    for settings in settings_of(game):
        options = game.options_type.model_validate(settings)
        for seat in game.seats(options):
            briefing = game.briefing(options, seat.id)
            for text in (briefing.role, briefing.wins, briefing.sees, briefing.decides):
                assert re.fullmatch(r"\S.*[.!]", text), (name, seat.id, text)
                assert len(text) <= 330, (name, seat.id, len(text))


DEALS: dict[str, dict[str, Any]] = {
    "escalate": {"deal": {"deck": list(deck_of(mad=False, salt=False, gunboat=False))}},
    "hard_war": {"deal": {"amber": ["media", "media2", "ground-40"]}},
    "sealed_bid": {"deal": {"north": [1, 2, 3]}},
    "kashmir_crisis": {"deal": {"events": [f"{rank}{suit}" for rank in "KQJ" for suit in "SHCD"]}},
}


@pytest.mark.parametrize("name", found.NAMES)
def test_the_open_options_contain_no_deal(name: str) -> None:
    """The rules page or a briefing shows the order of a deck that an umpire has set."""
    game = found.load(name)
    options = game.options_type.model_validate(DEALS.get(name, {}))
    assert options.open() == game.options_type().open()
    assert (options != game.options_type()) == (name in DEALS)


def test_a_briefing_speaks_of_the_seat_that_reads_it() -> None:
    """A corps commander is told that they hold the reserve, or Red is told to break its own line."""
    options = KARTENSPIEL.options_type()
    told = {str(seat.id): KARTENSPIEL.briefing(options, seat.id) for seat in KARTENSPIEL.seats(options)}
    assert "Red wins if it breaks Black's line" in told["red.army"].wins
    assert "reserve" in told["red.army"].decides
    assert "Black wins if it breaks Red's line" in told["black.corps.2"].wins
    assert "your corps attacks or defends" in told["black.corps.2"].decides
    assert "neither the reserve" in told["black.corps.2"].sees
    assert told["red.army"].sees.startswith("You see all divisions of your side. About Black you know only")
    assert "About Red you know only" in told["black.corps.2"].sees
    two = KARTENSPIEL.options_type(seats="two")
    alone = KARTENSPIEL.briefing(two, KARTENSPIEL.seats(two)[0].id)
    assert "talk" not in alone.decides
    assert "each corps attacks" in alone.decides
    assert len(set(told.values())) == 4, "a side's corps commanders are told the same, and nobody else is"


def test_a_briefing_says_the_numbers_of_this_table() -> None:
    """Players aim at thirty points where fifteen win."""

    def wins(game: AnyGame, **settings: Any) -> Briefing:
        options = game.options_type.model_validate(settings)
        return game.briefing(options, game.seats(options)[0].id)

    assert "The first player to reach 30 points wins the game." in wins(ESCALATE).wins
    assert "The first player to reach 15 points wins the game." in wins(ESCALATE, target=15).wins
    assert "Nuke" not in wins(ESCALATE, salt=True).wins + wins(ESCALATE, salt=True).decides
    assert "add up to 55 or more" in wins(KASHMIR, threshold=55).wins
    chosen = house().model_dump(mode="json") | {"military_vp": 6}
    assert "You win at once with 6 victory points" in wins(HARD_WAR, manifest=chosen).wins


# --- the tables are the rules' own ------------------------------------------------------------------------------------


def test_the_table_of_combats_is_what_a_combat_costs() -> None:
    """A commander expects losses that the battle does not cause."""
    for mine, theirs, lost, taken in grids("kartenspiel")["you count"].rows:
        sizes = (int(mine.split()[0]), int(theirs.split()[0]))
        attacks = ("attack" in mine, "attack" in theirs)
        assert (int(lost), int(taken)) == tuple(owes(side, sizes, attacks, sizes) for side in (0, 1))


def test_the_armies_are_those_of_the_table() -> None:
    """Red reads of 26 divisions where it has 22."""
    rows = {row[0]: row[1:] for row in grids("kartenspiel", asymmetric="red")["army"].rows}
    assert rows == {"Red": ("17", "5", "22"), "Black": ("20", "6", "26")}


def test_the_cities_are_those_of_the_manifest() -> None:
    """A faction fights for a city that has another effect."""
    other = house().model_dump(mode="json")
    other["cities"][0]["effect"], other["cities"][1]["effect"] = "none", "play+1"
    told = {row[0]: row for row in grids("hard_war", manifest=other, flags_per_side=4)["city"].rows}
    assert told["Adech"] == ("Adech", "1", "4", "nothing more")
    assert told["Dedes"] == ("Dedes", "1", "4", "one more play each turn")
    printed = {row[0]: row for row in grids("hard_war")["city"].rows}
    assert [int(row[1]) for row in printed.values()] == [city.vp for city in house().cities]


def test_the_counts_of_cards_are_those_of_the_pack() -> None:
    """A reader of the page counts cards wrong."""
    pack = house().pack()
    kinds = {row[0]: row[1:] for row in grids("hard_war")["attack"].rows}
    assert [int(number) for number in kinds["Ground"]] == [
        pack[f"ground-{toll}"] for toll in (10, 20, 30, 40)
    ]
    specials = [
        block
        for block in _blocks("hard_war", media_removed=3)
        if block.head == ("card", "how many", "what it does")
    ]
    assert specials[0].rows[0][1] == str(pack["media"] - 3)


def _blocks(name: str, **settings: Any) -> list[RuleTable]:
    chapters = book(name, **settings).chapters
    return [block for chapter in chapters for block in chapter.blocks if isinstance(block, RuleTable)]


def test_the_events_are_those_of_the_chart() -> None:
    """A government waits for an event that has another effect."""
    chart = chart_of("house")
    rows = grids("kashmir_crisis")["event"].rows
    assert [row[3] for row in rows] == [
        describe_all(chart.entry(entry.card).effects) for entry in chart.events
    ]
    blank = grids("kashmir_crisis", event_chart="blank")["event"].rows
    assert {row[3] for row in blank} == {"nothing"}
    other = chart.model_dump(mode="json") | {"rank_front": {"J": "D", "Q": "M", "K": "I"}}
    for entry in other["events"]:
        entry["front"] = None
    told = words(book("kashmir_crisis", event_chart=other))
    assert "may be scored: Jack Diplomatic, Queen Military, King Information." in told


def test_the_ranks_are_those_of_the_cards() -> None:
    """A player lays a Soldier where a Spy is required, or keeps an Ace that is a Nuke at this table."""
    told = {row[1]: row for row in grids("escalate")["card"].rows}
    assert {title: row[4] for title, row in told.items() if row[4] != "–"} == {
        "Proxy Conflict": str(VALUES["K"]),
        "Spy War": str(VALUES["Q"]),
        "Diplomatic Incident": str(VALUES["J"]),
    }
    mad = {row[1]: row[0] for row in grids("escalate", mad=True)["card"].rows}
    assert (mad["Nuke"], mad["U.N."]) == ("Ace", "Joker")
    assert role_of("AS", mad=True) == "nuke"
    answers = {row[0]: row[1] for row in grids("escalate")["Incident"].rows}
    assert answers["Spy War"].count(" or ") == len(SETS["Q"]) - 1
    assert "2 Spies" in answers["Proxy Conflict"]
