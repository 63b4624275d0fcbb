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
            "Talk on the open channels. No agreement here is binding.",
            "2.2: Are you ready to continue?",
            "The phase ends when every player is ready, or when the time is up.",
            "ready",
            "- r/ready/Ready to continue/",
            "ready = ready",
        ),
    ),
    (
        lambda: Table(phases=[phase("Orders", asks(help="Sailing costs oil."))]),
        BLUE,
        (
            "Round 1 · Orders",
            "Answer in secret. All answers open at the same moment.",
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
            "Answer in secret. All answers open at the same moment.",
            "3.2: What do you do?",
            "Sailing costs oil. Your team's answer is the answer that most of you give. A tie counts as silence.",
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
            "Answer in secret. All answers open at the same moment.",
            "3.2: What do you do?",
            "Sailing costs oil. Your team's answer counts only if all of you give the same answer.",
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
            "Answer in secret. All answers open at the same moment.",
            "3.2: Your answers",
            "",
            "What do you do?",
            "- /talk/Talk/",
            "- /sail/Sail/",
            "Where do they sail?",
            "- 4 units",
            "- pool/not assigned",
            "- talk/Talk",
            "- sail/Sail",
        ),
    ),
    (
        judging,
        HEAD,
        (
            "Round 1 · Verdict · the white cell decides",
            "The white cell reads the answers and decides what happens.",
            "4.2: What happens now?",
            "Numbers that you set yourself override the outcome. If you do not answer, nothing follows.",
            "outcome",
            "- /clash/A clash/Then: Tension 3 → 5; everyone: “Ships clash.”; Red: “Your captain fired.”",
            "- /calm/Calm/This changes nothing and sends no message.",
            "- /in-words/Another outcome, in your own words/",
            "- /nothing-comes/Nothing follows/",
            "the outcome [outcome: in-words]",
            "teams that read this outcome [outcome: in-words]",
            "- /blue/Blue/",
            "- /red/Red/",
            "Tension, now 3",
            "Oil (Blue), now 5",
            "message to everyone",
            "message to Blue only",
            "message to Red only",
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
            "Round 1 · Verdict · the white cell decides",
            "The white cell reads the answers and decides what happens.",
            "4.2: What happens now?",
            "A second member of the white cell must agree. Numbers that you set yourself override the outcome. If you do not answer, nothing follows.",
            "outcome",
            "- /calm/Calm/If nobody is rash. This changes nothing and sends no message.",
            "- /nothing-comes/Nothing follows/",
            "Tension, now 3",
            "Oil (Blue), now 5",
            "outcome = calm",
            "number-1 = 3",
            "number-2 = 5",
        ),
    ),
    (
        agreeing,
        SECOND,
        (
            "Round 1 · Verdict · the white cell decides",
            "The white cell reads the answers and decides what happens.",
            "4.4: Do you agree with this decision?",
            "You can read the decision on the board. If you do not answer, you agree.",
            "agree",
            "- y/yes/Agree/Then: Tension 3 → 5; everyone: “Ships clash.”; Red: “Your captain fired.”",
            "- n/no/Send it back/",
            "why [agree: no]",
            "agree = yes",
        ),
    ),
    (
        lambda: sent_back(1),
        HEAD,
        (
            "Round 1 · Verdict · the white cell decides",
            "The white cell reads the answers and decides what happens.",
            "4.2: What happens now?",
            "The second member sent it back without a reason. A second member of the white cell must agree. Numbers that you set yourself override the outcome. If you do not answer, nothing follows.",
            "outcome",
            "- /clash/A clash/Then: Tension 3 → 5; everyone: “Ships clash.”; Red: “Your captain fired.”",
            "- /calm/Calm/This changes nothing and sends no message.",
            "- /in-words/Another outcome, in your own words/",
            "- /nothing-comes/Nothing follows/",
            "the outcome [outcome: in-words]",
            "teams that read this outcome [outcome: in-words]",
            "- /blue/Blue/",
            "- /red/Red/",
            "Tension, now 3",
            "Oil (Blue), now 5",
            "message to everyone",
            "message to Blue only",
            "message to Red only",
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
            "Round 1 · Verdict · the white cell decides",
            "The white cell reads the answers and decides what happens.",
            "4.2: What happens now?",
            "The second member sent it back: too soon. It was sent back twice. Your decision is now final. Numbers that you set yourself override the outcome. If you do not answer, nothing follows.",
            "outcome",
            "- /clash/A clash/Then: Tension 3 → 5; everyone: “Ships clash.”; Red: “Your captain fired.”",
            "- /calm/Calm/This changes nothing and sends no message.",
            "- /in-words/Another outcome, in your own words/",
            "- /nothing-comes/Nothing follows/",
            "the outcome [outcome: in-words]",
            "teams that read this outcome [outcome: in-words]",
            "- /blue/Blue/",
            "- /red/Red/",
            "Tension, now 3",
            "Oil (Blue), now 5",
            "message to everyone",
            "message to Blue only",
            "message to Red only",
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
            "A team says what happens and why. Others give reasons against it. The white cell sets the odds, and a roll decides.",
            "5.1: What happens?",
            "Write in one sentence what happens. Then write your reasons why it is likely. Leave the first field empty to make no argument. If the roll succeeds, the sentence becomes a fact. Your reasons do not.",
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
            "A team says what happens and why. Others give reasons against it. The white cell sets the odds, and a roll decides.",
            "5.2: Which reasons do you give against it?",
            "The board shows the argument. Everyone reads your reasons, and the white cell weighs them. You can leave all fields empty.",
            "Blue: reason 1 against it",
            "Blue: reason 2 against it",
        ),
    ),
    (
        weighing,
        HEAD,
        (
            "Round 1 · Debate · the white cell sets the odds",
            "A team says what happens and why. Others give reasons against it. The white cell sets the odds, and a roll decides.",
            "5.3: How likely is it?",
            "The board shows the reasons on both sides. Everyone reads the odds before the roll. The debrief compares them with the results. If you do not answer, the odds are even.",
            "Blue: The mine goes off",
            "- /5/5 %/Almost impossible.",
            "- /20/20 %/Unlikely.",
            "- /35/35 %/Rather unlikely.",
            "- /50/50 %/Even.",
            "- /65/65 %/Rather likely.",
            "- /80/80 %/Likely.",
            "- /95/95 %/Almost certain.",
            "- /100/100 %/Certain. There is no roll.",
            "- /0/0 %/Impossible. There is no roll.",
        ),
    ),
    (
        lambda: weighing(order="at once"),
        HEAD,
        (
            "Round 1 · Debate · the white cell sets the odds",
            "A team says what happens and why. Others give reasons against it. The white cell sets the odds, and a roll decides.",
            "5.3: How likely is each?",
            "The board shows the reasons on both sides. Everyone reads the odds before the roll. The debrief compares them with the results. If you do not answer, the odds are even.",
            "Blue: The mine goes off",
            "- /5/5 %/Almost impossible.",
            "- /20/20 %/Unlikely.",
            "- /35/35 %/Rather unlikely.",
            "- /50/50 %/Even.",
            "- /65/65 %/Rather likely.",
            "- /80/80 %/Likely.",
            "- /95/95 %/Almost certain.",
            "- /100/100 %/Certain. There is no roll.",
            "- /0/0 %/Impossible. There is no roll.",
            "Red: The sea is calm",
            "- /5/5 %/Almost impossible.",
            "- /20/20 %/Unlikely.",
            "- /35/35 %/Rather unlikely.",
            "- /50/50 %/Even.",
            "- /65/65 %/Rather likely.",
            "- /80/80 %/Likely.",
            "- /95/95 %/Almost certain.",
            "- /100/100 %/Certain. There is no roll.",
            "- /0/0 %/Impossible. There is no roll.",
        ),
    ),
    (
        voting,
        BLUE,
        (
            "Round 1 · Council",
            "Vote in secret. You learn the count when all have voted.",
            "6.1: Nobody sells arms",
            "The motion needs more votes in favour than against. Everyone reads each vote after the count. If you do not vote, you abstain.",
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
            "Vote in secret. You learn the count when all have voted.",
            "6.1: Nobody sells arms",
            "The motion needs two thirds of the votes for and against. Everyone reads the count, but not the single votes. If you do not vote, you abstain. You have a veto: your vote against the motion stops it.",
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
            "Vote in secret. You learn the count when all have voted.",
            "6.1: Nobody sells arms",
            "The motion needs at least one vote in favour and none against. Everyone reads each vote after the count. If you do not vote, you abstain.",
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
            "Vote in secret. You learn the count when all have voted.",
            "6.1: Nobody sells arms",
            "The motion needs at least 3 votes in favour. Everyone reads each vote after the count. If you do not vote, you abstain.",
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
            "Round 1 · Accord · writing",
            "One player writes down the agreement. Each signer then reads it, and signs or refuses.",
            "7.1: Accord: what did you agree?",
            "Write down the agreement. The signers read it next. Talk ends when you seal it. Leave it empty if there is nothing to sign.",
            "the treaty",
        ),
    ),
    (
        signing,
        BLUE,
        (
            "Round 1 · Accord · signing",
            "One player writes down the agreement. Each signer then reads it, and signs or refuses.",
            "7.2: Do you sign “Accord”?",
            "Read it under “To read”. It is in force if 2 of 2 signers sign. Everyone reads it if it is in force. If you do not answer, you do not sign.",
            "signature",
            "- s/sign/Sign/",
            "- n/refuse/Do not sign/",
        ),
    ),
    (
        lambda: signing(open_to="signers", needs=1),
        RED,
        (
            "Round 1 · Accord · signing",
            "One player writes down the agreement. Each signer then reads it, and signs or refuses.",
            "7.2: Do you sign “Accord”?",
            "Read it under “To read”. It is in force if 1 of 2 signers sign. Only the signers and the white cell learn of it. If you do not answer, you do not sign.",
            "signature",
            "- s/sign/Sign/",
            "- n/refuse/Do not sign/",
        ),
    ),
    (
        unwritten,
        RED,
        (
            "Round 1 · Accord · signing",
            "One player writes down the agreement. Each signer then reads it, and signs or refuses.",
            "7.2: Nothing was written.",
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
        title="The decision that the head of the white cell proposes",
        head=("what", "decision"),
        rows=(
            ("outcome", "Another outcome, in your own words"),
            ("Tension, now 3", "3"),
            ("Oil (Blue), now 5", "5"),
            ("message to Red only", "You know why."),
            ("the outcome", "Fog."),
            ("teams that read this outcome", "no team"),
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

    assert note(signing()) == ["a draft, not signed yet"]
    notes = []
    for signers in ((), (BLUE,), (BLUE, RED)):
        table = signing()
        table.answer({seat: {"sign": "sign"} for seat in signers})
        notes += note(table)
    assert notes == [
        "not in force, no one signed",
        "not in force, signed only by blue minister",
        "signed by blue minister, red minister",
    ]
