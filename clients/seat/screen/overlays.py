"""Opens the boxes over the table: help, rules, story, notes, a call, proposals, messages, and the hand-over
of the seat.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App
from textual.content import Content
from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.seat.drawing.help_pages import help_lines
from warcouncil.clients.seat.drawing.story_pane import story_lines
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.documents import SeatDocuments
from warcouncil.clients.seat.model.package import Package, payoff_sheets
from warcouncil.clients.seat.model.shown.council import deals_wanted, shown_talk
from warcouncil.clients.seat.model.shown.screen import ShownTalk
from warcouncil.clients.seat.screen.boxes import InboxBox, LineBox, NotesBox, ReadingBox, SureBox
from warcouncil.clients.seat.screen.document_reader import DocumentBox
from warcouncil.clients.seat.screen.package_box import PackageBox
from warcouncil.clients.seat.screen.proposals import DealBox
from warcouncil.clients.seat.screen.rules_box import RulesBox
from warcouncil.clients.seat.screen.talk_pane import talk_lines
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import Lines, ink, inset, wrapped
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import clean

Send = Callable[[Request | None], None]


def _said_in(talk: ShownTalk, width: int) -> Lines:
    """Draw a conversation at length, under its name."""
    return [ink(talk.name, tone.STRONG), *inset(talk_lines(talk, width - 1)), Content()]


class TalkBox(ReadingBox):
    """Shows all talk, if the talk pane has no room for it."""


class Overlays:
    """Opens boxes over the table of a seat. `send` sends the requests made in them."""

    def __init__(self, desk: Desk, now_ms: Callable[[], int], send: Send) -> None:
        self._desk = desk
        self._now_ms = now_ms
        self._send = send

    def help(self, app: App[None]) -> None:
        """Show every key."""
        draw = lambda width: help_lines(self._desk, width, keys_at(app))  # noqa: E731
        app.push_screen(ReadingBox(say("help.title"), draw, key="f1,ctrl+k"))

    def rules(self, app: App[None]) -> None:
        """Show the rules. Those of the present phase come first."""
        app.push_screen(RulesBox(self._desk))

    def story(self, app: App[None]) -> None:
        """Show the whole story."""
        draw = lambda width: story_lines(*self._desk.whole_story(), width, self._desk.look)  # noqa: E731
        app.push_screen(ReadingBox(say("story.title"), draw, key="f3", at_end=True))

    def documents(
        self, app: App[None], documents: SeatDocuments, now_ms: Callable[[], int], above: Callable[[], int]
    ) -> None:
        """Show the documents of the seat. `above` is how many screen lines stay free at the top."""
        app.push_screen(DocumentBox(self._desk, documents, now_ms, above), lambda _: self._send(None))

    def notes(self, app: App[None], text: str, keep: Callable[[str], None]) -> None:
        """Show the private notes."""
        app.push_screen(NotesBox(text, keep), lambda _: self._wrote(None))

    def package(self, app: App[None], package: Package) -> None:
        """Show the payoff sheet with the reader's own trial package."""
        desk = self._desk
        sheets = lambda: payoff_sheets(desk.view.sheet) if desk.view is not None else ()  # noqa: E731
        app.push_screen(PackageBox(package, sheets), lambda _: self._wrote(None))

    def call(self, app: App[None]) -> None:
        """Call the umpire."""
        says = say("notices.call_text")
        box = LineBox(say("notices.call_title"), lambda width: wrapped(says, width), say("notices.call_need"))
        app.push_screen(box, lambda text: self._wrote(self._desk.call(text or "")))

    def ask(self, app: App[None]) -> None:
        """Ask for information, or show why that is not possible."""
        who = clean(self._desk.asks_at)
        if not who:
            self._desk.said = say("notices.cannot_ask")
            self._send(None)
            return
        says = say("notices.ask_text", who=who)
        box = LineBox(say("notices.ask_title"), lambda width: wrapped(says, width), say("notices.ask_need"))
        app.push_screen(box, lambda text: self._wrote(self._desk.ask(text or "")))

    def deals(self, app: App[None], now_ms: Callable[[], int]) -> None:
        """Show the proposals, or the reason why none can be made."""
        if not (self._desk.deals or deals_wanted(self._desk)):
            self._desk.said = say("deals.not_here")
            self._send(None)
            return
        app.push_screen(DealBox(self._desk, now_ms, self._send), lambda _: self._wrote(None))

    def talk(self, app: App[None]) -> None:
        """Show all talk. Conversations with unread lines come first."""
        desk = self._desk
        talks = sorted(desk.talks.values(), key=lambda talk: not desk.unread(talk))
        desk.talks.see_all()
        draw = lambda width: [  # noqa: E731
            row for talk in talks for row in _said_in(shown_talk(desk, talk, self._now_ms()), width)
        ]
        app.push_screen(TalkBox(say("talk.said_so_far"), draw))

    def notices(self, app: App[None]) -> None:
        """Show all messages to the seat. If a reply is wanted, show an input line for it."""
        app.push_screen(InboxBox(self._desk, self._wrote))

    def seat(self, app: App[None]) -> None:
        """Hand the seat over to another crew member, or take it over."""
        desk = self._desk
        if desk.bot and not desk.lent:
            self.call(app)
            return
        if desk.alone:
            desk.said = say("company.seat_alone")
            self._send(None)
            return
        if desk.bot:
            box = self._sure(say("company.seat_from_bot"), say("company.seat_from_bot_says"))
        elif desk.watching:
            box = self._sure(say("company.seat_take"), say("company.seat_take_says"))
        else:
            box = self._sure(say("company.seat_hand_over"), say("company.seat_hand_over_says"))
        claims = desk.bot or desk.watching

        def decide(sure: bool | None) -> None:
            if sure:
                self._send(desk.claim() if claims else desk.hand_over())

        app.push_screen(box, decide)

    def leave(self, app: App[None], says: str) -> None:
        """Leave, after the player has confirmed.

        `says` is the text above the question. If it is "", the usual text is shown. The text says only what
        happens after the window is closed.
        """
        asks = say("company.leave_sure")
        if self._desk.link.state is LinkState.SHUT:
            says = say("company.leaving_shut")
        elif self._desk.dismissed:
            asks, says = say("company.close_sure"), say("company.leaving_ended")
        elif self._desk.ended:
            says = says or say("company.leaving_over")
        app.push_screen(
            self._sure(asks, says or say("company.leaving")),
            lambda sure: app.exit() if sure else None,
        )

    def _sure(self, asks: str, says: str) -> SureBox:
        return SureBox(asks, says, self._desk.guard, self._now_ms)

    def _wrote(self, request: Request | None) -> None:
        """Send the request from a box that is now closed.

        Keys that are still being typed must not answer the question below the box.
        """
        self._desk.guard.follow(self._now_ms())
        self._send(request)
