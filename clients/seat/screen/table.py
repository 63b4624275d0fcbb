"""SeatTable: the screen with header, board, question, talk and story. It decides which keys have an effect now.

It shows its panes and passes keys to them. Each pane draws itself in its own module.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input, TextArea
from warcouncil.clients.seat.drawing.foot import Foot, Key
from warcouncil.clients.seat.drawing.header import banner_lines, header_lines, hint_lines, notice_lines
from warcouncil.clients.seat.drawing.keys import (
    ALWAYS,
    AT_TIMES,
    LEAVES,
    OVER,
    READS,
    SEEKS,
    TABLE_KEYS,
    TALKS,
)
from warcouncil.clients.seat.model.answers import AnswerEffect
from warcouncil.clients.seat.model.hints import may_hint
from warcouncil.clients.seat.model.package import Package, payoff_sheets
from warcouncil.clients.seat.model.seat import Seat
from warcouncil.clients.seat.model.shown.council import deals_wanted
from warcouncil.clients.seat.model.typing_guard import TypingGuard
from warcouncil.clients.seat.screen.boxes import SureBox
from warcouncil.clients.seat.screen.layout import Layout, fill_main, fill_side
from warcouncil.clients.seat.screen.overlays import Overlays, Send
from warcouncil.clients.seat.screen.question_pane import QuestionPane
from warcouncil.clients.seat.screen.talk_pane import TalkPane
from warcouncil.clients.seat.words.notes import Notes
from warcouncil.clients.widgets.board.sheet import SheetView
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import GateNo


def offered(screen: Screen[None], action: str, seat: Seat, now_ms: int) -> bool:
    """Return whether an action would have an effect at a table."""
    desk, view = seat.desk, seat.desk.view
    match action:
        case "tell_on" | "pause_telling":
            writes = isinstance(screen.focused, Input | TextArea) or screen.query_one(QuestionPane).writes
            return seat.teller.telling is not None and not writes
        case "board":
            sheet = screen.query_one("#sheet")
            return isinstance(screen.focused, Input) or (sheet.display and sheet.max_scroll_y > 0)
        case "deals":
            return deals_wanted(desk) or bool(desk.deals)
        case "again":
            return desk.dismissed or (desk.ended is not None and desk.plays_again)
        case "save":
            return desk.ended is not None
        case "take_back":
            return desk.can_take_back(now_ms)
        case "suggest":
            return may_hint(desk)
        case "notices":
            return bool(desk.notices)
        case "ask":
            return bool(desk.asks_at)
        case "documents":
            return bool(seat.documents.all)
        case "package":
            return view is not None and bool(payoff_sheets(view.sheet))
        case _:
            return True


def _worded(key: Key, unread: int, word: str, short: str) -> Key:
    """Return a key with its words from the catalogue. If something is unread, return it with the given words."""
    if unread:
        return replace(key, word=word, short=short)
    return replace(key, word=say(key.word), short=say(key.short) if key.short else "")


class SeatTable(Screen[None]):
    """The main screen of a player."""

    AUTO_FOCUS = "#question"
    BINDINGS: ClassVar[list[BindingType]] = TABLE_KEYS

    def __init__(
        self,
        seat: Seat,
        now_ms: Callable[[], int],
        send: Send,
        look_again: Callable[[], None],
    ) -> None:
        super().__init__()
        self.seat = seat
        self.desk = seat.desk
        self.now_ms = now_ms
        self.send = send
        self._look_again = look_again
        self.leaving = ""
        """The text that is shown before the player leaves. If it is "", the usual text is shown."""
        self.ready = False
        self.overlays = Overlays(self.desk, now_ms, self._sent)
        self.panes = Layout(self, seat)
        self.notes = ""
        self.package = Package()
        self.play_again: Callable[[], None] = lambda: None
        """Begins another game, if the desk allows it."""
        self._parting = TypingGuard()
        self._is_over = False
        self._was_shut = False
        """Whether the game was over at the last drawing, but not everything was disclosed yet."""

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield Drawn(id="head")
        yield Drawn(id="banner")
        yield Drawn(id="notice")
        with Vertical(id="body"):
            with Vertical(id="main"):
                yield SheetView(id="sheet")
                yield Drawn(id="telling", fills=True)
                yield QuestionPane(self.seat, self.now_ms)
            with Vertical(id="side"):
                yield Drawn(id="papers", fills=True)
                yield Drawn(id="deals")
                yield TalkPane(self.desk, self.now_ms)
                yield Page(id="story", at_end=True)
                yield Notes(self.notes, self.keep_notes)
        yield Foot()

    def on_mount(self) -> None:
        """Draw at once.

        Tab reaches only panes that can be filled in. Board, talk and story scroll with other keys.
        """
        if not (self.query("#sheet") and self.query("#story")):
            return  # The window was closed before it was complete
        self.query_one("#sheet").can_focus = False
        for page in self.query(Page):
            page.can_focus = False
            if page.id != "story":
                page.anchor()  # A short story begins at the top of its pane, and a short talk ends above its input line
        self.ready = True
        self.repaint()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.repaint)
        self.repaint()

    def on_screen_suspend(self) -> None:
        """Redraw, because a box covers the table now."""
        self.repaint()

    def on_screen_resume(self) -> None:
        """Redraw, because the box is closed."""
        self.repaint()

    def moves(self, now_ms: int) -> bool:
        """Return whether something on the table changes with each drawing: a scene, ignored keys, or an
        unanswered request.
        """
        desk = self.desk
        told = self.seat.teller.telling is not None or desk.unanswered
        return told or desk.guard.holds(now_ms) or self._parting.holds(now_ms)

    # --- drawing --------------------------------------------------------------------------------------------------

    @property
    def wide(self) -> bool:
        """Whether there is room beside the board."""
        return self.panes.wide

    def repaint(self) -> None:
        """Draw everything that has changed."""
        if not self.ready or not self.size.width:
            return
        now_ms = self.now_ms()
        self.query_one(TalkPane).look()
        self._draw(now_ms)
        if self.query_one(TalkPane).look():
            self._draw(now_ms)  # The pane is visible now, so its lines are no longer unread

    def _draw(self, now_ms: int) -> None:
        width = self.size.width
        if self.seat.update(now_ms):
            self._sit_down()
        self._keep_unsealed(now_ms)
        self._mind_the_end(now_ms)
        shown = self.seat.screen(now_ms, keys_at(self))
        banner = banner_lines(shown, width)
        notice = [*hint_lines(shown, width), *notice_lines(shown, width)]
        self.query_one("#head", Drawn).put(header_lines(shown, width, tall=self.panes.tall))
        self.query_one("#banner", Drawn).put(banner)
        self.query_one("#notice", Drawn).put(notice)
        self.panes.lay(shown, len(banner) + len(notice), now_ms)
        if self.app.screen is self:
            self.seat.documents.see(self.panes.in_full())
        fill_main(self, self.seat, shown, self.panes, now_ms)
        fill_side(self, self.seat, shown, self.panes, now_ms)
        self._mind_focus()
        self.query_one(Foot).put(self._keys())

    def _mind_the_end(self, now_ms: int) -> None:
        """When the verdict appears, ignore for a moment all keys, because they were meant for the scenes."""
        ended = self.desk.ended
        if ended is not None and not self._is_over:
            self._parting.raise_at(now_ms)
        self._is_over = ended is not None
        if ended is not None:
            if ended.laid_open and self._was_shut:
                self.panes.looks_at_board = True  # The player looks at the board now
            self._was_shut = not ended.laid_open

    def _sit_down(self) -> None:
        """Reset the screen, because the window shows another seat now.

        Nothing of the old seat stays on it.
        """
        self.package = Package()
        self.panes.looks_at_board = self._was_shut = False
        self.query_one(SheetView).show(Sheet())

    def _keys(self) -> tuple[Key, ...]:
        """Return the keys that have an effect now.

        While a box is open there are none, because the box names its own keys.
        """
        if self.app.screen is not self:
            return ()
        ends = (SEEKS, *OVER[1:]) if self.desk.dismissed else OVER
        over = [key for key in ends if self.desk.ended is not None and self._does(key)]
        unread, lines = self.seat.documents.unread, sum(map(self.desk.unread, self.desk.talks.values()))
        at_times = [*([TALKS] if lines else []), *(key for key in AT_TIMES if self._does(key))]
        keys = (*over, LEAVES, *ALWAYS, *at_times) if over else (*ALWAYS, *at_times, LEAVES)
        counted = {
            READS: (unread, say("help.foot_read_new", n=unread), say("help.foot_read_short", n=unread)),
            TALKS: (lines, say("help.foot_talk_new", n=lines), say("help.foot_talk_short", n=lines)),
        }
        return tuple(_worded(key, *counted.get(key, (0, "", ""))) for key in keys)

    def _does(self, key: Key) -> bool:
        action = key.action.partition(".")[2].split("(")[0]
        return offered(self, action, self.seat, self.now_ms())

    def _mind_focus(self) -> None:
        """Move the focus away from a pane that is hidden or disabled.

        Ignore keys of a line that was being typed there.
        """
        focused = self.focused
        if focused is None or focused.disabled or not focused.display:
            self.desk.guard.follow(self.now_ms())
            self.query_one(QuestionPane).focus()

    # --- keys -----------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key has an effect.

        The key for proposals always has an effect, because it can show why there are none.
        """
        return action == "deals" or offered(self, action, self.seat, self.now_ms())

    def typed(self) -> None:
        """Record that a key was typed in any pane. The guards wait for a pause in all keys."""
        self.desk.guard.press(self.now_ms())
        self._parting.press(self.now_ms())

    def action_tell_on(self) -> None:
        """Show the next step at once."""
        self.seat.next(self.now_ms())
        self.repaint()

    def action_pause_telling(self) -> None:
        """Stop at the present step, or go on."""
        self.seat.teller.pause(self.now_ms())
        self.repaint()

    def action_enough(self) -> None:
        """End the scenes, dismiss the notice, or go back to the question."""
        if not self.seat.put_away() and self.desk.ended is not None:
            self.panes.looks_at_board = not self.panes.looks_at_board
        self.query_one(QuestionPane).focus()
        self.repaint()

    def action_again(self) -> None:
        """Look for the arbiter again after the umpire ended the exercise, or play again when the game is over."""
        if self.desk.dismissed:
            self._look_again()
        elif not self._parting.holds(self.now_ms()):
            self.play_again()

    async def action_save(self) -> None:
        """Save the story when the game is over."""
        await self.run_action("app.save_story")

    def action_board(self, way: int) -> None:
        """Scroll the board or, while the player writes a line, the talk."""
        sheet = self.query_one("#talk-lines" if isinstance(self.focused, Input) else "#sheet")
        sheet.scroll_relative(y=way * max(1, sheet.size.height - 2), animate=False)

    # --- answering and talking --------------------------------------------------------------------------------------

    def on_question_pane_touched(self, event: QuestionPane.Touched) -> None:
        """Seal the answer, or send it as a draft."""
        self._answered(self.seat.answers.touched(event.did, self.now_ms()))

    def _answered(self, effect: AnswerEffect) -> None:
        """Send the requests that follow from a change to the answer. If it must be confirmed, ask the player first."""
        hand = self.seat.answers.hand
        if effect.confirm and hand is not None:
            box = SureBox(say("question.seal_all_the_same"), effect.confirm, self.desk.guard, self.now_ms)
            self.app.push_screen(box, partial(self._confirmed, hand.gate))
        self._sent(effect.request)

    def _confirmed(self, gate: GateNo, sure: bool | None) -> None:
        if sure:
            self._sent(self.seat.answers.seal_after_all(gate, self.now_ms()))

    def _keep_unsealed(self, now_ms: int) -> None:
        """Add texts that came too late to the private notes, and to an open notes box."""
        for text in self.seat.unsealed:
            for screen in self.app.screen_stack:
                for sheet in screen.query(Notes):
                    sheet.add(f"{say('question.not_in_time')}\n{text}")
            self.desk.late.tell(say("question.in_notes"), now_ms)
        self.seat.unsealed.clear()

    def action_suggest(self) -> None:
        """Fill in a sensible answer."""
        self._answered(self.seat.answers.fill_in_hint(self.now_ms()))

    def on_question_pane_taken_back(self) -> None:
        """Take back the player's message that they are ready."""
        self.action_take_back()

    def action_take_back(self) -> None:
        """Take back the player's message that they are ready."""
        self._sent(self.desk.take_back(self.now_ms()))

    def on_talk_pane_written(self, event: TalkPane.Written) -> None:
        """Send a line of talk."""
        self.send(self.desk.say(event.channel, event.text, self.now_ms()))
        self.repaint()

    def show_talk(self) -> None:
        """Show unread lines, in their pane or, if it has no room, in a box."""
        pane = self.query_one(TalkPane)
        pane.show_unread()
        self.repaint()
        if self.desk.talks and not pane.shows_lines:
            self.overlays.talk(self.app)

    def on_talk_pane_switched(self) -> None:
        """Show the other conversation."""
        self.repaint()

    def _sent(self, request: Request | None) -> None:
        self.send(request)
        self.repaint()

    # --- what opens over the table ----------------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show every key."""
        self.overlays.help(self.app)

    def action_rules(self) -> None:
        """Show the rules of the phase."""
        self.overlays.rules(self.app)

    def action_story(self) -> None:
        """Show the whole story."""
        self.overlays.story(self.app)

    def action_documents(self) -> None:
        """Show the documents, below the header and the lines under it."""
        above = lambda: sum(self._height(name) for name in ("#head", "#banner", "#notice"))  # noqa: E731
        self.overlays.documents(self.app, self.seat.documents, self.now_ms, above)

    def _height(self, name: str) -> int:
        """Return how many lines a part of the header uses, even before it is laid out again."""
        height = self.query_one(name).styles.height
        return int(height.value) if height is not None else 0

    def action_notes(self) -> None:
        """Go to the private notes."""
        if self.wide:
            self.query_one(Notes).focus()
        else:
            self.overlays.notes(self.app, self.notes, self.query_one(Notes).load_text)

    def action_package(self) -> None:
        """Try out a package on the payoff sheet."""
        self.overlays.package(self.app, self.package)

    def keep_notes(self, text: str) -> None:
        """Store the text of the notes."""
        self.notes = text

    def action_call(self) -> None:
        """Call the umpire."""
        self.overlays.call(self.app)

    def action_ask(self) -> None:
        """Ask for information."""
        self.overlays.ask(self.app)

    def action_deals(self) -> None:
        """Show the proposals."""
        self.overlays.deals(self.app, self.now_ms)

    def action_notices(self) -> None:
        """Show all messages. If a reply is wanted, show the line for it."""
        self.overlays.notices(self.app)
        self.repaint()

    def action_seat(self) -> None:
        """Hand the seat over to another crew member, or take it over."""
        self.overlays.seat(self.app)

    def action_leave(self) -> None:
        """Leave, after the player has confirmed."""
        self.overlays.leave(self.app, self.leaving)
