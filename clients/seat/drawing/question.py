"""Draws the question: its text, the present answer, the sealed answer, and until when it can be changed."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.drawing.fields import FieldLook, fields_rows, writing_wants
from warcouncil.clients.seat.drawing.header import STYLES
from warcouncil.clients.seat.drawing.rows import SEAL, Row
from warcouncil.clients.seat.drawing.verdict import ended_lines
from warcouncil.clients.seat.model.shown.screen import (
    QuestionState,
    SealState,
    ShownEnd,
    ShownQuestion,
    ShownSeal,
    StepKind,
)
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import Lines, fit, ink, inset, join, whole_rows
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Choice, Pick, Rank, Sort, Words

SEAL_ROWS_MAX = 3
ANSWERED = (SealState.SEALED, SealState.SEALING, SealState.TAKING_BACK)
BRIEF_ROWS_MAX = 2


def brief_rows(question: ShownQuestion, width: int) -> list[Row]:
    """Draw the question in its short form while a scene is shown. The player can answer it at once."""
    head = whole_rows(ink(question.question, tone.STRONG), width - 2, BRIEF_ROWS_MAX)
    seal = seal_lines(question.seal, width)
    lines = inset(head)
    if lines[-1].cell_length + seal[0].cell_length + 3 <= width:
        lines[-1] = _at_right(lines[-1], seal[0], width)
    way = Content.styled(say("question.answer_at_once"), tone.QUIET)
    return [(line, None) for line in [*lines, fit(Content(" ") + way, width)]]


def question_rows(
    question: ShownQuestion,
    end: ShownEnd | None,
    look: FieldLook,
    room: int,
    *,
    again: bool,
    helps: bool = True,
    own: OwnKeys = SAME,
) -> list[Row]:
    """Draw the question, in `room` lines if possible.

    `end` is the end of the game, if it has ended. `again`: another game can begin then. `helps`: the help for
    the question may be shown.
    """
    if question.state is QuestionState.OVER and end is not None:
        return [(line, None) for line in ended_lines(end, look.width, again=again, own=own)]
    if question.state is not QuestionState.ASKED or question.filling is None:
        return [(line, None) for line in _said_lines(question, look.width)]
    filling = question.filling
    head = inset(ink(question.question, tone.STRONG).wrap(look.width - 2))
    seal = seal_lines(question.seal, look.width)
    if len(seal) == 1 and head[-1].cell_length + seal[0].cell_length + 3 <= look.width:
        head[-1] = _at_right(head[-1], seal[0], look.width)
        seal = []
    foot = _foot(question, filling, look, own)
    spare = room - len(head) - len(seal) - len(foot)
    answered = question.seal is not None and question.seal.state in ANSWERED
    if helps and question.help and not answered and spare > _wanted(filling, look.width):
        head += inset(ink(question.help, tone.QUIET).wrap(look.width - 2))[
            : max(1, spare - _wanted(filling, look.width))
        ]
    rows: list[Row] = [(line, None) for line in [*head, *seal]]
    live = FieldLook(look.width, question.may_answer, look.focused)
    rows += fields_rows(filling, live, room - len(rows) - len(foot))
    return [*rows, *((line, SEAL) for line in foot)]


def _at_right(line: Content, seal: Content, width: int) -> Content:
    """Draw the sealed answer at the right end of a line, one cell from the edge."""
    words = seal.rstrip()
    return fit(line, width - words.cell_length - 1) + words


def _said_lines(question: ShownQuestion, width: int) -> Lines:
    """Draw why the seat is not asked."""
    if question.state in (QuestionState.WAITING, QuestionState.TELLING_END):
        return [Content(" ") + ink(each.text, STYLES[each.weight]) for each in question.said]
    rows = (ink(each.text, STYLES[each.weight]).wrap(width - 2) for each in question.said)
    return inset([line for lines in rows for line in lines])


def _wanted(filling: Filling, width: int) -> int:
    """Return how many lines the current field would use."""
    field = filling.field
    extra = len(filling.fields) if len(filling.fields) > 1 else 0
    match field:
        case Choice():
            return len(field.options) + extra
        case Pick() | Rank():
            return len(field.options) + extra + 1
        case Words() if field.lines:
            return writing_wants(filling.written(field), field, width) + extra
        case Sort():
            return len(field.things) + 2 + any(place.holds for place in field.places) + extra
        case _:
            return 2 + extra


SEAL_SIGNS = {
    SealState.NOT_SEALED: "✗ ",
    SealState.DRAFT: "○ ",
    SealState.STRUCK_OUT: "✗ ",
    SealState.UNSEALED: "○ ",
}


def seal_lines(seal: ShownSeal | None, width: int) -> Lines:
    """Draw the sealed answer, and until when it can be changed."""
    if seal is None:
        return [Content()]
    sign = SEAL_SIGNS.get(seal.state, "")
    match seal.state:
        case SealState.ANOTHER_ANSWERS:
            return inset(ink(seal.words, tone.WARN).wrap(width - 2))
        case SealState.SEALING | SealState.TAKING_BACK:
            wax = Content.styled(f"… {seal.head} ", tone.STRONG)
            line = join(wax, ink(" ".join(filter(None, (seal.text, seal.until)))), gap=" ")
            return inset(whole_rows(line, width - 2, SEAL_ROWS_MAX))
        case SealState.NOT_SEALED:
            return inset(ink(f"{sign}{seal.text}", tone.BAD).wrap(width - 2))
        case SealState.DRAFT:
            return inset(whole_rows(ink(f"{sign}{seal.text}", tone.WARN), width - 2, SEAL_ROWS_MAX))
        case SealState.STRUCK_OUT | SealState.UNSEALED:
            return [Content.styled(f" {sign}{seal.head} ", tone.WARN)]
        case SealState.SEALED:
            return _sealed_lines(seal, width)


def _sealed_lines(seal: ShownSeal, width: int) -> Lines:
    wax = Content.styled(f" ◉ {seal.head} ", tone.SEAL)
    sealed_words = join(wax, ink(seal.text, tone.STRONG), gap=" ")
    lines = inset(whole_rows(sealed_words, width - 2, SEAL_ROWS_MAX))
    if seal.until:
        tail = ink(seal.until, tone.QUIET)
        if lines[-1].cell_length + tail.cell_length + 3 <= width:
            lines[-1] = join(lines[-1], tail, gap=" · ")
        else:
            lines.append(Content(" ") + tail)
    if seal.refused:
        lines.append(Content(" ") + ink(f"✗ {seal.refused}", tone.BAD))
    return [line.truncate(width, ellipsis=True) for line in lines]


def _foot(question: ShownQuestion, filling: Filling, look: FieldLook, own: OwnKeys) -> Lines:
    """Draw what the next key does and, if there is room, the keys that fill the current field.

    While the focus is elsewhere, draw the key that moves it back to the question.
    """
    step = question.step
    if step is None:
        return []
    if not look.focused and step.kind in (StepKind.SEALS, StepKind.GOES_ON, StepKind.ENDS_TEXT):
        back = Content.assemble((f" {own.of('back', 'Esc')} ", tone.KEY), say("question.back_here"))
        return [fit(back, look.width)]
    match step.kind:
        case StepKind.LOCKED:
            rows = inset(ink(f"⊘ {step.words}", tone.WARN).wrap(look.width - 2))
            return [fit(row, look.width) for row in rows]
        case StepKind.FAULT | StepKind.GOES_BACK:
            does = Content.styled(f" ! {step.words}", tone.WARN)
        case StepKind.ENDS_TEXT:
            does = Content.assemble((" Tab ", tone.KEY), (step.words, tone.STRONG))
        case StepKind.GOES_ON:
            does = Content.assemble((" Enter ", tone.KEY), step.words)
        case StepKind.TAKES_BACK:
            does = Content.assemble((f" {own.of('take-back', 'Del')} ", tone.KEY), step.words)
        case StepKind.ON_ITS_WAY | StepKind.IS_SEALED:
            does = Content.styled(f" {step.words}", tone.QUIET)
        case StepKind.SEALS:
            does = Content.assemble((" Enter ", tone.KEY), (step.words, tone.STRONG))
    whole = join(does, Content.styled(_ways(filling), tone.QUIET), gap="   ")
    rows = [whole] if whole.cell_length <= look.width else does.wrap(look.width)
    return [fit(row, look.width) for row in rows]


def _ways(filling: Filling) -> str:
    """Return the words for the keys that fill the current field."""
    field = filling.field
    match field:
        case Choice():
            return say("fields.way_choice") if len(field.options) > 1 else ""
        case Pick():
            return say("fields.way_pick")
        case Words() if field.lines:
            return say("fields.way_new_line" if filling.writes else "fields.way_write_on")
        case Rank():
            return say("fields.way_rank")
        case Sort():
            if any(thing.count > 1 for thing in field.things):
                return say("fields.way_pieces")
            return say("fields.way_cards") if field.things else ""
        case _:
            return ""
