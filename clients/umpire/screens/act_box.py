"""The box before an act. It shows whom the act concerns and what it does, and asks for texts and the reason.

A common act takes two keys.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input
from warcouncil.clients.umpire.acts.act_builder import (
    STEP_SECONDS,
    BadBox,
    make_act,
    parse_seconds,
    seconds_text,
)
from warcouncil.clients.umpire.acts.act_target import (
    ActTarget,
    cautions,
    hindered,
    just_elsewhere,
    weighed,
    whom,
)
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.screens.act_choices import choices, places_to_swap, reasons
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.pieces.input_line import InputLine
from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import said, say
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.words import REASON_CHARS_MAX, SPEECH_CHARS_MAX, clean

BOX_ROWS = 3
CHOOSES = {
    acts.Tell: "umpire.act_to_whom",
    acts.EndGame: "umpire.act_winner",
    room_acts.HandOverLead: "umpire.act_wing",
}
"""For acts that offer one kind of choice, the label of the key that changes the choice."""


class RulingScreen(ModalScreen[None]):
    """Asks for what an act needs, and orders it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "umpire.act_cancel"),
        Binding("up", "other(-1)", "umpire.act_other", show=False, priority=True),
        Binding("down", "other(1)", "umpire.act_other", show=False, priority=True),
        Binding(
            "f5",
            "reply",
            "umpire.act_ask_reply",
            show=False,
            priority=True,
            id="reply",
            tooltip="umpire.means_reply",
        ),
        Binding(
            "f4",
            "choose",
            "umpire.act_other_choice",
            show=False,
            priority=True,
            id="choose",
            tooltip="umpire.means_choose",
        ),
    ]

    def __init__(self, console: Console, aimed: ActTarget, *, quoted: str = "") -> None:
        super().__init__()
        self.console = console
        self.quoted = clean(quoted)
        self.error = ""
        self.ready = False
        self._choices = choices(console.board, aimed)
        self._choice = 0
        self.aimed = self._choices[0]
        self.reasons: tuple[str, ...] = ()
        self._reason = -1
        self._first = 0
        """The index of the first reason that is shown."""
        self._sure = False
        self._offer_reasons()

    def _offer_reasons(self) -> None:
        self.reasons = reasons(self.console.board, self.aimed)
        self._reason = 0 if self.aimed.description.ready else -1

    def compose(self) -> ComposeResult:
        """Lay out the box."""
        description = self.aimed.description
        with Vertical(classes="box"):
            yield Drawn(classes="box-title")
            yield Drawn(id="whom")
            if description.amount:
                yield Drawn(id="amount-label", classes="label")
                yield InputLine(description.first_amount, id="amount", max_length=60, select_on_focus=True)
            if description.words:
                yield Drawn(id="words-label", classes="label")
                yield InputLine(
                    said(description.first), id="words", max_length=SPEECH_CHARS_MAX, select_on_focus=True
                )
            yield Drawn(id="reason-label", classes="label")
            reason = self.reasons[self._reason] if self._reason >= 0 else ""
            yield InputLine(reason, id="reason", max_length=REASON_CHARS_MAX, select_on_focus=True)
            yield Drawn(id="reasons")
            yield Drawn(id="error")
            yield Drawn(id="hint")

    def on_mount(self) -> None:
        """Move the focus to the first box."""
        self.ready = True
        self.query(Input).first().focus()
        self.repaint()

    def on_resize(self) -> None:
        """Wrap the lines again, as soon as the box has its new width."""
        self.call_after_refresh(self.repaint)

    # --- drawing ------------------------------------------------------------------------------------------------

    def repaint(self) -> None:
        """Draw everything except the boxes again, because the tables continue meanwhile."""
        width = self.query_one(".box").content_size.width or 60
        description = self.aimed.description
        self._put(".box-title", [Content(self.aimed.ask)])
        self._put("#reason-label", [Content(say("umpire.act_why"))])
        error = list(Content.styled(self.error, tone.BAD).wrap(width)) if self.error else []
        self._put("#error", error)
        own = keys_at(self)
        hints = [say("umpire.act_hint")]
        if len(self._choices) > 1:
            chooses = CHOOSES.get(self.aimed.kind, "umpire.act_choose")
            hints.append(say(chooses, key=own.of("choose", "F4")))
        if self.aimed.description.may_ask:
            hints.append(say("umpire.act_reply", key=own.of("reply", "F5")))
        hint = " · ".join(hints)
        foot = list(Content.styled(hint, tone.QUIET).wrap(width))
        self._put("#hint", foot)
        if description.amount:
            self._put("#amount-label", self._amount_lines())
        if description.words:
            self._put("#words-label", [Content(say(description.words))])
        whom_rows = [row for line in self._whom_lines() for row in line.wrap(width)]
        left = self._free_rows() - len(error) - len(foot) - len(whom_rows)
        if left < min(1, len(self.reasons)):
            whom_rows = [*whom_rows[: left - 2], Content.styled(say("umpire.act_no_room"), tone.WARN)]
            left = 1
        self._put("#whom", whom_rows)
        self._put("#reasons", self._reason_lines(left))

    def _free_rows(self) -> int:
        """Return how many rows of the window the title, the boxes and their labels leave free."""
        labels = 1 + 2 * bool(self.aimed.description.amount) + bool(self.aimed.description.words)
        return self.app.size.height * 96 // 100 - 3 - labels - BOX_ROWS * len(self.query(Input))

    def _put(self, selector: str, lines: Lines) -> None:
        self.query_one(selector, Drawn).put(lines)

    def _whom_lines(self) -> Lines:
        board = self.console.board
        lines = [Content.styled(say(self.aimed.description.means), tone.QUIET)]
        if self.quoted:
            lines.append(Content.styled(self.quoted, tone.STRONG))
        lines.append(
            Content.assemble(
                (f"{say('umpire.act_touches')}  ", tone.QUIET), (whom(board, self.aimed), tone.STRONG)
            )
        )
        if self.aimed.kind is room_acts.Lockstep:
            now = clean(", ".join(board.lockstep)) or say("board.none")
            lines.append(Content.assemble((f"{say('umpire.act_in_step')}  ", tone.QUIET), (now, tone.STRONG)))
        if self.aimed.choice:
            lines.append(
                Content.assemble(
                    (f"{say('umpire.act_choice'):<7}  ", tone.QUIET), (clean(self.aimed.choice), tone.STRONG)
                )
            )
        if self.aimed.reply:
            lines.append(Content.styled(say("notices.asks"), tone.STRONG))
        head = say("umpire.act_caution")
        told = cautions(board, self.aimed)
        if other := just_elsewhere(board, self.aimed, self.console.now_ms()):
            told = (other, *told)
        return lines + [Content.styled(f"{head}  {text}", tone.WARN) for text in told]

    def _reason_lines(self, rows_max: int) -> Lines:
        """Draw as many reasons as fit, with the chosen one among them."""
        self._first = max(0, self._reason - rows_max + 1)
        return [
            Content.styled(f" ▸ {clean(reason)}", tone.STRONG)
            if number == self._reason
            else Content.styled(f"   {clean(reason)}", tone.QUIET)
            for number, reason in enumerate(self.reasons)
            if self._first <= number < self._first + rows_max
        ]

    def _amount_lines(self) -> Lines:
        label = Content(say(self.aimed.description.amount))
        if not self.aimed.description.moves_clock:
            return [label]
        try:
            seconds = parse_seconds(self.query_one("#amount", Input).value)
        except BadBox as bad:
            return [label, Content.styled(str(bad), tone.BAD)]
        tables = [self.console.board.tables[table] for table in self.aimed.touched(self.console.board)]
        lefts = sorted({now.left_ms(self.console.now_ms()) for now in tables})
        if not lefts:
            return [label, Content()]
        now, then = clock_text(lefts[0]), clock_text(max(0, lefts[0] + 1000 * seconds))
        key = "umpire.act_shortest" if len(lefts) > 1 else "umpire.act_becomes"
        return [label, Content.styled(say(key, now=now, then=then), tone.STRONG)]

    # --- keys ---------------------------------------------------------------------------------------------------

    def action_other(self, step: int) -> None:
        """Select the next reason, amount or choice, depending on the focused box."""
        box = self.focused.id if isinstance(self.focused, Input) else "reason"
        if box == "amount":
            self._step_amount(-step)
        elif box == "words":
            self.action_choose(step)
        elif self.reasons:
            self._reason = (max(self._reason, -1 if step > 0 else 0) + step) % len(self.reasons)
            self.query_one("#reason", Input).value = self.reasons[self._reason]
        self._begin_anew()

    def action_choose(self, step: int = 1) -> None:
        """Select the next choice: another addressee, another winner, or the opposite."""
        kind = self.aimed.kind
        self._choice = (self._choice + step) % len(self._choices)
        self.aimed = self._choices[self._choice]
        if self.aimed.kind is not kind:
            self._offer_reasons()
        self._begin_anew()

    def action_reply(self) -> None:
        """Ask for a reply to a message, or stop asking."""
        if self.aimed.description.may_ask:
            self._choices = tuple(replace(each, reply=not each.reply) for each in self._choices)
            self.aimed = self._choices[self._choice]
            self.repaint()

    def _step_amount(self, step: int) -> None:
        box = self.query_one("#amount", Input)
        if places := places_to_swap(self.console.board, self.aimed):
            at = places.index(box.value) if box.value in places else 0 if step > 0 else -1
            box.value = places[(at - step) % len(places)]
            return
        if not self.aimed.description.takes_time:
            return
        try:
            seconds = parse_seconds(box.value)
        except BadBox:
            seconds = 0
        box.value = seconds_text(max(-3600, min(3600, seconds + step * STEP_SECONDS)))

    @on(Input.Changed)
    def _changed(self) -> None:
        if self.ready:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Forget the first Enter and its message, because the boxes have changed."""
        self._sure = False
        self.error = ""
        self.repaint()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        if not self.console.rhythm.is_meant:
            self.error = self.error or say("umpire.act_not_meant")
            self.repaint()
            return
        reason = clean(self._value("reason"), REASON_CHARS_MAX)
        try:
            act = make_act(self.console.board, self.aimed, self._value("amount"), self._value("words"))
        except BadBox as bad:
            self._fail(str(bad), bad.box)
            return
        touched, weighs = weighed(self.console.board, self.aimed)
        other = just_elsewhere(self.console.board, self.aimed, self.console.now_ms())
        if idle := self._switched_already() or (self.aimed.kind is not acts.Pause and other):
            self.error = idle
            self.repaint()
        elif not reason:
            self._fail(say("umpire.no_reason"), "reason")
        elif (weighs or other) and not self._sure:
            self._sure = True
            self.error = say("umpire.once_more")
            self.repaint()
        else:
            self.error = self.console.give(act, touched, reason, self.aimed.wing)
            if self.error:
                self.repaint()
            else:
                self.dismiss()

    def _switched_already(self) -> str:
        """Return the sentence which says that the room is already in the state that this box would set. It is
        "" if it is not.
        """
        if self.aimed.kind not in (room_acts.Results, room_acts.Lockstep):
            return ""
        return hindered(self.console.board, self.aimed)

    def _value(self, box: str) -> str:
        return next((each.value for each in self.query(Input) if each.id == box), "")

    def _fail(self, text: str, box: str) -> None:
        self.error = text
        self.query_one(f"#{box}", Input).focus()
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Fill in the reason that was clicked."""
        if event.widget is self.query_one("#reasons") and 0 <= event.y < len(self.reasons) - self._first:
            self._reason = self._first + event.y
            self.query_one("#reason", Input).value = self.reasons[self._reason]
            self._begin_anew()
