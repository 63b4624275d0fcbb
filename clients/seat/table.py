"""The table: the head, the board, the question, the council and the story, each as large as there is room for."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input, TextArea
from warcouncil.clients.seat.boxes import Asking, NotesBox, Reading, SureBox
from warcouncil.clients.seat.dealbox import DealBox, deals_wanted, strip_lines
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.digits import HEIGHT, HEIGHT_TALL
from warcouncil.clients.seat.filling import Did
from warcouncil.clients.seat.foot import Foot, Key
from warcouncil.clients.seat.header import banner_lines, header_lines, notice_lines
from warcouncil.clients.seat.notes import Notes
from warcouncil.clients.seat.question import QuestionPane
from warcouncil.clients.seat.share import HeightWishes, beside, stacked
from warcouncil.clients.seat.storypane import TELL_MIN, Telling, story_lines, tail_lines
from warcouncil.clients.seat.talk import Timing
from warcouncil.clients.seat.talkpane import TalkPane
from warcouncil.clients.seat.texts import help_lines, notice_page, rules_lines
from warcouncil.clients.widgets.drawn import Drawn, Page
from warcouncil.clients.widgets.ink import wrapped
from warcouncil.clients.widgets.sheet import SheetView
from warcouncil.protocol.requests import Request
from warcouncil.protocol.sheets import Sheet
from warcouncil.protocol.views import StoryLine

WIDE, HIGH = 110, 28
"""From this size on the story, the council and the notes stand beside the board."""
SIDE_MIN, SIDE_MAX = 38, 62
HURRY_MS = 20_000
ALWAYS = (
    ("F1", "Help", "help"),
    ("F2", "Rules", "rules"),
    ("F3", "Story", "story"),
    ("F4", "Notes", "notes"),
    ("F5", "Umpire", "call"),
)
Send = Callable[[Request | None], None]


LEAVING = "The game goes on without you. warcouncil join brings you back to this seat."


class SeatTable(Screen[None]):
    """Where a person sits."""

    AUTO_FOCUS = "#question"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("f2", "rules", "Rules"),
        Binding("f3", "story", "Story"),
        Binding("f4", "notes", "Notes"),
        Binding("f5", "call", "Umpire"),
        Binding("f6", "deals", "Proposals"),
        Binding("f7", "notices", "Notices"),
        Binding("f8", "seat", "Seat", show=False),
        Binding("f9", "app.theme", "Colours", show=False),
        Binding("space", "tell_on", "Next", show=False, priority=True),
        Binding("escape", "enough", "Back", show=False),
        Binding("pageup", "board(-1)", "Back", show=False),
        Binding("pagedown", "board(1)", "More"),
    ]

    def __init__(self, desk: Desk, now_ms: Callable[[], int], send: Send) -> None:
        super().__init__()
        self.desk = desk
        self.now_ms = now_ms
        self.send = send
        self.leaving = LEAVING
        """What is said before somebody leaves."""
        self.ready = False
        self.telling: Telling | None = None
        self.notes = ""
        self._measured: tuple[Sheet, int, tuple[int, int]] | None = None
        self._board: Sheet | None = None
        """The board that is shown: it stays as it was until all has been told."""
        self._told = 0
        self._notices_read = 0
        self._seating = desk.seatings

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield Drawn(id="head")
        yield Drawn(id="banner")
        yield Drawn(id="notice")
        with Vertical(id="body"):
            with Vertical(id="main"):
                yield SheetView(id="sheet")
                yield Drawn(id="telling")
                yield QuestionPane(self.desk, self.now_ms)
            with Vertical(id="side"):
                yield Drawn(id="deals")
                yield TalkPane(self.desk, self.now_ms)
                yield Page(id="story")
                yield Notes("", self.keep_notes)
        yield Foot()

    def on_mount(self) -> None:
        """Draw at once. Tab goes only to what can be filled in: the board, the talk and the story scroll by other keys."""
        self.query_one("#sheet").can_focus = False
        for page in self.query(Page):
            page.can_focus = False
            page.anchor()
        self.ready = True
        self.repaint()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.repaint)
        self.repaint()

    # --- drawing --------------------------------------------------------------------------------------------------

    @property
    def wide(self) -> bool:
        """Whether there is room beside the board."""
        return self.size.width >= WIDE and self.size.height >= HIGH

    def repaint(self) -> None:
        """Draw everything that has changed."""
        if not self.ready or not self.size.width:
            return
        now_ms, width = self.now_ms(), self.size.width
        if self._seating != self.desk.seatings:
            self._sit_down()
        self._tell(now_ms)
        banner = banner_lines(self.desk, width)
        notice = notice_lines(self.desk, width, read=self._notices_read)
        self.query_one("#head", Drawn).put(header_lines(self.desk, now_ms, width, tall=self.wide))
        self.query_one("#banner", Drawn).put(banner)
        self.query_one("#notice", Drawn).put(notice)
        self.set_class(self.wide, "-wide")
        head = HEIGHT_TALL if self.wide else HEIGHT
        room = self.size.height - head - 1 - len(banner) - len(notice)
        if self.wide:
            self._lay_wide(room)
        else:
            self._lay_narrow(room)
        self._fill(now_ms)
        self._mind_focus()
        self.query_one(Foot).put(self._keys())

    def _sit_down(self) -> None:
        """Begin anew at another seat: nothing of the one that was left stays on the screen."""
        self._seating = self.desk.seatings
        self.telling, self._board, self._notices_read = None, None, 0
        self.query_one(QuestionPane).hand = None
        self.query_one(SheetView).show(Sheet())

    def _lay_wide(self, room: int) -> None:
        side = max(SIDE_MIN, min(SIDE_MAX, self.size.width * 3 // 8))
        main = self.size.width - side
        self.query_one("#side").styles.width = side
        self._heights(beside(room, self._wishes(main, side, room // 2)))

    def _lay_narrow(self, room: int) -> None:
        self.query_one("#side").styles.width = "100%"
        self._heights(stacked(room, self._wishes(self.size.width, self.size.width, room * 3 // 5)))
        self.query_one(Notes).display = False

    def _wishes(self, main: int, side: int, question_most: int) -> HeightWishes:
        """Say what each pane would like, for the widths of the two columns."""
        tight, roomy = self._sheet_wants(main - 2)
        talk_least, talk_most = self.query_one(TalkPane).wants(side - 3)
        return HeightWishes(
            question=len(
                self.query_one(QuestionPane).rows(main - 4 if self.wide else main - 2, question_most)
            ),
            tight=tight,
            roomy=roomy,
            talk_least=talk_least,
            talk_most=talk_most,
            deals=len(strip_lines(self.desk, side - 2)),
        )

    def _sheet_wants(self, width: int) -> tuple[int, int]:
        """Give the lines that the board takes, drawn tightly and roomily."""
        if self.desk.view is None:
            return 4, 4
        sheet = self.desk.view.sheet
        if self._measured is None or self._measured[0] is not sheet or self._measured[1] != width:
            self._measured = (sheet, width, self.query_one(SheetView).needs(sheet, width))
        return self._measured[2]

    def _heights(self, given: dict[str, int]) -> None:
        for name, height in given.items():
            for widget in self.query("Notes" if name == "notes" else f"#{name}"):
                widget.display = height > 0
                widget.styles.height = height
        if "sheet" in given:
            self._share_board(given["sheet"])

    def _share_board(self, height: int) -> None:
        """Let what is being told stand in the board's place or, where there is room for both, above the board as it was."""
        telling, sheet = self.query_one("#telling"), self.query_one("#sheet")
        wanted = 0
        if self.telling is not None:
            width = (self.query_one("#main").size.width or self.size.width) - 2
            wanted = min(height, self.telling.wants(width))
            both = self.wide and height - wanted >= self._sheet_wants(width)[0]
            wanted = wanted if both else height
        telling.styles.height, sheet.styles.height = wanted, height - wanted
        telling.display, sheet.display = wanted > 0, wanted < height

    def _fill(self, now_ms: int) -> None:
        if self.desk.view is not None and (self.telling is None or self._board is None):
            self._board = self.desk.view.sheet
        if self._board is not None:
            self.query_one(SheetView).show(self._board)
        telling = self.query_one("#telling", Drawn)
        if self.telling is not None:
            height = int(telling.styles.height.value) if telling.styles.height else 8
            width = telling.size.width or self.size.width
            telling.put(self.telling.drawn(now_ms, width, height))
        self.query_one(QuestionPane).repaint()
        deals = self.query_one("#deals", Drawn)
        deals.put(strip_lines(self.desk, (deals.size.width or self.size.width)))
        talk = self.query_one(TalkPane)
        talk.repaint(int(talk.styles.height.value) if talk.styles.height else 1)
        page = self.query_one("#story", Page)
        width = max(20, (page.size.width or self.size.width) - 2)
        told, new = self._story(now_ms)
        if self.wide:
            page.put(story_lines(told, new, width))
        else:
            rows = int(page.styles.height.value) if page.styles.height else 1
            page.put(tail_lines(told, new, width, flat=rows <= 1)[-max(1, rows) :])

    def _story(self, now_ms: int) -> tuple[list[StoryLine], int]:
        """Give the story as far as it has been told, and how many of its last lines are new."""
        untold = 0 if self.telling is None else len(self.telling.lines) - self.telling.told(now_ms)
        return self.desk.story[: len(self.desk.story) - untold], max(0, len(self.desk.news) - untold)

    def _keys(self) -> tuple[Key, ...]:
        """Give the keys that do something now."""
        offered = (
            Key("F6", "Proposals", "screen.deals"),
            Key("F7", "Notices", "screen.notices"),
            Key("PgDn", "More", "screen.board(1)"),
        )
        return (
            *(Key(key, word, f"screen.{action}") for key, word, action in ALWAYS),
            *(each for each in offered if self.check_action(each.action[7:].split("(")[0], ())),
            Key("Ctrl+Q", "Leave", "app.leave"),
        )

    def _mind_focus(self) -> None:
        """Keys never go to what is not there."""
        focused = self.focused
        if focused is None or focused.disabled or not focused.display:
            self.query_one(QuestionPane).focus()

    # --- the telling ----------------------------------------------------------------------------------------------

    def _tell(self, now_ms: int) -> None:
        """Begin to tell what has happened, or end when all has been told."""
        if self._told != self.desk.news_number:
            self._told = self.desk.news_number
            hurry = self._pressed(now_ms)
            if self.telling is not None:
                self.telling.add(self.desk.news, now_ms, hurry=hurry)
            elif len(self.desk.news) >= TELL_MIN:
                self.telling = Telling(self.desk.news, now_ms, hurry=hurry)
        if self.telling is not None and self.telling.is_over(now_ms):
            self.telling = None

    def _pressed(self, now_ms: int) -> bool:
        """Say whether little time is left to answer."""
        asked = self.desk.view is not None and self.desk.view.form is not None
        return asked and self.desk.timing(now_ms) is not Timing.NONE and self.desk.left_ms(now_ms) < HURRY_MS

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a key only where it does something."""
        if action == "tell_on":
            return self.telling is not None and not isinstance(self.focused, Input | TextArea)
        if action == "board":
            sheet = self.query_one("#sheet")
            return isinstance(self.focused, Input) or (sheet.display and sheet.max_scroll_y > 0)
        if action == "deals":
            return deals_wanted(self.desk) or bool(self.desk.deals)
        if action == "notices":
            return bool(self.desk.notices)
        return True

    def action_tell_on(self) -> None:
        """Tell the next step at once."""
        if self.telling is not None:
            self.telling.hurry_on(self.now_ms())
            self.repaint()

    def action_enough(self) -> None:
        """End the telling, or put the umpire's word away, or go back to the question."""
        if self.telling is not None:
            self.telling = None
        elif len(self.desk.notices) > self._notices_read:
            self._notices_read = len(self.desk.notices)
        elif self.desk.said:
            self.desk.said = ""
        else:
            self.desk.alarm = ""
        self.query_one(QuestionPane).focus()
        self.repaint()

    def action_board(self, way: int) -> None:
        """Scroll the board or, while one is writing, the talk."""
        sheet = self.query_one("#talk-lines" if isinstance(self.focused, Input) else "#sheet")
        sheet.scroll_relative(y=way * max(1, sheet.size.height - 2), animate=False)

    # --- answering and talking --------------------------------------------------------------------------------------

    def on_question_pane_touched(self, event: QuestionPane.Touched) -> None:
        """Seal the answer, or let a draft be known."""
        hand = event.control.hand
        if hand is None:
            return
        answer = hand.filling.answer
        if event.did is Did.FINISHED:
            self.send(self.desk.declare(answer, self.now_ms()))
        elif not hand.filling.fault:
            self.send(self.desk.draft(answer, self.now_ms()))
        self.repaint()

    def on_talk_pane_written(self, event: TalkPane.Written) -> None:
        """Say a line."""
        self.send(self.desk.say(event.channel, event.text, self.now_ms()))
        self.repaint()

    def on_talk_pane_switched(self) -> None:
        """Show the other conversation."""
        self.repaint()

    # --- the function keys ------------------------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show every key."""
        self.app.push_screen(Reading("Help", lambda width: help_lines(self.desk, width), key="f1"))

    def action_rules(self) -> None:
        """Show the rules of the phase."""
        self.app.push_screen(
            Reading("The rules of this phase", lambda width: rules_lines(self.desk, width), key="f2")
        )

    def action_story(self) -> None:
        """Show all that has happened."""
        draw = lambda width: story_lines(self.desk.story, len(self.desk.news), width)  # noqa: E731
        self.app.push_screen(Reading("What has happened", draw, key="f3", at_end=True))

    def action_notes(self) -> None:
        """Go to the private notes."""
        if self.wide:
            self.query_one(Notes).focus()
            return

        self.app.push_screen(NotesBox(self.notes, self.query_one(Notes).load_text))

    def keep_notes(self, text: str) -> None:
        """Remember what is written on the sheet of notes."""
        self.notes = text

    def action_call(self) -> None:
        """Call the umpire."""
        says = "The umpire sees your words at once. Nobody else at the table does."
        box = Asking("Call the umpire", lambda width: wrapped(says, width), "What do you need?")
        self.app.push_screen(box, lambda text: self._sent(self.desk.call(text or "")))

    def action_deals(self) -> None:
        """Show the proposals."""
        self.app.push_screen(DealBox(self.desk, self._sent))

    def action_notices(self) -> None:
        """Show what the umpire said, and reply where he asks."""
        self._notices_read = len(self.desk.notices)
        asks = [each for each in self.desk.notices if each.number and each.number not in self.desk.answered]
        if not asks:
            self.app.push_screen(
                Reading("The umpire's words", lambda width: notice_page(self.desk, width), key="f7")
            )
            return
        notice = asks[-1]
        box = Asking("Reply to the umpire", lambda width: wrapped(notice.text, width), "Your reply")
        self.app.push_screen(box, lambda text: self._sent(self.desk.write(notice.number, text or "")))

    def action_seat(self) -> None:
        """Hand the seat over, or take it."""
        if self.desk.bot:
            box = SureBox(
                "Take your seat back from the bot?", "You answer for it again, from the open question on."
            )
            self.app.push_screen(box, lambda sure: self._sent(self.desk.claim() if sure else None))
            return
        if self.desk.watching:
            box = SureBox("Take the seat?", "It works only when its driver has been silent for the time set.")
            self.app.push_screen(box, lambda sure: self._sent(self.desk.claim() if sure else None))
            return
        box = SureBox(
            "Hand the seat over?", "The first of your crew who is linked drives it from now on; you watch."
        )
        self.app.push_screen(box, lambda sure: self._sent(self.desk.hand_over() if sure else None))

    def _sent(self, request: Request | None) -> None:
        self.send(request)
        self.repaint()

    def action_leave(self) -> None:
        """Leave, once the person is sure."""
        box = SureBox("Leave the table?", self.leaving)
        self.app.push_screen(box, lambda sure: self.app.exit() if sure else None)
