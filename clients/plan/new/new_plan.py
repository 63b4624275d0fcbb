"""A new plan: a few questions, and a file in which every key is explained."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from warcouncil.clients.plan.cards.printing import write_whole
from warcouncil.clients.plan.reading.played import NamedGame, beside, played
from warcouncil.clients.plan.text.model import TABLES_MAX
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.plan.text.prompts import asked
from warcouncil.games import registry
from warcouncil.games.kit import written
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.words import clean, typed_number


@dataclass(frozen=True, slots=True)
class PlanWishes:
    """The properties of a new plan."""

    name: str = "Exercise"
    game: str = "kartenspiel"
    tables: int = 1
    roster: str = ""
    empty: str = "open"
    start: str = "linked"


def ask(*, yes: bool) -> PlanWishes:
    """Ask a few questions, or use the defaults. After an unusable answer the question is repeated."""
    usual = PlanWishes()
    if yes:
        return usual
    return PlanWishes(
        name=asked("What is the exercise called?", usual.name, _name),
        game=asked(
            f"Which game ({', '.join([*registry.names(), *registry.presets()])}, or a scenario file)?",
            usual.game,
            _game,
        ),
        tables=int(asked("How many tables?", str(usual.tables), _tables)),
        roster=asked("A CSV file with the people (name,table,seat), or - for none?", "-", clean),
        empty=asked("Seats without a name: open or bots?", usual.empty, _one_of("open", "bots")),
        start=asked(
            "When do the clocks begin: now, linked (all are here), ready (all have read their"
            " briefing) or umpire?",
            usual.start,
            _one_of("now", "linked", "ready", "umpire"),
        ),
    )


def _name(text: str) -> str:
    if not clean(text, 60):
        raise BadInput("give it a name")
    return clean(text, 60)


def _game(text: str) -> str:
    played(text).options()
    return text


def _tables(text: str) -> str:
    number = typed_number(text)
    if number is None or not 1 <= number <= TABLES_MAX:
        raise BadInput(f"give a whole number from 1 to {TABLES_MAX}")
    return text


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise BadInput(unknown(f"{text!r} is not one of them", text, words, "there are"))
        return text

    return read


def write_fresh(file: Path, wishes: PlanWishes) -> None:
    """Write a new plan. Raises BadInput."""
    write_whole(file, fresh(wishes, file.parent))


def fresh(wishes: PlanWishes, folder: Path = Path()) -> str:
    """Return the text of a new plan for this folder."""
    meant = played(wishes.game)
    game, options = meant.game, meant.options()
    seats = [seat.id for seat in game.seats(options)]
    teams = list(dict.fromkeys(seat.team for seat in game.seats(options)))
    phases = game.phase_names(options)
    return "\n".join(
        [
            *_exercise(wishes, phases),
            *_tables_part(wishes, meant, beside(wishes.game, folder), seats, phases),
            *_people(seats),
            *_umpires(),
            *_injects(phases, seats, teams),
            *_wings(),
        ]
    )


def _exercise(wishes: PlanWishes, phases: Sequence[str]) -> list[str]:
    roster = wishes.roster not in ("", "-")
    return [
        (
            "# The plan of an exercise. The program does not read a line that begins with #. Remove the # to "
            "use the line."
        ),
        "# Find mistakes:            warcouncil plan check THIS-FILE",
        "# Try it with bots:         warcouncil rehearse --plan THIS-FILE",
        "# Begin, and make the cards: warcouncil host --plan THIS-FILE",
        "",
        "[exercise]",
        f"name = {_toml(wishes.name)}",
        (
            f"start = {_toml(wishes.start)}        # now, linked (all are connected), ready (all have also "
            "read their briefing), or umpire"
        ),
        f"{'' if roster else '# '}roster = {_toml(wishes.roster if roster else 'people.csv')}   # a CSV "
        "file in the same folder: name,table,seat",
        (
            '# chance = "host"         # the host alone makes the seed. Without this line, the'
            " host and all players make it"
        ),
        "# grace_seconds = 1.0      # how many seconds late an answer still counts. Players are not told",
        (
            f"# lockstep = [{_toml(phases[0] if phases else 'A phase')}]   # all tables wait for"
            " each other at this phase"
        ),
        "# second_umpire = true     # serious rulings need two umpires",
        "# crews = true             # several players share a seat. One answers, and the others watch",
        "# names = false            # players do not see who plays which seat",
        "# hints = true             # a key fills in a suggested answer",
        "# claim_seconds = 60       # if the player who answers is silent for so long, another player of "
        "the crew may answer",
        (
            "# web = true               # players may use a browser on a phone, tablet or laptop. The cards "
            "explain how"
        ),
        (
            "#   with web you can also set web_port = 5282, and your own certificate: web_cert = 'room.pem', "
            "web_key = 'room.key'"
        ),
        "# standby = ['192.168.1.21']   # a second machine that can take over. The cards show it too",
        "",
    ]


def _tables_part(
    wishes: PlanWishes, meant: NamedGame, game: str, seats: Sequence[str], phases: Sequence[str]
) -> list[str]:
    first = _toml(phases[0] if phases else "A phase")
    lines = [
        "# Tables are numbered from 1 in the order of this file. Write [[tables]] again for other games or options.",
        "[[tables]]",
        f"game = {_toml(game)}",
        f"count = {wishes.tables}                # or: names = ['North', 'South']",
        f"empty = {_toml(wishes.empty)}            # seats without a name: open, or bots",
        (
            '# late = "take"           # a late player takes the seat from a bot (F8), or asks an'
            ' umpire for it: "ask"'
        ),
        f"# bots = [{_toml(seats[-1])}]   # seats that bots always play",
        "# lay_open = true         # all players see all secrets as soon as the game is over",
        "#   position = 'again.position.json'   (the tables begin at this position. warcouncil branch "
        "writes such files)",
        "#   treatments = 'balanced'   (chance assigns the treatments of a scenario: balanced, or random)",
        "# rounds = 3             # each round has its own tables, and each person has one card per round",
        "#   rematch = 'strangers'  (in later rounds people play with other people. Or partners, perfect "
        "strangers)",
        f"# clocks = {{ {first} = 90 }}   # seconds, instead of the game's own",
        f'# silence = {{ "*" = "draft", {first} = "extend 30" }}',
        (
            "#   what happens if a seat has sealed no answer when the clock runs out: default (the mildest "
            "answer of the rules),"
        ),
        (
            "#   missing (the rules decide), draft (what it had filled in), wait (for the umpire),"
            " bot (a bot takes over and"
        ),
        "#   the clock goes on), extend (the clock goes on once). The phases are:",
        *(f"#   {phase}" for phase in phases),
        "",
        "[tables.options]",
    ]
    options_type = meant.game.options_type
    for key, field in options_type.model_fields.items():
        if key in {*meant.given, written.written_in(meant.game)}:
            continue
        value = getattr(options_type(), key)
        shown = _toml(value) if isinstance(value, str | int | float) else "…"
        lines.append(f"# {key} = {shown}   # {field.description or ''}".rstrip(" #"))
    return [*lines, ""]


def _people(seats: Sequence[str]) -> list[str]:
    return [
        (
            "# People, here or in the roster. People without a table or a seat are spread evenly"
            " over the free ones."
        ),
        "# [[people]]",
        '# name = "Student 1"',
        "# table = 1",
        f"# seat = {_toml(seats[0])}   # {', '.join(seats)}",
        "",
    ]


def _umpires() -> list[str]:
    return [
        "# Codes for the people who run the room. A director and a projector always have one.",
        (
            "# role: director (everything), umpire (the named tables), observer (may only look), technical "
            "(connections and codes,"
        ),
        "# no secrets), display (a projector).",
        "# [[umpires]]",
        '# role = "umpire"',
        "# tables = [1]",
        "# count = 1",
        "",
    ]


def _injects(phases: Sequence[str], seats: Sequence[str], teams: Sequence[str]) -> list[str]:
    return [
        (
            "# Prepared messages. Each comes at a time, at a phase, after another message, or on a "
            "condition. If you give several, all must hold."
        ),
        "# With at_hand, an umpire sends it. Times are the table's running time, so pauses do not count.",
        (
            "# From a spreadsheet: injects = 'injects.csv' under [exercise] instead of all these"
            " (warcouncil plan injects)."
        ),
        "# [[injects]]",
        '# text = "The bridge is down."',
        '# sender = "Reuters"       # without it: the umpire',
        '# kind = "news"            # or message, letter, call',
        (
            '# at = "12:30"             # minutes and seconds, from the beginning, or from the'
            " named phase or inject"
        ),
        f"# phase = {_toml(phases[0] if phases else 'A phase')}",
        "# occasion = 2             # when the phase opens for the second time",
        "# while_open = true        # it comes only while that phase is open",
        '# name = "bridge"          # another message can then have: after = "bridge"',
        "# at_hand = true           # instead of these keys: an umpire sends it",
        '# when = { label = "…", over = 3 }   # if this number on the public sheet is above 3',
        "# tables = [1]             # without it: every table",
        (
            f"# team = {_toml(teams[0])}            # or: seat = {_toml(seats[0])}. Without team and seat: "
            "all players of the table"
        ),
        "# reply = true             # it asks for a reply",
        "",
    ]


def _wings() -> list[str]:
    return [
        (
            "# An event with several hosts divides its tables among them. Begin one with: warcouncil"
            " host --plan THIS-FILE --wing North"
        ),
        "# [[wings]]",
        '# name = "North"',
        "# tables = 40              # how many, or which: [1, 2]. Without it: all tables that no other "
        "wing has",
        '# host = "10.0.0.5"        # the address of its machine for the seats. Without it: this machine',
        "# port = 5280",
        '# file = "north.warcouncil"   # or the address of a database',
        "",
    ]


def _toml(value: str | float | bool) -> str:
    """Return a plain value as TOML. The texts, numbers and booleans of JSON are valid in TOML too."""
    return json.dumps(value, ensure_ascii=False)
