"""The box before an act: whom it touches, what it does, the words it needs, and the reason. Two keys do a common act."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from clients.umpire import tone
from clients.umpire.acts import Aim, AnyAct, Kind, aim, cautions, whom
from clients.umpire.console import Console
from clients.umpire.drawn import Drawn
from clients.umpire.phrases import clock_text
from clients.umpire.seconds import STEP_SECONDS, BadSeconds, parse_seconds, seconds_text
from clients.widgets.ink import Lines
from protocol.messages import (
    Answered,
    EndNow,
    Extend,
    GiveBack,
    GiveToBot,
    Pause,
    Release,
    Resume,
    Tell,
    Void,
)
from protocol.words import REASON_CHARS_MAX, SPEECH_CHARS_MAX, TeamId, clean

SPEAKS = (Kind.TELL, Kind.ANSWERED)
NO_REASON = "Say why: it is written down. The arrow keys ↑ ↓ offer reasons."
NO_WORDS = "Write what they shall read."


class RulingScreen(ModalScreen[None]):
    """Asks for what an act needs, and gives the order."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Leave it"),
        Binding("up", "other(-1)", "Other", show=False, priority=True),
        Binding("down", "other(1)", "Other", show=False, priority=True),
    ]

    def __init__(self, console: Console, aimed: Aim, *, quoted: str = "") -> None:
        super().__init__()
        self.console = console
        self.aimed = aimed
        self.quoted = clean(quoted)
        self.error = ""
        self.ready = False
        self.reasons = console.board.reasons(aimed.kind, aimed.manner.reasons)
        self._chosen = 0 if aimed.manner.ready else -1
        self._choices = addressees(console, aimed) if aimed.kind is Kind.TELL else (aimed,)
        self._addressee = 0

    def compose(self) -> ComposeResult:
        """Lay out the box."""
        with Vertical(classes="box"):
            yield Drawn(classes="box-title")
            yield Drawn(id="whom")
            if self.aimed.kind is Kind.EXTEND:
                yield Drawn(id="amount-label", classes="label")
                yield Input(seconds_text(60), id="amount", select_on_focus=True)
            if self.aimed.kind in SPEAKS:
                yield Drawn(id="text-label", classes="label")
                yield Input(id="text", max_length=SPEECH_CHARS_MAX)
            yield Drawn(id="reason-label", classes="label")
            reason = self.reasons[self._chosen] if self._chosen >= 0 else ""
            yield Input(reason, id="reason", max_length=REASON_CHARS_MAX, select_on_focus=True)
            yield Drawn(id="reasons")
            yield Drawn(id="error")
            yield Drawn(id="hint")

    def on_mount(self) -> None:
        """Begin in the first box."""
        self.ready = True
        self.query(Input).first().focus()
        self.repaint()

    def repaint(self) -> None:
        """Draw everything but the boxes anew: the tables go on while the umpire thinks."""
        width = self.query_one(".box").content_size.width or 60
        manner, board = self.aimed.manner, self.console.board
        self._put(".box-title", [Content(manner.ask)])
        lines = [Content.styled(manner.means, tone.QUIET)]
        if self.quoted:
            lines.append(Content.styled(self.quoted, tone.STRONG))
        lines.append(Content.assemble(("touches  ", tone.QUIET), (whom(board, self.aimed), tone.STRONG)))
        lines += [Content.styled(f"caution  {text}", tone.WARN) for text in cautions(board, self.aimed)]
        self._put("#whom", [row for line in lines for row in line.wrap(width)])
        self._put("#reason-label", [Content("Why? (written down)")])
        self._put("#reasons", self._reason_lines())
        self._put("#error", [Content.styled(self.error, tone.BAD)] if self.error else [])
        self._put(
            "#hint",
            [Content.styled("Enter does it · Esc leaves it · ↑↓ offer others · Tab next box", tone.QUIET)],
        )
        if self.aimed.kind is Kind.EXTEND:
            self._put("#amount-label", self._amount_lines())
        if self.aimed.kind in SPEAKS:
            more = "  (↑↓ to somebody else)" if len(self._choices) > 1 else ""
            self._put("#text-label", [Content(f"What shall they read?{more}")])

    def _put(self, selector: str, lines: Lines) -> None:
        self.query_one(selector, Drawn).put(lines)

    def _reason_lines(self) -> Lines:
        return [
            Content.styled(
                f" {'▸' if index == self._chosen else ' '} {clean(reason)}",
                tone.STRONG if index == self._chosen else tone.QUIET,
            )
            for index, reason in enumerate(self.reasons)
        ]

    def _amount_lines(self) -> Lines:
        label = "How much? such as +60, -30, 1:30  (↑↓ by half a minute)"
        try:
            seconds = parse_seconds(self.query_one("#amount", Input).value)
        except BadSeconds as bad:
            return [Content(label), Content.styled(str(bad), tone.BAD)]
        tables = [self.console.board.tables[table] for table in self.aimed.touched(self.console.board)]
        lefts = sorted({now.left_ms(self.console.now_ms()) for now in tables})
        if not lefts:
            return [Content(label), Content()]
        now, then = clock_text(lefts[0]), clock_text(max(0, lefts[0] + 1000 * seconds))
        least = "the least of them: " if len(lefts) > 1 else ""
        return [Content(label), Content.styled(f"{least}{now} becomes {then}", tone.STRONG)]

    # --- keys ---------------------------------------------------------------------------------------------------

    def action_other(self, step: int) -> None:
        """Offer another reason, amount or addressee, as the box in hand says."""
        box = self.focused.id if isinstance(self.focused, Input) else "reason"
        if box == "amount":
            self._step_amount(-step)
        elif box == "text":
            self._addressee = (self._addressee + step) % len(self._choices)
            self.aimed = self._choices[self._addressee]
        elif self.reasons:
            self._chosen = (max(self._chosen, -1 if step > 0 else 0) + step) % len(self.reasons)
            self.query_one("#reason", Input).value = self.reasons[self._chosen]
        self.error = ""
        self.repaint()

    def _step_amount(self, step: int) -> None:
        box = self.query_one("#amount", Input)
        try:
            seconds = parse_seconds(box.value)
        except BadSeconds:
            seconds = 0
        box.value = seconds_text(max(-3600, min(3600, seconds + step * STEP_SECONDS)))

    @on(Input.Changed, "#amount")
    def _amount_changed(self) -> None:
        self.repaint()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        reason = clean(self.query_one("#reason", Input).value, REASON_CHARS_MAX)
        try:
            act = self._act()
        except BadSeconds as bad:
            self._fail(str(bad), "amount")
            return
        if act is None:
            self._fail(NO_WORDS, "text")
        elif not reason:
            self._fail(NO_REASON, "reason")
        else:
            self.error = self.console.give(self.aimed, act, reason)
            if self.error:
                self.repaint()
            else:
                self.dismiss()

    def _fail(self, text: str, box: str) -> None:
        self.error = text
        self.query_one(f"#{box}", Input).focus()
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Take the reason that was clicked."""
        if event.widget is self.query_one("#reasons") and 0 <= event.y < len(self.reasons):
            self._chosen = event.y
            self.query_one("#reason", Input).value = self.reasons[event.y]
            self.repaint()

    # --- the act ------------------------------------------------------------------------------------------------

    def _act(self) -> AnyAct | None:
        """Make the act from what stands in the boxes; None when words are missing. Raises BadSeconds."""
        aimed = self.aimed
        if aimed.kind is Kind.EXTEND:
            return Extend(seconds=parse_seconds(self.query_one("#amount", Input).value))
        if aimed.kind in SPEAKS:
            text = clean(self.query_one("#text", Input).value)
            if not text:
                return None
            if aimed.kind is Kind.ANSWERED:
                return Answered(call=aimed.call, text=text)
            return Tell(seat=aimed.seat, team=aimed.team, text=text)
        if aimed.kind is Kind.VOID:
            return Void(seat=aimed.seat)
        if aimed.kind is Kind.GIVE_TO_BOT:
            return GiveToBot(seat=aimed.seat)
        if aimed.kind is Kind.GIVE_BACK:
            return GiveBack(seat=aimed.seat)
        plain: dict[Kind, AnyAct] = {
            Kind.PAUSE: Pause(),
            Kind.RESUME: Resume(),
            Kind.END_NOW: EndNow(),
            Kind.RELEASE: Release(),
        }
        return plain[aimed.kind]


def addressees(console: Console, aimed: Aim) -> tuple[Aim, ...]:
    """Give to whom an umpire may speak from where he is: the chosen seat, the tables, each team there, everyone."""
    board = console.board
    tables = tuple(aimed.gates)
    whole = aim(board, Kind.TELL, tables)
    found = [aimed, whole] if aimed.seat else [whole]
    teams = dict.fromkeys(
        seat.team
        for table in tables
        if table in board.tables
        for seat in board.tables[table].status.seats
        if seat.team
    )
    found += [Aim(Kind.TELL, whole.gates, team=TeamId(team)) for team in teams]
    everyone = aim(board, Kind.TELL, tuple(board.tables))
    return tuple(found if len(tables) == len(board.tables) else [*found, everyone])
