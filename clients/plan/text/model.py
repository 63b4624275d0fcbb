"""The keys of a plan file. Every field has a description in words: `docs/plan.md` is checked against it."""

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
"""The silence rules of a clock. The last two may have a number of seconds."""
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

    name: str = Field(
        "", max_length=60, description="The name of the event. Without it, the name of the file."
    )
    start: Literal["now", "linked", "ready", "umpire"] = Field(
        "linked",
        description=(
            "When a table's first clock begins: now, when all players are here, when all have read"
            " their briefing too, or when an umpire begins it. An umpire may begin earlier."
        ),
    )
    chance: Literal["all", "host"] | None = Field(
        None,
        description=(
            "Who makes the seed of each table's chance: the host alone, or the host and all players of the"
            " table, with one number each. Then not even the host can choose it. Without it: all, if"
            " people are named and `start` is not now."
        ),
    )
    grace_seconds: float = Field(
        1.0,
        ge=0,
        le=10,
        description="How late an answer may come. Players are not told, and it is equal for all.",
    )
    lockstep: list[Short] = Field([], description="Phases at which all tables wait for each other.")
    second_umpire: bool = Field(
        False,
        description=(
            "Going back, ending a game, ruling by fiat, amending the game and moving people need two"
            " umpires, with a card each."
        ),
    )
    crews: bool = Field(False, description="Several people may share a seat: one answers, the others watch.")
    claim_seconds: int = Field(
        60,
        ge=1,
        le=3600,
        description="After this silence of the player who answers, another player of the crew may answer.",
    )
    names: bool = Field(
        True,
        description=(
            "Players see names: their own, those of their team, and those of people who talk."
            " Umpires always see all names."
        ),
    )
    hints: bool = Field(False, description="A key may fill in a suggested answer for a player.")
    web: bool = Field(
        False,
        description=(
            "Seats may use a browser on any phone, tablet or laptop. `host` serves it by HTTPS, and"
            " the cards say how."
        ),
    )
    web_port: int | None = Field(
        None, ge=1, le=65535, description="The port for browsers. Without it, two above the one for seats."
    )
    web_cert: str = Field(
        "",
        description=(
            "The room's own certificate (PEM), beside the plan. Without it, the host makes one for"
            " the exercise, and browsers warn about it."
        ),
    )
    web_key: str = Field("", description="Its key (PEM), beside the plan.")
    standby: list[Short] = Field(
        [],
        description=(
            "The address of a standby, such as 10.0.0.7 (or 10.0.0.7:5280 for another port). It"
            " takes over if the host's machine is lost. Cards name it too."
        ),
    )
    roster: str = Field("", description="A CSV file with the people: name, table, seat. Beside the plan.")
    injects: str = Field(
        "", description="A CSV file with the injects, instead of [[injects]]. Beside the plan."
    )


class TablesPart(Part):
    """[[tables]]: one or more tables of the same kind. They are numbered from 1 in the order of the file."""

    game: Short = Field(
        description=(
            "The game, one of those that ship with it (`warcouncil games` lists both), or a scenario"
            " file beside the plan."
        )
    )
    count: int = Field(1, ge=1, le=TABLES_MAX, description="How many such tables.")
    names: list[Short] = Field(
        [],
        description="Names instead of a count: one table for each name. The name is shown beside the number.",
    )
    options: dict[str, Any] = Field(
        {}, description='Options of the game; "@FILE" as a value loads JSON from a file beside the plan.'
    )
    clocks: dict[str, Seconds] = Field({}, description="Seconds for a phase, instead of the game's own.")
    silence: dict[str, Silent] = Field(
        {},
        description=(
            'What happens when a phase\'s clock runs out and a seat has sealed nothing. "*" means'
            " every other phase."
        ),
    )
    bots: list[Short] = Field([], description="Seats that bots play from the start. No person is put there.")
    empty: Literal["open", "bots"] = Field(
        "open", description="What happens to seats without a name: they stay open, or bots play them."
    )
    late: Literal["take", "ask"] = Field(
        "take",
        description=(
            "How a late player gets a seat that a bot plays from the start: the player takes it"
            " (F8), or an umpire gives it (`b`)."
        ),
    )
    lay_open: bool = Field(False, description="All players see all secrets as soon as the game is over.")
    treatments: Literal["balanced", "random"] | None = Field(
        None,
        description=(
            "How these tables are assigned to the treatments of their scenario. balanced: each treatment"
            " equally often, as far as possible. random: each table by itself. Without it: all play the first."
        ),
    )
    rounds: int = Field(
        1,
        ge=1,
        le=ROUNDS_MAX,
        description="How often people play. Each round has tables of its own, and each person a card for each.",
    )
    rematch: Literal["partners", "strangers", "perfect strangers"] | None = Field(
        None,
        description=(
            "With whom people play in later rounds, at the same seat and in the same treatment. partners: with"
            " the same people. strangers: the people are drawn again for each round. perfect strangers: with none of"
            " them twice. Without it: strangers."
        ),
    )
    position: str = Field(
        "",
        description=(
            "A file that `warcouncil branch` wrote, beside the plan. The tables begin in the middle"
            " of that game. Keep the file to yourself: it holds every secret."
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
            "director: everything. umpire: the named tables. observer: looks, and changes nothing."
            " technical: connections and codes, no secrets. display: a projector."
        )
    )
    tables: list[Table] = Field([], description="The tables, by number or name. None: all.")
    count: int = Field(1, ge=1, le=50, description="How many such codes.")


class WhenPart(Part):
    """A condition on a number that everyone at the table can see."""

    label: Short = Field(description="The label of the number on the public sheet.")
    over: int = Field(description="The inject comes when the number is above this.")


class InjectPart(Part):
    """[[injects]]: a message written beforehand.

    It comes by at, phase, after, when, or several of them, or by at_hand.
    """

    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MESSAGE_CHARS_MAX)
    ] = Field(description="The text of the message. A blank line separates paragraphs.")
    sender: Annotated[str, StringConstraints(max_length=NAME_CHARS_MAX)] = Field(
        "", description='The sender in the exercise, such as "Reuters". Left out: the umpire.'
    )
    kind: MessageKind = Field("message", description="How the sender writes: message, news, letter or call.")
    at: Moment | None = Field(
        None,
        description=(
            'The running time after which it comes: seconds, or "12:30" for minutes and seconds.'
            " It counts from the beginning, from when `phase` opened, or from when the inject `after`"
            " came."
        ),
    )
    phase: str = Field("", description="It comes when this phase opens.")
    occasion: int = Field(
        1, ge=1, description="With `phase`: which opening of the phase is meant. 2: the second time."
    )
    while_open: bool = Field(
        False,
        description=(
            "With `phase`: it comes only while that phase is open. Afterwards only an umpire can send it."
        ),
    )
    when: WhenPart | None = Field(
        None, description="It comes when a number on the public sheet is above a limit."
    )
    after: str = Field("", description="It comes when the inject of this name has come.")
    name: str = Field(
        "",
        max_length=NAME_CHARS_MAX,
        description="The name that umpires see and that `after` uses. Players do not see it.",
    )
    at_hand: bool = Field(
        False, description="It comes only when an umpire sends it from the list of injects."
    )
    tables: list[Table] = Field([], description="The tables that get it. None: every table.")
    seat: str = Field("", description="Only this seat gets it.")
    team: str = Field("", description="Only this team gets it.")
    reply: bool = Field(False, description="Whether it asks for a reply.")


class WingPart(Part):
    """[[wings]]: a part of a larger event with its own arbiter."""

    name: Short = Field(
        description="The name of the wing. `warcouncil host --plan FILE --wing NAME` begins it."
    )
    tables: int | list[Table] | None = Field(
        None,
        description=(
            "Its tables: how many, in their order, or which, by number or name. Without it: all that"
            " no other wing has."
        ),
    )
    host: str = Field(
        "",
        description=(
            "The name or address of its machine, as seats reach it. It is printed on its cards."
            " Without it: this machine's own."
        ),
    )
    port: int | None = Field(
        None,
        ge=1,
        le=65534,
        description=(
            "The port for its seats. Without it: 5280, and ten more for each further wing of the"
            " same machine."
        ),
    )
    file: str = Field(
        "",
        description=(
            "Its exercise file, or the address of a database. Without it: a file in the folder of `host`."
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
