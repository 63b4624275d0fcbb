"""Proposals: the sender and the receiver of each, its result, and the box in which proposals are made and answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input
from warcouncil.clients.seat.drawing.keys import DEAL_KEYS
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.council import shown_deals
from warcouncil.clients.seat.model.shown.screen import ShownDeal, ShownDeals
from warcouncil.clients.seat.screen.boxes import SureBox
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.write_line import WritingLine
from warcouncil.clients.widgets.board.ink import Lines, fit, flow, ink, inset, join, whole_rows
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Deal
from warcouncil.protocol.wire.requests import Propose, Respond
from warcouncil.protocol.words import clean

STRIP_ROWS_MAX, STRIP_ROWS_NARROW_MAX, NARROW = 4, 9, 64
"""The most lines of a waiting proposal on a normal and on a narrow strip, and the width of a narrow one.

The box shows the full proposal.
"""


def deal_lines(deals: ShownDeals, width: int, *, chosen: int = 0) -> Lines:
    """Draw every proposal. The ones that wait for this seat are highlighted."""
    lines: Lines = []
    for deal in deals.all:
        sign = {True: "✓ ", False: "✗ ", None: ""}[deal.accepted]
        state = ink(f"{sign}{deal.state}", tone.WARN if deal.asks else tone.QUIET)
        text = _put(deal, here=deal.number == chosen) + Content("  ") + state
        lines += text.wrap(max(20, width))
    return lines or [Content.styled(f" {say('deals.none')}", tone.QUIET)]


def _put(deal: ShownDeal, *, here: bool = False) -> Content:
    """Draw the text of a proposal, its sender and its receiver."""
    head = Content.assemble(
        ("▸" if here else " ", tone.KEY),
        (f"{deal.number} ", tone.KEY if deal.asks else tone.QUIET),
        (f"{ink(deal.head).plain}: ", tone.STRONG),
    )
    return head + ink(say("fields.quoted", text=deal.text))


def strip_lines(deals: ShownDeals, width: int) -> Lines:
    """Draw the proposals in a few lines: the first that waits for this seat, and the key for them.

    If the key has no effect now, draw the reason.
    """
    if not deals.wanted:
        return []
    rows_max = STRIP_ROWS_MAX if width >= NARROW else STRIP_ROWS_NARROW_MAX
    if waiting := deals.waiting:
        ways = Content.styled(deals.line, tone.QUIET if deals.why_not else tone.WARN)
        rows = whole_rows(_put(waiting[0]), width - 1, rows_max)
        if rows[-1].cell_length + 2 + ways.cell_length < width:
            return [*rows[:-1], join(rows[-1], ways, gap="  ")]
        return [*rows, *inset(ways.wrap(max(1, width - 2)))]
    words = Content.assemble((f" {say('deals.title')} ", tone.STRONG), (deals.line, tone.QUIET))
    return whole_rows(words, width, rows_max)


class DealBox(ModalScreen[None]):
    """Makes proposals and answers them."""

    BINDINGS: ClassVar[list[BindingType]] = DEAL_KEYS

    def __init__(
        self, desk: Desk, now_ms: Callable[[], int], send: Callable[[Propose | Respond | None], None]
    ) -> None:
        super().__init__()
        self._desk = desk
        self._now_ms = now_ms
        self._send = send
        self._to = 0

    def compose(self) -> ComposeResult:
        """Lay out the box."""
        with Vertical(classes="box tall"):
            yield Drawn(classes="box-title")
            yield Page(id="deals-list")
            yield Drawn(id="deals-to")
            yield WritingLine(say("deals.write"))
            yield Drawn(id="deals-said")

    def on_mount(self) -> None:
        """Move the focus to the input line."""
        self.query_one(Input).focus()

    def on_resize(self) -> None:
        """Redraw the box for its new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw what has changed."""
        if not self.query(Page):
            return  # News can arrive while the box is being laid out
        page = self.query_one(Page)
        width = page.size.width - 2
        if width <= 0:
            return
        title = Content.assemble(
            (f" {say('deals.title')} ", tone.STRONG), (f" {say('deals.binds')}", tone.QUIET)
        )
        self.query_one(".box-title", Drawn).put([fit(title, width)])
        own = keys_at(self)
        deals = shown_deals(self._desk, self._now_ms(), own)
        first = deals.waiting[:1]
        page.put(deal_lines(deals, width, chosen=first[0].number if first else 0))
        why = self.why_not
        self.query_one(Input).disabled = bool(why)
        self.query_one("#deals-to", Drawn).put(self._to_lines(width))
        answer = (
            Content.assemble(
                (own.of("accept", "Ctrl+Y"), tone.KEY),
                f" {say('deals.accepts', n=first[0].number)}   ",
                (own.of("refuse", "Ctrl+N"), tone.KEY),
                f" {say('deals.refuses_it')}",
            )
            if first and not deals.why_not
            else Content()
        )
        said = ink(self._desk.said, tone.WARN)
        self.query_one("#deals-said", Drawn).put(list(join(answer, said, gap="   ").wrap(width)))

    @property
    def why_not(self) -> str:
        """Why no proposal can be made now. It is "" if one can be made."""
        view = self._desk.view
        nobody = "" if view is not None and view.seats else say("deals.cannot")
        return self._desk.no_deals(self._now_ms()) or nobody

    def _to_lines(self, width: int) -> Lines:
        view = self._desk.view
        if view is None or self.why_not:
            return inset(Content.styled(self.why_not, tone.QUIET).wrap(max(1, width - 2)))
        names = [
            Content.styled(
                f" {ink(title).plain} ", tone.CHOSEN if number == self._to % len(view.seats) else tone.QUIET
            )
            for number, (_, title) in enumerate(view.seats)
        ]
        ways = Content.styled(say("deals.chooses"), tone.QUIET) if len(names) > 1 else Content()
        return flow(
            [[Content.styled(f" {say('deals.to_head')}", tone.STRONG)], *([name] for name in names), [ways]],
            width,
        )

    def on_key(self, event: events.Key) -> None:
        """Choose the addressee with the arrow keys."""
        if event.key in ("up", "down"):
            self._to += 1 if event.key == "down" else -1
            self.repaint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Make the proposal."""
        view = self._desk.view
        if view is not None and not self.why_not and event.value.strip():
            self._send(self._desk.propose(view.seats[self._to % len(view.seats)][0], event.value))
            event.input.value = ""

    @property
    def _answerable(self) -> tuple[Deal, ...]:
        return () if self._desk.no_deals(self._now_ms()) else self._desk.waiting_deals

    def action_refuse(self) -> None:
        """Refuse the waiting proposal."""
        for deal in self._answerable[:1]:
            self._send(self._desk.respond(deal.number, accept=False))

    def action_accept(self) -> None:
        """Accept the waiting proposal, after the player has confirmed it."""
        for deal in self._answerable[:1]:
            words = f"{clean(deal.giver_title)}: {say('fields.quoted', text=clean(deal.text))}"
            box = SureBox(say("deals.sure", n=deal.number), words, self._desk.guard, self._now_ms)
            self.app.push_screen(box, partial(self._accepted, deal.number))

    def _accepted(self, number: int, sure: bool | None) -> None:
        if sure and any(deal.number == number for deal in self._answerable):
            self._send(self._desk.respond(number, accept=True))
