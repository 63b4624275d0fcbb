"""TalkPane shows the lines of each conversation. It has an input line only while the conversation is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.screen import ShownTalk
from warcouncil.clients.seat.model.talk import Conversation, Timing
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.write_line import WritingLine
from warcouncil.clients.widgets.board.ink import Lines, fit, ink, join
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import ChannelId, GateNo

_LINES_BESIDE = 2
"""How many lines of a conversation are always visible beside the board."""


def talk_head(talk: ShownTalk | None, width: int) -> Content:
    """Draw the name of the conversation, and whether it is open."""
    if talk is None:
        return fit(Content.styled(f" ✕ {say('talk.nobody')}", tone.QUIET), width)
    title = Content(" ") + ink(talk.name, tone.STRONG)
    if talk.is_open:
        heads = [join(title, _state(talk, says), gap=" ") for says in talk.states]
        return fit(next((head for head in heads if head.cell_length <= width), heads[-1]), width)
    said = join(title, _state(talk, talk.states[0]), gap=" ")
    whole = join(said, Content.styled(talk.kept, tone.QUIET), gap=" ")
    return fit(whole if whole.cell_length <= width else said, width)


def talk_lines(talk: ShownTalk, width: int, *, brief: bool = False) -> Lines:
    """Draw the lines of a conversation with their speakers.

    `brief`: if there are no lines and the names of the members need a second line, count the members.
    """
    return [row for _, row in _rows(talk, width, brief=brief)]


def _seen_lines(rows: Sequence[tuple[str, Content]], width: int, top: int) -> Lines:
    """Draw the rows of a conversation. `top` is the first visible row.

    If it continues a line of talk, it begins with the speaker, because the row with the speaker is not
    visible.
    """
    lines = [row for _, row in rows]
    who = rows[top][0] if 0 < top < len(rows) else ""
    if who:
        name = ink(f"{who}:", tone.STRONG) + Content(" …")
        row = lines[top].rstrip()
        while row.plain and name.cell_length + row.cell_length > width:
            row = row[len(row.plain.partition(" ")[0]) + 1 :]  # No word is cut in two
        lines[top] = name + row
    return lines


def _rows(talk: ShownTalk, width: int, *, brief: bool) -> list[tuple[str, Content]]:
    """Return the rows of a conversation, each with the speaker whose line it continues, or with ""."""
    room, rows = max(10, width), list[tuple[str, Content]]()
    if talk.read_by:
        rows += [("", row) for row in ink(talk.read_by, tone.WARN).wrap(room)]
    for line in talk.lines:
        said = join(ink(f"{line.who}:", tone.STRONG), ink(line.text), gap=" ").wrap(room)
        rows += [(line.who if at else "", row) for at, row in enumerate(said)]
    if not talk.lines:
        ways = talk.nothing if brief else talk.nothing[:1]
        named = [list(ink(text, tone.QUIET).wrap(room)) for text in ways]
        rows += [("", row) for row in (named[0] if len(named[0]) < 2 else named[-1])]
    return rows


def in_order(desk: Desk, chosen: Conversation) -> list[Conversation]:
    """Return the conversations in the order of the strip: the chosen one, those with unread lines, and then the
    others.
    """
    known = list(desk.talks.values())
    at = known.index(chosen)
    turned = [*known[at + 1 :], *known[:at]]
    return [chosen, *sorted(turned, key=lambda talk: not desk.unread(talk))]


def head_lines(
    talks: Sequence[ShownTalk], width: int, most: int, *, known: Sequence[ShownTalk] = ()
) -> Lines:
    """Draw which conversation is shown, whether it is open, and the names of the others, in at most `most`
    lines.

    One line is used if everything fits. Otherwise the names are on the second line.
    """
    if len(talks) < 2:
        return [talk_head(talks[0] if talks else None, width)]
    chosen = talks[0]
    kept = Content() if chosen.is_open else Content.styled(f" {chosen.kept}", tone.QUIET)
    for words in chosen.states:
        said = _tab(chosen, chosen=True) + _state(chosen, words) + kept
        names = (said if talk is chosen else _tab(talk, chosen=False) for talk in known or talks)
        line = join(*names, _other_ways(), gap=" ")
        if line.cell_length <= width:
            return [fit(line, width)]
    return [talk_head(chosen, width), tabs(talks, width, known=known)][: max(1, most)]


def _other_ways() -> Content:
    """Draw the keys that switch to another conversation."""
    return Content.styled("↑ ↓", tone.QUIET)


def _state(talk: ShownTalk, words: str) -> Content:
    """Draw whether a conversation is open."""
    if talk.is_open:
        return Content.styled(f" {words} ", "bold reverse $success")
    return Content.styled(f"✕ {words}", tone.STRONG)


def tabs(talks: Sequence[ShownTalk], width: int, *, known: Sequence[ShownTalk] = ()) -> Content:
    """Draw the names of several conversations.

    If all fit, they are drawn in the order in which they are `known`, so that none changes its place. Otherwise the
    chosen one comes first, and those that do not fit are counted.
    """
    ways = _other_ways()
    whole = join(*(_tab(talk, chosen=talk is talks[0]) for talk in known), ways, gap=" ")
    if known and whole.cell_length <= width:
        return fit(whole, width)
    strip = Content()
    for shown, talk in enumerate(talks):
        tab = _tab(talk, chosen=not shown)
        left = len(talks) - shown - 1
        more = Content.styled(f"+{left}", tone.QUIET) if left else Content()
        room = width - join(strip, more, ways, gap=" ").cell_length - 1
        if not shown:
            strip = tab if tab.cell_length <= room else tab.truncate(max(1, room), ellipsis=True)
        elif tab.cell_length <= room:
            strip = join(strip, tab, gap=" ")
        else:
            unread = any(each.unread for each in talks[shown:])
            cut = Content.styled(f"+{left + 1}", tone.WARN if unread else tone.QUIET)
            return fit(join(strip, cut, ways, gap=" "), width)
    return fit(join(strip, ways, gap=" "), width)


def _tab(talk: ShownTalk, *, chosen: bool) -> Content:
    sign = "●" if talk.is_open else "○"
    name = Content.styled(f" {sign} {talk.name} ", tone.CHOSEN if chosen else tone.QUIET)
    return name + Content.styled(f"({talk.unread})", tone.NOTE) if talk.unread else name


class TalkPane(Vertical):
    """Shows one conversation. The arrow keys switch to the next one."""

    class Written(Message):
        """The player wants to speak a line."""

        def __init__(self, control: TalkPane, channel: ChannelId, text: str) -> None:
            super().__init__()
            self.channel = channel
            self.text = text
            self._control = control

        @property
        def control(self) -> TalkPane:
            """The pane that sent the message."""
            return self._control

    def __init__(self, desk: Desk, now_ms: Callable[[], int]) -> None:
        super().__init__(id="talk")
        self._desk = desk
        self._now_ms = now_ms
        self.brief = False
        """Whether other panes need the lines around this one."""
        self._shown = ChannelId("")
        self._switched_at: GateNo | None = None
        """The gate at which the player chose the conversation on the screen."""
        self._rows = 0
        """How many lines of the conversation fit."""
        self._head = Drawn(id="talk-head")
        self._page = Page(id="talk-lines")
        self.box = WritingLine(say("talk.write_enter"), id="talk-line")

    def compose(self) -> ComposeResult:
        """Lay out the conversation."""
        yield self._head
        yield self._page
        yield self.box

    def on_mount(self) -> None:
        """Store each typed letter before anything is drawn again, because the message that Input posts comes later."""
        self.watch(self.box, "value", self._store, init=False)

    def _store(self, value: str) -> None:
        talk = self._desk.talks.get(self._shown)
        if talk is not None and not self.box.disabled:
            talk.half = value

    @property
    def talk(self) -> Conversation | None:
        """The conversation on the screen.

        It stays while it is open, while a line is being written in it, or if the player chose it at this question.
        Otherwise it is the first open one, or the first of all.
        """
        desk, now_ms = self._desk, self._now_ms()
        talks = desk.talks
        shown = talks.get(self._shown)
        if shown is not None and (
            shown.half or desk.is_open(shown, now_ms) or self._switched_at == self._gate
        ):
            return shown
        return next(
            (talk for talk in talks.values() if desk.is_open(talk, now_ms)),
            shown or next(iter(talks.values()), None),
        )

    @property
    def _gate(self) -> GateNo | None:
        return self._desk.view.gate if self._desk.view is not None else None

    @property
    def is_open(self) -> bool:
        """Whether the player can write now, in this or another conversation."""
        return any(not self._desk.mute(talk, self._now_ms()) for talk in self._desk.talks.values())

    def wants(self, shown: Sequence[ShownTalk], width: int) -> tuple[int, int]:
        """Return the minimum and the maximum of lines that the pane can use for all conversations, in `width` cells."""
        talk, now_ms = self.talk, self._now_ms()
        if talk is None and (len(self._desk.team) < 2 or self._desk.ended is not None):
            return 0, 0
        if talk is None or not any(self._desk.is_open(each, now_ms) for each in self._desk.talks.values()):
            return 1, 1
        by_id = self._by_id(shown)
        head = len(head_lines([by_id[each.id] for each in in_order(self._desk, talk)], width, 2, known=shown))
        lines = talk_lines(by_id[talk.id], width - 3, brief=self.brief)
        least = min(1 if self.brief else _LINES_BESIDE, len(lines))
        return head + 1 + least, head + 1 + len(lines)

    @property
    def is_silent(self) -> bool:
        """Whether the conversation on the screen is open and has nothing to read."""
        talk = self.talk
        return talk is not None and self.is_open and not (talk.lines or talk.readers or talk.reads_only)

    def _by_id(self, shown: Sequence[ShownTalk]) -> dict[ChannelId, ShownTalk]:
        return dict(zip(self._desk.talks, shown, strict=True))

    def repaint(self, talks: Sequence[ShownTalk], height: int) -> None:
        """Draw what has changed in the conversations. The input line is shown only while one is open."""
        desk, talk, now_ms, width = self._desk, self.talk, self._now_ms(), self.size.width or 80
        by_id = self._by_id(talks)
        shown = [by_id[each.id] for each in in_order(desk, talk)] if talk is not None else []
        head = head_lines(shown, width, height, known=talks)
        self._head.put(head)
        self._shown = talk.id if talk is not None else self._shown
        open_now = self.is_open
        self._rows = height - self.gutter.height - len(head) - open_now if talk is not None else 0
        self._page.display = self._rows > 0
        if shown:
            rows = _rows(shown[0], width - 3, brief=self.brief or self._rows < _LINES_BESIDE)
            self._page.put(_seen_lines(rows, width - 3, self._top(len(rows))))
        takes_keys = desk.owes_late or desk.timing(now_ms) not in (Timing.UP, Timing.NONE)
        if self.box.has_focus and not open_now and takes_keys:
            desk.guard.raise_at(now_ms, "question.line_closed")
            if self.box.value.strip():
                desk.said = say("talk.not_sent")
        if self.box.disabled is open_now or self.box.display is not open_now:
            self.box.disabled, self.box.display = not open_now, open_now
        self.set_class(open_now, "-open")
        here = bool(shown) and shown[0].is_open
        self.box.placeholder = say("talk.write_enter") if here else ""
        if talk is not None and open_now and talk.half != self.box.value:
            self._fill(talk.half)

    def _top(self, rows: int) -> int:
        """Return which row of the conversation is the first visible one."""
        page = self._page
        at_end = page.scroll_y >= page.max_scroll_y
        return max(0, rows - max(1, self._rows)) if at_end else int(page.scroll_y)

    @property
    def shows_lines(self) -> bool:
        """Whether there is room for the lines of the conversation."""
        return self.display and self._rows > 0

    def look(self) -> bool:
        """Record that the newest lines were seen, if they are visible.

        Return whether any of them was unread.
        """
        talk, page = self.talk, self._page
        at_end = page.scroll_y >= page.max_scroll_y
        in_sight = self.app.screen is self.screen and self.shows_lines and at_end
        if talk is None or talk.id != self._shown or not in_sight or not self._desk.unread(talk):
            return False
        talk.see()
        return True

    def show_unread(self) -> None:
        """Show the end of a conversation with unread lines, if there is one.

        Move the focus to its input line if it is open.
        """
        desk, talk = self._desk, self.talk
        waiting = [] if talk is None or desk.unread(talk) else desk.unread_talks
        if talk is not None and waiting:
            self._shown, self._switched_at = in_order(desk, talk)[1].id, self._gate
        self._page.anchor()
        if not self.box.disabled:
            self.box.focus()

    def _fill(self, text: str) -> None:
        with self.prevent(Input.Changed):
            self.box.value = text
        self.box.cursor_position = len(text)

    @property
    def text(self) -> str:
        """The lines of the pane, as plain text."""
        return f"{self._head.text}\n{self._page.text}"

    def on_input_changed(self, event: Input.Changed) -> None:
        """Stop the event from bubbling up, because the line is stored already."""
        event.stop()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the line."""
        event.stop()
        talk = self._desk.talks.get(self._shown)
        if talk is not None and event.value.strip():
            self._fill("")
            self.post_message(self.Written(self, talk.id, event.value))

    def on_key(self, event: events.Key) -> None:
        """Switch to the next conversation with the arrow keys."""
        talk = self.talk
        if event.key in ("up", "down") and talk is not None and len(self._desk.talks) > 1:
            event.stop()
            known = list(self._desk.talks)
            before = known[known.index(talk.id) - 1]
            self._shown = before if event.key == "up" else in_order(self._desk, talk)[1].id
            self._switched_at = self._gate
            self.post_message(self.Switched())

    class Switched(Message):
        """Another conversation is on the screen now."""
