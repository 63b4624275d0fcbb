"""Each sentence of each phase, word for word: the phase, the question, the options, and the meaning of
silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from warcouncil.protocol.table.forms import Choice, Form, FormField, Pick, Rank, Sort
from warcouncil.protocol.table.sheets import Documents, Rows
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table, asks, phase
from tests.games.scenario.test_argument import HEAD, arguing, argument
from tests.games.scenario.test_cell import SECOND, judging, outcome
from tests.games.scenario.test_treaty import signing, writing
from tests.games.scenario.test_vote import voting

BLUE, RED = "blue.minister", "red.minister"


def opposing() -> Table:
    """Return a table at which Red may give reasons against Blue's argument."""
    table = arguing()
    table.answer({BLUE: argument()})
    return table


def weighing(*, order: str = "in turn") -> Table:
    """Return a table at which the white cell sets the odds of an argument."""
    table = arguing(against=0, order=order)
    table.answer(
        {BLUE: argument(), RED: argument("The sea is calm")} if order == "at once" else {BLUE: argument()}
    )
    return table


def agreeing() -> Table:
    """Return a table at which a second member is asked to agree."""
    table = judging(seats=2, agree=True)
    table.answer({HEAD: outcome("clash")})
    return table


def sent_back(times: int, why: str = "") -> Table:
    """Return a table at which the head decides again."""
    table = agreeing()
    for _ in range(times - 1):
        table.answer({SECOND: {"agree": "no", "why": why}})
        table.answer({HEAD: outcome("clash")})
    table.answer({SECOND: {"agree": "no", "why": why}})
    return table


def unwritten() -> Table:
    """Return a table at which no text was written, and others must not learn that."""
    table = writing(open_to="signers")
    table.answer({BLUE: {"text": ""}})
    return table


def team_asked(by: str) -> Table:
    """Return a table at which a team gives one answer."""
    return Table(phases=[phase("Orders", asks(of=["blue"], by=by, help="Sailing costs oil."))])


def much_asked() -> Table:
    """Return a table with two questions in one form, one of them an allocation."""
    ships = asks("ships", kind="allocation", total=4, ask="Where do they sail?")
    return Table(phases=[phase("Orders", asks(of=["blue"]), ships | {"of": ["blue"]})])


def read(table: Table, seat: str) -> tuple[str, ...]:
    """Return all sentences of a seat's question now, with the suggested values."""
    form = table.game.form(table.state, SeatId(seat))
    said = [text for field in form.fields for text in _texts(field)]
    return (
        table.open.title,
        table.open.text,
        f"{form.rule}: {form.question}",
        form.help,
        *said,
        *_suggested(form),
    )


def _texts(field: FormField) -> Iterator[str]:
    """Return a field's label, the condition for it, and its options: key, word and meaning."""
    yield field.label + (f" [{field.when.field}: {', '.join(field.when.values)}]" if field.when else "")
    if isinstance(field, Choice | Pick | Rank):
        yield from (f"- {each.key}/{each.value}/{each.label}/{each.help}" for each in field.options)
    if isinstance(field, Sort):
        yield from (f"- {each.count} {each.label}" for each in field.things)
        yield from (f"- {each.name}/{each.label}" for each in field.places)


def _suggested(form: Form) -> Iterator[str]:
    yield from (f"{name} = {value}" for name, value in (form.suggested or {}).items())


READ: tuple[tuple[Callable[[], Table], str, tuple[str, ...]], ...] = (
    (
        lambda: Table(phases=[phase()]),
        BLUE,
        (
            "Round 1 · Orders",
            "Talk on the open channels. Nothing that is agreed here binds anyone.",
            "2.2: Are you ready to go on?",
            "The phase ends when every seat is ready, or when its time is up.",
            "ready",
            "- r/ready/Ready to go on/",
            "ready = ready",
        ),
    ),
    (
        lambda: Table(phases=[phase("Orders", asks(help="Sailing costs oil."))]),
        BLUE,
        (
            "Round 1 · Orders",
            "Answer in secret. All answers are opened at the same moment, to whom the rules of this exercise say.",
            "3.2: What do you do?",
            "Sailing costs oil.",
            "answer",
            "- /talk/Talk/",
            "- /sail/Sail/",
        ),
    ),
    (
        lambda: team_asked("majority"),
        BLUE,
        (
            "Round 1 · Orders",
            "Answer in secret. All answers are opened at the same moment, to whom the rules of this exercise say.",
            "3.2: What do you do?",
            "Sailing costs oil. Your team's answer is what most of you give.",
            "answer",
            "- /talk/Talk/",
            "- /sail/Sail/",
        ),
    ),
    (
        lambda: team_asked("all"),
        BLUE,
        (
            "Round 1 · Orders",
            "Answer in secret. All answers are opened at the same moment, to whom the rules of this exercise say.",
            "3.2: What do you do?",
            "Sailing costs oil. Your team's answer counts only if all of you give the same.",
            "answer",
            "- /talk/Talk/",
            "- /sail/Sail/",
        ),
    ),
    (
        much_asked,
        BLUE,
        (
            "Round 1 · Orders",
            "Answer in secret. All answers are opened at the same moment, to whom the rules of this exercise say.",
            "3.2: Your answers, Blue minister?",
            "",
            "What do you do?",
            "- /talk/Talk/",
            "- /sail/Sail/",
            "Where do they sail?",
            "- 4 units",
            "- pool/kept back",
            "- talk/Talk",
            "- sail/Sail",
        ),
    ),
    (
        judging,
        HEAD,
        (
            "Round 1 · Verdict · the white cell is deliberating",
            "The white cell looks at what was decided, and says what comes of it.",
            "4.2: What comes of it?",
            "Numbers change as the outcome says, save those that you set yourself. If you say nothing, nothing comes of it.",
            "outcome",
            "- /clash/A clash/Then: Tension 3 → 5; everyone: «Ships clash.»; Red: «Your captain fired.»",
            "- /calm/Calm/It changes nothing and tells nobody.",
            "- /in-words/Another outcome, in our own words/",
            "- /nothing-comes/Nothing comes of it/",
            "the outcome [outcome: in-words]",
            "who is told the outcome [outcome: in-words]",
            "- /blue/Blue/",
            "- /red/Red/",
            "Tension, now 3",
            "Oil, Blue, now 5",
            "tell everyone besides",
            "tell Blue alone",
            "tell Red alone",
            "outcome = clash",
            "number-1 = 3",
            "number-2 = 5",
            "tell = ",
            "tell@blue = ",
            "tell@red = ",
        ),
    ),
    (
        lambda: judging(
            seats=2,
            agree=True,
            writes=False,
            tells=False,
            foreseen=[{"name": "calm", "label": "Calm", "help": "If nobody is rash."}],
        ),
        HEAD,
        (
            "Round 1 · Verdict · the white cell is deliberating",
            "The white cell looks at what was decided, and says what comes of it.",
            "4.2: What comes of it?",
            "A second member of the white cell is asked to agree. Numbers change as the outcome says, save those that you set yourself. If you say nothing, nothing comes of it.",
            "outcome",
            "- /calm/Calm/If nobody is rash. It changes nothing and tells nobody.",
            "- /nothing-comes/Nothing comes of it/",
            "Tension, now 3",
            "Oil, Blue, now 5",
            "outcome = calm",
            "number-1 = 3",
            "number-2 = 5",
        ),
    ),
    (
        agreeing,
        SECOND,
        (
            "Round 1 · Verdict · the white cell is deliberating",
            "The white cell looks at what was decided, and says what comes of it.",
            "4.4: Do you agree with what the white cell would decide?",
            "It stands on your sheet. Whoever says nothing agrees.",
            "agree",
            "- y/yes/It stands/Then: Tension 3 → 5; everyone: «Ships clash.»; Red: «Your captain fired.»",
            "- n/no/Send it back/",
            "why [agree: no]",
            "agree = yes",
        ),
    ),
    (
        lambda: sent_back(1),
        HEAD,
        (
            "Round 1 · Verdict · the white cell is deliberating",
            "The white cell looks at what was decided, and says what comes of it.",
            "4.2: What comes of it?",
            "It was sent back: no reason was given. A second member of the white cell is asked to agree. Numbers change as the outcome says, save those that you set yourself. If you say nothing, nothing comes of it.",
            "outcome",
            "- /clash/A clash/Then: Tension 3 → 5; everyone: «Ships clash.»; Red: «Your captain fired.»",
            "- /calm/Calm/It changes nothing and tells nobody.",
            "- /in-words/Another outcome, in our own words/",
            "- /nothing-comes/Nothing comes of it/",
            "the outcome [outcome: in-words]",
            "who is told the outcome [outcome: in-words]",
            "- /blue/Blue/",
            "- /red/Red/",
            "Tension, now 3",
            "Oil, Blue, now 5",
            "tell everyone besides",
            "tell Blue alone",
            "tell Red alone",
            "outcome = clash",
            "number-1 = 3",
            "number-2 = 5",
            "tell = ",
            "tell@blue = ",
            "tell@red = ",
        ),
    ),
    (
        lambda: sent_back(2, "too soon"),
        HEAD,
        (
            "Round 1 · Verdict · the white cell is deliberating",
            "The white cell looks at what was decided, and says what comes of it.",
            "4.2: What comes of it?",
            "It was sent back: too soon. It was sent back twice: now your word stands. Numbers change as the outcome says, save those that you set yourself. If you say nothing, nothing comes of it.",
            "outcome",
            "- /clash/A clash/Then: Tension 3 → 5; everyone: «Ships clash.»; Red: «Your captain fired.»",
            "- /calm/Calm/It changes nothing and tells nobody.",
            "- /in-words/Another outcome, in our own words/",
            "- /nothing-comes/Nothing comes of it/",
            "the outcome [outcome: in-words]",
            "who is told the outcome [outcome: in-words]",
            "- /blue/Blue/",
            "- /red/Red/",
            "Tension, now 3",
            "Oil, Blue, now 5",
            "tell everyone besides",
            "tell Blue alone",
            "tell Red alone",
            "outcome = clash",
            "number-1 = 3",
            "number-2 = 5",
            "tell = ",
            "tell@blue = ",
            "tell@red = ",
        ),
    ),
    (
        arguing,
        BLUE,
        (
            "Round 1 · Debate · Blue",
            "A side says what happens and why. Others say what speaks against it. The white cell gives the odds, and chance decides.",
            "5.1: What happens?",
            "One sentence, as if it had happened, and why it is likely. Leave it empty to argue nothing. If chance is with you, it is so from then on; your reasons alone make nothing so.",
            "it happens that",
            "reason 1",
            "reason 2",
            "reason 3",
        ),
    ),
    (
        opposing,
        RED,
        (
            "Round 1 · Debate · reasons against",
            "A side says what happens and why. Others say what speaks against it. The white cell gives the odds, and chance decides.",
            "5.2: What speaks against it?",
            "What is argued stands on your sheet. Everyone reads your reasons; the white cell weighs them. You may leave all of it empty.",
            "Blue: against it, 1",
            "Blue: against it, 2",
        ),
    ),
    (
        weighing,
        HEAD,
        (
            "Round 1 · Debate · the white cell is weighing",
            "A side says what happens and why. Others say what speaks against it. The white cell gives the odds, and chance decides.",
            "5.3: How likely is it?",
            "What is argued for it and against it stands on your sheet. Everyone hears the odds before the roll; the debrief compares them with what came true. If you say nothing, it is even.",
            "Blue: The mine goes off",
            "- /5/5 %/Nearly out of the question.",
            "- /20/20 %/Unlikely.",
            "- /35/35 %/Rather not.",
            "- /50/50 %/As likely as not.",
            "- /65/65 %/Rather so.",
            "- /80/80 %/Likely.",
            "- /95/95 %/Nearly certain.",
            "- /100/100 %/Certain: so it is, without a roll.",
            "- /0/0 %/Impossible: it is not, without a roll.",
        ),
    ),
    (
        lambda: weighing(order="at once"),
        HEAD,
        (
            "Round 1 · Debate · the white cell is weighing",
            "A side says what happens and why. Others say what speaks against it. The white cell gives the odds, and chance decides.",
            "5.3: How likely is each?",
            "What is argued for it and against it stands on your sheet. Everyone hears the odds before the roll; the debrief compares them with what came true. If you say nothing, it is even.",
            "Blue: The mine goes off",
            "- /5/5 %/Nearly out of the question.",
            "- /20/20 %/Unlikely.",
            "- /35/35 %/Rather not.",
            "- /50/50 %/As likely as not.",
            "- /65/65 %/Rather so.",
            "- /80/80 %/Likely.",
            "- /95/95 %/Nearly certain.",
            "- /100/100 %/Certain: so it is, without a roll.",
            "- /0/0 %/Impossible: it is not, without a roll.",
            "Red: The sea is calm",
            "- /5/5 %/Nearly out of the question.",
            "- /20/20 %/Unlikely.",
            "- /35/35 %/Rather not.",
            "- /50/50 %/As likely as not.",
            "- /65/65 %/Rather so.",
            "- /80/80 %/Likely.",
            "- /95/95 %/Nearly certain.",
            "- /100/100 %/Certain: so it is, without a roll.",
            "- /0/0 %/Impossible: it is not, without a roll.",
        ),
    ),
    (
        voting,
        BLUE,
        (
            "Round 1 · Council",
            "Vote in secret. The count is told when all have voted.",
            "6.1: Nobody sells arms",
            "It passes with more votes in favour than against; who voted how is told. Who says nothing abstains.",
            "vote",
            "- f/for/In favour/",
            "- a/against/Against/",
            "- b/abstain/Abstain/",
        ),
    ),
    (
        lambda: voting(ballot="secret", needs="two thirds", veto=["blue.minister"]),
        BLUE,
        (
            "Round 1 · Council",
            "Vote in secret. The count is told when all have voted.",
            "6.1: Nobody sells arms",
            "It passes with two thirds of the votes cast; only the count is told. Who says nothing abstains. Your vote against it is enough to stop it.",
            "vote",
            "- f/for/In favour/",
            "- a/against/Against/",
            "- b/abstain/Abstain/",
        ),
    ),
    (
        lambda: voting(needs="all"),
        BLUE,
        (
            "Round 1 · Council",
            "Vote in secret. The count is told when all have voted.",
            "6.1: Nobody sells arms",
            "It passes with at least one vote in favour and none against; who voted how is told. Who says nothing abstains.",
            "vote",
            "- f/for/In favour/",
            "- a/against/Against/",
            "- b/abstain/Abstain/",
        ),
    ),
    (
        lambda: voting(needs=3),
        BLUE,
        (
            "Round 1 · Council",
            "Vote in secret. The count is told when all have voted.",
            "6.1: Nobody sells arms",
            "It passes with at least 3 in favour; who voted how is told. Who says nothing abstains.",
            "vote",
            "- f/for/In favour/",
            "- a/against/Against/",
            "- b/abstain/Abstain/",
        ),
    ),
    (
        writing,
        BLUE,
        (
            "Round 1 · Accord · put to paper",
            "One puts to paper what was agreed; then each signer reads it, and signs it or does not.",
            "7.1: Accord: what is put to paper?",
            "Write down what was agreed. Those who are to sign it read it next; when you seal it, talk ends. Leave it empty, and there is nothing to sign.",
            "the treaty",
        ),
    ),
    (
        signing,
        BLUE,
        (
            "Round 1 · Accord · signing",
            "One puts to paper what was agreed; then each signer reads it, and signs it or does not.",
            "7.2: Do you sign «Accord»?",
            "It stands under «To read». It holds if 2 of 2 sign it. Once signed, everyone reads it. Who says nothing does not sign.",
            "signature",
            "- s/sign/Sign it/",
            "- n/refuse/Do not sign it/",
        ),
    ),
    (
        lambda: signing(open_to="signers", needs=1),
        RED,
        (
            "Round 1 · Accord · signing",
            "One puts to paper what was agreed; then each signer reads it, and signs it or does not.",
            "7.2: Do you sign «Accord»?",
            "It stands under «To read». It holds if 1 of 2 sign it. Nobody else learns of it. Who says nothing does not sign.",
            "signature",
            "- s/sign/Sign it/",
            "- n/refuse/Do not sign it/",
        ),
    ),
    (
        unwritten,
        RED,
        (
            "Round 1 · Accord · signing",
            "One puts to paper what was agreed; then each signer reads it, and signs it or does not.",
            "7.2: Nothing was put to paper.",
            "There is nothing to sign.",
            "signature",
            "- n/refuse/There is nothing to sign/",
        ),
    ),
)
"""A position, a seat that is asked in it, and what that seat reads."""


@pytest.mark.parametrize(("position", "seat", "texts"), READ)
def test_each_sentence_is_true_in_its_position(
    position: Callable[[], Table], seat: str, texts: tuple[str, ...]
) -> None:
    """A player signs, votes or keeps silent by a sentence that is missing, damaged, or of another case."""
    assert read(position(), seat) == texts


def test_4_4_the_cell_reads_the_decision_of_its_head() -> None:
    """A member that must agree does not know the decision, or takes an objection for a part of it."""
    table = judging(seats=2, agree=True)
    words = outcome("in-words", in_words_text="Fog.", in_words_to=(), tell_at_red="You know why.")
    table.answer({HEAD: words})
    table.answer({SECOND: {"agree": "no", "why": "too soon"}})
    assert table.game.sheet(table.state, SeatId(SECOND)).elements[0] == Rows(
        title="The white cell would decide",
        head=("what", "how"),
        rows=(
            ("outcome", "Another outcome, in our own words"),
            ("Tension, now 3", "3"),
            ("Oil, Blue, now 5", "5"),
            ("tell Red alone", "You know why."),
            ("the outcome", "Fog."),
            ("who is told the outcome", "nobody else"),
            ("sent back", "too soon"),
        ),
    )


def test_7_a_paper_says_if_it_is_signed_and_by_which_parties() -> None:
    """A draft is read as a binding treaty, or one without signatures as a signed one."""

    def note(table: Table) -> list[str]:
        elements = table.game.sheet(table.state, SeatId(BLUE)).elements
        return [
            paper.note
            for part in elements
            if isinstance(part, Documents)
            for paper in part.documents
            if paper.title == "Accord"
        ]

    assert note(signing()) == ["a draft, to be signed or not"]
    notes = []
    for signers in ((), (BLUE,), (BLUE, RED)):
        table = signing()
        table.answer({seat: {"sign": "sign"} for seat in signers})
        notes += note(table)
    assert notes == [
        "not signed; signatures: none",
        "not signed; signatures: blue minister",
        "signed; signatures: blue minister, red minister",
    ]
