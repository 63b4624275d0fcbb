"""The exercise that `warcouncil host` runs: a new one from a plan or a game, or a resumed one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Literal

from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location, name_from
from warcouncil.arbiter.shell.service.opening import Opened, begin, new_codes, take_up
from warcouncil.clients.commands.common.errors import complain
from warcouncil.clients.commands.common.exercise_location import home_typed
from warcouncil.clients.plan.reading.check import room_in
from warcouncil.clients.plan.reading.layout import RoomPlan, WebWish, WingRoom
from warcouncil.clients.plan.reading.played import played
from warcouncil.clients.plan.reading.wings import room_of, wing_called, wing_words
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.rehearsal.plan_to_began import began_of, prepared, seed_for
from warcouncil.games.kit import written
from warcouncil.games.kit.errors import BadOption
from warcouncil.protocol.words import TableId, clean

SUFFIX = ".warcouncil"
NAME_CHARS = 60


class Start(StrEnum):
    """The moments at which a table's first clock can begin."""

    NOW = "now"
    LINKED = "linked"
    READY = "ready"
    UMPIRE = "umpire"


@dataclass(frozen=True, slots=True)
class AskedFor:
    """The requested exercise, and what its plan contains about browsers, its wing, and standbys."""

    began: Began
    web: WebWish | None = None
    wing: WingRoom | None = None
    standby: tuple[str, ...] = ()


def asked(
    game: str | None,
    plan: Path | None,
    tables: int,
    settings: Sequence[str],
    *,
    name: str,
    seed: str | None,
    start: Start | None,
    wing: str = "",
) -> AskedFor:
    """Return the requested exercise, from a plan (or one wing of it) or from a game. Raises BadInput."""
    if plan is not None:
        if game or settings or name or start or tables != 1:
            raise BadInput("--plan sets what is played. Leave the game and its options out")
        return _of_plan(room_in(plan), seed, wing)
    if wing:
        raise BadInput("--wing needs --plan FILE")
    if game is None:
        raise BadInput(
            "the game is missing. Name one, or give --plan FILE or --resume FILE. `warcouncil games`"
            " lists the games"
        )
    return AskedFor(_planned(game, tables, settings, name=name, seed=seed, start=start or Start.LINKED))


def _of_plan(room: RoomPlan, seed: str | None, wing: str) -> AskedFor:
    if room.wings and not wing:
        names = "; ".join(map(wing_words, room.wings))
        raise BadInput(f"this plan has wings ({names}). Host one with --wing NAME")
    if not wing:
        return AskedFor(began_of(room, seed), room.web, standby=room.standby)
    found = wing_called(room, wing)
    return AskedFor(began_of(room_of(room, found), seed), room.web, found, room.standby)


def _planned(
    game: str, tables: int, settings: Sequence[str], *, name: str, seed: str | None, start: Start
) -> Began:
    meant = played(game)
    chosen, options = meant.game, meant.options(settings)
    plans = tuple(
        TablePlan(
            table=TableId(number),
            game=chosen.name,
            options=options.model_dump(mode="json"),
            seed=seed_for(seed, number),
            rules_version=chosen.rules_version,
        )
        for number in range(1, tables + 1)
    )
    cover = written.cover(chosen, options.open())
    day = f" {datetime.now().astimezone():%Y-%m-%d}"
    title = clean(name, NAME_CHARS) or clean(cover.title, NAME_CHARS - len(day)) + day
    chance: Literal["all", "host"] = "host" if seed is not None or start is Start.NOW else "all"
    return Began(
        exercise=title,
        tables=plans,
        codes=new_codes(plans),
        start=start.value,
        chance=chance,
        injects=prepared(plans),
    )


def new_home(typed: str | None, name: str) -> Location:
    """Return the location of a new exercise.

    In a database the exercise gets `name` if the address names none. Raises BadInput.
    """
    home = home_typed(typed or f"{name}{SUFFIX}")
    return home if home.file is not None or home.exercise else home.named(name_from(name))


def begun(where: Location, began: Began) -> Opened:
    try:
        return begin(where, began)
    except (BadOption, JournalError) as fault:
        raise BadInput(str(fault)) from None


def reopened(where: Location, *, accept_loss: bool) -> Opened:
    try:
        opened = take_up(where, accept_loss=accept_loss, hear=complain)
    except JournalError as fault:
        raise BadInput(str(fault)) from None
    if opened.loss:
        complain(f"given up: {opened.loss}")
    return opened
