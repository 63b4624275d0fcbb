"""The help: every key of the console on one page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from warcouncil.clients.umpire.acts.act_descriptions import ACT_DESCRIPTIONS
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.model.labels import web_words
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.consoles import WebAddress

LEADS = ("umpire.help_box", "umpire.help_capital")
TOLD: tuple[tuple[str, str], ...] = (
    *(("", text) for text in LEADS),
    ("p  P", "umpire.help_pause"),
    ("B", "umpire.help_begin"),
    ("x  X", "umpire.help_extend"),
    ("e  E", "umpire.help_end_now"),
    ("t  T", "umpire.help_tell"),
    ("c", "umpire.help_answer"),
    ("Del", "umpire.help_put_away"),
    ("v", "umpire.help_void"),
    ("b", "umpire.help_bot"),
    ("h  l", "umpire.help_hold"),
    ("n", "umpire.help_note"),
    ("y", "umpire.help_second"),
    ("", "umpire.help_grave"),
    ("f", "umpire.help_fiat"),
    ("g", "umpire.help_go_back"),
    ("d", "umpire.help_end_game"),
    ("w", "umpire.help_reseat"),
    ("", "help.foot_more"),
    ("k  K", "umpire.help_set_clock"),
    ("R", "umpire.help_results"),
    ("W", "umpire.help_debrief"),
    ("O", "umpire.help_hand_over"),
    ("z  Z", "umpire.help_lay_open"),
    ("j", "umpire.help_lockstep"),
    ("i", "umpire.help_reissue"),
    ("q", "umpire.help_renew"),
    ("u", "umpire.help_remove"),
    ("A", "umpire.help_amend"),
    ("o", "umpire.help_orders"),
    ("", "umpire.help_wall"),
    ("← → ↑ ↓", "umpire.help_move"),
    ("Enter", "umpire.help_open"),
    ("Space  m", "umpire.help_mark"),
    ("/  s", "umpire.help_filter"),
    ("a  !", "umpire.help_alarms"),
    ("", "umpire.help_table"),
    ("0", "umpire.help_truth"),
    ("I", "umpire.help_injects"),
    ("Tab", "umpire.help_panes"),
    ("m", "umpire.help_alone"),
    ("r", "umpire.help_look_again"),
    ("s", "umpire.help_declare"),
    ("", "help.signs"),
    ("● ○ ■ ·", "umpire.help_sign_seats"),
    ("H C 2 ! R z ·", "umpire.help_sign_alarms"),
    ("? F1", "display.key_help"),
    ("Ctrl+P", "help.key_actions"),
    ("Ctrl+T", "display.key_colours"),
    ("Ctrl+Q", "umpire.help_leave"),
)


def _others() -> Iterable[tuple[str, str]]:
    """Yield the keys of acts that no line of TOLD names, with the titles of their boxes."""
    told = {key for keys, _ in TOLD for key in keys.split()}
    for kind, description in ACT_DESCRIPTIONS.items():
        if description.key and description.key not in told:
            capital = f"  {description.key.upper()}" if description.everywhere and not kind.one_seat else ""
            yield f"{description.key}{capital}", description.ask


_WALL = TOLD.index(("", "umpire.help_wall"))
KEYS = (*TOLD[:_WALL], *_others(), *TOLD[_WALL:])
"""Every key, and what it does, as a key of the catalogue."""


def help_lines(width: int, own: OwnKeys = SAME) -> Lines:
    """Draw the keys, each with its meaning beside it."""
    lines: Lines = []
    for key, means in KEYS:
        if not key:
            head = Content.styled(say(means), tone.STRONG).wrap(width)
            lines += head if means in LEADS else [Content(), *head]
            continue
        for number, row in enumerate(Content(own.text(say(means))).wrap(max(20, width - 10))):
            lines.append(Content.assemble((f" {own.column(key) if number == 0 else '':<9}", tone.WARN), row))
    return lines


class HelpScreen(ModalScreen[None]):
    """Shows the keys until Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,question_mark,enter", "dismiss", "help.act_back")
    ]

    def __init__(self, *webs: WebAddress) -> None:
        super().__init__()
        self._webs = webs

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="box wide"):
            yield Drawn(classes="box-title")
            yield Page(id="keys")

    def on_mount(self) -> None:
        """Draw the page."""
        self.query_one(".box-title", Drawn).put([Content(say("umpire.help_title"))])
        self.query_one("#keys", Page).focus()

    def on_resize(self) -> None:
        """Redraw the page for its new size."""
        box = self.query_one("#keys", Page)
        width = max(40, box.size.width - 2)
        web = [row for each in self._webs for line in web_words(each) for row in Content(line).wrap(width)]
        box.put([*web, *([Content()] if web else []), *help_lines(width, keys_at(self))])
