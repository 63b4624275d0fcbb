"""The keys of a plan file. Every field has a description, with which `docs/plan.md` is compared in tests."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from warcouncil.protocol.table.views import MessageKind
from warcouncil.protocol.words import MESSAGE_CHARS_MAX, NAME_CHARS_MAX

TABLES_MAX = 400
INJECTS_MAX = 200
WINGS_MAX = 8
ROUNDS_MAX = 20
SILENCES = ("default", "missing", "draft", "wait", "bot", "extend")
"""The silence rules of a clock. The last two can have a number of seconds."""
SILENCE_SECONDS_MAX = 3600
_SILENCE = re.compile(rf"({'|'.join(SILENCES[:4])}|(?:bot|extend)(?: +([1-9][0-9]{{0,3}}))?)")
_TIME = re.compile(r"(?:([0-9]{1,2}):)?([0-9]{1,3}):([0-5][0-9])")


def _silence(text: str) -> str:
    found = _SILENCE.fullmatch(text)
    if not found or int(found[2] or 0) > SILENCE_SECONDS_MAX:
        raise ValueError(
            f"give one of {', '.join(SILENCES)}. The last two may have seconds up to"
            f" {SILENCE_SECONDS_MAX}: extend 30"
        )
    return text


def _moment(value: int | str) -> int:
    if isinstance(value, int):
        if value < 0:
            raise ValueError("give seconds from the start, or minutes:seconds such as 12:30")
        return value
    found = _TIME.fullmatch(value)
    if not found:
        raise ValueError("give seconds from the start, or minutes:seconds such as 12:30")
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + seconds


Short = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_CHARS_MAX)]
Table = int | str
"""A table's number or its name."""
Silent = Annotated[str, AfterValidator(_silence)]
Moment = Annotated[int | str, AfterValidator(_moment)]
Seconds = Annotated[int, Field(ge=1, le=86_400)]


class Part(BaseModel):
    """A part of the file. TOML has types, so nothing is converted: "4" is not a number."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ExercisePart(Part):
    """[exercise]: the settings of the whole event."""

    name: str = Field("", max_length=60, description="The name of the event. Default: the name of the file.")
    start: Literal["now", "linked", "ready", "umpire"] = Field(
        "linked",
        description=(
            "When the first clock of a table begins. now: when the host starts. linked: when all"
            " players are connected. ready: when all have also read their briefing. umpire: when an"
            " umpire begins the table. An umpire can always begin a table earlier."
        ),
    )
    chance: Literal["all", "host"] | None = Field(
        None,
        description=(
            "Sets who makes the seed of each table's random results. host: the host alone. all: the host and "
            "all players of the table, each with one random number, so that not even the host can choose the "
            "seed. Default: all, if the plan names people and `start` is not now."
        ),
    )
    grace_seconds: float = Field(
        1.0,
        ge=0,
        le=10,
        description=(
            "An answer still counts if it is late by at most this many seconds. The limit is the same"
            " for all seats. Players do not learn it."
        ),
    )
    lockstep: list[Short] = Field([], description="Phases at which all tables wait for each other.")
    second_umpire: bool = Field(
        False,
        description=(
            "Some rulings need two umpires, each with their own card. They are: going back, ending a"
            " game, a fiat, amending the game, and moving people."
        ),
    )
    crews: bool = Field(False, description="Several people may share a seat. One answers, the others watch.")
    claim_seconds: int = Field(
        60,
        ge=1,
        le=3600,
        description=(
            "If the player who answers is silent for this many seconds, another player of the crew"
            " may answer."
        ),
    )
    names: bool = Field(
        True,
        description=(
            "Players see their own name, the names of their team, and the names of people who talk."
            " Umpires always see all names."
        ),
    )
    hints: bool = Field(False, description="Players have a key that fills in a suggested answer.")
    web: bool = Field(
        False,
        description=(
            "Players may use a browser on any phone, tablet or laptop. `host` serves the page by"
            " HTTPS, and the cards explain how to open it."
        ),
    )
    web_port: int | None = Field(
        None, ge=1, le=65535, description="The port for browsers. Default: the port for seats plus two."
    )
    web_cert: str = Field(
        "",
        description=(
            "The file with the room's own certificate (PEM), in the plan's folder. Without it, the"
            " host makes a certificate for the exercise, and browsers warn about it."
        ),
    )
    web_key: str = Field(
        "", description="The file with the private key of `web_cert` (PEM), in the plan's folder."
    )
    standby: list[Short] = Field(
        [],
        description=(
            "The address of a standby, such as 10.0.0.7 (or 10.0.0.7:5280 for another port). The"
            " standby takes over if the host's machine fails. The cards show its address too."
        ),
    )
    roster: str = Field(
        "", description="A CSV file with the people: name, table, seat. It is in the plan's folder."
    )
    injects: str = Field(
        "", description="A CSV file with the injects, in the plan's folder. It replaces [[injects]]."
    )


class TablesPart(Part):
    """[[tables]]: one or more tables of the same kind. They are numbered from 1 in the order of the file."""

    game: Short = Field(
        description=(
            "The game: one that comes with warcouncil (`warcouncil games` lists them), or a"
            " scenario file in the plan's folder."
        )
    )
    count: int = Field(1, ge=1, le=TABLES_MAX, description="The number of these tables.")
    names: list[Short] = Field(
        [],
        description=(
            "Names of the tables, one for each table, in place of `count`. Screens show the name"
            " beside the number."
        ),
    )
    options: dict[str, Any] = Field(
        {},
        description=(
            'The options of the game. The value "@FILE" loads JSON from a file in the plan\'s folder.'
        ),
    )
    clocks: dict[str, Seconds] = Field(
        {}, description="The time for a phase, in seconds. It replaces the time that the game gives."
    )
    silence: dict[str, Silent] = Field(
        {},
        description=(
            'Sets what happens if a seat has sealed no answer when the clock of a phase runs out. "*" '
            "means every phase that is not named."
        ),
    )
    bots: list[Short] = Field(
        [], description="The seats that bots play from the start. The program gives these seats to no person."
    )
    empty: Literal["open", "bots"] = Field(
        "open",
        description="Sets what happens to seats without a person. open: they stay open. bots: bots play them.",
    )
    late: Literal["take", "ask"] = Field(
        "take",
        description=(
            "How a late player gets a seat that a bot plays from the start. take: the player takes"
            " it (F8). ask: an umpire gives it (`b`)."
        ),
    )
    lay_open: bool = Field(False, description="All players see all secrets as soon as the game is over.")
    treatments: Literal["balanced", "random"] | None = Field(
        None,
        description=(
            "How the program assigns these tables to the treatments of their scenario. balanced:"
            " each treatment gets the same number of tables, as far as possible. random: the"
            " treatment of each table is drawn separately. Default: all tables play the first"
            " treatment."
        ),
    )
    rounds: int = Field(
        1,
        ge=1,
        le=ROUNDS_MAX,
        description=(
            "How many rounds people play. Each round has its own tables, and each person has one"
            " card per round."
        ),
    )
    rematch: Literal["partners", "strangers", "perfect strangers"] | None = Field(
        None,
        description=(
            "Sets with whom people play in later rounds. They keep their seat and their treatment. partners: "
            "with the same people. strangers: the program draws the people again for each round. perfect "
            "strangers: with no person twice. Default: strangers."
        ),
    )
    position: str = Field(
        "",
        description=(
            "A file from `warcouncil branch`, in the plan's folder. The tables begin in the middle"
            " of that game. Show the file to no player: it contains every secret."
        ),
    )


class PersonPart(Part):
    """[[people]]: one person. Without a table or a seat they are spread evenly over the free ones."""

    name: Short = Field(description="The name on the card and on the umpires' wall.")
    table: Table | None = Field(None, description="The table's number or name.")
    seat: Short | None = Field(None, description="The seat, such as red.army.")


class UmpirePart(Part):
    """[[umpires]]: a code for a member of the staff."""

    role: Literal["director", "umpire", "observer", "technical", "display"] = Field(
        description=(
            "director: may give every order. umpire: runs the named tables. observer: may only look."
            " technical: sees connections and codes, but no secrets. display: a projector."
        )
    )
    tables: list[Table] = Field([], description="The tables, by number or name. Default: all.")
    count: int = Field(1, ge=1, le=50, description="The number of people with this role. Each gets a code.")


class WhenPart(Part):
    """A condition on a number that everyone at the table can see."""

    label: Short = Field(description="The label of the number on the public sheet.")
    over: int = Field(description="The limit. The inject comes when the number is above it.")


class InjectPart(Part):
    """[[injects]]: a message written beforehand.

    It comes by at, phase, after, when, or several of them, or by at_hand.
    """

    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MESSAGE_CHARS_MAX)
    ] = Field(description="The text of the message. A blank line separates paragraphs.")
    sender: Annotated[str, StringConstraints(max_length=NAME_CHARS_MAX)] = Field(
        "", description='The sender in the exercise, such as "Reuters". Default: the umpire.'
    )
    kind: MessageKind = Field(
        "message", description="The form of the message: message, news, letter or call."
    )
    at: Moment | None = Field(
        None,
        description=(
            'The running time after which the inject comes, in seconds, or as "12:30" in minutes'
            " and seconds. It counts from the beginning of the game, from the opening of `phase`, or"
            " from the moment when the inject named in `after` came."
        ),
    )
    phase: str = Field("", description="The inject comes when this phase opens.")
    occasion: int = Field(
        1,
        ge=1,
        description=(
            "With `phase`: which opening of the phase is meant. 2 means the second time that it opens."
        ),
    )
    while_open: bool = Field(
        False,
        description=(
            "With `phase`: the inject comes only while that phase is open. Afterwards only an"
            " umpire can send it."
        ),
    )
    when: WhenPart | None = Field(
        None, description="The inject comes when a number on the public sheet is above a limit."
    )
    after: str = Field("", description="The inject comes when the inject with this name has come.")
    name: str = Field(
        "",
        max_length=NAME_CHARS_MAX,
        description="A name for the inject. Umpires see it, and `after` uses it. Players do not see it.",
    )
    at_hand: bool = Field(
        False, description="The inject comes only when an umpire sends it from the list of injects."
    )
    tables: list[Table] = Field([], description="The tables that get the inject. Default: every table.")
    seat: str = Field("", description="Only this seat gets the inject.")
    team: str = Field("", description="Only this team gets the inject.")
    reply: bool = Field(False, description="The inject asks for a reply.")


class WingPart(Part):
    """[[wings]]: a part of a larger event with its own arbiter."""

    name: Short = Field(
        description="The name of the wing. `warcouncil host --plan FILE --wing NAME` starts it."
    )
    tables: int | list[Table] | None = Field(
        None,
        description=(
            "The tables of the wing. With a number, the wing gets this many tables, in the order of the"
            " plan. A list names tables by number or name. Default: all tables that no other wing has."
        ),
    )
    host: str = Field(
        "",
        description=(
            "The name or address of the wing's machine, as seats reach it. The cards show it."
            " Default: an address of the machine that hosts."
        ),
    )
    port: int | None = Field(
        None,
        ge=1,
        le=65534,
        description=(
            "The port for the seats of the wing. Default: 5280, and ten more for each further wing"
            " of the same machine."
        ),
    )
    file: str = Field(
        "",
        description=(
            "The wing's exercise file, or the address of a database. Default: a file in the folder"
            " where `host` runs."
        ),
    )


class PlanFile(Part):
    """The whole file."""

    exercise: ExercisePart = ExercisePart()
    tables: list[TablesPart] = Field(min_length=1)
    people: list[PersonPart] = []
    umpires: list[UmpirePart] = []
    injects: list[InjectPart] = []
    wings: list[WingPart] = []
