"""The sheet of a seat in a game from a scenario file, with only what it may know.

It also makes the full truth, for the white cell and umpires.
"""

from __future__ import annotations

from collections.abc import Iterator

from warcouncil.games.kit.play.reveal_all import openly
from warcouncil.games.scenario.came import Came, noted
from warcouncil.games.scenario.events.followed import sentence
from warcouncil.games.scenario.file.model.payoffs import payoff_rows, sides_with_sheet
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.scenario import DocumentPart, Scenario
from warcouncil.games.scenario.file.text.vocabulary import FACTS_CHARS_MAX
from warcouncil.games.scenario.look import Beholder, Outlook, asked_of, in_words, result_words
from warcouncil.games.scenario.map.board import map_of
from warcouncil.games.scenario.numbers import label_of, numbers_of, refs
from warcouncil.games.scenario.phases import KINDS
from warcouncil.games.scenario.points import reasons_of
from warcouncil.games.scenario.state import AFTER, BEFORE, OPEN, InHand, ScenarioState, key
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.sheets import (
    Document,
    Documents,
    Element,
    Fact,
    Facts,
    Mark,
    Prose,
    Rows,
    Sheet,
    Track,
)
from warcouncil.protocol.words import SeatId


def sheet(state: ScenarioState, seat: SeatId | None) -> Sheet:
    """Return all that a seat may see now. None: what everyone may see."""
    if seat is not None and seat in state.play.cell:
        return truth(state)
    return _sheet(state, Beholder(seat or ""))


def truth(state: ScenarioState) -> Sheet:
    """Return the full truth."""
    return openly(_sheet(state, Beholder(knows_all=True)))


def _sheet(state: ScenarioState, reader: Beholder) -> Sheet:
    look = Outlook(state)
    return Sheet(
        headline=_headline(state),
        elements=(
            *_points(look, reader),
            *(element for kind in KINDS.values() for element in kind.at_hand(look, reader)),
            *map_of(look, reader),
            *_tracks(look, reader),
            *numbers_of(look, reader),
            *_facts(look),
            *_results(look, reader),
            *_payoffs(look, reader),
            *(element for kind in KINDS.values() for element in kind.shows(look, reader)),
            *_documents(look, reader),
            *_answers(look, reader),
        ),
    )


def _headline(state: ScenarioState) -> str:
    scenario = state.play.scenario
    if state.over is not None:
        return state.over.words
    phase = scenario.phases[state.at].name
    if state.round in (BEFORE, AFTER) or scenario.rounds == 1:
        return say("shown.headline", title=scenario.title, phase=phase)
    return say(
        "shown.headline_round",
        round=scenario.round,
        number=state.round,
        rounds=scenario.rounds,
        phase=phase,
    )


def _points(look: Outlook, reader: Beholder) -> Iterator[Element]:
    """Show the points at the end. A reader who knows everything sees the reasons too, because they tell secrets."""
    over, scores = look.state.over, look.script.scenario.scores
    if over is not None and scores is not None:
        facts = tuple(Fact(label=look.script.title(who), value=str(won)) for who, won in over.points.items())
        yield Facts(title=scores.title.capitalize(), facts=facts)
        if reader.knows_all and (rows := reasons_of(look)):
            head = (say("shown.head_who"), say("shown.head_reason"), scores.title)
            yield Rows(title=say("shown.reasons"), head=head, rows=rows)


def _tracks(look: Outlook, reader: Beholder) -> Iterator[Element]:
    for number in look.script.scenario.numbers:
        for ref in refs(look, number, reader) if number.track else ():
            at = key(ref.name, ref.owner)
            marks = tuple(Mark(at=mark.at, label=mark.label) for mark in number.marks)
            value = look.state.numbers[at]
            yield Track(
                title=label_of(look, ref), low=number.low, high=number.high, at=value, marks=marks, key=at
            )


def _answers(look: Outlook, reader: Beholder) -> Iterator[Element]:
    """Show the last answers, as far as the reader may know them."""
    rows: list[tuple[str, str, str]] = []
    for name, question in look.script.questions.items():
        for owner in look.script.owners(name):
            at = key(name, owner)
            known = reader.may(look.script.readers_of(Ref(name, owner)), public=question.known_to == "all")
            if known and at in look.state.answers:
                value = look.state.answers[at]
                said = noted(
                    "" if value is None else in_words(look.script, question, value),
                    look.state.came.get(at, Came.AGREED),
                )
                rows.append((look.script.title(owner), asked_of(question), said))
    if rows:
        yield Rows(
            title=say("shown.answers"),
            head=(say("shown.head_who"), say("shown.head_asked"), say("shown.head_answer")),
            rows=tuple(rows),
        )


def _facts(look: Outlook) -> Iterator[Element]:
    """Show the facts that were established last, as many as fit."""
    kept: list[str] = []
    for fact in reversed(look.state.facts):
        said = sentence(fact)
        if kept and sum(map(len, kept)) + len(kept) + len(said) > FACTS_CHARS_MAX:
            break
        kept.insert(0, said)
    if kept:
        yield Prose(title=say("shown.facts"), text=" ".join(kept))


def _results(look: Outlook, reader: Beholder) -> Iterator[Element]:
    facts = tuple(
        Fact(label=_of_what(look, name), value=result_words(result))
        for name, result in look.state.results.items()
        if result != OPEN and reader.may(look.script.readers_of(Ref(name)), public=look.script.is_open(name))
    )
    if facts:
        yield Facts(title=say("shown.results"), facts=facts)


def _payoffs(look: Outlook, reader: Beholder) -> Iterator[Element]:
    """Show a side its own column of the payoff sheet, and all columns to a reader who knows everything."""
    for side in sides_with_sheet(look.script):
        scores = look.script.scenario.scores
        if scores is not None and reader.may(look.script.seats_of(side), public=False):
            head = (say("shown.head_issue"), say("shown.head_option"), scores.title)
            title = say("shown.payoffs", side=look.script.title(side))
            yield Rows(title=title, head=head, rows=payoff_rows(look.script, side), package=True)


def _of_what(look: Outlook, name: str) -> str:
    return look.script.votes[name].motion if name in look.script.votes else look.script.treaties[name].name


def _documents(look: Outlook, reader: Beholder) -> Iterator[Element]:
    scenario = look.script.scenario
    papers = [_situation(look)]
    for team in scenario.teams:
        if team.brief and reader.may(look.script.seats_of(team.name), public=False):
            papers.append(_paper(scenario, say("shown.brief", whom=team.title), team.brief, secret=True))
    for seat in scenario.seats:
        if seat.brief and reader.may((SeatId(seat.name),), public=False):
            papers.append(_paper(scenario, say("shown.brief", whom=seat.title), seat.brief, secret=True))
    papers += [
        _paper(scenario, say("shown.about", team=team.title), team.about)
        for team in scenario.teams
        if team.about
    ]
    for document in scenario.documents:
        held = [each for each in look.state.held if each.document == document.name]
        public = document.known_to == "all"
        if (
            reader.knows_all
            or public
            or any(reader.seat in look.script.seats_of(each.holder) for each in held)
        ):
            note = "" if public else _holder_note(look, held, reader)
            papers.append(_document(scenario, document, note=note, secret=not public))
    papers += [paper for kind in KINDS.values() for paper in kind.papers(look, reader)]
    yield Documents(title=say("shown.to_read"), documents=tuple(papers))


def _situation(look: Outlook) -> Document:
    """Return the situation with its present values. Printed values are never read as markup."""
    scenario, title = look.script.scenario, say("shown.situation")
    if written := scenario.pieces_of(scenario.situation):
        return Document(title=title, pieces=look.fill_pieces(written))
    return _paper(scenario, title, look.fill(scenario.situation))


def _paper(scenario: Scenario, title: str, text: str, *, note: str = "", secret: bool = False) -> Document:
    """Return a document. In an old format a blank line separates paragraphs, and each paragraph is a line on a sheet."""
    if written := scenario.pieces_of(text):
        return Document(title=title, pieces=written, note=note, secret=secret)
    return Document(title=title, text=text.replace("\n\n", "\n"), note=note, secret=secret)


def _document(scenario: Scenario, document: DocumentPart, *, note: str, secret: bool) -> Document:
    """Return a document of the file, with its picture."""
    if document.picture:
        return Document(
            title=document.title, pieces=scenario.document_pieces(document), note=note, secret=secret
        )
    return _paper(scenario, document.title, document.text, note=note, secret=secret)


def _holder_note(look: Outlook, held: list[InHand], reader: Beholder) -> str:
    """Return the note since when the reader has a document. For a reader who knows everything, the note names the holders."""
    if reader.knows_all:
        names = ", ".join(look.script.title(each.holder) for each in held)
        return say("shown.held_by", names=names) if held else say("shown.held_by_none")
    mine = next(each for each in held if reader.seat in look.script.seats_of(each.holder))
    return say("shown.since", moment=mine.since) if mine.since else ""
