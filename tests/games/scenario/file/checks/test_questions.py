"""A fault in numbers, questions and tables is described in one whole sentence, at the key to be corrected."""

from __future__ import annotations

import pytest

from tests.games.scenario.file.planting import EVERYBODY, PLAYERS, SEATS, broken, question

PLANTED: dict[str, tuple[str, ...]] = {
    "nobody's own": (
        '"Patience", start = 4',
        '"Patience", start = 4, known_to = "own"',
        "numbers 4, known_to: this number has no owner. Write all, none or a list, or give the number each",
    ),
    "number that an empty list knows": (
        'known_to = ["red.admiral"]',
        "known_to = []",
        'numbers 3, known_to: this list is empty, so it names no reader. Write "none"',
    ),
    "reader of a number who is not": (
        'known_to = ["red.admiral"]',
        'known_to = ["red.admiraal"]',
        f"numbers 3, known_to: there is no team or seat 'red.admiraal'. Did you mean 'red.admiral'? There are {EVERYBODY}",
    ),
    "bounds turned round": (
        '"Patience", start = 4',
        '"Patience", low = 9, high = 1',
        "numbers 4, high: high 1 is under low 9",
    ),
    "start out of bounds": (
        "start = 3, known",
        "start = 13, known",
        "numbers 1, start: it begins at 13, outside its bounds 0 to 10",
    ),
    "one team's start out of bounds": (
        "starts = { red = 4 }",
        "starts = { red = 101 }",
        "numbers 2, starts, red: it begins at 101, outside its bounds 0 to 10",
    ),
    "start of nobody": (
        "starts = { red = 4 }",
        "starts = { rde = 4 }",
        "numbers 2, starts, rde: there is no team or seat 'rde'. Did you mean 'red'? There are blue, red",
    ),
    "mark off the track": (
        "at = 8",
        "at = 18",
        "numbers 1, marks 1, at: the mark at 18 is outside the bounds 0 to 10",
    ),
    "mark without a track": (
        "track = true, marks",
        "marks",
        "numbers 1, marks: only a track has marks. Write track = true, or leave the marks out",
    ),
    "owners of the table's number": (
        '"Patience", start = 4',
        '"Patience", start = 4, of = ["blue"]',
        "numbers 4, of: this is one number for the whole table. Leave of out, or write each",
    ),
    "starts of the table's number": (
        '"Patience", start = 4',
        '"Patience", start = 4, starts = { blue = 4 }',
        "numbers 4, starts: this is one number for the whole table. Leave starts out, or write each",
    ),
    "owner of a number who is not": (
        "start = 5, starts",
        'start = 5, of = ["blue", "red", "gren"], starts',
        "numbers 2, of: there is no team or seat 'gren'. There are blue, red, cell",
    ),
    "seat that owns a team's number": (
        "start = 5, starts",
        'start = 5, of = ["blue", "red", "red.admiral"], starts',
        "numbers 2, of: 'red.admiral' is not possible here. Write one of blue, red, cell",
    ),
    "low of a choice": (
        *question('options = [{ name = "a", label = "A" }, { name = "b", label = "B" }]\nlow = 1'),
        "phases 2, questions 8, low: a question of kind choice cannot have low. Only one of kind several or amount can",
    ),
    "high of a choice": (
        *question('options = [{ name = "a", label = "A" }, { name = "b", label = "B" }]\nhigh = 3'),
        "phases 2, questions 8, high: a question of kind choice cannot have high. Only one of kind several or amount can",
    ),
    "total of a choice": (
        *question('options = [{ name = "a", label = "A" }, { name = "b", label = "B" }]\ntotal = 3'),
        "phases 2, questions 8, total: a question of kind choice cannot have total. Only one of kind allocation can",
    ),
    "chars of a choice": (
        *question('options = [{ name = "a", label = "A" }, { name = "b", label = "B" }]\nchars = 30'),
        "phases 2, questions 8, chars: a question of kind choice cannot have chars. Only one of kind order can",
    ),
    "options of an order": (
        *question('kind = "order"\noptions = [{ name = "a", label = "A" }]'),
        "phases 2, questions 8, options: a question of kind order cannot have options. Only one of kind choice, several, allocation or ranking can",
    ),
    "choice of one": (
        *question('options = [{ name = "a", label = "A" }]'),
        "phases 2, questions 8, options: a question of kind choice needs 2 options or more. Add options",
    ),
    "several of none": (
        *question('kind = "several"'),
        "phases 2, questions 8, options: a question of kind several needs 1 options or more. Add options",
    ),
    "allocation to one": (
        *question('kind = "allocation"\noptions = [{ name = "a", label = "A" }]'),
        "phases 2, questions 8, options: a question of kind allocation needs 2 options or more. Add options",
    ),
    "ranking of one": (
        *question('kind = "ranking"\noptions = [{ name = "a", label = "A" }]'),
        "phases 2, questions 8, options: a question of kind ranking needs 2 options or more. Add options",
    ),
    "option called pool": (
        *question(
            'kind = "allocation"\noptions = [{ name = "a", label = "A" }, { name = "pool", label = "B" }]'
        ),
        "phases 2, questions 8, options: 'pool' is the place for units that are not assigned. Take another name",
    ),
    "more at least than there are": (
        *question('kind = "several"\nlow = 2\noptions = [{ name = "a", label = "A" }]'),
        "phases 2, questions 8, low: 2 of 1 options cannot be chosen",
    ),
    "more at most than there are": (
        *question('kind = "several"\nhigh = 2\noptions = [{ name = "a", label = "A" }]'),
        "phases 2, questions 8, high: 2 of 1 options cannot be chosen",
    ),
    "none at most": (
        *question('kind = "several"\nhigh = 0\noptions = [{ name = "a", label = "A" }]'),
        "phases 2, questions 8, high: high 0 leaves nothing to answer: low is 0",
    ),
    "fewer than none": (
        *question('kind = "several"\nlow = -1\noptions = [{ name = "a", label = "A" }]'),
        "phases 2, questions 8, low: low is less than 0. Write 0 or more",
    ),
    "least amount over the greatest": (
        *question('kind = "amount"\nlow = 5\nhigh = 4'),
        "phases 2, questions 8, high: high 4 leaves nothing to answer: low is 5",
    ),
    "asked of a stranger": (
        *question('kind = "amount"\nof = ["redd"]'),
        f"phases 2, questions 8, of: there is no team or seat 'redd'. Did you mean 'red'? There are {PLAYERS}",
    ),
    "asked of the white cell": (
        *question('kind = "amount"\nof = ["cell"]'),
        f"phases 2, questions 8, of: 'cell' belongs to the white cell. Write one of {PLAYERS}",
    ),
    "asked twice": (
        *question('kind = "amount"\nof = ["blue", "blue.minister"]'),
        "phases 2, questions 8, of: blue.minister is asked twice, alone and for its team. Name only one of them",
    ),
    "answer known to a stranger": (
        *question('kind = "amount"\nknown_to = ["redd"]'),
        f"phases 2, questions 8, known_to: there is no team or seat 'redd'. Did you mean 'red'? There are {EVERYBODY}",
    ),
    "answer that an empty list knows": (
        *question('kind = "amount"\nknown_to = []'),
        'phases 2, questions 8, known_to: this list is empty, so it names no reader. Write "none"',
    ),
    "silence that is no option": (
        'silence = "calm"',
        'silence = "clam"',
        "phases 2, questions 2, silence: there is no option 'clam'. Did you mean 'calm'? Options are calm, firm",
    ),
    "silence that is no amount": (
        *question('kind = "amount"\nsilence = "none"'),
        "phases 2, questions 8, silence: 'none' is not an amount. Write a whole number without quotation marks",
    ),
    "silence under low": (
        *question('kind = "amount"\nlow = 2\nsilence = 1'),
        "phases 2, questions 8, silence: 1 is not a possible answer. Write a number from low to high",
    ),
    "silence over high": (
        *question('kind = "amount"\nsilence = 11'),
        "phases 2, questions 8, silence: 11 is not a possible answer. Write a number from low to high",
    ),
    "silence over what one may have": (
        *question('kind = "amount"\nhigh = "oil"\nsilence = 1'),
        "phases 2, questions 8, silence: a player may have less of oil than 1. Write 0",
    ),
    "silence of an order that is no text": (
        *question('kind = "order"\nsilence = 3'),
        "phases 2, questions 8, silence: an order is a text. Write it in quotation marks",
    ),
    "silence of a ranking that leaves one out": (
        *question(
            'kind = "ranking"\noptions = [{ name = "x", label = "X" }, { name = "y", label = "Y" }]\nsilence = ["x"]'
        ),
        'phases 2, questions 8, silence: a ranking has every option once, in order. Write ["x", "y"]',
    ),
    "silence of several that is no option": (
        *question('kind = "several"\noptions = [{ name = "x", label = "X" }]\nsilence = ["z"]'),
        "phases 2, questions 8, silence: there is no option 'z'. Options are x",
    ),
    "silence of several that is too few": (
        *question('kind = "several"\nlow = 1\noptions = [{ name = "x", label = "X" }]\nsilence = "nothing"'),
        "phases 2, questions 8, silence: 0 options are not a possible answer. Choose from 1 to 10",
    ),
    "bound that is not": (
        *question('kind = "amount"\nhigh = "oill"'),
        "phases 2, questions 8, high: there is no number 'oill'. Did you mean 'oil'? Numbers are tension, oil, nerve, patience",
    ),
    "bound of one team": (
        *question('kind = "amount"\nhigh = "oil of blue"'),
        "phases 2, questions 8, high: write only the number's name: `oil`. Each player's own value counts",
    ),
    "bound that the asked have not": (
        *question('kind = "amount"\nhigh = "nerve"'),
        f"phases 2, questions 8, high: blue is asked, but has no nerve. Its owners are {SEATS}",
        f"phases 2, questions 8, high: red is asked, but has no nerve. Its owners are {SEATS}",
    ),
    "total that is not": (
        *question(
            'kind = "allocation"\ntotal = "oill"\noptions = [{ name = "a", label = "A" }, { name = "b", label = "B" }]'
        ),
        "phases 2, questions 8, total: there is no number 'oill'. Did you mean 'oil'? Numbers are tension, oil, nerve, patience",
    ),
    "half a bound": (
        *question('kind = "amount"\nhigh = "oil of"'),
        "phases 2, questions 8, high: 'oil of': a team or seat is missing. Add it",
    ),
    "row of too many": (
        'answers = ["sail", "firm"]',
        'answers = ["sail", "firm", "calm"]',
        "phases 2, tables 1, rows 1, answers: 3 answers for 2 questions. Give one for each",
    ),
    "row that is not": (
        'answers = ["sail", "firm"]',
        'answers = ["sail", "frim"]',
        "phases 2, tables 1, rows 1, answers: there is no answer 'frim'. Did you mean 'firm'? Answers are calm, firm, *",
    ),
    "row of a silence that never is": (
        'answers = ["sail", "firm"]',
        'answers = ["sail", "silent"]',
        "phases 2, tables 1, rows 1, answers: there is always an answer here. Leave out `silent`",
    ),
    "row never reached": (
        'answers = ["silent", "*"]',
        'answers = ["sail", "firm"]',
        "phases 2, tables 1, rows 2, answers: this row is never used: row 1 always fits first. Change their order, or remove one",
    ),
    "table of an amount": (
        'of = ["move of blue", "stance of red"]',
        'of = ["move of blue", "bid of red"]',
        "phases 2, tables 1, of 2: bid is of kind amount. A table reads choices, votes and treaties",
    ),
    "table of a number": (
        'of = ["move of blue", "stance of red"]',
        'of = ["move of blue", "oil of red"]',
        "phases 2, tables 1, of 2: 'oil' is a number. Write the name of a question, a vote or a treaty here",
    ),
}

SOUND = {
    "several of one": question('kind = "several"\noptions = [{ name = "a", label = "A" }]'),
    "one amount": question('kind = "amount"\nlow = 5\nhigh = 5'),
    "seat that does not answer for its team": question('kind = "amount"\nof = ["blue", "blue.admiral"]'),
}


@pytest.mark.parametrize("name", PLANTED)
def test_an_impossible_question_is_described_whole_and_at_its_key(name: str) -> None:
    """An author is sent to another line, or reads half a sentence."""
    old, new, *said = PLANTED[name]
    assert broken(old, new) == said


@pytest.mark.parametrize("name", SOUND)
def test_a_question_that_is_just_possible_is_read(name: str) -> None:
    """An author must ask another question than the exercise needs."""
    assert broken(*SOUND[name]) == []
