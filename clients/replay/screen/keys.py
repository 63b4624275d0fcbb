"""The keys of a replay. Each key is defined here only, with an id under which the user can rebind it."""

from __future__ import annotations

from textual.binding import Binding, BindingType
from warcouncil.clients.seat.drawing.foot import Key

REPLAY_KEYS: list[BindingType] = [
    Binding("f1,question_mark", "help", "Help", id="help", tooltip="Every key of the replay."),
    Binding("right", "gate(1)", "Next question", id="gate-on", tooltip="Go to the next question."),
    Binding("left", "gate(-1)", "Question before", id="gate-back", tooltip="Go to the question before."),
    Binding("pagedown", "turn(1)", "Next turn", id="turn-on", tooltip="Go to the next turn."),
    Binding("pageup", "turn(-1)", "Turn before", id="turn-back", tooltip="Go to the turn before."),
    Binding(
        "down", "moment(1)", "Next moment", id="moment-on", tooltip="Go to the next thing that happened."
    ),
    Binding("up", "moment(-1)", "Moment before", id="moment-back", tooltip="Go to what happened before."),
    Binding("home", "home", "Beginning", id="home", tooltip="Go to the beginning."),
    Binding("end", "end", "End", id="end", tooltip="Go to the end."),
    Binding("space", "play", "Play", id="play", tooltip="Play with the silences cut, or stand."),
    Binding("plus,equals_sign", "speed(1)", "Faster", id="faster", tooltip="Play faster: up to 64 times."),
    Binding("minus", "speed(-1)", "Slower", id="slower", tooltip="Play slower."),
    Binding("tab", "eyes(1)", "Other eyes", id="eyes", priority=True, tooltip="Look through the next eyes."),
    Binding(
        "shift+tab",
        "eyes(-1)",
        "Eyes before",
        id="eyes-back",
        priority=True,
        tooltip="Look through the eyes before.",
    ),
    Binding("s", "split", "Split", id="split", tooltip="Set what was known beside what was so."),
    Binding("d", "dim", "Dim", id="dim", tooltip="All that was so, with what was not known dimmed."),
    Binding(
        "slash",
        "search",
        "Search",
        id="search",
        tooltip="Search story, talk, the umpire's words and rulings.",
    ),
    Binding("n", "match(1)", "Next match", id="match", tooltip="Go to the next match."),
    Binding("N", "match(-1)", "Match before", id="match-back", tooltip="Go to the match before."),
    Binding(
        "b",
        "bookmark",
        "Bookmark",
        id="bookmark",
        tooltip="Mark this moment with a note; the report shows it.",
    ),
    Binding("delete", "unmark", "Take away", id="unmark", tooltip="Take the bookmark here away."),
    Binding("m", "flag(1)", "Next bookmark", id="flag", tooltip="Go to the next bookmark."),
    Binding("M", "flag(-1)", "Bookmark before", id="flag-back", tooltip="Go to the bookmark before."),
    Binding("f3", "read('story')", "Story", id="story", tooltip="All of the story up to here."),
    Binding("f4", "read('talk')", "Talk", id="talk", tooltip="All that was said up to here."),
    Binding(
        "f5", "read('record')", "Record", id="record", tooltip="Everything noticed up to here, with its time."
    ),
    Binding("f6", "read('gaps')", "Not known", id="gaps", tooltip="What these eyes did not know, as a list."),
    Binding(
        "f7",
        "read('documents')",
        "Documents",
        id="documents",
        tooltip="The documents that these eyes had here.",
    ),
    Binding("j", "scroll(1)", "Scroll down", id="scroll-down", tooltip="Scroll the board down."),
    Binding("k", "scroll(-1)", "Scroll up", id="scroll-up", tooltip="Scroll the board up."),
    Binding(
        "r", "reread", "Read again", id="reread", tooltip="Read the file again: its arbiter may have gone on."
    ),
    Binding("escape", "enough", "Enough", id="enough", tooltip="End what is being told, or put a line away."),
]
LEAVE_KEY = Binding("ctrl+q,q", "quit", "Leave", id="leave", tooltip="Leave the replay.")

FOOT = (
    Key("← →", "question", "screen.gate(1)"),
    Key("PgUp PgDn", "turn", "screen.turn(1)"),
    Key("Space", "play", "screen.play"),
    Key("Tab", "eyes", "screen.eyes(1)"),
    Key("s", "split", "screen.split"),
    Key("/", "search", "screen.search"),
    Key("b", "bookmark", "screen.bookmark"),
    Key("?", "help", "screen.help"),
    Key("q", "leave", "app.quit"),
    Key("F3", "story", "screen.read('story')"),
    Key("F4", "talk", "screen.read('talk')"),
    Key("d", "dim", "screen.dim"),
    Key("r", "read again", "screen.reread"),
)
"""The keys that the foot shows, as many as fit."""

TOLD: tuple[tuple[str, str], ...] = (
    ("", "Going"),
    ("← →", "the question before, the next"),
    ("PgUp PgDn", "the turn before, the next"),
    ("↑ ↓", "what happened before, what happened next"),
    ("Home End", "the beginning, the end"),
    ("Space", "plays with the silences cut; stands again"),
    ("+ −", "faster, slower: 1 to 64 times the time of the room"),
    ("", "Whose eyes"),
    ("Tab", "the next eyes: each seat, each team, everybody, the umpire; Shift+Tab back"),
    ("s", "splits the screen: what these eyes knew, and what was so; what they did not know is marked"),
    ("d", "all that was so, with what these eyes did not know dimmed"),
    ("F6", "what these eyes did not know, as a list"),
    ("", "Finding"),
    ("/", "searches story, talk, the umpire's words and rulings, as far as these eyes know them"),
    ("n N", "the next match, the one before"),
    ("b", "marks this moment with a note, or changes the one that is there; Del takes it away"),
    ("m M", "the next bookmark, the one before; umpires' notes from the day are bookmarks too"),
    ("", "Reading"),
    (
        "F3 F4 F5",
        "the story; all that was said; everything noticed, with its time (who was linked is not recorded)",
    ),
    ("F7", "the documents that these eyes had, at length"),
    ("j k", "scroll the board"),
    ("r", "reads the file again: its arbiter may have gone on"),
    ("Esc", "ends what is being told; puts a line away"),
    ("", "The scale"),
    ("═ ▒", "talk was open; the clock stood"),
    ("• ✉ § ✗ ⚑", "sealed, the umpire's word, a ruling, a fault, a bookmark"),
    ("▲", "here"),
    ("", "This window"),
    ("Ctrl+T", "other colours"),
    ("Ctrl+P", "every action, found by typing"),
    ("q Ctrl+Q", "leave; nothing in the exercise file was changed"),
)
"""The help: keys, and what they do."""
