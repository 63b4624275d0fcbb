"""Sixty mistakes of authors, planted one by one in a sound scenario: each is named, with its line and its
correction.
"""

from __future__ import annotations

import pytest
from warcouncil.clients.plan.text.toml_lines import line_of, lines_of
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound

from tests.games.scenario.broad import BROAD
from tests.games.scenario.small import SMALL

HERE = "¤"
"""Stands in what is planted, on the line that the mistake is to be named with."""

PLANTED: dict[str, tuple[str, str, str]] = {
    # names
    "team of a seat": (
        'name = "red.admiral", team = "red"',
        '¤name = "red.admiral", team = "rde"',
        "Did you mean 'red'?",
    ),
    "seat twice": ('name = "blue.admiral", team', '¤name = "blue.minister", team', "is already used"),
    "seat of another team": (
        'name = "blue.admiral", team = "blue"',
        '¤name = "red.boss", team = "blue"',
        "Write blue.boss",
    ),
    "team without a seat": (
        '    { name = "cell", title',
        '¤    { name = "green", title = "Green" },\n    { name = "cell", title',
        "green has no seat",
    ),
    "number twice": ('name = "patience"', '¤name = "oil"', "'oil' is already used"),
    "question called like a number": ('name = "move"', '¤name = "tension"', "'tension' is already used"),
    "number called like a team": ('name = "patience"', '¤name = "red"', "'red' is a team or a seat"),
    "option twice": (
        '{ name = "sail", label = "Sail" }',
        '¤{ name = "talk", label = "Sail" }',
        "'talk' is already used",
    ),
    "phase twice": ('name = "Embargo"', '¤name = "Orders"', "'Orders' is already used"),
    "rule twice": ('name = "Oil"\n', '¤name = "Meetings at sea"\n', "is already used"),
    # numbers
    "start out of bounds": (
        "start = 3, known",
        "¤start = 13, known",
        "it begins at 13, outside its bounds 0 to 10",
    ),
    "bounds turned round": (
        'title = "Patience", start = 4',
        '¤title = "Patience", low = 9, high = 1',
        "high 1 is under low 9",
    ),
    "start of nobody": ("starts = { red = 4 }", "¤starts = { rde = 4 }", "Did you mean 'red'?"),
    "mark off the track": ("at = 8", "¤at = 18", "the mark at 18 is outside the bounds"),
    "nobody's own": (
        'title = "Patience", start = 4',
        '¤title = "Patience", known_to = "own"',
        "this number has no owner",
    ),
    "reader who is not": (
        'known_to = ["red.admiral"]',
        '¤known_to = ["red.admiraal"]',
        "Did you mean 'red.admiral'?",
    ),
    # phases
    "round that is not": ("rounds = [2, 3]", "¤rounds = [2, 4]", "there is no round 4. There are 3"),
    "rounds before the rounds": ('at = "before"', '¤rounds = [1]\nat = "before"', "Leave rounds out"),
    "talk of one": (
        '"Ministers" = ["blue.minister", "red.minister"]',
        '¤"Ministers" = ["blue.minister"]',
        "needs two different seats",
    ),
    "channel of a stranger": (
        '["blue.minister", "red.minister"] }',
        '¤["blue.minister", "red.ministr"] }',
        "Did you mean 'red.minister'?",
    ),
    "quiet all along": (
        "quiet_minutes = 1",
        "¤quiet_minutes = 5",
        "the quiet time is not shorter than the phase",
    ),
    "cell without a white cell": (", cell = true", ", cell = false", "there is no white cell"),
    "nobody to agree": (
        '    { name = "cell.aide", team = "cell", title = "Aide of the white cell" },\n',
        "",
        "so no one can agree",
    ),
    "too many votes": ("needs = 3", "¤needs = 5", "5 votes are needed, but only 4 seats vote"),
    "veto of a stranger": (
        'veto = ["red.minister"]',
        '¤veto = ["red.minster"]',
        "Did you mean 'red.minister'?",
    ),
    "signed by the cell": (
        'signers = ["blue", "red"]',
        '¤signers = ["blue", "cell"]',
        "'cell' belongs to the white cell",
    ),
    # questions
    "too few options": (', { name = "sail", label = "Sail" }]', "]", "needs 2 options or more. Add options"),
    "more than there are": ("low = 1\nhigh = 2", "low = 1\n¤high = 3", "3 of 2 options cannot be chosen"),
    "number that is not": ('high = "oil"', '¤high = "oill"', "Did you mean 'oil'?"),
    "silence that is no option": ('silence = "calm"', '¤silence = "clam"', "Did you mean 'calm'?"),
    "silence of another kind": ("silence = 0", '¤silence = "none"', "'none' is not an amount"),
    "options of an order": (
        "chars = 200",
        'chars = 200\n¤options = [{ name = "a", label = "A" }]',
        "a question of kind order cannot have options",
    ),
    # conditions
    "question that is not": (
        'only_if = ["move of own is sail"]',
        '¤only_if = ["mvoe of own is sail"]',
        "Did you mean 'move'?",
    ),
    "option that is not": ('["move of own is sail"]', '¤["move of own is sale"]', "Did you mean 'sail'?"),
    "owner that is not": (
        '"move of red is not talk, silent counts"',
        '¤"move of rd is not talk, silent counts"',
        "Did you mean 'red'?",
    ),
    "silence not said": (
        "is not talk, silent counts",
        "is not talk¤",
        "Write `move of red is not talk, silent counts`",
    ),
    "silence not said of an amount": (
        "in ships >= 3, silent does not",
        "in ships >= 3¤",
        "there may be no answer",
    ),
    "silence where none is": (
        '"tension >= 10"',
        '¤"tension >= 10, silent counts"',
        "there is always an answer here",
    ),
    "asked later": (
        'channels = { "Ministers"',
        '¤only_if = ["bid of blue > 1"]\nreveals = ["bid of blue"]\nchannels = { "Ministers"',
        "there may be no answer",
    ),
    "number as a choice": ('"patience < 3"', '¤"patience is low"', "patience is a number. Compare it"),
    "choice as a number": (
        '"round is 2"',
        '¤"move of blue >= 2, silent counts"',
        "is not a number: move is of kind choice",
    ),
    "has of a choice": (
        '"aims of red.admiral has coast"',
        '¤"move of red has talk"',
        "`has` is for questions of kind several",
    ),
    "in of a choice": (
        '"round is 2"',
        '¤"move of blue in talk > 1, silent counts"',
        "`in` is for allocations and rankings",
    ),
    "own of nobody": ('"count move is talk >= 1"', '¤"oil of own > 1"', "`own` has no meaning here"),
    "table's number of a team": (
        '"patience < 3"',
        '¤"patience of red < 3"',
        "patience is one number for the whole table",
    ),
    "team's number of none": ('"patience < 3"', '¤"oil < 3"', "Write `oil of blue`, or `sum of oil`"),
    "vote that never is so": (
        '["embargo is not passed"]',
        '¤["embargo is not pased"]',
        "Did you mean 'passed'?",
    ),
    "half a condition": ('"round is 2"', '¤"round is"', "Write"),
    "paper that is not": ('"blue lacks intercept"', '¤"blue lacks intercpet"', "Did you mean 'intercept'?"),
    # what follows
    "change of an answer": (
        '"patience - 1", ',
        '¤"move of red + 1", ',
        "'move' is a question. Write the name of a number here",
    ),
    "told to nobody": ('tell_to = { red = "Your', '¤tell_to = { rde = "Your', "Did you mean 'red'?"),
    "handed to nobody": ('intercept = ["blue"] }', "¤intercept = [] }", "'intercept' has no receiver"),
    "handed what is not": ("hand = { intercept", "¤hand = { intercpt", "Did you mean 'intercept'?"),
    "ending that is not": ('end = "deal"', '¤end = "deel"', "Did you mean 'deal'?"),
    "inject to nobody": ('to = "red"\nreply', '¤to = "redd"\nreply', "Did you mean 'red'?"),
    "inject in no phase": ('phase = "Orders"', '¤phase = "Order"', "Did you mean 'Orders'?"),
    "inject that never comes": ("round = 2\nminutes = 1", "¤round = 7\nminutes = 1", "opens 3 times at most"),
    "row of too many": (
        'answers = ["sail", "firm"]',
        '¤answers = ["sail", "firm", "calm"]',
        "3 answers for 2 questions",
    ),
    "row that is not": ('answers = ["sail", "firm"]', '¤answers = ["sail", "frim"]', "Did you mean 'firm'?"),
    "row never reached": (
        'answers = ["sail", "firm"]',
        'answers = ["*", "*"]',
        "this row is never used: row 1",
    ),
    "no end": (
        'when = "end"\n\n[scores]',
        'when = "end"\nonly_if = ["tension < 5"]\n\n[scores]',
        "may end without an ending",
    ),
    "ends at once": ('only_if = ["tension >= 10"]\n', "", "the exercise ends after the first phase"),
    "condition of a called ending": (
        'winners = ["blue", "red"]',
        '¤only_if = ["tension < 3"]',
        "an ending that a rule calls cannot have conditions",
    ),
    "bonus to nobody": ('to = "blue", points', '¤to = "bleu", points', "Did you mean 'blue'?"),
    # secrets
    "number printed to all": (
        "Tension is {tension}.",
        "¤Patience is {patience}.",
        "{patience} tells everyone",
    ),
    "number in the situation": (
        "stands at {tension}",
        "¤stands at {oil of red}",
        "{oil of red} tells everyone",
    ),
    "other side's number": (
        'tell_to = { own = "You have {oil of own}',
        '¤tell_to = { blue = "Red has {oil of red}',
        "tells blue.minister, blue.admiral",
    ),
    "one side's number to each": (
        '"You have {oil of own}',
        '¤"You have {oil of red}',
        "tells blue.minister, blue.admiral",
    ),
    "own number to all": (
        'tell_to = { own = "You have {oil of own} oil left." }',
        '¤tell = "{own} has {oil of own}."',
        "tells everyone",
    ),
    "number in a title": (
        'motion = "An embargo on oil"',
        '¤motion = "An embargo at {patience}"',
        "braces print nothing here",
    ),
    "branch on a secret": (
        'only_if = ["embargo is not passed"]',
        '¤only_if = ["patience > 1"]',
        'Write reveals = ["patience"]',
    ),
    "end on a secret": ('reveals = ["patience"]\n', "", 'Write reveals = ["patience"]'),
    "asked on a secret": (
        'ask = "How do you stand?"',
        '¤only_if = ["patience > 1"]\nask = "How do you stand?"',
        "the question would reveal it",
    ),
    "bound that is secret": (
        'high = "oil"',
        '¤high = "patience"',
        "may not know patience, and the question would reveal it",
    ),
    "hint of no vote": (
        'of = "blue"\nquestion = "bid"\nanswer = 1',
        'of = "blue"\nquestion = "embargo"\n¤answer = "fro"',
        "Did you mean 'for'?",
    ),
    "hint on a vote by a secret": (
        'of = "blue"\nquestion = "bid"\nanswer = 1',
        'of = "blue"\nquestion = "embargo"\nanswer = "for"\n¤only_if = ["oil of red >= 2"]',
        "may not know oil of red",
    ),
    "hint on the vote of one who has none": (
        'of = "blue"\nquestion = "bid"\nanswer = 1',
        '¤of = "cell"\nquestion = "embargo"\nanswer = "for"',
        "cell",
    ),
    "inject on a secret": (
        'to = "red"\nreply',
        'to = "red"\n¤only_if = ["oil of blue >= 2"]\nreply',
        "may not know oil of blue, and the message would tell them",
    ),
    "hint on a secret": ('"oil of red >= 2"', '¤"oil of blue >= 2"', "red.minister may not know oil of blue"),
    "reveals what is not": ('reveals = ["patience"]', '¤reveals = ["patiense"]', "Did you mean 'patience'?"),
}


def told_of(text: str) -> list[tuple[int, str]]:
    """Return every mistake in a text, with its line."""
    with pytest.raises(Unsound) as found:
        read(text)
    lines = lines_of(text)
    return [(line_of(lines, fault.path), fault.said) for fault in found.value.faults]


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_named_with_its_line(name: str) -> None:
    """An author finds the mistake in front of twenty people."""
    old, new, said = PLANTED[name]
    assert BROAD.count(old) >= 1
    marked = BROAD.replace(old, new, 1)
    text = marked.replace(HERE, "")
    found = told_of(text)
    assert [line for line in found if said in line[1]], found
    if HERE in marked:
        wanted = marked[: marked.index(HERE)].count("\n") + 1
        assert wanted in [line for line, fault in found if said in fault]


def test_there_are_sixty_of_them() -> None:
    """The test has fewer than sixty mistakes, so it is too easy."""
    assert len(PLANTED) >= 60


@pytest.mark.parametrize("text", [SMALL, BROAD, *map(shipped.text, shipped.names())])
def test_nothing_is_wrong_with_a_sound_one(text: str) -> None:
    """An author corrects a text that is right, and then trusts no message."""
    read(text)
