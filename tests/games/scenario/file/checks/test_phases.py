"""A fault in phases, consequences, endings, hints and injects is described in one whole sentence, at the key
to be corrected.
"""

from __future__ import annotations

import json

import pytest
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound, told

from tests.games.scenario.file.planting import (
    EVERYBODY,
    PLAYERS,
    SEATS,
    broken,
    follow,
    hint,
    inject,
    phase,
)

PLANTED: dict[str, tuple[str, ...]] = {
    "rounds of what is held once": (
        *phase('kind = "talk"\nat = "after"\nrounds = [1]'),
        "phases 7, rounds: this phase is played once, after the rounds. Leave rounds out",
    ),
    "round after the last": (
        *phase('kind = "talk"\nrounds = [1, 4]'),
        "phases 7, rounds 2: there is no round 4. There are 3",
    ),
    "round before the first": (
        *phase('kind = "talk"\nrounds = [0, 3]'),
        "phases 7, rounds 1: there is no round 0. There are 3",
    ),
    "quiet all along": (
        *phase('kind = "talk"\nchannels = "all"\nquiet_minutes = 3'),
        "phases 7, quiet_minutes: the quiet time is not shorter than the phase, which has 3 minutes. Write a smaller number",
    ),
    "quiet where nobody talks": (
        *phase('kind = "talk"\nquiet_minutes = 2.5'),
        "phases 7, quiet_minutes: this phase has no channels. Write channels, or leave it out",
    ),
    "nothing for the white cell to read": (
        *phase('kind = "talk"\ncell_reads = true'),
        "phases 7, cell_reads: this phase has no channels. Write channels, or leave cell_reads out",
    ),
    "channel of a stranger": (
        *phase('kind = "talk"\nchannels = { "Two" = ["blue", "rde"] }'),
        f"phases 7, channels, Two: there is no team or seat 'rde'. Did you mean 'red'? There are {EVERYBODY}",
    ),
    "talk of one": (
        *phase('kind = "talk"\nchannels = { "Two" = ["blue.admiral", "blue.admiral"] }'),
        "phases 7, channels, Two: a conversation needs two different seats. Add one",
    ),
    "rule for a stranger": (
        *follow('for_each = ["blue", "rde"]\ntell = "So."'),
        f"phases 2, follows 1, for_each: there is no team or seat 'rde'. Did you mean 'red'? There are {EVERYBODY}",
    ),
    "set number that is not": (
        *phase('kind = "cell"\nsets = ["oil of blue", "tensionn"]'),
        "phases 7, sets 2: there is no number 'tensionn'. Did you mean 'tension'? There are tension, oil, nerve, patience",
    ),
    "set answer": (
        *phase('kind = "cell"\nsets = ["tension", "move of blue"]'),
        "phases 7, sets 2: 'move' is a question. Write the name of a number here",
    ),
    "idle white cell": (
        *phase('kind = "cell"\nwrites = false\ntells = false'),
        "phases 7: the white cell can do nothing in this phase. Give it foreseen, writes, sets or tells",
    ),
    "nobody to agree": (
        '    { name = "cell.aide", team = "cell", title = "Aide of the white cell" },\n',
        "",
        "phases 3, agree: the white cell has only one seat, so no one can agree. Give it a second seat",
    ),
    "no white cell": (
        ", cell = true",
        ", cell = false",
        "phases 3, kind: there is no white cell. Add a team with cell = true, and a seat for it",
    ),
    "argument of a stranger": (
        *phase('kind = "argument"\nof = ["blue", "rde"]'),
        f"phases 7, of: there is no team or seat 'rde'. Did you mean 'red'? There are {PLAYERS}",
    ),
    "argued twice": (
        *phase('kind = "argument"\nof = ["blue", "blue.minister"]'),
        "phases 7, of: a seat would argue twice, alone and for its team. Name only one of them",
    ),
    "vote of a stranger": (
        *phase('kind = "vote"\nvote = "more"\nmotion = "More"\nof = ["rde"]'),
        f"phases 7, of: there is no team or seat 'rde'. Did you mean 'red'? There are {PLAYERS}",
    ),
    "more votes than voters": (
        *phase('kind = "vote"\nvote = "more"\nmotion = "More"\nof = ["red"]\nneeds = 3'),
        "phases 7, needs: 3 votes are needed, but only 2 seats vote",
    ),
    "more votes than seats": (
        *phase('kind = "vote"\nvote = "more"\nmotion = "More"\nneeds = 5'),
        "phases 7, needs: 5 votes are needed, but only 4 seats vote",
    ),
    "veto of one who has no vote": (
        *phase(
            'kind = "vote"\nvote = "more"\nmotion = "More"\nof = ["red"]\nveto = ["red.admiral", "blue.admiral"]'
        ),
        "phases 7, veto 2: 'blue.admiral' is not possible here. Write one of red.minister, red.admiral",
    ),
    "drafter who is not": (
        *phase(
            'kind = "treaty"\ntreaty = "more"\nchannels = "all"\ndrafter = "blue.ministr"\nsigners = ["blue", "red"]'
        ),
        f"phases 7, drafter: there is no team or seat 'blue.ministr'. Did you mean 'blue.minister'? There are {SEATS}",
    ),
    "drafter of the white cell": (
        *phase(
            'kind = "treaty"\ntreaty = "more"\nchannels = "all"\ndrafter = "cell.head"\nsigners = ["blue", "red"]'
        ),
        f"phases 7, drafter: 'cell.head' belongs to the white cell. Write one of {SEATS}",
    ),
    "signer who is not": (
        *phase(
            'kind = "treaty"\ntreaty = "more"\nchannels = "all"\ndrafter = "blue.minister"\nsigners = ["blue", "rde"]'
        ),
        f"phases 7, signers: there is no team or seat 'rde'. Did you mean 'red'? There are {PLAYERS}",
    ),
    "signed twice": (
        *phase(
            'kind = "treaty"\ntreaty = "more"\nchannels = "all"\ndrafter = "blue.minister"\nsigners = ["blue", "blue.minister"]'
        ),
        "phases 7, signers: a seat would sign twice, alone and for its team. Name only one of them",
    ),
    "more signers than sign": (
        *phase(
            'kind = "treaty"\ntreaty = "more"\nchannels = "all"\ndrafter = "blue.minister"\nsigners = ["blue", "red"]\nneeds = 3'
        ),
        "phases 7, needs: 3 must sign, but only 2 can sign",
    ),
    "told to a stranger": (
        *follow('tell_to = { rde = "So." }'),
        f"phases 2, follows 1, tell_to, rde: there is no team or seat 'rde'. Did you mean 'red'? There are {EVERYBODY}",
    ),
    "told to everyone": (
        *follow('tell_to = { everyone = "So." }'),
        "phases 2, follows 1, tell_to, everyone: 'everyone' has no meaning here. For everyone write tell, or name every team",
    ),
    "told to nobody's own": (
        *follow('tell_to = { own = "So." }'),
        "phases 2, follows 1, tell_to, own: `own` has no meaning here. Name the team or seat, or write for_each",
    ),
    "handed what is not": (
        *follow('hand = { intercpt = ["blue"] }'),
        "phases 2, follows 1, hand, intercpt: there is no document 'intercpt'. Did you mean 'intercept'? Documents are intercept, atlas",
    ),
    "handed to nobody": (
        *follow("hand = { atlas = [] }"),
        "phases 2, follows 1, hand, atlas: 'atlas' has no receiver. Name teams or seats",
    ),
    "handed to a stranger": (
        *follow('hand = { atlas = ["blue", "rde"] }'),
        f"phases 2, follows 1, hand, atlas: there is no team or seat 'rde'. Did you mean 'red'? There are {EVERYBODY}",
    ),
    "handed to nobody's own": (
        *follow('hand = { atlas = ["own"] }'),
        "phases 2, follows 1, hand, atlas: `own` has no meaning here. Name the team or seat, or write for_each",
    ),
    "handed to all": (
        *follow('hand = { atlas = ["all"] }'),
        "phases 2, follows 1, hand, atlas: 'all' has no meaning here. For everyone write tell, or name every team",
    ),
    "ending that is not": (
        *follow('end = "deel"'),
        "phases 2, follows 1, end: there is no ending 'deel'. Did you mean 'deal'? Endings are war, weary, deal, peace, time",
    ),
    "ending after the last": (
        'name = "time"\nwords = "The crisis passed"\nwhen = "end"',
        'name = "time"\nwords = "The crisis passed"\nwhen = "end"\n[[endings]]\nname = "late"\nwords = "It was late"\nwhen = "end"',
        "endings 6: this ending can never come: time is before it and has no conditions",
    ),
    "ending at once": (
        'only_if = ["tension >= 10"]\n',
        "",
        "endings 1: this ending has no conditions, so the exercise ends after the first phase. Give it only_if",
    ),
    "no ending for sure": (
        'when = "end"\n\n[scores]',
        'when = "end"\nonly_if = ["tension < 5"]\n\n[scores]',
        'endings: the exercise may end without an ending. Write a last ending with when = "end" and no conditions',
    ),
    "winner who is not": (
        'winners = ["blue", "red"]',
        'winners = ["blue", "rde"]',
        f"endings 3, winners: there is no team or seat 'rde'. Did you mean 'red'? There are {PLAYERS}",
    ),
    "winner of the white cell": (
        'winners = ["blue", "red"]',
        'winners = ["blue", "cell"]',
        f"endings 3, winners: 'cell' belongs to the white cell. Write one of {PLAYERS}",
    ),
    "hint on no question": (
        *hint('of = "blue"\nquestion = "bidd"\nanswer = 1'),
        "hints 2, question: there is no question 'bidd'. Did you mean 'bid'? There are move, stance, bid, aims, budget, wishes, order, embargo",
    ),
    "hint for a stranger": (
        *hint('of = "bleu"\nquestion = "bid"\nanswer = 1'),
        f"hints 2, of: there is no team or seat 'bleu'. Did you mean 'blue'? There are {PLAYERS}",
    ),
    "hint for one who is not asked": (
        *hint('of = "blue"\nquestion = "order"\nanswer = "Go."'),
        "hints 2, of: blue is not asked this question. It is asked of red.admiral",
    ),
    "hint of no option": (
        *hint('of = "blue"\nquestion = "move"\nanswer = "sial"'),
        "hints 2, answer: move has no option 'sial'. Did you mean 'sail'? Options are talk, sail",
    ),
    "hint of no amount": (
        *hint('of = "blue"\nquestion = "bid"\nanswer = "much"'),
        "hints 2, answer: 'much' is not an amount. Write a whole number without quotation marks",
    ),
    "hint of no option among several": (
        *hint('of = "red"\nquestion = "aims"\nanswer = ["cost"]'),
        "hints 2, answer: aims has no option 'cost'. Did you mean 'coast'? Options are coast, isles",
    ),
    "hint of half a ranking": (
        *hint('of = "blue"\nquestion = "wishes"\nanswer = ["peace"]'),
        "hints 2, answer: a ranking names every option once: peace, honour",
    ),
    "hint that ranks what is not": (
        *hint('of = "blue"\nquestion = "wishes"\nanswer = ["peace", "honor"]'),
        "hints 2, answer: wishes has no option 'honor'. Did you mean 'honour'? Options are peace, honour",
        "hints 2, answer: a ranking names every option once: peace, honour",
    ),
    "hint that allots to what is not": (
        *hint('of = "blue"\nquestion = "budget"\nanswer = { shps = 2 }'),
        "hints 2, answer: budget has no option 'shps'. Did you mean 'ships'? Options are ships, bread",
    ),
    "hint of no order": (
        *hint('of = "red"\nquestion = "order"\nanswer = 3'),
        "hints 2, answer: order is of kind order, and this is not a possible answer",
    ),
    "hint of another kind": (
        *hint('of = "blue"\nquestion = "move"\nanswer = 3'),
        "hints 2, answer: move is of kind choice, and this is not a possible answer",
    ),
    "vote hint for a stranger": (
        *hint('of = "bleu"\nquestion = "embargo"\nanswer = "for"'),
        f"hints 2, of: there is no team or seat 'bleu'. Did you mean 'blue'? There are {PLAYERS}",
    ),
    "vote hint for the white cell": (
        *hint('of = "cell"\nquestion = "embargo"\nanswer = "for"'),
        f"hints 2, of: 'cell' belongs to the white cell. Write one of {PLAYERS}",
    ),
    "hint of no vote": (
        *hint('of = "blue"\nquestion = "embargo"\nanswer = "fro"'),
        "hints 2, answer: 'fro' is not a vote. Did you mean 'for'? Write one of for, against, abstain",
    ),
    "inject to a stranger": (
        *inject('text = "So."\nto = "redd"'),
        f"injects 2, to: there is no team or seat 'redd'. Did you mean 'red'? There are all, {EVERYBODY}",
    ),
    "inject without words": (
        *inject('text = ""\nto = "red"'),
        "injects 2, text: the text is empty. Write one",
    ),
    "round of no phase": (
        *inject('text = "So."\nto = "red"\nround = 2'),
        "injects 2, round: round belongs to a phase. Name the phase, or leave round out",
    ),
    "inject of a kind without a sender": (
        *inject('text = "So."\nto = "red"\nkind = "letter"'),
        "injects 2, kind: a letter needs a sender. Write sender, or leave kind out",
    ),
    "inject while no phase is open": (
        *inject('text = "So."\nto = "red"\nwhile_open = true'),
        "injects 2, while_open: while_open belongs to a phase. Name the phase, or leave while_open out",
    ),
    "inject in no phase": (
        *inject('text = "So."\nto = "red"\nphase = "Order"'),
        "injects 2, phase: there is no phase 'Order'. Did you mean 'Orders'? Phases are Before, Orders, Deliberation, Claims, Embargo, Accord, Hot wash",
    ),
    "inject that never comes": (
        *inject('text = "So."\nto = "red"\nphase = "Orders"\nround = 4'),
        "injects 2, round: Orders opens 3 times at most, so this is never sent. Give a smaller round",
    ),
    "questionnaire of a stranger": (
        'kind = "questionnaire"\nof = ["blue"]',
        'kind = "questionnaire"\nof = ["bleu"]',
        f"phases 7, of: there is no team or seat 'bleu'. Did you mean 'blue'? There are {EVERYBODY}",
    ),
    "questionnaire with a consequence": (
        'consent = "May we keep your answers?"',
        'follows = [{ tell = "So." }]',
        "phases 7, follows: nothing follows from a questionnaire. Move follows to another phase",
    ),
    "questionnaire with a policy of silence": (
        'consent = "May we keep your answers?"',
        'silence = "bot"',
        "phases 7, silence: a questionnaire has no default answers. Leave this key out",
    ),
    "a second question for consent": (
        'name = "fair"',
        'name = "consent"',
        "phases 7, items 1, name: 'consent' is the question that comes first. Take another name",
    ),
    "the same question twice": (
        'name = "words"\nask',
        'name = "best"\nask',
        "phases 7, items 3, name: 'best' is already used. Take another name",
    ),
    "a scale of words": (
        'kind = "words"\nchars = 200',
        'kind = "words"\nsteps = 5',
        "phases 7, items 3, steps: a question of kind words cannot have steps. Only one of kind scale can",
    ),
    "a question without words": (
        'ask = "How fair was it?"',
        'ask = ""',
        "phases 7, items 1, ask: the question is empty. Write one",
    ),
    "a choice of one": (
        'options = [{ name = "talk", label = "The talk" }, { name = "vote", label = "The vote" }]',
        'options = [{ name = "talk", label = "The talk" }]',
        "phases 7, items 2, options: a question of kind choice needs 2 options or more. Add options",
    ),
    "the same choice twice": (
        '{ name = "vote", label = "The vote" }',
        '{ name = "talk", label = "The vote" }',
        "phases 7, items 2, options 2, name: 'talk' is already used. Take another name",
    ),
    "document known to a stranger": (
        'text = "A map.", known_to = "all"',
        'text = "A map.", known_to = ["rde"]',
        f"documents 2, known_to: there is no team or seat 'rde'. Did you mean 'red'? There are {EVERYBODY}",
    ),
}

SOUND = {
    "hint for a team on what its seats are asked": hint('of = "red"\nquestion = "aims"\nanswer = ["coast"]'),
    "hint for a seat": hint('of = "red.admiral"\nquestion = "aims"\nanswer = ["coast"]'),
    "hint of a ranking": hint('of = "blue"\nquestion = "wishes"\nanswer = ["honour", "peace"]'),
    "inject in the last round": inject('text = "So."\nto = "red"\nphase = "Orders"\nround = 3'),
}


@pytest.mark.parametrize("name", PLANTED)
def test_an_impossible_phase_is_described_whole_and_at_its_key(name: str) -> None:
    """An author is sent to another line, or reads half a sentence."""
    old, new, *said = PLANTED[name]
    assert broken(old, new) == said


@pytest.mark.parametrize("name", SOUND)
def test_a_phase_that_is_just_possible_is_read(name: str) -> None:
    """An author must leave out a part that the exercise needs."""
    assert broken(*SOUND[name]) == []


def test_an_argument_without_an_opponent_is_refused() -> None:
    """A side alone waits for reasons that no other side can give."""
    alone = {
        "format": 1,
        "title": "Alone",
        "summary": "s",
        "situation": "s",
        "teams": [{"name": "blue", "title": "Blue"}],
        "seats": [{"name": "blue", "team": "blue", "title": "Blue"}],
        "phases": [{"name": "Claims", "kind": "argument", "against": 1}],
        "endings": [{"name": "end", "words": "It ended", "when": "end"}],
    }
    with pytest.raises(Unsound) as found:
        read(json.dumps(alone))
    assert "phases 1, against: there is no team to argue against it. Write against = 0" in map(
        told, found.value.faults
    )
