"""Draws the question: what is asked, the present answer, what is sealed and until when it can be changed."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.drawing.fields import FieldLook, fields_rows, writing_wants
from warcouncil.clients.seat.drawing.rows import SEAL, Row
from warcouncil.clients.seat.drawing.verdict import ended_lines, last_of_it
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.widgets.board.ink import Lines, fit, ink, inset, join, whole_rows
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Choice, Form, Pick, Rank, Sort, Words
from warcouncil.protocol.table.views import View
from warcouncil.protocol.words import GateNo, clean

SEAL_ROWS_MAX = 3
BRIEF_ROWS_MAX = 2


@dataclass(slots=True)
class AnswerInHand:
    """The answer that the player is filling in, and the gate that it answers."""

    gate: GateNo
    filling: Filling


def hand_for(desk: Desk, now: AnswerInHand | None) -> AnswerInHand | None:
    """Return the answer to fill in: the present one while its question stays open, otherwise a new one.

    If the same gate asks another form, the written texts are kept.
    """
    view = desk.view
    if view is None or view.form is None:
        return None
    if now is not None and now.gate == view.gate and now.filling.form == view.form:
        return now
    made = AnswerInHand(view.gate, Filling(view.form, desk.sealed))
    if now is not None and now.gate == view.gate:
        made.filling.carry(now.filling.texts())
    return made


def brief_rows(desk: Desk, hand: AnswerInHand, now_ms: int, width: int) -> list[Row]:
    """Draw the question in short while a scene is shown. The player can answer it at once."""
    head = whole_rows(ink(hand.filling.form.question, tone.STRONG), width - 2, BRIEF_ROWS_MAX)
    seal = seal_lines(desk, hand.filling.form, now_ms, width)
    lines = inset(head)
    if lines[-1].cell_length + seal[0].cell_length + 3 <= width:
        lines[-1] = fit(lines[-1], width - seal[0].cell_length) + seal[0]
    way = Content.styled(say("question.answer_at_once"), tone.QUIET)
    return [(line, None) for line in [*lines, fit(Content(" ") + way, width)]]


def question_rows(
    desk: Desk, hand: AnswerInHand | None, now_ms: int, look: FieldLook, room: int
) -> list[Row]:
    """Draw the question, in `room` lines if possible."""
    view = desk.view
    if view is None:
        return [(Content.styled(f" {say('question.waiting')}", tone.QUIET), None)]
    if view.ended is not None:
        if desk.ended is None:
            return [(Content(" ") + ink(last_of_it(desk.own), tone.QUIET), None)]
        said = ended_lines(desk.ended, look.width, again=desk.plays_again, own=desk.own)
        return [(line, None) for line in said]
    if hand is None or view.form is None:
        return [(line, None) for line in _others_lines(desk, view, now_ms, look.width)]
    locked = desk.locked(now_ms)
    head = _head(view.form, look.width)
    seal = seal_lines(desk, view.form, now_ms, look.width)
    if len(seal) == 1 and head[-1].cell_length + seal[0].cell_length + 3 <= look.width:
        head[-1] = fit(head[-1], look.width - seal[0].cell_length) + seal[0]
        seal = []
    foot = _foot(desk, hand.filling, locked, look)
    spare = room - len(head) - len(seal) - len(foot)
    answered = desk.sealed is not None or desk.sending is not None
    if view.form.help and not answered and spare > _wanted(hand.filling, look.width):
        head += inset(ink(view.form.help, tone.QUIET).wrap(look.width - 2))[
            : max(1, spare - _wanted(hand.filling, look.width))
        ]
    rows: list[Row] = [(line, None) for line in [*head, *seal]]
    live = FieldLook(look.width, not locked, look.focused)
    rows += fields_rows(hand.filling, live, room - len(rows) - len(foot))
    return [*rows, *((line, SEAL) for line in foot)]


def _wanted(filling: Filling, width: int) -> int:
    """Return how many lines the current field would like."""
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


def _head(form: Form, width: int) -> Lines:
    return inset(ink(form.question, tone.STRONG).wrap(width - 2))


def seal_lines(desk: Desk, form: Form, now_ms: int, width: int) -> Lines:
    """Draw what is sealed, and until when it can be changed."""
    if desk.bot or desk.watching:
        said = [say("question.bot_answers" if desk.bot else "question.you_watch")]
        if desk.sealed is not None:
            said.append(say("question.sealed_is", answer=answer_words(form, desk.sealed)))
        return inset(ink(" ".join(said), tone.WARN).wrap(width - 2))
    if desk.sending is not None:
        answer = answer_words(form, desk.sending.answer)
        later = "" if desk.up else f" {say('question.sent_later')}"
        wax = Content.styled(f"… {say('question.sealing')} ", tone.STRONG)
        line = join(wax, ink(f"{answer}.{later}"), gap=" ")
        return inset(whole_rows(line, width - 2, SEAL_ROWS_MAX))
    if desk.sealed is None:
        if desk.refused:
            why = say("question.not_sealed", why=desk.refused)
            return inset(ink(f"✗ {why}", tone.BAD).wrap(width - 2))
        struck = desk.view is not None and desk.view.voided
        if desk.drafted is not None and not struck:
            stands = say("question.draft_stands", answer=answer_words(form, desk.drafted))
            return inset(whole_rows(ink(f"○ {stands}", tone.WARN), width - 2, SEAL_ROWS_MAX))
        word = f"✗ {say('question.struck_out')}" if struck else f"○ {say('question.unsealed')}"
        return [Content.styled(f" {word} ", tone.WARN)]
    wax = Content.styled(f" ◉ {say('question.sealed')} ", tone.SEAL)
    sealed_words = join(wax, ink(answer_words(form, desk.sealed), tone.STRONG), gap=" ")
    lines = inset(whole_rows(sealed_words, width - 2, SEAL_ROWS_MAX))
    if until := desk.until(now_ms):
        tail = ink(until, tone.QUIET)
        if lines[-1].cell_length + tail.cell_length + 3 <= width:
            lines[-1] = join(lines[-1], tail, gap=" · ")
        else:
            lines.append(Content(" ") + tail)
    if desk.refused:
        why = say("question.change_not_sealed", why=desk.refused)
        lines.append(Content(" ") + ink(f"✗ {why}", tone.BAD))
    return [line.truncate(width, ellipsis=True) for line in lines]


def _foot(desk: Desk, filling: Filling, locked: str, look: FieldLook) -> Lines:
    """Draw what the next key does and, if there is room, the keys that fill the current field."""
    if locked:
        return [fit(row, look.width) for row in inset(ink(f"⊘ {locked}", tone.WARN).wrap(look.width - 2))]
    fields = filling.fields
    last = filling.at >= len(fields) - 1
    fault = filling.fault_of(fields[filling.at]) if fields else ""
    if fault:
        does = Content.styled(f" ! {clean(fault)}", tone.WARN)
    elif filling.writes_lines and desk.sealed != filling.answer:
        does = Content.assemble((" Tab ", tone.KEY), (say("question.when_written"), tone.STRONG))
    elif not last:
        does = Content.assemble((" Enter ", tone.KEY), say("question.goes_on"))
    elif filling.fault:
        back = say("question.goes_back", fault=clean(filling.fault))
        does = Content.styled(f" ! {back}", tone.WARN)
    elif desk.sending is not None and desk.sending.answer == filling.answer:
        does = Content.styled(f" {say('question.on_its_way')}", tone.QUIET)
    elif desk.sealed == filling.answer:
        does = Content.styled(f" {say('question.is_sealed')}", tone.QUIET)
    else:
        seals = say("question.seals_this" if desk.sealed is None else "question.seals_instead")
        does = Content.assemble((" Enter ", tone.KEY), (seals, tone.STRONG))
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


def _others_lines(desk: Desk, view: View, now_ms: int, width: int) -> Lines:
    """Draw which seats the table waits for."""
    timing = desk.timing(now_ms)
    if timing is Timing.STANDS:
        return inset(ink(desk.standstill(), tone.WARN).wrap(width - 2))
    who = listed(clean(name) for name in view.asked) if view.asked else ""
    lines = [Content.styled(say("question.not_asked_now"), tone.STRONG)]
    if who:
        said = say("question.deciding", n=len(view.asked), who=who)
        lines += ink(said, tone.QUIET).wrap(width - 2)
    return inset(lines)
