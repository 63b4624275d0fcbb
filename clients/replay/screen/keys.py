"""The keys of a replay. Each key is defined here only, with an id under which the user can rebind it."""

from __future__ import annotations

from textual.binding import Binding, BindingType
from warcouncil.clients.seat.drawing.foot import Key

REPLAY_KEYS: list[BindingType] = [
    Binding("f1,question_mark", "help", "help.title", id="help", tooltip="replay.means_help"),
    Binding(
        "right", "gate(1)", "replay.act_next_question", id="gate-on", tooltip="replay.means_next_question"
    ),
    Binding(
        "left",
        "gate(-1)",
        "replay.act_question_before",
        id="gate-back",
        tooltip="replay.means_question_before",
    ),
    Binding("pagedown", "turn(1)", "replay.act_next_turn", id="turn-on", tooltip="replay.means_next_turn"),
    Binding(
        "pageup", "turn(-1)", "replay.act_turn_before", id="turn-back", tooltip="replay.means_turn_before"
    ),
    Binding(
        "down", "moment(1)", "replay.act_next_moment", id="moment-on", tooltip="replay.means_next_moment"
    ),
    Binding(
        "up", "moment(-1)", "replay.act_moment_before", id="moment-back", tooltip="replay.means_moment_before"
    ),
    Binding("home", "home", "replay.act_home", id="home", tooltip="replay.means_home"),
    Binding("end", "end", "replay.act_end", id="end", tooltip="replay.means_end"),
    Binding("space", "play", "replay.act_play", id="play", tooltip="replay.means_play"),
    Binding("plus,equals_sign", "speed(1)", "replay.act_faster", id="faster", tooltip="replay.means_faster"),
    Binding("minus", "speed(-1)", "replay.act_slower", id="slower", tooltip="replay.means_slower"),
    Binding("tab", "eyes(1)", "replay.act_eyes", id="eyes", priority=True, tooltip="replay.means_eyes"),
    Binding(
        "shift+tab",
        "eyes(-1)",
        "replay.act_eyes_before",
        id="eyes-back",
        priority=True,
        tooltip="replay.means_eyes_before",
    ),
    Binding("s", "split", "replay.act_split", id="split", tooltip="replay.means_split"),
    Binding("d", "dim", "replay.act_dim", id="dim", tooltip="replay.means_dim"),
    Binding(
        "slash",
        "search",
        "help.act_search",
        id="search",
        tooltip="replay.means_search",
    ),
    Binding("n", "match(1)", "replay.act_next_match", id="match", tooltip="replay.means_next_match"),
    Binding(
        "N", "match(-1)", "replay.act_match_before", id="match-back", tooltip="replay.means_match_before"
    ),
    Binding(
        "b",
        "bookmark",
        "replay.act_bookmark",
        id="bookmark",
        tooltip="replay.means_bookmark",
    ),
    Binding("delete", "unmark", "replay.act_unmark", id="unmark", tooltip="replay.means_unmark"),
    Binding("m", "flag(1)", "replay.act_next_flag", id="flag", tooltip="replay.means_next_flag"),
    Binding("M", "flag(-1)", "replay.act_flag_before", id="flag-back", tooltip="replay.means_flag_before"),
    Binding("f3", "read('story')", "help.foot_story", id="story", tooltip="replay.means_story"),
    Binding("f4", "read('talk')", "talk.said_so_far", id="talk", tooltip="replay.means_talk"),
    Binding("f5", "read('record')", "replay.act_record", id="record", tooltip="replay.means_record"),
    Binding("f6", "read('gaps')", "replay.act_gaps", id="gaps", tooltip="replay.means_gaps"),
    Binding(
        "f7",
        "read('documents')",
        "board.documents",
        id="documents",
        tooltip="replay.means_documents",
    ),
    Binding("j", "scroll(1)", "replay.act_scroll_down", id="scroll-down", tooltip="replay.means_scroll_down"),
    Binding("k", "scroll(-1)", "replay.act_scroll_up", id="scroll-up", tooltip="replay.means_scroll_up"),
    Binding("r", "reread", "replay.act_reread", id="reread", tooltip="replay.means_reread"),
    Binding("escape", "enough", "replay.act_enough", id="enough", tooltip="replay.means_enough"),
]
LEAVE_KEY = Binding("ctrl+q,q", "quit", "help.foot_leave", id="leave", tooltip="replay.means_leave")

FOOT = (
    Key("← →", "umpire.pane_question", "screen.gate(1)"),
    Key("PgUp PgDn", "replay.foot_turn", "screen.turn(1)"),
    Key("Space", "replay.foot_play", "screen.play"),
    Key("Tab", "replay.foot_eyes", "screen.eyes(1)"),
    Key("s", "replay.foot_split", "screen.split"),
    Key("/", "rules.searches", "screen.search"),
    Key("b", "replay.foot_bookmark", "screen.bookmark"),
    Key("?", "replay.foot_help", "screen.help", rank=1),
    Key("q", "replay.foot_leave", "app.quit", rank=0),
    Key("F3", "umpire.pane_story", "screen.read('story')"),
    Key("F4", "umpire.pane_talk", "screen.read('talk')"),
    Key("d", "replay.foot_dim", "screen.dim"),
    Key("r", "replay.foot_reread", "screen.reread"),
)
"""The keys that the foot shows, each with its catalogue key. Keys that do not fit are left out."""

TOLD: tuple[tuple[str, str], ...] = (
    ("", "replay.help_going"),
    ("← →", "replay.help_question"),
    ("PgUp PgDn", "replay.help_turn"),
    ("↑ ↓", "replay.help_moment"),
    ("Home End", "replay.help_ends"),
    ("Space", "replay.help_play"),
    ("+ −", "replay.help_speed"),
    ("", "replay.help_whose"),
    ("Tab", "replay.help_eyes"),
    ("s", "replay.help_split"),
    ("d", "replay.help_dim"),
    ("F6", "replay.help_gaps"),
    ("", "replay.help_finding"),
    ("/", "replay.help_search"),
    ("n N", "replay.help_match"),
    ("b", "replay.help_bookmark"),
    ("m M", "replay.help_flags"),
    ("", "help.reading"),
    ("F3 F4 F5", "replay.help_pages"),
    ("F7", "replay.help_documents"),
    ("j k", "help.key_scroll"),
    ("r", "replay.help_reread"),
    ("Esc", "replay.help_esc"),
    ("", "replay.help_scale"),
    ("═ ▒", "replay.help_scale_line"),
    ("• ✉ § ✗ ⚑", "replay.help_scale_signs"),
    ("▲", "replay.help_here"),
    ("", "help.window"),
    ("Ctrl+T", "help.key_colours"),
    ("Ctrl+P", "replay.help_actions"),
    ("q Ctrl+Q", "replay.help_leave"),
)
"""The rows of the help: keys, and the catalogue's keys for what they do."""
