"""The table of knowledge: a seat never sees what the table denies, in any game, and sees what it promises."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.events.followed import Whispered
from warcouncil.games.scenario.file.checks.who_knows import EVERYONE, Secret, WhoKnows, columns, parts, titles
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.look import Outlook, asked_of
from warcouncil.games.scenario.numbers import label_of
from warcouncil.protocol.table.papers import lines_of
from warcouncil.protocol.table.sheets import Documents, Facts, Map, Rows, Sheet, Track
from warcouncil.protocol.words import SeatId

from tests.games.scenario.broad import BROAD
from tests.games.scenario.small import SMALL
from tests.profile import games

SECRETIVE = SMALL.replace(
    'change = ["oil of own - 1"]',
    'change = ["oil of own - 1"]\ntell_to = { own = "You have {oil of own} left." }',
).replace('kind = "questions"', 'kind = "questions"\nsilence = "bot"')
TEXTS = {"small": SECRETIVE, **{name: shipped.text(name) for name in shipped.names()}}


def seen(known: WhoKnows, table: Playing, sheet: Sheet) -> Iterator[Secret]:
    """Return the facts that a sheet shows."""
    look = Outlook(table.state)
    labels = {
        label_of(look, Ref(fact.name, fact.owner)): fact for fact in known.facts if fact.kind == "number"
    }
    scenario = known.scenario
    named = [(team.brief, Secret("brief", team.name)) for team in scenario.teams if team.brief]
    named += [(seat.brief, Secret("brief", seat.name, seat.name)) for seat in scenario.seats if seat.brief]
    texts = {
        tuple(lines_of(scenario.pieces_of(text))) or tuple(text.split("\n\n")): fact for text, fact in named
    }
    for document in scenario.documents:
        said = tuple(lines_of(scenario.document_pieces(document))) or tuple(document.text.split("\n\n"))
        texts[said] = Secret("document", document.name)
    answers = {
        (
            known.script.title(fact.owner),
            asked_of(known.script.questions[fact.name]),
        ): fact
        for fact in known.facts
        if fact.kind == "answer"
    }
    motions = {vote.motion: name for name, vote in known.script.votes.items()}
    labels |= {motion: Secret("result", name) for motion, name in motions.items()}
    for element in sheet.elements:
        match element:
            case Track(title=title) if title in labels:
                yield labels[title]
            case Facts(facts=lines):
                yield from (labels[line.label] for line in lines if line.label in labels)
            case Rows(title="Votes", rows=rows):
                yield from (
                    Secret("ballot", motions[motion], str(seat.id))
                    for motion, _, who in rows
                    for seat in known.script.seats
                    if seat.title in who.split(", ")
                )
            case Documents(documents=documents):
                yield from (texts[paper.lines] for paper in documents if paper.lines in texts)
            case Map(places=places, pieces=pieces):
                sides = {known.script.title(team): team for team in known.script.sides}
                yield from (Secret("map", "places", sides[at.owner]) for at in places if at.owner)
                yield from (Secret("map", "pieces", sides[each.side]) for each in pieces)
            case Rows(title="Numbers of each side", head=head, rows=rows):
                cells = (f"{number} ({owner})" for number, *_ in rows for owner in head[1:])
                yield from (labels[cell] for cell in cells)
            case Rows(rows=rows):
                yield from (answers[row[0], row[1]] for row in rows if (row[0], row[1]) in answers)
            case _:
                pass


@pytest.mark.parametrize("name", TEXTS)
def test_a_seat_never_sees_a_denied_fact(name: str) -> None:
    """The page promises the white cell that a paper is secret, and a player reads it."""
    known = WhoKnows(read(TEXTS[name]))
    reached: set[tuple[Secret, str]] = set()
    for number in range(games(4, 300)):
        table = Playing(GAME, GAME.options_type(scenario=TEXTS[name]), seed_of(f"{name} {number}"))
        for phase in table.gates():
            assert isinstance(phase, Phase)
            for reader in columns(known):
                sheet = GAME.sheet(table.state, SeatId(reader) if reader else None)
                for fact in seen(known, table, sheet):
                    assert known.may_know(fact, reader, table.state.round, table.state.at), (fact, reader)
                    reached.add((fact, reader))
            for seat in phase.asked:
                dice = Dice(seed_of(f"{number} {table.gate} {seat}"), "bot")
                table.declare(seat, fill(GAME.form(table.state, seat), dice))
            table.close()
        for happened in table.events:
            if isinstance(happened.event, Whispered):
                assert _told(known, happened.event)
    promised = {
        (fact, reader)
        for fact in known.facts
        for reader in columns(known)
        if (learns := known.learns(fact, reader)).when in ("always", "closing")
        and (known.first(learns) != known.names.timeline[-1] or not learns.moments)
    }
    assert promised - reached == set()


def _told(known: WhoKnows, event: Whispered) -> bool:
    """Return whether the table allows every seat that hears an event to know it."""
    facts = [fact for fact in known.facts if fact.kind == "words"]
    heard = [seat for seat in known.script.seats if told(event, seat) and seat.id not in known.script.cell]
    return all(any(known.learns(fact, seat.id).when == "perhaps" for fact in facts) for seat in heard)


def test_the_table_says_when_and_by_what() -> None:
    """The white cell must search forty rules for the one that hands a document over."""
    known = WhoKnows(read(BROAD))
    cells = {
        row.what: dict(zip(columns(known), row.cells, strict=True))
        for part in parts(known)
        for row in part.rows
    }
    assert titles(known)[:2] == ("everybody", "Blue minister")
    assert cells["Intercept"]["blue.admiral"] == "after Orders (Day 1), if Orders, follows 2"
    assert cells["Intercept"]["red.admiral"] == "never"
    assert cells["Intercept"]["cell.head"] == "always"
    assert cells["Oil (Blue)"] | {"cell.head": "", "cell.aide": ""} == {
        EVERYONE: "never",
        "blue.minister": "always",
        "blue.admiral": "always",
        "red.minister": "never",
        "red.admiral": "never",
        "cell.head": "",
        "cell.aide": "",
    }
    assert cells["move (Red)"]["red.admiral"] == "after Orders (Day 1)"
    assert cells["move (Red)"]["blue.minister"] == "never"
    assert cells["stance (Red)"][EVERYONE] == "after Orders (Day 1)"
    assert cells["An embargo on oil (Red minister)"][EVERYONE] == "after Embargo"
    assert cells["Accord"][EVERYONE] == "after Accord, if it opens"
    assert cells["brief of Blue"]["red.minister"] == "never"
    assert cells["Orders, follows 5: to Red"]["red.admiral"] == "after Orders (Day 2), if Orders, follows 5"
    assert cells["Oil: to Red"]["red.admiral"] == "after Orders (Day 1), if Oil"


def test_an_answer_is_unknown_before_it_is_given() -> None:
    """The first round is played with the knowledge of the second."""
    known = WhoKnows(read(BROAD))
    fact, orders = Secret("answer", "stance", "red"), 1
    assert not known.may_know(fact, "red.minister", 1, orders)
    assert known.may_know(fact, EVERYONE, 2, orders)


def test_a_value_printed_for_the_whole_table_is_known_from_then_on() -> None:
    """A number that is printed for everyone is listed as a secret until the end."""
    tells = SMALL.replace(
        'tell = "Fleets meet. Tension is {tension}."',
        'tell = "Fleets meet. Patience is {patience}."\nreveals = ["patience"]',
    )
    known = WhoKnows(read(tells))
    learned = {reader: known.learns(Secret("number", "patience"), reader) for reader in columns(known)}
    assert {learned[reader].when for reader in (EVERYONE, "blue.minister", "red.admiral")} == {"perhaps"}
