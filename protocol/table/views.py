"""Views: all that a seat may be shown of its table. Times are milliseconds of time left; wall clocks never travel."""

from __future__ import annotations

from typing import Literal

from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import Badge, Sheet
from warcouncil.protocol.words import ChannelId, GateNo, Model, Name, SeatId, Text


class ClockView(Model):
    """The one clock of a gate: time left when this was sent, and whether it runs."""

    left_ms: int
    total_ms: int
    running: bool

    def left_at(self, heard_ms: int, now_ms: int) -> int:
        """Count down from when this was heard, on the reader's own clock: the time left now, never below 0."""
        return max(0, self.left_ms - (now_ms - heard_ms if self.running else 0))


class ChannelView(Model):
    """A conversation that a seat is a member of. `open` says whether it may speak now; `quiet_ms` is how long before
    the clock's end it shuts."""

    id: ChannelId
    title: Text
    members: tuple[Text, ...]
    open: bool
    quiet_ms: int = 0


class StoryLine(Model):
    """One sentence of what happened. `heading` says when.

    What it shows on the board is scene number `shows` of its view, from 1, or `scene`, where the reader knows more than
    everybody does; else nothing.
    """

    heading: Text
    text: Text
    shows: int = 0
    scene: Scene | None = None


class Spoken(Model):
    """A line spoken in a channel. `n` counts the lines of that channel that its reader may read; on a console, all of them."""

    type: Literal["spoken"] = "spoken"
    channel: ChannelId
    n: int
    seat: SeatId
    title: Text
    text: Text


class Mate(Model):
    """A member of the reader's own team: whether linked, and whether a bot plays the seat."""

    seat: SeatId
    title: Text
    linked: bool
    bot: bool = False


class Sitter(Model):
    """One seat of the table, with the person who is to sit there: "" where nobody is named, or where players see no names.

    `awaited`: the table has not begun, and this seat is one for which it waits."""

    seat: SeatId
    title: Text
    person: Text = ""
    awaited: bool = False


class Company(Model):
    """Who sits at the table: sent on sitting down, when somebody changes places, and, until the game begins, when somebody
    comes or goes. `begins` says what the game waits for."""

    type: Literal["company"] = "company"
    begins: Literal["now", "linked", "ready", "umpire"]
    sitters: tuple[Sitter, ...]


class Deal(Model):
    """A proposal between two seats, as both of them see it."""

    number: int
    giver: SeatId
    giver_title: Text
    taker: SeatId
    taker_title: Text
    text: Text
    state: Literal["open", "accepted", "refused", "lapsed"]
    heading: Text = ""


class Score(Model):
    """What was counted, such as "divisions lost", and how much of it for each side, in words, in the order of the table."""

    label: Text
    of: tuple[tuple[Text, int], ...]


class Ended(Model):
    """The end of a game. `reason` is one sentence that says why, and where on the board; it has no stop at its end.

    `winners` in words, none for a draw; `won` is the reader's own outcome, None for a draw or a bystander. `turns`
    were played; they go by the name in `turns_are`, such as "incidents"; 0: nobody counts them.
    """

    reason: Text
    winners: tuple[Text, ...]
    won: bool | None = None
    scores: tuple[Score, ...] = ()
    turns: int = 0
    turns_are: Text = "turns"
    laid_open: bool = False
    """Whether everybody sees all that is so: the sheet holds it."""
    sides: tuple[Badge, ...] = ()
    """The badges of the table's sides."""


class Notice(Model):
    """The umpire's word to a seat, a team or the table."""

    type: Literal["notice"] = "notice"
    text: Text
    to: Text
    number: int = 0
    """What a reply names; 0: none is expected."""


class SharedView(Model):
    """The part of a view that reads the same for everybody at the table.

    `whole`: story, lines, deals and notices come from the beginning, else only what is new. `paused` says that the clock
    stands, in the same words whatever the umpire's reason, "" while it runs.
    """

    type: Literal["view"] = "view"
    whole: bool
    begun: bool = True
    """Whether the game has begun: before, its first question is there and its clock stands; or nothing is dealt yet (gate 0)."""
    gate: GateNo
    title: Text
    phase: Name
    rule: Name
    rule_text: Text
    several: bool = False
    """Whether answers are secret until all are in."""
    clock: ClockView | None = None
    paused: Text = ""
    held: bool = False
    """The table waits for an umpire: after a fault, or because one holds it."""
    waits: bool = False
    """When the clock has run out the table waits for whoever has sealed nothing: his answer still counts."""
    deals_open: bool = False
    scenes: tuple[Scene, ...] = ()
    """What everybody may watch of what is new in the story."""


class View(SharedView):
    """All that a seat may see now. `form` is there when the seat is asked, `sealed` when it has answered."""

    asked: tuple[Text, ...] = ()
    """Who is asked, in words, as far as the reader may know."""
    channels: tuple[ChannelView, ...] = ()
    team: tuple[Mate, ...] = ()
    sheet: Sheet
    form: Form | None = None
    sealed: Answer | None = None
    seats: tuple[tuple[SeatId, Text], ...] = ()
    """The other seats to whom a proposal may be put, while deals are open."""
    deals: tuple[Deal, ...] = ()
    story: tuple[StoryLine, ...] = ()
    lines: tuple[Spoken, ...] = ()
    notices: tuple[Notice, ...] = ()
    bot: bool = False
    """A bot plays this seat; the reader may only watch."""
    lent: bool = False
    """Whether the reader may take his seat back from the bot; else he asks an umpire."""
    watching: bool = False
    """Another of the seat's crew drives it; the reader may only watch."""
    drafts: bool = False
    """A draft stands for a silent seat when the clock runs out: send one when it changes."""
    drafted: Answer | None = None
    """The draft that stands for this seat, while it has sealed nothing."""
    unanswered: Text = ""
    """What counts for this seat when the question closes and it has given no answer, in one sentence; "" where none is expected."""
    closes_at_once: bool = False
    """An answer of this seat closes the question: no other seat is asked, and everybody may know that."""
    voided: bool = False
    """An umpire struck out what this seat declared: whatever it sends for this question is refused."""
    ended: Ended | None = None
