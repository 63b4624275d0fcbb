"""The small exercise of each format: it plays at once, teaches something, and asks its players at the end."""

from __future__ import annotations

from collections import Counter

import pytest
from warcouncil.games.kit.play.play import Playing, Policy, at_random, play_on, seed_of, silent
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.phase import QuestionnairePhase

from tests.games.scenario.test_shipped import hinted, moody

each_format = pytest.mark.parametrize("name", shipped.FORMATS)
POLICIES: dict[str, Policy] = {"silent": silent, "random": at_random, "hinted": hinted, "moody": moody}
HEADINGS = ("FOR ", "LEARNING", "PREPARATION", "TIMING", "ONLY YOU KNOW", "WHAT TO WATCH", "DEBRIEF")


def begun(name: str, seed: str) -> Playing:
    """Return a table of a format."""
    return Playing(GAME, GAME.options_type(scenario=shipped.like(name)), seed_of(seed))


@each_format
def test_it_has_no_mistake_a_teaching_note_and_a_questionnaire(name: str) -> None:
    """If this fails, an author begins with a mistake of ours, or copies an exercise that teaches nothing."""
    written = read(shipped.like(name))
    assert doubts(written) == ()
    parts = written.notes.split("\n\n")
    assert [head for head in HEADINGS if not any(part.startswith(head) for part in parts)] == []
    (wash,) = [phase for phase in written.phases if isinstance(phase, QuestionnairePhase)]
    assert 3 <= len(wash.items) <= 5


@each_format
@pytest.mark.parametrize("policy", POLICIES)
def test_it_plays_to_its_end_with_any_players(name: str, policy: str) -> None:
    """If this fails, the first thing that an author tries does not end."""
    table = begun(name, "1")
    play_on(table, POLICIES[policy], gates_max=200)
    assert table.state.over is not None


@each_format
def test_it_lasts_about_as_long_as_it_says(name: str) -> None:
    """If this fails, an instructor plans an hour for a quarter of an hour."""
    minutes, longest = read(shipped.like(name)).minutes, 0.0
    for seed in ("1", "2", "3"):
        table, clocks = begun(name, seed), 0.0
        for phase in table.gates():
            clocks += phase.clock_seconds
            for seat in phase.asked:
                table.declare(seat, hinted(table, seat))
            table.close()
        longest = max(longest, clocks / 60)
    assert 0.7 * minutes <= longest <= minutes


@each_format
def test_what_players_do_changes_how_it_ends(name: str) -> None:
    """If this fails, the points and the ending are the same whatever the players do."""
    found: Counter[str] = Counter()
    for seed in range(30):
        table = begun(name, str(seed))
        play_on(table, moody)
        over = table.state.over
        assert over is not None
        found[f"{over.ending} {sorted(over.winners)}"] += 1
    assert len(found) > 1, found


def test_each_format_is_a_file_of_its_own() -> None:
    """If this fails, two formats begin with the same exercise."""
    texts = {shipped.like(name) for name in shipped.FORMATS}
    assert len(texts) == len(shipped.FORMATS)
