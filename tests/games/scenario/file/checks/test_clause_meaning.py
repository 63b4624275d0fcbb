"""A fault in names, conditions, changes, texts and reveals is described in one whole sentence, at the key to
be corrected.
"""

from __future__ import annotations

import pytest

from tests.games.scenario.broad import BROAD
from tests.games.scenario.file.planting import broken, follow, phase

ROW = 'tell = "Blue says nothing."'
FORESEEN = 'tell = "Nothing moved."'
SCORES = BROAD[BROAD.index("[scores]") : BROAD.index("[[hints]]")]
ENDING = 'words = "The crisis passed"'

NUMBERS = "tension, oil, nerve, patience"
ASKED = f"{NUMBERS}, move, stance, bid, aims, budget, wishes, order"
PRINTED = f"{ASKED}, embargo, accord"
NO_NUMBER = f"there is no number 'tensionn'. Did you mean 'tension'? There are {NUMBERS}"
NO_TERM = f"there is no number or question 'tensionn'. Did you mean 'tension'? There are {ASKED}"
NO_PRINT = (
    f"there is no number, question, vote or treaty 'tensionn'. Did you mean 'tension'? There are {PRINTED}"
)
NO_SECRET = (
    f"there is nothing called 'patiense'. Did you mean 'patience'? There are {PRINTED}, intercept, atlas"
)
NO_BRACES = "braces print nothing here. Use them in situation, tell, tell_to, establish and words"
TOLD = (
    "{patience} tells everyone a value that not all of them may know. "
    'Leave it out, or write reveals = ["patience"] beside it if that is intended'
)

PLANTED: dict[str, tuple[str, ...]] = {
    "seat of another team": (
        'name = "blue.admiral", team = "blue"',
        'name = "red.boss", team = "blue"',
        "seats 2, name: 'red.boss' belongs to blue. Write blue.boss",
    ),
    "seat with three names": (
        'name = "red.admiral", team = "red"',
        'name = "red.navy.first", team = "red"',
        'seats 4, name: name: "red.navy.first" is not possible. A name has small letters, digits and _, and begins with a letter',
    ),
    "seat called like another team": (
        'name = "blue.admiral", team = "blue"',
        'name = "red", team = "blue"',
        "seats 2, name: 'red' is a team. Only the one seat of a team can have its name. Write blue.red",
    ),
    "row reveals what is not": (
        ROW,
        f'{ROW}\nreveals = ["patience", "patiense"]',
        f"phases 2, tables 1, rows 2, reveals 2: {NO_SECRET}",
    ),
    "rule reveals what is not": (
        *follow('tell = "So."\nreveals = ["patience", "patiense"]'),
        f"phases 2, follows 1, reveals 2: {NO_SECRET}",
    ),
    "outcome reveals what is not": (
        FORESEEN,
        f'{FORESEEN}\nreveals = ["patience", "patiense"]',
        f"phases 3, foreseen 1, reveals 2: {NO_SECRET}",
    ),
    "phase reveals what is not": (
        *phase('kind = "talk"\nreveals = ["patience", "patiense"]'),
        f"phases 7, reveals 2: {NO_SECRET}",
    ),
    "ending reveals what is not": (
        ENDING,
        f'{ENDING}\nreveals = ["patience", "patiense"]',
        f"endings 5, reveals 2: {NO_SECRET}",
    ),
    "half a thing revealed": (
        *follow('tell = "So."\nreveals = ["patience", "oil of"]'),
        "phases 2, follows 1, reveals 2: 'oil of': a team or seat is missing. Add it",
    ),
    "revealed of a stranger": (
        *follow('tell = "So."\nreveals = ["patience", "oil of rde"]'),
        "phases 2, follows 1, reveals 2: 'rde' has no oil. Did you mean 'red'? It is of blue, red",
    ),
    "second change of what is not": (
        *follow('change = ["tension + 1", "tensionn + 1"]'),
        f"phases 2, follows 1, change 2: {NO_NUMBER}",
    ),
    "second change that is none": (
        *follow('change = ["tension + 1", "tension"]'),
        "phases 2, follows 1, change 2: 'tension': write `tension + 1`, `tension - 1` or `tension = 5`",
    ),
    "change by what is not": (
        *follow('change = ["tension + 1", "tension + patiense"]'),
        f"phases 2, follows 1, change 2: there is no number or question 'patiense'. Did you mean 'patience'? There are {ASKED}",
    ),
    "change in a row": (
        ROW,
        f'{ROW}\nchange = ["tension + 1", "tensionn + 1"]',
        f"phases 2, tables 1, rows 2, change 2: {NO_NUMBER}",
    ),
    "change in an outcome": (
        'change = ["tension - 1"]',
        'change = ["tension - 1", "tensionn + 1"]',
        f"phases 3, foreseen 1, change 2: {NO_NUMBER}",
    ),
    "second condition of a rule": (
        *follow('only_if = ["tension > 1", "tensionn > 1"]\ntell = "So."'),
        f"phases 2, follows 1, only_if 2: {NO_TERM}",
    ),
    "second other condition of a rule": (
        *follow('or_if = ["tension > 1", "tensionn > 1"]\ntell = "So."'),
        f"phases 2, follows 1, or_if 2: {NO_TERM}",
    ),
    "second condition of a phase": (
        *phase('kind = "talk"\nonly_if = ["tension > 1", "tensionn > 1"]'),
        f"phases 7, only_if 2: {NO_TERM}",
    ),
    "second condition of a question": (
        'ask = "How do you stand?"',
        'ask = "How do you stand?"\nonly_if = ["tension > 1", "tensionn > 1"]',
        f"phases 2, questions 2, only_if 2: {NO_TERM}",
    ),
    "second condition of an ending": (
        'only_if = ["accord is signed"]',
        'only_if = ["accord is signed", "tensionn > 1"]',
        f"endings 4, only_if 2: {NO_TERM}",
    ),
    "second condition of a bonus": (
        'points = 3, only_if = ["embargo is passed"]',
        'points = 3, only_if = ["embargo is passed", "tensionn > 1"]',
        f"scores, bonus 1, only_if 2: {NO_TERM}",
    ),
    "second condition of the payoff sheet": (
        'sheet_only_if = ["embargo is passed"]',
        'sheet_only_if = ["embargo is passed", "tensionn > 1"]',
        f"scores, sheet_only_if 2: {NO_TERM}",
    ),
    "second condition of a hint": ('"oil of red >= 2"', '"tensionn > 1"', f"hints 1, only_if 2: {NO_TERM}"),
    "condition of a called ending": (
        'winners = ["blue", "red"]',
        'only_if = ["tension < 3"]',
        'endings 3, only_if: an ending that a rule calls cannot have conditions. Leave out only_if, or write when = "always"',
    ),
    "sum of a choice": (
        *follow('only_if = ["sum of move > 1"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: `sum of move`: only amounts can be added. Write `count move is …`",
    ),
    "own holds where nobody is": (
        *follow('only_if = ["own holds atlas"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'own holds atlas': `own` has no meaning here. Name the team or seat, or write for_each",
    ),
    "paper that is not": (
        *follow('only_if = ["blue holds atlsa"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: there is no document 'atlsa'. Did you mean 'atlas'? Documents are intercept, atlas",
    ),
    "has of a choice": (
        *follow('only_if = ["move of red has talk"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'move of red has talk': `has` is for questions of kind several. Write `is`",
    ),
    "silence not said of an amount": (
        *follow('only_if = ["budget of blue in ships > 1"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'budget of blue in ships > 1': there may be no answer. Write `budget of blue in ships > 1, silent counts` or `budget of blue in ships > 1, silent does not`",
    ),
    "silence said of a number": (
        *follow('only_if = ["tension > 1, silent counts"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'tension > 1, silent counts': there is always an answer here. Leave out the part about silence, and write `tension > 1`",
    ),
    "number as a choice": (
        *follow('only_if = ["patience is low"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'patience is low': patience is a number. Compare it with a number, as in `patience >= 5`",
    ),
    "order as a choice": (
        *follow('only_if = ["order of red.admiral is sail"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'order of red.admiral is sail': order is written in words. Only `order of red.admiral is silent` is possible",
    ),
    "several as a choice": (
        *follow('only_if = ["aims of red.admiral is coast"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'aims of red.admiral is coast': aims is of kind several; `is` is for choices. Write `has`",
    ),
    "amount as a choice": (
        *follow('only_if = ["bid of red is high"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'bid of red is high': bid is of kind amount; `is` is for choices. Write `>=`",
    ),
    "silence said twice": (
        *follow('only_if = ["move of red is silent, silent counts"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'move of red is silent, silent counts': silence is named twice. Leave out the part after the comma",
    ),
    "silent where none is": (
        *follow('only_if = ["stance of red is silent"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: 'stance of red is silent': there is always an answer here. Leave out `silent`",
    ),
    "vote that never is so": (
        *follow('only_if = ["embargo is pased"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: embargo is never 'pased'. Did you mean 'passed'? It is passed, failed, open",
    ),
    "silence of a vote": (
        *follow('only_if = ["embargo is passed, silent counts"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: embargo is never silent. Leave out the part after the comma",
    ),
    "treaty that never is so": (
        *follow('only_if = ["accord is sined"]\ntell = "So."'),
        "phases 2, follows 1, only_if 1: accord is never 'sined'. Did you mean 'signed'? It is signed, unsigned, open",
    ),
    "brace of what is not": (*follow('tell = "So: {tensionn}."'), f"phases 2, follows 1, tell: {NO_PRINT}"),
    "brace of nobody's own": (
        *follow('tell = "So, {own}."'),
        "phases 2, follows 1, tell: {own} has no meaning here. Name the team or seat, or write for_each",
    ),
    "brace in what is established": (
        *follow('establish = "So: {tensionn}."'),
        f"phases 2, follows 1, establish: {NO_PRINT}",
    ),
    "brace in what is told to some": (
        *follow('tell_to = { red = "So: {tensionn}." }'),
        f"phases 2, follows 1, tell_to, red: {NO_PRINT}",
    ),
    "brace in a row": (ROW, 'tell = "So: {tensionn}."', f"phases 2, tables 1, rows 2, tell: {NO_PRINT}"),
    "brace in an outcome": (FORESEEN, 'tell = "So: {tensionn}."', f"phases 3, foreseen 1, tell: {NO_PRINT}"),
    "brace in the words of an ending": (ENDING, 'words = "So: {tensionn}"', f"endings 5, words: {NO_PRINT}"),
    "brace in a motion": (
        'motion = "An embargo on oil"',
        'motion = "An embargo at {tension}"',
        f"phases 5, motion: {NO_BRACES}",
    ),
    "brace in the label of an outcome": (
        'label = "The sea stays calm"',
        'label = "Calm {tension}"',
        f"phases 3, foreseen 1, label: {NO_BRACES}",
    ),
    "brace in the label of an option": (
        'label = "Firm"',
        'label = "Firm {tension}"',
        f"phases 2, questions 2, options 2, label: {NO_BRACES}",
    ),
    "brace in a document": (
        'text = "A map."',
        'text = "A map {tension}."',
        f"documents 2, text: {NO_BRACES}",
    ),
    "brace in an inject": (
        'text = "The press asks."',
        'text = "The press asks {tension}."',
        f"injects 2, text: {NO_BRACES}",
    ),
    "points of what is not": (
        '"2 * oil of own"',
        '"2 * oill of own"',
        f"scores, sum 2: there is no number or question 'oill'. Did you mean 'oil'? There are {ASKED}",
    ),
    "points of no number": (
        '"2 * oil of own"',
        '"2 * move of own"',
        "scores, sum 2: 'move of own' is not a number: move is of kind choice. Write `is` and an answer",
    ),
    "bonus to nobody": (
        'to = "blue", points',
        'to = "bleu", points',
        "scores, bonus 1, to: there is no team or seat 'bleu'. Did you mean 'blue'? There are blue, red",
    ),
    "bonus to the white cell": (
        'bonus = [{ to = "blue", points = 3, only_if = ["embargo is passed"], words = "The embargo" }]',
        'bonus = [{ to = "cell", points = 3, words = "The embargo" }]',
        "scores, bonus 1, to: 'cell' belongs to the white cell. Write one of blue, red",
    ),
    "most points where none are counted": (
        SCORES,
        "",
        "endings 4, winners: `best` needs points. Write [scores], or name the winners",
    ),
    "secret printed in a row": (ROW, 'tell = "So: {patience}."', f"phases 2, tables 1, rows 2, tell: {TOLD}"),
    "secret printed by a rule": (*follow('tell = "So: {patience}."'), f"phases 2, follows 1, tell: {TOLD}"),
    "secret printed by an outcome": (
        FORESEEN,
        'tell = "So: {patience}."',
        f"phases 3, foreseen 1, tell: {TOLD}",
    ),
    "secret established by an outcome": (
        FORESEEN,
        'establish = "So: {patience}."',
        f"phases 3, foreseen 1, establish: {TOLD}",
    ),
    "secret printed by an ending": (ENDING, 'words = "So: {patience}"', f"endings 5, words: {TOLD}"),
    "outcome that reveals another secret": (
        FORESEEN,
        'tell = "So: {patience}."\nreveals = ["oil of red"]',
        f"phases 3, foreseen 1, tell: {TOLD}",
    ),
}

SOUND = {
    "row that reveals what it prints": (ROW, 'tell = "So: {patience}."\nreveals = ["patience"]'),
    "rule that reveals what it prints": follow('tell = "So: {patience}."\nreveals = ["patience"]'),
    "rule for each that reveals what it prints": follow(
        'for_each = "team"\ntell = "So: {oil of own}."\nreveals = ["oil"]'
    ),
    "outcome that reveals what it prints": (FORESEEN, 'tell = "So: {patience}."\nreveals = ["patience"]'),
    "outcome that reveals what it establishes": (
        FORESEEN,
        'establish = "So: {patience}."\nreveals = ["patience"]',
    ),
    "outcome that reveals what it tells some": (
        FORESEEN,
        'tell_to = { blue = "So: {oil of red}." }\nreveals = ["oil of red"]',
    ),
    "phase that reveals what opens it": phase(
        'kind = "talk"\nonly_if = ["patience > 1"]\nreveals = ["patience"]'
    ),
    "ending that reveals what it prints": (ENDING, 'words = "So: {patience}"\nreveals = ["patience"]'),
    "document revealed": follow('tell = "So."\nreveals = ["intercept"]'),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_clause_without_meaning_is_described_whole_and_at_its_key(name: str) -> None:
    """An author is sent to another line, or reads half a sentence."""
    old, new, *said = PLANTED[name]
    assert broken(old, new) == said


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_reveal_is_accepted(name: str) -> None:
    """An author is asked to write a word that is there already, and cannot reveal anything to the players."""
    assert broken(*SOUND[name]) == []
