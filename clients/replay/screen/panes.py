"""The panes of a replay, drawn as in the seat's own client: the head, the question, the talk, and the story."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from warcouncil.clients.replay.film.film import Eyes, EyesView, FilmMark, SeatAnswer
from warcouncil.clients.replay.film.searching import said
from warcouncil.clients.replay.film.walk import Walk
from warcouncil.clients.replay.screen import tone
from warcouncil.clients.replay.screen.keys import TOLD
from warcouncil.clients.seat.drawing.fields import FieldLook
from warcouncil.clients.seat.drawing.header import header_lines
from warcouncil.clients.seat.drawing.question import question_rows
from warcouncil.clients.seat.drawing.rows import SEAL
from warcouncil.clients.seat.drawing.story_pane import story_lines, tail_lines
from warcouncil.clients.seat.model.answers import hand_for
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.ended import headline, outcome
from warcouncil.clients.seat.model.shown.question import shown_question
from warcouncil.clients.seat.model.shown.showing import screen_of
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.umpire.drawing.panes import talk_lines
from warcouncil.clients.widgets.board.ink import Lines, fit, flow, in_columns, ink, inset, join
from warcouncil.clients.widgets.pieces.message_heads import message_head
from warcouncil.clients.widgets.pieces.wording import clock_text, winners_words
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.wording.saying import recorded, say
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.words import clean


def top_line(walk: Walk, eyes: Eyes, width: int, *, beside: str = "") -> Content:
    """Draw the viewpoint, the position, and the state of playback.

    `beside` describes what is shown beyond this viewpoint.
    """
    if eyes.all_seeing:
        whose = eyes.title.upper()
    elif beside:
        whose = say("replay.beside_seat", beside=beside, who=eyes.title)
    else:
        whose = say("replay.as_seat", who=eyes.title)
    badge = Content.styled(f" {clean(whose)} ", tone.ALL_SEEN if eyes.all_seeing or beside else tone.EYES)
    state = f"▶ {walk.speed}×" if walk.playing else f"■ {walk.speed}×"
    cut = say("replay.silence_cut", seconds=walk.cut_ms // 1000) if walk.cut_ms >= 1000 else ""
    wall = walk.film.wall(walk.spot.at)
    right = join(
        ink(cut, tone.QUIET), ink(state, tone.STRONG if walk.playing else tone.QUIET), ink(wall), gap="  "
    )
    heading = ink(walk.film.heading, tone.QUIET)
    for parts in ((heading, badge), (badge,)):
        left = Content(" ") + join(*parts, gap="  ")
        if left.cell_length + right.cell_length + 2 <= width:
            return fit(left, width - right.cell_length - 1) + right
    return fit(Content(" ") + badge, width)


def head_lines(desk: Desk, since_ms: int, width: int) -> Lines:
    """Draw the head as the seat saw it, with the clock `since_ms` later."""
    return header_lines(screen_of(desk, None, since_ms, SAME), width)


def question_lines(desk: Desk, sight: EyesView, eyes: Eyes, width: int, room: int) -> Lines:
    """Draw the question as the seat saw it, or the answers that the seats of this viewpoint had sealed."""
    view = sight.view
    if view is None:
        return inset(ink(sight.why, tone.WARN).wrap(width - 2))
    if view.ended is not None:
        return ended_lines(view.ended, width, own=eyes.seat is not None)
    if eyes.seat is None:
        return answers_lines(sight.answers, view.asked, width, room)
    hand, look = hand_for(desk, None), FieldLook(width, live=False, focused=False)
    question = shown_question(desk, hand.filling if hand is not None else None, 0, SAME)
    rows = question_rows(question, None, look, room + 1, again=False)
    lines = [line for line, spot in rows if spot is not SEAL]
    bot = [Content.styled(f" {say('replay.bot_here')}", tone.WARN)] if view.bot else []
    return [*bot, *lines][:room]


def answers_lines(answers: Iterable[SeatAnswer], asked: Sequence[str], width: int, room: int) -> Lines:
    """Draw the answers that the asked seats had sealed at that moment."""
    blocks = [[_answer(each, width - 2)] for each in answers]
    if not blocks:
        words = say("replay.asked", names=", ".join(asked)) if asked else say("umpire.nobody_asked")
        return inset(ink(words, tone.QUIET).wrap(width - 2))[:room]
    return inset(in_columns(blocks, width - 2, 3))[:room]


def _answer(each: SeatAnswer, width: int) -> Content:
    name = ink(say("replay.answer_of", who=each.title), tone.STRONG)
    if each.struck:
        return join(name, ink(say("umpire.q_struck"), tone.WARN), gap=" ")
    if each.answer is None or each.form is None:
        return join(name, ink(say("umpire.q_unsealed"), tone.QUIET), gap=" ")
    words = ink(say("replay.q_sealed", answer=answer_words(each.form, each.answer)), tone.GOOD)
    return join(name, words, gap=" ").truncate(width, ellipsis=True)


def ended_lines(ended: Ended, width: int, *, own: bool) -> Lines:
    """Draw how the game ended."""
    mine = outcome(ended) if own and ended.winners else ""
    lines = [join(ink(headline(ended), tone.STRONG), ink(mine, tone.STRONG), gap=" · ")]
    reason = say("verdict.reason", reason=ended.reason)
    lines += ink(" ".join(filter(None, (reason, winners_words(ended))))).wrap(width - 2)
    scores = [
        [
            join(
                ink(score.label, tone.QUIET),
                *(ink(f"{side} {number}") for side, number in score.of),
                gap="  ",
            )
        ]
        for score in ended.scores
    ]
    return inset([*lines, *flow(scores, width - 2, 4)])


def talk_page(sight: EyesView, width: int) -> Lines:
    """Draw what was said and proposed, and the umpire's messages."""
    view = sight.view
    if view is None:
        return [Content.styled(say("replay.nothing_shown"), tone.QUIET)]
    notices = [
        row
        for notice in view.notices
        for row in join(ink(f"✉ {message_head(notice)}:", tone.WARN), ink(notice.text), gap=" ").wrap(width)
    ]
    if notices and not (view.channels or view.lines or view.deals):
        return notices
    return [*notices, *talk_lines(view.channels, view.lines, view.deals, width)]


def story_page(sight: EyesView, new: int, width: int) -> Lines:
    """Draw the story, with its newest sentences marked.

    The all-seeing viewpoint also shows the umpires' acts.
    """
    lines = story_lines(sight.view.story, new, width) if sight.view is not None else []
    if sight.rulings:
        lines += [Content(), ink(say("replay.umpires_acts"), tone.STRONG)]
        for ruling in sight.rulings:
            lines += join(ink(ruling.heading, tone.QUIET), ink(recorded(ruling)), gap="  ").wrap(width)
    return lines


def story_tail(sight: EyesView, new: int, width: int, rows: int) -> Lines:
    """Draw the end of the story in at most `rows` lines."""
    if sight.view is None or rows < 1:
        return []
    return tail_lines(sight.view.story, new, width, rows)


def record_page(marks: Iterable[FilmMark], upto: int, width: int) -> Lines:
    """Draw everything that was noticed up to a record, with its time.

    These lines are used as a page, and in place of a missing board.
    """
    lines: Lines = []
    for mark in marks:
        if mark.spot.seq > upto:
            break
        when = clock_text(mark.spot.at // 1000 * 1000)
        lines += join(ink(f"{when:>7}", tone.QUIET), ink(said(mark)), gap="  ").wrap(max(10, width))
    lines = lines or [Content.styled(f" {say('replay.nothing_yet')}", tone.QUIET)]
    return [*lines, Content(), *inset(ink(say("replay.not_recorded"), tone.QUIET).wrap(max(10, width - 1)))]


def remark_lines(remarks: tuple[str, ...], width: int) -> Lines:
    """Draw the warnings about the record, until the viewer dismisses them."""
    lines: Lines = []
    for remark in remarks:
        lines += inset(ink(say("replay.remark", text=remark), tone.WARN).wrap(max(10, width - 1)))
    if lines:
        lines[-1] = (
            lines[-1] + Content.styled(f"  {say('replay.remark_close', key='Esc')}", tone.QUIET)
        ).truncate(width, ellipsis=True)
    return lines


def help_lines(width: int, own: OwnKeys = SAME) -> Lines:
    """Draw the keys, each with what it does."""
    lines: Lines = []
    for key, means in TOLD:
        if not key:
            lines += [Content(), Content.styled(say(means), tone.STRONG)]
            continue
        for number, row in enumerate(Content(own.text(say(means))).wrap(max(20, width - 14))):
            lines.append(Content.assemble((f" {own.column(key) if number == 0 else '':<13}", tone.KEY), row))
    return lines
