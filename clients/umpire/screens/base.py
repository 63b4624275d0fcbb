"""The base of every screen of the console: top line, state of the link, result of the last order, acts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer
from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.umpire.acts.act_descriptions import ACT_DESCRIPTIONS, ActKind
from warcouncil.clients.umpire.acts.act_target import (
    ActTarget,
    barred,
    hindered,
    just_elsewhere,
    pause_or_not,
    target,
)
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.model.alarms import RankedAlarm, Urgency, idle_meant
from warcouncil.clients.umpire.model.wing import Wing
from warcouncil.clients.umpire.screens.act_box import RulingScreen
from warcouncil.clients.umpire.screens.help import HelpScreen
from warcouncil.clients.umpire.screens.injects import InjectsScreen
from warcouncil.clients.umpire.screens.lists import AlarmsScreen, OrdersScreen
from warcouncil.clients.widgets.board.ink import Lines, whole_rows
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import said, say
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.words import Role, SeatId, TableId, clean

LINK_ROWS_MAX = 2
LAST_ROWS_MAX = 2


def link_lines(console: Console, width: int, own: OwnKeys = SAME) -> Lines:
    """Draw the banner that is shown while the link is not up."""
    link = console.board.link
    if console.board.several:
        return [line for wing in console.board.away for line in _away_lines(wing, width, own)]
    if link.state is LinkState.UP:
        return []
    if link.state is LinkState.ENDED:
        leave, again = own.of("leave", "Ctrl+Q"), own.of("again", "Ctrl+R")
        text = say("umpire.farewell", text=clean(link.text), leave=leave, again=again)
    else:
        text = say("umpire.link_down" if link.state is LinkState.DOWN else "umpire.link_shut")
        if link.text:
            text = say("umpire.link_why", state=text, why=clean(link.text))
    return whole_rows(Content.styled(f" {text}", tone.ALARM), width, LINK_ROWS_MAX)


def _away_lines(wing: Wing, width: int, own: OwnKeys) -> Lines:
    """Draw one row that says why a wing does not answer. The alarms show what that means."""
    name, text = wing.called.upper(), clean(wing.link.text)
    if wing.link.state is LinkState.ENDED:
        line = say("umpire.wing_ended", wing=name, text=text, again=own.of("again", "Ctrl+R"))
    elif wing.over:
        line = say("umpire.wing_over", wing=name, text=text)
    else:
        line = say("umpire.wing_down", wing=name)
    return whole_rows(Content.styled(f" {line}", tone.ALARM), width, 1)


def last_lines(console: Console, width: int) -> Lines:
    """Draw the result of the last order, or why the last key had no effect, in at most two rows."""
    text, fate = console.last_order()
    if not text:
        return [Content()]
    if fate is None:
        return whole_rows(Content.styled(f" {text}", tone.WARN), width, LAST_ROWS_MAX)
    line = Content.styled(f" {tone.FATE_SIGNS[fate]} {text}", tone.FATE_TONES[fate])
    return whole_rows(line, width, LAST_ROWS_MAX)


HIDDEN = False
TOP_ROWS_MAX = 2
"""How many rows the top line may take. Its last part says how a game ended."""


def _bindings() -> Iterable[Binding]:
    """Yield the keys of the acts.

    A small letter applies an act to the selected table. Its capital applies the act to every table.
    """
    for name, kind in acts.ACTS.items():
        description = ACT_DESCRIPTIONS[kind]
        if not description.key:
            continue
        id_ = name.replace("_", "-")
        word, shown = description.short or description.ask, bool(description.short)
        yield Binding(description.key, f"act('{name}')", word, show=shown, id=id_, tooltip=description.means)
        if description.everywhere and not kind.one_seat:
            yield Binding(
                description.key.upper(),
                f"act('{name}', True)",
                description.ask,
                show=HIDDEN,
                id=f"{id_}-all",
                tooltip="umpire.means_everywhere",
            )


class ConsoleScreen(Screen[None]):
    """A screen of the console.

    A small letter applies an act to the selected tables, and the capital applies it to every table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f1,question_mark",
            "help",
            "help.title",
            id="help",
            priority=True,
            tooltip="umpire.means_help",
        ),
        Binding("p", "pause", "acts.pause_ask", id="pause", tooltip="umpire.means_pause"),
        Binding(
            "P",
            "pause(True)",
            "umpire.act_pause_all",
            show=HIDDEN,
            id="pause-all",
            tooltip="umpire.means_pause_all",
        ),
        *_bindings(),
        Binding("c", "answer", "umpire.act_answer", id="answer", tooltip="umpire.means_answer"),
        Binding(
            "delete",
            "put_away",
            "web.close",
            show=HIDDEN,
            id="put-away",
            tooltip="umpire.means_put_away",
        ),
        Binding(
            "exclamation_mark",
            "alarms",
            "umpire.act_alarms",
            key_display="!",
            show=HIDDEN,
            id="alarms",
            tooltip="umpire.means_alarms",
        ),
        Binding(
            "b",
            "bot",
            "umpire.act_bot",
            show=HIDDEN,
            id="bot",
            tooltip="umpire.means_bot",
        ),
        Binding(
            "y",
            "second",
            "umpire.act_second",
            show=HIDDEN,
            id="second",
            tooltip="umpire.means_second",
        ),
        Binding(
            "I",
            "injects",
            "umpire.act_injects",
            show=HIDDEN,
            id="injects",
            tooltip="umpire.means_injects",
        ),
        Binding("o", "orders", "umpire.act_orders", show=HIDDEN, id="orders", tooltip="umpire.means_orders"),
    ]

    AUTO_FOCUS = ""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.ready = False
        """Whether the widgets exist and can be drawn on."""

    # --- what a screen says -------------------------------------------------------------------------------------

    @abstractmethod
    def body(self) -> Iterable[Widget]:
        """Return the widgets between the top line and the last order."""

    @abstractmethod
    def top(self, width: int) -> Content:
        """Draw the top line."""

    @abstractmethod
    def paint(self) -> None:
        """Draw the body again."""

    @abstractmethod
    def targets(self) -> tuple[TableId, ...]:
        """Return the tables that a small letter applies to."""

    def seat(self) -> SeatId:
        """Return the chosen seat. It is "" if none is chosen."""
        return SeatId("")

    # --- drawing ------------------------------------------------------------------------------------------------

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys of the front screen, worded for the foot."""
        return {
            key: found._replace(
                binding=replace(found.binding, description=said(found.binding.description)),
                tooltip=said(found.tooltip),
            )
            for key, found in super().active_bindings.items()
        }

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Drawn(id="top")
        yield Drawn(id="link")
        yield from self.body()
        yield Drawn(id="last")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Draw at once."""
        self.ready = True
        self.repaint()

    def on_screen_resume(self) -> None:
        """Redraw, because an act may have been ordered in the box in front."""
        self.repaint()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.repaint()

    def repaint(self) -> None:
        """Draw everything that has changed."""
        if not self.ready:
            return
        self.console.look_round()
        width = self.size.width
        self.query_one("#top", Drawn).put(whole_rows(self.top(width), width, TOP_ROWS_MAX))
        self.query_one("#link", Drawn).put(link_lines(self.console, width, keys_at(self)))
        self.query_one("#last", Drawn).put(last_lines(self.console, width))
        self.paint()

    # --- acts ---------------------------------------------------------------------------------------------------

    def action_act(self, kind: str, everywhere: bool = False) -> None:
        """Open the box of an act."""
        self.order(self.aimed(acts.ACTS[kind], everywhere=everywhere))

    def aimed(self, kind: ActKind, *, everywhere: bool = False) -> ActTarget:
        """Return the target of an act: the selected tables, or every table."""
        board = self.console.board
        tables = tuple(board.tables) if everywhere else self.targets()
        return target(board, kind, tables, "" if everywhere else self.seat())

    def order(self, aimed: ActTarget, *, quoted: str = "") -> None:
        """Open the box of an act. If the act would have no effect, or undo an act that another console has just done,
        show why.
        """
        if aimed.why_not:
            self.explain(partial(hindered, self.console.board, aimed))
        elif aimed.kind is not acts.Pause and self._opposed(aimed):
            self.explain(partial(self._opposed, aimed))
        else:
            self.app.push_screen(RulingScreen(self.console, aimed, quoted=quoted))

    def _opposed(self, aimed: ActTarget) -> str:
        """Return why an act is blocked that would undo what another console has just done."""
        why = just_elsewhere(self.console.board, aimed, self.console.now_ms())
        return say("acts.hold_off", why=why, act=aimed.ask) if why else ""

    def say(self, text: str) -> None:
        """Show a message about the last key."""
        self.console.remark.say(text)
        self.repaint()

    def explain(self, why: Callable[[], str]) -> None:
        """Show why the last key had no effect, while `why` returns a reason."""
        self.console.remark.explain(why)
        self.repaint()

    def action_pause(self, everywhere: bool = False) -> None:
        """Pause the selected tables.

        If all are paused already, resume the tables that were stopped by the last pause from this console.
        """
        board = self.console.board
        self.order(pause_or_not(board, tuple(board.tables) if everywhere else self.targets()))

    def idle_meant(self, found: Iterable[RankedAlarm] | None = None) -> RankedAlarm | None:
        """Return the alarm whose seat the bot key would give away now. It is one of these alarms, or of all alarms."""
        if barred(self.console.board, acts.GiveToBot):
            return None
        return idle_meant(self.console.newest if found is None else found, self.targets(), self.seat())

    def action_bot(self) -> None:
        """Hand the chosen seat to a bot, or return it to its holder.

        If none is chosen, use the seat that the alarm names.
        """
        meant = self.idle_meant()
        if meant is not None:
            self._to_bot(meant)
            return
        giving = self.aimed(acts.GiveToBot)
        taking = self.aimed(acts.GiveBack)
        self.order(taking if taking.touched(self.console.board) else giving)

    def _to_bot(self, idle: RankedAlarm | None) -> None:
        if idle is not None:
            self.order(target(self.console.board, acts.GiveToBot, (idle.table,), idle.seat))

    def action_answer(self) -> None:
        """Answer the call that has waited longest. Calls from the selected tables come first, and replies come last."""
        calls = self._waiting(Urgency.CALL, Urgency.REPLY)
        mine = [ranked for ranked in calls if ranked.table in self.targets()] or calls
        if not mine:
            self.explain(lambda: "" if self._waiting(Urgency.CALL, Urgency.REPLY) else say("umpire.no_calls"))
            return
        call = mine[0]
        self.order(
            target(self.console.board, acts.Answered, (call.table,), call.seat, call.number), quoted=call.text
        )

    def action_put_away(self) -> None:
        """Dismiss the oldest alarm that belongs to no table."""
        alarms = self._of_the_room()
        if alarms:
            aimed = target(self.console.board, room_acts.PutAway, (), number=alarms[0].number)
            self.order(replace(aimed, wing=alarms[0].wing), quoted=alarms[0].text)
        else:
            self.explain(lambda: "" if self._of_the_room() else say("umpire.no_room_alarm"))

    def action_second(self) -> None:
        """As second umpire, approve the ruling that has waited longest, or withdraw it."""
        waiting = self._waiting(Urgency.SECOND)
        if not waiting:
            self.explain(lambda: "" if self._waiting(Urgency.SECOND) else say("umpire.none_waits"))
            return
        first = waiting[0]
        self.order(
            target(self.console.board, room_acts.Approve, (first.table,), number=first.number),
            quoted=first.text,
        )

    def _waiting(self, *urgencies: Urgency) -> list[RankedAlarm]:
        """Return the alarms of these kinds, the one that has lasted longest first."""
        return [ranked for ranked in self.console.newest if ranked.urgency in urgencies]

    def _of_the_room(self) -> list[RankedAlarm]:
        """Return the alarms that belong to no table and can be dismissed, the oldest first."""
        return [ranked for ranked in self.console.newest if not ranked.table and ranked.number]

    def action_orders(self) -> None:
        """Show every order and its result."""
        self.app.push_screen(OrdersScreen(self.console))

    def action_alarms(self) -> None:
        """Show every alarm in full."""
        self.app.push_screen(AlarmsScreen(self.console), self._to_bot)

    def action_injects(self) -> None:
        """Show the injects of the selected table."""
        targets = self.targets()
        if len(targets) != 1:
            self.say(say("umpire.injects_of_one"))
        elif self.console.board.role is Role.TECHNICAL:
            self.say(barred(self.console.board, acts.SendInject))
        else:
            self.app.push_screen(InjectsScreen(self.console, targets[0]))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen(*self.console.board.webs))
