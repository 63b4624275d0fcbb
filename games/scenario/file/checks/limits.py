"""The limits of a scenario: the bytes that one reader has at once, the number of gates, and the work at one closing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from warcouncil.games.scenario.file.checks.secrets import refs_of
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.model.payoffs import payoff_rows, sides_with_sheet
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.model.sizes import (
    CAME_NOTED,
    NUMBER,
    SIGN,
    answer_bytes,
    number_bytes,
    order_form_bytes,
    size_of,
    written,
)
from warcouncil.games.scenario.file.model.told_lengths import foretold_bytes, told_bytes, watched_bytes
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import Unclear
from warcouncil.games.scenario.file.text.consequences import EffectPart
from warcouncil.games.scenario.file.text.phase import (
    AnyPhase,
    ArgumentPhase,
    CellPhase,
    QuestionnairePhase,
    QuestionPhase,
    TreatyPhase,
    VotePhase,
)
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.file.text.vocabulary import (
    ARGUMENTS_SHOWN_MAX,
    CLOSING_MAX,
    FACTS_CHARS_MAX,
    GATES_MAX,
    REASONS_CHARS_MAX,
    REASONS_MAX,
    TREATIES_SHOWN_MAX,
    UNANSWERED_CHARS_MAX,
    VIEW_BYTES_MAX,
    VOTES_SHOWN_MAX,
    WATCHED_BYTES_MAX,
    WORK_MAX,
)
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX
from warcouncil.protocol.wire.wire import dump
from warcouncil.protocol.words import SeatId

_ELEMENT = 120
"""The bytes that one line of a sheet needs besides its text."""
_PEOPLE_BYTES_FREE = 5000
"""A frame has room for this many bytes of people and conversations besides everything else."""
_MATE_BYTES, _CHANNEL_BYTES = 100, 600
"""The bytes of a seat or a team, and of a conversation whose title names two teams. Other names are counted apart."""
_ODDS_BYTES = 1200
"""The bytes of one question for the odds of an argument, including its texts."""
_REASONS_MAX = 13
"""How many reasons one form can have. If more arguments are open, it has one reason against each."""


def check_limits(names: Names) -> None:
    """Record every limit that the scenario exceeds."""
    gates = sum(_stages(names, names.scenario.phases[place]) for _, place in names.timeline)
    if gates > GATES_MAX:
        names.note(
            ("rounds",),
            f"the exercise has {gates} questions and talks. The limit is {GATES_MAX}. Write fewer rounds or phases",
        )
    for place, phase in enumerate(names.scenario.phases):
        _closing(names, place, phase)
    script = names.script
    seats = {seat.id: _bytes_before(script, seat.id) for seat in script.seats}
    seat = max(seats, key=lambda each: seats[each])
    if seats[seat] > VIEW_BYTES_MAX:
        names.note(
            (),
            f"{seat} could have {seats[seat]} bytes on the screen. The limit is {VIEW_BYTES_MAX}. Write "
            "shorter texts, fewer numbers, or fewer and shorter orders",
        )
    watched = watched_bytes(script)
    if watched > WATCHED_BYTES_MAX:
        names.note(
            (),
            f"all players together could receive {watched} bytes when a phase closes. The limit is "
            f"{WATCHED_BYTES_MAX}. Write shorter texts, or fewer that can follow together",
        )


def _stages(names: Names, phase: AnyPhase) -> int:
    match phase:
        case ArgumentPhase():
            sides = len(phase.of or names.script.sides)
            return (sides if phase.order == "in turn" else 1) * (2 + (phase.against > 0))
        case CellPhase():
            return 5 if phase.agree else 1  # The second member can send it back twice
        case TreatyPhase():
            return 2
        case _:
            return 1


def _closing(names: Names, place: int, phase: AnyPhase) -> None:
    rows = [row for table in phase.tables for row in table.rows]
    rules = len(rows) + sum(len(names.script.each(follow)) for follow in phase.follows)
    if rules > CLOSING_MAX:
        names.note(
            ("phases", place, "follows"),
            f"{rules} rules and rows are read when this phase closes. The limit is {CLOSING_MAX}",
        )
    work = sum(_work(names, row) for row in rows)
    for follow in phase.follows:
        looks = sum(_looks(names, text) for text in (*follow.only_if, *follow.or_if))
        work += len(names.script.each(follow)) * (looks + _work(names, follow))
    if work > WORK_MAX:
        names.note(
            ("phases", place, "follows"),
            f"closing this phase takes {work} steps. The limit is {WORK_MAX}. Write fewer conditions, changes or texts",
        )


def _looks(names: Names, text: str) -> int:
    return 1 + sum(
        len(names.owners(ref.name)) for ref in refs_of(text) if names.kind(ref.name) and not ref.owner
    )


def _work(names: Names, effect: EffectPart) -> int:
    changes = sum(3 + _summed(names, text) for text in effect.change)
    texts = [text for text in (effect.tell, effect.establish, *effect.tell_to.values()) if text]
    return changes + 3 * len(effect.hand) + sum(3 + len(clauses.slots(text)) for text in texts)


def _summed(names: Names, text: str) -> int:
    try:
        amount = clauses.change(text).amount
    except Unclear:
        return 0
    return sum(
        len(names.script.seats) if isinstance(part, clauses.Counted | clauses.Summed) else 1
        for part in clauses.parts_of(amount)
    )


# --- the longest view ---------------------------------------------------------------------------------------------


def view_bytes_at_most(script: Script) -> int:
    """Return the greatest number of bytes that a view can have, with room for headings and labels. It counts the
    content of the sheet, the questions to a seat, and the report to the seat when a phase has closed.
    """
    return max(_bytes_before(script, seat.id) for seat in script.seats)


def _bytes_before(script: Script, seat: SeatId) -> int:
    return view_bytes(script, seat) + told_bytes(script, seat)


def view_bytes(script: Script, seat: SeatId) -> int:
    """Return the greatest number of bytes of text and numbers that one seat can have on its board at once, without its messages."""
    scenario = script.scenario
    whole = seat in script.cell
    shown = [scenario.situation, *(team.about for team in scenario.teams)]
    shown += [team.brief for team in scenario.teams if whole or seat in script.seats_of(team.name)]
    shown += [each.brief for each in scenario.seats if whole or each.name == seat]
    held = [document for document in scenario.documents if whole or document.name in _may_hold(script, seat)]
    total = sum(_ELEMENT + _paper_bytes(scenario, text) for text in (*shown, *(each.text for each in held)))
    total += sum(len(dump(scenario.document_pieces(each)[:1])) for each in held if each.picture)
    for number in scenario.numbers:
        one = (
            2 * _ELEMENT
            + SIGN * 60
            + number_bytes(number)
            + sum(40 + size_of(mark.label) for mark in number.marks)
        )
        known = [
            owner
            for owner in script.owners(number.name)
            if whole or number.known_to == "all" or seat in script.readers_of(clauses.Ref(number.name, owner))
        ]
        total += one * len(known)
    for name, question in script.questions.items():
        known = [
            owner
            for owner in script.owners(name)
            if whole or seat in script.readers_of(clauses.Ref(name, owner))
        ]
        total += len(known) * (_ELEMENT + CAME_NOTED + answer_bytes(question, scenario.map))
    total += _map_bytes(script)
    total += _sheet_bytes(script, seat, whole=whole)
    establishes = any(effect.establish for effect, _ in _effects(script))
    argues = any(isinstance(phase, ArgumentPhase) for phase in scenario.phases)
    total += SIGN * FACTS_CHARS_MAX if establishes or argues else 0
    total += SIGN * REASONS_CHARS_MAX + REASONS_MAX * _ELEMENT // 8 if scenario.scores else 0
    total += max(0, people_bytes(script, seat) - _PEOPLE_BYTES_FREE)
    total += _ELEMENT * (len(script.votes) + len(script.treaties)) + _kept_bytes(script, whole=whole)
    return total + max(_form_bytes(script, place) for place in range(len(scenario.phases)))


def _paper_bytes(scenario: Scenario, text: str) -> int:
    written = scenario.pieces_of(text)
    return len(dump(written)) if written else size_of(text)


def _map_bytes(script: Script) -> int:
    """Return the greatest number of bytes that a map can take on a sheet."""
    board = script.scenario.map
    if board is None:
        return 0
    owner = max(size_of(team.title) for team in script.scenario.teams)
    places = sum(_ELEMENT + len(each.name) + size_of(each.title) + owner for each in board.places)
    links = sum(len(each.links) * 2 * (len(each.name) + 4) for each in board.places)
    return places + links + sum(_ELEMENT + 40 + size_of(each.title) + owner for each in board.pieces)


def _sheet_bytes(script: Script, seat: SeatId, *, whole: bool) -> int:
    """Return how many bytes the payoff sheets of one seat take."""
    sheets = [payoff_rows(script, side) for side in sides_with_sheet(script, None if whole else seat)]
    return sum(2 * _ELEMENT + sum(size_of(cell) + 4 for row in rows for cell in row) for rows in sheets)


def people_bytes(script: Script, seat: SeatId) -> int:
    """Return the greatest number of bytes that seats, teams and conversations can take in a view of one seat."""
    titles = {each.id: size_of(each.title) for each in script.seats}
    team = script.seat(seat).team
    own = sum(_MATE_BYTES + titles[each] for each in script.seats_of(team))
    badges = sum(_MATE_BYTES + size_of(each.title) for each in script.scenario.teams)
    talk = max(_talk_bytes(script, phase, seat, titles) for phase in script.scenario.phases)
    return sum(titles.values()) + 3 * len(titles) + own + badges + talk


def _talk_bytes(script: Script, phase: AnyPhase, seat: SeatId, titles: Mapping[SeatId, int]) -> int:
    """Return the greatest number of bytes that a seat's conversations can take in one phase, with the names of their
    members.
    """
    members: list[tuple[SeatId, ...]] = []
    own = script.seat(seat).team
    match phase.channels:
        case "none":
            pass
        case "all":
            members = [script.players]
        case "teams":
            members = [script.seats_of(own)]
        case "pairs":
            members = [script.seats_in((own, other)) for other in script.sides if other != own]
        case named:
            members = [seats for places in named.values() if seat in (seats := script.seats_in(places))]
    if phase.cell_reads:
        members = _read_by_cell(script, phase) if seat in script.cell else members
        members = [(*each, *script.cell) for each in members]
    return sum(_CHANNEL_BYTES + sum(titles[each] + 3 for each in each_) for each_ in members)


def _read_by_cell(script: Script, phase: AnyPhase) -> list[tuple[SeatId, ...]]:
    """Return the members of each conversation of a phase. The white cell reads all of them."""
    match phase.channels:
        case "none":
            return []
        case "all":
            return [script.players]
        case "teams":
            return [script.seats_of(team) for team in script.sides]
        case "pairs":
            return [script.seats_in(pair) for pair in combinations(script.sides, 2)]
        case named:
            return [script.seats_in(places) for places in named.values()]


def _kept_bytes(script: Script, *, whole: bool) -> int:
    """Return how many bytes the texts and votes of earlier phases take."""
    arguments = [phase for phase in script.scenario.phases if isinstance(phase, ArgumentPhase)]
    decided = max((written(phase.chars) + 2 * _ELEMENT for phase in arguments), default=0)
    treaties = sorted((written(part.chars) + 2 * _ELEMENT for part in script.treaties.values()), reverse=True)
    names = sum(_ELEMENT + size_of(seat.title) for seat in script.seats)
    votes = sorted((names + 3 * size_of(part.motion) for part in script.votes.values()), reverse=True)
    proposed = any(isinstance(phase, CellPhase) and phase.agree for phase in script.scenario.phases)
    return (
        ARGUMENTS_SHOWN_MAX * decided
        + sum(treaties[:TREATIES_SHOWN_MAX])
        + sum(votes[:VOTES_SHOWN_MAX])
        + (ANSWER_BYTES_MAX + 40 * _ELEMENT if whole and proposed else 0)
    )


def _may_hold(script: Script, seat: SeatId) -> frozenset[str]:
    """Return the documents that a seat has or may receive.

    They include documents that only an umpire can hand out, for example by an amendment.
    """
    handed = {document for effect, _ in _effects(script) for document in effect.hand}
    found = {
        name
        for name, document in script.documents.items()
        if document.known_to == "all"
        or (document.known_to == "none" and name not in handed)
        or (isinstance(document.known_to, tuple) and seat in script.seats_in(document.known_to))
    }
    for effect, own in _effects(script):
        for document, places in effect.hand.items():
            held = [
                own_place for place in places for own_place in (own if place == clauses.OWN else (place,))
            ]
            if seat in script.seats_in(tuple(held)):
                found.add(document)
    return frozenset(found)


def _effects(script: Script) -> list[tuple[EffectPart, tuple[str, ...]]]:
    found: list[tuple[EffectPart, tuple[str, ...]]] = []
    for phase in script.scenario.phases:
        found += [(row, ()) for table in phase.tables for row in table.rows]
        found += [(follow, script.each(follow)) for follow in phase.follows]
        found += [(foreseen, ()) for foreseen in (phase.foreseen if isinstance(phase, CellPhase) else ())]
    return found


def _form_bytes(script: Script, place: int) -> int:
    phase = script.scenario.phases[place]
    size = size_of(phase.text) + _ELEMENT
    match phase:
        case QuestionPhase():
            size += SIGN * UNANSWERED_CHARS_MAX
            for question in phase.questions:
                words = [question.ask, question.help, *(o.label + o.help for o in question.options)]
                size += _orders_bytes(script, question)
                size += sum(_ELEMENT + size_of(text) for text in words)
        case CellPhase():
            size += sum(_ELEMENT + size_of(each.label + each.help) for each in phase.foreseen)
            size += foretold_bytes(script, place) + NUMBER * len(phase.sets)
            size += 2 * _ELEMENT * (len(phase.sets) + len(script.sides) + 4) + 2 * ANSWER_BYTES_MAX
        case ArgumentPhase():
            size += _argument_bytes(script, phase)
        case TreatyPhase():
            size += written(phase.chars)
        case VotePhase():
            size += size_of(phase.motion)
        case QuestionnairePhase():
            size += _questionnaire_bytes(script, phase)
        case _:
            pass
    return size


def _orders_bytes(script: Script, question: QuestionPart) -> int:
    """Return the greatest number of bytes that the fields of a question for orders can take."""
    board = script.scenario.map
    if board is None or question.kind != "orders":
        return 0
    title = max(size_of(team.title) for team in script.scenario.teams)
    return max(order_form_bytes(board, team, title) for team in script.owners(question.name))


def _questionnaire_bytes(script: Script, phase: QuestionnairePhase) -> int:
    """Return how many bytes the questions take, with a written answer to each and the ending above them."""
    size = 4 * _ELEMENT + size_of(phase.consent)
    for item in phase.items:
        words = [item.ask, *(item.ends or ()), *(o.label + o.help for o in item.options)]
        size += sum(_ELEMENT + size_of(text) for text in words) + item.steps * _ELEMENT
        size += written(item.chars) if item.kind == "words" else 0
    return size + max(size_of(ending.words) for ending in script.scenario.endings)


def _argument_bytes(script: Script, phase: ArgumentPhase) -> int:
    """Return how many bytes all open arguments take, with the reasons against them and the question for their odds."""
    sides = len(phase.of or script.sides)
    argued = sides if phase.order == "at once" else 1
    opposing = len({*phase.of, *script.sides}) if phase.against else 0
    texts = argued * written((1 + phase.reasons) * phase.chars) + opposing * ANSWER_BYTES_MAX
    each = min(phase.against * max(argued - 1, 1), max(_REASONS_MAX, argued))
    rows = argued * (1 + phase.reasons) + opposing * each
    names = 2 * max(size_of(script.title(place)) for place in (*phase.of, *script.sides))
    return texts + rows * (_ELEMENT // 3 + names) + argued * (_ODDS_BYTES + written(phase.chars))
