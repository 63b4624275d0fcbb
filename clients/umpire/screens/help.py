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
from warcouncil.protocol.wire.consoles import WebAddress

LEADS = (
    "Every act opens a box: whom it touches, and why. Enter does it.",
    "A small letter acts on the chosen or marked tables; its capital on all.",
)
TOLD: tuple[tuple[str, str], ...] = (
    *(("", text) for text in LEADS),
    ("p  P", "pause; the same key lets go on what that pause stopped"),
    ("B", "begin the game at the chosen or marked tables; F4: at all that wait"),
    ("x  X", "more or less time"),
    ("e  E", "end the question now"),
    ("t  T", "say something to a table, a team or a seat"),
    ("c", "answer the call that has waited longest; then replies, with words or without"),
    ("Del", "put away an alarm of the room, such as guessed codes"),
    ("v", "strike out the chosen seat's declaration: it counts as missing"),
    ("b", "give the chosen seat to a bot, or back to its holder"),
    ("h  l", "hold the table; let it go on again"),
    ("n", "mark this moment for the debrief"),
    ("y", "second another umpire's ruling, or take it back"),
    ("", "Rulings that weigh much: Enter twice"),
    ("f", "rule by your own word"),
    ("g", "go back to an earlier question"),
    ("d", "end the game and say who wins"),
    ("w", "move the chosen seat's holder to another seat"),
    ("", "More"),
    ("k  K", "another clock for this phase, from its next question on"),
    ("R", "show the results of the room on every projector, or no longer"),
    ("W", "write the debrief: report, tables and verification, on the arbiter's machine"),
    ("O", "hand the exercise over to a standby: everybody is there a moment later"),
    ("z  Z", "when the game is over: lay both sides' secrets open to everybody"),
    ("j", "keep all tables in step in this phase, or no longer"),
    ("i", "give the chosen seat a new code: the old key dies at once"),
    ("q", "give a console or the projector a new code"),
    ("u", "take the chosen seat from its holder: key and card die"),
    ("o", "every order and what became of it"),
    ("", "The wall"),
    ("arrows", "move; digits go to a table by its number"),
    ("Enter", "open the table; there Enter opens the chosen seat: looking is written down"),
    ("Space  m", "mark a table; mark all that are shown, or none"),
    (
        "/  s",
        "filter (numbers 3-9, paused, held, missing, silent, call, over, part of a phase or name); sort",
    ),
    ("a  !", "go to the next table that needs you; read every alarm in full"),
    ("", "A table"),
    ("0", "all that is so, whatever seats know, or the public sheet again: looking is written down"),
    (
        "I",
        "the injects: what comes when, what is at hand; Enter there sends one, x and X postpone, h keeps back",
    ),
    ("Tab", "the next pane: sheet, talk, story, rulings; Page Up and Page Down scroll"),
    ("m", "the pane in hand on the whole screen, or all again"),
    ("r", "in a seat: look again"),
    (
        "s",
        "in a seat: seal an answer for its person: a choice at F4, anything else filled in line by line",
    ),
    ("", "Signs"),
    ("● ○ ■ ·", "linked, silent, a bot plays, nobody came yet"),
    (
        "H C 2 ! R z ·",
        "held, a call, a ruling to second, an alarm, a reply, idle people, an empty seat is asked",
    ),
    ("? F1", "this page"),
    ("Ctrl+P", "every action with its key; type to find one"),
    ("Ctrl+T", "the next colours"),
    ("Ctrl+Q", "leave the console; play goes on without it"),
)


def _others() -> Iterable[tuple[str, str]]:
    """Yield the keys of acts that no line above names, with the titles of their boxes."""
    told = {key for keys, _ in TOLD for key in keys.split()}
    for kind, description in ACT_DESCRIPTIONS.items():
        if description.key and description.key not in told:
            capital = f"  {description.key.upper()}" if description.everywhere and not kind.one_seat else ""
            yield f"{description.key}{capital}", description.ask[0].lower() + description.ask[1:]


_WALL = TOLD.index(("", "The wall"))
KEYS = (*TOLD[:_WALL], *_others(), *TOLD[_WALL:])
"""Every key, and what it does."""


def help_lines(width: int, own: OwnKeys = SAME) -> Lines:
    """Draw the keys, each with its meaning beside it."""
    lines: Lines = []
    for key, means in KEYS:
        if not key:
            head = Content.styled(means, tone.STRONG).wrap(width)
            lines += head if means in LEADS else [Content(), *head]
            continue
        for number, row in enumerate(Content(own.text(means)).wrap(max(20, width - 10))):
            lines.append(Content.assemble((f" {own.column(key) if number == 0 else '':<9}", tone.WARN), row))
    return lines


class HelpScreen(ModalScreen[None]):
    """Shows the keys until Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,question_mark,enter", "dismiss", "Back")]

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
        self.query_one(".box-title", Drawn).put([Content("The umpire's console · Esc goes back")])
        self.query_one("#keys", Page).focus()

    def on_resize(self) -> None:
        """Draw the page for the size."""
        box = self.query_one("#keys", Page)
        width = max(40, box.size.width - 2)
        web = [row for each in self._webs for line in web_words(each) for row in Content(line).wrap(width)]
        box.put([*web, *([Content()] if web else []), *help_lines(width, keys_at(self))])
