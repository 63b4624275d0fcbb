"""A value that does not fit the form of the file is described in our words, with the correction."""

from __future__ import annotations

import pytest
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound, told

from tests.fuzz.arcs import Arcs
from tests.games.scenario.small import SMALL


def said(old: str, new: str) -> tuple[str, ...]:
    """Return every fault of the small scenario after one change."""
    assert old in SMALL
    with pytest.raises(Unsound) as found:
        read(SMALL.replace(old, new, 1))
    return tuple(map(told, found.value.faults))


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (
            "summary",
            "sumary",
            "sumary: there is no key 'sumary'. Did you mean 'summary'? Keys are format, title, author, summary, situation, wins, rounds, round, minutes, notes, teams, seats, numbers, map, draws, documents, phases, endings, scores, hints, injects, treatments",
        ),
        (
            'kind = "questions"',
            'kind = "question"',
            "phases 1: there is no kind 'question'. Did you mean 'questions'? Kinds are talk, questions, cell, argument, vote, treaty, questionnaire",
        ),
        (
            'kind = "questions"',
            "",
            "phases 1: kind is missing. Kinds are talk, questions, cell, argument, vote, treaty, questionnaire",
        ),
        (
            'kind = "questions"',
            'kind = "talk"',
            "phases 1, questions: a phase of kind talk cannot have 'questions'. Only questions can",
        ),
        (
            'known_to = "all"',
            'known_to = "alll"',
            "numbers 1, known_to: known_to: \"alll\" is not possible. Did you mean 'all'? Give a list in [ ], or one of all, none, own",
        ),
        (
            'known_to = "all"',
            "known_to = 3",
            "numbers 1, known_to: known_to: 3 is not possible. Give one of all, none, own or a list (each entry is text)",
        ),
        ("start = 3", 'start = "3"', "numbers 1, start: this number has no states. Write a whole number"),
        ("minutes = 2", "minutes = 0", "phases 1, minutes: minutes: 0 is not possible. Give 0.1 or more"),
        (
            'name = "move"',
            'name = "Move it"',
            'phases 1, questions 1, name: name: "Move it" is not possible. A name has small letters, digits and _, and begins with a letter',
        ),
        (
            'name = "move"',
            'name = "count"',
            "phases 1, questions 1, name: name: \"count\" is not possible. 'count' has a meaning in conditions. Take another name",
        ),
        (
            'when = "always"',
            'when = "alway"',
            "endings 1, when: when: \"alway\" is not possible. Did you mean 'always'? Give one of always, end, called",
        ),
        (
            'ask = "What do you do?"',
            "",
            "phases 1, questions 1, ask: ask is missing: The question, in the second person.",
        ),
        (
            '"What do you do?"',
            f'"{"x" * 300}"',
            "phases 1, questions 1, ask: ask has 300 letters. The limit is 280",
        ),
        (
            'change = ["tension + 3"]',
            'change = "tension + 3"',
            'phases 1, follows 1, change: change: "tension + 3" is not possible. Give a list in [ ]',
        ),
        (
            "minutes = 2",
            'channels = "team"',
            "phases 1, channels: channels: \"team\" is not possible. Did you mean 'teams'? Give a mapping of names to lists, or one of none, all, teams, pairs",
        ),
        (
            "[scores]",
            "[[scores]]",
            "scores: write a mapping with the keys title, of, sum, bonus, sheet, sheet_only_if",
        ),
        (
            "options = [{ name",
            "options = [{ nmae",
            "phases 1, questions 1, options 1, nmae: there is no key 'nmae'. Did you mean 'name'? Keys are name, label, help",
        ),
        ("format = 1", 'format = "1"', 'format: format: "1" is not possible. Give 1, 2 or 3'),
    ],
)
def test_a_wrong_value_is_named_once_at_its_place(old: str, new: str, wanted: str) -> None:
    """An author reads the words of a library, or reads of one mistake several times."""
    assert said(old, new) == (wanted,)


def test_many_mistakes_are_said_in_a_time_that_grows_with_their_number() -> None:
    """A file of nine kilobytes with three hundred empty injects keeps a laptop busy, and one of a hundred
    kilobytes does so for hours.
    """
    steps: list[int] = []
    for count in (100, 400):
        arcs = Arcs()
        with arcs.counted(10_000_000), pytest.raises(Unsound) as found:
            read(SMALL + "\n[[injects]]\n" * count)
        assert len(found.value.faults) >= count
        steps.append(arcs.steps)
    assert steps[1] < 5 * steps[0]
