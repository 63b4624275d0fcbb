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
    """Ask a few questions, or use the defaults. An unusable answer is asked again."""
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
        empty=asked("Seats that nobody is named for: open or bots?", usual.empty, _one_of("open", "bots")),
        start=asked(
            "When do the clocks begin: now, linked (when everybody is there), ready (and briefed) or umpire?",
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
            raise BadInput(unknown(f"{text!r} is none of them", text, words, "there are"))
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
        "# The plan of an exercise. A line that begins with # is not read; take the # away to use it.",
        "# Look for mistakes:        warcouncil plan check THIS-FILE",
        "# Try it with bots:         warcouncil rehearse --plan THIS-FILE",
        "# Begin, and get the cards: warcouncil host --plan THIS-FILE",
        "",
        "[exercise]",
        f"name = {_toml(wishes.name)}",
        f"start = {_toml(wishes.start)}        # now, linked (when everybody is there), ready (has read his briefing too), or umpire",
        f"{'' if roster else '# '}roster = {_toml(wishes.roster if roster else 'people.csv')}"
        "   # a CSV file beside this one: name,table,seat",
        '# chance = "host"         # the host alone makes the chance; without this, he and all who sit at a table do',
        "# grace_seconds = 1.0      # how long an answer may come late; nobody is told",
        f"# lockstep = [{_toml(phases[0] if phases else 'A phase')}]   # no table passes this phase before all have come as far",
        "# second_umpire = true     # grave rulings need the word of two umpires",
        "# crews = true             # several people at a seat: one answers, the others watch",
        "# names = false            # players do not see who sits where",
        "# hints = true             # a key fills in a sensible answer, as a bot would give it",
        "# claim_seconds = 60       # after so much silence another of the crew may answer",
        "# web = true               # seats may sit in the browser of any phone, tablet or laptop; cards say how",
        "#   with it also: web_port = 5282, and the room's own certificate: web_cert = 'room.pem', web_key = 'room.key'",
        "# standby = ['192.168.1.21']   # where a second machine stands by that takes over; cards name it too",
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
        f"empty = {_toml(wishes.empty)}            # seats that nobody is named for: open, or bots",
        '# late = "take"           # who comes late takes his seat from a bot (F8), or asks an umpire for it: "ask"',
        f"# bots = [{_toml(seats[-1])}]   # seats that bots play whoever comes",
        "# lay_open = true         # everybody sees both sides' secrets as soon as the game is over",
        "#   position = 'again.position.json'   (where the tables begin, as warcouncil branch wrote it)",
        f"# clocks = {{ {first} = 90 }}   # seconds, in place of the game's own",
        f'# silence = {{ "*" = "draft", {first} = "extend 30" }}',
        "#   for a seat that has sealed nothing when its clock runs out: default (the mildest answer of the rules),",
        "#   missing (the rules decide), draft (what it had filled in), wait (for the umpire), bot (a bot takes over and",
        "#   the clock runs on), extend (the clock runs on once). The phases are:",
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
        "# People, one by one or in the roster. Who has no table or no seat is spread evenly over those that are free.",
        "# [[people]]",
        '# name = "Student 1"',
        "# table = 1",
        f"# seat = {_toml(seats[0])}   # {', '.join(seats)}",
        "",
    ]


def _umpires() -> list[str]:
    return [
        "# Codes for those who run the room. There is always a director and a projector.",
        "# role: director (everything), umpire (the tables named), observer (looks only), technical (links and codes,",
        "# no secrets), display (a projector).",
        "# [[umpires]]",
        '# role = "umpire"',
        "# tables = [1]",
        "# count = 1",
        "",
    ]


def _injects(phases: Sequence[str], seats: Sequence[str], teams: Sequence[str]) -> list[str]:
    return [
        "# Messages written beforehand. Each comes at a time, at a phase, after another, on a condition, or when all that is given holds;",
        "# or an umpire sends it (at_hand). Time is the table's running time: pauses do not count.",
        "# From a spreadsheet: injects = 'injects.csv' under [exercise] in place of all these (warcouncil plan injects).",
        "# [[injects]]",
        '# text = "The bridge is down."',
        '# at = "12:30"             # minutes and seconds: from the beginning, or from the phase or the inject that is named',
        f"# phase = {_toml(phases[0] if phases else 'A phase')}",
        "# occasion = 2             # when the phase opens for the second time",
        '# name = "bridge"          # then another may say: after = "bridge"',
        "# at_hand = true           # instead of all these: it comes when an umpire sends it",
        '# when = { label = "…", over = 3 }   # a number on the public sheet',
        "# tables = [1]             # none: every table",
        f"# team = {_toml(teams[0])}            # or: seat = {_toml(seats[0])}; neither: everybody at the table",
        "# reply = true             # an answer is asked for",
        "",
    ]


def _wings() -> list[str]:
    return [
        "# An event of several arbiters shares its tables out among them. Begun with: warcouncil host --plan THIS-FILE --wing North",
        "# [[wings]]",
        '# name = "North"',
        "# tables = 40              # how many, or which: [1, 2]; none: all that no other wing has",
        '# host = "10.0.0.5"        # its machine as seats see it; without it, this one',
        "# port = 5280",
        '# file = "north.warcouncil"   # or the address of a database',
        "",
    ]


def _toml(value: str | float | bool) -> str:
    """Return a plain value as TOML. JSON's texts, numbers and booleans are valid in TOML too."""
    return json.dumps(value, ensure_ascii=False)
