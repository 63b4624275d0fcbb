"""Draws the seats of a table, its talk, and its story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.cells import cell_len
from textual.content import Content
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.seat_labels import (
    answer_tone,
    answer_word,
    link_sign,
    link_word,
    short_answer,
)
from warcouncil.clients.umpire.model.phrases import person_text, seat_name
from warcouncil.clients.widgets.board.ink import Lines, ink, join
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import fit
from warcouncil.clients.wording.saying import recorded, say
from warcouncil.protocol.table.views import ChannelView, Deal, RecordLine, Spoken, StoryLine
from warcouncil.protocol.wire.consoles import SeatStatus
from warcouncil.protocol.words import SeatId

DEAL_STATES = {
    "open": "umpire.deal_open",
    "accepted": "umpire.deal_accepted",
    "refused": "umpire.deal_refused",
    "lapsed": "umpire.deal_lapsed",
}
"""The headings of proposals, by their states."""


def seat_rows(now: TableNow, now_ms: int, width: int, chosen: SeatId) -> Lines:
    """Draw every seat: its link, its answer, how long it has been silent, and whether a bot plays it."""
    seats = now.status.seats
    names = min(max((cell_len(seat_name(seat)) for seat in seats), default=0), width - 24)
    words = {seat.seat: answer_word(seat) for seat in seats}
    whose = {seat.seat: _whose(now, seat, now_ms) for seat in seats}
    widest = max((who.cell_length for who in whose.values()), default=0)
    answers = _answers_width(words)
    if names + max(38, 6 + answers + widest) > width:
        words = {seat.seat: short_answer(seat) for seat in seats}
        answers = _answers_width(words)
    answer = fit(say("umpire.column_answer"), answers)
    head = f"    {fit(say('umpire.column_seat'), names)} {answer} {say('umpire.column_who')}"
    return [
        Content.styled(fit(head, width), tone.QUIET),
        *(
            _seat_row(
                seat,
                whose[seat.seat],
                names=names,
                answer=fit(words[seat.seat], answers),
                width=width,
                chosen=chosen,
            )
            for seat in seats
        ),
    ]


def _answers_width(words: Mapping[SeatId, str]) -> int:
    return max(map(cell_len, (*words.values(), say("umpire.column_answer"))))


def _whose(now: TableNow, seat: SeatStatus, now_ms: int) -> Content:
    """Draw who plays a seat. If the seat is linked, a sign shows it. If not, words say so."""
    away = say("company.bot_plays") if seat.bot else "" if seat.linked else link_word(now, seat, now_ms)
    browser = say("umpire.in_a_browser") if seat.browser else ""
    missed = say("umpire.missed", n=seat.missed) if seat.missed and not seat.bot else ""
    return join(
        ink(person_text(seat)),
        ink(away, tone.QUIET if seat.bot else tone.WARN),
        ink(browser, tone.QUIET),
        ink(missed, tone.WARN),
        gap=" · ",
    )


def _seat_row(
    seat: SeatStatus, whose: Content, *, names: int, answer: str, width: int, chosen: SeatId
) -> Content:
    """Draw a seat."""
    mark = "▸" if seat.seat == chosen else " "
    row = Content.assemble(
        f" {mark}",
        (link_sign(seat), tone.PLAIN if seat.linked or seat.bot else tone.WARN),
        f" {fit(seat_name(seat), names)} ",
        (f"{answer} ", answer_tone(seat)),
        whose,
    ).truncate(width, ellipsis=True)
    row = row.pad_right(max(0, width - row.cell_length))
    return Content.styled(row.plain, tone.CURSOR) if seat.seat == chosen else row


def talk_lines(
    channels: Iterable[ChannelView], lines: Iterable[Spoken], deals: Iterable[Deal], width: int
) -> Lines:
    """Draw every channel with its lines, and the proposals."""
    drawn: Lines = []
    spoken = list(lines)
    known = list(channels)
    for channel in known:
        drawn += _channel_head(channel, width)
        drawn += _said([line for line in spoken if line.channel == channel.id], width)
    stray = [line for line in spoken if line.channel not in {channel.id for channel in known}]
    if stray:
        drawn.append(Content.styled(say("umpire.channels_closed"), tone.STRONG))
        drawn += _said(stray, width)
    for deal in deals:
        head = say(DEAL_STATES[deal.state], n=deal.number)
        text = say("umpire.deal", giver=deal.giver_title, taker=deal.taker_title, text=deal.text)
        drawn += join(Content.styled(head, tone.QUIET), ink(text), gap=" ").wrap(width)
    return drawn or [Content.styled(say("talk.nothing_yet"), tone.QUIET)]


def _channel_head(channel: ChannelView, width: int) -> Lines:
    state = say("talk.is_open" if channel.open else "talk.is_closed")
    head = join(
        ink(channel.title, tone.STRONG),
        Content.styled(state, tone.GOOD if channel.open else tone.QUIET),
        gap=" · ",
    )
    return [
        *head.wrap(width),
        ink("  " + ", ".join(channel.members), tone.QUIET).truncate(width, ellipsis=True),
    ]


def _said(lines: Iterable[Spoken], width: int) -> Lines:
    drawn: Lines = []
    for line in lines:
        drawn += join(ink(f"{line.title}:", tone.STRONG), ink(line.text), gap=" ").wrap(width)
    return drawn


def story_lines(story: Iterable[StoryLine], width: int, empty: str) -> Lines:
    """Draw the story, oldest part first."""
    drawn: Lines = []
    for line in story:
        drawn += join(ink(line.heading, tone.QUIET), ink(line.text), gap="  ").wrap(width)
    return drawn or [Content.styled(empty, tone.QUIET)]


def record_lines(record: Iterable[RecordLine], width: int) -> Lines:
    """Draw the umpires' record, oldest part first, below what its times mean."""
    told = [StoryLine(heading=line.heading, text=recorded(line)) for line in record]
    clock = Content.styled(say("umpire.rulings_clock"), tone.QUIET).wrap(width) if told else []
    return [*clock, *story_lines(told, width, say("umpire.no_rulings"))]
