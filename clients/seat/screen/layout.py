"""The layout of the table: the height of each pane, and its contents at that height."""

from __future__ import annotations

from dataclasses import replace

from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input
from warcouncil.clients.seat.drawing.board_form import BoardForm
from warcouncil.clients.seat.drawing.header import HEIGHT, HEIGHT_TALL
from warcouncil.clients.seat.drawing.row_heights import (
    QUESTION_LEAST,
    QUESTION_WIDE,
    HeightWishes,
    beside,
    notes_height,
    stacked,
)
from warcouncil.clients.seat.drawing.side_papers import SidePapers
from warcouncil.clients.seat.drawing.story_pane import newest_takes, story_lines, tail_lines
from warcouncil.clients.seat.drawing.telling import telling_lines, telling_wants
from warcouncil.clients.seat.drawing.verdict import verdict_lines, verdict_wants
from warcouncil.clients.seat.model.seat import Seat
from warcouncil.clients.seat.model.shown.screen import Screen as SeatScreen
from warcouncil.clients.seat.screen.proposals import strip_lines
from warcouncil.clients.seat.screen.question_pane import QuestionPane
from warcouncil.clients.seat.screen.talk_pane import TalkPane
from warcouncil.clients.seat.words.notes import Notes
from warcouncil.clients.widgets.board.scale import OVERHANG
from warcouncil.clients.widgets.board.sheet import SheetView
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.protocol.table.sheets import Document, Sheet

WIDE, HIGH = 110, 28
"""From this size on, the story, the talk and the notes are beside the board."""
AIRY = 42
"""From this height on, there is room for blank lines."""
SIDE_MIN, SIDE_MAX = 38, 62
_NEWEST_MAX = 3
"""How many lines of the newest sentence stay visible below a board that scrolls."""
_TALK_ROWS, _STORY_ROWS = 6, 4
"""The lines beside the board that documents leave to the talk and to the story."""
_BOARD_BESIDE_HELP = 10
"""How many lines of a scrolling board stay visible on a small screen while the help for the question is shown."""
_BOARD_BESIDE_VERDICT = 16
"""How many lines of a scrolling board are enough to show it beside the verdict."""
_STRIP_MAX = 6
"""The most lines for the story below the board, and for its newest sentence beside a verdict."""


class Layout:
    """Divides the screen among the panes of a table."""

    def __init__(self, screen: Screen[None], seat: Seat) -> None:
        self._screen = screen
        self._desk = seat.desk
        self._teller = seat.teller
        self._documents = seat.documents
        self.looks_at_board = False
        """Whether the player wants to see the board instead of the verdict."""
        self.story_lines = 0
        """The number of lines that the story uses beside the board."""
        self._now_ms = 0
        self._shown: SeatScreen | None = None
        self._below_verdict: tuple[Sheet, Sheet] | None = None
        self.form = BoardForm()
        """The form of the board, for this seat and this size of the window."""
        self.papers = SidePapers()
        """The documents beside the board."""

    @property
    def board(self) -> Sheet | None:
        """The board as it is drawn. Each unread document is marked as new.

        Beside the verdict it has no headline, because the verdict says how the game ended.
        """
        board = self._teller.board
        if board is None:
            return None
        marked = self._documents.marked(board)
        if self._shown is None or self._shown.end is None or self.looks_at_board:
            return marked
        if self._below_verdict is None or self._below_verdict[0] is not marked:
            self._below_verdict = marked, marked.model_copy(update={"headline": ""})
        return self._below_verdict[1]

    @property
    def wide(self) -> bool:
        """Whether there is room beside the board."""
        return self._screen.size.width >= WIDE and self._screen.size.height >= HIGH

    @property
    def side_width(self) -> int:
        """The width of the talk and the story, in cells, beside the board or below it."""
        width = self._screen.size.width
        return max(SIDE_MIN, min(SIDE_MAX, width * 3 // 8)) - 1 if self.wide else width

    @property
    def main_width(self) -> int:
        """The width of the board and the question, in cells."""
        width = self._screen.size.width
        return width - self.side_width - 1 if self.wide else width

    @property
    def strip_width(self) -> int:
        """The width of a line of the story, in cells."""
        return max(20, (self._screen.query_one("#story", Page).size.width or self._screen.size.width) - 2)

    @property
    def airy(self) -> bool:
        """Whether there are blank lines around the question."""
        return self.wide and self._screen.size.height >= AIRY

    @property
    def tall(self) -> bool:
        """Whether the header has five lines. It has five if there is much room, or if it names a team."""
        return self.wide and (self.airy or len(self._desk.team) > 1)

    def lay(self, shown: SeatScreen, taken: int, now_ms: int) -> None:
        """Set the height of each pane. `taken` is how many lines are used above all panes."""
        self._now_ms, self._shown = now_ms, shown
        self._screen.set_class(self.wide, "-wide")
        self._screen.set_class(self.airy, "-airy")
        head = HEIGHT_TALL if self.tall else HEIGHT
        room = self._screen.size.height - head - 1
        if self.wide:
            self._lay_wide(room, taken)
        else:
            self._lay_narrow(room, taken)

    def in_full(self) -> tuple[Document, ...]:
        """Return the documents that are shown in full on the board and beside it. While a scene is shown, return none."""
        board, pane = self.board, self._screen.query_one("#sheet")
        if board is None or self._teller.telling is not None:
            return ()
        height = _height(pane, 0) if pane.display else 0
        opened = self.form.in_full(self.papers.rest(board), height)
        beside_it = _height(self._screen.query_one("#papers"), 0) >= self.papers.height - 1
        return (*opened, *(self.papers.in_full(board) if beside_it else ()))

    def _choose_papers(self, room: int) -> None:
        """Choose the documents beside the board, in the space that the talk, the story and the notes always leave."""
        board, ended = self.board, self._desk.ended is not None
        if board is not None:
            place = (self._screen.size, self._desk.seatings, ended)
            free = 0 if ended else room - notes_height(room) - _TALK_ROWS - _STORY_ROWS
            told = self._teller.telling is not None
            self.papers.choose(board, self.side_width - 2, free, place, told=told)

    @property
    def _told(self) -> int:
        """How many lines the present scene takes. It is 0 if there is none."""
        telling = self._teller.telling
        return telling_wants(telling, self.main_width - 2, self._now_ms) if telling is not None else 0

    def _lay_wide(self, room: int, taken: int) -> None:
        pane, pad = self._screen.query_one(QuestionPane), 2 if self.airy else 0
        self._screen.query_one("#side").styles.width = self.side_width + 1
        pane.brief = self._screen.query_one(TalkPane).brief = False
        pane.helps = True
        self._choose_papers(room)
        question = self._question_wants(self.main_width - 4, room // 2)
        below = max(min(question, QUESTION_WIDE) + pad, QUESTION_LEAST)
        wishes = self._wishes(question, room - below)
        if self._told and wishes.board + below > room:
            pane.brief = True
            wishes = replace(wishes, question=self._question_wants(self.main_width - 4, room // 2))
        self._heights(beside(room - taken, wishes, pad=pad))

    def _lay_narrow(self, room: int, taken: int) -> None:
        width = self._screen.size.width
        self._screen.query_one(QuestionPane).brief = self._told > 0
        self._screen.query_one(TalkPane).brief = True
        self._screen.query_one("#side").styles.width = "100%"
        self._choose_papers(0)
        wishes = self._narrow_wishes(width, room)
        given = stacked(room - taken, wishes)
        if self._told:
            given |= {"sheet": given["sheet"] + given["story"], "story": 0}
        self._heights(given | {"papers": 0})
        self._screen.query_one(Notes).display = False

    def _narrow_wishes(self, width: int, room: int) -> HeightWishes:
        """Return how many lines each pane of a small screen would use.

        The help for the question is left out if the board needs its lines. F2 shows it too.
        """
        pane = self._screen.query_one(QuestionPane)
        pane.helps = False
        wishes = self._wishes(self._question_wants(width - 2, room * 3 // 5), room)
        pane.helps = True
        helped = replace(wishes, question=self._question_wants(width - 2, room * 3 // 5))
        board_room = _board_room(room, helped.question + helped.talk_least + helped.deals)
        # A text gets longer line by line, and its help would come and go.
        scrolls = 0 if pane.asks_text else min(wishes.board, _BOARD_BESIDE_HELP)
        if board_room < (wishes.board if wishes.board_fits else scrolls):
            pane.helps = False
            return wishes
        return helped

    def _question_wants(self, width: int, most: int) -> int:
        return len(self._screen.query_one(QuestionPane).rows(width, most))

    def _wishes(self, question: int, board_room: int) -> HeightWishes:
        """Return how many lines each pane would use.

        `board_room` is how many lines the board has if the other panes of its column are as small as possible.
        """
        told, _ = self._teller.story(self._now_ms)
        verdict = self._desk.ended is not None and not self.looks_at_board
        newest = min(_STRIP_MAX if verdict else _NEWEST_MAX, newest_takes(told, self.strip_width))
        talks = self._shown.talks if self._shown is not None else ()
        talk = self._screen.query_one(TalkPane)
        talk_least, talk_most = talk.wants(talks, self.side_width)
        deals = len(strip_lines(self._shown.deals, self.side_width)) if self._shown is not None else 0
        if not self.wide:
            board_room = _board_room(board_room, question + talk_least + deals)
        board = self._board_wants(board_room)
        return HeightWishes(
            question=question,
            board=board + self._told,
            board_fits=board <= board_room + (0 if self.wide else OVERHANG) and not verdict,
            talk_least=talk_least,
            talk_most=talk_most,
            talk_silent=talk.is_silent,
            deals=deals,
            papers=self.papers.height if self.wide else 0,
            story=self.story_lines if self.wide else _STRIP_MAX if self._desk.ended is None else newest,
            story_least=newest,
            writes=isinstance(self._screen.focused, Input),
        )

    def _board_wants(self, room: int) -> int:
        """Return how many lines the board takes in its form. `room` is how many lines are free for it.

        At the end it gets a form in which it fits beside the verdict, if enough of the room is left.
        """
        board, size = self.board, self._screen.size
        end = self._shown.end if self._shown is not None else None
        left = room - verdict_wants(end, self.main_width - 2) if end is not None else room
        room = left if left >= _BOARD_BESIDE_VERDICT else room
        if board is None:
            return 4
        seat = (size, self._desk.seatings, self._desk.ended is not None)
        return self.form.keep(self.papers.rest(board), self.main_width - 2, room, seat)

    def _heights(self, given: dict[str, int]) -> None:
        for name, height in given.items():
            widget = self._screen.query_one(Notes) if name == "notes" else self._screen.query_one(f"#{name}")
            widget.display = height > 0
            widget.styles.height = height
        if "sheet" in given:
            self._share_board(given["sheet"])

    def _share_board(self, height: int) -> None:
        """Divide the space of the board.

        The words of a scene are below the board. The verdict is below the board if there is room for a useful part
        of the board. Otherwise it replaces the board.
        """
        pane, sheet = self._screen.query_one("#telling"), self._screen.query_one("#sheet")
        width, end = self.main_width - 2, self._shown.end if self._shown is not None else None
        wanted = height if end is not None and not self.looks_at_board else 0
        if end is not None and wanted:
            letters = verdict_wants(end, width)
            least = min(self.form.height, _BOARD_BESIDE_VERDICT)
            wanted = letters if height - letters >= least else height
        if self._teller.telling is not None:
            most = min(telling_wants(self._teller.telling, width), height - self.form.height)
            wanted = min(height, max(self._told, most))
        pane.styles.height, sheet.styles.height = wanted, height - wanted
        pane.display, sheet.display = wanted > 0, wanted < height


def _board_room(room: int, taken: int) -> int:
    """Return how many lines a board gets on a small screen. `taken` is how many lines the question, the talk
    and the proposals take at least.
    """
    return room - max(taken, QUESTION_LEAST + 1) - 1


def fill_main(screen: Screen[None], seat: Seat, shown: SeatScreen, layout: Layout, now_ms: int) -> None:
    """Draw the board, the scene or the verdict, and the question."""
    teller = seat.teller
    board = layout.board
    if board is not None:
        sheet = screen.query_one(SheetView)
        sheet.show(layout.papers.rest(board), teller.light, layout.form.form)
        sheet.look_at("" if teller.telling is not None else screen.query_one(QuestionPane).option)
    telling = screen.query_one("#telling", Drawn)
    width, height = layout.main_width - 2, _height(telling, 8)
    if teller.telling is not None:
        telling.put(telling_lines(teller.telling, now_ms, width, height, keys_at(screen)))
    elif shown.end is not None:
        telling.put(verdict_lines(shown.end, width, height))
    screen.query_one(QuestionPane).repaint()


def fill_side(screen: Screen[None], seat: Seat, shown: SeatScreen, layout: Layout, now_ms: int) -> None:
    """Draw the proposals, the talk and the story.

    Beside the board, the whole story is drawn. Otherwise only its end is drawn.
    """
    teller, desk = seat.teller, seat.desk
    board = layout.board
    papers = layout.papers.lines(board, layout.side_width - 2) if board is not None else []
    screen.query_one("#papers", Drawn).put(papers)
    screen.query_one("#deals", Drawn).put(strip_lines(shown.deals, layout.side_width))
    talk = screen.query_one(TalkPane)
    talk.repaint(shown.talks, _height(talk, 1))
    page = screen.query_one("#story", Page)
    width = layout.strip_width
    told, new = teller.story(now_ms)
    if layout.wide:
        said_there = teller.telling is not None and teller.telling.look
        lines = story_lines(told, new, width, "" if said_there else desk.look)
        layout.story_lines = len(lines)
        page.put(lines)
    else:
        page.put(tail_lines(told, new, width, max(1, _height(page, 1))))


def _height(pane: Widget, otherwise: int) -> int:
    return int(pane.styles.height.value) if pane.styles.height else otherwise
