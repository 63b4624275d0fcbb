"""What the pages behind the function keys say."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.seat import tone
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.widgets.ink import Lines, ink, join, wrapped
from warcouncil.protocol.words import clean

KEYS: tuple[tuple[str, str], ...] = (
    ("", "Answering"),
    ("↑ ↓ letter", "choose; a mouse click does too"),
    ("Enter", "goes on to the next part, and at the last one seals your answer"),
    (
        "Space",
        "picks or drops, where several may be picked; gives the next place, where things are put in order",
    ),
    ("+ −", "move what is put in order up or down; a digit gives it that place"),
    ("Tab", "leaves a text of several lines, in which Enter begins a line; then Enter seals"),
    ("← → digits", "move things into places; + and − one more or less, Backspace none"),
    ("Tab", "the next part of the question, then the line you write on, and back"),
    ("Ctrl+G", "fills in a sensible answer, where the exercise allows it"),
    ("PgUp PgDn", "scroll the board"),
    ("", "Talking"),
    ("Enter", "says your line; ↑ ↓ go to the next conversation where there are several"),
    ("F6", "proposals: make one, accept or refuse one"),
    ("F5", "call the umpire: he sees it at once"),
    ("F7", "what the umpire said to you; reply where he asks"),
    ("", "Reading"),
    ("F2 ?", "the rules: of this phase, all of them, cards and ranks, who knows what; / searches"),
    (
        "Ctrl+D",
        "your documents at length: ← → go from one to the next, ↑ ↓ Space PgDn read on; ● is not read yet",
    ),
    ("F3", "all that has happened"),
    ("Space Esc", "while something is told: the next step; enough of it"),
    ("S", "when the game is over: saves the story; Enter plays again, in a demo"),
    ("F4", "your private notes: locked with your seat's key, and there again when you come back"),
    ("", "Signs"),
    ("◉ SEALED", "the arbiter has your answer safe; until the question closes you may seal another"),
    ("● ○ ■", "of your team: here, away, a bot plays"),
    ("?", "nobody has told you; “5 on turn 3” is what was seen then and may have changed"),
    ("", "This window"),
    ("F8", "hand the seat to another of your crew, or take it from one who has fallen silent"),
    ("F9 Ctrl+T", "other colours"),
    ("Ctrl+B", "call you with bell and notice, or no more"),
    ("Ctrl+S", "save the story in a text file"),
    ("Ctrl+Q", "leave; the game goes on, and warcouncil join brings you back"),
)

HOSTS_CHANCE = "Chance at this table was sealed before you joined. This is the fingerprint of its seed, which is opened when all is over: "
CHANCE_OF_ALL = (
    "Chance at this table is made of a number of the host and one of each seat, yours too, so that nobody can choose it. This is "
    "the fingerprint of the host's, which is opened when all is over: "
)


def help_lines(desk: Desk, width: int) -> Lines:
    """Say what the game is, whose, and what every key does."""
    lines: Lines = []
    welcome, own = desk.welcome, desk.own
    if welcome is not None:
        lines += join(
            ink(welcome.game_title, tone.STRONG), ink(f"a game by {welcome.designer}"), gap=" · "
        ).wrap(width)
        lines += wrapped(welcome.summary, width, tone.QUIET)
        if welcome.duty:
            lines += [Content(), *ink(f"You are {clean(welcome.seat_title)}. {welcome.duty}").wrap(width)]
    for key, means in KEYS:
        if not key:
            lines += [Content(), Content.styled(means, tone.STRONG)]
            continue
        for number, row in enumerate(Content(own.text(means)).wrap(max(20, width - 13))):
            lines.append(Content.assemble((f" {own.column(key) if number == 0 else '':<12}", tone.KEY), row))
    if welcome is not None and welcome.commitment:
        promise = HOSTS_CHANCE if welcome.chance == "host" else CHANCE_OF_ALL
        lines += [Content(), *wrapped(promise + welcome.commitment, width, tone.QUIET)]
    return lines


def rules_lines(desk: Desk, width: int) -> Lines:
    """Give the rules of the phase that is on."""
    view = desk.view
    if view is None or not view.rule_text:
        return [Content.styled("No rule to read now.", tone.QUIET)]
    lines: Lines = [ink(view.title, tone.STRONG), ink(f"Rule {view.rule}", tone.QUIET), Content()]
    lines += wrapped(view.rule_text, width)
    if view.form is not None and view.form.help:
        lines += [Content(), *wrapped(view.form.help, width)]
    return lines


def notice_page(desk: Desk, width: int) -> Lines:
    """Give all that the umpire said to this seat."""
    lines: Lines = []
    for notice in desk.notices:
        asks = ""
        if notice.number:
            asks = "replied" if notice.number in desk.answered else "asks for a reply"
        head = join(ink(f"to {notice.to}", tone.STRONG), ink(asks, tone.WARN), gap=" · ")
        lines += [head, *wrapped(notice.text, width), Content()]
    return lines or [Content.styled("The umpire has said nothing to you yet.", tone.QUIET)]
